//! Chess against known counts, texts and endings.

use super::Chess;
use crate::game::{Game, Rules, perft};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn perft_counts_are_the_known_ones() {
    // The start position and the five test positions that every engine is checked with.
    let known = [
        ("startpos", 5, 4_865_609),
        (KIWIPETE, 4, 4_085_603),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
    ];
    for (text, depth, nodes) in known {
        let counted = perft(&Chess::parse(text).unwrap(), depth, &|| false);
        assert_eq!(counted.unwrap(), nodes, "{text}");
    }
}

#[test]
fn text_goes_both_ways() {
    for text in [KIWIPETE, "8/8/8/8/8/k7/8/K6R b - - 12 80"] {
        assert_eq!(Chess::parse(text).unwrap().text(), text);
    }
    let error = Chess::parse("nonsense").unwrap_err().to_string();
    assert!(error.contains("\"nonsense\""), "{error}");
    let error = Chess::start().parse_move("e2e5").unwrap_err().to_string();
    assert!(error.contains("e2e5") && error.contains("20 legal moves"), "{error}");
}

#[test]
fn endings_follow_the_rules() {
    let reason = |text| Chess::parse(text).unwrap().ending().map(|e| (e.score, e.reason));
    assert_eq!(reason("startpos"), None);
    assert_eq!(reason("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Some((1.0, "checkmate")));
    assert_eq!(reason("7K/6q1/6k1/8/8/8/8/8 w - - 0 1"), Some((0.0, "checkmate")));
    assert_eq!(reason("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some((0.5, "stalemate")));
    assert_eq!(reason("7k/8/6K1/8/8/8/8/6N1 b - - 0 1"), Some((0.5, "insufficient material")));
    assert_eq!(reason("7k/8/6K1/8/8/8/8/6R1 b - - 0 1"), None);
}
