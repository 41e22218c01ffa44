//! Selective searches behind one face for all games.

mod beliefs;
mod chosen;
mod evaluator;
mod generator;
mod search;

pub use beliefs::bayesian_tree;
pub use chosen::Chosen;
pub use evaluator::{AnyEvaluator, Evaluator, Looking, looking};
pub use generator::SpikeGenerator;
pub use search::SelectiveSearch;
