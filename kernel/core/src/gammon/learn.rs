//! How learning goes: which predictions are drawn to which, and how far.

use super::choose::Filter;
use crate::error::Error;

/// When weights change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// After every move, towards the prediction after it: TD(0), with weights that change in the
    /// middle of a game.
    PerMove,
    /// After a game, from its last position to its first, each towards the λ-return.
    PerGame,
}

/// How far a position's errors change the weights; from the first value to the second, geometrically
/// over all games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepSize {
    /// The same for all weights.
    Fixed {
        /// At the first game.
        from: f64,
        /// At the last.
        to: f64,
    },
    /// Adam's: by each weight's own gradients so far (see [`super::step::Adam`]).
    Adam {
        /// At the first game.
        from: f64,
        /// At the last.
        to: f64,
    },
}

/// The settings of learning from self-play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learning {
    /// When weights change.
    pub rule: Rule,
    /// λ: how much of a return is that of the next position, and how much its prediction; per game.
    pub trace_decay: f32,
    /// Plies by which plays are chosen, 1 or 2.
    pub plies: usize,
    /// Whether a move's prediction is the expectation of two plies, with the gradient of all that it
    /// is the mean of (TDLeaf); otherwise it is that of the board before it (TD-Directed at two
    /// plies).
    pub leaf: bool,
    /// Which plays are looked at further.
    pub filter: Filter,
    /// How far each error changes the weights.
    pub step: StepSize,
    /// Games after which the step size is at its end.
    pub total: u64,
    /// Games that are played with the same weights, and then learnt in their order.
    pub batch: u64,
    /// Plies after which a game is cut.
    pub most_plies: usize,
    /// The game from which on the mean of the weights is kept; none if it is not.
    pub average_from: Option<u64>,
}

impl Default for Learning {
    fn default() -> Self {
        Self {
            rule: Rule::PerGame,
            trace_decay: 0.7,
            plies: 1,
            leaf: false,
            filter: Filter::default(),
            step: StepSize::Fixed { from: 0.1, to: 0.003 },
            total: 100_000,
            batch: 1,
            most_plies: 2_000,
            average_from: None,
        }
    }
}

impl Learning {
    /// Refuses settings that contradict each other.
    ///
    /// # Errors
    /// [`Error::BadSetting`] with the value and what would be right.
    pub fn check(&self) -> Result<(), Error> {
        let complain = |why: String| Err(Error::BadSetting(why));
        let (from, to) = self.ends();
        let is_size = |size: f64| size > 0.0 && size.is_finite();
        if !(is_size(from) && is_size(to)) {
            return complain(format!("step sizes from {from} to {to}: both must lie above 0"));
        }
        if !(0.0..=1.0).contains(&self.trace_decay) {
            return complain(format!("a trace decay of {}: it lies in 0 to 1", self.trace_decay));
        }
        if !(1..=2).contains(&self.plies) {
            return complain(format!("learning by {} plies: it goes by 1 or 2", self.plies));
        }
        if self.leaf && (self.plies != 2 || self.rule != Rule::PerGame) {
            return complain("predictions of two plies need plies = 2 and a rule per game".into());
        }
        if self.batch == 0 || (self.batch > 1 && self.rule == Rule::PerMove) {
            return complain(format!(
                "batches of {} games: at least 1, and just 1 when weights change after every move",
                self.batch
            ));
        }
        if self.total == 0 || self.most_plies == 0 || self.filter.candidates == 0 {
            return complain("games, plies and candidates must be at least 1".into());
        }
        if self.filter.margin.is_nan() || self.filter.margin < 0.0 {
            return complain(format!("a margin of {}: it is at least 0", self.filter.margin));
        }
        Ok(())
    }

    fn ends(&self) -> (f64, f64) {
        match self.step {
            StepSize::Fixed { from, to } | StepSize::Adam { from, to } => (from, to),
        }
    }

    /// The step size of a game: from · (to / from)^(game / total).
    #[must_use]
    pub fn step_size(&self, game: u64) -> f32 {
        let (from, to) = self.ends();
        let done = (game as f64 / self.total as f64).min(1.0);
        (from * libm::pow(to / from, done)) as f32
    }

    /// Whether Adam's means are kept.
    #[must_use]
    pub fn uses_adam(&self) -> bool {
        matches!(self.step, StepSize::Adam { .. })
    }
}

/// What happened in games of self-play.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counters {
    /// Games.
    pub games: u64,
    /// Moves of both players.
    pub plies: u64,
    /// Boards that were evaluated to choose them.
    pub evaluations: u64,
    /// Games by the points of the player who began: −3, −2, −1, 1, 2, 3. A game that stopped at the
    /// bear-off table counts in parts, by its chances.
    pub points: [f64; 6],
    /// Games that stopped at the bear-off table.
    pub at_table: u64,
    /// Games that were cut; they are no results.
    pub unfinished: u64,
    /// Predictions that were corrected.
    pub predictions: u64,
    /// The sum of their squared errors, over all outputs.
    pub squared_errors: f64,
}

impl Counters {
    /// Adds others'.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.evaluations += other.evaluations;
        self.points.iter_mut().zip(other.points).for_each(|(sum, part)| *sum += part);
        self.at_table += other.at_table;
        self.unfinished += other.unfinished;
        self.predictions += other.predictions;
        self.squared_errors += other.squared_errors;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_sizes_fall_by_equal_factors() {
        let step = StepSize::Fixed { from: 1.0, to: 0.01 };
        let learning = Learning { step, total: 100, ..Learning::default() };
        let sizes = [0, 50, 100, 200].map(|game| learning.step_size(game));
        assert_eq!(sizes, [1.0, 0.1, 0.01, 0.01]);
    }

    #[test]
    fn settings_that_contradict_each_other_are_refused() {
        let good = Learning::default();
        assert_eq!(good.check(), Ok(()));
        for bad in [
            Learning { rule: Rule::PerMove, batch: 2, ..good },
            Learning { leaf: true, ..good },
            Learning { leaf: true, plies: 2, rule: Rule::PerMove, ..good },
            Learning { plies: 3, ..good },
            Learning { trace_decay: 1.5, ..good },
            Learning { step: StepSize::Adam { from: 0.0, to: 0.1 }, ..good },
            Learning { total: 0, ..good },
        ] {
            assert!(bad.check().is_err(), "{bad:?}");
        }
    }
}
