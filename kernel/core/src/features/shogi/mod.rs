//! The feature sets of shogi.

mod material;

use material::Material;

use super::{Feature, FeatureSet, HasFeatures};
use crate::games::shogi::ShogiWith;

impl<const DECLARATION: bool> HasFeatures for ShogiWith<DECLARATION> {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        &[&Material]
    }
}
