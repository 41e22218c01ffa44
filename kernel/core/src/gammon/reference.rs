//! The networks in double precision, slowly: predictions and dense gradients, for tests, for other
//! learning rules, and for step sizes that look at every weight.

use super::entries::Entries;
use super::evaluator::{Gammon, Source};
use super::inputs::{self, Sight};
use super::lanes::LANES;
use super::network::Network;
use super::outlook::OUTPUTS;
use crate::exp;
use crate::games::backgammon::board::{Board, OFF};

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

/// A position in double precision.
#[derive(Clone, Debug)]
pub struct Exact {
    /// Which network judges it: 0 for contact, 1 for races.
    pub network: usize,
    entries: Entries,
    hidden: Vec<f64>,
    /// The outputs, as they come of the network.
    pub outputs: [f64; OUTPUTS],
}

impl Exact {
    /// A board, seen by the player on roll; none where the rules or the table know its chances, which
    /// no weight changes.
    #[must_use]
    pub fn of(gammon: &Gammon, board: &Board) -> Option<Self> {
        let sight = Sight::of(board);
        let Source::Network(which) = Source::of(board, &sight) else { return None };
        let mut entries = Entries::default();
        inputs::fill(gammon.shape.inputs, board, &sight, &mut entries);
        let network = &gammon.networks[which];
        let sums = (0..network.hidden()).map(|unit| {
            let of_row = |row: usize| f64::from(weight(network, row, unit));
            let terms = entries.iter().map(|(row, value)| f64::from(value) * of_row(row));
            of_row(network.bias_row()) + terms.sum::<f64>()
        });
        let hidden: Vec<_> = sums.map(logistic).collect();
        let outputs = std::array::from_fn(|output| {
            let row = network.output_row(output);
            let products =
                hidden.iter().enumerate().map(|(u, h)| f64::from(weight(network, row, u)) * h);
            logistic(f64::from(network.biases[output]) + products.sum::<f64>())
        });
        Some(Self { network: which, entries, hidden, outputs })
    }

    /// The outputs within what the rules allow.
    #[must_use]
    pub fn outlook(&self, board: &Board) -> [f64; OUTPUTS] {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.outputs;
        let [own, other] = &board.rows;
        let win_gammon = if other[OFF] > 0 { 0.0 } else { win_gammon.min(win) };
        let lose_gammon = if own[OFF] > 0 { 0.0 } else { lose_gammon.min(1.0 - win) };
        let (win_backgammon, lose_backgammon) =
            (win_backgammon.min(win_gammon), lose_backgammon.min(lose_gammon));
        [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]
    }

    /// Calls `add` with each flat index of a weight and Σ_k errors_k ∂z_k/∂w there, where z_k are the
    /// outputs' log-odds; weights whose input is 0 are left out.
    pub fn for_each_slope(
        &self,
        gammon: &Gammon,
        errors: &[f64; OUTPUTS],
        mut add: impl FnMut(usize, f64),
    ) {
        let network = &gammon.networks[self.network];
        let first = if self.network == 0 { 0 } else { gammon.shape.contact_count() };
        let width = network.hidden();
        for (unit, &h) in self.hidden.iter().enumerate() {
            let mut back = 0.0;
            for (output, &error) in errors.iter().enumerate() {
                let row = network.output_row(output);
                back += error * f64::from(weight(network, row, unit));
                add(first + row * width + unit, error * h);
            }
            back *= h * (1.0 - h);
            for (row, value) in self.entries.iter() {
                add(first + row * width + unit, f64::from(value) * back);
            }
            add(first + network.bias_row() * width + unit, back);
        }
        for (output, &error) in errors.iter().enumerate() {
            add(first + network.output_row(OUTPUTS) * width + output, error);
        }
    }
}

fn weight(network: &Network, row: usize, unit: usize) -> f32 {
    network.row(row)[unit / LANES].0[unit % LANES]
}

impl Gammon {
    /// The derivative of each of the five outputs at a board by every weight, in their flat order:
    /// with the factor output·(1 − output). All 0 where no network judges.
    #[must_use]
    pub fn prediction_gradient(&self, board: &Board) -> [Vec<f64>; OUTPUTS] {
        let mut gradients = std::array::from_fn(|_| vec![0.0; self.shape.count()]);
        if let Some(exact) = Exact::of(self, board) {
            for (output, gradient) in gradients.iter_mut().enumerate() {
                let mut errors = [0.0; OUTPUTS];
                errors[output] = exact.outputs[output] * (1.0 - exact.outputs[output]);
                exact.for_each_slope(self, &errors, |weight, slope| gradient[weight] += slope);
            }
        }
        gradients
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gammon::step::{Adam, Sums};
    use crate::gammon::study::Study;
    use crate::gammon::testing::random_boards;
    use crate::gammon::{GammonShape, Inputs};

    fn gammon() -> Gammon {
        let shape = GammonShape { inputs: Inputs::Expert, hidden: 32, race_hidden: 16 };
        Gammon::new(shape, 4, 0).unwrap()
    }

    /// Boards of both networks.
    fn boards() -> Vec<Board> {
        let boards = random_boards(8, 4_000);
        let race = *boards.iter().find(|board| board.is_race()).unwrap();
        vec![Board::START, boards[30], boards[61], race]
    }

    #[test]
    fn single_precision_is_near() {
        let (gammon, mut study) = (gammon(), Study::default());
        for board in random_boards(7, 300) {
            study.judge(&gammon, &board);
            assert_eq!(study.outlook, gammon.outlook(&board));
            if let Some(exact) = Exact::of(&gammon, &board) {
                for (output, exact) in study.outputs.iter().zip(exact.outputs) {
                    assert!((f64::from(*output) - exact).abs() < 2e-6);
                }
            }
        }
    }

    #[test]
    fn gradients_are_what_small_changes_show() {
        let gammon = gammon();
        for board in boards() {
            let gradient = gammon.prediction_gradient(&board);
            let weights = gammon.weights();
            for at in (0..weights.len()).filter(|at| at % 97 == 0).chain([weights.len() - 1]) {
                // A power of two is added exactly, so that it is known how large the change was.
                let step = 1.0 / 256.0;
                let outputs = |change: f32| {
                    let mut changed = weights.clone();
                    changed[at] += change;
                    let given = f64::from(changed[at]) - f64::from(weights[at]);
                    let gammon = Gammon::of_weights(gammon.shape(), &changed).unwrap();
                    (Exact::of(&gammon, &board).unwrap().outputs, given)
                };
                let ((up, more), (down, less)) = (outputs(step), outputs(-step));
                for k in 0..OUTPUTS {
                    let slope = (up[k] - down[k]) / (more - less);
                    let error = (slope - gradient[k][at]).abs();
                    assert!(error < 1e-5, "{at} {k}: {slope} {}", gradient[k][at]);
                }
            }
        }
    }

    #[test]
    fn a_step_follows_the_slopes_of_the_log_odds() {
        let (mut study, errors) = (Study::default(), [0.5, -0.25, 0.125, 0.375, -0.0625]);
        for board in boards() {
            let before = gammon();
            study.judge(&before, &board);
            let which = study.network.unwrap();
            let mut wanted: Vec<_> = before.weights().into_iter().map(f64::from).collect();
            Exact::of(&before, &board).unwrap().for_each_slope(
                &before,
                &errors.map(f64::from),
                |weight, slope| wanted[weight] += 0.1 * slope,
            );
            let mut stepped = before.clone();
            stepped.networks[which].step(0.1, &errors, &study.entries, &study.hidden);
            let mut summed = before.clone();
            let mut sums = Sums::of(&before.networks[which]);
            before.networks[which].add_gradient(&errors, &study.entries, &study.hidden, &mut sums);
            sums.apply(0.1, &mut summed.networks[which], None);
            for gammon in [stepped, summed] {
                for (given, wanted) in gammon.weights().into_iter().zip(&wanted) {
                    assert!((f64::from(given) - wanted).abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn adam_goes_the_way_of_the_gradient_and_leaves_other_rows() {
        let (mut study, before) = (Study::default(), gammon());
        study.judge(&before, &Board::START);
        let errors = [0.5, 0.0, 0.0, 0.0, 0.0];
        let (mut after, mut sums) = (before.clone(), Sums::of(&before.networks[0]));
        let mut adam = Adam::of(&before.networks[0]);
        before.networks[0].add_gradient(&errors, &study.entries, &study.hidden, &mut sums);
        sums.apply(0.01, &mut after.networks[0], Some(&mut adam));
        let mut slopes = vec![0.0; before.shape().count()];
        let exact = Exact::of(&before, &Board::START).unwrap();
        exact.for_each_slope(&before, &errors.map(f64::from), |at, slope| slopes[at] += slope);
        for ((new, old), slope) in after.weights().iter().zip(before.weights()).zip(slopes) {
            assert!(f64::from(new - old) * slope >= 0.0 && (new != &old) == (slope != 0.0));
            assert!((new - old).abs() < 0.033);
        }
    }
}
