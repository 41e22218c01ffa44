//! What decides how many weights an evaluation has, and where they stand.

use super::inputs::Inputs;
use super::outlook::OUTPUTS;
use crate::error::Error;

/// The shape of two networks: one for contact, one for races.
///
/// Their flat weights are those of the contact network, then those of the race network; each as in
/// [`super::network::Network`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GammonShape {
    /// What both networks see.
    pub inputs: Inputs,
    /// Hidden units of the contact network, a multiple of 16.
    pub hidden: usize,
    /// Hidden units of the race network, a multiple of 16.
    pub race_hidden: usize,
}

impl GammonShape {
    /// How many weights both networks have.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count_of(self.hidden) + self.count_of(self.race_hidden)
    }

    /// How many of them are the contact network's.
    #[must_use]
    pub const fn contact_count(&self) -> usize {
        self.count_of(self.hidden)
    }

    const fn count_of(&self, hidden: usize) -> usize {
        (self.inputs.count() + 1 + OUTPUTS) * hidden + OUTPUTS
    }

    /// Refuses weights that are not as many as they should be.
    pub(super) fn check(&self, weights: usize) -> Result<(), Error> {
        if weights == self.count() {
            return Ok(());
        }
        Err(Error::BadSetting(format!(
            "{weights} weights, and two networks of {} inputs with {} and {} hidden units have {}",
            self.inputs.count(),
            self.hidden,
            self.race_hidden,
            self.count()
        )))
    }
}
