//! Searches: generic over the game, dynamic over the evaluation.

mod alpha_beta;
mod limits;
mod line;
mod minimax;
mod ordering;
mod quiescence;
mod root;
mod settings;
mod table;

pub use limits::Control;
pub use minimax::minimax;
pub use root::{Found, RootMove, Searcher};
pub use settings::Settings;
