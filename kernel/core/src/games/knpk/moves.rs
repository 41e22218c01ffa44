//! The moves of the ending, and what they lead to.

use super::attacks::{H8, KING, KNIGHT, Squares, bishop_on_h8, bit, each, rook_on_h8};
use super::{Knpk, Pawn, Piece, TAKEN};
use crate::game::Turn;

/// A move: from a square to a square, and what the pawn becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(u16);

impl Step {
    fn new(from: u8, to: u8, promotion: Option<Piece>) -> Self {
        let piece = promotion.map_or(0, |piece| piece as u16 + 1);
        Self(u16::from(from) | u16::from(to) << 6 | piece << 12)
    }

    pub(super) fn from(self) -> u8 {
        (self.0 & 63) as u8
    }

    pub(super) fn to(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    pub(super) fn promotion(self) -> Option<Piece> {
        Piece::ALL.get(usize::from(self.0 >> 12).wrapping_sub(1)).copied()
    }

    pub(super) fn code(self) -> u16 {
        self.0
    }
}

/// The legal moves of a position: eight of the king, eight of the knight, four promotions.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    moves: [Step; 20],
    len: usize,
}

impl Default for Steps {
    fn default() -> Self {
        Self { moves: [Step(0); 20], len: 0 }
    }
}

impl Steps {
    fn push(&mut self, from: u8, to: u8, promotion: Option<Piece>) {
        self.moves[self.len] = Step::new(from, to, promotion);
        self.len += 1;
    }

    fn push_all(&mut self, from: u8, squares: Squares) {
        each(squares).for_each(|to| self.push(from, to, None));
    }
}

impl AsRef<[Step]> for Steps {
    fn as_ref(&self) -> &[Step] {
        &self.moves[..self.len]
    }
}

impl AsMut<[Step]> for Steps {
    fn as_mut(&mut self) -> &mut [Step] {
        &mut self.moves[..self.len]
    }
}

impl Knpk {
    /// What White's knight and pawn, or what became of it, attack; the black king hides nothing
    /// behind it.
    fn attacked(&self) -> Squares {
        let knight = if self.knight == TAKEN { 0 } else { KNIGHT[usize::from(self.knight)] };
        let men = bit(self.white) | bit(self.knight);
        knight
            | match self.pawn {
                Pawn::On(square) => bit(square + 7),
                Pawn::Became(Piece::Queen) => rook_on_h8(men) | bishop_on_h8(men),
                Pawn::Became(Piece::Rook) => rook_on_h8(men),
                Pawn::Became(Piece::Bishop) => bishop_on_h8(men),
                Pawn::Became(Piece::Knight) => KNIGHT[usize::from(H8)],
                Pawn::Taken => 0,
            }
    }

    /// Whether White attacks the black king.
    pub(super) fn attacks_king(&self) -> bool {
        self.attacked() & bit(self.black) != 0
    }

    /// Where the black king may go, what stands there being taken.
    pub(super) fn flights(&self) -> Squares {
        KING[usize::from(self.black)] & !KING[usize::from(self.white)] & !self.attacked()
    }

    /// Where the white king may go, where the knight, and where the pawn, one step or two.
    fn paths(&self, pawn: u8) -> (Squares, Squares, Squares) {
        let own = bit(self.white) | bit(self.knight) | bit(pawn);
        let free = !(own | bit(self.black));
        let king = KING[usize::from(self.white)] & !KING[usize::from(self.black)] & free;
        let knight = if self.knight == TAKEN { 0 } else { KNIGHT[usize::from(self.knight)] & free };
        let one = bit(pawn) << 8 & free;
        let two = if pawn == 15 { one << 8 & free } else { 0 };
        (king, knight, one | two)
    }

    /// Whether the side to move can move; the game is not over by promotion or capture.
    pub(super) fn can_move(&self, pawn: u8) -> bool {
        if self.turn == Turn::Second {
            return self.flights() != 0;
        }
        let (king, knight, ahead) = self.paths(pawn);
        king | knight | ahead != 0
    }

    /// All legal moves while the pawn stands on its square.
    pub(super) fn steps(&self, pawn: u8) -> Steps {
        let mut steps = Steps::default();
        if self.turn == Turn::Second {
            steps.push_all(self.black, self.flights());
            return steps;
        }
        let (king, knight, ahead) = self.paths(pawn);
        if ahead == bit(H8) {
            Piece::ALL.into_iter().for_each(|piece| steps.push(pawn, H8, Some(piece)));
        } else {
            steps.push_all(pawn, ahead);
        }
        steps.push_all(self.knight, knight);
        steps.push_all(self.white, king);
        steps
    }

    /// The promotions, or the black king's captures, that of the pawn first.
    pub(super) fn put_noisy(&self, pawn: u8, steps: &mut Steps) {
        if self.turn == Turn::First {
            if bit(pawn) << 8 & !(bit(self.white) | bit(self.black) | bit(self.knight)) == bit(H8) {
                Piece::ALL.into_iter().for_each(|piece| steps.push(pawn, H8, Some(piece)));
            }
            return;
        }
        let flights = self.flights();
        steps.push_all(self.black, flights & bit(pawn));
        steps.push_all(self.black, flights & bit(self.knight));
    }

    /// The position after a legal move.
    pub(super) fn after(&self, step: Step) -> Self {
        let (from, to) = (step.from(), step.to());
        let mut next = *self;
        if self.turn == Turn::Second {
            next.turn = Turn::First;
            next.black = to;
            if to == self.knight {
                next.knight = TAKEN;
            }
            if self.pawn == Pawn::On(to) {
                next.pawn = Pawn::Taken;
            }
            return next;
        }
        next.turn = Turn::Second;
        match from {
            from if from == self.white => next.white = to,
            from if from == self.knight => next.knight = to,
            _ => next.pawn = step.promotion().map_or(Pawn::On(to), Pawn::Became),
        }
        next
    }
}
