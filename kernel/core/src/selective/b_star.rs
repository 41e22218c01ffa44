//! B* (Berliner, 1979): ranges instead of values, until one move is better than all others can be.

use super::choice::Choice;
use super::evaluator::Spike;
use super::limits::Ended;
use super::minimaxed::{Minimaxed, Values};
use super::search::SelectiveRequest;
use super::shape::{ROOT, Shape};
use super::told::{Judgement, told};
use crate::error::Error;
use crate::game::Game;

/// The settings of B*.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// A range reaches from the lowest to the highest spike of a position, but at first leaves out so
    /// much probability at each end: spikes may say that everything is possible, however unlikely, and
    /// then all ranges would be alike. Once a move is proven best by such likely ranges, the proof is
    /// tried with the whole ones.
    pub tail: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { tail: 0.1 }
    }
}

impl Settings {
    /// # Errors
    /// [`Error::BadSetting`] with the setting that is out of its range.
    pub fn check(&self) -> Result<(), Error> {
        if (0.0..0.5).contains(&self.tail) {
            return Ok(());
        }
        Err(Error::BadSetting(format!("tail {} is not from 0 up and below ½", self.tail)))
    }
}

/// The pessimistic and the optimistic value of a node, for the side to move there.
#[derive(Clone, Copy, Debug)]
struct Range {
    low: f64,
    high: f64,
}

impl Range {
    /// The range that spikes give, from high to low.
    fn of(spikes: &[Spike], tail: f64) -> Self {
        let end = |mut spikes: &mut dyn Iterator<Item = &Spike>| {
            let mut beyond = 0.0;
            let is_inside = |spike: &&Spike| {
                beyond += spike.height;
                beyond > tail
            };
            Iterator::find(&mut spikes, is_inside).map_or(0.0, |spike| spike.location)
        };
        Self { high: end(&mut spikes.iter()), low: end(&mut spikes.iter().rev()) }
    }
}

struct Search<'a, G: Game> {
    grown: Minimaxed<'a, G>,
    /// Likely ranges, and whole ones.
    ranges: [Vec<Range>; 2],
    /// Which of them are in use.
    stage: usize,
    tail: f64,
}

/// Searches a position until the most pessimistic view of one move is no worse than the most
/// optimistic view of the others.
///
/// # Errors
/// On settings out of range, or when the caller wants to stop.
pub fn search<G: Game>(
    request: &SelectiveRequest<'_, G>,
    settings: &Settings,
) -> Result<Choice<G::Move>, Error> {
    settings.check()?;
    let grown = Minimaxed::new(request, 2 * size_of::<Range>());
    let value = grown.values.value(ROOT);
    let root = vec![Range { low: value, high: value }];
    let ranges = [root.clone(), root];
    let mut search = Search { grown, ranges, stage: 0, tail: settings.tail };
    let ended =
        if search.grown.values.is_settled(ROOT) { Ended::Settled } else { search.grow()? };
    let Search { grown, ranges, .. } = search;
    let judged = Judged { values: &grown.values, ranges: &ranges[1], ended };
    Ok(told(&grown.tree, &judged, ended))
}

impl<G: Game> Search<'_, G> {
    fn grow(&mut self) -> Result<Ended, Error> {
        if let Some(ended) = self.expand(ROOT)? {
            return Ok(ended);
        }
        loop {
            let Some(mut node) = self.strategy() else {
                if self.stage == 1 {
                    return Ok(Ended::Settled);
                }
                self.stage = 1;
                continue;
            };
            while self.grown.tree.shape().is_expanded(node) {
                node = most_optimistic(self.grown.tree.shape(), self.ranges(), node);
            }
            if let Some(ended) = self.expand(node)? {
                return Ok(ended);
            }
        }
    }

    fn ranges(&self) -> &[Range] {
        &self.ranges[self.stage]
    }

    /// The root move to work on: the most optimistic one, to prove it the best, or the most
    /// optimistic of the others, to disprove it; whichever has had less work, measured as Berliner
    /// did by the squared depths that the optimistic bounds come from. None when the best is proven.
    fn strategy(&self) -> Option<u32> {
        let shape = self.grown.tree.shape();
        let best = most_optimistic(shape, self.ranges(), ROOT);
        let proven = -self.ranges()[best as usize].high;
        let hopes = |&child: &u32| child != best && -self.ranges()[child as usize].low > proven;
        let others: Vec<u32> = shape.children(ROOT).filter(hopes).collect();
        let lowest = |a: u32, b: u32| {
            if self.ranges()[b as usize].low < self.ranges()[a as usize].low { b } else { a }
        };
        let rival = others.iter().copied().reduce(lowest)?;
        let work = |child: u32| self.depth_of_optimism(child).pow(2);
        let is_solved = |child: u32| {
            let Range { low, high } = self.ranges()[child as usize];
            low == high
        };
        let rest: usize = others.into_iter().map(work).sum();
        let disproves = is_solved(best) || (rest < work(best) && !is_solved(rival));
        Some(if disproves { rival } else { best })
    }

    /// How deep the leaf lies that the best view of a root move comes from.
    fn depth_of_optimism(&self, mut node: u32) -> usize {
        let shape = self.grown.tree.shape();
        while shape.is_expanded(node) {
            // The best for the root is the worst for whoever moves here, and so on in turn.
            let is_ours = shape.depth(node).is_multiple_of(2);
            let view = |child: u32| {
                let range = self.ranges()[child as usize];
                if is_ours { range.low } else { range.high }
            };
            let lower = |a: u32, b: u32| if view(b) < view(a) { b } else { a };
            node = shape.children(node).reduce(lower).unwrap_or(node);
        }
        shape.depth(node)
    }

    fn expand(&mut self, leaf: u32) -> Result<Option<Ended>, Error> {
        let ([likely, whole], tail) = (&mut self.ranges, self.tail);
        let evaluator = self.grown.evaluator;
        let mut spikes = Vec::new();
        let refused = self.grown.expand(leaf, |position, value| {
            spikes.clear();
            match position {
                Some(position) => evaluator.spikes(position, &mut spikes),
                None => spikes.push(Spike { location: value, height: 1.0 }),
            }
            likely.push(Range::of(&spikes, tail));
            whole.push(Range::of(&spikes, 0.0));
        })?;
        if refused.is_none() {
            let shape = self.grown.tree.shape();
            self.ranges.iter_mut().for_each(|ranges| back_up(shape, ranges, leaf));
        }
        Ok(refused)
    }
}

fn back_up(shape: &Shape, ranges: &mut [Range], mut node: u32) {
    loop {
        let mut range = Range { low: f64::NEG_INFINITY, high: f64::NEG_INFINITY };
        for child in shape.children(node) {
            let child = ranges[child as usize];
            range.low = range.low.max(-child.high);
            range.high = range.high.max(-child.low);
        }
        ranges[node as usize] = range;
        if node == ROOT {
            return;
        }
        node = shape.parent(node);
    }
}

/// The child that may be best for the parent.
fn most_optimistic(shape: &Shape, ranges: &[Range], node: u32) -> u32 {
    super::told::best_by(shape, node, |child| ranges[child as usize].low)
}

/// Ranges at the root moves, and likely values.
struct Judged<'a> {
    values: &'a Values,
    ranges: &'a [Range],
    ended: Ended,
}

impl Judgement for Judged<'_> {
    fn value(&self, node: u32) -> f64 {
        self.values.value(node)
    }

    /// The move that was proven best; where time ran out before, the one of highest likely value.
    fn best(&self, shape: &Shape, node: u32) -> u32 {
        if node == ROOT && self.ended == Ended::Settled {
            return most_optimistic(shape, self.ranges, ROOT);
        }
        self.values.best(shape, node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_leave_out_the_unlikely_at_both_ends() {
        let spike = |(location, height)| Spike { location, height };
        let spikes = [(0.5, 0.05), (0.3, 0.25), (0.1, 0.4), (-0.1, 0.28), (-0.5, 0.02)].map(spike);
        let range = |tail| {
            let range = Range::of(&spikes, tail);
            (range.high, range.low)
        };
        assert_eq!(range(0.0), (0.5, -0.5));
        assert_eq!(range(0.04), (0.5, -0.1));
        assert_eq!(range(0.1), (0.3, -0.1));
        assert_eq!(range(0.4), (0.1, 0.1));
    }
}
