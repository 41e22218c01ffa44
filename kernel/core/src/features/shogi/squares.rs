//! Piece-squares of shogi: a value for each kind, and one for each place that it stands on.
//!
//! The thesis (9.2) found them worth learning. Files are mirrored, so that 2c and 8c are one place:
//! what the right side teaches, the left side knows. Kings have places but no value.

use std::sync::LazyLock;

use super::material::PIECES;
use super::{Feature, FeatureSet, Sums, Table, pieces, push_counts, sign};
use crate::evaluate::Context;
use crate::games::shogi::{Move, Origin, PieceKind, Position, ShogiWith, Side, can_stand};
use crate::value::Value;

/// Thirteen kinds anywhere, and fourteen on each place where they can stand.
pub struct PieceSquares;

struct Declared {
    features: Vec<Feature>,
    /// The feature of each kind on each square, as Sente sees the board.
    places: [[Option<u32>; 81]; 14],
}

static DECLARED: LazyLock<Declared> = LazyLock::new(|| {
    let mut declared = Declared { features: PIECES.to_vec(), places: [[None; 81]; 14] };
    for kind in PieceKind::ALL {
        // The far side first; files 1 to 5 alone
        // have features of their own.
        for (rank, file) in (0..9).flat_map(|rank| (0..5).map(move |file| (rank, file))) {
            let square = 9 * file + rank;
            if can_stand(kind, Side::Sente, square) {
                let feature = declared.features.len() as u32;
                declared.features.push(place(kind, file, rank));
                let mirrored = 9 * (8 - file) + rank;
                for square in [square, mirrored] {
                    declared.places[kind as usize][usize::from(square)] = Some(feature);
                }
            }
        }
    }
    declared
});

fn place(kind: PieceKind, file: u8, rank: u8) -> Feature {
    let kind = PieceKind::NAMES[kind as usize];
    let letter = |rank: u8| char::from(b'a' + rank);
    let name = format!("{kind}_{}{}", file + 1, letter(rank));
    let (here, there) = (letter(rank), letter(8 - rank));
    let files = if file == 4 { "5".to_owned() } else { format!("{} or {}", file + 1, 9 - file) };
    let meaning = format!(
        "{kind} of Sente on rank {here} minus those of Gote on rank {there}, on file {files}"
    );
    Feature::term(name.leak(), meaning.leak())
}

/// A square as the side that has a piece on it sees the board.
fn seen_by(side: Side, square: u8) -> u8 {
    if side == Side::Sente { square } else { 80 - square }
}

/// What is prepared: the worth of each kind on each square, then of each kind in hand.
const IN_HAND: usize = 14 * 81;

fn worth(prepared: &[Value], kind: PieceKind, side: Side, square: u8) -> i64 {
    i64::from(prepared[kind as usize * 81 + usize::from(seen_by(side, square))])
}

fn held(prepared: &[Value], kind: PieceKind) -> i64 {
    i64::from(prepared[IN_HAND + kind as usize])
}

fn in_hands(position: &Position, prepared: &[Value]) -> i64 {
    let [ours, theirs] = position.hands();
    let surplus =
        |kind: PieceKind| i64::from(ours[kind as usize]) - i64::from(theirs[kind as usize]);
    PieceKind::IN_HAND.into_iter().map(|kind| surplus(kind) * held(prepared, kind)).sum()
}

impl<const D: bool> FeatureSet<ShogiWith<D>> for PieceSquares {
    fn name(&self) -> &'static str {
        "piece-squares"
    }

    fn features(&self) -> &[Feature] {
        &DECLARED.features
    }

    fn unit(&self) -> Option<usize> {
        Some(0)
    }

    fn tables(&self) -> Vec<Table> {
        let table = |kind: PieceKind| {
            let of_rank = |rank: usize| (0..9).rev().map(move |file| 9 * file + rank);
            let cells = (0..9).flat_map(of_rank).map(|i| DECLARED.places[kind as usize][i]);
            let name = PieceKind::NAMES[kind as usize].to_owned();
            Table { name, width: 9, cells: cells.collect() }
        };
        PieceKind::ALL.map(table).to_vec()
    }

    fn counts(&self, position: &ShogiWith<D>, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let position = position.position();
        let mut counts = vec![0; DECLARED.features.len()];
        for (i, &count) in position.balance().iter().enumerate() {
            counts[i] = i32::from(count);
        }
        for (side, kind, square) in pieces(position) {
            let place = DECLARED.places[kind as usize][usize::from(seen_by(side, square))];
            if let Some(place) = place {
                counts[place as usize] += sign(side);
            }
        }
        push_counts(counts, out);
    }

    fn prepared(&self, weights: &[Value]) -> Vec<Value> {
        let worth = |kind: PieceKind, square: usize| {
            let piece: Value = if kind == PieceKind::King { 0 } else { weights[kind as usize] };
            let place = DECLARED.places[kind as usize][square];
            piece.saturating_add(place.map_or(0, |i| weights[i as usize]))
        };
        let on_board =
            PieceKind::ALL.into_iter().flat_map(|kind| (0..81).map(move |i| worth(kind, i)));
        on_board.chain(weights[..7].iter().copied()).collect()
    }

    fn weighted(&self, position: &ShogiWith<D>, _context: &Context, prepared: &[Value]) -> i64 {
        let position = position.position();
        let on_board: i64 = pieces(position)
            .map(|(side, kind, square)| i64::from(sign(side)) * worth(prepared, kind, side, square))
            .sum();
        on_board + in_hands(position, prepared)
    }

    fn gain(
        &self,
        position: &ShogiWith<D>,
        mv: Move,
        _context: &Context,
        prepared: &[Value],
        _before: &Sums,
    ) -> Option<i64> {
        let (position, to) = (position.position(), mv.to());
        let us = position.turn();
        let worth = |kind, side, square| worth(prepared, kind, side, square);
        let from = match mv.origin() {
            Origin::Hand(kind) => return Some(worth(kind, us, to) - held(prepared, kind)),
            Origin::Square(from) => from,
        };
        let (_, kind) = position.piece(from)?;
        let changes = position.changes(mv);
        let becomes = changes.promoted.map_or(kind, |(_, becomes)| becomes);
        let taken = |kind: PieceKind| worth(kind, !us, to) + held(prepared, kind.plain());
        Some(worth(becomes, us, to) - worth(kind, us, from) + changes.taken.map_or(0, taken))
    }
}
