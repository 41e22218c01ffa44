//! The positions that led here: what repetition and the rule of slow progress are judged by.

use crate::game::{Ending, Game, Plain, Repetition};

/// The keys of the positions before the present one, oldest first. The game loop and the search
/// push as they play and pop as they take back.
#[derive(Clone, Debug, Default)]
pub struct History {
    keys: Vec<u64>,
}

impl History {
    /// A history of the given keys, oldest first.
    #[must_use]
    pub fn from_keys(keys: Vec<u64>) -> Self {
        Self { keys }
    }

    /// The keys, oldest first.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The number of positions before the present one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether the present position is the first.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The present position, of this key, is left by a move.
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// The last move is taken back.
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The indices at which `key` stood before, the latest first. A position comes back with the
    /// same side to move, and in no fewer than four plies.
    fn occurrences(&self, key: u64, reversible: u32) -> impl Iterator<Item = usize> {
        let (length, reach) = (self.keys.len(), reversible.min(self.keys.len() as u32) as usize);
        let back = (SHORTEST_CYCLE as usize..=reach).step_by(2);
        back.map(move |plies| length - plies).filter(move |&i| self.keys[i] == key)
    }

    /// Whether [`History::occurrences`] has any: asked at every node, and nearly always no. All are
    /// looked at, several at once.
    #[inline]
    fn has_stood(&self, key: u64, reversible: u32) -> bool {
        let (length, cycle) = (self.keys.len(), SHORTEST_CYCLE as usize);
        let reach = (reversible as usize).min(length);
        if reach < cycle {
            return false;
        }
        let pairs = self.keys[length - reach..=length - cycle].rchunks_exact(2);
        let odd = pairs.remainder().first() == Some(&key);
        pairs.fold(odd, |found, pair| found | (pair[1] == key))
    }

    /// The end that the rules give because of what went before: the position came back too often,
    /// or there were too many plies without progress. Mate comes first: ask [`Game::ending`] before.
    #[must_use]
    pub fn ending<G: Game>(&self, position: &G, key: u64, progress_rule: bool) -> Option<Ending> {
        let reversible = position.reversible_plies();
        let times = position.repetition().times;
        if let Some(first) = self.occurrences(key, reversible).nth(times - 2) {
            return Some(self.repetition(position, key, first));
        }
        let limit = position.progress_limit().filter(|_| progress_rule)?;
        (position.slow_plies() >= limit).then_some(Ending { score: 0.5, reason: "fifty moves" })
    }

    /// What a search should take for the end: the position stood before in this search (below
    /// index `root` lies the game), or often enough in all, or progress is too slow.
    #[must_use]
    pub fn ending_in_search<G: Game>(&self, position: &G, key: u64, root: usize) -> Option<Ending> {
        let reversible = position.reversible_plies();
        let slow = position.progress_limit().is_some_and(|limit| position.slow_plies() >= limit);
        if slow && position.has_legal_move() {
            return Some(Ending { score: 0.5, reason: "fifty moves" });
        }
        if reversible < SHORTEST_CYCLE {
            return None; // As after most captures: there is nothing to look through.
        }
        let times = position.repetition().times;
        if times == Repetition::NEVER {
            return None;
        }
        if !self.has_stood(key, reversible) {
            return None;
        }
        let mut before = self.occurrences(key, reversible);
        let latest = before.next()?;
        let over = latest >= root || times < 3 || before.nth(times - 3).is_some();
        over.then(|| self.repetition(position, key, latest))
    }

    /// Whether a position, of which so much is known, is certainly none that
    /// [`History::ending_in_search`] ends.
    #[must_use]
    pub fn is_new<G: Game>(&self, plain: Plain) -> bool {
        let Plain { reversible_plies, key } = plain;
        let slow = G::PROGRESS_LIMIT.is_some_and(|limit| reversible_plies >= limit);
        !slow && !self.has_stood(key, reversible_plies)
    }

    /// The end of a game that goes in circles since index `since`.
    fn repetition<G: Game>(&self, position: &G, key: u64, since: usize) -> Ending {
        let rule = position.repetition();
        let circle = Ending { score: rule.score, reason: "repetition" };
        if !rule.perpetual_check_loses {
            return circle;
        }
        // Whether the side to move now, or the other, was in check whenever it had to move.
        let always =
            |from: usize| self.keys[from..].iter().step_by(2).all(|&key| G::key_tells_check(key));
        let checked = if G::key_tells_check(key) && always(since) {
            position.turn().sign()
        } else if always(since + 1) {
            -position.turn().sign()
        } else {
            return circle;
        };
        Ending { score: f64::from(checked > 0), reason: "perpetual check" }
    }
}

/// A position cannot come back in fewer plies.
pub const SHORTEST_CYCLE: u32 = 4;
