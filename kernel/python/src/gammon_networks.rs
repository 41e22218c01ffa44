//! Backgammon's networks as players ask them: plays with their chances, rollouts.

use numpy::PyReadonlyArray1;
use plywise_core::error::Error;
use plywise_core::games::backgammon::{Board, board_of_id, id_of_board, written};
use plywise_core::gammon::rollout::Estimate;
use plywise_core::gammon::{Chooser, Filter, Gammon, GammonShape, Outlook, RolledOut, Rollout};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::door::{Stop, caught, long_call, raise};

/// The most that a die shows.
const DIE: u8 = 6;

/// A play: its text, equity, five chances, the plies behind them, and the position ID after it, in
/// which the other player is on roll.
type Judged = (String, f64, Vec<f64>, usize, String);

/// Networks that are asked about positions, which are given as gnubg's position IDs.
#[pyclass(frozen, module = "plywise._kernel")]
pub struct GammonNetworks(Gammon);

#[pymethods]
impl GammonNetworks {
    #[new]
    fn new(features: &str, shape: &str, weights: PyReadonlyArray1<'_, f32>) -> PyResult<Self> {
        let shape = GammonShape::parse(shape, features).map_err(raise)?;
        Ok(Self(Gammon::of_weights(shape, weights.as_slice()?).map_err(raise)?))
    }

    /// All plays of a roll, the best first: those that were looked at by all plies, then the rest.
    fn plays(
        &self,
        py: Python<'_>,
        position: &str,
        dice: (u8, u8),
        plies: usize,
        candidates: usize,
        margin: f32,
    ) -> PyResult<Vec<Judged>> {
        let board = read_board(position).map_err(raise)?;
        check_dice(dice).map_err(raise)?;
        let filter = Filter { candidates, margin };
        py.detach(|| caught(|| Ok(ranked(&self.0, &board, dice, plies, filter))))
    }

    /// The five chances of the player about to roll, as the mean over the rolls of so many plies; by
    /// none as the networks or the tables say.
    fn chances(
        &self,
        py: Python<'_>,
        position: &str,
        plies: usize,
        candidates: usize,
        margin: f32,
    ) -> PyResult<Vec<f64>> {
        let board = read_board(position).map_err(raise)?;
        let filter = Filter { candidates, margin };
        let expected = || Chooser::default().expectation(&self.0, &board, plies, filter);
        py.detach(|| caught(|| Ok(wide(&expected()))))
    }

    /// The position played out, in the view of the player about to roll.
    #[pyo3(signature = (position, *, games, seed, plies, candidates, margin, truncate, at_table,
        workers, stop = None))]
    #[expect(clippy::too_many_arguments)]
    fn rollout<'py>(
        &self,
        py: Python<'py>,
        position: &str,
        games: u64,
        seed: u64,
        plies: usize,
        candidates: usize,
        margin: f32,
        truncate: Option<u64>,
        at_table: bool,
        workers: usize,
        stop: Option<&Stop>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let board = read_board(position).map_err(raise)?;
        let filter = Filter { candidates, margin };
        let rollout = Rollout {
            games,
            seed,
            plies,
            filter,
            truncate,
            at_table,
            workers,
            ..Rollout::default()
        };
        let found = long_call(py, stop, |over| rollout.run(&self.0, &board, over))?;
        told(py, &found)
    }
}

fn ranked(
    gammon: &Gammon,
    board: &Board,
    dice: (u8, u8),
    plies: usize,
    filter: Filter,
) -> Vec<Judged> {
    let mut chooser = Chooser::default();
    let first = chooser.rank(gammon, board, dice, plies, filter).to_vec();
    let is_left = |index: usize| first.iter().all(|candidate| candidate.index != index);
    let outlooks = chooser.outlooks().iter().enumerate();
    let mut rest: Vec<_> = outlooks.filter(|&(index, _)| is_left(index)).collect();
    rest.sort_by(|a, b| b.1.equity().total_cmp(&a.1.equity()));
    let of = |index: usize, outlook: &Outlook, plies| {
        let found = &chooser.plays().found()[index];
        let after = id_of_board(&found.board.swapped());
        (written(board, &found.play), f64::from(outlook.equity()), wide(outlook), plies, after)
    };
    let mut judged: Vec<_> =
        first.iter().map(|candidate| of(candidate.index, &candidate.outlook, plies)).collect();
    judged.extend(rest.into_iter().map(|(index, outlook)| of(index, outlook, 1)));
    judged
}

fn wide(outlook: &Outlook) -> Vec<f64> {
    outlook.0.iter().copied().map(f64::from).collect()
}

fn read_board(text: &str) -> Result<Board, Error> {
    board_of_id(text).map_err(|why| Error::BadPosition {
        game: "backgammon",
        text: text.to_owned(),
        why,
    })
}

fn check_dice((a, b): (u8, u8)) -> Result<(), Error> {
    if [a, b].iter().all(|face| (1..=DIE).contains(face)) {
        return Ok(());
    }
    Err(Error::BadSetting(format!("dice {a}{b}; they show 1 to {DIE}")))
}

fn told<'py>(py: Python<'py>, found: &RolledOut) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let RolledOut { reduced, plain, games, cut, plies } = found;
    for (prefix, estimate) in [("", reduced), ("plain_", plain)] {
        let Estimate { chances, chance_errors, equity, error } = estimate;
        dict.set_item(format!("{prefix}chances"), chances.to_vec())?;
        dict.set_item(format!("{prefix}chance_errors"), chance_errors.to_vec())?;
        dict.set_item(format!("{prefix}equity"), equity)?;
        dict.set_item(format!("{prefix}error"), error)?;
    }
    dict.set_item("games", games)?;
    dict.set_item("cut", cut)?;
    dict.set_item("plies", plies)?;
    Ok(dict)
}
