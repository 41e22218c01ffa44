//! King proximity: a value for each kind, and one for how far it stands from each king.
//!
//! The thesis (9.2) suggests such tables for shogi, whose short-ranged pieces should not wander off
//! from where the game is decided. A distance is that of a king on an empty board: 1 to 8.

use std::sync::LazyLock;

use super::material::PIECES;
use super::{Feature, FeatureSet, Sums, Table, pieces, push_counts, sign};
use crate::evaluate::Context;
use crate::games::shogi::{Move, Origin, PieceKind, Position, ShogiWith, Side};
use crate::value::Value;

/// Thirteen kinds anywhere, and at eight distances from their own and from the enemy king.
pub struct KingProximity;

const DISTANCES: usize = 8;
const KINDS: usize = 13;

static FEATURES: LazyLock<Vec<Feature>> = LazyLock::new(|| {
    let mut features = PIECES.to_vec();
    for kind in &PieceKind::NAMES[..KINDS] {
        for king in ["own", "enemy"] {
            for distance in 1..=DISTANCES {
                let name = format!("{kind}_{king}{distance}");
                let meaning = format!(
                    "{kind} of Sente minus those of Gote, {distance} steps from the {king} king"
                );
                features.push(Feature::term(name.leak(), meaning.leak()));
            }
        }
    }
    features
});

/// The feature of a kind at a distance, from 1, to its own (0) or the enemy (1) king.
fn feature(kind: PieceKind, king: usize, distance: usize) -> usize {
    KINDS + (kind as usize * 2 + king) * DISTANCES + distance - 1
}

/// The steps of a king from one square to the other.
fn distance(a: u8, b: u8) -> usize {
    usize::from((a / 9).abs_diff(b / 9).max((a % 9).abs_diff(b % 9)))
}

/// How far a square is from a side's own king and from the enemy's.
fn distances(position: &Position, side: Side, square: u8) -> (usize, usize) {
    (distance(square, position.king(side)), distance(square, position.king(!side)))
}

/// What is prepared: the worth of each kind at each pair of distances, then of each kind in hand.
const IN_HAND: usize = KINDS * DISTANCES * DISTANCES;

fn worth(prepared: &[Value], kind: PieceKind, (own, enemy): (usize, usize)) -> i64 {
    i64::from(prepared[(kind as usize * DISTANCES + own - 1) * DISTANCES + enemy - 1])
}

fn held(prepared: &[Value], kind: PieceKind) -> i64 {
    i64::from(prepared[IN_HAND + kind as usize])
}

/// The pieces on the board that have a value.
fn valued(position: &Position) -> impl Iterator<Item = (Side, PieceKind, u8)> {
    pieces(position).filter(|&(_, kind, _)| kind != PieceKind::King)
}

impl<const D: bool> FeatureSet<ShogiWith<D>> for KingProximity {
    fn name(&self) -> &'static str {
        "king-proximity"
    }

    fn features(&self) -> &[Feature] {
        &FEATURES
    }

    fn unit(&self) -> Option<usize> {
        Some(0)
    }

    fn tables(&self) -> Vec<Table> {
        let table = |&kind: &PieceKind| {
            let row = |king| (1..=DISTANCES).map(move |d| Some(feature(kind, king, d) as u32));
            let name = format!("{}, near own and near enemy king", PieceKind::NAMES[kind as usize]);
            Table { name, width: DISTANCES, cells: row(0).chain(row(1)).collect() }
        };
        PieceKind::ALL[..KINDS].iter().map(table).collect()
    }

    fn counts(&self, position: &ShogiWith<D>, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let position = position.position();
        let mut counts = vec![0; FEATURES.len()];
        for (i, &count) in position.balance().iter().enumerate() {
            counts[i] = i32::from(count);
        }
        for (side, kind, square) in valued(position) {
            let (own, enemy) = distances(position, side, square);
            counts[feature(kind, 0, own)] += sign(side);
            counts[feature(kind, 1, enemy)] += sign(side);
        }
        push_counts(counts, out);
    }

    fn prepared(&self, weights: &[Value]) -> Vec<Value> {
        let worth = |kind: PieceKind, own, enemy| {
            let near = [feature(kind, 0, own), feature(kind, 1, enemy)];
            near.iter().fold(weights[kind as usize], |sum, &i| sum.saturating_add(weights[i]))
        };
        let mut prepared = Vec::with_capacity(IN_HAND + 7);
        for &kind in &PieceKind::ALL[..KINDS] {
            for own in 1..=DISTANCES {
                prepared.extend((1..=DISTANCES).map(|enemy| worth(kind, own, enemy)));
            }
        }
        prepared.extend(&weights[..7]);
        prepared
    }

    fn weighted(&self, position: &ShogiWith<D>, _context: &Context, prepared: &[Value]) -> i64 {
        let position = position.position();
        let on_board: i64 = valued(position)
            .map(|(side, kind, square)| {
                i64::from(sign(side)) * worth(prepared, kind, distances(position, side, square))
            })
            .sum();
        let [ours, theirs] = position.hands();
        let in_hand = |kind: PieceKind| {
            let surplus = i64::from(ours[kind as usize]) - i64::from(theirs[kind as usize]);
            surplus * held(prepared, kind)
        };
        on_board + PieceKind::IN_HAND.into_iter().map(in_hand).sum::<i64>()
    }

    fn gain(
        &self,
        position: &ShogiWith<D>,
        mv: Move,
        _context: &Context,
        prepared: &[Value],
        _before: &Sums,
    ) -> Option<i64> {
        let position = position.position();
        let us = position.turn();
        let worth = |kind, side, square| worth(prepared, kind, distances(position, side, square));
        let from = match mv.origin() {
            Origin::Hand(kind) => return Some(worth(kind, us, mv.to()) - held(prepared, kind)),
            Origin::Square(from) => from,
        };
        // A king that moves changes everybody's distance.
        let (_, kind) = position.piece(from).filter(|&(_, kind)| kind != PieceKind::King)?;
        let changes = position.changes(mv);
        let becomes = changes.promoted.map_or(kind, |(_, becomes)| becomes);
        let taken = |kind: PieceKind| worth(kind, !us, mv.to()) + held(prepared, kind.plain());
        let moved = worth(becomes, us, mv.to()) - worth(kind, us, from);
        Some(moved + changes.taken.map_or(0, taken))
    }
}
