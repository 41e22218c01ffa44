//! Scores and points: what a game declares that it can end with, and what lies between.

use crate::error::Error;
use crate::game::{Ending, Game};

/// The lowest and the highest of the declared outcomes.
#[must_use]
pub fn bounds(outcomes: &[f64]) -> (f64, f64) {
    let least = outcomes.iter().copied().fold(f64::INFINITY, f64::min);
    (least, outcomes.iter().copied().fold(f64::NEG_INFINITY, f64::max))
}

/// A score as a share of what can be won: 0 for the lowest outcome, 1 for the highest.
#[must_use]
pub fn share(outcomes: &[f64], score: f64) -> f64 {
    let (low, high) = bounds(outcomes);
    (score - low) / (high - low)
}

/// What neither player is ahead by: a draw, whether or not the game knows one.
#[must_use]
pub fn even(outcomes: &[f64]) -> f64 {
    let (low, high) = bounds(outcomes);
    f64::midpoint(low, high)
}

/// The plain win of the side that is ahead (1 the first player, −1 the second, 0 nobody): the
/// least that winning brings.
#[must_use]
pub fn of_leader(outcomes: &[f64], leader: i32) -> f64 {
    let even = even(outcomes);
    let wins = outcomes.iter().copied();
    match leader {
        0 => even,
        1.. => wins.filter(|&score| score > even).fold(f64::INFINITY, f64::min),
        _ => wins.filter(|&score| score < even).fold(f64::NEG_INFINITY, f64::max),
    }
}

/// The ending, if its score is one that the game declares, or even.
///
/// # Errors
/// [`Error::BadSetting`] with the score, the position and what is declared.
pub fn declared<G: Game>(position: &G, ending: Ending) -> Result<Ending, Error> {
    let outcomes = position.outcomes();
    if outcomes.contains(&ending.score) || ending.score == even(outcomes) {
        return Ok(ending);
    }
    Err(Error::BadSetting(format!(
        "{} ends with {} ({}) at {}, which it does not declare: its outcomes are {outcomes:?}",
        position.name(),
        ending.score,
        ending.reason,
        position.text()
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Rules, WIN_DRAW_LOSS};
    use crate::games::{Chess, DiceRace};

    #[test]
    fn a_leader_gets_a_plain_win_in_the_game_s_own_points() {
        let scores = |outcomes| [-1, 0, 1].map(|leader| of_leader(outcomes, leader));
        assert_eq!(scores(WIN_DRAW_LOSS), [0.0, 0.5, 1.0]);
        assert_eq!(scores(&[-3.0, -2.0, -1.0, 1.0, 2.0, 3.0]), [-1.0, 0.0, 1.0]);
    }

    #[test]
    fn what_a_game_does_not_declare_is_refused_with_score_and_position() {
        let ending = |score| Ending { score, reason: "home" };
        assert!(declared(&DiceRace::start(), ending(-2.0)).is_ok());
        assert!(declared(&Chess::start(), ending(0.5)).is_ok());
        let refused = declared(&Chess::start(), ending(2.0)).unwrap_err().to_string();
        assert!(refused.contains("ends with 2 (home) at rnbq"), "{refused}");
        assert!(refused.contains("[0.0, 0.5, 1.0]"), "{refused}");
        assert!(declared(&DiceRace::start(), ending(3.0)).is_err());
    }
}
