//! What a search of the platform found, as Python sees it.

use std::sync::Arc;
use std::time::Instant;

use plywise_core::game::Game;
use plywise_core::search;
use pyo3::prelude::*;

use crate::placed::Placed;
use crate::position::Position;
use crate::result_text::line_as_text;

/// Depth, then nodes, c-nodes, those that generated captures and those of singular and recapture
/// detection up to its end, value and move of a whole iteration.
type IterationParts = (u32, u64, u64, u64, u64, u64, i32, String);

/// What a search found.
#[pyclass(frozen, get_all, module = "plywise._kernel")]
pub struct SearchResult {
    r#move: Option<String>,
    value: i32,
    line: Vec<String>,
    leaf: Position,
    kind: &'static str,
    depth: u32,
    nodes: u64,
    c_nodes: u64,
    singular_nodes: u64,
    recapture_nodes: u64,
    selective_depth: usize,
    hashfull: u32,
    seconds: f64,
    root_values: Vec<(String, i32, bool)>,
    /// Value, moves, whether exact: the best lines, best first.
    lines: Vec<(i32, Vec<String>, bool)>,
    /// One for each whole iteration.
    iterations: Vec<IterationParts>,
    /// What its nodes teach, by the index of the weight, where the settings ask for it.
    taught: Vec<(u32, f64)>,
}

impl SearchResult {
    /// All that was found, with so many of the best lines.
    pub fn of<G: Game>(root: &Placed<G>, found: &search::SearchResult<G>, lines: usize) -> Self {
        let leaf = Placed { position: root.position.clone(), history: root.history.clone() };
        let leaf = found.line.iter().fold(leaf, |placed, &mv| placed.play(mv));
        let text = |mv| root.position.move_text(mv);
        let in_full = |line: &[G::Move]| line_as_text(&root.position, line);
        let best = found.roots.iter().take(lines);
        let iterations = found.iterations.iter().map(|i| {
            let (c_nodes, generating) = (i.c_nodes, i.generating_nodes);
            let (singular, recapture) = (i.singular_nodes, i.recapture_nodes);
            (i.depth, i.nodes, c_nodes, generating, singular, recapture, i.value, text(i.mv))
        });
        Self {
            r#move: found.mv.map(text),
            value: found.value,
            line: in_full(&found.line),
            leaf: Position(Arc::new(leaf)),
            kind: match (found.by_rules, found.is_planted) {
                (true, _) => "result",
                (_, true) => "planted",
                _ => "leaf",
            },
            depth: found.depth,
            nodes: found.nodes,
            c_nodes: found.c_nodes,
            singular_nodes: found.singular_nodes,
            recapture_nodes: found.recapture_nodes,
            selective_depth: found.selective_depth,
            hashfull: found.fullness,
            seconds: 0.0,
            root_values: found.roots.iter().map(|r| (text(r.mv), r.value, r.exact)).collect(),
            lines: best.map(|r| (r.value, in_full(r.line()), r.exact)).collect(),
            iterations: iterations.collect(),
            taught: found.taught.clone(),
        }
    }

    /// The same, with the time that it took.
    pub fn since(self, began: Instant) -> Self {
        Self { seconds: began.elapsed().as_secs_f64(), ..self }
    }
}
