//! How safely the king stands behind its pawns.

use super::super::view::{beside, count, file_of, up};
use super::declared::{
    KING_OPEN, KING_OPEN_BESIDE, SHELTER_FAR, SHELTER_NEAR, STORM_FAR, STORM_NEAR,
};
use super::{Scene, Sink};

pub(super) fn scan(scene: &Scene<'_>, sink: &mut impl Sink) {
    let Scene { view, sign, .. } = *scene;
    let (pawns, their_pawns) = (view.own[0], view.their[0]);
    let square = view.king();
    let king = 1_u64 << square;
    let row = king | beside(king);
    sink.add(SHELTER_NEAR, sign * count(row << 8 & pawns));
    sink.add(SHELTER_FAR, sign * count(row << 16 & pawns));
    let near = row | row << 8 | row << 16;
    sink.add(STORM_NEAR, sign * count(near & their_pawns));
    sink.add(STORM_FAR, sign * count(row << 24 & their_pawns));
    if file_of(square) & pawns == 0 {
        sink.add(KING_OPEN, sign);
    }
    let files_of_pawns = up(pawns) | up(pawns.swap_bytes()).swap_bytes();
    sink.add(KING_OPEN_BESIDE, sign * count(beside(king) & !files_of_pawns));
}
