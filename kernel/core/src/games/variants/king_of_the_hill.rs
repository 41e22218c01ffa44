//! King of the hill: as chess, but a king on d4, e4, d5 or e5 has won.

use shakmaty::variant::KingOfTheHill;
use shakmaty::{Bitboard, Color, Move, Position, Role, Square};

use crate::features::{Feature, FeatureSet, Places, Term, pieces, sets, squares};
use crate::game::{Ending, Facts};
use crate::games::Board;
use crate::games::variant::{Variant, won};

impl Variant for KingOfTheHill {
    const NAME: &'static str = "king-of-the-hill";
    const FACTS: Facts = Facts {
        summary: "as chess, but a king that reaches the centre has won",
        players: ["White", "Black"],
        max_plies: 400,
        kinds: &["pawn", "knight", "bishop", "rook", "queen", "king"],
    };

    fn quick_ending(&self) -> Option<Ending> {
        let kings = self.board().kings() & Bitboard::CENTER;
        let king = kings.first()?;
        let color = if self.board().white().contains(king) { Color::White } else { Color::Black };
        Some(won(color, "king of the hill"))
    }

    fn may_end_quickly(_board: &Board<Self>, mv: Move) -> bool {
        mv.role() == Role::King && Bitboard::CENTER.contains(mv.to())
    }

    fn feature_sets() -> &'static [&'static dyn FeatureSet<Board<Self>>] {
        sets!(
            KingOfTheHill,
            [
                pieces().with(HILL),
                squares(Places::RanksAndRings).with_king(),
                squares(Places::HalfBoard).with_king(),
                squares(Places::FullBoard).with_king()
            ]
        )
    }
}

const HILL: Term<KingOfTheHill> = Term {
    feature: Feature::term(
        "hill",
        "steps that the White king is nearer to the centre than the Black king",
    ),
    count: |position| {
        let steps = |color| position.board().king_of(color).map_or(0, steps_to_the_hill);
        steps(Color::Black) - steps(Color::White)
    },
    change: |_, mv| match mv {
        Move::Normal { role: Role::King, from, to, .. } => {
            Some(steps_to_the_hill(from) - steps_to_the_hill(to))
        }
        Move::Castle { .. } => None,
        _ => Some(0),
    },
};

/// King's steps on an empty board.
fn steps_to_the_hill(square: Square) -> i32 {
    let outwards = |place: u32| (3 - place.min(7 - place)) as i32;
    outwards(u32::from(square.file())).max(outwards(u32::from(square.rank())))
}
