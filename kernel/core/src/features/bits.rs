//! Sets of squares, and what scans of a chessboard ask of them.

use shakmaty::{Bitboard, Role, Square, attacks};

/// The first file, and the last.
pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;

/// What a piece that is no pawn attacks.
#[inline]
pub(super) fn reach(role: Role, square: u32, occupied: u64) -> u64 {
    let (square, occupied) = (Square::new(square), Bitboard(occupied));
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => attacks::knight_attacks(square),
        Role::Bishop => attacks::bishop_attacks(square, occupied),
        Role::Rook => attacks::rook_attacks(square, occupied),
        Role::Queen => attacks::queen_attacks(square, occupied),
        Role::King => attacks::king_attacks(square),
    }
    .0
}

/// The squares of a set, one by one.
#[inline]
pub(super) fn each(mut squares: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (squares != 0).then(|| {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            square
        })
    })
}

/// How many squares.
#[inline]
pub(super) fn count(squares: u64) -> i64 {
    i64::from(squares.count_ones())
}

pub(super) fn file_of(square: u32) -> u64 {
    FILE_A << (square & 7)
}

/// The squares to the left and to the right.
pub(super) fn beside(squares: u64) -> u64 {
    (squares & !FILE_A) >> 1 | (squares & !FILE_H) << 1
}

/// These and all before them, up the board.
pub(super) fn up(mut squares: u64) -> u64 {
    squares |= squares << 8;
    squares |= squares << 16;
    squares | squares << 32
}

/// These and all behind them, down the board.
pub(super) fn down(squares: u64) -> u64 {
    up(squares.swap_bytes()).swap_bytes()
}

/// Steps of a king between two squares.
pub(super) fn distance(one: u32, other: u32) -> i64 {
    let (files, ranks) = ((one & 7).abs_diff(other & 7), (one >> 3).abs_diff(other >> 3));
    i64::from(files.max(ranks))
}

/// The ranks of squares, from 0.
#[inline]
pub(super) fn rank_of(square: u32) -> usize {
    (square >> 3) as usize
}
