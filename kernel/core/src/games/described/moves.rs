//! Moves, and all that are possible before anybody asks for the king's safety.

use super::board::{Bits, SQUARES, bit, file_bits, file_of, shifted, squares};
use super::position::{NONE, Position};
use super::rules::{Kind, KindRules, Mark, has};

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Move,
    Promotion,
    EnPassant,
    Drop,
    /// From the king's square to the rook's.
    Castle,
    Pass,
}

/// A move of a described variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
    /// What is dropped, or what a promotion makes; the kind that moves otherwise.
    pub(super) kind: Kind,
    pub(super) what: What,
    pub(super) code: u16,
}

/// Codes of moves from square to square, of drops, and of promotions behind them.
const FIRST_DROP: usize = SQUARES * SQUARES;
pub(super) const FIRST_PROMOTION: usize = FIRST_DROP + 64 * SQUARES;

/// Whether to go on; `false` stops the generator.
pub(super) type GoOn = bool;

impl Position {
    fn plain(&self, from: u8, to: u8, kind: Kind, what: What) -> Move {
        let code = 1 + usize::from(from) * SQUARES + usize::from(to);
        Move { from, to, kind, what, code: code as u16 }
    }

    fn dropping(kind: Kind, to: u8) -> Move {
        let code = FIRST_DROP + 1 + usize::from(kind) * SQUARES + usize::from(to);
        Move { from: NONE, to, kind, what: What::Drop, code: code as u16 }
    }

    /// The promotion that is the `choice`-th between two squares.
    fn promoting(&self, from: u8, to: u8, kind: Kind, choice: usize) -> Move {
        let rules = self.rules;
        let pair = rules.promoting[usize::from(from) * SQUARES + usize::from(to)];
        let choices = 1 + rules.promotion.kinds[0].len().max(rules.promotion.kinds[1].len());
        let code = FIRST_PROMOTION + usize::from(pair) * choices + choice;
        Move { from, to, kind, what: What::Promotion, code: code as u16 }
    }

    /// Calls `each` with every possible move until it says stop; only captures and promotions, if they
    /// are all that is wanted. Whether it went through to the end.
    pub(super) fn possible(&self, noisy: bool, each: &mut impl FnMut(Move) -> GoOn) -> GoOn {
        let occupied = self.occupied();
        for from in squares(self.sides[self.us()]) {
            if !self.of_man(from, occupied, noisy, each) {
                return false;
            }
        }
        noisy || self.castling_moves(each) && self.drop_moves(each) && self.pass_move(each)
    }

    fn of_man(
        &self,
        from: u8,
        occupied: Bits,
        noisy: bool,
        each: &mut impl FnMut(Move) -> GoOn,
    ) -> GoOn {
        let (us, rules) = (self.us(), self.rules);
        let number = self.kinds[usize::from(from)];
        let kind = rules.kind(number);
        let promotes = kind.becomes.is_some() || has(rules.promotion.pawns[us], kind.like);
        let gait = &kind.gaits[us];
        let is_first = rules.double_step[us] & bit(from) != 0;
        let plain = gait.is_one && !(is_first && gait.initial.is_some());
        let taking = kind.taking(us, from, occupied);
        let mut to = taking & self.sides[1 - us];
        let mut going = 0;
        if !noisy || promotes || self.en_passant != 0 {
            going = if plain { taking } else { kind.going(us, from, occupied, is_first) };
            going = going & !occupied | self.triple_step(number, from, occupied);
            to |= if noisy && !promotes { 0 } else { going };
        }
        if promotes {
            if !self.promotions(from, kind, &mut to, occupied, each) {
                return false;
            }
            if noisy {
                to &= self.sides[1 - us];
            }
        }
        if rules.immobility_illegal {
            to &= kind.mobile[us];
        }
        for to in squares(to) {
            if !each(self.plain(from, to, number, What::Move)) {
                return false;
            }
        }
        if self.en_passant != 0 && has(rules.en_passant[us], kind.like) {
            for to in squares(taking & !going & self.en_passant & !occupied) {
                let found = self.passed_by(to).is_some();
                if found && !each(self.plain(from, to, number, What::EnPassant)) {
                    return false;
                }
            }
        }
        true
    }

    /// Three steps of a pawn, where its rules have them.
    fn triple_step(&self, number: Kind, from: u8, occupied: Bits) -> Bits {
        let us = self.us();
        if self.rules.triple_step[us] & bit(from) == 0 || self.rules.chess_pawn != Some(number) {
            return 0;
        }
        let ahead = if us == 0 { 1 } else { -1 };
        let way = [1, 2, 3].map(|steps| shifted(from, steps * ahead, 0).map_or(0, bit));
        let free = way.iter().all(|&at| at & self.rules.board & !occupied != 0);
        if free { way[2] } else { 0 }
    }

    /// The promotions of a man, and what of its moves may go without.
    fn promotions(
        &self,
        from: u8,
        kind: &KindRules,
        to: &mut Bits,
        occupied: Bits,
        each: &mut impl FnMut(Move) -> GoOn,
    ) -> GoOn {
        let (us, rules) = (self.us(), self.rules);
        let (promotion, all) = (&rules.promotion, *to);
        let zone = promotion.region[us];
        let is_chess_pawn = Some(kind.like) == rules.chess_pawn;
        if let Some(becomes) = kind.becomes.filter(|&it| self.may_have(rules.kind(it).like)) {
            let starts_inside = zone & bit(from) != 0 && !is_chess_pawn;
            let mut into = if starts_inside { all } else { all & zone };
            into &= if promotion.on_capture { occupied } else { Bits::MAX };
            if promotion.piece_must && !is_chess_pawn {
                let free = if promotion.on_capture { !occupied } else { 0 };
                *to &= (if starts_inside { 0 } else { !zone }) | free;
            }
            for at in squares(into) {
                if !each(self.promoting(from, at, becomes, 0)) {
                    return false;
                }
            }
        }
        if !has(promotion.pawns[us], kind.like) || kind.mark != Mark::None {
            return true;
        }
        let into = all & zone;
        if promotion.pawn_must {
            *to &= !into;
        }
        if into == 0 {
            return true;
        }
        for (choice, &made) in promotion.kinds[us].iter().enumerate() {
            if !self.may_have(rules.kind(made).like) {
                continue;
            }
            for at in squares(into) {
                if !each(self.promoting(from, at, made, 1 + choice)) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether the side to move may have one more of a kind.
    fn may_have(&self, kind: Kind) -> bool {
        let limit = self.rules.promotion.limit[usize::from(kind)];
        limit == 0 || self.standing(self.us(), 1 << kind) < limit
    }

    fn castling_moves(&self, each: &mut impl FnMut(Move) -> GoOn) -> GoOn {
        let us = self.us();
        if self.rights >> (2 * us) & 3 == 0 || self.checked {
            return true;
        }
        let king = self.castling_kings[us];
        for index in [2 * us, 2 * us + 1] {
            let rook = self.rooks[index];
            if self.rights >> index & 1 == 0 || !self.castling_is_free(us, king, rook) {
                continue;
            }
            let kind = self.kinds[usize::from(king)];
            if !each(self.plain(king, rook, kind, What::Castle)) {
                return false;
            }
        }
        true
    }

    /// Whether all squares that king and rook pass or come to are empty.
    fn castling_is_free(&self, us: usize, king: u8, rook: u8) -> bool {
        let (king_to, rook_to) = self.castled(us, king, rook);
        let between = |a: u8, b: u8| self.rules.between(a, b) | bit(b);
        let path = between(king, king_to) | between(rook, rook_to);
        path & !bit(king) & !bit(rook) & self.occupied() == 0
    }

    fn drop_moves(&self, each: &mut impl FnMut(Move) -> GoOn) -> GoOn {
        let (us, rules) = (self.us(), self.rules);
        if !rules.drops.enabled {
            return true;
        }
        let empty = rules.board & !self.occupied();
        for (number, &held) in self.hands[us].iter().enumerate() {
            if held == 0 {
                continue;
            }
            let kind = number as Kind;
            let region = empty & self.drop_region(us, kind);
            for at in squares(self.lively(us, kind, region)) {
                if !each(Self::dropping(kind, at)) {
                    return false;
                }
            }
            let promoted = rules.kind(kind).becomes.filter(|_| rules.drops.promoted);
            if let Some(becomes) = promoted {
                for at in squares(self.lively(us, becomes, region)) {
                    if !each(Self::dropping(becomes, at)) {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn lively(&self, us: usize, kind: Kind, region: Bits) -> Bits {
        let dead = self.rules.immobility_illegal;
        if dead { region & self.rules.kind(kind).mobile[us] } else { region }
    }

    /// Where a kind may be dropped, as far as the rules of drops say.
    pub(super) fn drop_region(&self, us: usize, kind: Kind) -> Bits {
        let drops = &self.rules.drops;
        let mut region = drops.region[us][usize::from(kind)];
        if let Some((doubled, count)) = drops.no_doubled.filter(|&(doubled, _)| doubled == kind) {
            for file in 0..self.rules.files {
                let is = |&at: &u8| {
                    file_of(at) == file
                        && self.rules.kind(self.kinds[usize::from(at)]).like == doubled
                };
                if squares(self.sides[us]).filter(is).count() as u32 >= count {
                    region &= !file_bits(file);
                }
            }
        }
        region
    }

    /// A pass is a move of the king, or of the first man, to its own square.
    fn pass_move(&self, each: &mut impl FnMut(Move) -> GoOn) -> GoOn {
        let us = self.us();
        if !self.rules.pass && !self.rules.pass_on_stalemate || self.sides[us] == 0 {
            return true;
        }
        let king = self.kings[us];
        let at = if king == NONE { self.sides[us].trailing_zeros() as u8 } else { king };
        each(self.plain(at, at, self.kinds[usize::from(at)], What::Pass))
    }
}
