//! Feature sets: what an evaluation may count, each set declared in one file.

mod bits;
mod centre;
mod chessboard;
mod connect_four;
mod described;
mod hand;
mod knightcap;
mod knpk;
mod material;
mod othello;
mod shogi;
mod sides;
mod squares;
mod stages;
mod tapered;
mod trees;

pub use chessboard::{Term, of_chess};
pub(crate) use chessboard::{leaked, sets};
pub use connect_four::{Lines, Tuples};
pub use described::of_variant;
pub use hand::Hand;
pub use knpk::Placement;
pub use material::{Material, pieces};
pub use othello::{DiscClasses, DiscSquares, Mobility};
pub use sides::Sides;
pub use squares::{Places, Squares, squares};
pub(crate) use tapered::MEASURED;

use crate::error::Error;
use std::sync::Arc;

use crate::evaluate::{Context, Evaluation, Guards};
use crate::game::{EXCHANGES, Game, Rules, Turn};
use crate::value::Value;

/// One thing that can be counted in a position.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// The name in files, tables and pictures.
    pub name: &'static str,
    /// What is counted, in a sentence.
    pub meaning: &'static str,
    /// The weight from which learning starts.
    pub start: f64,
}

impl Feature {
    /// The number of pieces of a kind: learning starts from 1.
    #[must_use]
    pub const fn piece(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, start: 1.0 }
    }

    /// Anything else: learning starts from 0.
    #[must_use]
    pub const fn term(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, start: 0.0 }
    }
}

/// Features that belong to places of a board, to be drawn as one.
#[derive(Clone, Debug)]
pub struct Table {
    /// What the places are for: "knight".
    pub name: String,
    /// Places in a row.
    pub width: usize,
    /// The feature of each place, row by row, as the first player sees the board: the far side
    /// first, and from the left. Several places may share one.
    pub cells: Vec<Option<u32>>,
}

/// Features of a game that belong together. All counts are in the first player's view, and in sets
/// that are symmetric the first player's minus the second's.
pub trait FeatureSet<G: Game>: Send + Sync {
    /// The name by which users ask for the set.
    fn name(&self) -> &'static str;
    /// The features, in the order of their weights.
    fn features(&self) -> &[Feature];
    /// The stages of the game that have weights of their own, by name; one without a name by
    /// default.
    fn stages(&self) -> &[&'static str] {
        &[""]
    }
    /// The stage in which a position stands, as the root of a search.
    fn stage(&self, _position: &G) -> usize {
        0
    }
    /// The phases between which the weights of every position are blended, by name; one without a
    /// name by default. A stage is fixed at the root of a search, a phase fades from leaf to leaf.
    fn phases(&self) -> &[&'static str] {
        &[""]
    }
    /// How much of a position's weights is the first phase's; of two, the rest is the second's.
    fn first_share(&self, _position: &G) -> f64 {
        1.0
    }
    /// Whether counts are the same whichever side searches.
    fn is_symmetric(&self) -> bool {
        true
    }
    /// Which feature's weight is the game's common small unit, if one is.
    fn unit(&self) -> Option<usize> {
        None
    }
    /// What the unit counts among the weights of a stage: its own weight once, unless a piece's worth
    /// lies in several.
    fn unit_counts(&self) -> Vec<(u32, f64)> {
        self.unit().map(|feature| (feature as u32, 1.0)).into_iter().collect()
    }
    /// The boards that some of the features make up.
    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }
    /// The counts that are not zero, by the index of the feature.
    fn counts(&self, position: &G, context: &Context, out: &mut Vec<(u32, f64)>);
    /// The weights of one stage in the form that [`FeatureSet::weighted`] and [`FeatureSet::gain`]
    /// are given: made once an evaluation, so that each place may have its number ready. All stages
    /// have equally many.
    fn prepared(&self, weights: &[Value]) -> Vec<Value> {
        weights.to_vec()
    }
    /// Σ weight × count in fixed point: the search's own road to [`FeatureSet::counts`].
    fn weighted(&self, position: &G, context: &Context, prepared: &[Value]) -> i64;
    /// The same, and what it is blended of: [`FeatureSet::gain`] is given that.
    fn sums(&self, position: &G, context: &Context, prepared: &[Value]) -> Sums {
        Sums { value: self.weighted(position, context, prepared), phases: [0; 2] }
    }
    /// By how much a move changes that sum in favour of the side that makes it, where that can be
    /// told without making it; `before` are the sums of the position.
    fn gain(
        &self,
        _position: &G,
        _mv: G::Move,
        _context: &Context,
        _prepared: &[Value],
        _before: &Sums,
    ) -> Option<i64> {
        None
    }
    /// What [`FeatureSet::gain`] is for each exchange ([`Game::exchange`]), where it hangs on that alone.
    fn exchanges(&self, _prepared: &[Value]) -> Option<[i64; EXCHANGES]> {
        None
    }
    /// Whether counting takes so long that a search should remember what came out.
    fn is_costly(&self) -> bool {
        false
    }
    /// How safely the side to move stands, where the set counts that.
    fn guards(&self, _position: &G, _context: &Context) -> Option<Guards> {
        None
    }
    /// Whether [`FeatureSet::gain`] tells of ordinary moves what they change, quiet ones too.
    fn tells_gain(&self) -> bool {
        false
    }
}

/// Σ weight × count of a position in fixed point, in the first player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The sum.
    pub value: i64,
    /// By the weights of each phase alone, where the set has two.
    pub phases: [i64; 2],
}

/// What is the same for every set: how stages and features make weights.
impl<G: Game> dyn FeatureSet<G> + '_ {
    /// What is constant in a search from this position.
    #[must_use]
    pub fn at_root(&self, position: &G) -> Context {
        Context { stage: self.stage(position), ours: position.roller() }
    }

    /// How many weights there are: one for each feature in each block.
    #[must_use]
    pub fn weights(&self) -> usize {
        self.stages().len() * self.phases().len() * self.features().len()
    }

    /// What the weights of each feature are for, in their order: all phases of a stage, then those of
    /// the next. One without a name where there is one stage and one phase.
    #[must_use]
    pub fn blocks(&self) -> Vec<String> {
        let of = |stage: &'static str| self.phases().iter().map(move |&phase| (stage, phase));
        let named = |(stage, phase): (&str, &str)| match (stage, phase) {
            ("", one) | (one, "") => one.to_owned(),
            (stage, phase) => in_stage(stage, phase),
        };
        self.stages().iter().flat_map(|&stage| of(stage)).map(named).collect()
    }

    /// The names of the weights: `pawn`, or where the set has stages `opening.pawn`.
    #[must_use]
    pub fn weight_names(&self) -> Vec<String> {
        let of = |block: String| {
            self.features().iter().map(move |feature| in_stage(&block, feature.name))
        };
        self.blocks().into_iter().flat_map(of).collect()
    }

    /// The counts that are not zero, by the index of the weight: block × features + feature. With two
    /// phases each count is shared between them.
    pub fn weight_counts(&self, position: &G, context: &Context, out: &mut Vec<(u32, f64)>) {
        let begin = out.len();
        self.counts(position, context, out);
        let (each, phases) = (self.features().len(), self.phases().len());
        let first = (context.stage * phases * each) as u32;
        if first > 0 {
            out[begin..].iter_mut().for_each(|(index, _)| *index += first);
        }
        if phases == 1 {
            return;
        }
        let share = self.first_share(position);
        for i in begin..out.len() {
            let (index, count) = out[i];
            out[i].1 = share * count;
            out.push((index + each as u32, (1.0 - share) * count));
        }
        out.retain(|&(_, count)| count != 0.0);
    }

    /// What tells contexts apart in which the set may count otherwise; 0 where all are alike.
    #[must_use]
    pub fn table_salt(&self, context: &Context) -> u64 {
        let is_second = !self.is_symmetric() && context.ours == Turn::Second;
        (2 * context.stage as u64 + u64::from(is_second)).wrapping_mul(SPREAD)
    }
}

/// Spreads small numbers over all bits (the constant of SplitMix64): keys that differ by a salt lie
/// far apart in a table.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The name of a feature or of a table in a stage: `opening.pawn`; where there is one, as it is.
#[must_use]
pub fn in_stage(stage: &str, feature: &str) -> String {
    if stage.is_empty() { feature.to_owned() } else { format!("{stage}.{feature}") }
}

/// Games whose feature sets are written in Rust.
pub trait HasFeatures: Rules {
    /// All feature sets of the game.
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>];

    /// An evaluation of a kind that this game alone has, by its name and settings, over the set of
    /// that name; none if it has no such kind.
    fn own_kind(
        _kind: &str,
        _settings: &str,
        _set: &str,
        _weights: &[f64],
        _scale: i32,
    ) -> Option<Result<Arc<dyn Evaluation<Self>>, Error>> {
        None
    }

    /// The set of that name.
    ///
    /// # Errors
    /// [`Error::UnknownName`] with the names that exist.
    fn features(name: &str) -> Result<&'static dyn FeatureSet<Self>, Error> {
        let sets = Self::feature_sets();
        sets.iter().copied().find(|set| set.name() == name).ok_or_else(|| Error::UnknownName {
            kind: "feature set",
            name: name.to_owned(),
            known: sets.iter().map(|set| set.name()).collect::<Vec<_>>().join(", "),
        })
    }
}
