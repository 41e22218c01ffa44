//! From a grown tree to what is told of it.

use super::choice::{Choice, RootChoice};
use super::evaluator::Spike;
use super::limits::Ended;
use super::shape::{ROOT, Shape};
use super::tree::Tree;
use crate::game::Game;

/// What a search thinks of the nodes of its tree.
pub(crate) trait Judgement {
    /// The value of a node, for the side to move there.
    fn value(&self, node: u32) -> f64;
    /// The child that the side to move would choose at an expanded node.
    fn best(&self, shape: &Shape, node: u32) -> u32;
    /// The distribution of a node's value, for the side to move there, where there is one.
    fn spikes(&self, _node: u32) -> &[Spike] {
        &[]
    }
    /// The node that a node is the same position as: itself, unless the search shares nodes.
    fn original(&self, node: u32) -> u32 {
        node
    }
    /// What the judgement takes beside the tree, in bytes, where the tree does not count it.
    fn memory(&self) -> usize {
        0
    }
    /// What all further search would be worth, where that is known.
    fn gain(&self, _shape: &Shape) -> Option<f64> {
        None
    }
}

/// The choice that a judgement of the tree leads to.
pub(crate) fn told<G: Game>(
    tree: &Tree<'_, G>,
    judgement: &dyn Judgement,
    ended: Ended,
) -> Choice<G::Move> {
    let shape = tree.shape();
    let sizes = shape.sizes();
    let root_choice = |child: u32| RootChoice {
        mv: tree.move_to(child),
        value: -judgement.value(child),
        nodes: sizes[child as usize].into(),
        spikes: seen_from_above(judgement.spikes(child)),
    };
    let best = shape.is_expanded(ROOT).then(|| judgement.best(shape, ROOT));
    Choice {
        mv: best.map_or_else(|| first_move(tree.root()), |best| Some(tree.move_to(best))),
        value: best.map_or_else(|| judgement.value(ROOT), |best| -judgement.value(best)),
        gain: best.and_then(|_| judgement.gain(shape)),
        line: chosen_line(tree, judgement),
        roots: shape.children(ROOT).map(root_choice).collect(),
        nodes: tree.nodes(),
        expansions: tree.expansions(),
        depth: tree.depth(),
        memory: tree.memory() + judgement.memory(),
        ended,
        lines: tree.largest_lines(&sizes),
        recent: tree.recent().into_iter().map(|node| tree.path(node)).collect(),
    }
}

/// The moves that both sides would choose.
fn chosen_line<G: Game>(tree: &Tree<'_, G>, judgement: &dyn Judgement) -> Vec<G::Move> {
    let (mut line, mut node) = (Vec::new(), ROOT);
    while tree.shape().is_expanded(node) {
        let best = judgement.best(tree.shape(), node);
        line.push(tree.move_to(best));
        node = judgement.original(best);
    }
    line
}

/// The child of highest value to the parent, the earlier one on a tie.
///
/// # Panics
/// When the node has no children.
pub(crate) fn best_by(shape: &Shape, node: u32, value: impl Fn(u32) -> f64) -> u32 {
    let mut children = shape.children(node);
    let first = children.next().expect("the node has been expanded");
    children.fold(first, |best, child| if value(child) < value(best) { child } else { best })
}

/// What is played when there was no budget even to look at the moves.
pub(crate) fn first_move<G: Game>(position: &G) -> Option<G::Move> {
    if position.ending().is_some() {
        return None;
    }
    position.legal_moves().as_ref().first().copied()
}

/// A distribution in the view of the other side.
fn seen_from_above(spikes: &[Spike]) -> Vec<Spike> {
    let positive = spikes.iter().rev().filter(|spike| spike.height > 0.0);
    positive.map(|s| Spike { location: -s.location, height: s.height }).collect()
}
