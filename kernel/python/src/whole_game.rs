//! Whole games of one sort, and their records as text.

use plywise_core::error::Error;
use plywise_core::evaluate::Evaluation;
use plywise_core::game::{Game, Turn};
use plywise_core::play::{self, GameJob, LearnAt};
use plywise_core::search;

use crate::any_game::{AnyRecord, GameRequest};
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
        start,
        opening,
        judge: request.judge.map(|it| judge::<G>(game, it)).transpose()?.map(AsRef::as_ref),
        conditions: request.conditions,
    };
    let outputs = outputs_of(&job)?;
    let threads = job.first.settings.threads.max(job.second.settings.threads);
    let record = with_searcher::<G, _>(threads, |searcher| play::play(&job, searcher, control))?;
    let mut targets = Vec::new();
    if !outputs.is_empty() {
        learner_of(&job).targets(record.ending.score, job.start.outcomes(), &mut targets);
    }
    Ok(AnyRecord { outputs, targets, ..as_text(&job.start, record) })
}

/// The evaluation from which is learnt: the first player's, where both are.
fn learner_of<'a, G: Game>(job: &GameJob<'a, G>) -> &'a dyn Evaluation<G> {
    if job.conditions.learner == Some(Turn::Second) {
        job.second.evaluation
    } else {
        job.first.evaluation
    }
}

/// The names of the predictions that the record holds besides values.
fn outputs_of<G: Game>(job: &GameJob<'_, G>) -> Result<Vec<String>, Error> {
    if job.conditions.learn_at == LearnAt::Nothing {
        return Ok(Vec::new());
    }
    let learner = learner_of(job);
    let outputs = |it: &dyn Evaluation<G>| it.is_in_points().then(|| it.outputs());
    if job.conditions.learner.is_none() && outputs(job.second.evaluation) != outputs(learner) {
        return Err(Error::BadSetting(
            "two evaluations that predict different things cannot both be learnt from; name the \
             learner: first or second"
                .to_owned(),
        ));
    }
    Ok(outputs(learner).unwrap_or_default())
}

/// The replies that were expected, as text of the positions in which they would be played.
fn as_text<G: Game>(start: &G, record: play::Record<G>) -> AnyRecord {
    let mut positions = vec![start.clone()];
    for &mv in &record.moves {
        let next = positions[positions.len() - 1].play(mv);
        positions.push(next);
    }
    let text = |p: play::Prediction<G::Move>| play::Prediction {
        // The reply answers the move played at this ply: the search's own move is its line's first.
        predicted_reply: p.predicted_reply.map(|mv| positions[p.ply + 1].move_text(mv)),
        ply: p.ply,
        mover: p.mover,
        kind: p.kind,
        score: p.score,
        judged: p.judged,
        quiet: p.quiet,
    };
    AnyRecord {
        predictions: record.predictions.into_iter().map(text).collect(),
        moves: record.texts,
        ending: record.ending,
        outcomes: start.outcomes().to_vec(),
        outputs: Vec::new(),
        targets: Vec::new(),
        nodes: record.nodes,
    }
}
