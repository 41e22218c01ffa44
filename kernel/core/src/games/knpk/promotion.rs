//! Whether a promotion wins: queen or rook unless Black takes it at once or is stalemated, bishop with
//! knight unless Black wins one of them, a second knight never.

use super::attacks::{H8, KING, KNIGHT, Squares, bit, each};
use super::{Knpk, Piece, TAKEN};

impl Knpk {
    /// Whether White wins after the promotion that has just been made.
    pub(super) fn has_promoted_well(&self, piece: Piece) -> bool {
        let flights = self.flights();
        if flights == 0 {
            return self.attacks_king();
        }
        if flights & bit(H8) != 0 {
            return false;
        }
        match piece {
            Piece::Queen | Piece::Rook => true,
            Piece::Bishop => self.knight != TAKEN && self.keeps_bishop_and_knight(flights),
            Piece::Knight => false,
        }
    }

    /// Whether Black can win neither bishop nor knight.
    fn keeps_bishop_and_knight(&self, flights: Squares) -> bool {
        let men = Men { king: self.white, knight: self.knight, bishop: H8 };
        flights & bit(self.knight) == 0 && each(flights).all(|black| men.can_be_saved(black, CHASE))
    }
}

/// If Black can win a man at all, he takes it after at most so many moves: all positions with a
/// bishop on h8 have been held against the endgame tables.
const CHASE: u32 = 2;

/// White's men when a bishop has come on the board.
#[derive(Clone, Copy)]
struct Men {
    king: u8,
    knight: u8,
    bishop: u8,
}

impl Men {
    /// Whether White, to move, can keep all men from the king on `black` while that makes `moves`
    /// moves, the last of them a capture if any.
    fn can_be_saved(self, black: u8, moves: u32) -> bool {
        let men = bit(self.king) | bit(self.knight) | bit(self.bishop);
        let free = !(men | bit(black));
        let kings = KING[usize::from(self.king)] & !KING[usize::from(black)] & free;
        let knights = KNIGHT[usize::from(self.knight)] & free;
        let bishops = diagonals(self.bishop, men | bit(black)) & free;
        each(kings).any(|king| Self { king, ..self }.are_safe(black, moves))
            || each(knights).any(|knight| Self { knight, ..self }.are_safe(black, moves))
            || each(bishops).any(|bishop| Self { bishop, ..self }.are_safe(black, moves))
    }

    /// Whether the king on `black`, to move, can take nothing, is not stalemated, and has no better
    /// evaluation_noise with the moves after.
    fn are_safe(self, black: u8, moves: u32) -> bool {
        let men = bit(self.king) | bit(self.knight) | bit(self.bishop);
        let attacked = KNIGHT[usize::from(self.knight)] | diagonals(self.bishop, men);
        let flights = KING[usize::from(black)] & !KING[usize::from(self.king)] & !attacked;
        flights & men == 0
            && (flights != 0 || attacked & bit(black) != 0)
            && (moves <= 1 || each(flights).all(|black| self.can_be_saved(black, moves - 1)))
    }
}

/// What a bishop attacks, up to and with the first of the men in its way.
fn diagonals(square: u8, men: Squares) -> Squares {
    let (file, rank) = ((square % 8) as i8, (square / 8) as i8);
    let mut reached = 0;
    for (right, up) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        for i in 1..8 {
            let (file, rank) = (file + i * right, rank + i * up);
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                break;
            }
            let next = bit((rank * 8 + file) as u8);
            reached |= next;
            if next & men != 0 {
                break;
            }
        }
    }
    reached
}
