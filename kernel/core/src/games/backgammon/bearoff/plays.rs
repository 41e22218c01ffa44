//! The rolls of two dice, and what a side can make of them once all its checkers are home.

use arrayvec::ArrayVec;

use super::Points;
use super::ranking::rank;

/// Two dice, the order of which does not matter.
#[derive(Clone, Copy)]
pub(super) struct Roll {
    pub high: usize,
    pub low: usize,
    pub chance: f64,
}

/// All rolls: 1-1, 2-1, 2-2, 3-1, … 6-6.
pub(super) const ROLLS: [Roll; 21] = rolls();

const fn rolls() -> [Roll; 21] {
    let mut rolls = [Roll { high: 1, low: 1, chance: 1.0 / 36.0 }; 21];
    let mut high = 1;
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            let chance = if low == high { 1.0 / 36.0 } else { 2.0 / 36.0 };
            rolls[roll_index(high, low)] = Roll { high, low, chance };
            low += 1;
        }
        high += 1;
    }
    rolls
}

/// The place of two dice, whichever is higher, in [`ROLLS`].
pub(super) const fn roll_index(a: usize, b: usize) -> usize {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    high * (high - 1) / 2 + low - 1
}

/// What one die can lead to: each position once, none from a side without checkers.
///
/// A die is never lost here: a checker that stands as high as it shows can go, and if there is
/// none, the highest goes off.
pub(super) fn steps(points: &Points, die: usize) -> ArrayVec<Points, 6> {
    let Some(highest) = points.iter().rposition(|&count| count > 0) else {
        return ArrayVec::new();
    };
    // Of places from 0: that of point `die` bears off exactly.
    let lowest = highest.min(die - 1);
    let occupied = (lowest..=highest).filter(|&from| points[from] > 0);
    occupied.map(|from| stepped(points, from, die)).collect()
}

fn stepped(points: &Points, from: usize, die: usize) -> Points {
    let mut after = *points;
    after[from] -= 1;
    if from >= die {
        after[from - die] += 1;
    }
    after
}

/// The ranks of all positions that a roll can lead to, each once.
pub(super) fn results(points: &Points, roll: Roll) -> Vec<u16> {
    let Roll { high, low, .. } = roll;
    let mut found = Vec::new();
    if high == low {
        collect(points, &[high; 4], &mut found);
    } else {
        collect(points, &[high, low], &mut found);
        collect(points, &[low, high], &mut found);
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn collect(points: &Points, dice: &[usize], found: &mut Vec<u16>) {
    match dice {
        [die, rest @ ..] if *points != [0; 6] => {
            for after in steps(points, *die) {
                collect(&after, rest, found);
            }
        }
        // The dice are used up, or all checkers are off.
        _ => found.push(rank(points) as u16),
    }
}

#[cfg(test)]
mod tests {
    use super::super::CHECKERS;
    use super::super::ranking::{position, positions};
    use super::*;

    #[test]
    fn every_step_lowers_the_rank() {
        for points in (1..positions(CHECKERS)).map(position) {
            for after in (1..=6).flat_map(|die| steps(&points, die)) {
                assert!(rank(&after) < rank(&points), "{points:?} to {after:?}");
            }
        }
    }

    #[test]
    fn a_die_moves_a_checker_that_is_high_enough_or_else_the_highest() {
        let after = |points, die| steps(&points, die).to_vec();
        assert_eq!(after([1, 0, 1, 0, 0, 1], 3), [[1, 0, 0, 0, 0, 1], [1, 0, 2, 0, 0, 0]]);
        assert_eq!(after([1, 0, 1, 0, 0, 1], 6), [[1, 0, 1, 0, 0, 0]]);
        assert_eq!(after([1, 0, 2, 0, 0, 0], 5), [[1, 0, 1, 0, 0, 0]]);
        assert_eq!(after([0; 6], 1), [[0; 6]; 0]);
    }

    #[test]
    fn rolls_have_the_chances_of_two_dice() {
        assert!((ROLLS.iter().map(|roll| roll.chance).sum::<f64>() - 1.0).abs() < 1e-15);
        let doubles: Vec<_> = ROLLS.iter().filter(|roll| roll.high == roll.low).collect();
        assert!(doubles.len() == 6 && doubles.iter().all(|roll| roll.chance == 1.0 / 36.0));
    }
}
