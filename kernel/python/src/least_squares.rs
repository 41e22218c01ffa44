//! The normal equations of all leaves so far.

use std::sync::{Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use plywise_core::credit::GradientRows;
use plywise_core::least_squares;
use pyo3::prelude::*;

use crate::door::raise;

/// Σ s²·c·cᵀ of sparse rows c, each times its slope s.
#[pyclass(frozen, module = "plywise._kernel")]
pub struct Gram(Mutex<least_squares::Gram>);

#[pymethods]
impl Gram {
    #[new]
    fn new(columns: usize) -> Self {
        Self(Mutex::new(least_squares::Gram::new(columns)))
    }

    /// Adds the rows `data[starts[k]:ends[k]]` at `indices`, times `slopes[k]`.
    #[expect(clippy::needless_pass_by_value, reason = "arrays of Python come so")]
    fn add(
        &self,
        py: Python<'_>,
        starts: PyReadonlyArray1<'_, i64>,
        ends: PyReadonlyArray1<'_, i64>,
        indices: PyReadonlyArray1<'_, i32>,
        data: PyReadonlyArray1<'_, f64>,
        slopes: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<()> {
        let (starts, ends) = (starts.as_slice()?, ends.as_slice()?);
        let (indices, data, slopes) = (indices.as_slice()?, data.as_slice()?, slopes.as_slice()?);
        py.detach(|| {
            let mut gram = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let columns = gram.columns();
            gram.add(&GradientRows { starts, ends, indices, data, slopes, last: None, columns })
        })
        .map_err(raise)
    }

    /// The x that solves (Σ s²·c·cᵀ + diagonal)·x = right.
    #[expect(clippy::needless_pass_by_value, reason = "arrays of Python come so")]
    fn solved<'py>(
        &self,
        py: Python<'py>,
        diagonal: PyReadonlyArray1<'_, f64>,
        right: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (diagonal, right) = (diagonal.as_slice()?, right.as_slice()?);
        let found = py
            .detach(|| {
                self.0.lock().unwrap_or_else(PoisonError::into_inner).solved(diagonal, right)
            })
            .map_err(raise)?;
        Ok(found.into_pyarray(py))
    }

    /// The same equations ready to be solved for several right sides.
    #[expect(clippy::needless_pass_by_value, reason = "arrays of Python come so")]
    fn factored(&self, py: Python<'_>, diagonal: PyReadonlyArray1<'_, f64>) -> PyResult<Factor> {
        let diagonal = diagonal.as_slice()?;
        let factor =
            py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).factored(diagonal));
        Ok(Factor(factor.map_err(raise)?))
    }
}

/// Normal equations whose hard work is done.
#[pyclass(frozen, module = "plywise._kernel")]
pub struct Factor(least_squares::Factor);

#[pymethods]
impl Factor {
    /// The solution for a right side.
    #[expect(clippy::needless_pass_by_value, reason = "arrays of Python come so")]
    fn solved<'py>(
        &self,
        py: Python<'py>,
        right: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let right = right.as_slice()?;
        let found = py.detach(|| self.0.solved(right)).map_err(raise)?;
        Ok(found.into_pyarray(py))
    }
}
