//! What all random trees share: children by number, turns that alternate, text both ways.

use super::words::Read;
use crate::error::Error;
use crate::game::{Ending, Facts, Game, Rules, Turn};

/// The most children that a node can have.
pub const MOST_CHILDREN: usize = 64;

/// A way to grow a tree: all that is different between the models. Nodes are small values.
pub trait Model: Copy + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The name by which users ask for the game.
    const NAME: &'static str;
    /// The game in a sentence.
    const SUMMARY: &'static str;
    /// Games are over after so many plies, whatever the parameters.
    const MOST_PLIES: usize;
    /// A text that shows how positions are written.
    const EXAMPLE: &'static str;

    /// How many children the node has; none where the game is over.
    fn children(&self) -> u8;
    /// The child of that number, from 0.
    #[must_use]
    fn child(&self, index: u8) -> Self;
    /// Whether it is the second player's turn.
    fn is_second(&self) -> bool;
    /// The result of a node without children.
    fn ending(&self) -> Ending;
    /// How likely it is that a look ahead decides the game, where the model can tell.
    fn finishing(&self) -> Option<f64> {
        None
    }
    /// A number that equal nodes share.
    fn key(&self) -> u64;
    /// The words of the node.
    fn text(&self) -> String;
    /// The node that a text describes before its moves, and the text taken apart.
    ///
    /// # Errors
    /// In words, with the value and its place.
    fn read(text: &str) -> Result<(Self, Read<'_>), String>;
}

/// A position in a random tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tree<M: Model>(pub M);

/// A child, from 0; users count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Child(pub u8);

impl<M: Model> Game for Tree<M> {
    type Move = Child;
    type Moves = Children;

    const MOVE_HINT: &'static str = "moves are the numbers of the children, from '1' on";
    const HISTORY_SIZE: usize = 2 * MOST_CHILDREN;
    const REPEATS: bool = false; // A tree has no way back.

    fn name(&self) -> &str {
        M::NAME
    }

    fn turn(&self) -> Turn {
        if self.0.is_second() { Turn::Second } else { Turn::First }
    }

    fn legal_moves(&self) -> Children {
        Children::up_to(self.0.children())
    }

    /// None: a child's number says nothing about it.
    fn noisy_moves(&self) -> Children {
        Children::default()
    }

    fn is_noisy(&self, _mv: Child) -> bool {
        false
    }

    fn play(&self, mv: Child) -> Self {
        Self(self.0.child(mv.0))
    }

    fn ending_without_moves(&self) -> Ending {
        self.0.ending()
    }

    fn has_legal_move(&self) -> bool {
        self.0.children() > 0
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn text(&self) -> String {
        self.0.text()
    }

    fn move_text(&self, mv: Child) -> String {
        (u32::from(mv.0) + 1).to_string()
    }

    fn count(&self, _kind: &str, _side: Turn) -> Option<u32> {
        None
    }

    fn reversible_plies(&self) -> u32 {
        0
    }

    fn finishing(&self) -> Option<f64> {
        self.0.finishing()
    }

    fn history_index(&self, mv: Child) -> usize {
        usize::from(self.0.is_second()) * MOST_CHILDREN + usize::from(mv.0)
    }

    fn move_code(mv: Child) -> u16 {
        u16::from(mv.0) + 1
    }
}

impl<M: Model> Rules for Tree<M> {
    const NAME: &'static str = M::NAME;
    const FACTS: Facts = Facts {
        summary: M::SUMMARY,
        players: ["First", "Second"],
        max_plies: M::MOST_PLIES,
        kinds: &[],
    };

    fn start() -> Self {
        Self::parse("").expect("the usual values are in their ranges")
    }

    fn parse(text: &str) -> Result<Self, Error> {
        let said = if text == "startpos" { "" } else { text };
        let bad = |why: String| {
            let why = format!(
                "{why}; write words with a number each, then moves behind a colon, e.g. '{}'",
                M::EXAMPLE
            );
            Error::BadPosition { game: M::NAME, text: text.to_owned(), why }
        };
        let (node, read) = M::read(said).map_err(bad)?;
        let after = |position: Self, mv: &&str| Ok(position.play(position.parse_move(mv)?));
        read.moves.iter().try_fold(Self(node), after).map_err(|error: Error| bad(error.to_string()))
    }
}

/// The children of a node, by number.
#[derive(Clone, Copy, Debug)]
pub struct Children {
    moves: [Child; MOST_CHILDREN],
    len: u8,
}

/// Children in their order: lists of moves are the first ones of this.
const ALL: [Child; MOST_CHILDREN] = {
    let mut all = [Child(0); MOST_CHILDREN];
    let mut i = 0;
    while i < MOST_CHILDREN {
        all[i] = Child(i as u8);
        i += 1;
    }
    all
};

impl Children {
    fn up_to(len: u8) -> Self {
        Self { moves: ALL, len }
    }
}

impl Default for Children {
    fn default() -> Self {
        Self::up_to(0)
    }
}

impl AsRef<[Child]> for Children {
    fn as_ref(&self) -> &[Child] {
        &self.moves[..usize::from(self.len)]
    }
}

impl AsMut<[Child]> for Children {
    fn as_mut(&mut self) -> &mut [Child] {
        &mut self.moves[..usize::from(self.len)]
    }
}

/// The end of a game that a sum decides.
pub(super) fn by_sum(sum: i32) -> Ending {
    match sum.signum() {
        1 => Ending { score: 1.0, reason: "the sum is above 0" },
        0 => Ending { score: 0.5, reason: "the sum is 0" },
        _ => Ending { score: 0.0, reason: "the sum is below 0" },
    }
}
