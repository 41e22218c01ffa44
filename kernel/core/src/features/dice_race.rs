//! What can be counted in a race by dice.

use super::{Feature, FeatureSet, HasFeatures};
use crate::evaluate::Context;
use crate::game::{Game, Turn};
use crate::games::DiceRace;
use crate::value::Value;

/// Steps to go, who has a runner home, whose turn it is, and how far apart runners are.
pub struct Race;

const FEATURES: [Feature; 4] = [
    Feature::term("steps", "steps that one's runners still have to go"),
    Feature::term("home", "a runner is home: a loss will be a single one"),
    Feature::term("roll", "to roll, or to move by a roll"),
    Feature::term("apart", "steps between one's runners"),
];

/// The counts, the first player's minus the second's.
fn counted(position: &DiceRace) -> [i32; 4] {
    let own = |side: Turn| {
        let [far, near] = position.runners(side).map(i32::from);
        [far + near, i32::from(near == 0), i32::from(position.roller() == side), far - near]
    };
    let (first, second) = (own(Turn::First), own(Turn::Second));
    std::array::from_fn(|i| first[i] - second[i])
}

impl FeatureSet<DiceRace> for Race {
    fn name(&self) -> &'static str {
        "race"
    }

    fn features(&self) -> &[Feature] {
        &FEATURES
    }

    fn counts(&self, position: &DiceRace, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let counts = counted(position).into_iter().enumerate();
        out.extend(counts.filter(|&(_, n)| n != 0).map(|(i, n)| (i as u32, n.into())));
    }

    fn weighted(&self, position: &DiceRace, _context: &Context, weights: &[Value]) -> i64 {
        counted(position).iter().zip(weights).map(|(&n, &w)| i64::from(n) * i64::from(w)).sum()
    }
}

impl HasFeatures for DiceRace {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        &[&Race]
    }
}
