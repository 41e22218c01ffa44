//! Spike generators.

use std::sync::Arc;

use plywise_core::evaluate::Layer;
use plywise_core::selective::Spike;
use plywise_core::spikes::{Branch, Generator, Network, Outputs, Sided};
use pyo3::prelude::*;

use crate::door::{BadSetting, caught};

/// Makes the spikes of a position. Immutable.
#[pyclass(frozen, module = "plywise._kernel")]
#[derive(Clone)]
pub struct SpikeGenerator {
    pub inner: Arc<Generator>,
}

/// A node of a decision tree: a leaf's (location, height) pairs, or feature, threshold, low, high.
#[derive(FromPyObject)]
enum Node {
    Split((u32, f64, usize, usize)),
    Leaf(Vec<(f64, f64)>),
}

/// The layers (weights by output, bias), offset and scale of a network.
type Parts = (Vec<(Vec<Vec<f64>>, Vec<f64>)>, Vec<f64>, Vec<f64>);

#[pymethods]
impl SpikeGenerator {
    /// Five spikes; `mass` at the extremes, where the game does not say how near its end is.
    #[staticmethod]
    #[pyo3(signature = (mass))]
    fn hand_made(mass: f64) -> PyResult<Self> {
        Ok(Self { inner: Arc::new(caught(|| Generator::hand_made(mass))?) })
    }

    /// A decision tree; a single leaf gives every position the same spikes.
    #[staticmethod]
    #[pyo3(signature = (nodes, *, relative, limits = None, spikes = 0))]
    fn tree(
        nodes: Vec<Bound<'_, PyAny>>,
        relative: bool,
        limits: Option<(f64, f64)>,
        spikes: usize,
    ) -> PyResult<Self> {
        let branch = |node: &Bound<'_, PyAny>| {
            Ok(match node.extract()? {
                Node::Split((feature, threshold, low, high)) => {
                    Branch::Split { feature, threshold, low, high }
                }
                Node::Leaf(pairs) => Branch::Leaf(sorted(&pairs)),
            })
        };
        let nodes = nodes.iter().map(branch).collect::<PyResult<_>>()?;
        finished(|| Generator::tree(nodes, relative), limits, spikes)
    }

    /// A network from features to heights at `locations`, or to (height, location) pairs; `second`
    /// is the one for the second player to move, at its own locations if they differ.
    #[staticmethod]
    #[pyo3(signature = (first, second = None, *, locations = None, second_locations = None,
        relative, limits = None, spikes = 0))]
    fn network(
        first: Parts,
        second: Option<Parts>,
        locations: Option<Vec<f64>>,
        second_locations: Option<Vec<f64>>,
        relative: bool,
        limits: Option<(f64, f64)>,
        spikes: usize,
    ) -> PyResult<Self> {
        let outputs = locations.map_or(Outputs::Pairs, Outputs::Heights);
        let others = second_locations.map_or(outputs.clone(), Outputs::Heights);
        let made = || {
            let first = network(first, outputs)?;
            let second = second.map(|parts| network(parts, others)).transpose()?;
            Ok(Generator::network(Sided { first, second }, relative))
        };
        finished(made, limits, spikes)
    }
}

/// A network of these parts.
pub fn network(
    (layers, offset, scale): Parts,
    outputs: Outputs,
) -> Result<Network, plywise_core::error::Error> {
    let layers = layers.into_iter().map(|(weights, bias)| Layer::new(&weights, bias));
    Network::new(layers.collect::<Result<_, _>>()?, &offset, scale, outputs)
}

fn finished(
    made: impl FnOnce() -> Result<Generator, plywise_core::error::Error>,
    limits: Option<(f64, f64)>,
    spikes: usize,
) -> PyResult<SpikeGenerator> {
    let inner = caught(|| {
        let mut generator = made()?;
        if let Some((low, high)) = limits {
            generator = generator.limited(low, high)?;
        }
        if spikes > 0 {
            generator = generator.at_most(spikes)?;
        }
        Ok(Arc::new(generator))
    })?;
    Ok(SpikeGenerator { inner })
}

/// Spikes from high to low.
pub fn sorted(pairs: &[(f64, f64)]) -> Vec<Spike> {
    let mut spikes: Vec<_> =
        pairs.iter().map(|&(location, height)| Spike { location, height }).collect();
    spikes.sort_by(|a, b| b.location.total_cmp(&a.location));
    spikes
}

/// How evaluations become values: plainly, with what winning is worth, or as chances.
pub fn squash(steepness: Option<f64>, win: Option<f64>) -> PyResult<plywise_core::spikes::Squash> {
    use plywise_core::spikes::Squash;
    match (steepness, win) {
        (Some(steepness), None) if steepness > 0.0 && steepness.is_finite() => {
            Ok(Squash::Logistic { steepness })
        }
        (None, Some(win)) if win > 0.0 && win.is_finite() => Ok(Squash::Plain { win }),
        _ => Err(BadSetting::new_err(format!(
            "steepness {steepness:?} and win {win:?}: give one of the two, above 0"
        ))),
    }
}
