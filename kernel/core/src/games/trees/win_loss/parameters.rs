//! What all nodes of a win/loss tree share.

use std::sync::OnceLock;

use super::super::branching::{Branching, SPREAD, branching};
use super::super::draws::joined;
use super::super::shared::Shared;
use super::super::words::{Read, SEED, Word};
use super::table::Table;

/// The best quality for the first player; the worst is its negative.
pub const BEST: i32 = 500;

/// The shape of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Parameters {
    /// How many children nodes have.
    pub branching: Branching,
    /// The clock goes on by 1 up to this at each move.
    pub tick: i32,
    /// Up to this time no position is an end.
    pub threshold: i32,
    /// From there the chance of an end rises to 1 in so much time.
    pub rise: i32,
    /// The quality changes by up to this times the wildness at each move.
    pub drift: i32,
    /// Wildness lies between 1 and this.
    pub wildest: i32,
    /// The quality from which on an end is won for certain.
    pub decisive: i32,
    /// The width, in thousandths, of the interval by which the evaluation errs.
    pub noise: i32,
}

/// A tree: its parameters, and what follows from them.
#[derive(Debug)]
pub struct Shape {
    /// As they were asked for.
    pub parameters: Parameters,
    /// All of them in one number.
    pub hash: u64,
    table: OnceLock<Table>,
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.parameters == other.parameters
    }
}

pub const BRANCHING: Word = branching(20);
pub const TICK: Word = Word::new("tick", (1, 20), 3);
pub const THRESHOLD: Word = Word::new("threshold", (0, 200), 60);
pub const RISE: Word = Word::new("rise", (1, 200), 100);
pub const DRIFT: Word = Word::new("drift", (0, 200), 40);
pub const WILDEST: Word = Word::new("wildest", (1, 8), 8);
pub const DECISIVE: Word = Word::new("decisive", (1, 10_000), 500);
pub const NOISE: Word = Word::new("noise", (0, 2_000), 0);
pub const CLOCK: Word = Word::new("clock", (0, 400), 0);
pub const QUALITY: Word = Word::new("quality", (-BEST as i64, BEST as i64), -83);
pub const WILDNESS: Word = Word::new("wildness", (1, 8), 4);
/// 1 where the first player is to move, 2 where the second is.
pub const TURN: Word = Word::new("turn", (1, 2), 1);
/// At an end, the player who has won; 0 elsewhere.
pub const WINNER: Word = Word::new("winner", (0, 2), 0);
pub const WORDS: [Word; 15] = [
    SEED, BRANCHING, SPREAD, TICK, THRESHOLD, RISE, DRIFT, WILDEST, DECISIVE, NOISE, CLOCK,
    QUALITY, WILDNESS, TURN, WINNER,
];

static KNOWN: Shared<Parameters, Shape> = Shared::new();

impl Parameters {
    /// What a text says of them.
    ///
    /// # Errors
    /// In words, with the value and its range.
    pub fn read(read: &Read<'_>) -> Result<Self, String> {
        let number = |word: &Word| Ok::<_, String>(read.number(word)? as i32);
        Ok(Self {
            branching: Branching::read(read, &BRANCHING)?,
            tick: number(&TICK)?,
            threshold: number(&THRESHOLD)?,
            rise: number(&RISE)?,
            drift: number(&DRIFT)?,
            wildest: number(&WILDEST)?,
            decisive: number(&DECISIVE)?,
            noise: number(&NOISE)?,
        })
    }

    /// The numbers in the order of [`WORDS`], from the second one on.
    pub fn numbers(&self) -> [i64; 9] {
        let Branching { mean, spread } = self.branching;
        let (mean, spread) = (mean.into(), spread.into());
        let more = [self.tick, self.threshold, self.rise, self.drift, self.wildest];
        let [tick, threshold, rise, drift, wildest] = more.map(i64::from);
        let (decisive, noise) = (self.decisive.into(), self.noise.into());
        [mean, spread, tick, threshold, rise, drift, wildest, decisive, noise]
    }

    /// The tree with these parameters.
    pub fn shape(&self) -> &'static Shape {
        KNOWN.get(self, |parameters| {
            let hash =
                parameters.numbers().iter().fold(0, |hash, &number| joined(hash, number as u64));
            Shape { parameters: parameters.clone(), hash, table: OnceLock::new() }
        })
    }

    /// The time at which every position is an end.
    pub fn last(&self) -> i32 {
        self.threshold + self.rise
    }

    /// The chance that a position of this time is an end.
    pub fn end_chance(&self, clock: i32) -> f64 {
        (f64::from(clock - self.threshold) / f64::from(self.rise)).clamp(0.0, 1.0)
    }

    /// The chance that the player wins at an end whose quality is this to him.
    pub fn won_chance(&self, quality: i32) -> f64 {
        (0.5 + 0.5 * f64::from(quality) / f64::from(self.decisive)).clamp(0.0, 1.0)
    }

    /// By how much the quality can change where the parent has this wildness.
    pub fn change(&self, wildness: i32) -> i32 {
        self.drift * wildness
    }
}

impl Shape {
    /// The chances of a win, computed when they are first asked for.
    pub fn table(&self) -> &Table {
        self.table.get_or_init(|| Table::new(&self.parameters))
    }
}
