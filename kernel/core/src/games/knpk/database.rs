//! What every position of the ending is worth, by retrograde analysis: from the ends backwards.

use std::sync::OnceLock;

use super::attacks::{H8, KING, KNIGHT, each};
use super::{Knpk, Pawn, Piece, Step, TAKEN};
use crate::game::{Game, Turn};

/// A legal position that White cannot win.
const NEVER: u8 = 255;
/// No legal position.
const ILLEGAL: u8 = 254;
/// Positions of one side to move: both kings, the knight (or none) and the pawn's rank.
const SIZE: usize = 64 * 64 * 65 * 6;

/// The plies to a winning promotion or mate of every position, with best play of both sides.
pub struct Database {
    /// White to move, then Black to move.
    sides: [Vec<u8>; 2],
}

/// Where an analysis ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Analysis {
    /// With promotion or mate; after Black takes the knight, king and pawn play on.
    PlayedOn,
    /// Black's capture of the knight ends it too, won if king and pawn win: other people count so.
    KnightTakenEnds,
}

/// How many positions with the knight on the board are won in so many plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Legal positions.
    pub legal: usize,
    /// Those that White wins.
    pub won: usize,
    /// Those won in 0, 1, 2, … plies.
    pub by_plies: Vec<usize>,
}

impl Database {
    /// The database of [`Analysis::PlayedOn`], made when it is first asked for.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Database> = OnceLock::new();
        SHARED.get_or_init(|| Self::new(Analysis::PlayedOn))
    }

    /// The database, made now.
    #[must_use]
    pub fn new(analysis: Analysis) -> Self {
        let (mut retrograde, mates) = Retrograde::new();
        let known = (analysis == Analysis::KnightTakenEnds).then(Self::shared);
        retrograde.run([Vec::new(), mates], known);
        Self { sides: retrograde.sides }
    }

    /// Plies to the promotion or mate; `None` if White does not win.
    #[must_use]
    pub fn distance(&self, position: &Knpk) -> Option<u8> {
        match position.places() {
            Some(places) => won(self.sides[side(position.turn())][index(places)]),
            None => (position.ending_without_moves().score > 0.5).then_some(0),
        }
    }

    /// The distances of one side to move, by white king, black king, knight (64: taken) and pawn;
    /// 255 where White does not win, 254 where there is no legal position.
    #[must_use]
    pub fn distances(&self, turn: Turn) -> &[u8] {
        &self.sides[side(turn)]
    }

    /// The best moves: White's lead to the nearest win, Black's to none or to the farthest.
    #[must_use]
    pub fn best_moves(&self, position: &Knpk) -> Vec<Step> {
        let moves = position.legal_moves();
        let after = |&mv: &Step| self.distance(&position.play(mv)).map_or(u32::MAX, u32::from);
        let all = moves.as_ref().iter();
        let best = match position.turn() {
            Turn::Second => all.clone().map(after).max(),
            _ => all.clone().map(after).min(),
        };
        all.copied().filter(|mv| Some(after(mv)) == best).collect()
    }

    /// The counts of one side to move.
    #[must_use]
    pub fn counts(&self, turn: Turn) -> Counts {
        let mut counts = Counts { legal: 0, won: 0, by_plies: Vec::new() };
        for (i, &plies) in self.distances(turn).iter().enumerate() {
            if plies == ILLEGAL || places(i)[2] == TAKEN {
                continue;
            }
            counts.legal += 1;
            if let Some(plies) = won(plies).map(usize::from) {
                counts.won += 1;
                let reached = counts.by_plies.len().max(plies + 1);
                counts.by_plies.resize(reached, 0);
                counts.by_plies[plies] += 1;
            }
        }
        counts
    }
}

/// The distance, where the entry holds one.
pub(super) fn won(plies: u8) -> Option<u8> {
    (plies < ILLEGAL).then_some(plies)
}

fn side(turn: Turn) -> usize {
    usize::from(turn == Turn::Second)
}

fn index([white, black, knight, rank]: [u8; 4]) -> usize {
    ((usize::from(white) * 64 + usize::from(black)) * 65 + usize::from(knight)) * 6
        + usize::from(rank)
}

pub(super) fn places(index: usize) -> [u8; 4] {
    let (men, rank) = (index / 6, index % 6);
    [men / 65 / 64, men / 65 % 64, men % 65, rank].map(|place| place as u8)
}

/// The analysis at work: level by level, a ply farther from the end each.
struct Retrograde {
    sides: [Vec<u8>; 2],
    /// Black's moves that are not known to lose.
    left: Vec<u8>,
}

/// The positions that were found to be won in just so many plies: White to move, Black to move.
type Level = [Vec<u32>; 2];

impl Retrograde {
    /// Every legal position, none won yet but the mates; those mates.
    fn new() -> (Self, Vec<u32>) {
        let empty = || vec![ILLEGAL; SIZE];
        let mut new = Self { sides: [empty(), empty()], left: vec![0; SIZE] };
        let mut mates = Vec::new();
        for i in 0..SIZE {
            if Knpk::on(places(i), Turn::First).is_some() {
                new.sides[0][i] = NEVER;
            }
            let Some(black) = Knpk::on(places(i), Turn::Second) else { continue };
            new.left[i] = black.flights().count_ones() as u8;
            let mate = new.left[i] == 0 && black.is_check();
            new.sides[1][i] = if mate { 0 } else { NEVER };
            if mate {
                mates.push(i as u32);
            }
        }
        (new, mates)
    }

    /// Goes on from the mates until nothing new is found. Where `known` says what king and pawn win,
    /// taking the knight is an end too.
    fn run(&mut self, mut level: Level, known: Option<&Database>) {
        for plies in 1.. {
            let mut next = [Vec::new(), Vec::new()];
            for &i in &level[1] {
                self.before_white(i as usize, plies, &mut next[0]);
            }
            for &i in &level[0] {
                self.before_black(i as usize, plies, known.is_none(), &mut next[1]);
            }
            if plies == 1 {
                self.promotions(&mut next[0]);
                known.into_iter().for_each(|known| self.captures(known, &mut next[1]));
            }
            level = next;
            if level.iter().all(Vec::is_empty) {
                return;
            }
        }
    }

    /// White wins in one ply where a promotion wins.
    fn promotions(&mut self, found: &mut Vec<u32>) {
        for i in (5..SIZE).step_by(6) {
            if self.sides[0][i] != NEVER {
                continue;
            }
            let [white, black, knight, _] = places(i);
            let wins = |piece| {
                let pawn = Pawn::Became(piece);
                let promoted = Knpk { white, black, knight, pawn, turn: Turn::Second };
                promoted.has_promoted_well(piece)
            };
            let blocked = [white, black, knight].contains(&H8);
            if !blocked && Piece::ALL.into_iter().any(wins) {
                self.sides[0][i] = 1;
                found.push(i as u32);
            }
        }
    }

    /// The positions from which White can move to this one are won a ply later.
    fn before_white(&mut self, after: usize, plies: u8, found: &mut Vec<u32>) {
        let [white, black, knight, rank] = places(after);
        let mut reach = |before| {
            if self.sides[0][before] == NEVER {
                self.sides[0][before] = plies;
                found.push(before as u32);
            }
        };
        for from in each(KING[usize::from(white)]) {
            reach(index([from, black, knight, rank]));
        }
        if knight != TAKEN {
            for from in each(KNIGHT[usize::from(knight)]) {
                reach(index([white, black, from, rank]));
            }
        }
        if rank > 0 {
            reach(index([white, black, knight, rank - 1]));
        }
        // From h2 to h4, over a free h3.
        let h3 = 23;
        if rank == 2 && ![white, black, knight].contains(&h3) {
            reach(index([white, black, knight, 0]));
        }
    }

    /// Black has one move less that may save him, in each position from which he can move to this
    /// one; where it was the last, the position is won a ply later.
    fn before_black(&mut self, after: usize, plies: u8, uncaptures: bool, found: &mut Vec<u32>) {
        let [white, black, knight, rank] = places(after);
        for from in each(KING[usize::from(black)]) {
            self.one_less(index([white, from, knight, rank]), plies, found);
        }
        if uncaptures && knight == TAKEN {
            self.before_capture(after, plies, found);
        }
    }

    /// The same for the captures of the knight that lead to this position.
    fn before_capture(&mut self, after: usize, plies: u8, found: &mut Vec<u32>) {
        let [white, black, _, rank] = places(after);
        for from in each(KING[usize::from(black)]) {
            self.one_less(index([white, from, black, rank]), plies, found);
        }
    }

    fn one_less(&mut self, before: usize, plies: u8, found: &mut Vec<u32>) {
        if self.sides[1][before] != NEVER {
            return;
        }
        self.left[before] -= 1;
        if self.left[before] == 0 {
            self.sides[1][before] = plies;
            found.push(before as u32);
        }
    }

    /// Captures of the knight that lose all the same, by what is known of king and pawn, end it.
    fn captures(&mut self, known: &Database, found: &mut Vec<u32>) {
        for i in 0..SIZE {
            if places(i)[2] == TAKEN && won(known.sides[0][i]).is_some() {
                self.before_capture(i, 1, found);
            }
        }
    }
}
