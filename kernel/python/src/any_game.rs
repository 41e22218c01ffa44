//! One object-safe face for all games, so that each Python class is written once.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use plywise_core::error::Error;
use plywise_core::evaluate::Judged;
use plywise_core::features::Table;
use plywise_core::game::{Ending, Facts, Turn};
use plywise_core::play::{Conditions, Prediction};
use plywise_core::search::{self, Settings};
use plywise_core::selective::{Budget, SelectiveSearch};
use plywise_core::spikes::Generator;

use crate::door::Text;
use crate::expectimax::ExpectimaxResult;
use crate::python_features::PythonFeature;
use crate::search_result::SearchResult;
use crate::selective::{AnyEvaluator, Looking};

/// A position of any game, with the keys that led to it.
pub trait AnyPosition: Send + Sync {
    fn game(&self) -> &str;
    fn text(&self) -> String;
    fn turn(&self) -> Turn;
    fn roller(&self) -> Turn;
    fn chances(&self) -> Result<Vec<(String, f64)>, Error>;
    fn key(&self) -> u64;
    fn history(&self) -> &[u64];
    fn is_check(&self) -> bool;
    fn ending(&self) -> Option<Ending>;
    fn moves(&self) -> Vec<String>;
    fn noisy_moves(&self) -> Vec<String>;
    fn noise_is_forced(&self) -> bool;
    fn quick_ending(&self) -> Option<Ending>;
    fn after(&self, mv: &str) -> Result<Arc<dyn AnyPosition>, Error>;
    fn notation(&self, mv: &str) -> Result<String, Error>;
    /// The moves of a game in the notation that people read, each with the player whose it is.
    fn movetext(&self, moves: &[Text], number: u64) -> Result<String, Error>;
    fn other_text(&self, mv: &str) -> Result<String, Error>;
    fn count(&self, kind: &str, side: Turn) -> Option<u32>;
    /// The names of the places, where the kernel knows what stands on them.
    fn places(&self) -> &'static [&'static str];
    fn piece_at(&self, place: usize) -> Option<(&'static str, Turn)>;
    fn standing(&self, kind: &str, side: Turn) -> Vec<usize>;
    fn attackers(&self, place: usize, side: Turn) -> Option<Vec<usize>>;
    fn perft(&self, depth: u32, control: search::Control<'_>) -> Result<u64, Error>;
    fn divide(&self, depth: u32, control: search::Control<'_>)
    -> Result<Vec<(String, u64)>, Error>;
    fn as_any(&self) -> &dyn Any;
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
    pub planted: Option<&'a search::Planted>,
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
    ) -> Result<SearchResult, Error>;
}

/// How one side of a game looks ahead.
#[derive(Clone, Copy)]
pub enum AnySearch<'a> {
    Platform(&'a Settings),
    Grown(&'a dyn AnyEvaluator, &'a SelectiveSearch, Budget),
}

/// One whole game to be played.
pub struct GameRequest<'a> {
    pub first: (&'a dyn AnyEvaluation, AnySearch<'a>),
    pub second: (&'a dyn AnyEvaluation, AnySearch<'a>),
    pub start: &'a dyn AnyPosition,
    pub opening: &'a [String],
    pub judge: Option<&'a dyn AnyEvaluation>,
    pub conditions: Conditions,
}

/// A game as it was played.
pub struct AnyRecord {
    pub moves: Vec<String>,
    pub ending: Ending,
    pub outcomes: Vec<f64>,
    /// What is predicted, by name, and what should have been: where points are.
    pub outputs: Vec<String>,
    pub targets: Vec<f64>,
    pub predictions: Vec<Prediction<String>>,
    pub nodes: u64,
}

/// One feature: its name, what it counts, and the weight from which learning starts.
pub struct DeclaredFeature {
    pub name: String,
    pub meaning: String,
    pub start: f64,
}

/// The features of a set, in the order of their weights: all of the first block, all of the next. A
/// block is a stage, or a phase of it.
pub struct Declared {
    pub features: Vec<DeclaredFeature>,
    pub unit: Option<usize>,
    /// Each with its block; the features of its cells are those of that block.
    pub tables: Vec<(Table, String)>,
    /// The stages, where they have names.
    pub stages: Vec<&'static str>,
    /// The phases, where they have names.
    pub phases: Vec<&'static str>,
}

/// A game of the registry: what can be done with its name alone.
pub trait AnyGame: Sync {
    fn name(&self) -> &str;
    fn facts(&self) -> Facts;
    fn long_games_are_drawn(&self) -> bool;
    fn quiescence_plies(&self) -> Option<u32>;
    fn outcomes(&self) -> Vec<f64>;
    fn has_chance(&self) -> bool;
    fn start(&self) -> Arc<dyn AnyPosition>;
    fn parse(&self, text: &str, history: Vec<u64>) -> Result<Arc<dyn AnyPosition>, Error>;
    fn feature_sets(&self) -> Vec<&'static str>;
    fn features(&self, set: &str) -> Result<Declared, Error>;
    fn stage(&self, set: &str, position: &dyn AnyPosition) -> Result<usize, Error>;
    fn linear(
        &self,
        set: &str,
        python: Vec<PythonFeature>,
        weights: Vec<f64>,
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error>;
    /// An evaluation of another kind over the same counts: `network:hidden=8`.
    fn shaped(
        &self,
        set: &str,
        python: Vec<PythonFeature>,
        shape: &str,
        weights: &[f64],
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error>;
    fn expected(
        &self,
        set: &str,
        generator: Arc<Generator>,
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error>;
    fn evaluator(
        &self,
        features: Option<&str>,
        parts: Looking<'_>,
    ) -> Result<Arc<dyn AnyEvaluator>, Error>;
    fn play(
        &self,
        request: &GameRequest<'_>,
        control: search::Control<'_>,
    ) -> Result<AnyRecord, Error>;
    fn remembering(&self) -> Box<dyn AnyRemembering>;
}

/// The root of the search in which a position is judged; none for the position itself.
pub type SearchRoot<'a> = Option<&'a dyn AnyPosition>;

/// An evaluation of any game.
pub trait AnyEvaluation: Send + Sync {
    fn value(&self, position: &dyn AnyPosition, root: SearchRoot<'_>) -> Result<i32, Error>;
    fn real_value(&self, position: &dyn AnyPosition, root: SearchRoot<'_>) -> Result<f64, Error>;
    fn gradient(
        &self,
        position: &dyn AnyPosition,
        root: SearchRoot<'_>,
    ) -> Result<Vec<(u32, f64)>, Error>;
    fn predictions(
        &self,
        position: &dyn AnyPosition,
        root: SearchRoot<'_>,
    ) -> Result<Vec<f64>, Error>;
    fn judged(&self, position: &dyn AnyPosition, root: SearchRoot<'_>) -> Result<Judged, Error>;
    fn targets(&self, score: f64, outcomes: &[f64]) -> Vec<f64>;
    fn prediction_gradient(
        &self,
        position: &dyn AnyPosition,
        output: usize,
        root: SearchRoot<'_>,
    ) -> Result<Vec<(u32, f64)>, Error>;
    fn outputs(&self) -> Vec<String>;
    fn objective(&self) -> &'static str;
    fn names(&self) -> Vec<String>;
    fn unit(&self) -> i32;
    fn search(
        &self,
        position: &dyn AnyPosition,
        settings: &Settings,
        asked: (u64, Option<&search::Planted>),
        control: search::Control<'_>,
    ) -> Result<SearchResult, Error>;
    fn expectimax(
        &self,
        position: &dyn AnyPosition,
        settings: &Settings,
        asked: (u64, bool),
        control: search::Control<'_>,
    ) -> Result<ExpectimaxResult, Error>;
    /// The moves of the quiescence of a position, and its nodes.
    fn quiet_line(
        &self,
        position: &dyn AnyPosition,
        settings: &Settings,
        control: search::Control<'_>,
    ) -> Result<(Vec<String>, u64), Error>;
    /// Where the quiescence of a position ends, none for the position itself; and whether the game
    /// is over there.
    fn quiet_leaf(
        &self,
        position: &dyn AnyPosition,
        settings: &Settings,
        control: search::Control<'_>,
    ) -> Result<(Option<Arc<dyn AnyPosition>>, bool), Error>;
    fn minimax(&self, position: &dyn AnyPosition, depth: u32, plies: u32) -> Result<i32, Error>;
    fn as_any(&self) -> &dyn Any;
}
