//! The kinds of evaluations that stand on the counts of another, by their names.

pub mod board;
mod network;
mod network_shape;
#[cfg(test)]
mod network_tests;

pub use board::{BoardNetwork, BoardShape};
pub use network::Network;
pub use network_shape::{NetworkShape, Objective};

use std::sync::Arc;

use super::Evaluation;
use crate::error::Error;
use crate::game::Game;

/// The names of the kinds, for those who mistype them.
const KNOWN: &str = "network";

/// An evaluation of the kind and shape that a text says (`network:hidden=8`), over what `counted`
/// counts: the gradient of a linear evaluation.
///
/// # Errors
/// When there is no such kind, or the weights do not fit the shape.
pub fn over_counts<G: Game>(
    shape: &str,
    counted: Arc<dyn Evaluation<G>>,
    weights: &[f64],
    scale: i32,
) -> Result<Arc<dyn Evaluation<G>>, Error> {
    let (kind, settings) = shape.split_once(':').unwrap_or((shape, ""));
    match kind {
        "network" => {
            let shape = NetworkShape::parse(settings)?;
            Ok(Arc::new(Network::new(counted, shape, weights, scale)?))
        }
        _ => Err(Error::UnknownName {
            kind: "kind of evaluation",
            name: kind.to_owned(),
            known: KNOWN.to_owned(),
        }),
    }
}
