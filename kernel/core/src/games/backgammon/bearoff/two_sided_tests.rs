//! Exact equities against another program's and gnubg's, and the one-sided table against them.

use std::path::{Path, PathBuf};

use super::ranking::position;
use super::*;

/// A line of `bearoff_two_sided_1000.csv`: the exact equity by a program of its own, and what gnubg's
/// two-sided table has with the cube owned, centred and the opponent's.
struct Given {
    roller: Points,
    other: Points,
    cubeless: f32,
    cubeful: [f32; 3],
}

/// The given positions; none without the third-party data folder, which `PLYWISE_DATA` may name.
fn given() -> Option<Vec<Given>> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("PLYWISE_DATA").map_or_else(beside, PathBuf::from);
    if !folder.is_dir() {
        eprintln!(
            "skipped: needs the third-party data folder {}, which is absent",
            folder.display()
        );
        return None;
    }
    let text = std::fs::read_to_string(folder.join("backgammon/bearoff_two_sided_1000.csv"));
    Some(text.unwrap().lines().skip(1).map(read).collect())
}

fn read(line: &str) -> Given {
    let fields: Vec<_> = line.split(',').collect();
    let number = |i: usize| fields[i].parse().unwrap();
    Given {
        roller: points(fields[1]),
        other: points(fields[2]),
        cubeless: number(3),
        cubeful: [number(5), number(6), number(7)],
    }
}

fn points(text: &str) -> Points {
    let counts: Vec<u8> = text.split(' ').map(|count| count.parse().unwrap()).collect();
    counts.try_into().unwrap()
}

#[test]
fn the_two_sided_table_knows_up_to_six_checkers() {
    let table = TwoSided::shared();
    let (none, six, seven) = ([0; 6], [1; 6], [2, 1, 1, 1, 1, 1]);
    assert!(table.equities(&six, &six).is_some());
    for (roller, other) in [(none, six), (six, none), (six, seven), (seven, six), (none, none)] {
        assert_eq!(table.equities(&roller, &other), None);
    }
}

#[test]
fn a_last_roll_is_doubled_when_it_wins_more_often_than_not() {
    let last = |roller| TwoSided::shared().equities(&roller, &[1, 0, 0, 0, 0, 0]).unwrap();
    let is = |found: f32, expected: f32| (found - expected).abs() < 1e-6;
    let all = |e: TwoSidedEquities| [e.cubeless, e.owned, e.centred, e.opponent];
    // Five and two come off with 19 rolls of 36, six and one with 15, two on the ace-point with all.
    let good = last([0, 1, 0, 0, 1, 0]);
    assert!(all(good).iter().all(|&equity| is(equity, 2.0 / 36.0)), "{good:?}");
    assert!(is(good.winning_chance(), 19.0 / 36.0) && is(good.doubled(), 4.0 / 36.0));
    assert!(is(good.owned_at_best(), 4.0 / 36.0) && is(good.centred_at_best(), 4.0 / 36.0));
    let bad = last([1, 0, 0, 0, 0, 1]);
    assert!(all(bad).iter().all(|&equity| is(equity, -6.0 / 36.0)), "{bad:?}");
    assert!(is(bad.owned_at_best(), -6.0 / 36.0) && is(bad.doubled(), -12.0 / 36.0));
    let sure = last([2, 0, 0, 0, 0, 0]);
    assert!(all(sure).iter().all(|&equity| is(equity, 1.0)) && is(sure.doubled(), 1.0));
}

#[test]
fn a_cube_is_worth_most_to_its_owner() {
    let sides: Vec<_> = (1..positions(6)).map(position).collect();
    for (roller, other) in sides.iter().flat_map(|a| sides.iter().map(move |b| (a, b))) {
        let found = TwoSided::shared().equities(roller, other).unwrap();
        let order = [1.0, found.owned, found.centred, found.opponent, -1.0];
        assert!(order.is_sorted_by(|a, b| a - b > -1e-6), "{roller:?} {other:?}: {found:?}");
        let order = [1.0, found.owned_at_best(), found.centred_at_best(), found.centred];
        assert!(order.is_sorted_by(|a, b| a - b > -1e-6), "{roller:?} {other:?}: {found:?}");
    }
}

#[test]
fn two_sided_equities_are_exact_and_gnubgs() {
    for Given { roller, other, cubeless, cubeful } in given().unwrap_or_default() {
        let found = TwoSided::shared().equities(&roller, &other).unwrap();
        assert!((found.cubeless - cubeless).abs() < 1e-5, "{roller:?} {other:?}: {found:?}");
        let with_cube = [found.owned, found.centred, found.opponent];
        for (found, gnubg) in with_cube.into_iter().zip(cubeful) {
            assert!((found - gnubg).abs() < 2e-4, "{roller:?} {other:?}: {found}, not {gnubg}");
        }
    }
}

#[test]
fn the_one_sided_outlook_is_close_to_the_exact_equity() {
    let Some(given) = given() else { return };
    let error = |given: &Given| {
        let [win, rest @ ..] = OneSided::shared().outlook(&given.roller, &given.other);
        assert_eq!(rest, [0.0; 4]);
        let exact = TwoSided::shared().equities(&given.roller, &given.other).unwrap();
        (2.0 * win - 1.0 - exact.cubeless).abs()
    };
    let errors: Vec<_> = given.iter().map(error).collect();
    let (mean, largest) =
        (errors.iter().sum::<f32>() / 1000.0, errors.iter().copied().fold(0.0, f32::max));
    // Another program's tables: 0.0018 on average, 0.020 at most.
    assert!(errors.len() == 1000 && (mean - 0.0018).abs() < 1e-4, "{mean}");
    assert!((largest - 0.020).abs() < 1e-3, "{largest}");
}
