//! Whether captures win something: a search of captures alone, for material by fixed values.
//!
//! Each man moves at most once, and every capture is made on a square where a man stood at first; a
//! side may stop at any time. The question is only whether half a pawn can be won.

use shakmaty::Role;

use super::declared::{OPPONENTS_THREAT, THREAT};
use super::officers::DARK;
use super::scene::{B, K, N, P, PAWN, Q, R, Scene, captures, seen, seen_square};
use crate::features::bits::{FILE_A, reach};

/// What must be won.
const ENOUGH: i64 = PAWN / 2;

/// A side that can win something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Threat {
    pub side: usize,
    /// The number that counts for it.
    pub term: usize,
}

/// What captures are looked at, and in which order.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// Whether lines that a capture opens are seen. In KnightCap they are not: the square that a man
    /// has left was not cleared.
    pub opens_lines: bool,
    /// Whether each side's men come in the order in which their owner sees them, and not in White's.
    pub is_mirrored: bool,
}

impl Manner {
    pub const CLEAN: Self = Self { opens_lines: true, is_mirrored: true };
}

/// Whose captures win something: those of the side to move, or else the other's.
pub(super) fn found(scene: &Scene, values: &[i64; 6], manner: Manner) -> Option<Threat> {
    let mover = scene.mover;
    let wins = |side: usize| {
        if targets(scene, side) == 0 {
            return false;
        }
        let mut exchange =
            Exchange { scene, values, manner, men: scene.men, occupied: scene.occupied, done: 0 };
        exchange.reaches(side, 0, ENOUGH, [0; 2])
    };
    if wins(mover) {
        Some(Threat { side: mover, term: THREAT })
    } else if wins(1 - mover) {
        Some(Threat { side: 1 - mover, term: OPPONENTS_THREAT })
    } else {
        None
    }
}

/// What a side attacks of the other's men.
fn targets(scene: &Scene, side: usize) -> u64 {
    let pieces = scene.pieces[side].iter().fold(0, |all, man| all | man.attacks);
    (pieces | scene.pawn_attacks[side]) & scene.all[1 - side]
}

/// A position in the middle of captures.
struct Exchange<'a> {
    scene: &'a Scene,
    values: &'a [i64; 6],
    manner: Manner,
    /// The men where they stand now.
    men: [[u64; 6]; 2],
    /// Less the squares that were left.
    occupied: u64,
    /// Where the men stood that have moved or were taken: they do nothing more.
    done: u64,
}

impl Exchange<'_> {
    /// Whether a side that is so far ahead can get to `enough`, or stop there. `tried` are the victims
    /// that each side has tried on the way here: they are not tried again.
    fn reaches(&mut self, side: usize, ahead: i64, enough: i64, mut tried: [u64; 2]) -> bool {
        if ahead >= enough {
            return true;
        }
        for victim in [K, Q, R, B, N, P] {
            if ahead + self.values[victim] < enough {
                return false;
            }
            for square in self.in_order(1 - side, victim, self.men[1 - side][victim] & !tried[side])
            {
                tried[side] |= 1 << square;
                if self.takes(side, victim, square, ahead, enough, tried) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether taking a man with some man gets there; the cheapest takes first.
    fn takes(
        &mut self,
        side: usize,
        victim: usize,
        square: u32,
        ahead: i64,
        enough: i64,
        tried: [u64; 2],
    ) -> bool {
        let capturers = self.attackers(side, square);
        if capturers == 0 {
            return false;
        }
        let there = 1_u64 << square;
        let ahead = ahead + self.values[victim];
        for kind in [P, N, B, R, Q, K] {
            for from in self.in_order(side, kind, capturers & self.scene.men[side][kind]) {
                let before = (self.men, self.occupied, self.done);
                let from = 1_u64 << from;
                self.men[1 - side][victim] ^= there;
                self.men[side][kind] ^= from | there;
                self.occupied ^= from;
                self.done |= from | there;
                // Who has taken stands somewhere new: it is a victim that nobody has tried.
                let mut tried = tried;
                tried[1 - side] &= !there;
                let is_answered = self.reaches(1 - side, -ahead, 1 - enough, tried);
                (self.men, self.occupied, self.done) = before;
                if !is_answered {
                    return true;
                }
            }
        }
        false
    }

    /// Men of a kind, in the order in which they are tried.
    fn in_order(
        &self,
        owner: usize,
        kind: usize,
        squares: u64,
    ) -> impl Iterator<Item = u32> + use<> {
        let turned = if self.manner.is_mirrored { owner } else { 0 };
        let light = if turned == owner { !DARK } else { DARK };
        in_order(turned, kind, light, squares)
    }

    /// The men of a side that have not moved and can take on a square.
    fn attackers(&self, side: usize, square: u32) -> u64 {
        let men = &self.scene.men[side];
        let occupied = if self.manner.opens_lines { self.occupied } else { self.scene.occupied };
        let by = |role: Role| reach(role, square, occupied);
        let attackers = captures(1 << square, 1 - side) & men[P]
            | by(Role::Knight) & men[N]
            | by(Role::Bishop) & (men[B] | men[Q])
            | by(Role::Rook) & (men[R] | men[Q])
            | by(Role::King) & men[K];
        attackers & !self.done
    }
}

/// The men of a kind one by one, in KnightCap's order, in which what was tried is not tried again:
/// pawns from the first file on, bishops of the light squares first as their owner sees the board,
/// others from the last file on.
fn in_order(turned: usize, kind: usize, light: u64, squares: u64) -> impl Iterator<Item = u32> {
    let mut left = seen(turned, squares);
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let square = match kind {
            _ if left & (left - 1) == 0 => left.trailing_zeros(),
            P => first_by_file(left),
            B if left & light != 0 => (left & light).trailing_zeros(),
            B => left.trailing_zeros(),
            _ => last_by_file(left),
        };
        left &= !(1 << square);
        Some(seen_square(turned, square))
    })
}

fn first_by_file(squares: u64) -> u32 {
    let file = folded(squares).trailing_zeros();
    (squares & FILE_A << file).trailing_zeros()
}

fn last_by_file(squares: u64) -> u32 {
    let file = folded(squares).ilog2();
    (squares & FILE_A << file).ilog2()
}

/// The files of squares.
fn folded(mut squares: u64) -> u64 {
    squares |= squares >> 32;
    squares |= squares >> 16;
    (squares | squares >> 8) & 0xff
}
