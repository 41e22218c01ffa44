//! Many distributions of a number of rolls, close together in memory.

/// Rolls that are told apart, from 0 on: more than the 21 to which the longest distribution comes.
pub(super) const SLOTS: usize = 32;
/// The least chance that is kept at the end of a distribution: sums near 1 have steps of 6e-8.
const LEAST: f64 = 1e-10;

/// Where a distribution stands.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    len: u8,
    /// The least number of rolls that has a chance.
    first: u8,
}

/// Distributions in the order in which they were added.
#[derive(Default)]
pub(super) struct Distributions {
    chances: Vec<f32>,
    spans: Vec<Span>,
}

/// The chances that it takes 0, 1, 2 … rolls, to the last that is not negligible.
#[derive(Clone, Copy)]
pub(super) struct Distribution<'a> {
    pub chances: &'a [f32],
    /// The least number of rolls that has a chance.
    pub first: usize,
}

impl Distributions {
    /// Adds a distribution after the others.
    pub fn push(&mut self, chances: &[f64; SLOTS]) {
        let first = chances.iter().position(|&chance| chance > 0.0).unwrap_or(0);
        let last = chances.iter().rposition(|&chance| chance >= LEAST).unwrap_or(first);
        let start = self.chances.len() as u32;
        self.chances.extend(chances[..=last].iter().map(|&chance| chance as f32));
        self.spans.push(Span { start, len: last as u8 + 1, first: first as u8 });
    }

    /// The distribution that was added as number `i`.
    pub fn get(&self, i: usize) -> Distribution<'_> {
        let Span { start, len, first } = self.spans[i];
        let chances = &self.chances[start as usize..][..len.into()];
        Distribution { chances, first: first.into() }
    }

    /// Gives back memory that will not be needed.
    pub fn shrink(&mut self) {
        self.chances.shrink_to_fit();
        self.spans.shrink_to_fit();
    }

    /// Bytes of all distributions.
    #[cfg(test)]
    pub fn size(&self) -> usize {
        size_of_val(&*self.chances) + size_of_val(&*self.spans)
    }
}

impl Distribution<'_> {
    /// Σ P(n)·P(other ≥ n): the chance to be done no later than the other, in numbers of rolls. This
    /// is the chance of the side that rolls first.
    pub fn no_later_than(self, other: Self) -> f32 {
        let mut sum = 0.0;
        let mut not_yet = 1.0;
        for (own, others) in self.beside(other) {
            sum += own * not_yet;
            not_yet -= others;
        }
        sum
    }

    /// Σ P(n)·P(other > n): the chance to be done in fewer rolls than the other. This is the chance
    /// of the side that rolls second.
    pub fn earlier_than(self, other: Self) -> f32 {
        let mut sum = 0.0;
        let mut not_yet = 1.0;
        for (own, others) in self.beside(other) {
            not_yet -= others;
            sum += own * not_yet;
        }
        sum
    }

    /// Both chances of each number of rolls, from the least that has one to the end of the shorter:
    /// where either has ended, no product is left.
    fn beside(self, other: Self) -> impl Iterator<Item = (f32, f32)> {
        let start = self.first.min(other.first);
        let (own, others) = (&self.chances[start..], &other.chances[start..]);
        own.iter().copied().zip(others.iter().copied())
    }
}
