//! How a Bayesian search searches.

use super::beliefs::Best;
use crate::error::Error;

/// The settings of a Bayesian search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The part of the leaves that is expanded before everything is worked out anew. The paper's
    /// example takes a quarter; smaller gulps choose better and cost more.
    pub gulp: f64,
    /// The search ends when `U_all` is not above this.
    pub enough: f64,
    /// What a node costs: the search ends when `U_all` is not above the cost of the next gulp.
    pub node_cost: f64,
    /// Inner nodes keep at most so many spikes; all of them where this is not given.
    pub kept: Option<usize>,
    /// Which move is thought best while leaves are judged.
    pub best: Best,
    /// Whether positions that several lines reach in equally many moves are taken for the same node,
    /// so that the tree becomes a directed graph. Their draws by repetition are those of the line
    /// that came first.
    pub graph: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let (gulp, kept, best) = (0.02, Some(16), Best::Held);
        Self { gulp, enough: 0.0, node_cost: 0.0, kept, best, graph: false }
    }
}

impl Settings {
    /// # Errors
    /// [`Error::BadSetting`] with the setting that is out of its range.
    pub fn check(&self) -> Result<(), Error> {
        let bad = |text: String| Err(Error::BadSetting(text));
        if !(self.gulp > 0.0 && self.gulp <= 1.0) {
            return bad(format!("gulp {} is not above 0 and at most 1", self.gulp));
        }
        if !(self.enough >= 0.0 && self.enough.is_finite()) {
            return bad(format!("enough {} is not a number from 0 up", self.enough));
        }
        if !(self.node_cost >= 0.0 && self.node_cost.is_finite()) {
            return bad(format!("node_cost {} is not a number from 0 up", self.node_cost));
        }
        if let Some(kept) = self.kept.filter(|kept| !(2..=1000).contains(kept)) {
            return bad(format!("kept {kept} is not between 2 and 1000; leave it out to keep all"));
        }
        if self.graph && self.best == Best::Anew {
            return bad("anew does not go with graph: a position of several lines may be below \
                        several root moves; leave one out"
                .into());
        }
        Ok(())
    }
}
