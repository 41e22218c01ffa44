//! Horde with separate values for the horde's pieces and the army's.

use shakmaty::{Color, Move, Role};

use super::chessboard::{index, kind, push_counts};
use super::{Feature, FeatureSet, Sums};
use crate::evaluate::Context;
use crate::games::{FIVE, Horde, Variant};
use crate::value::Value;

/// Five kinds of the horde's, five of the army's, and what it is worth to be the horde.
pub struct Sides {
    features: Vec<Feature>,
}

impl Sides {
    /// The set.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "a set is made once")]
    pub fn new() -> Self {
        let start = shakmaty::variant::Horde::FIRST_WEIGHT;
        let piece = |name, meaning| Feature { name, meaning, start };
        let horde = FIVE.map(|role| {
            let kind = kind(role);
            let meaning = format!("the horde's {kind}s");
            piece(format!("horde_{kind}").leak(), meaning.leak())
        });
        let army = FIVE.map(|role| {
            let kind = kind(role);
            let meaning = format!("the army's {kind}s, with the sign turned");
            piece(kind, meaning.leak())
        });
        let horde_to_be = Feature::term("horde", "1: what it is worth to be the horde");
        Self { features: [&horde[..], &army[..], &[horde_to_be]].concat() }
    }
}

/// In the order of the features, Black's with the sign turned.
fn counts(position: &Horde) -> [i64; 11] {
    let pieces = position.pieces();
    let mut counts = [1; 11];
    for role in FIVE {
        let of = |color: Color| pieces.by_piece(role.of(color)).count() as i64;
        counts[index(role)] = of(Color::White);
        counts[index(role) + FIVE.len()] = -of(Color::Black);
    }
    counts
}

impl FeatureSet<Horde> for Sides {
    fn name(&self) -> &'static str {
        "sides"
    }

    fn features(&self) -> &[Feature] {
        &self.features
    }

    /// The horde's pawn.
    fn unit(&self) -> Option<usize> {
        Some(0)
    }

    fn counts(&self, position: &Horde, _context: &Context, out: &mut Vec<(u32, f64)>) {
        push_counts(counts(position), out);
    }

    fn weighted(&self, position: &Horde, _context: &Context, weights: &[Value]) -> i64 {
        let terms = counts(position).into_iter().zip(weights);
        terms.map(|(count, &weight)| count * i64::from(weight)).sum()
    }

    fn gain(
        &self,
        position: &Horde,
        mv: Move,
        _context: &Context,
        weights: &[Value],
        _before: &Sums,
    ) -> Option<i64> {
        let side = |color: Color| if color == Color::White { 0 } else { FIVE.len() };
        let worth = |role: Role, color| match role {
            Role::King => 0,
            _ => i64::from(weights[index(role) + side(color)]),
        };
        let us = position.color();
        let promoted = mv.promotion().map_or(0, |role| worth(role, us) - worth(Role::Pawn, us));
        Some(mv.capture().map_or(0, |role| worth(role, !us)) + promoted)
    }
}
