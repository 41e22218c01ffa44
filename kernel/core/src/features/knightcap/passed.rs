//! Passed pawns: no enemy pawn before them on the file, nor strictly ahead on those beside.

use super::control;
use super::declared::{
    BLOCKED_PASSED_PAWN, KING_PASSED_PAWN_DEFENCE, KING_PASSED_PAWN_SUPPORT, PASSED_PAWN_CONTROL,
    PASSED_PAWN_ROOK_ATTACK, PASSED_PAWN_ROOK_SUPPORT, PAWN_ADVANCE, PAWN_ADVANCE1,
    UNSTOPPABLE_PAWN,
};
use super::pawns::to_go;
use super::scene::{K, P, R, Scene};
use super::side::Side;
use super::sink::Sink;
use crate::features::bits::{FILE_A, count, down, each, file_of, rank_of, reach, up};
use shakmaty::Role;

/// Where the numbers of the way begin for a pawn of each rank.
const WAYS: [usize; 7] = [0, 0, 6, 11, 15, 18, 20];

pub(super) fn scan(view: &Side<'_>, pawn: u32, sink: &mut impl Sink) {
    let Side { sign, .. } = *view;
    let here = 1_u64 << pawn;
    sink.add(PAWN_ADVANCE + to_go(pawn), sign);
    let (own_king, their_king) = view.kings();
    if is_before(their_king, pawn) {
        sink.add(KING_PASSED_PAWN_DEFENCE, -sign);
    }
    if is_before(own_king, pawn) {
        sink.add(KING_PASSED_PAWN_SUPPORT, sign);
    }
    if here << 8 & view.their_all != 0 {
        sink.add(BLOCKED_PASSED_PAWN, -sign);
    }
    let behind = rook_behind(view, pawn);
    if behind & view.their[R] != 0 {
        sink.add(PASSED_PAWN_ROOK_ATTACK, -sign);
    }
    let supports = behind & view.own[R] != 0;
    if supports {
        sink.add(PASSED_PAWN_ROOK_SUPPORT, sign);
    }
    sink.add(PAWN_ADVANCE1 + to_go(pawn), sign * beside_it(view, pawn));
    way(view, pawn, supports, sink);
    if is_unstoppable(view, pawn) {
        sink.add(UNSTOPPABLE_PAWN, sign);
    }
}

/// Whether a king is level with a pawn or ahead of it, at most one file beside.
fn is_before(king: u32, pawn: u32) -> bool {
    rank_of(king) >= rank_of(pawn) && (king & 7).abs_diff(pawn & 7) <= 1
}

/// The rook that attacks a pawn from behind on its file, if it is not pinned.
fn rook_behind(view: &Side<'_>, pawn: u32) -> u64 {
    let rooks = (view.own[R] | view.their[R]) & !view.pinned;
    let file = file_of(pawn) & ((1_u64 << pawn) - 1);
    if rooks & file == 0 {
        return 0;
    }
    reach(Role::Rook, pawn, view.occupied) & rooks & file
}

/// On how many of the files beside the rearmost pawn of ours is at most one rank away.
fn beside_it(view: &Side<'_>, pawn: u32) -> i64 {
    let rear = view.own[P] & !up(view.own[P] << 8);
    let near = |file: u32| rear & FILE_A << file & (0xff_ffff << (8 * rank_of(pawn)) >> 8);
    let (left, right) = ((pawn & 7).checked_sub(1), ((pawn & 7) < 7).then_some((pawn & 7) + 1));
    [left, right].into_iter().flatten().map(|file| count(near(file))).sum()
}

/// Squares ahead, up to the first that the enemy controls.
fn way(view: &Side<'_>, pawn: u32, supported: bool, sink: &mut impl Sink) {
    let Side { scene, side, sign, .. } = *view;
    let first = PASSED_PAWN_CONTROL + WAYS[rank_of(pawn)];
    for (ahead, square) in (pawn + 8..64).step_by(8).enumerate() {
        let square = view.turned_square(square);
        if is_theirs(scene, side, square, supported) {
            break;
        }
        sink.add(first + ahead, sign);
    }
}

/// Whether the enemy controls a square; a rook behind the pawn helps to hold its way.
fn is_theirs(scene: &Scene, side: usize, square: u32, supported: bool) -> bool {
    let theirs = scene.control.of[1 - side] >> square & 1 == 1;
    theirs && (!supported || control::at(scene, square, side, R) == super::scene::sign(1 - side))
}

/// Whether a lone king comes too late.
fn is_unstoppable(view: &Side<'_>, pawn: u32) -> bool {
    let Side { scene, side, .. } = *view;
    if scene.officers(1 - side) != scene.men[1 - side][K] {
        return false;
    }
    let king = view.kings().1;
    let steps = (king & 7).abs_diff(pawn & 7).max(7 - (king >> 3)) as i64;
    let steps = steps - i64::from(scene.mover != side);
    let mut moves = to_go(pawn) as i64;
    if steps <= moves {
        return false;
    }
    let ahead = up(1_u64 << pawn << 8) & down(1_u64 << 48 << (pawn & 7)) & file_of(pawn);
    for man in each(ahead & view.occupied) {
        moves += if view.own[P] >> man & 1 == 1 { 10 } else { 1 };
    }
    steps > moves
}
