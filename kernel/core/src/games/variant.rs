//! What the variants of chess have of their own; all else is [`super::Board`]'s.

use std::fmt::Debug;

use shakmaty::{Color, FromSetup, Move, MoveList, Position, PositionError, Role};

use super::Board;
use super::{chess_legal, chess_lines, chess_noisy};
use crate::features::FeatureSet;
use crate::game::{Ending, Facts};

/// The five kinds that most variants count, in the order of their weights.
pub const FIVE: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Rules on a chessboard: those of the crate, and what a search and a feature set must know of them.
pub trait Variant:
    Position + FromSetup + Default + Clone + Eq + Debug + Send + Sync + 'static
{
    /// The name by which users ask for the game.
    const NAME: &'static str;
    /// What is true of the game, whatever the position.
    const FACTS: Facts;
    /// A position as text, for error messages.
    const EXAMPLE: &'static str = "k7/8/K7/8/8/8/8/1Q6 w - - 0 1";
    /// A draw after so many plies without pawn move or capture.
    const PROGRESS_LIMIT: Option<u32> = Some(100);
    /// The kinds that are counted, in the order of their weights.
    const KINDS: &'static [Role] = &FIVE;
    /// The kind that others are measured in.
    const UNIT: Role = Role::Pawn;
    /// The weight of a piece from which learning starts.
    const FIRST_WEIGHT: f64 = 1.0;
    /// Whether pawns stand on the first rank too.
    const PAWNS_AT_HOME: bool = false;
    /// Whether both sides play up the board: then Black's squares are White's seen in a mirror.
    const SAME_WAY: bool = false;
    /// Whether a king must not be left to be taken.
    const ROYAL: bool = true;
    /// Whether a capture takes along what stands around.
    const EXPLODES: bool = false;
    /// Whether captured pieces come back.
    const DROPS: bool = false;
    /// Whether a move may give check.
    const MAY_CHECK: bool = true;
    /// Whether a capture must be made where there is one.
    const MUST_TAKE: bool = false;

    /// The position after all, where no game leads to it but it can be played on.
    ///
    /// # Errors
    /// The error itself, where it cannot.
    fn tolerated(error: PositionError<Self>) -> Result<Self, PositionError<Self>> {
        error.ignore_too_much_material().or_else(PositionError::ignore_impossible_check)
    }
    /// The end by a rule that chess does not have. Told from the board at a glance: quiescence asks
    /// at every node.
    fn quick_ending(&self) -> Option<Ending> {
        None
    }
    /// Whether a legal move might bring such an end: `false` is certain.
    fn may_end_quickly(_board: &Board<Self>, _mv: Move) -> bool {
        false
    }
    /// The result when the side to move has no move and is not in check.
    fn stalemate(&self) -> Ending {
        Ending { score: 0.5, reason: "stalemate" }
    }
    /// Puts all legal moves into an empty list; the game is not decided.
    fn put_legal_moves(&self, moves: &mut MoveList) {
        *moves = self.legal_moves();
    }
    /// Whether the side to move is in check.
    fn stands_in_check(&self) -> bool {
        self.is_check()
    }
    /// Whether there is a legal move; the game is not decided.
    fn has_legal_move(&self) -> bool {
        !self.legal_moves().is_empty()
    }
    /// Puts the captures and promotions that answer a check into an empty list, in the order of
    /// [`Variant::put_legal_moves`].
    fn put_noisy_evasions(&self, moves: &mut MoveList) {
        self.put_legal_moves(moves);
        moves.retain(|mv| mv.is_capture() || mv.is_promotion());
    }
    /// Puts the legal moves that quiescence looks at into an empty list, best first; the game is not
    /// decided.
    fn put_noisy_moves(&self, moves: &mut MoveList) {
        chess_noisy::captures_and_promotions(self, moves);
    }
    /// Whether passing would be no better than any move, as a search that passes hopes. With pawns
    /// and king alone, having to move is often the whole point of the position.
    fn may_pass(&self) -> bool {
        (self.us() & !(self.our(Role::Pawn) | self.our(Role::King))).any()
    }
    /// All feature sets of the game.
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Board<Self>>];
}

/// A win.
pub(super) fn won(by: Color, reason: &'static str) -> Ending {
    Ending { score: f64::from(by == Color::White), reason }
}

impl Variant for shakmaty::Chess {
    const NAME: &'static str = "chess";
    const FACTS: Facts = Facts {
        summary: "chess by the rules of FIDE",
        players: ["White", "Black"],
        max_plies: 400,
        kinds: &["pawn", "knight", "bishop", "rook", "queen", "king"],
    };

    fn put_legal_moves(&self, moves: &mut MoveList) {
        chess_legal::put(self, moves);
    }

    fn stands_in_check(&self) -> bool {
        chess_lines::is_check(self)
    }

    fn has_legal_move(&self) -> bool {
        chess_legal::is_there_one(self)
    }

    fn put_noisy_evasions(&self, moves: &mut MoveList) {
        chess_legal::put_noisy_evasions(self, moves);
    }

    fn feature_sets() -> &'static [&'static dyn FeatureSet<Board<Self>>] {
        crate::features::of_chess()
    }
}
