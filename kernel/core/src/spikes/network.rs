//! Small networks: sigmoid hidden units, linear outputs, made for sparse inputs.

use crate::error::Error;
use crate::selective::Spike;

/// A layer: an output is its bias and the weighted sum of the inputs.
#[derive(Clone, Debug)]
pub struct Layer {
    /// The weights, one list for each input: a sparse input touches few of them.
    by_input: Vec<Vec<f64>>,
    bias: Vec<f64>,
}

impl Layer {
    /// A layer from one list of weights for each output.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the numbers do not fit together or are not finite.
    pub fn new(weights: &[Vec<f64>], bias: Vec<f64>) -> Result<Self, Error> {
        let inputs = weights.first().map_or(0, Vec::len);
        let fits = inputs > 0 && weights.len() == bias.len();
        if !fits || weights.iter().any(|row| row.len() != inputs) {
            let (rows, biases) = (weights.len(), bias.len());
            return Err(Error::BadSetting(format!(
                "a layer of {rows} rows of weights, the first with {inputs}, and {biases} biases \
                 does not fit together"
            )));
        }
        if let Some(bad) = weights.iter().flatten().chain(&bias).find(|w| !w.is_finite()) {
            return Err(Error::BadSetting(format!("a layer has the weight {bad}: not a number")));
        }
        let by_input = (0..inputs).map(|i| weights.iter().map(|row| row[i]).collect()).collect();
        Ok(Self { by_input, bias })
    }

    fn outputs(&self) -> usize {
        self.bias.len()
    }

    fn apply(&self, inputs: impl Iterator<Item = (usize, f64)>, out: &mut Vec<f64>) {
        out.clear();
        out.extend_from_slice(&self.bias);
        for (input, value) in inputs {
            for (o, weight) in out.iter_mut().zip(&self.by_input[input]) {
                *o += weight * value;
            }
        }
    }
}

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

/// A network from counts of features to numbers.
#[derive(Clone, Debug)]
pub struct Network {
    layers: Vec<Layer>,
    scale: Vec<f64>,
    outputs: Outputs,
}

impl Network {
    /// A network whose input is (count − offset) · scale.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the parts do not fit together.
    pub fn new(
        mut layers: Vec<Layer>,
        offset: &[f64],
        scale: Vec<f64>,
        outputs: Outputs,
    ) -> Result<Self, Error> {
        let bad = |text: String| Err(Error::BadSetting(text));
        for pair in layers.windows(2) {
            let (given, taken) = (pair[0].outputs(), pair[1].by_input.len());
            if given != taken {
                return bad(format!("a layer of {given} outputs before one of {taken} inputs"));
            }
        }
        let (Some(first), Some(last)) = (layers.first(), layers.last()) else {
            return bad("a network without layers".to_owned());
        };
        let inputs = first.by_input.len();
        if offset.len() != inputs || scale.len() != inputs {
            let (o, s) = (offset.len(), scale.len());
            return bad(format!("{inputs} inputs, but {o} offsets and {s} scales"));
        }
        let given = last.outputs();
        let fits = match &outputs {
            Outputs::Heights(locations) => locations.len() == given,
            Outputs::Pairs => given % 2 == 0,
            Outputs::Value => given == 1,
        };
        if !fits {
            return bad(format!("{given} outputs do not fit {outputs:?}"));
        }
        // Offsets go into the first bias, so that counts of 0 cost nothing.
        let mut moved = first.bias.clone();
        for (input, weights) in first.by_input.iter().enumerate() {
            let value = -offset[input] * scale[input];
            moved.iter_mut().zip(weights).for_each(|(bias, weight)| *bias += weight * value);
        }
        layers[0].bias = moved;
        Ok(Self { layers, scale, outputs })
    }

    /// The number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.scale.len()
    }

    /// The outputs for these counts.
    #[must_use]
    pub fn outputs(&self, counts: &[(u32, f64)]) -> Vec<f64> {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        let scaled = counts.iter().map(|&(i, count)| (i as usize, count * self.scale[i as usize]));
        self.layers[0].apply(scaled, &mut to);
        for layer in &self.layers[1..] {
            std::mem::swap(&mut from, &mut to);
            let hidden = from.iter().map(|&sum| 1.0 / (1.0 + libm::exp(-sum)));
            layer.apply(hidden.enumerate(), &mut to);
        }
        to
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
