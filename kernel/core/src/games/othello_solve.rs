//! Othello endgames to the last disc: the exact result with best play on both sides.

use super::othello::{Othello, Placing};
use super::othello_board::{flips, moves, squares};
use super::othello_last::{few, final_discs, odd_quadrants};
use super::othello_stable::stable;
use super::othello_table::{Known, Table};
use crate::error::Error;

/// What a position is worth when nobody errs any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The side to move's discs minus the other's in the end, empty squares being the winner's.
    pub discs: i32,
    /// A move that reaches it; none when the game is over.
    pub mv: Option<Placing>,
    /// Positions looked at.
    pub nodes: u64,
}

/// So many empty squares or fewer are left to `few`.
const FEW: u32 = 6;
/// From so many empty squares on the table is asked about each successor first.
const LOOK_AHEAD: u32 = 9;
/// Safe discs bound the result; they are worth counting when the window is so far out.
const FAR: i32 = 8;
/// Nodes between two questions whether to stop.
const POLL: u64 = 1 << 16;
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The exact result of a position, by a principal-variation search to the end of the game.
///
/// # Errors
/// [`Error::Interrupted`] when `stop` says so, [`Error::NoMemory`] without room for the table.
pub fn solve(position: &Othello, stop: &dyn Fn() -> bool) -> Result<Solved, Error> {
    let (own, other) = position.discs();
    let table = Table::for_empties((own | other).count_zeros())?;
    let mut solver = Solver { table, nodes: 1, next_poll: POLL, stop };
    let (discs, mv) = solver.root(own, other).map_err(|Stopped| Error::Interrupted)?;
    Ok(Solved { discs, mv, nodes: solver.nodes })
}

/// The caller wants no more.
struct Stopped;

struct Solver<'a> {
    table: Table,
    nodes: u64,
    next_poll: u64,
    stop: &'a dyn Fn() -> bool,
}

/// A move and what it leads to.
#[derive(Clone, Copy, Default)]
struct Successor {
    square: u8,
    /// How much is to be expected of the opponent's reply: the least is tried first.
    worry: i32,
    /// The discs of the side to move then, and of the other.
    own: u64,
    other: u64,
}

impl Successor {
    fn of(own: u64, other: u64, square: u32) -> Self {
        let turned = flips(own, other, square);
        let (own, other) = (other & !turned, own | turned | 1 << square);
        Self { square: square as u8, worry: 0, own, other }
    }

    /// Fastest first: the fewer replies, the smaller the tree; corners count twice, then parity.
    fn worry(&self, odd: u64, first: u8) -> i32 {
        if self.square == first {
            return -1;
        }
        let replies = moves(self.own, self.other);
        let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
        let is_even = odd >> self.square & 1 == 0;
        (2 * mobility + u32::from(is_even)) as i32
    }
}

impl Solver<'_> {
    fn root(&mut self, own: u64, other: u64) -> Result<(i32, Option<Placing>), Stopped> {
        let places = moves(own, other);
        if places != 0 {
            let (value, best) = self.best(own, other, places, (-64, 64), Known::NOTHING.best)?;
            Ok((value, Some(Placing::on(best))))
        } else if moves(other, own) != 0 {
            Ok((-self.node(other, own, -64, 64)?, Some(Placing::PASS)))
        } else {
            Ok((final_discs(own, other), None))
        }
    }

    /// A bound r on the exact result v for the side to move: r ≤ alpha means v ≤ r, r ≥ beta means
    /// v ≥ r, and otherwise r = v.
    fn node(
        &mut self,
        own: u64,
        other: u64,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Stopped> {
        let empties = (own | other).count_zeros();
        if empties <= FEW {
            return Ok(few(own, other, alpha, beta, &mut self.nodes));
        }
        self.count()?;
        // 1. Nothing can be placed.
        let places = moves(own, other);
        if places == 0 {
            if moves(other, own) == 0 {
                return Ok(final_discs(own, other));
            }
            return Ok(-self.node(other, own, -beta, -alpha)?);
        }
        // 2. Discs that cannot be turned any more.
        if alpha >= FAR {
            let most = 64 - 2 * stable(other, own).count_ones() as i32;
            if most <= alpha {
                return Ok(most);
            }
            beta = beta.min(most);
        }
        // 3. The table.
        let known = self.table.get(own, other);
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower >= beta || lower == upper {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
        alpha = alpha.max(lower);
        beta = beta.min(upper);
        // 4. All moves.
        let (value, best) = self.best(own, other, places, (alpha, beta), known.best)?;
        let exact = value as i8;
        let known = Known {
            lower: if value > alpha { exact } else { known.lower },
            upper: if value < beta { exact } else { known.upper },
            best,
        };
        self.table.put(own, other, known);
        Ok(value)
    }

    /// The best of the moves and its bound, as of `node`.
    fn best(
        &mut self,
        own: u64,
        other: u64,
        places: u64,
        (mut alpha, beta): (i32, i32),
        first: u8,
    ) -> Result<(i32, u8), Stopped> {
        let empties = (own | other).count_zeros();
        let odd = odd_quadrants(!(own | other));
        let mut list = [Successor::default(); 64];
        let mut len = 0;
        for square in squares(places) {
            let mut next = Successor::of(own, other, square);
            if empties >= LOOK_AHEAD {
                let least = -i32::from(self.table.get(next.own, next.other).upper);
                if least >= beta {
                    return Ok((least, next.square));
                }
            }
            next.worry = next.worry(odd, first);
            list[len] = next;
            len += 1;
        }
        let list = &mut list[..len];
        list.sort_unstable_by_key(|next| next.worry);
        let (mut value, mut best) = (-65, Known::NOTHING.best);
        for (number, next) in list.iter().enumerate() {
            let found = self.successor(next, alpha, beta, number == 0)?;
            if found > value {
                (value, best) = (found, next.square);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        Ok((value, best))
    }

    /// The value of a move: but for the first, whether it is better at all is asked before how much.
    fn successor(
        &mut self,
        next: &Successor,
        alpha: i32,
        beta: i32,
        is_first: bool,
    ) -> Result<i32, Stopped> {
        if !is_first {
            let value = -self.node(next.own, next.other, -alpha - 1, -alpha)?;
            if value <= alpha || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.node(next.own, next.other, -beta, -alpha)?)
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes < self.next_poll {
            return Ok(());
        }
        self.next_poll = self.nodes + POLL;
        if (self.stop)() { Err(Stopped) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use crate::rng::Rng;

    /// The result without any pruning.
    fn minimax(position: &Othello) -> i32 {
        let (own, other) = position.discs();
        let moves = position.legal_moves();
        let values = moves.as_ref().iter().map(|&mv| -minimax(&position.play(mv)));
        values.max().unwrap_or_else(|| final_discs(own, other))
    }

    #[test]
    fn the_result_is_that_of_plain_minimax_and_the_move_reaches_it() {
        let mut chance = Rng::new(2, 0);
        let mut seen = [0; 9];
        while seen.iter().sum::<i32>() < 600 {
            let mut position = Othello::start();
            while position.has_legal_move() {
                let empties =
                    64 - position.discs().0.count_ones() - position.discs().1.count_ones();
                if empties <= 8 {
                    let solved = solve(&position, &|| false).unwrap();
                    assert_eq!(solved.discs, minimax(&position), "{}", position.text());
                    let after = position.play(solved.mv.unwrap());
                    assert_eq!(-minimax(&after), solved.discs, "{}", position.text());
                    seen[empties as usize] += 1;
                }
                position = position.play(*chance.choose(position.legal_moves().as_ref()));
            }
            let over = solve(&position, &|| false).unwrap();
            assert_eq!((over.discs, over.mv), (minimax(&position), None));
        }
        assert!(seen[1..].iter().all(|&n| n > 20), "{seen:?}");
    }

    #[test]
    fn a_caller_may_stop_it() {
        assert_eq!(solve(&Othello::start(), &|| true), Err(Error::Interrupted));
    }
}
