//! Backgammon by networks that learn it from themselves: evaluation, choice, learning, matches.
//!
//! A board is always seen by the player about to roll ([`inputs`]); networks give five chances
//! ([`outlook`]), and a play is chosen by them ([`choose`]).

pub mod choose;
pub mod entries;
pub mod evaluator;
pub mod expert;
mod fast;
pub mod inputs;
pub mod lanes;
pub mod network;
pub mod outlook;
pub mod shape;
pub mod shots;
mod table;
#[cfg(test)]
mod testing;

pub use choose::{Candidate, Chooser, Filter};
pub use evaluator::Gammon;
pub use inputs::{Inputs, input_names};
pub use outlook::Outlook;
pub use shape::GammonShape;
