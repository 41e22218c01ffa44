//! The sums that learning needs after every game.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use plywise_core::credit::{self, GradientRows};
use plywise_core::decay;
use pyo3::prelude::*;

use crate::door::{BadInput, raise};

type Floats<'py> = Bound<'py, PyArray1<f64>>;

/// Σ_t r_{i,t} and Σ_t |r_{i,t}| for every weight (thesis eq. 8.1, 8.4, 8.5).
///
/// `differences` are those of `outputs` predictions a timestep, one after the other; each has a row
/// of gradients, `data[starts[k]:ends[k]]` at `indices`, times `slopes[k]`. `last` are the
/// derivatives of one more weight behind them.
#[pyfunction]
#[pyo3(signature = (differences, starts, ends, indices, data, slopes, columns, trace_decay,
    outputs = 1, last = None))]
#[expect(clippy::too_many_arguments, clippy::needless_pass_by_value)]
pub fn credit_sums<'py>(
    py: Python<'py>,
    differences: PyReadonlyArray1<'py, f64>,
    starts: PyReadonlyArray1<'py, i64>,
    ends: PyReadonlyArray1<'py, i64>,
    indices: PyReadonlyArray1<'py, i32>,
    data: PyReadonlyArray1<'py, f64>,
    slopes: PyReadonlyArray1<'py, f64>,
    columns: usize,
    trace_decay: f64,
    outputs: usize,
    last: Option<PyReadonlyArray1<'py, f64>>,
) -> PyResult<(Floats<'py>, Floats<'py>)> {
    let rows = GradientRows {
        starts: starts.as_slice()?,
        ends: ends.as_slice()?,
        indices: indices.as_slice()?,
        data: data.as_slice()?,
        slopes: slopes.as_slice()?,
        last: last.as_ref().map(PyReadonlyArray1::as_slice).transpose()?,
        columns,
    };
    let found =
        credit::sums(&rows, differences.as_slice()?, outputs, trace_decay).map_err(raise)?;
    Ok((found.net.into_pyarray(py), found.absolute.into_pyarray(py)))
}

/// Σ_t Q(p_t, p_{t−d}) for d = 1, 2, … (thesis eq. 8.6).
#[pyfunction]
#[expect(clippy::needless_pass_by_value)]
pub fn quality_sums<'py>(
    py: Python<'py>,
    predictions: PyReadonlyArray1<'py, f64>,
) -> PyResult<Floats<'py>> {
    Ok(decay::quality_sums(predictions.as_slice()?).into_pyarray(py))
}

/// The ψ that fits these sums of qualities and numbers of pairs best (thesis eq. 8.8).
#[pyfunction]
#[expect(clippy::needless_pass_by_value)]
pub fn fitted_decay<'py>(
    grid: PyReadonlyArray1<'py, f64>,
    sums: PyReadonlyArray1<'py, f64>,
    pairs: PyReadonlyArray1<'py, f64>,
    precision: f64,
) -> PyResult<f64> {
    if precision.is_nan() || precision < 1e-15 {
        let message = format!("precision {precision}; halving comes no nearer than 1e-15");
        return Err(BadInput::new_err(message));
    }
    Ok(decay::lowest(grid.as_slice()?, sums.as_slice()?, pairs.as_slice()?, precision))
}
