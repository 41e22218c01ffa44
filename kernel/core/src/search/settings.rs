//! Every option of a search, named.

use crate::error::Error;
use crate::value::{MAX_PLY, Value};

/// How to search. The defaults are the base engine of the experiments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Plies of full-width search; 0 is quiescence alone.
    pub depth: u32,
    /// Whether captures and promotions are followed at the horizon.
    pub quiescence: bool,
    /// At most so many plies of quiescence.
    pub quiescence_plies: Option<u32>,
    /// No search at all: any legal move, each equally likely.
    pub random_play: bool,
    /// Stop after so many nodes.
    pub nodes: Option<u64>,
    /// Stop after so many milliseconds.
    pub milliseconds: Option<u64>,
    /// Entries of the transposition table; 0 for none.
    pub table_entries: usize,
    /// How many consecutive entries are looked at, 1 to 16.
    pub probes: usize,
    /// Whether entries of greater depth may cut off too. Off, the search equals plain minimax.
    pub deeper_entries: bool,
    /// Whether quiet moves are ordered by how often they caused cut-offs.
    pub history_heuristic: bool,
    /// The reduction R of the null move.
    pub null_move: Option<u32>,
    /// Whether repetitions and slow progress count as draws inside the search.
    pub history_draws: bool,
    /// Whether one of the equally good root moves is drawn; otherwise the first is taken.
    pub random_ties: bool,
    /// Up to so much is added to each root value before the best is chosen.
    pub noise: Value,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            depth: 4,
            quiescence: true,
            quiescence_plies: None,
            random_play: false,
            nodes: None,
            milliseconds: None,
            table_entries: 1 << 16,
            probes: 4,
            deeper_entries: false,
            history_heuristic: true,
            null_move: None,
            history_draws: true,
            random_ties: true,
            noise: 0,
        }
    }
}

impl Settings {
    /// The deepest full-width search that can be asked for.
    pub const MAX_DEPTH: u32 = (MAX_PLY / 2) as u32;

    /// Whether something other than the depth can end the search.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.nodes.is_some() || self.milliseconds.is_some()
    }

    /// Whether every setting is in its range.
    ///
    /// # Errors
    /// All that is wrong, in one message.
    pub fn check(&self) -> Result<(), Error> {
        let mut wrong = Vec::new();
        if self.depth > Self::MAX_DEPTH {
            wrong.push(format!("depth {} is not between 0 and {}", self.depth, Self::MAX_DEPTH));
        }
        if !(1..=16).contains(&self.probes) {
            wrong.push(format!("{} probes: not between 1 and 16", self.probes));
        }
        if self.null_move.is_some_and(|r| !(1..=4).contains(&r)) {
            wrong.push(format!("null move with R = {:?}: not between 1 and 4", self.null_move));
        }
        if !(0..=100_000_000).contains(&self.noise) {
            wrong.push(format!("noise {} is not between 0 and 100000000", self.noise));
        }
        if wrong.is_empty() { Ok(()) } else { Err(Error::BadSetting(wrong.join("; "))) }
    }
}
