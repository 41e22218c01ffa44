//! How a kind of piece moves for one side: Betza's atoms as tables.

use super::betza::{Atom, Way, path};
use super::board::{Bits, Line, PerSquare, SQUARES, bit, per_square, shifted, squares};

/// A leap that men on its way forbid.
#[derive(Clone, Debug)]
struct Lame {
    to: PerSquare<Bits>,
    by: PerSquare<Bits>,
}

/// The moves of one purpose: going to an empty square, or taking.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    leaps: PerSquare<Bits>,
    slides: Vec<Line>,
    lame: Vec<Lame>,
    hops: Vec<(Line, bool)>,
    /// All squares that it may reach, however men stand.
    ever: PerSquare<Bits>,
}

impl Reach {
    fn new(atoms: &[Atom], board: Bits) -> Self {
        let mut made = Self {
            leaps: Box::new([0; SQUARES]),
            slides: Vec::new(),
            lame: Vec::new(),
            hops: Vec::new(),
            ever: Box::new([0; SQUARES]),
        };
        for atom in atoms {
            match atom.way {
                Way::Leap => {
                    let to = landing(atom.step, board);
                    made.leaps.iter_mut().zip(to.iter()).for_each(|(all, to)| *all |= to);
                }
                Way::Lame => made.lame.push(lame(atom.step, board)),
                Way::Slide(limit) => made.slides.push(Line::new(atom.step, limit, board)),
                Way::Hop | Way::Grasshop => {
                    let line = Line::new(atom.step, u8::MAX, board);
                    made.hops.push((line, atom.way == Way::Grasshop));
                }
            }
        }
        made.ever = per_square(|square| made.united(square));
        made
    }

    /// The squares in reach among these men.
    #[inline]
    pub fn from(&self, square: u8, occupied: Bits) -> Bits {
        let mut to = self.leaps[usize::from(square)];
        for line in &self.slides {
            to |= line.slide(square, occupied);
        }
        if self.is_plain() { to } else { to | self.tricky(square, occupied) }
    }

    fn tricky(&self, square: u8, occupied: Bits) -> Bits {
        let mut to = 0;
        for leap in &self.lame {
            if leap.by[usize::from(square)] & occupied == 0 {
                to |= leap.to[usize::from(square)];
            }
        }
        for (line, lands_at_once) in &self.hops {
            to |= line.hop(square, occupied, *lands_at_once);
        }
        to
    }

    /// Whether there are leaps and slides alone.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.lame.is_empty() && self.hops.is_empty()
    }

    /// The squares that it leaps to, whatever stands where.
    #[inline]
    pub fn leaps(&self, square: u8) -> Bits {
        self.leaps[usize::from(square)]
    }

    /// All squares that it may reach, however men stand.
    #[inline]
    pub fn ever(&self, square: u8) -> Bits {
        self.ever[usize::from(square)]
    }

    fn united(&self, square: u8) -> Bits {
        let at = usize::from(square);
        let slides = self.slides.iter().map(|line| line.open(square));
        let hops = self.hops.iter().map(|(line, _)| line.open(square));
        let lame = self.lame.iter().map(|leap| leap.to[at]);
        slides.chain(hops).chain(lame).fold(self.leaps[at], |all, some| all | some)
    }
}

/// The moves of a kind of piece for one side.
#[derive(Clone, Debug)]
pub(super) struct Gait {
    /// To empty squares.
    pub moves: Reach,
    /// To the other side's men.
    pub takes: Reach,
    /// Whether both are the same.
    pub is_one: bool,
    /// To empty squares, from those of the double step.
    pub initial: Option<Reach>,
}

impl Gait {
    /// The tables of the atoms; for the second player they are turned by half.
    pub fn new(atoms: &[Atom], is_second: bool, board: Bits) -> Self {
        let turned = |atom: &Atom| {
            let (ranks, files) = atom.step;
            Atom { step: if is_second { (-ranks, -files) } else { atom.step }, ..*atom }
        };
        let chosen = |wanted: &dyn Fn(&Atom) -> bool| -> Vec<Atom> {
            atoms.iter().filter(|atom| wanted(atom)).map(turned).collect()
        };
        let moves = chosen(&|atom| atom.moves && !atom.initial);
        let takes = chosen(&|atom| atom.takes && !atom.initial);
        let initial = chosen(&|atom| atom.initial);
        Self {
            is_one: moves == takes,
            moves: Reach::new(&moves, board),
            takes: Reach::new(&takes, board),
            initial: (!initial.is_empty()).then(|| Reach::new(&initial, board)),
        }
    }

    /// Mean number of squares in reach on an empty board: a first idea of what a piece is worth.
    pub fn mobility(&self, board: Bits) -> f64 {
        let of = |reach: &Reach| -> f64 {
            let all = squares(board).map(|from| f64::from(reach.from(from, 0).count_ones()));
            all.sum::<f64>() / f64::from(board.count_ones())
        };
        (of(&self.moves) + of(&self.takes)) / 2.0
    }
}

fn landing(step: (i8, i8), board: Bits) -> PerSquare<Bits> {
    per_square(|from| shifted(from, step.0, step.1).map_or(0, bit) & board)
}

fn lame(step: (i8, i8), board: Bits) -> Lame {
    let by = |from| {
        let on_way = path(step).into_iter().filter_map(|(r, f)| shifted(from, r, f));
        on_way.fold(0, |bits, square| bits | bit(square))
    };
    Lame { to: landing(step, board), by: per_square(by) }
}
