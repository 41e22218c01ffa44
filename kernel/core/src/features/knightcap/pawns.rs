//! How pawns stand.

use super::declared::{
    ADJACENT_PAWN, DOUBLED_PAWN, ISOLATED_PAWN, MEGA_WEAK_PAWN, PAWN_ADVANCE2, UNSUPPORTED_PAWN,
    WEAK_PAWN, WEAK_PAWN_ATTACK_VALUE,
};
use super::passed;
use super::scene::P;
use super::side::Side;
use super::sink::{Places, Sink};
use crate::features::bits::{beside, count, down, each, rank_of, up};

const SECOND: u64 = 0xff00;

/// Counts what these of our pawns are: all of them, unless one is to be judged alone.
pub(super) fn scan(view: &Side<'_>, counted: u64, sink: &mut impl Sink) {
    let Side { scene, sign, own, their, .. } = *view;
    let own = own[P];
    let weak = weak(view) & counted;
    sink.add_squares(Places::Pawns, counted, sign);
    sink.add(ADJACENT_PAWN, sign * count(counted & beside(own)));
    sink.add(UNSUPPORTED_PAWN, -sign * count(counted & !view.pawn_attacks));
    if weak != 0 {
        let files_of_theirs = up(their[P]) | down(their[P]);
        sink.add(WEAK_PAWN, -sign * count(weak));
        sink.add(MEGA_WEAK_PAWN, -sign * count(weak & !files_of_theirs));
        let attacked = &scene.control.by[1 - view.side].pieces;
        for pawn in each(weak) {
            let attackers = attacked.at(view.turned_square(pawn)) as usize;
            if attackers > 0 {
                sink.add(WEAK_PAWN_ATTACK_VALUE + attackers, -sign);
            }
        }
    }
    let unopposed = counted & !view.before_theirs;
    for pawn in each(unopposed & !weak) {
        sink.add(PAWN_ADVANCE2 + to_go(pawn), sign);
    }
    for pawn in each(unopposed & view.posts()) {
        passed::scan(view, pawn, sink);
    }
    sink.add(DOUBLED_PAWN, -sign * count(counted & up(own << 8)));
    sink.add(ISOLATED_PAWN, -sign * count(counted & !beside(up(own) | down(own))));
}

/// Squares to promotion.
pub(super) fn to_go(pawn: u32) -> usize {
    7 - rank_of(pawn)
}

/// Pawns that no pawn guards, unless they can step beside one.
fn weak(view: &Side<'_>) -> u64 {
    let pawns = view.own[P] | view.their[P];
    let guarded = view.pawn_attacks;
    let one_step = guarded & !pawns;
    // From the second rank it may be two steps, if nothing takes it on the way.
    let two_steps = (guarded & !pawns) >> 8 & !pawns & !view.their_pawn_attacks;
    let excused = one_step >> 8 | two_steps >> 8 & SECOND;
    view.own[P] & !guarded & !excused
}
