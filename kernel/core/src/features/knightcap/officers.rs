//! Knights, bishops, rooks and queens where they stand.

use shakmaty::Role;

use super::Stage;
use super::declared::{
    BISHOP_OUTPOST, BISHOP_PAIR, BISHOP_XRAY, CONNECTED_ROOKS, EARLY_QUEEN_MOVEMENT,
    KNIGHT_OUTPOST, KNIGHT_POS, ROOK_POS, SEVENTH_RANK_ROOKS, SUPPORTED_BISHOP_OUTPOST,
    SUPPORTED_KNIGHT_OUTPOST, by_files,
};
use super::scene::{B, K, N, Q, R};
use super::side::Side;
use super::sink::Sink;
use crate::features::bits::{count, each, reach};

/// The fifth rank and the sixth.
const POSTS: u64 = 0x0000_ffff_0000_0000;
const SEVENTH: u64 = 0x00ff_0000_0000_0000;
const THREE_RANKS: u64 = 0x00ff_ffff;
pub(super) const DARK: u64 = 0xaa55_aa55_aa55_aa55;

pub(super) fn scan(view: &Side<'_>, sink: &mut impl Sink) {
    let Side { sign, own, their, .. } = *view;
    let posts = POSTS & view.posts();
    let outposts = [
        (N, KNIGHT_OUTPOST, SUPPORTED_KNIGHT_OUTPOST),
        (B, BISHOP_OUTPOST, SUPPORTED_BISHOP_OUTPOST),
    ];
    for (kind, outpost, supported) in outposts {
        let there = own[kind] & posts;
        if there != 0 {
            sink.add(outpost, sign * count(there));
            sink.add(supported, sign * count(there & view.pawn_attacks));
        }
    }
    for knight in each(own[N]) {
        sink.add(KNIGHT_POS + by_files(knight), sign);
    }
    let heavy = their[K] | their[Q] | their[R];
    for bishop in each(own[B]) {
        let seen = count(reach(Role::Bishop, bishop, 0) & heavy).min(4);
        sink.add(BISHOP_XRAY + seen as usize, sign);
    }
    if own[B] & DARK != 0 && own[B] & !DARK != 0 {
        sink.add(BISHOP_PAIR, sign);
    }
    for rook in each(own[R]) {
        sink.add(ROOK_POS + by_files(rook), sign);
    }
    if count(own[R]) > 1 {
        connected(view, sink);
    }
    if view.scene.stage == Stage::Opening {
        sink.add(EARLY_QUEEN_MOVEMENT, -sign * count(own[Q] & !THREE_RANKS));
    }
}

/// Rooks that guard each other.
fn connected(view: &Side<'_>, sink: &mut impl Sink) {
    let Side { scene, side, sign, own, .. } = *view;
    let rooks = scene.pieces[side].iter().filter(|man| man.kind == R);
    let (mut guarded, mut from_seventh) = (0, 0);
    for rook in rooks.filter(|man| scene.pinned >> man.square & 1 == 0) {
        let attacks = view.turned(rook.attacks) & own[R];
        guarded |= attacks;
        if SEVENTH >> view.turned_square(rook.square) & 1 == 1 {
            from_seventh |= attacks;
        }
    }
    sink.add(CONNECTED_ROOKS, sign * count(guarded));
    sink.add(SEVENTH_RANK_ROOKS, sign * count(from_seventh & SEVENTH));
}
