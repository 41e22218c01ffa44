//! Which move to try first.

use super::settings::Settings;
use crate::game::Game;
use crate::value::MAX_PLY;

// Classes of moves; within a class the finer order is added.
const TABLE_MOVE: i32 = i32::MAX;
const NOISY: i32 = 1 << 28;
const KILLER: i32 = (1 << 27) + 2;
const REFUTATION: i32 = (1 << 27) + 1;
const MOST_HISTORY: i32 = 1 << 27;
/// So many moves are forgotten one by one.
const FEW: usize = 512;
/// Exchanges that lose material come after all quiet moves.
const LOSING: i32 = -(1 << 28);

/// What is remembered of moves that cut off.
pub(super) struct Ordering {
    /// How often each quiet move cut off, weighted by depth.
    history: Vec<i32>,
    /// Which of them did, while they are few: all is not forgotten where little was learnt.
    counted: Vec<usize>,
    /// The last two quiet moves that cut off at each ply, the latest first.
    killers: Vec<[u16; 2]>,
    /// The quiet move that last refuted each move of the opponent.
    refutations: Vec<u16>,
}

/// What is known at a node about its moves, before any is tried.
#[derive(Clone, Copy)]
pub(super) struct Known<M> {
    /// The table's move, as `Game::move_code`; 0 for none.
    pub first: u16,
    pub ply: usize,
    /// The move that led here.
    pub last: Option<M>,
}

impl Ordering {
    pub fn new<G: Game>() -> Self {
        Self {
            history: vec![0; G::HISTORY_SIZE],
            counted: Vec::with_capacity(FEW),
            killers: vec![[0; 2]; MAX_PLY + 1],
            refutations: vec![0; 1 << 16],
        }
    }

    pub fn forget(&mut self, settings: &Settings) {
        if self.counted.len() < FEW {
            self.counted.iter().for_each(|&index| self.history[index] = 0);
        } else {
            self.history.fill(0);
        }
        self.counted.clear();
        if settings.killers {
            self.killers.fill([0; 2]);
        }
        if settings.refutation {
            self.refutations.fill(0);
        }
    }

    /// Between two moves of one game: what was learnt fades.
    pub fn fade(&mut self) {
        self.history.iter_mut().for_each(|score| *score /= 8);
        self.killers.fill([0; 2]);
    }

    /// A quiet move cut off.
    pub fn reward<G: Game>(
        &mut self,
        settings: &Settings,
        position: &G,
        mv: G::Move,
        depth: u32,
        (ply, last): (usize, Option<G::Move>),
    ) {
        let code = G::move_code(mv);
        if settings.history_heuristic {
            let index = position.history_index(mv);
            let score = &mut self.history[index];
            if *score == 0 && self.counted.len() < FEW {
                self.counted.push(index);
            }
            *score = (*score + (depth * depth) as i32).min(MOST_HISTORY);
        }
        if settings.killers && self.killers[ply][0] != code {
            self.killers[ply] = [code, self.killers[ply][0]];
        }
        if let Some(last) = last.filter(|_| settings.refutation) {
            self.refutations[usize::from(G::move_code(last))] = code;
        }
    }

    /// A score for each move: the higher, the earlier; 0 for those of which nothing is known.
    pub fn score<G: Game>(
        &self,
        settings: &Settings,
        position: &G,
        moves: &[G::Move],
        known: &Known<G::Move>,
        out: &mut Vec<i32>,
    ) {
        out.clear();
        let special = settings.killers || settings.refutation;
        out.extend(moves.iter().map(|&mv| {
            if known.first != 0 && G::move_code(mv) == known.first {
                TABLE_MOVE
            } else if position.is_noisy(mv) {
                let class =
                    if settings.see && position.loses_exchange(mv) { LOSING } else { NOISY };
                class + position.noisy_order(mv)
            } else {
                let special = if special { self.special::<G>(settings, mv, known) } else { 0 };
                if special > 0 {
                    special
                } else if settings.history_heuristic {
                    self.history[position.history_index(mv)]
                } else {
                    0
                }
            }
        }));
    }

    fn special<G: Game>(&self, settings: &Settings, mv: G::Move, known: &Known<G::Move>) -> i32 {
        let code = G::move_code(mv);
        if settings.killers && self.killers[known.ply].contains(&code) {
            KILLER
        } else if known.last.is_some_and(|last| {
            settings.refutation && self.refutations[usize::from(G::move_code(last))] == code
        }) {
            REFUTATION
        } else {
            0
        }
    }
}

/// Brings the best of the moves from `i` on to place `i`, and returns it.
#[inline]
pub(super) fn pick<M: Copy>(moves: &mut [M], scores: &mut [i32], i: usize) -> M {
    // Two passes, since the first of them compares several scores at once.
    let highest = scores[i..].iter().fold(i32::MIN, |highest, &score| highest.max(score));
    let best = i + scores[i..].iter().position(|&score| score == highest).unwrap_or(0);
    moves.swap(i, best);
    scores.swap(i, best);
    moves[i]
}

/// Brings the moves of which nothing is known before those that lose: all from `i` on are either.
pub(super) fn losing_last<M: Copy>(moves: &mut [M], scores: &mut [i32], i: usize) {
    let mut end = moves.len();
    let mut j = i;
    while j < end {
        if scores[j] < 0 {
            end -= 1;
            moves.swap(j, end);
            scores.swap(j, end);
        } else {
            j += 1;
        }
    }
}
