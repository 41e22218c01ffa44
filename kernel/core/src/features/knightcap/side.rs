//! A position as one side sees it, playing up the board.

use super::scene::{P, Scene, seen, seen_square, sign};
use crate::features::bits::{beside, down};

/// What the terms of one side are counted from, all squares as that side sees them.
pub(super) struct Side<'a> {
    pub scene: &'a Scene,
    /// 0 White, 1 Black.
    pub side: usize,
    /// +1 where we are White.
    pub sign: i64,
    pub own: [u64; 6],
    pub their: [u64; 6],
    pub their_all: u64,
    pub occupied: u64,
    pub pinned: u64,
    /// What our pawns attack, and theirs.
    pub pawn_attacks: u64,
    pub their_pawn_attacks: u64,
    /// The squares behind an enemy pawn, as we see it: it still has to pass them.
    pub before_theirs: u64,
}

impl<'a> Side<'a> {
    pub fn of(scene: &'a Scene, side: usize) -> Self {
        let turned = |squares: u64| seen(side, squares);
        let other = 1 - side;
        let their = scene.men[other].map(turned);
        Self {
            scene,
            side,
            sign: sign(side),
            own: scene.men[side].map(turned),
            their,
            their_all: turned(scene.all[other]),
            occupied: turned(scene.occupied),
            pinned: turned(scene.pinned),
            pawn_attacks: turned(scene.pawn_attacks[side]),
            their_pawn_attacks: turned(scene.pawn_attacks[other]),
            before_theirs: down(their[P] >> 8),
        }
    }

    /// Squares of the board as we see them.
    pub fn turned(&self, squares: u64) -> u64 {
        seen(self.side, squares)
    }

    pub fn turned_square(&self, square: u32) -> u32 {
        seen_square(self.side, square)
    }

    /// Our king's square, and theirs.
    pub fn kings(&self) -> (u32, u32) {
        let scene = self.scene;
        let of = |side| self.turned_square(scene.king(side));
        (of(self.side), of(1 - self.side))
    }

    /// Whether the enemy has men of a kind.
    pub fn they_have(&self, kind: usize) -> bool {
        self.their[kind] != 0
    }

    /// Squares from which no enemy pawn can drive a man away.
    pub fn posts(&self) -> u64 {
        !beside(self.before_theirs)
    }
}
