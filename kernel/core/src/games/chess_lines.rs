//! Lines through a king: who checks him along them and otherwise, and who may not leave them.

use shakmaty::{Bitboard, Chess, Color, Position, Square, attacks};

/// What a rook reaches from each square of an empty board. A small table: the crate's answers for all
/// boards are in one of many pages.
static STRAIGHT: [Bitboard; 64] = {
    let mut reach = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        reach[square] = attacks::rook_attacks(Square::new(square as u32), Bitboard::EMPTY);
        square += 1;
    }
    reach
};

/// What a bishop reaches.
static DIAGONAL: [Bitboard; 64] = {
    let mut reach = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        reach[square] = attacks::bishop_attacks(Square::new(square as u32), Bitboard::EMPTY);
        square += 1;
    }
    reach
};

/// The squares on a line with this one.
#[inline]
pub(super) fn through(square: Square) -> Bitboard {
    STRAIGHT[square as usize] | DIAGONAL[square as usize]
}

/// The sliders of a side that look at a square, through whatever stands between.
#[inline]
pub(super) fn snipers<P: Position>(position: &P, at: Square, side: Color) -> Bitboard {
    let board = position.board();
    let straight = STRAIGHT[at as usize] & board.rooks_and_queens();
    let diagonal = DIAGONAL[at as usize] & board.bishops_and_queens();
    (straight | diagonal) & board.by_color(side)
}

/// Whether the side to move is in check.
pub(super) fn is_check(position: &Chess) -> bool {
    let (board, us) = (position.board(), position.turn());
    let Some(king) = board.king_of(us) else { return false };
    let reaches = |sniper| (attacks::between(king, sniper) & board.occupied()).is_empty();
    beside(position, king).any() || snipers(position, king, !us).into_iter().any(reaches)
}

/// The knights and pawns that check the king of the side to move.
#[inline]
fn beside(position: &Chess, king: Square) -> Bitboard {
    let board = position.board();
    let knights = attacks::knight_attacks(king) & board.knights();
    let pawns = attacks::pawn_attacks(position.turn(), king) & board.pawns();
    (knights | pawns) & position.them()
}

/// Who stands against the king of the side to move.
#[derive(Clone, Copy)]
pub(super) struct King {
    pub square: Square,
    /// The men that check him.
    pub checkers: Bitboard,
    /// Our men that alone stand between him and a slider.
    pub pinned: Bitboard,
}

impl King {
    /// The king of the side to move.
    #[inline]
    pub fn of(position: &Chess) -> Option<Self> {
        let (board, us) = (position.board(), position.turn());
        let square = board.king_of(us)?;
        let (mut checkers, mut pinned) = (beside(position, square), Bitboard::EMPTY);
        for sniper in snipers(position, square, !us) {
            let between = attacks::between(square, sniper) & board.occupied();
            if between.is_empty() {
                checkers |= Bitboard::from(sniper);
            } else if !between.more_than_one() {
                pinned |= between & position.us();
            }
        }
        Some(Self { square, checkers, pinned })
    }

    /// Whether a move keeps him covered.
    #[inline]
    pub fn allows(self, from: Square, to: Square) -> bool {
        !self.pinned.contains(from) || attacks::aligned(from, to, self.square)
    }

    /// Those of some squares to which a man may go without uncovering him.
    #[inline]
    pub fn allowed(self, from: Square, to: Bitboard) -> Bitboard {
        if self.pinned.contains(from) { to & attacks::ray(from, self.square) } else { to }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position};

    use super::{King, is_check};
    use crate::games::chess_noisy::pinned;
    use crate::rng::Rng;

    #[test]
    fn checks_and_pins_are_those_of_the_crate() {
        let mut chance = Rng::new(12, 0);
        let (mut checks, mut pins) = (0, 0);
        for _ in 0..500 {
            let mut position = Chess::default();
            for _ in 0..chance.below(160) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(*chance.choose(&moves));
                let king = King::of(&position).unwrap();
                assert_eq!(king.checkers, position.checkers(), "{position:?}");
                assert_eq!(is_check(&position), position.is_check(), "{position:?}");
                assert_eq!(king.pinned, pinned(&position, king.square), "{position:?}");
                checks += usize::from(king.checkers.any());
                pins += usize::from(king.pinned.any());
            }
        }
        assert!(checks > 500 && pins > 500, "{checks} {pins}");
    }
}
