//! The kernel's door to Python: thin classes around `plywise_core`, one a file.
//!
//! All long calls go through [`door::long_call`]: it releases the GIL, honours Ctrl-C and turns
//! panics into exceptions.

mod any_game;
mod connect_four;
mod credit;
mod described;
mod door;
mod evaluation;
mod expectimax;
mod fitting;
mod game_evaluation;
mod game_job;
mod games;
mod gammon;
mod gammon_networks;
mod knpk;
mod least_squares;
mod numbers;
mod othello;
mod place_names;
mod placed;
mod planted;
mod position;
mod python_features;
mod python_game;
mod python_game_cache;
mod python_game_key;
mod python_game_registry;
mod python_game_rules;
mod registered;
mod remembering;
mod result_text;
mod search_result;
mod searching;
mod selective;
mod settings;
mod trees;
mod whole_game;

use pyo3::prelude::*;

#[pymodule]
mod _kernel {
    #[pymodule_export]
    use crate::connect_four::solve_connect_four;
    #[pymodule_export]
    use crate::credit::{credit_sums, fitted_decay, quality_sums};
    #[pymodule_export]
    use crate::described::{
        built_in_variants, describe, description, variant_keys, variant_layout, variants_in,
    };
    #[pymodule_export]
    use crate::door::{
        BadInput, BadPosition, BadSetting, IllegalMove, KernelBug, Stop, UnknownName,
    };
    #[pymodule_export]
    use crate::evaluation::Evaluation;
    #[pymodule_export]
    use crate::expectimax::{ExpectimaxResult, expectimax};
    #[pymodule_export]
    use crate::fitting::{counted, descent, logistic, quieted};
    #[pymodule_export]
    use crate::game_job::{GameJob, GameRecord, play_game, play_games};
    #[pymodule_export]
    use crate::games::{Facts, Features, facts, features, games, stage};
    #[pymodule_export]
    use crate::gammon::{GammonLearner, gammon_match, gammon_start};
    #[pymodule_export]
    use crate::gammon_networks::GammonNetworks;
    #[pymodule_export]
    use crate::knpk::{knpk_best_moves, knpk_counts, knpk_distance, knpk_distances, knpk_examples};
    #[pymodule_export]
    use crate::least_squares::{Factor, Gram};
    #[pymodule_export]
    use crate::numbers::{exp, move_seed, random_u64};
    #[pymodule_export]
    use crate::othello::solve_othello;
    #[pymodule_export]
    use crate::planted::Planted;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::python_game_registry::{register, rules};
    #[pymodule_export]
    use crate::search_result::SearchResult;
    #[pymodule_export]
    use crate::searching::{Remote, Searcher, minimax, quiet_line, search};
    #[pymodule_export]
    use crate::selective::{
        Chosen, Evaluator, GrownSearch, SelectiveSearch, SpikeGenerator, bayesian_tree,
    };
    #[pymodule_export]
    use crate::settings::Settings;
    #[pymodule_export]
    use crate::trees::{even_starts, solve_tree, tree_chance};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("version", env!("CARGO_PKG_VERSION"))?;
        module.add("is_release", !cfg!(debug_assertions))?;
        module.add("MATE", plywise_core::value::MATE)?;
        module.add("MATE_BOUND", plywise_core::value::MATE_BOUND)?;
        module.add("MAX_DEPTH", plywise_core::search::Settings::MAX_DEPTH)?;
        module.add("MAX_THREADS", plywise_core::search::Settings::MAX_THREADS)
    }
}
