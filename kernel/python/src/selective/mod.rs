//! Selective searches behind one face for all games.

mod beliefs;
mod chosen;
mod generator;
mod outlook;
mod using;

pub use beliefs::bayesian_tree;
pub use chosen::Chosen;
pub use generator::SpikeGenerator;
pub use outlook::{AnyOutlook, Looking, Outlook, looking};
pub use using::Using;
