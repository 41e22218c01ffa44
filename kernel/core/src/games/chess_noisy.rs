//! The moves that quiescence looks at in chess: captures and promotions, and nothing else
//! generated on the way.

use shakmaty::{Bitboard, Color, Move, MoveList, Position, Role, Square, attacks};

/// All legal captures and promotions, the most promising first.
pub(super) fn captures_and_promotions(position: &shakmaty::Chess) -> MoveList {
    // One list from here to the caller: moving it would copy its whole capacity.
    let mut moves = MoveList::new();
    if position.is_check() {
        let evasions = position.legal_moves();
        moves.extend(evasions.into_iter().filter(|mv| mv.is_capture() || mv.is_promotion()));
    } else {
        out_of_check(position, &mut moves);
    }
    moves.sort_by_key(|&mv| -order(mv));
    moves
}

/// The greatest victim first, by the least attacker. Nominal kinds, not weights: with equal
/// weights, taking a pawn with a queen would look as good as the reverse, and quiescence explodes.
pub(super) fn order(mv: Move) -> i32 {
    let rank = |role: Option<Role>| role.map_or(0, |role| role as i32);
    8 * (rank(mv.capture()) + rank(mv.promotion())) - mv.role() as i32
}

fn out_of_check(position: &shakmaty::Chess, moves: &mut MoveList) {
    let board = position.board();
    let us = position.turn();
    let Some(king) = board.king_of(us) else { return };
    pawn_moves(position, moves);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in position.our(role) {
            let reach = attacks::attacks(from, role.of(us), board.occupied());
            for to in reach & position.them() {
                moves.push(normal(role, from, to, board.role_at(to), None));
            }
        }
    }
    let pinned = pinned(position, king);
    if pinned.any() {
        moves.retain(|mv| {
            mv.from()
                .is_none_or(|from| !pinned.contains(from) || attacks::aligned(from, mv.to(), king))
        });
    }
    for to in attacks::king_attacks(king) & position.them() {
        if position.king_attackers(to, !us, board.occupied()).is_empty() {
            moves.push(normal(Role::King, king, to, board.role_at(to), None));
        }
    }
    if position.maybe_ep_square().is_some() {
        moves.extend(position.en_passant_moves());
    }
}

fn pawn_moves(position: &shakmaty::Chess, moves: &mut MoveList) {
    let (board, us) = (position.board(), position.turn());
    let pawns = position.our(Role::Pawn);
    for from in pawns {
        for to in attacks::pawn_attacks(us, from) & position.them() {
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

fn push_pawn(from: Square, to: Square, capture: Option<Role>, moves: &mut MoveList) {
    if Bitboard::BACKRANKS.contains(to) {
        for promotion in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            moves.push(normal(Role::Pawn, from, to, capture, Some(promotion)));
        }
    } else {
        moves.push(normal(Role::Pawn, from, to, capture, None));
    }
}

fn normal(
    role: Role,
    from: Square,
    to: Square,
    capture: Option<Role>,
    promotion: Option<Role>,
) -> Move {
    Move::Normal { role, from, capture, to, promotion }
}

/// Our pieces that alone stand between our king and an enemy slider.
fn pinned(position: &shakmaty::Chess, king: Square) -> Bitboard {
    let board = position.board();
    let snipers = (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
        | (attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers & position.them() {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            pinned |= between & position.us();
        }
    }
    pinned
}
