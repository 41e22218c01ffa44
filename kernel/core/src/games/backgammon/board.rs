//! Checkers on a board, seen by one player.

/// Checkers of a side.
pub const MEN: u8 = 15;
/// The index of checkers that are home.
pub const OFF: usize = 0;
/// The index of checkers that were hit.
pub const BAR: usize = 25;
/// Off, the points 1 to 24, and the bar.
pub const PLACES: usize = 26;

/// How many checkers a side has at each place in its own numbering: 24 → 1 is the way home, so
/// point p of one side is point 25 − p of the other.
pub type Row = [u8; PLACES];

const START_ROW: Row = {
    let mut row = [0; PLACES];
    (row[24], row[13], row[8], row[6]) = (2, 5, 3, 5);
    row
};

/// Both sides' checkers: `rows[0]` is the player whose view it is. Changing the view is exchanging
/// the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The viewer's checkers, then the other's, each in its owner's numbering.
    pub rows: [Row; 2],
}

impl Board {
    /// Where a game begins, in either player's view.
    pub const START: Self = Self { rows: [START_ROW; 2] };

    /// The board of two sides' checkers on points 1 to 24 and on the bar; the missing ones are off.
    ///
    /// # Errors
    /// A sentence on what is impossible: more than 15 checkers, a point held by both, both home.
    pub fn of_points(points: [[u8; 25]; 2]) -> Result<Self, String> {
        let mut rows = [[0; PLACES]; 2];
        for (row, counts) in rows.iter_mut().zip(points) {
            row[1..].copy_from_slice(&counts);
            let on_board: u32 = counts.iter().map(|&n| u32::from(n)).sum();
            let off = u32::from(MEN).checked_sub(on_board);
            let off =
                off.ok_or_else(|| format!("a side has {on_board} checkers, and {MEN} are all"))?;
            row[OFF] = off as u8;
        }
        let [own, other] = rows;
        if let Some(point) = (1..BAR).find(|&p| own[p] > 0 && other[BAR - p] > 0) {
            return Err(format!(
                "both sides have checkers on the same point, {point} of one of them"
            ));
        }
        if own[OFF] == MEN && other[OFF] == MEN {
            return Err("both sides have all their checkers off".to_owned());
        }
        Ok(Self { rows })
    }

    /// The same board in the other player's view.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self { rows: [self.rows[1], self.rows[0]] }
    }

    /// The pips that a side has still to go: `side` 0 is the viewer.
    #[must_use]
    pub fn pips(&self, side: usize) -> u32 {
        self.rows[side].iter().enumerate().map(|(place, &n)| place as u32 * u32::from(n)).sum()
    }

    /// Whether the sides have passed each other, so that nobody can be hit any more.
    #[must_use]
    pub fn is_race(&self) -> bool {
        rearmost(&self.rows[0]) + rearmost(&self.rows[1]) < BAR
    }

    /// The points that a side has won which has all its checkers off: 1, 2 for a gammon (the other
    /// has none off), 3 for a backgammon (and one of its checkers on the bar or in the winner's home).
    #[must_use]
    pub fn won_by(&self, side: usize) -> Option<u8> {
        let (winner, loser) = (&self.rows[side], &self.rows[1 - side]);
        (winner[OFF] == MEN).then(|| {
            if loser[OFF] > 0 {
                1
            } else if loser[19..].iter().any(|&n| n > 0) {
                3
            } else {
                2
            }
        })
    }
}

/// The place of a side's checker that has the longest way to go; 0 if all are off.
#[must_use]
pub fn rearmost(row: &Row) -> usize {
    row.iter().rposition(|&n| n > 0).unwrap_or(OFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_167_pips_a_side_and_looks_the_same_to_both() {
        assert_eq!([Board::START.pips(0), Board::START.pips(1)], [167, 167]);
        assert_eq!(Board::START.swapped(), Board::START);
        assert!(!Board::START.is_race());
    }

    #[test]
    fn impossible_boards_are_refused() {
        let mut points = [[0; 25]; 2];
        points[0][0] = 16;
        assert!(Board::of_points(points).unwrap_err().contains("16 checkers"));
        points[0][0] = 2;
        points[1][23] = 2;
        assert!(Board::of_points(points).unwrap_err().contains("same point"));
        assert!(Board::of_points([[0; 25]; 2]).unwrap_err().contains("both sides"));
    }

    #[test]
    fn a_loser_without_a_checker_off_loses_two_and_far_back_three() {
        let won = |loser: &[(usize, u8)]| {
            let mut points = [[0; 25]; 2];
            loser.iter().for_each(|&(place, n)| points[1][place - 1] = n);
            Board::of_points(points).unwrap().won_by(0)
        };
        assert_eq!(won(&[(1, 14)]), Some(1));
        assert_eq!(won(&[(18, 15)]), Some(2));
        assert_eq!(won(&[(1, 14), (19, 1)]), Some(3));
        assert_eq!(won(&[(1, 14), (25, 1)]), Some(3));
        assert_eq!(Board::START.won_by(0), None);
    }
}
