//! Planted values: what a player's brain knows of positions from games that it lost.
//!
//! They stand beside the transposition table, not in it: nothing that the search finds can push
//! them out, and they take no place from what it finds.

use std::collections::HashMap;

use super::limits::Aborted;
use super::state::{At, Search};
use crate::game::Game;
use crate::value::{Value, from_table};

/// What is known of one position: between which values it lies, for the side to move there, by a
/// search of which depth. A mate counts its plies from the position itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// It is worth at least this.
    pub low: Value,
    /// And at most this.
    pub high: Value,
    /// Nodes that would be searched more deeply than this are searched all the same.
    pub depth: u32,
}

/// Positions of which something is known, by their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Planted(HashMap<u64, Known>);

impl Planted {
    /// What is known of the position with this key.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Known> {
        self.0.get(&key).copied()
    }

    /// Whether nothing is known of anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(u64, Known)> for Planted {
    fn from_iter<T: IntoIterator<Item = (u64, Known)>>(known: T) -> Self {
        Self(known.into_iter().collect())
    }
}

impl<G: Game> Search<'_, G> {
    /// The value of a node that was planted, as a bound in the sense of [`Search::node`]; none where
    /// what is known decides nothing. An exact one ends the line.
    #[inline]
    pub fn planted_value(
        &mut self,
        position: &G,
        key: u64,
        at: At,
    ) -> Result<Option<Value>, Aborted> {
        let Some(known) = self.planted.and_then(|planted| planted.get(key)) else {
            return Ok(None);
        };
        // A repetition is a draw whatever the position is worth else.
        if known.depth < at.depth || self.ending_by_history(position, key).is_some() {
            return Ok(None);
        }
        let (low, high) = (from_table(known.low, at.ply), from_table(known.high, at.ply));
        let value = if low >= at.beta {
            low
        } else if high <= at.alpha {
            high
        } else if low == high {
            self.lines.end(at.ply, false);
            low
        } else {
            return Ok(None);
        };
        self.limits.count()?;
        Ok(Some(value))
    }
}
