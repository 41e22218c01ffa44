//! The selective searches and their settings.

use plywise_core::selective::{Using as Search, bayes};
use pyo3::prelude::*;

use crate::door::caught;

/// A selective search and its settings. Immutable.
#[pyclass(frozen, module = "plywise._kernel")]
#[derive(Clone)]
pub struct Using(pub Search);

#[pymethods]
impl Using {
    /// Bayesian search; 0 keeps all spikes.
    #[staticmethod]
    #[pyo3(signature = (*, gulp = 0.02, enough = 0.0, node_cost = 0.0, kept = 16, anew = false))]
    fn bayesian(gulp: f64, enough: f64, node_cost: f64, kept: usize, anew: bool) -> PyResult<Self> {
        let kept = (kept > 0).then_some(kept);
        let best = if anew { bayes::Best::Anew } else { bayes::Best::Held };
        let settings = bayes::Settings { gulp, enough, node_cost, kept, best };
        caught(|| settings.check())?;
        Ok(Self(Search::Bayesian(settings)))
    }
}
