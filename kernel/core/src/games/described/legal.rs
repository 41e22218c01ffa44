//! Which possible moves are legal.

use super::board::{Bits, bit, file_of, rank_of, squares};
use super::moves::{GoOn, Move, What};
use super::position::{NONE, Position};
use super::rules::has;

/// What is known of a position before its moves are judged.
struct Safety {
    /// Whether the side has a king that must be kept.
    king: u8,
    /// Men that may not leave their lines; all, where that cannot be told.
    bound: Bits,
}

impl Position {
    /// Calls `each` with every legal move until it says stop; whether it went through to the end.
    pub(super) fn legal(&self, noisy: bool, each: &mut impl FnMut(Move) -> GoOn) -> GoOn {
        if self.immediate_end().is_some() {
            return true;
        }
        let safety = self.safety();
        if self.rules.is_simple {
            return self.possible(noisy, &mut |mv| !self.keeps_king(mv, &safety) || each(mv));
        }
        let only = self.only();
        self.possible(noisy, &mut |mv| {
            !(only.allows(self, mv) && self.keeps_king(mv, &safety) && self.is_allowed(mv))
                || each(mv)
        })
    }

    fn safety(&self) -> Safety {
        let king = self.kings[self.us()];
        let all = king == NONE || self.checked || !self.rules.is_plain;
        Safety { king, bound: if all { Bits::MAX } else { self.pinned() } }
    }

    /// Whether the king is safe after a possible move.
    #[inline]
    fn keeps_king(&self, mv: Move, safety: &Safety) -> bool {
        if safety.king == NONE {
            return mv.what != What::Castle || self.castling_is_legal(mv);
        }
        let unbound = matches!(mv.what, What::Move | What::Promotion)
            && mv.from != safety.king
            && safety.bound & bit(mv.from) == 0;
        if unbound || mv.what == What::Drop && !self.checked && self.rules.is_plain {
            return true;
        }
        self.king_stays_safe(mv)
    }

    /// What is occupied after a move, its explosion not counted; those taken are not.
    fn occupied_after(&self, mv: Move) -> Bits {
        let us = self.us();
        match mv.what {
            What::Pass => self.occupied(),
            What::Drop => self.occupied() | bit(mv.to),
            What::Castle => {
                let (king_to, rook_to) = self.castled(us, mv.from, mv.to);
                self.occupied() & !bit(mv.from) & !bit(mv.to) | bit(king_to) | bit(rook_to)
            }
            What::Move | What::Promotion | What::EnPassant => {
                let taken = self.victim(mv).map_or(0, bit);
                self.occupied() & !bit(mv.from) & !taken | bit(mv.to)
            }
        }
    }

    fn king_stays_safe(&self, mv: Move) -> bool {
        let us = self.us();
        if mv.what == What::Castle {
            return self.castling_is_legal(mv);
        }
        let king = if mv.from == self.kings[us] { mv.to } else { self.kings[us] };
        let occupied = self.occupied_after(mv);
        // A man on the square that was taken is gone, though the square is occupied.
        let them = self.sides[1 - us] & !bit(mv.to);
        !self.hit_by(king, 1 - us, occupied, them)
    }

    fn hit_by(&self, at: u8, by: usize, occupied: Bits, men: Bits) -> bool {
        let near = self.rules.ever[by][usize::from(at)] & men & occupied;
        squares(near).any(|from| {
            let kind = self.rules.kind(self.kinds[usize::from(from)]);
            kind.hits(self.rules, by, (from, at), occupied)
        })
    }

    /// A king does not castle out of, through, or into check; other pieces may.
    fn castling_is_legal(&self, mv: Move) -> bool {
        let us = self.us();
        if self.kings[us] != mv.from {
            return true;
        }
        let (to, _) = self.castled(us, mv.from, mv.to);
        let way = self.rules.between(mv.from, to) | bit(to);
        let attacked = |at: u8| self.attacked(at, 1 - us, self.occupied());
        let behind = self.occupied() & !bit(mv.to);
        !squares(way & !bit(mv.from)).any(attacked) && !self.attacked(to, 1 - us, behind)
    }

    /// What kinds of moves are allowed at all: only captures, or only drops.
    fn only(&self) -> Only {
        let mut only = Only { captures: false, drops: false, no_pass: false };
        let us = self.us();
        let drops = &self.rules.drops;
        let held = |(kind, &n): (usize, &u8)| n > 0 && has(drops.forced_kinds, kind as u8);
        if drops.forced && self.hands[us].iter().enumerate().any(held) {
            only.drops = self.has(false, |mv| mv.what == What::Drop);
        }
        if self.rules.must_capture {
            only.captures = self.has(true, |mv| self.victim(mv).is_some());
        }
        if self.rules.pass_on_stalemate && !self.checked {
            only.no_pass = self.has(false, |mv| mv.what != What::Pass);
        }
        only
    }

    /// Whether there is a move of a sort that is legal but for [`Only`].
    fn has(&self, noisy: bool, sort: impl Fn(Move) -> bool) -> bool {
        let safety = self.safety();
        !self.possible(noisy, &mut |mv| {
            !(sort(mv) && self.keeps_king(mv, &safety) && self.is_allowed(mv))
        })
    }

    /// Whether rules beside the king's safety allow a move.
    fn is_allowed(&self, mv: Move) -> bool {
        let rules = self.rules;
        let may_check = rules.checking && (rules.drops.checks || mv.what != What::Drop);
        if !may_check && self.gives_check(mv) {
            return false;
        }
        if rules.flying_general && self.faces_king(mv) {
            return false;
        }
        if rules.makpong && self.checked && mv.from == self.kings[self.us()] {
            let checkers = self.attackers(mv.from, 1 - self.us(), self.occupied());
            if checkers != bit(mv.to) {
                return false;
            }
        }
        if rules.drops.opposite_bishops.is_some() && !self.bishops_differ(mv) {
            return false;
        }
        !rules.extinction.pseudo_royal || self.royals_stay_safe(mv)
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.play(mv).checked
    }

    /// Whether the kings see each other along a rank or file after a move.
    fn faces_king(&self, mv: Move) -> bool {
        let (us, rules) = (self.us(), self.rules);
        let (ours, theirs) = (self.kings[us], self.kings[1 - us]);
        if ours == NONE || theirs == NONE || theirs == mv.to {
            return false;
        }
        let king = if mv.from == ours { mv.to } else { ours };
        let on_line = file_of(king) == file_of(theirs) || rank_of(king) == rank_of(theirs);
        on_line && rules.between(king, theirs) & self.occupied_after(mv) == 0
    }

    /// Whether the bishops that are dropped come to stand on squares of both colours.
    fn bishops_differ(&self, mv: Move) -> bool {
        let (us, rules) = (self.us(), self.rules);
        let (Some(bishop), What::Drop) = (rules.drops.opposite_bishops, mv.what) else {
            return true;
        };
        let dark = |at: &u8| (rank_of(*at) + file_of(*at)).is_multiple_of(2);
        let is = |at: &u8| rules.kind(self.kinds[usize::from(*at)]).like == bishop;
        let bishops: Vec<u8> = squares(self.sides[us]).filter(is).collect();
        let all = self.count(us, 1 << bishop) as usize;
        if mv.kind == bishop {
            let same = bishops.iter().filter(|&at| dark(at) == dark(&mv.to)).count();
            return same < all.div_ceil(2);
        }
        let free = self.drop_region(us, bishop) & !self.occupied() & !bit(mv.to);
        let colour = |wanted: bool| {
            let all = squares(free).chain(bishops.iter().copied());
            all.filter(|at| dark(at) == wanted).count()
        };
        colour(true) >= all / 2 && colour(false) >= all / 2
    }

    /// Whether the last men of their kinds are safe after a move.
    fn royals_stay_safe(&self, mv: Move) -> bool {
        let (us, rules) = (self.us(), self.rules);
        let theirs = self.pseudo_royals(1 - us);
        let mut ours = self.pseudo_royals(us);
        let safe_beside =
            |at: u8, theirs: Bits| rules.explodes && rules.around[usize::from(at)] & theirs != 0;
        let mut to = mv.to;
        if mv.what == What::Castle {
            let (king_to, _) = self.castled(us, mv.from, mv.to);
            to = king_to;
            let way = (rules.between(mv.from, king_to) | bit(mv.from)) & !bit(king_to);
            let without = self.occupied() & !bit(mv.from);
            let unsafe_at = |at: u8| !safe_beside(at, theirs) && self.attacked(at, 1 - us, without);
            if ours & bit(mv.from) != 0 && squares(way).any(unsafe_at) {
                return false;
            }
        }
        let mut occupied = self.occupied_after(mv);
        if rules.explodes && self.victim(mv).is_some() {
            // The capturer is no pawn any more: whatever comes to the square goes with it.
            occupied &= !(self.blast(mv.to, self.occupied()) | self.ground_zero(mv));
        }
        if mv.from != NONE && ours & bit(mv.from) != 0 {
            ours = ours & !bit(mv.from) | bit(to);
        }
        if mv.what == What::Promotion && has(rules.extinction.kinds, rules.kind(mv.kind).like) {
            ours |= bit(to);
        }
        if ours & !occupied != 0 {
            return false;
        }
        if theirs & !occupied != 0 || theirs & bit(mv.to) != 0 && self.victim(mv).is_some() {
            return true;
        }
        let men = self.sides[1 - us] & !bit(to);
        !squares(ours).any(|at| !safe_beside(at, theirs) && self.hit_by(at, 1 - us, occupied, men))
    }

    /// The square of a capture, unless the capturer is spared.
    fn ground_zero(&self, mv: Move) -> Bits {
        let mover = self.rules.kind(self.kinds[usize::from(mv.from)]).like;
        if has(self.rules.explosion_spares, mover) { 0 } else { bit(mv.to) }
    }
}

/// What a rule leaves of the legal moves.
struct Only {
    captures: bool,
    drops: bool,
    no_pass: bool,
}

impl Only {
    fn allows(&self, position: &Position, mv: Move) -> bool {
        (!self.captures || position.victim(mv).is_some())
            && (!self.drops || mv.what == What::Drop)
            && (!self.no_pass || mv.what != What::Pass)
    }
}
