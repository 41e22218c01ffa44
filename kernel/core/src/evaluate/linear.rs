//! A weight for each feature.

use super::{Context, Evaluation};
use crate::error::Error;
use crate::features::FeatureSet;
use crate::game::Game;
use crate::value::{EVALUATION_LIMIT, Value};

/// v(h) = Σ wᵢ cᵢ(h): a weight for each feature.
pub struct Linear<G: Game> {
    features: &'static dyn FeatureSet<G>,
    weights: Vec<f64>,
    /// The weights in fixed point, as the feature set wants them.
    prepared: Vec<Value>,
    /// The weight of the unit in fixed point.
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
        let names = features.features();
        if weights.len() != names.len() {
            let (got, want) = (weights.len(), names.len());
            return Err(Error::BadSetting(format!(
                "{got} weights given, but the feature set {:?} has {want} features",
                features.name()
            )));
        }
        if !(1..=1_000_000).contains(&scale) {
            return Err(Error::BadSetting(format!("scale {scale} is not between 1 and 1000000")));
        }
        if let Some(i) = weights.iter().position(|w| !w.is_finite()) {
            let (name, weight) = (names[i].name, weights[i]);
            return Err(Error::BadSetting(format!(
                "the weight of {name} is {weight}: not a number"
            )));
        }
        let fixed = |w: &f64| (w * f64::from(scale)).round() as Value;
        let fixed: Vec<_> = weights.iter().map(fixed).collect();
        let unit = features.unit().map(|i| fixed[i]);
        Ok(Self { features, weights, prepared: features.prepared(&fixed), unit, scale })
    }
}

impl<G: Game> Evaluation<G> for Linear<G> {
    fn value(&self, position: &G, _context: &Context) -> Value {
        let value =
            self.features.weighted(position, &self.prepared) * i64::from(position.turn().sign());
        value.clamp(-i64::from(EVALUATION_LIMIT), i64::from(EVALUATION_LIMIT)) as Value
    }

    fn after(&self, position: &G, mv: G::Move, value: Value) -> Option<Value> {
        let after = i64::from(value) + self.features.gain(position, mv, &self.prepared)?;
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

    fn gradient(&self, position: &G, _context: &Context, out: &mut Vec<(u32, f64)>) {
        self.features.counts(position, out);
    }

    fn unit(&self) -> Value {
        // A pawn that is worth nothing, as at the start of a run, is no measure.
        let least = self.scale / 20;
        self.unit.filter(|&value| value >= least).unwrap_or(self.scale).max(1)
    }

    fn names(&self) -> Vec<String> {
        self.features.features().iter().map(|f| f.name.to_owned()).collect()
    }
}
