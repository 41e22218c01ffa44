//! Horde: White has thirty-six pawns and no king, Black an army that must take them all.

use shakmaty::variant::Horde;
use shakmaty::{Color, Move, Position};

use crate::features::{Feature, FeatureSet, Places, Sides, Term, pieces, sets, squares};
use crate::game::{Ending, Facts};
use crate::games::Board;
use crate::games::variant::{Variant, won};

impl Variant for Horde {
    const NAME: &'static str = "horde";
    const FACTS: Facts = Facts {
        summary: "thirty-six White pawns without a king, which Black must take to the last",
        players: ["White", "Black"],
        max_plies: 400,
        kinds: &["pawn", "knight", "bishop", "rook", "queen", "king"],
    };
    const EXAMPLE: &'static str = "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1";
    /// Where dozens of pieces are lost in a game, weights of 1 would make every prediction certain,
    /// and there would be nothing to learn from.
    const FIRST_WEIGHT: f64 = 0.2;
    const PAWNS_AT_HOME: bool = true;

    fn quick_ending(&self) -> Option<Ending> {
        let gone = |&&color: &&Color| self.board().by_color(color).is_empty();
        Color::ALL.iter().find(gone).map(|&color| won(!color, "all pieces taken"))
    }

    fn may_end_quickly(board: &Board<Self>, mv: Move) -> bool {
        mv.is_capture() && !board.pieces().by_color(!board.color()).more_than_one()
    }

    /// The horde has nothing but pawns to wait with.
    fn may_pass(&self) -> bool {
        self.board().king_of(self.turn()).is_some()
            && (self.us() & !self.board().pawns()).count() > 1
    }

    fn feature_sets() -> &'static [&'static dyn FeatureSet<Board<Self>>] {
        sets!(
            Horde,
            [
                pieces().with(HORDE),
                Sides::new(),
                squares(Places::HalfBoard).with(HORDE),
                squares(Places::FullBoard).with(HORDE)
            ]
        )
    }
}

/// The sides are not alike, so an equal count need not be an even game.
const HORDE: Term<Horde> = Term {
    feature: Feature::term("horde", "1: what it is worth to be the horde"),
    count: |_| 1,
    change: |_, _| Some(0),
};
