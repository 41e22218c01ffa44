//! Best-first minimax search (Korf and Chickering, 1996): always expand the leaf that the root's
//! value comes from.

use super::choice::Choice;
use super::limits::Ended;
use super::minimaxed::{Minimaxed, Values};
use super::search::SelectiveRequest;
use super::shape::{ROOT, Shape};
use super::told::Judgement;
use crate::error::Error;
use crate::game::Game;

/// Searches a position. Where the game is over at the end of the principal variation, the best move
/// that is not settled yet takes its place at each node: given time, the value is minimax's.
///
/// # Errors
/// When the caller wants to stop.
pub fn search<G: Game>(request: &SelectiveRequest<'_, G>) -> Result<Choice<G::Move>, Error> {
    let mut grown = Minimaxed::new(request, 0);
    while !grown.values.is_settled(ROOT) {
        let leaf = grown.descend(best_open);
        if let Some(ended) = grown.expand(leaf, |_, _| ())? {
            return Ok(grown.choice(ended));
        }
    }
    Ok(grown.choice(Ended::Settled))
}

/// The best child that is not settled, the earlier one on a tie.
fn best_open(shape: &Shape, values: &Values, node: u32) -> u32 {
    let open = shape.children(node).filter(|&child| !values.is_settled(child));
    let better = |a: u32, b: u32| if values.value(b) < values.value(a) { b } else { a };
    open.reduce(better).expect("a node that is not settled has a child that is not")
}
