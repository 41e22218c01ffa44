//! Material, and what hangs on it or on single squares.

use super::Stage;
use super::declared::{
    BLOCKED_DPAWN, BLOCKED_EPAWN, BLOCKED_KNIGHT, MATING_POSITION, NO_MATERIAL, OPPOSITE_BISHOPS,
    PIECE_VALUES,
};
use super::officers::DARK;
use super::scene::{B, K, N, P, PAWN};
use super::side::Side;
use super::sink::Sink;
use crate::features::bits::{count, distance};

/// Squares on which a man of ours is blocked, and those before them.
const B1_C3: (u64, u64) = (1 << 1, 1 << 18);
const G1_F3: (u64, u64) = (1 << 6, 1 << 21);
const D2_D3: (u64, u64) = (1 << 11, 1 << 19);
const E2_E3: (u64, u64) = (1 << 12, 1 << 20);
/// The corners of the dark squares, and those of the light ones.
const DARK_CORNERS: [u32; 2] = [0, 63];
const LIGHT_CORNERS: [u32; 2] = [7, 56];

pub(super) fn scan(view: &Side<'_>, sink: &mut impl Sink) {
    let Side { scene, side, sign, own, their, occupied, .. } = *view;
    for (kind, &men) in own[..K].iter().enumerate() {
        sink.add(PIECE_VALUES + 1 + kind, sign * count(men));
    }
    let blocked = |men: u64, (from, before): (u64, u64)| men & from != 0 && occupied & before != 0;
    for (term, men, squares) in [
        (BLOCKED_KNIGHT, own[N], B1_C3),
        (BLOCKED_KNIGHT, own[N], G1_F3),
        (BLOCKED_DPAWN, own[P], D2_D3),
        (BLOCKED_EPAWN, own[P], E2_E3),
    ] {
        if blocked(men, squares) {
            sink.add(term, -sign);
        }
    }
    let one_each = count(own[B]) == 1 && count(their[B]) == 1;
    if one_each && (own[B] & DARK == 0) != (their[B] & DARK == 0) && scene.lead(side) > PAWN / 2 {
        sink.add(OPPOSITE_BISHOPS, -sign);
    }
    if scene.stage == Stage::Mating && scene.lead(1 - side) > PAWN {
        mated(view, sink);
    }
}

/// A side with nothing left: best far from the corner where a single bishop can help to mate it.
fn mated(view: &Side<'_>, sink: &mut impl Sink) {
    let Side { sign, their, .. } = *view;
    sink.add(NO_MATERIAL, -sign);
    if count(their[B]) == 1 {
        let corners = if their[B] & DARK != 0 { DARK_CORNERS } else { LIGHT_CORNERS };
        let [one, other] = corners.map(|corner| distance(view.kings().0, corner));
        sink.add(MATING_POSITION, -sign * (7 - one.min(other)));
    }
}
