//! Which move to try first.

use crate::game::Game;

/// Noisy moves come before all quiet ones, whatever the history says.
const NOISY: i32 = 1 << 28;
const MOST_HISTORY: i32 = 1 << 27;

/// How often each quiet move cut off, weighted by depth.
pub(super) struct Ordering {
    scores: Vec<i32>,
}

impl Ordering {
    pub fn new<G: Game>() -> Self {
        Self { scores: vec![0; G::HISTORY_SIZE] }
    }

    pub fn forget(&mut self) {
        self.scores.fill(0);
    }

    /// A quiet move cut off.
    pub fn reward<G: Game>(&mut self, position: &G, mv: G::Move, depth: u32) {
        let score = &mut self.scores[position.history_index(mv)];
        *score = (*score + (depth * depth) as i32).min(MOST_HISTORY);
    }

    /// A score for each move: the higher, the earlier; 0 for those of which nothing is known.
    pub fn score<G: Game>(
        &self,
        position: &G,
        moves: &[G::Move],
        first: Option<G::Move>,
        history: bool,
        out: &mut Vec<i32>,
    ) {
        out.clear();
        out.extend(moves.iter().map(|&mv| {
            if Some(mv) == first {
                i32::MAX
            } else if position.is_noisy(mv) {
                NOISY + position.noisy_order(mv)
            } else if history {
                self.scores[position.history_index(mv)]
            } else {
                0
            }
        }));
    }
}

/// Brings the best of the moves from `i` on to place `i`, and returns it.
#[inline]
pub(super) fn pick<M: Copy>(moves: &mut [M], scores: &mut [i32], i: usize) -> M {
    let mut best = i;
    for j in i + 1..moves.len() {
        if scores[j] > scores[best] {
            best = j;
        }
    }
    moves.swap(i, best);
    scores.swap(i, best);
    moves[i]
}
