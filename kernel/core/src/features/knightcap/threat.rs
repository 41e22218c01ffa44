//! Whether captures win something: a search of captures alone, for material by fixed values.
//!
//! Each man moves at most once, and every capture is made on a square where a man stood at first; a
//! side may stop at any time. The question is only whether half a pawn can be won.

use shakmaty::Role;

use super::declared::{OPPONENTS_THREAT, THREAT};
use super::officers::DARK;
use super::scene::{B, K, N, P, PAWN, Q, R, Scene, captures, seen, seen_square};
use crate::features::bits::{FILE_A, reach};

/// What must be won.
const ENOUGH: i64 = PAWN / 2;

/// A side that can win something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Threat {
    pub side: usize,
    /// The number that counts for it.
    pub term: usize,
}

/// What captures are looked at, and in which order.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// Whether lines that a capture opens are seen. In KnightCap they are not: the square that a man
    /// has left was not cleared.
    pub opens_lines: bool,
    /// Whether each side's men come in the order in which their owner sees them, and not in White's.
    pub is_mirrored: bool,
}

impl Manner {
    pub const CLEAN: Self = Self { opens_lines: true, is_mirrored: true };
}

/// Whose captures win something: those of the side to move, or else the other's.
pub(super) fn found(scene: &Scene, values: &[i64; 6], manner: Manner) -> Option<Threat> {
    let mut exchange = Exchange::of(scene, values, manner);
    let mover = scene.mover;
    if exchange.wins(mover) {
        Some(Threat { side: mover, term: THREAT })
    } else if exchange.wins(1 - mover) {
        Some(Threat { side: 1 - mover, term: OPPONENTS_THREAT })
    } else {
        None
    }
}

/// The victims that the side to move and the other have tried. They are kept in two numbers, not in
/// a row by side: that would have to be in memory, written by halves and read as a whole.
#[derive(Clone, Copy, Default)]
struct Tried {
    by_us: u64,
    by_them: u64,
}

/// A position in the middle of captures.
struct Exchange<'a> {
    scene: &'a Scene,
    values: &'a [i64; 6],
    manner: Manner,
    /// The men where they stand now, by kind and together.
    men: [[u64; 6]; 2],
    all: [u64; 2],
    /// Less the squares that were left.
    occupied: u64,
    /// Where the men stood that have moved or were taken: they do nothing more.
    done: u64,
    /// What each side attacks at first, and what its sliders do.
    attacked: [u64; 2],
    by_sliders: u64,
    /// What may be attacked besides, along lines that were opened: of all other squares the attackers
    /// are those of the beginning, less who has moved.
    opened: u64,
    /// Attackers of squares before anybody moved; 0 where they have not been looked for.
    known: [u64; 64],
}

impl<'a> Exchange<'a> {
    fn of(scene: &'a Scene, values: &'a [i64; 6], manner: Manner) -> Self {
        let (mut attacked, mut by_sliders) = (scene.pawn_attacks, 0);
        for side in [0, 1] {
            for man in &scene.pieces[side] {
                attacked[side] |= man.attacks;
                if matches!(man.kind, B | R | Q) {
                    by_sliders |= man.attacks;
                }
            }
        }
        let Scene { men, all, occupied, .. } = *scene;
        Self {
            scene,
            values,
            manner,
            men,
            all,
            occupied,
            done: 0,
            attacked,
            by_sliders,
            opened: 0,
            known: [0; 64],
        }
    }

    /// Whether a side could win something if it were to move.
    fn wins(&mut self, side: usize) -> bool {
        self.attacked[side] & self.scene.all[1 - side] != 0
            && self.reaches(side, 0, ENOUGH, Tried::default())
    }

    /// Whether a side that is so far ahead can get to `enough`, or stop there. What was tried on the
    /// way here is not tried again.
    fn reaches(&mut self, side: usize, ahead: i64, enough: i64, mut tried: Tried) -> bool {
        if ahead >= enough {
            return true;
        }
        let reached = self.all[1 - side] & (self.attacked[side] | self.opened) & !tried.by_us;
        if reached == 0 {
            return false;
        }
        for victim in [K, Q, R, B, N, P] {
            if ahead + self.values[victim] < enough {
                return false;
            }
            let victims = self.men[1 - side][victim] & reached;
            if victims == 0 {
                continue;
            }
            for square in self.in_order(1 - side, victim, victims) {
                tried.by_us |= 1 << square;
                if self.takes(side, victim, square, ahead, enough, tried) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether taking a man with some man gets there; the cheapest takes first.
    fn takes(
        &mut self,
        side: usize,
        victim: usize,
        square: u32,
        ahead: i64,
        enough: i64,
        tried: Tried,
    ) -> bool {
        let capturers = self.attackers(side, square);
        if capturers == 0 {
            return false;
        }
        let there = 1_u64 << square;
        let ahead = ahead + self.values[victim];
        // Who has taken stands somewhere new: it is a victim that nobody has tried.
        let tried = Tried { by_us: tried.by_them & !there, by_them: tried.by_us };
        for kind in [P, N, B, R, Q, K] {
            let capturers = capturers & self.scene.men[side][kind];
            if capturers == 0 {
                continue;
            }
            for from in self.in_order(side, kind, capturers) {
                let before = (self.done, self.opened);
                self.move_man((side, kind, victim), 1 << from, there);
                self.done |= 1 << from | there;
                self.open(from);
                let is_answered = self.reaches(1 - side, -ahead, 1 - enough, tried);
                self.move_man((side, kind, victim), 1 << from, there);
                (self.done, self.opened) = before;
                if !is_answered {
                    return true;
                }
            }
        }
        false
    }

    /// Makes a capture, or takes it back.
    fn move_man(&mut self, (side, kind, victim): (usize, usize, usize), from: u64, to: u64) {
        self.men[1 - side][victim] ^= to;
        self.all[1 - side] ^= to;
        self.all[side] ^= from | to;
        self.men[side][kind] ^= from | to;
        self.occupied ^= from;
    }

    /// Notes what sliders may see over a square that was left.
    fn open(&mut self, square: u32) {
        if self.manner.opens_lines && (self.by_sliders | self.opened) >> square & 1 == 1 {
            self.opened |= reach(Role::Queen, square, self.occupied);
        }
    }

    /// Men of a kind, in the order in which they are tried.
    fn in_order(
        &self,
        owner: usize,
        kind: usize,
        squares: u64,
    ) -> impl Iterator<Item = u32> + use<> {
        let turned = if self.manner.is_mirrored { owner } else { 0 };
        let light = if turned == owner { !DARK } else { DARK };
        in_order(turned, kind, light, squares)
    }

    /// The men of a side that have not moved and can take on a square.
    #[inline]
    fn attackers(&mut self, side: usize, square: u32) -> u64 {
        let free = self.scene.all[side] & !self.done;
        let now = |this: &Self| attackers(&this.scene.men, square, this.occupied) & free;
        if self.opened >> square & 1 == 1 {
            return now(self);
        }
        let at_first = self.attackers_at_first(square) & free;
        debug_assert!(!self.manner.opens_lines || at_first == now(self), "a line was overlooked");
        at_first
    }

    /// The attackers of a square when nobody had moved, remembered.
    fn attackers_at_first(&mut self, square: u32) -> u64 {
        let known = &mut self.known[square as usize];
        if *known == 0 {
            *known = attackers(&self.scene.men, square, self.scene.occupied);
        }
        *known
    }
}

/// The men of both sides that attack a square.
fn attackers(men: &[[u64; 6]; 2], square: u32, occupied: u64) -> u64 {
    let both = |kind: usize| men[0][kind] | men[1][kind];
    let by = |role: Role| reach(role, square, occupied);
    captures(1 << square, 1) & men[0][P]
        | captures(1 << square, 0) & men[1][P]
        | by(Role::Knight) & both(N)
        | by(Role::Bishop) & (both(B) | both(Q))
        | by(Role::Rook) & (both(R) | both(Q))
        | by(Role::King) & both(K)
}

/// The men of a kind one by one, in KnightCap's order, in which what was tried is not tried again:
/// pawns from the first file on, bishops of the light squares first as their owner sees the board,
/// others from the last file on.
fn in_order(turned: usize, kind: usize, light: u64, squares: u64) -> impl Iterator<Item = u32> {
    let mut left = seen(turned, squares);
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let square = match kind {
            _ if left & (left - 1) == 0 => left.trailing_zeros(),
            P => first_by_file(left),
            B if left & light != 0 => (left & light).trailing_zeros(),
            B => left.trailing_zeros(),
            _ => last_by_file(left),
        };
        left &= !(1 << square);
        Some(seen_square(turned, square))
    })
}

fn first_by_file(squares: u64) -> u32 {
    let file = folded(squares).trailing_zeros();
    (squares & FILE_A << file).trailing_zeros()
}

fn last_by_file(squares: u64) -> u32 {
    let file = folded(squares).ilog2();
    (squares & FILE_A << file).ilog2()
}

/// The files of squares.
fn folded(mut squares: u64) -> u64 {
    squares |= squares >> 32;
    squares |= squares >> 16;
    (squares | squares >> 8) & 0xff
}
