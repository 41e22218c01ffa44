//! The games, a file each.

mod chess;
mod chess_exchange;
mod chess_noisy;

pub use chess::Chess;
