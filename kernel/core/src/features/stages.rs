//! Two stages of chess, and a term that one side alone has: a small set that is not alike for both.
//!
//! While queens and rooks are about, a king hides behind its pawns; later the pawns should run. So
//! men, the ranks of pawns and the king's shelter have one weight before and another after. The
//! shelter counts for the side that searches only: a player may be careful for itself without
//! believing that the other is.

use shakmaty::{Bitboard, Color, Move, Rank, Role, Square, attacks};

use super::chessboard::{index, kind, push_counts, seen_by, sign, unit};
use super::{Feature, FeatureSet, Sums, Table};
use crate::evaluate::Context;
use crate::game::Turn;
use crate::games::{Chess, FIVE};
use crate::value::Value;

/// Five kinds, six ranks of pawns, and the shelter of a king.
pub struct Stages {
    features: Vec<Feature>,
}

/// Where the ranks of pawns begin, from the second to the seventh, and the shelter.
const RANKS: usize = 5;
const SHELTER: usize = 11;
const SIZE: usize = 12;

const OPENING: usize = 0;
const ENDING: usize = 1;
/// The men beside pawns count 24 at the start; the ending begins below half.
const HALF: usize = 12;

impl Stages {
    /// The set.
    pub fn new() -> Self {
        let men = FIVE.map(|role| {
            let kind = kind(role);
            Feature::piece(kind, format!("White {kind}s minus Black {kind}s").leak())
        });
        let ranks = [2, 3, 4, 5, 6, 7].map(|rank| {
            let meaning = format!(
                "White pawns minus Black pawns on rank {rank}, Black's on rank {}",
                9 - rank
            );
            Feature::term(format!("pawn_rank{rank}").leak(), meaning.leak())
        });
        let shelter = Feature::term(
            "shelter",
            "pawns beside the king of the side that searches, with the sign turned for Black",
        );
        Self { features: [&men[..], &ranks, &[shelter]].concat() }
    }
}

/// The feature of a pawn on a square that its own side sees.
fn rank_of(seen: Square) -> usize {
    RANKS + usize::from(seen.rank()) - usize::from(Rank::Second)
}

/// The feature of a pawn's rank.
fn pawn_rank(color: Color, square: Square) -> usize {
    rank_of(seen_by::<shakmaty::Chess>(color, square))
}

fn color_of(side: Turn) -> Color {
    if side == Turn::Second { Color::Black } else { Color::White }
}

/// The king's square and the pawns of a side.
fn king_and_pawns(position: &Chess, color: Color) -> (Bitboard, Bitboard) {
    let pieces = position.pieces();
    (pieces.by_piece(Role::King.of(color)), pieces.by_piece(Role::Pawn.of(color)))
}

/// How many of the pawns stand beside the king.
fn sheltering((king, pawns): (Bitboard, Bitboard)) -> i64 {
    king.into_iter().map(|square| (attacks::king_attacks(square) & pawns).count() as i64).sum()
}

fn counts(position: &Chess, context: &Context) -> [i64; SIZE] {
    let mut counts = [0; SIZE];
    for role in FIVE {
        counts[index(role)] = i64::from(position.balance()[index(role)]);
    }
    for color in Color::ALL {
        let pawn = Role::Pawn.of(color);
        for square in position.pieces().by_piece(pawn) {
            counts[pawn_rank(color, square)] += sign(pawn);
        }
    }
    let ours = color_of(context.ours);
    counts[SHELTER] = sign(Role::King.of(ours)) * sheltering(king_and_pawns(position, ours));
    counts
}

impl FeatureSet<Chess> for Stages {
    fn name(&self) -> &'static str {
        "stages"
    }

    fn features(&self) -> &[Feature] {
        &self.features
    }

    fn stages(&self) -> &[&'static str] {
        &["opening", "ending"]
    }

    fn stage(&self, position: &Chess) -> usize {
        let of = |role: Role| position.pieces().by_role(role).count();
        let men = of(Role::Knight) + of(Role::Bishop) + 2 * of(Role::Rook) + 4 * of(Role::Queen);
        if men < HALF { ENDING } else { OPENING }
    }

    fn is_symmetric(&self) -> bool {
        false
    }

    fn unit(&self) -> Option<usize> {
        unit::<shakmaty::Chess>()
    }

    fn tables(&self) -> Vec<Table> {
        let seen = Square::ALL.map(|square| square.flip_vertical());
        let may_stand = |square: Square| !matches!(square.rank(), Rank::First | Rank::Eighth);
        let cell = |square: Square| may_stand(square).then(|| rank_of(square) as u32);
        vec![Table { name: kind(Role::Pawn).to_owned(), width: 8, cells: seen.map(cell).to_vec() }]
    }

    fn counts(&self, position: &Chess, context: &Context, out: &mut Vec<(u32, f64)>) {
        push_counts(counts(position, context), out);
    }

    fn weighted(&self, position: &Chess, context: &Context, weights: &[Value]) -> i64 {
        let terms = counts(position, context).into_iter().zip(weights);
        terms.map(|(count, &weight)| count * i64::from(weight)).sum()
    }

    fn gain(
        &self,
        position: &Chess,
        mv: Move,
        context: &Context,
        weights: &[Value],
        _before: &Sums,
    ) -> Option<i64> {
        let worth = |feature: usize| i64::from(weights[feature]);
        let ours = color_of(context.ours);
        let before = king_and_pawns(position, ours);
        let (mut king, mut pawns) = before;
        let mut gain = 0;
        position.changes(mv, |change, piece, square| {
            gain += change
                * sign(piece)
                * match piece.role {
                    Role::King => 0,
                    Role::Pawn => worth(index(Role::Pawn)) + worth(pawn_rank(piece.color, square)),
                    role => worth(index(role)),
                };
            match piece.role {
                Role::King if piece.color == ours => king.toggle(square),
                Role::Pawn if piece.color == ours => pawns.toggle(square),
                _ => (),
            }
        });
        let sheltered = sheltering((king, pawns)) - sheltering(before);
        gain += sign(Role::King.of(ours)) * sheltered * worth(SHELTER);
        Some(gain * sign(Role::King.of(position.color())))
    }
}
