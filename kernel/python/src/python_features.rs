//! Features written in Python, behind the same search as the native ones.

use std::any::Any;
use std::sync::Arc;

use plywise_core::error::Error;
use plywise_core::evaluate::{Context, Evaluation, Guards, Linear};
use plywise_core::features::FeatureSet;
use plywise_core::game::Game;
use plywise_core::history::History;
use plywise_core::value::{EVALUATION_LIMIT, Value};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::door::BadInput;
use crate::placed::Placed;
use crate::position::Position;
use crate::python_game::{Functions, PythonGame};
use crate::python_game_rules::answered;

/// Counts beyond this are a mistake, and would leave the integers of the search.
const MOST: f64 = 1e9;

/// Nodes between two looks at the clock and at the caller's wish: a Python function may be slow.
const POLL_INTERVAL: u64 = 16;

/// A function of a position and a side, counted for the first player minus the second.
pub struct PythonFeature {
    pub name: String,
    pub function: Py<PyAny>,
}

/// A native linear evaluation with more terms, each counted by a Python function.
///
/// [`Evaluation::after`] stays unanswered: what a function will say after a capture is known only
/// by asking it there, so quiescence may skip none. Stages and the side that searches are the native
/// set's affair: a function counts the same whatever the root.
pub struct WithPython<G: Game> {
    native: Linear<G>,
    /// How many weights are native: one for each feature in each stage.
    native_weights: usize,
    python: Functions,
    weights: Vec<f64>,
    fixed: Vec<Value>,
}

impl<G: Game> WithPython<G> {
    /// The evaluation with these weights, the native ones first.
    pub fn new(
        features: &'static dyn FeatureSet<G>,
        python: Vec<PythonFeature>,
        mut weights: Vec<f64>,
        scale: i32,
    ) -> Result<Self, Error> {
        let native_weights = features.weights();
        let (got, want) = (weights.len(), native_weights + python.len());
        if got != want {
            return Err(Error::BadSetting(format!(
                "{got} weights given, but {:?} and the features written in Python are {want}",
                features.name()
            )));
        }
        let extra = weights.split_off(native_weights);
        let native = Linear::new(features, weights, scale)?;
        if let Some((feature, weight)) = python.iter().zip(&extra).find(|(_, w)| !w.is_finite()) {
            let name = &feature.name;
            return Err(Error::BadSetting(format!(
                "the weight of {name} is {weight}: not a number"
            )));
        }
        let fixed = extra.iter().map(|w| (w * f64::from(scale)).round() as Value).collect();
        Ok(Self { native, native_weights, python: Arc::new(python), weights: extra, fixed })
    }

    /// What the functions count. An exception ends the search at once: it unwinds, as itself, to
    /// the door, so that no evaluation has to answer by anything but a value.
    fn counts(&self, position: &G) -> Vec<f64> {
        let ask = || answered(|py| self.ask(py, position));
        match (position as &dyn Any).downcast_ref::<PythonGame>() {
            Some(own) => own.counted(&self.python, ask),
            None => ask(),
        }
    }

    fn ask(&self, py: Python<'_>, position: &G) -> PyResult<Vec<f64>> {
        // Without history: equal positions must count alike, or the table would hold lies.
        let placed = Placed { position: position.clone(), history: History::default() };
        let seen = position_class(py)?.call1((Position(Arc::new(placed)),))?;
        let difference = |feature: &PythonFeature| {
            Ok(feature.count(&seen, "first")? - feature.count(&seen, "second")?)
        };
        self.python.iter().map(difference).collect()
    }
}

impl PythonFeature {
    /// Whether two lists are of the same functions.
    pub fn are_same(one: &[Self], two: &[Self]) -> bool {
        one.len() == two.len() && one.iter().zip(two).all(|(a, b)| a.function.is(&b.function))
    }

    fn count(&self, position: &Bound<'_, PyAny>, side: &str) -> PyResult<f64> {
        let py = position.py();
        let given = match self.function.bind(py).call1((position, side)) {
            Ok(given) => given,
            Err(error) => {
                // Ctrl-C is nobody's mistake: it passes as it is.
                if error.is_instance_of::<PyException>(py) {
                    let name = &self.name;
                    error.add_note(
                        py,
                        format!("in the feature {name} for '{side}' of {}", position.repr()?),
                    )?;
                }
                return Err(error);
            }
        };
        match given.extract::<f64>() {
            Ok(count) if count.abs() <= MOST => Ok(count),
            Ok(_) => Err(self.nonsense(&given, position, side)),
            Err(cause) => {
                let error = self.nonsense(&given, position, side);
                error.set_cause(py, Some(cause));
                Err(error)
            }
        }
    }

    fn nonsense(&self, given: &Bound<'_, PyAny>, position: &Bound<'_, PyAny>, side: &str) -> PyErr {
        let text = |object: &Bound<'_, PyAny>| {
            object.repr().map_or_else(|_| object.get_type().to_string(), |text| text.to_string())
        };
        BadInput::new_err(format!(
            "the feature {} gives {} for '{side}' of {}; a feature gives a number between \
             -1e9 and 1e9, True or False",
            self.name,
            text(given),
            text(position)
        ))
    }
}

/// The class that users know positions by; the kernel's own is inside it.
fn position_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "plywise.games.position", "Position")
}

impl<G: Game> Evaluation<G> for WithPython<G> {
    fn at_root(&self, position: &G) -> Context {
        self.native.at_root(position)
    }

    fn guards(&self, position: &G, context: &Context) -> Option<Guards> {
        self.native.guards(position, context)
    }

    fn table_salt(&self, context: &Context) -> u64 {
        self.native.table_salt(context)
    }

    fn value(&self, position: &G, context: &Context) -> Value {
        let terms = self.fixed.iter().zip(self.counts(position));
        let python: f64 = terms.map(|(&weight, count)| f64::from(weight) * count).sum();
        // Rounded in the first player's view: both sides see the same value, with its sign.
        let python = python.round() * f64::from(position.roller().sign());
        let limit = f64::from(EVALUATION_LIMIT);
        (f64::from(self.native.value(position, context)) + python).clamp(-limit, limit) as Value
    }

    fn real_value(&self, position: &G, context: &Context) -> f64 {
        let terms = self.weights.iter().zip(self.counts(position));
        let python: f64 = terms.map(|(weight, count)| weight * count).sum();
        self.native.real_value(position, context) + python
    }

    fn gradient(&self, position: &G, context: &Context, out: &mut Vec<(u32, f64)>) {
        self.native.gradient(position, context, out);
        let counts = self.counts(position).into_iter().enumerate();
        let first = self.native_weights;
        out.extend(counts.filter(|&(_, count)| count != 0.0).map(|(i, c)| ((first + i) as u32, c)));
    }

    fn names(&self) -> Vec<String> {
        let python = self.python.iter().map(|feature| feature.name.clone());
        self.native.names().into_iter().chain(python).collect()
    }

    fn unit(&self) -> Value {
        self.native.unit()
    }

    fn poll_interval(&self) -> u64 {
        POLL_INTERVAL
    }
}
