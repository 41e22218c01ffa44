//! What is attacked about the enemy king.

use shakmaty::Role;

use super::super::view::{count, reach};
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
    let safe = !(view.own_all | theirs.all);
    let across = reach(Role::Bishop, square, view.occupied);
    let along = reach(Role::Rook, square, view.occupied);
    let from = [reach(Role::Knight, square, 0), across, along, across | along];
    let mut attackers = 0;
    for ((role, attack, check), from) in ATTACKS.into_iter().zip(from) {
        sink.add(check, sign * count(from & ours.by[index(role)] & safe));
        let attacking = i64::from(ours.attackers[index(role)]);
        sink.add(attack, sign * attacking);
        attackers += attacking;
    }
    match attackers {
        0 | 1 => (),
        2 => sink.add(ATTACK_TWO, sign),
        3 => sink.add(ATTACK_THREE, sign),
        _ => sink.add(ATTACK_FOUR, sign),
    }
    let attacked = view.zone & ours.all;
    let guarded = theirs.by[..index(Role::King)].iter().fold(0, |all, by| all | by);
    sink.add(ATTACKED_ZONE, sign * count(attacked));
    sink.add(WEAK_ZONE, sign * count(attacked & view.around & !guarded));
}
