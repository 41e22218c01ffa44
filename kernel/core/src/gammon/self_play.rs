//! A game that a player plays against itself, and what learning needs of it.

use super::choose::{Chooser, Replies};
use super::evaluator::{Gammon, Source};
use super::inputs::Sight;
use super::learn::{Counters, Learning};
use super::outlook::Outlook;
use crate::games::backgammon::Board;
use crate::rng::Rng;

/// A game: the boards before each move, seen by its mover, and how it ended.
#[derive(Clone, Debug)]
pub struct Record {
    /// Before each move.
    pub boards: Vec<Board>,
    /// After each move that does not end the game, if predictions are of two plies.
    pub replies: Vec<Replies>,
    /// The chances of the player who would roll after the last move.
    pub last: Outlook,
    /// What happened.
    pub counters: Counters,
}

/// The dice of a game: of its number alone, whoever plays.
#[derive(Clone, Debug)]
pub struct Dice {
    rng: Rng,
    is_opening: bool,
}

impl Dice {
    /// The dice of game `number` of a seed.
    #[must_use]
    pub fn of_game(seed: u64, number: u64) -> Self {
        Self { rng: Rng::new(seed, number), is_opening: true }
    }

    /// The next roll. The first of a game is thrown again until its dice differ.
    pub fn roll(&mut self) -> (u8, u8) {
        loop {
            let fallen = self.rng.below(36) as u8;
            let dice = (fallen / 6 + 1, fallen % 6 + 1);
            if !self.is_opening || dice.0 != dice.1 {
                self.is_opening = false;
                return dice;
            }
        }
    }
}

/// How a game goes on after a move.
pub(super) enum Next {
    /// Here, in the view of the player about to roll.
    On(Board),
    /// Not at all: the rules or the table know that player's chances.
    Over(Outlook),
}

impl Next {
    /// What comes after a board that a move led to, in the mover's view.
    pub fn after(moved: &Board) -> Self {
        let board = moved.swapped();
        match Source::of(&board, &Sight::of(&board)) {
            Source::Known(outlook) => Self::Over(outlook),
            Source::Network(_) => Self::On(board),
        }
    }
}

/// Plays game `number` of a seed, both sides by the same evaluation.
pub fn play(
    gammon: &Gammon,
    learning: &Learning,
    seed: u64,
    number: u64,
    chooser: &mut Chooser,
) -> Record {
    let mut dice = Dice::of_game(seed, number);
    let evaluations = chooser.evaluations;
    let mut record = Record {
        boards: Vec::with_capacity(64),
        replies: Vec::new(),
        last: Outlook::default(),
        counters: Counters::default(),
    };
    let mut board = Board::START;
    loop {
        if record.boards.len() == learning.most_plies {
            record.last = gammon.outlook(&board);
            record.replies.pop();
            record.counters.unfinished = 1;
            break;
        }
        let best = chooser.choose(gammon, &board, dice.roll(), learning.plies, learning.filter);
        record.boards.push(board);
        let moved = chooser.plays().found()[best.index].board;
        match Next::after(&moved) {
            Next::Over(outlook) => {
                record.last = outlook;
                record.counters.note_end(&moved, &outlook, record.boards.len());
                break;
            }
            Next::On(next) => board = next,
        }
        if learning.leaf {
            record.replies.push(chooser.replies(gammon, best.index));
        }
    }
    record.counters.games = 1;
    record.counters.plies = record.boards.len() as u64;
    record.counters.evaluations = chooser.evaluations - evaluations;
    record
}

impl Counters {
    /// Counts the end of a game after its last move: the board in the mover's view, the chances in
    /// the other's.
    pub(super) fn note_end(&mut self, moved: &Board, outlook: &Outlook, plies: usize) {
        // The first player makes the odd moves; after an even number he would roll.
        let of_first = if plies.is_multiple_of(2) { *outlook } else { outlook.inverted() };
        let [win, win2, win3, lose2, lose3] = of_first.0.map(f64::from);
        let lose = 1.0 - win;
        let parts = [lose3, lose2 - lose3, lose - lose2, win - win2, win2 - win3, win3];
        self.points.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
        self.at_table += u64::from(moved.won_by(0).is_none());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gammon::testing::small_gammon;

    #[test]
    fn a_game_is_of_its_number_alone_and_stops_at_the_table() {
        let (gammon, mut chooser) = (small_gammon(), Chooser::default());
        let learning = Learning::default();
        for number in 0..5 {
            let record = play(&gammon, &learning, 1, number, &mut chooser);
            let again = play(&gammon, &learning, 1, number, &mut Chooser::default());
            assert_eq!(record.boards, again.boards);
            assert_eq!(record.counters, again.counters);
            assert_eq!(record.boards[0], Board::START);
            assert!((record.counters.points.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            let is_known =
                |board: &Board| matches!(Source::of(board, &Sight::of(board)), Source::Known(_));
            assert!(!record.boards.iter().any(is_known));
        }
    }

    #[test]
    fn a_long_game_is_cut_and_is_no_result() {
        let learning = Learning { most_plies: 6, ..Learning::default() };
        let record = play(&small_gammon(), &learning, 1, 0, &mut Chooser::default());
        assert_eq!((record.boards.len(), record.counters.unfinished), (6, 1));
        assert_eq!(record.counters.points, [0.0; 6]);
    }

    #[test]
    fn the_first_roll_is_never_a_double() {
        for number in 0..200 {
            let (a, b) = Dice::of_game(3, number).roll();
            assert!(a != b && (1..=6).contains(&a) && (1..=6).contains(&b));
        }
    }
}
