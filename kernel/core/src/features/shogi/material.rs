//! Material of shogi: how many more pieces of each kind the first player has, in hand or on the
//! board alike.

use super::{Feature, FeatureSet, Sums};
use crate::evaluate::Context;
use crate::games::shogi::{Move, PieceKind, ShogiWith};
use crate::value::Value;

/// The thirteen countable piece kinds of shogi: seven plain, six promoted.
pub struct Material;

pub(super) const PIECES: [Feature; 13] = [
    Feature::piece("pawn", "pawns of Sente minus those of Gote, in hand and on the board"),
    Feature::piece("lance", "lances of Sente minus those of Gote, in hand and on the board"),
    Feature::piece("knight", "knights of Sente minus those of Gote, in hand and on the board"),
    Feature::piece("silver", "silvers of Sente minus those of Gote, in hand and on the board"),
    Feature::piece("gold", "golds of Sente minus those of Gote, in hand and on the board"),
    Feature::piece("bishop", "bishops of Sente minus those of Gote, in hand and on the board"),
    Feature::piece("rook", "rooks of Sente minus those of Gote, in hand and on the board"),
    Feature::piece("tokin", "promoted pawns of Sente minus those of Gote"),
    Feature::piece("promoted_lance", "promoted lances of Sente minus those of Gote"),
    Feature::piece("promoted_knight", "promoted knights of Sente minus those of Gote"),
    Feature::piece("promoted_silver", "promoted silvers of Sente minus those of Gote"),
    Feature::piece("horse", "promoted bishops of Sente minus those of Gote"),
    Feature::piece("dragon", "promoted rooks of Sente minus those of Gote"),
];

impl<const D: bool> FeatureSet<ShogiWith<D>> for Material {
    fn name(&self) -> &'static str {
        "material"
    }

    fn features(&self) -> &'static [Feature] {
        &PIECES
    }

    fn unit(&self) -> Option<usize> {
        Some(0)
    }

    fn counts(&self, position: &ShogiWith<D>, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let balance = position.position().balance().iter().enumerate();
        out.extend(balance.filter(|&(_, &n)| n != 0).map(|(i, &n)| (i as u32, f64::from(n))));
    }

    fn weighted(&self, position: &ShogiWith<D>, _context: &Context, weights: &[Value]) -> i64 {
        let terms = position.position().balance().iter().zip(weights);
        terms.map(|(&count, &weight)| i64::from(count) * i64::from(weight)).sum()
    }

    fn gain(
        &self,
        position: &ShogiWith<D>,
        mv: Move,
        _context: &Context,
        weights: &[Value],
        _before: &Sums,
    ) -> Option<i64> {
        let worth = |kind: PieceKind| i64::from(weights[kind as usize]);
        let changes = position.position().changes(mv);
        let taken = changes.taken.map_or(0, |kind| worth(kind) + worth(kind.plain()));
        let promoted = changes.promoted.map_or(0, |(from, to)| worth(to) - worth(from));
        Some(taken + promoted)
    }
}
