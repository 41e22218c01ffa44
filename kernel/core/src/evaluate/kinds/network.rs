//! A small network over the counts of features: one hidden layer, sigmoids throughout.
//!
//! With counts x (the first player's minus the second's) and a hidden unit's sum s = Σ w·x, the
//! unit says, of bias b,
//!
//! ```text
//! symmetric    a = σ(b + s) − σ(b − s)        otherwise    a = σ(b + s)
//! ```
//!
//! and an output has the log-odds z = Σ v·a, plus its own bias where it is not symmetric, and the
//! prediction P = σ(z). The symmetric form is odd in x for every weight vector, and to the bit:
//! exchanging the players turns z round. A unit of bias 0 is tanh(s/2), linear about 0; with a bias
//! far below 0 it keeps still about 0 and steps where |s| passes −b.

use std::sync::Arc;

use super::network_shape::{NetworkShape, Objective};
use crate::error::Error;
use crate::evaluate::{Context, Evaluation, Layer, POINTS, sigmoid};
use crate::game::Game;
use crate::value::{EVALUATION_LIMIT, Value};

/// Nodes between two looks at the clock: a value takes some microseconds.
const POLL_INTERVAL: u64 = 512;

/// A network from the counts of a feature set to predictions.
pub struct Network<G: Game> {
    /// What counts: a linear evaluation, whose gradient the counts are.
    counted: Arc<dyn Evaluation<G>>,
    shape: NetworkShape,
    hidden: Layer,
    output: Layer,
    names: Vec<String>,
    scale: i32,
}

/// What a position comes to, layer by layer.
struct Forward {
    counts: Vec<(u32, f64)>,
    /// Of each hidden unit, what it says.
    said: Vec<f64>,
    /// Of each hidden unit, the derivatives of what it says by its sum and by its bias.
    slopes: Vec<(f64, f64)>,
    /// Of each output, the log-odds.
    odds: Vec<f64>,
}

impl<G: Game> Network<G> {
    /// The network of that shape with these weights, in the order of their names; `scale` is the
    /// integer value of an objective of 1.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the weights do not fit the shape or are not finite.
    pub fn new(
        counted: Arc<dyn Evaluation<G>>,
        shape: NetworkShape,
        weights: &[f64],
        scale: i32,
    ) -> Result<Self, Error> {
        let inputs = counted.names();
        let names = shape.names(&inputs);
        let (got, want) = (weights.len(), names.len());
        if got != want {
            let (units, m, n) = (shape.hidden, shape.outputs.len(), inputs.len());
            return Err(Error::BadSetting(format!(
                "{got} weights given, but a network of {units} hidden units over {n} features with \
                 outputs {m} has {want}"
            )));
        }
        if let Some(i) = weights.iter().position(|w| !w.is_finite()) {
            let (name, weight) = (&names[i], weights[i]);
            return Err(Error::BadSetting(format!(
                "the weight of {name} is {weight}: not a number"
            )));
        }
        let (first, second) = weights.split_at(shape.hidden * (inputs.len() + 1));
        let hidden = layer(first, inputs.len() + 1, true)?;
        let output = layer(second, shape.output_size(), !shape.symmetric)?;
        Ok(Self { counted, shape, hidden, output, names, scale })
    }

    fn forward(&self, position: &G, context: &Context) -> Forward {
        let mut counts = Vec::new();
        self.counted.counts(position, context, &mut counts);
        // Sets count in an order of their own, which may differ for the other player's men.
        counts.sort_unstable_by_key(|&(i, _)| i);
        let mut sums = vec![0.0; self.shape.hidden];
        self.hidden.add(counts.iter().map(|&(i, count)| (i as usize, count)), &mut sums);
        let units = sums.iter().zip(self.hidden.bias()).map(|(&s, &b)| self.unit_says(s, b));
        let (said, slopes): (Vec<_>, Vec<_>) = units.unzip();
        let mut odds = Vec::new();
        self.output.apply(said.iter().copied().enumerate(), &mut odds);
        Forward { counts, said, slopes, odds }
    }

    /// What a hidden unit says, and the derivatives by its sum and by its bias.
    fn unit_says(&self, sum: f64, bias: f64) -> (f64, (f64, f64)) {
        let up = sigmoid(bias + sum);
        let slope = up * (1.0 - up);
        if !self.shape.symmetric {
            return (up, (slope, slope));
        }
        let down = sigmoid(bias - sum);
        let other = down * (1.0 - down);
        (up - down, (slope + other, slope - other))
    }

    fn objective_of(&self, odds: &[f64]) -> f64 {
        match &self.shape.objective {
            Objective::Chance => odds[0],
            Objective::Points(points) => {
                points.iter().zip(odds).map(|(&worth, &z)| worth * (sigmoid(z) - 0.5)).sum()
            }
        }
    }

    /// The derivatives of the objective by each output's log-odds.
    fn objective_slopes(&self, odds: &[f64]) -> Vec<f64> {
        match &self.shape.objective {
            Objective::Chance => vec![1.0],
            Objective::Points(points) => {
                points.iter().zip(odds).map(|(&worth, &z)| worth * slope_at(z)).collect()
            }
        }
    }

    /// Back-propagation: the derivatives by every weight, from those by each output's log-odds.
    fn back(&self, at: &Forward, slopes: &[f64], out: &mut Vec<(u32, f64)>) {
        let mut push = |index: usize, derivative: f64| {
            if derivative != 0.0 {
                out.push((index as u32, derivative));
            }
        };
        let width = self.hidden.inputs() + 1;
        for (unit, &(by_sum, by_bias)) in at.slopes.iter().enumerate() {
            let onward = self.output.of_input(unit).iter().zip(slopes);
            let blame: f64 = onward.map(|(&weight, &slope)| weight * slope).sum();
            for &(input, count) in &at.counts {
                push(unit * width + input as usize, blame * by_sum * count);
            }
            push(unit * width + width - 1, blame * by_bias);
        }
        let size = self.shape.output_size();
        for (output, &slope) in slopes.iter().enumerate() {
            let first = self.shape.hidden * width + output * size;
            for (unit, &said) in at.said.iter().enumerate() {
                push(first + unit, slope * said);
            }
            if !self.shape.symmetric {
                push(first + size - 1, slope);
            }
        }
    }
}

/// dσ/dx at x.
fn slope_at(x: f64) -> f64 {
    let p = sigmoid(x);
    p * (1.0 - p)
}

/// A layer from rows of `width` weights, one for each output, each with its bias last if it has one.
fn layer(weights: &[f64], width: usize, has_bias: bool) -> Result<Layer, Error> {
    let inputs = width - usize::from(has_bias);
    let rows: Vec<_> = weights.chunks(width).map(|row| row[..inputs].to_vec()).collect();
    let bias = weights.chunks(width).map(|row| row.get(inputs).copied().unwrap_or(0.0)).collect();
    Layer::new(&rows, bias)
}

impl<G: Game> Evaluation<G> for Network<G> {
    fn at_root(&self, position: &G) -> Context {
        self.counted.at_root(position)
    }

    fn table_salt(&self, context: &Context) -> u64 {
        self.counted.table_salt(context)
    }

    fn value(&self, position: &G, context: &Context) -> Value {
        // Rounded in the first player's view: both sides see the same value, with its sign.
        let value = (self.real_value(position, context) * f64::from(self.scale)).round();
        let limit = f64::from(EVALUATION_LIMIT);
        (value.clamp(-limit, limit) as Value) * position.roller().sign()
    }

    fn real_value(&self, position: &G, context: &Context) -> f64 {
        self.objective_of(&self.forward(position, context).odds)
    }

    fn gradient(&self, position: &G, context: &Context, out: &mut Vec<(u32, f64)>) {
        let at = self.forward(position, context);
        self.back(&at, &self.objective_slopes(&at.odds), out);
    }

    fn counts(&self, position: &G, context: &Context, out: &mut Vec<(u32, f64)>) {
        self.counted.counts(position, context, out);
    }

    fn outputs(&self) -> Vec<String> {
        self.shape.outputs.clone()
    }

    fn predictions(&self, position: &G, context: &Context, out: &mut Vec<f64>) {
        out.extend(self.forward(position, context).odds.iter().map(|&z| sigmoid(z)));
    }

    fn prediction_gradient(
        &self,
        position: &G,
        context: &Context,
        output: usize,
        out: &mut Vec<(u32, f64)>,
    ) {
        let at = self.forward(position, context);
        let mut slopes = vec![0.0; at.odds.len()];
        slopes[output] = slope_at(at.odds[output]);
        self.back(&at, &slopes, out);
    }

    fn targets(&self, score: f64, outcomes: &[f64], out: &mut Vec<f64>) {
        self.shape.targets(score, outcomes, out);
    }

    fn objective(&self) -> &'static str {
        match self.shape.objective {
            Objective::Chance => "chance",
            Objective::Points(_) => POINTS,
        }
    }

    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn unit(&self) -> Value {
        self.scale
    }

    fn poll_interval(&self) -> u64 {
        self.counted.poll_interval().min(POLL_INTERVAL)
    }
}
