//! Selective searches: they grow a tree and decide after each step where to look next.
//!
//! Values are real and in the view of the side to move, on a scale where winning by the rules is
//! worth [`Outlook::win`]. All of them grow the same [`Tree`], which alone makes positions and
//! counts them, so that equal budgets are equal.

pub mod bayes;
mod choice;
mod limits;
mod outlook;
mod shape;
mod tree;
mod using;

pub use choice::{Choice, RootChoice};
pub use limits::{Budget, Ended};
pub use outlook::{Outlook, Spike, worth};
pub use shape::{ROOT, Shape};
pub use tree::Tree;
pub use using::{Request, Using};
