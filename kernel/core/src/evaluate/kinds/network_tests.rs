//! Networks against finite differences, and what exchanging the players does to them.

use std::sync::Arc;

use super::{Network, NetworkShape, over_counts};
use crate::evaluate::{Evaluation, Linear, sigmoid};
use crate::features::HasFeatures;
use crate::game::{Game, Rules, Turn};
use crate::games::{Chess, Othello};
use crate::rng::Rng;

const SCALE: i32 = 1000;

fn counted<G: HasFeatures>(set: &str) -> Arc<dyn Evaluation<G>> {
    let features = G::features(set).unwrap();
    let zeros = vec![0.0; features.features().len()];
    Arc::new(Linear::new(features, zeros, SCALE).unwrap())
}

fn uniform(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
}

fn weights(count: usize, seed: u64) -> Vec<f64> {
    let mut rng = Rng::new(seed, 0);
    (0..count).map(|_| uniform(&mut rng)).collect()
}

fn network<G: HasFeatures>(set: &str, shape: &str, seed: u64) -> (Network<G>, Vec<f64>) {
    let shape = NetworkShape::parse(shape).unwrap();
    let counted = counted::<G>(set);
    let weights = weights(shape.names(&counted.names()).len(), seed);
    (Network::new(counted, shape, &weights, SCALE).unwrap(), weights)
}

/// Positions of a random game.
fn positions<G: Rules>(seed: u64, plies: usize) -> Vec<G> {
    let mut rng = Rng::new(seed, 1);
    let mut seen = vec![G::start()];
    for _ in 0..plies {
        let last = &seen[seen.len() - 1];
        let moves = last.legal_moves();
        if last.ending().is_some() || moves.as_ref().is_empty() {
            break;
        }
        let next = last.play(*rng.choose(moves.as_ref()));
        seen.push(next);
    }
    seen
}

/// The largest error of a gradient against central differences of `ask`, in units of the larger of
/// the two and of 1/1000 of the gradient's largest entry.
fn error_of<G: HasFeatures>(
    set: &str,
    shape: &str,
    weights: &[f64],
    told: &[(u32, f64)],
    ask: impl Fn(&Network<G>) -> f64,
) -> f64 {
    const STEP: f64 = 1e-4;
    let mut dense = vec![0.0; weights.len()];
    told.iter().for_each(|&(i, derivative)| dense[i as usize] += derivative);
    let least = dense.iter().fold(0.0_f64, |most, d| most.max(d.abs())) / 1000.0;
    let moved = |i: usize, by: f64| {
        let mut weights = weights.to_vec();
        weights[i] += by;
        let shape = NetworkShape::parse(shape).unwrap();
        ask(&Network::new(counted::<G>(set), shape, &weights, SCALE).unwrap())
    };
    let error = |i: usize| {
        // Richardson's two steps: the error falls with the fourth power.
        let slope = |step: f64| (moved(i, step) - moved(i, -step)) / (2.0 * step);
        let seen = (4.0 * slope(STEP) - slope(2.0 * STEP)) / 3.0;
        (seen - dense[i]).abs() / seen.abs().max(dense[i].abs()).max(least).max(1e-9)
    };
    (0..weights.len()).map(error).fold(0.0, f64::max)
}

fn gradients_are_finite_differences<G: HasFeatures>(set: &str, shape: &str, seed: u64) {
    let (network, weights) = network::<G>(set, shape, seed);
    for position in positions::<G>(seed, 40).iter().step_by(13) {
        let context = network.at_root(position);
        let mut told = Vec::new();
        network.gradient(position, &context, &mut told);
        let worst =
            error_of::<G>(set, shape, &weights, &told, |n| n.real_value(position, &context));
        assert!(worst < 1e-6, "{set} {shape}: the objective's gradient is off by {worst}");
        for output in 0..network.outputs().len() {
            told.clear();
            network.prediction_gradient(position, &context, output, &mut told);
            let predicted = |n: &Network<G>| {
                let mut out = Vec::new();
                n.predictions(position, &context, &mut out);
                out[output]
            };
            let worst = error_of(set, shape, &weights, &told, predicted);
            assert!(worst < 1e-6, "{set} {shape}: output {output} is off by {worst}");
        }
    }
}

#[test]
fn gradients_are_those_of_finite_differences() {
    for seed in 1..4 {
        gradients_are_finite_differences::<Chess>("centre", "hidden=3", seed);
        gradients_are_finite_differences::<Chess>("material", "hidden=2,symmetric=no", seed);
        let several = "hidden=3,outputs=win/gammon/lost,points=2/1/-1";
        gradients_are_finite_differences::<Chess>("material", several, seed);
        gradients_are_finite_differences::<Othello>("mobility", "hidden=2,points=1.5", seed);
    }
}

/// The position with the players exchanged: ranks turned round, cases and side to move swapped.
fn exchanged(position: &Chess) -> Chess {
    let text = position.text();
    let parts: Vec<&str> = text.split(' ').collect();
    let swap = |c: char| match c {
        c if c.is_ascii_uppercase() => c.to_ascii_lowercase(),
        c => c.to_ascii_uppercase(),
    };
    let board: Vec<String> =
        parts[0].rsplit('/').map(|rank| rank.chars().map(swap).collect()).collect();
    let turn = if parts[1] == "w" { "b" } else { "w" };
    Chess::parse(&format!("{} {turn} - - 0 1", board.join("/"))).unwrap()
}

#[test]
fn exchanging_the_players_turns_a_symmetric_network_round_to_the_bit() {
    for set in ["material", "centre", "half-board", "full-board"] {
        let (network, _) = network::<Chess>(set, "hidden=5", 7);
        let mut apart = 0;
        for position in positions::<Chess>(3, 80) {
            let other = exchanged(&position);
            let (here, there) = (network.at_root(&position), network.at_root(&other));
            let value = network.real_value(&position, &here);
            assert_eq!(value, -network.real_value(&other, &there), "{set}: {}", position.text());
            assert_eq!(network.value(&position, &here), network.value(&other, &there));
            apart += i32::from(value != 0.0);
        }
        assert!(apart > 5, "{set}: {apart} positions that are not even");
    }
}

#[test]
fn the_value_is_the_objective_in_the_view_of_the_side_to_move() {
    let (chance, _) = network::<Chess>("material", "hidden=4", 5);
    let shape = "hidden=4,outputs=win/gammon,points=2/-1";
    let (points, _) = network::<Chess>("material", shape, 5);
    assert_eq!((chance.objective(), points.objective()), ("chance", "points"));
    for position in positions::<Chess>(4, 60) {
        let context = chance.at_root(&position);
        let sign = if position.turn() == Turn::First { 1 } else { -1 };
        let z = chance.real_value(&position, &context);
        let mut told = Vec::new();
        chance.predictions(&position, &context, &mut told);
        assert_eq!(told, [sigmoid(z)]);
        assert_eq!(chance.value(&position, &context), (z * 1000.0).round() as i32 * sign);
        told.clear();
        points.predictions(&position, &context, &mut told);
        let worth = 2.0 * (told[0] - 0.5) - (told[1] - 0.5);
        assert!((points.real_value(&position, &context) - worth).abs() < 1e-15);
        assert_eq!(points.value(&position, &context), (worth * 1000.0).round() as i32 * sign);
    }
}

#[test]
fn names_tell_where_each_weight_stands() {
    let shape = NetworkShape::parse("hidden=2,outputs=win/lost,points=1/-1").unwrap();
    assert_eq!(
        shape.names(&["pawn".to_owned()]),
        [
            "h1.pawn",
            "h1.bias",
            "h2.pawn",
            "h2.bias",
            "win.h1",
            "win.h2",
            "win.bias",
            "lost.h1",
            "lost.h2",
            "lost.bias"
        ]
    );
    let odd = NetworkShape::parse("hidden=1").unwrap();
    assert_eq!(odd.names(&["pawn".to_owned()]), ["h1.pawn", "h1.bias", "chance.h1"]);
}

#[test]
fn what_no_network_can_be_is_refused_with_the_reason() {
    let refused = |shape: &str, count: usize| {
        over_counts(shape, counted::<Chess>("material"), &vec![0.0; count], SCALE)
            .err()
            .map_or_else(String::new, |error| error.to_string())
    };
    assert_eq!(refused("network:hidden=2", 14), "");
    for (shape, told) in [
        ("network:hidden=2,depth=3", "unknown setting of a network \"depth\""),
        ("network:hidden=0", "0 hidden units"),
        ("network:hidden=many", "hidden=many"),
        ("network", "0 hidden units"),
        ("network:hidden=2,outputs=win/win,points=1/1", "\"win\""),
        ("network:hidden=2,outputs=win/lost", "no points"),
        ("network:hidden=2,outputs=win/lost,points=1", "points=[1.0]"),
        ("network:hidden=2,symmetric=perhaps", "symmetric=perhaps"),
        ("network:hidden=3", "14 weights given"),
        ("tree:hidden=2", "unknown kind of evaluation \"tree\""),
    ] {
        assert!(refused(shape, 14).contains(told), "{shape}: {}", refused(shape, 14));
    }
    let shape = NetworkShape::parse("hidden=1").unwrap();
    let mut weights = vec![0.0; 7];
    weights[5] = f64::NAN;
    let bad = Network::new(counted::<Chess>("material"), shape, &weights, SCALE).err().unwrap();
    assert!(bad.to_string().contains("h1.bias is NaN"), "{bad}");
}
