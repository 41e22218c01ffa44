//! Searches, and what they find.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plywise_core::search as searches;
use pyo3::prelude::*;

use crate::any_game::{AnyRemembering, AnyReport, Extras};
use crate::door::{BadSetting, Stop, caught, long_call, plies_within};
use crate::evaluation::Evaluation;
use crate::planted::Planted;
use crate::position::{Position, any_root};
use crate::registered::game;
use crate::search_result::SearchResult;
use crate::settings::Settings;

/// Searches a position.
#[pyfunction]
#[pyo3(signature = (position, evaluation, settings, seed = 0, stop = None, *, planted = None))]
pub fn search(
    py: Python<'_>,
    position: &Position,
    evaluation: &Evaluation,
    settings: &Settings,
    seed: u64,
    stop: Option<&Stop>,
    planted: Option<&Planted>,
) -> PyResult<SearchResult> {
    let began = Instant::now();
    let asked = (seed, planted.map(Planted::as_known));
    let found = long_call(py, stop, |control| {
        evaluation.inner.search(position.0.as_ref(), &settings.0, asked, control)
    })?;
    Ok(found.since(began))
}

/// The captures that quiescence of a position makes, and the nodes that it takes.
#[pyfunction]
#[pyo3(signature = (position, evaluation, settings, stop = None))]
pub fn quiet_line(
    py: Python<'_>,
    position: &Position,
    evaluation: &Evaluation,
    settings: &Settings,
    stop: Option<&Stop>,
) -> PyResult<(Vec<String>, u64)> {
    long_call(py, stop, |control| {
        evaluation.inner.quiet_line(position.0.as_ref(), &settings.0, control)
    })
}

/// A hand on a search that runs in another thread.
#[pyclass(frozen, module = "plywise._kernel")]
#[derive(Clone, Default)]
pub struct Remote(pub Arc<searches::Remote>);

#[pymethods]
impl Remote {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Ends the search now; what it found so far counts.
    fn finish(&self) {
        self.0.finish();
    }

    /// From now on so many milliseconds: no iteration begins after `soft`, none goes on after
    /// `hard`; 0 for no limit.
    fn allow(&self, soft: u64, hard: u64) {
        let time = |ms: u64| (ms > 0).then(|| Duration::from_millis(ms));
        self.0.allow(time(soft), time(hard));
    }

    #[getter]
    fn is_finished(&self) -> bool {
        self.0.is_finished()
    }
}

/// A search that remembers its table from one search to the next, for play.
#[pyclass(frozen, module = "plywise._kernel")]
pub struct Searcher {
    inner: Mutex<Box<dyn AnyRemembering>>,
    game: &'static str,
}

#[pymethods]
impl Searcher {
    #[new]
    fn new(game: &str) -> PyResult<Self> {
        let game = self::game(game)?;
        Ok(Self { inner: Mutex::new(game.remembering()), game: game.name() })
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.game
    }

    /// Forgets everything; waits for a search that is under way.
    fn clear(&self, py: Python<'_>) {
        py.detach(|| self.inner.lock().unwrap_or_else(PoisonError::into_inner).clear());
    }

    /// Searches; `report` is called after every iteration for every line.
    #[pyo3(signature = (position, evaluation, settings, *, seed = 0, remote = None, report = None,
        only = Vec::new(), lines = 1, stop = None, planted = None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the Python method")]
    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        evaluation: &Evaluation,
        settings: &Settings,
        seed: u64,
        remote: Option<&Remote>,
        report: Option<Py<PyAny>>,
        only: Vec<String>,
        lines: usize,
        stop: Option<&Stop>,
        planted: Option<&Planted>,
    ) -> PyResult<SearchResult> {
        if lines == 0 {
            return Err(BadSetting::new_err("lines 0: at least one line is searched"));
        }
        let began = Instant::now();
        let say = |told: AnyReport| {
            let Some(report) = &report else { return };
            let said = Python::attach(|py| {
                let AnyReport { depth, selective_depth, number, value, bound, nodes, .. } = told;
                let milliseconds = told.elapsed.as_millis() as u64;
                let first = (depth, selective_depth, number, value, bound, nodes);
                let rest = (milliseconds, told.fullness, told.line);
                let (a, b, c, d, e, f) = first;
                report.call1(py, (a, b, c, d, e, f, rest.0, rest.1, rest.2)).map(drop)
            });
            if let Err(raised) = said {
                std::panic::resume_unwind(Box::new(raised));
            }
        };
        let found = long_call(py, stop, |control| {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let remote = remote.map(|remote| remote.0.as_ref());
            let planted = planted.map(Planted::as_known);
            let extras =
                Extras { seed, control, remote, report: &say, only: &only, lines, planted };
            inner.search(position.0.as_ref(), evaluation.inner.as_ref(), &settings.0, &extras)
        })?;
        Ok(found.since(began))
    }
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

/// The features' shares in an evaluation: name, count, weight × count.
pub fn shares(
    evaluation: &Evaluation,
    position: &Position,
    root: Option<&Position>,
) -> PyResult<Vec<(String, f64, f64)>> {
    let gradient = caught(|| evaluation.inner.gradient(position.0.as_ref(), any_root(root)))?;
    let names = evaluation.inner.names();
    let weights = evaluation.weights();
    let mut shares: Vec<_> = names.into_iter().map(|name| (name, 0.0, 0.0)).collect();
    for (i, count) in gradient {
        let i = i as usize;
        (shares[i].1, shares[i].2) = (count, weights[i] * count);
    }
    Ok(shares)
}
