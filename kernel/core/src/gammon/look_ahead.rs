//! The search behind a choice: plays, the 21 rolls, replies, and so on.

use super::choose::{Candidate, Filter, Replies};
use super::evaluator::{Gammon, Source};
use super::inputs::Sight;
use super::outlook::Outlook;
use super::parent::Parent;
use crate::games::backgammon::{Board, Plays, ROLLS};

/// Room for what each ply of a search works with.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    pub parent: Parent,
    pub plays: Plays,
    pub outlooks: Vec<Outlook>,
    pub candidates: Vec<Candidate>,
    /// What the best replies to each roll lead to, in the view of who is on roll then.
    replies: Vec<Board>,
    /// For plays whose replies were looked at: the play, and those.
    pub looked_at: Vec<(usize, Replies)>,
}

/// A search of some plies.
pub(super) struct Search<'a> {
    pub gammon: &'a Gammon,
    pub filter: Filter,
}

impl Search<'_> {
    /// The best play at the first level, whose parent is set, and how many boards were evaluated.
    pub fn best(
        &self,
        levels: &mut [Level],
        board: &Board,
        dice: (u8, u8),
        plies: usize,
    ) -> (Candidate, u64) {
        if plies > 1 {
            let count = self.rank(levels, board, dice, plies);
            return (levels[0].candidates[0], count);
        }
        let count = self.judge(&mut levels[0], board, dice);
        let outlooks = &levels[0].outlooks;
        let mut best = Candidate::new(0, outlooks[0]);
        for (index, &outlook) in outlooks.iter().enumerate().skip(1) {
            let equity = outlook.equity();
            if equity > best.equity {
                best = Candidate { index, outlook, equity };
            }
        }
        (best, count)
    }

    /// The same, but a play without a rival has its chances by one ply: for the root, where they are
    /// compared with nothing.
    pub fn choose(
        &self,
        levels: &mut [Level],
        board: &Board,
        dice: (u8, u8),
        plies: usize,
    ) -> (Candidate, u64) {
        if plies == 1 {
            return self.best(levels, board, dice, plies);
        }
        let mut count = self.judge(&mut levels[0], board, dice);
        self.filter(&mut levels[0]);
        if levels[0].candidates.len() > 1 {
            count += self.look_ahead(levels, plies);
        }
        (levels[0].candidates[0], count)
    }

    /// Ranks the plays at the first level, whose parent is set.
    pub fn rank(&self, levels: &mut [Level], board: &Board, dice: (u8, u8), plies: usize) -> u64 {
        let count = self.judge(&mut levels[0], board, dice);
        if plies > 1 {
            self.filter(&mut levels[0]);
            return count + self.look_ahead(levels, plies);
        }
        levels[0].sort();
        count
    }

    /// Finds the plays and their chances by one ply.
    fn judge(&self, level: &mut Level, board: &Board, dice: (u8, u8)) -> u64 {
        level.looked_at.clear();
        level.plays.generate(board, dice);
        self.gammon.judge(&mut level.parent, &level.plays, &mut level.outlooks);
        level.plays.found().len() as u64
    }

    /// Keeps the plays that are worth a look.
    fn filter(&self, level: &mut Level) {
        level.sort();
        let least = level.candidates[0].equity - self.filter.margin;
        let within = level.candidates.partition_point(|candidate| candidate.equity >= least);
        level.candidates.truncate(within.min(self.filter.candidates).max(1));
    }

    /// Gives the candidates the chances that they have after the best replies, and sorts them.
    fn look_ahead(&self, levels: &mut [Level], plies: usize) -> u64 {
        let (level, deeper) = levels.split_first_mut().expect("a level a ply");
        let mut count = 0;
        for candidate in &mut level.candidates {
            let after = level.plays.found()[candidate.index].board.swapped();
            if let Source::Network(_) = Source::of(&after, &Sight::of(&after)) {
                let (outlook, evaluations) = self.expectation(deeper, &after, plies - 1);
                *candidate = Candidate::new(candidate.index, outlook.inverted());
                level.looked_at.push((candidate.index, deeper[0].last_replies()));
                count += evaluations;
            }
        }
        level.candidates.sort_by(|a, b| b.equity.total_cmp(&a.equity));
        count
    }

    /// The chances of the player about to roll: the mean over the 21 rolls of the best play's.
    pub fn expectation(&self, levels: &mut [Level], board: &Board, plies: usize) -> (Outlook, u64) {
        levels[0].parent.set(self.gammon, board);
        levels[0].replies.clear();
        let (mut sum, mut count) = (Outlook::default(), 0);
        for (dice, ways) in ROLLS {
            let (best, evaluations) = self.best(levels, board, dice, plies);
            let reply = levels[0].plays.found()[best.index].board.swapped();
            levels[0].replies.push(reply);
            sum = sum.plus(f32::from(ways), &best.outlook);
            count += evaluations;
        }
        (Outlook(sum.0.map(|chance| chance / 36.0)), count)
    }
}

impl Level {
    pub fn last_replies(&self) -> Replies {
        std::array::from_fn(|roll| self.replies[roll])
    }

    /// All plays as candidates by one ply, the best first, equal ones in their order.
    fn sort(&mut self) {
        let all = self.outlooks.iter().enumerate();
        self.candidates.clear();
        self.candidates.extend(all.map(|(index, &outlook)| Candidate::new(index, outlook)));
        self.candidates.sort_by(|a, b| b.equity.total_cmp(&a.equity));
    }
}
