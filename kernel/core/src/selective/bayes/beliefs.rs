//! The distributions of all nodes of a tree, up from the leaves; and down again, what each leaf's
//! expansion would be worth (paper, 3.3.2).

use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::Range;

use super::influence::{add, is_even};
use super::kept::{coefficients, keep};
use super::maximum::{Maximum, Passing};
use super::shared::Shared;
use crate::selective::evaluator::Spike;
use crate::selective::shape::{ROOT, Shape};
use crate::selective::told::best_by;

/// Inner nodes between two questions whether to go on: some milliseconds.
const ASK_INTERVAL: usize = 1024;

/// Which move is thought best while it is asked what a leaf is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Best {
    /// The present one: the definition of the paper's full example.
    #[default]
    Held,
    /// The best by the leaf's new value: what the paper does in its first example.
    Anew,
}

/// Where a node's distribution is.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Of a leaf, its first spike; of an inner node, its number among those.
    at: u32,
    /// Of a leaf, the number of its spikes.
    spikes: u16,
    is_inner: bool,
    /// Something below has changed since the distribution was worked out.
    is_stale: bool,
}

#[derive(Clone, Debug, Default)]
struct Inner {
    spikes: Vec<Spike>,
    /// What the root's expectation gains when a spike grows by 1, and what that of the root's child
    /// above this node gains.
    influence: Vec<[f64; 2]>,
}

/// The distributions of a tree. Nodes have the numbers of its [`Shape`].
#[derive(Clone, Debug, Default)]
pub struct Beliefs {
    places: Vec<Place>,
    leaf_spikes: Vec<Spike>,
    inner: Vec<Inner>,
    worth: Vec<f64>,
    /// Of all inner nodes together.
    inner_spikes: usize,
    most: Option<usize>,
    maximum: Maximum,
    /// The inner nodes by their depth.
    levels: Vec<Vec<u32>>,
    shared: Shared,
}

impl Beliefs {
    /// What the beliefs take, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let nodes = self.places.len() * (size_of::<Place>() + size_of::<f64>());
        let leaves = self.leaf_spikes.len() * size_of::<Spike>();
        let spike = size_of::<Spike>() + size_of::<[f64; 2]>();
        let inner = self.inner.len() * (size_of::<Inner>() + size_of::<u32>());
        nodes + leaves + inner + self.inner_spikes * spike + self.shared.memory()
    }

    /// No beliefs yet. Inner nodes keep at `most` so many spikes, or all.
    #[must_use]
    pub fn new(most: Option<usize>) -> Self {
        Self { most, ..Self::default() }
    }

    /// The next node is a leaf with this distribution, from high to low.
    pub fn push(&mut self, spikes: &[Spike]) {
        let at = self.leaf_spikes.len() as u32;
        let spikes_here = spikes.len() as u16;
        self.leaf_spikes.extend_from_slice(spikes);
        self.places.push(Place { at, spikes: spikes_here, is_inner: false, is_stale: false });
        self.worth.push(0.0);
    }

    /// The next node is the same position as an earlier one of its depth.
    pub fn push_copy(&mut self, original: u32) {
        self.shared.add(self.places.len() as u32, original);
        self.push(&[]);
    }

    /// The node that a node is a copy of; itself if it is none.
    #[must_use]
    pub fn original(&self, node: u32) -> u32 {
        self.shared.original(node)
    }

    /// Whether more could be known of a node by expanding it.
    #[must_use]
    pub fn is_open(&self, node: u32) -> bool {
        let place = self.places[node as usize];
        !place.is_inner && place.spikes > 1
    }

    /// A leaf was given children: from now on its distribution follows from theirs.
    pub fn expanded(&mut self, shape: &Shape, node: u32) {
        let depth = shape.depth(node);
        if self.levels.len() <= depth {
            self.levels.resize(depth + 1, Vec::new());
        }
        self.levels[depth].push(node);
        let at = self.inner.len() as u32;
        self.inner.push(Inner::default());
        self.places[node as usize] = Place { at, spikes: 0, is_inner: true, is_stale: true };
        self.worth[node as usize] = 0.0;
    }

    /// The distribution of a node, for the side to move there, from high to low.
    #[must_use]
    pub fn spikes(&self, node: u32) -> &[Spike] {
        let place = self.place(node);
        if place.is_inner { &self.inner[place.at as usize].spikes } else { self.leaf(place) }
    }

    fn place(&self, node: u32) -> Place {
        self.places[self.original(node) as usize]
    }

    fn leaf(&self, place: Place) -> &[Spike] {
        &self.leaf_spikes[place.at as usize..][..place.spikes.into()]
    }

    /// The expected value of a node, for the side to move there.
    #[must_use]
    pub fn expectation(&self, node: u32) -> f64 {
        self.spikes(node).iter().map(|spike| spike.location * spike.height).sum()
    }

    /// What the expansion of a leaf is worth: the expected absolute change of [`Beliefs::gain`].
    #[must_use]
    pub fn worth(&self, leaf: u32) -> f64 {
        self.worth[leaf as usize]
    }

    /// The child of highest expectation for the root's side, the earlier one on a tie.
    ///
    /// # Panics
    /// When the root has no children.
    #[must_use]
    pub fn best(&self, shape: &Shape) -> u32 {
        best_by(shape, ROOT, |child| self.expectation(child))
    }

    /// `U_all`: the gain from knowing the value of every leaf before the move is chosen.
    #[must_use]
    pub fn gain(&self, shape: &Shape) -> f64 {
        self.expectation(ROOT) + self.expectation(self.best(shape))
    }

    /// Works out the distributions above everything that has changed.
    pub fn back_up(&mut self, shape: &Shape) {
        let Ok(()) = self.back_up_asking(shape, || Ok::<_, Infallible>(()));
    }

    /// The same, while `ask`, which is asked now and then, has nothing against it: a large tree takes
    /// a second. What is not worked out yet then waits for the next time.
    pub(super) fn back_up_asking<E>(
        &mut self,
        shape: &Shape,
        mut ask: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let mut maximum = std::mem::take(&mut self.maximum);
        let levels = std::mem::take(&mut self.levels);
        let done = levels.iter().rev().flatten().enumerate().try_for_each(|(number, &node)| {
            if self.places[node as usize].is_stale {
                self.work_out(shape, node, &mut maximum);
                self.places[shape.parent(node) as usize].is_stale = true;
                for &copy in self.shared.copies(node) {
                    self.places[shape.parent(copy) as usize].is_stale = true;
                }
            }
            if number % ASK_INTERVAL == 0 { ask() } else { Ok(()) }
        });
        // As its own parent the root has made itself stale.
        self.places[ROOT as usize].is_stale = done.is_err();
        self.levels = levels;
        self.maximum = maximum;
        done
    }

    /// The same where nothing has changed but one node, which is now expanded.
    pub fn back_up_from(&mut self, shape: &Shape, mut node: u32) {
        let mut maximum = std::mem::take(&mut self.maximum);
        self.work_out(shape, node, &mut maximum);
        while node != ROOT {
            node = shape.parent(node);
            self.work_out(shape, node, &mut maximum);
        }
        self.maximum = maximum;
    }

    fn work_out(&mut self, shape: &Shape, node: u32, maximum: &mut Maximum) {
        let at = self.places[node as usize].at as usize;
        self.collect(shape.children(node), maximum);
        let mut spikes = std::mem::take(&mut self.inner[at].spikes);
        self.inner_spikes -= spikes.len();
        keep(maximum, self.most, &mut spikes);
        self.inner_spikes += spikes.len();
        self.inner[at].spikes = spikes;
        self.places[node as usize].is_stale = false;
    }

    /// The probability of each child to be the best for its parent.
    pub fn chances(&mut self, shape: &Shape, node: u32, out: &mut Vec<f64>) {
        let mut maximum = std::mem::take(&mut self.maximum);
        self.collect(shape.children(node), &mut maximum);
        maximum.chances(out);
        self.maximum = maximum;
    }

    /// How much the value of a node is in doubt.
    #[must_use]
    pub fn variance(&self, node: u32) -> f64 {
        let spikes = self.spikes(node);
        // One possible value is certain, whatever rounding would make of it.
        let mut possible = spikes.iter().filter(|spike| spike.height > 0.0).map(|s| s.location);
        let highest = possible.next();
        if possible.next_back().or(highest) == highest {
            return 0.0;
        }
        let mean = self.expectation(node);
        spikes.iter().map(|s| s.height * (s.location - mean) * (s.location - mean)).sum()
    }

    fn collect(&self, children: Range<u32>, maximum: &mut Maximum) {
        maximum.clear();
        children.for_each(|child| maximum.add(self.spikes(child)));
        maximum.settle();
    }

    /// Works out what each leaf's expansion is worth, in one pass from the root.
    ///
    /// What several lines reach has influence by each of them, and their sum is its own. The gain is
    /// then no longer linear in its heights: the worth is what the first derivatives tell.
    pub fn influence(&mut self, shape: &Shape, best: Best) {
        let Ok(()) = self.influence_asking(shape, best, || Ok::<_, Infallible>(()));
    }

    /// The same, while `ask` has nothing against it; only all of it together means something.
    pub(super) fn influence_asking<E>(
        &mut self,
        shape: &Shape,
        best: Best,
        mut ask: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let mut pass = Pass::new(self, shape, best);
        self.worth.fill(0.0);
        self.inner.iter_mut().for_each(|inner| inner.influence.clear());
        let root = self.places[ROOT as usize].at as usize;
        let own = self.inner[root].spikes.iter().map(|spike| [spike.location, 0.0]).collect();
        self.inner[root].influence = own;
        let mut maximum = std::mem::take(&mut self.maximum);
        let levels = std::mem::take(&mut self.levels);
        let done = levels.iter().flatten().enumerate().try_for_each(|(number, &node)| {
            let at = self.places[node as usize].at as usize;
            // Nothing below a node matters that does not matter itself.
            if node == ROOT || !is_even(&self.inner[at].influence) {
                self.collect(shape.children(node), &mut maximum);
                self.hand_down(shape, node, &maximum, &mut pass);
            }
            if number % ASK_INTERVAL == 0 { ask() } else { Ok(()) }
        });
        for (leaf, influence) in std::mem::take(&mut pass.reached) {
            let place = self.places[leaf as usize];
            self.worth[leaf as usize] = pass.judged(self.leaf(place), &influence, ROOT);
        }
        self.levels = levels;
        self.maximum = maximum;
        done
    }

    /// From a node's influence to that of its children: the leaves among them are judged at once.
    fn hand_down(&mut self, shape: &Shape, node: u32, maximum: &Maximum, pass: &mut Pass) {
        let inner = &self.inner[self.places[node as usize].at as usize];
        coefficients(maximum, &inner.spikes, &inner.influence, &mut pass.of_terms);
        pass.starts.clear();
        let mut end = 0;
        for child in shape.children(node) {
            pass.starts.push(end);
            end += self.spikes(child).len();
        }
        pass.of_spikes.clear();
        pass.of_spikes.resize(end, [0.0; 2]);
        let of_terms = &pass.of_terms;
        maximum.spread(|i| of_terms[i], &pass.starts, &mut pass.of_spikes, &mut pass.passing);
        for (number, child) in shape.children(node).enumerate() {
            let place = self.place(child);
            let spikes = self.spikes(child);
            let own = pass.starts[number]..pass.starts[number] + spikes.len();
            if node == ROOT {
                // Seen from the root, a spike of a child is worth its location, negated.
                let counts = if pass.is_watched(child) { -1.0 } else { 0.0 };
                let influence = pass.of_spikes[own.clone()].iter_mut();
                influence.zip(spikes).for_each(|(i, s)| i[1] = counts * s.location);
            }
            let influence = &pass.of_spikes[own];
            let above = pass.above_of(node, child, self);
            let original = self.original(child);
            if place.is_inner {
                add(&mut self.inner[place.at as usize].influence, influence);
                pass.above[place.at as usize] = above;
            } else if self.shared.copies(original).is_empty() {
                self.worth[child as usize] = pass.judged(spikes, influence, above);
            } else {
                add(pass.reached.entry(original).or_default(), influence);
            }
        }
    }
}

/// What a pass from the root works with.
struct Pass {
    rule: Best,
    best: u32,
    /// The expectation of the best root move, and of the best of the others, in the root's view.
    values: (f64, f64),
    /// Of each inner node, the root's child above it.
    above: Vec<u32>,
    /// The influence of leaves that several lines reach, by all lines so far.
    reached: HashMap<u32, Vec<[f64; 2]>>,
    starts: Vec<usize>,
    of_terms: Vec<[f64; 2]>,
    of_spikes: Vec<[f64; 2]>,
    passing: Vec<Passing<2>>,
    expectations: Vec<f64>,
    first: u32,
}

impl Pass {
    fn new(beliefs: &Beliefs, shape: &Shape, rule: Best) -> Self {
        let best = beliefs.best(shape);
        let children = shape.children(ROOT);
        let first = children.start;
        let expectations: Vec<f64> =
            children.clone().map(|child| -beliefs.expectation(child)).collect();
        let others = children.zip(&expectations).filter(|&(child, _)| child != best);
        let second = others.map(|(_, &value)| value).fold(f64::NEG_INFINITY, f64::max);
        Self {
            rule,
            best,
            values: (expectations[(best - first) as usize], second),
            above: vec![ROOT; beliefs.inner.len()],
            reached: HashMap::new(),
            starts: Vec::new(),
            of_terms: Vec::new(),
            of_spikes: Vec::new(),
            passing: Vec::new(),
            expectations,
            first,
        }
    }

    /// Whether changes of a root move's own value count: while the best one is held, only its own do.
    fn is_watched(&self, root_move: u32) -> bool {
        self.rule == Best::Anew || root_move == self.best
    }

    fn above_of(&self, node: u32, child: u32, beliefs: &Beliefs) -> u32 {
        if node == ROOT { child } else { self.above[beliefs.places[node as usize].at as usize] }
    }

    /// Σ height × |change of the gain| over the leaf's spikes: one grows to 1, the others vanish.
    fn judged(&self, spikes: &[Spike], influence: &[[f64; 2]], above: u32) -> f64 {
        if spikes.len() < 2 {
            return 0.0;
        }
        let mut mean = [0.0; 2];
        for (spike, of_spike) in spikes.iter().zip(influence) {
            mean[0] += spike.height * of_spike[0];
            mean[1] += spike.height * of_spike[1];
        }
        let change = |of_spike: &[f64; 2]| {
            let (root, move_above) = (of_spike[0] - mean[0], of_spike[1] - mean[1]);
            root - self.change_of_best(above, move_above)
        };
        spikes.iter().zip(influence).map(|(s, of_spike)| s.height * change(of_spike).abs()).sum()
    }

    /// By how much the value of the best move changes when that of the move `above` does.
    fn change_of_best(&self, above: u32, change: f64) -> f64 {
        let (best, second) = self.values;
        match self.rule {
            Best::Held => change,
            Best::Anew => {
                let now = self.expectations[(above - self.first) as usize] + change;
                let rest = if above == self.best { second } else { best };
                now.max(rest) - best
            }
        }
    }
}
