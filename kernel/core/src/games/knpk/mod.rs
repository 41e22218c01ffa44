//! King, knight and pawn on the h-file against king: an ending of chess as a game of its own.
//!
//! White wins by mate or by a promotion that wins; whatever else happens is Black's success, so
//! there are no draws ("lost" means that White cannot win). When Black has taken the knight, king and
//! pawn go on against the king. Small enough that [`Database`] knows every position.

mod attacks;
mod database;
mod examples;
mod moves;
mod promotion;
#[cfg(test)]
mod tests;
mod text;

pub use database::{Analysis, Counts, Database};
pub use examples::{Example, examples};
pub use moves::{Step, Steps};

use crate::error::Error;
use crate::game::{Ending, Facts, Game, Repetition, Rules, Turn};

/// A position of the ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knpk {
    /// The white king's square: 0 is a1, 7 is h1.
    white: u8,
    /// The black king's.
    black: u8,
    /// The knight's, or [`TAKEN`].
    knight: u8,
    pawn: Pawn,
    turn: Turn,
}

/// Where a knight stands that Black has taken.
const TAKEN: u8 = 64;

/// What has become of the pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pawn {
    /// It stands on this square of the h-file.
    On(u8),
    /// It has just promoted on h8: the game is over.
    Became(Piece),
    /// Black has taken it: the game is over.
    Taken,
}

/// What a pawn may become, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Queen,
    Rook,
    Bishop,
    Knight,
}

impl Piece {
    const ALL: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    fn letter(self) -> char {
        ['q', 'r', 'b', 'n'][self as usize]
    }
}

impl Knpk {
    /// The squares of the white king, the black king and the knight, and the pawn's rank, 0 for the
    /// second; 64 for what is gone.
    #[must_use]
    pub fn standing(&self) -> [u8; 4] {
        let rank = self.pawn_square().map_or(TAKEN, |pawn| pawn / 8 - 1);
        [self.white, self.black, self.knight, rank]
    }

    /// The same while the pawn stands: otherwise the game is over.
    #[must_use]
    pub fn places(&self) -> Option<[u8; 4]> {
        self.pawn_square().map(|_| self.standing())
    }

    /// The position with its men there, if it is legal.
    #[must_use]
    pub fn on([white, black, knight, rank]: [u8; 4], turn: Turn) -> Option<Self> {
        if white > 63 || black > 63 || knight > TAKEN || rank > 5 {
            return None;
        }
        let pawn = Pawn::On(rank * 8 + 15);
        let position = Self { white, black, knight, pawn, turn };
        position.complaint().is_none().then_some(position)
    }

    fn pawn_square(&self) -> Option<u8> {
        if let Pawn::On(square) = self.pawn { Some(square) } else { None }
    }
}

impl Game for Knpk {
    type Move = Step;
    type Moves = Steps;

    const MOVE_HINT: &'static str = "moves are written as in UCI, e.g. 'g1f3' or 'h7h8q'";
    const HISTORY_SIZE: usize = 4 * 64;
    /// Going in circles is all that Black wants.
    const REPETITION: Repetition = Repetition { score: 0.0, ..Repetition::CHESS };

    fn name(&self) -> &str {
        Self::NAME
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn legal_moves(&self) -> Steps {
        self.pawn_square().map(|pawn| self.steps(pawn)).unwrap_or_default()
    }

    fn noisy_moves(&self) -> Steps {
        let mut steps = Steps::default();
        self.put_noisy_moves(&mut steps);
        steps
    }

    fn put_noisy_moves(&self, steps: &mut Steps) {
        if let Some(pawn) = self.pawn_square() {
            self.put_noisy(pawn, steps);
        }
    }

    fn is_noisy(&self, mv: Step) -> bool {
        mv.promotion().is_some()
            || self.turn == Turn::Second
                && (mv.to() == self.knight || self.pawn == Pawn::On(mv.to()))
    }

    fn noisy_order(&self, mv: Step) -> i32 {
        match mv.promotion() {
            Some(piece) => 4 - piece as i32,
            None => i32::from(self.pawn == Pawn::On(mv.to())),
        }
    }

    fn play(&self, mv: Step) -> Self {
        self.after(mv)
    }

    fn ending_without_moves(&self) -> Ending {
        let (won, reason) = match self.pawn {
            Pawn::Became(piece) if self.has_promoted_well(piece) => (true, "promotion"),
            Pawn::Became(_) => (false, "promotion in vain"),
            Pawn::Taken => (false, "pawn taken"),
            Pawn::On(_) if self.is_check() => (true, "checkmate"),
            Pawn::On(_) => (false, "stalemate"),
        };
        Ending { score: f64::from(u8::from(won)), reason }
    }

    fn has_legal_move(&self) -> bool {
        self.pawn_square().is_some_and(|pawn| self.can_move(pawn))
    }

    fn quick_ending(&self) -> Option<Ending> {
        self.pawn_square().is_none().then(|| self.ending_without_moves())
    }

    fn may_end_quickly(&self, mv: Step) -> bool {
        mv.promotion().is_some() || self.turn == Turn::Second && self.pawn == Pawn::On(mv.to())
    }

    fn key(&self) -> u64 {
        let pawn = match self.pawn {
            Pawn::On(square) => u64::from(square / 8),
            Pawn::Became(piece) => 8 + piece as u64,
            Pawn::Taken => 0,
        };
        let men = [self.white, self.black, self.knight].map(u64::from);
        let word = men[0] | men[1] << 6 | men[2] << 12 | pawn << 19;
        let word = word | u64::from(self.turn == Turn::Second) << 23;
        // One to one, so no two positions share a key.
        let word = (word + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let word = (word ^ word >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        word ^ word >> 32
    }

    fn text(&self) -> String {
        self.fen()
    }

    fn move_text(&self, mv: Step) -> String {
        text::uci(mv)
    }

    fn notation(&self, mv: Step) -> String {
        self.san(mv)
    }

    fn count(&self, kind: &str, side: Turn) -> Option<u32> {
        let white = side == Turn::First;
        let became = |piece| self.pawn == Pawn::Became(piece);
        let knights = u32::from(self.knight != TAKEN) + u32::from(became(Piece::Knight));
        let count = match kind {
            "king" => return Some(1),
            "knight" => knights,
            "pawn" => u32::from(self.pawn_square().is_some()),
            "queen" => u32::from(became(Piece::Queen)),
            "rook" => u32::from(became(Piece::Rook)),
            "bishop" => u32::from(became(Piece::Bishop)),
            _ => return None,
        };
        Some(if white { count } else { 0 })
    }

    fn is_check(&self) -> bool {
        self.turn == Turn::Second && self.attacks_king()
    }

    fn may_check(&self, _mv: Step) -> bool {
        self.turn == Turn::First
    }

    fn history_index(&self, mv: Step) -> usize {
        let man = match mv.from() {
            _ if self.turn == Turn::Second => 0,
            from if from == self.white => 1,
            from if from == self.knight => 2,
            _ => 3,
        };
        man * 64 + usize::from(mv.to())
    }

    fn move_code(mv: Step) -> u16 {
        mv.code() // not 0: a move leaves its square
    }

    fn destination(mv: Step) -> Option<u16> {
        Some(mv.to().into())
    }

    fn has_advanced(&self, mv: Step) -> bool {
        self.pawn == Pawn::On(55) && mv.to() == 55 && self.flights() >> 55 & 1 == 0
    }
}

impl Rules for Knpk {
    const NAME: &'static str = "knpk";
    const FACTS: Facts = Facts {
        summary: "king, knight and h-pawn against king: White must win, Black not lose",
        players: ["White", "Black"],
        max_plies: 200,
        kinds: &["pawn", "knight", "bishop", "rook", "queen", "king"],
    };

    /// The longest win of White to move: 43 plies to the promotion.
    fn start() -> Self {
        Self { white: 0, black: 46, knight: 55, pawn: Pawn::On(15), turn: Turn::First }
    }

    fn parse(text: &str) -> Result<Self, Error> {
        text::parse(text)
    }
}
