//! The optimal value function: the chance of a win by the rules, given a position's features alone.
//!
//! Children are independent given their parent's features, and equally distributed. With c the
//! chance that one child is won for the player who moves to it, b children win with chance
//!
//! W = 1 − (1 − c)ᵇ,   c = Σ P(child | parent) · (e · w + (1 − e) · (1 − W(child))),
//!
//! e being the chance that the child is an end and w that such an end is won. The clock only goes
//! on, so one pass from the last time to the first computes all (thesis, 4.2.5).

use super::parameters::{BEST, Parameters};

/// A chance for each clock, wildness and quality.
#[derive(Debug)]
pub struct Table {
    chances: Vec<f32>,
    /// The chance that a position of each time has a child that is an end.
    near_end: Vec<f64>,
    wildest: usize,
}

/// Qualities from the worst to the best.
const QUALITIES: usize = 2 * BEST as usize + 1;

impl Table {
    /// The chances of a tree.
    pub fn new(parameters: &Parameters) -> Self {
        let (times, wildest) = (parameters.last() as usize + 1, parameters.wildest as usize);
        let near_end = (0..times as i32).map(|clock| near_end(parameters, clock)).collect();
        let chances = vec![0.0; times * wildest * QUALITIES];
        let mut table = Self { chances, near_end, wildest };
        for clock in (0..parameters.last()).rev() {
            let children = table.children(parameters, clock);
            for wildness in 1..=parameters.wildest {
                let row = table.row(clock, wildness);
                let won = table.won(parameters, &children, wildness);
                table.chances[row..row + QUALITIES].copy_from_slice(&won);
            }
        }
        table
    }

    /// The chance that the side to move wins, the quality seen by it.
    #[inline]
    pub fn chance(&self, clock: i32, wildness: i32, quality: i32) -> f64 {
        f64::from(self.chances[self.row(clock, wildness) + (quality + BEST) as usize])
    }

    /// The chance that a position of this time has a child that is an end.
    pub fn near_end(&self, clock: i32) -> f64 {
        self.near_end[clock as usize]
    }

    fn row(&self, clock: i32, wildness: i32) -> usize {
        (clock as usize * self.wildest + wildness as usize - 1) * QUALITIES
    }

    /// For each wildness, the chance that a child of that quality to the parent's player is won for
    /// that player, over all times that it may have.
    fn children(&self, p: &Parameters, clock: i32) -> Vec<Vec<f64>> {
        let value = |wildness: i32, quality: i32| {
            let at = |tick: i32| {
                let clock = (clock + tick).min(p.last());
                let end = p.end_chance(clock);
                let going = 1.0 - self.chance(clock, wildness, -quality);
                end * p.won_chance(quality) + (1.0 - end) * going
            };
            (1..=p.tick).map(at).sum::<f64>() / f64::from(p.tick)
        };
        let row = |wildness| (-BEST..=BEST).map(|quality| value(wildness, quality)).collect();
        (1..=p.wildest).map(row).collect()
    }

    /// The chance of the side to move for each quality, at one wildness.
    fn won(&self, p: &Parameters, children: &[Vec<f64>], wildness: i32) -> Vec<f32> {
        let steps = [-1, 0, 1].map(|step| (wildness + step).clamp(1, p.wildest) as usize - 1);
        let mean = |quality: usize| steps.iter().map(|&w| children[w][quality]).sum::<f64>() / 3.0;
        let values: Vec<_> = (0..QUALITIES).map(mean).collect();
        let change = p.change(wildness);
        let (first, last) = (values[0], values[QUALITIES - 1]);
        let numbers = p.branching.numbers();
        let numbers_of_children = f64::from(numbers.end() - numbers.start() + 1);
        let lost = |c: f64| {
            let all = |b: u8| (1.0 - c).max(0.0).powi(b.into());
            p.branching.numbers().map(all).sum::<f64>() / numbers_of_children
        };
        // What falls off the scale of qualities stands at its end.
        let sums = Sums::of(&values);
        let around = |quality: i32| {
            let (low, high) = (quality - change, quality + change);
            let below = f64::from((-BEST - low).max(0)) * first;
            let above = f64::from((high - BEST).max(0)) * last;
            (below + sums.between(low, high) + above) / f64::from(2 * change + 1)
        };
        (-BEST..=BEST).map(|quality| (1.0 - lost(around(quality))) as f32).collect()
    }
}

fn near_end(p: &Parameters, clock: i32) -> f64 {
    let ends = (1..=p.tick).map(|tick| p.end_chance(clock + tick)).sum::<f64>();
    1.0 - (1.0 - ends / f64::from(p.tick)).powi(p.branching.mean.into())
}

/// Sums of neighbouring values in no time.
struct Sums(Vec<f64>);

impl Sums {
    fn of(values: &[f64]) -> Self {
        let mut sums = vec![0.0];
        sums.extend(values.iter().scan(0.0, |sum, value| {
            *sum += value;
            Some(*sum)
        }));
        Self(sums)
    }

    /// The sum of the values of these qualities, as far as they are on the scale.
    fn between(&self, low: i32, high: i32) -> f64 {
        let place = |quality: i32| (quality.clamp(-BEST - 1, BEST) + BEST + 1) as usize;
        self.0[place(high)] - self.0[place(low - 1)]
    }
}
