//! Boards for tests.

use super::{Gammon, GammonShape, Inputs};
use crate::games::backgammon::{Board, Plays};
use crate::rng::Rng;

/// The first boards of games between players who choose at random, seen by the player on roll.
pub(crate) fn random_boards(seed: u64, count: usize) -> Vec<Board> {
    let (mut rng, mut plays) = (Rng::new(seed, 0), Plays::default());
    let (mut boards, mut board) = (Vec::with_capacity(count), Board::START);
    while boards.len() < count {
        boards.push(board);
        let mut die = || rng.below(6) as u8 + 1;
        plays.generate(&board, (die(), die()));
        let after = rng.choose(plays.found()).board;
        board = if after.won_by(0).is_some() { Board::START } else { after.swapped() };
    }
    boards
}

/// An evaluation with few units and weights as they are drawn.
pub(crate) fn small_gammon() -> Gammon {
    let shape = GammonShape { inputs: Inputs::Raw, hidden: 16, race_hidden: 16 };
    Gammon::new(shape, 2, 0).unwrap()
}
