//! The moves that quiescence looks at in chess: captures and promotions, and nothing else
//! generated on the way.

use super::chess_lines::snipers;
use super::variant::Variant;
use shakmaty::{Bitboard, Color, File, Move, MoveList, Position, Role, Square, attacks};

/// Puts all legal captures and promotions into an empty list, the most promising first.
pub(super) fn captures_and_promotions<V: Variant>(position: &V, moves: &mut MoveList) {
    if position.stands_in_check() {
        position.put_noisy_evasions(moves);
    } else {
        out_of_check(position, moves);
    }
    sort(moves);
}

/// The greatest victim first, by the least attacker. Nominal kinds, not weights: with equal
/// weights, taking a pawn with a queen would look as good as the reverse, and quiescence explodes.
pub(super) fn order(mv: Move) -> i32 {
    let rank = |role: Option<Role>| role.map_or(0, |role| role as i32);
    match mv {
        Move::Normal { role, capture, promotion, .. } => {
            8 * (rank(capture) + rank(promotion)) - role as i32
        }
        _ => 8 * rank(mv.capture()) - mv.role() as i32,
    }
}

/// The most promising first; equals stay as they are. Of the few that there mostly are, each key is
/// made once.
pub(super) fn sort(moves: &mut MoveList) {
    const FEW: usize = 32;
    if moves.len() < 2 {
        return;
    }
    if moves.len() > FEW {
        moves.sort_by_key(|&mv| -order(mv));
        return;
    }
    let mut keys = [0_i32; FEW];
    keys[0] = order(moves[0]);
    for i in 1..moves.len() {
        let key = order(moves[i]);
        keys[i] = key;
        if keys[i - 1] >= key {
            continue; // Where it is, as most are.
        }
        let (mv, mut place) = (moves[i], i);
        while place > 0 && keys[place - 1] < key {
            (moves[place], keys[place]) = (moves[place - 1], keys[place - 1]);
            place -= 1;
        }
        (moves[place], keys[place]) = (mv, key);
    }
}

fn out_of_check<P: Position>(position: &P, moves: &mut MoveList) {
    let us = position.turn();
    pawn_moves(position, moves);
    piece_captures(position, moves);
    // A horde has none.
    if let Some(king) = position.board().king_of(us) {
        unpinned(position, king, moves);
        king_captures(position, king, moves);
    }
    if position.maybe_ep_square().is_some() {
        moves.extend(position.en_passant_moves());
    }
}

/// Captures by knights, bishops, rooks and queens, pins not seen.
#[inline]
pub(super) fn piece_captures<P: Position>(position: &P, moves: &mut MoveList) {
    let (board, us, them) = (position.board(), position.turn(), position.them());
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in position.our(role) {
            let reach = attacks::attacks(from, role.of(us), board.occupied());
            for to in reach & them {
                moves.push(normal(role, from, to, board.role_at(to), None));
            }
        }
    }
}

/// Leaves out what would uncover the king.
#[inline]
fn unpinned<P: Position>(position: &P, king: Square, moves: &mut MoveList) {
    if moves.is_empty() {
        return;
    }
    let pinned = pinned(position, king);
    if pinned.any() {
        moves.retain(|mv| {
            mv.from()
                .is_none_or(|from| !pinned.contains(from) || attacks::aligned(from, mv.to(), king))
        });
    }
}

#[inline]
fn king_captures<P: Position>(position: &P, king: Square, moves: &mut MoveList) {
    let (board, us) = (position.board(), position.turn());
    for to in attacks::king_attacks(king) & position.them() {
        if position.king_attackers(to, !us, board.occupied()).is_empty() {
            moves.push(normal(Role::King, king, to, board.role_at(to), None));
        }
    }
}

/// Captures and promotions by pawns but en passant, pins not seen.
#[inline]
pub(super) fn pawn_moves<P: Position>(position: &P, moves: &mut MoveList) {
    let (board, us, them) = (position.board(), position.turn(), position.them());
    let pawns = position.our(Role::Pawn);
    for from in pawns & attacked_by_pawns(!us, them) {
        for to in attacks::pawn_attacks(us, from) & them {
            push_pawn(from, to, board.role_at(to), moves);
        }
    }
    let (seventh, step) = match us {
        Color::White => (shakmaty::Rank::Seventh, 8),
        Color::Black => (shakmaty::Rank::Second, -8),
    };
    for from in pawns & Bitboard::from_rank(seventh) {
        if let Some(to) = from.offset(step).filter(|&to| !board.occupied().contains(to)) {
            push_pawn(from, to, None, moves);
        }
    }
}

/// What pawns of a colour would attack if one stood on each of these squares: from there, pawns of
/// the other colour attack them.
#[inline]
fn attacked_by_pawns(side: Color, squares: Bitboard) -> Bitboard {
    let forward = side.fold_wb(8, -8);
    (squares & !Bitboard::from_file(File::A)).shift(forward - 1)
        | (squares & !Bitboard::from_file(File::H)).shift(forward + 1)
}

#[inline]
pub(super) fn push_pawn(from: Square, to: Square, capture: Option<Role>, moves: &mut MoveList) {
    if Bitboard::BACKRANKS.contains(to) {
        for promotion in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            moves.push(normal(Role::Pawn, from, to, capture, Some(promotion)));
        }
    } else {
        moves.push(normal(Role::Pawn, from, to, capture, None));
    }
}

#[inline]
pub(super) fn normal(
    role: Role,
    from: Square,
    to: Square,
    capture: Option<Role>,
    promotion: Option<Role>,
) -> Move {
    Move::Normal { role, from, capture, to, promotion }
}

/// Our pieces that alone stand between our king and an enemy slider.
#[inline]
pub(super) fn pinned<P: Position>(position: &P, king: Square) -> Bitboard {
    let board = position.board();
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers(position, king, !position.turn()) {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            pinned |= between & position.us();
        }
    }
    pinned
}
