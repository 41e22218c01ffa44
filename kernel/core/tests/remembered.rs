//! Static values that a search remembers change nothing but its time.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod common;

use std::collections::{HashMap, HashSet};

use common::{Silent, random_position, search};
use plywise_core::evaluate::{Evaluation, Linear};
use plywise_core::features::HasFeatures;
use plywise_core::game::{Game, Rules};
use plywise_core::games::Chess;
use plywise_core::history::History;
use plywise_core::rng::Rng;
use plywise_core::search::{Searcher, Settings};

fn knightcap(chance: &mut Rng) -> Linear<Chess> {
    let set = Chess::features("knightcap").unwrap();
    let weights = (0..set.weights()).map(|_| chance.below(2_001) as f64 / 1_000.0 - 1.0).collect();
    Linear::new(set, weights, 1000).unwrap()
}

#[test]
fn a_search_finds_the_same_in_as_many_nodes() {
    let mut chance = Rng::new(23, 0);
    let settings = Settings {
        depth: 4,
        futility: true,
        null_move: Some(2),
        evaluation_noise: Some(20),
        ..Settings::default()
    };
    // One searcher, so that what earlier searches have seen, with other weights, is about.
    let mut searcher = Searcher::default();
    for seed in 0..25 {
        let (position, history) = random_position(&mut chance, 60);
        // With few and with many plies behind it in which nothing happened: values fade by these.
        let (position, history) = if seed % 2 == 0 {
            (position, history)
        } else {
            let text = position.text();
            let fields: Vec<_> = text.split(' ').collect();
            let clock = 20 + chance.below(60);
            let text = format!("{} {clock} 99", fields[..4].join(" "));
            (Chess::parse(&text).unwrap(), History::default())
        };
        let evaluation = knightcap(&mut chance);
        assert!(evaluation.is_costly());
        let kept = searcher.search(&position, &history, &evaluation, &settings, seed, &|| false);
        let plain = search(&position, &history, &Silent(evaluation), &settings, seed);
        let kept = kept.unwrap();
        assert_eq!((kept.value, kept.nodes), (plain.value, plain.nodes), "{}", position.text());
        assert_eq!(kept.line, plain.line, "{}", position.text());
    }
}

#[test]
fn a_key_tells_who_may_castle_or_take_en_passant_whose_turn_it_is_and_how_long_nothing_was_taken() {
    let of = |fen: &str| Chess::parse(fen).unwrap().evaluation_key();
    let rights = ["KQkq", "KQk", "KQq", "Kkq", "Qkq", "KQ", "kq", "K", "Q", "k", "q", "-"];
    let mut keys: HashSet<u64> =
        rights.iter().map(|who| of(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {who} - 0 1"))).collect();
    keys.insert(of("r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1"));
    keys.insert(of("4k3/8/8/1pPp4/8/8/8/4K3 w - b6 0 2"));
    keys.insert(of("4k3/8/8/1pPp4/8/8/8/4K3 w - d6 0 2"));
    keys.insert(of("4k3/8/8/1pPp4/8/8/8/4K3 w - - 0 2"));
    keys.insert(of("4k3/8/8/1pPp4/8/8/8/4K3 w - - 9 40"));
    assert_eq!(keys.len(), rights.len() + 5);
    let later = of("4k3/8/8/1pPp4/8/8/8/4K3 w - - 9 41");
    assert!(keys.contains(&later), "the number of the move tells nothing");
}

/// Puts a position and all that follow so many plies on under their keys.
fn gather(position: &Chess, plies: u32, known: &mut HashMap<u64, String>) {
    let text = position.text();
    let (seen, _number) = text.rsplit_once(' ').unwrap();
    let before = known.entry(position.evaluation_key()).or_insert_with(|| seen.to_owned());
    assert_eq!(before, seen, "one key, two positions");
    if plies > 0 {
        position.legal_moves().iter().for_each(|&mv| gather(&position.play(mv), plies - 1, known));
    }
}

#[test]
fn no_two_neighbours_have_one_key() {
    let mut known = HashMap::new();
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        gather(&Chess::parse(fen).unwrap(), 3, &mut known);
    }
    assert!(known.len() > 100_000);
}
