//! The last few empty squares of Othello, where deciding what to try first costs more than trying.

use super::othello_board::{NEIGHBOURS, flips, squares};

/// Below every result.
const NONE: i32 = -65;

/// The result of a game that is over: `own` minus `other`, empty squares being the winner's.
pub(super) fn final_discs(own: u64, other: u64) -> i32 {
    let difference = own.count_ones() as i32 - other.count_ones() as i32;
    difference + difference.signum() * (own | other).count_zeros() as i32
}

/// A bound r on the exact result v for the side to move: r ≤ alpha means v ≤ r, r ≥ beta means
/// v ≥ r, and otherwise r = v. `nodes` counts the positions looked at.
pub(super) fn few(own: u64, other: u64, alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    placed(own, other, alpha, beta, nodes).unwrap_or_else(|| {
        let passed = placed(other, own, -beta, -alpha, nodes).map(|value| -value);
        passed.unwrap_or_else(|| final_discs(own, other))
    })
}

/// The same, where the side to move can place a disc.
fn placed(own: u64, other: u64, alpha: i32, beta: i32, nodes: &mut u64) -> Option<i32> {
    *nodes += 1;
    let empty = !(own | other);
    if empty & empty.wrapping_sub(1) == 0 {
        return last(own, other, empty);
    }
    // Who moves last into a region has the better of it, so odd regions come first.
    let odd = odd_quadrants(empty);
    let mut best = NONE;
    for square in squares(empty & odd).chain(squares(empty & !odd)) {
        if NEIGHBOURS[square as usize] & other == 0 {
            continue;
        }
        let turned = flips(own, other, square);
        if turned == 0 {
            continue;
        }
        let (own, other) = (own | turned | 1 << square, other & !turned);
        let value = -few(other, own, -beta, -alpha.max(best), nodes);
        if value > best {
            best = value;
            if value >= beta {
                break;
            }
        }
    }
    (best > NONE).then_some(best)
}

/// One empty square at the most: the result if the side to move can fill it.
fn last(own: u64, other: u64, empty: u64) -> Option<i32> {
    let turned = if empty == 0 { 0 } else { flips(own, other, empty.trailing_zeros()) };
    (turned != 0).then(|| 64 - 2 * (other & !turned).count_ones() as i32)
}

/// The quarters of the board with an odd number of these squares.
pub(super) fn odd_quadrants(empty: u64) -> u64 {
    let rows = empty ^ empty >> 8;
    let rows = rows ^ rows >> 16;
    let both = rows ^ rows >> 1;
    let corners = (both ^ both >> 2) & 0x0000_0011_0000_0011;
    corners * 0x0F0F_0F0F
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn quarters_with_an_odd_number_of_squares_are_told() {
        let mut chance = Rng::new(1, 1);
        for _ in 0..1_000 {
            let empty = chance.next_u64();
            let quarters = [0x0F0F_0F0F, 0xF0F0_F0F0, 0x0F0F_0F0F << 32, 0xF0F0_F0F0 << 32];
            let odd = quarters.iter().filter(|&quarter| (empty & quarter).count_ones() % 2 == 1);
            assert_eq!(odd_quadrants(empty), odd.fold(0, |all, quarter| all | quarter));
        }
    }
}
