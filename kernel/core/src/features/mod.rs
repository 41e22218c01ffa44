//! Feature sets: what an evaluation may count, each set declared in one file.

mod centre;
mod chessboard;
mod hand;
mod knpk;
mod material;
mod othello;
mod shogi;
mod sides;
mod squares;
mod trees;

pub use chessboard::{Term, of_chess};
pub(crate) use chessboard::{leaked, sets};
pub use hand::Hand;
pub use knpk::Placement;
pub use material::{Material, pieces};
pub use othello::{DiscClasses, DiscSquares, Mobility};
pub use sides::Sides;
pub use squares::{Places, Squares, squares};

use crate::error::Error;
use crate::game::{Game, Rules};
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

/// Features of a game that belong together. All counts are the first player's minus the second's.
pub trait FeatureSet<G: Game>: Send + Sync {
    /// The name by which users ask for the set.
    fn name(&self) -> &'static str;
    /// The features, in the order of their weights.
    fn features(&self) -> &[Feature];
    /// Which feature's weight is the game's common small unit, if one is.
    fn unit(&self) -> Option<usize> {
        None
    }
    /// The boards that some of the features make up.
    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }
    /// The counts that are not zero, by index.
    fn counts(&self, position: &G, out: &mut Vec<(u32, f64)>);
    /// The weights in the form that [`FeatureSet::weighted`] and [`FeatureSet::gain`] are given:
    /// made once an evaluation, so that each place may have its number ready.
    fn prepared(&self, weights: &[Value]) -> Vec<Value> {
        weights.to_vec()
    }
    /// Σ weight × count in fixed point: the search's own road to [`FeatureSet::counts`].
    fn weighted(&self, position: &G, prepared: &[Value]) -> i64;
    /// By how much a move changes that sum in favour of the side that makes it, where that can be
    /// told without making it.
    fn gain(&self, _position: &G, _mv: G::Move, _prepared: &[Value]) -> Option<i64> {
        None
    }
}

/// Games whose feature sets are written in Rust.
pub trait HasFeatures: Rules {
    /// All feature sets of the game.
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>];

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
