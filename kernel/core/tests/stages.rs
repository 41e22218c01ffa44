//! What the root of a search fixes, its stage and the side that searches, reaches features,
//! gradients, selective searches and the table that remembers. `stages` of chess has both.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod common;

use std::collections::HashSet;
use std::sync::Arc;

use common::{Silent, WEIGHTS, assert_exact_leaf, material, random_position, search};
use plywise_core::evaluate::{Context, Evaluation, Linear};
use plywise_core::features::{FeatureSet, HasFeatures};
use plywise_core::game::{Game, Rules, Turn};
use plywise_core::games::Chess;
use plywise_core::history::History;
use plywise_core::rng::Rng;
use plywise_core::search::{Searcher, Settings, minimax};
use plywise_core::selective::{Budget, Evaluator, SelectiveRequest, SelectiveSearch};
use plywise_core::spikes::{Forecast, Generator, Squash};

fn set() -> &'static dyn FeatureSet<Chess> {
    Chess::features("stages").unwrap()
}

fn with(weights: Vec<f64>) -> Linear<Chess> {
    Linear::new(set(), weights, 1000).unwrap()
}

/// Weights in which hardly two are alike: multiples of 1/1000, so that integers lose nothing.
fn weights(chance: &mut Rng) -> Vec<f64> {
    (0..set().weights()).map(|_| (chance.below(4_001) as f64 - 2_000.0) / 1_000.0).collect()
}

/// All that a root may fix.
fn contexts() -> impl Iterator<Item = Context> {
    let sides = [Turn::First, Turn::Second];
    (0..2).flat_map(move |stage| sides.map(|ours| Context { stage, ours }))
}

#[test]
fn weights_are_named_by_their_stage_and_one_stage_needs_no_name() {
    let names = set().weight_names();
    assert_eq!((names.len(), set().features().len()), (24, 12));
    assert_eq!(
        [&names[0], &names[12], &names[23]],
        ["opening.pawn", "ending.pawn", "ending.shelter"]
    );
    let material = Chess::features("material").unwrap();
    assert_eq!(material.weight_names()[0], "pawn");
    assert_eq!(material.stages(), [""]);
}

#[test]
fn the_stage_is_that_of_the_men_left() {
    let stage = |fen: &str| set().at_root(&Chess::parse(fen).unwrap()).stage;
    assert_eq!(stage("startpos"), 0);
    assert_eq!(stage("r2qk3/8/8/8/8/8/8/R2QK3 w - - 0 1"), 0);
    assert_eq!(stage("r2qk3/8/8/8/8/8/8/B2QK3 w - - 0 1"), 1);
    assert_eq!(stage("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"), 1);
}

#[test]
fn the_shelter_is_that_of_the_side_that_searches() {
    let position = Chess::parse("6k1/6pp/8/8/8/8/5PPP/6K1 w - - 0 1").unwrap();
    let shelter = |ours| {
        let mut counts = Vec::new();
        set().counts(&position, &Context { stage: 0, ours }, &mut counts);
        counts.into_iter().find(|&(i, _)| i == 11).map(|(_, count)| count)
    };
    assert_eq!((shelter(Turn::First), shelter(Turn::Second)), (Some(3.0), Some(-2.0)));
}

#[test]
fn the_gradient_is_the_finite_difference_in_every_stage_and_for_every_side() {
    let mut chance = Rng::new(3, 0);
    let mut moved = [0_u32; 2];
    for _ in 0..60 {
        let (position, _) = random_position(&mut chance, 120);
        let weights = weights(&mut chance);
        let evaluation = with(weights.clone());
        for context in contexts() {
            let mut gradient = Vec::new();
            evaluation.gradient(&position, &context, &mut gradient);
            let mut dense = vec![0.0; weights.len()];
            gradient.iter().for_each(|&(i, slope)| dense[i as usize] = slope);
            for (i, &slope) in dense.iter().enumerate() {
                let nudged = |by: f64| {
                    let mut near = weights.clone();
                    near[i] += by;
                    with(near).real_value(&position, &context)
                };
                let seen = nudged(0.5) - nudged(-0.5);
                assert!((seen - slope).abs() < 1e-9, "{i}: {seen} and {slope}");
                moved[i / 12] += u32::from(slope != 0.0);
            }
            let sum: f64 = dense.iter().zip(&weights).map(|(count, weight)| count * weight).sum();
            let told = evaluation.real_value(&position, &context);
            assert!((told - sum).abs() < 1e-9, "{told} and {sum}");
            let value = evaluation.value(&position, &context) * position.turn().sign();
            assert_eq!(f64::from(value), (1_000.0 * sum).round());
        }
    }
    assert!(moved[0] > 500 && moved[1] > 500, "{moved:?}");
}

#[test]
fn a_noisy_move_is_told_exactly_in_every_stage_and_for_every_side() {
    let mut chance = Rng::new(4, 0);
    for _ in 0..1_000 {
        let (position, _) = random_position(&mut chance, 160);
        let evaluation = with(weights(&mut chance));
        for context in contexts() {
            let before = evaluation.standing(&position, &context);
            assert_eq!(before.value, evaluation.value(&position, &context));
            for &mv in &position.noisy_moves() {
                let told = evaluation.after(&position, mv, &before, &context);
                assert_eq!(told, Some(-evaluation.value(&position.play(mv), &context)));
            }
        }
    }
}

#[test]
fn a_search_judges_its_leaf_as_its_root_says() {
    let mut chance = Rng::new(5, 0);
    let (mut other_stage, mut other_side) = (0, 0);
    for seed in 0..120 {
        let (position, history) = random_position(&mut chance, 140);
        let evaluation = with(weights(&mut chance));
        let quiescence_plies = Some(2);
        let settings =
            Settings { depth: 2, quiescence_plies, history_draws: false, ..Settings::default() };
        let found = search(&position, &history, &evaluation, &settings, seed);
        assert_exact_leaf(&position, &found, &evaluation);
        assert_eq!(found.value, minimax(&position, &evaluation, 2, 2));
        let at_leaf = evaluation.at_root(&found.leaf);
        other_stage += u32::from(at_leaf.stage != evaluation.at_root(&position).stage);
        other_side += u32::from(at_leaf.ours != position.turn());
    }
    assert!(other_stage > 0 && other_side > 20, "{other_stage} {other_side}");
}

#[test]
fn a_salt_tells_every_root_that_counts_otherwise_apart_and_no_other() {
    let evaluation = with(vec![0.0; 24]);
    let salts: HashSet<_> = contexts().map(|context| evaluation.table_salt(&context)).collect();
    assert_eq!(salts.len(), 4);
    let alike = material(WEIGHTS[0]);
    let sides = [Turn::First, Turn::Second].map(|ours| Context { stage: 0, ours });
    assert_eq!(sides.map(|context| alike.table_salt(&context)), [0, 0]);
}

/// Whether a searcher that remembers the search of one root finds another value of the next than a
/// fresh one. The first is so deep that its entries are of the depth that the second asks for.
fn misled(evaluation: &dyn Evaluation<Chess>, roots: [&Chess; 2]) -> bool {
    let settings = |depth| Settings { depth, history_draws: false, ..Settings::default() };
    let none = History::default();
    let mut remembering = Searcher::remembering();
    let first = settings(3 + u32::from(roots[0].turn() == roots[1].turn()));
    remembering.search(roots[0], &none, evaluation, &first, 1, &|| false).unwrap();
    let value = |searcher: &mut Searcher<Chess>| {
        searcher.search(roots[1], &none, evaluation, &settings(2), 1, &|| false).unwrap().value
    };
    value(&mut remembering) != value(&mut Searcher::default())
}

/// Two plies that leave the opening: rooks are exchanged.
const EXCHANGES: [(&str, [&str; 2]); 2] = [
    ("3rk3/5ppp/q7/8/8/Q7/5PPP/3RK3 w - - 0 1", ["d1d8", "e8d8"]),
    ("4k3/3r1pp1/7p/1q6/8/1Q5P/3R1PP1/4K3 b - - 0 1", ["d7d2", "e1d2"]),
];

#[test]
fn a_table_that_remembers_tells_the_sides_that_searched_apart() {
    let mut chance = Rng::new(6, 0);
    let mut saltless = 0;
    for seed in 0..60 {
        let (position, history) = random_position(&mut chance, 60);
        // Little but the shelter counts, and that for one side alone.
        let mut weights: Vec<_> = weights(&mut chance).iter().map(|w| w / 8.0).collect();
        (weights[11], weights[23]) = (2.0, 2.0);
        let settings = Settings { depth: 3, history_draws: false, ..Settings::default() };
        let best = search(&position, &history, &with(weights.clone()), &settings, seed).mv;
        let Some(child) = best.map(|mv| position.play(mv)) else { continue };
        assert!(!misled(&with(weights.clone()), [&position, &child]), "{}", child.text());
        saltless += u32::from(misled(&Silent(with(weights)), [&position, &child]));
    }
    assert!(saltless > 0, "the positions would not show a table without salt");
}

#[test]
fn a_table_that_remembers_tells_the_stages_apart() {
    let mut chance = Rng::new(7, 0);
    let mut saltless = 0;
    for round in 0..20 {
        let (fen, exchange) = EXCHANGES[round % 2];
        let before = Chess::parse(fen).unwrap();
        let play = |p: Chess, text: &&str| p.play(p.parse_move(text).unwrap());
        let after = exchange.iter().fold(before.clone(), play);
        assert_eq!([set().stage(&before), set().stage(&after)], [0, 1]);
        let weights = weights(&mut chance);
        assert!(!misled(&with(weights.clone()), [&before, &after]), "{fen}");
        saltless += u32::from(misled(&Silent(with(weights)), [&before, &after]));
    }
    assert!(saltless > 0, "the positions would not show a table without salt");
}

#[test]
fn a_selective_search_judges_all_positions_as_its_root_says() {
    let mut chance = Rng::new(8, 0);
    let evaluation: Arc<dyn Evaluation<Chess>> = Arc::new(with(weights(&mut chance)));
    let generator = Arc::new(Generator::hand_made(0.1).unwrap());
    let squash = Squash::Logistic { steepness: 1.0 };
    let forecast =
        Forecast { evaluation: evaluation.clone(), scale: 1000, squash, features: None, generator };
    let root = Chess::parse(EXCHANGES[0].0).unwrap();
    let evaluator = &forecast.at_root(&root);
    let (history, budget) =
        (&History::default(), Budget { nodes: Some(2_000), ..Budget::default() });
    let request = SelectiveRequest {
        position: &root,
        history,
        evaluator,
        budget,
        seed: 1,
        control: &|| false,
        remote: None,
    };
    let found = SelectiveSearch::BestFirst.search(&request).unwrap();
    let leaf = found.line.iter().fold(root.clone(), |p, &mv| p.play(mv));
    let sign = f64::from(root.turn().sign() * leaf.turn().sign());
    let judged =
        |context: &Context| squash.of(f64::from(evaluation.value(&leaf, context)) / 1000.0) * sign;
    assert!(leaf.ending().is_none());
    assert_eq!(found.value, judged(&evaluation.at_root(&root)));
    assert_ne!(found.value, judged(&evaluation.at_root(&leaf)), "the leaf would say the same");
    assert_eq!(evaluator.value(&leaf) * sign, found.value);
}
