//! Matches within the kernel: pairs of games with the same dice, sides exchanged.

use std::sync::atomic::{AtomicU64, Ordering};

use super::choose::{Chooser, Filter};
use super::evaluator::Gammon;
use super::pubeval;
use super::self_play::Dice;
use crate::error::Error;
use crate::games::backgammon::{Board, Plays};
use crate::rng::{Rng, move_seed};

/// Keeps the choices of random players apart from the dice.
const CHOICE_STREAM: u64 = 0x6368_6f69_6365_0000; // "choice"

/// Who plays.
#[derive(Clone, Copy, Debug)]
pub enum Player<'a> {
    /// An evaluation, by so many plies.
    Gammon {
        /// The evaluation.
        gammon: &'a Gammon,
        /// The plies.
        plies: usize,
        /// Which plays are looked at further.
        filter: Filter,
    },
    /// Tesauro's linear yardstick.
    Pubeval,
    /// Any play, each equally likely.
    Random,
}

/// A match: how many pairs, by which dice.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// Pairs of games.
    pub pairs: u64,
    /// The first pair's number: pair n has the dice of stream n of the seed.
    pub first_pair: u64,
    /// The seed of all dice.
    pub seed: u64,
    /// Plies after which a game is cut.
    pub most_plies: usize,
    /// Threads.
    pub workers: usize,
}

impl Default for Match {
    fn default() -> Self {
        Self { pairs: 1_000, first_pair: 0, seed: 1, most_plies: 2_000, workers: 1 }
    }
}

impl Match {
    /// The points of the first player in each game of each pair: in the first it begins, in the second
    /// the other does, with the same dice ply by ply. 0 is a game that was cut.
    ///
    /// # Errors
    /// [`Error::Interrupted`] when `stop` says so, which is asked between pairs.
    pub fn play(
        &self,
        players: [Player<'_>; 2],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<[i8; 2]>, Error> {
        let next = AtomicU64::new(0);
        let work = || {
            let mut table = Table::default();
            let mut points = Vec::new();
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= self.pairs || stop() {
                    return points;
                }
                points.push((pair, self.pair(players, self.first_pair + pair, &mut table)));
            }
        };
        let mut points = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.workers).map(|_| scope.spawn(work)).collect();
            let mut points = work();
            for other in others {
                points.extend(other.join().expect("a worker that plays a match"));
            }
            points
        });
        if (points.len() as u64) < self.pairs {
            return Err(Error::Interrupted);
        }
        points.sort_unstable_by_key(|&(pair, _)| pair);
        Ok(points.into_iter().map(|(_, points)| points).collect())
    }

    fn pair(&self, players: [Player<'_>; 2], number: u64, table: &mut Table) -> [i8; 2] {
        let [one, other] = players;
        let mut game = |players, which: u64| {
            let choices = Rng::new(move_seed(self.seed ^ CHOICE_STREAM, number, which), 0);
            self.game(players, Dice::of_game(self.seed, number), choices, table)
        };
        [game([one, other], 0), -game([other, one], 1)]
    }

    /// The points of the player who begins.
    fn game(
        &self,
        players: [Player<'_>; 2],
        mut dice: Dice,
        mut choices: Rng,
        table: &mut Table,
    ) -> i8 {
        let mut board = Board::START;
        for ply in 0..self.most_plies {
            let moved = table.choose(&players[ply % 2], &board, dice.roll(), &mut choices);
            if let Some(points) = moved.won_by(0) {
                return if ply % 2 == 0 { points as i8 } else { -(points as i8) };
            }
            board = moved.swapped();
        }
        0
    }
}

/// What players share that sit at one table: room to think.
#[derive(Default)]
struct Table {
    chooser: Chooser,
    plays: Plays,
}

impl Table {
    /// The board after a player's choice, in the mover's view.
    fn choose(
        &mut self,
        player: &Player<'_>,
        board: &Board,
        dice: (u8, u8),
        choices: &mut Rng,
    ) -> Board {
        match *player {
            Player::Gammon { gammon, plies, filter } => {
                let best = self.chooser.choose(gammon, board, dice, plies, filter);
                self.chooser.plays().found()[best.index].board
            }
            Player::Random => {
                self.plays.generate(board, dice);
                choices.choose(self.plays.found()).board
            }
            Player::Pubeval => {
                self.plays.generate(board, dice);
                best_by_pubeval(board, &self.plays)
            }
        }
    }
}

/// The board after pubeval's choice among plays; the first of equals.
fn best_by_pubeval(board: &Board, plays: &Plays) -> Board {
    let was_race = board.is_race();
    let mut best = (f32::NEG_INFINITY, *board);
    for found in plays.found() {
        let score = pubeval::score(&found.board, was_race);
        if score > best.0 {
            best = (score, found.board);
        }
    }
    best.1
}

/// The mean points a game and its standard error, which is taken over pairs: their games share dice.
#[must_use]
pub fn mean_and_error(points: &[[i8; 2]]) -> (f64, f64) {
    let pairs: Vec<_> = points.iter().map(|[a, b]| f64::from(a + b) / 2.0).collect();
    let n = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / n;
    let squares: f64 = pairs.iter().map(|pair| (pair - mean) * (pair - mean)).sum();
    (mean, (squares / (n - 1.0) / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gammon::testing::small_gammon;

    const NEVER: &(dyn Fn() -> bool + Sync) = &|| false;

    /// The published figure: pubeval wins 2.51 ± 0.01 points a game of a random player, in 4,000 games.
    #[test]
    fn pubeval_beats_chance_by_as_much_as_it_should() {
        let played = Match { pairs: 1_000, ..Match::default() }
            .play([Player::Pubeval, Player::Random], NEVER)
            .unwrap();
        let (mean, error) = mean_and_error(&played);
        assert!((mean - 2.51).abs() < 4.0 * error.max(0.01), "{mean} ± {error}");
    }

    #[test]
    fn equal_players_share_the_points_of_every_pair() {
        let gammon = small_gammon();
        let player = Player::Gammon { gammon: &gammon, plies: 1, filter: Filter::default() };
        let contest = Match { pairs: 10, ..Match::default() };
        let points = contest.play([player, player], NEVER).unwrap();
        assert!(points.iter().all(|[a, b]| a + b == 0 && *a != 0));
        let two = Match { workers: 3, ..contest };
        assert_eq!(two.play([player, player], NEVER).unwrap(), points);
        assert_eq!(contest.play([player, player], &|| true), Err(Error::Interrupted));
    }

    #[test]
    fn a_pair_is_of_its_number() {
        let all = Match { pairs: 6, ..Match::default() };
        let players = [Player::Pubeval, Player::Random];
        let later = Match { pairs: 2, first_pair: 4, ..all };
        assert_eq!(later.play(players, NEVER).unwrap(), all.play(players, NEVER).unwrap()[4..]);
    }
}
