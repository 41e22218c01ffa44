//! Where a line of moves ends.

use crate::game::{Ending, Game};
use crate::history::History;

/// The position at the end of a line, and the end of the game if it is one: by its rules, or as
/// searches take what came before, where a position that comes back once is as good as a draw.
pub fn end_of_line<G: Game>(root: &G, history: &History, line: &[G::Move]) -> (G, Option<Ending>) {
    let (mut position, mut history) = (root.clone(), history.clone());
    let before = history.len();
    for &mv in line {
        history.push(position.key());
        position = position.play(mv);
    }
    let is_circle = G::REPEATS && !line.is_empty();
    let by_history = || history.ending_in_search(&position, position.key(), before);
    let ending = position.ending().or_else(|| if is_circle { by_history() } else { None });
    (position, ending)
}
