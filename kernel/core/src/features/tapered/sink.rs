//! Where counts go: into numbers, or straight into sums. One scan serves both.

use crate::value::Value;

/// Takes what a scan counts.
pub trait Sink {
    /// A term counts so many times more.
    fn add(&mut self, term: usize, count: i64);
}

/// The counts themselves.
pub(super) struct Counted(pub Vec<i64>);

impl Sink for Counted {
    fn add(&mut self, term: usize, count: i64) {
        self.0[term] += count;
    }
}

/// The same with other numbers for the terms.
pub(super) struct From<'a, S> {
    /// The number of the first term.
    pub first: usize,
    pub sink: &'a mut S,
}

impl<S: Sink> Sink for From<'_, S> {
    fn add(&mut self, term: usize, count: i64) {
        self.sink.add(self.first + term, count);
    }
}

/// Σ weight × count in each phase.
pub(super) struct Weighed<'a> {
    /// In pairs: of the middle game and of the end.
    pub weights: &'a [Value],
    pub sums: [i64; 2],
}

impl Sink for Weighed<'_> {
    #[inline]
    fn add(&mut self, term: usize, count: i64) {
        if count == 0 {
            return;
        }
        let pair = &self.weights[2 * term..][..2];
        self.sums[0] += count * i64::from(pair[0]);
        self.sums[1] += count * i64::from(pair[1]);
    }
}
