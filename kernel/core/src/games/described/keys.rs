//! The keys of a variant's text: what each sets, in the order in which they are applied.

use super::board::{Bits, HEIGHT, WIDTH, rank_bits};
use super::draft::{Draft, MOST_CUSTOM, PIECES, file_number, type_of};
use super::ini::{Entry, Section};
use super::rules::Verdict;
use crate::error::Error;

/// What a value is.
#[derive(Clone, Copy)]
enum Form {
    /// `true` or `false`.
    Flag,
    Number,
    /// The rank of White, counted from 1.
    Rank,
    /// `win`, `loss`, `draw` or `none`, for the side to move.
    Verdict,
    File,
    Start,
    /// Squares, of a side or of both, under a name.
    Region(&'static str, Sides),
    /// Pieces, of a side or of both, under a name.
    Set(&'static str, Sides),
    Limits,
    Promoted,
    /// All squares from a rank on, as older texts have it.
    PromotionRank,
    /// Says nothing about the rules.
    Picture,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    Both,
    White,
    Black,
}

use Form::{
    File, Flag, Limits, Number, Picture, Promoted, PromotionRank, Rank, Region, Set, Start,
};
use Sides::{Black, Both, White};

/// The keys, in the order in which they apply: what speaks of one side alone stands behind what
/// speaks of both. A form that names nothing keeps its value under the key.
const KEYS: &[(&str, Form)] = &[
    ("variantTemplate", Picture),
    ("pieceToCharTable", Picture),
    ("pocketSize", Picture),
    ("pieceValueMg", Picture),
    ("pieceValueEg", Picture),
    ("startFen", Start),
    ("pawnTypes", Set("promotionPawnTypes", Both)),
    ("pawnTypes", Set("enPassantTypes", Both)),
    ("pawnTypes", Set("nMoveRuleTypes", Both)),
    ("promotionRank", PromotionRank),
    ("promotionRegion", Region("promotionRegion", Both)),
    ("promotionRegionWhite", Region("promotionRegion", White)),
    ("promotionRegionBlack", Region("promotionRegion", Black)),
    ("promotionPawnTypes", Set("promotionPawnTypes", Both)),
    ("promotionPawnTypesWhite", Set("promotionPawnTypes", White)),
    ("promotionPawnTypesBlack", Set("promotionPawnTypes", Black)),
    ("promotionPieceTypes", Set("promotionPieceTypes", Both)),
    ("promotionPieceTypesWhite", Set("promotionPieceTypes", White)),
    ("promotionPieceTypesBlack", Set("promotionPieceTypes", Black)),
    ("promotionLimit", Limits),
    ("promotedPieceType", Promoted),
    ("piecePromotionOnCapture", Flag),
    ("mandatoryPawnPromotion", Flag),
    ("mandatoryPiecePromotion", Flag),
    ("blastOnCapture", Flag),
    ("blastImmuneTypes", Set("blastImmuneTypes", Both)),
    ("doubleStep", Flag),
    ("doubleStepRegion", Region("doubleStepRegion", Both)),
    ("doubleStepRegionWhite", Region("doubleStepRegion", White)),
    ("doubleStepRegionBlack", Region("doubleStepRegion", Black)),
    ("tripleStepRegionWhite", Region("tripleStepRegion", White)),
    ("tripleStepRegionBlack", Region("tripleStepRegion", Black)),
    ("enPassantRegion", Region("enPassantRegion", Both)),
    ("enPassantRegionWhite", Region("enPassantRegion", White)),
    ("enPassantRegionBlack", Region("enPassantRegion", Black)),
    ("enPassantTypes", Set("enPassantTypes", Both)),
    ("enPassantTypesWhite", Set("enPassantTypes", White)),
    ("enPassantTypesBlack", Set("enPassantTypes", Black)),
    ("castling", Flag),
    ("castlingDroppedPiece", Flag),
    ("castlingKingsideFile", File),
    ("castlingQueensideFile", File),
    ("castlingRank", Rank),
    ("castlingKingFile", File),
    ("castlingKingPiece", Set("castlingKingPiece", Both)),
    ("castlingKingPieceWhite", Set("castlingKingPiece", White)),
    ("castlingKingPieceBlack", Set("castlingKingPiece", Black)),
    ("castlingRookKingsideFile", File),
    ("castlingRookQueensideFile", File),
    ("castlingRookPieces", Set("castlingRookPieces", Both)),
    ("castlingRookPiecesWhite", Set("castlingRookPieces", White)),
    ("castlingRookPiecesBlack", Set("castlingRookPieces", Black)),
    ("checking", Flag),
    ("dropChecks", Flag),
    ("mustCapture", Flag),
    ("mustDrop", Flag),
    ("mustDropType", Set("mustDropType", Both)),
    ("pieceDrops", Flag),
    ("dropLoop", Flag),
    ("capturesToHand", Flag),
    ("firstRankPawnDrops", Flag),
    ("promotionZonePawnDrops", Flag),
    ("whiteDropRegion", Region("DropRegion", White)),
    ("blackDropRegion", Region("DropRegion", Black)),
    ("dropOppositeColoredBishop", Flag),
    ("dropPromoted", Flag),
    ("dropNoDoubled", Set("dropNoDoubled", Both)),
    ("dropNoDoubledCount", Number),
    ("immobilityIllegal", Flag),
    ("pass", Flag),
    ("passOnStalemate", Flag),
    ("makpongRule", Flag),
    ("flyingGeneral", Flag),
    ("soldierPromotionRank", Rank),
    ("nMoveRuleTypes", Set("nMoveRuleTypes", Both)),
    ("nMoveRuleTypesWhite", Set("nMoveRuleTypes", White)),
    ("nMoveRuleTypesBlack", Set("nMoveRuleTypes", Black)),
    ("nMoveRule", Number),
    ("nFoldRule", Number),
    ("nFoldValue", Form::Verdict),
    ("nFoldValueAbsolute", Flag),
    ("perpetualCheckIllegal", Flag),
    ("stalemateValue", Form::Verdict),
    ("stalematePieceCount", Flag),
    ("checkmateValue", Form::Verdict),
    ("shogiPawnDropMateIllegal", Flag),
    ("extinctionValue", Form::Verdict),
    ("extinctionClaim", Flag),
    ("extinctionPseudoRoyal", Flag),
    ("extinctionPieceTypes", Set("extinctionPieceTypes", Both)),
    ("extinctionPieceCount", Number),
    ("extinctionOpponentPieceCount", Number),
    ("checkCounting", Flag),
    ("flagPiece", Set("flagPiece", Both)),
    ("flagPieceWhite", Set("flagPiece", White)),
    ("flagPieceBlack", Set("flagPiece", Black)),
    ("whiteFlag", Region("flagRegion", White)),
    ("blackFlag", Region("flagRegion", Black)),
    ("flagRegion", Region("flagRegion", Both)),
    ("flagRegionWhite", Region("flagRegion", White)),
    ("flagRegionBlack", Region("flagRegion", Black)),
    ("flagPieceCount", Number),
    ("flagMove", Flag),
    ("connectN", Number),
    ("connectHorizontal", Flag),
    ("connectVertical", Flag),
    ("connectDiagonal", Flag),
];

/// Keys of other programs' texts whose rules the kernel does not have.
const NOT_SUPPORTED: &[&str] = &[
    "chess960",
    "twoBoards",
    "sittuyinPromotion",
    "pieceDemotion",
    "mutuallyImmuneTypes",
    "petrifyOnCapture",
    "petrifyOnCaptureTypes",
    "petrifyBlastPieces",
    "doubleStepRank",
    "doubleStepRankMin",
    "dropOnTop",
    "enclosingDrop",
    "enclosingDropStart",
    "sittuyinRookDrop",
    "freeDrops",
    "gating",
    "arrowGating",
    "duckGating",
    "staticGating",
    "staticGatingRegion",
    "pastGating",
    "wallingRule",
    "wallingRegion",
    "wallingRegionWhite",
    "wallingRegionBlack",
    "wallOrMove",
    "seirawanGating",
    "cambodianMoves",
    "diagonalLines",
    "flipEnclosedPieces",
    "moveRepetitionIllegal",
    "chasingRule",
    "shatarMateRule",
    "bikjangRule",
    "dupleCheck",
    "flagPieceBlockedWin",
    "flagPieceSafe",
    "materialCounting",
    "countingRule",
    "castlingWins",
    "oppositeCastling",
    "connectRegion1White",
    "connectRegion2White",
    "connectRegion1Black",
    "connectRegion2Black",
    "connectNxN",
    "connectPieceTypes",
    "collinearN",
    "janggiCannon",
    "castlingRookPiece",
];

/// Values of unsupported keys that change nothing, so that a text may say them.
const HARMLESS: [&str; 3] = ["false", "none", "-"];

/// Applies a section to what its parents left.
pub(super) fn apply(draft: &mut Draft, section: &Section) -> Result<(), Error> {
    for entry in &section.entries {
        refuse_unknown(section, entry)?;
    }
    let told = |entry: &Entry, why: String| {
        section.wrong(entry.line, &format!("{} = {}: {why}", entry.key, entry.value))
    };
    let of = |key: &str| section.entries.iter().find(|entry| entry.key == key);
    for (key, most, size) in
        [("maxRank", HEIGHT, &mut draft.ranks), ("maxFile", WIDTH, &mut draft.files)]
    {
        if let Some(entry) = of(key) {
            *size = extent(&entry.value, most).map_err(|why| told(entry, why))?;
        }
    }
    pieces(draft, section)?;
    for &(key, form) in KEYS {
        if let Some(entry) = of(key) {
            put(draft, key, form, &entry.value).map_err(|why| told(entry, why))?;
        }
    }
    Ok(())
}

fn pieces(draft: &mut Draft, section: &Section) -> Result<(), Error> {
    let mut letters: Vec<(char, &str)> = Vec::new();
    for entry in &section.entries {
        let told = |why: String| {
            section.wrong(entry.line, &format!("{} = {}: {why}", entry.key, entry.value))
        };
        if let Some(kind) = type_of(&entry.key) {
            let letter = entry.value.chars().next().map_or('-', |c| c.to_ascii_lowercase());
            if let Some((_, other)) =
                letters.iter().find(|&&(used, _)| used == letter && used != '-')
            {
                return Err(told(format!("{other} has the letter {letter:?} already")));
            }
            letters.push((letter, &entry.key));
            draft.put_piece(kind, &entry.value).map_err(told)?;
        } else if let Some((side, kind)) = area_of(&entry.key) {
            draft.areas[side].insert(kind, Draft::squares(&entry.value).map_err(told)?);
        }
    }
    Ok(())
}

/// The side and the piece of `mobilityRegionWhiteRook`.
fn area_of(key: &str) -> Option<(usize, u8)> {
    let behind = key.strip_prefix("mobilityRegion")?;
    let (side, name) = match behind.strip_prefix("White") {
        Some(name) => (0, name),
        None => (1, behind.strip_prefix("Black")?),
    };
    let mut letters = name.chars();
    let first = letters.next()?.to_ascii_lowercase();
    type_of(&format!("{first}{}", letters.as_str())).map(|kind| (side, kind))
}

fn refuse_unknown(section: &Section, entry: &Entry) -> Result<(), Error> {
    let key = entry.key.as_str();
    let is_known = all_keys().any(|known| known == key)
        || type_of(key).is_some()
        || area_of(key).is_some()
        || ["maxRank", "maxFile"].contains(&key);
    if is_known {
        return Ok(());
    }
    let value = &entry.value;
    if NOT_SUPPORTED.contains(&key) {
        if HARMLESS.contains(&value.as_str()) {
            return Ok(());
        }
        let why = format!("{key} = {value} is not supported: plywise does not know this rule");
        return Err(section.wrong(entry.line, &why));
    }
    let names = all_keys().chain(PIECES.iter().map(|piece| piece.0)).chain(["maxRank", "maxFile"]);
    let near = names.min_by_key(|known| distance(known, key));
    let hint = match near.filter(|known| distance(known, key) <= 3) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("pieces of one's own are customPiece1 to customPiece{MOST_CUSTOM}"),
    };
    Err(section.wrong(entry.line, &format!("unknown key {key:?} (= {value}); {hint}")))
}

/// All keys that the kernel knows, beside pieces and the board's size.
pub(super) fn all_keys() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|&(key, _)| key)
}

/// How many letters must change to make one word the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let changed = corner + usize::from(!x.eq_ignore_ascii_case(&y));
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

/// The number of ranks or of files, as a number or as the last file's letter.
fn extent(value: &str, most: u8) -> Result<u8, String> {
    let letter = value.chars().next().filter(|c| value.len() == 1 && c.is_ascii_alphabetic());
    let number = match letter {
        Some(letter) => u32::from(letter.to_ascii_lowercase()) - 96,
        None => value.parse().map_err(|_| format!("{value:?} is no number"))?,
    };
    if (1..=u32::from(most)).contains(&number) {
        return Ok(number as u8);
    }
    let size = format!("boards have at most {WIDTH} files and {HEIGHT} ranks");
    Err(format!("{number} is too {}; {size}", if number == 0 { "small" } else { "large" }))
}

fn put(draft: &mut Draft, key: &'static str, form: Form, value: &str) -> Result<(), String> {
    match form {
        Picture => {}
        Start => draft.start = value.to_owned(),
        Flag => {
            let flag = match value {
                "true" => true,
                "false" => false,
                _ => return Err(format!("{value:?} is neither true nor false")),
            };
            draft.flags.insert(key, flag);
        }
        Number => {
            let number = value.parse().ok().filter(|&n: &u32| n <= 10_000);
            let number = number.ok_or_else(|| format!("{value:?} is no number from 0 to 10000"))?;
            draft.numbers.insert(key, number);
        }
        Rank => {
            draft.numbers.insert(key, u32::from(extent(value, HEIGHT)?));
        }
        File => {
            draft.files_of.insert(key, file_of_text(value)?);
        }
        Form::Verdict => {
            draft.verdicts.insert(key, verdict(value)?);
        }
        Region(name, sides) => {
            let bits = Draft::squares(value)?;
            let regions = draft.regions.entry(name).or_default();
            for_sides(sides, |side| regions[side] = bits);
        }
        Set(name, sides) => {
            let kinds = draft.types(value)?;
            let sets = draft.sets.entry(name).or_default();
            for_sides(sides, |side| sets[side].clone_from(&kinds));
        }
        Limits => {
            for (kind, limit) in draft.pairs(value)? {
                let limit = limit.parse().map_err(|_| format!("{limit:?} is no number"))?;
                draft.limits.insert(kind, limit);
            }
        }
        Promoted => {
            for (kind, becomes) in draft.pairs(value)? {
                match draft.types(becomes)?.as_slice() {
                    [] => draft.promoted.remove(&kind),
                    [one] => draft.promoted.insert(kind, *one),
                    _ => return Err(format!("{becomes:?} is not one piece")),
                };
            }
        }
        PromotionRank => {
            let rank = extent(value, draft.ranks)?;
            let ranks = draft.ranks;
            let zone = |ranks: std::ops::Range<u8>| ranks.fold(0, |b: Bits, r| b | rank_bits(r));
            let regions = [zone(rank - 1..ranks), zone(0..ranks + 1 - rank)];
            draft.regions.insert("promotionRegion", regions);
        }
    }
    Ok(())
}

fn for_sides(sides: Sides, mut of: impl FnMut(usize)) {
    if sides != Black {
        of(0);
    }
    if sides != White {
        of(1);
    }
}

fn file_of_text(value: &str) -> Result<u8, String> {
    let mut letters = value.chars();
    let number = match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => file_number(letter),
        _ => value.parse().ok().filter(|n| (1..=WIDTH).contains(n)).map(|n: u8| n - 1),
    };
    number.ok_or_else(|| format!("{value:?} is no file; write a letter from a to l"))
}

fn verdict(value: &str) -> Result<Option<Verdict>, String> {
    match value {
        "win" => Ok(Some(Verdict::Win)),
        "draw" => Ok(Some(Verdict::Draw)),
        "loss" => Ok(Some(Verdict::Loss)),
        "none" => Ok(None),
        _ => Err(format!("{value:?} is no result; write win, draw or loss, or none")),
    }
}
