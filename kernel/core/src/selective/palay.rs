//! Palay's probability B* (1982): distributions instead of ranges, until one move is likely enough to
//! be the best.

use super::bayes::{Beliefs, WIDEST};
use super::choice::Choice;
use super::evaluator::{Evaluator, Spike, put_spikes};
use super::limits::{Ended, Meter};
use super::search::SelectiveRequest;
use super::shape::ROOT;
use super::told::told;
use super::tree::Tree;
use crate::error::Error;
use crate::game::Game;

/// The settings of probability B*.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The search ends when a move is best with this probability.
    pub sure: f64,
    /// Inner nodes keep at most so many spikes.
    pub kept: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { sure: 0.999, kept: 16 }
    }
}

impl Settings {
    /// # Errors
    /// [`Error::BadSetting`] with the setting that is out of its range.
    pub fn check(&self) -> Result<(), Error> {
        if !(self.sure > 0.0 && self.sure <= 1.0) {
            let sure = self.sure;
            return Err(Error::BadSetting(format!("sure {sure} is not above 0 and at most 1")));
        }
        if !(2..=1000).contains(&self.kept) {
            let kept = self.kept;
            return Err(Error::BadSetting(format!("kept {kept} is not between 2 and 1000")));
        }
        Ok(())
    }
}

struct Search<'a, G: Game> {
    tree: Tree<'a, G>,
    beliefs: Beliefs,
    evaluator: &'a dyn Evaluator<G>,
    meter: Meter<'a>,
    sure: f64,
    spikes: Vec<Spike>,
    chances: Vec<f64>,
    /// Of each node, whether nothing below it is left to be found out.
    settled: Vec<bool>,
}

/// Searches a position.
///
/// 1. Take the move of highest expectation, and of the others the one most likely to be better.
/// 2. Work on the one of the two of which less is known: prove the best, or disprove the rest.
/// 3. Below it, follow at each node the move that is most likely the best there.
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
    let mut beliefs = Beliefs::new(Some(settings.kept));
    beliefs.push(&spikes);
    let mut search = Search {
        tree: Tree::new(position, request.history, size_of::<bool>()),
        beliefs,
        evaluator,
        meter: Meter::of(request),
        sure: settings.sure,
        spikes,
        chances: Vec::new(),
        settled: vec![ending.is_some()],
    };
    let ended = if ending.is_some() { Ended::Settled } else { search.grow()? };
    Ok(told(&search.tree, &search.beliefs, ended))
}

impl<G: Game> Search<'_, G> {
    fn grow(&mut self) -> Result<Ended, Error> {
        if let Some(ended) = self.expand(ROOT)? {
            return Ok(ended);
        }
        while let Some(mut node) = self.strategy() {
            while self.tree.shape().is_expanded(node) {
                self.work_out_chances(node);
                node = self.likeliest(node, None).expect("something is left to be found out");
            }
            if let Some(ended) = self.expand(node)? {
                return Ok(ended);
            }
        }
        Ok(Ended::Settled)
    }

    fn work_out_chances(&mut self, node: u32) {
        let mut chances = std::mem::take(&mut self.chances);
        self.beliefs.chances(self.tree.shape(), node, &mut chances);
        self.chances = chances;
    }

    /// The root move to work on; none when the best is likely enough, or nothing is left in doubt.
    fn strategy(&mut self) -> Option<u32> {
        self.work_out_chances(ROOT);
        let shape = self.tree.shape();
        let best = self.beliefs.best(shape);
        let first = shape.children(ROOT).start;
        let of_best = self.chances[(best - first) as usize];
        let doubt: f64 = self.chances.iter().sum::<f64>() - of_best;
        if doubt <= 1.0 - self.sure {
            return None;
        }
        let rival = self.likeliest(ROOT, Some(best));
        let best = Some(best).filter(|&best| !self.settled[best as usize]);
        match (best, rival) {
            (Some(best), Some(rival)) => {
                let is_known = self.beliefs.variance(best) < self.beliefs.variance(rival);
                Some(if is_known { rival } else { best })
            }
            (best, rival) => best.or(rival),
        }
    }

    /// The child that is not settled and most likely the best for its parent, with one left out.
    fn likeliest(&self, node: u32, but: Option<u32>) -> Option<u32> {
        let children = self.tree.shape().children(node).zip(&self.chances);
        let open = children.filter(|&(c, _)| Some(c) != but && !self.settled[c as usize]);
        open.reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|(child, _)| child)
    }

    fn expand(&mut self, leaf: u32) -> Result<Option<Ended>, Error> {
        if self.tree.memory() + self.beliefs.memory() + WIDEST > self.meter.memory {
            return Ok(Some(Ended::Memory));
        }
        let (beliefs, spikes, evaluator) = (&mut self.beliefs, &mut self.spikes, self.evaluator);
        let settled = &mut self.settled;
        let refused = self.tree.expand(leaf, &self.meter, |_, child, ending| {
            spikes.clear();
            put_spikes(child, ending, evaluator, spikes);
            beliefs.push(spikes);
            settled.push(spikes.len() < 2);
        })?;
        if refused.is_none() {
            self.settle(leaf);
            self.beliefs.expanded(self.tree.shape(), leaf);
            self.beliefs.back_up_from(self.tree.shape(), leaf);
        }
        Ok(refused)
    }

    fn settle(&mut self, mut node: u32) {
        let shape = self.tree.shape();
        while shape.children(node).all(|child| self.settled[child as usize]) {
            self.settled[node as usize] = true;
            if node == ROOT {
                return;
            }
            node = shape.parent(node);
        }
    }
}
