//! Tables of the bear-off: both sides have all their checkers at home or off, and contact is over.
//!
//! [`OneSided`] knows for up to 15 checkers how many rolls a side still needs; the chances of a race
//! follow from the two sides' numbers, with an error of 0.002 points on average, since it plays for
//! few rolls and does not look at the other side. [`TwoSided`] is exact, with the cube too, for up
//! to 6 checkers a side.
//!
//! A side is the counts of its checkers on its points 1 to 6, in this order; what is missing is off.

mod distributions;
mod one_sided;
#[cfg(test)]
mod one_sided_tests;
mod plays;
mod ranking;
mod two_sided;
#[cfg(test)]
mod two_sided_tests;

pub use one_sided::OneSided;
pub use ranking::{positions, rank};
pub use two_sided::{TwoSided, TwoSidedEquities};

/// How many checkers a side has at the start of a game.
pub const CHECKERS: usize = 15;

/// The counts of a side's checkers on its points 1 to 6.
pub type Points = [u8; 6];
