//! A network of one hidden layer: inputs → H logistic units → five logistic outputs.
//!
//! Weights stand by input: `w1[input][H]`, so an input that changes touches one row. Flat, they are
//! w1 row by row, the hidden biases, `w2[output][H]` row by row, and the output biases.

use super::entries::Entries;
use super::lanes::{LANES, Lanes, logistic};
use super::outlook::OUTPUTS;
use crate::error::Error;
use crate::rng::Rng;

/// Output biases of a new network: wins even, gammons and backgammons rare.
const FIRST_BIASES: [f32; OUTPUTS] = [0.0, -1.5, -4.0, -1.5, -4.0];
/// Weights of a new network lie within this of 0.
const FIRST_WEIGHTS: f32 = 0.1;

/// A network's weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    inputs: usize,
    /// Blocks of a row.
    blocks: usize,
    /// A row for each input, one of hidden biases, and one for each output.
    pub(super) rows: Vec<Lanes>,
    pub(super) biases: [f32; OUTPUTS],
}

impl Network {
    /// A network whose weights are all 0.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the hidden units are not a multiple of 16, or none.
    pub fn zeros(inputs: usize, hidden: usize) -> Result<Self, Error> {
        if hidden == 0 || !hidden.is_multiple_of(LANES) || hidden > 4096 {
            return Err(Error::BadSetting(format!(
                "{hidden} hidden units: they go by sixteens, from 16 to 4096, e.g. 80"
            )));
        }
        let blocks = hidden / LANES;
        let rows = vec![Lanes::default(); (inputs + 1 + OUTPUTS) * blocks];
        Ok(Self { inputs, blocks, rows, biases: [0.0; OUTPUTS] })
    }

    /// Draws all weights evenly from −0.1 to 0.1, in their flat order; output biases are set.
    pub fn draw(&mut self, rng: &mut Rng) {
        for weight in self.rows.iter_mut().flat_map(|lanes| &mut lanes.0) {
            // 24 random bits are what an f32 holds.
            let unit = (rng.next_u64() >> 40) as f32 / (1 << 24) as f32;
            *weight = (2.0 * unit - 1.0) * FIRST_WEIGHTS;
        }
        self.biases = FIRST_BIASES;
    }

    /// How many inputs there are.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many hidden units there are.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.blocks * LANES
    }

    /// How many weights there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rows.len() * LANES + OUTPUTS
    }

    /// All weights in their flat order.
    pub fn weights(&self) -> impl Iterator<Item = f32> {
        self.rows.iter().flat_map(|lanes| lanes.0).chain(self.biases)
    }

    /// Takes weights in their flat order.
    ///
    /// # Panics
    /// When they are not [`Network::count`] many.
    pub fn set(&mut self, weights: &[f32]) {
        assert_eq!(weights.len(), self.count(), "weights of a network of another shape");
        let (rows, biases) = weights.split_at(self.rows.len() * LANES);
        for (lanes, given) in self.rows.iter_mut().zip(rows.as_chunks::<LANES>().0) {
            lanes.0 = *given;
        }
        self.biases.copy_from_slice(biases);
    }

    /// The blocks of an input's row; the hidden biases are the row after the last input, and then
    /// come the outputs.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> &[Lanes] {
        &self.rows[row * self.blocks..][..self.blocks]
    }

    #[inline(always)]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [Lanes] {
        &mut self.rows[row * self.blocks..][..self.blocks]
    }

    /// The row of hidden biases.
    #[inline(always)]
    pub(super) fn bias_row(&self) -> usize {
        self.inputs
    }

    /// The row of an output's weights.
    #[inline(always)]
    pub(super) fn output_row(&self, output: usize) -> usize {
        self.inputs + 1 + output
    }

    /// What the hidden units sum up for these inputs, before the logistic.
    #[inline(always)]
    pub fn sum_into(&self, entries: &Entries, sums: &mut Vec<f32>) {
        sums.clear();
        for (block, bias) in self.row(self.bias_row()).iter().enumerate() {
            sums.extend_from_slice(&self.with_rows(*bias, block, entries).0);
        }
    }

    /// Appends what the sums of a board become by changes of the inputs.
    #[inline(always)]
    pub fn change_onto(&self, sums: &[f32], changes: &Entries, onto: &mut Vec<f32>) {
        for (block, sum) in sums.as_chunks::<LANES>().0.iter().enumerate() {
            onto.extend_from_slice(&self.with_rows(Lanes(*sum), block, changes).0);
        }
    }

    #[inline(always)]
    fn with_rows(&self, mut sum: Lanes, block: usize, entries: &Entries) -> Lanes {
        for (row, value) in entries.iter() {
            sum.add(value, &self.rows[row * self.blocks + block].0);
        }
        sum
    }

    /// Makes the hidden units' sums of many boards, one after the other, to what the units say, and
    /// gives the boards' outputs.
    #[inline(always)]
    pub fn outputs_of(&self, sums: &mut [f32], room: &mut Room) {
        logistic(sums);
        // Products first and sums after them: together they come out half as wide.
        room.products.clear();
        for hidden in sums.chunks_exact(self.hidden()) {
            let (hidden, _) = hidden.as_chunks::<LANES>();
            for output in 0..OUTPUTS {
                let mut lanes = Lanes::default();
                for (hidden, weights) in hidden.iter().zip(self.row(self.output_row(output))) {
                    lanes.add_products(hidden, weights);
                }
                room.products.push(lanes);
            }
        }
        room.outputs.clear();
        for products in room.products.chunks_exact(OUTPUTS) {
            for (products, bias) in products.iter().zip(self.biases) {
                room.outputs.push(products.sum() + bias);
            }
        }
        logistic(&mut room.outputs);
    }
}

/// Room for outputs of many boards.
#[derive(Clone, Debug, Default)]
pub struct Room {
    products: Vec<Lanes>,
    /// Five of each board.
    pub outputs: Vec<f32>,
}
