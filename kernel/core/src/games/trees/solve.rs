//! The result of a tree when nobody errs, by going through as much of it as that takes.

use super::tree::{Child, Model, Tree};
use crate::error::Error;
use crate::game::{Game, Turn};

/// What was found out about a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// The first player's score.
    pub score: f64,
    /// A move that reaches it; none where the game is over.
    pub mv: Option<Child>,
    /// Positions looked at.
    pub nodes: u64,
}

/// The result of a position by the rules alone; `stop` is asked now and then.
///
/// # Errors
/// [`Error::Interrupted`] when `stop` says so.
pub fn solve<M: Model>(root: &Tree<M>, stop: &dyn Fn() -> bool) -> Result<Solution, Error> {
    let mut solution = Solution { score: 0.0, mv: None, nodes: 0 };
    (solution.score, solution.mv) = best(root, 0.0, 1.0, &mut solution.nodes, stop)?;
    Ok(solution)
}

/// Between two looks at the caller's wish.
const POLL_INTERVAL: u64 = 1 << 12;

/// The score, or a bound on it outside `low` to `high`, and the move that gives it: no player looks
/// further once nothing better can be had, be it the best of all or what the other would avoid.
fn best<M: Model>(
    position: &Tree<M>,
    mut low: f64,
    mut high: f64,
    nodes: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Result<(f64, Option<Child>), Error> {
    *nodes += 1;
    if nodes.is_multiple_of(POLL_INTERVAL) && stop() {
        return Err(Error::Interrupted);
    }
    if let Some(ending) = position.ending() {
        return Ok((ending.score, None));
    }
    let maximises = position.turn() == Turn::First;
    let mut found = (if maximises { -1.0 } else { 2.0 }, None);
    for &mv in position.legal_moves().as_ref() {
        let (score, _) = best(&position.play(mv), low, high, nodes, stop)?;
        if maximises && score > found.0 {
            found = (score, Some(mv));
            low = low.max(score);
        } else if !maximises && score < found.0 {
            found = (score, Some(mv));
            high = high.min(score);
        }
        if low >= high {
            break;
        }
    }
    Ok(found)
}
