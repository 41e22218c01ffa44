//! Searches: generic over the game, dynamic over the evaluation.

mod alpha_beta;
mod deepen;
mod evaluation_noise;
mod expectimax;
mod extend;
mod glance;
mod limits;
mod line;
mod mean;
mod minimax;
mod ordering;
mod planted;
mod prune;
mod quiescence;
mod remembered;
mod result;
mod root;
mod settings;
mod state;
mod table;
mod teach;
mod worth;

pub use evaluation_noise::drawn;
pub use expectimax::{Expectation, ExpectimaxRequest, Leaf, RootPoints, expectimax};
pub use limits::{Control, Remote};
pub use minimax::minimax;
pub use planted::{Known, Planted};
pub use result::{Iteration, Report, RootMove, SearchResult};
pub use root::{SearchRequest, Searcher};
pub use settings::{CheckExtension, Settings};
pub use worth::Worth;
