//! All legal moves of chess, put where the caller wants them.
//!
//! The crate's own generator hands a list over, which takes as long to move as to fill, and sorts
//! out afterwards what pins forbid. Here a pinned piece gets no other squares in the first place. The
//! order is the crate's, since equal moves are tried in it.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, MoveList, Position, Role, Square};
use shakmaty::{File, Rank, attacks};

use super::chess_lines::King;
use super::chess_noisy::{normal, push_pawn};

/// The kinds between pawn and king, in the crate's order.
const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Puts the legal moves into an empty list.
pub(super) fn put(position: &Chess, moves: &mut MoveList) {
    let Some(king) = King::of(position) else { return };
    if position.maybe_ep_square().is_some() {
        moves.extend(position.en_passant_moves());
    }
    if king.checkers.any() {
        evasions(position, king, moves);
        return;
    }
    men_to(position, Bitboard::FULL, king, moves);
    king_to(position, king.square, Bitboard::FULL, moves);
    castling(position, moves);
}

/// Whether there is a legal move. The king's are asked first: mostly he has one.
pub(super) fn is_there_one(position: &Chess) -> bool {
    let Some(king) = position.board().king_of(position.turn()) else { return false };
    let away = !position.us() & !behind(position, position.checkers(), king);
    if (attacks::king_attacks(king) & away).into_iter().any(|to| is_safe(position, to)) {
        return true;
    }
    let mut moves = MoveList::new();
    put(position, &mut moves);
    !moves.is_empty()
}

/// Puts the captures and promotions that answer a check into an empty list, in the order of [`put`].
pub(super) fn put_noisy_evasions(position: &Chess, moves: &mut MoveList) {
    let Some(king) = King::of(position) else { return };
    if position.maybe_ep_square().is_some() {
        moves.extend(position.en_passant_moves());
    }
    let away = !behind(position, king.checkers, king.square);
    king_to(position, king.square, position.them() & away, moves);
    let Some(checker) = king.checkers.single_square() else { return };
    // Pawns may take, or step between and promote; pieces take.
    let promoting = attacks::between(king.square, checker) & Bitboard::BACKRANKS;
    pawn_moves(position, promoting.with(checker), king, moves);
    for role in PIECES {
        piece_moves(position, role, Bitboard::from(checker), king, moves);
    }
}

/// The squares behind the king that sliders look at through him.
fn behind(position: &Chess, checkers: Bitboard, king: Square) -> Bitboard {
    let mut seen = Bitboard::EMPTY;
    for checker in checkers & position.board().sliders() {
        seen |= attacks::ray(checker, king).without(checker);
    }
    seen
}

/// Out of check: away, or where there is one checker, between or upon it.
fn evasions(position: &Chess, king: King, moves: &mut MoveList) {
    king_to(position, king.square, !behind(position, king.checkers, king.square), moves);
    if let Some(checker) = king.checkers.single_square() {
        men_to(position, attacks::between(king.square, checker).with(checker), king, moves);
    }
}

/// The moves of all men but the king to these squares.
fn men_to(position: &Chess, target: Bitboard, king: King, moves: &mut MoveList) {
    pawn_moves(position, target, king, moves);
    for role in PIECES {
        piece_moves(position, role, target, king, moves);
    }
}

/// Captures to either side, steps, double steps: en passant apart.
#[inline]
fn pawn_moves(position: &Chess, target: Bitboard, king: King, moves: &mut MoveList) {
    let (us, pawns) = (position.turn(), position.our(Role::Pawn));
    let empty = !position.board().occupied();
    let (forward, doubles) = match us {
        Color::White => (8, Rank::Fourth),
        Color::Black => (-8, Rank::Fifth),
    };
    for (step, edge) in [(forward - 1, File::A), (forward + 1, File::H)] {
        let reach = (pawns & !Bitboard::from_file(edge)).shift(step) & position.them();
        pawns_to(position, reach & target, step, king, moves);
    }
    let steps = pawns.shift(forward) & empty;
    pawns_to(position, steps & target, forward, king, moves);
    let far = steps.shift(forward) & Bitboard::from_rank(doubles) & empty;
    pawns_to(position, far & target, 2 * forward, king, moves);
}

/// The pawn moves by one step to these squares, promotions last.
#[inline]
fn pawns_to(position: &Chess, reach: Bitboard, step: i32, king: King, moves: &mut MoveList) {
    for squares in [reach & !Bitboard::BACKRANKS, reach & Bitboard::BACKRANKS] {
        for to in squares {
            if let Some(from) = to.offset(-step).filter(|&from| king.allows(from, to)) {
                push_pawn(from, to, position.board().role_at(to), moves);
            }
        }
    }
}

#[inline]
fn piece_moves(position: &Chess, role: Role, target: Bitboard, king: King, moves: &mut MoveList) {
    let (board, us) = (position.board(), position.turn());
    for from in position.our(role) {
        let reach = attacks::attacks(from, role.of(us), board.occupied()) & !position.us();
        for to in king.allowed(from, reach & target) {
            moves.push(normal(role, from, to, board.role_at(to), None));
        }
    }
}

#[inline]
fn king_to(position: &Chess, king: Square, target: Bitboard, moves: &mut MoveList) {
    for to in attacks::king_attacks(king) & !position.us() & target {
        if is_safe(position, to) {
            moves.push(normal(Role::King, king, to, position.board().role_at(to), None));
        }
    }
}

/// Whether nobody attacks a square that the king would go to, lines through himself apart.
#[inline]
fn is_safe(position: &Chess, to: Square) -> bool {
    let board = position.board();
    board.attacks_to(to, !position.turn(), board.occupied()).is_empty()
}

fn castling(position: &Chess, moves: &mut MoveList) {
    let (castles, us) = (position.castles(), position.turn());
    for side in CastlingSide::ALL {
        let way = castles.path(us, side) & position.board().occupied();
        if castles.has(us, side) && way.is_empty() {
            moves.extend(position.castling_moves(side));
        }
    }
}
