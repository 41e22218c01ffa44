//! Where pieces can go: squares that hold no man of theirs and that no enemy pawn attacks.

use shakmaty::Role;

use super::super::view::{Attacked, View, count, each};
use super::Sink;
use super::declared::MOBILITY;

/// Counts the squares of every piece of a side; what that side attacks.
pub(super) fn scan(view: &View, sign: i64, sink: &mut impl Sink) -> Attacked {
    let mut attacked = Attacked::default();
    attacked.add(Role::Pawn, view.pawn_attacks, 0);
    let open = !(view.own_all | view.their_pawn_attacks);
    for (first, role) in
        MOBILITY.into_iter().zip([Role::Knight, Role::Bishop, Role::Rook, Role::Queen])
    {
        for square in each(view.of_role(role)) {
            let reached = view.attacks(role, square);
            attacked.add(role, reached, view.zone);
            sink.add(first + count(reached & open) as usize, sign);
        }
    }
    attacked.add(Role::King, view.attacks(Role::King, view.king()), 0);
    attacked
}
