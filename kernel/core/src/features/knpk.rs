//! Where the men of the ending stand: one input a square, as the paper's networks had them.

use std::sync::LazyLock;

use super::{Feature, FeatureSet, HasFeatures, Table};
use crate::evaluate::Context;
use crate::games::Knpk;
use crate::value::Value;

/// 64 squares of each king and of the knight, and the six of the pawn: 198 inputs of which four are
/// 1, or three when the knight is taken.
pub struct Placement;

/// Where the features of each man begin.
const BEGINS: [u32; 4] = [0, 64, 128, 192];
const MEN: [&str; 4] = ["white_king", "black_king", "knight", "pawn"];
const BOARDS: [&str; 4] = ["king, White's", "king, Black's", "knight", "pawn"];
const SIZE: usize = 198;

static FEATURES: LazyLock<Vec<Feature>> = LazyLock::new(|| {
    let square = |i: usize| format!("{}{}", char::from(b'a' + (i % 8) as u8), i / 8 + 1);
    let named = |i: usize| {
        let man = i / 64;
        let place = if man == 3 { square(15 + 8 * (i - 192)) } else { square(i % 64) };
        let name = format!("{}_{place}", MEN[man]);
        let meaning = format!("1 if the {} stands on {place}", MEN[man].replace('_', " "));
        Feature::term(name.leak(), meaning.leak())
    };
    (0..SIZE).map(named).collect()
});

/// The features that are 1; none of a man that is gone.
fn active(position: &Knpk) -> impl Iterator<Item = u32> {
    let places = position.standing().into_iter().zip(BEGINS);
    places.filter(|&(place, _)| place < 64).map(|(place, begin)| begin + u32::from(place))
}

impl FeatureSet<Knpk> for Placement {
    fn name(&self) -> &'static str {
        "placement"
    }

    fn features(&self) -> &[Feature] {
        &FEATURES
    }

    /// A board a man, the far side first.
    fn tables(&self) -> Vec<Table> {
        let squares = || (0..8_u32).rev().flat_map(|rank| (0..8).map(move |file| (rank, file)));
        let feature = |man: usize, (rank, file): (u32, u32)| match man {
            3 => (file == 7 && (1..7).contains(&rank)).then(|| BEGINS[3] + rank - 1),
            _ => Some(BEGINS[man] + rank * 8 + file),
        };
        let board = |man: usize| Table {
            name: BOARDS[man].to_owned(),
            width: 8,
            cells: squares().map(|square| feature(man, square)).collect(),
        };
        (0..4).map(board).collect()
    }

    fn counts(&self, position: &Knpk, _context: &Context, out: &mut Vec<(u32, f64)>) {
        out.extend(active(position).map(|i| (i, 1.0)));
    }

    fn weighted(&self, position: &Knpk, _context: &Context, weights: &[Value]) -> i64 {
        active(position).map(|i| i64::from(weights[i as usize])).sum()
    }
}

impl HasFeatures for Knpk {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        &[&Placement]
    }
}
