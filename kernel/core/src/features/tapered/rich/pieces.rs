//! How pieces stand among pawns.

use super::super::view::{beside, count, down, each, file_of, up};
use super::declared::{
    BAD_BISHOP, BISHOP_OUTPOST, BISHOP_PAIR, KNIGHT_OUTPOST, ROOK_BEHIND, ROOK_HALF_OPEN,
    ROOK_OPEN, ROOK_SEVENTH, SPACE,
};
use super::{Scene, Sink};

/// Squares of one colour.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;
/// The fourth rank to the sixth, where a post is worth having.
const POSTS: u64 = 0x0000_ffff_ff00_0000;
/// The files c to f, the second rank to the fourth.
const CENTRE: u64 = 0x0000_0000_3c3c_3c00;
const SEVENTH: u64 = 0x00ff_0000_0000_0000;
const EIGHTH: u64 = 0xff00_0000_0000_0000;

pub(super) fn scan(scene: &Scene<'_>, sink: &mut impl Sink) {
    let Scene { view, passed, sign, .. } = *scene;
    let [pawns, knights, bishops, rooks, ..] = view.own;
    let their_pawns = view.their[0];
    if count(bishops) >= 2 {
        sink.add(BISHOP_PAIR, sign);
    }
    for square in each(bishops) {
        let colour = if DARK >> square & 1 == 1 { DARK } else { !DARK };
        sink.add(BAD_BISHOP, sign * count(pawns & colour));
    }
    // Enemy pawns that are before a square, beside it, may still come to attack it.
    let driven = beside(down(their_pawns >> 8));
    let posts = POSTS & view.pawn_attacks & !driven;
    sink.add(KNIGHT_OUTPOST, sign * count(knights & posts));
    sink.add(BISHOP_OUTPOST, sign * count(bishops & posts));
    for square in each(rooks) {
        let file = file_of(square);
        if file & pawns == 0 {
            let is_open = file & their_pawns == 0;
            sink.add(if is_open { ROOK_OPEN } else { ROOK_HALF_OPEN }, sign);
        }
        if up(1 << square) & file & passed != 0 {
            sink.add(ROOK_BEHIND, sign);
        }
    }
    if view.their[5] & EIGHTH | their_pawns & SEVENTH != 0 {
        sink.add(ROOK_SEVENTH, sign * count(rooks & SEVENTH));
    }
    let space = CENTRE & !pawns & !view.their_pawn_attacks;
    sink.add(SPACE, sign * (count(space) + count(space & down(pawns >> 8))));
}
