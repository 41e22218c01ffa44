//! Shogi, with rules of our own: bitboards of 81 squares, legal moves without trial, an
//! incremental key that tells check, and the material balance kept as moves are played.

mod attacks;
mod declaration;
mod exchange;
mod moves;
mod pieces;
mod position;
mod sfen;
mod zobrist;

pub use attacks::can_stand;
pub use moves::{Move, Moves, Origin};
pub use pieces::{PieceKind, Side};
pub use position::{Changes, Position};

use std::sync::LazyLock;

use arrayvec::ArrayVec;

use crate::error::Error;
use crate::game::{Ending, Facts, Game, Repetition, Rules, Turn};

/// A position of shogi. With `DECLARATION`, a player whose king has entered the enemy camp with
/// enough company has won on his turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShogiWith<const DECLARATION: bool>(Position);

/// Shogi: mate wins, repetition draws unless it was perpetual check.
pub type Shogi = ShogiWith<false>;
/// Shogi in which the entered king wins by the 27-point rule.
pub type ShogiDeclaration = ShogiWith<true>;

impl<const DECLARATION: bool> ShogiWith<DECLARATION> {
    /// The board and the hands.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.0
    }
}

/// The squares by their names, `1a` first, then down the files.
static PLACES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let name = |file: usize, rank: u8| &*format!("{}{}", file + 1, char::from(b'a' + rank)).leak();
    (0..9).flat_map(|file| (0..9).map(move |rank| name(file, rank))).collect()
});

/// More than any [`Game::noisy_order`] is.
const NO_ORDER: i32 = 1 << 14;
/// The origins of the history table: fourteen kinds that move, seven that are dropped.
const ORIGINS: usize = 14 + 7;

impl<const DECLARATION: bool> Game for ShogiWith<DECLARATION> {
    type Move = Move;
    type Moves = Moves;

    const MOVE_HINT: &'static str = "moves are written as in USI, e.g. '7g7f', '8h2b+' or 'P*5e'";
    const HISTORY_SIZE: usize = 2 * ORIGINS * attacks::SQUARES;
    const REPETITION: Repetition = Repetition { times: 4, score: 0.5, perpetual_check_loses: true };
    const QUIESCENCE_PLIES: Option<u32> = Some(8);

    fn name(&self) -> &str {
        Self::NAME
    }

    fn turn(&self) -> Turn {
        match self.0.turn() {
            Side::Sente => Turn::First,
            Side::Gote => Turn::Second,
        }
    }

    fn legal_moves(&self) -> Moves {
        let mut moves = Moves::new();
        self.0.legal_moves_into(&mut moves);
        moves
    }

    fn noisy_moves(&self) -> Moves {
        let mut moves = Moves::new();
        self.0.noisy_moves_into(&mut moves);
        // Numbers that hold order and move sort faster than moves that are asked for their order.
        let numbered =
            |&mv: &Move| ((NO_ORDER - self.noisy_order(mv)) as u32) << 16 | u32::from(mv.code());
        let mut numbers = ArrayVec::<u32, { moves::MOST }>::new();
        numbers.extend(moves.iter().map(numbered));
        numbers.sort_unstable();
        for (mv, &number) in moves.iter_mut().zip(&numbers) {
            *mv = Move::of_code(number as u16);
        }
        moves
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        mv.promotes() || self.0.kind(mv.to()).is_some()
    }

    fn play(&self, mv: Move) -> Self {
        Self(self.0.play(mv))
    }

    fn ending_without_moves(&self) -> Ending {
        // Who cannot move has lost, in check or not.
        Ending { score: f64::from(self.0.turn() == Side::Gote), reason: "checkmate" }
    }

    fn has_legal_move(&self) -> bool {
        self.0.has_legal_move()
    }

    fn ending_despite_moves(&self) -> Option<Ending> {
        if !DECLARATION || !self.0.may_declare() {
            return None;
        }
        let score = f64::from(self.0.turn() == Side::Sente);
        Some(Ending { score, reason: "declaration" })
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn key_tells_check(key: u64) -> bool {
        key & 1 == 1
    }

    fn key_after(&self, _key: u64, _mv: Move, child: &Self) -> u64 {
        child.0.key()
    }

    fn text(&self) -> String {
        sfen::text(&self.0)
    }

    fn move_text(&self, mv: Move) -> String {
        sfen::move_text(mv)
    }

    fn count(&self, kind: &str, side: Turn) -> Option<u32> {
        let kind = PieceKind::ALL.into_iter().find(|&k| PieceKind::NAMES[k as usize] == kind)?;
        let side = if side == Turn::First { Side::Sente } else { Side::Gote };
        let held =
            if kind as usize <= PieceKind::Rook as usize { self.0.hand(side, kind) } else { 0 };
        let pieces = self.0.occupied_squares().filter_map(|square| self.0.piece(square));
        Some(u32::from(held) + pieces.filter(|&piece| piece == (side, kind)).count() as u32)
    }

    fn places() -> &'static [&'static str] {
        &PLACES
    }

    fn piece_at(&self, place: usize) -> Option<(&'static str, Turn)> {
        let (side, kind) = self.0.piece(place as u8)?;
        let turn = if side == Side::Sente { Turn::First } else { Turn::Second };
        Some((PieceKind::NAMES[kind as usize], turn))
    }

    fn attackers(&self, place: usize, side: Turn) -> Option<Vec<usize>> {
        let side = if side == Turn::First { Side::Sente } else { Side::Gote };
        let found = self.0.attackers(place as u8, side, self.0.occupied());
        Some(attacks::squares(found).map(usize::from).collect())
    }

    fn null_move(&self) -> Option<Self> {
        self.0.null_move().map(Self)
    }

    #[inline]
    fn noisy_order(&self, mv: Move) -> i32 {
        let Origin::Square(from) = mv.origin() else { return 0 };
        let changes = self.0.changes(mv);
        let taken = changes.taken.map_or(0, |kind| kind.nominal() + kind.plain().nominal());
        let promoted = changes.promoted.map_or(0, |(from, to)| to.nominal() - from.nominal());
        8 * (taken + promoted) - self.0.kind(from).map_or(0, PieceKind::nominal)
    }

    fn history_index(&self, mv: Move) -> usize {
        let origin = match mv.origin() {
            Origin::Square(from) => self.0.kind(from).map_or(0, |kind| kind as usize),
            Origin::Hand(dropped) => 14 + dropped as usize,
        };
        (self.0.turn() as usize * ORIGINS + origin) * attacks::SQUARES + usize::from(mv.to())
    }

    fn move_code(mv: Move) -> u16 {
        mv.code()
    }

    fn destination(mv: Move) -> Option<u16> {
        Some(u16::from(mv.to()))
    }

    fn loses_exchange(&self, mv: Move) -> bool {
        exchange::loses(&self.0, mv)
    }

    fn is_check(&self) -> bool {
        self.0.checkers() != 0
    }

    fn may_check(&self, mv: Move) -> bool {
        self.0.may_check(mv)
    }
}

impl<const DECLARATION: bool> Rules for ShogiWith<DECLARATION> {
    const NAME: &'static str = if DECLARATION { "shogi-declaration" } else { "shogi" };
    const LONG_GAMES_ARE_DRAWN: bool = true; // the thesis gave half a point each
    const FACTS: Facts = Facts {
        summary: if DECLARATION {
            "shogi in which an entered king wins by the 27-point declaration"
        } else {
            "shogi, Japanese chess"
        },
        players: ["Sente", "Gote"],
        max_plies: 600,
        kinds: &PieceKind::NAMES,
    };

    fn start() -> Self {
        sfen::parse(sfen::START).map_or_else(|why| unreachable!("{why}"), Self)
    }

    fn parse(text: &str) -> Result<Self, Error> {
        if text == "startpos" {
            return Ok(Self::start());
        }
        let bad = |why| Error::BadPosition { game: Self::NAME, text: text.to_owned(), why };
        sfen::parse(text).map(Self).map_err(bad)
    }
}

#[cfg(test)]
mod tests;
