//! The paper's examples, and brute force over all outcomes.

use super::beliefs::{Beliefs, Best};
use crate::rng::Rng;
use crate::selective::evaluator::Spike;
use crate::selective::shape::{ROOT, Shape};

type Pairs<'a> = &'a [(f64, f64)];

/// A tree as it is written down: a leaf's spikes, or children.
enum Written<'a> {
    Leaf(Pairs<'a>),
    Node(Vec<Written<'a>>),
}
use Written::{Leaf, Node};

fn spikes(pairs: Pairs<'_>) -> Vec<Spike> {
    let mut spikes: Vec<_> =
        pairs.iter().map(|&(location, height)| Spike { location, height }).collect();
    spikes.sort_by(|a, b| b.location.total_cmp(&a.location));
    spikes
}

/// The tree with its beliefs worked out, and the leaves in the order in which they are written.
fn grown(tree: &Written<'_>, kept: Option<usize>, best: Best) -> (Shape, Beliefs, Vec<u32>) {
    let (mut shape, mut beliefs, mut leaves) = (Shape::default(), Beliefs::new(kept), Vec::new());
    beliefs.push(&[]);
    let mut open = vec![(ROOT, tree)];
    while let Some((node, written)) = open.pop() {
        match written {
            Leaf(_) => leaves.push(node),
            Node(children) => {
                let numbers = shape.expand(node, children.len() as u16);
                for child in children {
                    beliefs.push(&if let Leaf(pairs) = child { spikes(pairs) } else { vec![] });
                }
                beliefs.expanded(&shape, node);
                open.extend(numbers.zip(children).rev());
            }
        }
    }
    beliefs.back_up(&shape);
    beliefs.influence(&shape, best);
    (shape, beliefs, leaves)
}

fn close(seen: f64, wanted: f64) {
    assert!((seen - wanted).abs() < 1e-12, "{seen} instead of {wanted}");
}

#[test]
fn the_full_example_of_figure_3_7_comes_out_exactly() {
    let tree = Node(vec![
        Leaf(&[(-3.0, 0.25), (-2.0, 0.25), (-1.0, 0.5)]),
        Leaf(&[(-5.0, 0.25), (-3.0, 0.25), (-2.0, 0.5)]),
        Node(vec![
            Node(vec![Leaf(&[(-5.0, 0.5), (-4.0, 0.5)]), Leaf(&[(-6.0, 0.5), (-2.0, 0.5)])]),
            Leaf(&[(0.0, 0.5), (6.0, 0.5)]),
        ]),
    ]);
    let (shape, beliefs, leaves) = grown(&tree, None, Best::Held);
    close(beliefs.expectation(ROOT), 4.21875);
    for (child, wanted) in shape.children(ROOT).zip([-1.75, -3.0, -2.625]) {
        close(beliefs.expectation(child), wanted);
    }
    assert_eq!(beliefs.best(&shape), 2, "the move to C");
    close(beliefs.gain(&shape), 1.21875);
    let worth = leaves.iter().map(|&leaf| beliefs.worth(leaf));
    for (seen, wanted) in worth.zip([0.09375, 0.53125, 0.09375, 0.34375, 1.09375]) {
        close(seen, wanted); // B, C, G, H, F
    }
}

#[test]
fn the_small_example_of_figure_3_6_comes_out_by_both_definitions() {
    // S is worth ½ for certain and T ½ on average; the third move wins if both V and W turn out so.
    let tree = || {
        Node(vec![
            Node(vec![Leaf(&[(0.5, 1.0)])]),
            Leaf(&[(-0.4375, 0.5), (-0.5625, 0.5)]),
            Node(vec![Leaf(&[(1.0, 0.25), (0.0, 0.75)]), Leaf(&[(1.0, 0.25), (0.0, 0.75)])]),
        ])
    };
    let held = grown(&tree(), None, Best::Held);
    let anew = grown(&tree(), None, Best::Anew);
    close(held.1.gain(&held.0), 31.0 / 512.0);
    let worth = |(_, beliefs, leaves): &(Shape, Beliefs, Vec<u32>)| {
        leaves.iter().map(|&leaf| beliefs.worth(leaf)).collect::<Vec<_>>()
    };
    let (held, anew) = (worth(&held), worth(&anew));
    close(held[1], 15.0 / 512.0);
    close(anew[1], 16.0 / 512.0);
    close(held[2], 45.0 / 1024.0);
    close(held[3], 45.0 / 1024.0);
}

/// A random tree of few leaves, with few values so that many are equal.
struct Small {
    shape: Shape,
    leaves: Vec<(u32, Vec<Spike>)>,
}

impl Small {
    fn new(chance: &mut Rng) -> Self {
        let mut shape = Shape::default();
        shape.expand(ROOT, 2 + chance.below(2) as u16);
        for _ in 0..chance.below(3) {
            let leaves: Vec<u32> =
                (0..shape.len() as u32).filter(|&n| !shape.is_expanded(n)).collect();
            shape.expand(*chance.choose(&leaves), 1 + chance.below(3) as u16);
        }
        let leaves = (0..shape.len() as u32).filter(|&n| !shape.is_expanded(n));
        let leaves = leaves.map(|leaf| (leaf, Self::spikes(chance))).collect();
        Self { shape, leaves }
    }

    fn spikes(chance: &mut Rng) -> Vec<Spike> {
        let parts: Vec<u64> = (0..1 + chance.below(3)).map(|_| 1 + chance.below(4)).collect();
        let sum: u64 = parts.iter().sum();
        let mut spikes: Vec<_> = parts
            .iter()
            .map(|&part| {
                let location = chance.below(5) as f64 - 2.0;
                Spike { location, height: part as f64 / sum as f64 }
            })
            .collect();
        spikes.sort_by(|a, b| b.location.total_cmp(&a.location));
        spikes
    }

    /// The minimax value of each node, leaves given.
    fn values(&self, at_leaves: &[f64]) -> Vec<f64> {
        let mut values = vec![f64::NEG_INFINITY; self.shape.len()];
        self.leaves.iter().zip(at_leaves).for_each(|((leaf, _), &v)| values[*leaf as usize] = v);
        for node in (1..self.shape.len()).rev() {
            let parent = self.shape.parent(node as u32) as usize;
            values[parent] = values[parent].max(-values[node]);
        }
        values
    }

    /// The expectation of the root and of each of its children in its view, over all outcomes; a leaf
    /// may be held at one of its spikes.
    fn expectations(&self, held: Option<(usize, usize)>) -> Vec<f64> {
        let children = self.shape.children(ROOT);
        let mut sums = vec![0.0; children.len() + 1];
        let mut picks = vec![0; self.leaves.len()];
        loop {
            let pick = |leaf: usize| {
                let spike = held.filter(|h| h.0 == leaf).map_or(picks[leaf], |h| h.1);
                self.leaves[leaf].1[spike]
            };
            let is_counted = held.is_none_or(|h| picks[h.0] == 0);
            if is_counted {
                let at: Vec<f64> = (0..picks.len()).map(|leaf| pick(leaf).location).collect();
                let free = (0..picks.len()).filter(|&leaf| held.is_none_or(|h| h.0 != leaf));
                let probability: f64 = free.map(|leaf| pick(leaf).height).product();
                let values = self.values(&at);
                sums[0] += probability * values[0];
                for (sum, child) in sums[1..].iter_mut().zip(children.clone()) {
                    *sum -= probability * values[child as usize];
                }
            }
            let mut leaf = 0;
            while leaf < picks.len() {
                picks[leaf] += 1;
                if picks[leaf] < self.leaves[leaf].1.len() {
                    break;
                }
                picks[leaf] = 0;
                leaf += 1;
            }
            if leaf == picks.len() {
                return sums;
            }
        }
    }

    fn worth(&self, leaf: usize, rule: Best) -> f64 {
        let now = self.expectations(None);
        let moves = 1..now.len();
        let mut best = 1;
        moves.clone().for_each(|m| {
            if now[m] > now[best] {
                best = m
            }
        });
        let gain = now[0] - now[best];
        let change = |(number, spike): (usize, &Spike)| {
            let then = self.expectations(Some((leaf, number)));
            let top = match rule {
                Best::Held => then[best],
                Best::Anew => then[1..].iter().copied().fold(f64::NEG_INFINITY, f64::max),
            };
            spike.height * (then[0] - top - gain).abs()
        };
        self.leaves[leaf].1.iter().enumerate().map(change).sum()
    }

    fn beliefs(&self, kept: Option<usize>, rule: Best) -> Beliefs {
        let mut beliefs = Beliefs::new(kept);
        for node in 0..self.shape.len() as u32 {
            let at = self.leaves.iter().find(|(leaf, _)| *leaf == node);
            beliefs.push(at.map_or(&[], |(_, spikes)| spikes));
        }
        (0..self.shape.len() as u32)
            .filter(|&node| self.shape.is_expanded(node))
            .for_each(|node| beliefs.expanded(&self.shape, node));
        beliefs.back_up(&self.shape);
        beliefs.influence(&self.shape, rule);
        beliefs
    }
}

/// Ties in expectation are broken by what rounding leaves of them: such trees say nothing.
fn is_clear(expectations: &[f64]) -> bool {
    let mut moves = expectations[1..].to_vec();
    moves.sort_by(f64::total_cmp);
    moves.windows(2).next_back().is_none_or(|pair| pair[1] - pair[0] > 1e-9)
}

#[test]
fn one_pass_equals_brute_force_over_all_outcomes() {
    let mut chance = Rng::new(1, 0);
    let mut compared = 0;
    while compared < 2_500 {
        let small = Small::new(&mut chance);
        let outcomes: usize = small.leaves.iter().map(|(_, spikes)| spikes.len()).product();
        let expectations = small.expectations(None);
        if outcomes > 400 || !is_clear(&expectations) {
            continue;
        }
        compared += 1;
        for rule in [Best::Held, Best::Anew] {
            let beliefs = small.beliefs(None, rule);
            let close = |seen: f64, wanted: f64| {
                assert!((seen - wanted).abs() < 1e-9, "{seen} {wanted} {:?}", small.leaves);
            };
            close(beliefs.expectation(ROOT), expectations[0]);
            for (number, (leaf, _)) in small.leaves.iter().enumerate() {
                close(beliefs.worth(*leaf), small.worth(number, rule));
            }
        }
    }
}

#[test]
fn keeping_fewer_spikes_keeps_the_mean_of_a_maximum() {
    let mut chance = Rng::new(2, 0);
    for _ in 0..500 {
        let mut shape = Shape::default();
        shape.expand(ROOT, 4);
        let all: Vec<_> = (0..4).map(|_| Small::spikes(&mut chance)).collect();
        let expectation = |kept| {
            let mut beliefs = Beliefs::new(kept);
            beliefs.push(&[]);
            all.iter().for_each(|spikes| beliefs.push(spikes));
            beliefs.expanded(&shape, ROOT);
            beliefs.back_up(&shape);
            (beliefs.expectation(ROOT), beliefs.spikes(ROOT).len())
        };
        let (whole, _) = expectation(None);
        for kept in [2, 3, 5] {
            let (mean, spikes) = expectation(Some(kept));
            assert!((mean - whole).abs() < 1e-12 && spikes <= kept.max(2), "{mean} {whole}");
        }
    }
}

#[test]
fn with_few_spikes_kept_the_gain_still_follows_the_influence() {
    // Kept locations stay where they are when heights change a little, and then the gain is linear in
    // each. A leaf of two spikes with influences I and J is worth 2 × height × height × |I − J|.
    const STEP: f64 = 1e-6;
    let mut chance = Rng::new(3, 0);
    let mut compared = 0;
    while compared < 300 {
        let mut small = Small::new(&mut chance);
        let number = chance.below(small.leaves.len() as u64) as usize;
        let heights = small.leaves[number].1.iter().map(|s| s.height).collect::<Vec<_>>();
        if heights.len() != 2 || !is_clear(&small.expectations(None)) {
            continue;
        }
        let before = small.beliefs(Some(3), Best::Held);
        let leaf = small.leaves[number].0;
        small.leaves[number].1[0].height += STEP;
        small.leaves[number].1[1].height -= STEP;
        let after = small.beliefs(Some(3), Best::Held);
        let locations = |beliefs: &Beliefs| {
            let of = |node| beliefs.spikes(node).iter().map(|s| s.location).collect::<Vec<_>>();
            ((0..small.shape.len() as u32).map(of).collect::<Vec<_>>(), beliefs.best(&small.shape))
        };
        if locations(&before) != locations(&after) {
            continue; // The step was not so small after all.
        }
        let slope = (after.gain(&small.shape) - before.gain(&small.shape)) / STEP;
        let wanted = 2.0 * heights[0] * heights[1] * slope.abs();
        assert!((before.worth(leaf) - wanted).abs() < 1e-5, "{} {wanted}", before.worth(leaf));
        compared += 1;
    }
}

#[test]
fn a_back_up_that_was_given_up_is_made_good_by_the_next() {
    let tree = Node(vec![
        Leaf(&[(8.0, 0.5), (7.0, 0.5)]),
        Node(vec![Leaf(&[(-5.0, 0.5), (-4.0, 0.5)]), Leaf(&[(-6.0, 0.5), (-2.0, 0.5)])]),
    ]);
    let (mut shape, mut beliefs, leaves) = grown(&tree, None, Best::Held);
    let before = beliefs.expectation(ROOT);
    shape.expand(leaves[2], 1);
    beliefs.push(&spikes(&[(-9.0, 1.0)]));
    beliefs.expanded(&shape, leaves[2]);
    let mut other = beliefs.clone();
    other.back_up(&shape);
    assert_eq!(beliefs.back_up_asking(&shape, || Err("enough")), Err("enough"));
    assert_eq!(beliefs.influence_asking(&shape, Best::Held, || Err("enough")), Err("enough"));
    beliefs.back_up(&shape);
    for node in ROOT..shape.len() as u32 {
        assert_eq!(beliefs.spikes(node), other.spikes(node), "node {node}");
    }
    assert!(beliefs.expectation(ROOT) != before);
}
