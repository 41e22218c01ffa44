//! Ten numbers a side that players speak of: races, shots, primes and what holds a checker back.

use super::entries::Entries;
use super::inputs::{RAW_INPUTS, Sight, bits, pips_beyond};
use super::shots::shots;
use crate::games::backgammon::board::{BAR, Row};

/// Features of a side.
const OF_A_SIDE: usize = 10;
/// Features of both sides.
pub const EXPERT_INPUTS: usize = 2 * OF_A_SIDE;

/// What each feature of a side is.
pub(super) const EXPERT_NAMES: [&str; OF_A_SIDE] = [
    "pips",
    "shots",
    "chance to dance",
    "chance to dance now",
    "escapes of the rearmost",
    "fewest escapes from the far quarters",
    "fewest escapes on the way",
    "escapes of all behind",
    "longest prime",
    "pips to pass",
];

/// What each feature is divided by, so that it is mostly below 1.
const SCALES: [f32; OF_A_SIDE] =
    [100.0, 36.0, 36.0, 36.0, 36.0, 36.0, 36.0, 36.0 * 50.0, 6.0, 100.0];

/// Rolls of 36 that bring a checker past the twelve points in front, by which of these are blocked
/// (bit i: the point i + 1 away): a + b must be open, and a or b as well.
static ESCAPES: [u8; 4096] = {
    let mut table = [0; 4096];
    let mut blocked = 0;
    while blocked < 4096 {
        let (mut a, mut rolls) = (0, 0);
        while a < 6 {
            let mut b = 0;
            while b <= a {
                let is_stopped = blocked >> (a + b + 1) & 1 | blocked >> a & blocked >> b & 1;
                rolls += if is_stopped != 0 { 0 } else { 1 + (b < a) as u8 };
                b += 1;
            }
            a += 1;
        }
        table[blocked] = rolls;
        blocked += 1;
    }
    table
};

/// The escapes of a checker on `place`, when the other side has made these points of its own.
#[inline(always)]
fn escapes(place: usize, other_made: u32) -> u32 {
    // The point i + 1 in front of `place` is the other's point 26 − place + i.
    let ahead = other_made >> (26 - place) & 4095;
    ESCAPES[ahead as usize].into()
}

/// A side's mask in the other's numbering: p becomes 25 − p.
#[inline(always)]
fn mirrored(mask: u32) -> u32 {
    mask.reverse_bits() >> 6
}

/// The features of both sides of a board, that of the player on roll first.
#[must_use]
#[inline(always)]
pub fn features(rows: &[Row; 2], sight: &Sight) -> [f32; EXPERT_INPUTS] {
    let [own, other] = [of_side(rows, sight, 0), of_side(rows, sight, 1)];
    std::array::from_fn(|n| {
        let (count, scale) =
            if n < OF_A_SIDE { (own[n], n) } else { (other[n - OF_A_SIDE], n - OF_A_SIDE) };
        count as f32 / SCALES[scale]
    })
}

#[inline(always)]
fn of_side(rows: &[Row; 2], sight: &Sight, side: usize) -> [u32; OF_A_SIDE] {
    let (row, held, made) = (&rows[side], sight.held[side], sight.made[side]);
    let other = 1 - side;
    let other_made = sight.made[other];
    let points = (1 << BAR) - 2;
    let blots = sight.held[other] & !other_made & points;
    let hits =
        if blots == 0 { 0 } else { shots(held, row[BAR], mirrored(other_made), mirrored(blots)) };
    let closed = (other_made & 0b111_1110).count_ones();
    let dance = closed * closed;
    let rearmost = sight.rearmost(side);
    let fewest = |from: usize, to: usize| {
        (from..=to).map(|place| escapes(place, other_made)).min().unwrap_or(36)
    };
    let behind = bits(held & !0 << 13)
        .map(|place| u32::from(row[place]) * (place as u32 - 6) * escapes(place, other_made))
        .sum();
    [
        sight.pips[side],
        hits,
        dance,
        if row[BAR] > 0 { dance } else { 0 },
        if rearmost == 0 { 36 } else { escapes(rearmost, other_made) },
        fewest(16, 24),
        fewest(13, rearmost),
        behind,
        longest_run(made),
        pips_beyond(row, held, BAR - sight.rearmost(other)),
    ]
}

/// The length of the longest run of set bits.
#[inline(always)]
fn longest_run(mut mask: u32) -> u32 {
    let mut length = 0;
    while mask != 0 {
        mask &= mask >> 1;
        length += 1;
    }
    length
}

/// Adds the features that change.
#[inline(always)]
pub(super) fn push(old: &[f32; EXPERT_INPUTS], new: &[f32; EXPERT_INPUTS], entries: &mut Entries) {
    for n in 0..EXPERT_INPUTS {
        entries.push(RAW_INPUTS + n, new[n] - old[n]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::backgammon::Board;

    fn of_start() -> [u32; OF_A_SIDE] {
        let board = Board::START;
        of_side(&board.rows, &Sight::of(&board), 0)
    }

    #[test]
    fn escapes_count_rolls_past_a_prime() {
        let made = |points: &[usize]| points.iter().fold(0, |mask, p| mask | 1_u32 << p);
        assert_eq!(escapes(24, 0), 36);
        // A full prime in front of the bar, and of the 24 point.
        assert_eq!(escapes(25, made(&[1, 2, 3, 4, 5, 6])), 0);
        assert_eq!(escapes(24, made(&[2, 3, 4, 5, 6, 7])), 0);
        // On its edge behind five points: 6-n, and the n's after the 6 are blocked or not.
        assert_eq!(escapes(24, made(&[2, 3, 4, 5, 6])), 11);
    }

    #[test]
    fn the_start_has_the_features_that_one_counts_by_hand() {
        let [pips, shots, dance, now, rear, _, _, behind, prime, pass] = of_start();
        assert_eq!((pips, shots, dance, now, prime), (167, 0, 1, 0, 1));
        // From the 24 point: the other's 6, 8 and 13 points are 5, 7 and 12 away. Rolls of these
        // sums are stopped (4 + 6 + 1), and 5-5.
        assert_eq!(rear, 36 - 4 - 6 - 1 - 1);
        // Two checkers 18 pips and five 7 pips from the 6 point.
        assert_eq!(behind, 2 * 18 * rear + 5 * 7 * escapes(13, Sight::of(&Board::START).made[1]));
        // The other's rearmost is on the own ace point: 23 · 2 + 12 · 5 + 7 · 3 + 5 · 5.
        assert_eq!(pass, 152);
    }
}
