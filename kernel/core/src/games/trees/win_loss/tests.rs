//! The chances of the win/loss tree against trees that are played out.

use super::super::tests::solved;
use super::super::{Child, WinLossTree};
use super::even_starts;
use crate::game::{Game, Rules};

/// The chance of the features of `text`, and the share of `trees` trees below it that are won.
fn told_and_counted(text: &str, trees: u32) -> (f64, f64) {
    let told = WinLossTree::parse(text).unwrap().0.chance();
    let won = |seed: u32| solved(&WinLossTree::parse(&format!("seed {seed} {text}")).unwrap());
    let counted = (0..trees).map(won).sum::<f64>() / f64::from(trees);
    (told, counted)
}

#[test]
fn chances_are_the_shares_of_trees_that_are_won() {
    const TREES: u32 = 3_000;
    let small = "branching 3 threshold 2 rise 5 tick 2 drift 60 wildest 3";
    let spread = "branching 3 spread 2 threshold 1 rise 6 tick 3 drift 100 wildest 2 decisive 300";
    let mut even = 0;
    for (tree, place) in [
        (small, "quality 0 wildness 2 clock 0"),
        (small, "quality -100 wildness 1 clock 0"),
        (small, "quality 150 wildness 3 turn 2 clock 0"),
        (small, "quality -200 wildness 3 clock 3"),
        (small, "quality -400 wildness 2 clock 5 turn 1"),
        (spread, "quality 0 wildness 1 clock 0"),
        (spread, "quality -80 wildness 2 clock 0"),
        (spread, "quality 60 wildness 2 turn 2 clock 0"),
        (spread, "quality 480 wildness 2 clock 2"),
    ] {
        let (told, counted) = told_and_counted(&format!("{tree} {place}"), TREES);
        let deviation = (told * (1.0 - told) / f64::from(TREES)).sqrt();
        let room = 4.0 * deviation + 1e-3;
        assert!((told - counted).abs() < room, "{place}: {told} told, {counted} counted");
        even += u32::from((0.1..0.9).contains(&told));
    }
    assert!(even >= 5, "only {even} of the chances can be told from certainty");
}

#[test]
fn exchanging_the_players_exchanges_the_chances() {
    for quality in [-300, -40, 0, 7, 250] {
        let first = WinLossTree::parse(&format!("clock 31 quality {quality}")).unwrap();
        let second = WinLossTree::parse(&format!("clock 31 quality {} turn 2", -quality)).unwrap();
        assert_eq!(first.0.chance(), 1.0 - second.0.chance());
    }
}

#[test]
fn a_better_quality_is_a_better_chance_and_a_later_time_a_nearer_end() {
    let at = |clock: i32, quality: i32| {
        WinLossTree::parse(&format!("clock {clock} quality {quality}")).unwrap().0
    };
    for clock in [0, 20, 35, 60, 129] {
        let chances: Vec<_> = (-500..=500).map(|q| at(clock, q).chance()).collect();
        assert!(chances.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6), "at {clock}");
    }
    let nearness: Vec<_> = (0..130).map(|clock| at(clock, 0).nearness()).collect();
    assert!(nearness.windows(2).all(|pair| pair[0] <= pair[1]));
    assert!(nearness[0] == 0.0 && nearness[129] > 0.99);
}

#[test]
fn the_clock_only_goes_on_and_ends_have_no_children() {
    let root = WinLossTree::parse("seed 2 threshold 5 rise 20 clock 0").unwrap();
    let mut going = vec![root];
    let mut ends = 0;
    for _ in 0..3 {
        going = going
            .iter()
            .flat_map(|p| (0..20).map(|i| (*p, p.play(Child(i)))))
            .filter_map(|(parent, child)| {
                let (before, after) = (parent.0.features()[0], child.0.features()[0]);
                assert!((1..=3).contains(&(after - before)));
                ends += usize::from(!child.has_legal_move());
                child.has_legal_move().then_some(child)
            })
            .collect();
    }
    assert!(ends > 100, "{ends}");
}

#[test]
fn even_starts_are_even_and_drawn_from_their_seed() {
    let like = WinLossTree::parse("clock 33").unwrap();
    let starts = even_starts(&like, 9, 50, 0.05).unwrap();
    assert!(starts.iter().all(|start| (start.0.chance() - 0.5).abs() <= 0.05));
    assert_eq!(starts[..20], even_starts(&like, 9, 20, 0.05).unwrap());
    assert_ne!(starts, even_starts(&like, 10, 50, 0.05).unwrap());
    let error = even_starts(&like, 9, 1, 0.0).unwrap_err().to_string();
    assert!(error.contains("at clock 33") && error.contains("larger tolerance"), "{error}");
}
