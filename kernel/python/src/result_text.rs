//! Moves that a search found, as text.

use plywise_core::game::Game;

/// A found line, move by move.
pub fn line_as_text<G: Game>(root: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    let mut text = Vec::new();
    for &mv in line {
        text.push(position.move_text(mv));
        position = position.play(mv);
    }
    text
}
