//! The hidden units in whole numbers, for the search: rows of a cache line, added up anew at every
//! position.
//!
//! The scale of the rows is a power of two so small that no sum can leave 16 bits: sums are exact,
//! in any order. What the units say is added up in lanes, so every build gives the same bits.

use super::CALM;
use super::shape::BoardShape;
use super::view::{FULL, INPUTS, KINDS, Squares, TO_MOVE, Views};

/// Units of a block: their weights for one input fill a cache line.
const LANES: usize = 32;
/// Lanes that what units say is added up in.
const SUMS: usize = 8;
/// Men that may stand on a board at once.
const SQUARES: usize = 64;
/// No row is finer than this: more says nothing that the worths of units could tell.
const FINEST: f64 = 8192.0;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([i16; LANES]);

/// Some of the units: their rows, biases, and worths for every number of men.
struct Block {
    rows: Vec<Row>,
    bias: Row,
    worths: Vec<[f32; LANES]>,
}

/// The hidden units as the search asks them.
pub(super) struct Whole {
    blocks: Vec<Block>,
    /// What a sum is multiplied by to be what the unit hears.
    finest: f32,
}

impl Whole {
    /// With the weights behind those of the features.
    pub fn new(shape: BoardShape, weights: &[f64]) -> Self {
        let scale = scale_of(shape, weights);
        let row = |first: usize, begin: usize| {
            let of = &weights[begin..][..shape.hidden];
            let unit = |lane: usize| of.get(first + lane).map_or(0.0, |w| (w * scale).round());
            std::array::from_fn(|lane| unit(lane) as i16)
        };
        let block = |first: usize| Block {
            rows: (0..INPUTS).map(|input| Row(row(first, shape.input(input)))).collect(),
            bias: Row(row(first, shape.bias())),
            worths: (0..=FULL).map(|men| worths(shape, weights, first, men)).collect(),
        };
        let blocks = (0..shape.hidden).step_by(LANES).map(block).collect();
        Self { blocks, finest: (1.0 / (scale * CALM)) as f32 }
    }

    /// What the units say of a position, in White's view.
    #[inline]
    pub fn value(&self, views: &Views) -> f32 {
        let mut said = [0.0; SUMS];
        for block in &self.blocks {
            let [white, black] = block.sums(views);
            let worths = &block.worths[views.men];
            for first in (0..LANES).step_by(SUMS) {
                for (lane, sum) in said.iter_mut().enumerate() {
                    let unit = first + lane;
                    let (ours, theirs) = (self.heard(white[unit]), self.heard(black[unit]));
                    *sum += worths[unit] * (ours * ours - theirs * theirs);
                }
            }
        }
        let four: [f32; SUMS / 2] = std::array::from_fn(|i| said[i] + said[i + SUMS / 2]);
        (four[0] + four[2]) + (four[1] + four[3])
    }

    #[inline(always)]
    fn heard(&self, sum: i16) -> f32 {
        (f32::from(sum) * self.finest).clamp(0.0, 1.0)
    }
}

impl Block {
    /// The sums of the units as White and as Black see the board.
    #[inline]
    fn sums(&self, views: &Views) -> [[i16; LANES]; 2] {
        let rows: &[Row; INPUTS] = self.rows.as_slice().try_into().expect("a row for each input");
        let mut sums = [self.bias.0; 2];
        add(&mut sums[views.mover], &rows[TO_MOVE]);
        let [mut white, mut black] = sums;
        for (kind, &squares) in views.sides[0].iter().enumerate() {
            let (ours, theirs) = (kind << 6, ((kind + 6) % KINDS) << 6);
            for square in Squares(squares) {
                add(&mut white, &rows[ours | square]);
                add(&mut black, &rows[theirs | (square ^ views.turn)]);
            }
        }
        [white, black]
    }
}

/// Adds a row; by its numbers, for a chain of iterators is not made into vectors everywhere.
#[inline(always)]
#[expect(clippy::needless_range_loop)]
fn add(sums: &mut [i16; LANES], row: &Row) {
    for lane in 0..LANES {
        sums[lane] = sums[lane].wrapping_add(row.0[lane]);
    }
}

/// The worths of some units in the phase of so many men.
fn worths(shape: BoardShape, weights: &[f64], first: usize, men: usize) -> [f32; LANES] {
    let [middle, end] = shape.worths().map(|begin| &weights[begin..][..shape.hidden]);
    let share = men as f64 / FULL as f64;
    std::array::from_fn(|lane| {
        let unit = first + lane;
        if unit >= shape.hidden {
            return 0.0;
        }
        (share * middle[unit] + (1.0 - share) * end[unit]) as f32
    })
}

/// The finest power of two by which no sum of a unit can leave 16 bits: a board has 64 men at most.
fn scale_of(shape: BoardShape, weights: &[f64]) -> f64 {
    let most = (0..shape.hidden).map(|unit| {
        let size = |begin: usize| weights[begin + unit].abs();
        let mut sizes: Vec<_> = (0..INPUTS).map(|input| size(shape.input(input))).collect();
        sizes.select_nth_unstable_by(SQUARES, |a, b| b.total_cmp(a));
        size(shape.bias()) + sizes[..=SQUARES].iter().sum::<f64>()
    });
    let most = most.fold(0.0, f64::max);
    // Each of the 66 numbers of a sum may be rounded up by a half.
    let room = f64::from(i16::MAX) - 33.0;
    let mut scale = FINEST;
    while most * scale > room {
        scale /= 2.0;
    }
    scale
}
