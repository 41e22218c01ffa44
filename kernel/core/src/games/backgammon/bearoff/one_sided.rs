//! How many rolls a side needs to bear off, whatever the other does.

use std::sync::LazyLock;

use super::distributions::{Distributions, SLOTS};
use super::plays::{ROLLS, roll_index, steps};
use super::ranking::{position, positions, rank};
use super::{CHECKERS, Points};

/// Positions without all 15 checkers, which have the first ranks; only the others lose a gammon.
const SOME_OFF: usize = positions(CHECKERS - 1);
const ALL: usize = positions(CHECKERS);

/// The number of rolls that each of the 54,264 positions of a side needs, when every roll is played
/// for the least mean of what is left. About 4 MB.
pub struct OneSided {
    /// Rolls until all checkers are off, by rank.
    all_off: Distributions,
    /// Rolls until the first checker is off, by rank from [`SOME_OFF`] on.
    one_off: Distributions,
    means: Vec<f64>,
}

impl OneSided {
    /// The table, built when it is asked for the first time.
    #[must_use]
    pub fn shared() -> &'static Self {
        static TABLE: LazyLock<OneSided> = LazyLock::new(|| Builder::default().build());
        &TABLE
    }

    /// The mean number of rolls until all checkers are off.
    ///
    /// # Panics
    /// As everything here, with more than 15 checkers.
    #[must_use]
    pub fn mean_rolls(&self, points: &Points) -> f64 {
        self.means[rank(points)]
    }

    /// The chances that 0, 1, 2 … rolls take all checkers off. They end where those of more rolls
    /// are negligible, and their sum is 1 but for roundings.
    #[must_use]
    pub fn distribution(&self, points: &Points) -> &[f32] {
        self.all_off.get(rank(points)).chances
    }

    /// The chances that the first checker goes off with roll 0, 1, 2 … when all are played for the
    /// least mean number of rolls; none if a checker is off already.
    #[must_use]
    pub fn first_off(&self, points: &Points) -> Option<&[f32]> {
        let place = rank(points).checked_sub(SOME_OFF)?;
        Some(self.one_off.get(place).chances)
    }

    /// The chances of the player about to roll: to win, to win a gammon, to win a backgammon, to
    /// lose a gammon, to lose a backgammon. There are no backgammons, since both sides are home.
    ///
    /// With his n-th roll the roller wins if the other needs n rolls or more, having had n − 1; the
    /// other wins with his n-th if the roller needs more than n. It is a gammon when the loser's
    /// first checker needs as many; nobody plays otherwise to save one, so that there are a few too
    /// many. A side without checkers has won.
    #[must_use]
    pub fn outlook(&self, roller: &Points, other: &Points) -> [f32; 5] {
        let (roller, other) = (rank(roller), rank(other));
        let (own, others) = (self.all_off.get(roller), self.all_off.get(other));
        // Roundings must not lead out of 0 to 1, nor make gammons more than wins.
        let win = own.no_later_than(others).clamp(0.0, 1.0);
        let mut outlook = [win, 0.0, 0.0, 0.0, 0.0];
        if let Some(place) = other.checked_sub(SOME_OFF) {
            outlook[1] = own.no_later_than(self.one_off.get(place)).clamp(0.0, win);
        }
        if let Some(place) = roller.checked_sub(SOME_OFF) {
            outlook[3] = others.earlier_than(self.one_off.get(place)).clamp(0.0, 1.0 - win);
        }
        outlook
    }

    /// Bytes of the whole table.
    #[cfg(test)]
    pub(super) fn size(&self) -> usize {
        self.all_off.size() + self.one_off.size() + size_of_val(&*self.means)
    }
}

/// The best that one, two or three dice of a kind can make of a position, by rank.
///
/// The best play of two dice begins with one step and goes on by the best step of the other die,
/// which is known from the position in between. So a roll asks six positions, not all its plays.
#[derive(Clone, Copy, Default)]
struct After {
    one: [u16; 6],
    two: [u16; 6],
    three: [u16; 6],
}

#[derive(Default)]
struct Builder {
    all_off: Distributions,
    one_off: Distributions,
    means: Vec<f64>,
    after: Vec<After>,
}

impl Builder {
    fn build(mut self) -> OneSided {
        // Without checkers no roll is needed, and dice change nothing.
        let mut done = [0.0; SLOTS];
        done[0] = 1.0;
        self.all_off.push(&done);
        self.means.push(0.0);
        self.after.push(After::default());
        for own in 1..ALL {
            self.add(own);
        }
        self.all_off.shrink();
        self.one_off.shrink();
        OneSided { all_off: self.all_off, one_off: self.one_off, means: self.means }
    }

    /// Adds the position of this rank; all before it, and so all that it can lead to, are known.
    fn add(&mut self, own: usize) {
        // Until its plays are compared the position stands for the worst that could come of them.
        self.means.push(f64::INFINITY);
        let plays = self.best_plays(own);
        let means = ROLLS.iter().zip(plays).map(|(roll, play)| roll.chance * self.mean(play));
        self.means[own] = 1.0 + means.sum::<f64>();
        let all_off = mixed(&plays, |play| self.all_off.get(play).chances);
        self.all_off.push(&all_off);
        if own >= SOME_OFF {
            let now: &[f32] = &[1.0];
            let one_off = mixed(&plays, |play| {
                play.checked_sub(SOME_OFF).map_or(now, |place| self.one_off.get(place).chances)
            });
            self.one_off.push(&one_off);
        }
    }

    /// The best result of each roll; what fewer dice make of the position is remembered.
    fn best_plays(&mut self, own: usize) -> [u16; 21] {
        let unknown = own as u16;
        let mut plays = [unknown; 21];
        let mut after = After { one: [unknown; 6], two: [unknown; 6], three: [unknown; 6] };
        let points = position(own);
        for die in 0..6 {
            for step in steps(&points, die + 1) {
                let next = rank(&step);
                let then = self.after[next];
                self.improve(&mut after.one[die], next as u16);
                self.improve(&mut after.two[die], then.one[die]);
                self.improve(&mut after.three[die], then.two[die]);
                for other in 0..6 {
                    let result = if other == die { then.three[die] } else { then.one[other] };
                    self.improve(&mut plays[roll_index(die + 1, other + 1)], result);
                }
            }
        }
        self.after.push(after);
        plays
    }

    fn improve(&self, best: &mut u16, result: u16) {
        if self.mean(result) < self.mean(*best) {
            *best = result;
        }
    }

    fn mean(&self, rank: u16) -> f64 {
        self.means[usize::from(rank)]
    }
}

/// The distribution one roll earlier: that of each roll's result, by the roll's chance.
fn mixed<'a>(plays: &[u16; 21], chances: impl Fn(usize) -> &'a [f32]) -> [f64; SLOTS] {
    let mut sums = [0.0; SLOTS];
    for (roll, &play) in ROLLS.iter().zip(plays) {
        for (sum, &chance) in sums[1..].iter_mut().zip(chances(play.into())) {
            *sum += roll.chance * f64::from(chance);
        }
    }
    sums
}
