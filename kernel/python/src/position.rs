//! Positions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use plywise_core::game::Turn;
use plywise_core::search::Settings;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::any_game::{AnyPosition, SearchRoot};
use crate::door::{BadInput, Stop, Text, caught, long_call, plies_within};
use crate::place_names::named;
use crate::placed::Placed;
use crate::python_game::PythonGame;
use crate::registered::game;

/// A position of a game, with what led to it. Immutable.
#[pyclass(frozen, module = "plywise._kernel")]
#[derive(Clone)]
pub struct Position(pub Arc<dyn AnyPosition>);

/// The root of a search as evaluations take it.
pub fn any_root(root: Option<&Position>) -> SearchRoot<'_> {
    root.map(|root| root.0.as_ref())
}

#[pymethods]
impl Position {
    /// The position in which the game begins.
    #[staticmethod]
    #[pyo3(signature = (game))]
    fn start(game: Text) -> PyResult<Self> {
        Ok(Self(Self::at(&game, None)?))
    }

    /// The position that a text describes; `history` are the keys of earlier positions.
    #[staticmethod]
    #[pyo3(signature = (game, text, history = Vec::new()))]
    fn parse(game: Text, text: Text, history: Vec<u64>) -> PyResult<Self> {
        let game = crate::registered::game(&game)?;
        Ok(Self(caught(|| game.parse(&text, history))?))
    }

    #[getter]
    fn game(&self) -> &str {
        self.0.game()
    }

    /// The author's own value of a position, in a game that is written in Python.
    #[getter]
    fn state(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let own = self.0.as_any().downcast_ref::<Placed<PythonGame>>();
        own.map(|own| own.position.state().clone_ref(py)).ok_or_else(|| {
            let game = self.game();
            PyAttributeError::new_err(format!(
                "positions of {game} have no state: only those of a game written in Python have"
            ))
        })
    }

    #[getter]
    fn turn(&self) -> &'static str {
        self.0.turn().name()
    }

    /// Whose view a value is: whose turn it is, or who is about to roll.
    #[getter]
    fn roller(&self) -> PyResult<&'static str> {
        caught(|| Ok(self.0.roller().name()))
    }

    /// The rolls with their probabilities, where dice are due; none elsewhere.
    #[getter]
    fn chances(&self) -> PyResult<Vec<(String, f64)>> {
        caught(|| self.0.chances())
    }

    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        caught(|| Ok(self.0.moves()))
    }

    #[getter]
    fn noise_is_forced(&self) -> bool {
        self.0.noise_is_forced()
    }

    /// The first player's score, where quiescence sees that the game is over.
    #[getter]
    fn quick_ending(&self) -> PyResult<Option<f64>> {
        caught(|| Ok(self.0.quick_ending().map(|ending| ending.score)))
    }

    #[getter]
    fn noisy_moves(&self) -> PyResult<Vec<String>> {
        caught(|| Ok(self.0.noisy_moves()))
    }

    #[getter]
    fn key(&self) -> PyResult<u64> {
        caught(|| Ok(self.0.key()))
    }

    #[getter]
    fn history(&self) -> Vec<u64> {
        self.0.history().to_vec()
    }

    #[getter]
    fn is_check(&self) -> bool {
        self.0.is_check()
    }

    /// The first player's score by the rules; None while the game goes on.
    #[getter]
    fn outcome(&self) -> PyResult<Option<f64>> {
        caught(|| Ok(self.0.ending().map(|ending| ending.score)))
    }

    #[getter]
    fn outcome_reason(&self) -> PyResult<Option<&'static str>> {
        caught(|| Ok(self.0.ending().map(|ending| ending.reason)))
    }

    /// The position after a legal move.
    fn after(&self, r#move: Text) -> PyResult<Self> {
        Ok(Self(caught(|| self.0.after(&r#move))?))
    }

    /// The position after some moves, one after the other.
    fn after_all(&self, moves: Vec<Text>) -> PyResult<Self> {
        moves.into_iter().try_fold(self.clone(), |position, mv| position.after(mv))
    }

    /// A legal move in the notation that people read.
    fn notation(&self, r#move: Text) -> PyResult<String> {
        caught(|| self.0.notation(&r#move))
    }

    /// The moves of a game in the notation that people read, numbered from `number`; a roll belongs
    /// to the move that it is for.
    fn movetext(&self, moves: Vec<Text>, number: u64) -> PyResult<String> {
        caught(|| self.0.movetext(&moves, number))
    }

    /// A legal move written the other way that is understood too: castling as king takes rook.
    fn castling960(&self, r#move: Text) -> PyResult<String> {
        caught(|| self.0.other_text(&r#move))
    }

    /// The number of leaves so many plies below.
    #[pyo3(signature = (depth, *, stop = None))]
    fn perft(&self, py: Python<'_>, depth: u32, stop: Option<&Stop>) -> PyResult<u64> {
        let depth = plies_within(depth, Settings::MAX_DEPTH)?;
        long_call(py, stop, |control| self.0.perft(depth, control))
    }

    /// The same, for each move.
    fn divide(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(String, u64)>> {
        let depth = plies_within(depth, Settings::MAX_DEPTH)?;
        long_call(py, None, |control| self.0.divide(depth, control))
    }

    /// The names of the places, where the kernel knows what stands on them.
    #[getter]
    fn places(&self) -> Vec<&'static str> {
        self.0.places().to_vec()
    }

    /// The kind and the side of the piece on a place; None where it is empty.
    #[pyo3(name = "at")]
    fn piece_at(&self, place: Text) -> PyResult<Option<(&'static str, &'static str)>> {
        let piece = self.0.piece_at(self.place(&place)?);
        Ok(piece.map(|(kind, side)| (kind, side.name())))
    }

    /// The places on which pieces of a kind of the side stand.
    fn pieces<'py>(
        &self,
        kind: &Bound<'py, PyString>,
        side: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyList>> {
        // Not `Text`: a feature asks at every leaf, and copies of words are not free.
        let (kind, turn) = (kind.to_string_lossy(), side_of(&side.to_string_lossy())?);
        let (places, found) = (self.known_places()?, self.0.standing(&kind, turn));
        if found.is_empty() && self.0.count(&kind, turn).is_none() {
            return Err(self.unknown_kind(&kind));
        }
        named(side.py(), places, &found)
    }

    /// The places from which the side's pieces attack a place.
    fn attackers<'py>(
        &self,
        py: Python<'py>,
        place: Text,
        side: Text,
    ) -> PyResult<Bound<'py, PyList>> {
        let (place, side) = (self.place(&place)?, side_of(&side)?);
        let found = self.0.attackers(place, side);
        let found = found.ok_or_else(|| {
            BadInput::new_err(format!("{} has places but no attacks on them", self.game()))
        })?;
        named(py, self.0.places(), &found)
    }

    /// How many pieces of a kind a side has.
    fn count(&self, kind: Text, side: Text) -> PyResult<u32> {
        let turn = side_of(&side)?;
        let count = self.0.count(&kind, turn);
        count.ok_or_else(|| self.unknown_kind(&kind))
    }

    fn __str__(&self) -> PyResult<String> {
        caught(|| Ok(self.0.text()))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("Position.parse({:?}, {:?})", self.0.game(), self.__str__()?))
    }

    fn __eq__(&self, other: &Self) -> PyResult<bool> {
        Ok(self.0.game() == other.0.game() && self.__str__()? == other.__str__()?)
    }

    fn __hash__(&self) -> PyResult<u64> {
        let mut hasher = DefaultHasher::new();
        self.__str__()?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let arguments = (self.0.game(), self.__str__()?, self.0.history().to_vec());
        Ok((py.get_type::<Self>().getattr("parse")?, arguments.into_pyobject(py)?))
    }
}

/// The side of that name.
fn side_of(name: &str) -> PyResult<Turn> {
    match name {
        "first" => Ok(Turn::First),
        "second" => Ok(Turn::Second),
        _ => {
            let message = format!("side {name:?} is neither 'first' nor 'second'");
            Err(BadInput::new_err(message))
        }
    }
}

impl Position {
    fn unknown_kind(&self, kind: &str) -> PyErr {
        BadInput::new_err(format!("{} has no piece kind {kind:?}", self.game()))
    }

    fn known_places(&self) -> PyResult<&'static [&'static str]> {
        match self.0.places() {
            [] => Err(BadInput::new_err(format!("{} has no places by name", self.game()))),
            places => Ok(places),
        }
    }

    /// The number of the place of that name.
    fn place(&self, name: &str) -> PyResult<usize> {
        let places = self.known_places()?;
        places.iter().position(|&place| place == name).ok_or_else(|| {
            let (first, last) = (places[0], places[places.len() - 1]);
            let game = self.game();
            BadInput::new_err(format!("{game} has no place {name:?}; they are {first} to {last}"))
        })
    }

    /// The start of a game by name, or the position of a text.
    pub fn at(name: &str, text: Option<&str>) -> PyResult<Arc<dyn AnyPosition>> {
        let game = game(name)?;
        caught(|| text.map_or_else(|| Ok(game.start()), |text| game.parse(text, Vec::new())))
    }
}
