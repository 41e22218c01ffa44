//! An evaluation and a spike generator, together an evaluator.

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

/// An evaluator made of an evaluation and a spike generator.
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

fn context_of<G: Game>(position: &G) -> Context {
    Context { stage: 0, ours: position.turn() }
}

impl<G: Game> Evaluator<G> for Forecast<G> {
    fn win(&self) -> f64 {
        self.squash.win()
    }

    fn value(&self, position: &G) -> f64 {
        let value = self.evaluation.value(position, &context_of(position));
        self.squash.of(f64::from(value) / f64::from(self.scale))
    }

    fn spikes(&self, position: &G, out: &mut Vec<Spike>) {
        let mut counts = Vec::new();
        if self.generator.needs_features() {
            match self.features {
                Some(features) => features.counts(position, &mut counts),
                None => self.evaluation.gradient(position, &context_of(position), &mut counts),
            }
        }
        let is_second = position.turn() == Turn::Second;
        let finishing = position.finishing();
        let value = || self.value(position);
        self.generator.spikes(&mut counts, is_second, finishing, self.win(), value, out);
    }
}
