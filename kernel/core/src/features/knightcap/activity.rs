//! What pieces can do: control of squares, attacks, mobility, and what they have to guard.

use super::declared::{
    ATTACK_VALUE, KNIGHT_MOBILITY, KNIGHT_SMOBILITY, OVERLOADED_PENALTY, TRAPPED_STEP,
    USELESS_PIECE,
};
use super::scene::{K, N, Q, Scene};
use super::side::Side;
use super::sink::{Places, Sink};
use crate::features::bits::{count, rank_of};

/// Below so many squares a piece that attacks nothing is useless: knight, bishop, rook, queen.
const USEFUL: [i64; 6] = [0, 6, 5, 4, 6, 0];
/// The last number of squares that tables tell apart, and of attacks.
const MOST_SQUARES: i64 = 9;
const MOST_ATTACKS: i64 = 15;
const MOST_GUARDED: i64 = 16;
/// Numbers of one kind.
const EACH: usize = 80;

pub(super) fn scan(view: &Side<'_>, sink: &mut impl Sink) {
    let Side { scene, side, sign, .. } = *view;
    sink.add_squares(places(view), view.turned(scene.control.of[side]), sign);
    let attacks = mobility(view, sink);
    sink.add(ATTACK_VALUE + attacks.min(MOST_ATTACKS) as usize, sign);
    overloaded(view, scene.control.of_nobody(), sink);
}

/// Which squares matter depends on where our king lives, as long as there are queens.
pub(super) fn places(view: &Side<'_>) -> Places {
    let (king, _) = view.kings();
    let queens = view.own[Q] | view.their[Q] != 0;
    match king & 7 {
        _ if !queens || rank_of(king) > 2 => Places::Control,
        4.. => Places::ControlKingside,
        ..=2 => Places::ControlQueenside,
        _ => Places::Control,
    }
}

/// The squares of every piece; how many attacks all of them make on men beside the king.
fn mobility(view: &Side<'_>, sink: &mut impl Sink) -> i64 {
    let Side { scene, side, sign, .. } = *view;
    let targets = targets(scene, side);
    let mut attacks = 0;
    for man in &scene.pieces[side] {
        let is_free = scene.pinned >> man.square & 1 == 0;
        let reached = if is_free { man.attacks } else { 0 };
        let (squares, safe) = (count(reached), count(reached & scene.control.safe[side][man.kind]));
        let rank = rank_of(view.turned_square(man.square));
        let place =
            |squares: i64| (man.kind - N) * EACH + 10 * rank + squares.min(MOST_SQUARES) as usize;
        sink.add(KNIGHT_MOBILITY + place(squares), sign);
        sink.add(KNIGHT_SMOBILITY + place(safe), sign);
        if safe == 0 {
            sink.add(TRAPPED_STEP + rank, -sign);
        }
        let attacked = count(man.attacks & targets);
        if squares < USEFUL[man.kind] && attacked == 0 {
            sink.add(USELESS_PIECE, -sign);
        }
        attacks += attacked;
    }
    attacks
}

/// Enemy men beside the king.
fn targets(scene: &Scene, side: usize) -> u64 {
    scene.all[1 - side] & !scene.men[1 - side][K]
}

/// The attacks of a side's pieces on enemy men beside the king.
#[cfg(test)]
pub(super) fn attacks(view: &Side<'_>) -> i64 {
    let targets = targets(view.scene, view.side);
    view.scene.pieces[view.side].iter().map(|man| count(man.attacks & targets)).sum()
}

/// Squares that a side's pieces can go to without loss.
pub(super) fn safe_squares(scene: &Scene, side: usize) -> u32 {
    let free = scene.pieces[side].iter().filter(|man| scene.pinned >> man.square & 1 == 0);
    free.map(|man| (man.attacks & scene.control.safe[side][man.kind]).count_ones()).sum()
}

/// The men of a side, beside the king, that are attacked on squares that the other controls.
pub(super) fn hung(scene: &Scene, side: usize) -> u64 {
    targets(scene, 1 - side) & attacked(scene, 1 - side) & scene.control.of[1 - side]
}

/// All squares that a side attacks, with pinned men too.
pub(super) fn attacked(scene: &Scene, side: usize) -> u64 {
    scene.pieces[side].iter().fold(scene.pawn_attacks[side], |all, man| all | man.attacks)
}

/// Pieces that guard two men or more on squares that nobody controls.
pub(super) fn overloaded(view: &Side<'_>, of_nobody: u64, sink: &mut impl Sink) {
    let Side { scene, side, sign, .. } = *view;
    let doubtful = scene.all[side] & of_nobody;
    if doubtful & doubtful.wrapping_sub(1) == 0 {
        return;
    }
    for man in &scene.pieces[side] {
        let guarded = count(man.attacks & doubtful).min(MOST_GUARDED);
        if guarded >= 2 {
            sink.add(OVERLOADED_PENALTY + guarded as usize - 2, -sign);
        }
    }
}
