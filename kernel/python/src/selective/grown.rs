//! Selective searches as one side of a whole game has them: apart from what it judges by.

use std::sync::Arc;
use std::time::Duration;

use plywise_core::selective::{Budget, SelectiveSearch as Search};
use plywise_core::spikes::Squash;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::chosen::Chosen;
use super::evaluator::{AnyEvaluator, searched, seeing};
use super::generator::{SpikeGenerator, squash};
use super::search::SelectiveSearch;
use crate::any_game::AnySearch;
use crate::door::{BadSetting, Stop};
use crate::evaluation::Evaluation;
use crate::position::Position;
use crate::searching::Remote;
use crate::settings::Settings;

/// A selective search with its limits and its spikes, for any evaluation of one shape. Immutable.
#[pyclass(frozen, module = "plywise._kernel")]
pub struct GrownSearch {
    using: Search,
    generator: SpikeGenerator,
    features: Option<String>,
    squash: Squash,
    budget: Budget,
    /// The function and the arguments that make it again in another process.
    recipe: Option<(Py<PyAny>, Py<PyTuple>)>,
}

impl GrownSearch {
    /// What it asks about positions, by this evaluation.
    fn evaluator(&self, evaluation: &Evaluation) -> PyResult<Arc<dyn AnyEvaluator>> {
        seeing(evaluation, &self.generator, self.features.as_deref(), self.squash)
    }
}

#[pymethods]
impl GrownSearch {
    /// Limits are 0 for none; a function and its arguments, `recipe`, make it picklable.
    #[new]
    #[pyo3(signature = (using, generator, *, features = None, steepness = None, win = None,
        nodes = 0, milliseconds = 0, megabytes = 0, recipe = None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the constructor")]
    fn new(
        using: &SelectiveSearch,
        generator: &SpikeGenerator,
        features: Option<String>,
        steepness: Option<f64>,
        win: Option<f64>,
        nodes: u64,
        milliseconds: u64,
        megabytes: usize,
        recipe: Option<(Py<PyAny>, Py<PyTuple>)>,
    ) -> PyResult<Self> {
        let (using, generator) = (using.0.clone(), generator.clone());
        let squash = squash(steepness, win)?;
        let budget = budget(nodes, milliseconds, megabytes)?;
        Ok(Self { using, generator, features, squash, budget, recipe })
    }

    /// Searches a position; `stop` ends it with nothing, `remote` with what it has.
    #[pyo3(signature = (position, evaluation, *, seed = 0, stop = None, remote = None))]
    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        evaluation: &Evaluation,
        seed: u64,
        stop: Option<&Stop>,
        remote: Option<&Remote>,
    ) -> PyResult<Chosen> {
        let evaluator = self.evaluator(evaluation)?;
        let asked = (position, &self.using, self.budget, seed);
        searched(py, evaluator.as_ref(), asked, (stop, remote))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (make, arguments) = self.recipe.as_ref().ok_or_else(|| {
            PyTypeError::new_err("a selective search that was made without a recipe stays here")
        })?;
        Ok((make.bind(py).clone(), arguments.bind(py).clone()))
    }
}

/// How a side of a game searches.
#[derive(FromPyObject, IntoPyObjectRef)]
pub enum GameSearch {
    Platform(Py<Settings>),
    Grown(Py<GrownSearch>),
}

impl GameSearch {
    /// What the search asks about positions, where that is more than an evaluation.
    pub fn evaluator(&self, evaluation: &Evaluation) -> PyResult<Option<Arc<dyn AnyEvaluator>>> {
        match self {
            GameSearch::Platform(_) => Ok(None),
            GameSearch::Grown(grown) => Ok(Some(grown.get().evaluator(evaluation)?)),
        }
    }

    /// The search, with what `evaluator` gave.
    pub fn with<'a>(&'a self, evaluator: Option<&'a Arc<dyn AnyEvaluator>>) -> AnySearch<'a> {
        match (self, evaluator) {
            (GameSearch::Platform(settings), _) => AnySearch::Platform(&settings.get().0),
            (GameSearch::Grown(grown), evaluator) => {
                let GrownSearch { using, budget, .. } = grown.get();
                let evaluator = evaluator.expect("a selective search has been given its evaluator");
                AnySearch::Grown(evaluator.as_ref(), using, *budget)
            }
        }
    }
}

/// What a search may cost; 0 for no limit.
pub fn budget(nodes: u64, milliseconds: u64, megabytes: usize) -> PyResult<Budget> {
    if nodes == 0 && milliseconds == 0 {
        return Err(BadSetting::new_err("no limit: give nodes or milliseconds"));
    }
    Ok(Budget {
        nodes: (nodes > 0).then_some(nodes),
        time: (milliseconds > 0).then(|| Duration::from_millis(milliseconds)),
        memory: (megabytes > 0).then_some(megabytes << 20),
    })
}
