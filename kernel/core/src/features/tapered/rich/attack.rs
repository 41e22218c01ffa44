//! What is attacked about the enemy king.

use shakmaty::Role;

use super::super::view::{count, each, reach};
use super::declared::{
    ATTACK_BISHOP, ATTACK_FOUR, ATTACK_KNIGHT, ATTACK_QUEEN, ATTACK_ROOK, ATTACK_THREE, ATTACK_TWO,
    ATTACKED_ZONE, CHECK_BISHOP, CHECK_KNIGHT, CHECK_QUEEN, CHECK_ROOK, WEAK_ZONE,
};
use super::{Scene, Sink};
use crate::features::chessboard::index;

const ATTACKS: [(Role, usize, usize); 4] = [
    (Role::Knight, ATTACK_KNIGHT, CHECK_KNIGHT),
    (Role::Bishop, ATTACK_BISHOP, CHECK_BISHOP),
    (Role::Rook, ATTACK_ROOK, CHECK_ROOK),
    (Role::Queen, ATTACK_QUEEN, CHECK_QUEEN),
];

pub(super) fn scan(scene: &Scene<'_>, sink: &mut impl Sink) {
    let Scene { view, ours, theirs, sign, .. } = *scene;
    let square = view.their_king();
    let around = reach(Role::King, square, 0);
    // The king's own squares, and those in front of them.
    let zone = around | around >> 8 | 1 << square;
    let safe = !(view.own_all | theirs.all);
    let mut attackers = 0;
    for (role, attack, check) in ATTACKS {
        let from = reach(role, square, view.occupied);
        sink.add(check, sign * count(from & ours.by[index(role)] & safe));
        if ours.by[index(role)] & zone == 0 {
            continue;
        }
        let attacking = each(view.of_role(role)).filter(|&at| view.attacks(role, at) & zone != 0);
        let attacking = attacking.count() as i64;
        sink.add(attack, sign * attacking);
        attackers += attacking;
    }
    match attackers {
        0 | 1 => (),
        2 => sink.add(ATTACK_TWO, sign),
        3 => sink.add(ATTACK_THREE, sign),
        _ => sink.add(ATTACK_FOUR, sign),
    }
    let attacked = zone & ours.all;
    let guarded = theirs.by[..index(Role::King)].iter().fold(0, |all, by| all | by);
    sink.add(ATTACKED_ZONE, sign * count(attacked));
    sink.add(WEAK_ZONE, sign * count(attacked & around & !guarded));
}
