//! What is decided last: endings that are drawn or nearly so, fading, and the worth of trades.

use super::Stage;
use super::declared::{DRAW_VALUE, NEAR_DRAW_VALUE, PAWN_TRADE_BONUS, PIECE_TRADE_BONUS};
use super::scene::{B, N, P, PAWN, Q, R, Scene, sign};
use super::sink::{Sink, WHOLE};
use super::threat::Threat;
use crate::features::bits::count;

/// Reversible plies without which a position does not fade.
const PATIENCE: i64 = 20;
/// A side so far ahead, in hundredths of a pawn, is glad of trades.
const AHEAD: i64 = 4 * PAWN / 5;
/// Pieces, kings included, at most in an ending that is drawn or nearly so: a side without pawns has
/// at most two beside its king there, and the other, where it has less, no more than four.
const MOST_IN_DRAWS: i64 = 8;
/// The last number of the tables of trades.
const MOST: i64 = 31;

pub(super) fn scan(scene: &Scene, threat: Option<Threat>, sink: &mut impl Sink) {
    // 1. Endings in which nothing else counts: only with few pieces are there any.
    if count(scene.officers(0) | scene.officers(1)) <= MOST_IN_DRAWS
        && is_decided(scene, threat, sink)
    {
        return;
    }
    // 2. What does not move forward fades.
    sink.scale(fade(scene));
    // 3. Trades.
    trades(scene, sink);
}

/// Whether an ending is worth what draws are, and nothing else.
fn is_decided(scene: &Scene, threat: Option<Threat>, sink: &mut impl Sink) -> bool {
    let draws = level(scene, threat);
    if let Some(stronger) = nearly_drawn(scene).filter(|_| draws.is_none()) {
        sink.clear();
        sink.add(NEAR_DRAW_VALUE, -sign(stronger));
        return true;
    }
    let draws = draws.or_else(|| is_held(scene).then_some(1));
    if let Some(draws) = draws {
        sink.clear();
        sink.add(DRAW_VALUE, draws * sign(scene.computer));
    }
    draws.is_some()
}

/// Whether a position may be one in which a threat decides what is drawn.
pub(super) fn asks(scene: &Scene) -> bool {
    count(scene.occupied) == 4
}

/// How many parts of the whole are left.
pub(super) fn fade(scene: &Scene) -> i64 {
    let fades = scene.stage != Stage::Mating && scene.reversible > PATIENCE;
    if fades { (WHOLE + PATIENCE - scene.reversible).max(0) } else { WHOLE }
}

/// Queens or rooks that face each other alone: twice the value of a draw.
pub(super) fn level(scene: &Scene, threat: Option<Threat>) -> Option<i64> {
    let [white, black] = [0, 1].map(|side| left(scene, side));
    let heavy = [[0, 0, 0, 0, 1], [0, 0, 0, 1, 0]];
    (threat.is_none() && white == black && heavy.contains(&white)).then_some(2)
}

/// Whether the side that is ahead cannot win: a draw.
pub(super) fn is_held(scene: &Scene) -> bool {
    let helpless = [0, 1].map(|side| is_helpless(&left(scene, side)));
    let held = |side: usize| helpless[side] && scene.lead(side) > 0;
    helpless == [true, true] || held(0) || held(1)
}

/// The men of a side beside its king: pawns, knights, bishops, rooks, queens.
fn left(scene: &Scene, side: usize) -> [i64; 5] {
    [P, N, B, R, Q].map(|kind| count(scene.men[side][kind]))
}

/// Whether a side cannot mate: without pawns, one minor piece at most, or two knights.
fn is_helpless(men: &[i64; 5]) -> bool {
    matches!(men, [0, 0, 0 | 1, 0, 0] | [0, 1 | 2, 0, 0, 0])
}

/// The stronger side of an ending that is nearly drawn: a rook against a minor piece with some pawns,
/// or rook and minor piece against a rook with what is worth less.
pub(super) fn nearly_drawn(scene: &Scene) -> Option<usize> {
    [0, 1].into_iter().find(|&side| {
        let (strong, weak) = (left(scene, side), left(scene, 1 - side));
        let has_minor = weak[N] + weak[B] > 0;
        match strong {
            // At most as much as the rook.
            [0, 0, 0, 1, 0] => has_minor && scene.lead(side) >= 0,
            // Less than the two: against as much nobody is the stronger.
            [0, 1, 0, 1, 0] | [0, 0, 1, 1, 0] => weak[R] > 0 && scene.lead(side) > 0,
            _ => false,
        }
    })
}

/// A side that is ahead should trade pieces, and keep pawns.
pub(super) fn trades(scene: &Scene, sink: &mut impl Sink) {
    for side in [0, 1] {
        if scene.lead(side) >= AHEAD {
            let pieces = count(scene.officers(0) | scene.officers(1)).min(MOST) as usize;
            let pawns = count(scene.men[0][P] | scene.men[1][P]).min(MOST) as usize;
            sink.add(PIECE_TRADE_BONUS + pieces, sign(side));
            sink.add(PAWN_TRADE_BONUS + pawns, -sign(side));
        }
    }
}
