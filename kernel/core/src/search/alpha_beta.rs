//! The full-width part of the search: negamax with alpha-beta, in numbered steps.

use super::extend::Extending;
use super::limits::Aborted;
use super::ordering::{Known, losing_last, pick};
use super::settings::CheckExtension;
use super::state::{At, Frame, Search, Tried};
use super::table::{Bound, Entry};
use crate::game::{Ending, Game};
use crate::history::SHORTEST_CYCLE;
use crate::value::{self, INFINITE, MATE, MAX_PLY, Value};

/// How many moves are tried in order of promise; the rest come as they are generated.
const MOST_SORTED: usize = 10;

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
        let mut at = At { depth, alpha, beta, ply };
        // 0. What was planted: known before the search began.
        if let Some(value) = self.planted_value(position, key, at)? {
            return Ok(value);
        }
        // 1. At the horizon, unless moves out of check are free.
        let in_check = self.asks.check && position.is_check();
        let free = depth == 0
            && in_check
            && self.settings.check_extension == Some(CheckExtension::Evasions);
        if depth == 0 && !free || ply >= MAX_PLY {
            return self.horizon(position, key, alpha, beta, ply);
        }
        self.limits.count()?;
        // 2. The end by the rules.
        if let Some(ending) = self.ending_by_history(position, key) {
            return Ok(self.end_by_rules(value_of(position, ending, ply), ply));
        }
        let mut moves = G::Moves::default();
        position.put_legal_moves(&mut moves);
        if let Some(ending) = ending(position, moves.as_ref()) {
            return Ok(self.end_by_rules(value_of(position, ending, ply), ply));
        }
        // 3. What the table knows.
        let entry = self.table.and_then(|table| table.get(key));
        if let Some(value) = entry.and_then(|entry| self.cut_off(entry, at)) {
            return Ok(value);
        }
        // 4. Static judgements: razoring and futility.
        if self.asks.static_value {
            self.frames[ply].static_value = self.standing(position).value;
        }
        if let Some(value) = self.give_up_early(position, at, in_check)? {
            return Ok(value);
        }
        // 5. Passing: if even that is too good, a move will be.
        let (passed, threat) = self.try_null_move(position, at)?;
        if let Some(value) = passed {
            return Ok(value);
        }
        // 6. A successor that the table knows to be good enough.
        if let Some(value) = self.look_ahead(position, key, moves.as_ref(), at) {
            return Ok(value);
        }
        // 7. What makes this node, or one of its moves, worth a ply more.
        let mut extending = self.extending(position, moves.as_ref().len(), at, in_check, threat);
        at.depth += extending.whole_node();
        extending.singular = self.singular_move(position, key, moves.as_ref(), entry, at)?;
        // 8. The moves.
        let first = entry.map_or(0, |entry| entry.code);
        let (best, best_move) =
            self.try_moves(position, key, moves.as_mut(), first, at, extending)?;
        // 9. What was found out.
        self.store(key, best, best_move, At { depth, ..at });
        self.teach(position, best, At { depth, ..at })?;
        Ok(best)
    }

    #[inline(never)]
    fn try_moves(
        &mut self,
        position: &G,
        key: u64,
        moves: &mut [G::Move],
        first: u16,
        mut at: At,
        extending: Extending<G::Move>,
    ) -> Result<(Value, Option<G::Move>), Aborted> {
        let ply = at.ply;
        let mut scores = std::mem::take(&mut self.scores[ply]);
        let known = Known { first, ply, last: self.frames[ply].last };
        self.ordering.score(self.settings, position, moves, &known, &mut scores);
        let most_sorted = if self.settings.see { moves.len() } else { MOST_SORTED };
        let mut sorting = true;
        let hopeless = self.hopeless_quiet_value(at, &extending);
        let frontier = self.frontier(position, at);
        let (mut best, mut best_move, mut place) = (-INFINITE, None, None);
        self.history.push(key);
        for i in 0..moves.len() {
            let mv = if sorting { pick(moves, &mut scores, i) } else { moves[i] };
            // When so many moves have not cut off, none will: their order no longer matters.
            let sorted_on = sorting && scores[i] > 0 && i + 1 < most_sorted;
            if sorting && !sorted_on && self.settings.see {
                losing_last(moves, &mut scores, i + 1);
            }
            sorting = sorted_on;
            // Futility: a quiet move, with no check, from where no quiet move can help.
            let futile = hopeless.filter(|&m| i > 0 && m <= at.alpha && !position.is_noisy(mv));
            let calm = || !position.may_check(mv) && !position.may_end_quickly(mv);
            if let Some(most) = futile.filter(|_| calm()) {
                best = best.max(most);
                continue;
            }
            if let Some(before) = &frontier
                && let Some(value) = self.glance(position, key, mv, before, at)?
            {
                best = best.max(value);
                continue;
            }
            let child = position.play_over(mv, &mut place);
            if let Some(most) =
                futile.filter(|_| !child.is_check() && child.quick_ending().is_none())
            {
                best = best.max(most);
                continue;
            }
            let tried = Tried { mv: &moves[i], child, number: i };
            let value = self.try_move(position, key, tried, at, &extending)?;
            if value <= best {
                continue;
            }
            best = value;
            if value > at.alpha {
                best_move = Some(mv);
                at.alpha = value;
                self.lines.extend(ply, mv);
            }
            if value >= at.beta {
                if !position.is_noisy(mv) {
                    let place = (ply, known.last);
                    self.ordering.reward(self.settings, position, mv, at.depth, place);
                }
                break;
            }
        }
        self.history.pop();
        self.scores[ply] = scores;
        Ok((best, best_move))
    }

    /// The value of a move, as a bound in the sense of [`Search::node`].
    pub fn try_move(
        &mut self,
        position: &G,
        key: u64,
        tried: Tried<'_, G>,
        at: At,
        extending: &Extending<G::Move>,
    ) -> Result<Value, Aborted> {
        let Tried { mv: &mv, child, number } = tried;
        self.enter(position, mv, at.ply);
        let child_key = self.child_key(position, key, mv, child, at.depth);
        let extension = self.extension(position, tried, child_key, at, extending)?;
        // A node of depth 0 has moves only where all of them are free.
        let depth = (at.depth + extension).saturating_sub(1);
        let reduction = if extension == 0 && number > 0 {
            self.reduction(position, tried, at, extending)
        } else {
            0
        };
        let mut search = |depth: u32, alpha: Value, beta: Value| {
            Ok(-self.node(child, child_key, depth, -beta, -alpha, at.ply + 1)?)
        };
        let (alpha, beta) = (at.alpha, at.beta);
        // 1. Less deeply first: a late move is expected to fail.
        if reduction > 0 {
            let value = search(depth - reduction.min(depth), alpha, alpha + 1)?;
            if value <= alpha {
                return Ok(value);
            }
        }
        // 2. With a null window: a later move is expected not to be better.
        if extending.null_windows && number > 0 && !at.is_null_window() {
            let value = search(depth, alpha, alpha + 1)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        // 3. In full.
        let value = search(depth, alpha, beta)?;
        // 4. KnightCap's doubtful extensions: deeper only where the answer hurts its caution.
        if extending.asks_again(value, alpha, beta) {
            return search(depth + 1, alpha, beta);
        }
        Ok(value)
    }

    /// Notes for the child what led to it.
    pub fn enter(&mut self, position: &G, mv: G::Move, ply: usize) {
        if !self.asks.frames {
            return;
        }
        let path = if self.settings.leaf_noise > 0 {
            mixed(self.frames[ply].path, u64::from(G::move_code(mv)))
        } else {
            0
        };
        self.frames[ply + 1] =
            Frame { last: Some(mv), after_noise: position.is_noisy(mv), path, ..Frame::default() };
    }

    /// The child's key, where anyone will look at it: the table, the history, or who planted.
    #[inline]
    pub fn child_key(&self, position: &G, key: u64, mv: G::Move, child: &G, depth: u32) -> u64 {
        let used = depth > 1
            || self.asks.extensions
            || self.planted.is_some()
            || self.settings.history_draws && child.reversible_plies() >= SHORTEST_CYCLE;
        if used { position.key_after(key, mv, child) } else { 0 }
    }

    pub fn ending_by_history(&self, position: &G, key: u64) -> Option<Ending> {
        if !self.settings.history_draws {
            return None;
        }
        self.history.ending_in_search(position, key, self.root)
    }

    /// The table's value, where it decides. A value inside the window never does: it would cut the
    /// line off before its leaf.
    fn cut_off(&self, entry: Entry, at: At) -> Option<Value> {
        let deep_enough =
            entry.depth == at.depth || self.settings.deeper_entries && entry.depth > at.depth;
        let value = value::from_table(entry.value, at.ply);
        let decides = deep_enough
            && match entry.bound {
                Bound::Lower => value >= at.beta,
                Bound::Upper => value <= at.alpha,
                Bound::Exact => value >= at.beta || value <= at.alpha,
            };
        decides.then_some(value)
    }

    fn store(&mut self, key: u64, best: Value, best_move: Option<G::Move>, at: At) {
        let Some(table) = self.table else { return };
        let bound = if best >= at.beta {
            Bound::Lower
        } else if best <= at.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let (value, code) = (value::to_table(best, at.ply), best_move.map_or(0, G::move_code));
        table.put(key, Entry { value, depth: at.depth, bound, code });
    }

    /// The line ends here with a value that the rules give.
    pub fn end_by_rules(&mut self, value: Value, ply: usize) -> Value {
        self.lines.end(ply, true);
        value
    }
}

/// Two numbers made one, each bit depending on all.
pub(super) fn mixed(a: u64, b: u64) -> u64 {
    let x = (a ^ b.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}

fn ending<G: Game>(position: &G, moves: &[G::Move]) -> Option<Ending> {
    if moves.is_empty() {
        Some(position.ending_without_moves())
    } else {
        position.ending_despite_moves()
    }
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
