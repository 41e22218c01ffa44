//! What a position is before anything is counted: men, what they attack, pins and control.

use arrayvec::ArrayVec;
use shakmaty::{CastlingSide, Color, Position, Role};

use super::Stage;
use super::control::Control;
use super::pins;
use crate::evaluate::Context;
use crate::features::bits::{beside, count, each, reach};
use crate::features::chessboard::index;
use crate::game::{Game, Turn};
use crate::games::Chess;

/// What gates and threats take men to be worth, in hundredths of a pawn. These are fixed, not the
/// weights: so counts do not depend on what is learnt. The king is more than all others.
pub(super) const VALUES: [i64; 6] = [100, 400, 400, 600, 1200, 20_000];
/// A pawn, in the same unit.
pub(super) const PAWN: i64 = 100;

pub(super) const P: usize = 0;
pub(super) const N: usize = 1;
pub(super) const B: usize = 2;
pub(super) const R: usize = 3;
pub(super) const Q: usize = 4;
pub(super) const K: usize = 5;

/// A man that is no pawn, and what it attacks.
#[derive(Clone, Copy)]
pub(super) struct Man {
    pub kind: usize,
    pub square: u32,
    pub attacks: u64,
    /// What it would attack through own sliders that move along the same line.
    pub beyond: u64,
}

/// A position with what all terms are counted from. Squares are White's; the first of each pair is
/// White's, too.
pub(super) struct Scene {
    pub stage: Stage,
    /// The side that searches: 0 or 1.
    pub computer: usize,
    /// The side to move.
    pub mover: usize,
    /// Plies since a pawn moved or a man was taken.
    pub reversible: i64,
    pub men: [[u64; 6]; 2],
    pub all: [u64; 2],
    pub occupied: u64,
    pub pieces: [ArrayVec<Man, 16>; 2],
    pub pawn_attacks: [u64; 2],
    /// Which sides may still castle: on the king's side, and at all.
    pub may_castle_short: [bool; 2],
    pub may_castle: [bool; 2],
    pub has_castled: [bool; 2],
    pub pinned: u64,
    pub control: Control,
    /// What the men of each side are worth without the king, by fixed values.
    pub material: [i64; 2],
}

impl Scene {
    /// A position that nobody has looked at yet: it is long to copy, so [`Scene::look`] does the rest
    /// where it stands.
    #[inline]
    pub fn unseen(position: &Chess, context: &Context) -> Self {
        let pieces = position.pieces();
        let all = [pieces.white().0, pieces.black().0];
        let men = all.map(|all| Role::ALL.map(|role| pieces.by_role(role).0 & all));
        let castles = position.rules().castles();
        let occupied = all[0] | all[1];
        Self {
            stage: Stage::of_number(context.stage),
            computer: usize::from(context.ours == Turn::Second),
            mover: usize::from(position.turn() == Turn::Second),
            reversible: i64::from(position.reversible_plies()),
            men,
            all,
            occupied,
            pieces: [ArrayVec::new_const(), ArrayVec::new_const()],
            pawn_attacks: [0, 1].map(|side| captures(men[side][P], side)),
            may_castle_short: Color::ALL.map(|color| castles.has(color, CastlingSide::KingSide)),
            may_castle: Color::ALL.map(|color| castles.has_color(color)),
            has_castled: [castled(&men[0], 0), castled(&men[1], 1)],
            pinned: 0,
            control: Control::default(),
            material: [0; 2],
        }
    }

    /// Finds what the men attack, pins and control.
    pub fn look(&mut self) {
        for side in [0, 1] {
            attacking(&self.men[side], self.occupied, &mut self.pieces[side]);
        }
        self.weigh(&VALUES);
        if self.stage != Stage::Mating {
            self.pinned = pins::pinned(self);
            let Self { control, men, all, pieces, pinned, .. } = self;
            control.look(men, all, pieces, *pinned);
        }
    }

    /// Sets the material by these values.
    pub fn weigh(&mut self, values: &[i64; 6]) {
        let worth = |men: &[u64; 6]| (P..K).map(|kind| values[kind] * count(men[kind])).sum();
        self.material = [worth(&self.men[0]), worth(&self.men[1])];
    }

    /// How much more a side has than the other.
    pub fn lead(&self, side: usize) -> i64 {
        self.material[side] - self.material[1 - side]
    }

    pub fn king(&self, side: usize) -> u32 {
        self.men[side][K].trailing_zeros() & 63
    }

    /// Men that are no pawns, kings too.
    pub fn officers(&self, side: usize) -> u64 {
        self.all[side] & !self.men[side][P]
    }
}

/// +1 for White, −1 for Black.
pub(super) const fn sign(side: usize) -> i64 {
    1 - 2 * side as i64
}

/// Squares as their side sees them, playing up the board; and back.
#[inline]
pub(super) const fn seen(side: usize, squares: u64) -> u64 {
    if side == 0 { squares } else { squares.swap_bytes() }
}

/// A square as its side sees it.
#[inline]
pub(super) const fn seen_square(side: usize, square: u32) -> u32 {
    square ^ (56 * side as u32)
}

/// What pawns may take.
pub(super) fn captures(pawns: u64, side: usize) -> u64 {
    if side == 0 { beside(pawns) << 8 } else { beside(pawns) >> 8 }
}

/// The pieces of a side, by kind, and what they attack.
fn attacking(men: &[u64; 6], occupied: u64, pieces: &mut ArrayVec<Man, 16>) {
    let across = men[B] | men[Q];
    let along = men[R] | men[Q];
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        let kind = index(role);
        for square in each(men[kind]) {
            let attacks = reach(role, square, occupied);
            let mut through = 0;
            if matches!(role, Role::Bishop | Role::Queen) && attacks & across != 0 {
                through |= reach(Role::Bishop, square, occupied & !across);
            }
            if matches!(role, Role::Rook | Role::Queen) && attacks & along != 0 {
                through |= reach(Role::Rook, square, occupied & !along);
            }
            // A side has at most sixteen men by the rules; of more, the rest attack nothing.
            let _ = pieces.try_push(Man { kind, square, attacks, beyond: through & !attacks });
        }
    }
}

/// Whether a king stands as after castling: on its first rank, on one of the two files of a wing next
/// to the corner's, with no rook of its own between it and the corner. A position does not tell what
/// was played before it.
fn castled(men: &[u64; 6], side: usize) -> bool {
    let (king, rooks) = (seen(side, men[K]), seen(side, men[R]));
    let file = king.trailing_zeros();
    match file {
        6 | 7 => rooks & 0xff & !((king << 1) - 1) == 0,
        0..=2 => rooks & (king - 1) == 0,
        _ => false,
    }
}
