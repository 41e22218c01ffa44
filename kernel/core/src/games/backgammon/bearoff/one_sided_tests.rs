//! Numbers of rolls against known ones and against slower ways to the same.

use super::plays::{ROLLS, results};
use super::ranking::position;
use super::*;

/// Every 97th position and the last, so that tests of plays stay short.
fn some_positions() -> impl Iterator<Item = Points> {
    (1..positions(CHECKERS)).step_by(97).chain([positions(CHECKERS) - 1]).map(position)
}

#[test]
fn mean_rolls_are_the_known_ones() {
    // From another program; the last also by E(n) = 1 + 5/6·E(n−2) + 1/6·E(n−4).
    let known = [
        ([0, 0, 0, 0, 0, 15], 12.2662),
        ([0, 0, 0, 5, 5, 5], 10.0738),
        ([2, 2, 2, 3, 3, 3], 8.1389),
        ([15, 0, 0, 0, 0, 0], 6.9796),
    ];
    for (points, mean) in known {
        let found = OneSided::shared().mean_rolls(&points);
        assert!((found - mean).abs() < 5e-5, "{points:?}: {found}");
    }
}

#[test]
fn on_the_ace_point_a_roll_takes_two_off_and_a_double_four() {
    let mut means: Vec<f64> = vec![0.0];
    for n in 1..=CHECKERS {
        let mean = 1.0 + 5.0 / 6.0 * means[n.max(2) - 2] + 1.0 / 6.0 * means[n.max(4) - 4];
        means.push(mean);
        let found = OneSided::shared().mean_rolls(&[n as u8, 0, 0, 0, 0, 0]);
        assert!((found - mean).abs() < 1e-12, "{n}: {found} and {mean}");
    }
}

#[test]
fn every_roll_is_played_for_the_least_mean() {
    let table = OneSided::shared();
    for points in some_positions() {
        let best = |&roll| {
            let means = results(&points, roll).into_iter().map(usize::from).map(position);
            roll.chance * means.map(|after| table.mean_rolls(&after)).fold(f64::MAX, f64::min)
        };
        let mean = 1.0 + ROLLS.iter().map(best).sum::<f64>();
        assert!((table.mean_rolls(&points) - mean).abs() < 1e-12, "{points:?}");
    }
}

#[test]
fn distributions_sum_to_one_and_have_the_mean() {
    let table = OneSided::shared();
    for points in (0..positions(CHECKERS)).map(position) {
        let chances = table.distribution(&points);
        assert!(chances.len() < 24 && (sum(chances) - 1.0).abs() < 1e-6, "{points:?}");
        let mean = (0..).zip(chances).map(|(n, &chance)| f64::from(n) * f64::from(chance));
        assert!((mean.sum::<f64>() - table.mean_rolls(&points)).abs() < 1e-5, "{points:?}");
        let first_off = table.first_off(&points);
        assert_eq!(first_off.is_some(), points.into_iter().sum::<u8>() == 15);
        assert!(first_off.is_none_or(|chances| (sum(chances) - 1.0).abs() < 1e-6), "{points:?}");
    }
}

fn sum(chances: &[f32]) -> f64 {
    chances.iter().map(|&chance| f64::from(chance)).sum()
}

#[test]
fn the_one_sided_table_is_smaller_than_eight_megabytes() {
    let size = OneSided::shared().size();
    assert!(size < 8_000_000, "{size}");
}

/// Σ P(n)·P(m) over the numbers of rolls that `counts` says are meant.
fn paired(own: &[f32], others: &[f32], counts: impl Fn(usize, usize) -> bool) -> f64 {
    let pairs = own.iter().enumerate().flat_map(|a| others.iter().enumerate().map(move |b| (a, b)));
    let meant = pairs.filter(|&((n, _), (m, _))| counts(n, m));
    meant.map(|((_, &a), (_, &b))| f64::from(a) * f64::from(b)).sum()
}

#[test]
fn the_outlook_is_the_sum_over_all_numbers_of_rolls() {
    let table = OneSided::shared();
    let sides: Vec<_> = some_positions().step_by(7).collect();
    for (roller, other) in sides.iter().flat_map(|a| sides.iter().map(move |b| (a, b))) {
        let (own, others) = (table.distribution(roller), table.distribution(other));
        let won = table.first_off(other).map_or(0.0, |first| paired(own, first, |n, m| m >= n));
        let lost = table.first_off(roller).map_or(0.0, |first| paired(others, first, |n, m| m > n));
        let expected = [paired(own, others, |n, m| m >= n), won, 0.0, lost, 0.0];
        for (found, expected) in table.outlook(roller, other).into_iter().zip(expected) {
            assert!((f64::from(found) - expected).abs() < 1e-6, "{roller:?} {other:?}");
        }
    }
}

#[test]
fn a_gammon_is_won_against_a_side_that_has_none_off_in_time() {
    let (one, six) = ([1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 15]);
    let table = OneSided::shared();
    assert_eq!(table.outlook(&one, &six), [1.0, 1.0, 0.0, 0.0, 0.0]);
    // The roller has one roll to save it.
    let saved = table.first_off(&six).unwrap()[1];
    assert!((table.outlook(&six, &one)[3] - (1.0 - saved)).abs() < 1e-6);
    // From the ace-point one is off before the other can roll.
    let lost = table.outlook(&[15, 0, 0, 0, 0, 0], &[2, 0, 0, 0, 0, 0])[3];
    assert_eq!(lost, 0.0);
}

#[test]
fn a_side_without_checkers_has_won() {
    let table = OneSided::shared();
    let (none, some, all) = ([0; 6], [1, 2, 0, 0, 0, 0], [15, 0, 0, 0, 0, 0]);
    assert_eq!(table.outlook(&none, &some), [1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(table.outlook(&none, &all), [1.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(table.outlook(&some, &none), [0.0; 5]);
    assert_eq!(table.outlook(&all, &none), [0.0, 0.0, 0.0, 1.0, 0.0]);
}
