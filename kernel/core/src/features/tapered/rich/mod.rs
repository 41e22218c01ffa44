//! `rich`: tables, and what pieces can do, how pawns and kings stand, and what is threatened.

mod attack;
mod declared;
mod kings;
mod mobility;
mod pawns;
mod pieces;
mod threats;

use shakmaty::Color;

use self::declared::{TEMPO, declared, drawn};
use super::view::{Attacked, View};
use super::{Sink, Terms};
use crate::features::{Feature, Table};
use crate::game::{Game, Turn};
use crate::games::Chess;

/// The terms of `rich`.
pub struct Rich;

/// What the terms of one side are counted from.
struct Scene<'a> {
    view: &'a View,
    /// What we attack, and they.
    ours: &'a Attacked,
    theirs: &'a Attacked,
    /// Our passed pawns.
    passed: u64,
    /// +1 where we are White.
    sign: i64,
}

impl Terms for Rich {
    const NAME: &'static str = "rich";
    /// A move changes what all the others can do: it has to be made to know that.
    const TELLS_GAIN: bool = false;

    fn features() -> Vec<Feature> {
        declared()
    }

    fn tables() -> Vec<Table> {
        drawn()
    }

    fn scan(position: &Chess, sink: &mut impl Sink) {
        let views = [Color::White, Color::Black].map(|color| View::of(position, color));
        let attacked = [mobility::scan(&views[0], 1, sink), mobility::scan(&views[1], -1, sink)];
        let turned = [attacked[1].turned(), attacked[0].turned()];
        for (side, sign) in [1, -1].into_iter().enumerate() {
            let (view, ours, theirs) = (&views[side], &attacked[side], &turned[side]);
            let passed = pawns::passed(view);
            let scene = Scene { view, ours, theirs, passed, sign };
            pawns::scan(&scene, sink);
            pieces::scan(&scene, sink);
            kings::scan(&scene, sink);
            attack::scan(&scene, sink);
            threats::scan(&scene, sink);
        }
        sink.add(TEMPO, if position.turn() == Turn::First { 1 } else { -1 });
    }
}

#[cfg(test)]
mod tests {
    use super::super::sink::Counted;
    use super::*;
    use crate::game::Rules;
    use crate::rng::Rng;

    fn counts(position: &Chess) -> Vec<i64> {
        let mut counted = Counted(vec![0; declared().len()]);
        Rich::scan(position, &mut counted);
        counted.0
    }

    /// The counts that are not zero, by name.
    fn named(fen: &str) -> Vec<(&'static str, i64)> {
        let terms = declared().into_iter().map(|term| term.name);
        let counts = counts(&Chess::parse(fen).unwrap());
        terms.zip(counts).filter(|&(_, count)| count != 0).collect()
    }

    fn of(fen: &str, name: &str) -> i64 {
        named(fen).into_iter().find(|&(term, _)| term == name).map_or(0, |(_, count)| count)
    }

    #[test]
    fn at_the_start_only_the_move_counts() {
        assert_eq!(named("startpos"), [("tempo", 1)]);
    }

    #[test]
    fn the_other_side_sees_the_same_with_the_sign_turned() {
        let mut chance = Rng::new(11, 0);
        for _ in 0..200 {
            let mut position = Chess::start();
            for _ in 0..chance.below(120) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(*chance.choose(&moves));
            }
            let text = position.text();
            let mut fields = text.split(' ');
            let (board, turn) = (fields.next().unwrap(), fields.next().unwrap());
            let ranks: Vec<_> = board.split('/').rev().collect();
            let swap = |letter: char| match letter {
                letter if letter.is_ascii_lowercase() => letter.to_ascii_uppercase(),
                letter => letter.to_ascii_lowercase(),
            };
            let board: String = ranks.join("/").chars().map(swap).collect();
            let turn = if turn == "w" { "b" } else { "w" };
            let turned = Chess::parse(&format!("{board} {turn} - - 0 1")).unwrap();
            let negative: Vec<_> = counts(&turned).into_iter().map(|count| -count).collect();
            assert_eq!(counts(&position), negative, "{text}");
        }
    }

    #[test]
    fn pawns_are_counted_as_players_do() {
        // Doubled and isolated on a, a passed pawn on d6 that a pawn on c5 guards, backward e3.
        let fen = "4k3/8/3P4/2P5/3p4/P3P3/P4P2/4K3 w - - 0 1";
        assert_eq!(of(fen, "doubled"), 1);
        assert_eq!(of(fen, "isolated"), 2 - 1);
        assert_eq!((of(fen, "passed_rank6"), of(fen, "passed_guarded")), (1, 1));
        assert_eq!(of(fen, "passed_rank5"), 1);
        let backward = "4k3/8/8/3p4/5p2/4P3/3P4/4K3 w - - 0 1";
        assert_eq!(of(backward, "backward"), 0, "d2 guards e3");
        let backward = "4k3/8/8/2p5/4P3/3P4/8/4K3 w - - 0 1";
        assert_eq!((of(backward, "backward"), of(backward, "backward_open")), (1, 1));
        assert_eq!(of("4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", "connected_rank4"), 2);
        let blocked = "4k3/8/3n4/3P4/8/8/8/4K3 w - - 0 1";
        assert_eq!((of(blocked, "passed_blocked"), of(blocked, "passed_free")), (1, 0));
        assert_eq!(of("7k/8/8/3P4/8/8/8/4K3 w - - 0 1", "passed_free"), 1);
    }

    #[test]
    fn pieces_are_counted_as_players_do() {
        let rooks = "4k3/2R5/8/8/8/8/p6P/R3K2R w KQ - 0 1";
        assert_eq!((of(rooks, "rook_open"), of(rooks, "rook_half_open")), (1, 1));
        assert_eq!(of(rooks, "rook_seventh"), 1);
        let outpost = "4k3/5p2/8/3N4/4P3/8/8/4K3 w - - 0 1";
        assert_eq!(of(outpost, "knight_outpost"), 1);
        let driven = "4k3/2p2p2/8/3N4/4P3/8/8/4K3 w - - 0 1";
        assert_eq!(of(driven, "knight_outpost"), 0, "c6 drives it away");
        assert_eq!(of("4k3/8/8/8/8/8/3P4/2B1KB2 w - - 0 1", "bishop_pair"), 1);
        assert_eq!(of("4k3/8/8/8/8/8/3P4/2B1KB2 w - - 0 1", "bad_bishop"), 1);
        assert_eq!(of("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "knight_mobility_2"), 1);
        assert_eq!(of("4k3/8/8/8/p7/8/8/N3K3 w - - 0 1", "knight_mobility_1"), 1);
    }

    #[test]
    fn kings_are_counted_as_players_do() {
        let castled = "4k3/8/8/8/6p1/7P/5PP1/6K1 w - - 0 1";
        assert_eq!((of(castled, "shelter_near"), of(castled, "shelter_far")), (2, 1));
        assert_eq!((of(castled, "storm_near"), of(castled, "storm_far")), (0, 1));
        assert_eq!(of("4k3/3pp3/8/8/8/8/5P2/6K1 w - - 0 1", "king_open"), 1);
        let attack = "6k1/5p2/8/8/8/8/1Q6/4K2R w - - 0 1";
        assert_eq!((of(attack, "attack_rook"), of(attack, "attack_queen")), (1, 1));
        assert_eq!(of(attack, "attack_two"), 1);
        assert_eq!(of(attack, "check_rook"), 1, "on g1; on h8 the king would take it");
        assert_eq!(of("6k1/5p2/8/8/8/8/8/R3K3 w - - 0 1", "check_rook"), 1);
    }

    #[test]
    fn threats_are_counted_as_players_do() {
        let threats = "4k3/8/2n1r3/3P4/8/8/8/4K3 w - - 0 1";
        assert_eq!((of(threats, "pawn_on_knight"), of(threats, "pawn_on_rook")), (1, 1));
        assert_eq!(
            (of(threats, "loose_knight"), of(threats, "loose_rook")),
            (0, 1),
            "e6 guards c6"
        );
        assert_eq!(of("4k3/3q4/8/4N3/8/8/8/4K3 w - - 0 1", "minor_on_queen"), 1);
        assert_eq!(of("4k3/8/2n5/8/3P4/8/8/4K3 w - - 0 1", "push_threat"), 1);
    }
}
