//! What a pawn is worth where its worth lies in many weights: measured on some positions.

use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position, Role, Square};

use crate::features::FeatureSet;
use crate::game::Rules;
use crate::games::Chess;

/// Openings, middle games and endings, on which the worth of a pawn is measured.
pub const MEASURED: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N1P3/PP3PPP/R2QKBNR w KQ - 1 6",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP3PP/R2Q1RK1 w - - 0 12",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r4rk1/ppq2ppp/2p1pn2/8/3P4/2PB1Q1P/PP3PP1/R3R1K1 b - - 0 17",
    "3r1rk1/p3qppp/1p2p3/2p5/2P1n3/1P2PN2/PB2QPPP/3R1RK1 w - - 0 19",
    "2r3k1/1p3pp1/p2p1n1p/3Pp3/4P3/1PN2P2/P5PP/2R3K1 w - - 0 26",
    "8/1p2kppp/p3p3/2b5/5P2/1P1B2P1/P4K1P/8 w - - 0 31",
    "8/5pk1/R5p1/p1p4p/2r4P/5PP1/5K2/8 w - - 0 40",
    "8/2p5/1p2k1p1/p3p2p/P3P2P/1P1K2P1/2P5/8 w - - 0 38",
];

/// What a pawn counts: with it minus without it, the mean over all pawns of some positions.
pub(super) fn of_a_pawn(set: &(dyn FeatureSet<Chess> + 'static)) -> Vec<(u32, f64)> {
    let mut sums = vec![0.0; set.weights()];
    let mut add = |position: &Chess, sign: f64| {
        let mut counts = Vec::new();
        set.weight_counts(position, &set.at_root(position), &mut counts);
        counts.into_iter().for_each(|(i, count)| sums[i as usize] += sign * count);
    };
    let mut pawns = 0.0;
    for text in MEASURED {
        let position = Chess::parse(text).expect("a position as it is written above");
        for square in position.pieces().by_role(Role::Pawn) {
            let Some(without) = without(&position, square) else { continue };
            let is_whites = position.pieces().white().contains(square);
            let sign = if is_whites { 1.0 } else { -1.0 };
            add(&position, sign);
            add(&without, -sign);
            pawns += 1.0;
        }
    }
    let means = sums.into_iter().enumerate().filter(|&(_, sum)| sum != 0.0);
    means.map(|(i, sum)| (i as u32, sum / pawns)).collect()
}

/// The position without a pawn, unless that would leave a king to be taken.
fn without(position: &Chess, pawn: Square) -> Option<Chess> {
    let mut setup = position.rules().to_setup(EnPassantMode::Legal);
    setup.board.discard_piece_at(pawn);
    setup.ep_square = None;
    Chess::parse(&Fen::try_from(setup).ok()?.to_string()).ok()
}
