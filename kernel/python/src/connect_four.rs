//! Positions of Connect Four, solved.

use plywise_core::game::Game;
use plywise_core::games::ConnectFour;
use plywise_core::games::connect_four::solve;
use pyo3::prelude::*;

use crate::door::{BadInput, long_call};
use crate::placed::Placed;
use crate::position::Position;

/// A value for the side to move (1, 0 or −1), that of each legal move, and the nodes that it took.
type Told = (i32, Vec<(String, i32)>, u64);

/// What perfect play makes of a position.
#[pyfunction]
#[pyo3(signature = (position))]
pub fn solve_connect_four(py: Python<'_>, position: &Position) -> PyResult<Told> {
    let placed = position.0.as_any().downcast_ref::<Placed<ConnectFour>>().ok_or_else(|| {
        let game = position.0.game();
        BadInput::new_err(format!("a position of {game} was given to the solver of connect-four"))
    })?;
    let root = &placed.position;
    let solved = long_call(py, None, |control| solve(root, control))?;
    let moves = solved.moves.into_iter().map(|(mv, value)| (root.move_text(mv), value)).collect();
    Ok((solved.value, moves, solved.nodes))
}
