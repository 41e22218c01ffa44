//! Evaluators: an evaluation together with a spike generator.

use std::any::Any;
use std::sync::Arc;
use std::time::Instant;

use plywise_core::error::Error;
use plywise_core::features::FeatureSet;
use plywise_core::game::Game;
use plywise_core::search::{Control, Remote as Hand};
use plywise_core::selective::{
    Budget, Evaluator as _, SelectiveRequest, SelectiveSearch as Search, Spike, probcut,
};
use plywise_core::spikes::{Forecast, ForecastAtRoot, Generator, Squash};
use pyo3::prelude::*;

use super::chosen::{Chosen, choice_as_text};
use super::generator::{SpikeGenerator, squash};
use super::grown::budget;
use super::search::SelectiveSearch;
use crate::any_game::{AnyEvaluation, AnyPosition, SearchRoot};
use crate::door::{Stop, caught, long_call};
use crate::evaluation::Evaluation;
use crate::game_evaluation::judge;
use crate::placed::placed_in;
use crate::position::{Position, any_root};
use crate::python_game::with_python;
use crate::registered::game;
use crate::searching::Remote;

/// An evaluator of any game.
pub trait AnyEvaluator: Send + Sync {
    fn value(&self, position: &dyn AnyPosition, root: SearchRoot<'_>) -> Result<f64, Error>;
    fn spikes(&self, position: &dyn AnyPosition, root: SearchRoot<'_>)
    -> Result<Vec<Spike>, Error>;
    fn search(
        &self,
        position: &dyn AnyPosition,
        using: &Search,
        budget: Budget,
        seed: u64,
        ways_to_end: (Control<'_>, Option<&Hand>),
    ) -> Result<Chosen, Error>;
    fn deep_value(
        &self,
        position: &dyn AnyPosition,
        depth: u32,
        control: Control<'_>,
    ) -> Result<f64, Error>;
    fn as_any(&self) -> &dyn Any;
}

/// What an evaluator is made of.
pub struct Looking<'a> {
    pub evaluation: &'a dyn AnyEvaluation,
    pub scale: i32,
    pub squash: Squash,
    pub generator: Arc<Generator>,
}

struct Seer<G: Game> {
    forecast: Forecast<G>,
    game: String,
}

/// The evaluator of a game, given what its features are, where the generator is told of others than
/// the evaluation's.
pub fn looking<G: Game>(
    game: &str,
    features: Option<&'static dyn FeatureSet<G>>,
    looking: Looking<'_>,
) -> Result<Arc<dyn AnyEvaluator>, Error> {
    let Looking { evaluation, scale, squash, generator } = looking;
    let known = features.map_or_else(|| evaluation.names().len(), |set| set.weights());
    if generator.inputs() > known {
        let wanted = generator.inputs();
        return Err(Error::BadSetting(format!(
            "the spike generator asks for {wanted} features, but there are {known}"
        )));
    }
    let evaluation = judge::<G>(game, evaluation)?.clone();
    let forecast = Forecast { evaluation, scale, squash, features, generator };
    Ok(Arc::new(Seer { forecast, game: game.to_owned() }))
}

/// What an evaluator of the game `G`, of that name, is made of.
pub fn forecast_of<'a, G: Game>(
    game: &str,
    evaluator: &'a dyn AnyEvaluator,
) -> Result<&'a Forecast<G>, Error> {
    let seer = evaluator.as_any().downcast_ref::<Seer<G>>().filter(|seer| seer.game == game);
    seer.map(|seer| &seer.forecast)
        .ok_or_else(|| Error::BadSetting(format!("a search for another game was given to {game}")))
}

impl<G: Game> Seer<G> {
    /// The position, and what is asked about it in a search from the root.
    fn below<'a>(
        &self,
        position: &'a dyn AnyPosition,
        root: SearchRoot<'_>,
    ) -> Result<(&'a G, ForecastAtRoot<'_, G>), Error> {
        let position = &placed_in::<G>(&self.game, position)?.position;
        let root = root.map(|root| placed_in::<G>(&self.game, root)).transpose()?;
        let root = root.map_or(position, |root| &root.position);
        Ok((position, self.forecast.at_root(root)))
    }
}

impl<G: Game> AnyEvaluator for Seer<G> {
    fn value(&self, position: &dyn AnyPosition, root: SearchRoot<'_>) -> Result<f64, Error> {
        let (position, evaluator) = self.below(position, root)?;
        Ok(evaluator.value(position))
    }
    fn spikes(
        &self,
        position: &dyn AnyPosition,
        root: SearchRoot<'_>,
    ) -> Result<Vec<Spike>, Error> {
        let (position, evaluator) = self.below(position, root)?;
        let mut spikes = Vec::new();
        evaluator.spikes(position, &mut spikes);
        Ok(spikes)
    }
    fn search(
        &self,
        position: &dyn AnyPosition,
        using: &Search,
        budget: Budget,
        seed: u64,
        (control, remote): (Control<'_>, Option<&Hand>),
    ) -> Result<Chosen, Error> {
        let root = placed_in::<G>(&self.game, position)?;
        let (position, history) = (&root.position, &root.history);
        let evaluator = &self.forecast.at_root(position);
        let request =
            SelectiveRequest { position, history, evaluator, budget, seed, control, remote };
        let choice = with_python::<G, _>(1, || using.search(&request))?;
        Ok(choice_as_text(position, history, choice))
    }
    fn deep_value(
        &self,
        position: &dyn AnyPosition,
        depth: u32,
        control: Control<'_>,
    ) -> Result<f64, Error> {
        let root = placed_in::<G>(&self.game, position)?;
        let (position, history) = (&root.position, &root.history);
        let (evaluator, budget) = (&self.forecast.at_root(position), Budget::default());
        let (seed, remote) = (0, None);
        let request =
            SelectiveRequest { position, history, evaluator, budget, seed, control, remote };
        with_python::<G, _>(1, || probcut::deep_value(&request, depth))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// An evaluation together with a spike generator. Immutable.
#[pyclass(frozen, module = "plywise._kernel")]
#[derive(Clone)]
pub struct Evaluator {
    inner: Arc<dyn AnyEvaluator>,
    #[pyo3(get)]
    game: String,
}

#[pymethods]
impl Evaluator {
    #[new]
    #[pyo3(signature = (evaluation, generator, *, features = None, steepness = None, win = None))]
    fn new(
        evaluation: &Evaluation,
        generator: &SpikeGenerator,
        features: Option<&str>,
        steepness: Option<f64>,
        win: Option<f64>,
    ) -> PyResult<Self> {
        let inner = seeing(evaluation, generator, features, squash(steepness, win)?)?;
        Ok(Self { inner, game: evaluation.game().to_owned() })
    }

    /// The value of a position in which the game goes on, for the side to move, in a search from
    /// `root` or from the position itself.
    #[pyo3(signature = (position, root = None))]
    fn value(&self, position: &Position, root: Option<&Position>) -> PyResult<f64> {
        caught(|| self.inner.value(position.0.as_ref(), any_root(root)))
    }

    /// Location and height of each spike, from high to low, for the side to move.
    #[pyo3(signature = (position, root = None))]
    fn spikes(&self, position: &Position, root: Option<&Position>) -> PyResult<Vec<(f64, f64)>> {
        let spikes = caught(|| self.inner.spikes(position.0.as_ref(), any_root(root)))?;
        Ok(spikes.into_iter().map(|s| (s.location, s.height)).collect())
    }

    /// The value by an alpha-beta search of so many plies, for the side to move; the game goes on.
    fn deep_value(&self, py: Python<'_>, position: &Position, depth: u32) -> PyResult<f64> {
        long_call(py, None, |control| self.inner.deep_value(position.0.as_ref(), depth, control))
    }

    /// A selective search of a position; 0 for no limit.
    #[pyo3(signature = (position, using, *, nodes = 0, milliseconds = 0, megabytes = 0, seed = 0,
        stop = None, remote = None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the Python method")]
    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        using: &SelectiveSearch,
        nodes: u64,
        milliseconds: u64,
        megabytes: usize,
        seed: u64,
        stop: Option<&Stop>,
        remote: Option<&Remote>,
    ) -> PyResult<Chosen> {
        let budget = budget(nodes, milliseconds, megabytes)?;
        searched(py, self.inner.as_ref(), (position, &using.0, budget, seed), (stop, remote))
    }
}

/// The evaluator of an evaluation's game.
pub fn seeing(
    evaluation: &Evaluation,
    generator: &SpikeGenerator,
    features: Option<&str>,
    squash: Squash,
) -> PyResult<Arc<dyn AnyEvaluator>> {
    let parts = Looking {
        evaluation: evaluation.inner.as_ref(),
        scale: evaluation.scale(),
        squash,
        generator: generator.inner.clone(),
    };
    let game = game(evaluation.game())?;
    caught(|| game.evaluator(features, parts))
}

/// A selective search, without the GIL: it ends with nothing by `stop`, with what it has by `remote`.
pub fn searched(
    py: Python<'_>,
    evaluator: &dyn AnyEvaluator,
    (position, using, budget, seed): (&Position, &Search, Budget, u64),
    (stop, remote): (Option<&Stop>, Option<&Remote>),
) -> PyResult<Chosen> {
    let began = Instant::now();
    let remote = remote.map(|remote| remote.0.as_ref());
    let choice = long_call(py, stop, |control| {
        evaluator.search(position.0.as_ref(), using, budget, seed, (control, remote))
    })?;
    Ok(choice.since(began))
}
