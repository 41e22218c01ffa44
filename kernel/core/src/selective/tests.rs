//! What all selective searches promise, on small random trees.

use super::small::{Guess, Small};
use super::{Budget, Choice, Ended, SelectiveRequest, SelectiveSearch};
use super::{b_star, bayes, conspiracy, palay, probcut, randomised, uct};
use crate::game::Game;
use crate::history::History;

const TREES: u64 = 300;

/// Every search by its name. Those marked find the minimax move, given time.
fn all() -> Vec<(&'static str, SelectiveSearch, bool)> {
    vec![
        ("bayesian", SelectiveSearch::Bayesian(bayes::Settings::default()), false),
        ("best-first", SelectiveSearch::BestFirst, true),
        ("uct", SelectiveSearch::Uct(uct::Settings::default()), true),
        ("uct by roll-outs", SelectiveSearch::Uct(uct::Settings { c: 1.0, roll_out: 100 }), true),
        ("probcut without cuts", SelectiveSearch::ProbCut(probcut::Settings::default()), true),
        ("probcut", SelectiveSearch::ProbCut(with_cuts()), false),
        ("b-star", SelectiveSearch::BStar(b_star::Settings { tail: 0.0 }), true),
        (
            "b-star that leaves out tails",
            SelectiveSearch::BStar(b_star::Settings::default()),
            false,
        ),
        ("palay", SelectiveSearch::ProbabilityBStar(palay::Settings { sure: 1.0, kept: 64 }), true),
        ("randomised", SelectiveSearch::RandomisedBestFirst(randomised::Settings::default()), true),
        ("conspiracy", SelectiveSearch::ConspiracyNumbers(conspiracy::Settings::default()), true),
    ]
}

fn with_cuts() -> probcut::Settings {
    let pair = |depth| probcut::Pair {
        depth,
        shallow: depth - 2,
        slope: 0.9,
        intercept: 0.01,
        deviation: 0.1,
    };
    probcut::Settings { pairs: (3..8).map(pair).collect(), percentile: 1.0 }
}

fn searched(root: &Small, using: &SelectiveSearch, nodes: Option<u64>, seed: u64) -> Choice<u8> {
    let budget = Budget { nodes, ..Budget::default() };
    let (history, control) = (&History::default(), &|| false);
    let (position, evaluator, remote) = (root, &Guess, None);
    let request = SelectiveRequest { position, history, evaluator, budget, seed, control, remote };
    using.search(&request).unwrap()
}

#[test]
fn given_time_the_minimax_move_is_found() {
    for (name, using, is_exact) in all() {
        for seed in (0..TREES).filter(|_| is_exact) {
            let root = Small::new(seed, 5);
            let choice = searched(&root, &using, None, seed);
            let wanted = root.minimax();
            let reached = -root.play(choice.mv.unwrap()).minimax();
            assert_eq!(choice.ended, Ended::Settled, "{name} on tree {seed}");
            assert_eq!(reached, wanted, "{name} on tree {seed}");
        }
    }
}

#[test]
fn the_budget_is_never_passed_and_everything_is_counted() {
    for (name, using, _) in all() {
        for seed in 0..TREES {
            let root = Small::new(seed, 6);
            let nodes = seed % 90;
            let choice = searched(&root, &using, Some(nodes), seed);
            assert!(choice.nodes <= nodes, "{name} on tree {seed}: {} nodes", choice.nodes);
            assert!(choice.mv.is_some_and(|mv| root.legal_moves().contains(&mv)), "{name}");
            let behind: u64 = choice.roots.iter().map(|root| root.nodes).sum();
            assert!(behind <= choice.nodes, "{name}: {behind} of {}", choice.nodes);
            assert_eq!(choice.recent.len() as u64, choice.expansions.min(1000), "{name}");
            assert!(choice.line.len() <= choice.depth.max(1), "{name}");
            assert!(choice.value.abs() <= 0.5 + 1e-12, "{name}: {}", choice.value);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_result() {
    for (name, using, _) in all() {
        for seed in 0..50 {
            let root = Small::new(seed, 7);
            let once = searched(&root, &using, Some(80), 3);
            let again = searched(&root, &using, Some(80), 3);
            assert_eq!(format!("{once:?}"), format!("{again:?}"), "{name} on tree {seed}");
        }
    }
}

#[test]
fn a_game_that_is_over_has_its_value_by_the_rules_and_no_move() {
    for (name, using, _) in all() {
        let root = Small::new(1, 0);
        let choice = searched(&root, &using, Some(10), 0);
        assert_eq!((choice.mv, choice.value), (None, root.minimax()), "{name}");
        assert_eq!((choice.nodes, choice.ended), (0, Ended::Settled), "{name}");
    }
}

#[test]
fn cuts_that_nothing_reaches_change_nothing() {
    let careful = probcut::Settings { percentile: 1e9, ..with_cuts() };
    for seed in 0..TREES {
        let root = Small::new(seed, 7);
        let plain =
            searched(&root, &SelectiveSearch::ProbCut(probcut::Settings::default()), None, 0);
        let with = searched(&root, &SelectiveSearch::ProbCut(careful.clone()), None, 0);
        assert_eq!((plain.nodes, plain.value), (with.nodes, with.value), "tree {seed}");
    }
}
