//! How many children a node has.

use super::draws::joined;
use super::tree::MOST_CHILDREN;
use super::words::{Read, Word};

/// Between `least` and `most` children, each number equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branching {
    /// The mean number of children.
    pub mean: u8,
    /// A node has up to so many more or fewer: the variance is spread · (spread + 1) / 3.
    pub spread: u8,
}

/// The word of the spread.
pub const SPREAD: Word = Word::new("spread", (0, MOST_CHILDREN as i64 / 2), 0);

/// The word of the mean, with what is usual in a model.
#[must_use]
pub const fn branching(usual: i64) -> Word {
    Word::new("branching", (1, MOST_CHILDREN as i64), usual)
}

/// Keeps the number of children apart from a node's other numbers.
const HOW_MANY: u64 = 0xC0DE;

impl Branching {
    /// What a text says of it.
    ///
    /// # Errors
    /// In words, when some nodes would have no children or too many.
    pub fn read(read: &Read<'_>, mean: &Word) -> Result<Self, String> {
        let (mean, spread) = (read.number(mean)?, read.number(&SPREAD)?);
        let (least, most) = (mean - spread, mean + spread);
        if least < 1 || most > MOST_CHILDREN as i64 {
            return Err(format!(
                "branching {mean} with spread {spread} gives {least} to {most} children, but there \
                 can be 1 to {MOST_CHILDREN}"
            ));
        }
        Ok(Self { mean: mean as u8, spread: spread as u8 })
    }

    /// How many children the node of this seed has.
    #[inline]
    #[must_use]
    pub fn children(self, seed: u64) -> u8 {
        if self.spread == 0 {
            return self.mean;
        }
        let width = u128::from(self.spread) * 2 + 1;
        let more = (u128::from(joined(seed, HOW_MANY)) * width) >> 64;
        self.mean - self.spread + more as u8
    }

    /// All numbers of children that occur.
    pub fn numbers(self) -> std::ops::RangeInclusive<u8> {
        self.mean - self.spread..=self.mean + self.spread
    }
}
