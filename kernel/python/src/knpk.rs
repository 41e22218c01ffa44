//! The database of the ending king, knight and pawn against king.

use numpy::ndarray::Array2;
use numpy::{PyArray1, PyArray2, ToPyArray};
use plywise_core::game::{Game, Turn};
use plywise_core::games::Knpk;
use plywise_core::games::knpk::{Analysis, Database, Example, examples};
use pyo3::prelude::*;

use crate::door::{BadInput, long_call};
use crate::placed::Placed;
use crate::position::Position;

/// Plies to a winning promotion or mate; None if White does not win.
#[pyfunction]
#[pyo3(signature = (position))]
pub fn knpk_distance(py: Python<'_>, position: &Position) -> PyResult<Option<u8>> {
    let position = ending(position)?;
    Ok(database(py)?.distance(position))
}

/// White's fastest moves, or Black's that resist longest.
#[pyfunction]
#[pyo3(signature = (position))]
pub fn knpk_best_moves(py: Python<'_>, position: &Position) -> PyResult<Vec<String>> {
    let position = ending(position)?;
    let best = database(py)?.best_moves(position);
    Ok(best.into_iter().map(|mv| position.move_text(mv)).collect())
}

/// Legal positions with the knight on the board, those that White wins, and how many in 0, 1, …
/// plies.
#[pyfunction]
#[pyo3(signature = (side, knight_taken_ends = false))]
pub fn knpk_counts(
    py: Python<'_>,
    side: &str,
    knight_taken_ends: bool,
) -> PyResult<(usize, usize, Vec<usize>)> {
    let turn = turn(side)?;
    let counts = if knight_taken_ends {
        long_call(py, None, |_| Ok(Database::new(Analysis::KnightTakenEnds).counts(turn)))?
    } else {
        database(py)?.counts(turn)
    };
    Ok((counts.legal, counts.won, counts.by_plies))
}

/// The distances by white king, black king, knight (64: taken) and pawn (0 to 5 for h2 to h7): 255
/// where White does not win, 254 where there is no legal position.
#[pyfunction]
#[pyo3(signature = (side))]
pub fn knpk_distances<'py>(py: Python<'py>, side: &str) -> PyResult<Bound<'py, PyArray1<u8>>> {
    Ok(database(py)?.distances(turn(side)?).to_pyarray(py))
}

/// Positions to learn from: the places of their men, and their distances (−1: not won).
#[pyfunction]
#[pyo3(signature = (side, most, seed))]
#[expect(clippy::type_complexity)]
pub fn knpk_examples<'py>(
    py: Python<'py>,
    side: &str,
    most: usize,
    seed: u64,
) -> PyResult<(Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<i16>>)> {
    let turn = turn(side)?;
    let drawn = long_call(py, None, |_| Ok(examples(Database::shared(), turn, most, seed)))?;
    let place = |(i, man): (usize, usize)| drawn[i].position.standing()[man];
    let places = Array2::from_shape_fn((drawn.len(), 4), place);
    let distance = |example: &Example| example.distance.map_or(-1, i16::from);
    let distances = PyArray1::from_iter(py, drawn.iter().map(distance));
    Ok((places.to_pyarray(py), distances))
}

/// The database, without the GIL while it is made.
fn database(py: Python<'_>) -> PyResult<&'static Database> {
    long_call(py, None, |_| Ok(Database::shared()))
}

fn ending(position: &Position) -> PyResult<&Knpk> {
    let placed = position.0.as_any().downcast_ref::<Placed<Knpk>>();
    placed.map(|placed| &placed.position).ok_or_else(|| {
        let game = position.0.game();
        BadInput::new_err(format!("a position of {game} was given to the database of knpk"))
    })
}

fn turn(side: &str) -> PyResult<Turn> {
    match side {
        "first" => Ok(Turn::First),
        "second" => Ok(Turn::Second),
        _ => Err(BadInput::new_err(format!("side {side:?} is neither 'first' nor 'second'"))),
    }
}
