//! Planted values: the search takes their word below its root, and nowhere else.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod common;

use common::{WEIGHTS, material, random_position};
use plywise_core::game::{Game, Rules};
use plywise_core::games::Chess;
use plywise_core::history::History;
use plywise_core::rng::Rng;
use plywise_core::search::{Known, Planted, SearchRequest, SearchResult, Searcher, Settings};

fn searched(
    position: &Chess,
    history: &History,
    settings: &Settings,
    planted: &Planted,
) -> SearchResult<Chess> {
    let evaluation = material(WEIGHTS[0]);
    Searcher::<Chess>::default()
        .answer(&SearchRequest {
            position,
            history,
            evaluation: &evaluation,
            settings,
            seed: 1,
            control: &|| false,
            remote: None,
            report: None,
            only: &[],
            lines: 1,
            planted: Some(planted),
        })
        .unwrap()
}

fn settings(depth: u32) -> Settings {
    Settings { depth, random_ties: false, ..Settings::default() }
}

fn exact(position: &Chess, value: i32, depth: u32) -> (u64, Known) {
    (position.key(), Known { low: value, high: value, depth })
}

fn after(moves: &[&str]) -> Chess {
    moves.iter().fold(Chess::start(), |p, text| p.play(p.parse_move(text).unwrap()))
}

#[test]
fn a_position_known_to_be_lost_for_the_opponent_is_played_for() {
    let start = Chess::start();
    for depth in 1..=4 {
        let planted: Planted = [exact(&after(&["a2a3"]), -2_000, 9)].into_iter().collect();
        let found = searched(&start, &History::default(), &settings(depth), &planted);
        assert_eq!(start.move_text(found.mv.unwrap()), "a2a3", "depth {depth}");
        assert_eq!((found.value, found.line.len()), (2_000, 1));
        assert!(found.is_planted && !found.by_rules);
    }
}

#[test]
fn a_known_position_two_plies_ahead_is_avoided() {
    let start = Chess::start();
    // After 1. e4 e5 all is lost, whatever else may happen.
    let planted: Planted = [exact(&after(&["e2e4", "e7e5"]), -5_000, 9)].into_iter().collect();
    let found = searched(&start, &History::default(), &settings(3), &planted);
    let e4 = found.roots.iter().find(|root| start.move_text(root.mv) == "e2e4").unwrap();
    assert!(e4.value <= 0 && found.value > -5_000);
    assert_ne!(start.move_text(found.mv.unwrap()), "e2e4");
}

#[test]
fn a_shallow_word_does_not_count_in_a_deeper_search() {
    let start = Chess::start();
    let planted: Planted = [exact(&after(&["a2a3"]), -2_000, 1)].into_iter().collect();
    let found = searched(&start, &History::default(), &settings(3), &planted);
    assert_ne!(found.value, 2_000);
    assert!(!found.is_planted);
}

#[test]
fn bounds_that_leave_the_value_open_only_cut_off() {
    let start = Chess::start();
    // The opponent has at least a rook there, perhaps more: no reason to go.
    let known = Known { low: 5_000, high: 9_000, depth: 9 };
    let planted: Planted = [(after(&["h2h4"]).key(), known)].into_iter().collect();
    let found = searched(&start, &History::default(), &settings(2), &planted);
    let h4 = found.roots.iter().find(|root| start.move_text(root.mv) == "h2h4").unwrap();
    assert_eq!((h4.value, h4.exact), (-5_000, false));
    assert!(found.value > -5_000 && !found.is_planted);
}

#[test]
fn what_is_planted_elsewhere_changes_nothing() {
    let mut chance = Rng::new(5, 0);
    let evaluation = material(WEIGHTS[0]);
    let far: Planted = [exact(&after(&["h2h4", "h7h5", "g1h3"]), 77, 9)].into_iter().collect();
    for i in 0..200 {
        let (position, history) = random_position(&mut chance, 60);
        if i == 0 || position.ending().is_some() {
            continue;
        }
        let plain = Searcher::<Chess>::default()
            .search(&position, &history, &evaluation, &settings(3), 1, &|| false)
            .unwrap();
        let found = searched(&position, &history, &settings(3), &far);
        if !found.is_planted {
            assert_eq!((found.mv, found.value), (plain.mv, plain.value), "{}", position.text());
        }
    }
}
