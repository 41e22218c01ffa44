//! Bear-offs, whose chances are looked up.

use super::outlook::Outlook;
use crate::games::backgammon::Board;
use crate::games::backgammon::bearoff::{OneSided, TwoSided};

/// Checkers of a side up to which the two-sided table goes.
const FEW: u8 = 6;

/// The chances of the player on roll when both sides have all their checkers at home and have passed
/// each other, without an error that a network would learn: exact with six checkers a side or fewer,
/// and otherwise of the one-sided table, in which each side plays for the fewest rolls.
#[must_use]
pub(super) fn from_table(board: &Board) -> Outlook {
    let home = |side: usize| std::array::from_fn(|n| board.rows[side][n + 1]);
    let (own, other): ([u8; 6], [u8; 6]) = (home(0), home(1));
    let are_few = own.iter().sum::<u8>() <= FEW && other.iter().sum::<u8>() <= FEW;
    let exact = are_few.then(|| TwoSided::shared().equities(&own, &other)).flatten();
    match exact {
        // Nobody loses a gammon who has nine checkers off.
        Some(equities) => Outlook([equities.winning_chance(), 0.0, 0.0, 0.0, 0.0]),
        None => Outlook(OneSided::shared().outlook(&own, &other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_checkers_are_known_exactly_and_more_nearly() {
        let board = |own: &[(usize, u8)], other: &[(usize, u8)]| {
            let mut points = [[0; 25]; 2];
            for (side, men) in [own, other].into_iter().enumerate() {
                men.iter().for_each(|&(point, n)| points[side][point - 1] = n);
            }
            Board::of_points(points).unwrap()
        };
        // One checker on the six point comes off by 27 of 36 rolls: (6,x), (5,x≥1), … all of 6 pips.
        let [win, rest @ ..] = from_table(&board(&[(6, 1)], &[(1, 1)])).0;
        assert!((win - 27.0 / 36.0).abs() < 1e-6, "{win}");
        assert_eq!(rest, [0.0; 4]);
        let seven = from_table(&board(&[(1, 7)], &[(1, 6)])).0[0];
        assert!(seven < 0.5, "{seven}");
    }
}
