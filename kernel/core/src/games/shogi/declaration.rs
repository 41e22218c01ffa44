//! The entering king: a win by declaration, by the rule of 27 points.

use super::attacks::{ZONE, bit, squares};
use super::pieces::{PieceKind, Side};
use super::position::Position;

/// How many pieces besides the king must stand in the enemy camp.
const COMPANY: u32 = 10;

/// Who moves first needs a point more.
const fn points_needed(side: Side) -> u32 {
    match side {
        Side::Sente => 28,
        Side::Gote => 27,
    }
}

/// Rooks and bishops, promoted or not, are big.
const fn points(kind: PieceKind) -> u32 {
    match kind.plain() {
        PieceKind::Rook | PieceKind::Bishop => 5,
        PieceKind::King => 0,
        _ => 1,
    }
}

impl Position {
    /// Whether the side to move may declare: its king is in the enemy camp and not in check, ten
    /// other pieces of it are there, and those with the hand have points enough.
    pub(super) fn may_declare(&self) -> bool {
        let us = self.turn();
        let zone = ZONE[us as usize];
        if zone & bit(self.king(us)) == 0 || self.checkers() != 0 {
            return false;
        }
        let entered = self.of(us) & zone & !bit(self.king(us));
        if entered.count_ones() < COMPANY {
            return false;
        }
        let on_board: u32 = squares(entered).filter_map(|sq| self.kind(sq)).map(points).sum();
        let held = PieceKind::IN_HAND
            .into_iter()
            .map(|kind| u32::from(self.hand(us, kind)) * points(kind));
        on_board + held.sum::<u32>() >= points_needed(us)
    }
}
