//! Chess, through the crate `shakmaty`, with an incremental key and material balance.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Color, EnPassantMode, FromSetup, Move, MoveList,
    Position, PositionError, Role, attacks,
};

use super::{chess_exchange, chess_noisy};
use crate::error::Error;
use crate::game::{Ending, Facts, Game, Rules, Turn};

/// The kinds that are counted, in the order of the material weights.
const COUNTED: [(&str, Role); 5] = [
    ("pawn", Role::Pawn),
    ("knight", Role::Knight),
    ("bishop", Role::Bishop),
    ("rook", Role::Rook),
    ("queen", Role::Queen),
];

/// A position of chess under the rules of FIDE; Chess960 castling is understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chess {
    board: shakmaty::Chess,
    /// White's pieces minus Black's, for each of the counted kinds; kept as moves are played.
    balance: [i8; 5],
}

impl Chess {
    fn new(board: shakmaty::Chess) -> Self {
        let balance = balance_from_scratch(&board);
        Self { board, balance }
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

    /// White's pieces minus Black's: pawns, knights, bishops, rooks, queens.
    #[must_use]
    pub fn balance(&self) -> &[i8; 5] {
        &self.balance
    }

    /// Whether a pawn that cannot be pinned has an empty square before it. Then, out of check,
    /// there is a legal move, and none need be generated to know that.
    fn has_free_pawn(&self) -> bool {
        let board = self.board.board();
        let Some(king) = board.king_of(self.board.turn()) else { return false };
        let lines_of_king = attacks::queen_attacks(king, Bitboard::EMPTY);
        let pawns = self.board.our(Role::Pawn) & !lines_of_king;
        let forward = match self.board.turn() {
            Color::White => Bitboard(pawns.0 << 8),
            Color::Black => Bitboard(pawns.0 >> 8),
        };
        (forward & !board.occupied()).any()
    }

    fn hash_of_castling_and_en_passant(&self) -> Zobrist64 {
        let mut hash = Zobrist64::default();
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if self.board.castles().has(color, side) {
                    hash ^= Zobrist64::zobrist_for_castling_right(color, side);
                }
            }
        }
        hash ^ self.hash_of_en_passant()
    }

    fn hash_of_en_passant(&self) -> Zobrist64 {
        // The crate's `maybe_ep_square` costs nothing; whether the capture is legal costs more.
        let square = self.board.maybe_ep_square().and_then(|_| self.board.legal_ep_square());
        square.map_or(Zobrist64::default(), |sq| Zobrist64::zobrist_for_en_passant_file(sq.file()))
    }
}

impl Game for Chess {
    type Move = Move;
    type Moves = MoveList;

    const MOVE_HINT: &'static str = "moves are written as in UCI, e.g. 'e2e4' or 'e7e8q'";
    const HISTORY_SIZE: usize = 2 * 64 * 64;
    const PROGRESS_LIMIT: Option<u32> = Some(100);

    fn name(&self) -> &str {
        Self::NAME
    }

    fn turn(&self) -> Turn {
        match self.board.turn() {
            Color::White => Turn::First,
            Color::Black => Turn::Second,
        }
    }

    fn legal_moves(&self) -> MoveList {
        self.board.legal_moves()
    }

    fn noisy_moves(&self) -> MoveList {
        chess_noisy::captures_and_promotions(&self.board)
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.is_capture() || mv.is_promotion()
    }

    fn play(&self, mv: Move) -> Self {
        let mut child = self.clone();
        let ours = self.turn().sign() as i8;
        if let Some(captured) = mv.capture() {
            child.balance[captured as usize - 1] += ours;
        }
        if let Some(promoted) = mv.promotion() {
            child.balance[Role::Pawn as usize - 1] -= ours;
            child.balance[promoted as usize - 1] += ours;
        }
        child.board.play_unchecked(mv);
        child
    }

    fn stuck(&self) -> Ending {
        if self.board.is_check() {
            Ending { score: f64::from(self.turn() == Turn::Second), reason: "checkmate" }
        } else {
            Ending { score: 0.5, reason: "stalemate" }
        }
    }

    fn has_legal_move(&self) -> bool {
        self.has_free_pawn() && !self.board.is_check() || !self.board.legal_moves().is_empty()
    }

    fn dead(&self) -> Option<Ending> {
        let dead = self.board.is_insufficient_material();
        dead.then_some(Ending { score: 0.5, reason: "insufficient material" })
    }

    fn key(&self) -> u64 {
        self.board.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
    }

    fn scattered(&self) -> u64 {
        let board = self.board.board();
        let mix = |hash: u64, word: u64| {
            (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        };
        let roles = Role::ALL.iter().map(|&role| board.by_role(role).0);
        let hash = roles.fold(board.white().0, mix);
        let hash = mix(hash, self.board.turn() as u64);
        hash ^ hash >> 32
    }

    fn key_after(&self, key: u64, mv: Move, child: &Self) -> u64 {
        let us = self.board.turn();
        let mut hash = Zobrist64(key) ^ Zobrist64::zobrist_for_white_turn();
        let mut toggle = |square, role: Role, color| {
            hash ^= Zobrist64::zobrist_for_piece(square, role.of(color));
        };
        match mv {
            Move::Normal { role, from, capture, to, promotion } => {
                toggle(from, role, us);
                toggle(to, promotion.unwrap_or(role), us);
                if let Some(captured) = capture {
                    toggle(to, captured, !us);
                }
            }
            Move::EnPassant { from, to } => {
                toggle(from, Role::Pawn, us);
                toggle(to, Role::Pawn, us);
                toggle(shakmaty::Square::from_coords(to.file(), from.rank()), Role::Pawn, !us);
            }
            // Castling is rare and Chess960 makes it intricate: from scratch.
            Move::Castle { .. } | Move::Put { .. } => return child.key(),
        }
        if self.board.castles().castling_rights() == child.board.castles().castling_rights() {
            hash = hash ^ self.hash_of_en_passant() ^ child.hash_of_en_passant();
        } else {
            hash = hash
                ^ self.hash_of_castling_and_en_passant()
                ^ child.hash_of_castling_and_en_passant();
        }
        hash.0
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
        let kinds = COUNTED.iter().copied().chain([("king", Role::King)]);
        let role = kinds.into_iter().find(|&(name, _)| name == kind)?.1;
        Some(self.board.board().by_piece(role.of(color)).count() as u32)
    }

    fn pass(&self) -> Option<Self> {
        // With pawns and king alone, having to move is often the whole point of the position.
        let pieces = self.board.us() & !(self.board.our(Role::Pawn) | self.board.our(Role::King));
        if self.board.is_check() || pieces.is_empty() {
            return None;
        }
        let board = self.board.clone().swap_turn().ok()?;
        Some(Self { board, balance: self.balance })
    }

    fn reversible_plies(&self) -> u32 {
        self.board.halfmoves()
    }

    fn noisy_order(&self, mv: Move) -> i32 {
        chess_noisy::order(mv)
    }

    fn history_index(&self, mv: Move) -> usize {
        let from = mv.from().map_or(0, usize::from);
        (self.board.turn() as usize * 64 + from) * 64 + usize::from(mv.to())
    }

    fn move_code(mv: Move) -> u16 {
        // No move goes from a square to itself, so the number is never 0.
        let from = mv.from().map_or(0, |square| square as u16);
        let promotion = mv.promotion().map_or(0, |role| role as u16);
        from | (mv.to() as u16) << 6 | promotion << 12
    }

    fn destination(mv: Move) -> Option<u16> {
        Some(mv.to() as u16)
    }

    fn loses_exchange(&self, mv: Move) -> bool {
        chess_exchange::loses(&self.board, mv)
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

impl Rules for Chess {
    const NAME: &'static str = "chess";
    const FACTS: Facts = Facts {
        summary: "chess by the rules of FIDE",
        players: ["White", "Black"],
        max_plies: 400,
        kinds: &["pawn", "knight", "bishop", "rook", "queen", "king"],
    };

    fn start() -> Self {
        Self::new(shakmaty::Chess::new())
    }

    fn parse(text: &str) -> Result<Self, Error> {
        let bad = |why: String| Error::BadPosition { game: Self::NAME, text: text.to_owned(), why };
        if text == "startpos" {
            return Ok(Self::start());
        }
        let fen = Fen::from_ascii(text.trim().as_bytes())
            .map_err(|e| bad(format!("{e}; write a FEN, e.g. 'k7/8/K7/8/8/8/8/1Q6 w - - 0 1'")))?;
        let setup = fen.into_setup();
        let mode = CastlingMode::detect(&setup);
        shakmaty::Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map(Self::new)
            .map_err(|e| bad(e.to_string()))
    }
}

fn balance_from_scratch(board: &shakmaty::Chess) -> [i8; 5] {
    COUNTED.map(|(_, role)| {
        let count = |color| board.board().by_piece(role.of(color)).count() as i8;
        count(Color::White) - count(Color::Black)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::perft;
    use crate::rng::Chance;

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
    fn key_balance_and_noisy_moves_equal_those_from_scratch() {
        let mut chance = Chance::new(1, 0);
        let mut plies = 0;
        while plies < 100_000 {
            let mut position =
                if chance.below(2) == 0 { Chess::start() } else { Chess::parse(KIWIPETE).unwrap() };
            let mut key = position.key();
            for _ in 0..300 {
                let moves = position.legal_moves();
                assert_eq!(position.has_legal_move(), !moves.is_empty(), "{}", position.text());
                let mut noisy: Vec<_> = moves
                    .iter()
                    .filter(|&&mv| position.is_noisy(mv))
                    .map(|mv| format!("{mv:?}"))
                    .collect();
                let mut generated: Vec<_> =
                    position.noisy_moves().iter().map(|mv| format!("{mv:?}")).collect();
                noisy.sort();
                generated.sort();
                assert_eq!(generated, noisy, "{}", position.text());
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    let told = position.may_check(mv) || !position.play(mv).is_check();
                    assert!(told, "{} after {mv:?}", position.text());
                }
                let mv = *chance.choose(&moves);
                let child = position.play(mv);
                key = position.key_after(key, mv, &child);
                assert_eq!(key, child.key(), "{} after {mv:?}", position.text());
                assert_eq!(child.balance, balance_from_scratch(&child.board));
                position = child;
                plies += 1;
            }
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
