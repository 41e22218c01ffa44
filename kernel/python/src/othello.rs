//! Endgames of Othello, solved.

use plywise_core::game::Game;
use plywise_core::games::{Othello, solve};
use pyo3::prelude::*;

use crate::door::{BadInput, long_call};
use crate::placed::Placed;
use crate::position::Position;

/// The exact disc difference for the side to move, a move that reaches it, and the nodes it took.
#[pyfunction]
#[pyo3(signature = (position))]
pub fn solve_othello(py: Python<'_>, position: &Position) -> PyResult<(i32, Option<String>, u64)> {
    let placed = position.0.as_any().downcast_ref::<Placed<Othello>>().ok_or_else(|| {
        let game = position.0.game();
        BadInput::new_err(format!("a position of {game} was given to the solver of othello"))
    })?;
    let root = &placed.position;
    let solved = long_call(py, None, |control| solve(root, control))?;
    Ok((solved.discs, solved.mv.map(|mv| root.move_text(mv)), solved.nodes))
}
