//! The game loop: how games end.

use super::*;
use crate::evaluate::Linear;
use crate::features::HasFeatures;
use crate::game::Rules;
use crate::games::{Chess, KingOfTheHill, Shogi};

fn material(weights: [f64; 5]) -> Linear<Chess> {
    Linear::new(Chess::features("material").unwrap(), weights.to_vec(), 1000).unwrap()
}

/// A game from `start`, at random, with the given rules.
fn game(start: &str, draws: Draws, adjudication: Adjudication, max_plies: usize) -> Record<Chess> {
    let nothing = material([0.0; 5]);
    let standard = material([1.0, 3.0, 3.0, 5.0, 9.0]);
    let settings = Settings { random_play: true, ..Settings::default() };
    let player = || Player { evaluation: &nothing, settings: &settings, grown: None };
    let job = GameJob {
        first: player(),
        second: player(),
        start: Chess::parse(start).unwrap(),
        opening: Vec::new(),
        judge: Some(&standard),
        conditions: Conditions {
            seed: (1, 0),
            dice: 0,
            max_plies,
            adjudication,
            draws,
            learn_at: LearnAt::Nothing,
            learner: None,
        },
    };
    play(&job, &mut Searcher::default(), &|| false).unwrap()
}

/// The pawns are locked, and no king can cross them.
const LOCKED: &str = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1";

#[test]
fn repetition_and_slow_progress_end_a_game_where_the_rules_say_so() {
    let reason = |draws, start| game(start, draws, Adjudication::Draw, 300).ending.reason;
    assert_eq!(reason(Draws::All, LOCKED), "repetition");
    assert_eq!(reason(Draws::Repetition, LOCKED), "repetition");
    assert_eq!(reason(Draws::Bare, LOCKED), "adjudicated draw");
    let slow = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 99 90";
    assert_eq!(reason(Draws::All, slow), "fifty moves");
    assert_eq!(reason(Draws::Repetition, slow), "repetition");
    assert_eq!(reason(Draws::Bare, slow), "adjudicated draw");
}

#[test]
fn a_judge_gives_the_game_to_the_side_ahead() {
    let score = |start, adjudication| game(start, Draws::Bare, adjudication, 0).ending.score;
    for (start, expected) in [
        ("k7/p7/P7/8/8/7p/7P/6NK w - - 0 1", 1.0),
        ("k7/p7/P7/8/8/7p/7P/6NK b - - 0 1", 1.0),
        ("kn6/p7/P7/8/8/7p/7P/7K w - - 0 1", 0.0),
        (LOCKED, 0.5),
    ] {
        assert_eq!(score(start, Adjudication::Judge), expected, "{start}");
        // The players see nothing at all in any position.
        assert_eq!(score(start, Adjudication::Agree), 0.5, "{start}");
        assert_eq!(score(start, Adjudication::Draw), 0.5, "{start}");
    }
}

#[test]
fn without_a_judge_nobody_is_ahead() {
    let nothing = material([0.0; 5]);
    let settings = Settings::default();
    let player = || Player { evaluation: &nothing, settings: &settings, grown: None };
    let job = GameJob {
        first: player(),
        second: player(),
        start: Chess::start(),
        opening: Vec::new(),
        judge: None,
        conditions: Conditions {
            seed: (1, 0),
            dice: 0,
            max_plies: 0,
            adjudication: Adjudication::Judge,
            draws: Draws::Bare,
            learn_at: LearnAt::Nothing,
            learner: None,
        },
    };
    let record = play(&job, &mut Searcher::default(), &|| false).unwrap();
    assert_eq!(record.ending, Ending { score: 0.5, reason: "adjudicated draw" });
}

#[test]
fn two_knights_win_where_they_are_not_alone_or_not_in_chess() {
    let shogi = Shogi::parse("4k4/9/9/9/9/9/9/1N3G1N1/4K4 b - 1").unwrap();
    assert!(!is_two_knights(&shogi));
    let knights = "k7/8/8/8/8/8/8/KNN5 w - - 0 1";
    assert!(is_two_knights(&Chess::parse(knights).unwrap()));
    assert!(!is_two_knights(&KingOfTheHill::parse(knights).unwrap()));
}

#[test]
fn two_knights_are_a_draw_by_the_bare_rules_alone() {
    let dead = |start, draws| {
        let record = game(start, draws, Adjudication::Draw, 1);
        record.ending.reason == "insufficient material" && record.moves.is_empty()
    };
    let (white, black) = ("k7/8/8/8/8/8/8/KNN5 w - - 0 1", "knn5/8/8/8/8/8/8/K7 w - - 0 1");
    assert!(dead(white, Draws::Bare) && dead(black, Draws::Bare));
    assert!(!dead(white, Draws::All) && !dead(white, Draws::Repetition));
    assert!(dead("k7/8/8/8/8/8/8/KN6 w - - 0 1", Draws::All));
    // Mate is possible, if only by a helping hand.
    assert!(!dead("k7/p7/8/8/8/8/8/KNN5 w - - 0 1", Draws::Bare));
    assert!(!dead("kn6/8/8/8/8/8/8/KNN5 w - - 0 1", Draws::Bare));
    assert!(!dead("k7/8/8/8/8/8/8/KNNN4 w - - 0 1", Draws::Bare));
}
