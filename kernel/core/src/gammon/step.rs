//! Changes of a network's weights after one position: back-propagation, and Adam's scaling of it.
//!
//! The direction is that of the log-odds: with errors e_k = target_k − output_k the change of a
//! weight is the step times Σ_k e_k ∂z_k/∂w, where output_k = logistic(z_k). It descends the
//! cross-entropy, whose derivative has no factor output·(1 − output).

use super::entries::Entries;
use super::lanes::{LANES, Lanes};
use super::network::Network;
use super::outlook::OUTPUTS;

/// How much of Adam's mean of gradients is kept.
const MEAN_DECAY: f32 = 0.9;
/// How much of Adam's mean of their squares is kept.
const SQUARE_DECAY: f32 = 0.999;
/// What is added to the root of that, so that small gradients are not blown up.
const FLOOR: f32 = 1e-3;

/// Errors through the output weights of a block to the hidden units' sums: Σ_k e_k w_k h (1 − h).
#[inline(always)]
fn back(errors: &[f32; OUTPUTS], weights: impl Fn(usize) -> Lanes, hidden: &[f32; LANES]) -> Lanes {
    let mut sum = Lanes::default();
    for (output, &error) in errors.iter().enumerate() {
        sum.add(error, &weights(output).0);
    }
    Lanes(std::array::from_fn(|i| sum.0[i] * (hidden[i] * (1.0 - hidden[i]))))
}

impl Network {
    /// Changes the weights by `rate` times the errors' gradient at a position, of which the inputs
    /// and the hidden units are given.
    #[inline(always)]
    pub fn step(&mut self, rate: f32, errors: &[f32; OUTPUTS], entries: &Entries, hidden: &[f32]) {
        let (hidden, _) = hidden.as_chunks::<LANES>();
        let blocks = hidden.len();
        let (first_output, bias) = (self.output_row(0), self.bias_row());
        let steps = errors.map(|error| rate * error);
        for (block, unit) in hidden.iter().enumerate() {
            let at = |row: usize| row * blocks + block;
            let change = back(&steps, |output| self.rows[at(first_output + output)], unit);
            for (output, &step) in steps.iter().enumerate() {
                self.rows[at(first_output + output)].add(step, unit);
            }
            for (row, value) in entries.iter() {
                self.rows[at(row)].add(value, &change.0);
            }
            self.rows[at(bias)].add(1.0, &change.0);
        }
        for (bias, step) in self.biases.iter_mut().zip(steps) {
            *bias += step;
        }
    }

    /// Adds `weight` times the errors' gradient at a position to sums of the shape of the network.
    #[inline(always)]
    pub(super) fn add_gradient(
        &self,
        errors: &[f32; OUTPUTS],
        entries: &Entries,
        hidden: &[f32],
        sums: &mut Sums,
    ) {
        let (hidden, _) = hidden.as_chunks::<LANES>();
        let blocks = hidden.len();
        let (first_output, bias) = (self.output_row(0), self.bias_row());
        for (block, unit) in hidden.iter().enumerate() {
            let at = |row: usize| row * blocks + block;
            let change = back(errors, |output| self.rows[at(first_output + output)], unit);
            for (output, &error) in errors.iter().enumerate() {
                sums.network.rows[at(first_output + output)].add(error, unit);
            }
            for (row, value) in entries.iter() {
                sums.network.rows[at(row)].add(value, &change.0);
            }
            sums.network.rows[at(bias)].add(1.0, &change.0);
        }
        for (row, _) in entries.iter() {
            sums.note(row);
        }
        (bias..first_output + OUTPUTS).for_each(|row| sums.note(row));
        for (sum, &error) in sums.network.biases.iter_mut().zip(errors) {
            *sum += error;
        }
    }
}

/// A sum of gradients, of which most rows are 0.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    network: Network,
    /// The rows that are not, in the order in which they came.
    rows: Vec<usize>,
    is_noted: Vec<bool>,
}

impl Sums {
    /// No gradients of a network.
    pub fn of(network: &Network) -> Self {
        let mut zeros = network.clone();
        zeros.rows.fill(Lanes::default());
        zeros.biases = [0.0; OUTPUTS];
        let rows = network.output_row(OUTPUTS);
        Self { network: zeros, rows: Vec::new(), is_noted: vec![false; rows] }
    }

    #[inline(always)]
    fn note(&mut self, row: usize) {
        if !self.is_noted[row] {
            self.is_noted[row] = true;
            self.rows.push(row);
        }
    }

    /// Changes a network by `rate` times the sum, or as Adam scales it, and begins again from 0.
    #[inline(always)]
    pub fn apply(&mut self, rate: f32, network: &mut Network, adam: Option<&mut Adam>) {
        if self.rows.is_empty() {
            return;
        }
        let mut adam = adam;
        for row in self.rows.drain(..) {
            self.is_noted[row] = false;
            let gradients = self.network.row_mut(row);
            match &mut adam {
                Some(adam) => adam.step_row(rate, row, gradients, network),
                None => {
                    for (weights, gradient) in network.row_mut(row).iter_mut().zip(&*gradients) {
                        weights.add(rate, &gradient.0);
                    }
                }
            }
            gradients.fill(Lanes::default());
        }
        let gradients = std::mem::take(&mut self.network.biases);
        match adam {
            Some(adam) => adam.step_biases(rate, &gradients, network),
            None => {
                for (bias, gradient) in network.biases.iter_mut().zip(gradients) {
                    *bias += rate * gradient;
                }
            }
        }
    }
}

/// Adam's running means of a network's gradients and of their squares (Kingma and Ba 2015).
///
/// Two things differ: rows whose input is 0 are left as they are, and the means are not corrected
/// for beginning at 0, so that a row's first steps are up to three times as large.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// The means of the gradients.
    pub means: Network,
    /// The means of their squares.
    pub squares: Network,
}

#[inline(always)]
fn scaled(mean: &mut f32, square: &mut f32, gradient: f32) -> f32 {
    *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * gradient;
    *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * (gradient * gradient);
    *mean / (square.sqrt() + FLOOR)
}

impl Adam {
    /// Means that are 0.
    #[must_use]
    pub fn of(network: &Network) -> Self {
        let Sums { network: zeros, .. } = Sums::of(network);
        Self { means: zeros.clone(), squares: zeros }
    }

    #[inline(always)]
    fn step_row(&mut self, rate: f32, row: usize, gradients: &[Lanes], network: &mut Network) {
        let means = self.means.row_mut(row).iter_mut();
        let squares = self.squares.row_mut(row).iter_mut();
        let weights = network.row_mut(row).iter_mut();
        for (((mean, square), weight), gradient) in means.zip(squares).zip(weights).zip(gradients) {
            for i in 0..LANES {
                weight.0[i] += rate * scaled(&mut mean.0[i], &mut square.0[i], gradient.0[i]);
            }
        }
    }

    fn step_biases(&mut self, rate: f32, gradients: &[f32; OUTPUTS], network: &mut Network) {
        for (k, &gradient) in gradients.iter().enumerate() {
            let (mean, square) = (&mut self.means.biases[k], &mut self.squares.biases[k]);
            network.biases[k] += rate * scaled(mean, square, gradient);
        }
    }
}
