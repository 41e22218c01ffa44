//! Numbers that must be the same on every machine: chance and the exponential.

use numpy::{PyArray1, PyReadonlyArray1};
use plywise_core::rng::{self, Chance};
use pyo3::prelude::*;

/// e to the power of each element, computed in software, with the same bits everywhere.
#[pyfunction]
pub fn exp<'py>(py: Python<'py>, x: PyReadonlyArray1<'py, f64>) -> Bound<'py, PyArray1<f64>> {
    PyArray1::from_iter(py, x.as_array().iter().map(|&x| plywise_core::exp(x)))
}

/// So many random words of the stream (seed, number).
#[pyfunction]
pub fn random_u64(seed: u64, number: u64, count: usize) -> Vec<u64> {
    let mut chance = Chance::new(seed, number);
    (0..count).map(|_| chance.next_u64()).collect()
}

/// The seed of the search at `ply` of game `number` of a run.
#[pyfunction]
pub fn move_seed(seed: u64, number: u64, ply: u64) -> u64 {
    rng::move_seed(seed, number, ply)
}
