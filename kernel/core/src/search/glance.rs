//! The frontier at a glance: of a plain move one ply before the horizon the static value is known
//! before it is made. Where that is no better than what there is, the other side would stand pat at
//! once: the value is found, and the node counted, without a board.

use super::limits::Aborted;
use super::state::{At, Search};
use crate::evaluate::Standing;
use crate::game::Game;
use crate::value::Value;

impl<G: Game> Search<'_, G> {
    /// The most that a position's value can be after a move, where that is known before it is made.
    #[inline]
    pub fn after(&self, position: &G, mv: G::Move, before: &Standing) -> Option<Value> {
        match self.exchanges {
            Some(exchanges) => before.with(exchanges[position.exchange(mv)]),
            None => self.evaluation.after(position, mv, before, &self.context),
        }
    }

    /// How a node at the frontier stands, where its moves can be judged by that.
    pub fn frontier(&self, position: &G, at: At) -> Option<Standing> {
        let is_one = self.asks.glances && at.depth == 1 && position.leaves_replies();
        is_one.then(|| self.evaluation.standing(position, &self.context))
    }

    /// The value of a move, as [`Search::try_move`] would give it, where a glance is enough. Where it is
    /// not, the child is told its static value, as far as it is known.
    #[inline]
    pub fn glance(
        &mut self,
        position: &G,
        key: u64,
        mv: G::Move,
        before: &Standing,
        at: At,
    ) -> Result<Option<Value>, Aborted> {
        let after = self.after(position, mv, before);
        self.told = after.filter(|_| self.asks.handed_down).map(|value| -value);
        let Some(value) = after.filter(|&value| value <= at.alpha) else {
            return Ok(None);
        };
        let Some(plain) = position.plain(key, mv) else { return Ok(None) };
        if self.settings.history_draws && !self.history.is_new::<G>(plain) {
            return Ok(None);
        }
        self.told = None;
        self.limits.count()?;
        self.counts.c_nodes += 1;
        self.counts.selective_depth = self.counts.selective_depth.max(at.ply + 1);
        Ok(Some(value))
    }
}
