//! From a text to rules: a draft is read key by key, checked, and made into tables.

use super::betza::{Atom, Betza, Way};
use super::board::{Bits, SQUARES, file_of, per_square, rank_bits, squares};
use super::draft::{ALL, BISHOP, Draft, KING, PAWN, SHOGI_PAWN, SOLDIER, Type, name_of};
use super::gait::Gait;
use super::ini::{Section, ancestry};
use super::keys;
use super::position::Position;
use super::rules::{
    Castling, Drops, Ends, Extinction, Flag, Kind, KindRules, Kinds, MOST_COUNTED, MOST_KINDS,
    Mark, Promotion, VariantRules, Verdict, board_of, lines_between, neighbours,
};
use crate::error::Error;
use crate::game::Facts;

/// The counter of kinds that nobody counts: kings, and others on whose life the game depends.
const NOT_COUNTED: u8 = MOST_COUNTED as u8 - 1;

/// The rules of the variant `name` in the text of a file; `game` is what the game is called.
///
/// # Errors
/// [`Error::BadSetting`] with the file, the line, the value and what would be right.
pub fn variant(
    game: &str,
    file: &str,
    text: &str,
    name: &str,
) -> Result<&'static VariantRules, Error> {
    let chain = ancestry(file, text, name)?;
    let mut draft = Draft::empty();
    for section in &chain {
        keys::apply(&mut draft, section)?;
    }
    let own = &chain[chain.len() - 1];
    let rules = made(game, own, &draft).map_err(|why| own.wrong(own.line, &why))?;
    // The variants of a process are few, and positions of them are everywhere.
    let rules: &'static VariantRules = Box::leak(Box::new(rules));
    check_start(rules, &draft).map_err(|why| {
        let line = own.entries.iter().find(|entry| entry.key == "startFen");
        own.wrong(line.map_or(own.line, |entry| entry.line), &why)
    })?;
    Ok(rules)
}

/// The kinds of a variant while they are numbered.
struct Numbering {
    /// The number of each type that has a letter.
    of: Vec<(Type, Kind)>,
}

impl Numbering {
    fn kind(&self, wanted: Type) -> Option<Kind> {
        self.of.iter().find(|&&(kind, _)| kind == wanted).map(|&(_, number)| number)
    }

    fn kinds(&self, wanted: &[Type]) -> Kinds {
        if wanted.contains(&ALL) {
            return Kinds::MAX;
        }
        wanted.iter().filter_map(|&kind| self.kind(kind)).fold(0, |all, kind| all | 1 << kind)
    }
}

fn made(game: &str, section: &Section, draft: &Draft) -> Result<VariantRules, String> {
    let board = board_of(draft.files, draft.ranks);
    let numbers = draft.pieces.keys().enumerate().map(|(i, &kind)| (kind, i as Kind));
    let numbering = Numbering { of: numbers.collect() };
    if numbering.of.is_empty() {
        return Err(format!("[{}] has no pieces; write pawn = p, king = k, …", section.name));
    }
    let mut kinds = base_kinds(draft, board);
    derive_kinds(draft, &numbering, &mut kinds)?;
    let counted = count_kinds(draft, &numbering, &mut kinds)?;
    let is_plain = kinds.iter().all(|kind| kind.is_plain);
    let ever = [0, 1].map(|side| attacked_from(&kinds, side, board));
    let names = counted.1;
    let promotion = promotion(draft, &numbering, board, &kinds);
    let promoting = promoting_numbers(&kinds, &promotion, board)?;
    let mut rules = VariantRules {
        name: game.to_owned(),
        facts: facts(section, draft, &names),
        ranks: draft.ranks,
        files: draft.files,
        board,
        king: numbering.kind(KING),
        start: draft.start.clone(),
        pawn: unit(draft, &numbering),
        chess_pawn: numbering.kind(PAWN),
        double_step: region(draft, "doubleStepRegion", board, draft.is("doubleStep")),
        triple_step: region(draft, "tripleStepRegion", board, draft.is("doubleStep")),
        en_passant_region: region(draft, "enPassantRegion", board, true),
        en_passant: sides(draft, &numbering, "enPassantTypes"),
        castling: castling(draft, &numbering),
        drops: drops(draft, &numbering, board, &kinds),
        extinction: extinction(draft, &numbering),
        flag: flag(draft, &numbering, board),
        ends: ends(draft, &numbering),
        checking: draft.is("checking"),
        must_capture: draft.is("mustCapture"),
        pass: draft.is("pass"),
        pass_on_stalemate: draft.is("passOnStalemate"),
        immobility_illegal: draft.is("immobilityIllegal"),
        explodes: draft.is("blastOnCapture"),
        explosion_spares: numbering.kinds(draft.set("blastImmuneTypes", 0)),
        flying_general: draft.is("flyingGeneral"),
        makpong: draft.is("makpongRule"),
        around: per_square(|square| neighbours(square, board)),
        between: lines_between(&rider_steps(draft), board),
        ever,
        is_plain,
        is_simple: false,
        promoting,
        counted: counted.0,
        counted_names: names,
        promotion,
        kinds,
    };
    rules.is_simple = is_simple(&rules);
    refuse_contradictions(&rules)?;
    Ok(rules)
}

fn refuse_contradictions(rules: &VariantRules) -> Result<(), String> {
    if rules.explodes && rules.king.is_some() {
        return Err("blastOnCapture needs a commoner instead of a king (king = -, commoner = k, \
                    extinctionPieceTypes = k, extinctionPseudoRoyal = true)"
            .to_owned());
    }
    if rules.explodes && rules.drops.captures_to_hand {
        return Err("blastOnCapture and capturesToHand are not supported together".to_owned());
    }
    if rules.ends.checks_count && !rules.checking {
        return Err("checkCounting = true needs checking = true".to_owned());
    }
    let wins_otherwise = rules.extinction.verdict.is_some()
        || rules.flag.region != [0; 2]
        || rules.ends.connect > 0
        || rules.ends.stalemate != Verdict::Draw;
    if rules.king.is_none() && !wins_otherwise {
        return Err("there is no king, and nothing else that decides a game: write king = k, or \
                    give extinctionValue, flagRegion, connectN or stalemateValue"
            .to_owned());
    }
    Ok(())
}

/// Whether the start can be read, and has what the rules need.
fn check_start(rules: &'static VariantRules, draft: &Draft) -> Result<(), String> {
    let start = Position::parse(rules, &draft.start)
        .map_err(|why| format!("startFen = {}: {why}", draft.start))?;
    let Some(king) = rules.king else { return Ok(()) };
    for (side, name) in ["White", "Black"].into_iter().enumerate() {
        let kings = start.count(side, 1 << king);
        if kings > 1 {
            return Err(format!(
                "startFen = {}: {name} has {kings} kings; one may be royal, others are a commoner",
                draft.start
            ));
        }
        if kings == 0 && rules.extinction.verdict.is_none() {
            return Err(format!(
                "startFen = {}: {name} has no king ({:?}), and no extinctionValue says how it loses",
                draft.start,
                rules.kind(king).letter
            ));
        }
    }
    Ok(())
}

fn region(draft: &Draft, key: &str, board: Bits, enabled: bool) -> [Bits; 2] {
    draft.region(key).map(|bits| if enabled { bits & board } else { 0 })
}

fn sides(draft: &Draft, numbering: &Numbering, key: &str) -> [Kinds; 2] {
    [0, 1].map(|side| numbering.kinds(draft.set(key, side)))
}

/// The moves of a type: a pawn's double step is a first move.
fn atoms(draft: &Draft, kind: Type, betza: &Betza) -> Vec<Atom> {
    let mut atoms = betza.atoms.clone();
    if kind == PAWN && draft.is("doubleStep") {
        let (moves, takes) = (true, false);
        atoms.push(Atom { step: (2, 0), way: Way::Lame, moves, takes, initial: true });
    }
    atoms
}

fn base_kinds(draft: &Draft, board: Bits) -> Vec<KindRules> {
    let sideways = draft.number("soldierPromotionRank");
    let broad = |kind: Type, side: usize| {
        if kind != SOLDIER {
            return board;
        }
        let far = |rank: u8| if side == 0 { rank } else { draft.ranks - 1 - rank };
        let ranks = (0..draft.ranks).filter(|&rank| u32::from(far(rank)) + 1 >= sideways);
        ranks.fold(0, |bits, rank| bits | rank_bits(rank)) & board
    };
    let made = |(number, (&kind, piece)): (usize, (&Type, &super::draft::Piece))| {
        let atoms = atoms(draft, kind, &piece.betza);
        let gaits = [false, true].map(|second| Gait::new(&atoms, second, board));
        let area = [0, 1].map(|side| {
            let area = draft.areas[side].get(&kind).copied().filter(|&bits| bits != 0);
            area.map_or(board, |bits| bits & board)
        });
        let broad = [0, 1].map(|side| broad(kind, side));
        let mobile = |side: usize| {
            let goes = |&from: &u8| gaits[side].moves.ever(from) & board != 0;
            squares(board).filter(goes).fold(0, |bits, from| bits | 1 << from)
        };
        KindRules {
            letter: piece.letter,
            name: name_of(kind, piece.letter).leak(),
            mark: Mark::None,
            like: number as Kind,
            in_hand: number as Kind,
            counted: NOT_COUNTED,
            becomes: None,
            nominal: (gaits[0].mobility(board) * 100.0) as i32,
            mobile: [mobile(0), mobile(1)],
            area,
            is_plain: gaits[0].takes.is_plain()
                && broad == [board; 2]
                && piece.betza.atoms.iter().all(is_direct),
            broad,
            gaits,
        }
    };
    draft.pieces.iter().enumerate().map(made).collect()
}

/// Whether the squares that a rider passes are all that lie between two on its line.
fn is_direct(atom: &Atom) -> bool {
    let (a, b) = (atom.step.0.unsigned_abs(), atom.step.1.unsigned_abs());
    !matches!(atom.way, Way::Slide(_)) || a == 1 || b == 1
}

/// The steps of riders that [`is_direct`].
fn rider_steps(draft: &Draft) -> Vec<(i8, i8)> {
    let mut steps: Vec<(i8, i8)> = [(1, 0), (0, 1), (-1, 0), (0, -1)].to_vec();
    for atom in draft.pieces.values().flat_map(|piece| &piece.betza.atoms) {
        let (ranks, files) = atom.step;
        for step in [(ranks, files), (-ranks, -files)] {
            if matches!(atom.way, Way::Slide(_)) && is_direct(atom) && !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

/// Adds the promoted kinds: those of shogi's sort, and pawns that are pawns again when taken.
fn derive_kinds(
    draft: &Draft,
    numbering: &Numbering,
    kinds: &mut Vec<KindRules>,
) -> Result<(), String> {
    let keeps = draft.is("dropLoop");
    for (&kind, &becomes) in &draft.promoted {
        let (Some(from), Some(to)) = (numbering.kind(kind), numbering.kind(becomes)) else {
            continue;
        };
        if draft.promoted.contains_key(&becomes) {
            let letter = |kind: Kind| kinds[usize::from(kind)].letter;
            return Err(format!(
                "promotedPieceType: {} becomes {}, which promotes itself: that is not supported",
                letter(from),
                letter(to)
            ));
        }
        kinds[usize::from(from)].becomes = Some(kinds.len() as Kind);
        let (letter, plain) = (kinds[usize::from(from)].letter, kinds[usize::from(from)].name);
        let name: &'static str = format!("promoted_{plain}").leak();
        let (like, in_hand) = (to, if keeps { to } else { from });
        let model = kinds[usize::from(to)].clone();
        let mark = Mark::Plus;
        kinds.push(KindRules { letter, name, mark, like, in_hand, becomes: None, ..model });
    }
    if draft.is("capturesToHand") && !keeps {
        let pawn = draft.set("promotionPawnTypes", 0).first().and_then(|&it| numbering.kind(it));
        let both = draft.set("promotionPieceTypes", 0).iter();
        let mut made: Vec<Type> =
            both.chain(draft.set("promotionPieceTypes", 1)).copied().collect();
        made.sort_unstable();
        made.dedup();
        for kind in made {
            let (Some(like), Some(in_hand)) = (numbering.kind(kind), pawn) else { continue };
            let model = kinds[usize::from(like)].clone();
            kinds.push(KindRules { mark: Mark::Tilde, like, in_hand, ..model });
        }
    }
    if kinds.len() > MOST_KINDS || numbering.of.len() > MOST_COUNTED {
        return Err(format!("{} kinds of pieces are more than {MOST_COUNTED}", kinds.len()));
    }
    Ok(())
}

/// Gives every kind the feature that counts it; the kinds and names of the features.
fn count_kinds(
    draft: &Draft,
    numbering: &Numbering,
    kinds: &mut [KindRules],
) -> Result<(Vec<Kind>, Vec<&'static str>), String> {
    let royal = |kind: Type| {
        kind == KING
            || draft.is("extinctionPseudoRoyal")
                && draft.set("extinctionPieceTypes", 0).contains(&kind)
    };
    let (mut counted, mut names) = (Vec::new(), Vec::new());
    for &(kind, number) in &numbering.of {
        if royal(kind) {
            continue;
        }
        kinds[usize::from(number)].counted = counted.len() as u8;
        counted.push(number);
        names.push(kinds[usize::from(number)].name);
    }
    for number in 0..kinds.len() {
        let kind = &kinds[number];
        match kind.mark {
            Mark::None => {}
            Mark::Tilde => kinds[number].counted = kinds[usize::from(kind.like)].counted,
            Mark::Plus => {
                names.push(kind.name);
                kinds[number].counted = counted.len() as u8;
                counted.push(number as Kind);
            }
        }
    }
    if counted.len() > usize::from(NOT_COUNTED) {
        return Err(format!("{} kinds of pieces are more than {NOT_COUNTED}", counted.len()));
    }
    Ok((counted, names))
}

fn attacked_from(kinds: &[KindRules], side: usize, board: Bits) -> Box<[Bits; SQUARES]> {
    let mut from = Box::new([0; SQUARES]);
    for kind in kinds.iter().filter(|kind| kind.mark == Mark::None) {
        for origin in squares(board) {
            for to in squares(kind.gaits[side].takes.ever(origin) & kind.area[side]) {
                from[usize::from(to)] |= 1 << origin;
            }
        }
    }
    from
}

/// The kind that values are counted in: the pawn, or what is one.
fn unit(draft: &Draft, numbering: &Numbering) -> Option<Kind> {
    let pawns = draft.set("promotionPawnTypes", 0).iter().copied();
    [PAWN, SHOGI_PAWN, SOLDIER].into_iter().chain(pawns).find_map(|kind| numbering.kind(kind))
}

fn facts(section: &Section, draft: &Draft, names: &[&'static str]) -> Facts {
    let parent = section.parent.as_deref().map(|it| format!(", derived from {it}"));
    let size = format!("{} × {}", draft.files, draft.ranks);
    let summary = format!("{}: a variant on {size}{}", section.name, parent.unwrap_or_default());
    Facts {
        summary: summary.leak(),
        players: ["White", "Black"],
        max_plies: 600,
        kinds: names.to_vec().leak(),
    }
}

fn promotion(draft: &Draft, numbering: &Numbering, board: Bits, kinds: &[KindRules]) -> Promotion {
    let of = |side: usize| {
        let promoted = draft.set("promotionPieceTypes", side).iter();
        let mut found: Vec<Kind> = promoted.filter_map(|&kind| numbering.kind(kind)).collect();
        found.sort_by_key(|&kind| std::cmp::Reverse(kinds[usize::from(kind)].nominal));
        found.dedup();
        let tilde = |like: Kind| {
            let is = |kind: &KindRules| kind.mark == Mark::Tilde && kind.like == like;
            kinds.iter().position(is).map_or(like, |i| i as Kind)
        };
        found.into_iter().map(tilde).collect()
    };
    let mut limit = vec![0; kinds.len()];
    for (&kind, &most) in &draft.limits {
        if let Some(number) = numbering.kind(kind) {
            limit[usize::from(number)] = most;
        }
    }
    Promotion {
        pawns: sides(draft, numbering, "promotionPawnTypes"),
        region: region(draft, "promotionRegion", board, true),
        kinds: [of(0), of(1)],
        limit,
        pawn_must: draft.is("mandatoryPawnPromotion"),
        piece_must: draft.is("mandatoryPiecePromotion"),
        on_capture: draft.is("piecePromotionOnCapture"),
    }
}

/// A number for each pair of squares between which a promotion is possible.
fn promoting_numbers(
    kinds: &[KindRules],
    promotion: &Promotion,
    board: Bits,
) -> Result<Vec<u16>, String> {
    let mut numbers = vec![u16::MAX; SQUARES * SQUARES];
    let mut count = 0_usize;
    for from in squares(board) {
        let mut to = 0;
        for (number, kind) in kinds.iter().enumerate() {
            for side in [0, 1] {
                let promotes =
                    kind.becomes.is_some() || super::rules::has(promotion.pawns[side], kind.like);
                if promotes && kind.mark == Mark::None && number < MOST_KINDS {
                    let gait = &kind.gaits[side];
                    let first = gait.initial.as_ref().map_or(0, |it| it.ever(from));
                    to |= gait.moves.ever(from) | gait.takes.ever(from) | first;
                }
            }
        }
        for to in squares(to) {
            numbers[usize::from(from) * SQUARES + usize::from(to)] = count as u16;
            count += 1;
        }
    }
    let choices = 1 + promotion.kinds[0].len().max(promotion.kinds[1].len());
    if super::moves::FIRST_PROMOTION + count * choices > usize::from(u16::MAX) {
        return Err("so many pieces promote that their moves cannot be told apart".to_owned());
    }
    Ok(numbers)
}

fn castling(draft: &Draft, numbering: &Numbering) -> Castling {
    let file = |key: &str| draft.files_of.get(key).copied();
    Castling {
        enabled: draft.is("castling"),
        dropped: draft.is("castlingDroppedPiece"),
        king_files: [
            file("castlingKingsideFile").unwrap_or(6),
            file("castlingQueensideFile").unwrap_or(2),
        ],
        rank: draft.number("castlingRank") as u8 - 1,
        king_file: file("castlingKingFile").unwrap_or(4),
        king: sides(draft, numbering, "castlingKingPiece"),
        rooks: sides(draft, numbering, "castlingRookPieces"),
        rook_files: [file("castlingRookKingsideFile"), file("castlingRookQueensideFile")],
    }
}

fn drops(draft: &Draft, numbering: &Numbering, board: Bits, kinds: &[KindRules]) -> Drops {
    let everywhere = draft.region("DropRegion");
    let promotion = region(draft, "promotionRegion", board, true);
    let of = |side: usize| {
        let one = |(number, kind): (usize, &KindRules)| {
            let mut bits = everywhere[side] & kind.area[side] & board;
            if numbering.kind(PAWN) == Some(number as Kind) {
                let first = if side == 0 { 0 } else { draft.ranks - 1 };
                if !draft.is("promotionZonePawnDrops") {
                    bits &= !promotion[side];
                }
                if !draft.is("firstRankPawnDrops") {
                    bits &= !rank_bits(first);
                }
            }
            bits
        };
        kinds.iter().enumerate().map(one).collect()
    };
    let doubled = draft.set("dropNoDoubled", 0).first().and_then(|&kind| numbering.kind(kind));
    let mates = draft.is("shogiPawnDropMateIllegal");
    Drops {
        enabled: draft.is("pieceDrops"),
        captures_to_hand: draft.is("capturesToHand"),
        promoted: draft.is("dropPromoted"),
        checks: draft.is("dropChecks"),
        forced: draft.is("mustDrop"),
        forced_kinds: numbering.kinds(draft.set("mustDropType", 0)),
        region: [of(0), of(1)],
        no_doubled: doubled.map(|kind| (kind, draft.number("dropNoDoubledCount"))),
        opposite_bishops: numbering.kind(BISHOP).filter(|_| draft.is("dropOppositeColoredBishop")),
        pawn_mate_loses: if mates { numbering.kinds(&[SHOGI_PAWN]) } else { 0 },
    }
}

fn extinction(draft: &Draft, numbering: &Numbering) -> Extinction {
    let kinds = draft.set("extinctionPieceTypes", 0);
    let all = kinds.contains(&ALL);
    let named: Vec<Type> = kinds.iter().copied().filter(|&kind| kind != ALL).collect();
    Extinction {
        verdict: draft.verdict("extinctionValue"),
        claim: draft.is("extinctionClaim"),
        pseudo_royal: draft.is("extinctionPseudoRoyal"),
        kinds: numbering.kinds(&named),
        all,
        count: draft.number("extinctionPieceCount"),
        opponent: draft.number("extinctionOpponentPieceCount"),
    }
}

fn flag(draft: &Draft, numbering: &Numbering, board: Bits) -> Flag {
    let region = region(draft, "flagRegion", board, true);
    let is_king = |side: usize| draft.set("flagPiece", side) == [KING];
    Flag {
        kinds: sides(draft, numbering, "flagPiece"),
        region,
        count: draft.number("flagPieceCount").max(1),
        answered: draft.is("flagMove"),
        royal: [is_king(0), is_king(1)],
    }
}

fn ends(draft: &Draft, numbering: &Numbering) -> Ends {
    let verdict = |key: &str| draft.verdict(key).unwrap_or(Verdict::Draw);
    let mut steps = Vec::new();
    if draft.is("connectHorizontal") {
        steps.push((0, 1));
    }
    if draft.is("connectVertical") {
        steps.push((1, 0));
    }
    if draft.is("connectDiagonal") {
        steps.extend([(1, 1), (1, -1)]);
    }
    Ends {
        stalemate: verdict("stalemateValue"),
        stalemate_counts_pieces: draft.is("stalematePieceCount"),
        checkmate: verdict("checkmateValue"),
        moves: draft.number("nMoveRule"),
        slow_kinds: sides(draft, numbering, "nMoveRuleTypes"),
        folds: draft.number("nFoldRule"),
        fold: verdict("nFoldValue"),
        fold_is_absolute: draft.is("nFoldValueAbsolute"),
        perpetual_check_loses: draft.is("perpetualCheckIllegal"),
        checks_count: draft.is("checkCounting"),
        connect: draft.number("connectN"),
        connect_steps: steps,
    }
}

/// Whether nothing but the king's safety makes a possible move illegal.
fn is_simple(rules: &VariantRules) -> bool {
    rules.checking
        && !rules.must_capture
        && !rules.pass
        && !rules.pass_on_stalemate
        && !rules.explodes
        && !rules.flying_general
        && !rules.makpong
        && !rules.extinction.pseudo_royal
        && (rules.drops.checks || !rules.drops.enabled)
        && !rules.drops.forced
        && rules.drops.opposite_bishops.is_none()
}

/// The file of a square, for messages.
pub(super) fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + file_of(square)), super::board::rank_of(square) + 1)
}
