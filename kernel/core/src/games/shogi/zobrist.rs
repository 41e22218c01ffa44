//! Random numbers that make up a position's key. All are even: the lowest bit of a key tells check.

use super::attacks::SQUARES;
use super::pieces::{PieceKind, Side};

/// SplitMix64: a counter, well stirred.
const fn scrambled(counter: u64) -> u64 {
    let x = counter.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x5348_4F47_4931_3031);
    let x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (x ^ x >> 31) & !1
}

const fn numbers<const N: usize>(first: u64) -> [u64; N] {
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        out[i] = scrambled(first + i as u64);
        i += 1;
    }
    out
}

/// The most pieces of one kind that there are.
const MOST: usize = 18;

static ON_BOARD: [u64; 2 * 14 * SQUARES] = numbers(1);
static IN_HAND: [u64; 2 * 7 * MOST] = numbers(10_000);
/// That it is Gote's turn.
pub(super) const GOTE: u64 = scrambled(20_000);

/// A piece on its square.
#[inline]
pub(super) fn on_board(side: Side, kind: PieceKind, square: u8) -> u64 {
    ON_BOARD[(side as usize * 14 + kind as usize) * SQUARES + usize::from(square)]
}

/// The `number`-th piece of a kind in a hand, from 0: a hand is all of its pieces.
#[inline]
pub(super) fn in_hand(side: Side, kind: PieceKind, number: u8) -> u64 {
    IN_HAND[(side as usize * 7 + kind as usize) * MOST + usize::from(number)]
}
