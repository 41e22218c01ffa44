//! What a network sees of a board: 196 units by Sutton and Barto's account of TD-Gammon (theirs are
//! 198: two say whose turn it is, which is constant when the player on roll is always the viewer).
//!
//! For side s (0 is on roll), point p of that side's own numbering and n checkers there, the units
//! from s·98 + (p − 1)·4 on are [n = 1], [n ≥ 2], [n = 3] and max(0, n − 3)/2; s·98 + 96 is half the
//! checkers on the bar, s·98 + 97 a fifteenth of those off.

use super::entries::Entries;
use super::expert::{self, EXPERT_NAMES};
use crate::games::backgammon::board::{BAR, Board, OFF, Row};

/// Inputs of the checkers alone.
pub const RAW_INPUTS: usize = 196;
/// Inputs of a side's checkers.
const SIDE: usize = 98;
/// Units of a point.
const UNITS: usize = 4;

/// Which inputs a network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// The checkers: 196 units.
    Raw,
    /// Those and 20 features that players speak of.
    Expert,
}

impl Inputs {
    /// How many they are.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::Raw => RAW_INPUTS,
            Self::Expert => RAW_INPUTS + expert::EXPERT_INPUTS,
        }
    }
}

/// The four units of a point, by the number of checkers there.
const POINT: [[f32; UNITS]; 16] = {
    let mut units = [[0.0; UNITS]; 16];
    let mut n = 1;
    while n < 16 {
        units[n] = match n {
            1 => [1.0, 0.0, 0.0, 0.0],
            2 => [0.0, 1.0, 0.0, 0.0],
            3 => [0.0, 1.0, 1.0, 0.0],
            _ => [0.0, 1.0, 0.0, (n - 3) as f32 / 2.0],
        };
        n += 1;
    }
    units
};

/// What is known of a board besides its counts: bits and sums, kept up with every change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// A bit for each point and the bar that a side holds, in its own numbering.
    pub held: [u32; 2],
    /// A bit for each point that a side holds with two or more.
    pub made: [u32; 2],
    /// The pips that a side has to go.
    pub pips: [u32; 2],
}

impl Sight {
    /// The sight of a board.
    #[must_use]
    #[inline(always)]
    pub fn of(board: &Board) -> Self {
        let mut sight = Self { held: [0; 2], made: [0; 2], pips: [0; 2] };
        for (side, row) in board.rows.iter().enumerate() {
            for (place, &n) in row.iter().enumerate().skip(1) {
                sight.held[side] |= u32::from(n > 0) << place;
                sight.made[side] |= u32::from(n > 1) << place;
                sight.pips[side] += place as u32 * u32::from(n);
            }
            sight.made[side] &= !(1 << BAR);
        }
        sight
    }

    /// Takes account of a place where a side had `old` checkers and has `new`.
    #[inline(always)]
    pub fn change(&mut self, side: usize, place: usize, old: u8, new: u8) {
        // Off and the bar are no points, and off is not on the board.
        let (held, made) = (1 << place & !1, (1 << place & !1) & !(1 << BAR));
        let set = |mask: u32, bit: u32, is_set: bool| mask & !bit | if is_set { bit } else { 0 };
        self.held[side] = set(self.held[side], held, new > 0);
        self.made[side] = set(self.made[side], made, new > 1);
        let (place, old, new) = (place as u32, u32::from(old), u32::from(new));
        self.pips[side] = self.pips[side].wrapping_add((place * new).wrapping_sub(place * old));
    }

    /// The rearmost place of a side; 0 if all its checkers are off.
    #[must_use]
    #[inline(always)]
    pub fn rearmost(&self, side: usize) -> usize {
        self.held[side].checked_ilog2().unwrap_or(0) as usize
    }
}

/// Fills in the inputs of a board that are not 0.
#[inline(always)]
pub fn fill(inputs: Inputs, board: &Board, sight: &Sight, entries: &mut Entries) {
    entries.clear();
    for (side, row) in board.rows.iter().enumerate() {
        push_change(side, OFF, 0, row[OFF], entries);
        for place in bits(sight.held[side]) {
            push_change(side, place, 0, row[place], entries);
        }
    }
    if inputs == Inputs::Expert {
        expert::push(&[0.0; expert::EXPERT_INPUTS], &expert::features(&board.rows, sight), entries);
    }
}

/// Adds what changes in a side's inputs when `old` checkers of a place become `new`.
#[inline(always)]
pub fn push_change(side: usize, place: usize, old: u8, new: u8, entries: &mut Entries) {
    let (old, new) = (usize::from(old & 15), usize::from(new & 15));
    match place {
        OFF => entries.push(side * SIDE + 97, (new as f32 - old as f32) / 15.0),
        BAR => entries.push(side * SIDE + 96, (new as f32 - old as f32) / 2.0),
        _ => {
            let first = side * SIDE + (place - 1) * UNITS;
            for (unit, (after, before)) in POINT[new].iter().zip(POINT[old]).enumerate() {
                entries.push(first + unit, after - before);
            }
        }
    }
}

/// The inputs that differ between two boards, and by how much: the second's minus the first's.
#[must_use]
pub fn changes(inputs: Inputs, from: &Board, to: &Board) -> Entries {
    let mut entries = Entries::default();
    for side in 0..2 {
        for (place, (&old, &new)) in from.rows[side].iter().zip(&to.rows[side]).enumerate() {
            push_change(side, place, old, new, &mut entries);
        }
    }
    if inputs == Inputs::Expert {
        let features = |board: &Board| expert::features(&board.rows, &Sight::of(board));
        expert::push(&features(from), &features(to), &mut entries);
    }
    entries
}

/// What each input is, in words: `own 6 point blot`, `other bar`.
#[must_use]
pub fn input_names(inputs: Inputs) -> Vec<String> {
    let sides = ["own", "other"];
    let mut names = Vec::with_capacity(inputs.count());
    for side in sides {
        for point in 1..BAR {
            for unit in ["blot", "made", "three", "spares"] {
                names.push(format!("{side} {point} point {unit}"));
            }
        }
        names.extend([format!("{side} bar"), format!("{side} off")]);
    }
    if inputs == Inputs::Expert {
        let of_side = |side| EXPERT_NAMES.iter().map(move |name| format!("{side} {name}"));
        names.extend(sides.into_iter().flat_map(of_side));
    }
    names
}

/// The places of a mask, the lowest first.
#[inline(always)]
pub(super) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros();
        (mask != 0).then(|| {
            mask &= mask - 1;
            place as usize
        })
    })
}

/// How many checkers of a row stand beyond a place, weighted by how far.
#[inline(always)]
pub(super) fn pips_beyond(row: &Row, held: u32, place: usize) -> u32 {
    let beyond = held & (!0_u32).checked_shl(place as u32 + 1).unwrap_or(0);
    bits(beyond).map(|n| (n - place) as u32 * u32::from(row[n])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gammon::testing::random_boards;

    fn dense(inputs: Inputs, board: &Board) -> Vec<f32> {
        let mut entries = Entries::default();
        fill(inputs, board, &Sight::of(board), &mut entries);
        let mut values = vec![0.0; inputs.count()];
        entries.iter().for_each(|(row, value)| values[row] += value);
        values
    }

    #[test]
    fn the_start_has_its_checkers_where_they_are() {
        let values = dense(Inputs::Raw, &Board::START);
        let names = input_names(Inputs::Raw);
        let active: Vec<_> = names.iter().zip(values).filter(|&(_, value)| value != 0.0).collect();
        let own: Vec<_> = active[..7].iter().map(|(name, value)| (name.as_str(), *value)).collect();
        assert_eq!(
            own,
            [
                ("own 6 point made", 1.0),
                ("own 6 point spares", 1.0),
                ("own 8 point made", 1.0),
                ("own 8 point three", 1.0),
                ("own 13 point made", 1.0),
                ("own 13 point spares", 1.0),
                ("own 24 point made", 1.0),
            ]
        );
        assert_eq!(active.len(), 14);
    }

    #[test]
    fn every_input_has_a_name_of_its_own() {
        for inputs in [Inputs::Raw, Inputs::Expert] {
            let names = input_names(inputs);
            assert_eq!(names.len(), inputs.count());
            let distinct: std::collections::HashSet<_> = names.iter().collect();
            assert_eq!(distinct.len(), names.len());
        }
    }

    #[test]
    fn changes_lead_from_one_board_to_the_other() {
        let boards = random_boards(3, 200);
        for pair in boards.windows(2) {
            let mut values = dense(Inputs::Expert, &pair[0]);
            changes(Inputs::Expert, &pair[0], &pair[1])
                .iter()
                .for_each(|(row, change)| values[row] += change);
            for (given, wanted) in values.iter().zip(dense(Inputs::Expert, &pair[1])) {
                assert!((given - wanted).abs() < 1e-5);
            }
        }
    }
}
