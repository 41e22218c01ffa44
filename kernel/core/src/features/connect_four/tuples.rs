//! N-tuples (S. Lucas 2008): every line of four has a weight for each thing that its squares can
//! hold together, and another one when the other side is to move.
//!
//! M. Thill, P. Koch and W. Konen (Reinforcement learning with n-tuples on the game Connect-4, 2012)
//! tell squares that a disc can fall on now from other empty ones, as is done here. A line and its
//! mirror image share their weights. The features of `lines` and the squares to win on stand first:
//! they judge what no game has shown yet.

use std::sync::LazyLock;

use super::lines::{self, counted, lasting};
use super::{LINES, board, mirrored, name};
use crate::evaluate::Context;
use crate::features::{Feature, FeatureSet, Table};
use crate::game::{Game, Turn};
use crate::games::ConnectFour;
use crate::games::connect_four::{BOARD, COLUMNS, ROWS, STRIDE, reachable};
use crate::value::Value;

/// The lines as 4-tuples, the squares to win on, and the features of `lines`.
pub struct Tuples;

/// What a square can hold, as names of features write it: nothing for now, nothing but the next disc
/// of its column, X or O.
const HELD: [char; 4] = ['e', 'n', 'x', 'o'];
const LATER: usize = 0;
const NEXT: usize = 1;
/// States of four squares, each whoever is to move.
const STATES: usize = 2 * 4 * 4 * 4 * 4;
/// Stands for a state that no feature counts.
const UNCOUNTED: u32 = u32::MAX;

/// Who would win on a square.
const WINNERS: [&str; 3] = ["x", "o", "both"];
const TURNS: [&str; 2] = ["x", "o"];

/// A line, its squares in the order of the line that it shares its weights with.
struct Tuple {
    squares: [u8; 4],
    /// Where its states begin.
    first: usize,
}

struct Built {
    features: Vec<Feature>,
    tuples: Vec<Tuple>,
    /// The feature of each winner on each square, and whose turn it is.
    places: [[u32; STRIDE * COLUMNS]; 6],
    /// The feature of each state, or `UNCOUNTED`.
    states: Vec<u32>,
}

static BUILT: LazyLock<Built> = LazyLock::new(|| {
    let mut features = lines::FEATURES.to_vec();
    let places = places(&mut features);
    let (mut tuples, mut states) = (Vec::new(), Vec::new());
    let mut known: Vec<[u8; 4]> = Vec::new();
    for line in LINES {
        let (number, squares) = shared(&known, line);
        if number == known.len() {
            known.push(line);
            states.extend((0..STATES).map(|state| counted_as(line, state, &mut features)));
        }
        tuples.push(Tuple { squares, first: number * STATES });
    }
    Built { features, tuples, places, states }
});

/// The number of the line among those known that it shares its weights with, or a new one, and its
/// squares in that line's order.
fn shared(known: &[[u8; 4]], line: [u8; 4]) -> (usize, [u8; 4]) {
    let mut image = line.map(mirrored);
    image.sort_unstable();
    let is_image = |of: &[u8; 4]| {
        let mut sorted = *of;
        sorted.sort_unstable();
        sorted == image
    };
    let found = known.iter().position(is_image);
    found.map_or((known.len(), line), |number| (number, known[number].map(mirrored)))
}

/// The features of squares to win on, mirrored ones together.
fn places(features: &mut Vec<Feature>) -> [[u32; STRIDE * COLUMNS]; 6] {
    let mut places = [[UNCOUNTED; STRIDE * COLUMNS]; 6];
    for (number, place) in places.iter_mut().enumerate() {
        let (winner, turn) = (WINNERS[number % 3], TURNS[number / 3]);
        for column in 0..COLUMNS.div_ceil(2) {
            for row in 1..ROWS {
                let square = (STRIDE * column + row) as u8;
                place[usize::from(square)] = features.len() as u32;
                place[usize::from(mirrored(square))] = features.len() as u32;
                let (named, image) = (name(square), name(mirrored(square)));
                let meaning = format!(
                    "of {named} and {image}, squares on which {} would win later; {} to move",
                    if winner == "both" { "either" } else { winner },
                    turn.to_uppercase(),
                );
                let name = format!("wins-{winner}_{named}_{turn}");
                features.push(Feature::term(name.leak(), meaning.leak()));
            }
        }
    }
    places
}

/// What the squares of a line hold in a state, and whose turn it is.
fn held(state: usize) -> ([usize; 4], usize) {
    let squares = state / 2;
    ([squares / 64, squares / 16 % 4, squares / 4 % 4, squares % 4], state % 2)
}

/// The new feature of a state; none for those that cannot be, or that say nothing.
fn counted_as(line: [u8; 4], state: usize, features: &mut Vec<Feature>) -> u32 {
    let (squares, turn) = held(state);
    if !can_be(line, squares) || squares == [LATER; 4] {
        return UNCOUNTED;
    }
    let letters: String = squares.iter().map(|&square| HELD[square]).collect();
    let (from, to) = (name(line[0]), name(line[3]));
    let meaning = format!(
        "{from} to {to} hold {letters}, or their mirror images do (n: next in its column, e: empty \
         otherwise); {} to move",
        TURNS[turn].to_uppercase()
    );
    let name = format!("{from}-{to}_{letters}_{}", TURNS[turn]);
    features.push(Feature::term(name.leak(), meaning.leak()));
    features.len() as u32 - 1
}

/// Whether the squares of a line can hold that in a game that goes on.
fn can_be(line: [u8; 4], squares: [usize; 4]) -> bool {
    let is_full = |square: usize| square > NEXT;
    if squares[0] > NEXT && squares == [squares[0]; 4] {
        return false;
    }
    let on_the_ground = |square: u8| usize::from(square) % STRIDE == 0;
    if line.iter().zip(squares).any(|(&square, what)| on_the_ground(square) && what == LATER) {
        return false;
    }
    let is_column = line[1] == line[0] + 1;
    let stands =
        |pair: &[usize]| if is_full(pair[0]) { pair[1] != LATER } else { pair[1] == LATER };
    !is_column || squares.windows(2).all(stands)
}

/// What each square holds.
fn holding(first: u64, second: u64) -> [u8; STRIDE * COLUMNS] {
    let next = reachable(first | second);
    let at = |square: usize| {
        let (first, second, next) = (first >> square, second >> square, next >> square);
        (2 * (first & 1) + 3 * (second & 1) + (next & 1)) as u8
    };
    std::array::from_fn(at)
}

impl Built {
    /// The states of all lines of a position.
    fn met(&self, position: &ConnectFour) -> impl Iterator<Item = usize> {
        let (first, second) = position.first_and_second();
        let (held, turn) = (holding(first, second), turn(position));
        self.tuples.iter().map(move |tuple| {
            let of = |place: usize| usize::from(held[usize::from(tuple.squares[place])]);
            let squares = (4 * of(0) + of(1)) * 16 + 4 * of(2) + of(3);
            tuple.first + 2 * squares + turn
        })
    }

    /// The features of the squares to win on.
    fn won(&self, position: &ConnectFour, [x, o]: [u64; 2]) -> impl Iterator<Item = u32> {
        let turn = turn(position);
        let kinds = [x & !o, o & !x, x & o].into_iter().zip(&self.places[3 * turn..][..3]);
        kinds.flat_map(|(squares, places)| bits(squares).map(|square| places[square]))
    }
}

fn turn(position: &ConnectFour) -> usize {
    usize::from(position.turn() == Turn::Second)
}

/// The numbers of the squares of a set.
fn bits(squares: u64) -> impl Iterator<Item = usize> {
    let next = |&left: &u64| Some(left & left.wrapping_sub(1));
    let left = std::iter::successors(Some(squares & BOARD), next).take_while(|&left| left != 0);
    left.map(|left| left.trailing_zeros() as usize)
}

impl FeatureSet<ConnectFour> for Tuples {
    fn name(&self) -> &'static str {
        "tuples"
    }

    fn features(&self) -> &[Feature] {
        &BUILT.features
    }

    fn tables(&self) -> Vec<Table> {
        let wins = BUILT.places.iter().enumerate().map(|(number, places)| {
            let called = format!("wins-{}_{}", WINNERS[number % 3], TURNS[number / 3]);
            let feature = |square: u8| places[usize::from(square)];
            board(&called, |square| Some(feature(square)).filter(|&place| place != UNCOUNTED))
        });
        std::iter::once(lines::columns()).chain(wins).collect()
    }

    fn counts(&self, position: &ConnectFour, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let (built, lasting) = (&*BUILT, lasting(position));
        lines::push(&counted(position, lasting), out);
        let states = built.met(position).map(|state| built.states[state]);
        let mut features: Vec<u32> = states.chain(built.won(position, lasting)).collect();
        features.sort_unstable();
        let each = features.chunk_by(|one, other| one == other);
        let counted = each.filter(|same| same[0] != UNCOUNTED);
        out.extend(counted.map(|same| (same[0], same.len() as f64)));
    }

    /// The weights as they are up to the lines, and then one for each state.
    fn prepared(&self, weights: &[Value]) -> Vec<Value> {
        let weight = |&feature: &u32| weights.get(feature as usize).copied().unwrap_or(0);
        let before_lines = &weights[..BEFORE_LINES];
        before_lines.iter().copied().chain(BUILT.states.iter().map(weight)).collect()
    }

    fn weighted(&self, position: &ConnectFour, _context: &Context, prepared: &[Value]) -> i64 {
        let (built, lasting) = (&*BUILT, lasting(position));
        let (plain, states) = prepared.split_at(BEFORE_LINES);
        let tuples: i64 = built.met(position).map(|state| i64::from(states[state])).sum();
        let won = built.won(position, lasting).map(|place| i64::from(plain[place as usize]));
        tuples + won.sum::<i64>() + lines::weighed(&counted(position, lasting), plain)
    }
}

/// Features before those of the tuples: a number for each winner, turn and square of half the board
/// above the ground, after those of `lines`.
const BEFORE_LINES: usize = lines::SIZE + 6 * COLUMNS.div_ceil(2) * (ROWS - 1);
