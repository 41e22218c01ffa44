//! A number for each way in which checkers can stand at home.

use super::{CHECKERS, Points};

/// `TERMS[k][n]` is C(n + k, k + 1), what n checkers on the k + 1 highest points add to a rank.
const TERMS: [[u16; CHECKERS + 1]; 6] = terms();

const fn terms() -> [[u16; CHECKERS + 1]; 6] {
    let mut terms = [[0; CHECKERS + 1]; 6];
    let mut k = 0;
    while k < 6 {
        let mut n = 1;
        while n <= CHECKERS {
            // Pascal's triangle: C(n + k, k + 1) = C(n - 1 + k, k + 1) + C(n + k - 1, k).
            terms[k][n] = terms[k][n - 1] + if k == 0 { 1 } else { terms[k - 1][n] };
            n += 1;
        }
        k += 1;
    }
    terms
}

/// The number of a side's position among all, from 0 for no checkers.
///
/// The counts c6, c6 + c5, … each with their place added are six growing numbers, and the rank is
/// theirs in the combinatorial number system (Knuth, The Art of Computer Programming 7.2.1.3). Two
/// things follow. Positions of n checkers or fewer have the first [`positions`]`(n)` ranks, so that
/// one rank serves tables of 6 and of 15. And a step of any checker lowers one of these counts and
/// raises none: the rank falls with every play, and tables can be built in its order.
///
/// # Panics
/// With more than 15 checkers.
#[must_use]
pub fn rank(points: &Points) -> usize {
    let mut rank = 0;
    let mut checkers = 0;
    for (terms, &count) in TERMS.iter().zip(points.iter().rev()) {
        checkers += usize::from(count);
        rank += usize::from(terms[checkers]);
    }
    rank
}

/// How many positions a side can have with so many checkers or fewer: C(n + 6, 6).
///
/// # Panics
/// With more than 15 checkers.
#[must_use]
pub const fn positions(checkers: usize) -> usize {
    // The last of them has all on the 6-point.
    let mut last = 0;
    let mut k = 0;
    while k < 6 {
        last += TERMS[k][checkers] as usize;
        k += 1;
    }
    last + 1
}

/// The position that has this rank.
pub(super) fn position(rank: usize) -> Points {
    let mut points = [0; 6];
    let mut rest = rank;
    let mut above = 0;
    for (i, terms) in TERMS.iter().enumerate().rev() {
        let checkers = terms.partition_point(|&term| usize::from(term) <= rest) - 1;
        rest -= usize::from(terms[checkers]);
        // The counts come down from all checkers; each difference is one point's.
        if i < 5 {
            points[4 - i] = (above - checkers) as u8;
        }
        above = checkers;
    }
    points[5] = above as u8;
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_all_positions_and_fewer_checkers_come_first() {
        assert_eq!([positions(0), positions(1), positions(6)], [1, 7, 924]);
        assert_eq!([positions(14), positions(15)], [38_760, 54_264]);
        for number in 0..positions(CHECKERS) {
            let points = position(number);
            let checkers: usize = points.into_iter().map(usize::from).sum();
            assert_eq!(rank(&points), number);
            assert!(number < positions(checkers));
            assert!(number == 0 || number >= positions(checkers - 1));
        }
    }
}
