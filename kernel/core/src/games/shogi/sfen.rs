//! Positions as SFEN, moves as in USI.

use std::fmt::Write as _;

use super::attacks::{SQUARES, can_stand};
use super::moves::{Move, Origin};
use super::pieces::{PieceKind, Side};
use super::position::{Position, Setup};

/// The position in which every game begins.
pub(super) const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const EXAMPLE: &str = "write an SFEN, e.g. '4k4/9/4P4/9/9/9/9/9/4K4 b G 1'";
/// Plain kinds and the king as SFEN writes those of Sente.
const LETTERS: [(char, PieceKind); 8] = [
    ('P', PieceKind::Pawn),
    ('L', PieceKind::Lance),
    ('N', PieceKind::Knight),
    ('S', PieceKind::Silver),
    ('G', PieceKind::Gold),
    ('B', PieceKind::Bishop),
    ('R', PieceKind::Rook),
    ('K', PieceKind::King),
];
/// The order in which SFEN lists a hand.
const HAND_ORDER: [PieceKind; 7] = [
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Gold,
    PieceKind::Silver,
    PieceKind::Knight,
    PieceKind::Lance,
    PieceKind::Pawn,
];

/// The position of an SFEN, or what is wrong with it.
pub(super) fn parse(text: &str) -> Result<Position, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (board, turn, hands, number) = match fields[..] {
        [board, turn, hands] => (board, turn, hands, "1"),
        [board, turn, hands, number] => (board, turn, hands, number),
        _ => return Err(format!("{} fields instead of 4; {EXAMPLE}", fields.len())),
    };
    let setup = Setup {
        board: parse_board(board)?,
        hands: parse_hands(hands)?,
        turn: parse_turn(turn)?,
        number: parse_number(number)?,
    };
    check_pieces(&setup)?;
    let position = Position::new(&setup);
    let (us, them) = (position.turn(), !position.turn());
    if position.is_attacked(position.king(them), us, position.occupied()) {
        return Err(format!("{us:?} is to move and could take the king of {them:?}"));
    }
    Ok(position)
}

fn parse_turn(text: &str) -> Result<Side, String> {
    match text {
        "b" => Ok(Side::Sente),
        "w" => Ok(Side::Gote),
        _ => Err(format!("the turn is {text:?}; write 'b' (Sente) or 'w' (Gote)")),
    }
}

fn parse_number(text: &str) -> Result<u16, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("the move number is {text:?}; write 1 to {}", u16::MAX))
}

fn letter(text: char) -> Result<(Side, PieceKind), String> {
    let side = if text.is_ascii_uppercase() { Side::Sente } else { Side::Gote };
    let upper = text.to_ascii_uppercase();
    let found = LETTERS.iter().find(|&&(letter, _)| letter == upper);
    found.map(|&(_, kind)| (side, kind)).ok_or_else(|| format!("{text:?} is no piece; {EXAMPLE}"))
}

fn parse_board(text: &str) -> Result<[Option<(Side, PieceKind)>; SQUARES], String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        return Err(format!("{} ranks instead of 9; {EXAMPLE}", rows.len()));
    }
    let mut board = [None; SQUARES];
    for (rank, row) in rows.into_iter().enumerate() {
        let pieces = parse_row(row)?;
        if pieces.len() != 9 {
            return Err(format!("rank {row:?} has {} squares instead of 9", pieces.len()));
        }
        for (column, piece) in pieces.into_iter().enumerate() {
            board[9 * (8 - column) + rank] = piece;
        }
    }
    Ok(board)
}

fn parse_row(row: &str) -> Result<Vec<Option<(Side, PieceKind)>>, String> {
    let mut pieces = Vec::new();
    let mut letters = row.chars();
    while let Some(c) = letters.next() {
        match c {
            '1'..='9' => pieces.extend((0..c as u8 - b'0').map(|_| None)),
            '+' => {
                let next = letters.next().ok_or_else(|| format!("rank {row:?} ends in '+'"))?;
                let (side, kind) = letter(next)?;
                let promoted = kind.promoted();
                let promoted =
                    promoted.ok_or_else(|| format!("'+{next}': no such piece promotes"))?;
                pieces.push(Some((side, promoted)));
            }
            _ => pieces.push(Some(letter(c)?)),
        }
        // A row may be as long as its author likes; what is kept of it may not.
        if pieces.len() > 9 {
            return Err(format!("rank {row:?} has more than 9 squares"));
        }
    }
    Ok(pieces)
}

fn parse_hands(text: &str) -> Result<[[u8; 7]; 2], String> {
    let mut hands = [[0_u8; 7]; 2];
    if text == "-" {
        return Ok(hands);
    }
    let mut digits = String::new();
    for c in text.chars() {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        let (side, kind) = letter(c)?;
        if kind == PieceKind::King {
            return Err(format!("hand {text:?} holds a king"));
        }
        let count = if digits.is_empty() { Some(1) } else { digits.parse().ok() };
        let count = count.filter(|count| (1..=18).contains(count));
        let count = count.ok_or_else(|| format!("hand {text:?} holds {digits} of {c:?}"))?;
        let held = &mut hands[side as usize][kind as usize];
        *held = held.saturating_add(count);
        digits.clear();
    }
    if digits.is_empty() { Ok(hands) } else { Err(format!("hand {text:?} ends in a number")) }
}

/// Two kings, no more pieces than a set has, no two pawns on a file, and none without a move.
fn check_pieces(setup: &Setup) -> Result<(), String> {
    let on_board = || setup.board.iter().flatten();
    for side in Side::ALL {
        match on_board().filter(|&&piece| piece == (side, PieceKind::King)).count() {
            1 => {}
            0 => return Err(format!("{side:?} has no king")),
            kings => return Err(format!("{side:?} has {kings} kings")),
        }
    }
    for kind in PieceKind::IN_HAND {
        let held: usize = setup.hands.iter().map(|hand| usize::from(hand[kind as usize])).sum();
        let count = held + on_board().filter(|(_, on)| on.plain() == kind).count();
        let most = PieceKind::SET[kind as usize];
        if count > usize::from(most) {
            let name = PieceKind::NAMES[kind as usize];
            return Err(format!("{count} pieces of the kind {name}, of which there are {most}"));
        }
    }
    let mut pawns = [[0; 9]; 2];
    for (square, &piece) in setup.board.iter().enumerate() {
        let Some((side, kind)) = piece else { continue };
        let place = square_text(square as u8);
        if !can_stand(kind, side, square as u8) {
            let name = PieceKind::NAMES[kind as usize];
            return Err(format!("the {name} of {side:?} on {place} could never move"));
        }
        if kind == PieceKind::Pawn {
            let count = &mut pawns[side as usize][square / 9];
            *count += 1;
            if *count > 1 {
                return Err(format!("{side:?} has two pawns on file {}", square / 9 + 1));
            }
        }
    }
    Ok(())
}

/// The position as SFEN.
pub(super) fn text(position: &Position) -> String {
    let mut out = String::with_capacity(96);
    for rank in 0..9 {
        if rank > 0 {
            out.push('/');
        }
        write_row(position, rank, &mut out);
    }
    let turn = if position.turn() == Side::Sente { 'b' } else { 'w' };
    let _ = write!(out, " {turn} ");
    write_hands(position, &mut out);
    let _ = write!(out, " {}", position.number());
    out
}

fn write_row(position: &Position, rank: u8, out: &mut String) {
    let mut empty = 0;
    for file in (0..9).rev() {
        let Some((side, kind)) = position.piece(9 * file + rank) else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            let _ = write!(out, "{empty}");
            empty = 0;
        }
        if kind.plain() != kind {
            out.push('+');
        }
        out.push(letter_of(side, kind.plain()));
    }
    if empty > 0 {
        let _ = write!(out, "{empty}");
    }
}

fn write_hands(position: &Position, out: &mut String) {
    let before = out.len();
    for side in Side::ALL {
        for kind in HAND_ORDER {
            match position.hand(side, kind) {
                0 => continue,
                1 => {}
                held => drop(write!(out, "{held}")),
            }
            out.push(letter_of(side, kind));
        }
    }
    if out.len() == before {
        out.push('-');
    }
}

fn letter_of(side: Side, plain: PieceKind) -> char {
    let found = LETTERS.iter().find(|&&(_, kind)| kind == plain);
    let letter = found.map_or('?', |&(letter, _)| letter);
    if side == Side::Sente { letter } else { letter.to_ascii_lowercase() }
}

fn square_text(square: u8) -> String {
    format!("{}{}", square / 9 + 1, char::from(b'a' + square % 9))
}

/// A move as in USI: `7g7f`, `8h2b+`, `P*5e`.
pub(super) fn move_text(mv: Move) -> String {
    let to = square_text(mv.to());
    match mv.origin() {
        Origin::Hand(kind) => format!("{}*{to}", letter_of(Side::Sente, kind)),
        Origin::Square(from) => {
            format!("{}{to}{}", square_text(from), if mv.promotes() { "+" } else { "" })
        }
    }
}
