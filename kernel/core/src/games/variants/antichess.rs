//! Antichess: captures are forced, kings are pieces like others, and to lose everything is to win.

use shakmaty::variant::Antichess;
use shakmaty::{Move, MoveList, Position, Role};

use crate::features::{FeatureSet, Places, pieces, sets, squares};
use crate::game::{Ending, Facts};
use crate::games::variant::{Variant, won};
use crate::games::{Board, chess_noisy};

impl Variant for Antichess {
    const NAME: &'static str = "antichess";
    const FACTS: Facts = Facts {
        summary: "captures are forced, and who has no pieces or no move left has won",
        players: ["White", "Black"],
        max_plies: 400,
        kinds: &["pawn", "knight", "bishop", "rook", "queen", "king"],
    };
    const EXAMPLE: &'static str = "8/1p6/8/8/8/8/P7/8 w - - 0 1";
    const KINDS: &'static [Role] =
        &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    const ROYAL: bool = false;
    const MUST_TAKE: bool = true;

    fn quick_ending(&self) -> Option<Ending> {
        if self.us().is_empty() {
            Some(won(self.turn(), "no pieces left"))
        } else if self.them().is_empty() {
            Some(won(!self.turn(), "no pieces left"))
        } else {
            None
        }
    }

    fn may_end_quickly(_board: &Board<Self>, mv: Move) -> bool {
        mv.is_capture()
    }

    fn stalemate(&self) -> Ending {
        won(self.turn(), "stalemate")
    }

    fn put_noisy_moves(&self, moves: &mut MoveList) {
        *moves = self.capture_moves();
        chess_noisy::sort(moves);
    }

    fn may_pass(&self) -> bool {
        false
    }

    fn feature_sets() -> &'static [&'static dyn FeatureSet<Board<Self>>] {
        sets!(Antichess, [pieces(), squares(Places::HalfBoard), squares(Places::FullBoard)])
    }
}
