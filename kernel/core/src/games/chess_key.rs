//! Keys of positions on a chessboard: the crate's, kept as moves are played.

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{CastlingSide, Color, EnPassantMode, Move, Role, Square};

use super::variant::Variant;

/// The key from scratch: pieces, turn, castling, legal en passant, hands, promoted pieces, checks.
pub(super) fn key<V: Variant>(board: &V) -> u64 {
    board.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// A number like the key, from the bitboards alone.
pub(super) fn scattered<V: Variant>(position: &V) -> u64 {
    let board = position.board();
    let mix =
        |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let roles = Role::ALL.iter().map(|&role| board.by_role(role).0);
    let mut hash = roles.fold(board.white().0, mix);
    if let Some(pockets) = position.pockets() {
        for pocket in [pockets.white, pockets.black] {
            hash = pocket.iter().fold(hash, |hash, &pieces| mix(hash, u64::from(pieces)));
        }
        hash = mix(hash, position.promoted().0);
    }
    if let Some(checks) = position.remaining_checks() {
        hash = checks.iter().fold(hash, |hash, &left| mix(hash, u64::from(left)));
    }
    let hash = mix(hash, position.turn() as u64);
    hash ^ hash >> 32
}

/// All that a value may hang on: the men, hands and checks, whose turn it is, who may castle or take en
/// passant, and how long nothing was taken. Neighbours differ in few bits of several words at once, so
/// every bit of a word must reach all others before the next one comes.
pub(super) fn evaluation_key<V: Variant>(position: &V) -> u64 {
    let board = position.board();
    let mix = |hash: u64, word: u64| {
        let wide = u128::from(hash ^ word) * 0x9E37_79B9_7F4A_7C15;
        (wide >> 64) as u64 ^ wide as u64
    };
    let en_passant = position.maybe_ep_square().map_or(64, u64::from);
    let turn = position.turn() as u64;
    let rest = u64::from(position.halfmoves()) << 17 | en_passant << 9 | turn << 8;
    let rights = position.castles().castling_rights().0; // The first and the last eight bits.
    let mut hash = mix(mix(rights ^ rest, board.white().0), board.pawns().0);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        hash = mix(hash, board.by_role(role).0);
    }
    if V::DROPS || position.remaining_checks().is_some() {
        hash = mix(hash, (hash_of_hands(position) ^ hash_of_checks(position)).0);
    }
    hash
}

/// The key of `child`, the position after `mv`, given that of `board`.
pub(super) fn key_after<V: Variant>(board: &V, key: u64, mv: Move, child: &V) -> u64 {
    let hash = Zobrist64(key) ^ Zobrist64::zobrist_for_white_turn();
    let pieces = match moved(board.turn(), mv) {
        Some(hash) if !(V::EXPLODES && mv.is_capture()) => hash,
        _ => changed_pieces(board, child),
    };
    let mut hash = hash ^ pieces ^ changed_rights(board, child);
    if V::DROPS && (board.pockets() != child.pockets() || board.promoted() != child.promoted()) {
        hash ^= hash_of_hands(board) ^ hash_of_hands(child);
    }
    if board.remaining_checks() != child.remaining_checks() {
        hash ^= hash_of_checks(board) ^ hash_of_checks(child);
    }
    hash.0
}

/// The key after a move of one man that takes and promotes nothing and is no double step; none where
/// it might cost a right to castle.
pub(super) fn key_after_plain<V: Variant>(board: &V, key: u64, mv: Move) -> Option<u64> {
    let of_right = matches!(mv.role(), Role::King | Role::Rook);
    if of_right && board.castles().has_color(board.turn()) {
        return None;
    }
    let hash = Zobrist64(key) ^ Zobrist64::zobrist_for_white_turn() ^ moved(board.turn(), mv)?;
    Some((hash ^ hash_of_en_passant(board)).0)
}

/// What an ordinary move changes: castling is rare, and Chess960 makes it intricate.
fn moved(us: Color, mv: Move) -> Option<Zobrist64> {
    let of = |square, role: Role, color| Zobrist64::zobrist_for_piece(square, role.of(color));
    match mv {
        Move::Normal { role, from, capture, to, promotion } => {
            let moved = of(from, role, us) ^ of(to, promotion.unwrap_or(role), us);
            Some(capture.map_or(moved, |captured| moved ^ of(to, captured, !us)))
        }
        Move::EnPassant { from, to } => {
            let taken = Square::from_coords(to.file(), from.rank());
            let moved = of(from, Role::Pawn, us) ^ of(to, Role::Pawn, us);
            Some(moved ^ of(taken, Role::Pawn, !us))
        }
        Move::Put { role, to } => Some(of(to, role, us)),
        Move::Castle { .. } => None,
    }
}

/// What differs between two boards.
fn changed_pieces<V: Variant>(one: &V, other: &V) -> Zobrist64 {
    let mut hash = Zobrist64::default();
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = role.of(color);
            for square in one.board().by_piece(piece) ^ other.board().by_piece(piece) {
                hash ^= Zobrist64::zobrist_for_piece(square, piece);
            }
        }
    }
    hash
}

/// What differs in castling and en passant.
fn changed_rights<V: Variant>(one: &V, other: &V) -> Zobrist64 {
    let hash = hash_of_en_passant(one) ^ hash_of_en_passant(other);
    if one.castles().castling_rights() == other.castles().castling_rights() {
        return hash;
    }
    hash ^ hash_of_castling(one) ^ hash_of_castling(other)
}

fn hash_of_castling<V: Variant>(board: &V) -> Zobrist64 {
    let mut hash = Zobrist64::default();
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if board.castles().has(color, side) {
                hash ^= Zobrist64::zobrist_for_castling_right(color, side);
            }
        }
    }
    hash
}

fn hash_of_en_passant<V: Variant>(board: &V) -> Zobrist64 {
    // The crate's `maybe_ep_square` costs nothing; whether the capture is legal costs more.
    let square = board.maybe_ep_square().and_then(|_| board.legal_ep_square());
    square.map_or(Zobrist64::default(), |sq| Zobrist64::zobrist_for_en_passant_file(sq.file()))
}

/// Pieces in hand, and those on the board that were pawns.
fn hash_of_hands<V: Variant>(board: &V) -> Zobrist64 {
    let mut hash = Zobrist64::default();
    for square in board.promoted() {
        hash ^= Zobrist64::zobrist_for_promoted(square);
    }
    for (color, pocket) in board.pockets().into_iter().flat_map(|pockets| pockets.zip_color()) {
        for (role, pieces) in pocket.zip_role() {
            hash ^= Zobrist64::zobrist_for_pocket(color, role, pieces);
        }
    }
    hash
}

fn hash_of_checks<V: Variant>(board: &V) -> Zobrist64 {
    let mut hash = Zobrist64::default();
    for (color, left) in board.remaining_checks().into_iter().flat_map(|left| left.zip_color()) {
        hash ^= Zobrist64::zobrist_for_remaining_checks(color, left);
    }
    hash
}
