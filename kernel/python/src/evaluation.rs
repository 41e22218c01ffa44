//! Evaluations.

use std::sync::Arc;

use plywise_core::evaluate::{Gradient, Judged};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::any_game::AnyEvaluation;
use crate::door::caught;
use crate::position::{Position, any_root};
use crate::python_features::PythonFeature;
use crate::python_game_registry::own_game;
use crate::registered::game;
use crate::selective::SpikeGenerator;

/// What an evaluation is that puts a weight to each feature.
const LINEAR: &str = "linear";

/// A weight for each feature of a set, a network over them, or what a spike generator expects.
/// Immutable.
#[pyclass(frozen, module = "plywise._kernel")]
#[derive(Clone)]
pub struct Evaluation {
    pub inner: Arc<dyn AnyEvaluation>,
    #[pyo3(get)]
    game: String,
    /// The native feature set.
    features: String,
    /// What it is of the counts: `linear`, or kind and settings as `network:hidden=8`.
    #[pyo3(get)]
    shape: String,
    #[pyo3(get)]
    weights: Vec<f64>,
    #[pyo3(get)]
    scale: i32,
    /// The features written in Python, as they were given.
    python: Arc<Vec<Py<PyAny>>>,
    /// What it was made of instead of weights.
    generator: Option<SpikeGenerator>,
}

impl Evaluation {
    pub fn game(&self) -> &str {
        &self.game
    }

    pub fn scale(&self) -> i32 {
        self.scale
    }
}

#[pymethods]
impl Evaluation {
    #[new]
    #[pyo3(signature = (game, features, weights, scale = 1000, python = Vec::new()))]
    fn new(
        game: &str,
        features: &str,
        weights: Vec<f64>,
        scale: i32,
        python: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let declared = python.iter().map(declared).collect::<PyResult<_>>()?;
        let found = self::game(game)?;
        let inner = caught(|| found.linear(features, declared, weights.clone(), scale))?;
        let (game, features) = (game.to_owned(), features.to_owned());
        let python = Arc::new(python.into_iter().map(Bound::unbind).collect());
        let shape = LINEAR.to_owned();
        Ok(Self { inner, game, features, shape, weights, scale, python, generator: None })
    }

    /// An evaluation of another kind over the counts of the same features: `network:hidden=8`.
    #[staticmethod]
    #[pyo3(signature = (game, features, shape, weights, scale = 1000, python = Vec::new()))]
    fn shaped(
        game: &str,
        features: &str,
        shape: &str,
        weights: Vec<f64>,
        scale: i32,
        python: Vec<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        if shape == LINEAR {
            return Self::new(game, features, weights, scale, python);
        }
        let declared = python.iter().map(declared).collect::<PyResult<_>>()?;
        let found = self::game(game)?;
        let inner = caught(|| found.shaped(features, declared, shape, &weights, scale))?;
        let (game, features, shape) = (game.to_owned(), features.to_owned(), shape.to_owned());
        let python = Arc::new(python.into_iter().map(Bound::unbind).collect());
        Ok(Self { inner, game, features, shape, weights, scale, python, generator: None })
    }

    /// What a spike generator expects of a position, the counts of a feature set being its input.
    #[staticmethod]
    #[pyo3(signature = (game, features, generator, scale = 1000))]
    fn expected(
        game: &str,
        features: &str,
        generator: &SpikeGenerator,
        scale: i32,
    ) -> PyResult<Self> {
        let found = self::game(game)?;
        let inner = caught(|| found.expected(features, generator.inner.clone(), scale))?;
        let (game, features) = (game.to_owned(), features.to_owned());
        let python = Arc::default();
        let (weights, generator) = (Vec::new(), Some(generator.clone()));
        let shape = "expected".to_owned();
        Ok(Self { inner, game, features, shape, weights, scale, python, generator })
    }

    /// The feature set, and behind it the features written in Python: `material+bishop_pair`.
    #[getter]
    fn features(&self, py: Python<'_>) -> PyResult<String> {
        // Where all features are written in Python, the set is known by its own name.
        if own_game(&self.game).is_some() {
            return Ok(self.features.clone());
        }
        let mut name = self.features.clone();
        for feature in self.python.iter() {
            let own: String = feature.getattr(py, "name")?.extract(py)?;
            name = name + "+" + &own;
        }
        Ok(name)
    }

    /// What is predicted, by name: one, unless the evaluation says otherwise.
    #[getter]
    fn outputs(&self) -> Vec<String> {
        self.inner.outputs()
    }

    /// What the value is of the predictions, by its name.
    #[getter]
    fn objective(&self) -> &'static str {
        self.inner.objective()
    }

    #[getter]
    fn names(&self) -> Vec<String> {
        self.inner.names()
    }

    /// The value of a pawn, or what the game has in its place: centipawns are hundredths of it.
    #[getter]
    fn unit(&self) -> i32 {
        self.inner.unit()
    }

    /// Each feature's name, count and share (weight × count), first player's view; as all below
    /// in a search from `root`, or from the position itself.
    #[pyo3(signature = (position, root = None))]
    fn shares(
        &self,
        position: &Position,
        root: Option<&Position>,
    ) -> PyResult<Vec<(String, f64, f64)>> {
        crate::searching::shares(self, position, root)
    }

    /// The static value for the side to move, fixed-point.
    #[pyo3(signature = (position, root = None))]
    fn value(&self, position: &Position, root: Option<&Position>) -> PyResult<i32> {
        caught(|| self.inner.value(position.0.as_ref(), any_root(root)))
    }

    /// The static value with real weights, first player's view.
    #[pyo3(signature = (position, root = None))]
    fn real_value(&self, position: &Position, root: Option<&Position>) -> PyResult<f64> {
        caught(|| self.inner.real_value(position.0.as_ref(), any_root(root)))
    }

    /// The partial derivatives of `real_value` by each weight, those that are not zero.
    #[pyo3(signature = (position, root = None))]
    fn gradient(&self, position: &Position, root: Option<&Position>) -> PyResult<Vec<(u32, f64)>> {
        caught(|| self.inner.gradient(position.0.as_ref(), any_root(root)))
    }

    /// What each output predicts, first player's view; below a `root` that is searched, as there.
    #[pyo3(signature = (position, root = None))]
    fn predictions(&self, position: &Position, root: Option<&Position>) -> PyResult<Vec<f64>> {
        let root = root.map(|root| root.0.as_ref());
        caught(|| self.inner.predictions(position.0.as_ref(), root))
    }

    /// The partial derivatives of a prediction by each weight, those that are not zero.
    #[pyo3(signature = (position, output = 0, root = None))]
    fn prediction_gradient(
        &self,
        position: &Position,
        output: usize,
        root: Option<&Position>,
    ) -> PyResult<Vec<(u32, f64)>> {
        let root = root.map(|root| root.0.as_ref());
        caught(|| self.inner.prediction_gradient(position.0.as_ref(), output, root))
    }

    /// What can be learnt at a position: the value, what each output predicts, and a gradient for
    /// each; the predictions are none where the value, squashed, is all that is predicted.
    #[pyo3(signature = (position, root = None))]
    fn judged(&self, position: &Position, root: Option<&Position>) -> PyResult<JudgedParts> {
        caught(|| self.inner.judged(position.0.as_ref(), any_root(root))).map(judged_parts)
    }

    /// What each output should have predicted of a game that ends so, of the outcomes declared.
    fn targets(&self, score: f64, outcomes: Vec<f64>) -> Vec<f64> {
        self.inner.targets(score, &outcomes)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.generator.is_some() {
            return Ok(format!("<Evaluation of {} expected by a spike generator>", self.game));
        }
        let (Self { game, shape, weights, scale, .. }, features) = (self, self.features(py)?);
        Ok(if shape == LINEAR {
            format!("Evaluation({game:?}, {features:?}, {weights:?}, {scale})")
        } else {
            format!("Evaluation.shaped({game:?}, {features:?}, {shape:?}, {weights:?}, {scale})")
        })
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        if self.generator.is_some() {
            return Err(PyTypeError::new_err(
                "an evaluation made of a spike generator stays in its process: send the \
                 generator's file and make it there",
            ));
        }
        let python: Vec<_> = self.python.iter().map(|feature| feature.clone_ref(py)).collect();
        let Self { game, features, shape, weights, scale, .. } = self;
        let arguments = (game, features, shape, weights.clone(), *scale, python);
        Ok((py.get_type::<Self>().getattr("shaped")?, arguments.into_pyobject(py)?))
    }
}

impl Evaluation {
    /// The weights, in the order of the features.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }
}

/// Value, predictions and gradients, as Python knows them.
pub type JudgedParts = (f64, Vec<f64>, Vec<Gradient>);

pub fn judged_parts(judged: Judged) -> JudgedParts {
    (judged.value, judged.predictions, judged.gradients)
}

/// What the search needs of a feature written in Python.
fn declared(feature: &Bound<'_, PyAny>) -> PyResult<PythonFeature> {
    let name = feature.getattr("name")?.extract()?;
    Ok(PythonFeature { name, function: feature.getattr("function")?.unbind() })
}
