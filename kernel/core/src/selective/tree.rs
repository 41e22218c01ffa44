//! The tree that selective searches grow. It alone makes positions, and so it alone counts them.

use std::cmp::Reverse;

use super::limits::{Ended, Meter};
use super::shape::{ROOT, Shape};
use crate::error::Error;
use crate::game::{Ending, Game};
use crate::history::History;

/// How many lines are told.
pub(crate) const LINES: usize = 10;
/// How many expansions are remembered.
pub(crate) const RECENT: usize = 1000;
/// A look at the clock every so many expansions.
const POLL: u64 = 64;

/// The last position of a playing on, the end of the game if it is one, and the plies played.
pub(crate) type PlayedOn<G> = (G, Option<Ending>, u32);

/// A tree of moves from one position. Positions are not kept: a path is played again when its end
/// is expanded, which costs little beside making all its children.
pub struct Tree<'a, G: Game> {
    root: &'a G,
    history: History,
    shape: Shape,
    moves: Vec<G::Move>,
    /// Positions that were generated and not kept.
    passed: u64,
    expansions: u64,
    recent: Vec<u32>,
    depth: usize,
    node_size: usize,
}

impl<'a, G: Game> Tree<'a, G> {
    /// The root alone; the search keeps so many bytes of its own with every node.
    #[must_use]
    pub fn new(root: &'a G, history: &History, kept: usize) -> Self {
        Self {
            root,
            history: history.clone(),
            shape: Shape::default(),
            moves: Vec::new(),
            passed: 0,
            expansions: 0,
            recent: Vec::new(),
            depth: 0,
            node_size: Shape::NODE_SIZE + size_of::<G::Move>() + kept,
        }
    }

    /// The position at the root.
    #[must_use]
    pub fn root(&self) -> &'a G {
        self.root
    }

    /// Who is whose child.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Positions generated so far: the root was given.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.shape.len() as u64 - 1 + self.passed
    }

    /// Positions that were given their children so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// The longest line.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// What the tree takes, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.shape.len() * self.node_size
    }

    /// The move that leads from the parent to this node.
    ///
    /// # Panics
    /// At the root, to which no move leads.
    #[must_use]
    pub fn move_to(&self, node: u32) -> G::Move {
        self.moves[node as usize - 1]
    }

    /// The moves from the root to a node.
    #[must_use]
    pub fn path(&self, mut node: u32) -> Vec<G::Move> {
        let mut path = Vec::with_capacity(self.shape.depth(node));
        while node != ROOT {
            path.push(self.move_to(node));
            node = self.shape.parent(node);
        }
        path.reverse();
        path
    }

    /// The nodes that were expanded last, oldest first.
    #[must_use]
    pub fn recent(&self) -> Vec<u32> {
        let split = self.expansions as usize % RECENT;
        let (newer, older) = self.recent.split_at(split.min(self.recent.len()));
        if self.recent.len() < RECENT { self.recent.clone() } else { [older, newer].concat() }
    }

    /// For each root move the line on which most was searched, with the number of positions behind the
    /// move; most first, at most [`LINES`].
    #[must_use]
    pub(crate) fn largest_lines(&self, sizes: &[u32]) -> Vec<(Vec<G::Move>, u64)> {
        let largest = |node: u32| {
            let by_size = |&child: &u32| (sizes[child as usize], Reverse(child));
            self.shape.children(node).max_by_key(by_size)
        };
        let mut roots: Vec<u32> = self.shape.children(ROOT).collect();
        roots.sort_by_key(|&child| Reverse(sizes[child as usize]));
        roots.truncate(LINES);
        let to_the_end = |root: u32| {
            let end = std::iter::successors(Some(root), |&node| largest(node)).last();
            (self.path(end.unwrap_or(root)), sizes[root as usize].into())
        };
        roots.into_iter().map(to_the_end).collect()
    }

    /// Gives a node its children, and shows each to `visit` with its position and the end of the
    /// game, if it is one. Nothing is done, and the reason told, when they would not fit into the
    /// budget.
    ///
    /// # Errors
    /// [`Error::Interrupted`] when the caller wants to stop.
    pub(crate) fn expand(
        &mut self,
        node: u32,
        meter: &Meter<'_>,
        mut visit: impl FnMut(u32, &G, Option<Ending>),
    ) -> Result<Option<Ended>, Error> {
        // The root is expanded however late it is: any move is better judged than not at all.
        if self.expansions.is_multiple_of(POLL) && meter.is_late()? && self.expansions > 0 {
            return Ok(Some(Ended::Time));
        }
        let before = self.history.len();
        let position = self.replay(node);
        let moves = position.legal_moves();
        let count = moves.as_ref().len();
        if self.nodes() + count as u64 > meter.nodes {
            self.forget(before);
            return Ok(Some(Ended::Nodes));
        }
        if self.memory() + count * self.node_size > meter.memory || !self.has_room(count) {
            self.forget(before);
            return Ok(Some(Ended::Memory));
        }
        self.attach(node, &position, moves.as_ref(), before, &mut visit);
        self.forget(before);
        Ok(None)
    }

    /// Generates so many positions that will not be kept, unless they do not fit into the budget.
    ///
    /// # Errors
    /// [`Error::Interrupted`] when the caller wants to stop.
    pub(crate) fn pass(&mut self, nodes: u64, meter: &Meter<'_>) -> Result<Option<Ended>, Error> {
        if self.passed.is_multiple_of(POLL) && meter.is_late()? && self.passed > 0 {
            return Ok(Some(Ended::Time));
        }
        if self.nodes() + nodes > meter.nodes {
            return Ok(Some(Ended::Nodes));
        }
        self.passed += nodes;
        Ok(None)
    }

    /// Plays on from a node for at most so many plies by the moves that `pick` chooses of their
    /// number: the last position, the end of the game if it is one, and the plies played; or why the
    /// search ends.
    ///
    /// # Errors
    /// [`Error::Interrupted`] when the caller wants to stop.
    pub(crate) fn play_on(
        &mut self,
        node: u32,
        most: u32,
        meter: &Meter<'_>,
        mut pick: impl FnMut(usize) -> usize,
    ) -> Result<Result<PlayedOn<G>, Ended>, Error> {
        let before = self.history.len();
        let mut position = self.replay(node);
        let (mut plies, mut ending) = (0, None);
        while plies < most && ending.is_none() {
            if let Some(ended) = self.pass(1, meter)? {
                self.forget(before);
                return Ok(Err(ended));
            }
            let moves = position.legal_moves();
            let mv = moves.as_ref()[pick(moves.as_ref().len())];
            let key = self.key_of(&position);
            self.history.push(key);
            position = position.play(mv);
            ending = position.ending().or_else(|| self.by_history(&position, before));
            plies += 1;
        }
        self.forget(before);
        Ok(Ok((position, ending, plies)))
    }

    fn attach(
        &mut self,
        node: u32,
        position: &G,
        moves: &[G::Move],
        before: usize,
        visit: &mut impl FnMut(u32, &G, Option<Ending>),
    ) {
        let children = self.shape.expand(node, moves.len() as u16);
        self.depth = self.depth.max(self.shape.depth(node) + 1);
        self.remember(node);
        let key = self.key_of(position);
        self.history.push(key);
        self.moves.extend_from_slice(moves);
        for (&mv, number) in moves.iter().zip(children) {
            let child = position.play(mv);
            let ending = child.ending().or_else(|| self.by_history(&child, before));
            visit(number, &child, ending);
        }
    }

    fn has_room(&mut self, nodes: usize) -> bool {
        self.shape.has_room(nodes) && self.moves.try_reserve(nodes).is_ok()
    }

    fn remember(&mut self, node: u32) {
        let at = self.expansions as usize % RECENT;
        if self.recent.len() < RECENT {
            self.recent.push(node);
        } else {
            self.recent[at] = node;
        }
        self.expansions += 1;
    }

    /// The position of a node; the keys on the way to it go into the history.
    fn replay(&mut self, node: u32) -> G {
        let mut position = self.root.clone();
        for mv in self.path(node) {
            let key = self.key_of(&position);
            self.history.push(key);
            position = position.play(mv);
        }
        position
    }

    /// The key, where it can matter: games without a way back need not make one.
    fn key_of(&self, position: &G) -> u64 {
        if G::REPEATS { position.key() } else { 0 }
    }

    fn by_history(&self, child: &G, before: usize) -> Option<Ending> {
        if G::REPEATS { self.history.ending_in_search(child, child.key(), before) } else { None }
    }

    fn forget(&mut self, length: usize) {
        while self.history.len() > length {
            self.history.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Rules, perft};
    use crate::games::{Chess, Othello};
    use crate::selective::limits::Budget;

    fn grown<G: Rules>(root: &G, nodes: u64, depth: usize) -> (u64, usize) {
        let mut tree = Tree::new(root, &History::default(), 0);
        let meter = Meter::new(Budget { nodes: Some(nodes), ..Budget::default() }, &|| false);
        let mut leaves = 0;
        let mut node = ROOT;
        while (node as usize) < tree.shape.len() && tree.shape.depth(node) < depth {
            if tree.expand(node, &meter, |_, _, _| ()).unwrap().is_some() {
                break;
            }
            node += 1;
        }
        for node in 0..tree.shape.len() as u32 {
            leaves += u64::from(tree.shape.depth(node) == depth);
        }
        (leaves, tree.nodes() as usize)
    }

    #[test]
    fn breadth_first_growth_makes_the_tree_that_perft_counts() {
        let chess = Chess::start();
        assert_eq!(grown(&chess, u64::MAX, 3).0, perft(&chess, 3, &|| false).unwrap());
        let othello = Othello::start();
        assert_eq!(grown(&othello, u64::MAX, 5).0, perft(&othello, 5, &|| false).unwrap());
    }

    #[test]
    fn an_expansion_that_would_pass_the_budget_is_not_made() {
        assert_eq!(grown(&Chess::start(), 59, 3).1, 40);
        assert_eq!(grown(&Chess::start(), 60, 3).1, 60);
        assert_eq!(grown(&Chess::start(), 19, 3).1, 0);
    }

    #[test]
    fn a_position_that_comes_back_is_the_end() {
        let root = Chess::start();
        let mut tree = Tree::new(&root, &History::default(), 0);
        let meter = Meter::new(Budget::default(), &|| false);
        let mut node = ROOT;
        let mut last = None;
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let position = tree.replay(node);
            tree.forget(0);
            let mv = position.parse_move(text).unwrap();
            let mut endings = Vec::new();
            tree.expand(node, &meter, |child, _, ending| endings.push((child, ending))).unwrap();
            let played = endings.into_iter().find(|&(child, _)| tree.move_to(child) == mv);
            let (child, ending) = played.unwrap();
            (node, last) = (child, ending);
        }
        assert_eq!(last.map(|ending| ending.score), Some(0.5));
        assert_eq!(tree.path(node).len(), 4);
        assert_eq!(tree.recent().len(), 4);
        assert_eq!(tree.shape.sizes()[0] as usize, tree.shape.len());
    }
}
