//! The names of places as texts of Python, made once: features ask for them at every leaf.

use std::sync::{PoisonError, RwLock};

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

/// The names of each game's places, by where the kernel has them.
static NAMES: RwLock<Vec<(usize, Vec<Py<PyString>>)>> = RwLock::new(Vec::new());

/// The names of some of a game's places.
pub fn named<'py>(
    py: Python<'py>,
    places: &'static [&'static str],
    chosen: &[usize],
) -> PyResult<Bound<'py, PyList>> {
    let key = places.as_ptr() as usize;
    loop {
        let known = NAMES.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, names)) = known.iter().find(|(place, _)| *place == key) {
            return PyList::new(py, chosen.iter().map(|&place| names[place].bind(py)));
        }
        drop(known);
        let names = places.iter().map(|name| PyString::intern(py, name).unbind()).collect();
        NAMES.write().unwrap_or_else(PoisonError::into_inner).push((key, names));
    }
}
