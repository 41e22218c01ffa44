//! The rules of a game that is written in Python: what is asked of them, and what they may answer.

use std::panic::resume_unwind;

use plywise_core::dice;
use plywise_core::game::{Ending, Facts, Turn, WIN_DRAW_LOSS};
use plywise_core::points;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::door::{BadInput, BadPosition};
use crate::python_game_key::scattered;

/// The author's rules, and each of their methods, looked up once.
pub struct PythonRules {
    /// The name by which users ask for the game.
    pub name: String,
    /// The class, as messages call it.
    class: String,
    pub object: Py<PyAny>,
    pub facts: Facts,
    pub long_games_are_drawn: bool,
    /// Whether a position can come back.
    pub repeats: bool,
    /// What a game can end with, the least first.
    pub outcomes: Vec<f64>,
    start: Py<PyAny>,
    turn: Py<PyAny>,
    moves: Py<PyAny>,
    after: Py<PyAny>,
    outcome: Py<PyAny>,
    text: Py<PyAny>,
    parse: Py<PyAny>,
    is_noisy: Option<Py<PyAny>>,
    key: Option<Py<PyAny>>,
    chances: Option<Py<PyAny>>,
    roller: Option<Py<PyAny>>,
}

/// Where a rule was asked: a state, and a move where one belongs to the question.
#[derive(Clone, Copy, Default)]
struct Place<'a, 'py> {
    state: Option<&'a Bound<'py, PyAny>>,
    mv: Option<&'a Bound<'py, PyString>>,
}

impl PythonRules {
    /// What can be asked of the `object`, an instance of `plywise.games.rules.Rules`.
    pub fn new(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let method = |name: &str| Ok::<_, PyErr>(object.getattr(name)?.unbind());
        let hook = |name: &str| {
            let declared = object.call_method1("declares", (name,))?.is_truthy()?;
            declared.then(|| method(name)).transpose()
        };
        let said = |name: &str| object.getattr(name)?.extract::<String>();
        // The games of a process are few, and all calls by name may refer to their facts.
        let kept = |text: String| &*Box::leak(text.into_boxed_str());
        let (first, second): (String, String) = object.getattr("players")?.extract()?;
        Ok(Self {
            name: name.to_owned(),
            class: object.get_type().name()?.to_string(),
            facts: Facts {
                summary: kept(said("summary")?),
                players: [kept(first), kept(second)],
                max_plies: object.getattr("max_plies")?.extract()?,
                kinds: &[],
            },
            long_games_are_drawn: object.getattr("long_games_are_drawn")?.is_truthy()?,
            repeats: object.getattr("repeats")?.is_truthy()?,
            outcomes: object.getattr("outcomes")?.extract()?,
            start: method("start")?,
            turn: method("turn")?,
            moves: method("moves")?,
            after: method("after")?,
            outcome: method("outcome")?,
            text: method("text")?,
            parse: method("parse")?,
            is_noisy: hook("is_noisy")?,
            key: hook("key")?,
            chances: hook("chances")?,
            roller: hook("roller")?,
            object: object.clone().unbind(),
        })
    }

    /// Whether quiescence has moves to look at.
    pub fn has_noise(&self) -> bool {
        self.is_noisy.is_some()
    }

    /// Whether dice are thrown.
    pub fn has_chance(&self) -> bool {
        self.chances.is_some()
    }

    /// The state in which a game begins.
    pub fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = self.noted(self.start.bind(py).call0(), "start", Place::default())?;
        // What has no hash is a list, a dictionary or the like: it might change under the search.
        if state.hash().is_err() {
            let (class, state) = (&self.class, shown(&state));
            return Err(BadInput::new_err(format!(
                "{class}.start gives {state}, which can change; a state never does: give a text, a \
                 tuple or a frozen dataclass"
            )));
        }
        Ok(state)
    }

    /// The state that a text describes; a `ValueError` of the author's says that it is none.
    pub fn parse<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let state = self.parse.bind(py).call1((text,));
        // A state of which nobody can say whose turn it is shows that the text was wrong.
        let seen = state.and_then(|state| self.turn(&state).map(|_| state));
        seen.map_err(|error| {
            if !error.is_instance_of::<PyException>(py) {
                return error;
            }
            let why = error.value(py).str().map_or_else(|_| error.to_string(), |t| t.to_string());
            let why = if error.is_instance_of::<PyValueError>(py) {
                why
            } else {
                format!("{}: {why}", type_name(error.value(py)))
            };
            let refused = BadPosition::new_err(format!(
                "{} is not a position of {}: {why}",
                quoted(py, text),
                self.name
            ));
            refused.set_cause(py, Some(error));
            refused
        })
    }

    /// Whose turn the state is.
    pub fn turn(&self, state: &Bound<'_, PyAny>) -> PyResult<Turn> {
        let given = self.ask("turn", &self.turn, state)?;
        match given.extract::<&str>() {
            Ok("first") => Ok(Turn::First),
            Ok("second") => Ok(Turn::Second),
            Ok("chance") if self.has_chance() => Ok(Turn::Chance),
            Ok("chance") => {
                let hint = "dice need `chances(state)`: the rolls with their probabilities";
                Err(self.wrong("turn", &given, state, hint))
            }
            _ if self.has_chance() => {
                let hint = "a turn is 'first', 'second' or 'chance'";
                Err(self.wrong("turn", &given, state, hint))
            }
            _ => Err(self.wrong("turn", &given, state, "a turn is 'first' or 'second'")),
        }
    }

    /// Turns must alternate: whose turn a state is was known before it was asked.
    pub fn check_turn(&self, state: &Bound<'_, PyAny>, known: Turn) -> PyResult<()> {
        if self.turn(state)? == known {
            return Ok(());
        }
        let given =
            PyString::new(state.py(), if known == Turn::First { "second" } else { "first" });
        let hint = format!(
            "there it is the turn of '{}': turns alternate, and a player who cannot move has one \
             move, such as 'pass'",
            known.name()
        );
        Err(self.wrong("turn", &given, state, &hint))
    }

    /// The result, when the game is over.
    pub fn outcome(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<Ending>> {
        let given = self.ask("outcome", &self.outcome, state)?;
        if given.is_none() {
            return Ok(None);
        }
        match given.extract::<f64>() {
            Ok(score) if self.outcomes.contains(&score) => {
                let even = score == points::even(&self.outcomes);
                Ok(Some(Ending { score, reason: if even { "drawn" } else { "won" } }))
            }
            _ if self.outcomes != WIN_DRAW_LOSS => {
                let hint = format!(
                    "an outcome is None while the game goes on, then the first player's points, \
                     which the game declares: {:?}",
                    self.outcomes
                );
                Err(self.wrong("outcome", &given, state, &hint))
            }
            _ => {
                let hint = "an outcome is None while the game goes on, then the first player's \
                            score: 1, 0.5 or 0";
                Err(self.wrong("outcome", &given, state, hint))
            }
        }
    }

    /// The legal moves of a game that is not over: at least one, all different.
    pub fn moves(&self, state: &Bound<'_, PyAny>) -> PyResult<Vec<Py<PyString>>> {
        let given = self.ask("moves", &self.moves, state)?;
        let wrong = |hint: &str| Err(self.wrong("moves", &given, state, hint));
        if !given.is_instance_of::<PyList>() && !given.is_instance_of::<PyTuple>() {
            return wrong("moves are a list of texts");
        }
        let mut moves = Vec::new();
        for mv in given.try_iter()? {
            let mv = mv?;
            let Ok(text) = mv.cast_into::<PyString>() else {
                return wrong("moves are a list of texts");
            };
            let written = text.to_string_lossy();
            if written.is_empty() || written.chars().any(char::is_whitespace) {
                return wrong("a move's text has letters in it and no spaces");
            }
            moves.push(text.unbind());
        }
        if moves.is_empty() {
            return wrong("the outcome there is None, but a game without moves is over");
        }
        if moves.len() > MOST_MOVES {
            let hint = format!("{} moves are more than {MOST_MOVES}", moves.len());
            return wrong(&hint);
        }
        Ok(moves)
    }

    /// The rolls and their probabilities, where dice are due.
    pub fn chances(&self, state: &Bound<'_, PyAny>) -> PyResult<Vec<(Py<PyString>, f64)>> {
        let Some(function) = &self.chances else { return Ok(Vec::new()) };
        let given = self.ask("chances", function, state)?;
        let wrong = |hint: &str| Err(self.wrong("chances", &given, state, hint));
        let Ok(rolls) = given.extract::<Vec<(Bound<'_, PyString>, f64)>>() else {
            return wrong(
                "chances are a list of rolls with their probabilities, as [('d1', 0.5), …]",
            );
        };
        let bad = |text: String| text.is_empty() || text.chars().any(char::is_whitespace);
        if rolls.iter().any(|(text, _)| bad(text.to_string_lossy().into_owned())) {
            return wrong("a roll's text has letters in it and no spaces");
        }
        let chances: Vec<_> = rolls.iter().map(|&(_, chance)| chance).collect();
        if let Some(why) = dice::complaint(&chances) {
            return wrong(&why);
        }
        Ok(rolls.into_iter().map(|(text, chance)| (text.unbind(), chance)).collect())
    }

    /// Who is about to roll, where the rules say so.
    pub fn roller(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<Turn>> {
        let Some(function) = &self.roller else { return Ok(None) };
        let given = self.ask("roller", function, state)?;
        match given.extract::<&str>() {
            Ok("first") => Ok(Some(Turn::First)),
            Ok("second") => Ok(Some(Turn::Second)),
            _ => Err(self.wrong("roller", &given, state, "a roller is 'first' or 'second'")),
        }
    }

    /// Two moves of one list have the same text.
    pub fn same_text(&self, state: &Bound<'_, PyAny>, mv: &Bound<'_, PyString>) -> PyErr {
        self.wrong("moves", mv, state, "two moves have this text: give each its own")
    }

    /// The state after a move.
    pub fn after<'py>(
        &self,
        state: &Bound<'py, PyAny>,
        mv: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = self.after.bind(state.py()).call1((state, mv));
        self.noted(given, "after", Place { state: Some(state), mv: Some(mv) })
    }

    /// Whether quiescence looks at a move.
    pub fn is_noisy(&self, state: &Bound<'_, PyAny>, mv: &Bound<'_, PyString>) -> PyResult<bool> {
        let Some(is_noisy) = &self.is_noisy else { return Ok(false) };
        let given =
            is_noisy.bind(state.py()).call1((state, mv)).and_then(|given| given.is_truthy());
        self.noted(given, "is_noisy", Place { state: Some(state), mv: Some(mv) })
    }

    /// A number that equal states share, in every process.
    pub fn key(&self, state: &Bound<'_, PyAny>) -> PyResult<u64> {
        let told = self.key.as_ref().map(|key| self.ask("key", key, state)).transpose()?;
        if let Some(key) = scattered(told.as_ref().unwrap_or(state)) {
            return Ok(key);
        }
        if let Some(told) = told {
            let hint = "a key is a number, a text, or a tuple of such";
            return Err(self.wrong("key", &told, state, hint));
        }
        let text = PyString::new(state.py(), &self.text(state)?);
        Ok(scattered(text.as_any()).unwrap_or_default())
    }

    /// The state as text.
    pub fn text(&self, state: &Bound<'_, PyAny>) -> PyResult<String> {
        let given = self.text.bind(state.py()).call1((state,));
        let given = given.inspect_err(|error| {
            if error.is_instance_of::<PyException>(state.py()) {
                let note = format!("in {}.text of the state {}", self.class, shown(state));
                // What cannot be noted is still raised.
                let _ = error.add_note(state.py(), note);
            }
        })?;
        given.cast::<PyString>().map(|text| text.to_string_lossy().into_owned()).map_err(|_| {
            let (class, given, state) = (&self.class, shown(&given), shown(state));
            BadInput::new_err(format!("{class}.text gives {given} for {state}; it must be a text"))
        })
    }

    fn ask<'py>(
        &self,
        rule: &str,
        function: &Py<PyAny>,
        state: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = function.bind(state.py()).call1((state,));
        self.noted(given, rule, Place { state: Some(state), mv: None })
    }

    /// The answer; to an exception a note is added that says where it came from.
    fn noted<T>(&self, answer: PyResult<T>, rule: &str, place: Place<'_, '_>) -> PyResult<T> {
        answer.inspect_err(|error| {
            Python::attach(|py| {
                // Ctrl-C is nobody's mistake: it passes as it is.
                if error.is_instance_of::<PyException>(py) {
                    let mv = place.mv.map(|mv| format!(" with the move {}", shown(mv.as_any())));
                    let at = place.state.map(|state| format!(" of {}", self.written(state)));
                    let (mv, at) = (mv.unwrap_or_default(), at.unwrap_or_default());
                    let _ = error.add_note(py, format!("in {}.{rule}{mv}{at}", self.class));
                }
            });
        })
    }

    /// The error for an answer that no rule may give.
    fn wrong(
        &self,
        rule: &str,
        given: &Bound<'_, PyAny>,
        state: &Bound<'_, PyAny>,
        hint: &str,
    ) -> PyErr {
        let (class, given, position) = (&self.class, shown(given), self.written(state));
        BadInput::new_err(format!("{class}.{rule} gives {given} for {position}; {hint}"))
    }

    /// The position as it can be pasted; the bare state, where its text cannot be had.
    fn written(&self, state: &Bound<'_, PyAny>) -> String {
        let py = state.py();
        self.text(state).map_or_else(
            |_| format!("the state {}", shown(state)),
            |text| format!("pw.game({}).position({})", quoted(py, &self.name), quoted(py, &text)),
        )
    }
}

/// What tells the moves of a position apart is a number of sixteen bits.
const MOST_MOVES: usize = u16::MAX as usize;

/// The `repr`, or the type where even that fails.
fn shown(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| type_name(object), |text| text.to_string())
}

fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

fn quoted(py: Python<'_>, text: &str) -> String {
    shown(PyString::new(py, text).as_any())
}

/// The answer. An exception ends the search at once: it unwinds, as itself, to the door, so that no
/// rule of a game has to answer by anything but a value.
pub fn answered<T>(ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    Python::attach(ask).unwrap_or_else(|error| resume_unwind(Box::new(error)))
}
