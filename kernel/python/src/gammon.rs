//! Backgammon's networks: learning in batches, matches, plays with their chances.

use std::sync::Mutex;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1};
use plywise_core::error::Error;
use plywise_core::gammon::{
    Counters, Filter, Gammon, GammonShape, Learner, LearnerState, Learning, Match, Player, Rule,
    StepSize,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::door::{BadSetting, KernelBug, caught, raise};

type Floats<'py> = Bound<'py, PyArray1<f32>>;

/// The stream of a seed that first weights are drawn from: no game has its number.
const START_STREAM: u64 = 1 << 62;

/// First weights of backgammon's networks, drawn from a seed.
#[pyfunction]
pub fn gammon_start<'py>(
    py: Python<'py>,
    features: &str,
    shape: &str,
    seed: u64,
) -> PyResult<Floats<'py>> {
    Ok(drawn(features, shape, seed).map_err(raise)?.weights().into_pyarray(py))
}

fn drawn(features: &str, shape: &str, seed: u64) -> Result<Gammon, Error> {
    Gammon::new(GammonShape::parse(shape, features)?, seed, START_STREAM)
}

/// A learner of backgammon: it plays against itself, and learns, without the GIL.
#[pyclass(frozen, module = "plywise._kernel")]
pub struct GammonLearner(Mutex<Learner>);

#[pymethods]
impl GammonLearner {
    #[new]
    #[pyo3(signature = (*, features, shape, seed, start, update, trace_decay, plies, leaf,
        candidates, margin, step, step_start, step_end, step_games, batch, max_plies, average_from))]
    #[expect(clippy::too_many_arguments)]
    fn new(
        features: &str,
        shape: &str,
        seed: u64,
        start: Option<PyReadonlyArray1<'_, f32>>,
        update: &str,
        trace_decay: f32,
        plies: usize,
        leaf: bool,
        candidates: usize,
        margin: f32,
        step: &str,
        step_start: f64,
        step_end: f64,
        step_games: u64,
        batch: u64,
        max_plies: usize,
        average_from: Option<u64>,
    ) -> PyResult<Self> {
        let step = match step {
            "adam" => StepSize::Adam { from: step_start, to: step_end },
            _ => StepSize::Fixed { from: step_start, to: step_end },
        };
        let learning = Learning {
            rule: if update == "move" { Rule::PerMove } else { Rule::PerGame },
            trace_decay,
            plies,
            leaf,
            filter: Filter { candidates, margin },
            step,
            total: step_games,
            batch,
            most_plies: max_plies,
            average_from,
        };
        let mut gammon = drawn(features, shape, seed).map_err(raise)?;
        if let Some(start) = start {
            gammon.set_weights(start.as_slice()?).map_err(raise)?;
        }
        Ok(Self(Mutex::new(Learner::new(gammon, learning, seed).map_err(raise)?)))
    }

    /// Games learnt from.
    #[getter]
    fn games(&self) -> PyResult<u64> {
        Ok(self.lock()?.games())
    }

    /// The step size of the next game.
    #[getter]
    fn step(&self) -> PyResult<f32> {
        let learner = self.lock()?;
        Ok(learner.learning().step_size(learner.games()))
    }

    /// The weights as they are.
    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Floats<'py>> {
        Ok(self.lock()?.gammon().weights().into_pyarray(py))
    }

    /// The mean of the weights over the later games; the weights as they are before there are any.
    #[getter]
    fn average<'py>(&self, py: Python<'py>) -> PyResult<Floats<'py>> {
        let learner = self.lock()?;
        let average = learner.average().unwrap_or_else(|| learner.gammon().weights());
        Ok(average.into_pyarray(py))
    }

    /// Plays and learns from so many games; what was counted.
    fn run<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        workers: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let counters = py.detach(|| {
            caught(|| {
                let mut learner = self.0.lock().map_err(|_| Error::Interrupted)?;
                learner.run(games, workers, &|| false)
            })
        })?;
        told(py, &counters)
    }

    /// Plays a batch with the weights as they are: a row of sums and one of absolute sums for each
    /// game, and what was counted.
    #[expect(clippy::type_complexity)]
    fn sums<'py>(
        &self,
        py: Python<'py>,
        games: u64,
        workers: usize,
    ) -> PyResult<(Bound<'py, PyArray2<f64>>, Bound<'py, PyArray2<f64>>, Bound<'py, PyDict>)> {
        let found = py.detach(|| {
            caught(|| {
                let learner = self.0.lock().map_err(|_| Error::Interrupted)?;
                learner.sums(games, workers)
            })
        })?;
        let mut counters = Counters::default();
        found.iter().for_each(|game| counters.add(&game.counters));
        let (net, absolute): (Vec<_>, Vec<_>) =
            found.into_iter().map(|game| (game.credits, game.absolute)).unzip();
        let rows = |rows: &Vec<Vec<f64>>| PyArray2::from_vec2(py, rows);
        Ok((rows(&net)?, rows(&absolute)?, told(py, &counters)?))
    }

    /// Takes weights that so many games more have led to.
    fn take(&self, weights: PyReadonlyArray1<'_, f32>, games: u64) -> PyResult<()> {
        self.lock()?.take(weights.as_slice()?, games).map_err(raise)
    }

    /// All that it knows, as bytes.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &encoded(&self.lock()?.state())))
    }

    /// Goes on from the bytes of a `state`.
    fn restore(&self, state: &[u8]) -> PyResult<()> {
        let state = decoded(state).ok_or_else(|| {
            BadSetting::new_err(format!("{} bytes are no state of a learner", state.len()))
        })?;
        self.lock()?.restore(&state).map_err(raise)
    }
}

impl GammonLearner {
    fn lock(&self) -> PyResult<std::sync::MutexGuard<'_, Learner>> {
        self.0.lock().map_err(|_| KernelBug::new_err("the learner failed before; load it again"))
    }
}

/// The points of the first of two players in each game of a match of pairs with the same dice. A
/// player is the weights of networks of this shape; none is pubeval.
#[pyfunction]
#[pyo3(signature = (features, shape, players, *, pairs, seed, stream = 0, plies = 1, candidates = 5,
    margin = 0.15, workers = 1))]
#[expect(clippy::too_many_arguments)]
pub fn gammon_match(
    py: Python<'_>,
    features: &str,
    shape: &str,
    players: [Option<PyReadonlyArray1<'_, f32>>; 2],
    pairs: u64,
    seed: u64,
    stream: u64,
    plies: usize,
    candidates: usize,
    margin: f32,
    workers: usize,
) -> PyResult<Vec<(i8, i8)>> {
    let shape = GammonShape::parse(shape, features).map_err(raise)?;
    let mut networks = [None, None];
    for (network, weights) in networks.iter_mut().zip(&players) {
        if let Some(weights) = weights {
            *network = Some(Gammon::of_weights(shape, weights.as_slice()?).map_err(raise)?);
        }
    }
    let points = py.detach(|| {
        caught(|| {
            let filter = Filter { candidates, margin };
            let player = |gammon| Player::Gammon { gammon, plies, filter };
            let players =
                networks.each_ref().map(|one| one.as_ref().map_or(Player::Pubeval, player));
            let played = Match { pairs, first_pair: stream, seed, workers, ..Match::default() };
            played.play(players, &|| false)
        })
    })?;
    Ok(points.into_iter().map(|[one, two]| (one, two)).collect())
}

fn told<'py>(py: Python<'py>, counters: &Counters) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let errors = (5 * counters.predictions).max(1) as f64;
    dict.set_item("plies", counters.plies)?;
    dict.set_item("evaluations", counters.evaluations)?;
    dict.set_item("outcomes", counters.points.to_vec())?;
    dict.set_item("unfinished", counters.unfinished)?;
    dict.set_item("error", (counters.squared_errors / errors).sqrt())?;
    Ok(dict)
}

/// Five counts, and the numbers themselves, lowest byte first.
fn encoded(state: &LearnerState) -> Vec<u8> {
    let LearnerState { weights, moments, sum, summed, games } = state;
    let lengths = [weights.len() as u64, moments.len() as u64, sum.len() as u64, *summed, *games];
    let mut bytes: Vec<u8> = lengths.iter().flat_map(|n| n.to_le_bytes()).collect();
    bytes.extend(weights.iter().chain(moments).flat_map(|x| x.to_le_bytes()));
    bytes.extend(sum.iter().flat_map(|x| x.to_le_bytes()));
    bytes
}

fn decoded(bytes: &[u8]) -> Option<LearnerState> {
    let (head, rest) = bytes.split_at_checked(40)?;
    let counts: Vec<u64> = head.as_chunks::<8>().0.iter().map(|n| u64::from_le_bytes(*n)).collect();
    let [weights, moments, sum] =
        [0, 1, 2].map(|n| usize::try_from(counts[n]).unwrap_or(usize::MAX));
    let (narrow, wide) = rest.split_at_checked(weights.checked_add(moments)?.checked_mul(4)?)?;
    if wide.len() != sum.checked_mul(8)? {
        return None;
    }
    let narrow: Vec<f32> =
        narrow.as_chunks::<4>().0.iter().map(|x| f32::from_le_bytes(*x)).collect();
    let (weights, moments) = narrow.split_at(weights);
    Some(LearnerState {
        weights: weights.to_vec(),
        moments: moments.to_vec(),
        sum: wide.as_chunks::<8>().0.iter().map(|x| f64::from_le_bytes(*x)).collect(),
        summed: counts[3],
        games: counts[4],
    })
}
