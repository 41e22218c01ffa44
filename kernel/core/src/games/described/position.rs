//! A position of a described variant, and what a move makes of it.

use super::board::{Bits, SQUARES, bit, file_of, rank_of, square, squares};
use super::moves::{Move, What};
use super::rules::{Kind, Kinds, MOST_COUNTED, Mark, VariantRules, has};
use super::zobrist;

/// No man, or no square.
pub(super) const NONE: u8 = u8::MAX;

/// The men on the board and in hand, whose turn it is, and what is kept as moves are played.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) rules: &'static VariantRules,
    pub(super) sides: [Bits; 2],
    /// Squares that may be taken en passant.
    pub(super) en_passant: Bits,
    pub(super) hash: u64,
    pub(super) kinds: [Kind; SQUARES],
    /// Held men by plain kind.
    pub(super) hands: [[u8; MOST_COUNTED]; 2],
    /// White's men minus Black's, in hand too, by the feature that counts them.
    pub(super) balance: [i16; MOST_COUNTED],
    pub(super) kings: [u8; 2],
    /// Rights to castle: a bit for each side's right and left.
    pub(super) rights: u8,
    pub(super) rooks: [u8; 4],
    pub(super) castling_kings: [u8; 2],
    /// Checks that a side still has to give.
    pub(super) checks: [u8; 2],
    pub(super) turn: u8,
    /// Whether the king of the side to move is attacked.
    pub(super) checked: bool,
    /// Whether the last move was a pass, and the one before it.
    pub(super) passes: u8,
    /// Whether the last move dropped a pawn that may not mate.
    pub(super) dropped: bool,
    /// Plies since the last capture or pawn's move.
    pub(super) slow: u16,
    pub(super) number: u16,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.rules, other.rules) && self.fen() == other.fen()
    }
}

impl Position {
    /// A board with nobody on it.
    pub(super) fn bare(rules: &'static VariantRules) -> Self {
        Self {
            rules,
            sides: [0; 2],
            en_passant: 0,
            // Without the file's folder: a game must not hang on where its text lies.
            hash: zobrist::of_name(rules.name.rsplit(':').next().unwrap_or_default()),
            kinds: [NONE; SQUARES],
            hands: [[0; MOST_COUNTED]; 2],
            balance: [0; MOST_COUNTED],
            kings: [NONE; 2],
            rights: 0,
            rooks: [NONE; 4],
            castling_kings: [NONE; 2],
            checks: [0; 2],
            turn: 0,
            checked: false,
            passes: 0,
            dropped: false,
            slow: 0,
            number: 1,
        }
    }

    /// White's men minus Black's, in hand too, of each kind that is counted.
    #[must_use]
    #[inline]
    pub fn balance(&self) -> &[i16; MOST_COUNTED] {
        &self.balance
    }

    /// The rules that apply.
    #[must_use]
    #[inline]
    pub fn rules(&self) -> &'static VariantRules {
        self.rules
    }

    #[inline]
    pub(super) fn us(&self) -> usize {
        usize::from(self.turn)
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bits {
        self.sides[0] | self.sides[1]
    }

    /// The man on a square: its side and its kind.
    pub(super) fn man(&self, at: u8) -> Option<(usize, Kind)> {
        let kind = self.kinds[usize::from(at)];
        (kind != NONE).then(|| (usize::from(self.sides[1] & bit(at) != 0), kind))
    }

    /// How many men of these kinds a side has on the board.
    pub(super) fn standing(&self, side: usize, kinds: Kinds) -> u32 {
        let fits = |&at: &u8| has(kinds, self.rules.kind(self.kinds[usize::from(at)]).like);
        squares(self.sides[side]).filter(fits).count() as u32
    }

    /// How many men of these kinds a side has, in hand too.
    pub(super) fn count(&self, side: usize, kinds: Kinds) -> u32 {
        let held = self.hands[side].iter().enumerate();
        let held = held.filter(|&(kind, _)| has(kinds, kind as Kind)).map(|(_, &n)| u32::from(n));
        self.standing(side, kinds) + held.sum::<u32>()
    }

    /// What a side has of a counted kind: on the board and in hand.
    #[must_use]
    pub fn counted(&self, side: usize, feature: usize) -> (u32, u32) {
        let fits =
            |&at: &u8| usize::from(self.rules.kind(self.kinds[usize::from(at)]).counted) == feature;
        let kind = usize::from(self.rules.counted[feature]);
        let held = self.hands[side].get(kind).copied().unwrap_or(0);
        (squares(self.sides[side]).filter(fits).count() as u32, u32::from(held))
    }

    /// The men on the board: side, counted kind if it is one, and the place from the far left corner,
    /// row by row.
    pub fn men(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        let (files, ranks) = self.rules.size();
        squares(self.occupied()).filter_map(move |at| {
            let (side, kind) = self.man(at)?;
            let feature = usize::from(self.rules.kind(kind).counted);
            let row = ranks - 1 - usize::from(rank_of(at));
            (feature < self.rules.counted.len())
                .then(|| (side, feature, row * files + usize::from(file_of(at))))
        })
    }

    #[inline]
    pub(super) fn put(&mut self, side: usize, kind: Kind, at: u8) {
        self.sides[side] |= bit(at);
        self.kinds[usize::from(at)] = kind;
        self.hash ^= zobrist::on_board(side, kind, at);
        self.weigh(side, kind, 1);
        if self.rules.king == Some(kind) {
            self.kings[side] = at;
        }
    }

    #[inline]
    pub(super) fn take(&mut self, side: usize, at: u8) -> Kind {
        let kind = self.kinds[usize::from(at)];
        self.sides[side] &= !bit(at);
        self.kinds[usize::from(at)] = NONE;
        self.hash ^= zobrist::on_board(side, kind, at);
        self.weigh(side, kind, -1);
        if self.rules.king == Some(kind) {
            self.kings[side] = NONE;
        }
        kind
    }

    #[inline]
    fn weigh(&mut self, side: usize, kind: Kind, by: i8) {
        let counted = usize::from(self.rules.kind(kind).counted);
        self.balance[counted] += i16::from(if side == 0 { by } else { -by });
    }

    /// Changes how many of a kind a side holds.
    pub(super) fn hold(&mut self, side: usize, kind: Kind, by: i8) {
        let held = &mut self.hands[side][usize::from(kind)];
        self.hash ^= zobrist::in_hand(side, kind, *held);
        *held = held.saturating_add_signed(by);
        self.hash ^= zobrist::in_hand(side, kind, *held);
        self.weigh(side, kind, by);
    }

    /// The position after a legal move.
    #[must_use]
    pub(super) fn play(&self, mv: Move) -> Self {
        let mut child = self.clone();
        let (us, rules) = (self.us(), self.rules);
        child.hash ^= squares(self.en_passant).fold(0, |all, at| all ^ zobrist::en_passant(at));
        child.en_passant = 0;
        child.hash ^= if self.dropped { zobrist::DROPPED } else { 0 };
        child.dropped = false;
        child.hash ^= if self.passes > 0 { zobrist::PASSED } else { 0 };
        child.passes = 0;
        child.slow = self.slow.saturating_add(1);
        match mv.what {
            What::Pass => {
                child.passes = (self.passes + 1).min(2);
                child.hash ^= zobrist::PASSED;
            }
            What::Drop => child.drop_man(mv),
            What::Castle => child.castle(mv),
            What::Move | What::Promotion | What::EnPassant => child.go(self, mv),
        }
        if rules.castling.enabled && child.rights != 0 {
            child.lose_rights(mv);
        }
        child.turn = 1 - self.turn;
        child.hash ^= zobrist::SECOND;
        child.number = self.number.saturating_add(u16::from(us == 1));
        child.checked = child.king_is_attacked(1 - us);
        if rules.ends.checks_count && child.checked {
            child.hash ^= zobrist::checks(us, child.checks[us]);
            child.checks[us] = child.checks[us].saturating_sub(1);
            child.hash ^= zobrist::checks(us, child.checks[us]);
        }
        child
    }

    fn drop_man(&mut self, mv: Move) {
        let (us, rules) = (self.us(), self.rules);
        let held = rules.kind(mv.kind).in_hand;
        let held = if rules.kind(mv.kind).mark == Mark::None { mv.kind } else { held };
        self.hold(us, held, -1);
        self.put(us, mv.kind, mv.to);
        if has(rules.ends.slow_kinds[us], rules.kind(mv.kind).like) {
            self.slow = 0;
        }
        if has(rules.drops.pawn_mate_loses, mv.kind) {
            self.dropped = true;
            self.hash ^= zobrist::DROPPED;
        }
        if rules.castling.dropped {
            self.gain_rights(mv);
        }
    }

    /// A king or rook that is dropped at home may castle.
    fn gain_rights(&mut self, mv: Move) {
        let (us, castling) = (self.us(), &self.rules.castling);
        let rank = self.rules.relative(us, castling.rank);
        let home = square(rank, castling.king_file);
        let is_king = |kind: Kind| kind != NONE && has(castling.king[us], kind);
        if !self.rules.castling_fits()
            || rank_of(mv.to) != rank
            || !is_king(self.kinds[usize::from(home)])
        {
            return;
        }
        if self.sides[us] & bit(home) == 0 {
            return;
        }
        for file in [0, self.rules.files - 1] {
            let at = square(rank, file);
            let kind = self.kinds[usize::from(at)];
            let ours = self.sides[us] & bit(at) != 0 && kind != NONE;
            if ours && has(castling.rooks[us], kind) && (mv.to == at || mv.to == home) {
                self.castling_kings[us] = home;
                self.give_right(us, at);
            }
        }
    }

    /// The right to castle with the rook on a square.
    pub(super) fn give_right(&mut self, side: usize, rook: u8) {
        let index = 2 * side + usize::from(rook < self.castling_kings[side]);
        self.hash ^= zobrist::castling(self.rights);
        self.rights |= 1 << index;
        self.hash ^= zobrist::castling(self.rights);
        self.rooks[index] = rook;
    }

    fn lose_rights(&mut self, mv: Move) {
        let mut rights = self.rights;
        for index in 0..4 {
            let touched = [self.rooks[index], self.castling_kings[index / 2]];
            let by_move = !matches!(mv.what, What::Drop | What::Pass)
                && (touched.contains(&mv.from) || touched.contains(&mv.to));
            let blown = self.rules.explodes
                && touched.iter().any(|&at| at != NONE && self.kinds[usize::from(at)] == NONE);
            if by_move || blown {
                rights &= !(1 << index);
            }
        }
        if rights != self.rights {
            self.hash ^= zobrist::castling(self.rights) ^ zobrist::castling(rights);
            self.rights = rights;
        }
    }

    /// Where king and rook stand after castling with the rook on a square.
    pub(super) fn castled(&self, side: usize, king: u8, rook: u8) -> (u8, u8) {
        let castling = &self.rules.castling;
        let rank = self.rules.relative(side, castling.rank);
        let is_left = rook < king;
        let to = square(rank, castling.king_files[usize::from(is_left)]);
        (to, if is_left { to + 1 } else { to - 1 })
    }

    fn castle(&mut self, mv: Move) {
        let us = self.us();
        let (king_to, rook_to) = self.castled(us, mv.from, mv.to);
        let king = self.take(us, mv.from);
        let rook = self.take(us, mv.to);
        self.put(us, king, king_to);
        self.put(us, rook, rook_to);
    }

    /// A man goes from square to square.
    fn go(&mut self, before: &Self, mv: Move) {
        let (us, rules) = (self.us(), self.rules);
        let victim = before.victim(mv);
        if let Some(at) = victim {
            let taken = self.take(1 - us, at);
            if rules.drops.captures_to_hand {
                self.hold(us, rules.kind(taken).in_hand, 1);
            }
            self.slow = 0;
        }
        let kind = self.take(us, mv.from);
        let like = rules.kind(kind).like;
        self.put(us, if mv.what == What::Promotion { mv.kind } else { kind }, mv.to);
        if has(rules.ends.slow_kinds[us], like) {
            self.slow = 0;
        }
        let stays = mv.what == What::Move && has(rules.en_passant[us], like);
        if stays && file_of(mv.from) == file_of(mv.to) {
            self.leave_squares(mv);
        }
        if rules.explodes && victim.is_some() {
            self.explode(mv.to);
        }
    }

    /// After two steps or three the squares between can be taken, where somebody could.
    fn leave_squares(&mut self, mv: Move) {
        let (us, rules) = (self.us(), self.rules);
        if rank_of(mv.from).abs_diff(rank_of(mv.to)) < 2 {
            return;
        }
        let passed = rules.between(mv.from, mv.to) & rules.en_passant_region[us];
        for at in squares(passed) {
            if self.attacked_by(at, 1 - us, self.occupied(), rules.en_passant[1 - us]) {
                self.en_passant |= bit(at);
                self.hash ^= zobrist::en_passant(at);
            }
        }
    }

    /// The squares that a capture on a square empties.
    pub(super) fn blast(&self, at: u8, occupied: Bits) -> Bits {
        let spared = |&near: &u8| {
            let kind = self.kinds[usize::from(near)];
            kind != NONE
                && (Some(self.rules.kind(kind).like) == self.rules.chess_pawn && near != at
                    || has(self.rules.explosion_spares, self.rules.kind(kind).like))
        };
        let near = self.rules.around[usize::from(at)] & occupied | bit(at);
        near & !squares(near).filter(spared).fold(0, |bits, near| bits | bit(near))
    }

    fn explode(&mut self, at: u8) {
        for gone in squares(self.blast(at, self.occupied())) {
            if let Some((side, _)) = self.man(gone) {
                self.take(side, gone);
            }
        }
    }

    /// The square of the man that a move takes.
    #[inline]
    pub(super) fn victim(&self, mv: Move) -> Option<u8> {
        match mv.what {
            What::Drop | What::Castle | What::Pass => None,
            What::EnPassant => self.passed_by(mv.to),
            _ => (self.kinds[usize::from(mv.to)] != NONE).then_some(mv.to),
        }
    }

    /// The man that went over a square: the nearest behind it.
    pub(super) fn passed_by(&self, to: u8) -> Option<u8> {
        let them = 1 - self.us();
        let mut at = to;
        loop {
            at = super::board::shifted(at, if them == 0 { 1 } else { -1 }, 0)?;
            if self.kinds[usize::from(at)] != NONE {
                return (self.sides[them] & bit(at) != 0).then_some(at);
            }
        }
    }

    /// The other side to move.
    pub(super) fn passed(&self) -> Self {
        let mut child = self.clone();
        child.hash ^= squares(self.en_passant).fold(0, |all, at| all ^ zobrist::en_passant(at));
        child.en_passant = 0;
        child.turn = 1 - self.turn;
        child.hash ^= zobrist::SECOND;
        child.slow = self.slow.saturating_add(1);
        child.checked = false;
        child
    }
}
