//! Connect Four, on bitboards.
//!
//! `plywise/games/connect_four.py` has the same rules to be read and copied.

mod board;
mod solve;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use board::{
    BOARD, BOTTOM, COLUMNS, ODD_ROWS, ROWS, STEPS, STRIDE, column, has_four, reachable,
    winning_squares,
};
pub use solve::{Solved, solve};

use crate::error::Error;
use crate::game::{Ending, Facts, Game, Rules, Turn};
use arrayvec::ArrayVec;

/// A position of Connect Four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    /// The discs of the side to move.
    own: u64,
    /// The discs of the other side.
    other: u64,
}

/// A disc into a column, from 0 at the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop(u8);

/// The legal moves of a position.
pub type Drops = ArrayVec<Drop, COLUMNS>;

impl Drop {
    /// The column, from 0 at the left.
    #[must_use]
    pub fn column(self) -> usize {
        self.0.into()
    }
}

impl ConnectFour {
    /// The discs of the side to move and of the other.
    #[must_use]
    pub fn own_and_other(&self) -> (u64, u64) {
        (self.own, self.other)
    }

    /// The discs of the first and of the second player.
    #[must_use]
    #[inline]
    pub fn first_and_second(&self) -> (u64, u64) {
        match self.turn() {
            Turn::Second => (self.other, self.own),
            _ => (self.own, self.other),
        }
    }

    /// All discs.
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.own | self.other
    }

    /// The squares of moves that must be: what wins at once, or else what keeps the other from it.
    /// Nobody who can think does anything else.
    fn forced(&self) -> u64 {
        if has_four(self.other) {
            return 0; // it is over
        }
        let (taken, reachable) = (self.taken(), reachable(self.taken()));
        let wins = winning_squares(self.own, taken) & reachable;
        if wins != 0 { wins } else { winning_squares(self.other, taken) & reachable }
    }

    /// The squares of moves after which the other must answer, where nothing is forced: they threaten
    /// four and do not let the other make it.
    fn threats(&self) -> u64 {
        if has_four(self.other) {
            return 0;
        }
        let taken = self.taken();
        let squares = (0..COLUMNS).map(|number| reachable(taken) & column(number));
        let threatens = |&square: &u64| {
            let (taken, own) = (taken | square, self.own | square);
            let next = reachable(taken);
            square != 0
                && winning_squares(own, taken) & next != 0
                && winning_squares(self.other, taken) & next == 0
        };
        squares.filter(threatens).fold(0, |all, square| all | square)
    }

    /// The squares of moves that quiescence looks at.
    fn noise(&self) -> u64 {
        let forced = self.forced();
        if forced != 0 { forced } else { self.threats() }
    }

    fn square(&self, mv: Drop) -> u64 {
        reachable(self.taken()) & column(mv.column())
    }

    fn result(&self) -> Option<Ending> {
        if has_four(self.other) {
            let score = if self.turn() == Turn::First { 0.0 } else { 1.0 };
            return Some(Ending { score, reason: "four in a line" });
        }
        (self.taken() == BOARD).then_some(Ending { score: 0.5, reason: "full board" })
    }
}

/// The moves to these squares, from the left.
fn drops(squares: u64) -> Drops {
    let hits = |number: &u8| squares & column((*number).into()) != 0;
    (0..COLUMNS as u8).filter(hits).map(Drop).collect()
}

impl Game for ConnectFour {
    type Move = Drop;
    type Moves = Drops;

    const MOVE_HINT: &'static str = "moves are columns, '1' to '7' from the left; a full column \
                                     takes no more discs";
    const HISTORY_SIZE: usize = 2 * STRIDE * COLUMNS;
    const REPEATS: bool = false;
    const NOISE_IS_FORCED: bool = true;

    fn name(&self) -> &str {
        Self::NAME
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.taken().count_ones().is_multiple_of(2) { Turn::First } else { Turn::Second }
    }

    fn legal_moves(&self) -> Drops {
        if has_four(self.other) { Drops::new() } else { drops(reachable(self.taken())) }
    }

    fn noisy_moves(&self) -> Drops {
        drops(self.noise())
    }

    fn is_noisy(&self, mv: Drop) -> bool {
        self.noise() & column(mv.column()) != 0
    }

    /// A threat may be left alone, its answer not.
    fn noise_is_forced(&self) -> bool {
        self.forced() != 0
    }

    fn play(&self, mv: Drop) -> Self {
        Self { own: self.other, other: self.own | self.square(mv) }
    }

    fn ending_without_moves(&self) -> Ending {
        self.result().unwrap_or(Ending { score: 0.5, reason: "full board" })
    }

    fn has_legal_move(&self) -> bool {
        self.result().is_none()
    }

    fn quick_ending(&self) -> Option<Ending> {
        self.result()
    }

    fn may_end_quickly(&self, mv: Drop) -> bool {
        let square = self.square(mv);
        self.taken() | square == BOARD || winning_squares(self.own, self.taken()) & square != 0
    }

    fn is_check(&self) -> bool {
        winning_squares(self.other, self.taken()) & reachable(self.taken()) != 0
    }

    fn key(&self) -> u64 {
        let word = table::exact_key(self.own, self.taken()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let word = (word ^ word >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        word ^ word >> 32
    }

    fn text(&self) -> String {
        text::written(self)
    }

    fn move_text(&self, mv: Drop) -> String {
        (mv.0 + 1).to_string()
    }

    fn count(&self, kind: &str, side: Turn) -> Option<u32> {
        let (first, second) = self.first_and_second();
        let discs = if side == Turn::First { first } else { second };
        (kind == "disc").then(|| discs.count_ones())
    }

    fn reversible_plies(&self) -> u32 {
        0 // Every move adds a disc.
    }

    fn history_index(&self, mv: Drop) -> usize {
        let square = self.square(mv).trailing_zeros() as usize;
        usize::from(self.turn() == Turn::Second) * STRIDE * COLUMNS + square
    }

    fn move_code(mv: Drop) -> u16 {
        u16::from(mv.0) + 1
    }

    fn destination(mv: Drop) -> Option<u16> {
        Some(mv.0.into())
    }
}

impl Rules for ConnectFour {
    const NAME: &'static str = "connect-four";
    const FACTS: Facts = Facts {
        summary: "Connect Four: drop discs into seven columns of six, four in a line win",
        players: ["X", "O"],
        max_plies: COLUMNS * ROWS,
        kinds: &["disc"],
    };

    fn start() -> Self {
        Self { own: 0, other: 0 }
    }

    fn parse(text: &str) -> Result<Self, Error> {
        if text == "startpos" {
            return Ok(Self::start());
        }
        text::read(text).map_err(|why| Error::BadPosition {
            game: Self::NAME,
            text: text.to_owned(),
            why: why.to_owned(),
        })
    }
}
