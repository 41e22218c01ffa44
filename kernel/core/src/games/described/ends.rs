//! How games end: by the rules of goals at once, or where a side cannot move.

use super::board::{Bits, bit, shifted, squares};
use super::position::{NONE, Position};
use super::rules::{Kind, Verdict, has};
use crate::game::Ending;

impl Position {
    fn sign(&self) -> i32 {
        if self.turn == 0 { 1 } else { -1 }
    }

    fn ended(&self, verdict: Verdict, reason: &'static str) -> Ending {
        Ending { score: verdict.score(self.sign()), reason }
    }

    /// The end that the rules give at once, whatever moves there are.
    pub(super) fn immediate_end(&self) -> Option<Ending> {
        let rules = self.rules;
        if rules.extinction.verdict.is_some()
            && (!rules.extinction.pseudo_royal || rules.explodes)
            && let Some(verdict) = self.extinct()
        {
            return Some(self.ended(verdict, "extinction"));
        }
        if rules.flag.region != [0; 2]
            && let Some(verdict) = self.flag_reached()
        {
            return Some(self.ended(verdict, "flag"));
        }
        let us = self.us();
        if rules.ends.checks_count && self.checks[1 - us] == 0 {
            return Some(self.ended(Verdict::Loss, "checks"));
        }
        if rules.ends.connect > 0 && self.connected(1 - us) {
            return Some(self.ended(Verdict::Loss, "row"));
        }
        (self.passes == 2).then(|| self.ended(Verdict::Draw, "passes"))
    }

    fn extinct(&self) -> Option<Verdict> {
        let extinction = &self.rules.extinction;
        let verdict = extinction.verdict?;
        let us = self.us();
        for side in [1 - us, us] {
            let claimed = u32::from(extinction.claim && side == us);
            let gone = |kinds: u64| {
                self.count(side, kinds) <= extinction.count
                    && self.count(1 - side, kinds) >= extinction.opponent + claimed
            };
            let of_kind = |kind: &Kind| has(extinction.kinds, *kind) && gone(1 << kind);
            let kinds = 0..self.rules.kinds.len() as Kind;
            if extinction.all && gone(u64::MAX) || kinds.into_iter().any(|kind| of_kind(&kind)) {
                return Some(if side == us { verdict } else { turned(verdict) });
            }
        }
        None
    }

    fn has_flag(&self, side: usize) -> bool {
        let flag = &self.rules.flag;
        let there = flag.region[side] & self.sides[side];
        if there == 0 {
            return false;
        }
        let fits =
            |&at: &u8| has(flag.kinds[side], self.rules.kind(self.kinds[usize::from(at)]).like);
        squares(there).filter(fits).count() as u32 >= flag.count
    }

    fn flag_reached(&self) -> Option<Verdict> {
        let (us, flag) = (self.us(), &self.rules.flag);
        if flag.answered && self.has_flag(us) {
            let both = us == 0 && self.has_flag(1);
            return Some(if both { Verdict::Draw } else { Verdict::Win });
        }
        if flag.answered && !flag.royal[us] || !self.has_flag(1 - us) {
            return None;
        }
        // One move more: who can follow to the flag plays on.
        let follows = flag.answered && us == 1 && !self.checked && self.king_can_follow();
        (!follows).then_some(Verdict::Loss)
    }

    fn king_can_follow(&self) -> bool {
        let us = self.us();
        let king = self.kings[us];
        if king == NONE {
            return false;
        }
        let kind = self.rules.kind(self.kinds[usize::from(king)]);
        let to =
            kind.taking(us, king, self.occupied()) & self.rules.flag.region[us] & !self.sides[us];
        squares(to).any(|at| {
            let occupied = self.occupied() & !bit(king) | bit(at);
            let checks = !self.rules.checking && {
                let mut child = self.clone();
                if self.sides[1 - us] & bit(at) != 0 {
                    child.take(1 - us, at);
                }
                let kind = child.take(us, king);
                child.put(us, kind, at);
                child.king_is_attacked(1 - us)
            };
            !checks && self.attackers(at, 1 - us, occupied) & !bit(at) == 0
        })
    }

    fn connected(&self, side: usize) -> bool {
        let (ends, men) = (&self.rules.ends, self.sides[side]);
        ends.connect_steps.iter().any(|&step| longest_is(men, step, ends.connect))
    }

    /// The result where the side to move cannot.
    pub(super) fn stuck(&self) -> Ending {
        if let Some(ending) = self.immediate_end() {
            return ending;
        }
        let ends = &self.rules.ends;
        if self.checked {
            let us = self.us();
            if self.dropped {
                let attackers = self.attackers(self.kings[us], 1 - us, self.occupied());
                let pawns = self.rules.drops.pawn_mate_loses;
                let is_pawn =
                    |at: u8| has(pawns, self.rules.kind(self.kinds[usize::from(at)]).like);
                if squares(attackers).all(is_pawn) {
                    return self.ended(Verdict::Win, "pawn drop mate");
                }
            }
            return self.ended(ends.checkmate, "checkmate");
        }
        if self.rules.extinction.pseudo_royal && self.royals_are_attacked(self.us()) {
            return self.ended(ends.checkmate, "checkmate");
        }
        let mut verdict = ends.stalemate;
        if ends.stalemate_counts_pieces {
            let us = self.us();
            let more = self.sides[us].count_ones().cmp(&self.sides[1 - us].count_ones());
            verdict = match more {
                std::cmp::Ordering::Less => verdict,
                std::cmp::Ordering::Equal => Verdict::Draw,
                std::cmp::Ordering::Greater => turned(verdict),
            };
        }
        self.ended(verdict, "stalemate")
    }
}

/// The same result, as the other side sees it.
pub(super) fn turned(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win => Verdict::Loss,
        Verdict::Draw => Verdict::Draw,
        Verdict::Loss => Verdict::Win,
    }
}

/// Whether so many men stand in a row.
fn longest_is(men: Bits, (ranks, files): (i8, i8), wanted: u32) -> bool {
    let mut rows = men;
    for _ in 1..wanted {
        let moved = squares(rows).filter_map(|at| shifted(at, ranks, files));
        rows = moved.fold(0, |bits, at| bits | bit(at)) & men;
    }
    rows != 0
}
