//! Material and one positional term: how well the pieces stand by a fixed table of squares.
//!
//! The table experiments of the thesis (4.2.2) used such a table, made of centre control and
//! mobility; its numbers are not known, so these are plywise's own.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Color, Move, Role, Square, attacks};

use super::material::PIECES;
use super::{Feature, FeatureSet, Material};
use crate::games::Chess;
use crate::value::Value;

/// The five piece kinds and the sum of the table.
pub struct Centre;

const FEATURES: [Feature; 6] = [
    PIECES[0],
    PIECES[1],
    PIECES[2],
    PIECES[3],
    PIECES[4],
    Feature::term(
        "centre",
        "squares that pieces reach on an empty board, twice those of the centre, and ranks that \
         pawns have advanced: White's minus Black's",
    ),
];
const CENTRE: usize = 5;
const PAWN: usize = 0;

/// Points of a white piece on each square, by role; kings have none.
static POINTS: LazyLock<[[i8; 64]; 6]> = LazyLock::new(|| {
    let mut points = [[0; 64]; 6];
    for square in Square::ALL {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let reach = attacks::attacks(square, role.of(Color::White), Bitboard::EMPTY);
            let reached = reach.count() + (reach & Bitboard::CENTER).count();
            points[role as usize - 1][square as usize] = reached as i8;
        }
        let advanced = square.rank() as i8 - 1;
        let central = Bitboard::CENTER.contains(square);
        points[PAWN][square as usize] = advanced + if central { 2 } else { 0 };
    }
    points
});

fn points(role: Role, color: Color, square: Square) -> i64 {
    let seen = if color == Color::White { square } else { square.flip_vertical() };
    i64::from(POINTS[role as usize - 1][seen as usize])
}

fn total(position: &Chess) -> i64 {
    let pieces = position.pieces();
    let of = |color: Color| -> i64 {
        let all = pieces.by_color(color).into_iter();
        all.map(|sq| pieces.role_at(sq).map_or(0, |role| points(role, color, sq))).sum()
    };
    of(Color::White) - of(Color::Black)
}

impl FeatureSet<Chess> for Centre {
    fn name(&self) -> &'static str {
        "centre"
    }

    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn unit(&self) -> Option<usize> {
        Some(PAWN)
    }

    fn counts(&self, position: &Chess, out: &mut Vec<(u32, f64)>) {
        Material.counts(position, out);
        let total = total(position);
        if total != 0 {
            out.push((CENTRE as u32, total as f64));
        }
    }

    fn weighted(&self, position: &Chess, weights: &[Value]) -> i64 {
        Material.weighted(position, weights) + total(position) * i64::from(weights[CENTRE])
    }

    fn gain(&self, position: &Chess, mv: Move, weights: &[Value]) -> Option<i64> {
        let Move::Normal { role, from, capture, to, promotion } = mv else { return None };
        let us = position.color();
        let arrived = points(promotion.unwrap_or(role), us, to) - points(role, us, from);
        let taken = capture.map_or(0, |victim| points(victim, !us, to));
        let placed = (arrived + taken) * i64::from(weights[CENTRE]);
        Some(Material.gain(position, mv, weights)? + placed)
    }
}
