//! What whole games say about each weight, for step sizes that are made of such sums elsewhere.

use std::sync::atomic::{AtomicU64, Ordering};

use super::choose::Chooser;
use super::evaluator::{Gammon, Source};
use super::inputs::Sight;
use super::learn::{Counters, Learning};
use super::outlook::OUTPUTS;
use super::reference::Exact;
use super::self_play::{Record, play};
use crate::error::Error;
use crate::games::backgammon::{Board, ROLLS};

/// One game's sums over its predictions, at weights that do not change, in double precision.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSums {
    /// Of each weight Σ_t Σ_k e_tk ∂z_k/∂w: the direction in which a fixed step goes.
    pub credits: Vec<f64>,
    /// Of each weight the sum over predictions of |Σ_k e_tk ∂z_k/∂w|.
    pub absolute: Vec<f64>,
    /// What happened in the game.
    pub counters: Counters,
}

/// Plays games `first` to `first + games` of a seed with the same weights, and sums each up. Errors
/// are those of the λ-returns of [`Learning`]; its rule, steps and batches do not matter.
///
/// # Errors
/// As [`Learning::check`]; [`Error::Interrupted`] when `stop` says so between games.
pub fn game_sums(
    gammon: &Gammon,
    learning: &Learning,
    seed: u64,
    (first, games): (u64, u64),
    workers: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<GameSums>, Error> {
    learning.check()?;
    let next = AtomicU64::new(first);
    let work = || {
        let (mut chooser, mut done) = (Chooser::default(), Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= first + games || stop() {
                return done;
            }
            let record = play(gammon, learning, seed, number, &mut chooser);
            done.push((number, sums_of(gammon, learning, record)));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let others: Vec<_> = (1..workers).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().expect("a worker that sums up games"));
        }
        done
    });
    if (done.len() as u64) < games {
        return Err(Error::Interrupted);
    }
    done.sort_unstable_by_key(|&(number, _)| number);
    Ok(done.into_iter().map(|(_, sums)| sums).collect())
}

/// Backwards through a game's predictions, as a learner goes, but with weights that stay.
fn sums_of(gammon: &Gammon, learning: &Learning, mut record: Record) -> GameSums {
    let count = gammon.shape.count();
    let (mut credits, mut absolute) = (vec![0.0; count], vec![0.0; count]);
    let mut one = vec![0.0; count];
    let decay = f64::from(learning.trace_decay);
    let last = record.last.0.map(f64::from);
    let mut value = if learning.leaf { inverted(&last) } else { last };
    let mut future = value;
    for parts in predictions(&record, learning.leaf).iter().rev() {
        let mixed = std::array::from_fn(|k| (1.0 - decay) * value[k] + decay * future[k]);
        let target = inverted(&mixed);
        let prediction = Prediction::of(gammon, parts);
        let errors = std::array::from_fn(|k| target[k] - prediction.outputs[k]);
        prediction.add_slopes(gammon, &errors, &mut one);
        for (slope, (sum, size)) in one.iter_mut().zip(credits.iter_mut().zip(&mut absolute)) {
            *sum += *slope;
            *size += slope.abs();
            *slope = 0.0;
        }
        record.counters.predictions += 1;
        record.counters.squared_errors += errors.iter().map(|error| error * error).sum::<f64>();
        (value, future) = (prediction.outlook, target);
    }
    GameSums { credits, absolute, counters: record.counters }
}

/// The boards that each prediction is the mean of, with their chances.
fn predictions(record: &Record, leaf: bool) -> Vec<Vec<(Board, f64)>> {
    if !leaf {
        return record.boards.iter().map(|&board| vec![(board, 1.0)]).collect();
    }
    let chances = ROLLS.map(|(_, ways)| f64::from(ways) / 36.0);
    record.replies.iter().map(|boards| boards.iter().copied().zip(chances).collect()).collect()
}

/// A prediction: the mean of what is said of some boards.
struct Prediction {
    outputs: [f64; OUTPUTS],
    outlook: [f64; OUTPUTS],
    parts: Vec<(Exact, f64)>,
}

impl Prediction {
    fn of(gammon: &Gammon, boards: &[(Board, f64)]) -> Self {
        let (mut outputs, mut outlook) = ([0.0; OUTPUTS], [0.0; OUTPUTS]);
        let mut parts = Vec::new();
        for &(board, chance) in boards {
            let (raw, allowed) = match Exact::of(gammon, &board) {
                Some(exact) => {
                    let said = (exact.outputs, exact.outlook(&board));
                    parts.push((exact, chance));
                    said
                }
                None => {
                    let known = known(&board);
                    (known, known)
                }
            };
            for k in 0..OUTPUTS {
                outputs[k] += chance * raw[k];
                outlook[k] += chance * allowed[k];
            }
        }
        Self { outputs, outlook, parts }
    }

    fn add_slopes(&self, gammon: &Gammon, errors: &[f64; OUTPUTS], sums: &mut [f64]) {
        for (exact, chance) in &self.parts {
            let errors = errors.map(|error| chance * error);
            exact.for_each_slope(gammon, &errors, |weight, slope| sums[weight] += slope);
        }
    }
}

/// The chances of a board that the rules or the table know.
fn known(board: &Board) -> [f64; OUTPUTS] {
    match Source::of(board, &Sight::of(board)) {
        Source::Known(outlook) => outlook.0.map(f64::from),
        Source::Network(_) => [0.0; OUTPUTS],
    }
}

fn inverted(chances: &[f64; OUTPUTS]) -> [f64; OUTPUTS] {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = *chances;
    [1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gammon::testing::small_gammon;
    use crate::gammon::{Filter, Learner, StepSize};

    const NEVER: &(dyn Fn() -> bool + Sync) = &|| false;

    #[test]
    fn tiny_steps_of_a_learner_go_where_the_credits_say() {
        let step = StepSize::Fixed { from: 1e-4, to: 1e-4 };
        let one = Learning { step, total: 1, ..Learning::default() };
        let filter = Filter { candidates: 1, margin: 0.0 };
        for learning in [one, Learning { plies: 2, leaf: true, filter, ..one }] {
            let before = small_gammon();
            let sums = game_sums(&before, &learning, 5, (0, 1), 1, NEVER).unwrap().remove(0);
            let mut learner = Learner::new(before.clone(), learning, 5).unwrap();
            let counters = learner.run(1, 1, NEVER).unwrap();
            assert_eq!(counters.predictions, sums.counters.predictions);
            let largest = sums.credits.iter().fold(0.0_f64, |most, sum| most.max(sum.abs()));
            assert!(largest > 0.01);
            let weights = learner.gammon().weights();
            for (at, old) in before.weights().into_iter().enumerate() {
                let change = f64::from(weights[at] - old) / 1e-4;
                // Output biases of −4 are too coarse for such steps.
                assert!(
                    old < -1.0 || (change - sums.credits[at]).abs() < 0.02 * largest,
                    "{at}: {change} {} of {largest}",
                    sums.credits[at]
                );
                assert!(sums.absolute[at] >= sums.credits[at].abs() - 1e-12);
            }
        }
    }

    #[test]
    fn sums_are_of_a_games_number_and_the_same_for_any_workers() {
        let (gammon, learning) = (small_gammon(), Learning::default());
        let all = game_sums(&gammon, &learning, 5, (3, 4), 1, NEVER).unwrap();
        assert_eq!(game_sums(&gammon, &learning, 5, (3, 4), 3, NEVER).unwrap(), all);
        assert_eq!(game_sums(&gammon, &learning, 5, (5, 1), 1, NEVER).unwrap()[0], all[2]);
        let stopped = game_sums(&gammon, &learning, 5, (3, 4), 1, &|| true);
        assert_eq!(stopped, Err(Error::Interrupted));
    }
}
