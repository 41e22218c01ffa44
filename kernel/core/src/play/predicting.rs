//! What a search leaves in the record: its prediction, and on what grounds.

use super::{Board, LearnAt, Player};
use crate::evaluate::{Evaluation, Judged};
use crate::game::{Game, Turn};
use crate::search::{Expectation, SearchResult};

/// How a prediction came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredictionKind {
    /// The evaluation at a leaf.
    Leaf = 0,
    /// A result by the rules, seen by the search.
    Result = 1,
    /// As a leaf, but the move was the only one.
    Forced = 3,
}

/// One prediction: what a search said, and on what grounds.
#[derive(Clone, Debug)]
pub struct Prediction<M> {
    /// The ply of the game.
    pub ply: usize,
    /// Whose search it was.
    pub mover: Turn,
    /// How it came about.
    pub kind: PredictionKind,
    /// The first player's score, for a result by the rules; the expected one, where dice decide
    /// among several.
    pub score: Option<f64>,
    /// The evaluation at the leaf with real weights, first player's view, and what can be learnt
    /// there.
    pub judged: Judged,
    /// The values where quiescence ends of the position, and of those behind it on the line that
    /// were asked for, first player's view; 0 where the line is shorter.
    pub quiet: Vec<f64>,
    /// The reply that the search expected.
    pub predicted_reply: Option<M>,
}

impl<M> Prediction<M> {
    /// Adds what can be learnt where quiescence ends: as its only gradients, or behind the leaf's.
    /// A line that is too short leaves empty ones, so that all searches have as many.
    pub(super) fn add_quiet<G: Game>(
        &mut self,
        player: &Player<'_, G>,
        root: &G,
        places: &[G],
        learn_at: LearnAt,
    ) {
        let context = player.evaluation.at_root(root);
        if learn_at == LearnAt::Quiet {
            self.judged.gradients.clear();
        }
        for place in places {
            let judged = Judged::at(player.evaluation, place, &context);
            self.judged.gradients.extend(judged.gradients);
            self.quiet.push(judged.value);
        }
        for _ in places.len()..player.settings.teaches_line {
            self.judged.gradients.push(Vec::new());
            self.quiet.push(0.0);
        }
    }
}

/// What is known of a search besides where its line ends.
pub(super) struct Seen<M> {
    pub ply: usize,
    pub mover: Turn,
    /// Whether there was but one move.
    pub is_forced: bool,
    /// A result by the rules.
    pub score: Option<f64>,
    /// The reply that it expected.
    pub reply: Option<M>,
}

impl<M: Copy> Seen<M> {
    /// What a search of so many root moves says by its line, where this is learnt at leaves or at
    /// the game's own positions: a result that it saw is none of the position's.
    pub(super) fn of<G: Game<Move = M>>(
        root: &G,
        (ply, learn_at): (usize, LearnAt),
        moves: usize,
        score: Option<f64>,
        line: &[M],
    ) -> Self {
        Self {
            ply,
            mover: root.turn(),
            is_forced: moves == 1,
            score: score.filter(|_| learn_at != LearnAt::Position),
            reply: line.get(1).copied(),
        }
    }

    fn with(self, judged: Judged) -> Prediction<M> {
        let kind = match self.score {
            Some(_) => PredictionKind::Result,
            None if self.is_forced => PredictionKind::Forced,
            None => PredictionKind::Leaf,
        };
        let Self { ply, mover, score, reply, .. } = self;
        Prediction { ply, mover, kind, score, judged, quiet: Vec::new(), predicted_reply: reply }
    }
}

/// The prediction of a search from `root` whose line ends at `leaf`.
pub(super) fn at_leaf<G: Game>(
    evaluation: &dyn Evaluation<G>,
    root: &G,
    leaf: &G,
    seen: Seen<G::Move>,
) -> Prediction<G::Move> {
    let context = evaluation.at_root(root);
    let judged = match seen.score {
        // A result comes from the rules: there is no gradient to follow.
        Some(score) => Judged {
            value: evaluation.real_value(leaf, &context),
            ..Judged::of_result(evaluation, score, root.outcomes())
        },
        None => Judged::at(evaluation, leaf, &context),
    };
    seen.with(judged)
}

/// The prediction of a search of the platform.
pub(super) fn predict<G: Game>(
    game: &Board<G>,
    player: &Player<'_, G>,
    found: &SearchResult<G>,
    ply: usize,
    learn_at: LearnAt,
) -> Prediction<G::Move> {
    let root = &game.position;
    let score = found.score(root);
    let seen = Seen::of(root, (ply, learn_at), found.roots.len(), score, &found.line);
    let at = if learn_at == LearnAt::Position { game.before_roll() } else { &found.leaf };
    let mut prediction = at_leaf(player.evaluation, root, at, seen);
    if learn_at == LearnAt::Nodes {
        prediction.judged.gradients = vec![found.taught.clone()];
    }
    prediction
}

/// The prediction of an expectimax search: the mean over its leaves, or the position's own value.
pub(super) fn predict_mean<G: Game>(
    game: &Board<G>,
    player: &Player<'_, G>,
    found: &Expectation<G>,
    ply: usize,
    learn_at: LearnAt,
) -> Prediction<G::Move> {
    let root = &game.position;
    let score = found.score();
    let seen = Seen::of(root, (ply, learn_at), found.roots.len(), score, &found.line);
    if learn_at != LearnAt::Leaf {
        return at_leaf(player.evaluation, root, game.before_roll(), seen);
    }
    let context = player.evaluation.at_root(root);
    let mut judged = found.prediction(player.evaluation, &context, player.settings.steepness);
    if seen.score.is_some() {
        judged.gradients.iter_mut().for_each(Vec::clear);
    }
    seen.with(judged)
}
