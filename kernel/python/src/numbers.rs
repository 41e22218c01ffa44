//! Numbers that must be the same on every machine: chance and the exponential.

use numpy::{PyArray1, PyReadonlyArray1};
use plywise_core::rng::{self, Rng};
use pyo3::prelude::*;

use crate::door::BadSetting;

/// e to the power of each element, computed in software, with the same bits everywhere.
#[pyfunction]
pub fn exp<'py>(py: Python<'py>, x: PyReadonlyArray1<'py, f64>) -> Bound<'py, PyArray1<f64>> {
    PyArray1::from_iter(py, x.as_array().iter().map(|&x| plywise_core::exp(x)))
}

/// The most random words that one call gives.
const MOST_WORDS: usize = 1 << 24;

/// So many random words of the stream (seed, number).
#[pyfunction]
pub fn random_u64(seed: u64, number: u64, count: usize) -> PyResult<Vec<u64>> {
    if count > MOST_WORDS {
        let message = format!("{count} random words are not between 0 and {MOST_WORDS}");
        return Err(BadSetting::new_err(message));
    }
    let mut chance = Rng::new(seed, number);
    Ok((0..count).map(|_| chance.next_u64()).collect())
}

/// The seed of the search at `ply` of game `number` of a run.
#[pyfunction]
pub fn move_seed(seed: u64, number: u64, ply: u64) -> u64 {
    rng::move_seed(seed, number, ply)
}
