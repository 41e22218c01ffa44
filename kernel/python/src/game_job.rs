//! Whole games, one call each: jobs in, records out.

use std::collections::BTreeMap;
use std::sync::Arc;

use numpy::{PyArray1, ToPyArray};
use plywise_core::error::Error;
use plywise_core::game::Turn;
use plywise_core::play::{Adjudication, Conditions, Draws, LearnAt, Prediction};
use plywise_core::search::Control;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::any_game::{AnyGame, AnyRecord, GameRequest};
use crate::door::{BadSetting, Stop, long_call};
use crate::evaluation::Evaluation;
use crate::position::Position;
use crate::registered::game;
use crate::selective::{AnyEvaluator, GameSearch};

/// A job and all that goes by its fields, from one list: constructor, pickling, `replace`.
macro_rules! game_job {
    ($($name:ident: $type:ty $(= $default:expr)?,)*) => {
        /// One whole game to be played; the record is a function of this alone. Immutable.
        #[pyclass(frozen, get_all, module = "plywise._kernel")]
        pub struct GameJob {
            $($name: $type,)*
        }

        #[pymethods]
        impl GameJob {
            #[new]
            #[pyo3(signature = (*, $($name $(= $default)?),*))]
            #[expect(clippy::too_many_arguments, reason = "each is a keyword of the constructor")]
            fn new($($name: $type),*) -> PyResult<Self> {
                Self { $($name),* }.checked()
            }

            /// The words that a field may hold, for every field that holds one of a few.
            #[classattr]
            #[pyo3(name = "CHOICES")]
            fn choices() -> BTreeMap<&'static str, Vec<&'static str>> {
                BTreeMap::from([
                    ("adjudication", words(ADJUDICATIONS)),
                    ("learn_at", words(LEARN_AT)),
                    ("learner", words(LEARNERS)),
                    ("rules", words(RULES)),
                ])
            }

            /// The same job with other values in some of its fields, checked like any.
            #[pyo3(signature = (**changes))]
            fn replace<'py>(
                &self,
                py: Python<'py>,
                changes: Option<&Bound<'py, PyDict>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let (none, fields) = self.__getnewargs_ex__(py)?;
                if let Some(changes) = changes {
                    fields.update(changes.as_mapping())?;
                }
                py.get_type::<Self>().call(none, Some(&fields))
            }

            fn __getnewargs_ex__<'py>(
                &self,
                py: Python<'py>,
            ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
                let dict = PyDict::new(py);
                $(dict.set_item(stringify!($name), &self.$name)?;)*
                Ok((PyTuple::empty(py), dict))
            }
        }
    };
}
game_job!(
    game: String,
    first: Py<Evaluation>,
    second: Py<Evaluation>,
    first_search: GameSearch,
    second_search: GameSearch,
    seed: u64,
    number: u64,
    start: Option<String> = None,
    opening: Vec<String> = Vec::new(),
    max_plies: usize = 400,
    adjudication: String = "agree".to_owned(),
    fifty_moves: bool = true,
    learn_at: String = "leaf".to_owned(),
    rules: String = "full".to_owned(),
    judge: Option<Py<Evaluation>> = None,
    // Whose dice it has: those of the game of this number, its own if it is not said.
    dice: Option<u64> = None,
    // Whose searches are recorded: "first", "second", or both.
    learner: String = "both".to_owned(),
);

impl GameJob {
    /// Itself, if its fields can stand beside each other.
    fn checked(self) -> PyResult<Self> {
        let adjudication = self.conditions()?.adjudication;
        if adjudication == Adjudication::Judge && self.judge.is_none() {
            return Err(BadSetting::new_err(
                "adjudication 'judge' needs judge=, an evaluation that says which side is ahead",
            ));
        }
        Ok(self)
    }

    /// Its numbers and words, as the kernel knows them.
    fn conditions(&self) -> PyResult<Conditions> {
        Ok(Conditions {
            seed: (self.seed, self.number),
            dice: self.dice.unwrap_or(self.number),
            max_plies: self.max_plies,
            adjudication: chosen("adjudication", &self.adjudication, ADJUDICATIONS)?,
            draws: chosen("rules", &self.rules, RULES)?[usize::from(self.fifty_moves)],
            learn_at: chosen("learn_at", &self.learn_at, LEARN_AT)?,
            learner: chosen("learner", &self.learner, LEARNERS)?,
        })
    }
}

/// The words that a field may hold, each with what it means.
type Choices<T> = &'static [(&'static str, T)];

const ADJUDICATIONS: Choices<Adjudication> =
    &[("agree", Adjudication::Agree), ("draw", Adjudication::Draw), ("judge", Adjudication::Judge)];
const LEARN_AT: Choices<LearnAt> = &[
    ("leaf", LearnAt::Leaf),
    ("position", LearnAt::Position),
    ("quiet", LearnAt::Quiet),
    ("leaf+quiet", LearnAt::LeafAndQuiet),
    ("nodes", LearnAt::Nodes),
    ("none", LearnAt::Nothing),
];
const LEARNERS: Choices<Option<Turn>> =
    &[("both", None), ("first", Some(Turn::First)), ("second", Some(Turn::Second))];
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
        of: impl Fn(&Prediction<String>) -> T,
    ) -> Bound<'py, PyArray1<T>> {
        self.record.predictions.iter().map(of).collect::<Vec<T>>().to_pyarray(py)
    }

    fn cells(&self) -> impl Iterator<Item = &(u32, f64)> {
        self.record.predictions.iter().flat_map(|p| p.judged.gradients.iter().flatten())
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

    /// What the game declares that it can end with.
    #[getter]
    fn outcomes(&self) -> Vec<f64> {
        self.record.outcomes.clone()
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
        self.column(py, |p| p.judged.value)
    }

    /// What each output predicted at each search, one search after the other.
    #[getter]
    fn predictions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let each = self.record.predictions.iter().flat_map(|p| &p.judged.predictions);
        PyArray1::from_vec(py, each.copied().collect())
    }

    /// The names of those outputs; none where values, squashed, are all that is predicted.
    #[getter]
    fn outputs(&self) -> Vec<String> {
        self.record.outputs.clone()
    }

    /// What each output should have predicted.
    #[getter]
    fn targets(&self) -> Vec<f64> {
        self.record.targets.clone()
    }

    /// The values where quiescence of each position ends, search after search; none where that was
    /// not asked for.
    #[getter]
    fn quiet<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(
            py,
            self.record.predictions.iter().flat_map(|p| p.quiet.iter().copied()).collect(),
        )
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
        for gradient in self.record.predictions.iter().flat_map(|p| &p.judged.gradients) {
            ends.push(ends[ends.len() - 1] + gradient.len() as i64);
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
pub fn play_game(py: Python<'_>, job: Py<GameJob>, stop: Option<&Stop>) -> PyResult<GameRecord> {
    let ready = ready(job)?;
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
    let ready: Vec<_> = jobs.into_iter().map(ready).collect::<PyResult<_>>()?;
    long_call(py, stop, |control| ready.iter().map(|job| play(job, control)).collect())
}

/// A job with its words understood.
struct Ready {
    job: Py<GameJob>,
    game: &'static dyn AnyGame,
    start: Position,
    conditions: Conditions,
    /// What selective searches of the first and the second player ask.
    evaluators: [Option<Arc<dyn AnyEvaluator>>; 2],
}

fn ready(job: Py<GameJob>) -> PyResult<Ready> {
    let asked = job.get();
    Ok(Ready {
        game: game(&asked.game)?,
        start: Position(Position::at(&asked.game, asked.start.as_deref())?),
        conditions: asked.conditions()?,
        evaluators: [
            asked.first_search.evaluator(asked.first.get())?,
            asked.second_search.evaluator(asked.second.get())?,
        ],
        job,
    })
}

fn play(ready: &Ready, control: Control<'_>) -> Result<GameRecord, Error> {
    let job = ready.job.get();
    let [first, second] = &ready.evaluators;
    let request = GameRequest {
        first: (job.first.get().inner.as_ref(), job.first_search.with(first.as_ref())),
        second: (job.second.get().inner.as_ref(), job.second_search.with(second.as_ref())),
        start: ready.start.0.as_ref(),
        opening: &job.opening,
        judge: job.judge.as_ref().map(|judge| judge.get().inner.as_ref()),
        conditions: ready.conditions,
    };
    let record = ready.game.play(&request, control)?;
    Ok(GameRecord {
        number: job.number,
        start: ready.start.0.text(),
        opening_plies: job.opening.len().min(record.moves.len()),
        record,
    })
}
