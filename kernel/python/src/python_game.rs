//! Positions of a game that is written in Python, behind the same searches as the kernel's own.
//!
//! The author's code is by far the slowest part of a search, so everything it said about a state is
//! kept with the state, and nothing is asked before it is needed.

use std::any::TypeId;
use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

use plywise_core::game::{Ending, Game, Turn};
use plywise_core::points;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::python_features::PythonFeature;
use crate::python_game_cache::{new_number, successor};
use crate::python_game_key::of_text;
use crate::python_game_rules::{PythonRules, answered};

/// A position: a state of the author's, and what the rules have said about it.
#[derive(Clone)]
pub struct PythonGame(Arc<Node>);

struct Node {
    number: u64,
    rules: Arc<PythonRules>,
    state: Py<PyAny>,
    turn: Turn,
    outcome: OnceLock<Option<Ending>>,
    moves: OnceLock<Vec<Legal>>,
    noisy: OnceLock<Vec<bool>>,
    key: OnceLock<u64>,
    /// What the functions of one evaluation count here.
    counts: OnceLock<(Functions, Vec<f64>)>,
}

/// The features of an evaluation.
pub type Functions = Arc<Vec<PythonFeature>>;

/// A legal move of one position.
struct Legal {
    text: Py<PyString>,
    code: u16,
    /// The probability of a roll; 1 for a player's move.
    chance: f64,
}

/// A move: its place in the list of its position, and a number made from its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PythonMove {
    index: u16,
    code: u16,
}

impl PythonGame {
    fn new(rules: Arc<PythonRules>, state: Py<PyAny>, turn: Turn) -> Self {
        Self(Arc::new(Node {
            number: new_number(),
            rules,
            state,
            turn,
            outcome: OnceLock::new(),
            moves: OnceLock::new(),
            noisy: OnceLock::new(),
            key: OnceLock::new(),
            counts: OnceLock::new(),
        }))
    }

    /// The position in which a game begins.
    pub fn start(rules: &Arc<PythonRules>) -> Self {
        answered(|py| {
            let state = rules.start(py)?;
            let turn = rules.turn(&state)?;
            Ok(Self::new(rules.clone(), state.unbind(), turn))
        })
    }

    /// The position that a text describes.
    pub fn parse(rules: &Arc<PythonRules>, text: &str) -> Self {
        answered(|py| {
            let state = rules.parse(py, text)?;
            let turn = rules.turn(&state)?;
            Ok(Self::new(rules.clone(), state.unbind(), turn))
        })
    }

    /// The author's own value.
    pub fn state(&self) -> &Py<PyAny> {
        &self.0.state
    }

    /// What the functions count, asked for once; those of another evaluation are asked each time.
    pub fn counted(&self, by: &Functions, ask: impl Fn() -> Vec<f64>) -> Vec<f64> {
        if self.0.counts.get().is_none() {
            // First asked and then kept, as in `kept`.
            let counts = ask();
            self.0.counts.get_or_init(|| (by.clone(), counts));
        }
        match self.0.counts.get() {
            Some((functions, counts)) if PythonFeature::are_same(functions, by) => counts.clone(),
            _ => ask(),
        }
    }

    fn outcome(&self) -> Option<Ending> {
        *kept(&self.0.outcome, |py| self.0.rules.outcome(self.0.state.bind(py)))
    }

    fn moves(&self) -> &[Legal] {
        let moves: &Vec<Legal> = kept(&self.0.moves, |py| {
            if self.outcome().is_some() {
                return Ok(Vec::new());
            }
            let state = self.0.state.bind(py);
            if self.0.turn == Turn::Chance {
                return self.told_apart(state, self.0.rules.chances(state)?);
            }
            if !self.0.rules.has_chance() {
                self.0.rules.check_turn(state, self.0.turn)?;
            }
            let moves = self.0.rules.moves(state)?.into_iter();
            self.told_apart(state, moves.map(|text| (text, 1.0)).collect())
        });
        moves
    }

    /// The moves with their codes: what their texts give, made different within the position.
    fn told_apart(
        &self,
        state: &Bound<'_, PyAny>,
        texts: Vec<(Py<PyString>, f64)>,
    ) -> PyResult<Vec<Legal>> {
        let py = state.py();
        let mut used = HashSet::with_capacity(texts.len());
        let mut legal: Vec<Legal> = Vec::with_capacity(texts.len());
        for (text, chance) in texts {
            let text = text.bind(py);
            let written = text.to_string_lossy();
            let mut code = (of_text(&written) >> 48) as u16;
            // Equal texts have equal codes, so only here can they meet.
            if used.contains(&code) && legal.iter().any(|other| *other.text.bind(py) == *written) {
                return Err(self.0.rules.same_text(state, text));
            }
            while code == 0 || !used.insert(code) {
                code = code.wrapping_add(1);
            }
            legal.push(Legal { text: text.clone().unbind(), code, chance });
        }
        Ok(legal)
    }

    fn noisy(&self) -> &[bool] {
        let noisy: &Vec<bool> = kept(&self.0.noisy, |py| {
            let (rules, state) = (&self.0.rules, self.0.state.bind(py));
            self.moves().iter().map(|legal| rules.is_noisy(state, legal.text.bind(py))).collect()
        });
        noisy
    }
}

/// What is in the cell, asked for if it is empty. Threads that meet here both ask, and are told the
/// same: waiting for each other, one of them with the GIL, they would wait for ever.
fn kept<T>(cell: &OnceLock<T>, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> &T {
    if let Some(known) = cell.get() {
        return known;
    }
    let told = answered(ask);
    cell.get_or_init(|| told)
}

impl fmt::Debug for PythonGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(&self.0.rules.name).field(&self.text()).finish()
    }
}

impl Game for PythonGame {
    type Move = PythonMove;
    type Moves = Vec<PythonMove>;

    const MOVE_HINT: &'static str = "`position.moves` lists them as the game's rules write them";
    const HISTORY_SIZE: usize = 1 << 13;

    fn name(&self) -> &str {
        &self.0.rules.name
    }

    fn turn(&self) -> Turn {
        self.0.turn
    }

    fn legal_moves(&self) -> Self::Moves {
        let numbered = self.moves().iter().enumerate();
        numbered.map(|(i, legal)| PythonMove { index: i as u16, code: legal.code }).collect()
    }

    fn noisy_moves(&self) -> Self::Moves {
        if !self.0.rules.has_noise() {
            return Vec::new();
        }
        self.legal_moves().into_iter().filter(|&mv| self.is_noisy(mv)).collect()
    }

    fn is_noisy(&self, mv: PythonMove) -> bool {
        self.0.rules.has_noise() && self.noisy()[usize::from(mv.index)]
    }

    fn play(&self, mv: PythonMove) -> Self {
        successor(self.0.number, mv.index, || {
            let text = &self.moves()[usize::from(mv.index)].text;
            answered(|py| {
                let rules = &self.0.rules;
                let state = rules.after(self.0.state.bind(py), text.bind(py))?;
                // Where dice come between, only the rules know who follows.
                let turn = match self.0.turn {
                    _ if rules.has_chance() => rules.turn(&state)?,
                    Turn::First => Turn::Second,
                    _ => Turn::First,
                };
                Ok(Self::new(rules.clone(), state.unbind(), turn))
            })
        })
    }

    fn ending_without_moves(&self) -> Ending {
        // Without an outcome there are moves, or the rules have been refused.
        let drawn = Ending { score: points::even(&self.0.rules.outcomes), reason: "drawn" };
        self.outcome().unwrap_or(drawn)
    }

    fn has_legal_move(&self) -> bool {
        self.outcome().is_none()
    }

    fn quick_ending(&self) -> Option<Ending> {
        self.outcome()
    }

    fn may_end_quickly(&self, _mv: PythonMove) -> bool {
        true
    }

    fn key(&self) -> u64 {
        *kept(&self.0.key, |py| self.0.rules.key(self.0.state.bind(py)))
    }

    fn text(&self) -> String {
        answered(|py| self.0.rules.text(self.0.state.bind(py)))
    }

    fn move_text(&self, mv: PythonMove) -> String {
        let text = &self.moves()[usize::from(mv.index)].text;
        Python::attach(|py| text.bind(py).to_string_lossy().into_owned())
    }

    fn count(&self, _kind: &str, _side: Turn) -> Option<u32> {
        None
    }

    fn reversible_plies(&self) -> u32 {
        // Dice break every circle: no rule of repetition is needed, and none is asked.
        if self.0.rules.repeats && !self.has_chance() { u32::MAX } else { 0 }
    }

    fn probability(&self, mv: PythonMove) -> f64 {
        self.moves()[usize::from(mv.index)].chance
    }

    fn roller(&self) -> Turn {
        if self.0.turn != Turn::Chance {
            return self.0.turn;
        }
        if let Some(told) = answered(|py| self.0.rules.roller(self.0.state.bind(py))) {
            return told;
        }
        // Who moves after the roll, as far as that is told by the first one.
        let mut position = self.clone();
        for _ in 0..MOST_ROLLS {
            let Some(&roll) = position.legal_moves().first() else { break };
            position = position.play(roll);
            if position.turn() != Turn::Chance {
                return position.turn();
            }
        }
        Turn::First
    }

    fn outcomes(&self) -> &[f64] {
        &self.0.rules.outcomes
    }

    fn has_chance(&self) -> bool {
        self.0.rules.has_chance()
    }

    fn history_index(&self, mv: PythonMove) -> usize {
        let side = usize::from(self.0.turn == Turn::Second);
        usize::from(mv.code) % (Self::HISTORY_SIZE / 2) * 2 + side
    }

    fn move_code(mv: PythonMove) -> u16 {
        mv.code
    }
}

/// Rolls in a row that are followed to see who rolls.
const MOST_ROLLS: usize = 8;

/// Does the work with the GIL, if it is a search by one thread in a game written in Python: that
/// needs it at every node, and while Python code runs other threads get their turns. With several
/// threads each takes it for its own questions.
pub fn with_python<G: Game, T>(threads: usize, work: impl FnOnce() -> T) -> T {
    if threads > 1 || TypeId::of::<G>() != TypeId::of::<PythonGame>() {
        return work();
    }
    Python::attach(|_| work())
}
