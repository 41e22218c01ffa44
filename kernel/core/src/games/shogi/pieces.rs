//! The pieces of shogi and the two who play with them.

use std::ops::Not;

/// Who moves: Sente begins, and plays up the board, towards rank a.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first player, "black".
    Sente,
    /// The second player, "white".
    Gote,
}

impl Side {
    /// Both, the first player first.
    pub const ALL: [Self; 2] = [Self::Sente, Self::Gote];

    /// +1 for Sente, −1 for Gote.
    pub(super) const fn sign(self) -> i8 {
        match self {
            Self::Sente => 1,
            Self::Gote => -1,
        }
    }
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Sente => Self::Gote,
            Self::Gote => Self::Sente,
        }
    }
}

/// A kind of piece. The first thirteen stand in the order of the material weights; the first seven
/// are those that can be held in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PieceKind {
    /// One square forward.
    Pawn,
    /// Any way forward.
    Lance,
    /// Two forward and one aside, over others.
    Knight,
    /// Forward and diagonally.
    Silver,
    /// Everywhere but diagonally back.
    Gold,
    /// Diagonally, any way.
    Bishop,
    /// Straight, any way.
    Rook,
    /// The promoted pawn, a gold that is a pawn once taken.
    Tokin,
    /// Moves as a gold.
    PromotedLance,
    /// Moves as a gold.
    PromotedKnight,
    /// Moves as a gold.
    PromotedSilver,
    /// The promoted bishop: a king's step too.
    Horse,
    /// The promoted rook: a king's step too.
    Dragon,
    /// One square everywhere, and must not be taken.
    King,
}

use PieceKind::{
    Bishop, Dragon, Gold, Horse, King, Knight, Lance, Pawn, PromotedKnight, PromotedLance,
    PromotedSilver, Rook, Silver, Tokin,
};

impl PieceKind {
    /// All, in their order.
    pub const ALL: [Self; 14] = [
        Pawn,
        Lance,
        Knight,
        Silver,
        Gold,
        Bishop,
        Rook,
        Tokin,
        PromotedLance,
        PromotedKnight,
        PromotedSilver,
        Horse,
        Dragon,
        King,
    ];
    /// Those that can be held in hand.
    pub const IN_HAND: [Self; 7] = [Pawn, Lance, Knight, Silver, Gold, Bishop, Rook];
    /// How many of each there are in the game, the promoted ones counted with the plain.
    pub(super) const SET: [u8; 7] = [18, 4, 4, 4, 4, 2, 2];
    /// The names by which users ask for them.
    pub const NAMES: [&'static str; 14] = [
        "pawn",
        "lance",
        "knight",
        "silver",
        "gold",
        "bishop",
        "rook",
        "tokin",
        "promoted_lance",
        "promoted_knight",
        "promoted_silver",
        "horse",
        "dragon",
        "king",
    ];

    /// What it becomes.
    #[must_use]
    pub const fn promoted(self) -> Option<Self> {
        Some(match self {
            Pawn => Tokin,
            Lance => PromotedLance,
            Knight => PromotedKnight,
            Silver => PromotedSilver,
            Bishop => Horse,
            Rook => Dragon,
            _ => return None,
        })
    }

    /// What it is in the hand of who takes it.
    #[must_use]
    pub const fn plain(self) -> Self {
        match self {
            Tokin => Pawn,
            PromotedLance => Lance,
            PromotedKnight => Knight,
            PromotedSilver => Silver,
            Horse => Bishop,
            Dragon => Rook,
            plain => plain,
        }
    }

    /// How it moves: kinds of one gait share a bitboard.
    pub(super) const fn gait(self) -> Gait {
        match self {
            Pawn => Gait::Pawn,
            Lance => Gait::Lance,
            Knight => Gait::Knight,
            Silver => Gait::Silver,
            Gold | Tokin | PromotedLance | PromotedKnight | PromotedSilver => Gait::Gold,
            Bishop | Horse => Gait::Bishop,
            Rook | Dragon => Gait::Rook,
            King => Gait::Crown,
        }
    }

    /// A worth that orders the pieces, in tenths of a pawn: for exchanges and for which capture to
    /// try first, where learnt weights would do harm (equal ones make quiescence explode).
    pub(super) const fn nominal(self) -> i32 {
        match self {
            Pawn => 10,
            Lance => 40,
            Knight => 45,
            Silver => 60,
            Gold | Tokin | PromotedLance | PromotedKnight | PromotedSilver => 65,
            Bishop => 90,
            Rook => 105,
            Horse => 120,
            Dragon => 140,
            King => 1000,
        }
    }
}

/// The ways of moving, each with a bitboard in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Gait {
    Pawn,
    Lance,
    Knight,
    Silver,
    Gold,
    /// Bishops and horses.
    Bishop,
    /// Rooks and dragons.
    Rook,
    /// All that attack every square around them: kings, and once more horses and dragons.
    Crown,
}
