//! What can be counted in random trees.
//!
//! Counts are the first player's. What means the same to both players, as a clock does, is counted
//! for the side to move: in that side's view it is then the same number whoever it is, and the
//! position with the players exchanged counts the other way round, as it must.

use super::{Feature, FeatureSet, HasFeatures};
use crate::evaluate::Context;
use crate::game::Game;
use crate::games::{FeatureTree, RandomTree, WinLossTree};
use crate::value::Value;

/// Features of which all are counted, by a function that fills in the numbers.
pub struct Counted<G: Game, const N: usize> {
    name: &'static str,
    features: [Feature; N],
    count: fn(&G) -> [f64; N],
}

impl<G: Game, const N: usize> FeatureSet<G> for Counted<G, N> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn features(&self) -> &[Feature] {
        &self.features
    }

    fn counts(&self, position: &G, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let counts = (self.count)(position).into_iter().enumerate();
        out.extend(counts.filter(|&(_, n)| n != 0.0).map(|(i, n)| (i as u32, n)));
    }

    fn weighted(&self, position: &G, _context: &Context, weights: &[Value]) -> i64 {
        let counts = (self.count)(position);
        counts.iter().zip(weights).map(|(n, &w)| n * f64::from(w)).sum::<f64>().round() as i64
    }
}

/// A feature whose weight is 1 from the start: it is an evaluation by itself.
const fn judgement(name: &'static str, meaning: &'static str) -> Feature {
    Feature { name, meaning, start: 1.0 }
}

const SUM: Counted<RandomTree, 1> = Counted {
    name: "sum",
    features: [judgement("sum", "the sum of the numbers on the path, with the evaluation's error")],
    count: |position| [position.0.seen()],
};

const FEATURE_SUM: Counted<FeatureTree, 1> = Counted {
    name: "sum",
    features: [judgement("sum", "the sum of the numbers on the path, with the evaluation's error")],
    count: |position| [position.0.seen()],
};

const SUM_AND_FEATURES: [Feature; 21] = {
    const QUALITY: &str = "how good the position is for the first player, from −½ to ½";
    const DOUBT: &str = "one of fifteen that make new features likelier, from −½ to ½, counted for \
                         the side to move";
    [
        judgement("sum", "the sum of the numbers on the path, with the evaluation's error"),
        Feature::term("move", "thousands of moves so far, counted for the side to move"),
        Feature::term("quality-1", QUALITY),
        Feature::term("quality-2", QUALITY),
        Feature::term("quality-3", QUALITY),
        Feature::term("quality-4", QUALITY),
        Feature::term("doubt-1", DOUBT),
        Feature::term("doubt-2", DOUBT),
        Feature::term("doubt-3", DOUBT),
        Feature::term("doubt-4", DOUBT),
        Feature::term("doubt-5", DOUBT),
        Feature::term("doubt-6", DOUBT),
        Feature::term("doubt-7", DOUBT),
        Feature::term("doubt-8", DOUBT),
        Feature::term("doubt-9", DOUBT),
        Feature::term("doubt-10", DOUBT),
        Feature::term("doubt-11", DOUBT),
        Feature::term("doubt-12", DOUBT),
        Feature::term("doubt-13", DOUBT),
        Feature::term("doubt-14", DOUBT),
        Feature::term("doubt-15", DOUBT),
    ]
};

const FEATURES: Counted<FeatureTree, 21> =
    Counted { name: "features", features: SUM_AND_FEATURES, count: sum_and_features };

fn sum_and_features(position: &FeatureTree) -> [f64; 21] {
    let (features, sign) = (position.0.features(), f64::from(position.turn().sign()));
    let share = |i: usize| f64::from(features[i]) / 1_000.0;
    std::array::from_fn(|i| match i {
        0 => position.0.seen(),
        1 => sign * share(0),
        2..=5 => share(i - 1) - 0.5,
        _ => sign * (share(i - 1) - 0.5),
    })
}

const CHANCE: Counted<WinLossTree, 1> = Counted {
    name: "chance",
    features: [judgement(
        "chance",
        "the first player's chance of winning minus ½, by the optimal value function, with the \
         evaluation's error",
    )],
    count: |position| [position.0.seen() - 0.5],
};

const RAW: Counted<WinLossTree, 3> = Counted {
    name: "features",
    features: [
        Feature::term("clock", "the share of the longest game gone, counted for the side to move"),
        Feature::term("quality", "from −1, all ends lost, to 1, all won by the first player"),
        Feature::term("wildness", "how far the quality drifts, up to 1, for the side to move"),
    ],
    count: |position| {
        let sign = f64::from(position.turn().sign());
        let [clock, quality, wildness] = position.0.shares();
        [sign * clock, quality, sign * wildness]
    },
};

impl HasFeatures for RandomTree {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        &[&SUM]
    }
}

impl HasFeatures for FeatureTree {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        &[&FEATURE_SUM, &FEATURES]
    }
}

impl HasFeatures for WinLossTree {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        &[&CHANCE, &RAW]
    }
}
