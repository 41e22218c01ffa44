//! The games, a file or a folder each.

mod chess;
mod chess_exchange;
mod chess_noisy;
mod othello;
mod othello_board;
pub mod shogi;

pub use chess::Chess;
pub use othello::Othello;
pub use shogi::{Shogi, ShogiDeclaration};
