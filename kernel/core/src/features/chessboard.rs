//! What the feature sets of chess and its variants have in common.

use shakmaty::{Color, Move, Piece, Role, Square};

use super::centre::CENTRE;
use super::tapered::{Alone, Rich, Tapered};
use super::{Feature, FeatureSet, Places, pieces, squares};
use crate::games::{Board, Chess, Variant};

/// Something that a variant counts beside pieces and squares.
pub struct Term<V: Variant> {
    /// Its declaration.
    pub feature: Feature,
    /// The first player's minus the second's.
    pub count: fn(&V) -> i32,
    /// By how much a move changes the count in favour of the side that makes it, where that can be
    /// told without making it.
    pub change: fn(&Board<V>, Move) -> Option<i32>,
}

impl<V: Variant> Clone for Term<V> {
    fn clone(&self) -> Self {
        Self { feature: self.feature, count: self.count, change: self.change }
    }
}

/// All feature sets of chess.
#[must_use]
pub fn of_chess() -> &'static [&'static dyn FeatureSet<Chess>] {
    sets!(
        shakmaty::Chess,
        [
            pieces(),
            pieces().named("centre").with(CENTRE),
            squares(Places::RanksAndRings),
            squares(Places::HalfBoard),
            squares(Places::FullBoard),
            super::stages::Stages::new(),
            Tapered::<Alone>::new(),
            Tapered::<Rich>::new(),
            super::knightcap::KnightCap::new()
        ]
    )
}

/// The feature sets of a variant, each made once.
macro_rules! sets {
    ($variant:ty, [$($set:expr),+]) => {{
        type Set = &'static dyn $crate::features::FeatureSet<$crate::games::Board<$variant>>;
        static SETS: std::sync::LazyLock<Vec<Set>> =
            std::sync::LazyLock::new(|| vec![$($crate::features::leaked::<$variant>($set)),+]);
        SETS.as_slice()
    }};
}
pub(crate) use sets;

/// A set that lives as long as the program.
pub(crate) fn leaked<V: Variant>(
    set: impl FeatureSet<Board<V>> + 'static,
) -> &'static dyn FeatureSet<Board<V>> {
    Box::leak(Box::new(set))
}

/// The number of pieces of a kind, as most sets count it.
pub(super) fn piece<V: Variant>(role: Role) -> Feature {
    let name = kind(role);
    let meaning = format!("White {name}s minus Black {name}s");
    Feature { name, meaning: meaning.leak(), start: V::FIRST_WEIGHT }
}

pub(super) fn kind(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// The place of a role in arrays.
pub(super) fn index(role: Role) -> usize {
    role as usize - 1
}

/// Which of the kinds is the unit.
pub(super) fn unit<V: Variant>() -> Option<usize> {
    V::KINDS.iter().position(|&role| role == V::UNIT)
}

/// White's square that is to White what this one is to its piece's owner.
pub(super) fn seen_by<V: Variant>(color: Color, square: Square) -> Square {
    match color {
        Color::White => square,
        Color::Black if V::SAME_WAY => square.flip_horizontal(),
        Color::Black => square.flip_vertical(),
    }
}

/// +1 for White's pieces, −1 for Black's.
pub(super) fn sign(piece: Piece) -> i64 {
    if piece.color == Color::White { 1 } else { -1 }
}

/// The counts that are not zero.
pub(super) fn push_counts(counts: impl IntoIterator<Item = i64>, out: &mut Vec<(u32, f64)>) {
    let counts = counts.into_iter().enumerate().filter(|&(_, count)| count != 0);
    out.extend(counts.map(|(i, count)| (i as u32, count as f64)));
}
