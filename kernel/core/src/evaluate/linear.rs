//! A weight for each feature.

use super::{Context, Evaluation};
use crate::error::Error;
use crate::features::FeatureSet;
use crate::game::Game;
use crate::value::{EVALUATION_LIMIT, Value};

/// v(h) = Σ wᵢ cᵢ(h): a weight for each feature in each stage of the game.
pub struct Linear<G: Game> {
    features: &'static dyn FeatureSet<G>,
    weights: Vec<f64>,
    /// The weights in fixed point, as the feature set wants them, stage after stage.
    prepared: Vec<Value>,
    /// How many of these a stage has.
    width: usize,
    /// The weight of the unit in the first stage, in fixed point.
    unit: Option<Value>,
    scale: i32,
}

impl<G: Game> Linear<G> {
    /// The evaluation with these weights; `scale` is the integer value of a weight of 1.
    ///
    /// # Errors
    /// When the weights are of the wrong number or not finite, or the scale is not positive.
    pub fn new(
        features: &'static dyn FeatureSet<G>,
        weights: Vec<f64>,
        scale: i32,
    ) -> Result<Self, Error> {
        let (got, want) = (weights.len(), features.weights());
        if got != want {
            let what = if features.stages().len() > 1 { "weights" } else { "features" };
            return Err(Error::BadSetting(format!(
                "{got} weights given, but the feature set {:?} has {want} {what}",
                features.name()
            )));
        }
        if !(1..=1_000_000).contains(&scale) {
            return Err(Error::BadSetting(format!("scale {scale} is not between 1 and 1000000")));
        }
        if let Some(i) = weights.iter().position(|w| !w.is_finite()) {
            let (name, weight) = (&features.weight_names()[i], weights[i]);
            return Err(Error::BadSetting(format!(
                "the weight of {name} is {weight}: not a number"
            )));
        }
        let fixed = |w: &f64| (w * f64::from(scale)).round() as Value;
        let fixed: Vec<_> = weights.iter().map(fixed).collect();
        let unit = features.unit().map(|i| fixed[i]);
        let stages = features.stages().len();
        let each = fixed.len() / stages;
        let of_stage = |stage: usize| &fixed[stage * each..][..each];
        let prepared: Vec<_> =
            (0..stages).flat_map(|stage| features.prepared(of_stage(stage))).collect();
        let width = prepared.len() / stages;
        Ok(Self { features, weights, prepared, width, unit, scale })
    }

    /// The weights of the stage in which the search began.
    #[inline]
    fn prepared(&self, context: &Context) -> &[Value] {
        &self.prepared[context.stage * self.width..][..self.width]
    }
}

impl<G: Game> Evaluation<G> for Linear<G> {
    fn at_root(&self, position: &G) -> Context {
        self.features.at_root(position)
    }

    fn value(&self, position: &G, context: &Context) -> Value {
        let value = self.features.weighted(position, context, self.prepared(context))
            * i64::from(position.roller().sign());
        value.clamp(-i64::from(EVALUATION_LIMIT), i64::from(EVALUATION_LIMIT)) as Value
    }

    fn after(&self, position: &G, mv: G::Move, value: Value, context: &Context) -> Option<Value> {
        let gain = self.features.gain(position, mv, context, self.prepared(context))?;
        let after = i64::from(value) + gain;
        // At the limits values are cut, and differences mean nothing.
        let limit = i64::from(EVALUATION_LIMIT);
        let told = i64::from(value).abs() < limit && after.abs() < limit;
        told.then_some(after as Value)
    }

    fn real_value(&self, position: &G, context: &Context) -> f64 {
        let mut counts = Vec::new();
        self.gradient(position, context, &mut counts);
        counts.iter().map(|&(i, count)| self.weights[i as usize] * count).sum()
    }

    fn gradient(&self, position: &G, context: &Context, out: &mut Vec<(u32, f64)>) {
        self.features.weight_counts(position, context, out);
    }

    fn table_salt(&self, context: &Context) -> u64 {
        self.features.table_salt(context)
    }

    fn unit(&self) -> Value {
        // A pawn that is worth nothing, as at the start of a run, is no measure.
        let least = self.scale / 20;
        self.unit.filter(|&value| value >= least).unwrap_or(self.scale).max(1)
    }

    fn names(&self) -> Vec<String> {
        self.features.weight_names()
    }
}
