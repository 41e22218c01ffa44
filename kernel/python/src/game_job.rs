//! Whole games, one call each: jobs in, records out.

use std::collections::BTreeMap;

use numpy::{PyArray1, ToPyArray};
use plywise_core::error::Error;
use plywise_core::game::Turn;
use plywise_core::play::{Adjudication, Draws, LearnAt};
use plywise_core::search::Control;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::any_game::{AnyGame, AnyPrediction, AnyRecord, GameRequest};
use crate::door::{BadSetting, Stop, long_call};
use crate::evaluation::Evaluation;
use crate::position::Position;
use crate::registered::game;
use crate::settings::Settings;

/// One whole game to be played; the record is a function of this alone. Immutable.
#[pyclass(frozen, get_all, module = "plywise._kernel")]
pub struct GameJob {
    game: String,
    first: Py<Evaluation>,
    second: Py<Evaluation>,
    first_search: Py<Settings>,
    second_search: Py<Settings>,
    seed: u64,
    number: u64,
    start: Option<String>,
    opening: Vec<String>,
    max_plies: usize,
    adjudication: String,
    fifty_moves: bool,
    learn_at: String,
    rules: String,
    judge: Option<Py<Evaluation>>,
}

#[pymethods]
impl GameJob {
    #[new]
    #[pyo3(signature = (*, game, first, second, first_search, second_search, seed, number, start = None,
        opening = Vec::new(), max_plies = 400, adjudication = "agree".to_owned(), fifty_moves = true,
        learn_at = "leaf".to_owned(), rules = "full".to_owned(), judge = None))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword of the Python constructor")]
    fn new(
        game: String,
        first: Py<Evaluation>,
        second: Py<Evaluation>,
        first_search: Py<Settings>,
        second_search: Py<Settings>,
        seed: u64,
        number: u64,
        start: Option<String>,
        opening: Vec<String>,
        max_plies: usize,
        adjudication: String,
        fifty_moves: bool,
        learn_at: String,
        rules: String,
        judge: Option<Py<Evaluation>>,
    ) -> PyResult<Self> {
        if adjudication_named(&adjudication)? == Adjudication::Judge && judge.is_none() {
            return Err(BadSetting::new_err(
                "adjudication 'judge' needs judge=, an evaluation that says which side is ahead",
            ));
        }
        learn_at_named(&learn_at)?;
        draws_by(&rules, fifty_moves)?;
        Ok(Self {
            game,
            first,
            second,
            first_search,
            second_search,
            seed,
            number,
            start,
            opening,
            max_plies,
            adjudication,
            fifty_moves,
            learn_at,
            rules,
            judge,
        })
    }

    /// The words that a field may hold, for every field that holds one of a few.
    #[classattr]
    #[pyo3(name = "CHOICES")]
    fn choices() -> BTreeMap<&'static str, Vec<&'static str>> {
        BTreeMap::from([
            ("adjudication", words(ADJUDICATIONS)),
            ("learn_at", words(LEARN_AT)),
            ("rules", words(RULES)),
        ])
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let dict = PyDict::new(py);
        dict.set_item("game", &self.game)?;
        dict.set_item("first", &self.first)?;
        dict.set_item("second", &self.second)?;
        dict.set_item("first_search", &self.first_search)?;
        dict.set_item("second_search", &self.second_search)?;
        dict.set_item("seed", self.seed)?;
        dict.set_item("number", self.number)?;
        dict.set_item("start", &self.start)?;
        dict.set_item("opening", &self.opening)?;
        dict.set_item("max_plies", self.max_plies)?;
        dict.set_item("adjudication", &self.adjudication)?;
        dict.set_item("fifty_moves", self.fifty_moves)?;
        dict.set_item("learn_at", &self.learn_at)?;
        dict.set_item("rules", &self.rules)?;
        dict.set_item("judge", &self.judge)?;
        Ok((PyTuple::empty(py), dict))
    }
}

/// The words that a field may hold, each with what it means.
type Choices<T> = &'static [(&'static str, T)];

const ADJUDICATIONS: Choices<Adjudication> =
    &[("agree", Adjudication::Agree), ("draw", Adjudication::Draw), ("judge", Adjudication::Judge)];
const LEARN_AT: Choices<LearnAt> =
    &[("leaf", LearnAt::Leaf), ("position", LearnAt::Position), ("none", LearnAt::Nothing)];
/// What is a draw without the fifty-move rule, and with it.
const RULES: Choices<[Draws; 2]> =
    &[("full", [Draws::Repetition, Draws::All]), ("bare", [Draws::Bare, Draws::Bare])];

fn chosen<T: Copy>(field: &str, name: &str, choices: Choices<T>) -> PyResult<T> {
    let found = choices.iter().find(|(choice, _)| *choice == name);
    found.map(|&(_, meaning)| meaning).ok_or_else(|| {
        let known: Vec<_> = choices.iter().map(|(choice, _)| format!("'{choice}'")).collect();
        BadSetting::new_err(format!("{field} {name:?} is none of {}", known.join(", ")))
    })
}

fn words<T>(choices: Choices<T>) -> Vec<&'static str> {
    choices.iter().map(|&(choice, _)| choice).collect()
}

fn adjudication_named(name: &str) -> PyResult<Adjudication> {
    chosen("adjudication", name, ADJUDICATIONS)
}

fn draws_by(rules: &str, fifty_moves: bool) -> PyResult<Draws> {
    Ok(chosen("rules", rules, RULES)?[usize::from(fifty_moves)])
}

fn learn_at_named(name: &str) -> PyResult<LearnAt> {
    chosen("learn_at", name, LEARN_AT)
}

/// A game as it was played, with one prediction a search.
#[pyclass(frozen, module = "plywise._kernel")]
pub struct GameRecord {
    #[pyo3(get)]
    number: u64,
    #[pyo3(get)]
    start: String,
    #[pyo3(get)]
    opening_plies: usize,
    record: AnyRecord,
}

impl GameRecord {
    fn column<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        of: impl Fn(&AnyPrediction) -> T,
    ) -> Bound<'py, PyArray1<T>> {
        self.record.predictions.iter().map(of).collect::<Vec<T>>().to_pyarray(py)
    }

    fn cells(&self) -> impl Iterator<Item = &(u32, f64)> {
        self.record.predictions.iter().flat_map(|p| &p.gradient)
    }
}

#[pymethods]
impl GameRecord {
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record.moves.clone()
    }

    #[getter]
    fn outcome(&self) -> f64 {
        self.record.ending.score
    }

    #[getter]
    fn reason(&self) -> &'static str {
        self.record.ending.reason
    }

    #[getter]
    fn plies(&self) -> usize {
        self.record.moves.len()
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.record.nodes
    }

    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.column(py, |p| p.value)
    }

    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.column(py, |p| p.kind as u8)
    }

    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.column(py, |p| p.score.unwrap_or(f64::NAN))
    }

    #[getter]
    fn movers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.column(py, |p| u8::from(p.mover == Turn::Second))
    }

    #[getter]
    fn ply_numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        self.column(py, |p| p.ply as i32)
    }

    #[getter]
    fn predicted_replies(&self) -> Vec<Option<String>> {
        self.record.predictions.iter().map(|p| p.predicted_reply.clone()).collect()
    }

    #[getter]
    fn indptr<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut ends = vec![0];
        for prediction in &self.record.predictions {
            ends.push(ends[ends.len() - 1] + prediction.gradient.len() as i64);
        }
        ends.to_pyarray(py)
    }

    #[getter]
    fn indices<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_vec(py, self.cells().map(|&(i, _)| i as i32).collect())
    }

    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.cells().map(|&(_, x)| x).collect())
    }
}

/// Plays one game to its end.
#[pyfunction]
#[pyo3(signature = (job, stop = None))]
pub fn play_game(py: Python<'_>, job: &GameJob, stop: Option<&Stop>) -> PyResult<GameRecord> {
    let ready = ready(py, job)?;
    long_call(py, stop, |control| play(&ready, control))
}

/// Plays some games, one after the other, in one call.
#[pyfunction]
#[pyo3(signature = (jobs, stop = None))]
pub fn play_games(
    py: Python<'_>,
    jobs: Vec<Py<GameJob>>,
    stop: Option<&Stop>,
) -> PyResult<Vec<GameRecord>> {
    let ready: Vec<_> = jobs.iter().map(|job| ready(py, job.get())).collect::<PyResult<_>>()?;
    long_call(py, stop, |control| ready.iter().map(|job| play(job, control)).collect())
}

/// A job with everything fetched from Python that the game will need.
struct Ready {
    job: GameJob,
    game: &'static dyn AnyGame,
    first: (Evaluation, Settings),
    second: (Evaluation, Settings),
    start: Position,
    judge: Option<Evaluation>,
    adjudication: Adjudication,
    draws: Draws,
    learn_at: LearnAt,
}

fn ready(py: Python<'_>, job: &GameJob) -> PyResult<Ready> {
    Ok(Ready {
        job: job.clone_ref(py),
        game: game(&job.game)?,
        first: (job.first.get().clone(), job.first_search.get().clone()),
        second: (job.second.get().clone(), job.second_search.get().clone()),
        start: Position(Position::at(&job.game, job.start.as_deref())?),
        judge: job.judge.as_ref().map(|judge| judge.get().clone()),
        adjudication: adjudication_named(&job.adjudication)?,
        draws: draws_by(&job.rules, job.fifty_moves)?,
        learn_at: learn_at_named(&job.learn_at)?,
    })
}

impl GameJob {
    fn clone_ref(&self, py: Python<'_>) -> Self {
        Self {
            first: self.first.clone_ref(py),
            second: self.second.clone_ref(py),
            first_search: self.first_search.clone_ref(py),
            second_search: self.second_search.clone_ref(py),
            game: self.game.clone(),
            start: self.start.clone(),
            opening: self.opening.clone(),
            adjudication: self.adjudication.clone(),
            learn_at: self.learn_at.clone(),
            rules: self.rules.clone(),
            judge: self.judge.as_ref().map(|judge| judge.clone_ref(py)),
            ..*self
        }
    }
}

fn play(ready: &Ready, control: Control<'_>) -> Result<GameRecord, Error> {
    let job = &ready.job;
    let request = GameRequest {
        first: (ready.first.0.inner.as_ref(), &ready.first.1.0),
        second: (ready.second.0.inner.as_ref(), &ready.second.1.0),
        seed: (job.seed, job.number),
        start: ready.start.0.as_ref(),
        opening: &job.opening,
        max_plies: job.max_plies,
        adjudication: ready.adjudication,
        judge: ready.judge.as_ref().map(|judge| judge.inner.as_ref()),
        draws: ready.draws,
        learn_at: ready.learn_at,
    };
    let record = ready.game.play(&request, control)?;
    Ok(GameRecord {
        number: job.number,
        start: ready.start.0.text(),
        opening_plies: job.opening.len().min(record.moves.len()),
        record,
    })
}
