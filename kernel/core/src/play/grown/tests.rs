//! What a selective search leaves behind in the record of a game.

use std::sync::Arc;

use super::*;
use crate::evaluate::Linear;
use crate::features::HasFeatures;
use crate::game::{Rules, Turn};
use crate::games::Chess;
use crate::history::History;
use crate::play::{Adjudication, Conditions, Draws, PredictionKind, play};
use crate::rng::move_seed;
use crate::search::{Searcher, Settings};
use crate::selective::{Ended, bayes, uct};
use crate::spikes::{Generator, Squash};

const SEED: (u64, u64) = (5, 7);

fn forecast() -> Forecast<Chess> {
    let weights = vec![1.0, 3.0, 3.1, 5.0, 9.0];
    let evaluation = Linear::new(Chess::features("material").unwrap(), weights, 1000).unwrap();
    Forecast {
        evaluation: Arc::new(evaluation),
        scale: 1000,
        squash: Squash::Logistic { steepness: 0.5 },
        features: None,
        generator: Arc::new(Generator::hand_made(0.1).unwrap()),
    }
}

fn budget() -> Budget {
    Budget { nodes: Some(400), ..Budget::default() }
}

/// What a search without a limit of its own finds until somebody ends it.
fn ended_from_afar(
    using: &SelectiveSearch,
    position: &Chess,
    remote: &crate::search::Remote,
    control: Control<'_>,
) -> Choice<<Chess as Game>::Move> {
    let forecast = forecast();
    let request = SelectiveRequest {
        position,
        history: &History::default(),
        evaluator: &forecast.at_root(position),
        budget: Budget::default(),
        seed: 0,
        control,
        remote: Some(remote),
    };
    using.search(&request).unwrap()
}

/// A game of a selective search against itself.
fn game(using: &SelectiveSearch, start: &str, max_plies: usize) -> Record<Chess> {
    let (forecast, settings) = (forecast(), Settings::default());
    let player = || Player {
        evaluation: forecast.evaluation.as_ref(),
        settings: &settings,
        grown: Some(Grown { using, forecast: &forecast, budget: budget() }),
    };
    let job = GameJob {
        first: player(),
        second: player(),
        start: Chess::parse(start).unwrap(),
        opening: Vec::new(),
        judge: None,
        conditions: Conditions {
            seed: SEED,
            dice: 0,
            max_plies,
            adjudication: Adjudication::Draw,
            draws: Draws::All,
            learn_at: LearnAt::Leaf,
            learner: None,
        },
    };
    play(&job, &mut Searcher::default(), &|| false).unwrap()
}

const MIDDLE: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

fn searches() -> [SelectiveSearch; 3] {
    let bayesian = SelectiveSearch::Bayesian(bayes::Settings::default());
    [bayesian, SelectiveSearch::Uct(uct::Settings::default()), SelectiveSearch::BestFirst]
}

#[test]
fn a_prediction_is_the_evaluation_at_the_end_of_the_line() {
    for using in searches() {
        let record = game(&using, MIDDLE, 12);
        let forecast = forecast();
        let (mut position, mut history) = (Chess::parse(MIDDLE).unwrap(), History::default());
        let mut nodes = 0;
        for (ply, (prediction, &mv)) in record.predictions.iter().zip(&record.moves).enumerate() {
            let seed = move_seed(SEED.0, SEED.1, ply as u64);
            let evaluator = &forecast.at_root(&position);
            let request = SelectiveRequest {
                position: &position,
                history: &history,
                evaluator,
                budget: budget(),
                seed,
                control: &|| false,
                remote: None,
            };
            let found = using.search(&request).unwrap();
            let leaf = found.line.iter().fold(position.clone(), |p, &mv| p.play(mv));
            let context = forecast.evaluation.at_root(&position);
            let mut gradient = Vec::new();
            forecast.evaluation.gradient(&leaf, &context, &mut gradient);
            assert_eq!(found.mv, Some(mv));
            assert_eq!((prediction.ply, prediction.mover), (ply, position.turn()));
            assert_eq!(prediction.judged.value, forecast.evaluation.real_value(&leaf, &context));
            assert_eq!(prediction.predicted_reply, found.line.get(1).copied());
            if prediction.kind == PredictionKind::Leaf {
                assert_eq!(prediction.judged.gradients, [gradient]);
            }
            nodes += found.nodes;
            history.push(position.key());
            position = position.play(mv);
        }
        assert_eq!((record.predictions.len(), record.nodes), (12, nodes));
    }
}

#[test]
fn a_mate_that_is_seen_is_a_result_without_a_gradient() {
    for using in searches() {
        let record = game(&using, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 10);
        let prediction = &record.predictions[0];
        assert_eq!(record.texts, ["a1a8"]);
        assert_eq!((prediction.kind, prediction.score), (PredictionKind::Result, Some(1.0)));
        assert_eq!(prediction.judged.gradients, [vec![]]);
    }
}

#[test]
fn an_only_move_is_told_from_a_choice() {
    for using in searches() {
        let record = game(&using, "7k/5Q2/8/8/8/8/1p6/K7 w - - 0 1", 2);
        assert_eq!(record.predictions[0].mover, Turn::First);
        let kinds: Vec<_> = record.predictions.iter().map(|p| p.kind).collect();
        let moves = Chess::parse("7k/5Q2/8/8/8/8/1p6/K7 w - - 0 1").unwrap().legal_moves();
        assert_eq!(moves.as_ref().len() == 1, kinds[0] == PredictionKind::Forced);
    }
}

#[test]
fn a_line_that_comes_back_ends_in_a_draw() {
    let root = Chess::parse("7k/8/8/8/8/8/8/KR6 w - - 0 1").unwrap();
    let line = |texts: &[&str]| {
        let mut position = root.clone();
        let moves = texts.iter().map(|text| {
            let mv = position.parse_move(text).unwrap();
            position = position.play(mv);
            mv
        });
        moves.collect::<Vec<_>>()
    };
    let score = |texts: &[&str]| {
        end_of_line(&root, &History::default(), &line(texts)).1.map(|ending| ending.score)
    };
    assert_eq!(score(&["a1a2", "h8g8", "a2a1", "g8h8"]), Some(0.5));
    assert_eq!(score(&["a1a2", "h8g8", "a2a1"]), None);
    assert_eq!(score(&[]), None);
}

#[test]
fn a_hand_ends_a_search_with_what_it_has() {
    let position = Chess::parse(MIDDLE).unwrap();
    let remote = crate::search::Remote::default();
    let asked = std::cell::Cell::new(0);
    let control = || {
        asked.set(asked.get() + 1);
        if asked.get() == 3 {
            remote.finish();
        }
        false
    };
    let found = ended_from_afar(
        &SelectiveSearch::Uct(uct::Settings::default()),
        &position,
        &remote,
        &control,
    );
    assert_eq!((found.ended, asked.get()), (Ended::Time, 3));
    assert!(found.mv.is_some() && found.expansions > 100);
}

#[test]
fn a_search_that_is_ended_at_once_has_looked_at_its_moves() {
    let position = Chess::parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
    let remote = crate::search::Remote::default();
    remote.finish();
    for using in searches() {
        let found = ended_from_afar(&using, &position, &remote, &|| false);
        assert_eq!(found.mv.map(|mv| position.move_text(mv)), Some("a1a8".to_owned()));
    }
}
