//! What a caller can get wrong. Every message shows the value, the place and a hint.

use thiserror::Error;

/// A mistake in what the caller passed.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum Error {
    /// A text that is no position.
    #[error("{text:?} is not a position of {game}: {why}")]
    BadPosition {
        /// The game's name.
        game: &'static str,
        /// What was given.
        text: String,
        /// What is wrong with it, and how it should look.
        why: String,
    },
    /// A move that the rules do not allow.
    #[error("{text:?} is not legal in {position} ({legal} legal moves); {hint}")]
    IllegalMove {
        /// What was given.
        text: String,
        /// Where it was to be played.
        position: String,
        /// How many moves are legal there.
        legal: usize,
        /// How moves are written.
        hint: &'static str,
    },
    /// A name that is not registered.
    #[error("unknown {kind} {name:?} (known: {known})")]
    UnknownName {
        /// What sort of name.
        kind: &'static str,
        /// What was given.
        name: String,
        /// What would have been right.
        known: String,
    },
    /// A setting outside its range.
    #[error("{0}")]
    BadSetting(String),
    /// Not enough memory for what was asked.
    #[error("cannot allocate {0}; ask for a smaller one")]
    NoMemory(String),
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}
