//! A tree with the minimax value of each node: what most rivals of Bayesian search grow.

use super::choice::Choice;
use super::evaluator::{Evaluator, worth};
use super::limits::{Ended, Meter};
use super::search::SelectiveRequest;
use super::shape::{ROOT, Shape};
use super::told::{Judgement, best_by, told};
use super::tree::Tree;
use crate::error::Error;
use crate::game::Game;

/// The minimax values of a tree, leaves valued by the evaluator.
pub(crate) struct Values {
    nodes: Vec<Valued>,
    win: f64,
}

#[derive(Clone, Copy)]
struct Valued {
    value: f64,
    /// No search below can change the value.
    is_settled: bool,
}

impl Values {
    pub const NODE_SIZE: usize = size_of::<Valued>();

    fn push(&mut self, value: f64, is_settled: bool) {
        self.nodes.push(Valued { value, is_settled });
    }

    /// Whether no search below can change the value of a node: the game is over there, or one move
    /// wins for certain, or all moves are settled.
    pub fn is_settled(&self, node: u32) -> bool {
        self.nodes[node as usize].is_settled
    }

    /// Works out the values from a node upwards, as far as they change.
    fn back_up(&mut self, shape: &Shape, mut node: u32) {
        loop {
            let (mut value, mut all, mut wins) = (f64::NEG_INFINITY, true, false);
            for child in &self.nodes[as_range(shape, node)] {
                value = value.max(-child.value);
                all &= child.is_settled;
                wins |= child.is_settled && -child.value >= self.win;
            }
            let is_settled = all || wins;
            let old = self.nodes[node as usize];
            self.nodes[node as usize] = Valued { value, is_settled };
            let is_same = old.value == value && old.is_settled == is_settled;
            if node == ROOT || is_same {
                return;
            }
            node = shape.parent(node);
        }
    }
}

fn as_range(shape: &Shape, node: u32) -> std::ops::Range<usize> {
    let children = shape.children(node);
    children.start as usize..children.end as usize
}

impl Judgement for Values {
    fn value(&self, node: u32) -> f64 {
        self.nodes[node as usize].value
    }

    /// Of equal moves a settled one is taken: there is no doubt about it.
    fn best(&self, shape: &Shape, node: u32) -> u32 {
        let best = best_by(shape, node, |child| self.value(child));
        let is_as_good = |&child: &u32| self.value(child) == self.value(best);
        let settled = |child: &u32| self.is_settled(*child) && is_as_good(child);
        shape.children(node).find(settled).unwrap_or(best)
    }
}

/// A tree that is being grown, with its values.
pub(crate) struct Minimaxed<'a, G: Game> {
    pub tree: Tree<'a, G>,
    pub values: Values,
    pub evaluator: &'a dyn Evaluator<G>,
    meter: Meter<'a>,
}

impl<'a, G: Game> Minimaxed<'a, G> {
    /// The root alone; the search keeps so many bytes of its own with every node.
    pub fn new(request: &SelectiveRequest<'a, G>, kept: usize) -> Self {
        let SelectiveRequest { position, evaluator, .. } = *request;
        let mut values = Values { nodes: Vec::new(), win: evaluator.win() };
        match position.ending() {
            Some(ending) => values.push(worth(position, ending, values.win), true),
            None => values.push(evaluator.value(position), false),
        }
        let tree = Tree::new(position, request.history, Values::NODE_SIZE + kept);
        Self { tree, values, evaluator, meter: Meter::of(request) }
    }

    /// Gives a leaf its children and values them; `also` is shown each, with its position where the
    /// game goes on and its value.
    pub fn expand(
        &mut self,
        leaf: u32,
        mut also: impl FnMut(Option<&G>, f64),
    ) -> Result<Option<Ended>, Error> {
        let (values, evaluator) = (&mut self.values, self.evaluator);
        let refused = self.tree.expand(leaf, &self.meter, |_, child, ending| {
            let value = match ending {
                Some(ending) => worth(child, ending, values.win),
                None => evaluator.value(child),
            };
            values.push(value, ending.is_some());
            also(ending.is_none().then_some(child), value);
        })?;
        if refused.is_none() {
            self.values.back_up(self.tree.shape(), leaf);
        }
        Ok(refused)
    }

    /// From the root to a leaf, by the child that `next` chooses at each node.
    pub fn descend(&self, mut next: impl FnMut(&Shape, &Values, u32) -> u32) -> u32 {
        let mut node = ROOT;
        while self.tree.shape().is_expanded(node) {
            node = next(self.tree.shape(), &self.values, node);
        }
        node
    }

    /// What the tree tells.
    pub fn choice(&self, ended: Ended) -> Choice<G::Move> {
        told(&self.tree, &self.values, ended)
    }
}
