//! What the outputs of a network say about spikes, and which network is asked.

use crate::error::Error;
use crate::evaluate::{Layer, Layers};
use crate::selective::Spike;

/// What the outputs of a network mean.
#[derive(Clone, Debug)]
pub enum Outputs {
    /// Heights at these locations, from high to low.
    Heights(Vec<f64>),
    /// Height and location, spike by spike.
    Pairs,
    /// One value.
    Value,
}

/// A network from counts of features to spikes.
#[derive(Clone, Debug)]
pub struct Network {
    layers: Layers,
    outputs: Outputs,
}

impl Network {
    /// A network whose input is (count − offset) · scale.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the parts do not fit together.
    pub fn new(
        layers: Vec<Layer>,
        offset: &[f64],
        scale: Vec<f64>,
        outputs: Outputs,
    ) -> Result<Self, Error> {
        let layers = Layers::new(layers, offset, scale)?;
        let given = layers.outputs();
        let fits = match &outputs {
            Outputs::Heights(locations) => locations.len() == given,
            Outputs::Pairs => given % 2 == 0,
            Outputs::Value => given == 1,
        };
        if !fits {
            return Err(Error::BadSetting(format!("{given} outputs do not fit {outputs:?}")));
        }
        Ok(Self { layers, outputs })
    }

    /// The number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.layers.inputs()
    }

    /// The outputs for these counts.
    #[must_use]
    pub fn outputs(&self, counts: &[(u32, f64)]) -> Vec<f64> {
        self.layers.apply(counts)
    }

    /// The mean of the spikes for these counts.
    #[must_use]
    pub fn mean(&self, counts: &[(u32, f64)]) -> f64 {
        let given = self.outputs(counts);
        let (mut total, mut moment) = (0.0, 0.0);
        let mut add = |location: f64, height: f64| {
            total += height.max(0.0);
            moment += location * height.max(0.0);
        };
        match &self.outputs {
            Outputs::Heights(locations) => {
                locations.iter().zip(&given).for_each(|(&location, &h)| add(location, h));
            }
            Outputs::Pairs => given.chunks(2).for_each(|pair| add(pair[1], pair[0])),
            Outputs::Value => add(given[0], 1.0),
        }
        if total > 0.0 {
            return moment / total;
        }
        let mut spikes = Vec::new();
        self.spikes(counts, &mut spikes);
        spikes.iter().map(|s| s.location * s.height).sum()
    }

    /// The spikes for these counts, heights clipped at 0 and made to sum to 1; sorted.
    pub fn spikes(&self, counts: &[(u32, f64)], out: &mut Vec<Spike>) {
        let given = self.outputs(counts);
        let spike = |location: f64, height: f64| Spike { location, height: height.max(0.0) };
        match &self.outputs {
            Outputs::Heights(locations) => {
                out.extend(locations.iter().zip(&given).map(|(&l, &h)| spike(l, h)));
            }
            Outputs::Pairs => out.extend(given.chunks(2).map(|pair| spike(pair[1], pair[0]))),
            Outputs::Value => out.push(spike(given[0], 1.0)),
        }
        let total: f64 = out.iter().map(|s| s.height).sum();
        let equal = 1.0 / out.len() as f64;
        for spike in out.iter_mut() {
            spike.height = if total > 0.0 { spike.height / total } else { equal };
        }
        out.sort_by(|a, b| b.location.total_cmp(&a.location));
    }
}

/// One network for both sides, which sees counts with the eyes of the side to move; or one for each.
#[derive(Clone, Debug)]
pub struct Sided {
    /// For the first player to move, or for whoever moves.
    pub first: Network,
    /// For the second player to move.
    pub second: Option<Network>,
}

impl Sided {
    /// The network to ask, with the counts turned to what it expects.
    pub fn network(&self, counts: &mut [(u32, f64)], is_second: bool) -> &Network {
        match &self.second {
            Some(second) if is_second => second,
            None if is_second => {
                counts.iter_mut().for_each(|(_, count)| *count = -*count);
                &self.first
            }
            _ => &self.first,
        }
    }
}
