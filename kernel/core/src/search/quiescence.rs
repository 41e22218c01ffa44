//! The horizon: captures and promotions until the position is quiet.

use super::alpha_beta::{mixed, value_of};
use super::limits::Aborted;
use super::state::Search;
use crate::evaluate::Standing;
use crate::game::Game;
use crate::value::{INFINITE, MAX_PLY, Value};

/// The most nodes of one quiescence. Where every capture gains, as with equal weights, a crowded
/// board can hold millions of capture sequences: past this number all stand pat.
pub(super) const QUIESCENCE_GUARD: u64 = 1 << 16;

impl<G: Game> Search<'_, G> {
    /// The value at the end of the full-width search; the bounds are those of `Search::node`.
    pub(super) fn horizon(
        &mut self,
        position: &G,
        key: u64,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Result<Value, Aborted> {
        let known = self.told.take();
        let by_history = self.ending_by_history(position, key);
        if let Some(ending) = by_history.or_else(|| position.ending()) {
            let value = value_of(position, ending, ply);
            self.limits.count()?;
            self.counts.c_nodes += 1;
            return Ok(self.end_by_rules(value, ply));
        }
        if self.settings.leaf_noise > 0 {
            let noise = self.leaf_noise(position, ply);
            return Ok(noise + self.quiesce_from(position, alpha - noise, beta - noise, ply)?);
        }
        self.quiesce_all(position, alpha, beta, ply, known)
    }

    /// Quiescence with all its plies and nodes still to spend.
    pub(super) fn quiesce_from(
        &mut self,
        position: &G,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Result<Value, Aborted> {
        self.quiesce_all(position, alpha, beta, ply, None)
    }

    fn quiesce_all(
        &mut self,
        position: &G,
        alpha: Value,
        beta: Value,
        ply: usize,
        known: Option<Value>,
    ) -> Result<Value, Aborted> {
        let plies = self.settings.plies_of_quiescence::<G>();
        self.quiescence_end = self.limits.nodes + QUIESCENCE_GUARD;
        self.quiesce(position, alpha, beta, (ply, plies), known)
    }

    /// The better of standing pat, in check too, and the best noisy move. Below the horizon the
    /// rules are hardly asked ([`Game::quick_ending`]): after captures, mates are too rare to look for at
    /// every node. With `quiescence_evasions` a check is answered by every legal move instead, and
    /// mate is seen. `known` is the static value, where the move that led here has told it.
    pub(super) fn quiesce(
        &mut self,
        position: &G,
        mut alpha: Value,
        beta: Value,
        (ply, plies): (usize, u32),
        known: Option<Value>,
    ) -> Result<Value, Aborted> {
        self.limits.count()?;
        self.counts.c_nodes += 1;
        self.counts.selective_depth = self.counts.selective_depth.max(ply);
        if let Some(ending) = position.quick_ending() {
            return Ok(self.end_by_rules(value_of(position, ending, ply), ply));
        }
        let over = plies == 0 || ply >= MAX_PLY || self.limits.nodes >= self.quiescence_end;
        if self.settings.quiescence_evasions && !over && position.is_check() {
            return self.evade(position, alpha, beta, ply, plies);
        }
        let standing = match known {
            Some(value) => Standing { value, ..Standing::default() },
            None => self.standing(position),
        };
        let stand_pat = standing.value;
        self.lines.end(ply, false);
        if stand_pat >= beta && !position.noise_is_forced() || over {
            return Ok(stand_pat);
        }
        self.counts.generating += 1;
        let mut moves = G::Moves::default();
        position.put_noisy_moves(&mut moves);
        let forced = position.noise_is_forced() && !moves.as_ref().is_empty();
        let mut best = if forced { -INFINITE } else { stand_pat };
        alpha = alpha.max(best);
        let mut place = None;
        for &mv in moves.as_ref() {
            // The opponent may stand pat too, so a move is worth at most its static value, unless it
            // wins at once or noise can be forced. (Not where a check forbids it: then the value may
            // rise, and this is futility.)
            let decides = position.may_end_quickly(mv);
            let told = !G::NOISE_IS_FORCED && !position.noise_is_forced() && !decides;
            let most = if told { self.after(position, mv, &standing) } else { None };
            if let Some(most) = most.filter(|&most| most <= alpha) {
                best = best.max(most); // A bound is a bound: without it the table would hold lies.
                continue;
            }
            if self.settings.see && !decides && position.loses_exchange(mv) {
                continue;
            }
            let known = most.filter(|_| self.asks.handed_down).map(|most| -most);
            let child = position.play_over(mv, &mut place);
            if self.follow(child, mv, (&mut best, &mut alpha), (beta, ply, plies), known)? {
                break;
            }
        }
        Ok(best)
    }

    /// Looks on after a move in quiescence and keeps what is better; whether it is enough.
    #[inline]
    fn follow(
        &mut self,
        child: &G,
        mv: G::Move,
        (best, alpha): (&mut Value, &mut Value),
        (beta, ply, plies): (Value, usize, u32),
        known: Option<Value>,
    ) -> Result<bool, Aborted> {
        let value = -self.quiesce(child, -beta, -*alpha, (ply + 1, plies - 1), known)?;
        if value > *best {
            *best = value;
            if value > *alpha {
                *alpha = value;
                self.lines.extend(ply, mv);
            }
        }
        Ok(value >= beta)
    }

    /// In check nobody stands pat: the best of all moves, or mate.
    fn evade(
        &mut self,
        position: &G,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        plies: u32,
    ) -> Result<Value, Aborted> {
        let moves = position.legal_moves();
        if moves.as_ref().is_empty() {
            return Ok(
                self.end_by_rules(value_of(position, position.ending_without_moves(), ply), ply)
            );
        }
        let (mut best, mut place) = (-INFINITE, None);
        for &mv in moves.as_ref() {
            let child = position.play_over(mv, &mut place);
            if self.follow(child, mv, (&mut best, &mut alpha), (beta, ply, plies), None)? {
                break;
            }
        }
        Ok(best)
    }

    /// A random number of the path to this node, as likely above 0 as below (thesis, appendix E).
    fn leaf_noise(&self, position: &G, ply: usize) -> Value {
        let most = u64::from(self.settings.leaf_noise as u32);
        let drawn = ((mixed(self.seed, self.frames[ply].path) >> 32) * most) >> 32;
        (drawn as Value - self.settings.leaf_noise / 2) * position.turn().sign()
    }
}
