//! The selective searches and their settings.

use plywise_core::selective::{
    SelectiveSearch as Search, b_star, bayes, conspiracy, palay, probcut, randomised, uct,
};
use pyo3::prelude::*;

use crate::door::caught;

/// A selective search and its settings. Immutable.
#[pyclass(frozen, module = "plywise._kernel")]
#[derive(Clone)]
pub struct SelectiveSearch(pub Search);

#[pymethods]
impl SelectiveSearch {
    /// Bayesian search; 0 keeps all spikes.
    #[staticmethod]
    #[pyo3(signature = (
        *, gulp = 0.02, enough = 0.0, node_cost = 0.0, kept = 16, anew = false, graph = false
    ))]
    fn bayesian(
        gulp: f64,
        enough: f64,
        node_cost: f64,
        kept: usize,
        anew: bool,
        graph: bool,
    ) -> PyResult<Self> {
        let kept = (kept > 0).then_some(kept);
        let best = if anew { bayes::Best::Anew } else { bayes::Best::Held };
        let settings = bayes::Settings { gulp, enough, node_cost, kept, best, graph };
        caught(|| settings.check())?;
        Ok(Self(Search::Bayesian(settings)))
    }

    /// Best-first minimax search.
    #[staticmethod]
    fn best_first() -> Self {
        Self(Search::BestFirst)
    }

    /// UCT; 0 plies of random play ask the evaluator at once.
    #[staticmethod]
    #[pyo3(signature = (*, c = 0.5, roll_out = 0))]
    fn uct(c: f64, roll_out: u32) -> PyResult<Self> {
        let settings = uct::Settings { c, roll_out };
        caught(|| settings.check())?;
        Ok(Self(Search::Uct(settings)))
    }

    /// ProbCut; pairs are (depth, shallow depth, slope, intercept, deviation).
    #[staticmethod]
    #[pyo3(signature = (pairs = Vec::new(), *, percentile = 1.5))]
    fn probcut(pairs: Vec<(u32, u32, f64, f64, f64)>, percentile: f64) -> PyResult<Self> {
        let pair = |(depth, shallow, slope, intercept, deviation)| probcut::Pair {
            depth,
            shallow,
            slope,
            intercept,
            deviation,
        };
        let pairs = pairs.into_iter().map(pair).collect();
        let settings = probcut::Settings { pairs, percentile };
        caught(|| settings.check())?;
        Ok(Self(Search::ProbCut(settings)))
    }

    /// B*.
    #[staticmethod]
    #[pyo3(signature = (*, tail = 0.1))]
    fn b_star(tail: f64) -> PyResult<Self> {
        let settings = b_star::Settings { tail };
        caught(|| settings.check())?;
        Ok(Self(Search::BStar(settings)))
    }

    /// Palay's probability B*.
    #[staticmethod]
    #[pyo3(signature = (*, sure = 0.999, kept = 16))]
    fn palay(sure: f64, kept: usize) -> PyResult<Self> {
        let settings = palay::Settings { sure, kept };
        caught(|| settings.check())?;
        Ok(Self(Search::ProbabilityBStar(settings)))
    }

    /// Randomised best-first search; rows of (mean, deviation), or what it has before training.
    #[staticmethod]
    #[pyo3(signature = (changes = None))]
    fn randomised(changes: Option<Vec<Vec<(f64, f64)>>>) -> PyResult<Self> {
        let change = |(mean, deviation)| randomised::Change { mean, deviation };
        let row = |row: Vec<(f64, f64)>| row.into_iter().map(change).collect();
        let settings = changes.map_or_else(randomised::Settings::default, |rows| {
            randomised::Settings { changes: rows.into_iter().map(row).collect() }
        });
        caught(|| settings.check())?;
        Ok(Self(Search::RandomisedBestFirst(settings)))
    }

    /// Conspiracy-number search.
    #[staticmethod]
    #[pyo3(signature = (*, levels = 33))]
    fn conspiracy(levels: u16) -> PyResult<Self> {
        let settings = conspiracy::Settings { levels };
        caught(|| settings.check())?;
        Ok(Self(Search::ConspiracyNumbers(settings)))
    }
}
