//! What selective searches ask about a position.

use crate::game::{Ending, Game};

/// A possible value of a position and its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spike {
    /// The value.
    pub location: f64,
    /// Its probability.
    pub height: f64,
}

/// A judgement of positions that knows how sure it is, made for one search: what its root fixes is
/// fixed.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What winning by the rules is worth.
    fn win(&self) -> f64;
    /// The value of a position in which the game goes on, for the side to move.
    fn value(&self, position: &G) -> f64;
    /// The values that the position may turn out to have once it is expanded, for the side to move:
    /// from high to low, heights above 0 that sum to 1. The list is empty when asked.
    fn spikes(&self, position: &G, out: &mut Vec<Spike>);
}

/// What the end of the game is worth to the side to move at `position`.
pub fn worth<G: Game>(position: &G, ending: Ending, win: f64) -> f64 {
    (2.0 * ending.score - 1.0) * win * f64::from(position.turn().sign())
}

/// The spikes of a position: its evaluator's, or the one certain value of the end of the game. The list
/// is empty when asked.
pub(crate) fn put_spikes<G: Game>(
    position: &G,
    ending: Option<Ending>,
    evaluator: &dyn Evaluator<G>,
    out: &mut Vec<Spike>,
) {
    match ending {
        Some(ending) => {
            out.push(Spike { location: worth(position, ending, evaluator.win()), height: 1.0 });
        }
        None => evaluator.spikes(position, out),
    }
}
