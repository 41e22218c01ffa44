//! From static values to points and back.

use crate::evaluate::Evaluation;
use crate::game::Game;
use crate::points;

/// What a static value is worth in points, both in the first player's view: with a steepness k
/// above 0, lowest + (highest − lowest) / (1 + e^(−k·value)); with 0 the value itself, counted from
/// an even game.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    low: f64,
    high: f64,
    steepness: f64,
}

/// Predictions are certain to no more than this: a value that stands for them has to be finite.
const LEAST_SHARE: f64 = 1e-15;

impl Worth {
    /// By the outcomes of a game.
    #[must_use]
    pub fn new(outcomes: &[f64], steepness: f64) -> Self {
        let (low, high) = points::bounds(outcomes);
        Self { low, high, steepness }
    }

    /// By the outcomes of a game and what an evaluation's values are: points already, or not.
    #[must_use]
    pub fn of<G: Game>(evaluation: &dyn Evaluation<G>, outcomes: &[f64], steepness: f64) -> Self {
        Self::new(outcomes, if evaluation.is_in_points() { 0.0 } else { steepness })
    }

    /// The points of a value.
    #[must_use]
    pub fn points(self, value: f64) -> f64 {
        if self.steepness == 0.0 {
            return f64::midpoint(self.low, self.high) + value;
        }
        self.low + (self.high - self.low) * self.share(value)
    }

    fn share(self, value: f64) -> f64 {
        let x = self.steepness * value;
        // e^(−|x|) never overflows; the other half follows from P(−x) = 1 − P(x).
        let e = crate::exp(-x.abs());
        (if x >= 0.0 { 1.0 } else { e }) / (1.0 + e)
    }

    /// The value that has so many points, and the slope ∂points/∂value there.
    pub(super) fn inverse(self, expected: f64) -> (f64, f64) {
        if self.steepness == 0.0 {
            return (expected - f64::midpoint(self.low, self.high), 1.0);
        }
        let range = self.high - self.low;
        let share = ((expected - self.low) / range).clamp(LEAST_SHARE, 1.0 - LEAST_SHARE);
        let value = libm::log(share / (1.0 - share)) / self.steepness;
        (value, range * self.steepness * share * (1.0 - share))
    }

    /// ∂points/∂value at a value.
    pub(super) fn slope(self, value: f64) -> f64 {
        if self.steepness == 0.0 {
            return 1.0;
        }
        let share = self.share(value);
        (self.high - self.low) * self.steepness * share * (1.0 - share)
    }
}
