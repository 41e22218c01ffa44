//! Evaluations: what a search asks at its leaves, and what a learner asks about them.

mod judged;
pub(crate) mod kinds;
mod layers;
mod linear;

pub use judged::{Gradient, Judged};
pub use kinds::{BoardNetwork, BoardShape, Network, NetworkShape, Objective, over_counts};
pub use layers::{Layer, Layers, sigmoid};
pub use linear::Linear;

use crate::features::Sums;
use crate::game::{EXCHANGES, Game, Turn};
use crate::points;
use crate::value::{EVALUATION_LIMIT, Value};

/// The objective whose values are points.
pub const POINTS: &str = "points";

/// What stays constant during one search, fixed at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The stage of the game at the root: selects a block of the weights.
    pub stage: usize,
    /// The side that searches, for terms that are not symmetric.
    pub ours: Turn,
}

/// A static value, and the sums that it was blended from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standing {
    /// The value for the side to move.
    pub value: Value,
    /// The sums of a feature set, where it is one that is weighed.
    pub sums: Sums,
}

impl Standing {
    /// The value after a move that gains so much; none at the limits, where values are cut and
    /// differences mean nothing.
    #[inline]
    #[must_use]
    pub fn with(&self, gain: i64) -> Option<Value> {
        let (value, limit) = (i64::from(self.value), i64::from(EVALUATION_LIMIT));
        let after = value + gain;
        (value.abs() < limit && after.abs() < limit).then_some(after as Value)
    }
}

/// What an evaluation knows about the safety of the side to move, where it looks at that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guards {
    /// How many squares its pieces can go to without loss, each piece's counted.
    pub safe_squares: u32,
    /// How many of its men are attacked on squares that the other side controls.
    pub hung: u32,
}

/// A judgement of positions. Dynamic: a search is compiled once a game, not once an evaluation.
pub trait Evaluation<G: Game>: Send + Sync {
    /// What is constant in a search from this position.
    fn at_root(&self, position: &G) -> Context {
        Context { stage: 0, ours: position.roller() }
    }
    /// The static value for the side to move; at a chance node for the player about to roll
    /// ([`Game::roller`]).
    fn value(&self, position: &G, context: &Context) -> Value;
    /// The same, and what it is made of where [`Evaluation::after`] needs to know that.
    fn standing(&self, position: &G, context: &Context) -> Standing {
        Standing { value: self.value(position, context), ..Standing::default() }
    }
    /// The most that the static value can be after a noisy move, in the view of the side that makes
    /// it, where that can be told without making it; `before` is how the position stands.
    fn after(
        &self,
        _position: &G,
        _mv: G::Move,
        _before: &Standing,
        _context: &Context,
    ) -> Option<Value> {
        None
    }
    /// Whether [`Evaluation::after`] is the value itself, of every move, and no bound on it.
    fn tells_after(&self) -> bool {
        false
    }
    /// Whether [`Evaluation::after`], besides, needs nothing of how a position stands but its value: then
    /// a search hands values down from move to move instead of asking for them again.
    fn hands_down(&self) -> bool {
        false
    }
    /// What each exchange ([`Game::exchange`]) adds to the value in the view of the side that makes it,
    /// where that is all that [`Evaluation::after`] looks at: a search asks once instead of at every move.
    fn exchanges(&self, _context: &Context) -> Option<&[i64; EXCHANGES]> {
        None
    }
    /// Whether a value takes so long that it is better remembered than found again.
    fn is_costly(&self) -> bool {
        false
    }
    /// How safely the side to move stands, where the evaluation looks at that: a careful search asks
    /// before it relies on passing.
    fn guards(&self, _position: &G, _context: &Context) -> Option<Guards> {
        None
    }
    /// What tells the keys of a table that remembers apart, where values depend on the root: two
    /// contexts in which some position may have two values have two salts.
    fn table_salt(&self, _context: &Context) -> u64 {
        0
    }
    /// The static value with real weights, from the first player's view: what is learnt from.
    fn real_value(&self, position: &G, context: &Context) -> f64;
    /// [`Evaluation::real_value`] after each legal move, in their order, where that is cheaper than one
    /// by one, or hangs on the position before; what the rules decide counts as it is. Whether it was.
    fn real_values_after(&self, _position: &G, _context: &Context, _out: &mut Vec<f64>) -> bool {
        false
    }
    /// The partial derivatives of [`Evaluation::real_value`] by each weight, the zero ones left out.
    fn gradient(&self, position: &G, context: &Context, out: &mut Vec<(u32, f64)>);
    /// What it counts of a position: for a linear evaluation that is its gradient.
    fn counts(&self, position: &G, context: &Context, out: &mut Vec<(u32, f64)>) {
        self.gradient(position, context, out);
    }
    /// The names of the predictions: one, unless the evaluation says otherwise.
    fn outputs(&self) -> Vec<String> {
        vec!["value".to_owned()]
    }
    /// What is predicted, in the first player's view: a number for each of
    /// [`Evaluation::outputs`]. One that predicts nothing but its value gives that.
    fn predictions(&self, position: &G, context: &Context, out: &mut Vec<f64>) {
        out.push(self.real_value(position, context));
    }
    /// The partial derivatives of one of the predictions by each weight, the zero ones left out.
    fn prediction_gradient(
        &self,
        position: &G,
        context: &Context,
        _output: usize,
        out: &mut Vec<(u32, f64)>,
    ) {
        self.gradient(position, context, out);
    }
    /// What the value is of the predictions, by its name: it is what a search maximises.
    fn objective(&self) -> &'static str {
        "value"
    }
    /// Whether the value counts points that its predictions bring, from an even game on: then these
    /// are learnt, each by itself. Otherwise the prediction is the value, squashed.
    fn is_in_points(&self) -> bool {
        self.objective() == POINTS
    }
    /// What each prediction should have been of a game that ends with this score for the first
    /// player; `outcomes` are what the game declares.
    fn targets(&self, score: f64, outcomes: &[f64], out: &mut Vec<f64>) {
        out.push(points::share(outcomes, score));
    }
    /// The names of the weights.
    fn names(&self) -> Vec<String>;
    /// The value of the game's common small unit (for chess, a pawn): what margins are measured in.
    fn unit(&self) -> Value {
        1
    }
    /// Nodes between two looks at the clock and at the caller's wish: a power of two, and small
    /// where a value takes long.
    fn poll_interval(&self) -> u64 {
        2048
    }
}
