//! The rules of shogi, against known counts and against themselves from scratch.

use super::*;
use crate::game::perft;
use crate::rng::Rng;

/// Positions in which much can happen: the start, one with nearly six hundred moves, one with
/// pieces all over, one before a pawn-drop mate.
const POSITIONS: [&str; 4] = [
    sfen::START,
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "7lk/9/8S/9/9/9/9/7L1/8K b P 1",
];

fn shogi(text: &str) -> Shogi {
    Shogi::parse(text).unwrap()
}

fn legal(text: &str) -> Vec<String> {
    let position = shogi(text);
    position.legal_moves().iter().map(|&mv| position.move_text(mv)).collect()
}

#[test]
fn perft_counts_are_the_known_ones() {
    // Known to every shogi program (YaneuraOu's and others' documents).
    let known = [(0, 4, 719_731), (1, 2, 105_677), (2, 3, 4_809_015), (3, 2, 639)];
    for (number, depth, nodes) in known {
        let counted = perft(&shogi(POSITIONS[number]), depth, &|| false);
        assert_eq!(counted.unwrap(), nodes, "{}", POSITIONS[number]);
    }
}

#[test]
fn what_is_kept_equals_what_is_made_from_scratch() {
    let mut chance = Rng::new(1, 0);
    let mut plies = 0;
    let mut game = 0;
    while plies < 100_000 {
        game += 1;
        let mut position = shogi(POSITIONS[game % POSITIONS.len()]);
        for _ in 0..400 {
            assert_eq!(position.0, position.0.made_anew(), "{}", position.text());
            let moves = position.legal_moves();
            assert_eq!(position.has_legal_move(), !moves.is_empty(), "{}", position.text());
            let mut noisy: Vec<u16> =
                moves.iter().filter(|&&mv| position.is_noisy(mv)).map(|mv| mv.code()).collect();
            let generated = position.noisy_moves();
            let orders = generated.iter().map(|&mv| -position.noisy_order(mv));
            assert!(orders.is_sorted(), "{}", position.text());
            let mut generated: Vec<u16> = generated.iter().map(|mv| mv.code()).collect();
            noisy.sort_unstable();
            generated.sort_unstable();
            assert_eq!(generated, noisy, "{}", position.text());
            if moves.is_empty() {
                break;
            }
            for &mv in &moves {
                let told = position.may_check(mv) || !position.play(mv).is_check();
                assert!(told, "{} after {}", position.text(), position.move_text(mv));
            }
            let mv = *chance.choose(&moves);
            let child = position.play(mv);
            assert_eq!(position.key_after(position.key(), mv, &child), child.key());
            assert_eq!(Shogi::key_tells_check(child.key()), child.is_check());
            position = child;
            plies += 1;
        }
    }
}

#[test]
fn text_goes_both_ways() {
    let mut chance = Rng::new(2, 0);
    for text in POSITIONS {
        let mut position = shogi(text);
        assert_eq!(position.text(), text);
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(*chance.choose(&moves));
            assert_eq!(shogi(&position.text()), position);
        }
    }
}

#[test]
fn a_move_is_written_as_in_usi_and_read_back() {
    for text in POSITIONS {
        let position = shogi(text);
        for &mv in &position.legal_moves() {
            assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv));
        }
    }
    let error = Shogi::start().parse_move("7g7e").unwrap_err().to_string();
    assert!(error.contains("7g7e") && error.contains("30 legal moves"), "{error}");
}

#[test]
fn a_pawn_drop_may_not_give_mate() {
    assert!(!legal(POSITIONS[3]).contains(&"P*1b".to_owned()));
    // With a refuge for the king it may.
    assert!(legal("8k/9/8S/9/9/9/9/9/8K b P 1").contains(&"P*1b".to_owned()));
}

#[test]
fn no_second_pawn_is_dropped_on_a_file() {
    let moves = legal("4k4/9/9/9/9/9/4P4/9/4K4 b P 1");
    let drops: Vec<_> = moves.iter().filter(|mv| mv.starts_with("P*")).collect();
    assert_eq!(drops.len(), 8 * 8);
    assert!(drops.iter().all(|mv| !mv.starts_with("P*5")));
    let beside_tokin = legal("4k4/9/9/9/9/9/4+P4/9/4K4 b P 1");
    assert!(beside_tokin.contains(&"P*5e".to_owned()));
}

#[test]
fn a_piece_that_could_not_move_on_must_promote_and_is_not_dropped() {
    let moves = legal("8k/4P4/9/3N5/9/9/9/9/L3K4 b LNP 1");
    assert!(moves.contains(&"5b5a+".to_owned()) && !moves.contains(&"5b5a".to_owned()));
    assert!(moves.contains(&"6d7b+".to_owned()) && !moves.contains(&"6d7b".to_owned()));
    assert!(moves.contains(&"9i9a+".to_owned()) && !moves.contains(&"9i9a".to_owned()));
    assert!(moves.contains(&"9i9b".to_owned()) && moves.contains(&"9i9b+".to_owned()));
    let dropped = |prefix: &str| moves.iter().filter(|mv| mv.starts_with(prefix)).count();
    assert!(!moves.iter().any(|mv| mv.contains("*") && mv.ends_with('a')));
    assert_eq!(moves.iter().filter(|mv| mv.starts_with("N*") && mv.ends_with('b')).count(), 0);
    assert!(dropped("L*") > dropped("N*"));
}
