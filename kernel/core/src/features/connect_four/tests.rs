//! The fast sums held against the counts, and the counts against what a board shows.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::features::Feature;
use crate::game::{Game, Rules};
use crate::rng::Rng;
use crate::value::Value;

/// All positions of games at random in which somebody is to move.
fn positions(games: u64) -> impl Iterator<Item = ConnectFour> {
    (0..games).flat_map(|number| {
        let mut chance = Rng::new(9, number);
        std::iter::successors(Some(ConnectFour::start()), move |position| {
            let next = position.play(*chance.choose(&position.legal_moves()));
            next.has_legal_move().then_some(next)
        })
    })
}

fn counts(set: &dyn FeatureSet<ConnectFour>, position: &ConnectFour) -> HashMap<String, f64> {
    let mut counts = Vec::new();
    set.counts(position, &set.at_root(position), &mut counts);
    let named = |(i, count): (u32, f64)| (set.features()[i as usize].name.to_owned(), count);
    let (many, found) = (counts.len(), counts.into_iter().map(named).collect::<HashMap<_, _>>());
    assert_eq!(found.len(), many, "each feature once: {}", position.text());
    found
}

fn board_of(text: &str) -> ConnectFour {
    ConnectFour::parse(text).unwrap()
}

#[test]
fn the_weighted_sum_is_that_of_the_counts() {
    let mut chance = Rng::new(8, 0);
    for set in ConnectFour::feature_sets() {
        let weights: Vec<Value> =
            set.features().iter().map(|_| chance.below(2_000) as Value - 1_000).collect();
        let prepared = set.prepared(&weights);
        for position in positions(200) {
            let (mut counts, context) = (Vec::new(), set.at_root(&position));
            set.counts(&position, &context, &mut counts);
            let sum: f64 = counts.iter().map(|&(i, n)| n * f64::from(weights[i as usize])).sum();
            let weighted = set.weighted(&position, &context, &prepared) as f64;
            assert_eq!(weighted, sum, "{} in {}", set.name(), position.text());
        }
    }
}

#[test]
fn a_mirrored_board_counts_the_same() {
    for position in positions(100) {
        let text = position.text();
        let rows: Vec<String> = text.split('/').map(|row| row.chars().rev().collect()).collect();
        let image = board_of(&rows.join("/"));
        for &set in ConnectFour::feature_sets() {
            assert_eq!(counts(set, &position), counts(set, &image), "{} in {text}", set.name());
        }
    }
}

#[test]
fn every_feature_of_tuples_is_met_by_its_name_and_every_line_has_one() {
    let set = ConnectFour::features("tuples").unwrap();
    let names: HashSet<&str> = set.features().iter().map(|feature| feature.name).collect();
    assert_eq!(names.len(), set.features().len());
    let mut met = HashSet::new();
    for position in positions(3_000) {
        let found = counts(set, &position);
        let lines = found.iter().filter(|(name, _)| name.contains('-') && name.contains('_'));
        let lines: f64 =
            lines.filter(|(n, _)| !n.starts_with("wins")).map(|(_, count)| count).sum();
        let untouched = LINES.iter().filter(|line| is_untouched(&position, **line)).count();
        assert_eq!(lines as usize + untouched, 69, "{}", position.text());
        met.extend(found.into_keys());
    }
    let share = met.len() as f64 / names.len() as f64;
    assert!(share > 0.8, "{} of {} were ever met", met.len(), names.len());
}

/// Whether all squares are empty, and the next disc can fall on none of them.
fn is_untouched(position: &ConnectFour, line: [u8; 4]) -> bool {
    let taken = position.taken();
    let below =
        |square: u8| u32::from(square) % STRIDE as u32 == 0 || taken >> (square - 1) & 1 == 1;
    line.iter().all(|&square| taken >> square & 1 == 0 && !below(square))
}

#[test]
fn the_lines_of_a_board_are_counted_by_what_they_miss() {
    let set = ConnectFour::features("lines").unwrap();
    let found = counts(set, &board_of("......./......./......./......./...o.../.xxxo.."));
    assert_eq!(found.get("x-threes-odd"), Some(&1.0), "a1 is missing, e1 is O's");
    assert_eq!(found.get("x-wins-odd"), None, "X could move there now");
    assert_eq!(found["turn"], -1.0);
    let raised = counts(set, &board_of("......./......./......./.xxx.../.oxo.../.oxoo.x"));
    assert_eq!((raised["x-threes-odd"], raised["x-wins-odd"]), (2.0, 2.0), "a3 and e3");
    assert_eq!(raised["x-first-odd"], 2.0);
    assert_eq!((raised["middle"], raised["column-b"]), (-1.0, -1.0));
    let start = counts(set, &ConnectFour::start());
    assert_eq!(start, HashMap::from([("turn".to_owned(), 1.0)]));
}

#[test]
fn lines_are_those_of_the_board() {
    let lines: HashSet<[u8; 4]> = LINES.into_iter().collect();
    assert_eq!(lines.len(), 69);
    let images: HashSet<[u8; 4]> = LINES.iter().map(|line| sorted(line.map(mirrored))).collect();
    assert_eq!(images, LINES.into_iter().map(sorted).collect());
    assert_eq!([name(0), name(24), name(mirrored(0))], ["a1", "d4", "g1"]);
}

fn sorted(mut line: [u8; 4]) -> [u8; 4] {
    line.sort_unstable();
    line
}

#[test]
fn boards_show_their_features() {
    for set in ConnectFour::feature_sets() {
        for table in set.tables() {
            assert_eq!((table.width, table.cells.len()), (7, 42), "{}", table.name);
            let name = |cell: &Option<u32>| cell.map_or("", |i| set.features()[i as usize].name);
            let names: Vec<&str> = table.cells.iter().map(name).collect();
            assert_eq!(names[0], names[6], "mirror images share a feature");
            if table.name == "disc" {
                assert_eq!(names[35..39], ["edge", "column-b", "column-c", "middle"]);
            } else {
                let (kind, turn) = table.name.split_once('_').unwrap();
                assert_eq!(names[3], format!("{kind}_d6_{turn}"));
                assert!(names[35..].iter().all(|name| name.is_empty()), "no ground");
            }
        }
        let Feature { start, .. } = set.features()[0];
        assert_eq!(start, 0.0);
    }
}
