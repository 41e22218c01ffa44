//! Three-check: as chess, but the third check wins.

use shakmaty::variant::ThreeCheck;
use shakmaty::{ByColor, Color, Move, Position, RemainingChecks};

use crate::features::{Feature, FeatureSet, Places, Term, pieces, sets, squares};
use crate::game::{Ending, Facts, Game};
use crate::games::Board;
use crate::games::variant::{Variant, won};

impl Variant for ThreeCheck {
    const NAME: &'static str = "three-check";
    const FACTS: Facts = Facts {
        summary: "as chess, but the third check wins",
        players: ["White", "Black"],
        max_plies: 400,
        kinds: &["pawn", "knight", "bishop", "rook", "queen", "king"],
    };
    const EXAMPLE: &'static str = "k7/8/K7/8/8/8/8/1Q6 w - - 3+3 0 1";

    fn quick_ending(&self) -> Option<Ending> {
        let winner = self.remaining_checks()?.find(|left| left.is_zero())?;
        Some(won(winner, "three checks"))
    }

    fn may_end_quickly(board: &Board<Self>, mv: Move) -> bool {
        let left = |checks: &ByColor<RemainingChecks>| u32::from(*checks.get(board.color()));
        board.rules().remaining_checks().is_none_or(|checks| left(checks) == 1)
            && board.may_check(mv)
    }

    fn feature_sets() -> &'static [&'static dyn FeatureSet<Board<Self>>] {
        sets!(
            ThreeCheck,
            [
                pieces().with(CHECKS),
                squares(Places::RanksAndRings).with(CHECKS),
                squares(Places::HalfBoard).with(CHECKS),
                squares(Places::FullBoard).with(CHECKS)
            ]
        )
    }
}

const CHECKS: Term<ThreeCheck> = Term {
    feature: Feature::term("checks", "checks that White has given minus those of Black"),
    count: |position| {
        let left = |color: Color| {
            position.remaining_checks().map_or(0, |checks| u32::from(*checks.get(color)) as i32)
        };
        left(Color::Black) - left(Color::White)
    },
    change: |board, mv| (!board.may_check(mv)).then_some(0),
};
