//! What a brain plants before a search, as Python hands it over.

use plywise_core::search;
use pyo3::prelude::*;

use crate::door::BadSetting;

/// Key, low, high, depth, ply: what is known of a position, and how late in a game it stands.
type Parts = (u64, i32, i32, u32, u32);

/// Positions of which something is known before a search begins. Immutable.
#[pyclass(frozen, module = "plywise._kernel")]
pub struct Planted {
    parts: Vec<Parts>,
    known: search::Planted,
}

impl Planted {
    /// The same, as the search asks for it.
    pub fn as_known(&self) -> &search::Planted {
        &self.known
    }

    fn of(parts: Vec<Parts>) -> Self {
        let known = parts
            .iter()
            .map(|&(key, low, high, depth, _)| (key, search::Known { low, high, depth }));
        Self { known: known.collect(), parts }
    }
}

#[pymethods]
impl Planted {
    /// From key, low, high, depth and ply of each position; values are for the side to move there,
    /// in the units of the evaluation that will search.
    #[new]
    #[pyo3(signature = (parts = Vec::new()))]
    fn new(parts: Vec<Parts>) -> PyResult<Self> {
        match parts.iter().find(|(_, low, high, ..)| low > high) {
            Some((key, low, high, ..)) => Err(BadSetting::new_err(format!(
                "the position of key {key} cannot be worth at least {low} and at most {high}"
            ))),
            None => Ok(Self::of(parts)),
        }
    }

    /// Those that stand between two plies of a game, both included.
    fn within(&self, first: u32, last: u32) -> Self {
        let inside = |&&(.., ply): &&Parts| (first..=last).contains(&ply);
        Self::of(self.parts.iter().filter(inside).copied().collect())
    }

    fn __len__(&self) -> usize {
        self.parts.len()
    }

    fn __getnewargs__(&self) -> (Vec<Parts>,) {
        (self.parts.clone(),)
    }
}
