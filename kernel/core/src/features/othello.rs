//! Discs of Othello on their squares: where a disc lies matters more than how many there are.

use super::{Feature, FeatureSet, HasFeatures, Table};
use crate::evaluate::Context;
use crate::games::Othello;
use crate::value::Value;

/// A weight for each of the ten sorts of squares that turning and mirroring the board leaves.
pub struct DiscClasses;
/// A weight for each of the 64 squares.
pub struct DiscSquares;
/// The numbers of discs, moves and corners.
pub struct Mobility;

const CLASSES: [Feature; 10] = [
    Feature::term("corner", "discs on a1, a8, h1 and h8, Black's minus White's"),
    Feature::term("c-square", "discs beside a corner on the edge (b1), Black's minus White's"),
    Feature::term("a-square", "discs on the edge, two from a corner (c1), Black's minus White's"),
    Feature::term("b-square", "discs in the middle of an edge (d1), Black's minus White's"),
    Feature::term("x-square", "discs on b2, b7, g2 and g7, Black's minus White's"),
    Feature::term("c2", "discs on c2 and the seven like it, Black's minus White's"),
    Feature::term("d2", "discs on d2 and the seven like it, Black's minus White's"),
    Feature::term("c3", "discs on c3, c6, f3 and f6, Black's minus White's"),
    Feature::term("d3", "discs on d3 and the seven like it, Black's minus White's"),
    Feature::term("centre", "discs on d4, d5, e4 and e5, Black's minus White's"),
];
const CORNER: usize = 0;

/// The class of each square.
const CLASS_OF: [u8; 64] = {
    const QUARTER: [[u8; 4]; 4] = [[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]];
    let mut classes = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, file) = (square / 8, square % 8);
        let folded_row = if row < 4 { row } else { 7 - row };
        let folded_file = if file < 4 { file } else { 7 - file };
        classes[square] = QUARTER[folded_row][folded_file];
        square += 1;
    }
    classes
};

/// The squares of each class, as bitboards.
const MEMBERS: [u64; 10] = {
    let mut members = [0; 10];
    let mut square = 0;
    while square < 64 {
        members[CLASS_OF[square] as usize] |= 1_u64 << square;
        square += 1;
    }
    members
};

/// Black's discs on these squares minus White's.
fn balance(position: &Othello, squares: u64) -> i32 {
    let (black, white) = position.black_and_white();
    (black & squares).count_ones() as i32 - (white & squares).count_ones() as i32
}

fn push_counts(counts: impl Iterator<Item = i32>, out: &mut Vec<(u32, f64)>) {
    let indexed = counts.enumerate().filter(|&(_, count)| count != 0);
    out.extend(indexed.map(|(i, count)| (i as u32, f64::from(count))));
}

fn weigh(counts: impl Iterator<Item = i32>, weights: &[Value]) -> i64 {
    counts.zip(weights).map(|(count, &weight)| i64::from(count) * i64::from(weight)).sum()
}

fn board(cells: impl Iterator<Item = u32>) -> Vec<Table> {
    vec![Table { name: "disc".to_owned(), width: 8, cells: cells.map(Some).collect() }]
}

impl FeatureSet<Othello> for DiscClasses {
    fn name(&self) -> &'static str {
        "disc-classes"
    }

    fn features(&self) -> &[Feature] {
        &CLASSES
    }

    fn unit(&self) -> Option<usize> {
        Some(CORNER)
    }

    fn tables(&self) -> Vec<Table> {
        board(CLASS_OF.into_iter().map(u32::from))
    }

    fn counts(&self, position: &Othello, _context: &Context, out: &mut Vec<(u32, f64)>) {
        push_counts(MEMBERS.iter().map(|&squares| balance(position, squares)), out);
    }

    fn weighted(&self, position: &Othello, _context: &Context, weights: &[Value]) -> i64 {
        weigh(MEMBERS.iter().map(|&squares| balance(position, squares)), weights)
    }
}

/// A feature for each square, called after it.
const SQUARES: [Feature; 64] = {
    const NAMES: &str = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4\
                         a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8";
    let mut features = [Feature::term("", "1 for a black disc there, −1 for a white one"); 64];
    let mut square = 0;
    while square < 64 {
        features[square].name = NAMES.split_at(2 * square).1.split_at(2).0;
        square += 1;
    }
    features
};

fn on_each_square(position: &Othello) -> impl Iterator<Item = i32> {
    let (black, white) = position.black_and_white();
    (0..64).map(move |square| (black >> square & 1) as i32 - (white >> square & 1) as i32)
}

impl FeatureSet<Othello> for DiscSquares {
    fn name(&self) -> &'static str {
        "disc-squares"
    }

    fn features(&self) -> &[Feature] {
        &SQUARES
    }

    fn unit(&self) -> Option<usize> {
        Some(CORNER)
    }

    fn tables(&self) -> Vec<Table> {
        board(0..64)
    }

    fn counts(&self, position: &Othello, _context: &Context, out: &mut Vec<(u32, f64)>) {
        push_counts(on_each_square(position), out);
    }

    fn weighted(&self, position: &Othello, _context: &Context, weights: &[Value]) -> i64 {
        weigh(on_each_square(position), weights)
    }
}

const NUMBERS: [Feature; 3] = [
    Feature::term("disc", "discs, Black's minus White's"),
    Feature::term("move", "squares where Black could place a disc minus those where White could"),
    Feature::term("corner", "discs on a1, a8, h1 and h8, Black's minus White's"),
];

fn numbers(position: &Othello) -> impl Iterator<Item = i32> {
    let (black, white) = position.places();
    let moves = black.count_ones() as i32 - white.count_ones() as i32;
    [balance(position, u64::MAX), moves, balance(position, MEMBERS[CORNER])].into_iter()
}

impl FeatureSet<Othello> for Mobility {
    fn name(&self) -> &'static str {
        "mobility"
    }

    fn features(&self) -> &[Feature] {
        &NUMBERS
    }

    fn unit(&self) -> Option<usize> {
        Some(2)
    }

    fn counts(&self, position: &Othello, _context: &Context, out: &mut Vec<(u32, f64)>) {
        push_counts(numbers(position), out);
    }

    fn weighted(&self, position: &Othello, _context: &Context, weights: &[Value]) -> i64 {
        weigh(numbers(position), weights)
    }
}

impl HasFeatures for Othello {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        &[&DiscClasses, &DiscSquares, &Mobility]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use crate::rng::Rng;

    #[test]
    fn the_weighted_sum_is_that_of_the_counts() {
        let mut chance = Rng::new(8, 0);
        for _ in 0..200 {
            let mut position = Othello::start();
            while position.has_legal_move() {
                for set in Othello::feature_sets() {
                    let mut draw = |_| chance.below(2_000) as Value - 1_000;
                    let weights: Vec<_> = (0..set.features().len()).map(&mut draw).collect();
                    let mut counts = Vec::new();
                    let context = set.at_root(&position);
                    set.counts(&position, &context, &mut counts);
                    let sum: f64 =
                        counts.iter().map(|&(i, n)| n * f64::from(weights[i as usize])).sum();
                    let weighted = set.weighted(&position, &context, &weights) as f64;
                    assert_eq!(weighted, sum, "{} in {}", set.name(), position.text());
                }
                position = position.play(*chance.choose(position.legal_moves().as_ref()));
            }
        }
    }

    #[test]
    fn classes_and_squares_have_the_names_of_the_board() {
        let cell = |set: &dyn FeatureSet<Othello>, square: usize| {
            let index = set.tables()[0].cells[square].unwrap();
            set.features()[index as usize].name
        };
        let classes = [0, 1, 10, 16, 55, 63].map(|square| cell(&DiscClasses, square));
        assert_eq!(classes, ["corner", "c-square", "c2", "a-square", "c-square", "corner"]);
        assert_eq!([0, 19, 63].map(|square| cell(&DiscSquares, square)), ["a1", "d3", "h8"]);
        assert_eq!(MEMBERS.map(u64::count_ones), [4, 8, 8, 8, 4, 8, 8, 4, 8, 4]);
    }
}
