//! Chess and its variants, through the crate `shakmaty`, with an incremental key and material
//! balance.

use std::sync::{Arc, LazyLock};

use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{
    CastlingMode, CastlingSide, Color, EnPassantMode, Move, MoveList, Piece, Role, Square, attacks,
};

use super::chess_balance::Balance;
use super::variant::Variant;
use super::{chess_exchange, chess_key, chess_known, chess_noisy};
use crate::error::Error;
use crate::evaluate::Evaluation;
use crate::evaluate::kinds::board;
use crate::features::{FeatureSet, HasFeatures};
use crate::game::{Ending, Facts, Game, Plain, Rules, Turn};

/// The kinds by their names, in the order of the crate's roles.
const NAMED: [(&str, Role); 6] = [
    ("pawn", Role::Pawn),
    ("knight", Role::Knight),
    ("bishop", Role::Bishop),
    ("rook", Role::Rook),
    ("queen", Role::Queen),
    ("king", Role::King),
];

/// The squares by their names, in the order of the crate's.
static SQUARES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| Square::ALL.iter().map(|square| &*square.to_string().leak()).collect());

/// The colour of a side.
fn color_of(side: Turn) -> Color {
    if side == Turn::First { Color::White } else { Color::Black }
}

/// A position of chess under the rules of FIDE; Chess960 castling is understood.
pub type Chess = Board<shakmaty::Chess>;

/// A position on a chessboard, under the rules of a variant.
///
/// The board comes first: a copy is made in the same pieces as the board is then read in, and what is
/// read across two that were just written has to wait for both.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Board<V> {
    board: V,
    /// White's pieces minus Black's by kind, in hand too; kept as moves are played.
    balance: Balance,
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
    pub fn balance(&self) -> [i8; 6] {
        self.balance.numbers()
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

    /// Makes a move, as a copy of its parent.
    #[inline]
    fn follow(&mut self, parent: &Self, mv: Move) {
        self.board.play_unchecked(mv);
        if !matches!(mv, Move::Normal { capture: None, promotion: None, .. }) {
            self.balance = parent.balance_after(mv, &self.board);
        }
    }

    /// The balance after a move that takes, promotes, castles or drops, and has led to `board`.
    fn balance_after(&self, mv: Move, board: &V) -> Balance {
        if V::EXPLODES && mv.is_capture() {
            return balance_from_scratch(board);
        }
        let (mut balance, ours) = (self.balance, self.turn().sign() as i8);
        if let Some(captured) = mv.capture() {
            balance = balance.with(captured, ours);
        }
        if let Some(promoted) = mv.promotion() {
            balance = balance.with(Role::Pawn, -ours).with(promoted, ours);
        }
        if let Some(taken) = self.taken_in_hand(mv) {
            balance = balance.with(taken, ours);
        }
        balance
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
    const HAS_EVALUATION_KEY: bool = true;

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

    fn put_legal_moves(&self, moves: &mut MoveList) {
        if self.board.quick_ending().is_none() {
            self.board.put_legal_moves(moves);
        }
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
        let mut child = self.clone();
        child.follow(self, mv);
        child
    }

    // Never within its caller, which would take the board apart and write it in pieces.
    #[inline(never)]
    fn play_over<'a>(&self, mv: Move, place: &'a mut Option<Self>) -> &'a Self {
        let child = place.insert(self.clone());
        child.follow(self, mv);
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
            && (chess_known::has_free_man(self) && !self.board.stands_in_check()
                || self.board.has_legal_move())
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

    fn evaluation_key(&self) -> u64 {
        chess_key::evaluation_key(&self.board)
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

    fn begins(mv: Move, text: &str) -> bool {
        let named = |from: Square| [from.file().char(), from.rank().char()].into_iter();
        mv.from().is_none_or(|from| text.chars().take(2).eq(named(from)))
    }

    fn notation(&self, mv: Move) -> String {
        let child = self.play(mv);
        if !child.has_legal_move() {
            return SanPlus::from_move(self.board.clone(), mv).to_string();
        }
        // The game goes on, so there is no mate to look for.
        let san = San::from_move(&self.board, mv);
        if child.is_check() { format!("{san}+") } else { san.to_string() }
    }

    fn count(&self, kind: &str, side: Turn) -> Option<u32> {
        let color = color_of(side);
        let role = NAMED.into_iter().find(|&(name, _)| name == kind)?.1;
        V::FACTS.kinds.contains(&kind).then(|| count(&self.board, role.of(color)))
    }

    fn places() -> &'static [&'static str] {
        &SQUARES
    }

    fn piece_at(&self, place: usize) -> Option<(&'static str, Turn)> {
        let piece = self.pieces().piece_at(Square::new(place as u32))?;
        let side = if piece.color == Color::White { Turn::First } else { Turn::Second };
        Some((NAMED[piece.role as usize - 1].0, side))
    }

    fn standing(&self, kind: &str, side: Turn) -> Vec<usize> {
        let role = NAMED.into_iter().find(|&(name, _)| name == kind);
        let of = |(_, role): (&str, Role)| self.pieces().by_piece(role.of(color_of(side)));
        role.map_or_else(Vec::new, |role| of(role).into_iter().map(usize::from).collect())
    }

    fn attackers(&self, place: usize, side: Turn) -> Option<Vec<usize>> {
        let (board, square) = (self.pieces(), Square::new(place as u32));
        let found = board.attacks_to(square, color_of(side), board.occupied());
        Some(found.into_iter().map(usize::from).collect())
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
        match mv {
            Move::Normal { from, to, .. } => history_index(turn, from, to),
            rare => rare_history_index(turn, rare),
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
        self.board.stands_in_check()
    }

    fn may_check(&self, mv: Move) -> bool {
        chess_known::may_check(self, mv)
    }

    fn leaves_replies(&self) -> bool {
        chess_known::leaves_replies(self)
    }

    #[inline]
    fn exchange(&self, mv: Move) -> usize {
        let number = |role: Option<Role>| role.map_or(0, |role| role as usize);
        match mv {
            Move::Normal { capture, promotion, .. } => number(capture) | number(promotion) << 3,
            _ => number(mv.capture()),
        }
    }

    fn plain(&self, key: u64, mv: Move) -> Option<Plain> {
        chess_known::plain(self, key, mv)
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

    fn own_kind(
        kind: &str,
        settings: &str,
        set: &str,
        weights: &[f64],
        scale: i32,
    ) -> Option<Result<Arc<dyn Evaluation<Self>>, Error>> {
        board::of_kind(kind, settings, set, weights, scale)
    }
}

fn history_index(turn: usize, from: Square, to: Square) -> usize {
    (turn * 64 + usize::from(from)) * 64 + usize::from(to)
}

/// The index of what is no ordinary move. Apart, so that nobody jumps by a table for the others.
#[cold]
#[inline(never)]
fn rare_history_index(turn: usize, mv: Move) -> usize {
    match mv {
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => {
            history_index(turn, from, to)
        }
        Move::Castle { king, rook } => history_index(turn, king, rook),
        Move::Put { role, to } => {
            2 * 64 * 64 + (turn * 6 + role as usize - 1) * 64 + usize::from(to)
        }
    }
}

/// How many there are of a piece, on the board and in hand.
fn count<V: Variant>(board: &V, piece: Piece) -> u32 {
    let in_hand = board.pockets().map_or(0, |pockets| *pockets.piece(piece));
    board.board().by_piece(piece).count() as u32 + u32::from(in_hand)
}

fn balance_from_scratch<V: Variant>(board: &V) -> Balance {
    Balance::of(NAMED.map(|(_, role)| {
        let of = |color| count(board, role.of(color)) as i8;
        of(Color::White) - of(Color::Black)
    }))
}
