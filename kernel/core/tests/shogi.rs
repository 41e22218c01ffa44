//! The search's promises on shogi: its value is plain minimax's, and its principal leaf is exact.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use plywise_core::evaluate::{Evaluation, Linear};
use plywise_core::features::HasFeatures;
use plywise_core::game::{Game, Rules};
use plywise_core::games::{Shogi, ShogiDeclaration};
use plywise_core::history::History;
use plywise_core::rng::Rng;
use plywise_core::search::{SearchResult, Searcher, Settings, minimax};
use plywise_core::value::{MATE, is_mate};

/// Weights as they occur: published, all equal, and some that turn values round.
const WEIGHTS: [[f64; 13]; 3] = [
    [0.48, 2.07, 2.16, 3.08, 3.32, 4.28, 5.0, 2.02, 3.03, 3.08, 3.22, 5.53, 6.25],
    [1.0; 13],
    [0.5, -0.25, 0.0, 2.0, 0.3, 1.0, 1.5, 0.1, -1.0, 0.0, 0.7, 2.0, 0.2],
];

fn material(weights: [f64; 13]) -> Linear<Shogi> {
    Linear::new(Shogi::features("material").unwrap(), weights.to_vec(), 1000).unwrap()
}

/// An evaluation by a set of many features, its weights drawn.
fn drawn(set: &str, chance: &mut Rng) -> Linear<Shogi> {
    let features = Shogi::features(set).unwrap();
    let weights = features.features().iter().map(|f| f.start + chance.below(200) as f64 / 1e3);
    Linear::new(features, weights.collect(), 1000).unwrap()
}

/// A position after a random number of random moves, with the keys that led to it.
fn random_position(chance: &mut Rng, longest: u64) -> (Shogi, History) {
    let mut position = Shogi::start();
    let mut history = History::default();
    for _ in 0..chance.below(longest) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        history.push(position.key());
        position = position.play(*chance.choose(&moves));
    }
    (position, history)
}

fn search<G: Game>(
    position: &G,
    history: &History,
    evaluation: &dyn Evaluation<G>,
    settings: &Settings,
    seed: u64,
) -> SearchResult<G> {
    let mut searcher = Searcher::default();
    searcher.search(position, history, evaluation, settings, seed, &|| false).unwrap()
}

fn assert_exact_leaf(root: &Shogi, found: &SearchResult<Shogi>, evaluation: &Linear<Shogi>) {
    let replayed = found.line.iter().fold(root.clone(), |p, &mv| {
        assert!(p.legal_moves().contains(&mv), "{mv:?} in {}", p.text());
        p.play(mv)
    });
    assert_eq!(replayed, found.leaf);
    if found.by_rules {
        assert!(is_mate(found.value) || found.value == 0, "{} is no result", found.value);
        return;
    }
    let context = evaluation.at_root(root);
    let sign = root.turn().sign() * found.leaf.turn().sign();
    let value = evaluation.value(&found.leaf, &context) * sign;
    assert_eq!(found.value, value, "{} line {:?}", root.text(), found.line);
}

#[test]
fn the_search_equals_plain_minimax() {
    let mut chance = Rng::new(5, 0);
    for i in 0..600_usize {
        let (position, _) = random_position(&mut chance, 160);
        let evaluation = material(WEIGHTS[i % WEIGHTS.len()]);
        let depth = [1, 2, 1][i % 3];
        let quiescence_plies = [3, 0, 2][i % 3];
        let settings = Settings {
            depth,
            quiescence: quiescence_plies > 0,
            quiescence_plies: Some(quiescence_plies),
            history_draws: false,
            table_entries: [1 << 12, 97][i % 2],
            ..Settings::default()
        };
        let found = search(&position, &History::default(), &evaluation, &settings, i as u64);
        let exact = minimax(&position, &evaluation, depth, quiescence_plies);
        assert_eq!(found.value, exact, "depth {depth} of {}", position.text());
    }
}

#[test]
fn the_principal_leaf_is_exact_in_every_mode_and_with_every_feature_set() {
    let base = Settings { depth: 3, nodes: Some(5_000), ..Settings::default() };
    let modes = [
        base.clone(),
        Settings { table_entries: 0, ..base.clone() },
        Settings { null_move: Some(2), depth: 4, ..base.clone() },
        Settings { see: true, pvs: true, killers: true, ..base.clone() },
        Settings { quiescence_evasions: true, ..base.clone() },
        Settings { noise: 100, ..base.clone() },
        Settings { depth: 1, ..base },
    ];
    let mut chance = Rng::new(11, 0);
    for (number, settings) in modes.iter().enumerate() {
        let mut leaves = 0;
        for i in 0..160 {
            let evaluation = match i % 4 {
                0 => drawn("hand", &mut chance),
                1 => drawn("piece-squares", &mut chance),
                2 => drawn("king-proximity", &mut chance),
                _ => material(WEIGHTS[i % WEIGHTS.len()]),
            };
            let (position, history) = random_position(&mut chance, 200);
            let found = search(&position, &history, &evaluation, settings, i as u64);
            assert_eq!(found.mv.is_none(), position.ending().is_some(), "{}", position.text());
            assert_exact_leaf(&position, &found, &evaluation);
            leaves += usize::from(!found.by_rules);
        }
        assert!(leaves > 80, "mode {number}: only {leaves} lines ended in an evaluation");
    }
}

#[test]
fn equal_weights_do_not_make_quiescence_explode() {
    // The first games of every learning run: all pieces are worth the same, every capture gains.
    let evaluation = material(WEIGHTS[1]);
    let settings = Settings { depth: 3, ..Settings::default() };
    let mut most = 0;
    for game in 0..4 {
        let (mut position, mut history) = (Shogi::start(), History::default());
        for ply in 0..150 {
            let found = search(&position, &history, &evaluation, &settings, game * 1000 + ply);
            most = most.max(found.nodes);
            let Some(mv) = found.mv else { break };
            history.push(position.key());
            position = position.play(mv);
        }
    }
    assert!(most < 400_000, "{most} nodes in one search of depth 3");
}

#[test]
fn a_side_that_could_repeat_with_checks_plays_something_else() {
    // Sente, a rook against nothing, has checked to and fro; the fourth time would lose.
    let mut position = Shogi::parse("k8/9/9/9/9/9/9/9/1R6K b - 1").unwrap();
    let mut history = History::default();
    let cycle = ["8i9i", "9a8a", "9i8i", "8a9a"];
    for text in cycle.iter().cycle().take(10) {
        let mv = position.parse_move(text).unwrap();
        history.push(position.key());
        position = position.play(mv);
    }
    let evaluation = material(WEIGHTS[0]);
    for seed in 0..20 {
        let settings = Settings { depth: 2, ..Settings::default() };
        let found = search(&position, &history, &evaluation, &settings, seed);
        assert_ne!(position.move_text(found.mv.unwrap()), "9i8i");
        assert!(found.value > 0);
    }
}

#[test]
fn a_declaration_one_move_away_is_found() {
    let text = "9/+R+R+B+BGGGG1/SSSS5/4K4/9/9/9/9/4k4 b - 1";
    let position = ShogiDeclaration::parse(text).unwrap();
    let features = ShogiDeclaration::features("material").unwrap();
    let evaluation = Linear::new(features, WEIGHTS[0].to_vec(), 1000).unwrap();
    let settings = Settings { depth: 3, ..Settings::default() };
    let found = search(&position, &History::default(), &evaluation, &settings, 0);
    assert!(found.value >= MATE - 3, "{}", found.value);
}
