//! Random trees: their results, their chances, and starts that are even.

use std::sync::Arc;

use plywise_core::game::Game;
use plywise_core::games::trees::{Model, Tree, WinLoss, even_starts as even, solve};
use plywise_core::games::{FeatureTree, RandomTree, WinLossTree};
use plywise_core::history::History;
use pyo3::prelude::*;

use crate::door::{BadInput, caught, long_call};
use crate::placed::Placed;
use crate::position::Position;

/// The first player's score when nobody errs, a move that reaches it, and the nodes it took.
#[pyfunction]
#[pyo3(signature = (position))]
pub fn solve_tree(py: Python<'_>, position: &Position) -> PyResult<(f64, Option<String>, u64)> {
    if let Some(root) = placed::<RandomTree>(position) {
        return solved(py, root);
    }
    if let Some(root) = placed::<FeatureTree>(position) {
        return solved(py, root);
    }
    placed::<WinLossTree>(position).map_or_else(|| Err(other(position)), |root| solved(py, root))
}

fn solved<M: Model>(py: Python<'_>, root: &Tree<M>) -> PyResult<(f64, Option<String>, u64)> {
    let solution = long_call(py, None, |control| solve(root, control))?;
    Ok((solution.score, solution.mv.map(|mv| root.move_text(mv)), solution.nodes))
}

/// The first player's chance of a win by the features alone, and how near the end is.
#[pyfunction]
#[pyo3(signature = (position))]
pub fn tree_chance(py: Python<'_>, position: &Position) -> PyResult<(f64, f64)> {
    let tree = win_loss(position)?;
    long_call(py, None, |_| Ok((tree.0.chance(), tree.0.nearness())))
}

/// Positions like this one in which both players have about the same chance.
#[pyfunction]
#[pyo3(signature = (like, seed, count, tolerance))]
pub fn even_starts(
    like: &Position,
    seed: u64,
    count: usize,
    tolerance: f64,
) -> PyResult<Vec<Position>> {
    let like = win_loss(like)?;
    let starts = caught(|| even(like, seed, count, tolerance))?;
    let placed = |position| Position(Arc::new(Placed { position, history: History::default() }));
    Ok(starts.into_iter().map(placed).collect())
}

fn placed<G: Game>(position: &Position) -> Option<&G> {
    position.0.as_any().downcast_ref::<Placed<G>>().map(|placed| &placed.position)
}

fn win_loss(position: &Position) -> PyResult<&Tree<WinLoss>> {
    placed::<WinLossTree>(position).ok_or_else(|| other(position))
}

fn other(position: &Position) -> PyErr {
    let game = position.0.game();
    BadInput::new_err(format!(
        "a position of {game} was given: only random trees can be asked for that"
    ))
}
