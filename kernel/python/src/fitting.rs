//! Many positions at once, for fitting weights to them: where quiescence ends, what is counted
//! there, and what the counts say of the weights.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use plywise_core::error::Error;
use plywise_core::logistic::{LabelledRows, cross_entropy};
use pyo3::prelude::*;

use crate::door::{BadSetting, Stop, long_call, raise};
use crate::evaluation::Evaluation;
use crate::position::{Position, any_root};
use crate::settings::Settings;

type Floats<'py> = Bound<'py, PyArray1<f64>>;
/// Where rows begin, which weights they have, and the counts.
type Rows<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>, Floats<'py>);

/// Positions between two questions whether to stop.
const ASK_INTERVAL: usize = 64;

fn ask(number: usize, control: &dyn Fn() -> bool) -> Result<(), Error> {
    if number.is_multiple_of(ASK_INTERVAL) && control() { Err(Error::Interrupted) } else { Ok(()) }
}

/// Where the quiescence of each position ends, and whether the game is over there.
#[pyfunction]
#[pyo3(signature = (positions, evaluation, settings, stop = None))]
#[expect(clippy::needless_pass_by_value, reason = "lists of Python come so")]
pub fn quieted(
    py: Python<'_>,
    positions: Vec<Py<Position>>,
    evaluation: &Evaluation,
    settings: &Settings,
    stop: Option<&Stop>,
) -> PyResult<(Vec<Position>, Vec<bool>)> {
    long_call(py, stop, |control| {
        let mut found = (Vec::with_capacity(positions.len()), Vec::new());
        for (number, position) in positions.iter().enumerate() {
            ask(number, control)?;
            let position = position.get();
            let root = position.0.as_ref();
            let (leaf, is_over) = evaluation.inner.quiet_leaf(root, &settings.0, control)?;
            found.0.push(leaf.map_or_else(|| position.clone(), Position));
            found.1.push(is_over);
        }
        Ok(found)
    })
}

/// What is counted of each position, in the first player's view, as rows of a sparse matrix; below
/// the `roots` of searches, if they are given, as there.
#[pyfunction]
#[pyo3(signature = (evaluation, positions, roots = None, stop = None))]
#[expect(clippy::needless_pass_by_value, reason = "lists of Python come so")]
pub fn counted<'py>(
    py: Python<'py>,
    evaluation: &Evaluation,
    positions: Vec<Py<Position>>,
    roots: Option<Vec<Py<Position>>>,
    stop: Option<&Stop>,
) -> PyResult<Rows<'py>> {
    refuse_other_length(&positions, roots.as_deref())?;
    let (starts, indices, data) = long_call(py, stop, |control| {
        let (mut starts, mut indices, mut data) = (vec![0], Vec::new(), Vec::new());
        for (number, position) in positions.iter().enumerate() {
            ask(number, control)?;
            let root = roots.as_ref().map(|roots| roots[number].get());
            let mut counts =
                evaluation.inner.gradient(position.get().0.as_ref(), any_root(root))?;
            counts.sort_unstable_by_key(|&(index, _)| index);
            indices.extend(counts.iter().map(|&(index, _)| index as i32));
            data.extend(counts.iter().map(|&(_, count)| count));
            starts.push(data.len() as i64);
        }
        Ok((starts, indices, data))
    })?;
    Ok((starts.into_pyarray(py), indices.into_pyarray(py), data.into_pyarray(py)))
}

/// The cross entropy of the targets and what the evaluation predicts of positions, in log-odds
/// `steepness` times its value; and its derivative by each weight.
#[pyfunction]
#[pyo3(signature = (evaluation, positions, targets, times, steepness = 1.0, roots = None,
    stop = None))]
#[expect(clippy::needless_pass_by_value, reason = "arrays and lists of Python come so")]
#[expect(clippy::too_many_arguments, reason = "each is a keyword of the Python function")]
pub fn descent<'py>(
    py: Python<'py>,
    evaluation: &Evaluation,
    positions: Vec<Py<Position>>,
    targets: PyReadonlyArray1<'_, f64>,
    times: PyReadonlyArray1<'_, f64>,
    steepness: f64,
    roots: Option<Vec<Py<Position>>>,
    stop: Option<&Stop>,
) -> PyResult<(f64, Floats<'py>)> {
    refuse_other_length(&positions, roots.as_deref())?;
    let (targets, times) = (targets.as_slice()?, times.as_slice()?);
    if targets.len() != positions.len() || times.len() != positions.len() {
        return Err(BadSetting::new_err("as many targets and times as positions are needed"));
    }
    let (loss, gradient) = long_call(py, stop, |control| {
        let (mut loss, mut gradient) = (0.0, vec![0.0; evaluation.weights().len()]);
        for (number, position) in positions.iter().enumerate() {
            ask(number, control)?;
            let position = position.get().0.as_ref();
            let root = roots.as_ref().map(|roots| roots[number].get());
            let value = evaluation.inner.real_value(position, any_root(root))?;
            let (cost, error, _) = cross_entropy(steepness * value, targets[number]);
            loss += times[number] * cost;
            let pull = times[number] * error * steepness;
            for (index, slope) in evaluation.inner.gradient(position, any_root(root))? {
                gradient[index as usize] += pull * slope;
            }
        }
        Ok((loss, gradient))
    })?;
    Ok((loss, gradient.into_pyarray(py)))
}

/// The cross entropy of the targets and what weights predict of sparse rows, in log-odds; its
/// derivative by each weight; and what rows are multiplied by for the second ones.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "arrays of Python come so")]
pub fn logistic<'py>(
    py: Python<'py>,
    starts: PyReadonlyArray1<'_, i64>,
    indices: PyReadonlyArray1<'_, i32>,
    data: PyReadonlyArray1<'_, f64>,
    targets: PyReadonlyArray1<'_, f64>,
    times: PyReadonlyArray1<'_, f64>,
    weights: PyReadonlyArray1<'_, f64>,
) -> PyResult<(f64, Floats<'py>, Floats<'py>)> {
    let rows = LabelledRows {
        starts: starts.as_slice()?,
        indices: indices.as_slice()?,
        data: data.as_slice()?,
        targets: targets.as_slice()?,
        times: times.as_slice()?,
    };
    let weights = weights.as_slice()?;
    let look = py.detach(|| rows.look(weights)).map_err(raise)?;
    Ok((look.loss, look.gradient.into_pyarray(py), look.slopes.into_pyarray(py)))
}

fn refuse_other_length(positions: &[Py<Position>], roots: Option<&[Py<Position>]>) -> PyResult<()> {
    match roots {
        Some(roots) if roots.len() != positions.len() => Err(BadSetting::new_err(format!(
            "{} roots for {} positions",
            roots.len(),
            positions.len()
        ))),
        _ => Ok(()),
    }
}
