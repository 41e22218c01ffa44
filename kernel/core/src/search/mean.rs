//! The mean of what leaves predict.

use std::collections::BTreeMap;

use crate::evaluate::Judged;

/// What leaves come to, each with its probability.
#[derive(Default)]
pub(super) struct Mean {
    /// The expected points.
    pub points: f64,
    predictions: Vec<f64>,
    gradients: Vec<BTreeMap<u32, f64>>,
}

impl Mean {
    /// One more leaf; `slope` is that of its points by its value.
    pub fn add(&mut self, probability: f64, slope: f64, judged: &Judged) {
        self.predictions.resize(judged.predictions.len(), 0.0);
        self.gradients.resize_with(judged.gradients.len(), BTreeMap::new);
        for (mean, own) in self.predictions.iter_mut().zip(&judged.predictions) {
            *mean += probability * own;
        }
        for (sums, own) in self.gradients.iter_mut().zip(&judged.gradients) {
            for &(i, derivative) in own {
                *sums.entry(i).or_insert(0.0) += probability * slope * derivative;
            }
        }
    }

    /// All of it, where the value has this slope.
    pub fn judged(self, value: f64, slope: f64) -> Judged {
        let row = |sums: BTreeMap<u32, f64>| {
            let there = sums.into_iter().filter(|&(_, x)| x != 0.0);
            there.map(|(i, x)| (i, x / slope)).collect()
        };
        let gradients = self.gradients.into_iter().map(row).collect();
        Judged { value, predictions: self.predictions, gradients }
    }
}
