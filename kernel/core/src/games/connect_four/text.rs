//! Boards of Connect Four as text: the rows from the top, as in
//! `......./......./......./......./...o.../...x...`.

use super::{BOTTOM, COLUMNS, ConnectFour, ROWS, STRIDE, has_four};

/// The text of a position.
pub(super) fn written(position: &ConnectFour) -> String {
    let (first, second) = position.first_and_second();
    let disc = |square: usize| match (first >> square & 1, second >> square & 1) {
        (1, _) => 'x',
        (_, 1) => 'o',
        _ => '.',
    };
    let row = |row: usize| (0..COLUMNS).map(|c| disc(STRIDE * c + row)).collect::<String>();
    (0..ROWS).rev().map(row).collect::<Vec<_>>().join("/")
}

/// The position of such a text, or what is wrong with it.
pub(super) fn read(text: &str) -> Result<ConnectFour, &'static str> {
    const SHAPE: &str = "a board is six rows of seven x, o or . with / between them";
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ROWS || rows.iter().any(|row| row.chars().count() != COLUMNS) {
        return Err(SHAPE);
    }
    let (mut first, mut second) = (0, 0);
    for (from_top, row) in rows.iter().enumerate() {
        for (column, disc) in row.chars().enumerate() {
            let bit = 1_u64 << (STRIDE * column + ROWS - 1 - from_top);
            match disc {
                'x' => first |= bit,
                'o' => second |= bit,
                '.' => {}
                _ => return Err(SHAPE),
            }
        }
    }
    let taken = first | second;
    if taken & !(taken << 1 | BOTTOM) != 0 {
        return Err("a disc hangs in the air");
    }
    let (own, other) = match u64::count_ones(first).wrapping_sub(second.count_ones()) {
        0 => (first, second),
        1 => (second, first),
        _ => return Err("X moves first, so there are as many x as o, or one more"),
    };
    if has_four(own) {
        return Err("the side to move has four in a line: the game was over before");
    }
    Ok(ConnectFour { own, other })
}
