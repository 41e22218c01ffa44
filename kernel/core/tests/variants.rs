//! The search's promises in the variants of chess: its value is plain minimax's, and its principal
//! leaf is exact, also where captures explode, win at once or are forced.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use plywise_core::evaluate::{Evaluation, Linear};
use plywise_core::features::HasFeatures;
use plywise_core::game::{Game, Rules};
use plywise_core::games::{Board, Variant};
use plywise_core::history::History;
use plywise_core::rng::Rng;
use plywise_core::search::{SearchResult, Searcher, Settings, minimax};
use plywise_core::value::is_mate;

fn random_position<V: Variant>(chance: &mut Rng) -> (Board<V>, History) {
    let (mut position, mut history) = (Board::<V>::start(), History::default());
    for _ in 0..chance.below(80) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        history.push(position.key());
        position = position.play(*chance.choose(&moves));
    }
    (position, history)
}

/// Weights at random, some of them below 0.
fn evaluation<V: Variant>(set: &str, chance: &mut Rng) -> Linear<Board<V>> {
    let set = Board::<V>::features(set).unwrap();
    let weight = |_| (chance.below(4_000) as f64 - 500.0) / 1000.0;
    let weights = set.features().iter().map(weight).collect();
    Linear::new(set, weights, 1000).unwrap()
}

fn assert_exact_leaf<V: Variant>(
    root: &Board<V>,
    found: &SearchResult<Board<V>>,
    evaluation: &Linear<Board<V>>,
) {
    let replayed = found.line.iter().fold(root.clone(), |position, &mv| {
        assert!(position.legal_moves().contains(&mv), "{mv:?} in {}", position.text());
        position.play(mv)
    });
    assert_eq!(replayed.text(), found.leaf.text());
    if found.by_rules {
        assert!(is_mate(found.value) || found.value == 0, "{} is no result", found.value);
        return;
    }
    let context = evaluation.at_root(root);
    let sign = root.turn().sign() * found.leaf.turn().sign();
    let value = evaluation.value(&found.leaf, &context) * sign;
    assert_eq!(found.value, value, "{} line {:?}", root.text(), found.line);
}

fn searches_are_right<V: Variant>() {
    let mut chance = Rng::new(7, 0);
    let (mut decided, mut leaves) = (0, 0);
    for i in 0..250_u64 {
        let (position, history) = random_position::<V>(&mut chance);
        let sets = Board::<V>::feature_sets();
        let name = sets[i as usize % sets.len()].name();
        let evaluation = evaluation::<V>(name, &mut chance);
        let depth = (i % 3) as u32;
        let base = Settings {
            depth,
            quiescence_plies: Some(3),
            history_draws: false,
            table_entries: 1 << 12,
            ..Settings::default()
        };
        let mut searcher = Searcher::default();
        let mut search = |settings: &Settings| {
            searcher.search(&position, &history, &evaluation, settings, i, &|| false).unwrap()
        };
        let found = search(&base);
        assert_exact_leaf(&position, &found, &evaluation);
        let exact = minimax(&position, &evaluation, depth, 3);
        assert_eq!(found.value, exact, "depth {depth} of {} by {name}", position.text());
        decided += usize::from(found.by_rules);
        leaves += usize::from(!found.by_rules);
        // What is not exact by intent still leads to its leaf.
        let playing = Settings {
            depth: depth + 2,
            nodes: Some(20_000),
            null_move: Some(2),
            see: true,
            futility: true,
            pvs: true,
            quiescence_evasions: true,
            history_draws: true,
            ..Settings::default()
        };
        assert_exact_leaf(&position, &search(&playing), &evaluation);
    }
    assert!(leaves > 80, "{leaves} leaves and {decided} results in {}", V::NAME);
}

macro_rules! everywhere {
    ($($name:ident: $variant:ty;)+) => {$(
        #[test]
        fn $name() {
            searches_are_right::<$variant>();
        }
    )+};
}

everywhere! {
    searches_of_crazyhouse_are_right: shakmaty::variant::Crazyhouse;
    searches_of_atomic_are_right: shakmaty::variant::Atomic;
    searches_of_antichess_are_right: shakmaty::variant::Antichess;
    searches_of_horde_are_right: shakmaty::variant::Horde;
    searches_of_three_check_are_right: shakmaty::variant::ThreeCheck;
    searches_of_king_of_the_hill_are_right: shakmaty::variant::KingOfTheHill;
    searches_of_racing_kings_are_right: shakmaty::variant::RacingKings;
}
