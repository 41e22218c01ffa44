//! Backgammon by networks that learn it from themselves: evaluation, choice, learning, matches.
//!
//! A board is always seen by the player about to roll ([`inputs`]); networks give five chances
//! ([`outlook`]), and a play is chosen by them ([`choose`]). Weights learn from self-play
//! ([`learner`]), by games that several workers play.

pub mod choose;
mod correct;
pub mod entries;
mod evaluation;
pub mod evaluator;
pub mod expert;
mod fast;
mod features;
pub mod game_sums;
pub mod inputs;
pub mod lanes;
pub mod learn;
pub mod learner;
mod look_ahead;
pub mod matches;
pub mod network;
pub mod outlook;
pub mod parent;
pub mod pubeval;
pub mod reference;
pub mod rollout;
pub mod self_play;
pub mod shape;
pub mod shots;
pub mod step;
pub mod study;
mod table;
mod team;
#[cfg(test)]
mod testing;

pub use choose::{Candidate, Chooser, Filter, Replies};
pub use evaluator::Gammon;
pub use game_sums::{GameSums, game_sums};
pub use inputs::{Inputs, input_names};
pub use learn::{Counters, Learning, Rule, StepSize};
pub use learner::{Learner, LearnerState};
pub use matches::{Match, Player};
pub use outlook::Outlook;
pub use rollout::{RolledOut, Rollout};
pub use shape::GammonShape;
