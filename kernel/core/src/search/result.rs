//! What a search found, and what it says on the way.

use std::time::Duration;

use super::line::Line;
use super::table::Bound;
use crate::evaluate::Gradient;
use crate::game::Game;
use crate::value::{INFINITE, Value};

/// A root move and what the last whole iteration found out about it.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value, or an upper bound on it.
    pub value: Value,
    /// Whether the value is exact.
    pub exact: bool,
    /// The iteration that found the value.
    pub depth: u32,
    pub(super) line: Line<M>,
}

impl<M> RootMove<M> {
    pub(super) fn new(mv: M) -> Self {
        let line = Line { moves: Vec::new(), by_rules: false };
        Self { mv, value: -INFINITE, exact: false, depth: 0, line }
    }

    /// The moves from the root to the leaf of this move's value, where that is exact.
    #[must_use]
    pub fn line(&self) -> &[M] {
        &self.line.moves
    }
}

/// A whole iteration: what it found, and the cost up to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration<M> {
    /// Its depth.
    pub depth: u32,
    /// All nodes so far.
    pub nodes: u64,
    /// Quiescence roots and what lies below them, so far.
    pub c_nodes: u64,
    /// Those of them at which captures were generated: standing pat was not enough.
    pub generating_nodes: u64,
    /// Those of them that detected singular moves.
    pub singular_nodes: u64,
    /// Those of them that detected recaptures.
    pub recapture_nodes: u64,
    /// The value of the root.
    pub value: Value,
    /// The first of the best moves.
    pub mv: M,
}

/// What a search says after an iteration about one of its lines.
pub struct Report<'a, M> {
    /// The depth of the iteration.
    pub depth: u32,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// Which of the best lines this is, from 1.
    pub number: usize,
    /// The value of the root.
    pub value: Value,
    /// "exact", "lower" or "upper".
    pub bound: &'static str,
    /// All nodes so far.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub fullness: u32,
    /// The moves of the line.
    pub line: &'a [M],
}

impl Bound {
    pub(super) fn name(self) -> &'static str {
        match self {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult<G: Game> {
    /// The move to play; none when the game is over.
    pub mv: Option<G::Move>,
    /// The value for the side to move: the evaluation at the leaf, or a result by the rules.
    pub value: Value,
    /// The moves from the root to the principal leaf.
    pub line: Vec<G::Move>,
    /// The position at the end of the line.
    pub leaf: G,
    /// Whether the line ends by the rules: then the leaf's evaluation plays no part.
    pub by_rules: bool,
    /// Whether the line ends where a value was planted: the leaf's evaluation plays no part either.
    pub is_planted: bool,
    /// The depth of the last whole iteration.
    pub depth: u32,
    /// All nodes, quiescence included.
    pub nodes: u64,
    /// Quiescence roots and what lies below them.
    pub c_nodes: u64,
    /// Those of them that detected singular moves.
    pub singular_nodes: u64,
    /// Those of them that detected recaptures.
    pub recapture_nodes: u64,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// How full the table is, in thousandths.
    pub fullness: u32,
    /// The whole iterations, in order.
    pub iterations: Vec<Iteration<G::Move>>,
    /// All root moves, best first.
    pub roots: Vec<RootMove<G::Move>>,
    /// What its nodes teach, where the settings ask for it: the mean of what they recommend for each
    /// weight, in the first player's view.
    pub taught: Gradient,
}

impl<G: Game> SearchResult<G> {
    /// A result by the rules as the first player's score: 1, ½ or 0.
    pub fn score(&self, root: &G) -> Option<f64> {
        let value = self.value * root.turn().sign();
        self.by_rules.then_some(f64::from(value.signum() + 1) / 2.0)
    }

    pub(super) fn take(&mut self, root: &RootMove<G::Move>) {
        self.mv = Some(root.mv);
        self.value = root.value;
        self.by_rules = root.line.by_rules;
        self.line.clone_from(&root.line.moves);
    }

    pub(super) fn at(root: &G, value: Value, by_rules: bool) -> Self {
        Self {
            mv: None,
            value,
            line: Vec::new(),
            leaf: root.clone(),
            by_rules,
            is_planted: false,
            depth: 0,
            nodes: 0,
            c_nodes: 0,
            singular_nodes: 0,
            recapture_nodes: 0,
            selective_depth: 0,
            fullness: 0,
            iterations: Vec::new(),
            roots: Vec::new(),
            taught: Gradient::new(),
        }
    }
}
