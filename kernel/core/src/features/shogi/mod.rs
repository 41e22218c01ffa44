//! The feature sets of shogi.

mod hand;
mod kings;
mod material;
mod squares;

use super::{Feature, FeatureSet, HasFeatures, Sums, Table};
use crate::games::shogi::{PieceKind, Position, ShogiWith, Side};

impl<const DECLARATION: bool> HasFeatures for ShogiWith<DECLARATION> {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        &[&material::Material, &hand::Hand, &squares::PieceSquares, &kings::KingProximity]
    }
}

fn sign(side: Side) -> i32 {
    if side == Side::Sente { 1 } else { -1 }
}

/// The pieces on the board: whose, what and where.
fn pieces(position: &Position) -> impl Iterator<Item = (Side, PieceKind, u8)> {
    let on = |square| position.piece(square).map(|(side, kind)| (side, kind, square));
    position.occupied_squares().filter_map(on)
}

/// Adds the counts that are not zero.
fn push_counts(counts: impl IntoIterator<Item = i32>, out: &mut Vec<(u32, f64)>) {
    let counts = counts.into_iter().enumerate().filter(|&(_, count)| count != 0);
    out.extend(counts.map(|(i, count)| (i as u32, f64::from(count))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use crate::games::Shogi;
    use crate::rng::Rng;
    use crate::value::Value;

    #[test]
    fn weighted_is_counts_times_weights_and_gains_are_exact() {
        let mut chance = Rng::new(5, 0);
        for set in Shogi::feature_sets() {
            let weights: Vec<Value> =
                set.features().iter().map(|_| chance.below(4_000) as Value - 2_000).collect();
            let prepared = set.prepared(&weights);
            let (mut position, mut told) = (Shogi::start(), 0);
            for _ in 0..3_000 {
                let mut counts = Vec::new();
                let context = set.at_root(&position);
                set.counts(&position, &context, &mut counts);
                let plain: i64 = counts
                    .iter()
                    .map(|&(i, count)| count as i64 * i64::from(weights[i as usize]))
                    .sum();
                let before = set.sums(&position, &context, &prepared);
                let value = before.value;
                assert_eq!(value, plain, "{} in {}", set.name(), position.text());
                let moves = position.legal_moves();
                let sign = i64::from(position.turn().sign());
                for &mv in &moves {
                    let change = set.weighted(&position.play(mv), &context, &prepared) - value;
                    if let Some(gain) = set.gain(&position, mv, &context, &prepared, &before) {
                        let text = position.move_text(mv);
                        assert_eq!(gain, change * sign, "{} {text}", position.text());
                        told += 1;
                    }
                }
                position = if moves.is_empty() {
                    Shogi::start()
                } else {
                    position.play(*chance.choose(&moves))
                };
            }
            assert!(told > 10_000, "{}: {told}", set.name());
        }
    }

    #[test]
    fn no_set_favours_a_side_at_the_start() {
        for set in Shogi::feature_sets() {
            let mut counts = Vec::new();
            set.counts(&Shogi::start(), &set.at_root(&Shogi::start()), &mut counts);
            assert_eq!(counts, [], "{}", set.name());
        }
    }

    #[test]
    fn names_are_distinct_and_pieces_start_at_one() {
        for (set, size, pieces) in [
            ("material", 13, 13),
            ("hand", 20, 20),
            ("piece-squares", 623, 13),
            ("king-proximity", 221, 13),
        ] {
            let features = Shogi::features(set).unwrap().features();
            let names: std::collections::HashSet<_> = features.iter().map(|f| f.name).collect();
            assert_eq!((names.len(), features.len()), (size, size), "{set}");
            let starts = features.iter().filter(|f| f.start == 1.0).count();
            assert_eq!(starts, pieces, "{set}");
        }
    }

    #[test]
    fn tables_show_the_board_as_sente_sees_it() {
        let set = Shogi::features("piece-squares").unwrap();
        let tables = set.tables();
        let name = |cell: Option<u32>| cell.map_or("", |i| set.features()[i as usize].name);
        let (pawn, rook) = (&tables[0], &tables[6]);
        assert_eq!((pawn.name.as_str(), pawn.width, pawn.cells.len()), ("pawn", 9, 81));
        assert_eq!(name(pawn.cells[0]), "", "a pawn on the last rank would be dead");
        assert_eq!(name(pawn.cells[9]), "pawn_1b");
        assert_eq!(name(rook.cells[4]), "rook_5a");
        assert_eq!(rook.cells[9 * 7 + 1], rook.cells[9 * 7 + 7], "8h mirrors 2h");
        assert_eq!(tables.len(), 14);
    }
}
