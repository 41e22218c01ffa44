//! Whole games of one sort, and their records as text.

use plywise_core::error::Error;
use plywise_core::game::Game;
use plywise_core::play::{self, GameJob};
use plywise_core::search;

use crate::any_game::{AnyPrediction, AnyRecord, GameRequest};
use crate::game_evaluation::{judge, player, with_searcher};
use crate::placed::placed_in;

/// Plays a whole game.
pub fn played<G: Game>(
    request: &GameRequest<'_>,
    control: search::Control<'_>,
) -> Result<AnyRecord, Error> {
    let game = request.start.game();
    let start = placed_in::<G>(game, request.start)?.position.clone();
    let mut position = start.clone();
    let mut opening = Vec::new();
    for text in request.opening {
        let mv = position.parse_move(text)?;
        opening.push(mv);
        position = position.play(mv);
    }
    let job = GameJob {
        first: player::<G>(game, request.first)?,
        second: player::<G>(game, request.second)?,
        seed: request.seed,
        dice: request.dice,
        start,
        opening,
        max_plies: request.max_plies,
        adjudication: request.adjudication,
        judge: request.judge.map(|it| judge::<G>(game, it)).transpose()?.map(AsRef::as_ref),
        draws: request.draws,
        learn_at: request.learn_at,
    };
    let threads = job.first.settings.threads.max(job.second.settings.threads);
    let record = with_searcher::<G, _>(threads, |searcher| play::play(&job, searcher, control))?;
    Ok(as_text(&job.start, record))
}

/// The replies that were expected, as text of the positions in which they would be played.
fn as_text<G: Game>(start: &G, record: play::Record<G>) -> AnyRecord {
    let mut positions = vec![start.clone()];
    for &mv in &record.moves {
        let next = positions[positions.len() - 1].play(mv);
        positions.push(next);
    }
    let text = |p: play::Prediction<G::Move>| AnyPrediction {
        // The reply answers the move played at this ply: the search's own move is its line's first.
        predicted_reply: p.predicted_reply.map(|mv| positions[p.ply + 1].move_text(mv)),
        ply: p.ply,
        mover: p.mover,
        kind: p.kind,
        value: p.value,
        score: p.score,
        gradient: p.gradient,
    };
    AnyRecord {
        predictions: record.predictions.into_iter().map(text).collect(),
        moves: record.texts,
        ending: record.ending,
        outcomes: start.outcomes().to_vec(),
        nodes: record.nodes,
    }
}
