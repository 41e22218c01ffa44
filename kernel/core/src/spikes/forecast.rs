//! An evaluation and a spike generator, together an evaluator once the root is known.

use std::sync::Arc;

use super::generator::Generator;
use crate::evaluate::{Context, Evaluation};
use crate::features::FeatureSet;
use crate::game::{Game, Turn};
use crate::selective::{Evaluator, Spike};

/// How an evaluation becomes a value for selective searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Squash {
    /// As it is; winning is worth this.
    Plain {
        /// What winning is worth.
        win: f64,
    },
    /// The chance of winning minus ½: 1/(1 + exp(−steepness · value)) − ½.
    Logistic {
        /// How fast the chance grows with the value.
        steepness: f64,
    },
}

impl Squash {
    /// The value of an evaluation.
    #[must_use]
    pub fn of(self, value: f64) -> f64 {
        match self {
            Squash::Plain { win } => value.clamp(-win, win),
            Squash::Logistic { steepness } => 1.0 / (1.0 + libm::exp(-steepness * value)) - 0.5,
        }
    }

    /// What winning is worth.
    #[must_use]
    pub fn win(self) -> f64 {
        match self {
            Squash::Plain { win } => win,
            Squash::Logistic { .. } => 0.5,
        }
    }
}

/// An evaluation and a spike generator. A search asks [`Forecast::at_root`] for its evaluator.
pub struct Forecast<G: Game> {
    /// What positions are judged by.
    pub evaluation: Arc<dyn Evaluation<G>>,
    /// The integer value of an evaluation of 1.
    pub scale: i32,
    /// How evaluations become values.
    pub squash: Squash,
    /// What the generator is told of a position; where none are given, what the evaluation counts.
    pub features: Option<&'static dyn FeatureSet<G>>,
    /// What makes the spikes.
    pub generator: Arc<Generator>,
}

impl<G: Game> Forecast<G> {
    /// What a search from this position asks.
    pub fn at_root(&self, root: &G) -> ForecastAtRoot<'_, G> {
        let context = self.evaluation.at_root(root);
        let told = self.features.map(|features| (features, features.at_root(root)));
        ForecastAtRoot { forecast: self, context, told }
    }
}

/// A forecast in one search: what the root fixes stays as it is on all positions below it.
pub struct ForecastAtRoot<'a, G: Game> {
    forecast: &'a Forecast<G>,
    context: Context,
    /// What the generator is told of instead of the evaluation's counts; its stages are its own.
    told: Option<(&'static dyn FeatureSet<G>, Context)>,
}

impl<G: Game> Evaluator<G> for ForecastAtRoot<'_, G> {
    fn win(&self) -> f64 {
        self.forecast.squash.win()
    }

    fn value(&self, position: &G) -> f64 {
        let Forecast { evaluation, squash, scale, .. } = self.forecast;
        squash.of(f64::from(evaluation.value(position, &self.context)) / f64::from(*scale))
    }

    fn spikes(&self, position: &G, out: &mut Vec<Spike>) {
        let Forecast { evaluation, generator, .. } = self.forecast;
        let mut counts = Vec::new();
        if generator.needs_features() {
            match &self.told {
                Some((set, context)) => set.weight_counts(position, context, &mut counts),
                None => evaluation.counts(position, &self.context, &mut counts),
            }
        }
        let is_second = position.turn() == Turn::Second;
        let finishing = position.finishing();
        let value = || self.value(position);
        generator.spikes(&mut counts, is_second, finishing, self.win(), value, out);
    }
}
