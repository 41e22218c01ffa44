//! Static values that a search has seen before, of evaluations that take long.
//!
//! Iterations come to the same positions again and again, and other orders of moves lead to them too.
//! Nothing that is found changes by it but the time: a value is a function of what its key tells.

use super::state::Search;
use crate::evaluate::Standing;
use crate::game::Game;

/// How many are kept, a power of two: a short search's last iterations, in .6 MB.
const SLOTS: usize = 1 << 14;
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// How positions stand, by their keys; each key has one place.
#[derive(Default)]
pub(super) struct Standings {
    slots: Vec<(u64, Standing)>,
    /// Tells the keys of this search from those of all before, which had other weights or roots.
    salt: u64,
}

impl Standings {
    /// Forgets everything; there is room only where an evaluation asks for it.
    pub fn begin(&mut self, is_asked_for: bool) {
        self.salt = self.salt.wrapping_add(GOLDEN);
        if is_asked_for && self.slots.is_empty() {
            self.slots.resize(SLOTS, (0, Standing::default()));
        }
    }

    /// The place of a position's key, and the key as it stands there.
    fn at(&mut self, key: u64) -> (&mut (u64, Standing), u64) {
        let key = key ^ self.salt;
        (&mut self.slots[key as usize & (SLOTS - 1)], key)
    }
}

impl<G: Game> Search<'_, G> {
    /// How a position stands.
    #[inline]
    pub fn standing(&mut self, position: &G) -> Standing {
        if !self.asks.remembered {
            return self.evaluation.standing(position, &self.context);
        }
        let (slot, key) = self.standings.at(position.evaluation_key());
        if slot.0 != key {
            *slot = (key, self.evaluation.standing(position, &self.context));
        }
        slot.1
    }
}
