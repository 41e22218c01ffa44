//! A variant while its text is read: what the keys say, before it is known to make sense.

use std::collections::BTreeMap;

use super::betza::{Betza, parse};
use super::board::{Bits, HEIGHT, WIDTH, bit, file_bits, rank_bits, square};
use super::rules::Verdict;

/// The pieces that have a name, and how they move. The last stands for the king.
pub(super) const PIECES: [(&str, &str); 36] = [
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
    ("king", "K"),
];
/// How many pieces a text may make up: customPiece1, customPiece2, …
pub(super) const MOST_CUSTOM: usize = 25;

/// A type of piece: one of [`PIECES`], or behind them one that a text makes up.
pub(super) type Type = u8;
pub(super) const PAWN: Type = 0;
pub(super) const BISHOP: Type = 2;
pub(super) const ROOK: Type = 3;
pub(super) const SHOGI_PAWN: Type = 18;
pub(super) const SOLDIER: Type = 27;
pub(super) const KING: Type = PIECES.len() as Type - 1;
/// Stands for all pieces in a set of types.
pub(super) const ALL: Type = Type::MAX;

/// The type that a key names.
pub(super) fn type_of(key: &str) -> Option<Type> {
    if let Some(number) = key.strip_prefix("customPiece") {
        let number: usize = number.parse().ok()?;
        return (1..=MOST_CUSTOM).contains(&number).then(|| KING + number as Type);
    }
    PIECES.iter().position(|&(name, _)| name == key).map(|i| i as Type)
}

/// What a type is called in files and tables; the letter of one that is made up.
pub(super) fn name_of(piece: Type, letter: char) -> String {
    let Some(&(name, _)) = PIECES.get(usize::from(piece)) else { return letter.to_string() };
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// A piece of the variant.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub letter: char,
    pub betza: Betza,
}

/// Everything that keys can say. Regions and sets are by side where they can differ.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub ranks: u8,
    pub files: u8,
    pub start: String,
    pub pieces: BTreeMap<Type, Piece>,
    pub flags: BTreeMap<&'static str, bool>,
    pub numbers: BTreeMap<&'static str, u32>,
    pub verdicts: BTreeMap<&'static str, Option<Verdict>>,
    pub regions: BTreeMap<&'static str, [Bits; 2]>,
    pub areas: [BTreeMap<Type, Bits>; 2],
    pub sets: BTreeMap<&'static str, [Vec<Type>; 2]>,
    pub limits: BTreeMap<Type, u32>,
    pub promoted: BTreeMap<Type, Type>,
    pub files_of: BTreeMap<&'static str, u8>,
}

/// All squares, also those outside the board.
pub(super) const EVERYWHERE: Bits = Bits::MAX;

impl Draft {
    /// The rules of chess, with no pieces yet: what a section is that is derived from nothing.
    pub fn empty() -> Self {
        let on = |names: &[&'static str]| names.iter().map(|&name| (name, true)).collect();
        let same = |kinds: &[Type]| [kinds.to_vec(), kinds.to_vec()];
        Self {
            ranks: 8,
            files: 8,
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            pieces: BTreeMap::new(),
            flags: on(&[
                "mandatoryPawnPromotion",
                "doubleStep",
                "castling",
                "checking",
                "dropChecks",
                "connectHorizontal",
                "connectVertical",
                "connectDiagonal",
            ]),
            numbers: [("nMoveRule", 50), ("nFoldRule", 3), ("dropNoDoubledCount", 1)]
                .into_iter()
                .chain([("flagPieceCount", 1), ("castlingRank", 1), ("soldierPromotionRank", 1)])
                .collect(),
            verdicts: [
                ("stalemateValue", Some(Verdict::Draw)),
                ("checkmateValue", Some(Verdict::Loss)),
                ("nFoldValue", Some(Verdict::Draw)),
            ]
            .into(),
            regions: [
                ("promotionRegion", [rank_bits(7), rank_bits(0)]),
                ("doubleStepRegion", [rank_bits(1), rank_bits(6)]),
                ("enPassantRegion", [EVERYWHERE; 2]),
                ("DropRegion", [EVERYWHERE; 2]),
            ]
            .into(),
            areas: [BTreeMap::new(), BTreeMap::new()],
            sets: [
                ("promotionPawnTypes", same(&[PAWN])),
                ("enPassantTypes", same(&[PAWN])),
                ("nMoveRuleTypes", same(&[PAWN])),
                ("promotionPieceTypes", same(&[1, BISHOP, ROOK, 4])),
                ("castlingKingPiece", same(&[KING])),
                ("castlingRookPieces", same(&[ROOK])),
                ("flagPiece", same(&[ALL])),
                ("mustDropType", same(&[ALL])),
            ]
            .into(),
            limits: BTreeMap::new(),
            promoted: BTreeMap::new(),
            files_of: [
                ("castlingKingsideFile", 6),
                ("castlingQueensideFile", 2),
                ("castlingKingFile", 4),
            ]
            .into(),
        }
    }

    pub fn is(&self, key: &str) -> bool {
        self.flags.get(key).copied().unwrap_or(false)
    }

    pub fn number(&self, key: &str) -> u32 {
        self.numbers.get(key).copied().unwrap_or(0)
    }

    pub fn region(&self, key: &str) -> [Bits; 2] {
        self.regions.get(key).copied().unwrap_or([0; 2])
    }

    pub fn set(&self, key: &str, side: usize) -> &[Type] {
        self.sets.get(key).map_or(&[], |sets| &sets[side])
    }

    pub fn verdict(&self, key: &str) -> Option<Verdict> {
        self.verdicts.get(key).copied().flatten()
    }

    /// The type that has a letter.
    pub fn type_with(&self, letter: char) -> Option<Type> {
        let letter = letter.to_ascii_lowercase();
        self.pieces.iter().find(|(_, piece)| piece.letter == letter).map(|(&kind, _)| kind)
    }

    /// Gives a piece its letter and its moves, `p` or `p:fmW`, or takes it away, `-`.
    pub fn put_piece(&mut self, kind: Type, value: &str) -> Result<(), String> {
        if value == "-" {
            self.pieces.remove(&kind);
            return Ok(());
        }
        let mut letters = value.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic).ok_or_else(|| {
            format!("{value:?} is no piece; write its letter, as n, or - for none")
        })?;
        let named = PIECES.get(usize::from(kind));
        let betza = match (letters.next(), letters.as_str()) {
            (None, _) if named.is_some() => named.map_or("", |piece| piece.1).to_owned(),
            (None, _) => return Err(format!("{value:?} has no moves; write {letter}:fmWcF or so")),
            (Some(':'), moves) if kind >= KING => moves.trim().to_owned(),
            (Some(':'), _) => {
                return Err("only king and customPiece1 to 25 are told how to move".to_owned());
            }
            _ => return Err(format!("{value:?} is no piece; write a letter, or a letter:moves")),
        };
        let betza = parse(&betza)?;
        if kind >= KING && betza.atoms.is_empty() {
            return Err(format!("{value:?} has no moves; write {letter}:fmWcF or so"));
        }
        if betza.en_passant && kind > KING {
            let sets = self.sets.entry("enPassantTypes").or_default();
            sets.iter_mut().filter(|set| !set.contains(&kind)).for_each(|set| set.push(kind));
        }
        let letter = letter.to_ascii_lowercase();
        if let Some(other) = self.type_with(letter) {
            self.pieces.remove(&other);
        }
        self.pieces.insert(kind, Piece { letter, betza });
        Ok(())
    }

    /// The squares of `d4 e4 *8 a*`.
    pub fn squares(value: &str) -> Result<Bits, String> {
        let mut bits = 0;
        for word in value.split_whitespace() {
            if word == "-" {
                break;
            }
            bits |= squares_of(word).ok_or_else(|| {
                format!(
                    "{word:?} in {value:?} is no square; write e4, *8 for a rank, a* for a file"
                )
            })?;
        }
        Ok(bits)
    }

    /// The types that the letters stand for.
    pub fn types(&self, value: &str) -> Result<Vec<Type>, String> {
        let mut kinds = Vec::new();
        for letter in value.chars().filter(|c| !c.is_whitespace()) {
            match letter {
                '-' => break,
                '*' => kinds.push(ALL),
                _ => kinds.push(self.letter(letter)?),
            }
        }
        Ok(kinds)
    }

    fn letter(&self, letter: char) -> Result<Type, String> {
        self.type_with(letter).ok_or_else(|| {
            let known: String = self.pieces.values().map(|piece| piece.letter).collect();
            format!("no piece has the letter {letter:?} (there are: {known})")
        })
    }

    /// Pairs as `q:1 r:2`, each with its piece and what stands behind the colon.
    pub fn pairs<'a>(&self, value: &'a str) -> Result<Vec<(Type, &'a str)>, String> {
        let pair = |word: &'a str| {
            let (letter, behind) = word.split_once(':').unwrap_or((word, ""));
            let mut letters = letter.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) if !behind.is_empty() => Ok((self.letter(letter)?, behind)),
                _ => Err(format!("{word:?} in {value:?} is no pair, such as q:1")),
            }
        };
        value.split_whitespace().filter(|&word| word != "-").map(pair).collect()
    }
}

fn squares_of(word: &str) -> Option<Bits> {
    let mut letters = word.chars();
    let first = letters.next()?;
    let behind = letters.as_str();
    if first == '*' {
        let rank: u8 = behind.parse().ok().filter(|rank| (1..=HEIGHT).contains(rank))?;
        return Some(rank_bits(rank - 1));
    }
    let file = file_number(first)?;
    if behind == "*" {
        return Some(file_bits(file));
    }
    let rank: u8 = behind.parse().ok().filter(|rank| (1..=HEIGHT).contains(rank))?;
    Some(bit(square(rank - 1, file)))
}

/// The number of a file by its letter.
pub(super) fn file_number(letter: char) -> Option<u8> {
    let file = (letter.to_ascii_lowercase() as u32).checked_sub('a' as u32)?;
    (file < u32::from(WIDTH)).then_some(file as u8)
}
