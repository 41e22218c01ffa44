//! The games written in Python, by name, behind the face of all games.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use plywise_core::error::Error;
use plywise_core::evaluate::Context;
use plywise_core::features::{Feature, FeatureSet};
use plywise_core::game::{Facts, Game};
use plywise_core::history::History;
use plywise_core::search::{self, Searcher};
use plywise_core::spikes::Generator;
use plywise_core::value::Value;
use pyo3::prelude::*;

use crate::any_game::{
    AnyEvaluation, AnyGame, AnyPosition, AnyRecord, AnyRemembering, Declared, DeclaredFeature,
    GameRequest,
};
use crate::placed::Placed;
use crate::python_features::PythonFeature;
use crate::python_game::PythonGame;
use crate::python_game_rules::{PythonRules, answered};
use crate::registered::{linear, shaped};
use crate::remembering::Remembering;
use crate::selective::{AnyEvaluator, Looking, looking};
use crate::whole_game::played;

/// A game written in Python, and where it begins: all games of a thread begin with the same tree.
pub struct Own {
    rules: Arc<PythonRules>,
    start: OnceLock<PythonGame>,
}

static OWN: RwLock<BTreeMap<String, &'static Own>> = RwLock::new(BTreeMap::new());

/// The game of that name, if it has been registered.
pub fn own_game(name: &str) -> Option<&'static Own> {
    OWN.read().unwrap_or_else(PoisonError::into_inner).get(name).copied()
}

/// Makes rules written in Python a game: all calls that take a game's name now know it. Rules that
/// had the name before go on for the positions that have them.
#[pyfunction]
#[pyo3(signature = (name, rules))]
pub fn register(name: &str, rules: &Bound<'_, PyAny>) -> PyResult<()> {
    // The games of a process are few, and live as long as it does.
    let rules = Arc::new(PythonRules::new(name, rules)?);
    let own = Box::leak(Box::new(Own { rules, start: OnceLock::new() }));
    OWN.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), own);
    Ok(())
}

/// The rules of a registered game that is written in Python.
#[pyfunction]
#[pyo3(signature = (game))]
pub fn rules(py: Python<'_>, game: &str) -> Option<Py<PyAny>> {
    own_game(game).map(|own| own.rules.object.clone_ref(py))
}

/// All features of such a game are written in Python; the kernel's own part of them is empty.
struct Nothing;

/// The set of all features that the author declared.
const ALL: &str = "own";

impl FeatureSet<PythonGame> for Nothing {
    fn name(&self) -> &'static str {
        ALL
    }
    fn features(&self) -> &[Feature] {
        &[]
    }
    fn counts(&self, _position: &PythonGame, _context: &Context, _out: &mut Vec<(u32, f64)>) {}
    fn weighted(&self, _position: &PythonGame, _context: &Context, _weights: &[Value]) -> i64 {
        0
    }
}

impl AnyGame for Own {
    fn name(&self) -> &str {
        &self.rules.name
    }
    fn facts(&self) -> Facts {
        self.rules.facts
    }
    fn long_games_are_drawn(&self) -> bool {
        self.rules.long_games_are_drawn
    }
    fn quiescence_plies(&self) -> Option<u32> {
        PythonGame::QUIESCENCE_PLIES
    }
    fn outcomes(&self) -> Vec<f64> {
        self.rules.outcomes.clone()
    }
    fn has_chance(&self) -> bool {
        self.rules.has_chance()
    }
    fn start(&self) -> Arc<dyn AnyPosition> {
        let position = self.start.get().cloned().unwrap_or_else(|| {
            let asked = PythonGame::start(&self.rules);
            self.start.get_or_init(|| asked).clone()
        });
        Arc::new(Placed { position, history: History::default() })
    }
    fn parse(&self, text: &str, history: Vec<u64>) -> Result<Arc<dyn AnyPosition>, Error> {
        let position = PythonGame::parse(&self.rules, text);
        Ok(Arc::new(Placed { position, history: History::from_keys(history) }))
    }
    fn feature_sets(&self) -> Vec<&'static str> {
        vec![ALL]
    }
    fn features(&self, set: &str) -> Result<Declared, Error> {
        if set != ALL {
            let (name, known) = (set.to_owned(), ALL.to_owned());
            return Err(Error::UnknownName { kind: "feature set", name, known });
        }
        let features = answered(|py| {
            let declared = self.rules.object.bind(py).getattr("features")?;
            let feature = |feature: PyResult<Bound<'_, PyAny>>| {
                let feature = feature?;
                Ok(DeclaredFeature {
                    name: feature.getattr("name")?.extract()?,
                    meaning: feature.getattr("meaning")?.extract()?,
                    start: feature.getattr("start")?.extract()?,
                })
            };
            declared.try_iter()?.map(feature).collect::<PyResult<_>>()
        });
        Ok(Declared {
            features,
            unit: None,
            tables: Vec::new(),
            stages: Vec::new(),
            phases: Vec::new(),
        })
    }
    fn stage(&self, _set: &str, _position: &dyn AnyPosition) -> Result<usize, Error> {
        Ok(0)
    }
    fn linear(
        &self,
        _set: &str,
        python: Vec<PythonFeature>,
        weights: Vec<f64>,
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error> {
        linear::<PythonGame>(&self.rules.name, &Nothing, python, weights, scale)
    }
    fn shaped(
        &self,
        _set: &str,
        python: Vec<PythonFeature>,
        shape: &str,
        weights: &[f64],
        scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error> {
        shaped::<PythonGame>(&self.rules.name, &Nothing, python, shape, weights, scale)
    }
    fn expected(
        &self,
        _set: &str,
        _generator: Arc<Generator>,
        _scale: i32,
    ) -> Result<Arc<dyn AnyEvaluation>, Error> {
        Err(Error::BadSetting(format!(
            "{} is written in Python: a spike generator can be its evaluator, but no evaluation",
            self.name()
        )))
    }
    fn evaluator(
        &self,
        features: Option<&str>,
        parts: Looking<'_>,
    ) -> Result<Arc<dyn AnyEvaluator>, Error> {
        if let Some(name) = features.filter(|&name| name != ALL) {
            return Err(Error::UnknownName {
                kind: "feature set",
                name: name.to_owned(),
                known: ALL.to_owned(),
            });
        }
        looking::<PythonGame>(self.name(), None, parts)
    }
    fn play(
        &self,
        request: &GameRequest<'_>,
        control: search::Control<'_>,
    ) -> Result<AnyRecord, Error> {
        played::<PythonGame>(request, control)
    }
    fn remembering(&self) -> Box<dyn AnyRemembering> {
        Box::new(Remembering(Searcher::<PythonGame>::remembering()))
    }
}
