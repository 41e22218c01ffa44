//! What ProbCut believes of shallow searches.

use crate::error::Error;

/// How well a shallow search foretells a deeper one: deep ≈ slope · shallow + intercept, give or take
/// the deviation. On the evaluator's scale, in the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The plies of the deeper search.
    pub depth: u32,
    /// The plies of the shallow one.
    pub shallow: u32,
    /// a of the regression.
    pub slope: f64,
    /// b of the regression.
    pub intercept: f64,
    /// σ, the standard deviation of what is left.
    pub deviation: f64,
}

/// The settings of ProbCut.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The pairs of depths at which cuts are tried; with none, the search is plain alpha-beta.
    pub pairs: Vec<Pair>,
    /// A cut needs the bound to be passed by so many standard deviations.
    pub percentile: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { pairs: Vec::new(), percentile: 1.5 }
    }
}

impl Settings {
    /// # Errors
    /// [`Error::BadSetting`] with the setting that is out of its range.
    pub fn check(&self) -> Result<(), Error> {
        let bad = |text: String| Err(Error::BadSetting(text));
        if !(self.percentile >= 0.0 && self.percentile.is_finite()) {
            return bad(format!("percentile {} is not a number from 0 up", self.percentile));
        }
        for pair in &self.pairs {
            let Pair { depth, shallow, slope, intercept, deviation } = *pair;
            if shallow == 0 || shallow >= depth {
                return bad(format!("a shallow depth of {shallow} is not between 1 and {depth}"));
            }
            if !(slope > 0.0 && slope.is_finite() && intercept.is_finite()) {
                return bad(format!("slope {slope} and intercept {intercept} at depth {depth}"));
            }
            if !(deviation >= 0.0 && deviation.is_finite()) {
                return bad(format!("deviation {deviation} at depth {depth} is not from 0 up"));
            }
        }
        Ok(())
    }
}
