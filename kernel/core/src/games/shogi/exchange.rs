//! What a capture comes to when both sides go on taking on its square, least piece first.

use super::attacks::{Bits, bit, squares};
use super::moves::{Move, Origin};
use super::pieces::{PieceKind, Side};
use super::position::Position;

/// What taking a piece is worth, by nominal values: one side loses it, the other has it in hand.
fn swing(kind: PieceKind) -> i32 {
    kind.nominal() + kind.plain().nominal()
}

/// Whether a legal capture or promotion ends with less material than it began with.
pub(super) fn loses(position: &Position, mv: Move) -> bool {
    let Origin::Square(from) = mv.origin() else { return false };
    let Some(kind) = position.kind(from) else { return false };
    let changes = position.changes(mv);
    let becomes = changes.promoted.map_or(kind, |(_, becomes)| becomes);
    let gain = changes.taken.map_or(0, swing) + becomes.nominal() - kind.nominal();
    // What can be lost is at most the piece that takes.
    if gain >= swing(becomes) {
        return false;
    }
    let occupied = position.occupied() ^ bit(from) | bit(mv.to());
    gain < best_reply(position, mv.to(), occupied, !position.turn(), becomes)
}

/// What the side to take wins on the square, on which that piece stands; it need not take.
fn best_reply(
    position: &Position,
    square: u8,
    mut occupied: Bits,
    mut side: Side,
    mut at_risk: PieceKind,
) -> i32 {
    // gains[i]: what the i-th capture takes; resolved from the last one back.
    let mut gains = [0; 40];
    let mut count = 0;
    while count < gains.len()
        && let Some((taker, kind)) = least_attacker(position, square, occupied, side)
    {
        gains[count] = swing(at_risk);
        count += 1;
        at_risk = kind;
        occupied &= !bit(taker);
        side = !side;
        // A king that would be taken back cannot take.
        if kind == PieceKind::King && least_attacker(position, square, occupied, side).is_some() {
            count -= 1;
            break;
        }
    }
    gains[..count].iter().rev().fold(0, |later, &gain| (gain - later).max(0))
}

/// The least valuable piece of a side that attacks the square; pieces behind it count once it has
/// left. Pins and promotions on the way are not seen.
fn least_attacker(
    position: &Position,
    square: u8,
    occupied: Bits,
    side: Side,
) -> Option<(u8, PieceKind)> {
    let attackers = position.attackers(square, side, occupied) & occupied;
    let kinds = squares(attackers).filter_map(|from| position.kind(from).map(|kind| (from, kind)));
    kinds.min_by_key(|&(_, kind)| kind.nominal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use crate::games::Shogi;
    use crate::rng::Rng;

    fn loses_in(sfen: &str, text: &str) -> bool {
        let position = Shogi::parse(sfen).unwrap();
        position.loses_exchange(position.parse_move(text).unwrap())
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        assert!(!loses_in("4k4/9/9/9/4p4/9/9/9/K3R4 b - 1", "5i5e"), "undefended");
        assert!(loses_in("k8/9/9/4s4/4p4/9/9/9/K3R4 b - 1", "5i5e"), "rook for pawn");
        assert!(!loses_in("k8/9/9/4s4/4r4/9/9/9/K3R4 b - 1", "5i5e"), "rook for rook");
        let behind = "k3l4/9/9/9/4p4/9/9/4L4/K3R4 b - 1";
        assert!(!loses_in(behind, "5h5e"), "the rook behind the lance takes the other lance");
        assert!(loses_in("k3l4/4r4/9/9/4p4/9/9/4L4/K3R4 b - 1", "5h5e"));
        assert!(!loses_in("k8/9/4p4/9/9/9/9/9/K3R4 b - 1", "5i5c+"), "and it promotes");
    }

    /// The value of going on taking on a square by brute force, with the least attacker first.
    fn by_search(position: &Shogi, square: u8) -> i32 {
        let moves = position.legal_moves();
        let takes = |mv: &&Move| mv.to() == square && position.is_noisy(**mv) && !mv.promotes();
        let mover = |mv: &&Move| match mv.origin() {
            Origin::Square(from) => position.position().kind(from).map_or(0, PieceKind::nominal),
            Origin::Hand(_) => i32::MAX,
        };
        let least = moves.iter().filter(takes).min_by_key(mover);
        least.map_or(0, |&mv| {
            let gain = position.position().kind(square).map_or(0, swing);
            (gain - by_search(&position.play(mv), square)).max(0)
        })
    }

    #[test]
    fn in_the_middle_it_equals_playing_the_exchange_out() {
        let mut chance = Rng::new(3, 0);
        let (mut compared, mut equal) = (0, 0);
        for _ in 0..3_000 {
            let mut position = Shogi::start();
            for _ in 0..chance.below(150) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(*chance.choose(&moves));
            }
            for &mv in &position.noisy_moves() {
                if mv.promotes() || !(3..6).contains(&(mv.to() % 9)) {
                    continue;
                }
                let gain = position.position().kind(mv.to()).map_or(0, swing);
                let exact = gain - by_search(&position.play(mv), mv.to());
                compared += 1;
                equal += i32::from((exact < 0) == loses(position.position(), mv));
            }
        }
        // Pins and checks on the way make the rest.
        assert!(compared > 3_000 && equal * 100 >= compared * 95, "{equal} of {compared}");
    }
}
