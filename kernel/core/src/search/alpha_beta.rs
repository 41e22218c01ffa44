//! The full-width part of the search: negamax with alpha-beta, in numbered steps.

use super::limits::{Aborted, Limits};
use super::line::Lines;
use super::ordering::{Ordering, pick};
use super::settings::Settings;
use super::table::{Bound, Table};
use crate::evaluate::{Context, Evaluation};
use crate::game::{Ending, Game};
use crate::history::{History, SHORTEST_CYCLE};
use crate::value::{self, INFINITE, MATE, MATE_BOUND, MAX_PLY, Value};

/// How many moves are tried in order of promise; the rest come as they are generated.
const MOST_SORTED: usize = 10;

/// One search under way: the settings, what it may ask, and what it remembers.
pub(super) struct Search<'a, G: Game> {
    pub settings: &'a Settings,
    pub evaluation: &'a dyn Evaluation<G>,
    pub context: Context,
    pub limits: Limits<'a>,
    /// Quiescence roots and what lies below them.
    pub c_nodes: u64,
    pub table: Option<&'a mut Table<G::Move>>,
    pub ordering: &'a mut Ordering,
    pub lines: &'a mut Lines<G::Move>,
    pub scores: &'a mut Vec<Vec<i32>>,
    pub history: History,
    /// Where in the history the search began.
    pub root: usize,
    /// The node count at which the present quiescence gives up.
    pub quiescence_end: u64,
}

impl<G: Game> Search<'_, G> {
    /// A bound r on the minimax value v of the position at `depth`: r ≤ alpha means v ≤ r,
    /// r ≥ beta means v ≥ r, and otherwise r = v and the line at `ply` leads to its leaf.
    pub fn node(
        &mut self,
        position: &G,
        key: u64,
        depth: u32,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Result<Value, Aborted> {
        // 1. At the horizon.
        if depth == 0 || ply >= MAX_PLY {
            return self.horizon(position, key, alpha, beta, ply);
        }
        self.limits.count()?;
        // 2. The end by the rules.
        if self.is_draw_by_history(position, key) {
            return Ok(self.end_by_rules(0, ply));
        }
        let mut moves = position.legal_moves();
        if let Some(ending) = ending(position, moves.as_ref()) {
            return Ok(self.end_by_rules(value_of(position, ending, ply), ply));
        }
        // 3. What the table knows.
        let (cut_off, first) = self.look_up(key, depth, alpha, beta, ply);
        if let Some(value) = cut_off {
            return Ok(value);
        }
        // 4. Passing: if even that is too good, a move will be.
        if let Some(value) = self.try_null_move(position, depth, beta, ply)? {
            return Ok(value);
        }
        // 5. The moves.
        let (best, best_move) =
            self.try_moves(position, key, moves.as_mut(), first, (depth, alpha, beta, ply))?;
        // 6. What was found out.
        self.store(key, best, best_move, (depth, alpha, beta, ply));
        Ok(best)
    }

    fn try_moves(
        &mut self,
        position: &G,
        key: u64,
        moves: &mut [G::Move],
        first: Option<G::Move>,
        (depth, mut alpha, beta, ply): (u32, Value, Value, usize),
    ) -> Result<(Value, Option<G::Move>), Aborted> {
        let mut scores = std::mem::take(&mut self.scores[ply]);
        let history = self.settings.history_heuristic;
        self.ordering.score(position, moves, first, history, &mut scores);
        let mut sorting = true;
        let (mut best, mut best_move) = (-INFINITE, None);
        self.history.push(key);
        for i in 0..moves.len() {
            let mv = if sorting { pick(moves, &mut scores, i) } else { moves[i] };
            // When so many moves have not cut off, none will: their order no longer matters.
            sorting = sorting && scores[i] > 0 && i + 1 < MOST_SORTED;
            let child = position.play(mv);
            let child_key = self.child_key(position, key, mv, &child, depth - 1);
            let value = -self.node(&child, child_key, depth - 1, -beta, -alpha, ply + 1)?;
            if value <= best {
                continue;
            }
            best = value;
            if value > alpha {
                best_move = Some(mv);
                alpha = value;
                self.lines.extend(ply, mv);
            }
            if value >= beta {
                if history && !position.is_noisy(mv) {
                    self.ordering.reward(position, mv, depth);
                }
                break;
            }
        }
        self.history.pop();
        self.scores[ply] = scores;
        Ok((best, best_move))
    }

    /// The child's key, where anyone will look at it: the table, or the history.
    #[inline]
    pub fn child_key(&self, position: &G, key: u64, mv: G::Move, child: &G, depth: u32) -> u64 {
        let used =
            depth > 0 || self.settings.history_draws && child.reversible_plies() >= SHORTEST_CYCLE;
        if used { position.key_after(key, mv, child) } else { 0 }
    }

    pub fn is_draw_by_history(&self, position: &G, key: u64) -> bool {
        self.settings.history_draws && self.history.is_draw_in_search(position, key, self.root)
    }

    /// The table's move, and its value where that decides. A value inside the window never does:
    /// it would cut the line off before its leaf.
    fn look_up(
        &self,
        key: u64,
        depth: u32,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> (Option<Value>, Option<G::Move>) {
        let Some(entry) = self.table.as_ref().and_then(|table| table.get(key)) else {
            return (None, None);
        };
        let stored = u32::from(entry.depth);
        let deep_enough = stored == depth || self.settings.deeper_entries && stored > depth;
        let value = value::from_table(entry.value, ply);
        let decides = deep_enough
            && match entry.bound {
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
                Bound::Exact => value >= beta || value <= alpha,
            };
        (decides.then_some(value), entry.mv)
    }

    fn store(
        &mut self,
        key: u64,
        best: Value,
        best_move: Option<G::Move>,
        (depth, alpha, beta, ply): (u32, Value, Value, usize),
    ) {
        let Some(table) = self.table.as_mut() else { return };
        let bound = if best >= beta {
            Bound::Lower
        } else if best <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        table.put(key, value::to_table(best, ply), depth as u8, bound, best_move);
    }

    fn try_null_move(
        &mut self,
        position: &G,
        depth: u32,
        beta: Value,
        ply: usize,
    ) -> Result<Option<Value>, Aborted> {
        let Some(reduction) = self.settings.null_move.filter(|&r| depth > r) else {
            return Ok(None);
        };
        if beta.abs() >= MATE_BOUND {
            return Ok(None);
        }
        let Some(passed) = position.pass() else { return Ok(None) };
        // Before the pass lies another game: no repetition reaches across it.
        let history = std::mem::take(&mut self.history);
        let root = std::mem::replace(&mut self.root, 0);
        let key = passed.key();
        let searched = self.node(&passed, key, depth - 1 - reduction, -beta, 1 - beta, ply + 1);
        self.history = history;
        self.root = root;
        let value = -searched?;
        // A mate behind a pass proves nothing about its distance.
        Ok((value >= beta).then_some(if value >= MATE_BOUND { beta } else { value }))
    }

    /// The line ends here with a value that the rules give.
    pub fn end_by_rules(&mut self, value: Value, ply: usize) -> Value {
        self.lines.end(ply, true);
        value
    }
}

fn ending<G: Game>(position: &G, moves: &[G::Move]) -> Option<Ending> {
    if moves.is_empty() { Some(position.stuck()) } else { position.dead() }
}

/// What a result `ply` plies below the root is worth to the side to move: sooner counts more.
pub(super) fn value_of<G: Game>(position: &G, ending: Ending, ply: usize) -> Value {
    let score = (ending.score - 0.5) * f64::from(position.turn().sign());
    let win = MATE - ply as Value;
    if score > 0.0 {
        win
    } else if score < 0.0 {
        -win
    } else {
        0
    }
}
