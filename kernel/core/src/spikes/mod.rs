//! Spike generators: what a position's value may turn out to be, from an evaluation and features.

mod expected;
mod forecast;
mod generator;
mod hand_made;
mod limits;
mod network;
mod reduce;

pub use expected::Expected;
pub use forecast::{Forecast, ForecastAtRoot, Squash};
pub use generator::{Branch, Generator, check};
pub use hand_made::hand_made;
pub use limits::within;
pub use network::{Network, Outputs, Sided};
pub use reduce::k_means;
