//! Against finite differences, and what the search sees of the real value.

use super::{BoardNetwork, BoardShape};
use crate::evaluate::Evaluation;
use crate::features::HasFeatures;
use crate::game::{Game, Rules, Turn};
use crate::games::{Antichess, Chess, RacingKings};
use crate::rng::Rng;

const SCALE: i32 = 1000;
const OPEN: &str = "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9";
/// The same with the players exchanged.
const TURNED: &str = "r3kb1r/pppq2pp/2n1bp2/3np3/8/2NP1NP1/PP2PPBP/R1BQ1RK1 b kq - 3 9";
const ENDING: &str = "8/5pk1/R5p1/p1p4p/2r4P/5PP1/5K2/8 b - - 0 40";

type Network = BoardNetwork<shakmaty::Chess>;

fn weights(set: &str, hidden: usize, seed: u64) -> Vec<f64> {
    let mut rng = Rng::new(seed, 0);
    let mut draw = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0;
    let counted = Chess::features(set).unwrap().weights();
    let shape = BoardShape { hidden };
    let rows = (0..shape.weights()).map(|place| match place {
        place if place >= shape.worths()[0] => draw(),
        place if place >= shape.bias() => 8.0 + 4.0 * draw(),
        _ => 1.5 * draw(),
    });
    let rows: Vec<_> = rows.collect();
    (0..counted).map(|_| draw()).chain(rows).collect()
}

fn network(set: &str, weights: &[f64], hidden: usize) -> Network {
    Network::new(set, BoardShape { hidden }, weights, SCALE).unwrap()
}

fn real(network: &Network, fen: &str) -> f64 {
    let position = Chess::parse(fen).unwrap();
    network.real_value(&position, &network.at_root(&position))
}

#[test]
fn gradients_are_those_of_finite_differences() {
    const STEP: f64 = 1e-5;
    let given = weights("tapered", 3, 1);
    for fen in [OPEN, ENDING] {
        let (position, here) = (Chess::parse(fen).unwrap(), network("tapered", &given, 3));
        let mut told = Vec::new();
        here.gradient(&position, &here.at_root(&position), &mut told);
        let mut dense = vec![0.0; given.len()];
        for (place, derivative) in told {
            assert_eq!(dense[place as usize], 0.0, "weight {place} is told twice");
            dense[place as usize] = derivative;
        }
        assert!(dense.iter().filter(|d| **d != 0.0).count() > 50);
        for place in (0..given.len()).filter(|place| dense[*place] != 0.0 || place % 7 == 0) {
            let moved = |by: f64| {
                let mut other = given.clone();
                other[place] += by;
                real(&network("tapered", &other, 3), fen)
            };
            let seen = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            assert!((seen - dense[place]).abs() < 1e-7, "{place}: {seen} {}", dense[place]);
        }
    }
}

#[test]
fn the_search_sees_the_real_value_within_rounding() {
    for (hidden, seed) in [(1, 1), (32, 2), (40, 3), (64, 4)] {
        let network = network("material", &weights("material", hidden, seed), hidden);
        let mut rng = Rng::new(seed, 1);
        let mut position = Chess::start();
        for _ in 0..60 {
            let context = network.at_root(&position);
            let seen = f64::from(network.value(&position, &context) * position.roller().sign());
            let real = network.real_value(&position, &context) * f64::from(SCALE);
            assert!((seen - real).abs() < 20.0, "{hidden} units: {seen} for {real}");
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(*rng.choose(moves.as_ref()));
        }
    }
}

#[test]
fn exchanging_the_players_turns_the_value_round() {
    let network = network("material", &weights("material", 32, 5), 32);
    assert_eq!(real(&network, OPEN), -real(&network, TURNED));
    let value = |fen: &str| {
        let position = Chess::parse(fen).unwrap();
        network.value(&position, &network.at_root(&position))
    };
    assert_eq!(value(OPEN), value(TURNED));
    assert_ne!(value(OPEN), 0);
}

#[test]
fn sums_of_the_largest_weights_stay_within_their_bits() {
    let shape = BoardShape { hidden: 2 };
    let mut given = weights("material", 2, 1);
    let first = given.len() - shape.weights();
    given[first..first + shape.bias()].fill(1e12);
    given[first + shape.worths()[0]..].fill(1.0);
    let network = network("material", &given, 2);
    assert_eq!(real(&network, OPEN), f64::from(value_of(&network, OPEN)) / f64::from(SCALE));
}

fn value_of(network: &Network, fen: &str) -> i32 {
    let position = Chess::parse(fen).unwrap();
    let counted = network.linear.real_value(&position, &network.at_root(&position));
    (counted * f64::from(SCALE)).round() as i32
}

#[test]
fn the_unit_is_what_a_pawn_is_worth() {
    let shape = BoardShape { hidden: 1 };
    let mut given = vec![0.0; 5 + shape.weights()];
    given[..5].copy_from_slice(&[0.25, 3.0, 3.0, 5.0, 9.0]);
    assert_eq!(network("material", &given, 1).unit(), 250);
    // A unit that hears 1/64 for an own pawn, from .25 on: a pawn more says more than one less.
    given[5..5 + 64].fill(0.25);
    given[5 + shape.bias()] = 4.0;
    given[5 + shape.worths()[0]..].fill(8.0);
    let unit = network("material", &given, 1).unit();
    assert!((300..450).contains(&unit), "{unit}");
}

#[test]
fn weights_of_another_shape_are_refused() {
    let told = |weights: &[f64]| {
        let made = Network::new("material", BoardShape { hidden: 2 }, weights, SCALE);
        made.err().expect("refused").to_string()
    };
    assert_eq!(
        told(&[0.0; 12]),
        "12 weights given, but a board network of 2 hidden units beside the feature set \
         \"material\" has 1549"
    );
    let mut given = vec![0.0; 1549];
    given[5] = f64::NAN;
    assert_eq!(told(&given), "the weight of own-pawn-a1.h1 is NaN: not a number");
    for bad in ["hidden=0", "hidden=513", "hidden=many", "units=3", ""] {
        assert!(BoardShape::parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn names_are_those_of_the_weights_in_their_order() {
    let names = network("material", &weights("material", 2, 1), 2).names();
    assert_eq!(names.len(), 1549);
    assert_eq!(names[4..7], ["queen", "own-pawn-a1.h1", "own-pawn-a1.h2"]);
    assert_eq!(names[names.len() - 8..][..3], ["to-move.h1", "to-move.h2", "bias.h1"]);
    assert!(names.contains(&"other-king-g8.h2".to_owned()));
}

#[test]
fn variants_have_it_too() {
    fn value<G: HasFeatures + Rules>(set: &str) -> f64 {
        let counted = G::features(set).unwrap().weights();
        let mut given = weights("material", 4, 9);
        given.splice(..5, vec![0.5; counted]);
        let made = G::own_kind("board", "hidden=4", set, &given, SCALE).unwrap().unwrap();
        let start = G::start();
        assert_eq!(start.turn(), Turn::First);
        made.real_value(&start, &made.at_root(&start))
    }
    // Both sides see the same at the start, but for the move.
    assert!(value::<RacingKings>("material").abs() < 0.5);
    assert!(value::<Antichess>("material").abs() < 0.5);
}
