//! The rules of a described variant, ready for use: what the keys of its text came to.

use super::board::{Bits, HEIGHT, PerSquare, bit, file_bits, rank_bits, squares};
use super::gait::Gait;
use crate::game::Facts;

/// The most kinds of pieces, promoted ones with them.
pub(super) const MOST_KINDS: usize = 64;
/// The most kinds that are counted apart.
pub(super) const MOST_COUNTED: usize = 32;

/// A kind of piece by its number.
pub(super) type Kind = u8;

/// What a result is to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Win,
    Draw,
    Loss,
}

impl Verdict {
    /// The first player's score, where `sign` is +1 if he is to move.
    pub fn score(self, sign: i32) -> f64 {
        match self {
            Verdict::Draw => 0.5,
            Verdict::Win => f64::from(sign > 0),
            Verdict::Loss => f64::from(sign < 0),
        }
    }
}

/// What is written behind or before the letter of a piece that was promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    /// `+p`: another piece of shogi's sort.
    Plus,
    /// `q~`: a pawn that was promoted, and is one again in hand.
    Tilde,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub(super) struct KindRules {
    /// The letter, a small one.
    pub letter: char,
    /// What files and tables call it.
    pub name: &'static str,
    pub mark: Mark,
    /// The kind that counts and regions know: a promoted piece is what it moves like.
    pub like: Kind,
    /// What it is in hand when it was taken.
    pub in_hand: Kind,
    /// The feature that counts it.
    pub counted: u8,
    /// What it becomes by a promotion of shogi's sort.
    pub becomes: Option<Kind>,
    /// A first idea of its value, in pawns × 100, to order captures.
    pub nominal: i32,
    pub gaits: [Gait; 2],
    /// Where it may be, for each side.
    pub area: [Bits; 2],
    /// Squares from which it could go on, on an empty board, for each side.
    pub mobile: [Bits; 2],
    /// Where a soldier may go sideways; everywhere for all others.
    pub broad: [Bits; 2],
    /// Whether it has no moves that men in the way do not simply block.
    pub is_plain: bool,
}

/// A set of kinds, by number.
pub(super) type Kinds = u64;

/// Pieces whose loss, or last survivor, decides.
#[derive(Clone, Debug, Default)]
pub(super) struct Extinction {
    pub verdict: Option<Verdict>,
    pub claim: bool,
    pub pseudo_royal: bool,
    pub kinds: Kinds,
    /// All pieces together are one of the kinds.
    pub all: bool,
    pub count: u32,
    pub opponent: u32,
}

/// Squares that win for him who gets there.
#[derive(Clone, Debug, Default)]
pub(super) struct Flag {
    /// The kinds that count, for each side.
    pub kinds: [Kinds; 2],
    pub region: [Bits; 2],
    pub count: u32,
    /// The other side has one move more.
    pub answered: bool,
    /// Whether it is the king's to get there.
    pub royal: [bool; 2],
}

/// How men come from the hand.
#[derive(Clone, Debug, Default)]
pub(super) struct Drops {
    pub enabled: bool,
    pub captures_to_hand: bool,
    pub promoted: bool,
    pub checks: bool,
    pub forced: bool,
    pub forced_kinds: Kinds,
    /// Where a kind may be dropped, by side and kind.
    pub region: [Vec<Bits>; 2],
    /// A kind that may not be dropped on a file with so many of it.
    pub no_doubled: Option<(Kind, u32)>,
    pub opposite_bishops: Option<Kind>,
    pub pawn_mate_loses: Kinds,
}

/// King and rook, both at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Castling {
    pub enabled: bool,
    pub dropped: bool,
    pub king_files: [u8; 2],
    /// Of White; Black's is as far from the other edge.
    pub rank: u8,
    pub king_file: u8,
    pub king: [Kinds; 2],
    pub rooks: [Kinds; 2],
    pub rook_files: [Option<u8>; 2],
}

/// Promotions of pawns, and of shogi's sort.
#[derive(Clone, Debug, Default)]
pub(super) struct Promotion {
    pub pawns: [Kinds; 2],
    pub region: [Bits; 2],
    /// What pawns become, the most valued first.
    pub kinds: [Vec<Kind>; 2],
    /// The most of a kind that a side may have.
    pub limit: Vec<u32>,
    pub pawn_must: bool,
    pub piece_must: bool,
    pub on_capture: bool,
}

/// What ends a game beside mate.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    pub stalemate: Verdict,
    pub stalemate_counts_pieces: bool,
    pub checkmate: Verdict,
    pub moves: u32,
    pub slow_kinds: [Kinds; 2],
    pub folds: u32,
    pub fold: Verdict,
    pub fold_is_absolute: bool,
    pub perpetual_check_loses: bool,
    pub checks_count: bool,
    pub connect: u32,
    /// The directions in which men in a row win.
    pub connect_steps: Vec<(i8, i8)>,
}

/// The rules of a variant. They are made once and live as long as the process.
#[derive(Debug)]
pub struct VariantRules {
    pub(super) name: String,
    /// The facts that every game tells of itself.
    pub facts: Facts,
    pub(super) ranks: u8,
    pub(super) files: u8,
    pub(super) board: Bits,
    pub(super) kinds: Vec<KindRules>,
    pub(super) king: Option<Kind>,
    pub(super) start: String,
    /// What values are counted in.
    pub(super) pawn: Option<Kind>,
    /// The pawn of chess, which explosions spare and drops restrict.
    pub(super) chess_pawn: Option<Kind>,
    pub(super) double_step: [Bits; 2],
    pub(super) triple_step: [Bits; 2],
    pub(super) en_passant_region: [Bits; 2],
    pub(super) en_passant: [Kinds; 2],
    pub(super) promotion: Promotion,
    pub(super) castling: Castling,
    pub(super) drops: Drops,
    pub(super) extinction: Extinction,
    pub(super) flag: Flag,
    pub(super) ends: Ends,
    pub(super) checking: bool,
    pub(super) must_capture: bool,
    pub(super) pass: bool,
    pub(super) pass_on_stalemate: bool,
    pub(super) immobility_illegal: bool,
    pub(super) explodes: bool,
    pub(super) explosion_spares: Kinds,
    pub(super) flying_general: bool,
    pub(super) makpong: bool,
    /// Squares next to each square.
    pub(super) around: PerSquare<Bits>,
    /// The squares strictly between two that lie on a line of any rider.
    pub(super) between: Vec<Bits>,
    /// From where each side may attack a square, whatever stands where.
    pub(super) ever: [PerSquare<Bits>; 2],
    /// Whether every kind is plain: then only lines can be opened, and pins are all there is.
    pub(super) is_plain: bool,
    /// Whether rules beside the king's safety judge moves.
    pub(super) is_simple: bool,
    /// Numbers of promoting moves, by origin and destination.
    pub(super) promoting: Vec<u16>,
    /// The kinds that are counted, and the first kind of each.
    pub(super) counted: Vec<Kind>,
    pub(super) counted_names: Vec<&'static str>,
}

impl VariantRules {
    /// What the variant is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Files and ranks of the board.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (usize::from(self.files), usize::from(self.ranks))
    }

    /// The letters of the pieces as positions write them, each with its kind's name.
    #[must_use]
    pub fn letters(&self) -> Vec<(String, &'static str)> {
        let plain = self.kinds.iter().filter(|kind| kind.mark != Mark::Tilde);
        plain.map(|kind| (written(kind), kind.name)).collect()
    }

    /// Whether men are dropped from the hand.
    #[must_use]
    pub fn has_drops(&self) -> bool {
        self.drops.enabled
    }

    /// The kinds that are counted, by name.
    #[must_use]
    pub fn counted(&self) -> &[&'static str] {
        &self.counted_names
    }

    /// The kind that is called a pawn, among those that are counted.
    #[must_use]
    pub fn unit(&self) -> Option<usize> {
        self.pawn.map(|pawn| usize::from(self.kind(pawn).counted))
    }

    #[inline]
    pub(super) fn kind(&self, kind: Kind) -> &KindRules {
        &self.kinds[usize::from(kind)]
    }

    #[inline]
    pub(super) fn between(&self, from: u8, to: u8) -> Bits {
        self.between[usize::from(from) * super::board::SQUARES + usize::from(to)]
    }

    /// The rank as White counts it, for a side.
    pub(super) fn relative(&self, side: usize, rank: u8) -> u8 {
        if side == 0 { rank } else { self.ranks - 1 - rank }
    }

    /// Whether the squares that castling leads to are on the board.
    pub(super) fn castling_fits(&self) -> bool {
        let [right, left] = self.castling.king_files;
        (1..self.files).contains(&right)
            && left + 1 < self.files
            && self.castling.rank < self.ranks
            && self.castling.king_file < self.files
    }

    /// The king's kind, as a set.
    pub(super) fn king_kinds(&self) -> Kinds {
        self.king.map_or(0, |king| 1 << king)
    }
}

/// How a kind is written, as one of the second player.
pub(super) fn written(kind: &KindRules) -> String {
    match kind.mark {
        Mark::None => kind.letter.to_string(),
        Mark::Plus => format!("+{}", kind.letter),
        Mark::Tilde => format!("{}~", kind.letter),
    }
}

/// All squares of a board of that size.
pub(super) fn board_of(files: u8, ranks: u8) -> Bits {
    let all = (0..files).fold(0, |bits, file| bits | file_bits(file));
    (ranks..HEIGHT).fold(all, |bits, rank| bits & !rank_bits(rank))
}

/// The squares next to each other.
pub(super) fn neighbours(square: u8, board: Bits) -> Bits {
    let steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let near = steps.into_iter().filter_map(|(r, f)| super::board::shifted(square, r, f));
    near.fold(0, |bits, at| bits | bit(at)) & board
}

/// Whether a set of kinds has one of them.
#[inline]
pub(super) fn has(kinds: Kinds, kind: Kind) -> bool {
    kinds >> kind & 1 == 1
}

/// The squares of each line between two that riders may use.
pub(super) fn lines_between(steps: &[(i8, i8)], board: Bits) -> Vec<Bits> {
    let size = super::board::SQUARES;
    let mut table = vec![0; size * size];
    for from in squares(board) {
        for &(ranks, files) in steps {
            let (mut passed, mut at) = (0, from);
            while let Some(next) = super::board::shifted(at, ranks, files) {
                if board & bit(next) == 0 {
                    break;
                }
                table[usize::from(from) * size + usize::from(next)] = passed;
                passed |= bit(next);
                at = next;
            }
        }
    }
    table
}
