//! Which play to choose: by the chances after it, or by those after all replies.

use super::evaluator::{Gammon, Source};
use super::inputs::Sight;
use super::look_ahead::{Level, Search};
use super::outlook::Outlook;
use crate::games::backgammon::{Board, Plays, ROLLS};

/// Which plays are worth a look at the replies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filter {
    /// As many as this, the best by one ply.
    pub candidates: usize,
    /// And none that is worse than the best by more than this.
    pub margin: f32,
}

impl Default for Filter {
    fn default() -> Self {
        Self { candidates: 5, margin: 0.15 }
    }
}

/// A play that was looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// Its index among the plays of the roll.
    pub index: usize,
    /// The mover's chances after it.
    pub outlook: Outlook,
    /// Their points.
    pub equity: f32,
}

impl Candidate {
    #[inline(always)]
    pub(super) fn new(index: usize, outlook: Outlook) -> Self {
        Self { index, outlook, equity: outlook.equity() }
    }
}

/// The boards after the best reply to each of the 21 rolls, in the view of the player who is on roll
/// again.
pub type Replies = [Board; ROLLS.len()];

/// Chooses plays; kept from move to move, so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Chooser {
    levels: Vec<Level>,
    /// How many boards were evaluated since it was made.
    pub evaluations: u64,
}

impl Chooser {
    /// The plays of a roll, the best first: by one ply all of them; by more, those that the filter
    /// leaves, with chances that are the mean over the 21 rolls of what the best reply by one ply
    /// less leaves to the mover. After-states that are over or in the table are not searched.
    pub fn rank(
        &mut self,
        gammon: &Gammon,
        board: &Board,
        dice: (u8, u8),
        plies: usize,
        filter: Filter,
    ) -> &[Candidate] {
        let search = Search { gammon, filter };
        let levels = self.levels(plies);
        levels[0].parent.set(gammon, board);
        self.evaluations += search.rank(&mut self.levels, board, dice, plies);
        &self.levels[0].candidates
    }

    /// The best play of a roll: the first of those that are equal. One that has no rival left is not
    /// searched further, and has its chances by one ply.
    pub fn choose(
        &mut self,
        gammon: &Gammon,
        board: &Board,
        dice: (u8, u8),
        plies: usize,
        filter: Filter,
    ) -> Candidate {
        let search = Search { gammon, filter };
        let levels = self.levels(plies);
        levels[0].parent.set(gammon, board);
        let (best, evaluations) = search.choose(&mut self.levels, board, dice, plies);
        self.evaluations += evaluations;
        best
    }

    /// The plays of the roll that was ranked or chosen from last.
    #[must_use]
    pub fn plays(&self) -> &Plays {
        &self.levels[0].plays
    }

    /// The mover's one-ply chances after each of these plays.
    #[must_use]
    pub fn outlooks(&self) -> &[Outlook] {
        &self.levels[0].outlooks
    }

    /// For each roll of the other player after one of these plays, what the best reply by one ply
    /// leads to.
    pub fn replies(&mut self, gammon: &Gammon, index: usize) -> Replies {
        let search = Search { gammon, filter: Filter::default() };
        let (level, deeper) = self.levels(2).split_first_mut().expect("two levels");
        if let Some((_, replies)) = level.looked_at.iter().find(|(play, _)| *play == index) {
            return *replies;
        }
        let after = level.plays.found()[index].board.swapped();
        let (_, evaluations) = search.expectation(deeper, &after, 1);
        let replies = deeper[0].last_replies();
        self.evaluations += evaluations;
        replies
    }

    /// For each of the 21 rolls of the player about to roll, the chances that the best play by one
    /// ply leaves, and the board after it, both in that player's view.
    pub fn best_by_roll(
        &mut self,
        gammon: &Gammon,
        board: &Board,
    ) -> [(Outlook, Board); ROLLS.len()] {
        let search = Search { gammon, filter: Filter::default() };
        let level = &mut self.levels(1)[..1];
        level[0].parent.set(gammon, board);
        let mut evaluations = 0;
        let best = ROLLS.map(|(dice, _)| {
            let (best, count) = search.best(level, board, dice, 1);
            evaluations += count;
            (best.outlook, level[0].plays.found()[best.index].board)
        });
        self.evaluations += evaluations;
        best
    }

    /// The chances of the player about to roll, by so many plies: by none what the networks or the
    /// tables say, by more the mean over the 21 rolls of the best play's.
    pub fn expectation(
        &mut self,
        gammon: &Gammon,
        board: &Board,
        plies: usize,
        filter: Filter,
    ) -> Outlook {
        if plies == 0 || matches!(Source::of(board, &Sight::of(board)), Source::Known(_)) {
            return gammon.outlook(board);
        }
        self.levels(plies);
        let search = Search { gammon, filter };
        let (outlook, evaluations) = search.expectation(&mut self.levels, board, plies);
        self.evaluations += evaluations;
        outlook
    }

    fn levels(&mut self, plies: usize) -> &mut [Level] {
        let missing = plies.max(1).saturating_sub(self.levels.len());
        self.levels.extend(std::iter::repeat_with(Level::default).take(missing));
        &mut self.levels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gammon::evaluator::Source;
    use crate::gammon::inputs::{Inputs, Sight};
    use crate::gammon::shape::GammonShape;
    use crate::gammon::testing::random_boards;

    fn gammon() -> Gammon {
        let shape = GammonShape { inputs: Inputs::Raw, hidden: 16, race_hidden: 16 };
        Gammon::new(shape, 2, 0).unwrap()
    }

    const ALL: Filter = Filter { candidates: usize::MAX, margin: f32::INFINITY };

    /// The same by recursion on whole boards.
    fn slow(gammon: &Gammon, board: &Board, dice: (u8, u8), plies: usize) -> f32 {
        let mut plays = Plays::default();
        plays.generate(board, dice);
        let value = |after: &Board| match Source::of(after, &Sight::of(after)) {
            Source::Network(_) if plies > 1 => {
                let mean = |(dice, ways): &((u8, u8), u8)| {
                    f32::from(*ways) / 36.0 * slow(gammon, after, *dice, plies - 1)
                };
                -ROLLS.iter().map(mean).sum::<f32>()
            }
            _ => -gammon.outlook(after).equity(),
        };
        let values = plays.found().iter().map(|found| value(&found.board.swapped()));
        values.fold(f32::NEG_INFINITY, f32::max)
    }

    #[test]
    fn two_plies_are_the_mean_over_the_rolls_of_the_best_reply() {
        let (gammon, mut chooser) = (gammon(), Chooser::default());
        for (n, board) in random_boards(9, 400).iter().enumerate().step_by(37) {
            let dice = ROLLS[n % 21].0;
            let best = chooser.choose(&gammon, board, dice, 1, ALL);
            assert!((best.equity - slow(&gammon, board, dice, 1)).abs() < 1e-5);
            let best = chooser.rank(&gammon, board, dice, 2, ALL)[0];
            assert!((best.equity - slow(&gammon, board, dice, 2)).abs() < 1e-5);
        }
    }

    /// The value of following the best play by one ply, whoever moves, for so many plies.
    fn along_the_best(gammon: &Gammon, board: &Board, dice: (u8, u8), plies: usize) -> f32 {
        let plays = gammon.outlooks_after(board, dice);
        let better = |a: f32, b: f32| if b > a { b } else { a };
        let most = plays.iter().map(|(_, outlook)| outlook.equity()).reduce(better).unwrap();
        let (found, _) = plays.iter().find(|(_, outlook)| outlook.equity() == most).unwrap();
        let after = found.board.swapped();
        match Source::of(&after, &Sight::of(&after)) {
            Source::Network(_) if plies > 1 => {
                let mean = |&(dice, ways): &((u8, u8), u8)| {
                    f32::from(ways) / 36.0 * along_the_best(gammon, &after, dice, plies - 1)
                };
                -ROLLS.iter().map(mean).sum::<f32>()
            }
            _ => most,
        }
    }

    #[test]
    fn three_plies_filter_at_each_level_but_the_last() {
        let (gammon, mut chooser) = (gammon(), Chooser::default());
        let few = Filter { candidates: 2, margin: 0.02 };
        assert!(chooser.rank(&gammon, &Board::START, (3, 1), 3, few).len() <= 2);
        let single = Filter { candidates: 1, margin: 0.0 };
        for board in random_boards(4, 120).iter().step_by(40) {
            let ranked = chooser.rank(&gammon, board, (6, 2), 3, single);
            let wanted = along_the_best(&gammon, board, (6, 2), 3);
            assert!((ranked[0].equity - wanted).abs() < 1e-5);
        }
        // A choice without a rival needs no search.
        let one = chooser.choose(&gammon, &Board::START, (3, 1), 1, single);
        assert_eq!(chooser.choose(&gammon, &Board::START, (3, 1), 3, single), one);
    }

    #[test]
    fn what_is_expected_before_a_roll_is_what_a_ply_more_says_of_the_play_before_it() {
        let (gammon, mut chooser) = (gammon(), Chooser::default());
        let best = chooser.rank(&gammon, &Board::START, (4, 2), 2, ALL)[0];
        let after = chooser.plays().found()[best.index].board.swapped();
        assert_eq!(chooser.expectation(&gammon, &after, 1, ALL).inverted(), best.outlook);
        assert_eq!(chooser.expectation(&gammon, &after, 0, ALL), gammon.outlook(&after));
    }

    #[test]
    fn replies_are_those_that_two_plies_average() {
        let (gammon, mut chooser) = (gammon(), Chooser::default());
        let best = chooser.rank(&gammon, &Board::START, (6, 5), 2, ALL)[0];
        let replies = chooser.replies(&gammon, best.index);
        let mut mean = 0.0;
        for (reply, (_, ways)) in replies.iter().zip(ROLLS) {
            mean += f32::from(ways) / 36.0 * gammon.outlook(reply).equity();
        }
        assert!((mean - best.equity).abs() < 1e-5);
        // They are the same when they were not looked at before.
        chooser.choose(&gammon, &Board::START, (6, 5), 1, ALL);
        assert_eq!(chooser.replies(&gammon, best.index), replies);
    }
}
