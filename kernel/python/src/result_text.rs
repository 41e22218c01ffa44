//! What a search of one game found, as text.

use std::sync::Arc;

use plywise_core::game::Game;
use plywise_core::search;

use crate::any_game::AnySearchResult;
use crate::placed::Placed;

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

/// All that was found.
pub fn result_as_text<G: Game>(
    root: &Placed<G>,
    found: &search::SearchResult<G>,
    lines: usize,
) -> AnySearchResult {
    let leaf = Placed { position: root.position.clone(), history: root.history.clone() };
    let leaf = found.line.iter().fold(leaf, |placed, &mv| placed.play(mv));
    let text = |mv| root.position.move_text(mv);
    let best = found.roots.iter().take(lines);
    AnySearchResult {
        mv: found.mv.map(text),
        value: found.value,
        line: line_as_text(&root.position, &found.line),
        leaf: Arc::new(leaf),
        by_rules: found.by_rules,
        depth: found.depth,
        nodes: found.nodes,
        c_nodes: found.c_nodes,
        singular_nodes: found.singular_nodes,
        recapture_nodes: found.recapture_nodes,
        selective_depth: found.selective_depth,
        fullness: found.fullness,
        roots: found.roots.iter().map(|r| (text(r.mv), r.value, r.exact)).collect(),
        lines: best.map(|r| (r.value, line_as_text(&root.position, r.line()), r.exact)).collect(),
        iterations: found
            .iterations
            .iter()
            .map(|i| {
                let (c_nodes, generating) = (i.c_nodes, i.generating_nodes);
                let (singular, recapture) = (i.singular_nodes, i.recapture_nodes);
                (i.depth, i.nodes, c_nodes, generating, singular, recapture, i.value, text(i.mv))
            })
            .collect(),
    }
}
