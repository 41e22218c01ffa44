//! How pawns stand.

use super::super::view::{View, beside, count, distance, down, each, file_of, up};
use super::declared::{
    BACKWARD, BACKWARD_OPEN, CONNECTED, DOUBLED, ISOLATED, ISOLATED_OPEN, PASSED, PASSED_BLOCKED,
    PASSED_FREE, PASSED_GUARDED, PASSED_OTHER_KING, PASSED_OWN_KING,
};
use super::{Scene, Sink};

/// Our pawns that no enemy pawn can stop, with none of ours before them.
pub(super) fn passed(view: &View) -> u64 {
    let (own, their) = (view.own[0], view.their[0]);
    let before = down(their >> 8);
    own & !(before | beside(before)) & !down(own >> 8)
}

pub(super) fn scan(scene: &Scene<'_>, sink: &mut impl Sink) {
    let Scene { view, theirs, passed, sign, .. } = *scene;
    let (own, their) = (view.own[0], view.their[0]);
    let ahead_of_theirs = down(their >> 8);
    sink.add(DOUBLED, sign * count(own & down(own >> 8)));
    let isolated = own & !beside(up(own) | down(own));
    sink.add(ISOLATED, sign * count(isolated));
    sink.add(ISOLATED_OPEN, sign * count(isolated & !ahead_of_theirs));
    // No pawn beside or behind can ever guard the next square, and an enemy pawn attacks it.
    let guardable = beside(up(own));
    let backward =
        own & !guardable & !isolated & (view.their_pawn_attacks & !view.pawn_attacks) >> 8;
    sink.add(BACKWARD, sign * count(backward));
    sink.add(BACKWARD_OPEN, sign * count(backward & !ahead_of_theirs));
    let connected = own & (beside(own) | view.pawn_attacks);
    for square in each(connected) {
        sink.add(CONNECTED + (square >> 3) as usize - 1, sign);
    }
    for square in each(passed) {
        sink.add(PASSED + (square >> 3) as usize - 1, sign);
        let next = square + 8;
        sink.add(PASSED_OWN_KING, sign * distance(view.king(), next));
        sink.add(PASSED_OTHER_KING, sign * distance(view.their_king(), next));
        let way = up(1 << next) & file_of(square);
        if way & (view.occupied | theirs.all) == 0 {
            sink.add(PASSED_FREE, sign);
        }
    }
    sink.add(PASSED_BLOCKED, sign * count(passed & view.occupied >> 8));
    sink.add(PASSED_GUARDED, sign * count(passed & view.pawn_attacks));
}
