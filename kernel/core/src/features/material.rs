//! Material: how many more pieces of each kind the first player has, and the terms of a variant.

use shakmaty::{Move, Role};

use super::chessboard::{index, piece, push_counts, sign, unit};
use super::{Feature, FeatureSet, Sums, Term};
use crate::evaluate::Context;
use crate::game::EXCHANGES;
use crate::games::{Board, Variant};
use crate::value::Value;

/// The kinds that a variant counts, and behind them terms of its own. Its weights are prepared by
/// role, all six, those of the terms behind them.
pub struct Material<V: Variant> {
    name: &'static str,
    features: Vec<Feature>,
    terms: Vec<Term<V>>,
}

/// The kinds that a variant counts.
#[must_use]
pub fn pieces<V: Variant>() -> Material<V> {
    let features = V::KINDS.iter().map(|&role| piece::<V>(role)).collect();
    Material { name: "material", features, terms: Vec::new() }
}

impl<V: Variant> Material<V> {
    /// The same under another name.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// With a term more.
    #[must_use]
    pub fn with(mut self, term: Term<V>) -> Self {
        self.features.push(term.feature);
        self.terms.push(term);
        self
    }
}

/// Where the weights of the terms begin.
const TERMS: usize = 6;

impl<V: Variant> FeatureSet<Board<V>> for Material<V> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn features(&self) -> &[Feature] {
        &self.features
    }

    fn unit(&self) -> Option<usize> {
        unit::<V>()
    }

    fn counts(&self, position: &Board<V>, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let kinds = V::KINDS.iter().map(|&role| i64::from(position.balance()[index(role)]));
        let terms = self.terms.iter().map(|term| i64::from((term.count)(position.rules())));
        push_counts(kinds.chain(terms), out);
    }

    fn prepared(&self, weights: &[Value]) -> Vec<Value> {
        let (kinds, terms) = weights.split_at(V::KINDS.len());
        let mut prepared = vec![0; TERMS];
        for (&role, &weight) in V::KINDS.iter().zip(kinds) {
            prepared[index(role)] = weight;
        }
        prepared.extend(terms);
        prepared
    }

    fn weighted(&self, position: &Board<V>, _context: &Context, prepared: &[Value]) -> i64 {
        let Some((kinds, terms)) = prepared.split_first_chunk::<TERMS>() else { return 0 };
        let product = |kind: usize| i64::from(position.balance()[kind]) * i64::from(kinds[kind]);
        let mut value: i64 = (0..TERMS).map(product).sum();
        for (term, &weight) in self.terms.iter().zip(terms) {
            value += i64::from((term.count)(position.rules())) * i64::from(weight);
        }
        value
    }

    fn tells_gain(&self) -> bool {
        true
    }

    fn exchanges(&self, prepared: &[Value]) -> Option<[i64; EXCHANGES]> {
        let (kinds, terms) = prepared.split_first_chunk::<TERMS>()?;
        if V::EXPLODES || V::DROPS || !terms.is_empty() {
            return None;
        }
        // Numbered as the crate numbers its roles, 0 for none.
        let kind = |number: usize| number.checked_sub(1).and_then(|n| kinds.get(n));
        let worth = |number: usize| kind(number).map(|&weight| i64::from(weight));
        let pawn = i64::from(kinds[index(Role::Pawn)]);
        let promoted = |number| worth(number).map_or(0, |value| value - pawn);
        Some(std::array::from_fn(|exchange| {
            worth(exchange & 7).unwrap_or(0) + promoted(exchange >> 3)
        }))
    }

    fn gain(
        &self,
        position: &Board<V>,
        mv: Move,
        _context: &Context,
        prepared: &[Value],
        _before: &Sums,
    ) -> Option<i64> {
        let (kinds, terms) = prepared.split_first_chunk::<TERMS>()?;
        let mut gain = material_gain(position, mv, kinds);
        for (term, &weight) in self.terms.iter().zip(terms) {
            gain += i64::from((term.change)(position, mv)?) * i64::from(weight);
        }
        Some(gain)
    }
}

#[inline]
fn material_gain<V: Variant>(position: &Board<V>, mv: Move, kinds: &[Value; TERMS]) -> i64 {
    let worth = |role: Role| i64::from(kinds[index(role)]);
    if V::EXPLODES && mv.is_capture() {
        let ours = sign(Role::Pawn.of(position.color()));
        let mut gain = 0;
        position.changes(mv, |change, piece, _| {
            gain += change * sign(piece) * ours * worth(piece.role)
        });
        return gain;
    }
    let promoted = mv.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
    let in_hand = position.taken_in_hand(mv).map_or(0, worth);
    mv.capture().map_or(0, worth) + promoted + in_hand
}
