//! What is attacked that should not be.

use super::super::view::{beside, count};
use super::declared::{
    LOOSE_BISHOP, LOOSE_KNIGHT, LOOSE_PAWN, LOOSE_QUEEN, LOOSE_ROOK, MINOR_ON_QUEEN, MINOR_ON_ROOK,
    PAWN_ON_BISHOP, PAWN_ON_KNIGHT, PAWN_ON_QUEEN, PAWN_ON_ROOK, PUSH_THREAT, ROOK_ON_QUEEN,
};
use super::{Scene, Sink};

/// The third rank: a pawn there may have come by one step, and go on by another.
const THIRD: u64 = 0x0000_0000_00ff_0000;

pub(super) fn scan(scene: &Scene<'_>, sink: &mut impl Sink) {
    let Scene { view, ours, theirs, sign, .. } = *scene;
    let [pawns, knights, bishops, rooks, queens, _] = view.their;
    let [_, by_knight, by_bishop, by_rook, ..] = ours.by;
    let by_pawn = view.pawn_attacks;
    let by_minor = by_knight | by_bishop;
    for (term, men) in [
        (PAWN_ON_KNIGHT, by_pawn & knights),
        (PAWN_ON_BISHOP, by_pawn & bishops),
        (PAWN_ON_ROOK, by_pawn & rooks),
        (PAWN_ON_QUEEN, by_pawn & queens),
        (MINOR_ON_ROOK, by_minor & rooks),
        (MINOR_ON_QUEEN, by_minor & queens),
        (ROOK_ON_QUEEN, by_rook & queens),
    ] {
        if men != 0 {
            sink.add(term, sign * count(men));
        }
    }
    let loose = ours.all & !theirs.all;
    if loose & (pawns | knights | bishops | rooks | queens) != 0 {
        for (term, men) in [
            (LOOSE_PAWN, pawns),
            (LOOSE_KNIGHT, knights),
            (LOOSE_BISHOP, bishops),
            (LOOSE_ROOK, rooks),
            (LOOSE_QUEEN, queens),
        ] {
            sink.add(term, sign * count(loose & men));
        }
    }
    let step = view.own[0] << 8 & !view.occupied;
    let steps = step | (step & THIRD) << 8 & !view.occupied;
    // Safe where no pawn takes, and where a man of ours guards what they attack.
    let safe = steps & !view.their_pawn_attacks & (!theirs.all | ours.all);
    let pieces = knights | bishops | rooks | queens;
    sink.add(PUSH_THREAT, sign * count(beside(safe) << 8 & pieces & !by_pawn));
}
