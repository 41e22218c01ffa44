//! Positions to learn from: won ones of every distance, and lost ones an error away from them.

use std::collections::HashSet;

use super::Knpk;
use super::database::{Database, places, won};
use crate::game::{Game, Turn};
use crate::rng::Rng;

/// A position and what is true of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position, not over.
    pub position: Knpk,
    /// Plies to the win; `None` if White does not win.
    pub distance: Option<u8>,
}

/// For one side to move: of each distance `most` won positions, or all where there are fewer, and as
/// many lost ones. Those with Black to move follow upon an error of White's, those with White to
/// move upon an error and a reply that keeps the advantage; the positions before the errors are as
/// evenly spread over the distances. All are drawn by `seed`, and no position comes twice.
#[must_use]
pub fn examples(database: &Database, turn: Turn, most: usize, seed: u64) -> Vec<Example> {
    let number = u64::from(turn == Turn::Second);
    let mut chance = Rng::new(seed, number);
    let mut examples = won_examples(database, turn, most, &mut chance);
    let wanted = examples.len();
    examples.extend(lost_examples(database, turn, wanted, &mut chance));
    examples
}

/// The legal positions of each distance, those that are over left out.
fn by_distance(database: &Database, turn: Turn) -> Vec<Vec<Knpk>> {
    let mut groups: Vec<Vec<Knpk>> = Vec::new();
    for (i, &plies) in database.distances(turn).iter().enumerate() {
        let Some(plies) = won(plies).filter(|&plies| plies > 0).map(usize::from) else { continue };
        groups.resize(groups.len().max(plies + 1), Vec::new());
        groups[plies].extend(Knpk::on(places(i), turn));
    }
    groups.retain(|group| !group.is_empty());
    groups
}

fn won_examples(database: &Database, turn: Turn, most: usize, chance: &mut Rng) -> Vec<Example> {
    let mut examples = Vec::new();
    for mut group in by_distance(database, turn) {
        for i in 0..most.min(group.len()) {
            let drawn = i + chance.below((group.len() - i) as u64) as usize;
            group.swap(i, drawn);
            let position = group[i];
            examples.push(Example { position, distance: database.distance(&position) });
        }
    }
    examples
}

fn lost_examples(database: &Database, turn: Turn, wanted: usize, chance: &mut Rng) -> Vec<Example> {
    let groups = by_distance(database, Turn::First);
    let (mut examples, mut seen) = (Vec::new(), HashSet::new());
    // Some errors leave no reply that plays on: as many tries again are plenty.
    for _ in 0..wanted * TRIES {
        if examples.len() == wanted {
            break;
        }
        let group = chance.below(groups.len() as u64) as usize;
        let before = *chance.choose(&groups[group]);
        let erred = not_won(database, &before, chance);
        let lost = match turn {
            Turn::Second => erred,
            _ => erred.and_then(|erred| not_won(database, &erred, chance)),
        };
        if let Some(position) = lost.filter(|lost| seen.insert(lost.key())) {
            examples.push(Example { position, distance: None });
        }
    }
    examples
}

/// How many times as many positions are tried as are wanted.
const TRIES: usize = 50;

/// A position after one of the moves that lead to no win, drawn by lot; none that is over.
fn not_won(database: &Database, position: &Knpk, chance: &mut Rng) -> Option<Knpk> {
    let moves = position.legal_moves();
    let after = moves.as_ref().iter().map(|&mv| position.play(mv));
    let plays_on = |next: &Knpk| next.has_legal_move() && database.distance(next).is_none();
    let lost: Vec<_> = after.filter(plays_on).collect();
    (!lost.is_empty()).then(|| *chance.choose(&lost))
}
