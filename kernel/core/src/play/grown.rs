//! Selective searches in whole games, and what is learnt from them.

use super::predicting::{Prediction, Seen, at_leaf};
use super::{Board, GameJob, LearnAt, Player, Record};
use crate::error::Error;
use crate::game::Game;
use crate::search::Control;
use crate::selective::{Budget, Choice, SelectiveRequest, SelectiveSearch, end_of_line};
use crate::spikes::Forecast;

/// A selective search that plays whole games.
pub struct Grown<'a, G: Game> {
    /// The search and its settings.
    pub using: &'a SelectiveSearch,
    /// The player's evaluation, and how sure it is.
    pub forecast: &'a Forecast<G>,
    /// What each search may cost.
    pub budget: Budget,
}

/// The move of a player who grows a tree; the record gets what it predicts.
pub(super) fn choose<G: Game>(
    job: &GameJob<'_, G>,
    game: &Board<G>,
    record: &mut Record<G>,
    (player, grown): (&Player<'_, G>, &Grown<'_, G>),
    (seed, control): (u64, Control<'_>),
) -> Result<G::Move, Error> {
    let (position, history) = (&game.position, &game.history);
    let (evaluator, budget) = (&grown.forecast.at_root(position), grown.budget);
    let remote = None;
    let request = SelectiveRequest { position, history, evaluator, budget, seed, control, remote };
    let choice = grown.using.search(&request)?;
    record.nodes += choice.nodes;
    if job.conditions.learns(position.turn()) {
        let ply = record.moves.len();
        record.predictions.push(predict(game, player, &choice, ply, job.conditions.learn_at));
    }
    // A search of a position that has not ended always finds a move.
    choice.mv.ok_or(Error::Interrupted)
}

/// The prediction of a selective search: what stands at the end of the line that both sides would
/// choose, or the position's own value.
fn predict<G: Game>(
    game: &Board<G>,
    player: &Player<'_, G>,
    choice: &Choice<G::Move>,
    ply: usize,
    learn_at: LearnAt,
) -> Prediction<G::Move> {
    let root = &game.position;
    let (at, ending) = match learn_at {
        LearnAt::Leaf => end_of_line(root, &game.history, &choice.line),
        _ => (game.before_roll().clone(), None),
    };
    let score = ending.map(|ending| ending.score);
    let seen = Seen::of(root, (ply, learn_at), choice.roots.len(), score, &choice.line);
    at_leaf(player.evaluation, root, &at, seen)
}

#[cfg(test)]
mod tests;
