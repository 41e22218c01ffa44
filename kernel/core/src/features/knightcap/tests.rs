//! The terms on positions that show them, and what holds of all of them.

use super::declared::SIZE;
use super::sink::WHOLE;
use super::*;
use crate::game::{Game, Rules, Turn};
use crate::rng::Rng;

fn context(stage: usize, ours: Turn) -> Context {
    Context { stage, ours }
}

fn counts(position: &Chess, context: &Context) -> Vec<f64> {
    let mut counted = Counted::new();
    scan(position, context, &mut counted);
    counted.0
}

/// The count of a term in a position, White searching.
fn of(fen: &str, name: &str) -> f64 {
    of_side(fen, name, Turn::First)
}

fn of_side(fen: &str, name: &str, ours: Turn) -> f64 {
    let position = Chess::parse(fen).unwrap();
    let context = context(Stage::of(&position) as usize, ours);
    let term = declared().iter().position(|feature| feature.name == name).expect(name);
    counts(&position, &context)[term]
}

/// Positions of random games.
fn random(number: usize, seed: u64) -> Vec<Chess> {
    let mut chance = Rng::new(seed, 0);
    let game = |_| {
        let mut position = Chess::start();
        for _ in 0..chance.below(160) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(*chance.choose(&moves));
        }
        position
    };
    (0..number).map(game).collect()
}

/// The position with the board turned upside down, and the sides exchanged.
fn turned(position: &Chess) -> Chess {
    let text = position.text();
    let fields: Vec<_> = text.split(' ').collect();
    let swap = |text: &str| -> String {
        let letters = text.chars().map(|letter| match letter {
            letter if letter.is_ascii_lowercase() => letter.to_ascii_uppercase(),
            letter => letter.to_ascii_lowercase(),
        });
        letters.collect()
    };
    let ranks: Vec<_> = fields[0].split('/').rev().collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let text = format!("{} {turn} {} - {} 1", swap(&ranks.join("/")), swap(fields[2]), fields[4]);
    Chess::parse(&text).unwrap()
}

#[test]
fn the_other_side_sees_the_same_with_the_sign_turned() {
    for (i, position) in random(400, 11).into_iter().enumerate() {
        let stage = if i % 3 == 0 { i % 4 } else { Stage::of(&position) as usize };
        for (ours, theirs) in [(Turn::First, Turn::Second), (Turn::Second, Turn::First)] {
            let one = counts(&position, &context(stage, ours));
            let other = counts(&turned(&position), &context(stage, theirs));
            let unlike: Vec<_> = (0..SIZE).filter(|&term| one[term] != -other[term]).collect();
            assert_eq!(unlike, [] as [usize; 0], "{} {stage}", position.text());
        }
    }
}

#[test]
fn counts_are_by_how_much_a_weight_changes_the_value() {
    let set = KnightCap::new();
    let mut chance = Rng::new(5, 0);
    // Multiples of the whole, so that what fades is not rounded.
    let weights: Vec<Value> =
        (0..SIZE).map(|_| chance.below(200) as Value * WHOLE as Value).collect();
    let prepared = set.prepared(&weights);
    for (i, position) in random(2000, 3).into_iter().enumerate() {
        let stage = if i % 2 == 0 { i / 2 % 4 } else { set.stage(&position) };
        let ours = [Turn::First, Turn::Second][i / 8 % 2];
        let context = context(stage, ours);
        let counts = counts(&position, &context);
        let before = set.weighted(&position, &context, &prepared);
        let whole: f64 = weights.iter().zip(&counts).map(|(&w, count)| f64::from(w) * count).sum();
        assert_eq!(before as f64, whole, "{}", position.text());
        // A dozen that count, and a few of the others.
        let counted: Vec<_> = (0..SIZE).filter(|&term| counts[term] != 0.0).collect();
        let some = (0..12).map(|_| *chance.choose(&counted)).collect::<Vec<_>>();
        let others = (0..4).map(|_| chance.below(SIZE as u64) as usize).collect::<Vec<_>>();
        for term in [some, others].concat() {
            let mut more = weights.clone();
            more[term] += WHOLE as Value;
            let after = set.weighted(&position, &context, &set.prepared(&more));
            let slope = (after - before) as f64 / WHOLE as f64;
            assert_eq!(slope, counts[term], "{} {term}", position.text());
        }
    }
}

#[test]
fn stages_are_those_of_the_papers() {
    let stage = |fen: &str| Stage::of(&Chess::parse(fen).unwrap());
    assert_eq!(stage("startpos"), Stage::Opening);
    let no_rights = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    assert_eq!(stage(no_rights), Stage::Middle);
    // Two minor pieces exchanged, queens count two more.
    assert_eq!(stage("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"), Stage::Opening);
    assert_eq!(stage("r2qkbnr/pppppppp/8/8/8/8/PPPPPPPP/R2QKBNR w KQkq - 0 1"), Stage::Middle);
    assert_eq!(stage("4k3/pp3r2/8/8/8/8/PP3RB1/4K1N1 w - - 0 1"), Stage::Ending);
    assert_eq!(stage("3qk3/8/8/8/8/8/P4RB1/3QK3 w - - 0 1"), Stage::Middle);
    assert_eq!(stage("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), Stage::Mating);
}

#[test]
fn at_the_start_nothing_favours_a_side_but_the_role() {
    let position = Chess::start();
    let counts = counts(&position, &context(0, Turn::First));
    let names = declared();
    let left: Vec<_> = (0..SIZE).filter(|&i| counts[i] != 0.0).map(|i| names[i].name).collect();
    assert_eq!(left, ["q_king_attack_computer_0", "q_king_attack_opponent_0"]);
}

#[test]
fn pawns_are_counted_as_knightcap_does() {
    let fen = "4k3/8/8/8/3PP3/8/P7/4K3 w - - 0 1";
    assert_eq!((of(fen, "adjacent_pawn"), of(fen, "unsupported_pawn")), (2.0, -3.0));
    assert_eq!((of(fen, "isolated_pawn"), of(fen, "pawn_advance_4")), (-1.0, 2.0));
    assert_eq!(of(fen, "pawn_advance1_4"), 2.0, "each has one beside it");
    let doubled = "4k3/8/8/8/P7/P7/8/4K3 w - - 0 1";
    assert_eq!(of(doubled, "doubled_pawn"), -1.0);
    // a3 and b3 can step beside each other; h2 has nobody, and no enemy pawn before it.
    let weak = "4k3/8/8/8/8/PP6/7P/4K3 w - - 0 1";
    assert_eq!((of(weak, "weak_pawn"), of(weak, "mega_weak_pawn")), (-1.0, -1.0));
    let attacked = "4k3/8/8/7r/8/8/7P/4K3 w - - 0 1";
    assert_eq!(of(attacked, "weak_pawn_attack_value_1"), -1.0);
    let stopped = "8/3k4/8/3P4/8/8/8/4K3 w - - 0 1";
    assert_eq!(of(stopped, "king_passed_pawn_defence"), -1.0);
    assert_eq!(
        (of(stopped, "passed_pawn_control_rank5_1"), of(stopped, "unstoppable_pawn")),
        (0.0, 0.0)
    );
    let free = "8/7k/8/P7/8/8/8/4K3 w - - 0 1";
    assert_eq!((of(free, "unstoppable_pawn"), of(free, "passed_pawn_control_rank5_3")), (1.0, 1.0));
    let rook = "4k3/8/1n6/8/1P6/8/8/1R2K3 w - - 0 1";
    assert_eq!(of(rook, "passed_pawn_rook_support"), 1.0);
    assert_eq!(of("4k3/7p/8/1n6/1P6/8/8/4K3 w - - 0 1", "blocked_passed_pawn"), -1.0);
}

#[test]
fn pieces_are_counted_as_knightcap_does() {
    let post = "4k3/5p2/8/3N4/4P3/8/8/4K3 w - - 0 1";
    assert_eq!((of(post, "knight_outpost"), of(post, "supported_knight_outpost")), (1.0, 1.0));
    assert_eq!(of("4k3/2p5/8/3N4/8/8/8/4K3 w - - 0 1", "knight_outpost"), 0.0);
    let rooks = "4k3/RR6/8/8/8/8/7P/4K3 w - - 0 1";
    assert_eq!((of(rooks, "connected_rooks"), of(rooks, "seventh_rank_rooks")), (2.0, 2.0));
    let xray = "q5kr/8/8/3B4/8/8/P7/4K3 b - - 0 1";
    assert_eq!(of(xray, "bishop_xray_2"), 1.0, "the queen on a8 and the king on g8");
    let pair = "4k3/8/8/8/8/8/4P3/2B1KB2 w - - 0 1";
    assert_eq!(of(pair, "bishop_pair"), 1.0);
    let blocked = "4k3/8/8/8/8/2P1P3/3PP3/1N2K3 w - - 0 1";
    assert_eq!((of(blocked, "blocked_knight"), of(blocked, "blocked_epawn")), (-1.0, -1.0));
    let bishops = "4k3/8/8/8/8/8/PP6/b1B1K3 w - - 0 1";
    assert_eq!(of(bishops, "opposite_bishops"), 0.0, "both on dark squares");
    let bishops = "4k3/8/8/8/8/8/PP6/1bB1K3 w - - 0 1";
    assert_eq!(of(bishops, "opposite_bishops"), -1.0);
}

#[test]
fn squares_belong_to_whom_they_would_cost_least() {
    // A pawn outweighs a rook; the knight on c5 stands on a square that a pawn attacks.
    let fen = "4k3/8/1p6/2N5/8/8/8/2R1K3 w - - 0 1";
    assert_eq!(of(fen, "pos_base_c5"), 0.0);
    assert_eq!(of(fen, "pos_base_c4"), 0.0, "White has c4, Black c5, which it sees as c4");
    assert_eq!(of(fen, "pos_base_c3"), 1.0);
    let queens = "q3k3/8/8/8/8/8/6P1/6KQ w - - 0 1";
    assert_eq!((of(queens, "pos_kingside_h3"), of(queens, "pos_queenside_h3")), (1.0, 0.0));
    assert_eq!(of("6k1/8/8/8/8/8/6P1/6K1 w - - 0 1", "pos_kingside_h3"), 0.0, "no queens");
}

#[test]
fn pinned_men_are_as_good_as_none() {
    let pinned = "4r1k1/7p/8/8/8/8/4N2P/4K3 w - - 0 1";
    assert_eq!(
        (of(pinned, "knight_mobility_rank2_0"), of(pinned, "trapped_step_rank2")),
        (1.0, -1.0)
    );
    let free = "3r2k1/7p/8/8/8/8/4N2P/4K3 w - - 0 1";
    assert_eq!(
        (of(free, "knight_mobility_rank2_0"), of(free, "knight_mobility_rank2_6")),
        (0.0, 1.0)
    );
}

#[test]
fn pieces_that_do_nothing_and_those_that_do_too_much() {
    let useless = "4k3/8/8/8/8/8/PP6/N3K3 w - - 0 1";
    assert_eq!(of(useless, "useless_piece"), -1.0);
    // The queen guards both pawns, each attacked once.
    let overloaded = "1r1r2k1/8/8/8/1P1P4/8/8/2Q3K1 w - - 0 1";
    let guards = "1r1r2k1/8/8/8/1P1P4/8/1Q6/6K1 w - - 0 1";
    assert_eq!(of(guards, "overloaded_penalty_2"), -1.0);
    assert_eq!(of(overloaded, "overloaded_penalty_2"), 0.0);
    assert_eq!(of(guards, "attack_value_2"), -1.0, "Black attacks two men");
}

#[test]
fn kings_are_judged_by_who_searches() {
    let fen = "6k1/5ppp/8/8/8/5Q2/8/R3K3 w Q - 0 1";
    // About Black's king: the queen on f7; the rook too counts as one more.
    assert_eq!(of_side(fen, "q_king_attack_opponent_1", Turn::First), 1.0);
    assert_eq!(of_side(fen, "q_king_attack_computer_1", Turn::Second), 1.0);
    assert_eq!(of_side(fen, "noq_king_attack_computer_0", Turn::First), -1.0);
    assert_eq!(of(fen, "noqueen_file_safety"), -2.0, "the files d and e at White's king");
    let castled = "r3k2r/pppppppp/8/8/3QQ3/8/PPPPPPPP/RNB2RK1 w kq - 0 1";
    assert_eq!(of(castled, "castled"), 1.0);
    let lost = "r3k2r/pppppppp/nn1qb3/8/3Q4/NN2B3/PPPPPPPP/R4K1R w kq - 0 1";
    assert_eq!(of(lost, "castled"), -1.0);
    let shelter = "3qk3/5ppp/8/8/8/5P2/6PP/RN1Q2K1 w - - 0 1";
    assert_eq!((of(shelter, "pawn_defence_fg"), of(shelter, "pawn_defence_f")), (1.0, 0.0));
}

#[test]
fn threats_are_captures_that_win_something() {
    assert_eq!(of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "threat"), 1.0);
    assert_eq!(of("4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", "threat"), -1.0);
    let guarded = "4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1";
    assert_eq!((of(guarded, "threat"), of(guarded, "opponents_threat")), (0.0, 0.0));
    assert_eq!(of("4k3/8/8/8/8/8/3p4/3RK3 w - - 0 1", "threat"), 1.0, "the king takes, too");
    assert_eq!(of("4k3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1", "opponents_threat"), 0.0);
    // The rook behind the rook is uncovered by the first capture.
    let battery = "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1";
    assert_eq!(of(battery, "threat"), 1.0);
}

#[test]
fn endings_that_are_drawn_count_as_such() {
    let rooks = "4k3/7r/8/8/8/8/R7/4K3 w - - 0 1";
    assert_eq!(of_side(rooks, "draw_value", Turn::First), 2.0);
    assert_eq!(of_side(rooks, "draw_value", Turn::Second), -2.0);
    assert_eq!(of(rooks, "rook"), 0.0);
    let knight = "4k3/8/8/8/8/8/p7/1N2K3 w - - 0 1";
    assert_eq!((of(knight, "draw_value"), of(knight, "knight")), (1.0, 0.0));
    let near = "4k3/8/8/8/8/8/n7/R3K3 w - - 0 1";
    assert_eq!(of(near, "near_draw_value"), -1.0);
    let black = "4k3/r7/8/8/8/8/8/1B2K3 w - - 0 1";
    assert_eq!(of(black, "near_draw_value"), 1.0);
    let both = "4k3/rb6/8/8/8/8/RB6/4K3 w - - 0 1";
    assert_eq!(of(both, "near_draw_value"), 0.0, "nobody is the stronger");
    let mating = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
    assert_eq!((of(mating, "no_material"), of(mating, "king_proximity_2")), (1.0, -1.0));
    assert_eq!(of(mating, "ending_kpos_0"), -20.0, "in the corner");
}

#[test]
fn what_does_not_move_forward_fades_and_trades_do_not() {
    let fen = |plies: u32| format!("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w Q - {plies} 1");
    assert_eq!((of(&fen(20), "rook"), of(&fen(52), "rook")), (1.0, 0.75));
    assert_eq!(
        (of(&fen(52), "piece_trade_bonus_3"), of(&fen(52), "pawn_trade_bonus_8")),
        (1.0, -1.0)
    );
}

#[test]
fn guards_are_told_of_the_side_to_move() {
    let set = KnightCap::new();
    let guards = |fen: &str| {
        let position = Chess::parse(fen).unwrap();
        set.guards(&position, &context(set.stage(&position), Turn::First))
    };
    let hung = guards("4k3/8/2p5/3N4/8/8/P7/4K3 w - - 0 1").unwrap();
    assert_eq!((hung.hung, hung.safe_squares), (1, 12));
    assert_eq!(guards("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), None, "when mating nobody asks");
}
