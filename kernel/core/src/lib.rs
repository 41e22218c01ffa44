//! The kernel of plywise: what happens at every node of a search, and nothing that learns but
//! backgammon's networks ([`gammon`]), which play thousands of games a second.
//!
//! Data flows rules ([`game`], [`games`]) → search ([`search`]) → leaf → features ([`features`],
//! [`evaluate`]) → records of games ([`play`]); learning is Python's, but for the
//! sums over its weights and predictions ([`credit`], [`decay`], [`logistic`]).

pub mod credit;
pub mod decay;
pub mod dice;
pub mod error;
pub mod evaluate;
pub mod features;
pub mod game;
pub mod games;
pub mod gammon;
pub mod history;
pub mod least_squares;
pub mod logistic;
pub mod play;
pub mod points;
pub mod rng;
pub mod search;
pub mod selective;
pub mod spikes;
pub mod value;

/// e^x in software: the same bits on every machine, so that learning is too.
#[must_use]
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}
