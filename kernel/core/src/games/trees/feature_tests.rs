//! The update rules of the twenty features (thesis, 4.2.3).

use super::{Child, FeatureTree};
use crate::game::{Game, Rules};

/// A node with qualities and uncertainties of these sizes.
fn node(seed: u64, qualities: u16, uncertainties: u16) -> FeatureTree {
    let list =
        format!("0{}{}", format!(",{qualities}").repeat(4), format!(",{uncertainties}").repeat(15));
    FeatureTree::parse(&format!("seed {seed} branching 60 features {list}")).unwrap()
}

fn children(of: &FeatureTree) -> Vec<FeatureTree> {
    (0..60).map(|i| of.play(Child(i))).collect()
}

#[test]
fn good_qualities_bring_the_numbers_of_the_thesis() {
    let mut all = Vec::new();
    for seed in 0..50 {
        all.extend(children(&node(seed, 800, 300)).iter().map(|child| child.0.sum()));
    }
    // "For all actions, the reward lies in the [0.7-1.7] range".
    assert!(all.iter().all(|sum| (700..=1_700).contains(sum)));
    assert!(all.iter().min() < Some(&720) && all.iter().max() > Some(&1_680));
}

#[test]
fn features_drift_or_are_drawn_anew() {
    for (uncertainties, share) in [(300, 0.1), (700, 0.6), (500, 0.1)] {
        let mut anew = 0;
        for seed in 0..50 {
            for child in children(&node(seed, 500, uncertainties)) {
                let features = child.0.features();
                assert_eq!(features[0], 1, "the counter of moves is never drawn");
                assert!(features.iter().all(|&f| f <= 1_000));
                let near = |f: &u16, before: u16, most: u16| f.abs_diff(before) <= most;
                let drifted = features[1..5].iter().all(|f| near(f, 500, 50))
                    && features[5..].iter().all(|f| near(f, uncertainties, 100));
                anew += u32::from(!drifted);
            }
        }
        // 3,000 children: the standard deviation of a share is below .009.
        let seen = f64::from(anew) / 3_000.0;
        assert!((seen - share).abs() < 0.04, "{uncertainties}: {seen} instead of {share}");
    }
}

#[test]
fn equal_features_have_equal_children_whatever_led_to_them() {
    let one = node(3, 400, 600);
    let other = FeatureTree::parse(&one.text().replace("features", "sum 250 features")).unwrap();
    assert_ne!(one.key(), other.key());
    for (mine, others) in children(&one).iter().zip(children(&other)) {
        assert_eq!(mine.0.features(), others.0.features());
        assert_eq!(mine.0.sum() + 250, others.0.sum());
    }
}

#[test]
fn uncertainty_can_widen_the_interval_of_numbers() {
    let width = |uncertainties: u16| {
        let text = node(1, 500, uncertainties).text().replace("seed 1", "seed 1 range-influence 1");
        let wide = FeatureTree::parse(&text).unwrap();
        children(&wide).iter().map(|child| child.0.sum().abs()).max().unwrap()
    };
    // 1000 + 15 · 200 thousandths, and none at all where that would be negative.
    assert!((1_900..=2_000).contains(&width(700)) && width(400) == 0);
}
