//! All plays of a roll: each way of moving that ends in a position of its own.
//!
//! Two bit masks tell where a checker may go from without looking at the board: `own`, the places
//! that the mover holds, and `block`, the points that the other side holds with two or more, which
//! does not change within a turn. Duplicates are found by a sum of random numbers over all checkers,
//! kept up with every step.

use super::board::{BAR, Board, OFF, PLACES};

/// Steps of one play: doubles have four.
const MOST_STEPS: usize = 4;

/// What tells plays of the same roll apart, besides their sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The larger die first (or only the larger one).
    LargerFirst,
    /// The smaller die first (or only the smaller one).
    SmallerFirst,
    /// Both dice are the same.
    Doubles,
}

/// A play: the steps of single checkers, in an order in which they are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    from: [u8; MOST_STEPS],
    to: [u8; MOST_STEPS],
    steps: u8,
    /// Which die is played first.
    pub order: Order,
}

impl Play {
    const fn none(order: Order) -> Self {
        Self { from: [0; MOST_STEPS], to: [0; MOST_STEPS], steps: 0, order }
    }

    fn and(mut self, from: usize, to: usize) -> Self {
        let n = usize::from(self.steps);
        (self.from[n], self.to[n]) = (from as u8, to as u8);
        self.steps += 1;
        self
    }

    /// Where each step begins and ends, in the mover's numbering: 25 is the bar, 0 is off.
    pub fn steps(&self) -> impl Iterator<Item = (usize, usize)> + Clone + use<> {
        let Self { from, to, steps, .. } = *self;
        (0..usize::from(steps)).map(move |n| (from[n].into(), to[n].into()))
    }

    /// A number that tells the plays of one roll apart.
    #[must_use]
    pub fn code(&self) -> u16 {
        let from = self.from.map(u16::from);
        let two = from[0] * PLACES as u16 + from[1];
        let orders = (PLACES * PLACES) as u16;
        match self.order {
            Order::LargerFirst => two,
            Order::SmallerFirst => orders + two,
            // The rank of a multiset of four places: sources never rise, so this is one to one.
            Order::Doubles => {
                let n = from.map(u32::from);
                let rank = n[0] * (n[0] + 1) * (n[0] + 2) * (n[0] + 3) / 24
                    + n[1] * (n[1] + 1) * (n[1] + 2) / 6
                    + n[2] * (n[2] + 1) / 2
                    + n[3];
                rank as u16
            }
        }
    }
}

/// Where a play leads to.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The board after it, still in the mover's view.
    pub board: Board,
    /// The play.
    pub play: Play,
}

/// The plays of a roll; kept to be filled again, so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Plays {
    found: Vec<Found>,
    keys: Vec<u64>,
}

impl Plays {
    /// What was found.
    #[must_use]
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// Finds all plays of a roll by the player whose view the board is. There is always one: who
    /// cannot move plays nothing.
    pub fn generate(&mut self, board: &Board, dice: (u8, u8)) {
        self.found.clear();
        self.keys.clear();
        let hand = Hand::new(board);
        let (larger, smaller) = (dice.0.max(dice.1).into(), dice.0.min(dice.1).into());
        if larger == smaller {
            self.doubles(&hand, larger, Play::none(Order::Doubles), BAR);
            return;
        }
        for (first, second, order) in
            [(larger, smaller, Order::LargerFirst), (smaller, larger, Order::SmallerFirst)]
        {
            for from in hand.sources(first) {
                let (once, to) = hand.step(from, first);
                for next in once.sources(second) {
                    let (twice, end) = once.step(next, second);
                    if !self.keys.contains(&twice.key) {
                        self.push(&twice, Play::none(order).and(from, to).and(next, end));
                    }
                }
            }
        }
        if self.found.is_empty() {
            self.single(&hand, larger, Order::LargerFirst);
        }
        if self.found.is_empty() {
            self.single(&hand, smaller, Order::SmallerFirst);
        }
        if self.found.is_empty() {
            self.push(&hand, Play::none(Order::LargerFirst));
        }
    }

    fn push(&mut self, hand: &Hand, play: Play) {
        self.keys.push(hand.key);
        self.found.push(Found { board: hand.board, play });
    }

    /// One die alone: only when no play uses both.
    fn single(&mut self, hand: &Hand, die: usize, order: Order) {
        for from in hand.sources(die) {
            let (once, to) = hand.step(from, die);
            self.push(&once, Play::none(order).and(from, to));
        }
    }

    /// Steps from places that never rise: so every result comes once. Only the longest count.
    fn doubles(&mut self, hand: &Hand, die: usize, play: Play, highest: usize) {
        let mut is_end = true;
        if usize::from(play.steps) < MOST_STEPS {
            for from in hand.sources(die) {
                is_end = false;
                if from <= highest {
                    let (after, to) = hand.step(from, die);
                    self.doubles(&after, die, play.and(from, to), from);
                }
            }
        }
        let longest = self.found.last().map_or(0, |found| found.play.steps);
        if is_end && (self.found.is_empty() || play.steps >= longest) {
            if play.steps > longest {
                self.found.clear();
                self.keys.clear();
            }
            self.push(hand, play);
        }
    }
}

/// A board in the middle of a turn.
#[derive(Clone, Copy)]
struct Hand {
    board: Board,
    /// A bit for each place but off that the mover holds.
    own: u32,
    /// A bit for each point, in the mover's numbering, where the mover may not go.
    block: u32,
    /// Changes with every step: equal boards have equal keys.
    key: u64,
}

/// All points outside the home board, and the bar.
const OUTSIDE: u32 = !0 << 7;

impl Hand {
    fn new(board: &Board) -> Self {
        let [own, other] = &board.rows;
        let held = (1..PLACES).filter(|&place| own[place] > 0).fold(0, |mask, p| mask | 1 << p);
        let block = (1..BAR).filter(|&p| other[BAR - p] > 1).fold(0, |mask, p| mask | 1 << p);
        Self { board: *board, own: held, block, key: 0 }
    }

    /// The places from which a checker may go by this die.
    fn sources(&self, die: usize) -> Bits {
        if self.own >> BAR != 0 {
            let is_free = self.block >> (BAR - die) & 1 == 0;
            return Bits(u32::from(is_free) << BAR);
        }
        let onwards = !0 << (die + 1);
        let mut from = self.own & onwards & !(self.block << die);
        if self.own & OUTSIDE == 0 {
            // Bearing off: exactly, or by a larger die from the rearmost point.
            let behind = self.own & !0 << die;
            if behind != 0 {
                from |= self.own & 1 << die;
            } else if self.own != 0 {
                from |= 1 << self.own.ilog2();
            }
        }
        Bits(from)
    }

    /// The board after a checker's step, and where it ends.
    fn step(&self, from: usize, die: usize) -> (Self, usize) {
        let mut after = *self;
        let to = from.saturating_sub(die);
        let [own, other] = &mut after.board.rows;
        own[from] -= 1;
        own[to] += 1;
        after.key = after.key.wrapping_add(TERMS[0][to]).wrapping_sub(TERMS[0][from]);
        if own[from] == 0 {
            after.own &= !(1 << from);
        }
        if to != OFF {
            after.own |= 1 << to;
            let there = &mut other[BAR - to];
            if *there == 1 {
                *there = 0;
                other[BAR] += 1;
                after.key = after.key.wrapping_add(TERMS[1][BAR]).wrapping_sub(TERMS[1][BAR - to]);
            }
        }
        (after, to)
    }
}

/// The places of a mask, the highest first.
struct Bits(u32);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let place = self.0.ilog2();
        self.0 &= !(1 << place);
        Some(place as usize)
    }
}

/// A random number for each side and place: a position's key is the sum over its checkers.
static TERMS: [[u64; PLACES]; 2] = {
    let mut terms = [[0; PLACES]; 2];
    let mut state: u64 = 0x6261_636b_6761_6d6d;
    let mut n = 0;
    while n < 2 * PLACES {
        // SplitMix64.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        terms[n / PLACES][n % PLACES] = z ^ (z >> 31);
        n += 1;
    }
    terms
};

/// The sum of random numbers over all checkers of a board: equal boards share it, others hardly ever.
#[must_use]
pub fn board_key(board: &Board) -> u64 {
    let sides = board.rows.iter().zip(&TERMS);
    let terms = sides.flat_map(|(row, terms)| row.iter().zip(terms));
    terms.fold(0, |key, (&n, &term)| key.wrapping_add(term.wrapping_mul(n.into())))
}

/// The 21 rolls, the larger die first, and how many of the 36 ways of falling each has.
pub const ROLLS: [((u8, u8), u8); 21] = {
    let mut rolls = [((0, 0), 0); 21];
    let (mut n, mut larger) = (0, 1);
    while larger <= 6 {
        let mut smaller = 1;
        while smaller <= larger {
            rolls[n] = ((larger, smaller), if smaller == larger { 1 } else { 2 });
            (n, smaller) = (n + 1, smaller + 1);
        }
        larger += 1;
    }
    rolls
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn rows(found: &Found) -> [[u8; PLACES]; 2] {
        found.board.rows
    }

    #[test]
    fn the_start_has_447_plays_and_two_plies_on_202_782() {
        let (mut plays, mut replies) = (Plays::default(), Plays::default());
        let (mut first, mut distinct) = (0, HashSet::new());
        let (mut second, mut after_two) = (0, HashSet::new());
        for (dice, _) in ROLLS {
            plays.generate(&Board::START, dice);
            first += plays.found().len();
            for found in plays.found() {
                distinct.insert(rows(found));
                for (reply, _) in ROLLS {
                    replies.generate(&found.board.swapped(), reply);
                    second += replies.found().len();
                    after_two.extend(replies.found().iter().map(rows));
                }
            }
        }
        assert_eq!((first, distinct.len()), (447, 406));
        assert_eq!((second, after_two.len()), (202_782, 163_706));
    }

    #[test]
    fn codes_tell_the_plays_of_a_roll_apart() {
        let mut plays = Plays::default();
        for (dice, _) in ROLLS {
            plays.generate(&Board::START, dice);
            let codes: HashSet<_> = plays.found().iter().map(|found| found.play.code()).collect();
            assert_eq!(codes.len(), plays.found().len(), "{dice:?}");
        }
    }

    #[test]
    fn rolls_fall_in_36_ways() {
        assert_eq!(ROLLS.iter().map(|&(_, ways)| u32::from(ways)).sum::<u32>(), 36);
    }
}
