//! One object-safe face for all games, so that each Python class is written once.

use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use plywise_core::error::Error;
use plywise_core::evaluate::{self, Linear};
use plywise_core::features::HasFeatures;
use plywise_core::game::{Ending, Game, Turn, perft};
use plywise_core::games::Chess;
use plywise_core::history::History;
use plywise_core::play::{self, Adjudication, Draws, Job, Kind, LearnAt, Player};
use plywise_core::search::{self, Searcher, Settings};

use crate::python_features::{PythonFeature, WithPython};

/// A position of any game, with the keys that led to it.
pub trait AnyPosition: Send + Sync {
    fn game(&self) -> &'static str;
    fn text(&self) -> String;
    fn turn(&self) -> Turn;
    fn key(&self) -> u64;
    fn history(&self) -> &[u64];
    fn is_check(&self) -> bool;
    fn ending(&self) -> Option<Ending>;
    fn moves(&self) -> Vec<String>;
    fn noisy_moves(&self) -> Vec<String>;
    fn after(&self, mv: &str) -> Result<Arc<dyn AnyPosition>, Error>;
    fn notation(&self, mv: &str) -> Result<String, Error>;
    fn other_text(&self, mv: &str) -> Result<String, Error>;
    fn count(&self, kind: &str, side: Turn) -> Option<u32>;
    fn perft(&self, depth: u32, control: search::Control<'_>) -> Result<u64, Error>;
    fn divide(&self, depth: u32, control: search::Control<'_>)
    -> Result<Vec<(String, u64)>, Error>;
    fn as_any(&self) -> &dyn Any;
}

/// What a search found, as text and positions.
pub struct AnyFound {
    pub mv: Option<String>,
    pub value: i32,
    pub line: Vec<String>,
    pub leaf: Arc<dyn AnyPosition>,
    pub by_rules: bool,
    pub depth: u32,
    pub nodes: u64,
    pub c_nodes: u64,
    pub singular_nodes: u64,
    pub recapture_nodes: u64,
    pub selective_depth: usize,
    pub fullness: u32,
    pub roots: Vec<(String, i32, bool)>,
    pub lines: Vec<(i32, Vec<String>, bool)>,
    pub iterations: Vec<(u32, u64, u64, u64, u64, i32, String)>,
}

/// What a search says on the way, as text.
pub struct AnyReport {
    pub depth: u32,
    pub selective_depth: usize,
    pub number: usize,
    pub value: i32,
    pub bound: &'static str,
    pub nodes: u64,
    pub elapsed: Duration,
    pub fullness: u32,
    pub line: Vec<String>,
}

/// What a search for play is given beside position, evaluation and settings.
pub struct Extras<'a> {
    pub seed: u64,
    pub control: search::Control<'a>,
    pub remote: Option<&'a search::Remote>,
    pub report: &'a dyn Fn(AnyReport),
    pub only: &'a [String],
    pub lines: usize,
}

/// A searcher of any game that remembers its table.
pub trait AnyRemembering: Send {
    fn clear(&mut self);
    fn search(
        &mut self,
        position: &dyn AnyPosition,
        evaluation: &dyn AnyEvaluation,
        settings: &Settings,
        extras: &Extras<'_>,
    ) -> Result<AnyFound, Error>;
}

/// One whole game to be played.
pub struct Request<'a> {
    pub first: (&'a dyn AnyEvaluation, &'a Settings),
    pub second: (&'a dyn AnyEvaluation, &'a Settings),
    pub seed: (u64, u64),
    pub start: &'a dyn AnyPosition,
    pub opening: &'a [String],
    pub max_plies: usize,
    pub adjudication: Adjudication,
    pub judge: Option<&'a dyn AnyEvaluation>,
    pub draws: Draws,
    pub learn_at: LearnAt,
}

/// A prediction of one search.
pub struct AnyPrediction {
    pub ply: usize,
    pub mover: Turn,
    pub kind: Kind,
    pub value: f64,
    pub score: Option<f64>,
    pub gradient: Vec<(u32, f64)>,
    pub predicted_reply: Option<String>,
}

/// A game as it was played.
pub struct AnyRecord {
    pub moves: Vec<String>,
    pub ending: Ending,
    pub predictions: Vec<AnyPrediction>,
    pub nodes: u64,
}

/// A game of the registry: what can be done with its name alone.
pub trait AnyGame: Sync {
    fn name(&self) -> &'static str;
    fn start(&self) -> Arc<dyn AnyPosition>;
    fn parse(&self, text: &str, history: Vec<u64>) -> Result<Arc<dyn AnyPosition>, Error>;
    fn feature_sets(&self) -> Vec<&'static str>;
    fn features(&self, set: &str) -> Result<Vec<(&'static str, &'static str)>, Error>;
    fn linear(
        &self,
        set: &str,
        python: Vec<PythonFeature>,
        weights: Vec<f64>,
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error>;
    fn play(&self, request: &Request<'_>, control: search::Control<'_>)
    -> Result<AnyRecord, Error>;
    fn remembering(&self) -> Box<dyn AnyRemembering>;
}

/// An evaluation of any game.
pub trait AnyEvaluation: Send + Sync {
    fn value(&self, position: &dyn AnyPosition) -> Result<i32, Error>;
    fn real_value(&self, position: &dyn AnyPosition) -> Result<f64, Error>;
    fn gradient(&self, position: &dyn AnyPosition) -> Result<Vec<(u32, f64)>, Error>;
    fn names(&self) -> Vec<String>;
    fn unit(&self) -> i32;
    fn search(
        &self,
        position: &dyn AnyPosition,
        settings: &Settings,
        seed: u64,
        control: search::Control<'_>,
    ) -> Result<AnyFound, Error>;
    fn minimax(&self, position: &dyn AnyPosition, depth: u32, plies: u32) -> Result<i32, Error>;
    fn as_any(&self) -> &dyn Any;
}

/// A position of one game with its history.
pub struct Placed<G: Game> {
    pub position: G,
    pub history: History,
}

/// The marker of a game in the registry.
pub struct Registered<G>(std::marker::PhantomData<fn() -> G>);

/// All games of the kernel.
pub static GAMES: &[&dyn AnyGame] = &[&Registered::<Chess>(std::marker::PhantomData)];

/// The game of that name.
pub fn game(name: &str) -> Result<&'static dyn AnyGame, Error> {
    GAMES.iter().copied().find(|game| game.name() == name).ok_or_else(|| Error::UnknownName {
        kind: "game",
        name: name.to_owned(),
        known: GAMES.iter().map(|game| game.name()).collect::<Vec<_>>().join(", "),
    })
}

impl<G: Game> Placed<G> {
    fn play(&self, mv: G::Move) -> Self {
        let mut history = self.history.clone();
        history.push(self.position.key());
        Self { position: self.position.play(mv), history }
    }
}

impl<G: Game> AnyPosition for Placed<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }
    fn text(&self) -> String {
        self.position.text()
    }
    fn turn(&self) -> Turn {
        self.position.turn()
    }
    fn key(&self) -> u64 {
        self.position.key()
    }
    fn history(&self) -> &[u64] {
        self.history.keys()
    }
    fn is_check(&self) -> bool {
        self.position.is_check()
    }
    fn ending(&self) -> Option<Ending> {
        let by_history = || self.history.draw(&self.position, self.position.key(), true);
        self.position.ending().or_else(by_history)
    }
    fn moves(&self) -> Vec<String> {
        let moves = self.position.legal_moves();
        moves.as_ref().iter().map(|&mv| self.position.move_text(mv)).collect()
    }
    fn noisy_moves(&self) -> Vec<String> {
        let moves = self.position.noisy_moves();
        moves.as_ref().iter().map(|&mv| self.position.move_text(mv)).collect()
    }
    fn after(&self, mv: &str) -> Result<Arc<dyn AnyPosition>, Error> {
        Ok(Arc::new(self.play(self.position.parse_move(mv)?)))
    }
    fn notation(&self, mv: &str) -> Result<String, Error> {
        Ok(self.position.notation(self.position.parse_move(mv)?))
    }
    fn other_text(&self, mv: &str) -> Result<String, Error> {
        Ok(self.position.other_text(self.position.parse_move(mv)?))
    }
    fn count(&self, kind: &str, side: Turn) -> Option<u32> {
        self.position.count(kind, side)
    }
    fn perft(&self, depth: u32, control: search::Control<'_>) -> Result<u64, Error> {
        perft(&self.position, depth, control)
    }
    fn divide(
        &self,
        depth: u32,
        control: search::Control<'_>,
    ) -> Result<Vec<(String, u64)>, Error> {
        let below = |&mv| {
            let leaves = perft(&self.position.play(mv), depth.saturating_sub(1), control)?;
            Ok((self.position.move_text(mv), leaves))
        };
        self.position.legal_moves().as_ref().iter().map(below).collect()
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: HasFeatures> AnyGame for Registered<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }
    fn start(&self) -> Arc<dyn AnyPosition> {
        Arc::new(Placed { position: G::start(), history: History::default() })
    }
    fn parse(&self, text: &str, history: Vec<u64>) -> Result<Arc<dyn AnyPosition>, Error> {
        let history = History::from_keys(history);
        Ok(Arc::new(Placed { position: G::parse(text)?, history }))
    }
    fn feature_sets(&self) -> Vec<&'static str> {
        G::feature_sets().iter().map(|set| set.name()).collect()
    }
    fn features(&self, set: &str) -> Result<Vec<(&'static str, &'static str)>, Error> {
        Ok(G::features(set)?.features().iter().map(|f| (f.name, f.meaning)).collect())
    }
    fn linear(
        &self,
        set: &str,
        python: Vec<PythonFeature>,
        weights: Vec<f64>,
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error> {
        let features = G::features(set)?;
        let judge: Judge<G> = if python.is_empty() {
            Judge(Box::new(Linear::new(features, weights, scale)?))
        } else {
            Judge(Box::new(WithPython::new(features, python, weights, scale)?))
        };
        Ok(Arc::new(judge))
    }
    fn play(
        &self,
        request: &Request<'_>,
        control: search::Control<'_>,
    ) -> Result<AnyRecord, Error> {
        let start = placed::<G>(request.start)?.position.clone();
        let mut position = start.clone();
        let mut opening = Vec::new();
        for text in request.opening {
            let mv = position.parse_move(text)?;
            opening.push(mv);
            position = position.play(mv);
        }
        let job = Job {
            first: player::<G>(request.first)?,
            second: player::<G>(request.second)?,
            seed: request.seed,
            start,
            opening,
            max_plies: request.max_plies,
            adjudication: request.adjudication,
            judge: request.judge.map(judge::<G>).transpose()?,
            draws: request.draws,
            learn_at: request.learn_at,
        };
        let record = with_searcher::<G, _>(|searcher| play::play(&job, searcher, control))?;
        Ok(as_text(&job.start, record))
    }
    fn remembering(&self) -> Box<dyn AnyRemembering> {
        Box::new(Remembering(Searcher::<G>::remembering()))
    }
}

/// A found line, move by move.
fn line_as_text<G: Game>(root: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    let mut text = Vec::new();
    for &mv in line {
        text.push(position.move_text(mv));
        position = position.play(mv);
    }
    text
}

fn found_as_text<G: Game>(root: &Placed<G>, found: &search::Found<G>, lines: usize) -> AnyFound {
    let leaf = Placed { position: root.position.clone(), history: root.history.clone() };
    let leaf = found.line.iter().fold(leaf, |placed, &mv| placed.play(mv));
    let text = |mv| root.position.move_text(mv);
    let best = found.roots.iter().take(lines);
    AnyFound {
        mv: found.mv.map(text),
        value: found.value,
        line: line_as_text(&root.position, &found.line),
        leaf: Arc::new(leaf),
        by_rules: found.by_rules,
        depth: found.depth,
        nodes: found.nodes,
        c_nodes: found.c_nodes,
        singular_nodes: found.singular_nodes,
        recapture_nodes: found.recapture_nodes,
        selective_depth: found.selective_depth,
        fullness: found.fullness,
        roots: found.roots.iter().map(|r| (text(r.mv), r.value, r.exact)).collect(),
        lines: best.map(|r| (r.value, line_as_text(&root.position, r.line()), r.exact)).collect(),
        iterations: found
            .iterations
            .iter()
            .map(|i| {
                let detection = (i.singular_nodes, i.recapture_nodes);
                (i.depth, i.nodes, i.c_nodes, detection.0, detection.1, i.value, text(i.mv))
            })
            .collect(),
    }
}

/// A searcher of one game that remembers.
struct Remembering<G: Game>(Searcher<G>);

impl<G: Game> AnyRemembering for Remembering<G> {
    fn clear(&mut self) {
        self.0.clear();
    }
    fn search(
        &mut self,
        position: &dyn AnyPosition,
        evaluation: &dyn AnyEvaluation,
        settings: &Settings,
        extras: &Extras<'_>,
    ) -> Result<AnyFound, Error> {
        let root = placed::<G>(position)?;
        let player = player::<G>((evaluation, settings))?;
        let only: Result<Vec<_>, _> =
            extras.only.iter().map(|text| root.position.parse_move(text)).collect();
        let report = |told: &search::Report<'_, G::Move>| {
            (extras.report)(AnyReport {
                depth: told.depth,
                selective_depth: told.selective_depth,
                number: told.number,
                value: told.value,
                bound: told.bound,
                nodes: told.nodes,
                elapsed: told.elapsed,
                fullness: told.fullness,
                line: line_as_text(&root.position, told.line),
            });
        };
        let found = self.0.answer(&search::Request {
            position: &root.position,
            history: &root.history,
            evaluation: player.evaluation,
            settings,
            seed: extras.seed,
            control: extras.control,
            remote: extras.remote,
            report: Some(&report),
            only: &only?,
            lines: extras.lines,
        })?;
        Ok(found_as_text(root, &found, extras.lines))
    }
}

fn player<'a, G: Game>(
    (evaluation, settings): (&'a dyn AnyEvaluation, &'a Settings),
) -> Result<Player<'a, G>, Error> {
    Ok(Player { evaluation: judge::<G>(evaluation)?, settings })
}

fn judge<G: Game>(evaluation: &dyn AnyEvaluation) -> Result<&dyn evaluate::Evaluation<G>, Error> {
    let judge = evaluation.as_any().downcast_ref::<Judge<G>>();
    judge.map(|judge| judge.0.as_ref()).ok_or_else(|| {
        Error::BadSetting(format!(
            "an evaluation of another game was given to a game of {}",
            G::NAME
        ))
    })
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
        nodes: record.nodes,
    }
}

thread_local! {
    /// The tables of the last search in this thread, to be used again by the next one.
    static SEARCHER: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

fn with_searcher<G: Game, T>(work: impl FnOnce(&mut Searcher<G>) -> T) -> T {
    let kept = SEARCHER.with(|cell| cell.borrow_mut().take());
    let mut searcher: Box<Searcher<G>> =
        kept.and_then(|any| any.downcast().ok()).unwrap_or_default();
    let done = work(&mut searcher);
    SEARCHER.with(|cell| *cell.borrow_mut() = Some(searcher));
    done
}

/// The position as one of the game `G`.
pub fn placed<G: Game>(position: &dyn AnyPosition) -> Result<&Placed<G>, Error> {
    position.as_any().downcast_ref().ok_or_else(|| {
        let (other, this) = (position.game(), G::NAME);
        Error::BadSetting(format!("a position of {other} was given to an evaluation of {this}"))
    })
}

/// An evaluation of one game.
struct Judge<G: Game>(Box<dyn evaluate::Evaluation<G>>);

impl<G: Game> AnyEvaluation for Judge<G> {
    fn value(&self, position: &dyn AnyPosition) -> Result<i32, Error> {
        let position = &placed::<G>(position)?.position;
        let context = self.0.at_root(position);
        Ok(self.0.value(position, &context))
    }
    fn real_value(&self, position: &dyn AnyPosition) -> Result<f64, Error> {
        let position = &placed::<G>(position)?.position;
        let context = self.0.at_root(position);
        Ok(self.0.real_value(position, &context))
    }
    fn gradient(&self, position: &dyn AnyPosition) -> Result<Vec<(u32, f64)>, Error> {
        let position = &placed::<G>(position)?.position;
        let context = self.0.at_root(position);
        let mut gradient = Vec::new();
        self.0.gradient(position, &context, &mut gradient);
        Ok(gradient)
    }
    fn names(&self) -> Vec<String> {
        self.0.names()
    }
    fn unit(&self) -> i32 {
        self.0.unit()
    }
    fn search(
        &self,
        position: &dyn AnyPosition,
        settings: &Settings,
        seed: u64,
        control: search::Control<'_>,
    ) -> Result<AnyFound, Error> {
        let root = placed::<G>(position)?;
        let found = with_searcher::<G, _>(|searcher| {
            searcher.search(&root.position, &root.history, self.0.as_ref(), settings, seed, control)
        })?;
        Ok(found_as_text(root, &found, 1))
    }
    fn minimax(&self, position: &dyn AnyPosition, depth: u32, plies: u32) -> Result<i32, Error> {
        Ok(search::minimax(&placed::<G>(position)?.position, self.0.as_ref(), depth, plies))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}
