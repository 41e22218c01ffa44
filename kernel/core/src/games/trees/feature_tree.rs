//! The tree of twenty features (thesis, 4.2.3 and equations 4.1 to 4.3).
//!
//! Feature 1 counts the moves, 2 to 5 are the quality of the position for the first player, 6 to 20
//! its uncertainty. The number on an edge is
//!
//! r = X · (range + range-influence · Σ₆₋₂₀ (fᵢ − 500)) + influence · Σ₂₋₅ (fᵢ − 500),
//!
//! X uniform between −½ and ½, all in thousandths. Then features drift, and some children get
//! features 2 to 20 anew: `uncertain` per cent of them where the mean of the parent's features 6
//! to 20 is over 500, `certain` per cent elsewhere. (The scan of the thesis divides those fifteen
//! features by 14.) The random numbers are a hash of the parent's features and the child's number.

use super::branching::{Branching, SPREAD, branching};
use super::draws::{Draws, joined};
use super::random_tree::seen_error;
use super::shared::Shared;
use super::tree::{Model, by_sum};
use super::words::{Read, SEED, Word, within, written};
use crate::game::Ending;

/// How many features a position has.
pub const FEATURES: usize = 20;
/// Features lie between 0 and this.
const MOST: i32 = 1_000;
const MIDDLE: i32 = MOST / 2;

/// What all nodes of a tree share.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Parameters {
    seed: u64,
    branching: Branching,
    depth: u16,
    range: i32,
    range_influence: i32,
    influence: i32,
    /// Qualities drift by up to so much a move.
    drift: i32,
    /// Uncertainties do.
    uncertainty_drift: i32,
    /// Per cent of children with new features, where things are uncertain and where not.
    uncertain: i32,
    certain: i32,
    /// The width of the interval by which the evaluation errs.
    noise: i32,
    /// All of these in one number.
    hash: u64,
}

/// A node of the tree of twenty features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    parameters: &'static Parameters,
    features: [u16; FEATURES],
    sum: i32,
}

static KNOWN: Shared<Parameters, Parameters> = Shared::new();
const LIST: &str = "features";
const BRANCHING: Word = branching(3);
const DEPTH: Word = Word::new("depth", (1, 200), 40);
const RANGE: Word = Word::new("range", (0, 1_000_000), 1_000);
const RANGE_INFLUENCE: Word = Word::new("range-influence", (0, 100), 0);
const INFLUENCE: Word = Word::new("influence", (0, 100), 1);
const DRIFT: Word = Word::new("drift", (0, 1_000), 50);
const UNCERTAINTY_DRIFT: Word = Word::new("uncertainty-drift", (0, 1_000), 100);
const UNCERTAIN: Word = Word::new("uncertain", (0, 100), 60);
const CERTAIN: Word = Word::new("certain", (0, 100), 10);
const NOISE: Word = Word::new("noise", (0, 1_000_000), 0);
const SUM: Word = Word::new("sum", (-1_000_000_000, 1_000_000_000), 0);
const WORDS: [Word; 13] = [
    SEED,
    BRANCHING,
    SPREAD,
    DEPTH,
    RANGE,
    RANGE_INFLUENCE,
    INFLUENCE,
    DRIFT,
    UNCERTAINTY_DRIFT,
    UNCERTAIN,
    CERTAIN,
    NOISE,
    SUM,
];

impl Parameters {
    fn numbers(&self) -> [i64; 12] {
        let Branching { mean, spread } = self.branching;
        [
            self.seed as i64,
            mean.into(),
            spread.into(),
            self.depth.into(),
            self.range.into(),
            self.range_influence.into(),
            self.influence.into(),
            self.drift.into(),
            self.uncertainty_drift.into(),
            self.uncertain.into(),
            self.certain.into(),
            self.noise.into(),
        ]
    }

    fn read(read: &Read<'_>) -> Result<Self, String> {
        let number = |word: &Word| Ok::<_, String>(read.number(word)? as i32);
        let mut parameters = Self {
            seed: read.number(&SEED)? as u64,
            branching: Branching::read(read, &BRANCHING)?,
            depth: read.number(&DEPTH)? as u16,
            range: number(&RANGE)?,
            range_influence: number(&RANGE_INFLUENCE)?,
            influence: number(&INFLUENCE)?,
            drift: number(&DRIFT)?,
            uncertainty_drift: number(&UNCERTAINTY_DRIFT)?,
            uncertain: number(&UNCERTAIN)?,
            certain: number(&CERTAIN)?,
            noise: number(&NOISE)?,
            hash: 0,
        };
        parameters.hash =
            parameters.numbers().iter().fold(0, |hash, &number| joined(hash, number as u64));
        Ok(parameters)
    }
}

impl Features {
    /// The sum on the path, in thousandths.
    #[must_use]
    pub fn sum(&self) -> i32 {
        self.sum
    }

    /// The sum as the evaluation sees it: with its error, which belongs to the node.
    #[must_use]
    pub fn seen(&self) -> f64 {
        let width = f64::from(self.parameters.noise);
        let error = if width > 0.0 { seen_error(self.hash()) * width } else { 0.0 };
        (f64::from(self.sum) + error) / 1_000.0
    }

    /// The features, each between 0 and 1000, the first one the number of moves.
    #[must_use]
    pub fn features(&self) -> &[u16; FEATURES] {
        &self.features
    }

    fn hash(&self) -> u64 {
        let four = |f: &[u16]| f.iter().fold(0, |word, &f| word << 16 | u64::from(f));
        self.features.chunks(4).fold(self.parameters.seed, |hash, f| joined(hash, four(f)))
    }

    /// Σ (fᵢ − 500) over some of the features.
    fn excess(&self, features: std::ops::Range<usize>) -> i32 {
        self.features[features].iter().map(|&f| i32::from(f) - MIDDLE).sum()
    }

    fn edge(&self, draws: &mut Draws) -> i32 {
        let p = self.parameters;
        let width = (p.range + p.range_influence * self.excess(UNCERTAINTIES)).max(0);
        draws.between(-width / 2, width / 2) + p.influence * self.excess(QUALITIES)
    }
}

const QUALITIES: std::ops::Range<usize> = 1..5;
const UNCERTAINTIES: std::ops::Range<usize> = 5..FEATURES;

impl Model for Features {
    const NAME: &'static str = "feature-tree";
    const SUMMARY: &'static str =
        "A random tree whose numbers hang on twenty features: the sum decides";
    const MOST_PLIES: usize = 200;
    const EXAMPLE: &'static str = "seed 7 depth 20 : 3 1 2";

    fn children(&self) -> u8 {
        let over = self.features[0] >= self.parameters.depth;
        if over { 0 } else { self.parameters.branching.children(self.hash()) }
    }

    fn child(&self, index: u8) -> Self {
        let p = self.parameters;
        let mut draws = Draws::of(joined(self.hash(), u64::from(index)));
        let sum = self.sum + self.edge(&mut draws);
        let is_uncertain = self.excess(UNCERTAINTIES) > 0;
        let share = if is_uncertain { p.uncertain } else { p.certain };
        let anew = draws.happens(f64::from(share) / 100.0);
        let mut features = self.features;
        features[0] += 1;
        for (i, feature) in features.iter_mut().enumerate().skip(1) {
            let most = if QUALITIES.contains(&i) { p.drift } else { p.uncertainty_drift };
            let drawn = if anew {
                draws.between(0, MOST)
            } else {
                i32::from(*feature) + draws.between(-most, most)
            };
            *feature = drawn.clamp(0, MOST) as u16;
        }
        Self { parameters: p, features, sum }
    }

    fn is_second(&self) -> bool {
        self.features[0] % 2 == 1
    }

    fn ending(&self) -> Ending {
        by_sum(self.sum)
    }

    fn key(&self) -> u64 {
        joined(joined(self.hash(), self.parameters.hash), u64::from(self.sum as u32))
    }

    fn text(&self) -> String {
        let mut numbers = self.parameters.numbers().to_vec();
        numbers.push(self.sum.into());
        let features: Vec<_> = self.features.iter().map(u16::to_string).collect();
        format!("{} {LIST} {}", written(&WORDS, &numbers), features.join(","))
    }

    fn read(text: &str) -> Result<(Self, Read<'_>), String> {
        let read = Read::new(text, &WORDS, Some(LIST))?;
        let parameters = Parameters::read(&read)?;
        let features = match read.said(LIST) {
            Some(said) => listed(said)?,
            None => drawn(parameters.seed),
        };
        let (moves, depth) = (features[0], parameters.depth);
        if moves > depth {
            return Err(format!(
                "feature 1, the number of moves, is {moves}: beyond depth {depth}"
            ));
        }
        let sum = read.number(&SUM)? as i32;
        let parameters = KNOWN.get(&parameters, Clone::clone);
        Ok((Self { parameters, features, sum }, read))
    }
}

/// The features that a text lists.
fn listed(said: &str) -> Result<[u16; FEATURES], String> {
    let numbers: Vec<_> = said.split(',').collect();
    if numbers.len() != FEATURES {
        return Err(format!("{} features instead of {FEATURES}: {said:?}", numbers.len()));
    }
    let mut features = [0; FEATURES];
    for (i, number) in numbers.into_iter().enumerate() {
        let name = format!("feature {}", i + 1);
        features[i] = within(&name, number, (0, MOST.into()))? as u16;
    }
    Ok(features)
}

/// The features of a tree's root: no moves yet, even qualities, uncertainties of any size.
fn drawn(seed: u64) -> [u16; FEATURES] {
    let mut draws = Draws::of(seed);
    let mut features = [MIDDLE as u16; FEATURES];
    features[0] = 0;
    for feature in &mut features[UNCERTAINTIES] {
        *feature = draws.between(0, MOST) as u16;
    }
    features
}
