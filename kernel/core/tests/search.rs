//! The search's promises, on thousands of random positions: its value is plain minimax's, and its
//! principal leaf is exact in every mode.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod common;

use common::{Silent, WEIGHTS, assert_exact_leaf, material, random_position, search};
use plywise_core::evaluate::{Evaluation, Linear};
use plywise_core::features::HasFeatures;
use plywise_core::game::{Game, Rules};
use plywise_core::games::Chess;
use plywise_core::history::History;
use plywise_core::rng::Rng;
use plywise_core::search::{Settings, minimax};
use plywise_core::value::is_mate;

fn modes() -> Vec<(&'static str, Settings)> {
    // Random positions are wild: the guard keeps a few of them from taking most of the time.
    let base = Settings { depth: 3, nodes: Some(30_000), ..Settings::default() };
    vec![
        ("base", base.clone()),
        ("history off", Settings { history_heuristic: false, ..base.clone() }),
        ("no table", Settings { table_entries: 0, ..base.clone() }),
        ("small table, one probe", Settings { table_entries: 101, probes: 1, ..base.clone() }),
        ("sixteen probes", Settings { table_entries: 1 << 10, probes: 16, ..base.clone() }),
        ("deeper entries", Settings { deeper_entries: true, ..base.clone() }),
        ("null move 1", Settings { null_move: Some(1), ..base.clone() }),
        ("null move 2", Settings { null_move: Some(2), depth: 4, ..base.clone() }),
        ("no draws by history", Settings { history_draws: false, ..base.clone() }),
        ("first of equals", Settings { random_ties: false, ..base.clone() }),
        ("noise", Settings { noise: 100, ..base.clone() }),
        ("node limit", Settings { nodes: Some(500), depth: 6, ..base.clone() }),
        ("no quiescence", Settings { quiescence: false, ..base.clone() }),
        ("short quiescence", Settings { quiescence_plies: Some(2), ..base.clone() }),
        ("quiescence alone", Settings { depth: 0, ..base.clone() }),
        ("depth 1", Settings { depth: 1, ..base.clone() }),
        ("random play", Settings { random_play: true, ..base }),
    ]
}

#[test]
fn the_principal_leaf_is_exact_in_every_mode() {
    for (number, (name, settings)) in modes().into_iter().enumerate() {
        let mut chance = Rng::new(11, number as u64);
        let mut leaves = 0;
        for i in 0..2_000 {
            let evaluation = material(WEIGHTS[i % WEIGHTS.len()]);
            let (position, history) = random_position(&mut chance, 160);
            let found = search(&position, &history, &evaluation, &settings, i as u64);
            assert_eq!(
                found.mv.is_none(),
                position.ending().is_some(),
                "{name}: {}",
                position.text()
            );
            assert_exact_leaf(&position, &found, &evaluation);
            leaves += usize::from(!found.by_rules);
        }
        assert!(leaves > 1_000, "{name}: only {leaves} of 2000 lines ended in an evaluation");
    }
}

#[test]
fn the_base_search_equals_plain_minimax() {
    let mut chance = Rng::new(5, 0);
    for i in 0..3_000_usize {
        let (position, _) = random_position(&mut chance, 120);
        let evaluation = material(WEIGHTS[i % WEIGHTS.len()]);
        let depth = (i % 3 + 1) as u32;
        let quiescence_plies = if depth == 3 { 0 } else { 3 };
        let settings = Settings {
            depth,
            quiescence: quiescence_plies > 0,
            quiescence_plies: Some(quiescence_plies),
            history_draws: false,
            table_entries: [1 << 12, 97][i % 2],
            probes: [4, 1][i % 2],
            ..Settings::default()
        };
        let found = search(&position, &History::default(), &evaluation, &settings, i as u64);
        let exact = minimax(&position, &evaluation, depth, quiescence_plies);
        assert_eq!(found.value, exact, "depth {depth} of {}", position.text());
        // A proven mate ends the search early, with the other moves judged at a lesser depth.
        for root in found.roots.iter().filter(|root| root.exact && found.depth == depth) {
            let below = -minimax(&position.play(root.mv), &evaluation, depth - 1, quiescence_plies);
            // Mates count their distance from the root.
            assert!(root.value == below || is_mate(below) && (root.value - below).abs() == 1);
        }
    }
}

#[test]
fn the_static_value_after_a_noisy_move_is_told_exactly() {
    let mut chance = Rng::new(6, 0);
    for i in 0..2_000 {
        let (position, _) = random_position(&mut chance, 160);
        let evaluation = material(WEIGHTS[i % WEIGHTS.len()]);
        let context = evaluation.at_root(&position);
        let before = evaluation.standing(&position, &context);
        for &mv in &position.noisy_moves() {
            let told = evaluation.after(&position, mv, &before, &context);
            assert_eq!(told, Some(-evaluation.value(&position.play(mv), &context)));
        }
    }
}

#[test]
fn equal_root_moves_are_drawn_uniformly() {
    let position = Chess::start();
    let evaluation = material(WEIGHTS[0]);
    let settings = Settings { depth: 2, ..Settings::default() };
    let mut counts = std::collections::HashMap::new();
    for seed in 0..4_000 {
        let found = search(&position, &History::default(), &evaluation, &settings, seed);
        *counts.entry(position.move_text(found.mv.unwrap())).or_insert(0_u32) += 1;
    }
    // All twenty first moves keep the material: each is expected 200 times, deviation 14.
    assert_eq!(counts.len(), 20, "{counts:?}");
    assert!(counts.values().all(|&n| n.abs_diff(200) < 75), "{counts:?}");
}

#[test]
fn mates_are_found_at_their_distance() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, 1),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, 1),
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 4, 1),
        ("8/8/8/8/8/5k2/7q/7K w - - 0 1", 1, 0),
    ];
    for (text, depth, _) in cases {
        let position = Chess::parse(text).unwrap();
        let settings = Settings { depth, ..Settings::default() };
        let found = search(&position, &History::default(), &material(WEIGHTS[0]), &settings, 0);
        if text.starts_with("8/8/8/8/8/5k2") {
            assert!(!found.by_rules || found.value <= 0);
        } else {
            assert_eq!(found.value, 1_000_000_000 - 1, "{text}");
            assert!(found.leaf.ending().is_some());
        }
    }
}

#[test]
fn a_repetition_is_a_draw_and_the_winner_avoids_it() {
    // White, a rook up, has shuffled; black is about to repeat.
    let start = Chess::parse("6k1/8/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
    let mut position = start;
    let mut history = History::default();
    for text in ["a1a2", "g8h8", "a2a1", "h8g8", "a1a2", "g8h8", "a2a1"] {
        let mv = position.parse_move(text).unwrap();
        history.push(position.key());
        position = position.play(mv);
    }
    let evaluation = material(WEIGHTS[0]);
    let found =
        search(&position, &history, &evaluation, &Settings { depth: 1, ..Settings::default() }, 0);
    assert_eq!(position.move_text(found.mv.unwrap()), "h8g8", "black takes the draw");
    assert_eq!((found.value, found.by_rules), (0, true));
    let off = Settings { depth: 1, history_draws: false, ..Settings::default() };
    assert!(search(&position, &history, &evaluation, &off, 0).value < 0);
}

#[test]
fn equal_weights_do_not_make_quiescence_explode() {
    // The first games of every learning run: all pieces are worth the same, every capture gains.
    let evaluation = material(WEIGHTS[1]);
    let settings = Settings { depth: 4, ..Settings::default() };
    let mut most = 0;
    for game in 0..6 {
        let (mut position, mut history) = (Chess::start(), History::default());
        for ply in 0..80 {
            let found = search(&position, &history, &evaluation, &settings, game * 1000 + ply);
            most = most.max(found.nodes);
            let Some(mv) = found.mv else { break };
            history.push(position.key());
            position = position.play(mv);
        }
    }
    assert!(most < 400_000, "{most} nodes in one search of depth 4");
}

#[test]
fn a_board_full_of_captures_is_searched_in_bounded_time() {
    // Officers of all kinds attack each other, and all are worth the same.
    let text = "kn2Q3/nnbQ1B2/nR3N2/1BnrBrnR/b1Q2R2/Q1bQ1QB1/1q3rNN/1rR3NK w - - 0 1";
    let position = Chess::parse(text).unwrap();
    let evaluation = material(WEIGHTS[1]);
    let settings = Settings { depth: 1, ..Settings::default() };
    let found = search(&position, &History::default(), &evaluation, &settings, 0);
    assert_exact_leaf(&position, &found, &evaluation);
    let moves = position.legal_moves().len() as u64;
    assert!(found.nodes > 1 << 16, "{} nodes: no test of the guard", found.nodes);
    assert!(found.nodes < 2 * moves * (1 << 16), "{} nodes", found.nodes);
}

#[test]
fn a_node_limit_leaves_the_choice_among_equals_open() {
    let (position, evaluation) = (Chess::start(), material(WEIGHTS[0]));
    let settings = Settings { depth: 20, nodes: Some(700), ..Settings::default() };
    let mut chosen = std::collections::HashSet::new();
    for seed in 0..200 {
        let found = search(&position, &History::default(), &evaluation, &settings, seed);
        chosen.insert(position.move_text(found.mv.unwrap()));
    }
    assert_eq!(chosen.len(), 20, "{chosen:?}");
}

#[test]
fn extreme_weights_neither_overflow_nor_pass_for_mates() {
    let mut chance = Rng::new(9, 0);
    for weights in [[1e9; 5], [-1e9, 1e9, 1e12, -1e300, 0.0], [f64::MAX; 5], [f64::MIN_POSITIVE; 5]]
    {
        let evaluation = material(weights);
        for i in 0..50 {
            let (position, history) = random_position(&mut chance, 100);
            let found = search(
                &position,
                &history,
                &evaluation,
                &Settings { depth: 2, ..Settings::default() },
                i,
            );
            assert_exact_leaf(&position, &found, &evaluation);
        }
    }
    let features = Chess::features("material").unwrap();
    assert!(Linear::new(features, vec![f64::NAN; 5], 1000).is_err());
    assert!(Linear::new(features, vec![1.0; 4], 1000).is_err());
}

#[test]
fn what_is_known_before_a_move_is_made_is_what_making_it_finds() {
    for (number, name) in ["material", "full-board", "tapered"].into_iter().enumerate() {
        let set = Chess::features(name).unwrap();
        let mut chance = Rng::new(15, number as u64);
        let mut draw = |n: usize| (0..n).map(|_| chance.below(3_000) as f64 / 1e3).collect();
        let weights: Vec<f64> = draw(set.weights());
        let told = Linear::new(set, weights.clone(), 1_000).unwrap();
        let silent = Silent(Linear::new(set, weights, 1_000).unwrap());
        assert!(told.tells_after() && !silent.tells_after());
        // Glances, values handed down in quiescence, and gains by exchange.
        assert_eq!(told.hands_down(), name != "tapered");
        let context = told.at_root(&Chess::start());
        assert_eq!(told.exchanges(&context).is_some(), name == "material");
        for i in 0..600_u64 {
            let (position, history) = random_position(&mut chance, 160);
            let depth = (i % 3 + 1) as u32;
            let settings = Settings { depth, nodes: Some(30_000), ..Settings::default() };
            let one = search(&position, &history, &told, &settings, i);
            let other = search(&position, &history, &silent, &settings, i);
            assert_eq!((one.value, one.mv, one.line), (other.value, other.mv, other.line));
            assert_eq!((one.nodes, one.c_nodes), (other.nodes, other.c_nodes));
            assert_eq!(one.selective_depth, other.selective_depth);
        }
    }
}
