//! Dice: the moves of [`Turn::Chance`], each with its probability.

use crate::error::Error;
use crate::game::{Game, Turn, WIN_DRAW_LOSS};
use crate::rng::{Rng, move_seed};

/// Keeps the dice of a game apart from its players' searches, which are seeded by ply too.
const DICE_STREAM: u64 = 0x6469_6365_0000_0000; // "dice"

/// By how much the sum of probabilities may miss 1: what adding 36 fractions loses is far less.
pub const SUM_TOLERANCE: f64 = 1e-9;

/// All rolls of a chance node, with their probabilities.
///
/// # Errors
/// When they are no probabilities: each above 0, all together 1.
pub fn rolls<G: Game>(position: &G) -> Result<Vec<(G::Move, f64)>, Error> {
    let moves = position.legal_moves();
    let rolls: Vec<_> = moves.as_ref().iter().map(|&mv| (mv, position.probability(mv))).collect();
    let chances: Vec<_> = rolls.iter().map(|&(_, chance)| chance).collect();
    match complaint(&chances) {
        None => Ok(rolls),
        Some(why) => Err(Error::BadSetting(format!(
            "the dice of {} at {}: {why}",
            position.name(),
            position.text()
        ))),
    }
}

/// What is wrong with probabilities, if something is.
#[must_use]
pub fn complaint(chances: &[f64]) -> Option<String> {
    if chances.is_empty() {
        return Some("there are no rolls".to_owned());
    }
    if let Some(chance) = chances.iter().find(|&&chance| !(chance > 0.0 && chance <= 1.0)) {
        return Some(format!("a probability is {chance}; each lies above 0, and none above 1"));
    }
    let sum: f64 = chances.iter().sum();
    ((sum - 1.0).abs() > SUM_TOLERANCE)
        .then(|| format!("the probabilities of {} rolls sum to {sum}, not to 1", chances.len()))
}

/// The roll at `ply` of game `number`: of nothing else, whoever plays and however they search.
///
/// # Errors
/// As [`rolls`].
pub fn throw<G: Game>(
    position: &G,
    (seed, number): (u64, u64),
    ply: usize,
) -> Result<G::Move, Error> {
    let rolls = rolls(position)?;
    let mut rng = Rng::new(move_seed(seed ^ DICE_STREAM, number, ply as u64), 0);
    // A real number in [0, 1), of 53 random bits.
    let drawn = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let mut sum = 0.0;
    for &(mv, chance) in &rolls {
        sum += chance;
        if drawn < sum {
            return Ok(mv);
        }
    }
    // The sum may miss 1 by a rounding: then the last roll has the rest.
    rolls.last().map(|&(mv, _)| mv).ok_or(Error::Interrupted)
}

/// Refuses a game of dice or points to a search that knows but win, draw and loss.
///
/// # Errors
/// [`Error::BadSetting`] with the game, why, and the search that can.
pub fn refuse<G: Game>(position: &G, search: &str) -> Result<(), Error> {
    let why = if position.has_chance() {
        "has dice"
    } else if position.outcomes() != WIN_DRAW_LOSS {
        "counts points"
    } else {
        return Ok(());
    };
    Err(Error::BadSetting(format!(
        "{} {why}, which {search} cannot search; use expectimax: pw.Expectimax(depth=2), or --using \
         expectimax",
        position.name()
    )))
}

/// Whether it is the dice's turn.
#[must_use]
pub fn are_due<G: Game>(position: &G) -> bool {
    position.turn() == Turn::Chance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::games::DiceRace;

    #[test]
    fn dice_fall_as_often_as_they_should_and_the_same_for_the_same_seed() {
        let start = DiceRace::start();
        let mut counts = [0_u32; 3];
        for ply in 0..6_000 {
            let roll = throw(&start, (7, 1), ply).unwrap();
            assert_eq!(roll, throw(&start, (7, 1), ply).unwrap());
            let which = rolls(&start).unwrap().iter().position(|&(mv, _)| mv == roll).unwrap();
            counts[which] += 1;
        }
        // 3,000, 2,000 and 1,000 with standard deviations below 39: five of them for a fixed seed.
        for (count, expected) in counts.into_iter().zip([3_000, 2_000, 1_000]) {
            assert!(count.abs_diff(expected) < 195, "{counts:?}");
        }
        let other = |seed, number| -> Vec<_> {
            (0..50).map(|ply| throw(&start, (seed, number), ply).unwrap()).collect()
        };
        assert_ne!(other(7, 1), other(7, 2));
        assert_ne!(other(7, 1), other(8, 1));
    }

    #[test]
    fn probabilities_that_are_none_are_told() {
        assert_eq!(complaint(&[0.5, 0.25, 0.25]), None);
        assert!(complaint(&[0.5, 0.25]).unwrap().contains("sum to 0.75"));
        assert!(complaint(&[1.5, -0.5]).unwrap().contains("1.5"));
        assert!(complaint(&[f64::NAN, 1.0]).unwrap().contains("NaN"));
        assert!(complaint(&[0.0, 1.0]).unwrap().contains("is 0"));
        assert!(complaint(&[]).unwrap().contains("no rolls"));
    }
}
