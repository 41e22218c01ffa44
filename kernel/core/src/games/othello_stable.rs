//! Discs of Othello that can never be turned over again.

const FILES: u64 = 0x8181_8181_8181_8181;
const ROWS: u64 = 0xFF00_0000_0000_00FF;

/// Some of the discs of `own` that are safe for ever: those that, along each of the four lines
/// through them, lie on a full line, at its end, or next to a safe disc of their own.
pub(super) fn stable(own: u64, other: u64) -> u64 {
    let full = full_lines(own | other);
    // A neighbour across the edge would count for a square of file a or h, which the edge itself
    // makes safe on that line.
    let ends = [FILES, ROWS, FILES | ROWS, FILES | ROWS];
    let mut safe = 0;
    loop {
        let beside = |step: u32| safe << step | safe >> step;
        let along = |i: usize| full[i] | ends[i] | beside(STEPS[i]);
        let found = own & along(0) & along(1) & along(2) & along(3);
        if found == safe {
            return safe;
        }
        safe = found;
    }
}

/// Along a row, a file, and the two diagonals.
const STEPS: [u32; 4] = [1, 8, 7, 9];

/// The squares whose line of each direction has no empty square.
fn full_lines(taken: u64) -> [u64; 4] {
    LINES.map(|lines| lines.into_iter().filter(|&line| taken & line == line).fold(0, |a, b| a | b))
}

/// All lines, by direction; places that no line needs hold a set that is never full.
static LINES: [[u64; 15]; 4] = {
    let mut lines = [[0; 15]; 4];
    let mut square = 0;
    while square < 64 {
        let (row, file) = (square / 8, square % 8);
        lines[0][row] |= 1 << square;
        lines[1][file] |= 1 << square;
        lines[2][row + file] |= 1 << square;
        lines[3][row + 7 - file] |= 1 << square;
        square += 1;
    }
    lines
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use crate::games::Othello;
    use crate::rng::Rng;

    #[test]
    fn a_safe_disc_is_never_turned_over() {
        let mut chance = Rng::new(12, 0);
        let mut seen = 0;
        for _ in 0..2_000 {
            let mut position = Othello::start();
            let (mut black_safe, mut white_safe) = (0, 0);
            while position.has_legal_move() {
                position = position.play(*chance.choose(position.legal_moves().as_ref()));
                let (black, white) = position.black_and_white();
                assert_eq!(black & black_safe, black_safe, "{}", position.text());
                assert_eq!(white & white_safe, white_safe, "{}", position.text());
                black_safe |= stable(black, white);
                white_safe |= stable(white, black);
                seen += black_safe.count_ones() + white_safe.count_ones();
            }
        }
        assert!(seen > 100_000, "only {seen} safe discs were found");
    }
}
