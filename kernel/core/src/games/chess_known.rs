//! What is known of moves before they are generated or made.

use shakmaty::{Bitboard, Color, Move, Role, attacks};

use super::{Board, Variant, chess_key, chess_lines};
use crate::game::Plain;
use crate::history::SHORTEST_CYCLE;

/// The squares on a line with a side's king: who stands there may be pinned, nobody else.
fn lines_of_king<V: Variant>(position: &Board<V>, side: Color) -> Bitboard {
    let king = position.pieces().king_of(side).filter(|_| V::ROYAL);
    king.map_or(Bitboard::EMPTY, chess_lines::through)
}

/// The empty squares before a side's pawns that cannot be pinned.
fn steps_of_free_pawns<V: Variant>(position: &Board<V>, side: Color) -> Bitboard {
    let board = position.pieces();
    let pawns = board.pawns() & board.by_color(side) & !lines_of_king(position, side);
    pawns.shift(side.fold_wb(8, -8)) & !board.occupied()
}

/// Whether a man that cannot be pinned has an empty square to go to. Then, out of check, there is a
/// legal move.
pub(super) fn has_free_man<V: Variant>(position: &Board<V>) -> bool {
    let (board, us) = (position.pieces(), position.color());
    if steps_of_free_pawns(position, us).any() {
        return true;
    }
    let free = board.by_color(us) & !lines_of_king(position, us);
    let goes = |role: Role, from| {
        (attacks::attacks(from, role.of(us), board.occupied()) & !board.occupied()).any()
    };
    V::MAY_CHECK
        && [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .into_iter()
            .any(|role| (board.by_role(role) & free).into_iter().any(|from| goes(role, from)))
}

/// Whether a legal move might give check: `false` is certain.
pub(super) fn may_check<V: Variant>(position: &Board<V>, mv: Move) -> bool {
    // Explosions open lines, and touching kings close them.
    if V::EXPLODES {
        return true;
    }
    let Move::Normal { role, from, to, promotion: None, .. } = mv else { return true };
    let (board, us) = (position.pieces(), position.color());
    let Some(king) = board.king_of(!us) else { return true };
    // What stands on a line with the king may uncover a check when it leaves.
    if chess_lines::through(king).contains(from) {
        return true;
    }
    let reach = match role {
        Role::Pawn => attacks::pawn_attacks(!us, king),
        Role::Knight => attacks::knight_attacks(king),
        Role::Bishop => attacks::bishop_attacks(king, board.occupied()),
        Role::Rook => attacks::rook_attacks(king, board.occupied()),
        Role::Queen => attacks::queen_attacks(king, board.occupied()),
        Role::King => Bitboard::EMPTY,
    };
    reach.contains(to)
}

/// Whether the other side will have a legal move after every plain one.
pub(super) fn leaves_replies<V: Variant>(position: &Board<V>) -> bool {
    // One man can stand in the way of one of two pawns.
    steps_of_free_pawns(position, !position.color()).more_than_one()
}

/// What a plain move leads to; none where it is not certain that it is one.
pub(super) fn plain<V: Variant>(position: &Board<V>, key: u64, mv: Move) -> Option<Plain> {
    let Move::Normal { role, capture: None, promotion: None, .. } = mv else { return None };
    if V::DROPS || V::MUST_TAKE || may_check(position, mv) || V::may_end_quickly(position, mv) {
        return None;
    }
    let rules = position.rules();
    let reversible_plies = if role == Role::Pawn { 0 } else { rules.halfmoves() + 1 };
    let key = if reversible_plies < SHORTEST_CYCLE {
        0
    } else {
        chess_key::key_after_plain(rules, key, mv)?
    };
    Some(Plain { reversible_plies, key })
}
