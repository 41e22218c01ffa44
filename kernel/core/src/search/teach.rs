//! What the nodes of a search teach: TreeStrap (Veness et al., 2009).
//!
//! A node's value says what its own evaluation should have been. Of a node that was cut off it says a
//! bound, and teaches only where the evaluation lies on its wrong side. The evaluation is taken where
//! quiescence of the node ends, or at the node itself. The last whole iteration teaches, whatever ended
//! the search: its depth, a limit, or a mate that no deeper search could better.

use super::limits::Aborted;
use super::settings::Settings;
use super::state::{At, Search};
use crate::evaluate::{Gradient, sigmoid};
use crate::game::Game;
use crate::value::{INFINITE, MATE_BOUND, Value};

/// Σ over the nodes of (target − P)·∂P/∂w, in the first player's view.
pub(super) struct Taught {
    /// Only nodes searched so deeply teach.
    depth: u32,
    /// Of the iteration under way.
    current: Sums,
    /// Of the last whole one.
    whole: Sums,
}

#[derive(Default)]
struct Sums {
    sums: Vec<f64>,
    nodes: u64,
}

impl Taught {
    /// Nothing yet, where the settings ask for it.
    pub fn asked(settings: &Settings) -> Option<Self> {
        settings.teaches.map(|depth| Self {
            depth,
            current: Sums::default(),
            whole: Sums::default(),
        })
    }

    /// An iteration is whole: what it teaches takes the place of what the one before did.
    pub fn keep(&mut self) {
        self.whole = std::mem::take(&mut self.current);
    }

    /// The mean over the nodes: a deep search teaches no more than a shallow one, but better.
    pub fn mean(self) -> Gradient {
        let nodes = self.whole.nodes.max(1) as f64;
        let sums = self.whole.sums.into_iter().enumerate().filter(|&(_, sum)| sum != 0.0);
        sums.map(|(i, sum)| (i as u32, sum / nodes)).collect()
    }
}

impl Sums {
    fn add(&mut self, gradient: &Gradient, by: f64) {
        for &(i, slope) in gradient {
            let i = i as usize;
            if i >= self.sums.len() {
                self.sums.resize(i + 1, 0.0);
            }
            self.sums[i] += by * slope;
        }
    }
}

impl<G: Game> Search<'_, G> {
    /// Ends an iteration: the root teaches too, however soon a mate ended the search.
    pub(super) fn teach_whole(&mut self, position: &G, best: Value) -> Result<(), Aborted> {
        let at = At { depth: self.settings.depth, alpha: -INFINITE, beta: INFINITE, ply: 0 };
        self.teach(position, best, at)?;
        if let Some(taught) = self.taught.as_mut() {
            taught.keep();
        }
        Ok(())
    }

    /// Takes what a node teaches; `best` is a bound in the sense of
    /// [`Search::node`].
    pub(super) fn teach(&mut self, position: &G, best: Value, at: At) -> Result<(), Aborted> {
        let least = self.taught.as_ref().map(|taught| taught.depth);
        if least.is_none_or(|least| at.depth < least) {
            return Ok(());
        }
        let is_exact = at.alpha < best && best < at.beta;
        if !is_exact && !self.settings.teaches_bounds {
            return Ok(());
        }
        let place = if self.settings.teaches_quiet {
            // Quiescence writes its line where that of this node stands, which is still to be read.
            let own = self.lines.at(at.ply).clone();
            self.quiesce_from(position, -INFINITE, INFINITE, at.ply)?;
            let quiet = self.lines.replace(at.ply, own);
            quiet.moves.iter().fold(position.clone(), |position, &mv| position.play(mv))
        } else {
            position.clone()
        };
        let Settings { steepness, scale, .. } = *self.settings;
        let sign = f64::from(position.turn().sign());
        let predicts = |value: Value| sigmoid(steepness * f64::from(value) / f64::from(scale));
        let target = match best {
            mate if mate >= MATE_BOUND => 1.0,
            mate if mate <= -MATE_BOUND => 0.0,
            value => predicts(value),
        };
        // In the search's own whole numbers: a search that ends where quiescence does found no error,
        // and what real weights lose by rounding is none.
        let own = self.evaluation.value(&place, &self.context);
        let predicted = predicts(own * place.turn().sign() * position.turn().sign());
        let error = target - predicted;
        // At or above beta the value is at least this, at or below alpha at most.
        let is_silent = best >= at.beta && error < 0.0 || best <= at.alpha && error > 0.0;
        let Some(taught) = self.taught.as_mut() else { return Ok(()) };
        taught.current.nodes += 1;
        if !is_silent {
            let mut gradient = Gradient::new();
            self.evaluation.gradient(&place, &self.context, &mut gradient);
            let slope = steepness * predicted * (1.0 - predicted);
            taught.current.add(&gradient, sign * error * slope);
        }
        Ok(())
    }
}
