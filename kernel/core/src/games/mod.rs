//! The games, a file each.

mod chess;
mod chess_exchange;
mod chess_noisy;
mod othello;
mod othello_board;

pub use chess::Chess;
pub use othello::Othello;
