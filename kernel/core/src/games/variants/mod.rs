//! The variants of chess that Lichess plays.

mod antichess;
mod atomic;
mod crazyhouse;
mod horde;
mod king_of_the_hill;
mod racing_kings;
mod three_check;

use super::Board;

/// Captures are forced, and who has nothing left has won.
pub type Antichess = Board<shakmaty::variant::Antichess>;
/// Captures explode.
pub type Atomic = Board<shakmaty::variant::Atomic>;
/// Captured pieces change sides and come back.
pub type Crazyhouse = Board<shakmaty::variant::Crazyhouse>;
/// Thirty-six pawns against an army.
pub type Horde = Board<shakmaty::variant::Horde>;
/// A king in the centre has won.
pub type KingOfTheHill = Board<shakmaty::variant::KingOfTheHill>;
/// Both kings run for the last rank, without checks.
pub type RacingKings = Board<shakmaty::variant::RacingKings>;
/// The third check wins.
pub type ThreeCheck = Board<shakmaty::variant::ThreeCheck>;
