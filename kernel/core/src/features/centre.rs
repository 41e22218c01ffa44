//! One positional term: how well the pieces stand by a fixed table of squares.
//!
//! The table experiments of the thesis (4.2.2) used such a table, made of centre control and
//! mobility; its numbers are not known, so these are plywise's own.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square, attacks};

use super::{Feature, Term};

/// The sum of the table.
pub(super) const CENTRE: Term<Chess> = Term {
    feature: Feature::term(
        "centre",
        "squares that pieces reach on an empty board, twice those of the centre, and ranks that \
         pawns have advanced: White's minus Black's",
    ),
    count: total,
    change: |position, mv| {
        let Move::Normal { role, from, capture, to, promotion } = mv else { return None };
        let us = position.color();
        let arrived = points(promotion.unwrap_or(role), us, to) - points(role, us, from);
        Some(arrived + capture.map_or(0, |victim| points(victim, !us, to)))
    },
};
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

fn points(role: Role, color: Color, square: Square) -> i32 {
    let seen = if color == Color::White { square } else { square.flip_vertical() };
    i32::from(POINTS[role as usize - 1][seen as usize])
}

fn total(position: &Chess) -> i32 {
    let pieces = position.board();
    let of = |color: Color| -> i32 {
        let all = pieces.by_color(color).into_iter();
        all.map(|sq| pieces.role_at(sq).map_or(0, |role| points(role, color, sq))).sum()
    };
    of(Color::White) - of(Color::Black)
}
