//! The legal moves of shogi, generated without trying them out.

use arrayvec::ArrayVec;

use super::attacks::{
    BOARD, Bits, RAYS, ZONE, attacks, between, bit, dead_end, direction, files_of_pawns, squares,
    steps,
};
use super::pieces::{Gait, PieceKind, Side};
use super::position::Position;

/// A move from a square to a square, with promotion or not, or a drop from the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// Where a piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It stood on this square.
    Square(u8),
    /// It was held in hand.
    Hand(PieceKind),
}

/// Where drops stand among the origins.
const FROM_HAND: u16 = 81;
const PROMOTES: u16 = 1 << 14;

impl Move {
    #[inline]
    const fn step(from: u8, to: u8) -> Self {
        Self((from as u16) << 7 | to as u16)
    }

    #[inline]
    const fn promotion(from: u8, to: u8) -> Self {
        Self(Self::step(from, to).0 | PROMOTES)
    }

    #[inline]
    pub(super) const fn drop(kind: PieceKind, to: u8) -> Self {
        Self((FROM_HAND + kind as u16) << 7 | to as u16)
    }

    /// The square it goes to.
    #[must_use]
    #[inline]
    pub const fn to(self) -> u8 {
        (self.0 & 127) as u8
    }

    /// The square it comes from, or the kind that is dropped.
    #[must_use]
    #[inline]
    pub const fn origin(self) -> Origin {
        let from = self.0 >> 7 & 127;
        if from < FROM_HAND {
            Origin::Square(from as u8)
        } else {
            Origin::Hand(PieceKind::IN_HAND[(from - FROM_HAND) as usize])
        }
    }

    /// Whether the piece turns over.
    #[must_use]
    #[inline]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }

    /// The move of a code.
    pub(super) const fn of_code(code: u16) -> Self {
        Self(code)
    }

    /// A number of its own; never 0, since no piece moves to where it stands.
    #[must_use]
    pub const fn code(self) -> u16 {
        self.0
    }
}

/// No position that can be set up has more than 593 moves.
pub(super) const MOST: usize = 600;
/// A list of moves.
pub type Moves = ArrayVec<Move, MOST>;

impl Position {
    /// Adds all legal moves.
    pub(super) fn legal_moves_into(&self, moves: &mut Moves) {
        self.generate::<false>(moves);
    }

    /// Adds all legal captures and promotions.
    pub(super) fn noisy_moves_into(&self, moves: &mut Moves) {
        self.generate::<true>(moves);
    }

    #[inline]
    fn generate<const NOISY: bool>(&self, moves: &mut Moves) {
        let us = self.turn();
        let (king, checkers) = (self.king(us), self.checkers());
        self.king_moves::<NOISY>(moves);
        // 1. In check, the rest must take what gives it or stand in between; in two, only flee.
        let mut targets = BOARD & !self.of(us);
        if checkers != 0 {
            if checkers & (checkers - 1) != 0 {
                return;
            }
            targets = checkers | between(king, checkers.trailing_zeros() as u8);
        }
        // 2. What is pinned stays on its line.
        let pinned = self.pinned();
        self.pawn_moves::<NOISY>(self.gait(Gait::Pawn, us) & !pinned, targets, moves);
        let crowned = self.gait(Gait::Pawn, us) & !pinned | bit(king);
        for from in squares(self.of(us) & !crowned) {
            let Some(kind) = self.kind(from) else { continue };
            let mut reach = attacks(kind, us, from, self.occupied()) & targets;
            if pinned & bit(from) != 0 {
                reach &= RAYS[usize::from(direction(king, from))][usize::from(king)];
            }
            self.piece_moves::<NOISY>(kind, from, reach, moves);
        }
        // 3. Drops.
        if !NOISY {
            self.drops(targets & self.empty(), moves);
        }
    }

    #[inline]
    fn king_moves<const NOISY: bool>(&self, moves: &mut Moves) {
        let king = self.king(self.turn());
        let allowed = if NOISY { self.of(!self.turn()) } else { !self.of(self.turn()) };
        for to in squares(self.king_steps() & allowed) {
            moves.push(Move::step(king, to));
        }
    }

    /// The squares around the king to which it may go.
    #[inline]
    fn king_steps(&self) -> Bits {
        let us = self.turn();
        let king = self.king(us);
        // Behind the king, where a slider looks through it, is no refuge.
        let occupied = self.occupied() ^ bit(king);
        let around = steps(Gait::Crown, us, king) & !self.of(us);
        let safe = |&to: &u8| !self.is_attacked(to, !us, occupied);
        squares(around).filter(safe).fold(0, |all, to| all | bit(to))
    }

    #[inline]
    fn pawn_moves<const NOISY: bool>(&self, pawns: Bits, targets: Bits, moves: &mut Moves) {
        // No pawn stands on its last rank, so none is shifted into another file.
        let (ahead, back) = match self.turn() {
            Side::Sente => (pawns >> 1, 1),
            Side::Gote => (pawns << 1, -1_i8),
        };
        let reach = ahead & targets;
        for to in squares(reach & ZONE[self.turn() as usize]) {
            moves.push(Move::promotion(to.wrapping_add_signed(back), to));
        }
        let plain = reach & !dead_end(PieceKind::Pawn, self.turn());
        for to in squares(if NOISY { plain & self.of(!self.turn()) } else { plain }) {
            moves.push(Move::step(to.wrapping_add_signed(back), to));
        }
    }

    #[inline]
    fn piece_moves<const NOISY: bool>(
        &self,
        kind: PieceKind,
        from: u8,
        reach: Bits,
        moves: &mut Moves,
    ) {
        let us = self.turn();
        if kind.promoted().is_some() {
            let zone = ZONE[us as usize];
            let promoting = if zone & bit(from) != 0 { reach } else { reach & zone };
            for to in squares(promoting) {
                moves.push(Move::promotion(from, to));
            }
        }
        let plain = reach & !dead_end(kind, us);
        for to in squares(if NOISY { plain & self.of(!us) } else { plain }) {
            moves.push(Move::step(from, to));
        }
    }

    #[inline]
    fn drops(&self, targets: Bits, moves: &mut Moves) {
        let us = self.turn();
        for kind in PieceKind::IN_HAND {
            if self.hand(us, kind) == 0 {
                continue;
            }
            let mut targets = targets & !dead_end(kind, us);
            if kind == PieceKind::Pawn {
                targets &= !files_of_pawns(self.gait(Gait::Pawn, us));
                let before_king = steps(Gait::Pawn, !us, self.king(!us));
                if targets & before_king != 0 && self.pawn_drop_mates(before_king) {
                    targets &= !before_king;
                }
            }
            for to in squares(targets) {
                moves.push(Move::drop(kind, to));
            }
        }
    }

    /// Whether a pawn dropped before the enemy king would be mate, which is forbidden.
    #[cold]
    fn pawn_drop_mates(&self, before_king: Bits) -> bool {
        let drop = Move::drop(PieceKind::Pawn, before_king.trailing_zeros() as u8);
        !self.play(drop).has_legal_move()
    }

    /// Whether there is a legal move: known without generating them all, as a rule.
    pub(super) fn has_legal_move(&self) -> bool {
        let us = self.turn();
        if self.checkers() == 0 {
            // A pawn that nothing can pin, with an empty square before it.
            let king = usize::from(self.king(us));
            let lines = super::attacks::DIAGONALS[king] | super::attacks::STRAIGHTS[king];
            let pawns = self.gait(Gait::Pawn, us) & !lines;
            let ahead = if us == Side::Sente { pawns >> 1 } else { pawns << 1 };
            if ahead & self.empty() != 0 {
                return true;
            }
        }
        if self.king_steps() != 0 {
            return true;
        }
        let mut moves = Moves::new();
        self.legal_moves_into(&mut moves);
        !moves.is_empty()
    }
}
