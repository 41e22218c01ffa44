//! Principal variations, kept exactly while the search runs.

use crate::value::MAX_PLY;

/// The moves from a node to its principal leaf.
#[derive(Clone, Debug)]
pub(super) struct Line<M> {
    pub moves: Vec<M>,
    /// Whether the line ends by the rules rather than in an evaluation.
    pub by_rules: bool,
}

/// One line for each ply of the search.
pub(super) struct Lines<M>(Vec<Line<M>>);

impl<M: Copy> Lines<M> {
    pub fn new() -> Self {
        Self(vec![Line { moves: Vec::new(), by_rules: false }; MAX_PLY + 1])
    }

    /// The node at `ply` is itself the leaf.
    #[inline]
    pub fn end(&mut self, ply: usize, by_rules: bool) {
        self.0[ply].moves.clear();
        self.0[ply].by_rules = by_rules;
    }

    /// The line of the node at `ply` is the move, then the child's line.
    pub fn extend(&mut self, ply: usize, mv: M) {
        let (above, below) = self.0.split_at_mut(ply + 1);
        let (line, child) = (&mut above[ply], &below[0]);
        line.moves.clear();
        line.moves.push(mv);
        if !child.moves.is_empty() {
            line.moves.extend_from_slice(&child.moves);
        }
        line.by_rules = child.by_rules;
    }

    pub fn at(&self, ply: usize) -> &Line<M> {
        &self.0[ply]
    }

    /// Puts a line in the place of that at `ply`, which it gives back.
    pub fn replace(&mut self, ply: usize, line: Line<M>) -> Line<M> {
        std::mem::replace(&mut self.0[ply], line)
    }
}
