//! An evaluation made of a spike generator: what it expects of a position.

use std::sync::Arc;

use super::generator::Generator;
use crate::error::Error;
use crate::evaluate::{Context, Evaluation};
use crate::features::FeatureSet;
use crate::game::{Game, Turn};
use crate::value::{EVALUATION_LIMIT, Value};

/// The mean of a generator's spikes, so that searches without spikes can be judged by the same
/// networks. A value network is a generator of one spike.
pub struct Expected<G: Game> {
    features: &'static dyn FeatureSet<G>,
    generator: Arc<Generator>,
    scale: i32,
}

impl<G: Game> Expected<G> {
    /// The evaluation; `scale` is the integer value of a mean of 1.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the generator needs another evaluation, or other features.
    pub fn new(
        features: &'static dyn FeatureSet<G>,
        generator: Arc<Generator>,
        scale: i32,
    ) -> Result<Self, Error> {
        if generator.needs_value() {
            return Err(Error::BadSetting(
                "a spike generator that starts from a value cannot be the evaluation; give one \
                 whose locations are absolute"
                    .to_owned(),
            ));
        }
        let (wanted, known) = (generator.inputs(), features.weights());
        if wanted > known {
            let name = features.name();
            return Err(Error::BadSetting(format!(
                "the spike generator asks for {wanted} features, but {name:?} has {known}"
            )));
        }
        if !(1..=1_000_000).contains(&scale) {
            return Err(Error::BadSetting(format!("scale {scale} is not between 1 and 1000000")));
        }
        Ok(Self { features, generator, scale })
    }

    /// The mean for the side to move.
    fn mean(&self, position: &G, context: &Context) -> f64 {
        let mut counts = Vec::new();
        self.features.weight_counts(position, context, &mut counts);
        self.generator.mean(&mut counts, position.turn() == Turn::Second)
    }
}

impl<G: Game> Evaluation<G> for Expected<G> {
    fn at_root(&self, position: &G) -> Context {
        self.features.at_root(position)
    }

    fn value(&self, position: &G, context: &Context) -> Value {
        let limit = f64::from(EVALUATION_LIMIT);
        (self.mean(position, context) * f64::from(self.scale)).round().clamp(-limit, limit) as Value
    }

    fn real_value(&self, position: &G, context: &Context) -> f64 {
        self.mean(position, context) * f64::from(position.roller().sign())
    }

    /// None: what a network learns from is not the search's affair.
    fn gradient(&self, _position: &G, _context: &Context, _out: &mut Vec<(u32, f64)>) {}

    fn table_salt(&self, context: &Context) -> u64 {
        self.features.table_salt(context)
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn unit(&self) -> Value {
        self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::Layer;
    use crate::features::HasFeatures;
    use crate::game::Rules;
    use crate::games::Knpk;
    use crate::spikes::{Network, Outputs, Sided};

    /// One output a location: its bias, and what the white king on a1 adds.
    fn network(biases: [f64; 3], king: f64, locations: [f64; 3]) -> Network {
        let row = |_| std::iter::once(king).chain([0.0; 197]).collect();
        let weights: Vec<Vec<f64>> = (0..3).map(row).collect();
        let layer = Layer::new(&weights, biases.to_vec()).unwrap();
        let outputs = Outputs::Heights(locations.to_vec());
        Network::new(vec![layer], &[0.0; 198], vec![1.0; 198], outputs).unwrap()
    }

    #[test]
    fn the_mean_is_that_of_the_spikes_and_each_side_has_its_network() {
        let first = network([0.5, -3.0, 1.5], 1.0, [1.0, 0.5, -1.0]);
        let second = network([1.0, 0.0, 0.0], 0.0, [0.25, 0.0, -0.5]);
        let generator = Generator::network(Sided { first, second: Some(second) }, false);
        let generator = Arc::new(generator.at_most(2).unwrap());
        let features = Knpk::features("placement").unwrap();
        let evaluation = Expected::new(features, generator.clone(), 1000).unwrap();
        // The king on a1: heights 1.5, 0 and 2.5 of 4.
        let white = Knpk::start();
        let context = evaluation.at_root(&white);
        assert_eq!(evaluation.value(&white, &context), -250);
        assert_eq!(evaluation.real_value(&white, &context), -0.25);
        let black = white.play(white.parse_move("a1b1").unwrap());
        assert_eq!(evaluation.value(&black, &context), 250);
        assert_eq!(evaluation.real_value(&black, &context), -0.25);
        let mut counts = Vec::new();
        features.weight_counts(&white, &context, &mut counts);
        let mut spikes = Vec::new();
        generator.spikes(&mut counts, false, None, 1.0, || 0.0, &mut spikes);
        let mean: f64 = spikes.iter().map(|s| s.location * s.height).sum();
        assert!((mean + 0.25).abs() < 1e-12, "{spikes:?}");
    }

    #[test]
    fn a_generator_that_needs_a_value_is_refused() {
        let features = Knpk::features("placement").unwrap();
        let needy = Arc::new(Generator::hand_made(0.5).unwrap());
        let refused = Expected::new(features, needy, 1000).err().unwrap().to_string();
        assert!(refused.contains("absolute"), "{refused}");
    }
}
