//! What an expectimax search found, and what is learnt from it.

use crate::evaluate::{Context, Evaluation, Judged};
use crate::game::Game;
use crate::search::mean::Mean;
use crate::search::worth::Worth;

/// A position in which the best lines end, and how probable it is that the dice lead there.
#[derive(Clone, Debug)]
pub struct Leaf<G> {
    /// The product of the probabilities of all rolls on the way.
    pub probability: f64,
    /// The position.
    pub position: G,
    /// The first player's score, where the game is over there.
    pub score: Option<f64>,
}

/// A root move, what it brings, and what it cost to find out.
#[derive(Clone, Copy, Debug)]
pub struct RootPoints<M> {
    /// The move.
    pub mv: M,
    /// The expected points of the side to move.
    pub value: f64,
    /// Positions that were looked at behind it, its own included.
    pub nodes: u64,
    /// How deep: the whole depth, or a ply if it was no candidate.
    pub depth: u32,
}

/// What an expectimax search found.
#[derive(Clone, Debug)]
pub struct Expectation<G: Game> {
    /// The move to play; none where the game is over or dice are due.
    pub mv: Option<G::Move>,
    /// The expected points of the side to move, or of the player about to roll.
    pub value: f64,
    /// The moves from the root to the first roll, or to the leaf.
    pub line: Vec<G::Move>,
    /// Where the best lines end; the probabilities sum to 1. None if they were not asked for.
    pub leaves: Vec<Leaf<G>>,
    /// The depth of the last whole iteration.
    pub depth: u32,
    /// Positions that were looked at, those of finding the leaves again not counted.
    pub nodes: u64,
    /// All root moves, in the order of the rules.
    pub roots: Vec<RootPoints<G::Move>>,
}

impl<G: Game> Expectation<G> {
    /// The first player's expected score, where all leaves are ends by the rules.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let parts = || self.leaves.iter().map(|leaf| Some(leaf.probability * leaf.score?));
        if self.leaves.is_empty() { None } else { parts().sum() }
    }

    /// What is learnt from, in the first player's view: the mean over all leaves, each with its
    /// probability. Of an evaluation that counts points, that of each prediction; otherwise the
    /// value of which the points are the mean, Σ p · points(leaf), and its gradient: slope ·
    /// gradient is exactly the gradient of that mean. A leaf that is an end by the rules counts
    /// without a gradient.
    #[must_use]
    pub fn prediction(
        &self,
        evaluation: &dyn Evaluation<G>,
        context: &Context,
        steepness: f64,
    ) -> Judged {
        if let [Leaf { position, score: None, .. }] = self.leaves.as_slice() {
            return Judged::at(evaluation, position, context);
        }
        let outcomes = self.leaves.first().map_or(&[][..], |leaf| leaf.position.outcomes());
        let worth = Worth::of(evaluation, outcomes, steepness);
        let mut mean = Mean::default();
        for Leaf { probability, position, score } in &self.leaves {
            let (judged, points, slope) = match *score {
                Some(score) => (Judged::of_result(evaluation, score, outcomes), score, 0.0),
                None => {
                    let judged = Judged::at(evaluation, position, context);
                    let value = judged.value;
                    (judged, worth.points(value), worth.slope(value))
                }
            };
            mean.points += probability * points;
            mean.add(*probability, if evaluation.is_in_points() { 1.0 } else { slope }, &judged);
        }
        let (value, slope) = worth.inverse(mean.points);
        mean.judged(value, if evaluation.is_in_points() { 1.0 } else { slope })
    }
}
