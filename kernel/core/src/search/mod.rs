//! Searches: generic over the game, dynamic over the evaluation.

mod alpha_beta;
mod deepen;
mod extend;
mod found;
mod limits;
mod line;
mod luck;
mod minimax;
mod ordering;
mod prune;
mod quiescence;
mod root;
mod settings;
mod state;
mod table;

pub use found::{Found, Iteration, Report, RootMove};
pub use limits::{Control, Remote};
pub use luck::drawn;
pub use minimax::minimax;
pub use root::{Request, Searcher};
pub use settings::{CheckExtension, Settings};
