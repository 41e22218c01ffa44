//! Men that stand before another one, which would be lost if they moved.

use shakmaty::{Role, Square, attacks};

use super::control::is_below;
use super::scene::{B, K, Man, P, Q, R, Scene, captures, sign};
use crate::features::bits::{count, each, reach};

/// All pinned men of both sides. Kings and queens never are, and whoever can take the pinning man
/// back is not; as KnightCap has it, a pin need not be one against the king.
pub(super) fn pinned(scene: &Scene) -> u64 {
    let mut pinned = 0;
    for side in [0, 1] {
        let sliders = scene.pieces[1 - side].iter().filter(|man| matches!(man.kind, B | R | Q));
        for slider in sliders {
            pinned |= pinned_by(scene, side, slider);
        }
    }
    pinned
}

fn pinned_by(scene: &Scene, side: usize, slider: &Man) -> u64 {
    let men = &scene.men[side];
    let first = slider.attacks & scene.all[side] & !(men[K] | men[Q]);
    if first == 0 {
        return 0;
    }
    let role = Role::ALL[slider.kind];
    let second = reach(role, slider.square, scene.occupied & !first) & !slider.attacks;
    let mut pinned = 0;
    for behind in each(second & scene.officers(side)) {
        let (from, to) = (Square::new(slider.square), Square::new(behind));
        let before = attacks::between(from, to).0 & scene.occupied;
        if count(before) == 1
            && !takes_back(scene, side, before, slider)
            && is_lost(scene, side, behind, slider)
        {
            pinned |= before;
        }
    }
    pinned
}

/// Whether a man attacks the slider that attacks it.
fn takes_back(scene: &Scene, side: usize, man: u64, slider: &Man) -> bool {
    let target = 1_u64 << slider.square;
    if man & scene.men[side][P] != 0 {
        return captures(man, side) & target != 0;
    }
    let mut pieces = scene.pieces[side].iter();
    pieces.any(|piece| man >> piece.square & 1 == 1 && piece.attacks & target != 0)
}

/// Whether a man would be the enemy's if the slider attacked it, too.
fn is_lost(scene: &Scene, side: usize, square: u32, slider: &Man) -> bool {
    let here = 1_u64 << square;
    let Some(kind) = (P..=K).find(|&kind| scene.men[side][kind] & here != 0) else { return false };
    let enemy = 1 - side;
    let mut attackers = scene.pieces[enemy].iter().filter(|man| man.attacks & here != 0);
    let pawns = [0, 1].map(|side| count(captures(here, 1 - side) & scene.men[side][P]));
    if is_below(slider.kind, kind)
        || attackers.any(|man| is_below(man.kind, kind))
        || pawns[enemy] > 0 && is_below(P, kind)
    {
        return true;
    }
    let pieces = |side: usize| {
        let there = |man: &&Man| (man.attacks | man.beyond) & here != 0;
        scene.pieces[side].iter().filter(there).count() as i64
    };
    let by_pawns = pawns[0] - pawns[1];
    let by_pieces = pieces(0) - pieces(1) + sign(enemy);
    let more = if by_pawns != 0 { by_pawns } else { by_pieces };
    more * sign(enemy) > 0
}
