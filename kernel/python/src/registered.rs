//! The games of the kernel, each behind the face of all games.

use std::marker::PhantomData;
use std::sync::Arc;

use plywise_core::error::Error;
use plywise_core::evaluate::{Evaluation, Linear, over_counts};
use plywise_core::features::{Feature, FeatureSet, HasFeatures, in_stage};
use plywise_core::game::{Facts, Game};
use plywise_core::games::{
    Antichess, Atomic, Backgammon, Chess, ConnectFour, Crazyhouse, DiceRace, FeatureTree, Horde,
    KingOfTheHill, Knpk, Othello, RacingKings, RandomTree, Shogi, ShogiDeclaration, ThreeCheck,
    WinLossTree,
};
use plywise_core::history::History;
use plywise_core::search::{self, Searcher};
use plywise_core::spikes::{Expected, Generator};
use pyo3::prelude::*;

use crate::any_game::{
    AnyEvaluation, AnyGame, AnyPosition, AnyRecord, AnyRemembering, Declared, DeclaredFeature,
    GameRequest,
};
use crate::described::variant;
use crate::door::KernelBug;
use crate::game_evaluation::GameEvaluation;
use crate::placed::{Placed, placed_in};
use crate::python_features::{PythonFeature, WithPython};
use crate::python_game_registry::own_game;
use crate::remembering::Remembering;
use crate::selective::{AnyEvaluator, Looking, looking};
use crate::whole_game::played;

/// The marker of a game in the registry.
pub struct Registered<G>(PhantomData<fn() -> G>);

impl<G> Registered<G> {
    const fn new() -> Self {
        Self(PhantomData)
    }
}

/// All games of the kernel.
pub static GAMES: &[&dyn AnyGame] = &[
    &Registered::<Chess>::new(),
    &Registered::<Crazyhouse>::new(),
    &Registered::<Atomic>::new(),
    &Registered::<Antichess>::new(),
    &Registered::<Horde>::new(),
    &Registered::<ThreeCheck>::new(),
    &Registered::<KingOfTheHill>::new(),
    &Registered::<RacingKings>::new(),
    &Registered::<Othello>::new(),
    &Registered::<ConnectFour>::new(),
    &Registered::<Shogi>::new(),
    &Registered::<ShogiDeclaration>::new(),
    &Registered::<Knpk>::new(),
    &Registered::<RandomTree>::new(),
    &Registered::<FeatureTree>::new(),
    &Registered::<WinLossTree>::new(),
    &Registered::<DiceRace>::new(),
    &Registered::<Backgammon>::new(),
];

/// The game of that name. One written in Python, or described by a text, is loaded when its name is
/// first heard: that may be in a process that was only just started, to play a part of the games.
pub fn game(name: &str) -> PyResult<&'static dyn AnyGame> {
    if let Some(game) = GAMES.iter().copied().find(|game| game.name() == name) {
        return Ok(game);
    }
    if let Some(found) = added(name) {
        return Ok(found);
    }
    let loaded: String = Python::attach(|py| {
        py.import("plywise.games.python_games")?.call_method1("loaded", (name,))?.extract()
    })?;
    let bug = || KernelBug::new_err(format!("{loaded:?} was loaded but not registered"));
    added(&loaded).ok_or_else(bug)
}

/// A game that was added to this process: written in Python, or described by a text.
fn added(name: &str) -> Option<&'static dyn AnyGame> {
    let own = own_game(name).map(|own| own as &dyn AnyGame);
    own.or_else(|| variant(name).map(|variant| variant as &dyn AnyGame))
}

impl<G: HasFeatures> AnyGame for Registered<G> {
    fn name(&self) -> &str {
        G::NAME
    }
    fn facts(&self) -> Facts {
        G::FACTS
    }
    fn long_games_are_drawn(&self) -> bool {
        G::LONG_GAMES_ARE_DRAWN
    }
    fn quiescence_plies(&self) -> Option<u32> {
        G::QUIESCENCE_PLIES
    }
    fn outcomes(&self) -> Vec<f64> {
        G::OUTCOMES.to_vec()
    }
    fn has_chance(&self) -> bool {
        G::HAS_CHANCE
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
    fn features(&self, set: &str) -> Result<Declared, Error> {
        Ok(declared(G::features(set)?))
    }
    fn stage(&self, set: &str, position: &dyn AnyPosition) -> Result<usize, Error> {
        Ok(G::features(set)?.stage(&placed_in::<G>(G::NAME, position)?.position))
    }
    fn linear(
        &self,
        set: &str,
        python: Vec<PythonFeature>,
        weights: Vec<f64>,
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error> {
        linear(G::NAME, G::features(set)?, python, weights, scale)
    }
    fn shaped(
        &self,
        set: &str,
        python: Vec<PythonFeature>,
        shape: &str,
        weights: &[f64],
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error> {
        let (kind, settings) = shape.split_once(':').unwrap_or((shape, ""));
        if let Some(made) = G::own_kind(kind, settings, set, weights, scale) {
            let game = G::NAME.to_owned();
            return Ok(Arc::new(GameEvaluation { evaluation: made?, game }));
        }
        shaped(G::NAME, G::features(set)?, python, shape, weights, scale)
    }
    fn expected(
        &self,
        set: &str,
        generator: Arc<Generator>,
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error> {
        let evaluation = Arc::new(Expected::new(G::features(set)?, generator, scale)?);
        Ok(Arc::new(GameEvaluation { evaluation, game: G::NAME.to_owned() }))
    }
    fn evaluator(
        &self,
        features: Option<&str>,
        parts: Looking<'_>,
    ) -> Result<Arc<dyn AnyEvaluator>, Error> {
        looking::<G>(G::NAME, features.map(G::features).transpose()?, parts)
    }
    fn play(
        &self,
        request: &GameRequest<'_>,
        control: search::Control<'_>,
    ) -> Result<AnyRecord, Error> {
        played::<G>(request, control)
    }
    fn remembering(&self) -> Box<dyn AnyRemembering> {
        Box::new(Remembering(Searcher::<G>::remembering()))
    }
}

/// The features of a set in each block of its weights: its stages, and their phases.
pub fn declared<G: Game>(set: &'static dyn FeatureSet<G>) -> Declared {
    let (blocks, each) = (set.blocks(), set.features().len());
    let features = set.weight_names().into_iter().enumerate().map(|(i, name)| {
        let (Feature { meaning, start, .. }, block) = (set.features()[i % each], &blocks[i / each]);
        let in_block = || format!("{block}: {meaning}");
        let meaning = if block.is_empty() { meaning.to_owned() } else { in_block() };
        DeclaredFeature { name, meaning, start }
    });
    let of_block = |(number, block): (usize, &String)| {
        let first = (number * each) as u32;
        let block = block.clone();
        set.tables().into_iter().map(move |mut table| {
            table.cells.iter_mut().flatten().for_each(|feature| *feature += first);
            table.name = in_stage(&block, &table.name);
            (table, block.clone())
        })
    };
    Declared {
        features: features.collect(),
        unit: set.unit(),
        tables: blocks.iter().enumerate().flat_map(of_block).collect(),
        stages: named(set.stages()),
        phases: named(set.phases()),
    }
}

/// Those that have names.
fn named(parts: &[&'static str]) -> Vec<&'static str> {
    parts.iter().copied().filter(|part| !part.is_empty()).collect()
}

/// A weight for each feature of the set and for each one written in Python.
pub fn linear<G: Game>(
    game: &str,
    features: &'static dyn FeatureSet<G>,
    python: Vec<PythonFeature>,
    weights: Vec<f64>,
    scale: i32,
) -> Result<Arc<dyn AnyEvaluation>, Error> {
    let evaluation = weighted(features, python, weights, scale)?;
    Ok(Arc::new(GameEvaluation { evaluation, game: game.to_owned() }))
}

/// An evaluation of another kind over the same counts.
pub fn shaped<G: Game>(
    game: &str,
    features: &'static dyn FeatureSet<G>,
    python: Vec<PythonFeature>,
    shape: &str,
    weights: &[f64],
    scale: i32,
) -> Result<Arc<dyn AnyEvaluation>, Error> {
    // The counts are the gradient of a linear evaluation, whatever its weights are.
    let none = vec![0.0; features.weights() + python.len()];
    let evaluation = over_counts(shape, weighted(features, python, none, scale)?, weights, scale)?;
    Ok(Arc::new(GameEvaluation { evaluation, game: game.to_owned() }))
}

fn weighted<G: Game>(
    features: &'static dyn FeatureSet<G>,
    python: Vec<PythonFeature>,
    weights: Vec<f64>,
    scale: i32,
) -> Result<Arc<dyn Evaluation<G>>, Error> {
    Ok(if python.is_empty() {
        Arc::new(Linear::new(features, weights, scale)?)
    } else {
        Arc::new(WithPython::new(features, python, weights, scale)?)
    })
}
