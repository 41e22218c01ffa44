//! What a position is worth by playing it out many times, luck taken away.
//!
//! Each game is played by the networks to its end, to the bear-off table, or for some plies. The
//! first two rolls are dealt evenly. From what a game gives the luck of its rolls is taken: of each
//! the chances after its best play minus their mean over all rolls, by the networks at one ply. That
//! mean is exact, so luck is 0 on average whatever the networks think, and what remains has the same
//! mean. Its error is the smaller the more the networks know: those that have learnt nothing see luck
//! where there is none, and may make it larger.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::choose::{Chooser, Filter};
use super::evaluator::{Gammon, Source};
use super::inputs::Sight;
use super::outlook::{OUTPUTS, Outlook};
use crate::error::Error;
use crate::games::backgammon::bearoff::TwoSided;
use crate::games::backgammon::board::rearmost;
use crate::games::backgammon::{Board, ROLLS};
use crate::rng::Rng;

/// Ways in which two dice can fall.
const WAYS: u64 = 36;
/// Games in which each pair of first rolls comes once.
const ROUND: u64 = WAYS * WAYS;
/// Points that each chance adds.
const WORTH: [f64; OUTPUTS] = [2.0, 1.0, 1.0, -1.0, -1.0];
/// Keeps the order of first rolls apart from the dice of games.
const ORDER_STREAM: u64 = 0x6f72_6465_7200_0000; // "order"

/// Five numbers, one a chance.
type Five = [f64; OUTPUTS];

/// How positions are rolled out.
#[derive(Clone, Copy, Debug)]
pub struct Rollout {
    /// Games; of a multiple of 1296 the first two rolls are quite even.
    pub games: u64,
    /// Where all dice come from.
    pub seed: u64,
    /// By how many plies both sides choose their plays.
    pub plies: usize,
    /// Which plays are looked at further, where plies are more than one.
    pub filter: Filter,
    /// Plies after which the networks say what a game is worth; none plays on.
    pub truncate: Option<u64>,
    /// Whether games end where the bear-off tables know how they go on.
    pub at_table: bool,
    /// Plies after which a game is truncated in any case.
    pub most_plies: u64,
    /// Threads: they change the time, never the result.
    pub workers: usize,
}

impl Default for Rollout {
    fn default() -> Self {
        Self {
            games: ROUND,
            seed: 0,
            plies: 1,
            filter: Filter::default(),
            truncate: None,
            at_table: true,
            most_plies: 2_000,
            workers: 1,
        }
    }
}

/// A mean over games with its standard error, of the chances and of the points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The mean chances of the player about to roll.
    pub chances: Five,
    /// Their standard errors.
    pub chance_errors: Five,
    /// The mean points.
    pub equity: f64,
    /// Their standard error. Evenly dealt rolls make the true one a little smaller.
    pub error: f64,
}

/// What games gave.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RolledOut {
    /// With luck taken away. Chances may lie a little outside of 0 to 1.
    pub reduced: Estimate,
    /// As the games ended.
    pub plain: Estimate,
    /// Games played: 0 where rules or tables know the position.
    pub games: u64,
    /// Games cut after so many plies that nobody asked for it.
    pub cut: u64,
    /// Plies in all games.
    pub plies: u64,
}

/// What one game gave.
#[derive(Clone, Copy, Debug)]
struct Sample {
    number: u64,
    plain: Five,
    luck: Five,
    plies: u64,
    is_cut: bool,
}

impl Rollout {
    /// Plays a position out, in the view of the player about to roll.
    ///
    /// # Errors
    /// [`Error::Interrupted`] when `stop` says so, which this thread asks between games;
    /// [`Error::BadSetting`] where no games are wanted.
    pub fn run(
        &self,
        gammon: &Gammon,
        board: &Board,
        stop: &dyn Fn() -> bool,
    ) -> Result<RolledOut, Error> {
        if self.games == 0 {
            return Err(Error::BadSetting("a rollout needs a game".to_owned()));
        }
        if let Some(outlook) = self.known(board) {
            let chances = outlook.0.map(f64::from);
            let exact = Estimate { chances, equity: points(&chances), ..Estimate::default() };
            return Ok(RolledOut { reduced: exact, plain: exact, ..RolledOut::default() });
        }
        let (next, is_stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let work = |is_over: &dyn Fn() -> bool| {
            let (mut chooser, mut samples) = (Chooser::default(), Vec::new());
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games || is_over() {
                    return samples;
                }
                samples.push(self.game(gammon, board, number, &mut chooser));
            }
        };
        let mut samples = std::thread::scope(|scope| {
            let (work, is_stopped) = (&work, &is_stopped);
            let others: Vec<_> = (1..self.workers)
                .map(|_| scope.spawn(move || work(&|| is_stopped.load(Ordering::Relaxed))))
                .collect();
            let asked = || {
                let over = stop();
                is_stopped.fetch_or(over, Ordering::Relaxed);
                over
            };
            let mut samples = work(&asked);
            for other in others {
                samples.extend(other.join().expect("a worker that rolls out"));
            }
            samples
        });
        if (samples.len() as u64) < self.games {
            return Err(Error::Interrupted);
        }
        // Sums in the order of the games are the same for any number of workers.
        samples.sort_unstable_by_key(|sample| sample.number);
        Ok(summed(&samples))
    }

    /// Plays a game; what it gave, in the view of the player about to roll at its start.
    fn game(&self, gammon: &Gammon, start: &Board, number: u64, chooser: &mut Chooser) -> Sample {
        let mut dice = Rolls::of_game(self.seed, number);
        let (mut board, mut luck, mut plies) = (*start, [0.0; OUTPUTS], 0);
        let last = self.truncate.unwrap_or(u64::MAX);
        let end = loop {
            if plies >= last.min(self.most_plies) {
                break gammon.outlook(&board);
            }
            let roll = dice.roll();
            let best = chooser.best_by_roll(gammon, &board);
            add_luck(&mut luck, &best, roll, plies % 2 == 1);
            let moved = if self.plies == 1 {
                best[roll].1
            } else {
                let (dice, _) = ROLLS[roll];
                let best = chooser.choose(gammon, &board, dice, self.plies, self.filter);
                chooser.plays().found()[best.index].board
            };
            board = moved.swapped();
            plies += 1;
            if let Some(outlook) = self.known(&board) {
                break outlook;
            }
        };
        let end = if plies % 2 == 1 { end.inverted() } else { end };
        let is_cut = plies >= self.most_plies && self.known(&board).is_none();
        Sample { number, plain: end.0.map(f64::from), luck, plies, is_cut }
    }

    /// The chances of the player about to roll where rules or tables know them; the exact table, of
    /// few checkers, before the other.
    fn known(&self, board: &Board) -> Option<Outlook> {
        let is_over = board.won_by(0).is_some() || board.won_by(1).is_some();
        if !is_over && !self.at_table {
            return None;
        }
        match Source::of(board, &Sight::of(board)) {
            Source::Known(outlook) if is_over => Some(outlook),
            Source::Known(outlook) => Some(exact(board).unwrap_or(outlook)),
            Source::Network(_) => None,
        }
    }
}

/// What the exact table says of a bear-off.
fn exact(board: &Board) -> Option<Outlook> {
    debug_assert!(board.rows.iter().all(|row| rearmost(row) <= 6), "checkers are home");
    let home = |side: usize| std::array::from_fn(|n| board.rows[side][n + 1]);
    let found = TwoSided::shared().equities(&home(0), &home(1))?;
    Some(Outlook([found.winning_chance(), 0.0, 0.0, 0.0, 0.0]))
}

/// Adds the luck of a roll, in the view of the player who began: the other's is turned.
fn add_luck(luck: &mut Five, best: &[(Outlook, Board); ROLLS.len()], roll: usize, is_other: bool) {
    let mut own = best[roll].0.0.map(f64::from);
    for ((outlook, _), (_, ways)) in best.iter().zip(ROLLS) {
        for (sum, chance) in own.iter_mut().zip(outlook.0) {
            *sum -= f64::from(ways) / WAYS as f64 * f64::from(chance);
        }
    }
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = own;
    let seen = if is_other {
        [-win, lose_gammon, lose_backgammon, win_gammon, win_backgammon]
    } else {
        own
    };
    luck.iter_mut().zip(seen).for_each(|(sum, part)| *sum += part);
}

fn points(chances: &Five) -> f64 {
    chances.iter().zip(WORTH).map(|(chance, worth)| chance * worth).sum::<f64>() - 1.0
}

fn summed(samples: &[Sample]) -> RolledOut {
    let plain = samples.iter().map(|sample| sample.plain);
    let reduced =
        samples.iter().map(|sample| std::array::from_fn(|k| sample.plain[k] - sample.luck[k]));
    RolledOut {
        reduced: estimated(reduced),
        plain: estimated(plain),
        games: samples.len() as u64,
        cut: samples.iter().filter(|sample| sample.is_cut).count() as u64,
        plies: samples.iter().map(|sample| sample.plies).sum(),
    }
}

fn estimated(samples: impl Iterator<Item = Five> + Clone) -> Estimate {
    let of = |number: &dyn Fn(&Five) -> f64| {
        let values = samples.clone().map(|sample| number(&sample));
        let n = values.clone().count() as f64;
        let mean = values.clone().sum::<f64>() / n;
        let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
        // One game has no spread to tell an error from.
        (mean, if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { 0.0 })
    };
    let (equity, error) = of(&points);
    let each: [_; OUTPUTS] = std::array::from_fn(|k| of(&|sample| sample[k]));
    Estimate {
        chances: each.map(|(mean, _)| mean),
        chance_errors: each.map(|(_, error)| error),
        equity,
        error,
    }
}

/// The rolls of a game, as their indices among the 21.
struct Rolls {
    rng: Rng,
    first: [Option<u64>; 2],
    count: usize,
}

impl Rolls {
    /// In each round of games every pair of first rolls comes once, in an order of its own: so even
    /// some games of a round have each roll with the same chance.
    fn of_game(seed: u64, number: u64) -> Self {
        let (round, within) = (number / ROUND, number % ROUND);
        let (slot, turn) = (within % WAYS, within / WAYS);
        let dealt = |stream: u64, at: u64| {
            let mut ways: Vec<u64> = (0..WAYS).collect();
            Rng::new(seed ^ ORDER_STREAM, round * (WAYS + 1) + stream).shuffle(&mut ways);
            Some(ways[at as usize])
        };
        let first = [dealt(0, slot), dealt(1 + slot, turn)];
        Self { rng: Rng::new(seed, number), first, count: 0 }
    }

    fn roll(&mut self) -> usize {
        let drawn = self.rng.below(WAYS);
        let dealt = self.first.get(self.count).copied().flatten();
        self.count += 1;
        let way = dealt.unwrap_or(drawn);
        index_of((way / 6 + 1) as u8, (way % 6 + 1) as u8)
    }
}

fn index_of(a: u8, b: u8) -> usize {
    let dice = (a.max(b), a.min(b));
    ROLLS.iter().position(|&(roll, _)| roll == dice).expect("one of the 21 rolls")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gammon::testing::{random_boards, small_gammon};

    const NEVER: &dyn Fn() -> bool = &|| false;

    /// A bear-off of few checkers.
    fn ending(own: [u8; 6], other: [u8; 6]) -> Board {
        let side = |points: [u8; 6]| std::array::from_fn(|n| *points.get(n).unwrap_or(&0));
        Board::of_points([side(own), side(other)]).unwrap()
    }

    #[test]
    fn first_rolls_are_dealt_evenly() {
        let mut seen = std::collections::HashMap::new();
        for number in ROUND..2 * ROUND {
            let mut rolls = Rolls::of_game(5, number);
            *seen.entry((rolls.roll(), rolls.roll())).or_insert(0_u32) += 1;
        }
        for ((first, second), count) in seen {
            assert_eq!(count, u32::from(ROLLS[first].1) * u32::from(ROLLS[second].1));
        }
    }

    #[test]
    fn games_without_the_table_give_what_the_table_says() {
        let gammon = small_gammon();
        let boards = [
            ending([1, 1, 1, 0, 0, 1], [2, 1, 0, 1, 0, 0]),
            ending([0, 2, 0, 1, 1, 0], [0, 0, 2, 1, 1, 0]),
            ending([0, 0, 0, 1, 2, 1], [1, 1, 0, 1, 0, 1]),
        ];
        for board in boards {
            let rollout = Rollout { at_table: false, ..Rollout::default() };
            let found = rollout.run(&gammon, &board, NEVER).unwrap();
            let exact = f64::from(exact(&board).unwrap().equity());
            let (reduced, plain) = (found.reduced, found.plain);
            assert!((plain.equity - exact).abs() < 4.0 * plain.error);
            // Play by the one-sided table is not quite the best.
            assert!((reduced.equity - exact).abs() < 4.0 * reduced.error + 0.001);
            let known = Rollout::default().run(&gammon, &board, NEVER).unwrap();
            assert_eq!((known.reduced.equity, known.reduced.error, known.games), (exact, 0.0, 0));
        }
    }

    #[test]
    fn taking_luck_away_changes_the_error_and_not_the_mean() {
        let gammon = small_gammon();
        for board in random_boards(4, 60).iter().step_by(29) {
            let rollout = Rollout { games: 324, ..Rollout::default() };
            let found = rollout.run(&gammon, board, NEVER).unwrap();
            let (reduced, plain) = (found.reduced, found.plain);
            let spread = plain.error.hypot(reduced.error);
            assert!((reduced.equity - plain.equity).abs() < 4.0 * spread);
        }
    }

    #[test]
    fn the_result_is_that_of_the_seed_for_any_number_of_workers() {
        let (gammon, board) = (small_gammon(), random_boards(7, 40)[39]);
        let one = Rollout { games: 40, seed: 3, ..Rollout::default() };
        let found = one.run(&gammon, &board, NEVER).unwrap();
        let three = Rollout { workers: 3, ..one };
        assert_eq!(three.run(&gammon, &board, NEVER).unwrap(), found);
        let other = Rollout { seed: 4, ..one };
        assert_ne!(other.run(&gammon, &board, NEVER).unwrap(), found);
        assert_eq!(three.run(&gammon, &board, &|| true), Err(Error::Interrupted));
    }

    #[test]
    fn truncated_games_end_with_what_the_networks_say() {
        let (gammon, board) = (small_gammon(), Board::START);
        let none = Rollout { games: 5, truncate: Some(0), ..Rollout::default() };
        let found = none.run(&gammon, &board, NEVER).unwrap();
        assert_eq!(found.plain.chances, gammon.outlook(&board).0.map(f64::from));
        // One ply, all luck taken away: the mean over the rolls of the best play, and no error.
        let one = Rollout { games: 36, truncate: Some(1), ..Rollout::default() };
        let found = one.run(&gammon, &board, NEVER).unwrap().reduced;
        let mean = Chooser::default().expectation(&gammon, &board, 1, Filter::default());
        assert!((found.equity - f64::from(mean.equity())).abs() < 1e-6 && found.error < 1e-6);
    }

    #[test]
    fn two_plies_play_too() {
        let rollout = Rollout { games: 4, plies: 2, truncate: Some(3), ..Rollout::default() };
        let found = rollout.run(&small_gammon(), &Board::START, NEVER).unwrap();
        assert_eq!((found.games, found.plies), (4, 12));
    }
}
