//! The principal leaf is exact with every option of the search, alone and in random combinations;
//! options that only change the road find the base search's value.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod common;

use common::{WEIGHTS, assert_exact_leaf, material, random_position, search};
use plywise_core::evaluate::Evaluation;
use plywise_core::game::{Game, Rules};
use plywise_core::games::Chess;
use plywise_core::history::History;
use plywise_core::rng::Rng;
use plywise_core::search::{CheckExtension, SearchRequest, Searcher, Settings, drawn, minimax};

/// A change of the base settings, by name.
type Option_ = (&'static str, fn(&mut Settings));

const OPTIONS: [Option_; 30] = [
    ("two probes", |s| s.probes = 2),
    ("one probe, small", |s| (s.probes, s.table_entries) = (1, 101)),
    ("sixteen probes", |s| s.probes = 16),
    ("twin", |s| s.twin = true),
    ("twin, small", |s| (s.twin, s.table_entries) = (true, 64)),
    ("deeper entries", |s| s.deeper_entries = true),
    ("ettc", |s| s.ettc = true),
    ("check evasions", |s| s.check_extension = Some(CheckExtension::Evasions)),
    ("checks", |s| s.check_extension = Some(CheckExtension::Checks)),
    ("recaptures", |s| s.recapture_extension = true),
    ("singular 1", |s| s.singular_extension = Some(1)),
    ("singular 2", |s| s.singular_extension = Some(2)),
    ("captures", |s| (s.capture_extension, s.depth) = (true, 2)),
    ("knightcap's extensions", |s| s.knightcap_extensions = true),
    ("null move 1", |s| s.null_move = Some(1)),
    ("null move 2", |s| s.null_move = Some(2)),
    ("null move 3, then 2", |s| (s.null_move, s.null_again, s.depth) = (Some(3), Some(2), 5)),
    ("scaled null move", |s| (s.null_move, s.null_scaled) = (Some(2), true)),
    ("razoring", |s| s.razoring = Some(90)),
    ("mtd(f)", |s| s.mtd = true),
    ("coarse mtd(f)", |s| (s.mtd, s.mtd_resolution) = (true, 70)),
    ("killers", |s| s.killers = true),
    ("refutation", |s| s.refutation = true),
    ("history off", |s| s.history_heuristic = false),
    ("see", |s| s.see = true),
    ("pvs", |s| s.pvs = true),
    ("aspiration", |s| s.aspiration = Some(25)),
    ("late-move reductions", |s| s.late_move_reductions = true),
    ("futility", |s| s.futility = true),
    ("evasions in quiescence", |s| s.quiescence_evasions = true),
];

fn base() -> Settings {
    // Random positions are wild: the guard keeps a few of them from taking most of the time.
    Settings { depth: 4, nodes: Some(3_000), ..Settings::default() }
}

fn check_leaves(name: &str, settings: &Settings, positions: usize, stream: u64) {
    let mut chance = Rng::new(21, stream);
    let mut leaves = 0;
    for i in 0..positions {
        let evaluation = material(WEIGHTS[i % WEIGHTS.len()]);
        let (position, history) = random_position(&mut chance, 160);
        let found = search(&position, &history, &evaluation, settings, i as u64);
        assert_eq!(found.mv.is_none(), position.ending().is_some(), "{name}: {}", position.text());
        assert_exact_leaf(&position, &found, &evaluation);
        leaves += usize::from(!found.by_rules);
    }
    assert!(leaves * 2 > positions, "{name}: {leaves} of {positions} lines ended in an evaluation");
}

#[test]
fn the_principal_leaf_is_exact_with_every_option() {
    for (number, (name, change)) in OPTIONS.iter().enumerate() {
        let mut settings = base();
        change(&mut settings);
        check_leaves(name, &settings, 2_000, number as u64);
    }
}

#[test]
fn the_principal_leaf_is_exact_in_random_combinations() {
    let mut chance = Rng::new(22, 0);
    for combination in 0..200 {
        let mut settings = base();
        let mut names = Vec::new();
        for (name, change) in OPTIONS {
            if chance.below(3) == 0 {
                change(&mut settings);
                names.push(name);
            }
        }
        settings.random_ties = chance.below(2) == 0;
        settings.partial_iterations = chance.below(2) == 0;
        check_leaves(&names.join(", "), &settings, 50, 1000 + combination);
    }
}

#[test]
fn what_only_changes_the_road_leaves_the_value_alone() {
    // Minimax's value, whatever the windows, the order and the table: draws by history apart, which
    // make values depend on the road.
    const SAME: [Option_; 9] = [
        ("twin", |s| s.twin = true),
        ("ettc", |s| s.ettc = true),
        ("mtd(f)", |s| s.mtd = true),
        ("coarse mtd(f)", |s| (s.mtd, s.mtd_resolution) = (true, 70)),
        ("killers", |s| s.killers = true),
        ("refutation", |s| s.refutation = true),
        ("pvs", |s| s.pvs = true),
        ("aspiration", |s| s.aspiration = Some(25)),
        ("all", |s| {
            (s.ettc, s.killers, s.refutation, s.pvs, s.twin) = (true, true, true, true, true);
            s.aspiration = Some(100);
        }),
    ];
    let mut chance = Rng::new(23, 0);
    for i in 0..400_usize {
        let (position, _) = random_position(&mut chance, 120);
        let evaluation = material(WEIGHTS[i % WEIGHTS.len()]);
        let depth = (i % 3 + 1) as u32;
        let quiescence_plies = if depth == 3 { 0 } else { 3 };
        let exact = minimax(&position, &evaluation, depth, quiescence_plies);
        for (name, change) in SAME {
            let mut settings = Settings {
                depth,
                quiescence: quiescence_plies > 0,
                quiescence_plies: Some(quiescence_plies),
                history_draws: false,
                table_entries: [1 << 12, 97][i % 2],
                ..Settings::default()
            };
            change(&mut settings);
            let found = search(&position, &History::default(), &evaluation, &settings, i as u64);
            assert_eq!(found.value, exact, "{name}, depth {depth} of {}", position.text());
        }
    }
}

#[test]
fn the_best_lines_are_exact_and_in_order() {
    let mut chance = Rng::new(24, 0);
    let mut several = 0;
    for i in 0..300 {
        let (position, history) = random_position(&mut chance, 100);
        if position.ending().is_some() {
            continue;
        }
        let evaluation = material(WEIGHTS[0]);
        let settings = Settings { depth: 2, random_ties: false, ..Settings::default() };
        let found = Searcher::<Chess>::remembering()
            .answer(&SearchRequest {
                position: &position,
                history: &history,
                evaluation: &evaluation,
                settings: &settings,
                seed: i,
                control: &|| false,
                remote: None,
                report: None,
                only: &[],
                lines: 3,
                planted: None,
            })
            .unwrap();
        let best: Vec<_> = found.roots.iter().take(3).collect();
        assert!(best.iter().all(|root| root.exact && root.line()[0] == root.mv));
        assert!(best.is_sorted_by_key(|root| -root.value));
        assert!(
            found.roots.iter().all(|root| root.value <= best[best.len() - 1].value
                || best.iter().any(|b| b.mv == root.mv))
        );
        several += usize::from(best.len() == 3);
    }
    assert!(several > 200);
}

#[test]
fn two_threads_find_an_exact_leaf_and_mates() {
    let evaluation = material(WEIGHTS[0]);
    let settings = Settings { depth: 4, threads: 2, random_ties: false, ..Settings::default() };
    let mut chance = Rng::new(25, 0);
    for i in 0..60 {
        let (position, history) = random_position(&mut chance, 100);
        let found = search(&position, &history, &evaluation, &settings, i);
        assert_exact_leaf(&position, &found, &evaluation);
    }
    let mate = Chess::parse("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    let found = search(&mate, &History::default(), &evaluation, &settings, 0);
    assert_eq!(mate.move_text(found.mv.unwrap()), "a1a8");
}

#[test]
fn leaf_noise_is_added_once_a_leaf_and_depends_on_seed_and_path_alone() {
    let evaluation = material([0.0; 5]);
    let settings = Settings {
        depth: 3,
        quiescence: false,
        table_entries: 0,
        history_draws: false,
        leaf_noise: 1000,
        ..Settings::default()
    };
    let position = Chess::start();
    let value = |seed| search(&position, &History::default(), &evaluation, &settings, seed).value;
    let values: Vec<_> = (0..40).map(value).collect();
    assert!(values.iter().all(|v| (-500..500).contains(v)), "{values:?}");
    assert_eq!(values, (0..40).map(value).collect::<Vec<_>>());
    let different: std::collections::HashSet<_> = values.iter().collect();
    assert!(different.len() > 10, "{values:?}");
}

#[test]
fn evaluation_noise_is_the_leafs_own_and_the_rest_of_the_value_is_its_evaluation() {
    let mut chance = Rng::new(26, 0);
    let mut leaves = 0;
    for i in 0..1_000 {
        let evaluation = material(WEIGHTS[i % WEIGHTS.len()]);
        let (position, history) = random_position(&mut chance, 160);
        let settings = Settings { evaluation_noise: Some(10), pvs: true, see: true, ..base() };
        let found = search(&position, &history, &evaluation, &settings, i as u64);
        if found.by_rules {
            continue;
        }
        let leaf = &found.leaf;
        let value = evaluation.value(leaf, &evaluation.at_root(&position))
            + drawn(leaf, evaluation.unit() / 10);
        let sign = position.turn().sign() * leaf.turn().sign();
        assert_eq!(found.value, value * sign, "{}", position.text());
        leaves += 1;
    }
    assert!(leaves > 500);
}
