//! The maximum of independent children: its distribution (equation 3.2 of the paper), and how it
//! hangs on each spike of each child.
//!
//! Every quantity here is linear in the heights of any one child. That is what makes one pass over
//! the tree enough.

use crate::selective::evaluator::Spike;

/// Probabilities below this are taken for 0.
pub const NEGLIGIBLE: f64 = 1e-12;

/// No child, in [`Term::zero`].
const NONE: u16 = u16::MAX;
/// More than one child, in [`Term::zero`].
const MANY: u16 = u16::MAX - 1;

/// A spike of a child, seen by the parent.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Where: the child's location, negated.
    pub location: f64,
    height: f64,
    child: u16,
    spike: u16,
    /// The probability that the same child is lower.
    below: f64,
    /// The probability that all others are lower, children that cannot be left out.
    others: f64,
    /// Which of the others cannot be lower: [`NONE`], the one, or [`MANY`].
    zero: u16,
}

impl Term {
    /// The probability that the maximum is this spike.
    #[must_use]
    pub fn probability(&self) -> f64 {
        let probability = self.height * self.reach();
        if probability < NEGLIGIBLE { 0.0 } else { probability }
    }

    /// The probability that all others are lower.
    #[must_use]
    pub fn reach(&self) -> f64 {
        if self.zero == NONE { self.others } else { 0.0 }
    }
}

/// The spikes of all children in the parent's view, from high to low.
///
/// Equal locations have one fixed order: the earlier child's counts as the higher, and within a
/// child its own order, reversed as everything is by the change of view.
#[derive(Clone, Debug, Default)]
pub struct Maximum {
    terms: Vec<Term>,
    children: usize,
    below: Vec<f64>,
    /// What the terms are put into their order with.
    keys: Vec<(u64, u32)>,
    unsorted: Vec<Term>,
}

impl Maximum {
    /// Begins anew.
    pub fn clear(&mut self) {
        self.terms.clear();
        self.children = 0;
    }

    /// Adds the next child, its spikes from high to low in its own view.
    pub fn add(&mut self, spikes: &[Spike]) {
        let child = self.children as u16;
        let (below, others, zero) = (0.0, 0.0, NONE);
        // Backwards: so the order in which terms come is that of equal locations.
        let spikes = spikes.iter().enumerate().rev();
        self.terms.extend(spikes.map(|(i, &Spike { location, height })| Term {
            location: -location,
            height,
            child,
            spike: i as u16,
            below,
            others,
            zero,
        }));
        self.children += 1;
    }

    /// The terms, from high to low.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The probability of each child to be the highest.
    pub fn chances(&self, out: &mut Vec<f64>) {
        out.clear();
        out.resize(self.children, 0.0);
        self.terms.iter().for_each(|term| out[usize::from(term.child)] += term.probability());
    }

    /// Puts the terms into their order and works out the probability of each.
    pub fn settle(&mut self) {
        self.sort();
        self.below.clear();
        self.below.resize(self.children, 0.0);
        // Upwards from the lowest: sums of heights, so that nothing cancels. Factors that are 0 are
        // counted apart (and known by the sum of their numbers), so that nothing is divided by 0.
        let (mut product, mut zeros) = (1.0, self.children);
        let mut zero_sum: usize = (0..self.children).sum();
        for term in self.terms.iter_mut().rev() {
            let child = usize::from(term.child);
            let below = self.below[child];
            let is_zero = below == 0.0;
            term.below = below;
            term.others = if is_zero { product } else { product / below };
            term.zero = match zeros - usize::from(is_zero) {
                0 => NONE,
                1 => (zero_sum - if is_zero { child } else { 0 }) as u16,
                _ => MANY,
            };
            if term.height > 0.0 {
                let now = below + term.height;
                product = term.others * now;
                self.below[child] = now;
                if is_zero {
                    zeros -= 1;
                    zero_sum -= child;
                }
            }
        }
    }

    /// Small keys are sorted in place of the terms themselves, which takes half the time.
    fn sort(&mut self) {
        self.keys.clear();
        let numbered = self.terms.iter().zip(0..);
        self.keys.extend(numbered.map(|(term, number)| (descending(term.location), number)));
        self.keys.sort_unstable();
        std::mem::swap(&mut self.terms, &mut self.unsorted);
        self.terms.clear();
        self.terms.extend(self.keys.iter().map(|&(_, number)| self.unsorted[number as usize]));
    }

    /// For each spike of each child, by how much a quantity changes when the spike grows by 1, given
    /// the same of each term (`of_term`, in the order of the terms). `out` holds the children's
    /// spikes one child after the other; `starts` says where each begins.
    pub fn spread<const N: usize>(
        &self,
        of_term: impl Fn(usize) -> [f64; N],
        starts: &[usize],
        out: &mut [[f64; N]],
        work: &mut Vec<Passing<N>>,
    ) {
        work.clear();
        // Where nothing of a child has been passed, all of it is below.
        work.extend((0..self.children).map(|child| Passing::new(self.below[child])));
        let mut passed = [0.0; N];
        for (number, term) in self.terms.iter().enumerate() {
            let coefficient = of_term(number);
            let child = usize::from(term.child);
            let own = &mut work[child];
            own.settle(passed);
            let at = starts[child] + usize::from(term.spike);
            out[at] = plus(own.higher, coefficient, term.reach());
            let weight = term.height * term.others;
            if term.zero == NONE {
                passed = plus(passed, coefficient, weight);
            }
            own.begin(passed, term.below);
            if term.zero < MANY {
                let other = &mut work[usize::from(term.zero)];
                other.higher = plus(other.higher, coefficient, weight);
            }
        }
    }
}

/// A number that is the smaller the higher a location is, in the order of [`f64::total_cmp`].
fn descending(location: f64) -> u64 {
    let bits = location.to_bits();
    if bits >> 63 == 0 { !(bits | 1 << 63) } else { bits }
}

fn plus<const N: usize>(a: [f64; N], b: [f64; N], weight: f64) -> [f64; N] {
    std::array::from_fn(|i| a[i] + b[i] * weight)
}

/// What has been passed on the way down, as one child sees it.
#[derive(Clone, Copy, Debug)]
pub struct Passing<const N: usize> {
    /// Σ coefficient × probability over the others' spikes passed, this child's factor taken out.
    higher: [f64; N],
    /// The sum of all children at this child's last spike.
    since: [f64; N],
    /// This child's factor since then.
    factor: f64,
}

impl<const N: usize> Passing<N> {
    fn new(factor: f64) -> Self {
        Self { higher: [0.0; N], since: [0.0; N], factor }
    }

    fn settle(&mut self, passed: [f64; N]) {
        if self.factor > 0.0 {
            for (i, passed) in passed.into_iter().enumerate() {
                self.higher[i] += (passed - self.since[i]) / self.factor;
            }
        }
    }

    fn begin(&mut self, passed: [f64; N], factor: f64) {
        (self.since, self.factor) = (passed, factor);
    }
}
