//! Evaluations.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::any_game::{AnyEvaluation, game};
use crate::door::raise;
use crate::position::Position;

/// A weight for each feature of a set. Immutable.
#[pyclass(frozen, module = "plywise._kernel")]
#[derive(Clone)]
pub struct Evaluation {
    pub inner: Arc<dyn AnyEvaluation>,
    #[pyo3(get)]
    game: String,
    #[pyo3(get)]
    features: String,
    #[pyo3(get)]
    weights: Vec<f64>,
    #[pyo3(get)]
    scale: i32,
}

#[pymethods]
impl Evaluation {
    #[new]
    #[pyo3(signature = (game, features, weights, scale = 1000))]
    fn new(game: &str, features: &str, weights: Vec<f64>, scale: i32) -> PyResult<Self> {
        let any = self::game(game).and_then(|g| g.linear(features, weights.clone(), scale));
        let (game, features) = (game.to_owned(), features.to_owned());
        Ok(Self { inner: any.map_err(raise)?, game, features, weights, scale })
    }

    #[getter]
    fn names(&self) -> Vec<String> {
        self.inner.names()
    }

    /// The static value for the side to move, fixed-point.
    fn value(&self, position: &Position) -> PyResult<i32> {
        self.inner.value(position.0.as_ref()).map_err(raise)
    }

    /// The static value with real weights, first player's view.
    fn real_value(&self, position: &Position) -> PyResult<f64> {
        self.inner.real_value(position.0.as_ref()).map_err(raise)
    }

    /// The partial derivatives of `real_value` by each weight, those that are not zero.
    fn gradient(&self, position: &Position) -> PyResult<Vec<(u32, f64)>> {
        self.inner.gradient(position.0.as_ref()).map_err(raise)
    }

    fn __repr__(&self) -> String {
        let Self { game, features, weights, scale, .. } = self;
        format!("Evaluation({game:?}, {features:?}, {weights:?}, {scale})")
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let arguments = (&self.game, &self.features, self.weights.clone(), self.scale);
        Ok((py.get_type::<Self>().into_any(), arguments.into_pyobject(py)?))
    }
}
