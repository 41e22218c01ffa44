//! Extensions: moves that do not count towards depth, at most one ply each.
//!
//! Thesis 4.4.6 for checks, recaptures, captures and singular moves; KnightCap's own set is a
//! property of the node that a move led to.

use super::limits::Aborted;
use super::settings::CheckExtension;
use super::state::{At, Search, Tried};
use super::table::{Bound, Entry};
use crate::game::Game;
use crate::value::{self, Value};

/// Marks the table entry that holds the move by which singularity was last refuted.
const EXTERMINATOR: u64 = 0x5107_1A2B_3C4D_5E6F;
/// KnightCap: a line may be extended by so many plies in all.
const KNIGHTCAP_MOST: usize = 20;

/// What a node extends, decided before its moves are tried.
pub(super) struct Extending<M> {
    /// Whether the side to move is in check (known only where the settings ask for it).
    pub in_check: bool,
    /// The move that alone holds the value.
    pub singular: Option<M>,
    /// KnightCap: the whole node gets a ply more.
    hard: bool,
    /// KnightCap: the moves may get a ply more, by their value; whether it is our move.
    soft: Option<bool>,
    /// Whether later moves get a null window first.
    pub null_windows: bool,
    /// Whether late moves are searched less deeply first.
    pub reduces: bool,
}

impl<M> Extending<M> {
    /// Nothing but what check extensions need to know.
    pub fn nothing(in_check: bool) -> Self {
        let (singular, hard, soft) = (None, false, None);
        Self { in_check, singular, hard, soft, null_windows: false, reduces: true }
    }

    pub fn whole_node(&self) -> u32 {
        u32::from(self.hard)
    }

    /// Whether a move of this value is searched again a ply deeper: when it looks good for us, or
    /// bad for the opponent. Both times the deeper search can only make us more careful.
    pub fn asks_again(&self, value: Value, alpha: Value, beta: Value) -> bool {
        match self.soft {
            None => false,
            Some(true) => value >= beta,
            Some(false) => value <= alpha,
        }
    }
}

impl<G: Game> Search<'_, G> {
    /// What the node extends, singular moves apart.
    pub fn extending(
        &mut self,
        position: &G,
        replies: usize,
        at: At,
        in_check: bool,
        threat: bool,
    ) -> Extending<G::Move> {
        let mut extending = Extending::nothing(in_check);
        extending.null_windows = self.settings.pvs;
        if !self.settings.knightcap_extensions
            || at.depth as usize + at.ply >= self.iteration as usize + KNIGHTCAP_MOST
        {
            return extending;
        }
        let frame = self.frames[at.ply];
        let parent_extended = at.ply > 0 && self.frames[at.ply - 1].extended;
        let single_reply = in_check && replies == 1 && !parent_extended;
        extending.hard = threat || single_reply || in_check && !frame.after_pass;
        if !extending.hard && !frame.after_pass {
            let recaptured = !parent_extended && self.restores_balance(at.ply);
            let advanced = frame.last.is_some_and(|mv| position.has_advanced(mv));
            let is_ours = position.turn() == self.ours;
            extending.soft = (recaptured || advanced).then_some(is_ours);
        }
        self.frames[at.ply].extended = extending.hard || extending.soft.is_some();
        extending
    }

    /// KnightCap: the last two moves were captures on one square, and the static value is back to
    /// what it was before them, within half a pawn.
    fn restores_balance(&self, ply: usize) -> bool {
        let Some(before) = ply.checked_sub(2) else { return false };
        let (frame, parent) = (&self.frames[ply], &self.frames[ply - 1]);
        let (Some(mv), Some(last)) = (frame.last, parent.last) else { return false };
        frame.after_noise
            && parent.after_noise
            && G::destination(mv).is_some_and(|to| G::destination(last) == Some(to))
            && (frame.static_value - self.frames[before].static_value).abs() <= self.unit / 2
    }

    /// How many plies a move is given: 0 or 1, whatever fires.
    pub fn extension(
        &mut self,
        position: &G,
        tried: Tried<'_, G>,
        child_key: u64,
        at: At,
        extending: &Extending<G::Move>,
    ) -> Result<u32, Aborted> {
        if !self.asks.extensions {
            return Ok(0);
        }
        let check = match self.settings.check_extension {
            None => false,
            Some(CheckExtension::Evasions) => extending.in_check,
            Some(CheckExtension::Checks) => tried.child.is_check(),
        };
        let capture = self.settings.capture_extension && position.is_noisy(*tried.mv);
        let extends = check
            || capture
            || extending.singular == Some(*tried.mv)
            || self.is_recapture(position, tried, child_key, at)?;
        Ok(u32::from(extends))
    }

    /// Whether a capture brings the value back to what the last iteration found, statically and by
    /// a search two plies less deep.
    fn is_recapture(
        &mut self,
        position: &G,
        Tried { mv: &mv, child, .. }: Tried<'_, G>,
        child_key: u64,
        at: At,
    ) -> Result<bool, Aborted> {
        if !self.settings.recapture_extension || !position.is_noisy(mv) {
            return Ok(false);
        }
        let expected = if position.turn() == self.ours { self.expected } else { -self.expected };
        if -self.standing(child).value != expected {
            return Ok(false);
        }
        let depth = at.depth.saturating_sub(2);
        let began = self.begin_detection();
        let (alpha, beta) = (-expected - 1, -expected + 1);
        let value = -self.node(child, child_key, depth, alpha, beta, at.ply + 1)?;
        self.counts.recapture += self.end_detection(began);
        // The frame of the child was used by those below: what led to it is noted again.
        self.enter(position, mv, at.ply);
        Ok(value == expected)
    }

    /// The best move of the search of depth − r, if no other move is as good at that depth.
    pub fn singular_move(
        &mut self,
        position: &G,
        key: u64,
        moves: &[G::Move],
        entry: Option<Entry>,
        at: At,
    ) -> Result<Option<G::Move>, Aborted> {
        let Some(reduction) = self.settings.singular_extension.filter(|&r| at.depth > r) else {
            return Ok(None);
        };
        let depth = at.depth - reduction;
        let Some(entry) = entry.filter(|e| e.depth >= depth && e.bound != Bound::Upper) else {
            return Ok(None);
        };
        let Some(&best) = moves.iter().find(|&&mv| G::move_code(mv) == entry.code) else {
            return Ok(None);
        };
        let value = value::from_table(entry.value, at.ply);
        let alone = self.is_alone(position, key, moves, (best, value), At { depth, ..at })?;
        Ok(alone.then_some(best))
    }

    /// Whether all other moves are worth less than `value` at the depth of `at`.
    pub fn is_alone(
        &mut self,
        position: &G,
        key: u64,
        moves: &[G::Move],
        (best, value): (G::Move, Value),
        at: At,
    ) -> Result<bool, Aborted> {
        let began = self.begin_detection();
        let at = At { alpha: value - 1, beta: value, ..at };
        let own = key ^ EXTERMINATOR;
        let remembered = self.table.and_then(|table| table.get(own)).map_or(0, |e| e.code);
        let others = moves.iter().copied().filter(|&mv| mv != best);
        let (first, rest): (Vec<_>, Vec<_>) =
            others.partition(|&mv| G::move_code(mv) == remembered);
        let in_check = self.asks.check && position.is_check();
        let plain = Extending::nothing(in_check);
        let mut alone = true;
        self.history.push(key);
        for (number, mv) in first.into_iter().chain(rest).enumerate() {
            let child = position.play(mv);
            let tried = Tried { mv: &mv, child: &child, number };
            let found = self.try_move(position, key, tried, at, &plain)?;
            if found >= value {
                let (bound, code) = (Bound::Lower, G::move_code(mv));
                if let Some(table) = self.table {
                    table.put(own, Entry { value: 0, depth: at.depth, bound, code });
                }
                alone = false;
                break;
            }
        }
        self.history.pop();
        self.counts.singular += self.end_detection(began);
        Ok(alone)
    }

    /// Notes where a detection search begins; inside another one it costs nothing of its own.
    fn begin_detection(&mut self) -> Option<u64> {
        let inside = std::mem::replace(&mut self.counts.is_detecting, true);
        (!inside).then_some(self.counts.c_nodes)
    }

    fn end_detection(&mut self, began: Option<u64>) -> u64 {
        let Some(began) = began else { return 0 };
        self.counts.is_detecting = false;
        self.counts.c_nodes - began
    }
}
