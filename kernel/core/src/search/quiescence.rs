//! The horizon: captures and promotions until the position is quiet.

use super::alpha_beta::{Search, value_of};
use super::limits::Aborted;
use crate::game::Game;
use crate::value::{MAX_PLY, Value};

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
        if self.is_draw_by_history(position, key) {
            self.limits.count()?;
            return Ok(self.end_by_rules(0, ply));
        }
        let plies = match self.settings.quiescence_plies {
            _ if !self.settings.quiescence => 0,
            Some(plies) => plies,
            None => u32::MAX,
        };
        self.quiesce(position, alpha, beta, ply, plies)
    }

    /// The better of standing pat, in check too, and the best noisy move.
    pub(super) fn quiesce(
        &mut self,
        position: &G,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        plies: u32,
    ) -> Result<Value, Aborted> {
        self.limits.count()?;
        self.c_nodes += 1;
        if let Some(ending) = position.ending() {
            return Ok(self.end_by_rules(value_of(position, ending, ply), ply));
        }
        let mut best = self.evaluation.value(position, &self.context);
        self.lines.end(ply, false);
        if best >= beta || plies == 0 || ply >= MAX_PLY {
            return Ok(best);
        }
        alpha = alpha.max(best);
        for &mv in position.noisy_moves().as_ref() {
            let child = position.play(mv);
            let value = -self.quiesce(&child, -beta, -alpha, ply + 1, plies - 1)?;
            if value <= best {
                continue;
            }
            best = value;
            if value > alpha {
                alpha = value;
                self.lines.extend(ply, mv);
            }
            if value >= beta {
                break;
            }
        }
        Ok(best)
    }
}
