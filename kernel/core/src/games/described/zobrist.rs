//! Random numbers that make up a position's key. All are even: the lowest bit of a key tells check.

use super::board::SQUARES;
use super::rules::MOST_KINDS;

/// SplitMix64: a counter, well stirred.
const fn scrambled(counter: u64) -> u64 {
    let x = counter.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x4445_5343_5249_4245);
    let x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (x ^ x >> 31) & !1
}

const SIZE: usize = 2 * MOST_KINDS * SQUARES;

const fn numbers() -> [u64; SIZE] {
    let mut out = [0; SIZE];
    let mut i = 0;
    while i < SIZE {
        out[i] = scrambled(1 + i as u64);
        i += 1;
    }
    out
}

static ON_BOARD: [u64; SIZE] = numbers();
/// That it is the second player's turn.
pub(super) const SECOND: u64 = scrambled(1_000_000);
/// That the last move was a drop whose mate would lose.
pub(super) const DROPPED: u64 = scrambled(1_000_001);
/// That the last move was a pass.
pub(super) const PASSED: u64 = scrambled(1_000_002);

/// A man on its square.
#[inline]
pub(super) fn on_board(side: usize, kind: u8, square: u8) -> u64 {
    ON_BOARD[(side * MOST_KINDS + usize::from(kind)) * SQUARES + usize::from(square)]
}

/// How many of a kind a side holds.
#[inline]
pub(super) fn in_hand(side: usize, kind: u8, count: u8) -> u64 {
    if count == 0 {
        return 0;
    }
    scrambled(2_000_000 + ((side as u64) << 16 | u64::from(kind) << 8 | u64::from(count)))
}

/// A square of en passant.
#[inline]
pub(super) fn en_passant(square: u8) -> u64 {
    scrambled(3_000_000 + u64::from(square))
}

/// The rights to castle.
#[inline]
pub(super) fn castling(rights: u8) -> u64 {
    if rights == 0 { 0 } else { scrambled(4_000_000 + u64::from(rights)) }
}

/// The checks that a side still has to give.
#[inline]
pub(super) fn checks(side: usize, left: u8) -> u64 {
    scrambled(5_000_000 + ((side as u64) << 8 | u64::from(left)))
}

/// What tells the positions of one variant from those of another.
pub(super) fn of_name(name: &str) -> u64 {
    name.bytes().fold(0, |all, byte| scrambled(all ^ u64::from(byte)))
}
