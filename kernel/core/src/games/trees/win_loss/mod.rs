//! The win/loss tree (thesis, 4.2.5): no numbers on edges; the winner is drawn at the end.
//!
//! A position has three features. The *clock* only goes on; from a threshold on, the chance that a
//! position is an end rises until it is certain. The *quality* decides the chance that an end is
//! won. The *wildness* tells how far the quality drifts.
//!
//! The thesis gives no constants. How those here were chosen is told in docs/random-trees.md.

mod parameters;
mod starts;
mod table;

use super::draws::{Draws, joined, seed_below};
use super::random_tree::seen_error;
use super::tree::Model;
use super::words::{Read, SEED, written};
use crate::game::Ending;
use parameters::{BEST, CLOCK, Parameters, QUALITY, Shape, TURN, WILDNESS, WINNER, WORDS};

pub use starts::even_starts;

/// A node of the win/loss tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinLoss {
    shape: &'static Shape,
    seed: u64,
    /// Only goes on: the later it is, the likelier is an end.
    clock: u16,
    /// For the first player: decides the chance of winning at an end.
    quality: i16,
    /// How far the quality drifts.
    wildness: u8,
    is_second: bool,
    winner: Winner,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Winner {
    Nobody,
    First,
    Second,
}

impl WinLoss {
    /// The first player's chance of winning, when nobody errs, by the features alone: the optimal
    /// evaluation without search.
    #[must_use]
    pub fn chance(&self) -> f64 {
        match self.winner {
            Winner::First => 1.0,
            Winner::Second => 0.0,
            Winner::Nobody => self.first(self.own_chance()),
        }
    }

    /// The chance as the evaluation sees it: with its error, which belongs to the node.
    #[must_use]
    pub fn seen(&self) -> f64 {
        let noise = self.shape.parameters.noise;
        if noise == 0 || self.winner != Winner::Nobody {
            return self.chance();
        }
        (self.chance() + seen_error(self.seed) * f64::from(noise) / 1_000.0).clamp(0.0, 1.0)
    }

    /// How near the end of the game is, from 0 to 1: the chance that a child is an end position.
    #[must_use]
    pub fn nearness(&self) -> f64 {
        match self.winner {
            Winner::Nobody => self.shape.table().near_end(self.clock.into()),
            _ => 1.0,
        }
    }

    /// Clock, quality (for the first player) and wildness.
    #[must_use]
    pub fn features(&self) -> [i32; 3] {
        [self.clock.into(), self.quality.into(), self.wildness.into()]
    }

    /// Clock, quality and wildness as shares of what they can be.
    #[must_use]
    pub fn shares(&self) -> [f64; 3] {
        let p = &self.shape.parameters;
        let [clock, quality, wildness] = self.features().map(f64::from);
        [clock / f64::from(p.last()), quality / f64::from(BEST), wildness / f64::from(p.wildest)]
    }

    /// The side to move's chance.
    fn own_chance(&self) -> f64 {
        let [clock, quality, wildness] = self.features();
        let own = if self.is_second { -quality } else { quality };
        self.shape.table().chance(clock, wildness, own)
    }

    fn first(&self, own: f64) -> f64 {
        if self.is_second { 1.0 - own } else { own }
    }
}

impl Model for WinLoss {
    const NAME: &'static str = "win-loss-tree";
    const SUMMARY: &'static str =
        "A random tree of many lengths: its features tell the chance of a win";
    const MOST_PLIES: usize = 400;
    const EXAMPLE: &'static str = "seed 7 branching 12 quality -40 : 3 1 4";

    fn children(&self) -> u8 {
        match self.winner {
            Winner::Nobody => self.shape.parameters.branching.children(self.seed),
            _ => 0,
        }
    }

    fn child(&self, index: u8) -> Self {
        let p = &self.shape.parameters;
        let seed = seed_below(self.seed, index);
        let mut draws = Draws::of(seed);
        let clock = (i32::from(self.clock) + draws.between(1, p.tick)).min(p.last());
        let change = p.change(self.wildness.into());
        let quality = i32::from(self.quality) + draws.between(-change, change);
        let quality = quality.clamp(-BEST, BEST);
        let wildness = (i32::from(self.wildness) + draws.between(-1, 1)).clamp(1, p.wildest);
        let winner = if clock > p.threshold && draws.happens(p.end_chance(clock)) {
            let won = draws.happens(p.won_chance(quality));
            if won { Winner::First } else { Winner::Second }
        } else {
            Winner::Nobody
        };
        Self {
            shape: self.shape,
            seed,
            clock: clock as u16,
            quality: quality as i16,
            wildness: wildness as u8,
            is_second: !self.is_second,
            winner,
        }
    }

    fn is_second(&self) -> bool {
        self.is_second
    }

    fn ending(&self) -> Ending {
        let score = f64::from(u8::from(self.winner == Winner::First));
        Ending { score, reason: "the end of the tree" }
    }

    /// The weight that hand-made spikes give to their extremes: half of it far from the end. There
    /// is no end to be seen, but search decides as much: most positions below are as good as won or
    /// lost.
    fn finishing(&self) -> Option<f64> {
        Some(0.5 + 0.5 * self.nearness())
    }

    fn key(&self) -> u64 {
        let [clock, quality, wildness] = self.features();
        let features = (clock as u64) << 32 | (quality + BEST) as u64 | (wildness as u64) << 24;
        let sides = u64::from(self.is_second) << 62 | (self.winner as u64) << 60;
        joined(self.seed ^ self.shape.hash, features | sides)
    }

    fn text(&self) -> String {
        let [clock, quality, wildness] = self.features().map(i64::from);
        let turn = 1 + i64::from(self.is_second);
        let mut numbers = vec![self.seed as i64];
        numbers.extend(self.shape.parameters.numbers());
        numbers.extend([clock, quality, wildness, turn, self.winner as i64]);
        written(&WORDS, &numbers)
    }

    fn read(text: &str) -> Result<(Self, Read<'_>), String> {
        let read = Read::new(text, &WORDS, None)?;
        let parameters = Parameters::read(&read)?;
        let (clock, last) = (read.number(&CLOCK)?, parameters.last());
        let (wildness, wildest) = (read.number(&WILDNESS)?, parameters.wildest);
        let winner = [Winner::Nobody, Winner::First, Winner::Second];
        let winner = winner[read.number(&WINNER)? as usize];
        let over = winner != Winner::Nobody;
        if clock > last.into() || clock == i64::from(last) && !over {
            let least = if over { "at most" } else { "below" };
            return Err(format!("clock {clock} is not {least} {last}, when all games are over"));
        }
        let wildness = if read.said(WILDNESS.name).is_some() || wildness <= wildest.into() {
            wildness
        } else {
            wildest.into()
        };
        if wildness > wildest.into() {
            return Err(format!("wildness {wildness} is more than wildest {wildest}"));
        }
        let node = Self {
            shape: parameters.shape(),
            seed: read.number(&SEED)? as u64,
            clock: clock as u16,
            quality: read.number(&QUALITY)? as i16,
            wildness: wildness as u8,
            is_second: read.number(&TURN)? == 2,
            winner,
        };
        Ok((node, read))
    }
}

#[cfg(test)]
mod tests;
