//! Material: how many more pieces of each kind the first player has.

use shakmaty::{Move, Role};

use super::{Feature, FeatureSet};
use crate::games::Chess;
use crate::value::Value;

/// The five countable piece kinds of chess.
pub struct Material;

pub(super) const PIECES: [Feature; 5] = [
    Feature::piece("pawn", "White pawns minus Black pawns"),
    Feature::piece("knight", "White knights minus Black knights"),
    Feature::piece("bishop", "White bishops minus Black bishops"),
    Feature::piece("rook", "White rooks minus Black rooks"),
    Feature::piece("queen", "White queens minus Black queens"),
];

impl FeatureSet<Chess> for Material {
    fn name(&self) -> &'static str {
        "material"
    }

    fn features(&self) -> &'static [Feature] {
        &PIECES
    }

    fn unit(&self) -> Option<usize> {
        Some(0)
    }

    fn counts(&self, position: &Chess, out: &mut Vec<(u32, f64)>) {
        let balance = position.balance().iter().enumerate();
        out.extend(balance.filter(|&(_, &n)| n != 0).map(|(i, &n)| (i as u32, f64::from(n))));
    }

    fn weighted(&self, position: &Chess, weights: &[Value]) -> i64 {
        let terms = position.balance().iter().zip(weights);
        terms.map(|(&count, &weight)| i64::from(count) * i64::from(weight)).sum()
    }

    fn gain(&self, _position: &Chess, mv: Move, weights: &[Value]) -> Option<i64> {
        let worth = |role: Role| i64::from(weights[role as usize - 1]);
        let promoted = mv.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
        Some(mv.capture().map_or(0, worth) + promoted)
    }
}
