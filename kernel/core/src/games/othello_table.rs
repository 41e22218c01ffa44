//! What a solver of Othello knows of positions that it met before.

use crate::error::Error;

/// Bounds of the result, and the best move that was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub lower: i8,
    pub upper: i8,
    /// The square of the best move.
    pub best: u8,
}

impl Known {
    pub const NOTHING: Self = Self { lower: -64, upper: 64, best: 64 };
}

/// The whole position is kept, not a key of it: a solver must not err.
#[derive(Clone, Copy)]
struct Entry {
    own: u64,
    other: u64,
    known: Known,
    empties: u8,
}

/// A table of results.
pub(super) struct Table {
    entries: Vec<Entry>,
}

/// Neighbours among which a position may stand; that with the fewest empty squares gives way.
const PROBES: usize = 4;
/// Logarithms of the smallest and the largest number of entries: 0.1 and 50 MB.
const SMALLEST: u32 = 12;
const LARGEST: u32 = 21;

impl Table {
    /// A table large enough for so many empty squares.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn for_empties(empties: u32) -> Result<Self, Error> {
        let size = 1 << empties.clamp(SMALLEST, LARGEST);
        let empty = Entry { own: 0, other: 0, known: Known::NOTHING, empties: 0 };
        let mut entries = Vec::new();
        let refused = |_| Error::NoMemory(format!("a table of {size} results"));
        entries.try_reserve_exact(size).map_err(refused)?;
        entries.resize(size, empty);
        Ok(Self { entries })
    }

    fn bucket(&self, own: u64, other: u64) -> usize {
        let hash = (own.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ other.rotate_left(29))
            .wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (hash >> 32) as usize & (self.entries.len() - 1) & !(PROBES - 1)
    }

    /// What is known of a position, at the least that it has a result.
    pub fn get(&self, own: u64, other: u64) -> Known {
        let i = self.bucket(own, other);
        let found = self.entries[i..i + PROBES].iter().find(|e| e.own == own && e.other == other);
        found.map_or(Known::NOTHING, |entry| entry.known)
    }

    /// Remembers a position.
    pub fn put(&mut self, own: u64, other: u64, known: Known) {
        let i = self.bucket(own, other);
        let bucket = &mut self.entries[i..i + PROBES];
        let same = bucket.iter().position(|e| e.own == own && e.other == other);
        let least = || (0..PROBES).min_by_key(|&i| bucket[i].empties).unwrap_or(0);
        let place = same.unwrap_or_else(least);
        bucket[place] = Entry { own, other, known, empties: (own | other).count_zeros() as u8 };
    }
}
