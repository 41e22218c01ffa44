//! What is not searched, or not so deeply: null move, ETTC, razoring, futility, reductions.

use super::extend::Extending;
use super::limits::Aborted;
use super::state::{At, Frame, Search, Tried};
use super::table::Bound;
use crate::game::Game;
use crate::value::{self, MATE_BOUND, Value};

/// Futility: how much, in hundredths of a pawn, a quiet move may bring at each depth.
const FUTILITY: [Value; 4] = [0, 60, 200, 350];
/// The same for what the opponent may win when we are ahead by so much that we need not look.
const SAFETY: [Value; 4] = [0, 120, 250, 400];
/// KnightCap passes only with more safe squares than these.
const FEW_SAFE_SQUARES: u32 = 6;
/// Late moves: from this depth and this number on they are reduced.
const REDUCED_DEPTH: u32 = 3;
const REDUCED_NUMBER: usize = 3;

impl<G: Game> Search<'_, G> {
    /// Razoring, and its opposite: near the horizon the static value may be enough.
    pub fn give_up_early(
        &mut self,
        position: &G,
        at: At,
        in_check: bool,
    ) -> Result<Option<Value>, Aborted> {
        if !self.asks.static_value || in_check {
            return Ok(None);
        }
        let static_value = self.frames[at.ply].static_value;
        let parent_extended = at.ply > 0 && self.frames[at.ply - 1].extended;
        if at.alpha.abs() >= MATE_BOUND || at.beta.abs() >= MATE_BOUND {
            return Ok(None);
        }
        if let Some(margin) = self.settings.razoring
            && at.depth == 1
            && !parent_extended
            && static_value + self.hundredths(margin as Value) <= at.alpha
        {
            return self.quiesce_from(position, at.alpha, at.beta, at.ply).map(Some);
        }
        if self.settings.futility
            && at.is_null_window()
            && let Some(&margin) = SAFETY.get(at.depth as usize)
            && !self.frames[at.ply].after_pass
            && static_value - self.hundredths(margin) >= at.beta
        {
            return Ok(Some(static_value));
        }
        Ok(None)
    }

    /// At most so much is the value of a quiet move, by futility; none where it may be more.
    pub fn hopeless_quiet_value(&self, at: At, extending: &Extending<G::Move>) -> Option<Value> {
        let futile = self.settings.futility
            && at.is_null_window()
            && !extending.in_check
            && at.alpha.abs() < MATE_BOUND;
        let margin = FUTILITY.get(at.depth as usize).filter(|_| futile)?;
        Some(self.frames[at.ply].static_value + self.hundredths(*margin))
    }

    /// How many plies less a late quiet move is searched at first.
    pub fn reduction(
        &self,
        position: &G,
        Tried { mv: &mv, child, number }: Tried<'_, G>,
        at: At,
        extending: &Extending<G::Move>,
    ) -> u32 {
        let late = self.settings.late_move_reductions
            && extending.reduces
            && at.depth >= REDUCED_DEPTH
            && number >= REDUCED_NUMBER
            && !extending.in_check
            && !position.is_noisy(mv)
            && (!position.may_check(mv) || !child.is_check());
        if !late {
            return 0;
        }
        let by_size = (f64::from(at.depth).ln() * (number as f64).ln() / 2.0 + 0.5) as u32;
        by_size.saturating_sub(u32::from(!at.is_null_window())).min(at.depth - 2)
    }

    /// A cut-off by passing, and whether passing would be answered by mate.
    pub fn try_null_move(
        &mut self,
        position: &G,
        at: At,
    ) -> Result<(Option<Value>, bool), Aborted> {
        let none = Ok((None, false));
        let Some(mut reduction) = self.settings.null_move.filter(|&r| at.depth > r) else {
            return none;
        };
        if at.beta.abs() >= MATE_BOUND {
            return none;
        }
        if self.settings.null_scaled {
            if self.frames[at.ply].static_value < at.beta || self.frames[at.ply].after_pass {
                return none;
            }
            reduction = (reduction + at.depth / 4).min(at.depth - 1);
        }
        let pessimistic = self.settings.null_again.is_some();
        if pessimistic && self.frames[at.ply].after_pass {
            return none;
        }
        // A side that can hardly move should not be believed to stand well when it passes.
        let guards = || self.evaluation.guards(position, &self.context);
        if pessimistic && guards().is_some_and(|known| known.safe_squares <= FEW_SAFE_SQUARES) {
            return none;
        }
        let Some(passed) = position.null_move() else { return none };
        let mut value = self.pass(&passed, reduction, at)?;
        if let Some(again) = self.settings.null_again
            && value >= at.beta
            && position.turn() == self.ours
        {
            value = self.pass(&passed, again, at)?;
        }
        let threat = value <= -MATE_BOUND;
        // A mate behind a pass proves nothing about its distance.
        let bound = if value >= MATE_BOUND { at.beta } else { value };
        Ok(((value >= at.beta).then_some(bound), threat))
    }

    /// The value of passing, by a search so many plies less deep.
    fn pass(&mut self, passed: &G, reduction: u32, at: At) -> Result<Value, Aborted> {
        // Before the pass lies another game: no repetition reaches across it.
        let history = std::mem::take(&mut self.history);
        let root = std::mem::replace(&mut self.root, 0);
        self.frames[at.ply + 1] = Frame { after_pass: true, ..Frame::default() };
        let depth = at.depth - 1 - reduction.min(at.depth - 1);
        let searched = self.node(passed, passed.key(), depth, -at.beta, 1 - at.beta, at.ply + 1);
        self.history = history;
        self.root = root;
        Ok(-searched?)
    }

    /// Enhanced transposition cut-off: the value of a successor that is good enough already.
    pub fn look_ahead(&self, position: &G, key: u64, moves: &[G::Move], at: At) -> Option<Value> {
        let table = self.table.filter(|_| self.settings.ettc && at.depth > 1)?;
        let depth = at.depth - 1;
        moves.iter().find_map(|&mv| {
            let child = position.play(mv);
            let child_key = position.key_after(key, mv, &child);
            let entry = table.get(child_key)?;
            let deep = entry.depth == depth || self.settings.deeper_entries && entry.depth > depth;
            let value = -value::from_table(entry.value, at.ply + 1);
            let enough = deep && entry.bound != Bound::Lower && value >= at.beta;
            (enough && !self.repeats(&child, child_key, key)).then_some(value)
        })
    }

    /// Whether a successor is a draw by what went before; the present node is not in the history
    /// yet, but no position comes back in one ply.
    fn repeats(&self, child: &G, child_key: u64, key: u64) -> bool {
        let mut history = self.history.clone();
        history.push(key);
        self.settings.history_draws
            && history.ending_in_search(child, child_key, self.root).is_some()
    }

    /// So many hundredths of a pawn.
    pub fn hundredths(&self, hundredths: Value) -> Value {
        (i64::from(hundredths) * i64::from(self.unit) / 100).min(1 << 29) as Value
    }
}
