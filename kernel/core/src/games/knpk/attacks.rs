//! Where the men of the ending reach: squares are 0 for a1, 7 for h1 and 63 for h8.

/// A set of squares, a bit each.
pub(super) type Squares = u64;

/// The square on which the pawn promotes.
pub(super) const H8: u8 = 63;

/// The squares beside each one.
pub(super) const KING: [Squares; 64] =
    leaps([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);

/// The squares a knight's move away.
pub(super) const KNIGHT: [Squares; 64] =
    leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

const fn leaps(steps: [(i8, i8); 8]) -> [Squares; 64] {
    let mut reached = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            let (file, rank) = (square % 8 + steps[i].0, square / 8 + steps[i].1);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                reached[square as usize] |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    reached
}

/// The set of one square; none for 64, where a man stands that was taken.
pub(super) const fn bit(square: u8) -> Squares {
    if square < 64 { 1 << square } else { 0 }
}

/// The squares of a set, in order.
pub(super) fn each(mut squares: Squares) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = squares.trailing_zeros() as u8;
        squares &= squares.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}

/// What a rook on h8 attacks, up to and with the first of the men in its way.
pub(super) fn rook_on_h8(men: Squares) -> Squares {
    along(1, men) | along(8, men)
}

/// What a bishop on h8 attacks.
pub(super) fn bishop_on_h8(men: Squares) -> Squares {
    along(9, men)
}

/// Seven squares from h8 on: each `step` lower than the last.
fn along(step: u8, men: Squares) -> Squares {
    let mut reached = 0;
    for i in 1..8 {
        reached |= bit(H8 - i * step);
        if reached & men != 0 {
            break;
        }
    }
    reached
}
