//! The terms of KnightCap 3.6: 72 groups in its own order, their names and what they count.
//!
//! The order of the 1468 numbers is that of 3.6's files, so that its coefficients can be read as they
//! are; the few places where names or numbers differ are told in `docs/knightcap.md`.

use crate::features::{Feature, Table};

/// How the numbers of a group are told apart in names and pictures.
#[derive(Clone, Copy)]
enum Shape {
    /// One number.
    One,
    /// By the rank of a man, seen by its side.
    Ranks,
    /// By how many there are, from a first number on.
    Count(usize, usize),
    /// By a square, seen by its side; file by file in 3.6's order.
    Squares,
    /// By the rank of a man and how many squares it has.
    Mobility,
    /// By names of their own.
    Named(&'static [&'static str]),
}

use Shape::{Count, Mobility, Named, One, Ranks, Squares};

impl Shape {
    const fn size(self) -> usize {
        match self {
            One => 1,
            Ranks => 8,
            Count(_, size) => size,
            Squares => 64,
            Mobility => 80,
            Named(names) => names.len(),
        }
    }
}

/// Numbers that belong together.
struct Group {
    name: &'static str,
    shape: Shape,
    /// What counts, `{}` standing for the place in the group. A leading minus: it counts against its
    /// side, so that its weight is the size of a penalty.
    meaning: &'static str,
}

/// The groups with the constants of their first numbers, in 3.6's order.
macro_rules! groups {
    ($($number:ident $name:literal $shape:expr, $meaning:literal;)+) => {
        const GROUPS: &[Group] = &[$(Group { name: $name, shape: $shape, meaning: $meaning }),+];
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($number),+ }
        // Some groups are found from the one before them, by the kind of a man.
        $(#[allow(dead_code)] pub(super) const $number: usize = first(Place::$number as usize);)+
    };
}

/// The first number of a group.
const fn first(group: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < group {
        sum += GROUPS[i].shape.size();
        i += 1;
    }
    sum
}

/// How many there are in each stage.
pub(super) const SIZE: usize = first(GROUPS.len());

const MEN: &[&str] = &["none", "pawn", "knight", "bishop", "rook", "queen", "king"];
/// Pawns before the king: the first letter is that of the pawn that has stepped forward.
const SHELTERS: &[&str] = &["f", "g", "h", "hg", "gh", "fg", "a", "b", "c", "ab", "ba", "cb"];
/// The squares before a passed pawn, from the nearest on, for pawns of each rank.
const WAYS: &[&str] = &[
    "rank2_1", "rank2_2", "rank2_3", "rank2_4", "rank2_5", "rank2_6", "rank3_1", "rank3_2",
    "rank3_3", "rank3_4", "rank3_5", "rank4_1", "rank4_2", "rank4_3", "rank4_4", "rank5_1",
    "rank5_2", "rank5_3", "rank6_1", "rank6_2", "rank7_1",
];

groups! {
    BISHOP_PAIR "bishop_pair" One, "1 with bishops on both colours";
    CASTLED "castled" One, "1 with a king that stands castled, -1 with one that cannot castle any more";
    KNIGHT_OUTPOST "knight_outpost" One, "knights on the fifth and sixth rank that no pawn can drive away";
    BISHOP_OUTPOST "bishop_outpost" One, "bishops there";
    SUPPORTED_KNIGHT_OUTPOST "supported_knight_outpost" One, "such knights that a pawn guards";
    SUPPORTED_BISHOP_OUTPOST "supported_bishop_outpost" One, "such bishops that a pawn guards";
    CONNECTED_ROOKS "connected_rooks" One, "rooks guarded by a rook that is not pinned";
    SEVENTH_RANK_ROOKS "seventh_rank_rooks" One, "such rooks with both on the seventh rank";
    OPPOSITE_BISHOPS "opposite_bishops" One, "-1 with one bishop each on opposite colours, ahead by half a pawn";
    EARLY_QUEEN_MOVEMENT "early_queen_movement" One, "-queens beyond the third rank in the opening";
    OPENING_KING_ADVANCE "opening_king_advance" Ranks, "-kings on {} in the opening, against a queen";
    MID_KING_ADVANCE "mid_king_advance" Ranks, "-kings on {} in the middle game, against a queen";
    KING_PROXIMITY "king_proximity" Count(0, 8), "-1 with {} steps between the kings, when mating without an enemy queen";
    TRAPPED_STEP "trapped_step" Ranks, "-pieces on {} without a safe square";
    BLOCKED_KNIGHT "blocked_knight" One, "-knights on b1 and g1 with a man on c3 and f3";
    USELESS_PIECE "useless_piece" One, "-pieces with few squares that attack nothing";
    DRAW_VALUE "draw_value" One, "drawn endings, for the side that searches: what a draw is worth to it";
    NEAR_DRAW_VALUE "near_draw_value" One, "-1 for the rook against a minor piece, or rook and minor piece against rook";
    NO_MATERIAL "no_material" One, "-1 when mating, behind by more than a pawn";
    MATING_POSITION "mating_position" One, "-steps of the weak king from the far end to a corner that the bishop can attack";
    BISHOP_XRAY "bishop_xray" Count(0, 5), "bishops with {} kings, queens and rooks on their diagonals";
    ENDING_KPOS "ending_kpos" Count(0, 8), "kings {} from an edge, by file and by rank, without an enemy queen (4 to 7 unused)";
    ROOK_POS "rook_pos" Squares, "rooks on {}";
    KNIGHT_POS "knight_pos" Squares, "knights on {}";
    POS_BASE "pos_base" Squares, "control of {}";
    POS_KINGSIDE "pos_kingside" Squares, "control of {} with the king on the king's side and queens about";
    POS_QUEENSIDE "pos_queenside" Squares, "control of {} with the king on the queen's side and queens about";
    KNIGHT_MOBILITY "knight_mobility" Mobility, "knights on {} squares";
    BISHOP_MOBILITY "bishop_mobility" Mobility, "bishops on {} squares";
    ROOK_MOBILITY "rook_mobility" Mobility, "rooks on {} squares";
    QUEEN_MOBILITY "queen_mobility" Mobility, "queens on {} squares";
    KING_MOBILITY "king_mobility" Mobility, "kings on {} squares";
    KNIGHT_SMOBILITY "knight_smobility" Mobility, "knights on {} safe squares";
    BISHOP_SMOBILITY "bishop_smobility" Mobility, "bishops on {} safe squares";
    ROOK_SMOBILITY "rook_smobility" Mobility, "rooks on {} safe squares";
    QUEEN_SMOBILITY "queen_smobility" Mobility, "queens on {} safe squares";
    KING_SMOBILITY "king_smobility" Mobility, "kings on {} safe squares";
    PIECE_VALUES "piece" Named(MEN), "{}s";
    THREAT "threat" One, "1 for the side to move where it can win half a pawn by captures";
    OPPONENTS_THREAT "opponents_threat" One, "1 for the other side where it alone could, were it to move";
    OVERLOADED_PENALTY "overloaded_penalty" Count(2, 15), "-pieces that guard {} men on squares that nobody controls";
    Q_KING_ATTACK_COMPUTER "q_king_attack_computer" Count(0, 8), "-1 with {} attackers about the king of the side that searches, a queen among the enemy";
    Q_KING_ATTACK_OPPONENT "q_king_attack_opponent" Count(0, 8), "-1 with {} attackers about the king of the other side, a queen among its enemy";
    NOQ_KING_ATTACK_COMPUTER "noq_king_attack_computer" Count(0, 8), "-1 with {} attackers about the king of the side that searches, no queen among the enemy";
    NOQ_KING_ATTACK_OPPONENT "noq_king_attack_opponent" Count(0, 8), "-1 with {} attackers about the king of the other side, no queen among its enemy";
    QUEEN_FILE_SAFETY "queen_file_safety" One, "-files without pawns at the king, against a queen";
    NOQUEEN_FILE_SAFETY "noqueen_file_safety" One, "-files without pawns at the king, against no queen";
    PIECE_TRADE_BONUS "piece_trade_bonus" Count(0, 32), "1 for the side ahead with {} pieces on the board";
    ATTACK_VALUE "attack_value" Count(0, 16), "1 with {} attacks by pieces on enemy men";
    PAWN_TRADE_BONUS "pawn_trade_bonus" Count(0, 32), "-1 for the side ahead with {} pawns on the board";
    UNSUPPORTED_PAWN "unsupported_pawn" One, "-pawns that no pawn guards";
    ADJACENT_PAWN "adjacent_pawn" One, "pawns with a pawn beside them";
    PASSED_PAWN_CONTROL "passed_pawn_control" Named(WAYS), "squares before a passed pawn up to the first that the enemy controls: {}";
    UNSTOPPABLE_PAWN "unstoppable_pawn" One, "passed pawns that a lone king cannot catch";
    DOUBLED_PAWN "doubled_pawn" One, "-pawns with a pawn of their own behind them on the file";
    WEAK_PAWN "weak_pawn" One, "-pawns that no pawn guards and that cannot step beside one";
    ODD_BISHOPS_PAWN_POS "odd_bishops_pawn_pos" One, "nothing: unused in KnightCap, too";
    BLOCKED_PASSED_PAWN "blocked_passed_pawn" One, "-passed pawns with an enemy before them";
    KING_PASSED_PAWN_SUPPORT "king_passed_pawn_support" One, "passed pawns with their king beside or ahead";
    PASSED_PAWN_ROOK_ATTACK "passed_pawn_rook_attack" One, "-passed pawns with an enemy rook behind them";
    PASSED_PAWN_ROOK_SUPPORT "passed_pawn_rook_support" One, "passed pawns with an own rook behind them";
    BLOCKED_DPAWN "blocked_dpawn" One, "-1 with a pawn on d2 and a man on d3";
    BLOCKED_EPAWN "blocked_epawn" One, "-1 with a pawn on e2 and a man on e3";
    PAWN_ADVANCE "pawn_advance" Count(0, 7), "passed pawns {} squares from promotion";
    PAWN_ADVANCE1 "pawn_advance1" Count(0, 7), "files beside passed pawns with an own pawn near, {} squares from promotion";
    PAWN_ADVANCE2 "pawn_advance2" Count(0, 7), "pawns with no enemy pawn before them that are not weak, {} squares from promotion";
    KING_PASSED_PAWN_DEFENCE "king_passed_pawn_defence" One, "-passed pawns with the enemy king beside or ahead";
    PAWN_POS "pawn_pos" Squares, "pawns on {}";
    PAWN_DEFENCE "pawn_defence" Named(SHELTERS), "pawns {} before a king on its first rank, against a queen";
    ISOLATED_PAWN "isolated_pawn" One, "-pawns without pawns of their own on the files beside";
    MEGA_WEAK_PAWN "mega_weak_pawn" One, "-weak pawns with no enemy pawn on the file";
    WEAK_PAWN_ATTACK_VALUE "weak_pawn_attack_value" Count(0, 16), "-weak pawns that {} pieces attack";
}

/// All terms, in the order of their numbers.
pub(super) fn declared() -> Vec<Feature> {
    let of = |group: &'static Group| (0..group.shape.size()).map(move |i| feature(group, i));
    GROUPS.iter().flat_map(of).collect()
}

fn feature(group: &Group, i: usize) -> Feature {
    let (suffix, place) = place(group.shape, i);
    let is_man = group.name == "piece" && (1..6).contains(&i);
    // The five kinds have the names that they have in every set of chess.
    let name = if is_man { place.clone() } else { format!("{}{suffix}", group.name) };
    let meaning = group.meaning.replace("{}", &place);
    let meaning = match meaning.strip_prefix('-') {
        Some(against) if !against.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("Black's minus White's: {against}")
        }
        _ => format!("White's minus Black's: {meaning}"),
    };
    let start = if is_man { 1.0 } else { 0.0 };
    Feature { name: name.leak(), meaning: meaning.leak(), start }
}

/// How a number is named, and what stands for it in a sentence.
fn place(shape: Shape, i: usize) -> (String, String) {
    let plain = |text: String| (format!("_{text}"), text);
    match shape {
        One => (String::new(), String::new()),
        Ranks => (format!("_rank{}", i + 1), format!("rank {}", i + 1)),
        Count(from, _) => plain((from + i).to_string()),
        Squares => plain(square_name(i)),
        Mobility => {
            let (rank, squares) = (i / 10 + 1, i % 10);
            let or_more = if squares == 9 { " or more" } else { "" };
            (format!("_rank{rank}_{squares}"), format!("rank {rank} with {squares}{or_more}"))
        }
        Named(names) => plain(names[i].to_owned()),
    }
}

fn square_name(i: usize) -> String {
    format!("{}{}", (b'a' + (i >> 3) as u8) as char, (i & 7) + 1)
}

/// The number of a square in 3.6's tables: file by file.
#[inline]
pub(super) const fn by_files(square: u32) -> usize {
    ((square & 7) << 3 | square >> 3) as usize
}

/// Groups of many numbers, each as a board or as a row.
pub(super) fn drawn() -> Vec<Table> {
    let many = GROUPS.iter().enumerate().filter(|(_, group)| !matches!(group.shape, One));
    many.filter(|(_, group)| group.name != "piece")
        .map(|(number, group)| {
            let (first, size) = (first(number), group.shape.size());
            let (width, order): (usize, Vec<usize>) = match group.shape {
                Squares => (8, (0..64).map(|i| by_files(i ^ 56)).collect()),
                Mobility => (10, (0..80).map(|i| (7 - i / 10) * 10 + i % 10).collect()),
                _ => (size, (0..size).collect()),
            };
            let cells = order.into_iter().map(|i| Some((first + i) as u32)).collect();
            Table { name: group.name.to_owned(), width, cells }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_papers() {
        assert_eq!((SIZE, GROUPS.len()), (1468, 72));
        let at = [ENDING_KPOS, ROOK_POS, POS_BASE, KNIGHT_MOBILITY, KING_SMOBILITY, PIECE_VALUES];
        assert_eq!(at, [53, 61, 189, 381, 1101, 1181]);
        let at = [THREAT, OVERLOADED_PENALTY, Q_KING_ATTACK_COMPUTER, QUEEN_FILE_SAFETY];
        assert_eq!(at, [1188, 1190, 1205, 1237]);
        let at = [ATTACK_VALUE, PASSED_PAWN_CONTROL, PAWN_ADVANCE, PAWN_POS, PAWN_DEFENCE];
        assert_eq!(at, [1271, 1321, 1352, 1374, 1438]);
        assert_eq!((MEGA_WEAK_PAWN, WEAK_PAWN_ATTACK_VALUE), (1451, 1452));
    }

    #[test]
    fn names_are_told_apart() {
        let mut names: Vec<_> = declared().iter().map(|feature| feature.name).collect();
        assert_eq!([names[PIECE_VALUES + 1], names[POS_BASE + 8]], ["pawn", "pos_base_b1"]);
        assert_eq!(names[KNIGHT_MOBILITY + 23], "knight_mobility_rank3_3");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), SIZE);
    }
}
