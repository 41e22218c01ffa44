//! What can be counted in Connect Four: lines of four, by what is missing in them, or by all that
//! their squares hold.
//!
//! Squares are called as in the literature, columns a to g from the left and rows 1 to 6 from below.

mod lines;
mod tuples;

pub use lines::Lines;
pub use tuples::Tuples;

use super::{FeatureSet, HasFeatures, Table};
use crate::games::ConnectFour;
use crate::games::connect_four::{COLUMNS, ROWS, STRIDE};

impl HasFeatures for ConnectFour {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        &[&Tuples, &Lines]
    }
}

/// The squares of all lines of four, from the left and vertical ones from below.
const LINES: [[u8; 4]; 69] = {
    let mut lines = [[0; 4]; 69];
    let (mut found, mut column) = (0, 0);
    while column < COLUMNS {
        let mut row = 0;
        while row < ROWS {
            let (wide, high, low) = (column + 3 < COLUMNS, row + 3 < ROWS, row >= 3);
            let square = STRIDE * column + row;
            let steps =
                [(high, 1), (wide, STRIDE), (wide && low, STRIDE - 1), (wide && high, STRIDE + 1)];
            let mut way = 0;
            while way < steps.len() {
                let (fits, step) = steps[way];
                if fits {
                    let mut place = 0;
                    while place < 4 {
                        lines[found][place] = (square + place * step) as u8;
                        place += 1;
                    }
                    found += 1;
                }
                way += 1;
            }
            row += 1;
        }
        column += 1;
    }
    assert!(found == lines.len());
    lines
};

/// The square on the other side of the middle column.
const fn mirrored(square: u8) -> u8 {
    let (column, row) = (square as usize / STRIDE, square as usize % STRIDE);
    (STRIDE * (COLUMNS - 1 - column) + row) as u8
}

/// A square's name, as `d1`.
fn name(square: u8) -> String {
    let (column, row) = (usize::from(square) / STRIDE, usize::from(square) % STRIDE);
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// A board on which every square shows one of the features.
fn board(name: &str, feature: impl Fn(u8) -> Option<u32>) -> Table {
    let rows = (0..ROWS).rev();
    let squares = rows.flat_map(|row| (0..COLUMNS).map(move |column| STRIDE * column + row));
    let cells = squares.map(|square| feature(square as u8)).collect();
    Table { name: name.to_owned(), width: COLUMNS, cells }
}

#[cfg(test)]
mod tests;
