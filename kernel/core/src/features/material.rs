//! Material: how many more pieces of each kind the first player has.

use super::{Feature, FeatureSet};
use crate::games::Chess;
use crate::value::Value;

/// The five countable piece kinds of chess.
pub struct Material;

const FEATURES: [Feature; 5] = [
    Feature { name: "pawn", meaning: "White pawns minus Black pawns" },
    Feature { name: "knight", meaning: "White knights minus Black knights" },
    Feature { name: "bishop", meaning: "White bishops minus Black bishops" },
    Feature { name: "rook", meaning: "White rooks minus Black rooks" },
    Feature { name: "queen", meaning: "White queens minus Black queens" },
];

impl FeatureSet<Chess> for Material {
    fn name(&self) -> &'static str {
        "material"
    }

    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn counts(&self, position: &Chess, out: &mut Vec<(u32, f64)>) {
        let balance = position.balance().iter().enumerate();
        out.extend(balance.filter(|&(_, &n)| n != 0).map(|(i, &n)| (i as u32, f64::from(n))));
    }

    fn weighted(&self, position: &Chess, weights: &[Value]) -> i64 {
        let terms = position.balance().iter().zip(weights);
        terms.map(|(&count, &weight)| i64::from(count) * i64::from(weight)).sum()
    }
}
