//! Positions that several lines reach, against the tree in which each line has its own copy.

use super::beliefs::{Beliefs, Best};
use crate::rng::Rng;
use crate::selective::evaluator::Spike;
use crate::selective::shape::{ROOT, Shape};

/// A graph in layers: children are positions of the next layer, and several may have the same.
struct Layered {
    children: Vec<Vec<usize>>,
    spikes: Vec<Vec<Spike>>,
}

/// A graph or tree grown from it, and the nodes of each position.
struct Grown {
    shape: Shape,
    beliefs: Beliefs,
    nodes: Vec<Vec<u32>>,
}

impl Layered {
    const WIDTHS: [usize; 4] = [1, 3, 3, 3];

    fn new(chance: &mut Rng) -> Self {
        let mut graph = Self { children: Vec::new(), spikes: Vec::new() };
        let mut first = 0;
        for (layer, &width) in Self::WIDTHS.iter().enumerate() {
            first += width;
            for _ in 0..width {
                let below = Self::WIDTHS.get(layer + 1).copied().unwrap_or(0) as u64;
                let is_leaf = below == 0 || (layer > 1 && chance.below(4) == 0);
                let count = if is_leaf { 0 } else { 1 + chance.below(3) as usize };
                let child = |_| first + chance.below(below.max(1)) as usize;
                graph.children.push((0..count).map(child).collect());
                graph.spikes.push(Self::two(chance));
            }
        }
        graph.children[0] = vec![1, 2, 3];
        graph
    }

    fn two(chance: &mut Rng) -> Vec<Spike> {
        let height = (1 + chance.below(4)) as f64 / 5.0;
        let low = chance.below(8) as f64 - 4.0;
        let high = low + 1.0 + chance.below(3) as f64;
        vec![Spike { location: high, height }, Spike { location: low, height: 1.0 - height }]
    }

    /// Breadth first; a shared graph is backed up after every expansion, so that what is stale has to
    /// be found by all lines.
    fn grown(&self, is_shared: bool) -> Grown {
        let (mut shape, mut beliefs) = (Shape::default(), Beliefs::new(None));
        let mut nodes = vec![Vec::new(); self.children.len()];
        beliefs.push(&self.spikes[0]);
        nodes[0].push(ROOT);
        let mut open = std::collections::VecDeque::from([(ROOT, 0)]);
        while let Some((node, position)) = open.pop_front() {
            let children = &self.children[position];
            if children.is_empty() {
                continue;
            }
            for (number, &child) in shape.expand(node, children.len() as u16).zip(children) {
                match nodes[child].first() {
                    Some(&original) if is_shared => beliefs.push_copy(original),
                    _ => {
                        beliefs.push(&self.spikes[child]);
                        open.push_back((number, child));
                    }
                }
                nodes[child].push(number);
            }
            beliefs.expanded(&shape, node);
            if is_shared {
                beliefs.back_up(&shape);
            }
        }
        beliefs.back_up(&shape);
        beliefs.influence(&shape, Best::Held);
        Grown { shape, beliefs, nodes }
    }

    /// The gain, and the best move, when the first height of a leaf grows by so much in all lines.
    fn moved(&mut self, leaf: usize, step: f64) -> (f64, u32) {
        let before = self.spikes[leaf].clone();
        self.spikes[leaf][0].height += step;
        self.spikes[leaf][1].height -= step;
        let tree = self.grown(false);
        self.spikes[leaf] = before;
        (tree.beliefs.gain(&tree.shape), tree.beliefs.best(&tree.shape))
    }
}

#[test]
fn a_graph_believes_what_the_tree_of_all_its_lines_believes() {
    let mut chance = Rng::new(5, 0);
    let mut copies = 0;
    for _ in 0..500 {
        let graph = Layered::new(&mut chance);
        let (one, tree) = (graph.grown(true), graph.grown(false));
        assert!((one.beliefs.gain(&one.shape) - tree.beliefs.gain(&tree.shape)).abs() < 1e-12);
        for (seen, wanted) in one.nodes.iter().zip(&tree.nodes) {
            let expectations = seen.iter().map(|&node| one.beliefs.expectation(node));
            for (seen, wanted) in expectations.zip(wanted.iter().cycle()) {
                assert!((seen - tree.beliefs.expectation(*wanted)).abs() < 1e-12);
            }
            copies += seen.len().saturating_sub(1);
        }
    }
    assert!(copies > 1_000, "{copies}");
}

#[test]
fn the_worth_of_a_shared_leaf_is_the_slope_of_the_gain_by_all_its_lines() {
    // A leaf of two spikes with influences I and J is worth 2 × height × height × |I − J|.
    const STEP: f64 = 1e-5;
    let mut chance = Rng::new(6, 0);
    let (mut compared, mut shared) = (0, 0);
    while compared < 1_000 {
        let mut graph = Layered::new(&mut chance);
        let one = graph.grown(true);
        for leaf in 1..graph.children.len() {
            if !graph.children[leaf].is_empty() || one.nodes[leaf].is_empty() {
                continue;
            }
            let (up, best) = graph.moved(leaf, STEP);
            let (down, same) = graph.moved(leaf, -STEP);
            if best != same {
                continue; // A tie, which the step breaks.
            }
            let heights = graph.spikes[leaf][0].height * graph.spikes[leaf][1].height;
            let wanted = 2.0 * heights * ((up - down) / (2.0 * STEP)).abs();
            let seen = one.beliefs.worth(one.nodes[leaf][0]);
            assert!((seen - wanted).abs() < 1e-7, "{seen} instead of {wanted}");
            compared += 1;
            shared += usize::from(one.nodes[leaf].len() > 1);
        }
    }
    assert!(shared > 300, "{shared}");
}
