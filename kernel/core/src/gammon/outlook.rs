//! What a player expects of a game of backgammon: five chances, and the points that they make.

use crate::games::backgammon::board::{Board, OFF};

/// How many chances an outlook has.
pub const OUTPUTS: usize = 5;

/// The chances of one player to win, to win a gammon or more, to win a backgammon, to lose a gammon
/// or more, to lose a backgammon.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook(pub [f32; OUTPUTS]);

impl Outlook {
    /// The mean points of the game: 2w − 1 + wg + wb − lg − lb.
    #[must_use]
    #[inline(always)]
    pub fn equity(&self) -> f32 {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.0;
        2.0 * win - 1.0 + (win_gammon + win_backgammon) - (lose_gammon + lose_backgammon)
    }

    /// The same chances in the other player's view.
    #[must_use]
    #[inline(always)]
    pub fn inverted(&self) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.0;
        Self([1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon])
    }

    /// What the rules leave of the outputs of a network on a board, in the view of its first row:
    /// nobody loses a gammon who has a checker off, and a gammon is a win, a backgammon a gammon.
    #[must_use]
    #[inline(always)]
    pub fn clamped(&self, board: &Board) -> Self {
        let [own, other] = &board.rows;
        self.clamped_by([own[OFF], other[OFF]])
    }

    /// The same, by how many checkers each side has off.
    #[must_use]
    #[inline(always)]
    pub(super) fn clamped_by(&self, off: [u8; 2]) -> Self {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = self.0;
        let win_gammon = if off[1] > 0 { 0.0 } else { win_gammon.min(win) };
        let lose_gammon = if off[0] > 0 { 0.0 } else { lose_gammon.min(1.0 - win) };
        let (win_backgammon, lose_backgammon) =
            (win_backgammon.min(win_gammon), lose_backgammon.min(lose_gammon));
        Self([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon])
    }

    /// The certainty of a game that ended with these points for the player, from −3 to 3.
    #[must_use]
    pub fn of_result(points: i8) -> Self {
        let at_least = |bound: i8| if points >= bound { 1.0 } else { 0.0 };
        let at_most = |bound: i8| if points <= bound { 1.0 } else { 0.0 };
        Self([at_least(1), at_least(2), at_least(3), at_most(-2), at_most(-3)])
    }

    /// This outlook and `weight` times another, output by output.
    #[must_use]
    #[inline(always)]
    pub fn plus(&self, weight: f32, other: &Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] + weight * other.0[k]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_their_points_as_equity_and_the_reverse_to_the_other() {
        for points in [-3, -2, -1, 1, 2, 3] {
            let outlook = Outlook::of_result(points);
            assert_eq!(outlook.equity(), f32::from(points));
            assert_eq!(outlook.inverted(), Outlook::of_result(-points));
        }
    }

    #[test]
    fn who_has_a_checker_off_loses_no_gammon() {
        let wild = Outlook([0.25, 0.5, 0.75, 0.9, 0.8]);
        assert_eq!(wild.clamped(&Board::START), Outlook([0.25, 0.25, 0.25, 0.75, 0.75]));
        let mut board = Board::START;
        board.rows[0][6] -= 1;
        board.rows[0][OFF] += 1;
        assert_eq!(wild.clamped(&board), Outlook([0.25, 0.25, 0.25, 0.0, 0.0]));
        assert_eq!(wild.clamped(&board.swapped()), Outlook([0.25, 0.0, 0.0, 0.75, 0.75]));
    }
}
