//! Random game trees (van der Spoel's thesis, 4.2, after Korf and Chickering 1996): games whose every
//! property can be set, whose positions are a few words, and whose values can be known.
//!
//! A node's random numbers come from hashes alone, never from the order of visits, so that a tree
//! is the same for every search. Moves are the numbers of children.

mod branching;
mod draws;
mod feature_tree;
mod random_tree;
mod shared;
mod solve;
mod tree;
mod win_loss;
mod words;

pub use feature_tree::Features;
pub use random_tree::Sums;
pub use solve::{Solution, solve};
pub use tree::{Child, Model, Tree};
pub use win_loss::{WinLoss, even_starts};

/// The basic model: a number on each edge, and the sum of a path decides.
pub type RandomTree = Tree<Sums>;
/// Sums again, whose numbers depend on twenty features of the position.
pub type FeatureTree = Tree<Features>;
/// No numbers: games of many lengths, won or lost by a chance that the features tell.
pub type WinLossTree = Tree<WinLoss>;

#[cfg(test)]
mod feature_tests;
#[cfg(test)]
mod tests;
