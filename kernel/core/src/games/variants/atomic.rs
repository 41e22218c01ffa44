//! Atomic chess: a capture blows up the capturer and all but pawns around it.

use shakmaty::variant::Atomic;
use shakmaty::{Color, Move, MoveList, Position, Role, attacks};

use crate::features::{FeatureSet, Places, pieces, sets, squares};
use crate::game::{Ending, Facts};
use crate::games::variant::{Variant, won};
use crate::games::{Board, chess_noisy};

impl Variant for Atomic {
    const NAME: &'static str = "atomic";
    const FACTS: Facts = Facts {
        summary: "captures explode, and a king that is blown up has lost",
        players: ["White", "Black"],
        max_plies: 400,
        kinds: &["pawn", "knight", "bishop", "rook", "queen", "king"],
    };
    const EXPLODES: bool = true;

    fn quick_ending(&self) -> Option<Ending> {
        let exploded = |&color: &Color| self.board().king_of(color).is_none();
        Color::ALL.iter().find(|color| exploded(color)).map(|&color| won(!color, "explosion"))
    }

    fn may_end_quickly(board: &Board<Self>, mv: Move) -> bool {
        let king = board.pieces().king_of(!board.color());
        mv.is_capture() && king.is_none_or(|king| attacks::king_attacks(mv.to()).contains(king))
    }

    fn put_noisy_moves(&self, moves: &mut MoveList) {
        chess_noisy::pawn_moves(self, moves);
        chess_noisy::piece_captures(self, moves);
        moves.retain(|&mut mv| is_legal(self, mv));
        if self.maybe_ep_square().is_some() {
            moves.extend(self.en_passant_moves());
        }
        moves.sort_by_cached_key(|&mv| -damage(self, mv));
    }

    fn feature_sets() -> &'static [&'static dyn FeatureSet<Board<Self>>] {
        sets!(
            Atomic,
            [
                pieces(),
                squares(Places::RanksAndRings),
                squares(Places::HalfBoard),
                squares(Places::FullBoard)
            ]
        )
    }
}

/// Our king must live, and the other one be blown up or ours out of check. (Check means nothing
/// between kings that touch; the crate's `king_attackers` knows.)
fn is_legal(position: &Atomic, mv: Move) -> bool {
    let (us, mut after) = (position.turn(), position.clone());
    after.play_unchecked(mv);
    let Some(king) = after.board().king_of(us) else { return false };
    after.board().king_of(!us).is_none()
        || after.king_attackers(king, !us, after.board().occupied()).is_empty()
}

/// What a capture destroys, by nominal kinds: theirs minus ours.
fn damage(position: &Atomic, mv: Move) -> i32 {
    if !mv.is_capture() {
        return mv.promotion().map_or(0, |role| role as i32);
    }
    let board = position.board();
    let around = attacks::king_attacks(mv.to()) & board.occupied() & !board.pawns();
    let worth = |square| match board.role_at(square) {
        Some(Role::King) => 100,
        role => role.map_or(0, |role| role as i32),
    };
    let signed =
        |square| if position.us().contains(square) { -worth(square) } else { worth(square) };
    let around: i32 =
        around.into_iter().filter(|&square| Some(square) != mv.from()).map(signed).sum();
    around + mv.capture().map_or(0, |role| role as i32) - mv.role() as i32
}
