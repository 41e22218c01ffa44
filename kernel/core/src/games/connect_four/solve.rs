//! Connect Four to its end: win, draw or loss with best play on both sides.
//!
//! The plan is that of Pascal Pons, "Solving Connect 4: how to build a perfect AI" (2015 to 2019):
//! alpha-beta over moves that do not lose at once, those first that leave most squares to win on.

use super::table::{Table, exact_key};
use super::{
    BOARD, COLUMNS, ConnectFour, Drop, Drops, column, drops, has_four, reachable, winning_squares,
};
use crate::error::Error;

/// What a position is worth to the side to move when nobody errs any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// 1 for a win, 0 for a draw, −1 for a loss.
    pub value: i32,
    /// The same for each legal move, from the left; none when the game is over.
    pub moves: Vec<(Drop, i32)>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Nodes between two questions whether to stop.
const POLL: u64 = 1 << 16;
/// Columns from the middle outwards: more lines run through those.
const FROM_THE_MIDDLE: [usize; COLUMNS] = [3, 2, 4, 1, 5, 0, 6];

/// The value of a position and of all its moves.
///
/// # Errors
/// [`Error::Interrupted`] when `stop` says so, [`Error::NoMemory`] without room for the table.
pub fn solve(position: &ConnectFour, stop: &dyn Fn() -> bool) -> Result<Solved, Error> {
    let (own, other) = position.own_and_other();
    let taken = own | other;
    if has_four(other) || taken == BOARD {
        let value = if has_four(other) { -1 } else { 0 };
        return Ok(Solved { value, moves: Vec::new(), nodes: 1 });
    }
    let table = Table::for_empties((BOARD & !taken).count_ones())?;
    let mut solver = Solver { table, nodes: 1, next_poll: POLL, stop };
    let legal: Drops = drops(reachable(taken));
    let worth = |mv: Drop| Ok((mv, solver.after(own, taken, mv)?));
    let moves: Vec<_> = legal.into_iter().map(worth).collect::<Result<_, Stopped>>()?;
    let value = moves.iter().map(|&(_, value)| value).max().unwrap_or(0);
    Ok(Solved { value, moves, nodes: solver.nodes })
}

/// The caller wants no more.
struct Stopped;

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Self::Interrupted
    }
}

struct Solver<'a> {
    table: Table,
    nodes: u64,
    next_poll: u64,
    stop: &'a dyn Fn() -> bool,
}

impl Solver<'_> {
    /// What a move of the root is worth to who makes it.
    fn after(&mut self, own: u64, taken: u64, mv: Drop) -> Result<i32, Stopped> {
        let square = reachable(taken) & column(mv.column());
        if winning_squares(own, taken) & square != 0 {
            return Ok(1);
        }
        let (other, taken) = (taken & !own, taken | square);
        if taken == BOARD {
            return Ok(0);
        }
        if winning_squares(other, taken) & reachable(taken) != 0 {
            return Ok(-1);
        }
        Ok(-self.node(other, taken, -1, 1)?)
    }

    /// A bound r on the value v of a position in which the side to move cannot win at once: r ≤ alpha
    /// means v ≤ r, r ≥ beta means v ≥ r, and otherwise r = v.
    fn node(
        &mut self,
        own: u64,
        taken: u64,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Stopped> {
        self.count()?;
        // 1. Moves that do not lose at once.
        let moves = not_losing(own, taken);
        if moves == 0 {
            return Ok(-1);
        }
        // 2. After two more discs, neither of which wins, the board is full.
        if (BOARD & !taken).count_ones() <= 2 {
            return Ok(0);
        }
        // 3. The table.
        let key = exact_key(own, taken);
        let known = Bounds::read(self.table.get(key));
        if known.lower >= beta || known.lower == known.upper {
            return Ok(known.lower);
        }
        if known.upper <= alpha {
            return Ok(known.upper);
        }
        (alpha, beta) = (alpha.max(known.lower), beta.min(known.upper));
        // 4. The moves.
        let value = self.best(own, taken, moves, (alpha, beta))?;
        let bounds = Bounds {
            lower: if value > alpha { value } else { known.lower },
            upper: if value < beta { value } else { known.upper },
        };
        self.table.put(key, bounds.written());
        Ok(value)
    }

    /// The best of the moves, as a bound in the sense of `node`.
    fn best(
        &mut self,
        own: u64,
        taken: u64,
        moves: u64,
        (mut alpha, beta): (i32, i32),
    ) -> Result<i32, Stopped> {
        let mut best = -1;
        for square in ordered(own, taken, moves).into_iter().filter(|&square| square != 0) {
            let value = -self.node(taken & !own, taken | square, -beta, -alpha)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if value >= beta {
                break;
            }
        }
        Ok(best)
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

/// The squares of moves after which the other side cannot win at once.
fn not_losing(own: u64, taken: u64) -> u64 {
    let (reachable, threats) = (reachable(taken), winning_squares(taken & !own, taken));
    let forced = reachable & threats;
    let moves = if forced == 0 { reachable } else { forced };
    // Two squares cannot be filled at once, and nobody builds the step up to the other's square.
    if forced & forced.wrapping_sub(1) != 0 { 0 } else { moves & !(threats >> 1) }
}

/// The moves, those first that leave most squares to win on; 0 where there are fewer.
fn ordered(own: u64, taken: u64, moves: u64) -> [u64; COLUMNS] {
    let mut list = [(0, 0); COLUMNS];
    let mut len = 0;
    for number in FROM_THE_MIDDLE {
        let square = moves & column(number);
        if square == 0 {
            continue;
        }
        let promise = winning_squares(own | square, taken | square).count_ones();
        let mut place = len;
        while place > 0 && list[place - 1].0 < promise {
            list[place] = list[place - 1];
            place -= 1;
        }
        list[place] = (promise, square);
        len += 1;
    }
    list.map(|(_, square)| square)
}

/// What is known of a value.
struct Bounds {
    lower: i32,
    upper: i32,
}

impl Bounds {
    /// From a byte of the table, in which 0 is nothing.
    fn read(byte: u8) -> Self {
        let byte = i32::from(byte);
        if byte == 0 {
            Self { lower: -1, upper: 1 }
        } else {
            Self { lower: byte % 4 - 2, upper: byte / 4 - 2 }
        }
    }

    fn written(&self) -> u8 {
        (4 * (self.upper + 2) + self.lower + 2) as u8
    }
}
