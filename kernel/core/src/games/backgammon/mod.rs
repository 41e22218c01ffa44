//! Backgammon: single games, in which gammons and backgammons count.

pub mod board;
mod plays;

pub use board::Board;
pub use plays::{Found, Order, Play, Plays, ROLLS, board_key};
