//! Layers of small networks: sigmoid hidden units, linear outputs, made for sparse inputs.
//!
//! Every sum starts from its bias, or from 0, and adds the inputs in the order in which they come:
//! every build gives the same bits.

use crate::error::Error;

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

    /// The number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.by_input.len()
    }

    /// The number of outputs.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// What each output starts from.
    #[must_use]
    pub fn bias(&self) -> &[f64] {
        &self.bias
    }

    /// The weights of one input, one for each output.
    #[must_use]
    pub fn of_input(&self, input: usize) -> &[f64] {
        &self.by_input[input]
    }

    /// The outputs for these inputs; those that do not come are 0.
    pub fn apply(&self, inputs: impl Iterator<Item = (usize, f64)>, out: &mut Vec<f64>) {
        out.clear();
        out.extend_from_slice(&self.bias);
        self.add(inputs, out);
    }

    /// Adds the weighted inputs, without the biases.
    pub fn add(&self, inputs: impl Iterator<Item = (usize, f64)>, out: &mut [f64]) {
        for (input, value) in inputs {
            for (o, weight) in out.iter_mut().zip(&self.by_input[input]) {
                *o += weight * value;
            }
        }
    }
}

/// 1 / (1 + e^(−x)), by an exponential whose bits are the same on every machine.
#[must_use]
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// Layers one after the other, sigmoids in between.
#[derive(Clone, Debug)]
pub struct Layers {
    layers: Vec<Layer>,
    scale: Vec<f64>,
}

impl Layers {
    /// Layers whose input is (count − offset) · scale.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the parts do not fit together.
    pub fn new(mut layers: Vec<Layer>, offset: &[f64], scale: Vec<f64>) -> Result<Self, Error> {
        let bad = |text: String| Err(Error::BadSetting(text));
        for pair in layers.windows(2) {
            let (given, taken) = (pair[0].outputs(), pair[1].inputs());
            if given != taken {
                return bad(format!("a layer of {given} outputs before one of {taken} inputs"));
            }
        }
        let Some(first) = layers.first() else {
            return bad("a network without layers".to_owned());
        };
        let inputs = first.inputs();
        if offset.len() != inputs || scale.len() != inputs {
            let (o, s) = (offset.len(), scale.len());
            return bad(format!("{inputs} inputs, but {o} offsets and {s} scales"));
        }
        // Offsets go into the first bias, so that counts of 0 cost nothing.
        let mut moved = first.bias.clone();
        for (input, weights) in first.by_input.iter().enumerate() {
            let value = -offset[input] * scale[input];
            moved.iter_mut().zip(weights).for_each(|(bias, weight)| *bias += weight * value);
        }
        layers[0].bias = moved;
        Ok(Self { layers, scale })
    }

    /// The number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.scale.len()
    }

    /// The number of outputs.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.layers.last().map_or(0, Layer::outputs)
    }

    /// The outputs for these counts.
    #[must_use]
    pub fn apply(&self, counts: &[(u32, f64)]) -> Vec<f64> {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        let scaled = counts.iter().map(|&(i, count)| (i as usize, count * self.scale[i as usize]));
        self.layers[0].apply(scaled, &mut to);
        for layer in &self.layers[1..] {
            std::mem::swap(&mut from, &mut to);
            let hidden = from.iter().map(|&sum| sigmoid(sum));
            layer.apply(hidden.enumerate(), &mut to);
        }
        to
    }
}
