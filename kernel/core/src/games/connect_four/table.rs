//! What a solver of Connect Four knows of positions that it met before.

use super::BOTTOM;
use crate::error::Error;

/// A number for a position that no other has, below 2⁴⁹: the discs of the side to move, and the
/// first empty square of each column, by which the discs of the other are known.
pub(super) const fn exact_key(own: u64, taken: u64) -> u64 {
    own + taken + BOTTOM
}

/// A table of bounds, a word each: the key, and the bound in the lowest byte. Whole keys are kept:
/// a solver must not err.
pub(super) struct Table {
    words: Vec<u64>,
}

/// Logarithms of the smallest and the largest number of entries: 32 kB and 32 MB.
const SMALLEST: u32 = 12;
const LARGEST: u32 = 22;

impl Table {
    /// A table large enough for so many empty squares.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn for_empties(empties: u32) -> Result<Self, Error> {
        let size = 1 << empties.clamp(SMALLEST, LARGEST);
        let mut words = Vec::new();
        let refused = |_| Error::NoMemory(format!("a table of {size} results"));
        words.try_reserve_exact(size).map_err(refused)?;
        words.resize(size, 0);
        Ok(Self { words })
    }

    fn place(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & (self.words.len() - 1)
    }

    /// What was remembered of a position; 0 for nothing.
    pub fn get(&self, key: u64) -> u8 {
        let word = self.words[self.place(key)];
        if word >> 8 == key { word as u8 } else { 0 }
    }

    /// Remembers a position, in the place of another.
    pub fn put(&mut self, key: u64, known: u8) {
        let place = self.place(key);
        self.words[place] = key << 8 | u64::from(known);
    }
}
