//! Bear-offs, whose chances are looked up.

use super::outlook::Outlook;
use crate::games::backgammon::Board;
use crate::games::backgammon::bearoff::OneSided;

/// The chances of the player on roll when both sides have all their checkers at home and have passed
/// each other: of the one-sided table, and so without an error that a network would learn.
#[must_use]
pub(super) fn from_table(board: &Board) -> Outlook {
    let home = |side: usize| std::array::from_fn(|n| board.rows[side][n + 1]);
    Outlook(OneSided::shared().outlook(&home(0), &home(1)))
}
