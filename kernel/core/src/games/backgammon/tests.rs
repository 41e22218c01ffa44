use super::*;
use crate::game::perft;

fn at(text: &str) -> Backgammon {
    Backgammon::parse(text).unwrap()
}

#[test]
fn texts_go_both_ways_and_bad_ones_are_refused() {
    for text in [
        "4HPwATDgc/ABMA opening",
        "4HPwATDgc/ABMA opening 31",
        "4HPwATDgc/ABMA first",
        "sGfwGQDg28EBBg second 64",
        "ADAAAQAkIAAAAA second",
    ] {
        assert_eq!(at(text).text(), text);
    }
    assert_eq!(at("4HPwATDgc/ABMA").text(), "4HPwATDgc/ABMA first");
    assert_eq!(at("4HPwATDgc/ABMA 13").text(), "4HPwATDgc/ABMA first 31");
    for text in [
        "",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABM!",
        "4HPwATDgc/ABMA third",
        "4HPwATDgc/ABMA first 71",
        "4HPwATDgc/ABMA first 31 31",
        "4HPwATDgc/ABMA opening 33",
        "sGfwGQDg28EBBg opening",
        "//////////////",
    ] {
        assert!(Backgammon::parse(text).is_err(), "{text}");
    }
}

#[test]
fn perft_counts_rolls_and_plays() {
    let count = |text: &str, depth| perft(&at(text), depth, &|| false).unwrap();
    assert_eq!(count("4HPwATDgc/ABMA first", 1), 21);
    assert_eq!(count("4HPwATDgc/ABMA first", 2), 447);
    assert_eq!(count("4HPwATDgc/ABMA first", 4), 202_782);
    assert_eq!(count("4HPwATDgc/ABMA opening", 1), 15);
}

#[test]
fn plays_are_written_as_players_write_them_and_read_in_any_order() {
    let written = |text: &str, play: &str| {
        let position = at(text);
        let mv = position.parse_move(play).unwrap();
        assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv));
        position.notation(mv)
    };
    let start = "4HPwATDgc/ABMA first";
    assert_eq!(written(&format!("{start} 31"), "6/5 8/5"), "8/5 6/5");
    assert_eq!(written(&format!("{start} 65"), "24/18/13"), "24/13");
    assert_eq!(written(&format!("{start} 11"), "8/7(2) 6/5(2)"), "8/7(2) 6/5(2)");
    assert_eq!(written(&format!("{start} 11"), "6/5,6/5,8/7,8/7"), "8/7(2) 6/5(2)");
    assert!(at(&format!("{start} 31")).parse_move("8/4").is_ok());
    let refused = at(&format!("{start} 31")).parse_move("8/3").unwrap_err().to_string();
    assert!(refused.contains("16 legal moves"), "{refused}");
}

#[test]
fn a_checker_that_hits_on_its_way_is_written_so() {
    // The other's blots stand on the mover's 18 and 13 points.
    let mut points = [[0; 25]; 2];
    (points[0][23], points[0][0]) = (1, 2);
    (points[1][6], points[1][11]) = (1, 1);
    let board = Board::of_points(points).unwrap();
    let position = Backgammon::of_board(board, Turn::Second, Some((5, 6)));
    let texts: Vec<_> = position.legal_moves().iter().map(|&mv| position.notation(mv)).collect();
    assert!(texts.contains(&"24/18*/13*".to_owned()), "{texts:?}");
    assert!(texts.contains(&"24/13*".to_owned()), "{texts:?}");
}

#[test]
fn values_and_ends_are_the_right_player_s() {
    // The second player has just borne its last checker off; the first has one off already.
    let mut points = [[0; 25]; 2];
    points[0][0] = 14;
    let over = |roller| Backgammon::of_board(Board::of_points(points).unwrap(), roller, None);
    assert_eq!(over(Turn::First).ending().unwrap().score, -1.0);
    assert_eq!(over(Turn::Second).ending().unwrap().score, 1.0);
    assert_eq!(over(Turn::First).roller(), Turn::First);
    points[0][0] = 15;
    let gammon = Backgammon::of_board(Board::of_points(points).unwrap(), Turn::Second, None);
    assert_eq!(gammon.ending().unwrap(), Ending { score: 2.0, reason: "gammon" });
}

#[test]
fn who_cannot_move_passes() {
    // On the bar against a closed board.
    let mut points = [[0; 25]; 2];
    points[0][24] = 1;
    points[1][..6].fill(2);
    let board = Board::of_points(points).unwrap();
    let position = Backgammon::of_board(board, Turn::First, Some((6, 6)));
    let moves = position.legal_moves();
    assert_eq!(moves.len(), 1);
    assert_eq!(position.move_text(moves[0]), "pass");
    assert_eq!(position.parse_move("no move"), Ok(moves[0]));
    assert_eq!(position.play(moves[0]).board().swapped(), board);
}
