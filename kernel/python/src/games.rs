//! What there is: games and their features.

use pyo3::prelude::*;

use crate::any_game::{GAMES, game};
use crate::door::raise;

/// The names of the games written in Rust.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.name()).collect()
}

/// The names of a game's feature sets.
#[pyfunction]
#[pyo3(signature = (game))]
pub fn feature_sets(game: &str) -> PyResult<Vec<&'static str>> {
    Ok(self::game(game).map_err(raise)?.feature_sets())
}

/// The names of the features of a set.
#[pyfunction]
#[pyo3(signature = (game, features))]
pub fn feature_names(game: &str, features: &str) -> PyResult<Vec<&'static str>> {
    let declared = self::game(game).and_then(|g| g.features(features)).map_err(raise)?;
    Ok(declared.iter().map(|&(name, _)| name).collect())
}

/// What each feature of a set counts, in a sentence.
#[pyfunction]
#[pyo3(signature = (game, features))]
pub fn feature_meanings(game: &str, features: &str) -> PyResult<Vec<&'static str>> {
    let declared = self::game(game).and_then(|g| g.features(features)).map_err(raise)?;
    Ok(declared.iter().map(|&(_, meaning)| meaning).collect())
}
