//! Randomised best-first search (Shoham and Toledo, 2002): each move is followed with the probability
//! that it will prove the best once more is known.

use super::choice::Choice;
use super::limits::Ended;
use super::minimaxed::{Minimaxed, Values};
use super::search::SelectiveRequest;
use super::shape::{ROOT, Shape};
use super::told::Judgement;
use crate::error::Error;
use crate::game::Game;
use crate::rng::Rng;

/// How a value changes when much more is searched: a normal distribution, in units of what winning
/// is worth, in the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The mean change.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

/// The settings of randomised best-first search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The change to be expected of a node. Rows: 0, 1, 2–3, 4–7, … expansions at and below it;
    /// columns: 1, 2–3, 4–7, … moves. What lies beyond the last row or column is like the last.
    pub changes: Vec<Vec<Change>>,
}

impl Default for Settings {
    /// Before any training: changes of a fifth of a win, less by a quarter with every doubling.
    fn default() -> Self {
        let row = |n: i32| vec![Change { mean: 0.0, deviation: 0.2 * libm::pow(0.75, n.into()) }];
        Self { changes: (0..16).map(row).collect() }
    }
}

impl Settings {
    /// # Errors
    /// [`Error::BadSetting`] with the setting that is out of its range.
    pub fn check(&self) -> Result<(), Error> {
        let bad = |text: String| Err(Error::BadSetting(text));
        if self.changes.is_empty() || self.changes.iter().any(Vec::is_empty) {
            return bad("a table of changes without rows, or with an empty one".to_owned());
        }
        for Change { mean, deviation } in self.changes.iter().flatten() {
            if !(mean.is_finite() && *deviation >= 0.0 && deviation.is_finite()) {
                return bad(format!("a change by {mean} with a deviation of {deviation}"));
            }
        }
        Ok(())
    }

    fn change(&self, known: Known) -> Change {
        let class = |count: u32| (u32::BITS - count.leading_zeros()) as usize;
        let row = &self.changes[class(known.expansions).min(self.changes.len() - 1)];
        row[class(known.moves).saturating_sub(1).min(row.len() - 1)]
    }
}

/// What the change of a node depends on.
#[derive(Clone, Copy, Debug)]
struct Known {
    expansions: u32,
    moves: u32,
}

/// Searches a position; settled moves are not followed, so that given time the value is minimax's.
///
/// # Errors
/// On settings out of range, or when the caller wants to stop.
pub fn search<G: Game>(
    request: &SelectiveRequest<'_, G>,
    settings: &Settings,
) -> Result<Choice<G::Move>, Error> {
    settings.check()?;
    let mut grown = Minimaxed::new(request, size_of::<Known>());
    let mut known = vec![Known { expansions: 0, moves: 0 }];
    let mut chance = Rng::new(request.seed, 0);
    let win = request.evaluator.win();
    while !grown.values.is_settled(ROOT) {
        let leaf = grown.descend(|shape, values, node| {
            drawn(
                shape,
                values,
                node,
                |child, draw| {
                    let change = settings.change(known[child as usize]);
                    win * (change.mean + change.deviation * draw)
                },
                &mut chance,
            )
        });
        let refused = grown.expand(leaf, |position, _| {
            let moves = position.map_or(0, |p| p.legal_moves().as_ref().len() as u32);
            known.push(Known { expansions: 0, moves });
        })?;
        if let Some(ended) = refused {
            return Ok(grown.choice(ended));
        }
        count(grown.tree.shape(), leaf, &mut known);
    }
    Ok(grown.choice(Ended::Settled))
}

/// The open child that a draw from each one's future value makes the best.
fn drawn(
    shape: &Shape,
    values: &Values,
    node: u32,
    change: impl Fn(u32, f64) -> f64,
    chance: &mut Rng,
) -> u32 {
    let open = shape.children(node).filter(|&child| !values.is_settled(child));
    let draws = open.map(|child| (values.value(child) + change(child, normal(chance)), child));
    let best = draws.reduce(|a, b| if b.0 < a.0 { b } else { a });
    best.expect("a node that is not settled has a child that is not").1
}

fn count(shape: &Shape, mut node: u32, known: &mut [Known]) {
    loop {
        known[node as usize].expansions += 1;
        if node == ROOT {
            return;
        }
        node = shape.parent(node);
    }
}

/// A draw from the normal distribution (Box and Muller).
fn normal(chance: &mut Rng) -> f64 {
    let mut unit = || ((chance.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    let (radius, angle) = (unit(), unit());
    (-2.0 * libm::log(radius)).sqrt() * libm::cos(std::f64::consts::TAU * angle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_normal() {
        let mut chance = Rng::new(5, 0);
        let draws: Vec<f64> = (0..20_000).map(|_| normal(&mut chance)).collect();
        let mean = draws.iter().sum::<f64>() / 20_000.0;
        let within = draws.iter().filter(|draw| draw.abs() < 1.0).count() as f64 / 20_000.0;
        assert!(mean.abs() < 0.03 && (within - 0.6827).abs() < 0.015, "{mean} {within}");
    }

    #[test]
    fn the_change_hangs_on_expansions_and_moves() {
        let cell = |mean: f64| Change { mean, deviation: 0.0 };
        let changes = vec![vec![cell(0.0), cell(0.1)], vec![cell(0.2), cell(0.3)]];
        let settings = Settings { changes };
        let mean = |expansions, moves| settings.change(Known { expansions, moves }).mean;
        assert_eq!([mean(0, 1), mean(0, 2), mean(0, 9)], [0.0, 0.1, 0.1]);
        assert_eq!([mean(1, 1), mean(99, 2)], [0.2, 0.3]);
    }
}
