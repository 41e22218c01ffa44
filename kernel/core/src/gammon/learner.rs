//! Weights that change by the games that they play against themselves.

use super::choose::Chooser;
use super::correct::sum_of_squares;
use super::evaluator::Gammon;
use super::game_sums::{GameSums, game_sums};
use super::learn::{Counters, Learning, Rule};
use super::network::Network;
use super::self_play::{Dice, Next, Record};
use super::step::{Adam, Sums};
use super::study::Study;
use super::team;
use crate::error::Error;
use crate::games::backgammon::{Board, ROLLS};

/// The mean takes the weights after every so many games: adding all of them takes a tenth of a game.
const AVERAGED_EVERY: u64 = 16;

/// What a learner knows, to be saved and to go on from, to the bit.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnerState {
    /// The flat weights.
    pub weights: Vec<f32>,
    /// Adam's means and then its squares, in the weights' order; empty without Adam.
    pub moments: Vec<f32>,
    /// The sum of the weights over the later games so far; empty unless it is kept.
    pub sum: Vec<f64>,
    /// How often weights were added to it.
    pub summed: u64,
    /// Games learnt from.
    pub games: u64,
}

/// A player that learns from playing against itself.
#[derive(Clone, Debug)]
pub struct Learner {
    pub(super) gammon: Gammon,
    pub(super) learning: Learning,
    pub(super) seed: u64,
    pub(super) games: u64,
    pub(super) adam: Option<[Adam; 2]>,
    sum: Vec<f64>,
    summed: u64,
    pub(super) slopes: [Sums; 2],
    pub(super) studies: Vec<Study>,
    pub(super) chooser: Chooser,
}

impl Learner {
    /// A learner that begins with these weights. Game n has the dice of stream n of the seed.
    ///
    /// # Errors
    /// As [`Learning::check`].
    pub fn new(gammon: Gammon, learning: Learning, seed: u64) -> Result<Self, Error> {
        learning.check()?;
        let sum = match learning.average_from {
            Some(_) => vec![0.0; gammon.shape.count()],
            None => Vec::new(),
        };
        let adam = learning.uses_adam().then(|| gammon.networks.each_ref().map(Adam::of));
        let slopes = gammon.networks.each_ref().map(Sums::of);
        let studies = vec![Study::default(); ROLLS.len()];
        let chooser = Chooser::default();
        let (games, summed) = (0, 0);
        Ok(Self { gammon, learning, seed, games, adam, sum, summed, slopes, studies, chooser })
    }

    /// The evaluation as it is now.
    #[must_use]
    pub fn gammon(&self) -> &Gammon {
        &self.gammon
    }

    /// How it learns.
    #[must_use]
    pub fn learning(&self) -> &Learning {
        &self.learning
    }

    /// Games learnt from.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The mean of the weights over the later games, if it is kept and has begun.
    #[must_use]
    pub fn average(&self) -> Option<Vec<f32>> {
        let mean = |sum: &f64| (sum / self.summed as f64) as f32;
        (self.summed > 0).then(|| self.sum.iter().map(mean).collect())
    }

    /// What so many of its next games ask of each weight, all played with the weights as they are.
    ///
    /// # Errors
    /// As [`game_sums()`].
    pub fn sums(&self, games: u64, workers: usize) -> Result<Vec<GameSums>, Error> {
        let next = (self.games, games);
        game_sums(&self.gammon, &self.learning, self.seed, next, workers, &|| false)
    }

    /// Takes weights that so many games more have led to.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when they do not fit the shape.
    pub fn take(&mut self, weights: &[f32], games: u64) -> Result<(), Error> {
        self.gammon.set_weights(weights)?;
        (0..games).for_each(|_| self.end_game());
        Ok(())
    }

    /// All that it knows.
    #[must_use]
    pub fn state(&self) -> LearnerState {
        let adam = self.adam.iter().flatten();
        let means = adam.clone().flat_map(|adam| adam.means.weights());
        let moments = means.chain(adam.flat_map(|adam| adam.squares.weights())).collect();
        let (sum, summed, games) = (self.sum.clone(), self.summed, self.games);
        LearnerState { weights: self.gammon.weights(), moments, sum, summed, games }
    }

    /// Goes on from what another learner of the same settings knew.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the numbers are not as many as these settings have.
    pub fn restore(&mut self, state: &LearnerState) -> Result<(), Error> {
        let count = self.gammon.shape.count();
        let moments = if self.adam.is_some() { 2 * count } else { 0 };
        if state.moments.len() != moments || state.sum.len() != self.sum.len() {
            return Err(Error::BadSetting(format!(
                "a state with {} moments and {} sums, and these settings have {moments} and {}",
                state.moments.len(),
                state.sum.len(),
                self.sum.len()
            )));
        }
        self.gammon.set_weights(&state.weights)?;
        if let Some(adam) = &mut self.adam {
            let contact = self.gammon.shape.contact_count();
            let (means, squares) = state.moments.split_at(count);
            for (adam, part) in adam.iter_mut().zip([0..contact, contact..count]) {
                adam.means.set(&means[part.clone()]);
                adam.squares.set(&squares[part]);
            }
        }
        self.sum.clone_from(&state.sum);
        (self.summed, self.games) = (state.summed, state.games);
        Ok(())
    }

    /// Plays and learns so many games more, by so many workers; ends after a batch when `stop` says
    /// so. The weights are the same bits for any number of workers; and for a run in parts as in one
    /// if the parts end with batches.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when weights grow beyond all numbers.
    pub fn run(
        &mut self,
        games: u64,
        workers: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Counters, Error> {
        let counters = team::run(self, self.games + games, workers, stop);
        let mut weights = self.gammon.networks.iter().flat_map(Network::weights);
        if weights.all(f32::is_finite) {
            return Ok(counters);
        }
        Err(Error::BadSetting(format!(
            "the weights grew beyond all numbers within {} games; take a smaller step size",
            self.games
        )))
    }

    /// Learns from one game, which must be the next.
    pub(super) fn learn(&mut self, mut record: Record) -> Counters {
        let rate = self.learning.step_size(self.games);
        let fast = self.gammon.fast;
        let squared = fast.run(
            #[inline(always)]
            || {
                if self.learning.leaf {
                    self.learn_replies(&record, rate)
                } else {
                    self.learn_boards(&record, rate)
                }
            },
        );
        let leaves = if self.learning.leaf { record.replies.len() } else { record.boards.len() };
        record.counters.predictions = leaves as u64;
        record.counters.squared_errors = squared;
        self.end_game();
        record.counters
    }

    /// Plays a game and learns after each of its moves.
    pub(super) fn play_and_learn(&mut self) -> Counters {
        if self.learning.rule == Rule::PerGame {
            let mut chooser = std::mem::take(&mut self.chooser);
            let record = super::self_play::play(
                &self.gammon,
                &self.learning,
                self.seed,
                self.games,
                &mut chooser,
            );
            self.chooser = chooser;
            return self.learn(record);
        }
        let mut dice = Dice::of_game(self.seed, self.games);
        let (rate, fast) = (self.learning.step_size(self.games), self.gammon.fast);
        let before = self.chooser.evaluations;
        let (mut board, mut counters) =
            (Board::START, Counters { games: 1, ..Counters::default() });
        for ply in 1..=self.learning.most_plies {
            let Learning { plies, filter, .. } = self.learning;
            let best = self.chooser.choose(&self.gammon, &board, dice.roll(), plies, filter);
            let moved = self.chooser.plays().found()[best.index].board;
            let target = self.chooser.outlooks()[best.index];
            let (errors, _) = fast.run(
                #[inline(always)]
                || self.correct(&board, &target, rate),
            );
            counters.plies = ply as u64;
            counters.squared_errors += sum_of_squares(&errors);
            match Next::after(&moved) {
                Next::On(next) => board = next,
                Next::Over(outlook) => {
                    counters.note_end(&moved, &outlook, ply);
                    break;
                }
            }
        }
        counters.predictions = counters.plies;
        counters.evaluations = self.chooser.evaluations - before;
        counters.unfinished = u64::from(counters.points == [0.0; 6]);
        self.end_game();
        counters
    }

    fn end_game(&mut self) {
        self.games += 1;
        let is_late = self.learning.average_from.is_some_and(|first| self.games > first);
        if is_late && self.games.is_multiple_of(AVERAGED_EVERY) {
            let weights = self.gammon.networks.iter().flat_map(Network::weights);
            self.sum.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += f64::from(weight));
            self.summed += 1;
        }
    }
}

#[cfg(test)]
#[path = "learner_tests.rs"]
mod tests;
