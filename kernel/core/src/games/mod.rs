//! The games, a file or a folder each.

pub mod backgammon;
mod chess;
mod chess_balance;
mod chess_exchange;
mod chess_key;
mod chess_known;
mod chess_legal;
mod chess_lines;
mod chess_noisy;
#[cfg(test)]
mod chess_tests;
pub mod connect_four;
pub mod described;
mod dice_race;
pub mod knpk;
mod othello;
mod othello_board;
mod othello_last;
mod othello_solve;
mod othello_stable;
mod othello_table;
pub mod shogi;
pub mod trees;
mod variant;
mod variants;

pub use backgammon::Backgammon;
pub use chess::{Board, Chess};
pub use connect_four::ConnectFour;
pub use described::Described;
pub use dice_race::{DiceRace, Hop};
pub use knpk::Knpk;
pub use othello::{Othello, Placing};
pub use othello_solve::{Solved, solve};
pub use shogi::{Shogi, ShogiDeclaration};
pub use trees::{FeatureTree, RandomTree, WinLossTree};
pub use variant::{FIVE, Variant};
pub use variants::{Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck};

#[cfg(test)]
mod chessboard_tests;
