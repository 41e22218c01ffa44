//! A weight for each feature.

use super::{Context, Evaluation, Guards, Standing};
use crate::error::Error;
use crate::features::FeatureSet;
use crate::game::{EXCHANGES, Game};
use crate::value::{EVALUATION_LIMIT, Value};

/// v(h) = Σ wᵢ cᵢ(h): a weight for each feature in each stage of the game.
pub struct Linear<G: Game> {
    features: &'static dyn FeatureSet<G>,
    weights: Vec<f64>,
    /// The weights in fixed point, as the feature set wants them, stage after stage.
    prepared: Vec<Value>,
    /// How many of these a stage has.
    width: usize,
    /// What each exchange gains in each stage, where nothing else is looked at.
    exchanges: Vec<[i64; EXCHANGES]>,
    /// What the unit is worth in the first stage, in fixed point.
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
        let unit = unit_of(&features.unit_counts(), &fixed);
        let stages = features.stages().len();
        let each = fixed.len() / stages;
        let of_stage = |stage: usize| &fixed[stage * each..][..each];
        let prepared: Vec<_> =
            (0..stages).flat_map(|stage| features.prepared(of_stage(stage))).collect();
        let width = prepared.len() / stages;
        let told = |stage: usize| features.exchanges(&prepared[stage * width..][..width]);
        let exchanges = (0..stages).map_while(told).collect();
        Ok(Self { features, weights, prepared, width, exchanges, unit, scale })
    }

    /// How many weights there are.
    pub(super) fn weights(&self) -> usize {
        self.weights.len()
    }

    /// What the unit's counts are worth, whatever it is; none where the set has no unit.
    pub(super) fn counted_unit(&self) -> Option<Value> {
        self.unit
    }

    /// The weights of the stage in which the search began.
    #[inline]
    fn prepared(&self, context: &Context) -> &[Value] {
        &self.prepared[context.stage * self.width..][..self.width]
    }
}

/// What the unit is worth; none where the set has no unit.
fn unit_of(counts: &[(u32, f64)], fixed: &[Value]) -> Option<Value> {
    let terms = counts.iter().map(|&(i, count)| count * f64::from(fixed[i as usize]));
    (!counts.is_empty()).then(|| terms.sum::<f64>().round() as Value)
}

/// A sum in the first player's view as a value for the side to move.
#[inline]
fn for_mover<G: Game>(position: &G, sum: i64) -> Value {
    let (value, limit) = (sum * i64::from(position.roller().sign()), i64::from(EVALUATION_LIMIT));
    value.clamp(-limit, limit) as Value
}

impl<G: Game> Evaluation<G> for Linear<G> {
    fn at_root(&self, position: &G) -> Context {
        self.features.at_root(position)
    }

    fn value(&self, position: &G, context: &Context) -> Value {
        let sum = self.features.weighted(position, context, self.prepared(context));
        for_mover(position, sum)
    }

    fn standing(&self, position: &G, context: &Context) -> Standing {
        let sums = self.features.sums(position, context, self.prepared(context));
        Standing { value: for_mover(position, sums.value), sums }
    }

    fn after(
        &self,
        position: &G,
        mv: G::Move,
        before: &Standing,
        context: &Context,
    ) -> Option<Value> {
        let prepared = self.prepared(context);
        before.with(self.features.gain(position, mv, context, prepared, &before.sums)?)
    }

    fn tells_after(&self) -> bool {
        self.features.tells_gain()
    }

    fn hands_down(&self) -> bool {
        // Values of one phase are sums, and a move changes a sum by what it gains.
        self.tells_after() && self.features.phases().len() == 1
    }

    fn exchanges(&self, context: &Context) -> Option<&[i64; EXCHANGES]> {
        self.exchanges.get(context.stage)
    }

    fn is_costly(&self) -> bool {
        self.features.is_costly()
    }

    fn guards(&self, position: &G, context: &Context) -> Option<Guards> {
        self.features.guards(position, context)
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
