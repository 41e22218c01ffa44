//! What a capture comes to when both sides go on taking on its square, least piece first.

use shakmaty::{Bitboard, Color, Move, Position, Role, Square, attacks};

/// Nominal values, not weights: the order of pieces that every exchange is judged by.
fn nominal(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// Whether a legal capture or promotion ends with less material than it began with.
pub(super) fn loses<P: Position>(position: &P, mv: Move) -> bool {
    let Some(from) = mv.from() else { return false };
    let gain = mv.capture().map_or(0, nominal);
    let promoted = mv.promotion().map_or(0, |role| nominal(role) - 1);
    let at_risk = nominal(mv.promotion().unwrap_or(mv.role()));
    // What can be lost is at most the piece that takes.
    if gain + promoted >= at_risk {
        return false;
    }
    let mut occupied = position.board().occupied();
    occupied.discard(from);
    if let Move::EnPassant { from, to } = mv {
        occupied.discard(Square::from_coords(to.file(), from.rank()));
    }
    let answer = best_reply(position, mv.to(), occupied, !position.turn(), at_risk);
    gain + promoted - answer < 0
}

/// What the side to take wins on the square, on which stands a piece of that value; it need not.
fn best_reply<P: Position>(
    position: &P,
    square: Square,
    mut occupied: Bitboard,
    mut side: Color,
    mut at_risk: i32,
) -> i32 {
    // gains[i]: what the i-th capture takes; resolved from the last one back.
    let mut gains = [0; 32];
    let mut count = 0;
    while count < gains.len()
        && let Some((taker, role)) = least_attacker(position, square, occupied, side)
    {
        gains[count] = at_risk;
        count += 1;
        at_risk = nominal(role);
        occupied.discard(taker);
        side = !side;
        // A king that would be taken back cannot take.
        if role == Role::King && least_attacker(position, square, occupied, side).is_some() {
            count -= 1;
            break;
        }
    }
    gains[..count].iter().rev().fold(0, |later, &gain| (gain - later).max(0))
}

/// The least valuable piece of a side that attacks the square; pieces behind it count once it has
/// left. Pins are not seen.
fn least_attacker<P: Position>(
    position: &P,
    square: Square,
    occupied: Bitboard,
    side: Color,
) -> Option<(Square, Role)> {
    let board = position.board();
    let ours = board.by_color(side) & occupied;
    let straight = attacks::rook_attacks(square, occupied);
    let diagonal = attacks::bishop_attacks(square, occupied);
    let reach = |role| match role {
        Role::Pawn => attacks::pawn_attacks(!side, square),
        Role::Knight => attacks::knight_attacks(square),
        Role::Bishop => diagonal,
        Role::Rook => straight,
        Role::Queen => straight | diagonal,
        Role::King => attacks::king_attacks(square),
    };
    Role::ALL.into_iter().find_map(|role| {
        let takers = reach(role) & board.by_role(role) & ours;
        takers.first().map(|square| (square, role))
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;
    use crate::game::Game;
    use crate::rng::Rng;

    fn loses_in(fen: &str, text: &str) -> bool {
        let position = <crate::games::Chess as crate::game::Rules>::parse(fen).unwrap();
        position.loses_exchange(position.parse_move(text).unwrap())
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        let undefended = "4k3/8/8/3p4/8/4N3/8/3RK3 w - - 0 1";
        assert!(!loses_in(undefended, "d1d5"));
        let defended = "4k3/8/4p3/3p4/8/4N3/8/3RK3 w - - 0 1";
        assert!(loses_in(defended, "d1d5"), "rook for pawn, and the knight takes one pawn back");
        assert!(loses_in("4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5"));
        let behind = "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1";
        assert!(loses_in(behind, "d2d5"), "two rooks against two rooks on one pawn");
        assert!(!loses_in("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), "the rook behind counts");
        assert!(loses_in("4k3/3p4/4p3/8/8/8/8/K3R3 w - - 0 1", "e1e6"));
    }

    /// The value of going on taking on a square by brute force, with the least attacker first.
    fn by_search(position: &Chess, square: Square) -> i32 {
        let takes = |mv: &&Move| mv.to() == square && mv.is_capture() && !mv.is_en_passant();
        let moves = position.legal_moves();
        let least = moves.iter().filter(takes).min_by_key(|mv| nominal(mv.role()));
        least.map_or(0, |&mv| {
            let gain = mv.capture().map_or(0, nominal);
            let mut child = position.clone();
            child.play_unchecked(mv);
            (gain - by_search(&child, square)).max(0)
        })
    }

    #[test]
    fn without_pins_and_promotions_it_equals_playing_the_exchange_out() {
        let mut chance = Rng::new(3, 0);
        let (mut compared, mut equal) = (0, 0);
        for _ in 0..3_000 {
            let mut position = Chess::default();
            for _ in 0..chance.below(100) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(*chance.choose(&moves));
            }
            for &mv in position.legal_moves().iter().filter(|mv| mv.is_capture()) {
                if mv.is_promotion() || mv.is_en_passant() {
                    continue;
                }
                let mut child = position.clone();
                child.play_unchecked(mv);
                let exact = mv.capture().map_or(0, nominal) - by_search(&child, mv.to());
                compared += 1;
                equal += i32::from((exact < 0) == loses(&position, mv));
            }
        }
        // Pins, checks and promotions on the way make the rest.
        assert!(compared > 3_000 && equal * 100 >= compared * 95, "{equal} of {compared}");
    }
}
