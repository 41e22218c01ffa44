//! Boards of Connect Four as bitboards: columns side by side, seven bits each, the lowest square
//! first. The seventh bit of a column is always empty, so no line runs on into the next one.
//!
//! ```text
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42
//! ```

/// Columns and rows.
pub const COLUMNS: usize = 7;
/// Squares of a column.
pub const ROWS: usize = 6;
/// Bits from a column to the next.
pub const STRIDE: usize = ROWS + 1;

/// The lowest square of each column.
pub const BOTTOM: u64 = {
    let (mut bits, mut column) = (0, 0);
    while column < COLUMNS {
        bits |= 1_u64 << (STRIDE * column);
        column += 1;
    }
    bits
};
/// All squares.
pub const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);
/// The first, third and fifth row from below.
pub const ODD_ROWS: u64 = BOTTOM * 0b01_0101;

/// Up, right, down to the right and up to the right: the directions of lines.
pub const STEPS: [u32; 4] = [1, STRIDE as u32, STRIDE as u32 - 1, STRIDE as u32 + 1];

/// The squares of a column.
#[must_use]
pub const fn column(number: usize) -> u64 {
    ((1 << ROWS) - 1) << (STRIDE * number)
}

/// Whether four discs stand in a line.
#[must_use]
#[inline]
pub fn has_four(discs: u64) -> bool {
    STEPS.iter().any(|&step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The empty squares on which a disc of `own` would make four, whether one can fall there or not.
#[must_use]
#[inline]
pub fn winning_squares(own: u64, taken: u64) -> u64 {
    let mut found = own << 1 & own << 2 & own << 3;
    for &step in &STEPS[1..] {
        // Two discs on one side of the square, and a third behind them or on its other side.
        let below = own << step & own << (2 * step);
        let above = own >> step & own >> (2 * step);
        found |= below & (own << (3 * step) | own >> step);
        found |= above & (own >> (3 * step) | own << step);
    }
    found & BOARD & !taken
}

/// Where the next disc of each column comes to lie: adding the lowest square carries to the first
/// empty one.
#[must_use]
#[inline]
pub const fn reachable(taken: u64) -> u64 {
    (taken + BOTTOM) & BOARD
}
