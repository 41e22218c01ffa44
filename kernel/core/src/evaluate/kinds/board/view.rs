//! The men of a chessboard as each side sees them: own men first, playing up the board.

use shakmaty::{Board as Men, Color, Role};

use crate::games::{Board, Variant};

/// Kinds of men as a side sees them: its own six, then the other side's.
pub(super) const KINDS: usize = 12;
/// Inputs of a hidden unit: the men on their squares, and having the move.
pub(super) const INPUTS: usize = KINDS * 64 + 1;
/// The input of the side that has the move.
pub(super) const TO_MOVE: usize = INPUTS - 1;
/// Men beside pawns at the start, a rook counting two and a queen four: what makes a middle game.
pub(super) const FULL: usize = 24;

/// The men as each side sees them.
#[derive(Clone, Debug)]
pub(super) struct Views {
    /// White's view, then Black's: the squares of each kind.
    pub sides: [[u64; KINDS]; 2],
    /// What a square's number is changed by from one view to the other.
    pub turn: usize,
    /// Which of the two is to move.
    pub mover: usize,
    /// Men beside pawns that are left, no more than [`FULL`].
    pub men: usize,
}

impl Views {
    /// Of a position.
    #[inline]
    pub fn of<V: Variant>(position: &Board<V>) -> Self {
        Self::of_men(position.pieces(), position.color(), V::SAME_WAY)
    }

    /// Of men on a board; `same_way` where both sides play up it.
    #[inline]
    pub fn of_men(men: &Men, mover: Color, same_way: bool) -> Self {
        let mut sides = [[0; KINDS]; 2];
        let mut left = 0;
        for (n, role) in Role::ALL.into_iter().enumerate() {
            let white = men.by_piece(role.of(Color::White));
            let black = men.by_piece(role.of(Color::Black));
            let turned = |squares: shakmaty::Bitboard| {
                if same_way { squares.flip_horizontal() } else { squares.flip_vertical() }.0
            };
            (sides[0][n], sides[0][n + 6]) = (white.0, black.0);
            (sides[1][n], sides[1][n + 6]) = (turned(black), turned(white));
            left += presence(role) * (white.count() + black.count());
        }
        let mover = usize::from(mover == Color::Black);
        let turn = if same_way { 0o7 } else { 0o70 };
        Self { sides, turn, mover, men: left.min(FULL) }
    }

    /// The same without a man, of a kind and on a square as White sees them.
    pub fn without(&self, kind: usize, square: usize) -> Self {
        let mut less = self.clone();
        less.sides[0][kind] &= !(1 << square);
        less.sides[1][(kind + 6) % KINDS] &= !(1 << (square ^ self.turn));
        less
    }

    /// How much of a middle game it is.
    pub fn middle(&self) -> f64 {
        self.men as f64 / FULL as f64
    }

    /// The inputs that a side sees, in their order.
    pub fn inputs(&self, side: usize) -> impl Iterator<Item = usize> {
        let men = self.sides[side].into_iter().enumerate();
        let to_move = (self.mover == side).then_some(TO_MOVE);
        men.flat_map(|(kind, squares)| Squares(squares).map(move |square| kind << 6 | square))
            .chain(to_move)
    }

    /// The inputs that either side sees, each with whether White does and whether Black does.
    pub fn shared_inputs(&self) -> impl Iterator<Item = (usize, [bool; 2])> {
        let [white, black] = self.sides;
        let men = (0..KINDS).flat_map(move |kind| {
            let (white, black) = (white[kind], black[kind]);
            let sees = move |square| [white >> square & 1 == 1, black >> square & 1 == 1];
            Squares(white | black).map(move |square| (kind << 6 | square, sees(square)))
        });
        men.chain([(TO_MOVE, [self.mover == 0, self.mover == 1])])
    }
}

/// What a man adds to [`FULL`].
fn presence(role: Role) -> usize {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    }
}

/// The squares of a set, the lowest first.
#[derive(Clone, Copy)]
pub(super) struct Squares(pub u64);

impl Iterator for Squares {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let square = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}
