//! A few numbers that players speak of: open lines, squares to win on, the middle.
//!
//! When nothing else is left to play, the first player gets to move into odd rows and the second
//! into even ones (V. Allis, A knowledge-based approach of Connect-Four, 1988): so both sides have
//! weights of their own, by the rows of what they still need.

use super::{LINES, board};
use crate::evaluate::Context;
use crate::features::{Feature, FeatureSet, Table};
use crate::game::{Game, Turn};
use crate::games::ConnectFour;
use crate::games::connect_four::winning_squares;
use crate::games::connect_four::{BOARD, COLUMNS, ODD_ROWS, STRIDE, column, reachable};
use crate::value::Value;

/// Open lines, squares to win on and columns, X's positive and O's negative.
pub struct Lines;

/// How many features there are.
pub(super) const SIZE: usize = 2 * OF_SIDE + 5;
/// Features of each side.
const OF_SIDE: usize = 11;
/// Where those begin that are X's minus O's: four columns, and the turn.
const OF_BOTH: usize = 2 * OF_SIDE;
const TURN: usize = OF_BOTH + 4;

pub(super) const FEATURES: [Feature; SIZE] = [
    Feature::term("x-ones", "lines that hold one X and nothing else"),
    Feature::term("x-twos-odd", "lines of two X that miss two squares of odd rows"),
    Feature::term("x-twos-even", "lines of two X that miss two squares of even rows"),
    Feature::term("x-twos-mixed", "lines of two X that miss a square of an odd and of an even row"),
    Feature::term("x-threes-odd", "lines of three X that miss a square of an odd row"),
    Feature::term("x-threes-even", "lines of three X that miss a square of an even row"),
    Feature::term("x-wins-odd", "squares of odd rows on which X would win, but cannot move yet"),
    Feature::term("x-wins-even", "squares of even rows on which X would win, but cannot move yet"),
    Feature::term("x-first-odd", "columns whose lowest such square is X's, in an odd row"),
    Feature::term("x-first-even", "columns whose lowest such square is X's, in an even row"),
    Feature::term("x-stacked", "such squares of X right above another one of X"),
    Feature::term("o-ones", "lines that hold one O and nothing else, counted negative"),
    Feature::term("o-twos-odd", "lines of two O that miss two squares of odd rows, negative"),
    Feature::term("o-twos-even", "lines of two O that miss two squares of even rows, negative"),
    Feature::term("o-twos-mixed", "lines of two O that miss an odd and an even row, negative"),
    Feature::term("o-threes-odd", "lines of three O that miss a square of an odd row, negative"),
    Feature::term("o-threes-even", "lines of three O that miss a square of an even row, negative"),
    Feature::term("o-wins-odd", "squares of odd rows on which O would win later, negative"),
    Feature::term("o-wins-even", "squares of even rows on which O would win later, negative"),
    Feature::term("o-first-odd", "columns whose lowest such square is O's, odd row, negative"),
    Feature::term("o-first-even", "columns whose lowest such square is O's, even row, negative"),
    Feature::term("o-stacked", "such squares of O right above another one of O, negative"),
    Feature::term("edge", "discs in the columns a and g, X's minus O's"),
    Feature::term("column-b", "discs in the columns b and f, X's minus O's"),
    Feature::term("column-c", "discs in the columns c and e, X's minus O's"),
    Feature::term("middle", "discs in the column d, X's minus O's"),
    Feature::term("turn", "1 if X is to move, −1 if O is"),
];

/// The squares of each line.
const MASKS: [u64; LINES.len()] = {
    let mut masks = [0; LINES.len()];
    let mut line = 0;
    while line < LINES.len() {
        let [a, b, c, d] = LINES[line];
        masks[line] = 1 << a | 1 << b | 1 << c | 1 << d;
        line += 1;
    }
    masks
};

/// Squares on which each side would win, without those that a disc can fall on now: quiescence
/// looks at these.
pub(super) fn lasting(position: &ConnectFour) -> [u64; 2] {
    let (first, second) = position.first_and_second();
    let taken = first | second;
    [first, second].map(|discs| winning_squares(discs, taken) & !reachable(taken))
}

/// All counts of a position.
pub(super) fn counted(position: &ConnectFour, lasting: [u64; 2]) -> [i32; SIZE] {
    let mut counts = [0; SIZE];
    let (first, second) = position.first_and_second();
    for mask in MASKS {
        let (own, other) = (mask & first, mask & second);
        if own != 0 && other == 0 {
            counts[kind(own, mask)] += 1;
        } else if other != 0 && own == 0 {
            counts[OF_SIDE + kind(other, mask)] -= 1;
        }
    }
    for (side, sign) in [(0, 1), (1, -1)] {
        let (own, other) = (lasting[side], lasting[1 - side]);
        let lowest = lowest(own, other);
        let numbers = [own & ODD_ROWS, own & !ODD_ROWS, lowest & ODD_ROWS, lowest & !ODD_ROWS];
        let numbers = numbers.into_iter().chain([own & own << 1]);
        for (number, squares) in numbers.enumerate() {
            counts[side * OF_SIDE + 6 + number] = sign * squares.count_ones() as i32;
        }
    }
    for number in 0..COLUMNS {
        let discs = |of: u64| (of & column(number)).count_ones() as i32;
        counts[OF_BOTH + from_the_edge(number)] += discs(first) - discs(second);
    }
    counts[TURN] = if position.turn() == Turn::First { 1 } else { -1 };
    counts
}

/// Which feature of its side a line counts for that holds these discs and none of the other side.
fn kind(discs: u64, line: u64) -> usize {
    let missing = line & !discs;
    let (odd, even) = (missing & ODD_ROWS != 0, missing & !ODD_ROWS != 0);
    match discs.count_ones() {
        2 if !even => 1,
        2 if !odd => 2,
        2 => 3,
        3 if odd => 4,
        3 => 5,
        _ => 0,
    }
}

/// Those of one's squares below which the column has none of either side.
fn lowest(own: u64, other: u64) -> u64 {
    let mut above = (own | other) << 1 & BOARD;
    above |= above << 1 & BOARD;
    above |= above << 2 & BOARD;
    own & !above
}

/// 0 for the columns at the edge to 3 for the middle one.
fn from_the_edge(number: usize) -> usize {
    number.min(COLUMNS - 1 - number)
}

/// The columns' features as a board.
pub(super) fn columns() -> Table {
    let feature = |square: u8| OF_BOTH + from_the_edge(usize::from(square) / STRIDE);
    board("disc", |square| Some(feature(square) as u32))
}

/// Adds the counts that are not zero.
pub(super) fn push(counts: &[i32], out: &mut Vec<(u32, f64)>) {
    let indexed = counts.iter().enumerate().filter(|&(_, &count)| count != 0);
    out.extend(indexed.map(|(i, &count)| (i as u32, f64::from(count))));
}

/// Σ weight × count.
pub(super) fn weighed(counts: &[i32], weights: &[Value]) -> i64 {
    counts.iter().zip(weights).map(|(&n, &weight)| i64::from(n) * i64::from(weight)).sum()
}

impl FeatureSet<ConnectFour> for Lines {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn features(&self) -> &[Feature] {
        &FEATURES
    }

    fn tables(&self) -> Vec<Table> {
        vec![columns()]
    }

    fn counts(&self, position: &ConnectFour, _context: &Context, out: &mut Vec<(u32, f64)>) {
        push(&counted(position, lasting(position)), out);
    }

    fn weighted(&self, position: &ConnectFour, _context: &Context, weights: &[Value]) -> i64 {
        weighed(&counted(position, lasting(position)), weights)
    }
}
