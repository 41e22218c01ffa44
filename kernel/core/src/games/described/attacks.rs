//! Who attacks what.

use super::board::{Bits, bit, file_bits, file_of, squares};
use super::position::{NONE, Position};
use super::rules::{Kind, KindRules, Kinds, VariantRules, has};

impl KindRules {
    /// Where a man goes or takes from a square; a soldier at home goes straight on.
    #[inline]
    fn narrowed(&self, side: usize, from: u8, to: Bits) -> Bits {
        let broad = self.broad[side] & bit(from) != 0;
        (if broad { to } else { to & file_bits(file_of(from)) }) & self.area[side]
    }

    /// The squares on which a man takes.
    #[inline]
    pub(super) fn taking(&self, side: usize, from: u8, occupied: Bits) -> Bits {
        self.narrowed(side, from, self.gaits[side].takes.from(from, occupied))
    }

    /// The squares to which a man goes without taking, if they are empty.
    #[inline]
    pub(super) fn going(&self, side: usize, from: u8, occupied: Bits, is_first: bool) -> Bits {
        let gait = &self.gaits[side];
        let mut to = gait.moves.from(from, occupied);
        if is_first && let Some(initial) = &gait.initial {
            to |= initial.from(from, occupied);
        }
        self.narrowed(side, from, to)
    }

    /// Whether a man on one square takes on another.
    #[inline]
    pub(super) fn hits(
        &self,
        rules: &VariantRules,
        side: usize,
        (from, to): (u8, u8),
        occupied: Bits,
    ) -> bool {
        let target = bit(to);
        if !self.is_plain {
            return self.taking(side, from, occupied) & target != 0;
        }
        let takes = &self.gaits[side].takes;
        takes.ever(from) & self.area[side] & target != 0
            && (takes.leaps(from) & target != 0 || rules.between(from, to) & occupied == 0)
    }
}

impl Position {
    /// Whether a side attacks a square; men that are not among the occupied ones are gone.
    #[inline]
    pub(super) fn attacked(&self, at: u8, by: usize, occupied: Bits) -> bool {
        let near = self.rules.ever[by][usize::from(at)] & self.sides[by] & occupied;
        squares(near).any(|from| self.man_hits(by, from, at, occupied))
    }

    #[inline]
    fn man_hits(&self, by: usize, from: u8, at: u8, occupied: Bits) -> bool {
        let kind = self.rules.kind(self.kinds[usize::from(from)]);
        kind.hits(self.rules, by, (from, at), occupied)
    }

    /// Whether a man of these kinds attacks a square.
    pub(super) fn attacked_by(&self, at: u8, by: usize, occupied: Bits, kinds: Kinds) -> bool {
        let near = self.rules.ever[by][usize::from(at)] & self.sides[by] & occupied;
        let fits = |from: u8| has(kinds, self.rules.kind(self.kinds[usize::from(from)]).like);
        squares(near).any(|from| fits(from) && self.man_hits(by, from, at, occupied))
    }

    /// The men that attack a square.
    pub(super) fn attackers(&self, at: u8, by: usize, occupied: Bits) -> Bits {
        let near = self.rules.ever[by][usize::from(at)] & self.sides[by] & occupied;
        let hits = |from: &u8| self.man_hits(by, *from, at, occupied);
        squares(near).filter(hits).fold(0, |bits, from| bits | bit(from))
    }

    /// Whether a side's king is attacked.
    #[inline]
    pub(super) fn king_is_attacked(&self, side: usize) -> bool {
        let king = self.kings[side];
        king != NONE && self.attacked(king, 1 - side, self.occupied())
    }

    /// Our men that alone stand between our king and a rider. Only where all kinds are plain.
    pub(super) fn pinned(&self) -> Bits {
        let (us, occupied) = (self.us(), self.occupied());
        let king = self.kings[us];
        let far = self.rules.ever[1 - us][usize::from(king)] & self.sides[1 - us];
        let mut pinned = 0;
        for from in squares(far) {
            let blockers = self.rules.between(from, king) & occupied;
            if blockers != 0 && blockers & (blockers - 1) == 0 {
                pinned |= blockers & self.sides[us];
            }
        }
        pinned
    }

    /// The men whose loss would lose the game at once, as kings are: the last ones of a kind.
    pub(super) fn pseudo_royals(&self, side: usize) -> Bits {
        let extinction = &self.rules.extinction;
        let mut royal = 0;
        for kind in 0..self.rules.kinds.len() as Kind {
            if has(extinction.kinds, kind) && self.standing(side, 1 << kind) <= extinction.count + 1
            {
                royal |= self.of_kind(side, kind);
            }
        }
        royal
    }

    fn of_kind(&self, side: usize, kind: Kind) -> Bits {
        let is = |&at: &u8| self.rules.kind(self.kinds[usize::from(at)]).like == kind;
        squares(self.sides[side]).filter(is).fold(0, |bits, at| bits | bit(at))
    }

    /// Whether a last man of a side is attacked; where captures explode, not beside one of theirs.
    pub(super) fn royals_are_attacked(&self, side: usize) -> bool {
        let theirs = self.pseudo_royals(1 - side);
        let safe = |at: u8| self.rules.explodes && self.rules.around[usize::from(at)] & theirs != 0;
        squares(self.pseudo_royals(side))
            .any(|at| !safe(at) && self.attacked(at, 1 - side, self.occupied()))
    }
}
