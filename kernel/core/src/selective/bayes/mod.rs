//! Bayesian search (Baum and Smith; the paper's chapter 3): look where it may change the choice.

mod beliefs;
#[cfg(test)]
mod graph_tests;
mod influence;
mod kept;
mod maximum;
mod settings;
mod shared;
#[cfg(test)]
mod tests;

pub use beliefs::{Beliefs, Best};
pub use settings::Settings;

use std::collections::HashMap;

use self::shared::table_size;
use super::choice::Choice;
use super::evaluator::{Evaluator, Spike, put_spikes};
use super::limits::{Ended, Meter};
use super::search::SelectiveRequest;
use super::shape::{ROOT, Shape};
use super::told::{Judgement, best_by, told};
use super::tree::Tree;
use crate::error::Error;
use crate::game::Game;

/// More than one expansion takes, in bytes.
pub(crate) const WIDEST: usize = 1 << 16;

/// A tree and what is believed of it.
struct Search<'a, G: Game> {
    tree: Tree<'a, G>,
    beliefs: Beliefs,
    evaluator: &'a dyn Evaluator<G>,
    meter: Meter<'a>,
    settings: &'a Settings,
    spikes: Vec<Spike>,
    /// With [`Settings::graph`]: the first node of each position, by depth and key.
    first: HashMap<(usize, u64), u32>,
}

/// Searches a position.
///
/// 1. Expand the root.
/// 2. Work out the distributions.
/// 3. Stop if more search is not worth its cost.
/// 4. Work out what each leaf is worth.
/// 5. Expand the best part of them, and go on at 2.
///
/// # Errors
/// On settings out of range, or when the caller wants to stop.
pub fn search<G: Game>(
    request: &SelectiveRequest<'_, G>,
    settings: &Settings,
) -> Result<Choice<G::Move>, Error> {
    settings.check()?;
    let SelectiveRequest { position, evaluator, .. } = *request;
    let (mut spikes, ending) = (Vec::new(), position.ending());
    put_spikes(position, ending, evaluator, &mut spikes);
    let mut search = Search {
        tree: Tree::new(position, request.history, 0),
        beliefs: Beliefs::new(settings.kept),
        evaluator,
        meter: Meter::of(request),
        settings,
        spikes,
        first: HashMap::new(),
    };
    search.beliefs.push(&search.spikes);
    let ended = if ending.is_some() { Ended::Settled } else { search.grow()? };
    Ok(told(&search.tree, &search.beliefs, ended))
}

impl<G: Game> Search<'_, G> {
    fn grow(&mut self) -> Result<Ended, Error> {
        if let Some(ended) = self.expand(ROOT)? {
            return Ok(ended);
        }
        loop {
            self.back_up()?;
            let gain = self.beliefs.gain(self.tree.shape());
            if gain <= self.settings.enough {
                return Ok(Ended::Settled);
            }
            if let Err(ended) = self.influence() {
                return ended;
            }
            let gulp = self.gulp();
            if gulp.is_empty() || gain <= self.cost_of(gulp.len()) {
                return Ok(Ended::Settled);
            }
            for leaf in gulp {
                if let Some(ended) = self.expand(leaf)? {
                    self.back_up()?;
                    return Ok(ended);
                }
            }
        }
    }

    /// All distributions; also where time is up, since the choice hangs on them.
    fn back_up(&mut self) -> Result<(), Error> {
        self.beliefs.back_up_asking(self.tree.shape(), || self.meter.is_late().map(drop))
    }

    /// What all leaves are worth; or how the search ends, which it may do before that is known.
    fn influence(&mut self) -> Result<(), Result<Ended, Error>> {
        let (shape, best) = (self.tree.shape(), self.settings.best);
        self.beliefs.influence_asking(shape, best, || match self.meter.is_late() {
            Ok(false) => Ok(()),
            Ok(true) => Err(Ok(Ended::Time)),
            Err(error) => Err(Err(error)),
        })
    }

    /// What the search takes, in bytes.
    fn memory(&self) -> usize {
        let first = table_size::<((usize, u64), u32)>(self.first.len());
        self.tree.memory() + self.beliefs.memory() + first
    }

    /// What so many expansions are expected to cost.
    fn cost_of(&self, expansions: usize) -> f64 {
        let children = self.tree.nodes() as f64 / self.tree.expansions() as f64;
        self.settings.node_cost * children * expansions as f64
    }

    /// Gives a leaf its children and each of them its distribution.
    fn expand(&mut self, leaf: u32) -> Result<Option<Ended>, Error> {
        if self.memory() + WIDEST > self.meter.memory {
            return Ok(Some(Ended::Memory));
        }
        let (beliefs, spikes, evaluator) = (&mut self.beliefs, &mut self.spikes, self.evaluator);
        let (first, is_graph) = (&mut self.first, self.settings.graph);
        let depth = self.tree.shape().depth(leaf) + 1;
        let refused = self.tree.expand(leaf, &self.meter, |number, child, ending| {
            if is_graph && ending.is_none() {
                let original = *first.entry((depth, child.key())).or_insert(number);
                if original != number {
                    beliefs.push_copy(original);
                    return;
                }
            }
            spikes.clear();
            put_spikes(child, ending, evaluator, spikes);
            beliefs.push(spikes);
        })?;
        if refused.is_none() {
            self.beliefs.expanded(self.tree.shape(), leaf);
        }
        Ok(refused)
    }

    /// The leaves to be expanded now, those worth most first.
    fn gulp(&self) -> Vec<u32> {
        let nodes = 0..self.tree.shape().len() as u32;
        let open: Vec<u32> = nodes.filter(|&node| self.beliefs.is_open(node)).collect();
        let most = (open.len() as f64 * self.settings.gulp).ceil() as usize;
        let mut leaves: Vec<(f64, u32)> =
            open.into_iter().map(|leaf| (self.beliefs.worth(leaf), leaf)).collect();
        leaves.retain(|&(worth, _)| worth > 0.0);
        let order = |a: &(f64, u32), b: &(f64, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        if leaves.len() > most {
            leaves.select_nth_unstable_by(most - 1, order);
            leaves.truncate(most);
        }
        leaves.sort_unstable_by(order);
        leaves.into_iter().map(|(_, leaf)| leaf).collect()
    }
}

impl Judgement for Beliefs {
    fn value(&self, node: u32) -> f64 {
        self.expectation(node)
    }

    fn best(&self, shape: &Shape, node: u32) -> u32 {
        best_by(shape, node, |child| self.expectation(child))
    }

    fn spikes(&self, node: u32) -> &[Spike] {
        Beliefs::spikes(self, node)
    }

    fn original(&self, node: u32) -> u32 {
        Beliefs::original(self, node)
    }

    fn gain(&self, shape: &Shape) -> Option<f64> {
        Some(Beliefs::gain(self, shape))
    }

    fn memory(&self) -> usize {
        Beliefs::memory(self)
    }
}
