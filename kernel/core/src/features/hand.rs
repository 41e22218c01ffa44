//! Crazyhouse with separate values for pieces in hand and on the board.

use shakmaty::variant::Crazyhouse;
use shakmaty::{Color, Move, Position, Role};

use super::chessboard::{index, kind, push_counts, unit};
use super::{Feature, FeatureSet, Sums};
use crate::evaluate::Context;
use crate::games::{self, FIVE};
use crate::value::Value;

/// The five kinds on the board, and the five in hand.
pub struct Hand {
    features: Vec<Feature>,
}

impl Hand {
    /// The set.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "a set is made once")]
    pub fn new() -> Self {
        let on_board = FIVE.map(|role| {
            let kind = kind(role);
            let meaning = format!("White {kind}s on the board minus Black {kind}s");
            Feature::piece(kind, meaning.leak())
        });
        let in_hand = FIVE.map(|role| {
            let kind = kind(role);
            let meaning = format!("{kind}s in White's hand minus those in Black's");
            Feature::piece(format!("{kind}_in_hand").leak(), meaning.leak())
        });
        Self { features: [on_board, in_hand].concat() }
    }
}

/// White's minus Black's: five kinds on the board, then five in hand.
fn counts(position: &games::Crazyhouse) -> [i64; 10] {
    let pockets = position.rules().pockets();
    let mut counts = [0; 10];
    for role in FIVE {
        let of = |color| pockets.map_or(0, |pockets| i64::from(*pockets.piece(role.of(color))));
        let in_hand = of(Color::White) - of(Color::Black);
        counts[index(role)] = i64::from(position.balance()[index(role)]) - in_hand;
        counts[index(role) + FIVE.len()] = in_hand;
    }
    counts
}

impl FeatureSet<games::Crazyhouse> for Hand {
    fn name(&self) -> &'static str {
        "hand"
    }

    fn features(&self) -> &[Feature] {
        &self.features
    }

    fn unit(&self) -> Option<usize> {
        unit::<Crazyhouse>()
    }

    fn counts(&self, position: &games::Crazyhouse, _context: &Context, out: &mut Vec<(u32, f64)>) {
        push_counts(counts(position), out);
    }

    fn weighted(&self, position: &games::Crazyhouse, _context: &Context, weights: &[Value]) -> i64 {
        let terms = counts(position).into_iter().zip(weights);
        terms.map(|(count, &weight)| count * i64::from(weight)).sum()
    }

    fn gain(
        &self,
        position: &games::Crazyhouse,
        mv: Move,
        _context: &Context,
        weights: &[Value],
        _before: &Sums,
    ) -> Option<i64> {
        let on_board = |role: Role| i64::from(weights[index(role)]);
        let in_hand = |role: Role| i64::from(weights[index(role) + FIVE.len()]);
        if let Move::Put { role, .. } = mv {
            return Some(on_board(role) - in_hand(role));
        }
        let promoted = mv.promotion().map_or(0, |role| on_board(role) - on_board(Role::Pawn));
        let taken = position.taken_in_hand(mv).map_or(0, in_hand);
        Some(mv.capture().map_or(0, on_board) + taken + promoted)
    }
}
