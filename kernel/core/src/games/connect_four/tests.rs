//! The rules held against known counts and a walk over the board, the solver against plain minimax
//! and published values.

use std::collections::HashMap;

use super::*;
use crate::game::perft;
use crate::rng::Rng;

/// The position after moves such as "4435".
fn after(moves: &str) -> ConnectFour {
    let step = |position: ConnectFour, mv: char| {
        position.play(position.parse_move(&mv.to_string()).unwrap())
    };
    moves.chars().fold(ConnectFour::start(), step)
}

/// All positions of games at random, the last ones included.
fn positions(games: u64) -> impl Iterator<Item = ConnectFour> {
    (0..games).flat_map(|number| {
        let mut chance = Rng::new(4, number);
        std::iter::successors(Some(ConnectFour::start()), move |position| {
            let moves = position.legal_moves();
            (!moves.is_empty()).then(|| position.play(*chance.choose(&moves)))
        })
    })
}

/// All 69 lines of four, found by walking over the board.
fn lines() -> Vec<u64> {
    let square = |column: i32, row: i32| {
        let inside = (0..COLUMNS as i32).contains(&column) && (0..ROWS as i32).contains(&row);
        inside.then(|| 1_u64 << (STRIDE as i32 * column + row))
    };
    let starts = (0..COLUMNS as i32).flat_map(|column| (0..ROWS as i32).map(move |r| (column, r)));
    let directed = starts.flat_map(|at| [(0, 1), (1, 0), (1, -1), (1, 1)].map(|by| (at, by)));
    let line = |((column, row), (right, up))| {
        (0..4).map(|i| square(column + i * right, row + i * up)).sum::<Option<u64>>()
    };
    directed.filter_map(line).collect()
}

fn mirrored(position: &ConnectFour) -> ConnectFour {
    let rows = position.text();
    let turned: Vec<String> = rows.split('/').map(|row| row.chars().rev().collect()).collect();
    ConnectFour::parse(&turned.join("/")).unwrap()
}

#[test]
fn perft_counts_are_the_known_ones() {
    let counts = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, nodes) in counts.into_iter().enumerate() {
        let counted = perft(&ConnectFour::start(), depth as u32, &|| false);
        assert_eq!(counted.unwrap(), nodes, "depth {depth}");
    }
}

#[test]
fn wins_and_winning_squares_are_those_that_a_walk_over_the_board_finds() {
    let lines = lines();
    assert_eq!(lines.len(), 69);
    for position in positions(300) {
        let (own, other) = position.own_and_other();
        for (discs, others) in [(own, other), (other, own)] {
            let has_line = lines.iter().any(|line| line & !discs == 0);
            assert_eq!(has_four(discs), has_line, "{}", position.text());
            let missing = lines.iter().map(|line| line & !discs);
            let wins = missing.filter(|m| m.count_ones() == 1 && m & others == 0);
            let wins = wins.fold(0, |all, square| all | square);
            assert_eq!(winning_squares(discs, own | other), wins, "{}", position.text());
        }
    }
}

#[test]
fn texts_go_both_ways_and_sides_take_turns() {
    for position in positions(100) {
        assert_eq!(ConnectFour::parse(&position.text()), Ok(position), "{}", position.text());
        for mv in position.legal_moves() {
            assert_ne!(position.play(mv).turn(), position.turn());
            assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv));
        }
    }
    assert_eq!(after("44357").text(), "......./......./......./......./...o.../..xxo.x");
    assert_eq!(after("443").text(), "......./......./......./......./...o.../..xx...");
}

#[test]
fn games_end_by_four_in_a_line_or_on_a_full_board() {
    let ending = |moves: &str| after(moves).ending().map(|end| (end.score, end.reason));
    assert_eq!(ending("121212"), None);
    assert_eq!(ending("1212121"), Some((1.0, "four in a line")));
    assert_eq!(ending("71212124"), None);
    assert_eq!(ending("47373737"), Some((0.0, "four in a line")));
    // Each column x o x o x o or o x o x o x, two and two: no line of four anywhere.
    let full = "xxooxxo/ooxxoox/xxooxxo/ooxxoox/xxooxxo/ooxxoox";
    let ended = ConnectFour::parse(full).unwrap();
    assert_eq!(ended.ending().map(|end| (end.score, end.reason)), Some((0.5, "full board")));
    assert!(ended.legal_moves().is_empty());
}

#[test]
fn bad_moves_and_boards_are_refused_with_the_reason() {
    let error = after("444444").parse_move("4").unwrap_err().to_string();
    assert!(error.contains("\"4\" is not legal"), "{error}");
    assert!(error.contains("6 legal moves"), "{error}");
    assert!(error.contains("a full column takes no more discs"), "{error}");
    for (text, why) in [
        ("", "six rows of seven"),
        ("......./......./......./......./...o...", "six rows of seven"),
        ("......./......./......./......./......./...é...", "six rows of seven"),
        ("......./......./......./......./...x.../.......", "hangs in the air"),
        ("......./......./......./......./......./ooo....", "X moves first"),
        ("......./......./......./......./......./xx.....", "X moves first"),
        ("......./......./......./......./oooo.../xxxx...", "over before"),
    ] {
        let error = ConnectFour::parse(text).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn noisy_moves_win_at_once_or_keep_the_other_from_it_or_threaten() {
    let noisy = |moves: &str| -> Vec<usize> {
        after(moves).noisy_moves().into_iter().map(Drop::column).collect()
    };
    assert_eq!(noisy(""), []);
    assert_eq!(noisy("12121"), [0], "O must stop the column");
    assert_eq!(noisy("121212"), [0], "X wins, and need not stop O");
    assert_eq!(noisy("33445"), [1, 5], "both ends are open, and O cannot stop both");
    assert_eq!(noisy("3344"), [0, 1, 4, 5], "X threatens by three, open or with a gap");
    for position in positions(300) {
        let legal = position.legal_moves();
        let wins = |p: &ConnectFour, mv| has_four(p.play(mv).own_and_other().1);
        let can_win = |p: &ConnectFour| p.legal_moves().into_iter().any(|mv| wins(p, mv));
        let passed = ConnectFour { own: position.other, other: position.own };
        let any_wins = can_win(&position);
        let is_forced = any_wins || legal.iter().any(|&mv| wins(&passed, mv));
        assert_eq!(position.noise_is_forced(), is_forced, "{}", position.text());
        assert!(!legal.is_empty() || position.noisy_moves().is_empty(), "{}", position.text());
        for mv in legal {
            let child = position.play(mv);
            let stops = !any_wins && wins(&passed, mv);
            let again = ConnectFour { own: child.other, other: child.own };
            let threatens = !is_forced && can_win(&again) && !can_win(&child);
            let expected = wins(&position, mv) || stops || threatens;
            assert_eq!(position.is_noisy(mv), expected, "{}", position.text());
            let ended = child.quick_ending();
            assert_eq!(ended.is_some(), position.may_end_quickly(mv), "{}", position.text());
            assert_eq!(ended, child.ending());
        }
    }
}

/// The value without any pruning.
fn minimax(position: &ConnectFour, known: &mut HashMap<u64, i32>) -> i32 {
    let key = position.key();
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let moves = position.legal_moves();
    let values = moves.iter().map(|&mv| -minimax(&position.play(mv), known));
    let value = values.max().unwrap_or(-i32::from(has_four(position.other)));
    known.insert(key, value);
    value
}

#[test]
fn values_are_those_of_plain_minimax_for_the_position_and_each_move() {
    let mut seen = [0; 3];
    for position in positions(400) {
        if (BOARD & !position.taken()).count_ones() > 12 {
            continue;
        }
        let mut known = HashMap::new();
        let solved = solve(&position, &|| false).unwrap();
        assert_eq!(solved.value, minimax(&position, &mut known), "{}", position.text());
        let legal: Vec<Drop> = position.legal_moves().into_iter().collect();
        assert_eq!(solved.moves.iter().map(|&(mv, _)| mv).collect::<Vec<_>>(), legal);
        for (mv, value) in solved.moves {
            let plain = -minimax(&position.play(mv), &mut known);
            assert_eq!(value, plain, "{} {mv:?}", position.text());
        }
        seen[(solved.value + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
}

#[test]
fn values_are_the_published_ones() {
    // Of the test positions at blog.gamesolver.org/solving-connect-four/02-test-protocol (P. Pons),
    // with the signs of the published scores of moves from the left, x for a full column.
    for (moves, published) in [
        ("274552224131661", "---0---"),
        ("5455174361263362", "-------"),
        ("2531276566711153", "-+-0-0-"),
        ("37313333717124171162542", "x-x+---"),
    ] {
        let solved = solve(&after(moves), &|| false).unwrap();
        let mut signs = ['x'; COLUMNS];
        for &(mv, value) in &solved.moves {
            signs[mv.column()] = ['-', '0', '+'][(value + 1) as usize];
        }
        assert_eq!(signs.iter().collect::<String>(), published, "{moves}");
    }
    for (moves, value) in [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
    ] {
        assert_eq!(solve(&after(moves), &|| false).unwrap().value, value, "{moves}");
    }
}

#[test]
fn a_mirrored_position_has_the_same_values_the_other_way_round() {
    let middle = |p: &ConnectFour| (18..26).contains(&p.taken().count_ones());
    for position in positions(60).filter(middle) {
        let (one, two) = (solve(&position, &|| false), solve(&mirrored(&position), &|| false));
        let (one, two) = (one.unwrap(), two.unwrap());
        assert_eq!(one.value, two.value);
        let turned = two.moves.into_iter().rev().map(|(mv, value)| (6 - mv.column(), value));
        let plain = one.moves.into_iter().map(|(mv, value)| (mv.column(), value));
        assert!(plain.eq(turned), "{}", position.text());
    }
}

#[test]
#[ignore = "minutes: make deep"]
fn the_first_player_wins_by_the_middle_column_alone() {
    // V. Allis, A knowledge-based approach of Connect-Four, 1988; J. Allen the same year.
    let solved = solve(&ConnectFour::start(), &|| false).unwrap();
    let values: Vec<i32> = solved.moves.iter().map(|&(_, value)| value).collect();
    assert_eq!((solved.value, values), (1, vec![-1, -1, 0, 1, 0, -1, -1]));
}

#[test]
fn a_caller_may_stop_the_solver() {
    assert_eq!(solve(&ConnectFour::start(), &|| true), Err(Error::Interrupted));
}
