//! Chess-like games that a text describes, in the words of Fairy-Stockfish's `variants.ini`: boards up
//! to 12 × 10, pieces by Betza's notation, promotion, drops, castling, goals.
//!
//! Text → [`ini`] (sections) → [`keys`] → [`draft`] → [`build`] (checks, tables) → [`rules`]. Positions
//! refer to their rules, so that one type of game serves all variants.

mod attacks;
mod betza;
mod board;
mod build;
mod draft;
mod ends;
mod fen;
mod gait;
mod ini;
mod keys;
mod legal;
mod moves;
mod position;
mod rules;
#[cfg(test)]
mod tests;
mod zobrist;

pub use build::variant;
pub use ini::{built_in_names, variant_names};
pub use moves::Move;
pub use position::Position;
pub use rules::VariantRules;

use std::sync::LazyLock;

use crate::error::Error;
use crate::game::{Ending, Game, Repetition, Turn};
use moves::What;
use rules::{MOST_KINDS, has};

/// The keys that texts may have, beside the pieces' names.
#[must_use]
pub fn known_keys() -> Vec<&'static str> {
    let mut keys: Vec<_> = keys::all_keys().collect();
    keys.dedup();
    keys
}

/// The squares of the largest board by their names; smaller ones have nothing on the others.
static PLACES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| (0..board::SQUARES as u8).map(|at| &*build::square_name(at).leak()).collect());

/// A position of a variant that a text describes.
#[derive(Clone, Debug, PartialEq)]
pub struct Described(Position);

impl Described {
    /// The position in which a game begins.
    #[must_use]
    pub fn start(rules: &'static VariantRules) -> Self {
        Position::parse(rules, &rules.start).map_or_else(|why| unreachable!("{why}"), Self)
    }

    /// The position that a text describes.
    ///
    /// # Errors
    /// [`Error::BadPosition`] with the text and what is wrong with it.
    pub fn parse(rules: &'static VariantRules, text: &str) -> Result<Self, Error> {
        if text == "startpos" {
            return Ok(Self::start(rules));
        }
        let bad = |why| Error::BadPosition {
            game: &rules.name,
            text: text.to_owned(),
            why: format!("{why}; write a FEN, e.g. '{}'", rules.start),
        };
        let position = Position::parse(rules, text).map_err(bad)?;
        for side in [0, 1] {
            let king = rules.king_kinds();
            let wanted = Self::start(rules).0.count(side, king);
            if wanted > 0 && position.count(side, king) == 0 {
                let which = rules.facts.players[side];
                return Err(bad(format!("{which} has no king")));
            }
        }
        if position.king_is_attacked(1 - position.us()) {
            return Err(bad("the side that is not to move is in check".to_owned()));
        }
        Ok(Self(position))
    }

    /// Board and hands.
    #[must_use]
    #[inline]
    pub fn position(&self) -> &Position {
        &self.0
    }

    /// What a legal move takes, brings to the hand, and makes of the mover, by counted feature: each
    /// with +1 or −1 for the side that moves. `None` where more happens.
    #[inline]
    pub fn changes(&self, mv: Move, mut change: impl FnMut(u8, i64)) -> Option<()> {
        let (position, rules) = (&self.0, self.0.rules);
        if let Some(at) = position.victim(mv) {
            if rules.explodes {
                return None;
            }
            let taken = rules.kind(position.kinds[usize::from(at)]);
            change(taken.counted, 1);
            if rules.drops.captures_to_hand {
                change(rules.kind(taken.in_hand).counted, 1);
            }
        }
        if mv.what == What::Promotion {
            change(rules.kind(mv.kind).counted, 1);
            let before = position.kinds[usize::from(mv.from)];
            change(rules.kind(before).counted, -1);
        } else if mv.what == What::Drop && rules.kind(mv.kind).mark != rules::Mark::None {
            return None;
        }
        Some(())
    }

    /// The counted feature and the place of a man that a legal move drops.
    #[must_use]
    pub fn dropped(&self, mv: Move) -> Option<u8> {
        (mv.what == What::Drop).then(|| self.0.rules.kind(mv.kind).counted)
    }
}

impl Game for Described {
    type Move = Move;
    type Moves = Vec<Move>;

    const MOVE_HINT: &'static str =
        "moves are written as in UCI, e.g. 'e2e4', 'e7e8q', 'a2a3+' or, for a drop, 'N@f3'";
    const HISTORY_SIZE: usize = 2 * 2 * MOST_KINDS * board::SQUARES;
    const QUIESCENCE_PLIES: Option<u32> = Some(16);

    fn name(&self) -> &str {
        &self.0.rules.name
    }

    fn turn(&self) -> Turn {
        if self.0.turn == 0 { Turn::First } else { Turn::Second }
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.put_legal_moves(&mut moves);
        moves
    }

    fn put_legal_moves(&self, moves: &mut Vec<Move>) {
        moves.reserve(64);
        self.0.legal(false, &mut |mv| {
            moves.push(mv);
            true
        });
    }

    fn noisy_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.put_noisy_moves(&mut moves);
        moves
    }

    fn put_noisy_moves(&self, moves: &mut Vec<Move>) {
        self.0.legal(true, &mut |mv| {
            moves.push(mv);
            true
        });
        moves.sort_by_key(|&mv| std::cmp::Reverse(self.noisy_order(mv)));
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        mv.what == What::Promotion || self.0.victim(mv).is_some()
    }

    fn play(&self, mv: Move) -> Self {
        Self(self.0.play(mv))
    }

    fn ending_without_moves(&self) -> Ending {
        self.0.stuck()
    }

    fn has_legal_move(&self) -> bool {
        !self.0.legal(false, &mut |_| false)
    }

    fn quick_ending(&self) -> Option<Ending> {
        self.0.immediate_end()
    }

    fn may_end_quickly(&self, mv: Move) -> bool {
        let rules = self.0.rules;
        let decides = rules.extinction.verdict.is_some() && self.0.victim(mv).is_some()
            || rules.flag.region != [0; 2]
            || rules.ends.connect > 0;
        decides && self.0.play(mv).immediate_end().is_some()
    }

    fn key(&self) -> u64 {
        self.0.hash | u64::from(self.0.checked)
    }

    fn key_tells_check(key: u64) -> bool {
        key & 1 == 1
    }

    fn key_after(&self, _key: u64, _mv: Move, child: &Self) -> u64 {
        child.key()
    }

    fn text(&self) -> String {
        self.0.fen()
    }

    fn move_text(&self, mv: Move) -> String {
        self.0.move_text(mv)
    }

    fn count(&self, kind: &str, side: Turn) -> Option<u32> {
        let feature = self.0.rules.counted_names.iter().position(|&name| name == kind)?;
        let (standing, held) = self.0.counted(usize::from(side == Turn::Second), feature);
        Some(standing + held)
    }

    fn places() -> &'static [&'static str] {
        &PLACES
    }

    fn piece_at(&self, place: usize) -> Option<(&'static str, Turn)> {
        let (side, kind) = self.0.man(place as u8)?;
        Some((self.0.rules.kind(kind).name, [Turn::First, Turn::Second][side]))
    }

    fn attackers(&self, place: usize, side: Turn) -> Option<Vec<usize>> {
        let by = usize::from(side == Turn::Second);
        let found = self.0.attackers(place as u8, by, self.0.occupied());
        Some(board::squares(found).map(usize::from).collect())
    }

    fn null_move(&self) -> Option<Self> {
        let rules = self.0.rules;
        let fits = !self.0.checked && !rules.must_capture && !rules.ends.checks_count;
        let has_pieces = self.0.sides[self.0.us()].count_ones() > 3;
        (fits && has_pieces && self.0.immediate_end().is_none()).then(|| Self(self.0.passed()))
    }

    fn reversible_plies(&self) -> u32 {
        // What is captured may be dropped again, so any position can come back.
        if self.0.rules.drops.enabled { u32::MAX } else { u32::from(self.0.slow) }
    }

    fn slow_plies(&self) -> u32 {
        u32::from(self.0.slow)
    }

    fn progress_limit(&self) -> Option<u32> {
        let moves = self.0.rules.ends.moves;
        (moves > 0).then_some(2 * moves)
    }

    fn repetition(&self) -> Repetition {
        let ends = &self.0.rules.ends;
        let white_to_move = ends.fold_is_absolute || self.0.turn == 0;
        Repetition {
            times: match ends.folds {
                0 => Repetition::NEVER,
                folds => (folds as usize).max(2),
            },
            score: ends.fold.score(if white_to_move { 1 } else { -1 }),
            perpetual_check_loses: ends.perpetual_check_loses,
        }
    }

    fn noise_is_forced(&self) -> bool {
        self.0.rules.must_capture
    }

    #[inline]
    fn noisy_order(&self, mv: Move) -> i32 {
        let rules = self.0.rules;
        let worth = |kind: u8| rules.kind(kind).nominal;
        let taken = self.0.victim(mv).map_or(0, |at| worth(self.0.kinds[usize::from(at)]));
        let mover = self.0.kinds.get(usize::from(mv.from)).map_or(0, |&kind| worth(kind));
        let made = if mv.what == What::Promotion { worth(mv.kind) - mover } else { 0 };
        16 * (taken + made) - mover
    }

    fn history_index(&self, mv: Move) -> usize {
        let drop = usize::from(mv.what == What::Drop);
        let row = (self.0.us() * 2 + drop) * MOST_KINDS + usize::from(mv.kind);
        row * board::SQUARES + usize::from(mv.to)
    }

    fn move_code(mv: Move) -> u16 {
        mv.code
    }

    fn destination(mv: Move) -> Option<u16> {
        Some(u16::from(mv.to))
    }

    fn is_check(&self) -> bool {
        let pseudo = self.0.rules.extinction.pseudo_royal;
        self.0.checked || pseudo && self.0.royals_are_attacked(self.0.us())
    }

    fn has_advanced(&self, mv: Move) -> bool {
        // The move that led here: it was the other side's.
        let them = 1 - self.0.us();
        let rules = self.0.rules;
        let is_pawn = has(rules.promotion.pawns[them], rules.kind(mv.kind).like);
        let ahead = board::shifted(mv.to, if them == 0 { 1 } else { -1 }, 0).map_or(0, board::bit);
        is_pawn
            && mv.what == What::Move
            && ahead & rules.promotion.region[them] != 0
            && !self.0.attacked(mv.to, 1 - them, self.0.occupied())
    }
}
