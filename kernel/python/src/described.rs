//! The variants that texts describe, by name, behind the face of all games.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use plywise_core::error::Error;
use plywise_core::features::{FeatureSet, of_variant};
use plywise_core::game::{Facts, Game};
use plywise_core::games::Described;
use plywise_core::games::described::{self, VariantRules};
use plywise_core::history::History;
use plywise_core::search::{self, Searcher};
use plywise_core::spikes::{Expected, Generator};
use pyo3::prelude::*;

use crate::any_game::{
    AnyEvaluation, AnyGame, AnyPosition, AnyRecord, AnyRemembering, Declared, GameRequest,
};
use crate::door::caught;
use crate::game_evaluation::GameEvaluation;
use crate::placed::{Placed, placed_in};
use crate::python_features::PythonFeature;
use crate::registered::{declared, linear, shaped};
use crate::remembering::Remembering;
use crate::selective::{AnyEvaluator, Looking, looking};
use crate::whole_game::played;

/// A variant, and what can be counted in it.
pub struct Variant {
    rules: &'static VariantRules,
    sets: Vec<&'static dyn FeatureSet<Described>>,
    text: String,
}

static VARIANTS: RwLock<BTreeMap<String, &'static Variant>> = RwLock::new(BTreeMap::new());

/// The variant of that name, if it has been described.
pub fn variant(name: &str) -> Option<&'static Variant> {
    VARIANTS.read().unwrap_or_else(PoisonError::into_inner).get(name).copied()
}

/// Makes a variant of a text a game: all calls that take a game's name now know it. `file` is what
/// messages call the text, `name` the section of it. The same text again changes nothing.
#[pyfunction]
#[pyo3(signature = (game, file, text, name))]
pub fn describe(game: &str, file: &str, text: &str, name: &str) -> PyResult<()> {
    if variant(game).is_some_and(|known| known.text == text) {
        return Ok(());
    }
    let rules = caught(|| described::variant(game, file, text, name))?;
    let made = Variant { rules, sets: of_variant(rules), text: text.to_owned() };
    let made = Box::leak(Box::new(made));
    VARIANTS.write().unwrap_or_else(PoisonError::into_inner).insert(game.to_owned(), made);
    Ok(())
}

/// The text that described a game; none for other games.
#[pyfunction]
#[pyo3(signature = (game))]
pub fn description(game: &str) -> Option<String> {
    variant(game).map(|variant| variant.text.clone())
}

/// The names of the variants in a text, in its order.
#[pyfunction]
#[pyo3(signature = (file, text))]
pub fn variants_in(file: &str, text: &str) -> PyResult<Vec<String>> {
    caught(|| described::variant_names(file, text))
}

/// The names of the variants that can be derived from without a text of one's own.
#[pyfunction]
pub fn built_in_variants() -> Vec<String> {
    described::built_in_names()
}

/// The keys that texts of variants may have, beside pieces.
#[pyfunction]
pub fn variant_keys() -> Vec<&'static str> {
    described::known_keys()
}

/// Letters of pieces with their kinds, and a board's files and ranks.
type Layout = (Vec<(String, &'static str)>, usize, usize);

/// How the board of a described variant is drawn; none for other games.
#[pyfunction]
#[pyo3(signature = (game))]
pub fn variant_layout(game: &str) -> Option<Layout> {
    let rules = variant(game)?.rules;
    let (files, ranks) = rules.size();
    Some((rules.letters(), files, ranks))
}

impl Variant {
    fn set(&self, name: &str) -> Result<&'static dyn FeatureSet<Described>, Error> {
        let found = self.sets.iter().copied().find(|set| set.name() == name);
        found.ok_or_else(|| Error::UnknownName {
            kind: "feature set",
            name: name.to_owned(),
            known: self.feature_sets().join(", "),
        })
    }
}

impl AnyGame for Variant {
    fn name(&self) -> &str {
        self.rules.name()
    }
    fn facts(&self) -> Facts {
        self.rules.facts
    }
    fn long_games_are_drawn(&self) -> bool {
        true
    }
    fn quiescence_plies(&self) -> Option<u32> {
        Described::QUIESCENCE_PLIES
    }
    fn outcomes(&self) -> Vec<f64> {
        Described::OUTCOMES.to_vec()
    }
    fn has_chance(&self) -> bool {
        false
    }
    fn start(&self) -> Arc<dyn AnyPosition> {
        Arc::new(Placed { position: Described::start(self.rules), history: History::default() })
    }
    fn parse(&self, text: &str, history: Vec<u64>) -> Result<Arc<dyn AnyPosition>, Error> {
        let history = History::from_keys(history);
        Ok(Arc::new(Placed { position: Described::parse(self.rules, text)?, history }))
    }
    fn feature_sets(&self) -> Vec<&'static str> {
        self.sets.iter().map(|set| set.name()).collect()
    }
    fn features(&self, set: &str) -> Result<Declared, Error> {
        Ok(declared(self.set(set)?))
    }
    fn stage(&self, set: &str, position: &dyn AnyPosition) -> Result<usize, Error> {
        Ok(self.set(set)?.stage(&placed_in::<Described>(self.name(), position)?.position))
    }
    fn linear(
        &self,
        set: &str,
        python: Vec<PythonFeature>,
        weights: Vec<f64>,
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error> {
        linear(self.name(), self.set(set)?, python, weights, scale)
    }
    fn shaped(
        &self,
        set: &str,
        python: Vec<PythonFeature>,
        shape: &str,
        weights: &[f64],
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error> {
        shaped(self.name(), self.set(set)?, python, shape, weights, scale)
    }
    fn expected(
        &self,
        set: &str,
        generator: Arc<Generator>,
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error> {
        let evaluation = Arc::new(Expected::new(self.set(set)?, generator, scale)?);
        Ok(Arc::new(GameEvaluation { evaluation, game: self.name().to_owned() }))
    }
    fn evaluator(
        &self,
        features: Option<&str>,
        parts: Looking<'_>,
    ) -> Result<Arc<dyn AnyEvaluator>, Error> {
        looking(self.name(), features.map(|set| self.set(set)).transpose()?, parts)
    }
    fn play(
        &self,
        request: &GameRequest<'_>,
        control: search::Control<'_>,
    ) -> Result<AnyRecord, Error> {
        played::<Described>(request, control)
    }
    fn remembering(&self) -> Box<dyn AnyRemembering> {
        Box::new(Remembering(Searcher::<Described>::remembering()))
    }
}
