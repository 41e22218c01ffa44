//! What is kept of the distribution of an inner node.
//!
//! Exactly, a node has the spikes of all leaves below it. To stay linear in time and memory, a search
//! keeps a few locations and gives each spike to its two neighbours among them, in such shares that
//! the mean stays the same. The shares do not hang on heights, so that everything stays linear and
//! one pass stays exact for the distributions that are kept.

use super::maximum::{Maximum, NEGLIGIBLE};
use crate::selective::evaluator::Spike;

/// Writes the distribution of the maximum: all of it, or at `most` so many spikes.
pub fn keep(maximum: &Maximum, most: Option<usize>, out: &mut Vec<Spike>) {
    out.clear();
    let terms = maximum.terms();
    match most {
        Some(most) if terms.len() > most => keep_some(maximum, most.max(2), out),
        _ => out
            .extend(terms.iter().map(|t| Spike { location: t.location, height: t.probability() })),
    }
    // What was negligible is missing now, and would add up from node to node.
    let sum: f64 = out.iter().map(|spike| spike.height).sum();
    if sum > 0.0 && sum < 1.0 {
        out.iter_mut().for_each(|spike| spike.height /= sum);
    }
}

/// Whether the spikes are those of [`keep`] with nothing left out.
fn is_whole(maximum: &Maximum, kept: &[Spike]) -> bool {
    kept.len() == maximum.terms().len()
}

fn keep_some(maximum: &Maximum, most: usize, out: &mut Vec<Spike>) {
    choose(maximum, most, out);
    let mut place = 0;
    for term in maximum.terms() {
        let probability = term.probability();
        if probability > 0.0 {
            let (upper, share) = split(out, &mut place, term.location);
            out[upper].height += probability * share;
            if share < 1.0 {
                out[upper + 1].height += probability * (1.0 - share);
            }
        }
    }
}

/// The locations to keep: the ends of what can be, and between them equal parts of probability.
fn choose(maximum: &Maximum, most: usize, out: &mut Vec<Spike>) {
    let possible = || maximum.terms().iter().filter(|t| t.reach() > NEGLIGIBLE);
    let Some(last) = possible().next_back().map(|t| t.location) else { return };
    let part = 1.0 / (most - 1) as f64;
    let mut since = f64::INFINITY;
    for term in possible() {
        let apart = out.last().is_none_or(|kept| kept.location > term.location);
        if apart && since >= part && out.len() < most - 1 {
            out.push(Spike { location: term.location, height: 0.0 });
            since = 0.0;
        }
        since += term.probability();
    }
    if out.last().is_none_or(|kept| kept.location > last) {
        out.push(Spike { location: last, height: 0.0 });
    }
}

/// The kept spike at or above a location, and its share; the rest is the next one's. Locations are
/// asked from high to low; `place` is where the last one was found.
fn split(kept: &[Spike], place: &mut usize, location: f64) -> (usize, f64) {
    while *place + 1 < kept.len() && kept[*place + 1].location >= location {
        *place += 1;
    }
    let upper = kept[*place].location;
    if *place + 1 == kept.len() || upper <= location {
        return (*place, 1.0);
    }
    let lower = kept[*place + 1].location;
    (*place, (location - lower) / (upper - lower))
}

/// The coefficients of the terms of a maximum, given those of the spikes that were kept of it.
pub fn coefficients<const N: usize>(
    maximum: &Maximum,
    kept: &[Spike],
    of_kept: &[[f64; N]],
    out: &mut Vec<[f64; N]>,
) {
    out.clear();
    if is_whole(maximum, kept) {
        out.extend_from_slice(of_kept);
        return;
    }
    let mut place = 0;
    out.extend(maximum.terms().iter().map(|term| {
        let (upper, share) = split(kept, &mut place, term.location);
        let lower = (upper + 1).min(kept.len() - 1);
        std::array::from_fn(|i| share * of_kept[upper][i] + (1.0 - share) * of_kept[lower][i])
    }));
}
