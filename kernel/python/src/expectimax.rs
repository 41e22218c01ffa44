//! Expectimax searches, and what they find.

use std::sync::Arc;
use std::time::Instant;

use plywise_core::error::Error;
use plywise_core::evaluate::Evaluation as Judgement;
use plywise_core::game::Game;
use plywise_core::search::{Control, ExpectimaxRequest, Settings as SearchSettings};
use pyo3::prelude::*;

use crate::door::{Stop, long_call};
use crate::evaluation::{Evaluation, JudgedParts, judged_parts};
use crate::placed::Placed;
use crate::position::Position;
use crate::python_game::with_python;
use crate::result_text::line_as_text;
use crate::settings::Settings;

/// What an expectimax search found.
#[pyclass(frozen, get_all, module = "plywise._kernel")]
pub struct ExpectimaxResult {
    r#move: Option<String>,
    /// The expected points of the side to move.
    value: f64,
    line: Vec<String>,
    /// Where the best lines end, each with its probability.
    leaves: Vec<(f64, Position)>,
    kind: &'static str,
    /// The first player's expected score, where all leaves are ends by the rules.
    score: Option<f64>,
    depth: u32,
    nodes: u64,
    /// Move, value, nodes and depth of each root move.
    root_values: Vec<(String, f64, u64, u32)>,
    /// What is learnt from: the value that stands for the mean over all leaves, the means of the
    /// predictions, and their gradients; if it was asked for, since gradients of large networks are
    /// long.
    prediction: Option<JudgedParts>,
    seconds: f64,
}

/// Searches a position by expectimax.
#[pyfunction]
#[pyo3(signature = (position, evaluation, settings, seed = 0, *, predict = false, stop = None))]
pub fn expectimax(
    py: Python<'_>,
    position: &Position,
    evaluation: &Evaluation,
    settings: &Settings,
    seed: u64,
    predict: bool,
    stop: Option<&Stop>,
) -> PyResult<ExpectimaxResult> {
    let began = Instant::now();
    let found = long_call(py, stop, |control| {
        evaluation.inner.expectimax(position.0.as_ref(), &settings.0, (seed, predict), control)
    })?;
    Ok(ExpectimaxResult { seconds: began.elapsed().as_secs_f64(), ..found })
}

/// The search in one game.
pub fn expected_in<G: Game>(
    root: &Placed<G>,
    evaluation: &dyn Judgement<G>,
    settings: &SearchSettings,
    (seed, predict): (u64, bool),
    control: Control<'_>,
) -> Result<ExpectimaxResult, Error> {
    let position = &root.position;
    let request = ExpectimaxRequest { position, evaluation, settings, seed, traces: true, control };
    with_python::<G, _>(1, || {
        let found = plywise_core::search::expectimax(&request)?;
        let context = evaluation.at_root(position);
        let text = |mv| position.move_text(mv);
        // Leaves have no history: dice leave none that matters.
        let placed = |position: &G| {
            Position(Arc::new(Placed { position: position.clone(), history: Default::default() }))
        };
        let score = found.score();
        Ok(ExpectimaxResult {
            r#move: found.mv.map(text),
            value: found.value,
            line: line_as_text(position, &found.line),
            leaves: found.leaves.iter().map(|l| (l.probability, placed(&l.position))).collect(),
            kind: if score.is_some() { "result" } else { "leaf" },
            score,
            depth: found.depth,
            nodes: found.nodes,
            root_values: found
                .roots
                .iter()
                .map(|r| (text(r.mv), r.value, r.nodes, r.depth))
                .collect(),
            prediction: predict
                .then(|| judged_parts(found.prediction(evaluation, &context, settings.steepness))),
            seconds: 0.0,
        })
    })
}
