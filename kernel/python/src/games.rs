//! What there is: games and their features.

use plywise_core::features::Table;
use pyo3::prelude::*;

use crate::door::caught;
use crate::position::Position;
use crate::registered::{GAMES, game};

/// The names of the games written in Rust.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.name()).collect()
}

/// What is true of a game, whatever the position.
#[pyclass(frozen, get_all, module = "plywise._kernel")]
pub struct Facts {
    /// The game in a sentence.
    summary: &'static str,
    /// How the first and the second player are called.
    players: (&'static str, &'static str),
    /// A longer game is adjudicated, unless users say otherwise.
    max_plies: usize,
    /// How, unless users say otherwise: `agree` or `draw`.
    adjudication: &'static str,
    /// The kinds of pieces that can be counted.
    kinds: Vec<&'static str>,
    /// How deep quiescence goes where the settings do not say.
    quiescence_plies: Option<u32>,
    /// What a game can end with, the least first: the first player's score or points.
    outcomes: Vec<f64>,
    /// Whether dice are thrown.
    has_chance: bool,
    /// The names of its feature sets.
    feature_sets: Vec<&'static str>,
}

/// The facts of the game of that name; one written in Python is loaded for it.
#[pyfunction]
#[pyo3(signature = (game))]
pub fn facts(game: &str) -> PyResult<Facts> {
    let game = self::game(game)?;
    let facts = game.facts();
    let [first, second] = facts.players;
    Ok(Facts {
        summary: facts.summary,
        players: (first, second),
        max_plies: facts.max_plies,
        adjudication: if game.long_games_are_drawn() { "draw" } else { "agree" },
        kinds: facts.kinds.to_vec(),
        quiescence_plies: game.quiescence_plies(),
        outcomes: caught(|| Ok(game.outcomes()))?,
        has_chance: game.has_chance(),
        feature_sets: game.feature_sets(),
    })
}

/// The features of a set, in the order of their weights.
#[pyclass(frozen, get_all, module = "plywise._kernel")]
pub struct Features {
    names: Vec<String>,
    /// What each counts, in a sentence.
    meanings: Vec<String>,
    /// The weights from which learning starts.
    starts: Vec<f64>,
    /// The feature whose weight is the common small unit.
    unit: Option<usize>,
    /// Name, width, the feature of each cell and the block of weights: what can be drawn as a board.
    tables: Vec<(String, usize, Vec<Option<u32>>, String)>,
    /// The stages of the game that have weights of their own; none where the weights serve all.
    stages: Vec<&'static str>,
    /// The phases between which the weights of a position are blended; none where they are not.
    phases: Vec<&'static str>,
}

/// The feature set of that name.
#[pyfunction]
#[pyo3(signature = (game, features))]
pub fn features(game: &str, features: &str) -> PyResult<Features> {
    let game = self::game(game)?;
    let declared = caught(|| game.features(features))?;
    let of = &declared.features;
    let table = |(t, block): (Table, String)| (t.name, t.width, t.cells, block);
    Ok(Features {
        names: of.iter().map(|f| f.name.clone()).collect(),
        meanings: of.iter().map(|f| f.meaning.clone()).collect(),
        starts: of.iter().map(|f| f.start).collect(),
        unit: declared.unit,
        tables: declared.tables.into_iter().map(table).collect(),
        stages: declared.stages,
        phases: declared.phases,
    })
}

/// The number of the stage in which a position stands by a feature set of its game.
#[pyfunction]
#[pyo3(signature = (position, features))]
pub fn stage(position: &Position, features: &str) -> PyResult<usize> {
    let game = self::game(position.0.game())?;
    caught(|| game.stage(features, position.0.as_ref()))
}
