//! Evaluations.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::any_game::AnyEvaluation;
use crate::door::caught;
use crate::position::Position;
use crate::python_features::PythonFeature;
use crate::registered::game;
use crate::selective::SpikeGenerator;

/// A weight for each feature of a set, or what a spike generator expects. Immutable.
#[pyclass(frozen, module = "plywise._kernel")]
#[derive(Clone)]
pub struct Evaluation {
    pub inner: Arc<dyn AnyEvaluation>,
    #[pyo3(get)]
    game: String,
    /// The native feature set.
    features: String,
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
        Ok(Self { inner, game, features, weights, scale, python, generator: None })
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
        Ok(Self { inner, game, features, weights, scale, python, generator })
    }

    /// The feature set, and behind it the features written in Python: `material+bishop_pair`.
    #[getter]
    fn features(&self) -> String {
        let names = self.inner.names();
        // Where all features are written in Python, the set is known by its own name.
        if names.len() == self.python.len() {
            return self.features.clone();
        }
        let python = &names[names.len() - self.python.len()..];
        std::iter::once(&self.features)
            .chain(python)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join("+")
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

    /// Each feature's name, count and share (weight × count), first player's view.
    fn shares(&self, position: &Position) -> PyResult<Vec<(String, f64, f64)>> {
        crate::searching::shares(self, position)
    }

    /// The static value for the side to move, fixed-point.
    fn value(&self, position: &Position) -> PyResult<i32> {
        caught(|| self.inner.value(position.0.as_ref()))
    }

    /// The static value with real weights, first player's view.
    fn real_value(&self, position: &Position) -> PyResult<f64> {
        caught(|| self.inner.real_value(position.0.as_ref()))
    }

    /// The partial derivatives of `real_value` by each weight, those that are not zero.
    fn gradient(&self, position: &Position) -> PyResult<Vec<(u32, f64)>> {
        caught(|| self.inner.gradient(position.0.as_ref()))
    }

    fn __repr__(&self) -> String {
        if self.generator.is_some() {
            return format!("<Evaluation of {} expected by a spike generator>", self.game);
        }
        let (Self { game, weights, scale, .. }, features) = (self, self.features());
        format!("Evaluation({game:?}, {features:?}, {weights:?}, {scale})")
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
        let arguments = (&self.game, &self.features, self.weights.clone(), self.scale, python);
        Ok((py.get_type::<Self>().into_any(), arguments.into_pyobject(py)?))
    }
}

impl Evaluation {
    /// The weights, in the order of the features.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }
}

/// What the search needs of a feature written in Python.
fn declared(feature: &Bound<'_, PyAny>) -> PyResult<PythonFeature> {
    let name = feature.getattr("name")?.extract()?;
    Ok(PythonFeature { name, function: feature.getattr("function")?.unbind() })
}
