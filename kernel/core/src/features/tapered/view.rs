//! A position as one side sees it, playing up the board, and what that side attacks.
//!
//! Black's view is White's of the board turned upside down: so every term is written once, and
//! cannot favour a side.

use shakmaty::{Bitboard, Color, Role};

pub(super) use crate::features::bits::{beside, count, distance, down, each, file_of, reach, up};
use crate::features::chessboard::index;
use crate::games::Chess;

/// The pieces as one side sees them.
pub(super) struct View {
    /// Our men by role, and theirs.
    pub own: [u64; 6],
    pub their: [u64; 6],
    pub own_all: u64,
    pub occupied: u64,
    /// What our pawns attack, and theirs.
    pub pawn_attacks: u64,
    pub their_pawn_attacks: u64,
    /// The squares about their king, and with it and those before it.
    pub around: u64,
    pub zone: u64,
}

/// What one side attacks.
#[derive(Clone, Copy, Default)]
pub(super) struct Attacked {
    pub by: [u64; 6],
    pub all: u64,
    /// How many pieces of each kind attack squares about the enemy king.
    pub attackers: [u8; 6],
}

impl View {
    pub fn of(position: &Chess, color: Color) -> Self {
        let pieces = position.pieces();
        let turned = |squares: Bitboard| match color {
            Color::White => squares.0,
            Color::Black => squares.0.swap_bytes(),
        };
        let (own_all, their_all) =
            (turned(pieces.by_color(color)), turned(pieces.by_color(!color)));
        let (mut own, mut their) = ([0; 6], [0; 6]);
        for role in Role::ALL {
            let men = turned(pieces.by_role(role));
            (own[index(role)], their[index(role)]) = (men & own_all, men & their_all);
        }
        let their_king = (their[5].trailing_zeros() & 63, their[5]);
        let around = reach(Role::King, their_king.0, 0);
        Self {
            own,
            their,
            own_all,
            occupied: own_all | their_all,
            pawn_attacks: beside(own[0]) << 8,
            their_pawn_attacks: beside(their[0]) >> 8,
            around,
            zone: around | around >> 8 | their_king.1,
        }
    }

    pub fn of_role(&self, role: Role) -> u64 {
        self.own[index(role)]
    }

    pub fn king(&self) -> u32 {
        self.own[5].trailing_zeros() & 63
    }

    pub fn their_king(&self) -> u32 {
        self.their[5].trailing_zeros() & 63
    }

    /// What a piece of ours attacks from a square.
    pub fn attacks(&self, role: Role, square: u32) -> u64 {
        reach(role, square, self.occupied)
    }
}

impl Attacked {
    #[inline]
    pub fn add(&mut self, role: Role, squares: u64, zone: u64) {
        self.by[index(role)] |= squares;
        self.all |= squares;
        self.attackers[index(role)] += u8::from(squares & zone != 0);
    }

    /// The same as the other side sees it.
    pub fn turned(&self) -> Self {
        Self {
            by: self.by.map(u64::swap_bytes),
            all: self.all.swap_bytes(),
            attackers: self.attackers,
        }
    }
}
