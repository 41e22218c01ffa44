//! Settings, searches and what they find.

use std::time::Instant;

use plywise_core::search as searches;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::door::{long_call, plies_within, raise};
use crate::evaluation::Evaluation;
use crate::position::Position;

/// How to search; 0 stands for "none" in limits and options.
#[pyclass(frozen, module = "plywise._kernel")]
#[derive(Clone)]
pub struct Settings(pub searches::Settings);

#[pymethods]
impl Settings {
    #[new]
    #[pyo3(signature = (*, depth = 4, quiescence = true, random_play = false, nodes = 0, milliseconds = 0,
        table_entries = 65536, probes = 4, deeper_entries = false, history_heuristic = true, null_move = 0,
        history_draws = true, random_ties = true, noise = 0, quiescence_plies = 0))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the Python constructor")]
    fn new(
        depth: u32,
        quiescence: bool,
        random_play: bool,
        nodes: u64,
        milliseconds: u64,
        table_entries: usize,
        probes: usize,
        deeper_entries: bool,
        history_heuristic: bool,
        null_move: u32,
        history_draws: bool,
        random_ties: bool,
        noise: i32,
        quiescence_plies: u32,
    ) -> PyResult<Self> {
        let settings = searches::Settings {
            depth,
            quiescence,
            quiescence_plies: (quiescence_plies > 0).then_some(quiescence_plies),
            random_play,
            nodes: (nodes > 0).then_some(nodes),
            milliseconds: (milliseconds > 0).then_some(milliseconds),
            table_entries,
            probes,
            deeper_entries,
            history_heuristic,
            null_move: (null_move > 0).then_some(null_move),
            history_draws,
            random_ties,
            noise,
        };
        settings.check().map_err(raise)?;
        Ok(Self(settings))
    }

    /// The settings by name.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let s = &self.0;
        let dict = PyDict::new(py);
        dict.set_item("depth", s.depth)?;
        dict.set_item("quiescence", s.quiescence)?;
        dict.set_item("random_play", s.random_play)?;
        dict.set_item("nodes", s.nodes.unwrap_or(0))?;
        dict.set_item("milliseconds", s.milliseconds.unwrap_or(0))?;
        dict.set_item("table_entries", s.table_entries)?;
        dict.set_item("probes", s.probes)?;
        dict.set_item("deeper_entries", s.deeper_entries)?;
        dict.set_item("history_heuristic", s.history_heuristic)?;
        dict.set_item("null_move", s.null_move.unwrap_or(0))?;
        dict.set_item("history_draws", s.history_draws)?;
        dict.set_item("random_ties", s.random_ties)?;
        dict.set_item("noise", s.noise)?;
        dict.set_item("quiescence_plies", s.quiescence_plies.unwrap_or(0))?;
        Ok(dict)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Settings(**{})", self.as_dict(py)?))
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::empty(py), self.as_dict(py)?))
    }
}

/// What a search found.
#[pyclass(frozen, get_all, module = "plywise._kernel")]
pub struct Found {
    r#move: Option<String>,
    value: i32,
    line: Vec<String>,
    leaf: Position,
    kind: &'static str,
    depth: u32,
    nodes: u64,
    c_nodes: u64,
    seconds: f64,
    root_values: Vec<(String, i32, bool)>,
}

/// Searches a position.
#[pyfunction]
#[pyo3(signature = (position, evaluation, settings, seed = 0))]
pub fn search(
    py: Python<'_>,
    position: &Position,
    evaluation: &Evaluation,
    settings: &Settings,
    seed: u64,
) -> PyResult<Found> {
    let began = Instant::now();
    let found = long_call(py, None, |control| {
        evaluation.inner.search(position.0.as_ref(), &settings.0, seed, control)
    })?;
    Ok(Found {
        r#move: found.mv,
        value: found.value,
        line: found.line,
        leaf: Position(found.leaf),
        kind: if found.by_rules { "result" } else { "leaf" },
        depth: found.depth,
        nodes: found.nodes,
        c_nodes: found.c_nodes,
        seconds: began.elapsed().as_secs_f64(),
        root_values: found.roots,
    })
}

/// Without pruning, more plies than these would not end.
const MINIMAX_PLIES: u32 = 8;

/// The exact value by plain minimax, without pruning: the tests' oracle.
#[pyfunction]
#[pyo3(signature = (position, evaluation, depth, quiescence_plies))]
pub fn minimax(
    py: Python<'_>,
    position: &Position,
    evaluation: &Evaluation,
    depth: u32,
    quiescence_plies: u32,
) -> PyResult<i32> {
    let depth = plies_within(depth, MINIMAX_PLIES)?;
    long_call(py, None, |_| evaluation.inner.minimax(position.0.as_ref(), depth, quiescence_plies))
}
