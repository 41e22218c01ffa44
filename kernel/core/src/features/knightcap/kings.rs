//! Kings: how far they stand, what shelters them, what attacks them.

use super::Stage;
use super::declared::{
    CASTLED, ENDING_KPOS, KING_PROXIMITY, MID_KING_ADVANCE, NOQ_KING_ATTACK_COMPUTER,
    NOQ_KING_ATTACK_OPPONENT, NOQUEEN_FILE_SAFETY, OPENING_KING_ADVANCE, PAWN_DEFENCE,
    Q_KING_ATTACK_COMPUTER, Q_KING_ATTACK_OPPONENT, QUEEN_FILE_SAFETY,
};
use super::officers::DARK;
use super::scene::{B, K, P, PAWN, Q, R};
use super::side::Side;
use super::sink::Sink;
use crate::features::bits::{beside, count, distance, down, rank_of, reach, up};
use shakmaty::Role;

/// How much more the square of a king counts when it is to be mated.
const WHEN_MATED: i64 = 10;

pub(super) fn scan(view: &Side<'_>, sink: &mut impl Sink) {
    let Side { scene, side, sign, .. } = *view;
    let (king, _) = view.kings();
    let rank = rank_of(king);
    if view.they_have(Q) {
        match scene.stage {
            Stage::Opening if rank > 0 => sink.add(OPENING_KING_ADVANCE + rank, -sign),
            Stage::Middle if rank > 0 => sink.add(MID_KING_ADVANCE + rank, -sign),
            _ => (),
        }
    } else {
        place(view, sink);
    }
    if matches!(scene.stage, Stage::Opening | Stage::Middle) {
        if scene.has_castled[side] {
            sink.add(CASTLED, sign);
        } else if !scene.may_castle[side] {
            sink.add(CASTLED, -sign);
        }
        if view.they_have(Q) && rank == 0 {
            shelter(view, king, sink);
        }
    }
    attacked(view, sink);
    files(view, sink);
}

/// Where a king stands when no queen is there to harm it; the edges count alike.
fn place(view: &Side<'_>, sink: &mut impl Sink) {
    let Side { scene, side, sign, .. } = *view;
    let (king, their_king) = view.kings();
    let times = match scene.stage {
        Stage::Mating if scene.lead(1 - side) > PAWN => WHEN_MATED,
        Stage::Mating => {
            let steps = distance(king, their_king);
            return sink.add(KING_PROXIMITY + steps as usize, -sign);
        }
        _ => 1,
    };
    for place in [king & 7, king >> 3] {
        sink.add(ENDING_KPOS + place.min(7 - place) as usize, sign * times);
    }
}

/// Squares of the second rank and the third.
const fn second(file: u32) -> u64 {
    1 << (8 + file)
}

const fn third(file: u32) -> u64 {
    1 << (16 + file)
}

/// Pawns before a king on its first rank: of a wing the pawn farthest from the corner, the one beside
/// it, the corner's; and pairs of which one has stepped forward.
struct Wing {
    far: u32,
    middle: u32,
    corner: u32,
    /// Where the numbers of far, middle and corner pawn begin, and of the three pairs.
    order: [usize; 6],
}

const KINGSIDE: Wing = Wing { far: 5, middle: 6, corner: 7, order: [0, 1, 2, 3, 4, 5] };
const QUEENSIDE: Wing = Wing { far: 2, middle: 1, corner: 0, order: [8, 7, 6, 9, 10, 11] };

fn shelter(view: &Side<'_>, king: u32, sink: &mut impl Sink) {
    if king >= 5 || view.scene.may_castle_short[view.side] {
        wing(view, &KINGSIDE, sink);
    }
    if king <= 2 {
        wing(view, &QUEENSIDE, sink);
    }
}

fn wing(view: &Side<'_>, wing: &Wing, sink: &mut impl Sink) {
    let Side { sign, own, their, .. } = *view;
    let pawns = own[P];
    let has = |squares: u64| pawns & squares == squares;
    // A pawn that has left the middle weakens squares that only one of their bishops can use; the
    // same with its neighbour and the other bishop. Colours are the board's: our square's is told
    // by itself, theirs are seen from the same side.
    let colour = if second(wing.middle) & DARK != 0 { DARK } else { !DARK };
    let no_bishop = |squares: u64| their[B] & squares == 0;
    let stands = [
        has(second(wing.far)),
        has(second(wing.middle)),
        has(second(wing.corner)),
        has(third(wing.corner) | second(wing.middle)),
        has(third(wing.middle) | second(wing.corner)) && no_bishop(colour),
        has(third(wing.far) | second(wing.middle)) && no_bishop(!colour),
    ];
    for (place, stands) in wing.order.into_iter().zip(stands) {
        if stands {
            sink.add(PAWN_DEFENCE + place, sign);
        }
    }
}

/// How many pieces attack squares about our king, directly or through others; a rook among them
/// counts as one more.
pub(super) fn attackers(view: &Side<'_>) -> usize {
    let Side { scene, side, .. } = *view;
    let king = scene.king(side);
    let zone = reach(Role::King, king, 0) | 1 << king;
    let near = scene.pieces[1 - side].iter().filter(|man| man.kind != K);
    let near = near.filter(|man| (man.attacks | man.beyond) & zone != 0);
    let (mut number, mut rook) = (0, false);
    near.for_each(|man| {
        number += 1;
        rook |= man.kind == R;
    });
    number + usize::from(rook)
}

/// The last number of the tables of attackers.
const MOST: usize = 7;

fn attacked(view: &Side<'_>, sink: &mut impl Sink) {
    sink.add(table(view) + attackers(view).min(MOST), -view.sign);
}

/// The table for our king.
pub(super) fn table(view: &Side<'_>) -> usize {
    match (view.they_have(Q), view.scene.computer == view.side) {
        (true, true) => Q_KING_ATTACK_COMPUTER,
        (true, false) => Q_KING_ATTACK_OPPONENT,
        (false, true) => NOQ_KING_ATTACK_COMPUTER,
        (false, false) => NOQ_KING_ATTACK_OPPONENT,
    }
}

/// Files at the king without any pawn.
fn files(view: &Side<'_>, sink: &mut impl Sink) {
    let pawns = view.own[P] | view.their[P];
    let first = (up(pawns) | down(pawns)) & 0xff;
    let king = 1_u64 << (view.kings().0 & 7);
    let open = count((king | beside(king)) & !first & 0xff);
    let term = if view.they_have(Q) { QUEEN_FILE_SAFETY } else { NOQUEEN_FILE_SAFETY };
    sink.add(term, -view.sign * open);
}
