//! Crazyhouse: captured pieces change sides and may be dropped; promoted ones become pawns again.

use shakmaty::variant::Crazyhouse;
use shakmaty::{Position, PositionError, Role};

use crate::features::{FeatureSet, Hand, Places, pieces, sets, squares};
use crate::game::Facts;
use crate::games::Board;
use crate::games::variant::Variant;

impl Variant for Crazyhouse {
    const NAME: &'static str = "crazyhouse";
    const FACTS: Facts = Facts {
        summary: "captured pieces change sides and may be dropped",
        players: ["White", "Black"],
        max_plies: 400,
        kinds: &["pawn", "knight", "bishop", "rook", "queen", "king"],
    };
    const EXAMPLE: &'static str = "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1";
    /// Nothing leaves the game, so there is always progress to be made.
    const PROGRESS_LIMIT: Option<u32> = None;
    const DROPS: bool = true;

    /// More material could be more moves than the crate has room for.
    fn tolerated(error: PositionError<Self>) -> Result<Self, PositionError<Self>> {
        error.ignore_impossible_check()
    }

    fn may_pass(&self) -> bool {
        let in_hand =
            self.pockets().is_some_and(|pockets| pockets.get(self.turn()).iter().any(|&n| n > 0));
        in_hand || (self.us() & !(self.our(Role::Pawn) | self.our(Role::King))).any()
    }

    fn feature_sets() -> &'static [&'static dyn FeatureSet<Board<Self>>] {
        sets!(
            Crazyhouse,
            [
                pieces(),
                Hand::new(),
                squares(Places::RanksAndRings),
                squares(Places::HalfBoard),
                squares(Places::FullBoard)
            ]
        )
    }
}
