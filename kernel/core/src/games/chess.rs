//! Chess and its variants, through the crate `shakmaty`, with an incremental key and material
//! balance.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Color, EnPassantMode, Move, MoveList, Piece, Role,
    Square, attacks,
};

use super::variant::Variant;
use super::{chess_exchange, chess_key, chess_noisy};
use crate::error::Error;
use crate::features::{FeatureSet, HasFeatures};
use crate::game::{Ending, Facts, Game, Rules, Turn};

/// The kinds by their names, in the order of the crate's roles.
const NAMED: [(&str, Role); 6] = [
    ("pawn", Role::Pawn),
    ("knight", Role::Knight),
    ("bishop", Role::Bishop),
    ("rook", Role::Rook),
    ("queen", Role::Queen),
    ("king", Role::King),
];

/// A position of chess under the rules of FIDE; Chess960 castling is understood.
pub type Chess = Board<shakmaty::Chess>;

/// A position on a chessboard, under the rules of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<V> {
    board: V,
    /// White's pieces minus Black's by kind, in hand too; kept as moves are played.
    balance: [i8; 6],
}

impl<V: Variant> Board<V> {
    fn new(board: V) -> Self {
        let balance = balance_from_scratch(&board);
        Self { board, balance }
    }

    /// The position in the crate's own words.
    #[must_use]
    pub fn rules(&self) -> &V {
        &self.board
    }

    /// Whose turn it is, in the crate's own words.
    #[must_use]
    pub fn color(&self) -> Color {
        self.board.turn()
    }

    /// The pieces on their squares.
    #[must_use]
    pub fn pieces(&self) -> &shakmaty::Board {
        self.board.board()
    }

    /// White's pieces minus Black's, in hand too: pawns, knights, bishops, rooks, queens, kings.
    #[must_use]
    pub fn balance(&self) -> &[i8; 6] {
        &self.balance
    }

    /// What a capture puts into the capturer's hand.
    #[must_use]
    pub fn taken_in_hand(&self, mv: Move) -> Option<Role> {
        let captured = mv.capture().filter(|_| V::DROPS)?;
        let promoted = !mv.is_en_passant() && self.board.promoted().contains(mv.to());
        Some(if promoted { Role::Pawn } else { captured })
    }

    /// Calls `change` with every piece that a move takes from its square (−1) or puts there (+1).
    pub fn changes(&self, mv: Move, mut change: impl FnMut(i64, Piece, Square)) {
        let us = self.board.turn();
        match mv {
            Move::Normal { role, from, capture, to, promotion } => {
                change(-1, role.of(us), from);
                if let Some(captured) = capture {
                    change(-1, captured.of(!us), to);
                    if V::EXPLODES {
                        return self.explosion(from, to, change);
                    }
                }
                change(1, promotion.unwrap_or(role).of(us), to);
            }
            Move::EnPassant { from, to } => {
                change(-1, Role::Pawn.of(us), from);
                change(-1, Role::Pawn.of(!us), Square::from_coords(to.file(), from.rank()));
                if V::EXPLODES {
                    return self.explosion(from, to, change);
                }
                change(1, Role::Pawn.of(us), to);
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                change(-1, Role::King.of(us), king);
                change(-1, Role::Rook.of(us), rook);
                change(1, Role::King.of(us), Square::from_coords(side.king_to_file(), king.rank()));
                change(1, Role::Rook.of(us), Square::from_coords(side.rook_to_file(), rook.rank()));
            }
            Move::Put { role, to } => change(1, role.of(us), to),
        }
    }

    /// What a capture on `to` takes along; the capturer and its victim are gone already.
    fn explosion(&self, from: Square, to: Square, mut change: impl FnMut(i64, Piece, Square)) {
        let board = self.board.board();
        let mut around = attacks::king_attacks(to) & board.occupied() & !board.pawns();
        around.discard(from);
        for square in around {
            if let Some(piece) = board.piece_at(square) {
                change(-1, piece, square);
            }
        }
    }

    /// The balance after a move that takes, promotes, castles or drops, and has led to `board`.
    fn balance_after(&self, mv: Move, board: &V) -> [i8; 6] {
        if V::EXPLODES && mv.is_capture() {
            return balance_from_scratch(board);
        }
        let (mut balance, ours) = (self.balance, self.turn().sign() as i8);
        if let Some(captured) = mv.capture() {
            balance[captured as usize - 1] += ours;
        }
        if let Some(promoted) = mv.promotion() {
            balance[Role::Pawn as usize - 1] -= ours;
            balance[promoted as usize - 1] += ours;
        }
        if let Some(taken) = self.taken_in_hand(mv) {
            balance[taken as usize - 1] += ours;
        }
        balance
    }

    /// Whether a pawn that cannot be pinned has an empty square before it. Then, out of check,
    /// there is a legal move, and none need be generated to know that.
    fn has_free_pawn(&self) -> bool {
        let board = self.board.board();
        let king = board.king_of(self.board.turn()).filter(|_| V::ROYAL);
        let lines_of_king =
            king.map_or(Bitboard::EMPTY, |king| attacks::queen_attacks(king, Bitboard::EMPTY));
        let pawns = self.board.our(Role::Pawn) & !lines_of_king;
        let forward = match self.board.turn() {
            Color::White => Bitboard(pawns.0 << 8),
            Color::Black => Bitboard(pawns.0 >> 8),
        };
        (forward & !board.occupied()).any()
    }
}

impl<V: Variant> Game for Board<V> {
    type Move = Move;
    type Moves = MoveList;

    const MOVE_HINT: &'static str = if V::DROPS {
        "moves are written as in UCI, e.g. 'e2e4', 'e7e8q' or, for a drop, 'N@f3'"
    } else {
        "moves are written as in UCI, e.g. 'e2e4' or 'e7e8q'"
    };
    const HISTORY_SIZE: usize = 2 * 64 * (64 + if V::DROPS { 6 } else { 0 });
    const PROGRESS_LIMIT: Option<u32> = V::PROGRESS_LIMIT;
    const NOISE_IS_FORCED: bool = V::MUST_TAKE;

    fn name(&self) -> &str {
        V::NAME
    }

    fn turn(&self) -> Turn {
        match self.board.turn() {
            Color::White => Turn::First,
            Color::Black => Turn::Second,
        }
    }

    fn legal_moves(&self) -> MoveList {
        if self.board.quick_ending().is_some() { MoveList::new() } else { self.board.legal_moves() }
    }

    fn noisy_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.put_noisy_moves(&mut moves);
        moves
    }

    fn put_noisy_moves(&self, moves: &mut MoveList) {
        if self.board.quick_ending().is_none() {
            self.board.put_noisy_moves(moves);
        }
    }

    fn is_noisy(&self, mv: Move) -> bool {
        match mv {
            Move::Normal { capture, promotion, .. } => {
                capture.is_some() || promotion.is_some() && !V::MUST_TAKE
            }
            Move::EnPassant { .. } => true,
            Move::Castle { .. } | Move::Put { .. } => false,
        }
    }

    fn play(&self, mv: Move) -> Self {
        // One way out, so that the child is made where the caller wants it: a board is long to copy.
        let mut child = self.clone();
        child.board.play_unchecked(mv);
        if !matches!(mv, Move::Normal { capture: None, promotion: None, .. }) {
            child.balance = self.balance_after(mv, &child.board);
        }
        child
    }

    fn ending_without_moves(&self) -> Ending {
        if let Some(ending) = self.board.quick_ending() {
            ending
        } else if self.board.is_check() {
            Ending { score: f64::from(self.turn() == Turn::Second), reason: "checkmate" }
        } else {
            self.board.stalemate()
        }
    }

    fn has_legal_move(&self) -> bool {
        self.board.quick_ending().is_none()
            && (self.has_free_pawn() && !self.board.is_check()
                || !self.board.legal_moves().is_empty())
    }

    fn ending_despite_moves(&self) -> Option<Ending> {
        let dead = self.board.is_insufficient_material();
        dead.then_some(Ending { score: 0.5, reason: "insufficient material" })
    }

    fn quick_ending(&self) -> Option<Ending> {
        self.board.quick_ending()
    }

    fn may_end_quickly(&self, mv: Move) -> bool {
        V::may_end_quickly(self, mv)
    }

    fn key(&self) -> u64 {
        chess_key::key(&self.board)
    }

    fn scattered(&self) -> u64 {
        chess_key::scattered(&self.board)
    }

    fn key_after(&self, key: u64, mv: Move, child: &Self) -> u64 {
        chess_key::key_after(&self.board, key, mv, &child.board)
    }

    fn text(&self) -> String {
        Fen::from_position(&self.board, EnPassantMode::Legal).to_string()
    }

    fn move_text(&self, mv: Move) -> String {
        UciMove::from_move(mv, self.board.castles().mode()).to_string()
    }

    fn other_text(&self, mv: Move) -> String {
        UciMove::from_move(mv, CastlingMode::Chess960).to_string()
    }

    fn notation(&self, mv: Move) -> String {
        SanPlus::from_move(self.board.clone(), mv).to_string()
    }

    fn count(&self, kind: &str, side: Turn) -> Option<u32> {
        let color = if side == Turn::First { Color::White } else { Color::Black };
        let role = NAMED.into_iter().find(|&(name, _)| name == kind)?.1;
        V::FACTS.kinds.contains(&kind).then(|| count(&self.board, role.of(color)))
    }

    fn null_move(&self) -> Option<Self> {
        if self.board.is_check() || !self.board.may_pass() || self.board.quick_ending().is_some() {
            return None;
        }
        let board = self.board.clone().swap_turn().ok()?;
        Some(Self { board, balance: self.balance })
    }

    fn reversible_plies(&self) -> u32 {
        // What is captured may be dropped again, so any position can come back.
        if V::DROPS { u32::MAX } else { self.board.halfmoves() }
    }

    fn noisy_order(&self, mv: Move) -> i32 {
        chess_noisy::order(mv)
    }

    fn history_index(&self, mv: Move) -> usize {
        let turn = self.board.turn() as usize;
        let index = |from, to| (turn * 64 + usize::from(from)) * 64 + usize::from(to);
        match mv {
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } => index(from, to),
            Move::Castle { king, rook } => index(king, rook),
            Move::Put { role, to } => {
                2 * 64 * 64 + (turn * 6 + role as usize - 1) * 64 + usize::from(to)
            }
        }
    }

    fn move_code(mv: Move) -> u16 {
        // No move goes from a square to itself, so the number is never 0.
        let code = |from, to| from as u16 | (to as u16) << 6;
        match mv {
            Move::Normal { from, to, promotion, .. } => {
                code(from, to) | promotion.map_or(0, |role| role as u16) << 12
            }
            Move::EnPassant { from, to } => code(from, to),
            Move::Castle { king, rook } => code(king, rook),
            Move::Put { role, to } => (to as u16) << 6 | (role as u16) << 12 | 1 << 15,
        }
    }

    fn destination(mv: Move) -> Option<u16> {
        Some(mv.to() as u16)
    }

    fn loses_exchange(&self, mv: Move) -> bool {
        // Nothing takes back where the capturer is gone, or where losing pieces is the aim.
        !V::EXPLODES && !V::MUST_TAKE && chess_exchange::loses(&self.board, mv)
    }

    fn has_advanced(&self, mv: Move) -> bool {
        let (Role::Pawn, to) = (mv.role(), mv.to()) else { return false };
        let mover = !self.board.turn();
        let (ranks, step) = match mover {
            Color::White => ([shakmaty::Rank::Sixth, shakmaty::Rank::Seventh], 8),
            Color::Black => ([shakmaty::Rank::Third, shakmaty::Rank::Second], -8),
        };
        let board = self.board.board();
        let safe = |square| board.attacks_to(square, !mover, board.occupied()).is_empty();
        ranks.contains(&to.rank())
            && to
                .offset(step)
                .is_some_and(|next| !board.occupied().contains(next) && safe(to) && safe(next))
    }

    fn is_check(&self) -> bool {
        self.board.is_check()
    }

    fn may_check(&self, mv: Move) -> bool {
        // Explosions open lines, and touching kings close them.
        if V::EXPLODES {
            return true;
        }
        let Move::Normal { role, from, to, promotion: None, .. } = mv else { return true };
        let (board, us) = (self.board.board(), self.board.turn());
        let Some(king) = board.king_of(!us) else { return true };
        // What stands on a line with the king may uncover a check when it leaves.
        if attacks::queen_attacks(king, Bitboard::EMPTY).contains(from) {
            return true;
        }
        let reach = match role {
            Role::Pawn => attacks::pawn_attacks(!us, king),
            Role::Knight => attacks::knight_attacks(king),
            Role::Bishop => attacks::bishop_attacks(king, board.occupied()),
            Role::Rook => attacks::rook_attacks(king, board.occupied()),
            Role::Queen => attacks::queen_attacks(king, board.occupied()),
            Role::King => Bitboard::EMPTY,
        };
        reach.contains(to)
    }
}

impl<V: Variant> Rules for Board<V> {
    const NAME: &'static str = V::NAME;
    const FACTS: Facts = V::FACTS;

    fn start() -> Self {
        Self::new(V::default())
    }

    fn parse(text: &str) -> Result<Self, Error> {
        let bad = |why: String| Error::BadPosition { game: Self::NAME, text: text.to_owned(), why };
        if text == "startpos" {
            return Ok(Self::start());
        }
        let fen = Fen::from_ascii(text.trim().as_bytes())
            .map_err(|e| bad(format!("{e}; write a FEN, e.g. '{}'", V::EXAMPLE)))?;
        let setup = fen.into_setup();
        let mode = CastlingMode::detect(&setup);
        let position = V::from_setup(setup, mode).or_else(V::tolerated);
        position.map(Self::new).map_err(|e| bad(e.to_string()))
    }
}

impl<V: Variant> HasFeatures for Board<V> {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        V::feature_sets()
    }
}

/// How many there are of a piece, on the board and in hand.
fn count<V: Variant>(board: &V, piece: Piece) -> u32 {
    let in_hand = board.pockets().map_or(0, |pockets| *pockets.piece(piece));
    board.board().by_piece(piece).count() as u32 + u32::from(in_hand)
}

fn balance_from_scratch<V: Variant>(board: &V) -> [i8; 6] {
    NAMED.map(|(_, role)| {
        let of = |color| count(board, role.of(color)) as i8;
        of(Color::White) - of(Color::Black)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::perft;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn perft_counts_are_the_known_ones() {
        // The start position and the five test positions that every engine is checked with.
        let known = [
            ("startpos", 5, 4_865_609),
            (KIWIPETE, 4, 4_085_603),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
            (
                "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
                4,
                3_894_594,
            ),
        ];
        for (text, depth, nodes) in known {
            let counted = perft(&Chess::parse(text).unwrap(), depth, &|| false);
            assert_eq!(counted.unwrap(), nodes, "{text}");
        }
    }

    #[test]
    fn text_goes_both_ways() {
        for text in [KIWIPETE, "8/8/8/8/8/k7/8/K6R b - - 12 80"] {
            assert_eq!(Chess::parse(text).unwrap().text(), text);
        }
        let error = Chess::parse("nonsense").unwrap_err().to_string();
        assert!(error.contains("\"nonsense\""), "{error}");
        let error = Chess::start().parse_move("e2e5").unwrap_err().to_string();
        assert!(error.contains("e2e5") && error.contains("20 legal moves"), "{error}");
    }

    #[test]
    fn endings_follow_the_rules() {
        let reason = |text| Chess::parse(text).unwrap().ending().map(|e| (e.score, e.reason));
        assert_eq!(reason("startpos"), None);
        assert_eq!(reason("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Some((1.0, "checkmate")));
        assert_eq!(reason("7K/6q1/6k1/8/8/8/8/8 w - - 0 1"), Some((0.0, "checkmate")));
        assert_eq!(reason("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Some((0.5, "stalemate")));
        assert_eq!(reason("7k/8/6K1/8/8/8/8/6N1 b - - 0 1"), Some((0.5, "insufficient material")));
        assert_eq!(reason("7k/8/6K1/8/8/8/8/6R1 b - - 0 1"), None);
    }
}
