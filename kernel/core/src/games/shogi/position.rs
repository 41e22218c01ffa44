//! A position of shogi: where the pieces stand, what is in hand, and what a move makes of it.

use super::attacks::{
    BOARD, Bits, DIAGONALS, NO_LINE, RAYS, SQUARES, STRAIGHTS, between, bit, direction, forward,
    hits, slide, squares, steps,
};
use super::moves::{Move, Origin};
use super::pieces::{Gait, PieceKind, Side};
use super::zobrist;

/// The pieces on the board and in hand, whose turn it is, and what is kept as moves are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The squares of each gait, of both sides.
    movers: [Bits; 8],
    /// The squares of each side.
    sides: [Bits; 2],
    /// The pieces that give check to the side to move.
    checkers: Bits,
    /// Board, hands and turn, without the bit of check.
    hash: u64,
    /// The kind on each square; whose it is, `sides` tells.
    kinds: [Option<PieceKind>; SQUARES],
    /// How many of each kind a side holds.
    hands: [[u8; 7]; 2],
    /// Sente's pieces minus Gote's of each kind but the king, those in hand with the plain ones.
    balance: [i8; 13],
    kings: [u8; 2],
    turn: Side,
    /// The number of the move to come, as SFEN counts them.
    number: u16,
}

/// What a move does to the material.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The kind that is taken.
    pub taken: Option<PieceKind>,
    /// The kind that promotes, and what it becomes.
    pub promoted: Option<(PieceKind, PieceKind)>,
}

/// What stands where, before it is known to make a position.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub board: [Option<(Side, PieceKind)>; SQUARES],
    pub hands: [[u8; 7]; 2],
    pub turn: Side,
    pub number: u16,
}

impl Position {
    /// The position of a setup; both kings must be there, and no side hold more than there are.
    pub(super) fn new(setup: &Setup) -> Self {
        let mut position = Self {
            movers: [0; 8],
            sides: [0; 2],
            checkers: 0,
            hash: if setup.turn == Side::Gote { zobrist::GOTE } else { 0 },
            kinds: [None; SQUARES],
            hands: setup.hands,
            balance: [0; 13],
            kings: [0; 2],
            turn: setup.turn,
            number: setup.number,
        };
        for (square, &piece) in setup.board.iter().enumerate() {
            let Some((side, kind)) = piece else { continue };
            position.put(side, kind, square as u8);
            if kind == PieceKind::King {
                position.kings[side as usize] = square as u8;
            } else {
                position.balance[kind as usize] += side.sign();
            }
        }
        for side in Side::ALL {
            for kind in PieceKind::IN_HAND {
                let held = position.hand(side, kind);
                position.balance[kind as usize] += held as i8 * side.sign();
                position.hash ^= (0..held).fold(0, |h, i| h ^ zobrist::in_hand(side, kind, i));
            }
        }
        position.checkers =
            position.attackers(position.king(setup.turn), !setup.turn, position.occupied());
        position
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The number of the move to come, as SFEN counts them.
    pub(super) fn number(&self) -> u16 {
        self.number
    }

    /// The kind of piece on a square, and whose it is.
    #[must_use]
    pub fn piece(&self, square: u8) -> Option<(Side, PieceKind)> {
        let side = if self.of(Side::Sente) & bit(square) != 0 { Side::Sente } else { Side::Gote };
        self.kind(square).map(|kind| (side, kind))
    }

    #[inline]
    pub(super) fn kind(&self, square: u8) -> Option<PieceKind> {
        self.kinds[usize::from(square)]
    }

    /// How many pieces of a plain kind a side holds in hand.
    #[must_use]
    #[inline]
    pub fn hand(&self, side: Side, kind: PieceKind) -> u8 {
        self.hands[side as usize][kind as usize]
    }

    /// Both hands, each kind by kind.
    #[must_use]
    pub fn hands(&self) -> &[[u8; 7]; 2] {
        &self.hands
    }

    /// Where a side's king stands.
    #[must_use]
    #[inline]
    pub fn king(&self, side: Side) -> u8 {
        self.kings[side as usize]
    }

    /// Sente's pieces minus Gote's of each kind but the king, those in hand with the plain ones.
    #[must_use]
    #[inline]
    pub fn balance(&self) -> &[i8; 13] {
        &self.balance
    }

    /// What a legal move does to the material; drops do nothing.
    #[must_use]
    #[inline]
    pub fn changes(&self, mv: Move) -> Changes {
        let Origin::Square(from) = mv.origin() else { return Changes::default() };
        let promotes = |kind: PieceKind| kind.promoted().map(|becomes| (kind, becomes));
        let promoted = self.kind(from).filter(|_| mv.promotes()).and_then(promotes);
        Changes { taken: self.kind(mv.to()), promoted }
    }

    /// The squares on which something stands, lowest first.
    pub fn occupied_squares(&self) -> impl Iterator<Item = u8> {
        squares(self.occupied())
    }

    #[inline]
    pub(super) fn of(&self, side: Side) -> Bits {
        self.sides[side as usize]
    }

    #[inline]
    pub(super) fn gait(&self, gait: Gait, side: Side) -> Bits {
        self.movers[gait as usize] & self.sides[side as usize]
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bits {
        self.sides[0] | self.sides[1]
    }

    #[inline]
    pub(super) fn empty(&self) -> Bits {
        BOARD & !self.occupied()
    }

    #[inline]
    pub(super) fn checkers(&self) -> Bits {
        self.checkers
    }

    /// Board, hands, turn, and in the lowest bit whether the side to move is in check.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.hash | u64::from(self.checkers != 0)
    }

    /// Adds a piece to the board.
    #[inline]
    fn put(&mut self, side: Side, kind: PieceKind, square: u8) {
        self.flip(side, kind, square);
        self.kinds[usize::from(square)] = Some(kind);
    }

    /// Takes a piece from the board.
    #[inline]
    fn take(&mut self, side: Side, kind: PieceKind, square: u8) {
        self.flip(side, kind, square);
        self.kinds[usize::from(square)] = None;
    }

    #[inline]
    fn flip(&mut self, side: Side, kind: PieceKind, square: u8) {
        self.movers[kind.gait() as usize] ^= bit(square);
        if matches!(kind, PieceKind::Horse | PieceKind::Dragon) {
            self.movers[Gait::Crown as usize] ^= bit(square);
        }
        self.sides[side as usize] ^= bit(square);
        self.hash ^= zobrist::on_board(side, kind, square);
    }

    /// The position after a legal move.
    pub(super) fn play(&self, mv: Move) -> Self {
        let mut child = self.clone();
        let (us, to) = (self.turn, mv.to());
        let kind = match mv.origin() {
            Origin::Hand(kind) => child.drop_piece(kind, to),
            Origin::Square(from) => child.move_piece(from, to, mv.promotes()),
        };
        child.turn = !us;
        child.hash ^= zobrist::GOTE;
        child.number = self.number.saturating_add(1);
        child.checkers = child.new_checkers(us, kind, mv);
        child
    }

    fn drop_piece(&mut self, kind: PieceKind, to: u8) -> PieceKind {
        let us = self.turn;
        let held = &mut self.hands[us as usize][kind as usize];
        *held -= 1;
        self.hash ^= zobrist::in_hand(us, kind, *held);
        self.put(us, kind, to);
        kind
    }

    fn move_piece(&mut self, from: u8, to: u8, promotes: bool) -> PieceKind {
        let us = self.turn;
        if let Some(captured) = self.kind(to) {
            self.take(!us, captured, to);
            let plain = captured.plain();
            let held = &mut self.hands[us as usize][plain as usize];
            self.hash ^= zobrist::in_hand(us, plain, *held);
            *held += 1;
            self.balance[captured as usize] += us.sign();
            self.balance[plain as usize] += us.sign();
        }
        let kind = self.kind(from).unwrap_or(PieceKind::King);
        self.take(us, kind, from);
        let becomes = kind.promoted().filter(|_| promotes).unwrap_or(kind);
        self.put(us, becomes, to);
        if kind == PieceKind::King {
            self.kings[us as usize] = to;
        } else if promotes {
            self.balance[kind as usize] -= us.sign();
            self.balance[becomes as usize] += us.sign();
        }
        becomes
    }

    /// What gives check after `us` made a move: the piece that moved, or one that it uncovered.
    #[inline]
    fn new_checkers(&self, us: Side, kind: PieceKind, mv: Move) -> Bits {
        let (king, occupied) = (self.king(!us), self.occupied());
        let mut checkers = 0;
        if hits(kind, us, mv.to(), king, occupied) {
            checkers = bit(mv.to());
        }
        if let Origin::Square(from) = mv.origin() {
            checkers |= self.uncovered(king, from, us);
        }
        checkers
    }

    /// Whether a legal move might give check: directly, or as a slider stands behind the piece.
    pub(super) fn may_check(&self, mv: Move) -> bool {
        let (us, occupied) = (self.turn, self.occupied());
        let king = self.king(!us);
        let from = match mv.origin() {
            Origin::Hand(kind) => return hits(kind, us, mv.to(), king, occupied),
            Origin::Square(from) => from,
        };
        let Some(kind) = self.kind(from) else { return true };
        let becomes = kind.promoted().filter(|_| mv.promotes()).unwrap_or(kind);
        hits(becomes, us, mv.to(), king, occupied ^ bit(from)) || self.may_uncover(king, from, us)
    }

    /// Whether a slider of `us` looks at `target` through a square, whatever else is in between.
    fn may_uncover(&self, target: u8, through: u8, us: Side) -> bool {
        let d = direction(target, through);
        d != NO_LINE
            && self.sliders_from(d.into(), us) & RAYS[usize::from(d)][usize::from(through)] != 0
    }

    /// The slider of `us` that attacks `target` through the square `through`, now that it is empty.
    #[inline]
    fn uncovered(&self, target: u8, through: u8, us: Side) -> Bits {
        let d = direction(target, through);
        if d == NO_LINE {
            return 0;
        }
        let d = usize::from(d);
        let sliders = self.sliders_from(d, us) & RAYS[d][usize::from(target)];
        if sliders == 0 { 0 } else { slide(d, target, self.occupied()) & sliders }
    }

    /// The sliders of a side that attack against the direction in which they are seen.
    #[inline]
    fn sliders_from(&self, d: usize, side: Side) -> Bits {
        if matches!(d, 2 | 3 | 6 | 7) {
            self.gait(Gait::Bishop, side)
        } else if d == forward(!side) {
            self.gait(Gait::Rook, side) | self.gait(Gait::Lance, side)
        } else {
            self.gait(Gait::Rook, side)
        }
    }

    /// The steppers of a side that attack a square: all but the long moves.
    #[inline]
    fn stepping_attackers(&self, square: u8, side: Side) -> Bits {
        let near = |gait| steps(gait, !side, square) & self.movers[gait as usize];
        self.of(side)
            & (near(Gait::Pawn)
                | near(Gait::Knight)
                | near(Gait::Silver)
                | near(Gait::Gold)
                | near(Gait::Crown))
    }

    /// The sliders of a side that would attack a square, were nothing in between.
    #[inline]
    pub(super) fn snipers(&self, square: u8, side: Side) -> Bits {
        let i = usize::from(square);
        self.of(side)
            & (self.movers[Gait::Bishop as usize] & DIAGONALS[i]
                | self.movers[Gait::Rook as usize] & STRAIGHTS[i]
                | self.movers[Gait::Lance as usize] & RAYS[forward(!side)][i])
    }

    /// All pieces of a side that attack a square.
    pub(super) fn attackers(&self, square: u8, side: Side, occupied: Bits) -> Bits {
        let open = |&sniper: &u8| between(square, sniper) & occupied == 0;
        let sliding = squares(self.snipers(square, side)).filter(open);
        sliding.fold(self.stepping_attackers(square, side), |all, sniper| all | bit(sniper))
    }

    /// Whether a side attacks a square.
    #[inline]
    pub(super) fn is_attacked(&self, square: u8, side: Side, occupied: Bits) -> bool {
        self.stepping_attackers(square, side) != 0
            || squares(self.snipers(square, side) & occupied)
                .any(|sniper| between(square, sniper) & occupied == 0)
    }

    /// The pieces of the side to move that alone stand between their king and a slider.
    #[inline]
    pub(super) fn pinned(&self) -> Bits {
        let (us, occupied) = (self.turn, self.occupied());
        let king = self.king(us);
        let mut pinned = 0;
        for sniper in squares(self.snipers(king, !us)) {
            let shield = between(king, sniper) & occupied;
            if shield & shield.wrapping_sub(1) == 0 {
                pinned |= shield & self.of(us);
            }
        }
        pinned
    }

    /// The same position with the other side to move; nothing where a king could be taken.
    pub(super) fn null_move(&self) -> Option<Self> {
        (self.checkers == 0).then(|| {
            let mut child = self.clone();
            child.turn = !self.turn;
            child.hash ^= zobrist::GOTE;
            child
        })
    }
}

#[cfg(test)]
impl Position {
    /// The same position, nothing of it kept from the moves that led here.
    pub(super) fn made_anew(&self) -> Self {
        let board = std::array::from_fn(|square| self.piece(square as u8));
        Self::new(&Setup { board, hands: self.hands, turn: self.turn, number: self.number })
    }
}
