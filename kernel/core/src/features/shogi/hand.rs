//! Pieces in hand and on the board apart: a step past the papers, which count them alike.

use super::material::PIECES;
use super::{Feature, FeatureSet, Sums, push_counts};
use crate::evaluate::Context;
use crate::games::shogi::{Move, Origin, PieceKind, ShogiWith};
use crate::value::Value;

/// Thirteen kinds on the board, seven in hand.
pub struct Hand;

const FEATURES: [Feature; 20] = {
    let held = [
        Feature::piece("pawn_in_hand", "pawns in Sente's hand minus those in Gote's"),
        Feature::piece("lance_in_hand", "lances in Sente's hand minus those in Gote's"),
        Feature::piece("knight_in_hand", "knights in Sente's hand minus those in Gote's"),
        Feature::piece("silver_in_hand", "silvers in Sente's hand minus those in Gote's"),
        Feature::piece("gold_in_hand", "golds in Sente's hand minus those in Gote's"),
        Feature::piece("bishop_in_hand", "bishops in Sente's hand minus those in Gote's"),
        Feature::piece("rook_in_hand", "rooks in Sente's hand minus those in Gote's"),
    ];
    let on_board = [
        Feature::piece("pawn", "pawns of Sente on the board minus those of Gote"),
        Feature::piece("lance", "lances of Sente on the board minus those of Gote"),
        Feature::piece("knight", "knights of Sente on the board minus those of Gote"),
        Feature::piece("silver", "silvers of Sente on the board minus those of Gote"),
        Feature::piece("gold", "golds of Sente on the board minus those of Gote"),
        Feature::piece("bishop", "bishops of Sente on the board minus those of Gote"),
        Feature::piece("rook", "rooks of Sente on the board minus those of Gote"),
    ];
    let mut features = [PIECES[0]; 20];
    let mut i = 0;
    while i < 20 {
        features[i] = match i {
            0..7 => on_board[i],
            7..13 => PIECES[i],
            _ => held[i - IN_HAND],
        };
        i += 1;
    }
    features
};

/// Where the weights of pieces in hand begin.
const IN_HAND: usize = 13;

/// All counts, in the order of the weights.
fn balance<const D: bool>(position: &ShogiWith<D>) -> [i32; 20] {
    let position = position.position();
    let [ours, theirs] = position.hands();
    let mut all = [0; 20];
    for (i, &count) in position.balance().iter().enumerate() {
        all[i] = i32::from(count);
    }
    for i in 0..7 {
        let held = i32::from(ours[i]) - i32::from(theirs[i]);
        all[IN_HAND + i] = held;
        all[i] -= held;
    }
    all
}

impl<const D: bool> FeatureSet<ShogiWith<D>> for Hand {
    fn name(&self) -> &'static str {
        "hand"
    }

    fn features(&self) -> &[Feature] {
        &FEATURES
    }

    fn unit(&self) -> Option<usize> {
        Some(0)
    }

    fn counts(&self, position: &ShogiWith<D>, _context: &Context, out: &mut Vec<(u32, f64)>) {
        push_counts(balance(position), out);
    }

    fn weighted(&self, position: &ShogiWith<D>, _context: &Context, weights: &[Value]) -> i64 {
        let terms = balance(position).into_iter().zip(weights);
        terms.map(|(count, &weight)| i64::from(count) * i64::from(weight)).sum()
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
        let held = |kind: PieceKind| i64::from(weights[IN_HAND + kind as usize]);
        if let Origin::Hand(kind) = mv.origin() {
            return Some(worth(kind) - held(kind));
        }
        let changes = position.position().changes(mv);
        let taken = changes.taken.map_or(0, |kind| worth(kind) + held(kind.plain()));
        let promoted = changes.promoted.map_or(0, |(from, to)| worth(to) - worth(from));
        Some(taken + promoted)
    }
}
