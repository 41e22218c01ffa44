//! Racing kings: both kings run for the eighth rank, and nobody may give check.

use shakmaty::variant::RacingKings;
use shakmaty::{Color, Move, MoveList, Outcome, Position, PositionError, Rank, Role};

use crate::features::{Feature, FeatureSet, Places, Term, pieces, sets, squares};
use crate::game::{Ending, Facts};
use crate::games::variant::{Variant, won};
use crate::games::{Board, chess_noisy};

impl Variant for RacingKings {
    const NAME: &'static str = "racing-kings";
    const FACTS: Facts = Facts {
        summary: "no checks, and the king that reaches the eighth rank first has won",
        players: ["White", "Black"],
        max_plies: 400,
        kinds: &["knight", "bishop", "rook", "queen", "king"],
    };
    const EXAMPLE: &'static str = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1";
    const KINDS: &'static [Role] = &[Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    /// There are no pawns: the least of the pieces.
    const UNIT: Role = Role::Knight;
    const SAME_WAY: bool = true;
    const MAY_CHECK: bool = false;

    /// Check is against the rules, and the crate knows no way out of it.
    fn tolerated(error: PositionError<Self>) -> Result<Self, PositionError<Self>> {
        error.ignore_too_much_material()
    }

    fn quick_ending(&self) -> Option<Ending> {
        match self.variant_outcome() {
            Outcome::Unknown => None,
            Outcome::Known(outcome) => Some(
                outcome
                    .winner()
                    .map_or(Ending { score: 0.5, reason: "both kings home" }, |winner| {
                        won(winner, "race won")
                    }),
            ),
        }
    }

    fn may_end_quickly(board: &Board<Self>, mv: Move) -> bool {
        // White may be home already, and this Black's last move.
        let home = (board.pieces().kings() & Rank::Eighth).any();
        home || mv.role() == Role::King && mv.to().rank() == Rank::Eighth
    }

    fn put_noisy_moves(&self, moves: &mut MoveList) {
        chess_noisy::captures_and_promotions(self, moves);
        moves.retain(|&mut mv| {
            let mut after = self.clone();
            after.play_unchecked(mv);
            !after.is_check()
        });
    }

    fn feature_sets() -> &'static [&'static dyn FeatureSet<Board<Self>>] {
        sets!(
            RacingKings,
            [
                pieces().with(RACE),
                squares(Places::RanksAndRings).with_king(),
                squares(Places::HalfBoard).with_king(),
                squares(Places::FullBoard).with_king()
            ]
        )
    }
}

const RACE: Term<RacingKings> = Term {
    feature: Feature::term("race", "ranks that the White king is ahead of the Black king"),
    count: |position| {
        let rank = |color| position.board().king_of(color).map_or(0, |king| king.rank() as i32);
        rank(Color::White) - rank(Color::Black)
    },
    change: |_, mv| match mv {
        Move::Normal { role: Role::King, from, to, .. } => {
            Some(to.rank() as i32 - from.rank() as i32)
        }
        _ => Some(0),
    },
};
