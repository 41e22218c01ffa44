//! What a search under way consists of, shared by all its rules.

use super::limits::Limits;
use super::line::Lines;
use super::ordering::Ordering;
use super::planted::Planted;
use super::remembered::Standings;
use super::settings::{CheckExtension, Settings};
use super::table::Table;
use super::teach::Taught;
use crate::evaluate::{Context, Evaluation};
use crate::game::{EXCHANGES, Game, Turn};
use crate::history::History;
use crate::value::Value;

/// What a node leaves for those below it.
#[derive(Clone, Copy)]
pub(super) struct Frame<M> {
    /// The move that led here; none at the root and after a pass.
    pub last: Option<M>,
    /// The static value for the side to move, where the settings ask for it.
    pub static_value: Value,
    /// Whether the last move was a capture or promotion.
    pub after_noise: bool,
    /// Whether a pass led here.
    pub after_pass: bool,
    /// Whether the node was given a ply more.
    pub extended: bool,
    /// A hash of the moves from the root.
    pub path: u64,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Self {
            last: None,
            static_value: 0,
            after_noise: false,
            after_pass: false,
            extended: false,
            path: 0,
        }
    }
}

/// One search under way: the settings, what it may ask, and what it remembers.
pub(super) struct Search<'a, G: Game> {
    pub settings: &'a Settings,
    pub asks: Asks,
    pub evaluation: &'a dyn Evaluation<G>,
    pub context: Context,
    /// What exchanges gain, where the evaluation looks at nothing else.
    pub exchanges: Option<&'a [i64; EXCHANGES]>,
    pub limits: Limits<'a>,
    pub counts: Counts,
    pub table: Option<&'a Table>,
    /// What is known before it began; none rather than nothing.
    pub planted: Option<&'a Planted>,
    pub ordering: &'a mut Ordering,
    pub lines: &'a mut Lines<G::Move>,
    pub scores: &'a mut Vec<Vec<i32>>,
    pub frames: &'a mut Vec<Frame<G::Move>>,
    pub standings: &'a mut Standings,
    pub history: History,
    /// Where in the history the search began.
    pub root: usize,
    /// Whose search it is.
    pub ours: Turn,
    /// The depth of the present iteration.
    pub iteration: u32,
    /// The value that the last iteration found (recaptures bring it back).
    pub expected: Value,
    /// Depth, best move and value of the iterations so far (singular moves at the root).
    pub root_values: Vec<(u32, G::Move, Value)>,
    /// How many of the root moves get exact values.
    pub best_lines: usize,
    /// The value of a pawn.
    pub unit: Value,
    /// The static value of the position that is looked at next, where the move that leads to it told it.
    pub told: Option<Value>,
    /// The node count at which the present quiescence gives up.
    pub quiescence_end: u64,
    pub seed: u64,
    /// What its nodes teach, where the settings ask for it.
    pub taught: Option<Taught>,
}

/// What the settings make every node ask for; told once a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asks {
    pub check: bool,
    pub static_value: bool,
    pub extensions: bool,
    /// Whether nodes look at what their parents left.
    pub frames: bool,
    /// Whether moves at the frontier may be judged before they are made.
    pub glances: bool,
    /// Whether static values are handed down in quiescence.
    pub handed_down: bool,
    /// Whether static values are remembered.
    pub remembered: bool,
}

impl Asks {
    pub fn of<G: Game>(settings: &Settings, evaluation: &dyn Evaluation<G>) -> Self {
        let margins = settings.razoring.is_some() || settings.futility;
        let extensions = settings.check_extension.is_some()
            || settings.recapture_extension
            || settings.singular_extension.is_some()
            || settings.capture_extension;
        let frames = margins
            || settings.null_scaled
            || settings.null_again.is_some()
            || settings.knightcap_extensions
            || settings.refutation
            || settings.leaf_noise > 0;
        Self {
            check: settings.check_extension == Some(CheckExtension::Evasions)
                || settings.knightcap_extensions
                || settings.late_move_reductions
                || margins,
            static_value: margins || settings.null_scaled || settings.knightcap_extensions,
            extensions,
            frames,
            glances: !extensions && !frames && !G::NOISE_IS_FORCED && evaluation.tells_after(),
            handed_down: evaluation.hands_down(),
            remembered: G::HAS_EVALUATION_KEY && evaluation.is_costly(),
        }
    }
}

/// What a search has cost, beside its nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Quiescence roots and what lies below them.
    pub c_nodes: u64,
    /// Those of them at which captures were generated.
    pub generating: u64,
    /// Those of them that told singular moves and recaptures from others.
    pub singular: u64,
    pub recapture: u64,
    pub is_detecting: bool,
    /// The longest line looked at.
    pub selective_depth: usize,
}

/// The window and the place of a node.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub depth: u32,
    pub alpha: Value,
    pub beta: Value,
    pub ply: usize,
}

impl At {
    /// Whether the window can hold no value: the node is only asked on which side its value lies.
    pub fn is_null_window(&self) -> bool {
        self.beta == self.alpha + 1
    }
}

/// A move about to be searched, and the how-manieth it is.
pub(super) struct Tried<'a, G: Game> {
    /// Where it stands in its list: a copy would be written in parts and read as a whole, too soon.
    pub mv: &'a G::Move,
    pub child: &'a G,
    pub number: usize,
}

impl<G: Game> Clone for Tried<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Tried<'_, G> {}
