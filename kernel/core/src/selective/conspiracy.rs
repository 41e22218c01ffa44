//! Conspiracy-number search (McAllester, 1988): a value is trusted when many leaves would have to
//! change together to change it.

use super::choice::Choice;
use super::limits::Ended;
use super::minimaxed::{Minimaxed, Values};
use super::search::SelectiveRequest;
use super::shape::{ROOT, Shape};
use super::told::{Judgement, best_by, told};
use crate::error::Error;
use crate::game::Game;

/// The settings of conspiracy-number search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Conspiracies are counted for so many values, evenly from lost to won: an odd number. Moves
    /// that differ by less than the step between two are not told apart.
    pub levels: u16,
}

impl Default for Settings {
    fn default() -> Self {
        Self { levels: 33 }
    }
}

impl Settings {
    /// # Errors
    /// [`Error::BadSetting`] with the setting that is out of its range.
    pub fn check(&self) -> Result<(), Error> {
        if (3..=1001).contains(&self.levels) && !self.levels.is_multiple_of(2) {
            return Ok(());
        }
        let levels = self.levels;
        Err(Error::BadSetting(format!("levels {levels} is not an odd number from 3 to 1001")))
    }
}

/// No conspiracy, however large, is enough.
const NEVER: u16 = u16::MAX;
const NO_COUNTS: u32 = u32::MAX;

/// Which way a value is to be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// To the level or above it.
    Up,
    /// To the level or below it.
    Down,
}

impl Aim {
    fn other(self) -> Self {
        if self == Aim::Up { Aim::Down } else { Aim::Up }
    }
}

/// The conspiracy numbers of all nodes. Those of leaves follow from their values.
struct Conspiracies {
    levels: Vec<f64>,
    places: Vec<u32>,
    /// Of each inner node: how many leaves must change to raise it to each level, then to lower it.
    counts: Vec<u16>,
}

impl Conspiracies {
    fn new(levels: u16, win: f64) -> Self {
        let last = i32::from(levels) - 1;
        let level = |k: i32| win * f64::from(2 * k - last) / f64::from(last);
        let levels = (0..=last).map(level).collect();
        Self { levels, places: vec![NO_COUNTS], counts: Vec::new() }
    }

    /// How many leaves must change to bring a node to a level.
    fn number(&self, values: &Values, node: u32, aim: Aim, level: usize) -> u16 {
        let place = self.places[node as usize];
        if place != NO_COUNTS {
            let half = if aim == Aim::Up { 0 } else { self.levels.len() };
            return self.counts[place as usize + half + level];
        }
        let (value, wanted) = (values.value(node), self.levels[level]);
        let is_there = if aim == Aim::Up { value >= wanted } else { value <= wanted };
        match is_there {
            true => 0,
            false if values.is_settled(node) => NEVER,
            false => 1,
        }
    }

    /// Counts anew from a node that was given children up to the root.
    fn back_up(&mut self, shape: &Shape, values: &Values, mut node: u32) {
        let levels = self.levels.len();
        self.places.resize(shape.len(), NO_COUNTS);
        let place = self.counts.len();
        self.counts.resize(place + 2 * levels, 0);
        // Only now is it an inner node: its numbers follow from its children.
        self.places[node as usize] = place as u32;
        loop {
            let place = self.places[node as usize] as usize;
            for level in 0..levels {
                let seen_below = levels - 1 - level;
                let (mut up, mut down) = (NEVER, 0_u16);
                for child in shape.children(node) {
                    up = up.min(self.number(values, child, Aim::Down, seen_below));
                    let of_child = self.number(values, child, Aim::Up, seen_below);
                    down = down.saturating_add(of_child);
                }
                self.counts[place + level] = up;
                self.counts[place + levels + level] = down;
            }
            if node == ROOT {
                return;
            }
            node = shape.parent(node);
        }
    }

    /// What to try at the root: the value that at most so many leaves could bring about and that is
    /// farthest from the present one. None where there is none; the flag says whether a larger
    /// conspiracy could change anything.
    fn target(&self, values: &Values, conspirators: u16) -> Result<(Aim, usize), bool> {
        let mut best: Option<(f64, Aim, usize)> = None;
        let (mut could, now) = (false, values.value(ROOT));
        for aim in [Aim::Up, Aim::Down] {
            for (level, &value) in self.levels.iter().enumerate() {
                let number = self.number(values, ROOT, aim, level);
                could |= number > 0 && number < NEVER;
                let distance = (value - now).abs();
                if number > 0 && number <= conspirators && best.is_none_or(|b| distance > b.0) {
                    best = Some((distance, aim, level));
                }
            }
        }
        best.map(|(_, aim, level)| (aim, level)).ok_or(could)
    }

    /// One of the leaves of a least conspiracy. Where one child is enough, the one that needs
    /// fewest; where all must change, the one that needs most: it is the first to show that nothing
    /// comes of it.
    fn leaf(&self, shape: &Shape, values: &Values, mut aim: Aim, mut level: usize) -> u32 {
        let mut node = ROOT;
        while shape.is_expanded(node) {
            level = self.levels.len() - 1 - level;
            let numbers = shape
                .children(node)
                .map(|child| (self.number(values, child, aim.other(), level), child));
            let open = numbers.filter(|&(number, _)| number > 0 && number < NEVER);
            let chosen = if aim == Aim::Up {
                open.reduce(|a, b| if b.0 < a.0 { b } else { a })
            } else {
                open.reduce(|a, b| if b.0 > a.0 { b } else { a })
            };
            node = chosen.expect("a conspiracy has members").1;
            aim = aim.other();
        }
        node
    }
}

/// Searches a position: whenever no conspiracy of the present size can change the root's value, the
/// next size is tried.
///
/// # Errors
/// On settings out of range, or when the caller wants to stop.
pub fn search<G: Game>(
    request: &SelectiveRequest<'_, G>,
    settings: &Settings,
) -> Result<Choice<G::Move>, Error> {
    settings.check()?;
    let levels = settings.levels;
    let kept = size_of::<u32>() + 4 * usize::from(levels) / TYPICAL_MOVES;
    let mut grown = Minimaxed::new(request, kept);
    let mut conspiracies = Conspiracies::new(levels, request.evaluator.win());
    let mut conspirators = 1;
    let ended = loop {
        if grown.values.is_settled(ROOT) {
            break Ended::Settled;
        }
        let (shape, values) = (grown.tree.shape(), &grown.values);
        let leaf = match conspiracies.target(values, conspirators) {
            _ if !shape.is_expanded(ROOT) => ROOT,
            Ok((aim, level)) => conspiracies.leaf(shape, values, aim, level),
            Err(true) => {
                conspirators += 1;
                continue;
            }
            Err(false) => break Ended::Settled,
        };
        if let Some(ended) = grown.expand(leaf, |_, _| ())? {
            break ended;
        }
        conspiracies.back_up(grown.tree.shape(), &grown.values, leaf);
    };
    Ok(told(&grown.tree, &Judged { values: &grown.values, conspiracies: &conspiracies }, ended))
}

struct Judged<'a> {
    values: &'a Values,
    conspiracies: &'a Conspiracies,
}

impl Judgement for Judged<'_> {
    fn value(&self, node: u32) -> f64 {
        self.values.value(node)
    }

    /// The move of highest value; of equal ones, that which it takes most leaves to make worse.
    fn best(&self, shape: &Shape, node: u32) -> u32 {
        let best = best_by(shape, node, |child| self.value(child));
        let value = self.value(best);
        let equal = shape.children(node).filter(|&child| self.value(child) == value);
        let levels = &self.conspiracies.levels;
        let Some(worse) = levels.iter().position(|&level| level > value) else { return best };
        let number = |child| self.conspiracies.number(self.values, child, Aim::Up, worse);
        let safer = |a: u32, b: u32| if number(b) > number(a) { b } else { a };
        equal.reduce(safer).unwrap_or(best)
    }
}

/// What the numbers of an inner node are shared by, to say how much memory a node takes.
const TYPICAL_MOVES: usize = 4;
