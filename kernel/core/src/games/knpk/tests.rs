//! The rules held against those of chess, and the database against itself and known counts.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

use super::*;
use crate::game::perft;
use crate::rng::Rng;

/// A legal position, drawn by lot; now and then without the knight.
fn drawn(chance: &mut Rng) -> Knpk {
    loop {
        let turn = if chance.below(2) == 0 { Turn::First } else { Turn::Second };
        let places = [64, 64, 70, 6].map(|most| chance.below(most) as u8);
        let [white, black, knight, rank] = places;
        if let Some(position) = Knpk::on([white, black, knight.min(TAKEN), rank], turn) {
            return position;
        }
    }
}

fn in_chess(position: &Knpk) -> Chess {
    let fen: Fen = position.text().parse().unwrap();
    let read = fen.into_position(CastlingMode::Standard);
    // Knight and pawn giving check at once cannot have come about, but is no harm.
    read.or_else(shakmaty::PositionError::ignore_impossible_check).unwrap()
}

#[test]
fn moves_checks_and_notation_are_those_of_chess() {
    let mut chance = Rng::new(5, 0);
    for _ in 0..20_000 {
        let position = drawn(&mut chance);
        let chess = in_chess(&position);
        let both = |mv: &shakmaty::Move| {
            let san = shakmaty::san::SanPlus::from_move(chess.clone(), *mv).to_string();
            (mv.to_uci(CastlingMode::Standard).to_string(), san)
        };
        let mut expected: Vec<_> = chess.legal_moves().iter().map(both).collect();
        let moves = position.legal_moves();
        let ours = |&mv: &Step| (position.move_text(mv), position.notation(mv));
        let mut ours: Vec<_> = moves.as_ref().iter().map(ours).collect();
        expected.sort();
        ours.sort();
        assert_eq!(ours, expected, "{}", position.text());
        assert_eq!(position.is_check(), chess.is_check(), "{}", position.text());
        assert_eq!(position.has_legal_move(), !ours.is_empty());
    }
}

#[test]
fn text_goes_both_ways_and_noisy_moves_are_promotions_and_captures() {
    let mut chance = Rng::new(6, 0);
    for _ in 0..2_000 {
        let position = drawn(&mut chance);
        let mut noisy = Vec::new();
        for &mv in position.legal_moves().as_ref() {
            let next = position.play(mv);
            assert_eq!(Knpk::parse(&next.text()), Ok(next), "{} {mv:?}", position.text());
            assert_eq!(position.is_noisy(mv), in_chess(&position).has(mv, &position));
            assert_eq!(next.quick_ending().is_some(), position.may_end_quickly(mv));
            if position.is_noisy(mv) {
                noisy.push(mv);
            }
        }
        noisy.sort_by_key(|&mv| -position.noisy_order(mv));
        assert_eq!(position.noisy_moves().as_ref(), noisy, "{}", position.text());
    }
}

/// Whether chess calls a move a capture or a promotion.
trait Noisy {
    fn has(&self, mv: Step, position: &Knpk) -> bool;
}

impl Noisy for Chess {
    fn has(&self, mv: Step, position: &Knpk) -> bool {
        let uci: shakmaty::uci::UciMove = position.move_text(mv).parse().unwrap();
        let mv = uci.to_move(self).unwrap();
        mv.is_capture() || mv.is_promotion()
    }
}

#[test]
fn every_position_has_a_key_of_its_own() {
    let mut keys: Vec<u64> = Vec::new();
    for white in (0..64).step_by(5) {
        for rest in 0..64 * 65 * 6 {
            let places = [white, (rest % 64) as u8, (rest / 64 % 65) as u8, (rest / 4160) as u8];
            for turn in [Turn::First, Turn::Second] {
                keys.extend(Knpk::on(places, turn).map(|position| position.key()));
            }
        }
    }
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), all);
    assert!(all > 100_000);
}

#[test]
fn the_game_ends_as_the_paper_says() {
    let ending = |text: &str, mv: &str| {
        let position = Knpk::parse(text).unwrap();
        let ending = position.play(position.parse_move(mv).unwrap()).ending();
        ending.map(|ending| (ending.score, ending.reason))
    };
    let safe = "8/1k5P/8/8/8/8/8/K5N1 w - - 0 1";
    assert_eq!(ending(safe, "h7h8q"), Some((1.0, "promotion")));
    assert_eq!(ending(safe, "h7h8n"), Some((0.0, "promotion in vain")));
    assert_eq!(ending("8/6kP/8/8/8/8/8/K5N1 w - - 0 1", "h7h8q"), Some((0.0, "promotion in vain")));
    assert_eq!(ending("8/8/8/8/8/6k1/7P/K5N1 b - - 0 1", "g3h2"), Some((0.0, "pawn taken")));
    assert_eq!(ending("8/8/8/8/8/8/5k1P/K5N1 b - - 0 1", "f2g1"), None);
    // Queen and rook would stalemate; the bishop mates with the knight, in time.
    let narrow = "8/7P/8/8/8/4N3/8/4K1k1 w - - 0 1";
    let by = |piece| ending(narrow, &format!("h7h8{piece}")).unwrap().0;
    assert_eq!(['q', 'r', 'b', 'n'].map(by), [0.0, 0.0, 1.0, 0.0]);
    let stuck = |text| Knpk::parse(text).unwrap().ending().unwrap().reason;
    assert_eq!(stuck("7K/5k1P/8/8/8/8/8/8 w - - 0 1"), "stalemate");
    assert_eq!(stuck("7k/5N1P/6K1/8/8/8/8/8 b - - 0 1"), "checkmate");
}

#[test]
fn bishop_and_knight_win_where_the_endgame_tables_say_so() {
    // Counted with the Syzygy tables over all positions with a bishop that has just come to h8.
    let mut won = 0;
    let mut all = 0;
    for men in 0..1_u32 << 18 {
        let [white, black, knight] = [men & 63, men >> 6 & 63, men >> 12].map(|man| man as u8);
        let pawn = Pawn::Became(Piece::Bishop);
        let position = Knpk { white, black, knight, pawn, turn: Turn::Second };
        if position.complaint().is_none() {
            all += 1;
            won += u32::from(position.ending_without_moves().score > 0.5);
        }
    }
    assert_eq!((won, all), (183_305, 213_012));
}

#[test]
fn the_counts_are_those_that_others_found() {
    let database = Database::new(Analysis::KnightTakenEnds);
    let [white, black] = [Turn::First, Turn::Second].map(|turn| database.counts(turn));
    assert_eq!((white.legal, white.won), (1_154_508, 1_098_974));
    assert_eq!((black.legal, black.won), (1_279_536, 1_048_939));
    assert_eq!(white.by_plies[1..5], [179_019, 359, 165_275, 282]);
    assert_eq!(black.by_plies[..5], [3, 71, 180_779, 66, 160_098]);
    assert_eq!((white.by_plies.len(), white.by_plies[43]), (44, 24));
    assert_eq!((black.by_plies.len(), black.by_plies[44]), (45, 32));
}

#[test]
fn a_distance_is_one_more_than_that_of_the_best_move() {
    let database = Database::shared();
    let mut chance = Rng::new(7, 0);
    for _ in 0..20_000 {
        let position = drawn(&mut chance);
        if !position.has_legal_move() {
            let expected = (position.ending_without_moves().score > 0.5).then_some(0);
            assert_eq!(database.distance(&position), expected, "{}", position.text());
            continue;
        }
        let moves = position.legal_moves();
        let after = |&mv: &Step| database.distance(&position.play(mv));
        let after = moves.as_ref().iter().map(after);
        let best = match position.turn() {
            Turn::First => after.flatten().min(),
            _ => after.collect::<Option<Vec<_>>>().map(|all| *all.iter().max().unwrap()),
        };
        let expected = best.map(|plies| plies + 1);
        assert_eq!(database.distance(&position), expected, "{}", position.text());
    }
}

#[test]
fn the_game_begins_with_the_longest_win_of_white_to_move() {
    let database = Database::shared();
    assert_eq!(database.distance(&Knpk::start()), Some(43));
    assert_eq!(database.counts(Turn::First).by_plies.len(), 44);
    assert_eq!(Knpk::start().text(), "8/7N/6k1/8/8/8/7P/K7 w - - 0 1");
    assert_eq!(perft(&Knpk::start(), 1, &|| false), Ok(8));
}

#[test]
fn examples_are_as_many_lost_as_won_and_drawn_by_the_seed() {
    let database = Database::shared();
    for turn in [Turn::First, Turn::Second] {
        let drawn = examples(database, turn, 20, 1);
        let won = drawn.iter().filter(|e| e.distance.is_some()).count();
        assert_eq!(2 * won, drawn.len());
        assert!(drawn.iter().all(|e| e.position.turn() == turn && e.position.has_legal_move()));
        assert!(drawn.iter().all(|e| database.distance(&e.position) == e.distance));
        let mut keys: Vec<_> = drawn.iter().map(|e| e.position.key()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), drawn.len());
        assert_eq!(examples(database, turn, 20, 1), drawn);
        assert_ne!(examples(database, turn, 20, 2), drawn);
    }
}

#[test]
fn what_is_not_of_this_ending_is_refused_with_the_reason() {
    for (text, why) in [
        ("", "FEN"),
        ("nonsense", "write White's king"),
        ("8/8/8/8/8/8/7P/K5N1 w - - 0 1", "0 black kings"),
        ("8/8/4k3/8/8/8/7P/K4NN1 w - - 0 1", "more than king, knight and pawn"),
        ("8/8/4k3/8/8/7P/7P/K5N1 w - - 0 1", "more than king, knight and pawn"),
        ("8/8/4k3/8/8/8/6P1/K5N1 w - - 0 1", "the pawn stands on g2"),
        ("8/8/4k2p/8/8/8/7P/K5N1 w - - 0 1", "Black has more than his king: see h6"),
        ("8/8/8/8/8/8/1k5P/K5N1 w - - 0 1", "side by side"),
        ("8/8/8/8/8/5k2/7P/K5N1 w - - 0 1", "Black is in check"),
        ("8/8/4k3/8/8/8/8/K5N1 b - - 0 1", "there is no pawn"),
        ("7Q/8/4k3/8/8/8/8/K5N1 w - - 0 1", "more than king, knight and pawn"),
        ("8/8/4k3/8/8/8/7P/4K1NR w K - 0 1", "castle"),
    ] {
        let error = Knpk::parse(text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}
