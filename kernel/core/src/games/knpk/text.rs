//! Positions and moves as text: FEN, UCI and SAN, as in chess.

use shakmaty::fen::Fen;
use shakmaty::{Board, Color, Role, Setup, Square};

use super::attacks::{H8, KING, bit};
use super::moves::Step;
use super::{Knpk, Pawn, Piece, TAKEN};
use crate::error::Error;
use crate::game::{Game, Rules, Turn};

const EXAMPLE: &str = "8/7N/6k1/8/8/8/7P/K7 w - - 0 1";

/// The position of a FEN.
pub(super) fn parse(text: &str) -> Result<Knpk, Error> {
    if text == "startpos" {
        return Ok(Knpk::start());
    }
    read(text).map_err(|why| {
        let why = format!(
            "{why}; write White's king, knight and pawn on the h-file against Black's king as a \
             FEN, e.g. '{EXAMPLE}'"
        );
        Error::BadPosition { game: Knpk::NAME, text: text.to_owned(), why }
    })
}

fn read(text: &str) -> Result<Knpk, String> {
    let fen = Fen::from_ascii(text.trim().as_bytes()).map_err(|error| error.to_string())?;
    let setup = fen.into_setup();
    let board = &setup.board;
    if !setup.castling_rights.is_empty() {
        return Err("kings cannot castle here".to_owned());
    }
    let alone = |color, name| {
        let kings = board.kings() & board.by_color(color);
        kings.single_square().ok_or_else(|| format!("{} {name} kings", kings.count()))
    };
    let white = alone(Color::White, "white")?;
    let black = alone(Color::Black, "black")?;
    if let Some(square) = (board.black() & !board.kings()).first() {
        return Err(format!("Black has more than his king: see {square}"));
    }
    let turn = if setup.turn == Color::White { Turn::First } else { Turn::Second };
    let (pawn, promoted) = pawn_of(&setup)?;
    let mut others = board.white() & !board.kings();
    promoted.into_iter().for_each(|square| others.discard(square));
    if others.count() > 1 || (others & !board.knights()).any() {
        return Err("White has more than king, knight and pawn".to_owned());
    }
    let knight = others.first().map_or(TAKEN, u8::from);
    let position = Knpk { white: white.into(), black: black.into(), knight, pawn, turn };
    position.complaint().map_or(Ok(position), |why| Err(why.to_owned()))
}

/// What has become of the pawn, and the square on which it or its piece stands.
fn pawn_of(setup: &Setup) -> Result<(Pawn, Option<Square>), String> {
    let (board, turn) = (&setup.board, setup.turn);
    if let Some(square) = board.pawns().first() {
        let (file, rank) = (u8::from(square) % 8, u8::from(square) / 8);
        if file != 7 || !(1..7).contains(&rank) {
            return Err(format!("the pawn stands on {square}, not on h2 to h7"));
        }
        return Ok((Pawn::On(square.into()), Some(square)));
    }
    // A pawn that is gone was taken just now, or has just been promoted.
    let became = |role: Role| {
        let here = board.by_piece(role.of(Color::White)).contains(Square::H8);
        here && turn == Color::Black
    };
    let piece = Piece::ALL.into_iter().find(|&piece| became(role(piece)));
    match piece {
        Some(piece) => Ok((Pawn::Became(piece), Some(Square::H8))),
        None if turn == Color::White => Ok((Pawn::Taken, None)),
        None => Err("there is no pawn, nor what it became on h8".to_owned()),
    }
}

fn role(piece: Piece) -> Role {
    match piece {
        Piece::Queen => Role::Queen,
        Piece::Rook => Role::Rook,
        Piece::Bishop => Role::Bishop,
        Piece::Knight => Role::Knight,
    }
}

impl Knpk {
    /// What the rules say against the men standing so.
    pub(super) fn complaint(&self) -> Option<&'static str> {
        let pawn = match self.pawn {
            Pawn::On(square) => bit(square),
            Pawn::Became(_) => bit(H8),
            Pawn::Taken => 0,
        };
        let men = [bit(self.white), bit(self.black), bit(self.knight), pawn];
        let squares = men.into_iter().filter(|&man| man != 0).count() as u32;
        if men.into_iter().fold(0, |all, man| all | man).count_ones() != squares {
            return Some("two men stand on one square");
        }
        if KING[usize::from(self.white)] & bit(self.black) != 0 {
            return Some("the kings stand side by side");
        }
        let illegal = self.turn == Turn::First && self.attacks_king();
        illegal.then_some("White is to move, but Black is in check")
    }

    /// The FEN. The clocks are those of a first move: nothing here depends on them.
    pub(super) fn fen(&self) -> String {
        let mut board = Board::empty();
        let mut put = |square: u8, piece| board.set_piece_at(Square::new(square.into()), piece);
        put(self.white, Role::King.of(Color::White));
        put(self.black, Role::King.of(Color::Black));
        if self.knight != TAKEN {
            put(self.knight, Role::Knight.of(Color::White));
        }
        match self.pawn {
            Pawn::On(square) => put(square, Role::Pawn.of(Color::White)),
            Pawn::Became(piece) => put(H8, role(piece).of(Color::White)),
            Pawn::Taken => {}
        }
        let turn = if self.turn == Turn::First { 'w' } else { 'b' };
        format!("{} {turn} - - 0 1", board.board_fen())
    }

    /// A legal move as chess players write it: `Nf3+`, `Kxh2`, `h8=Q#`.
    pub(super) fn san(&self, step: Step) -> String {
        let next = self.after(step);
        let man = match step.from() {
            from if from == self.knight => "N",
            from if self.pawn == Pawn::On(from) => "",
            _ => "K",
        };
        let took = if self.turn == Turn::Second && self.is_noisy(step) { "x" } else { "" };
        let to = Square::new(step.to().into());
        let became = step
            .promotion()
            .map_or_else(String::new, |piece| format!("={}", piece.letter().to_ascii_uppercase()));
        let check = match (next.is_check(), next.flights()) {
            (true, 0) => "#",
            (true, _) => "+",
            _ => "",
        };
        format!("{man}{took}{to}{became}{check}")
    }
}

/// A move as UCI writes it: `h7h8q`.
pub(super) fn uci(step: Step) -> String {
    let [from, to] = [step.from(), step.to()].map(|square| Square::new(square.into()));
    let became = step.promotion().map_or_else(String::new, |piece| piece.letter().to_string());
    format!("{from}{to}{became}")
}
