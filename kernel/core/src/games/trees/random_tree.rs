//! The basic random tree (thesis, 4.2.1): each edge has a uniform random number, a node is worth
//! the sum on its path, and the sign of the sum at the end decides.
//!
//! Sums near the end of a game are nearly the final ones: as in real games, evaluations grow better
//! with the depth. The numbers on edges are thousandths.

use super::branching::{Branching, SPREAD, branching};
use super::draws::{Draws, joined, seed_below};
use super::shared::Shared;
use super::tree::{Model, by_sum};
use super::words::{Read, SEED, Word, written};
use crate::game::Ending;

/// What all nodes of a tree share.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Parameters {
    branching: Branching,
    /// Plies of a game.
    depth: u16,
    /// The width of the interval that edges are drawn from, 0 in the middle.
    range: i32,
    /// The width of the interval by which the evaluation errs.
    noise: i32,
}

/// A node of the basic random tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sums {
    parameters: &'static Parameters,
    seed: u64,
    sum: i32,
    ply: u16,
}

static KNOWN: Shared<Parameters, Parameters> = Shared::new();
const BRANCHING: Word = branching(10);
const DEPTH: Word = Word::new("depth", (1, 200), 12);
const RANGE: Word = Word::new("range", (2, 1_000_000), 1_000);
const NOISE: Word = Word::new("noise", (0, 1_000_000), 0);
const PLY: Word = Word::new("ply", (0, 200), 0);
const SUM: Word = Word::new("sum", (-1_000_000_000, 1_000_000_000), 0);
const WORDS: [Word; 8] = [SEED, BRANCHING, SPREAD, DEPTH, RANGE, NOISE, PLY, SUM];
/// Keeps the evaluation's error apart from a node's other numbers.
const ERROR: u64 = 0xE770;

impl Sums {
    /// The sum on the path, in thousandths.
    #[must_use]
    pub fn sum(&self) -> i32 {
        self.sum
    }

    /// The sum as the evaluation sees it: with its error, which belongs to the node.
    #[must_use]
    pub fn seen(&self) -> f64 {
        let width = f64::from(self.parameters.noise);
        let error = if width > 0.0 { seen_error(self.seed) * width } else { 0.0 };
        (f64::from(self.sum) + error) / 1_000.0
    }
}

/// A uniform number between −½ and ½ that belongs to the node.
pub(super) fn seen_error(seed: u64) -> f64 {
    Draws::of(joined(seed, ERROR)).unit() - 0.5
}

impl Model for Sums {
    const NAME: &'static str = "random-tree";
    const SUMMARY: &'static str = "A random tree with a number on each edge: the sum decides";
    const MOST_PLIES: usize = 200;
    const EXAMPLE: &'static str = "seed 7 branching 12 depth 8 : 3 1 4";

    fn children(&self) -> u8 {
        if self.ply >= self.parameters.depth {
            0
        } else {
            self.parameters.branching.children(self.seed)
        }
    }

    fn child(&self, index: u8) -> Self {
        let seed = seed_below(self.seed, index);
        let half = self.parameters.range / 2;
        let edge = Draws::of(seed).between(-half, half);
        Self { seed, sum: self.sum + edge, ply: self.ply + 1, ..*self }
    }

    fn is_second(&self) -> bool {
        self.ply % 2 == 1
    }

    fn ending(&self) -> Ending {
        by_sum(self.sum)
    }

    fn key(&self) -> u64 {
        let tree = joined(self.parameters.range as u64, self.parameters.noise as u64);
        let shape = self.parameters.branching;
        let shape = u64::from(shape.mean) << 8 | u64::from(shape.spread);
        let place = u64::from(self.parameters.depth) << 48 | u64::from(self.ply) << 32;
        joined(joined(self.seed, tree ^ shape), place ^ u64::from(self.sum as u32))
    }

    fn text(&self) -> String {
        let p = self.parameters;
        let (mean, spread) = (p.branching.mean.into(), p.branching.spread.into());
        let (depth, range, noise) = (p.depth.into(), p.range.into(), p.noise.into());
        let (ply, sum) = (self.ply.into(), self.sum.into());
        written(&WORDS, &[self.seed as i64, mean, spread, depth, range, noise, ply, sum])
    }

    fn read(text: &str) -> Result<(Self, Read<'_>), String> {
        let read = Read::new(text, &WORDS, None)?;
        let parameters = Parameters {
            branching: Branching::read(&read, &BRANCHING)?,
            depth: read.number(&DEPTH)? as u16,
            range: read.number(&RANGE)? as i32,
            noise: read.number(&NOISE)? as i32,
        };
        let ply = read.number(&PLY)? as u16;
        if ply > parameters.depth {
            return Err(format!("ply {ply} lies beyond depth {}", parameters.depth));
        }
        let node = Self {
            parameters: KNOWN.get(&parameters, Clone::clone),
            seed: read.number(&SEED)? as u64,
            sum: read.number(&SUM)? as i32,
            ply,
        };
        Ok((node, read))
    }
}
