//! Where the pieces of shogi can go: bitboards of 81 squares in a `u128`.
//!
//! Square 9 × file + rank, both from 0: file 1 and rank a first. Sente moves to lower ranks.

use super::pieces::{Gait, PieceKind, Side};

/// A set of squares.
pub(super) type Bits = u128;

pub(super) const SQUARES: usize = 81;
/// All squares.
pub(super) const BOARD: Bits = (1 << SQUARES) - 1;
/// The first rank, a: one square in each file.
const RANK_A: Bits = {
    let mut bits = 0;
    let mut file = 0;
    while file < 9 {
        bits |= 1 << (9 * file);
        file += 1;
    }
    bits
};

#[inline]
pub(super) const fn bit(square: u8) -> Bits {
    1 << square
}

/// The squares of a set, lowest first.
#[inline]
pub(super) fn squares(mut bits: Bits) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let square = bits.trailing_zeros() as u8;
        bits &= bits - 1;
        Some(square)
    })
}

/// The last ranks of a side, `n` of them: 3 are its promotion zone.
pub(super) const fn last_ranks(side: Side, n: u32) -> Bits {
    let mut bits = 0;
    let mut i = 0;
    while i < n {
        bits |= match side {
            Side::Sente => RANK_A << i,
            Side::Gote => RANK_A << (8 - i),
        };
        i += 1;
    }
    bits
}

/// The promotion zone of each side.
pub(super) static ZONE: [Bits; 2] = [last_ranks(Side::Sente, 3), last_ranks(Side::Gote, 3)];

/// From where a piece that stays plain could never move again.
pub(super) const fn dead_end(kind: PieceKind, side: Side) -> Bits {
    match kind {
        PieceKind::Pawn | PieceKind::Lance => last_ranks(side, 1),
        PieceKind::Knight => last_ranks(side, 2),
        _ => 0,
    }
}

/// Whether a piece of that kind may stand on a square: not where it could never move again.
#[must_use]
pub fn can_stand(kind: PieceKind, side: Side, square: u8) -> bool {
    dead_end(kind, side) & bit(square) == 0
}

/// The files on which a pawn of the set stands, whole. No file has two.
pub(super) const fn files_of_pawns(pawns: Bits) -> Bits {
    // 255 added to a file's nine bits reaches the ninth where one of them is set.
    let hit = (pawns + RANK_A * 0xFF) & (RANK_A << 8);
    hit | (hit - (hit >> 8))
}

/// Steps in files and ranks. Going along the first four raises a square's number; the opposite
/// of direction d is d ^ 4.
const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)];
/// The direction of two squares that share no line.
pub(super) const NO_LINE: u8 = 8;

/// The direction in which a side's pawns and lances go.
pub(super) const fn forward(side: Side) -> usize {
    match side {
        Side::Sente => 4,
        Side::Gote => 0,
    }
}

const fn step(square: usize, (file, rank): (i32, i32)) -> Option<usize> {
    let (file, rank) = ((square / 9) as i32 + file, (square % 9) as i32 + rank);
    if file < 0 || file > 8 || rank < 0 || rank > 8 {
        None
    } else {
        Some((9 * file + rank) as usize)
    }
}

const fn rays() -> [[Bits; SQUARES]; 8] {
    let mut rays = [[0; SQUARES]; 8];
    let mut d = 0;
    while d < 8 {
        let mut from = 0;
        while from < SQUARES {
            let mut at = from;
            while let Some(next) = step(at, DIRECTIONS[d]) {
                rays[d][from] |= 1 << next;
                at = next;
            }
            from += 1;
        }
        d += 1;
    }
    rays
}

/// The squares in each direction from a square to the edge.
pub(super) static RAYS: [[Bits; SQUARES]; 8] = rays();

const fn directions() -> [[u8; SQUARES]; SQUARES] {
    let mut table = [[NO_LINE; SQUARES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut d = 0;
        while d < 8 {
            let mut at = from;
            while let Some(next) = step(at, DIRECTIONS[d]) {
                table[from][next] = d as u8;
                at = next;
            }
            d += 1;
        }
        from += 1;
    }
    table
}

static DIRECTION: [[u8; SQUARES]; SQUARES] = directions();

/// The direction from one square to another on its lines, or [`NO_LINE`].
#[inline]
pub(super) fn direction(from: u8, to: u8) -> u8 {
    DIRECTION[usize::from(from)][usize::from(to)]
}

/// The squares between two on a line; none where there is no line.
#[inline]
pub(super) fn between(a: u8, b: u8) -> Bits {
    let d = usize::from(direction(a, b));
    if d == usize::from(NO_LINE) {
        return 0;
    }
    RAYS[d][usize::from(a)] ^ RAYS[d][usize::from(b)] ^ bit(b)
}

/// Steps forward and to the left of Sente, by gait; sliders and the crown stand for their
/// neighbours on the board.
const fn steps_of(gait: usize) -> &'static [(i32, i32)] {
    match gait {
        0 => &[(0, -1)],
        2 => &[(-1, -2), (1, -2)],
        3 => &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)],
        4 => &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
        7 => &DIRECTIONS,
        _ => &[],
    }
}

const fn all_steps() -> [[[Bits; SQUARES]; 8]; 2] {
    let mut table = [[[0; SQUARES]; 8]; 2];
    let mut gait = 0;
    while gait < 8 {
        let steps = steps_of(gait);
        let mut i = 0;
        while i < steps.len() {
            let (file, rank) = steps[i];
            let mut from = 0;
            while from < SQUARES {
                if let Some(to) = step(from, (file, rank)) {
                    table[0][gait][from] |= 1 << to;
                }
                if let Some(to) = step(from, (-file, -rank)) {
                    table[1][gait][from] |= 1 << to;
                }
                from += 1;
            }
            i += 1;
        }
        gait += 1;
    }
    table
}

static STEPS: [[[Bits; SQUARES]; 8]; 2] = all_steps();

/// Where a stepping gait goes. The same table read for the other side tells from where a square
/// is attacked.
#[inline]
pub(super) fn steps(gait: Gait, side: Side, from: u8) -> Bits {
    STEPS[side as usize][gait as usize][usize::from(from)]
}

const fn lines(directions: [usize; 4]) -> [Bits; SQUARES] {
    let rays = rays();
    let mut lines = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut i = 0;
        while i < 4 {
            lines[square] |= rays[directions[i]][square];
            i += 1;
        }
        square += 1;
    }
    lines
}

/// Where a bishop goes on an empty board.
pub(super) static DIAGONALS: [Bits; SQUARES] = lines([2, 3, 6, 7]);
/// Where a rook goes on an empty board.
pub(super) static STRAIGHTS: [Bits; SQUARES] = lines([0, 1, 4, 5]);

/// The squares in a direction up to the first that is occupied, that one too.
#[inline]
pub(super) fn slide(direction: usize, from: u8, occupied: Bits) -> Bits {
    let ray = RAYS[direction][usize::from(from)];
    let blockers = ray & occupied;
    if direction < 4 {
        // All up to the lowest blocker, or all.
        (blockers ^ blockers.wrapping_sub(1)) & ray
    } else {
        // All down to the highest blocker; square 0 is the end of every ray that goes so far.
        let highest = 127 - (blockers | 1).leading_zeros();
        ray & (Bits::MAX << highest)
    }
}

#[inline]
fn bishop_slides(from: u8, occupied: Bits) -> Bits {
    slide(2, from, occupied)
        | slide(3, from, occupied)
        | slide(6, from, occupied)
        | slide(7, from, occupied)
}

#[inline]
fn rook_slides(from: u8, occupied: Bits) -> Bits {
    slide(0, from, occupied)
        | slide(1, from, occupied)
        | slide(4, from, occupied)
        | slide(5, from, occupied)
}

/// Every square that a piece attacks.
#[inline]
pub(super) fn attacks(kind: PieceKind, side: Side, from: u8, occupied: Bits) -> Bits {
    match kind {
        PieceKind::Lance => slide(forward(side), from, occupied),
        PieceKind::Bishop => bishop_slides(from, occupied),
        PieceKind::Rook => rook_slides(from, occupied),
        PieceKind::Horse => bishop_slides(from, occupied) | steps(Gait::Crown, side, from),
        PieceKind::Dragon => rook_slides(from, occupied) | steps(Gait::Crown, side, from),
        stepper => steps(stepper.gait(), side, from),
    }
}

/// Whether a piece attacks one square: cheaper than all of its squares.
#[inline]
pub(super) fn hits(kind: PieceKind, side: Side, from: u8, target: u8, occupied: Bits) -> bool {
    let stepped = |gait| steps(gait, side, from) & bit(target) != 0;
    let slid = |lines: &[Bits; SQUARES]| {
        lines[usize::from(from)] & bit(target) != 0 && between(from, target) & occupied == 0
    };
    match kind {
        PieceKind::Lance => {
            usize::from(direction(from, target)) == forward(side)
                && between(from, target) & occupied == 0
        }
        PieceKind::Bishop => slid(&DIAGONALS),
        PieceKind::Rook => slid(&STRAIGHTS),
        PieceKind::Horse => stepped(Gait::Crown) || slid(&DIAGONALS),
        PieceKind::Dragon => stepped(Gait::Crown) || slid(&STRAIGHTS),
        stepper => stepped(stepper.gait()),
    }
}
