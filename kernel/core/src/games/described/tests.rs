use super::*;
use crate::game::perft;

fn built_in(name: &str) -> &'static VariantRules {
    variant(name, "a test", &format!("[it:{name}]"), "it").unwrap()
}

fn leaves(name: &str, depth: u32) -> u64 {
    perft(&Described::start(built_in(name)), depth, &|| false).unwrap()
}

#[test]
fn all_built_in_variants_begin() {
    for name in built_in_names() {
        let start = Described::start(built_in(&name));
        assert!(start.has_legal_move(), "{name}");
        assert_eq!(Described::parse(start.0.rules, &start.text()).unwrap(), start, "{name}");
    }
}

#[test]
fn chess_has_its_published_counts() {
    assert_eq!(leaves("chess", 4), 197_281);
    let rules = built_in("chess");
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position = Described::parse(rules, kiwipete).unwrap();
    assert_eq!(perft(&position, 3, &|| false).unwrap(), 97_862);
}

fn refused(text: &str) -> String {
    variant("my", "my.ini", text, "my").unwrap_err().to_string()
}

#[test]
fn what_a_text_gets_wrong_is_named_with_its_line() {
    for (text, why) in [
        ("[my:chess]\nmaxRnk = 9", "line 2: unknown key \"maxRnk\" (= 9); did you mean maxRank?"),
        ("[my:chess]\nmaxRank = 11", "line 2: maxRank = 11: 11 is too large; boards have at most"),
        ("[my:chess]\ncustomPiece1 = c:", "line 2: customPiece1 = c:: \"c:\" has no moves"),
        ("[my:chess]\ncustomPiece1 = c:oN", "'o' in \"oN\" is not supported"),
        ("[my:chess]\ncountingRule = makruk", "line 2: countingRule = makruk is not supported"),
        ("[my:chess]\npromotionPieceTypes = x", "no piece has the letter 'x'"),
        ("[my:chess]\nstalemateValue = lose", "\"lose\" is no result"),
        ("[my:chess]\nflagRegion = z9", "\"z9\" in \"z9\" is no square"),
        ("[my:chess]\ncastling = yes", "\"yes\" is neither true nor false"),
        ("[my:ches]\n", "line 1: \"ches\" is no variant of this file"),
        ("[my]\nrook = r\nstartFen = r7/8/8/8/8/8/8/R7 w - - 0 1", "there is no king"),
        (
            "[my:chess]\nstartFen = rnbq1bnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1",
            "line 2: startFen = rnbq1bnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1: Black has no king",
        ),
        (
            "[my:chess]\nknight = n\nhorse = n",
            "line 3: horse = n: knight has the letter 'n' already",
        ),
        ("[my:chess]\nmaxFile = 9", "has 8 squares of 9"),
        ("[my:chess]\ncastlingKingsideFile = a", "castling K: castlingKingsideFile or its like"),
    ] {
        let told = refused(text);
        assert!(told.starts_with("my.ini, line") && told.contains(why), "{text:?}: {told}");
    }
}

#[test]
fn an_unsupported_key_that_changes_nothing_is_taken() {
    assert!(variant("my", "my.ini", "[my:chess]\nchess960 = false", "my").is_ok());
}

#[test]
fn what_is_kept_while_playing_is_what_a_text_would_give() {
    let mut chance = crate::rng::Rng::new(7, 0);
    for name in built_in_names() {
        let rules = built_in(&name);
        let mut position = Described::start(rules);
        for _ in 0..60 {
            let moves = position.legal_moves();
            let noisy: Vec<Move> =
                moves.iter().copied().filter(|&mv| position.is_noisy(mv)).collect();
            let generated = position.noisy_moves();
            assert_eq!(noisy.len(), generated.len(), "{name}: {}", position.text());
            assert!(noisy.iter().all(|mv| generated.contains(mv)), "{name}: {}", position.text());
            let mut codes: Vec<u16> = moves.iter().map(|&mv| Described::move_code(mv)).collect();
            codes.sort_unstable();
            codes.dedup();
            assert_eq!(codes.len(), moves.len(), "{name}: {}", position.text());
            assert!(!codes.contains(&0) && position.has_legal_move() != moves.is_empty());
            if moves.is_empty() {
                break;
            }
            position = position.play(*chance.choose(&moves));
            let Ok(read) = Described::parse(rules, &position.text()) else { continue };
            assert_eq!(read.0.balance, position.0.balance, "{name}");
            if !position.0.dropped && position.0.passes == 0 {
                assert_eq!(read.key(), position.key(), "{name}: {}", position.text());
            }
        }
    }
}

#[test]
fn gains_are_what_a_move_changes() {
    use crate::features::of_variant;
    let mut chance = crate::rng::Rng::new(9, 0);
    for name in ["chess", "crazyhouse", "shogi", "grand", "xiangqi"] {
        let rules = built_in(name);
        let set = of_variant(rules)[0];
        let weights: Vec<i32> = set.features().iter().map(|_| chance.below(900) as i32).collect();
        let mut position = Described::start(rules);
        for _ in 0..80 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(chance.below(moves.len().max(1) as u64) as usize) else {
                break;
            };
            let context = set.at_root(&position);
            let before = set.sums(&position, &context, &weights);
            let child = position.play(mv);
            let change = set.weighted(&child, &context, &weights) - before.value;
            let sign = i64::from(position.turn().sign());
            if let Some(gain) = set.gain(&position, mv, &context, &weights, &before) {
                assert_eq!(gain, sign * change, "{name}: {}", position.text());
            }
            position = child;
        }
    }
}
