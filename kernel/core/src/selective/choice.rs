//! What a selective search found.

use super::evaluator::Spike;
use super::limits::Ended;

/// A root move and what the search thinks of it.
#[derive(Clone, Debug)]
pub struct RootChoice<M> {
    /// The move.
    pub mv: M,
    /// Its value to the side that searches.
    pub value: f64,
    /// How many positions were generated behind it, its own included.
    pub nodes: u64,
    /// The distribution of its value, from high to low, where the search has one.
    pub spikes: Vec<Spike>,
}

/// What a selective search found.
#[derive(Clone, Debug)]
pub struct Choice<M> {
    /// The move to play; none when the game is over.
    pub mv: Option<M>,
    /// The value of the root to the side to move, if that move is played.
    pub value: f64,
    /// What all further search of the tree would be worth, where the search knows.
    pub gain: Option<f64>,
    /// The moves that each side is expected to play.
    pub line: Vec<M>,
    /// The root moves, in the order of the rules.
    pub roots: Vec<RootChoice<M>>,
    /// Positions generated.
    pub nodes: u64,
    /// Positions that were given their children.
    pub expansions: u64,
    /// The longest line of the tree.
    pub depth: usize,
    /// What the tree took, in bytes.
    pub memory: usize,
    /// Why the search ended.
    pub ended: Ended,
    /// The lines with the most positions behind them, most first, each with that number.
    pub lines: Vec<(Vec<M>, u64)>,
    /// The paths to the last positions that were expanded, oldest first.
    pub recent: Vec<Vec<M>>,
}
