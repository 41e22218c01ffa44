//! What whole games ask of the weights, for step sizes that are not the kernel's.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::choose::Chooser;
use super::evaluator::Gammon;
use super::learn::{Counters, Learning};
use super::learner::Learner;
use super::outlook::{OUTPUTS, Outlook};
use super::reference::Exact;
use super::self_play::{Record, play};
use crate::error::Error;
use crate::games::backgammon::{Board, ROLLS};

/// What a game asks: for every weight the sum over its predictions of credit · slope, and the sum of
/// their absolute values.
#[derive(Clone, Debug)]
pub struct GameSums {
    /// Σ_t r_t.
    pub net: Vec<f64>,
    /// Σ_t |r_t|.
    pub absolute: Vec<f64>,
    /// What happened in the game.
    pub counters: Counters,
}

impl Learner {
    /// The sums of the next games, all played and judged with the weights as they are, which stay. A
    /// credit is the λ-return less the prediction, and slopes are those of the outputs' log-odds: what
    /// the kernel's own fixed step follows.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the rule changes weights within a game.
    pub fn game_sums(&self, games: u64, workers: usize) -> Result<Vec<GameSums>, Error> {
        if self.learning.rule == super::learn::Rule::PerMove {
            let why = "weights that change within a game leave no sums of it";
            return Err(Error::BadSetting(why.to_owned()));
        }
        let (next, found) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        let work = || {
            let mut chooser = Chooser::default();
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n >= games {
                    return;
                }
                let number = self.games + n;
                let record = play(&self.gammon, &self.learning, self.seed, number, &mut chooser);
                let sums = of_record(&self.gammon, &self.learning, record);
                found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((n, sums));
            }
        };
        std::thread::scope(|scope| {
            (1..workers).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.sort_by_key(|&(n, _)| n);
        Ok(found.into_iter().map(|(_, sums)| sums).collect())
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
}

/// The sums of a game: backwards, as its λ-returns are.
fn of_record(gammon: &Gammon, learning: &Learning, record: Record) -> GameSums {
    let count = gammon.shape().count();
    let mut sums =
        GameSums { net: vec![0.0; count], absolute: vec![0.0; count], counters: record.counters };
    let mut row = vec![0.0; count];
    let known = if learning.leaf { record.last.inverted() } else { record.last };
    let (mut value, mut future) = (known, known);
    let decay = learning.trace_decay;
    let steps = if learning.leaf { record.replies.len() } else { record.boards.len() };
    for t in (0..steps).rev() {
        let mixed = Outlook::default().plus(1.0 - decay, &value).plus(decay, &future);
        let target = mixed.inverted();
        let parts: Vec<(f64, &Board)> = if learning.leaf {
            let ways = ROLLS.iter().map(|&(_, ways)| f64::from(ways) / 36.0);
            ways.zip(&record.replies[t]).collect()
        } else {
            vec![(1.0, &record.boards[t])]
        };
        let (errors, outlook) = asked(gammon, &parts, &target, &mut row);
        for ((net, absolute), part) in sums.net.iter_mut().zip(&mut sums.absolute).zip(&mut row) {
            *net += *part;
            *absolute += part.abs();
            *part = 0.0;
        }
        sums.counters.squared_errors += errors.iter().map(|error| error * error).sum::<f64>();
        (value, future) = (outlook, target);
    }
    sums.counters.predictions = steps as u64;
    sums
}

/// What one prediction, a mean over boards, asks of the weights: added to `row`. Its errors, and the
/// chances that it gives.
fn asked(
    gammon: &Gammon,
    parts: &[(f64, &Board)],
    target: &Outlook,
    row: &mut [f64],
) -> ([f64; OUTPUTS], Outlook) {
    let (mut predicted, mut outlook) = ([0.0; OUTPUTS], Outlook::default());
    let exact: Vec<_> = parts.iter().map(|&(_, board)| Exact::of(gammon, board)).collect();
    for (&(chance, board), exact) in parts.iter().zip(&exact) {
        let seen = gammon.outlook(board);
        outlook = outlook.plus(chance as f32, &seen);
        let outputs = exact.as_ref().map_or(seen.0.map(f64::from), |exact| exact.outputs);
        predicted.iter_mut().zip(outputs).for_each(|(sum, output)| *sum += chance * output);
    }
    let errors: [f64; OUTPUTS] = std::array::from_fn(|k| f64::from(target.0[k]) - predicted[k]);
    for (&(chance, _), exact) in parts.iter().zip(&exact) {
        if let Some(exact) = exact {
            let credits = errors.map(|error| chance * error);
            exact.for_each_slope(gammon, &credits, |weight, slope| row[weight] += slope);
        }
    }
    (errors, outlook)
}
