//! UCT (Kocsis and Szepesvári, 2006): look where the mean is high or little is known.

use super::choice::Choice;
use super::evaluator::{Evaluator, worth};
use super::limits::{Ended, Meter};
use super::search::SelectiveRequest;
use super::shape::{ROOT, Shape};
use super::told::{Judgement, told};
use super::tree::Tree;
use crate::error::Error;
use crate::game::Game;
use crate::rng::Rng;

/// The settings of UCT.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How much the little known is preferred, in units of what winning is worth.
    pub c: f64,
    /// So many random plies at most are played before a leaf is valued, each of them a node. With 0 the evaluator's
    /// value of all children of a leaf is asked at once.
    pub roll_out: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { c: 0.5, roll_out: 0 }
    }
}

impl Settings {
    /// # Errors
    /// [`Error::BadSetting`] with the setting that is out of its range.
    pub fn check(&self) -> Result<(), Error> {
        if self.c >= 0.0 && self.c.is_finite() {
            return Ok(());
        }
        Err(Error::BadSetting(format!("c {} is not a number from 0 up", self.c)))
    }
}

/// What is known of a node, in the view of the side to move there.
#[derive(Clone, Copy, Debug)]
struct Known {
    sum: f64,
    visits: u32,
    /// Children that are not proven.
    open: u16,
    is_proven: bool,
    /// Of a proven node its value, of another the best that a proven child gives.
    floor: f64,
}

impl Known {
    fn mean(&self) -> f64 {
        if self.is_proven { self.floor } else { self.sum / f64::from(self.visits.max(1)) }
    }
}

struct Search<'a, G: Game> {
    tree: Tree<'a, G>,
    known: Knowledge,
    evaluator: &'a dyn Evaluator<G>,
    meter: Meter<'a>,
    settings: &'a Settings,
    chance: Rng,
}

/// Searches a position. Ends of the game are backed up exactly: a move that wins for certain is
/// played, and nobody looks again at what is proven.
///
/// # Errors
/// On settings out of range, or when the caller wants to stop.
pub fn search<G: Game>(
    request: &SelectiveRequest<'_, G>,
    settings: &Settings,
) -> Result<Choice<G::Move>, Error> {
    settings.check()?;
    let SelectiveRequest { position, evaluator, .. } = *request;
    let mut search = Search {
        tree: Tree::new(position, request.history, size_of::<Known>()),
        known: Knowledge { nodes: Vec::new(), win: evaluator.win() },
        evaluator,
        meter: Meter::of(request),
        settings,
        chance: Rng::new(request.seed, 0),
    };
    match position.ending() {
        Some(ending) => search.known.push_proven(worth(position, ending, evaluator.win())),
        None => search.known.push(1, evaluator.value(position)),
    }
    let ended = search.grow()?;
    Ok(told(&search.tree, &search.known, ended))
}

impl<G: Game> Search<'_, G> {
    fn grow(&mut self) -> Result<Ended, Error> {
        while !self.known.nodes[ROOT as usize].is_proven {
            let mut leaf = self.descend();
            if self.settings.roll_out == 0 || self.known.nodes[leaf as usize].visits > 0 {
                if let Some(ended) = self.expand(leaf)? {
                    return Ok(ended);
                }
                if self.known.nodes[leaf as usize].is_proven {
                    self.known.back_up(self.tree.shape(), leaf, self.known.value(leaf));
                    continue;
                }
            }
            let sample = if self.settings.roll_out == 0 {
                // The expansion saw all children: its result is the best of them.
                let best = self.known.highest(self.tree.shape(), leaf);
                -self.known.value(best)
            } else {
                if self.tree.shape().is_expanded(leaf) {
                    leaf = self.select(leaf);
                }
                match self.roll_out(leaf)? {
                    Ok(sample) => sample,
                    Err(ended) => return Ok(ended),
                }
            };
            self.known.back_up(self.tree.shape(), leaf, sample);
        }
        Ok(Ended::Settled)
    }

    fn descend(&self) -> u32 {
        let mut node = ROOT;
        while self.tree.shape().is_expanded(node) {
            node = self.select(node);
        }
        node
    }

    /// The child that is not proven with the highest −mean + c·√(ln visits / its visits).
    fn select(&self, node: u32) -> u32 {
        let visits = f64::from(self.known.nodes[node as usize].visits.max(1));
        let log = libm::log(visits).max(0.0);
        let c = self.settings.c * self.known.win;
        let score = |child: u32| {
            let known = &self.known.nodes[child as usize];
            if known.visits == 0 {
                return f64::INFINITY;
            }
            c * (log / f64::from(known.visits)).sqrt() - known.mean()
        };
        let open = self.tree.shape().children(node).filter(|&child| !self.known.is_proven(child));
        let scored = open.map(|child| (score(child), child));
        scored.reduce(|a, b| if b.0 > a.0 { b } else { a }).expect("an open child").1
    }

    fn expand(&mut self, leaf: u32) -> Result<Option<Ended>, Error> {
        let (known, evaluator, win) = (&mut self.known, self.evaluator, self.evaluator.win());
        let rolls_out = self.settings.roll_out > 0;
        let refused = self.tree.expand(leaf, &self.meter, |_, child, ending| match ending {
            Some(ending) => known.push_proven(worth(child, ending, win)),
            None if rolls_out => known.push(0, 0.0),
            None => known.push(1, evaluator.value(child)),
        })?;
        if refused.is_none() {
            self.known.prove(self.tree.shape(), leaf);
        }
        Ok(refused)
    }

    /// What random play from a leaf led to, in the view of the side to move there; or why the search ends.
    fn roll_out(&mut self, leaf: u32) -> Result<Result<f64, Ended>, Error> {
        let (chance, most) = (&mut self.chance, self.settings.roll_out);
        let (evaluator, win) = (self.evaluator, self.evaluator.win());
        let played = self
            .tree
            .play_on(leaf, most, &self.meter, |moves| chance.below(moves as u64) as usize)?;
        Ok(played.map(|(position, ending, plies)| {
            let value = match ending {
                Some(ending) => worth(&position, ending, win),
                None => evaluator.value(&position),
            };
            if plies % 2 == 0 { value } else { -value }
        }))
    }
}

/// What is known of all nodes.
struct Knowledge {
    nodes: Vec<Known>,
    win: f64,
}

impl Knowledge {
    fn push(&mut self, visits: u32, sum: f64) {
        let floor = f64::NEG_INFINITY;
        self.nodes.push(Known { sum, visits, open: 0, is_proven: false, floor });
    }

    fn push_proven(&mut self, value: f64) {
        self.nodes.push(Known { sum: value, visits: 1, open: 0, is_proven: true, floor: value });
    }

    fn is_proven(&self, node: u32) -> bool {
        self.nodes[node as usize].is_proven
    }

    /// A node has new children: counts the proven ones among them.
    fn prove(&mut self, shape: &Shape, node: u32) {
        let children = shape.children(node);
        let (mut open, mut floor) = (0, f64::NEG_INFINITY);
        for child in children {
            let child = self.nodes[child as usize];
            if child.is_proven {
                floor = floor.max(-child.floor);
            } else {
                open += 1;
            }
        }
        let win = self.win;
        let known = &mut self.nodes[node as usize];
        (known.open, known.floor) = (open, floor);
        known.is_proven = open == 0 || floor >= win;
    }

    /// Counts a result, in the view of the side to move at `node`, there and above.
    fn back_up(&mut self, shape: &Shape, mut node: u32, mut sample: f64) {
        let mut is_new_proof = self.is_proven(node);
        loop {
            let known = &mut self.nodes[node as usize];
            // What a proven child gives can always be had.
            sample = sample.max(known.floor);
            known.visits += 1;
            known.sum += sample;
            let proven = is_new_proof.then_some(known.floor);
            if node == ROOT {
                return;
            }
            node = shape.parent(node);
            sample = -sample;
            is_new_proof = false;
            if let Some(value) = proven {
                let above = &mut self.nodes[node as usize];
                above.open -= 1;
                above.floor = above.floor.max(-value);
                above.is_proven = above.open == 0 || above.floor >= self.win;
                is_new_proof = above.is_proven;
            }
        }
    }

    /// The child whose value is best for the parent; those never visited have none.
    fn highest(&self, shape: &Shape, node: u32) -> u32 {
        let visited = shape.children(node).filter(|&c| self.nodes[c as usize].visits > 0);
        let better = |a, b| if self.value(b) < self.value(a) { b } else { a };
        visited.reduce(better).unwrap_or(shape.children(node).start)
    }
}

impl Judgement for Knowledge {
    fn value(&self, node: u32) -> f64 {
        self.nodes[node as usize].mean()
    }

    /// The most visited of the open moves (of equally visited ones the better), unless a proven one
    /// is at least as good.
    fn best(&self, shape: &Shape, node: u32) -> u32 {
        let (mut open, mut proven) = (None::<u32>, None::<u32>);
        for child in shape.children(node) {
            let known = &self.nodes[child as usize];
            if known.is_proven {
                if proven.is_none_or(|best| known.floor < self.value(best)) {
                    proven = Some(child);
                }
            } else if open.is_none_or(|best| {
                let most = &self.nodes[best as usize];
                (known.visits, -known.mean()) > (most.visits, -most.mean())
            }) {
                open = Some(child);
            }
        }
        match (open, proven) {
            (Some(open), Some(proven)) if self.value(open) < self.value(proven) => open,
            (open, proven) => proven.or(open).expect("the node has been expanded"),
        }
    }
}
