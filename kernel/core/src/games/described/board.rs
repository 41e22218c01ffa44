//! Squares of boards up to 12 × 10 as bits of one number, and lines across them.

/// A set of squares.
pub(super) type Bits = u128;

/// Squares in a row of the numbering, whatever the board's width: a square keeps its number.
pub(super) const WIDTH: u8 = 12;
/// The most rows that a board can have.
pub(super) const HEIGHT: u8 = 10;
/// All squares of the largest board.
pub(super) const SQUARES: usize = WIDTH as usize * HEIGHT as usize;

/// A number for every square.
pub(super) type PerSquare<T> = Box<[T; SQUARES]>;

#[inline]
pub(super) fn bit(square: u8) -> Bits {
    1 << square
}

#[inline]
pub(super) fn square(rank: u8, file: u8) -> u8 {
    rank * WIDTH + file
}

#[inline]
pub(super) fn rank_of(square: u8) -> u8 {
    square / WIDTH
}

#[inline]
pub(super) fn file_of(square: u8) -> u8 {
    square % WIDTH
}

/// The squares of a set, the lowest first.
#[inline]
pub(super) fn squares(mut bits: Bits) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let lowest = bits.trailing_zeros() as u8;
        bits &= bits - 1;
        Some(lowest)
    })
}

/// All squares of a file.
pub(super) fn file_bits(file: u8) -> Bits {
    (0..HEIGHT).fold(0, |bits, rank| bits | bit(square(rank, file)))
}

/// All squares of a rank, on the widest board.
pub(super) fn rank_bits(rank: u8) -> Bits {
    (0..WIDTH).fold(0, |bits, file| bits | bit(square(rank, file)))
}

/// The square that lies so many ranks and files away, if the largest board has it.
pub(super) fn shifted(from: u8, ranks: i8, files: i8) -> Option<u8> {
    let rank = rank_of(from) as i8 + ranks;
    let file = file_of(from) as i8 + files;
    let inside = (0..HEIGHT as i8).contains(&rank) && (0..WIDTH as i8).contains(&file);
    inside.then(|| square(rank as u8, file as u8))
}

/// The squares that are met by going on in one direction, at most `limit` steps.
pub(super) fn ray(from: u8, (ranks, files): (i8, i8), limit: u8, board: Bits) -> Bits {
    let (mut bits, mut at) = (0, from);
    for _ in 0..limit {
        match shifted(at, ranks, files).filter(|&next| board & bit(next) != 0) {
            Some(next) => at = next,
            None => break,
        }
        bits |= bit(at);
    }
    bits
}

/// A value for each square, made by a function.
pub(super) fn per_square<T: Copy + Default>(of: impl Fn(u8) -> T) -> PerSquare<T> {
    let mut made = Box::new([T::default(); SQUARES]);
    for (square, slot) in made.iter_mut().enumerate() {
        *slot = of(square as u8);
    }
    made
}

/// A rider's line in one direction: where it goes, and what a man on it hides.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Whether the numbers of the squares rise along it.
    rises: bool,
    /// The squares in reach, from each square.
    reach: PerSquare<Bits>,
    /// All squares behind, from each square.
    behind: PerSquare<Bits>,
}

impl Line {
    /// The line of steps by `step`, at most `limit` of them.
    pub fn new(step: (i8, i8), limit: u8, board: Bits) -> Self {
        Self {
            rises: step.0 > 0 || step.0 == 0 && step.1 > 0,
            reach: per_square(|from| ray(from, step, limit, board)),
            behind: per_square(|from| ray(from, step, u8::MAX, board)),
        }
    }

    /// The squares that it reaches on an empty board.
    #[inline]
    pub fn open(&self, from: u8) -> Bits {
        self.reach[usize::from(from)]
    }

    #[inline]
    fn nearest(&self, men: Bits) -> usize {
        if self.rises { men.trailing_zeros() as usize } else { 127 - men.leading_zeros() as usize }
    }

    /// The squares that it reaches, up to and with the first man.
    #[inline]
    pub fn slide(&self, from: u8, occupied: Bits) -> Bits {
        let reach = self.reach[usize::from(from)];
        let men = reach & occupied;
        if men == 0 { reach } else { reach & !self.behind[self.nearest(men)] }
    }

    /// The squares behind the first man, up to and with the next; only the first of them for a
    /// grasshopper.
    pub fn hop(&self, from: u8, occupied: Bits, lands_at_once: bool) -> Bits {
        let hurdles = self.reach[usize::from(from)] & occupied;
        if hurdles == 0 {
            return 0;
        }
        let behind = self.behind[self.nearest(hurdles)];
        if lands_at_once {
            return if behind == 0 { 0 } else { 1 << self.nearest(behind) };
        }
        let men = behind & occupied;
        if men == 0 { behind } else { behind & !self.behind[self.nearest(men)] }
    }
}
