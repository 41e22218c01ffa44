//! Against 3.6's own evaluator: 4,586 rows of counts, totals and stages, both sides searching.
//!
//! Every place where this set decides otherwise is written down here a second time, as 3.6 has it
//! ([`Published`]). With all of them every row must come out as it is given; a row that differs from
//! ours is put down to those that change it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::declared::{
    ATTACK_VALUE, DRAW_VALUE, ENDING_KPOS, NEAR_DRAW_VALUE, NOQ_KING_ATTACK_COMPUTER,
    NOQUEEN_FILE_SAFETY, PAWN_ADVANCE, PIECE_VALUES, Q_KING_ATTACK_COMPUTER, QUEEN_FILE_SAFETY,
    SIZE,
};
use super::scene::{B, K, N, P, PAWN, Q, R, VALUES, sign};
use super::sink::WHOLE;
use super::threat::{Manner, Threat};
use super::*;
use crate::features::bits::{count, each, rank_of};
use crate::game::{Rules, Turn};

/// What 3.6 does otherwise, each by the name under which `docs/knightcap.md` tells of it.
const PUBLISHED: [&str; 11] = [
    "gates weigh by learnt values",
    "threats miss lines that a capture opens",
    "overloaded pieces when mating",
    "attacks are not capped",
    "the floor of passed pawns",
    "a draw is not turned with the role",
    "near draws by sums of material",
    "helpless sides by the score",
    "a score of nothing does not fade",
    "material is clamped",
    "threats try Black's men as White sees them",
];
const LEARNT_VALUES: u32 = 1;
const MISSED_LINES: u32 = 1 << 1;
const OVERLOADED: u32 = 1 << 2;
const UNCAPPED: u32 = 1 << 3;
const FLOOR: u32 = 1 << 4;
const UNTURNED: u32 = 1 << 5;
const BY_SUMS: u32 = 1 << 6;
const BY_SCORE: u32 = 1 << 7;
const UNFADED: u32 = 1 << 8;
const CLAMPED: u32 = 1 << 9;
const UNMIRRORED: u32 = 1 << 10;
const ALL: u32 = (1 << 11) - 1;

/// A row of the file, with counts under our numbers.
struct Row {
    fen: String,
    stage: usize,
    ours: Turn,
    castled: [bool; 2],
    counts: Vec<f64>,
    total: f64,
    constant: f64,
    /// The counts of files and ranks that kings stand on, as 3.6 has them.
    edges: Vec<f64>,
    pinned: u32,
    hung: u32,
    safe: [i64; 2],
    is_two_sided: bool,
}

/// The folder of third-party data, which `PLYWISE_DATA` may name; none where it is absent.
fn data() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("PLYWISE_DATA").map_or_else(beside, PathBuf::from);
    if !folder.join("chess/knightcap36_vectors.tsv").is_file() {
        eprintln!("skipped: needs third-party data in {}, which is absent", folder.display());
        return None;
    }
    Some(folder.join("chess"))
}

fn rows(folder: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(folder.join("knightcap36_vectors.tsv")).unwrap();
    let mut lines = text.lines();
    let names: Vec<_> = lines.next().unwrap().split('\t').collect();
    lines
        .map(|line| {
            let fields: BTreeMap<_, _> = names.iter().copied().zip(line.split('\t')).collect();
            read(&fields)
        })
        .collect()
}

fn read(fields: &BTreeMap<&str, &str>) -> Row {
    let (mut counts, mut edges) = (vec![0.0; SIZE], vec![0.0; 8]);
    for entry in fields["gradient_small"].split_whitespace() {
        let (index, count) = entry.split_once(':').unwrap();
        let (index, count): (usize, f64) = (index.parse().unwrap(), count.parse().unwrap());
        counts[renamed(index)] += count;
        if let Some(edge) = index.checked_sub(ENDING_KPOS).filter(|&edge| edge < 8) {
            edges[edge] += count;
        }
    }
    let number = |name: &str| fields[name].parse::<f64>().unwrap();
    let stage = Stage::NAMES.iter().position(|name| name.to_uppercase() == fields["stage"]);
    Row {
        fen: fields["fen"].to_owned(),
        stage: stage.unwrap(),
        ours: if fields["role"] == "computer_white" { Turn::First } else { Turn::Second },
        castled: [fields["castled"].contains('w'), fields["castled"].contains('b')],
        counts,
        total: number("total_exact"),
        constant: number("constant"),
        edges,
        pinned: u32::from_str_radix(fields["pinned_mask"], 16).unwrap().count_ones(),
        hung: u32::from_str_radix(fields["hung_mask"], 16).unwrap().count_ones(),
        safe: [number("white_safe") as i64, number("black_safe") as i64],
        is_two_sided: fields["dropped_jumps"].is_empty(),
    }
}

/// Our number for one of 3.6's: groups that ask for a queen say so truly, and the edges of the board
/// count alike. The published weight sets are read by the same rule.
fn renamed(index: usize) -> usize {
    let (with, without) = (Q_KING_ATTACK_COMPUTER, NOQ_KING_ATTACK_COMPUTER);
    if (with..without).contains(&index) {
        index + 16
    } else if (without..without + 16).contains(&index) {
        index - 16
    } else if index == QUEEN_FILE_SAFETY {
        NOQUEEN_FILE_SAFETY
    } else if index == NOQUEEN_FILE_SAFETY {
        QUEEN_FILE_SAFETY
    } else if (ENDING_KPOS + 4..ENDING_KPOS + 8).contains(&index) {
        2 * ENDING_KPOS + 7 - index
    } else {
        index
    }
}

/// 3.6's numbers of a column, stage by stage, under its own indices.
fn small(folder: &Path, column: usize) -> Vec<Vec<f64>> {
    let text = std::fs::read_to_string(folder.join("knightcap36_coefficients.csv")).unwrap();
    let mut blocks = vec![vec![0.0; SIZE]; 4];
    for line in text.lines().skip(1) {
        let fields: Vec<_> = line.split(',').collect();
        let index: usize = fields[1].parse().unwrap();
        let stage = Stage::NAMES.iter().position(|name| name.to_uppercase() == fields[2]);
        blocks[stage.unwrap()][index] = fields[column].parse().unwrap();
    }
    // Piece values are read from the first block, whatever the stage.
    let men = blocks[0][PIECE_VALUES..PIECE_VALUES + 7].to_vec();
    for block in &mut blocks {
        block[PIECE_VALUES..PIECE_VALUES + 7].copy_from_slice(&men);
    }
    blocks
}

/// The numbers of a stage under our indices; of edges the mean, as the published sets have it.
fn ours(block: &[f64]) -> Vec<f64> {
    let mut weights = vec![0.0; SIZE];
    for (index, weight) in block.iter().enumerate() {
        let is_edge = (ENDING_KPOS..ENDING_KPOS + 8).contains(&index);
        weights[renamed(index)] += if is_edge { weight / 2.0 } else { *weight };
    }
    weights
}

fn sum(weights: &[f64], counts: &[f64]) -> f64 {
    weights.iter().zip(counts).map(|(weight, count)| weight * count).sum()
}

/// A scan with some of what 3.6 does otherwise.
struct Published<'a> {
    with: u32,
    /// The numbers of the stage, under our indices.
    weights: &'a [f64],
    /// Of these, what is not counted so: the edges, which are not alike in 3.6.
    edges: &'a [f64],
    values: [i64; 6],
}

impl Published<'_> {
    fn has(&self, what: u32) -> bool {
        self.with & what != 0
    }

    /// The counts, and what the total has beside them (but for what a draw is rated).
    fn counts(&self, row: &Row) -> (Vec<f64>, f64) {
        let position = Chess::parse(&row.fen).unwrap();
        let mut scene = Scene::unseen(&position, &Context { stage: row.stage, ours: row.ours });
        scene.look();
        // What was played before is no part of a position; here it is given beside it.
        scene.has_castled = row.castled;
        let values = if self.has(LEARNT_VALUES) { &self.values } else { &VALUES };
        scene.weigh(values);
        let manner =
            Manner { opens_lines: !self.has(MISSED_LINES), is_mirrored: !self.has(UNMIRRORED) };
        let threat = threat::found(&scene, values, manner);
        let mut counted = Counted::new();
        terms(&scene, threat, &mut counted);
        let mut constant = 0.0;
        if self.has(CLAMPED) {
            constant = clamp(&scene, &self.values, &mut counted);
        }
        for side in [0, 1] {
            let view = Side::of(&scene, side);
            if self.has(OVERLOADED) && scene.stage == Stage::Mating {
                activity::overloaded(&view, !0, &mut counted);
            }
            if self.has(UNCAPPED) {
                uncap(&view, &mut counted);
            }
            if self.has(FLOOR) && scene.stage != Stage::Mating {
                self.floor(&view, &mut counted);
            }
        }
        let constant = self.finish(&scene, threat, constant, &mut counted);
        (counted.0, constant)
    }

    /// Passed pawns near promotion count at least as one five squares away, and then as that alone.
    fn floor(&self, view: &Side<'_>, counted: &mut Counted) {
        for pawn in each(view.own[P] & !view.before_theirs & view.posts()) {
            let mut alone = Counted::new();
            pawns::scan(view, 1 << pawn, &mut alone);
            // What is counted after the floor.
            alone.0[declared::DOUBLED_PAWN] = 0.0;
            alone.0[declared::ISOLATED_PAWN] = 0.0;
            let worth = sum(self.weights, &alone.0) * view.sign as f64;
            if rank_of(pawn) > 3 && worth < self.weights[PAWN_ADVANCE + 5] {
                counted.0.iter_mut().zip(&alone.0).for_each(|(all, one)| *all -= one);
                counted.add(PAWN_ADVANCE + 5, view.sign);
            }
        }
    }

    /// The last rules, in 3.6's order.
    fn finish(
        &self,
        scene: &Scene,
        threat: Option<Threat>,
        constant: f64,
        counted: &mut Counted,
    ) -> f64 {
        if self.with & (UNTURNED | BY_SUMS | BY_SCORE | UNFADED) == 0 {
            finish::scan(scene, threat, counted);
            return constant;
        }
        let turned = if self.has(UNTURNED) { 1 } else { sign(scene.computer) };
        if let Some(draws) = finish::level(scene, threat) {
            counted.clear();
            counted.add(DRAW_VALUE, draws * turned);
            return 0.0;
        }
        let by_sums = || near_by_sums(scene, &self.values);
        let near = if self.has(BY_SUMS) { by_sums() } else { finish::nearly_drawn(scene) };
        if let Some(stronger) = near {
            counted.clear();
            counted.add(NEAR_DRAW_VALUE, -sign(stronger));
            return 0.0;
        }
        let score = sum(self.weights, &counted.0) + constant + self.edges(scene);
        let draw = self.draw(scene);
        let held = if self.has(BY_SCORE) {
            let is_held = |side: usize| {
                helpless(scene, side, &self.values) && (score - draw) * sign(side) as f64 > 0.0
            };
            is_held(0) || is_held(1)
        } else {
            finish::is_held(scene)
        };
        if held {
            counted.clear();
            counted.add(DRAW_VALUE, turned);
            return 0.0;
        }
        let mut constant = constant;
        if !(self.has(UNFADED) && score == 0.0) {
            let parts = finish::fade(scene);
            counted.scale(parts);
            constant *= parts as f64 / WHOLE as f64;
        }
        finish::trades(scene, counted);
        constant
    }

    /// What the places of kings are worth, by files and the board's own ranks.
    fn edges(&self, scene: &Scene) -> f64 {
        let of = |side: usize| {
            let behind = scene.lead(1 - side) > PAWN;
            let times = match scene.stage {
                _ if scene.men[1 - side][Q] != 0 => 0,
                Stage::Mating => 10 * i64::from(behind),
                _ => 1,
            };
            let king = scene.king(side) as usize;
            let worth = self.edges[king & 7] + self.edges[king >> 3];
            worth * (times * sign(side)) as f64
        };
        of(0) + of(1)
    }

    /// What a draw is worth in White's view, with the change of rating that 3.6 takes for granted.
    fn draw(&self, scene: &Scene) -> f64 {
        self.weights[DRAW_VALUE] - 10.0 * sign(scene.computer) as f64
    }
}

/// More than thirty pawns ahead counts as thirty, whatever a man is worth.
fn clamp(scene: &Scene, values: &[i64; 6], counted: &mut Counted) -> f64 {
    let worth =
        |men: &[u64; 6]| -> i64 { (P..K).map(|kind| values[kind] * count(men[kind])).sum() };
    let lead = worth(&scene.men[0]) - worth(&scene.men[1]);
    if lead.abs() <= 30 * PAWN {
        return 0.0;
    }
    counted.0[PIECE_VALUES..PIECE_VALUES + 7].fill(0.0);
    (30 * PAWN * lead.signum()) as f64
}

/// Numbers beyond the end of a table are read from the one that follows it in 3.6.
fn uncap(view: &Side<'_>, counted: &mut Counted) {
    let attacks = activity::attacks(view);
    if view.scene.stage != Stage::Mating && attacks > 15 {
        counted.add(ATTACK_VALUE + 15, -view.sign);
        counted.add(ATTACK_VALUE + attacks as usize, view.sign);
    }
    let attackers = kings::attackers(view);
    if attackers > 7 {
        let published = |ours: usize| renamed(ours);
        let beyond = published(kings::table(view)) + attackers;
        counted.add(kings::table(view) + 7, view.sign);
        counted.add(renamed(beyond), -view.sign);
    }
}

/// Rules 2 to 5: sums of material stand for lists of men, and White's come first.
fn near_by_sums(scene: &Scene, values: &[i64; 6]) -> Option<usize> {
    let [_, n, b, r, _, _] = *values;
    let worth = |side: usize| -> i64 {
        (P..K).map(|kind| values[kind] * count(scene.men[side][kind])).sum()
    };
    let has = |side: usize, kind: usize| scene.men[side][kind] != 0;
    let rook = |side: usize| {
        let other = 1 - side;
        worth(side) == r && worth(other) <= r && (has(other, N) || has(other, B))
    };
    let with_minor = |side: usize| {
        let is_both = worth(side) == r + b || worth(side) == r + n;
        is_both && worth(1 - side) <= r + b && has(1 - side, R)
    };
    let first = |rule: &dyn Fn(usize) -> bool| [0, 1].into_iter().find(|&side| rule(side));
    first(&rook).or_else(|| first(&with_minor))
}

/// Rule 6: no pawns, and at most the dearer minor piece, or two knights.
fn helpless(scene: &Scene, side: usize, values: &[i64; 6]) -> bool {
    let worth: i64 = (P..K).map(|kind| values[kind] * count(scene.men[side][kind])).sum();
    scene.men[side][P] == 0
        && scene.men[side][Q] == 0
        && (worth <= values[B].max(values[N]) || worth == 2 * values[N])
}

/// 3.6's numbers in all the forms that are asked for.
struct Given {
    published: Vec<Vec<f64>>,
    /// What learning began with, the same in all stages.
    hand: Vec<f64>,
    /// Under our names, but for the edges.
    without_edges: Vec<Vec<f64>>,
    values: [i64; 6],
}

impl Given {
    fn read(folder: &Path) -> Self {
        let (published, hand) = (small(folder, 3), small(folder, 6).swap_remove(0));
        let men: Vec<i64> = published[0][PIECE_VALUES + 1..].iter().map(|&w| w as i64).collect();
        Self {
            without_edges: published.iter().map(|block| without_edges(block)).collect(),
            values: [men[0], men[1], men[2], men[3], men[4], VALUES[K]],
            published,
            hand,
        }
    }

    /// What some of 3.6's ways give for a row: counts, and the rest of the total.
    fn scan(&self, with: u32, row: &Row) -> (Vec<f64>, f64) {
        let edges = &self.published[row.stage][ENDING_KPOS..][..8];
        let weights = &self.without_edges[row.stage];
        Published { with, weights, edges, values: self.values }.counts(row)
    }

    /// The ways of 3.6 that make a difference to a row.
    fn names(&self, row: &Row) -> Vec<&'static str> {
        let (none, all) = (self.scan(0, row), self.scan(ALL, row));
        let matters = |way: u32| self.scan(way, row) != none || self.scan(ALL & !way, row) != all;
        let mut names: Vec<_> =
            (0..PUBLISHED.len()).filter(|i| matters(1 << i)).map(|i| PUBLISHED[i]).collect();
        if rated_draw(row, &all.0) != 0.0 {
            names.push("a draw is rated");
        }
        names
    }
}

/// What a draw costs beside its number: two points of rating, a twentieth of a pawn each.
fn rated_draw(row: &Row, counts: &[f64]) -> f64 {
    let ours = if row.ours == Turn::First { 1.0 } else { -1.0 };
    -10.0 * ours * counts[DRAW_VALUE]
}

#[test]
fn what_differs_from_knightcap_is_what_was_decided_to() {
    let Some(folder) = data() else { return };
    let (given, rows) = (Given::read(&folder), rows(&folder));
    let (mut equal, mut equal_totals) = (0, 0);
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &rows {
        let place = format!("{} {:?}", row.fen, row.ours);
        let position = Chess::parse(&row.fen).unwrap();
        assert_eq!(Stage::of(&position) as usize, row.stage, "{place}");
        // With everything as 3.6 has it a row comes out as it is given.
        let (counts, constant) = given.scan(ALL, row);
        if row.is_two_sided {
            assert_eq!(unlike(&counts, &row.counts), "", "{place}");
            assert_eq!(constant + rated_draw(row, &counts), row.constant, "{place}");
        }
        let (ours_counts, _) = given.scan(0, row);
        let is_equal = unlike(&ours_counts, &row.counts).is_empty() && row.constant == 0.0;
        let names = given.names(row);
        assert!(is_equal || !names.is_empty(), "{place} is left over");
        if is_equal {
            equal += 1;
            let off = off_by_edges(row, &given.published[row.stage]);
            let total = sum(&ours(&given.published[row.stage]), &ours_counts);
            assert!((total + off - row.total).abs() < 1e-2, "{place}: {total} for {}", row.total);
            equal_totals += usize::from(off.abs() < 1e-9);
            // What was chosen by hand has like edges, so that its totals are equal.
            assert_eq!(off_by_edges(row, &given.hand), 0.0, "{place}");
        } else {
            names.iter().for_each(|name| *named.entry(name).or_default() += 1);
        }
    }
    let all = rows.len();
    println!("{equal} of {all} rows equal, {equal_totals} of these in their totals; {named:#?}");
    assert!(equal * 10 >= all * 9, "{equal} of {all}");
}

/// By how much the total of 3.6 differs since its edges are not alike.
fn off_by_edges(row: &Row, block: &[f64]) -> f64 {
    let weights = ours(block);
    let edge = |i: usize| block[ENDING_KPOS + i] - weights[renamed(ENDING_KPOS + i)];
    (0..8).map(|i| row.edges[i] * edge(i)).sum()
}

/// The men that 3.6 takes to hang: it asks whether control of the square is *worth* something to the
/// enemy, so that a weight below 0 turns it round, and one of 0 makes it nobody's.
fn hung_by_worth(scene: &Scene, block: &[f64]) -> u64 {
    let mut hung = 0;
    for side in [0, 1] {
        let worth = |owner: usize, square: u32| -> f64 {
            let seen = scene::seen_square(owner, square);
            let places = activity::places(&Side::of(scene, owner)).groups().iter();
            places.map(|group| block[group + declared::by_files(seen)]).sum()
        };
        let men = scene.all[side] & !scene.men[side][K];
        for square in each(men & activity::attacked(scene, 1 - side)) {
            let owner = [0, 1].into_iter().find(|&by| scene.control.of[by] >> square & 1 == 1);
            let for_us =
                owner.map_or(0.0, |by| worth(by, square) * if by == side { 1.0 } else { -1.0 });
            if for_us < 0.0 {
                hung |= 1 << square;
            }
        }
    }
    hung
}

#[test]
fn pins_hung_men_and_safe_squares_are_those_of_knightcap() {
    let Some(folder) = data() else { return };
    let given = Given::read(&folder);
    for row in rows(&folder) {
        let position = Chess::parse(&row.fen).unwrap();
        let mut scene = Scene::unseen(&position, &Context { stage: row.stage, ours: row.ours });
        scene.look();
        assert_eq!(scene.pinned.count_ones(), row.pinned, "{}", row.fen);
        if scene.stage != Stage::Mating {
            let safe = [0, 1].map(|side| i64::from(activity::safe_squares(&scene, side)));
            assert_eq!(safe, row.safe, "{}", row.fen);
            let hung = hung_by_worth(&scene, &given.published[row.stage]);
            assert_eq!(hung.count_ones(), row.hung, "{}", row.fen);
        }
    }
}

/// Under our names, but for the edges.
fn without_edges(block: &[f64]) -> Vec<f64> {
    let mut weights = ours(block);
    weights[ENDING_KPOS..ENDING_KPOS + 8].fill(0.0);
    weights
}

/// Where two rows of counts differ, for people.
fn unlike(one: &[f64], other: &[f64]) -> String {
    let names: Vec<_> = declared().iter().map(|feature| feature.name).collect();
    // The file has six digits.
    let differing = (0..SIZE).filter(|&i| (one[i] - other[i]).abs() > 1e-5);
    differing.map(|i| format!("{} {} for {}; ", names[i], one[i], other[i])).collect()
}
