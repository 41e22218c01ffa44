//! When a selective search ends.

use std::time::{Duration, Instant};

use super::search::SelectiveRequest;
use crate::error::Error;
use crate::game::Game;
use crate::search::{Control, Remote};

/// What a search may cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// So many positions are generated at most, the root not counted.
    pub nodes: Option<u64>,
    /// So much time.
    pub time: Option<Duration>,
    /// So much memory for the tree, in bytes.
    pub memory: Option<usize>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The nodes were used up.
    Nodes,
    /// The time was used up, or somebody said that it was enough.
    Time,
    /// The memory was used up.
    Memory,
    /// More search would not be worth its cost, or there was nothing left to search.
    Settled,
}

impl Ended {
    /// `nodes`, `time`, `memory` or `settled`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Ended::Nodes => "nodes",
            Ended::Time => "time",
            Ended::Memory => "memory",
            Ended::Settled => "settled",
        }
    }
}

/// A budget that is being used.
pub(crate) struct Meter<'a> {
    pub nodes: u64,
    pub memory: usize,
    deadline: Option<Instant>,
    control: Control<'a>,
    remote: Option<&'a Remote>,
}

impl<'a> Meter<'a> {
    pub fn new(budget: Budget, control: Control<'a>) -> Self {
        Self {
            nodes: budget.nodes.unwrap_or(u64::MAX),
            memory: budget.memory.unwrap_or(DEFAULT_MEMORY),
            deadline: budget.time.map(|time| Instant::now() + time),
            control,
            remote: None,
        }
    }

    /// That of a request.
    pub fn of<G: Game>(request: &SelectiveRequest<'a, G>) -> Self {
        Self { remote: request.remote, ..Self::new(request.budget, request.control) }
    }

    /// Whether time is up, or the search was told to end with what it has.
    ///
    /// # Errors
    /// [`Error::Interrupted`] when the caller wants to stop.
    pub fn is_late(&self) -> Result<bool, Error> {
        if (self.control)() {
            return Err(Error::Interrupted);
        }
        let told = self.remote.is_some_and(Remote::is_over);
        Ok(told || self.deadline.is_some_and(|deadline| Instant::now() >= deadline))
    }
}

/// Where nobody says otherwise, a tree stops growing at this size.
const DEFAULT_MEMORY: usize = 1 << 30;
