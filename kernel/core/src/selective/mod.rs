//! Selective searches: they grow a tree and decide after each step where to look next.
//!
//! Values are real and in the view of the side to move, on a scale where winning by the rules is
//! worth [`Evaluator::win`]. All of them grow the same [`Tree`], which alone makes positions and
//! counts them, so that equal budgets are equal.

pub mod b_star;
pub mod bayes;
pub mod best_first;
mod choice;
pub mod conspiracy;
mod evaluator;
mod limits;
mod line;
mod minimaxed;
pub mod palay;
pub mod probcut;
pub mod randomised;
mod search;
mod shape;
mod told;
mod tree;
pub mod uct;

pub use choice::{Choice, RootChoice};
pub use evaluator::{Evaluator, Spike, worth};
pub use limits::{Budget, Ended};
pub use line::end_of_line;
pub use search::{SelectiveRequest, SelectiveSearch};
pub use shape::{ROOT, Shape};
pub use tree::Tree;

#[cfg(test)]
mod small;
#[cfg(test)]
mod tests;
