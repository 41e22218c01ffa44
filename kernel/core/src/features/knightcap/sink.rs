//! Where counts go: into numbers, or straight into a sum. One scan serves both.

use super::declared::{PAWN_POS, POS_BASE, POS_KINGSIDE, POS_QUEENSIDE, SIZE, by_files};
use crate::features::bits::each;
use crate::value::Value;

/// Takes what a scan counts.
pub(super) trait Sink {
    /// A term counts so many times more.
    fn add(&mut self, term: usize, count: i64);
    /// The terms of these squares, seen by their side, count so many times more.
    fn add_squares(&mut self, places: Places, squares: u64, count: i64);
    /// All counts so far become `parts` of [`WHOLE`].
    fn scale(&mut self, parts: i64);
    /// All counts so far are forgotten: something else decides.
    fn clear(&mut self);
    /// Whether a term is worth nothing, so that it need not be counted.
    fn is_idle(&self, _term: usize) -> bool {
        false
    }
}

/// What [`Sink::scale`] takes parts of.
pub(super) const WHOLE: i64 = 128;

/// Tables of squares that are counted many squares at a time.
#[derive(Clone, Copy)]
pub(super) enum Places {
    Pawns,
    Control,
    ControlKingside,
    ControlQueenside,
}

impl Places {
    const ALL: [Self; 4] =
        [Self::Pawns, Self::Control, Self::ControlKingside, Self::ControlQueenside];

    /// The groups whose numbers a square has.
    pub const fn groups(self) -> &'static [usize] {
        match self {
            Self::Pawns => &[PAWN_POS],
            Self::Control => &[POS_BASE],
            Self::ControlKingside => &[POS_BASE, POS_KINGSIDE],
            Self::ControlQueenside => &[POS_BASE, POS_QUEENSIDE],
        }
    }
}

/// The counts themselves.
pub(super) struct Counted(pub Vec<f64>);

impl Counted {
    pub fn new() -> Self {
        Self(vec![0.0; SIZE])
    }
}

impl Sink for Counted {
    fn add(&mut self, term: usize, count: i64) {
        self.0[term] += count as f64;
    }

    fn add_squares(&mut self, places: Places, squares: u64, count: i64) {
        for square in each(squares) {
            places.groups().iter().for_each(|group| self.add(group + by_files(square), count));
        }
    }

    fn scale(&mut self, parts: i64) {
        if parts == WHOLE {
            return;
        }
        self.0.iter_mut().for_each(|count| *count *= parts as f64 / WHOLE as f64);
    }

    fn clear(&mut self) {
        self.0.fill(0.0);
    }
}

/// Σ weight × count.
pub(super) struct Weighed<'a> {
    /// As [`prepared`] makes them.
    pub weights: &'a [Value],
    pub sum: i64,
}

impl Sink for Weighed<'_> {
    #[inline]
    fn add(&mut self, term: usize, count: i64) {
        self.sum += count * i64::from(self.weights[term]);
    }

    #[inline]
    fn add_squares(&mut self, places: Places, squares: u64, count: i64) {
        let rows = &self.weights[SIZE + places as usize * ROWS..][..ROWS];
        let worth =
            |rank: usize| i64::from(rows[rank << 8 | (squares >> (8 * rank)) as usize & 255]);
        self.sum += count * (0..8).map(worth).sum::<i64>();
    }

    fn scale(&mut self, parts: i64) {
        if parts != WHOLE {
            self.sum = self.sum * parts / WHOLE;
        }
    }

    fn clear(&mut self) {
        self.sum = 0;
    }

    fn is_idle(&self, term: usize) -> bool {
        self.weights[term] == 0
    }
}

/// The sums of all sets of squares of each rank: 256 a rank.
const ROWS: usize = 8 << 8;

/// The weights as they are, and for each of [`Places`] what every set of squares of a rank is worth.
pub(super) fn prepared(weights: &[Value]) -> Vec<Value> {
    let mut ready = Vec::with_capacity(SIZE + Places::ALL.len() * ROWS);
    ready.extend_from_slice(weights);
    for places in Places::ALL {
        for rank in 0..8 {
            let first = ready.len();
            ready.push(0);
            for set in 1..256_usize {
                // A set is its last square and the rest.
                let square = rank << 3 | set.trailing_zeros();
                let groups = places.groups().iter();
                let of_square = groups.fold(0, |sum: Value, group| {
                    sum.saturating_add(weights[group + by_files(square)])
                });
                ready.push(ready[first + (set & (set - 1))].saturating_add(of_square));
            }
        }
    }
    ready
}
