//! What a selective search found, as text.

use std::time::Instant;

use plywise_core::game::Game;
use plywise_core::history::History;
use plywise_core::selective::{Choice, RootChoice, end_of_line};
use pyo3::prelude::*;

use crate::result_text::line_as_text;

/// A root move: its text, value, nodes, and spikes (location, height).
pub type AnyRoot = (String, f64, u64, Vec<(f64, f64)>);

/// All that was found.
pub fn choice_as_text<G: Game>(root: &G, history: &History, choice: Choice<G::Move>) -> Chosen {
    let text = |mv| root.move_text(mv);
    let root_as_text = |r: RootChoice<G::Move>| {
        let spikes = r.spikes.iter().map(|s| (s.location, s.height)).collect();
        (text(r.mv), r.value, r.nodes, spikes)
    };
    let line = |moves: &Vec<G::Move>| line_as_text(root, moves);
    Chosen {
        r#move: choice.mv.map(text),
        value: choice.value,
        gain: choice.gain,
        line: line(&choice.line),
        score: end_of_line(root, history, &choice.line).1.map(|ending| ending.score),
        roots: choice.roots.into_iter().map(root_as_text).collect(),
        nodes: choice.nodes,
        expansions: choice.expansions,
        depth: choice.depth,
        memory: choice.memory,
        ended: choice.ended.name(),
        lines: choice.lines.iter().map(|(moves, nodes)| (line(moves), *nodes)).collect(),
        recent: choice.recent.iter().map(line).collect(),
        seconds: 0.0,
    }
}

/// What a selective search found.
#[pyclass(frozen, get_all, module = "plywise._kernel")]
pub struct Chosen {
    r#move: Option<String>,
    value: f64,
    /// What all further search of the tree would be worth, where the search knows.
    gain: Option<f64>,
    line: Vec<String>,
    /// The first player's score, where the line ends the game as the search sees it.
    score: Option<f64>,
    /// Move, value, nodes behind it, spikes: in the order of the rules.
    roots: Vec<AnyRoot>,
    nodes: u64,
    expansions: u64,
    depth: usize,
    memory: usize,
    /// `nodes`, `time`, `memory` or `settled`.
    ended: &'static str,
    /// The lines with the most nodes behind them.
    lines: Vec<(Vec<String>, u64)>,
    /// The paths to the positions that were expanded last.
    recent: Vec<Vec<String>>,
    seconds: f64,
}

impl Chosen {
    /// The same, with the time that it took.
    pub fn since(self, began: Instant) -> Self {
        Self { seconds: began.elapsed().as_secs_f64(), ..self }
    }
}
