//! Selective searches behind one face for all games.

mod beliefs;
mod chosen;
mod evaluator;
mod generator;
mod grown;
mod search;

pub use beliefs::bayesian_tree;
pub use chosen::Chosen;
pub use evaluator::{AnyEvaluator, Evaluator, Looking, forecast_of, looking};
pub use generator::SpikeGenerator;
pub use grown::{GameSearch, GrownSearch};
pub use search::SelectiveSearch;
