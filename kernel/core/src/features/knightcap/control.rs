//! Who controls each square, for all 64 at once: numbers of attackers are kept bit by bit.

use arrayvec::ArrayVec;

use super::scene::{B, K, Man, N, P, Q, R, Scene, sign};
use crate::features::bits::{FILE_A, FILE_H};

/// A small number for every square, the lowest bits first; stops at 15.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally([u64; 4]);

impl Tally {
    /// One more on these squares.
    #[inline]
    pub fn add(&mut self, squares: u64) {
        let mut carry = squares;
        for bits in &mut self.0 {
            (*bits, carry) = (*bits ^ carry, *bits & carry);
        }
        self.0.iter_mut().for_each(|bits| *bits |= carry);
    }

    /// The number of a square.
    pub fn at(&self, square: u32) -> i64 {
        let bit = |i: usize| (self.0[i] >> square & 1) << i;
        (bit(0) | bit(1) | bit(2) | bit(3)) as i64
    }

    /// Where this is more than the other, and where it is less.
    #[inline]
    fn compared(&self, other: &Self) -> (u64, u64) {
        let (mut more, mut less, mut same) = (0, 0, !0);
        for (a, b) in self.0.iter().zip(&other.0).rev() {
            more |= same & a & !b;
            less |= same & b & !a;
            same &= !(a ^ b);
        }
        (more, less)
    }
}

/// What the men of a side attack, the pinned ones left out.
#[derive(Clone, Copy, Default)]
pub(super) struct Attacked {
    /// By kind.
    pub by: [u64; 6],
    /// By pieces, king included.
    pub pieces: Tally,
    /// By pieces, and through others.
    deep: Tally,
    /// By pawns.
    pawns: Tally,
}

impl Attacked {
    /// Adds what the pawns of a side and its pieces attack that are not pinned.
    fn look(&mut self, side: usize, pawns: u64, pieces: &[Man], pinned: u64) {
        let (left, right) = each_capture(pawns & !pinned, side);
        self.pawns = Tally([left ^ right, left & right, 0, 0]);
        self.by[P] = left | right;
        for man in pieces {
            if pinned >> man.square & 1 == 0 {
                self.by[man.kind] |= man.attacks;
                self.pieces.add(man.attacks);
            }
        }
        self.deep = self.pieces;
        for man in pieces.iter().filter(|man| man.beyond != 0) {
            self.deep.add(man.beyond);
        }
    }

    /// By all kinds.
    pub fn all(&self) -> u64 {
        self.by.iter().fold(0, |all, by| all | by)
    }

    /// The squares where a man of each kind meets an enemy of a lower class, of knights and bishops
    /// on: a pawn meets none.
    fn below(&self) -> [u64; 6] {
        let minor = self.by[P];
        let rook = minor | self.by[N] | self.by[B];
        let queen = rook | self.by[R];
        [0, minor, minor, rook, queen, queen | self.by[Q]]
    }
}

/// What pawns may take to their left, and to their right.
fn each_capture(pawns: u64, side: usize) -> (u64, u64) {
    let forward = |squares: u64| if side == 0 { squares << 8 } else { squares >> 8 };
    (forward((pawns & !FILE_A) >> 1), forward((pawns & !FILE_H) << 1))
}

/// Who controls what.
#[derive(Clone, Copy, Default)]
pub(super) struct Control {
    pub by: [Attacked; 2],
    /// The squares that White controls, and those that Black does.
    pub of: [u64; 2],
    /// Where a man of the side could go without loss, by its kind.
    pub safe: [[u64; 6]; 2],
}

impl Control {
    /// Finds who controls what, of men that nobody has looked at yet.
    pub fn look(
        &mut self,
        men: &[[u64; 6]; 2],
        all: &[u64; 2],
        pieces: &[ArrayVec<Man, 16>; 2],
        pinned: u64,
    ) {
        for side in [0, 1] {
            self.by[side].look(side, men[side][P], &pieces[side], pinned);
        }
        let by = &self.by;
        // More pawns decide; with as many, more pieces.
        let (pawns_more, pawns_less) = by[0].pawns.compared(&by[1].pawns);
        let (more, less) = by[0].deep.compared(&by[1].deep);
        let level = !(pawns_more | pawns_less);
        let by_number = [pawns_more | level & more, pawns_less | level & less];
        // A man that something cheaper attacks is lost, whatever guards it.
        let lost = [0, 1].map(|side| {
            let below = by[1 - side].below();
            (N..=K).fold(0, |lost, kind| lost | men[side][kind] & below[kind])
        });
        let any = by[0].all() | by[1].all();
        let of = [0, 1].map(|side| any & (by_number[side] & !lost[side] | lost[1 - side]));
        self.safe = [0, 1].map(|side| safe(of[side] & !all[side], &by[1 - side]));
        self.of = of;
    }

    /// What nobody controls, attacked or not.
    pub fn of_nobody(&self) -> u64 {
        !(self.of[0] | self.of[1])
    }
}

/// The squares that a man of each kind can go to: the least enemy attacker says which kinds may.
fn safe(open: u64, enemy: &Attacked) -> [u64; 6] {
    let minor = open & !enemy.by[P];
    let rook = minor & !enemy.by[N] & !enemy.by[B];
    let queen = rook & !enemy.by[R];
    [0, minor, minor, rook, queen, queen & !enemy.by[Q] & !enemy.by[K]]
}

/// Who controls a square where `with` is one more attacker: +1 White, −1 Black, 0 nobody.
///
/// The rule for one square, as it is read: for what the whole board does not tell.
pub(super) fn at(scene: &Scene, square: u32, with: usize, kind: usize) -> i64 {
    let by = &scene.control.by;
    let here = 1_u64 << square;
    for side in [0, 1] {
        let Some(man) = (P..=K).find(|&man| scene.men[side][man] & here != 0) else { continue };
        let attacked = by[1 - side].below()[man] & here != 0;
        if attacked || with != side && is_below(kind, man) {
            return sign(1 - side);
        }
    }
    let pawns = by[0].pawns.at(square) - by[1].pawns.at(square);
    let pieces = by[0].deep.at(square) - by[1].deep.at(square) + sign(with);
    if pawns != 0 { pawns.signum() } else { pieces.signum() }
}

/// Whether one kind is of a lower class than another.
pub(super) const fn is_below(one: usize, other: usize) -> bool {
    match other {
        N | B => one == P,
        R => one < R,
        Q => one < Q,
        K => one < K,
        _ => false,
    }
}
