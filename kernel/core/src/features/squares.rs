//! Piece-square sets: a value for each kind of piece, and one for each place that it may stand on.
//!
//! Thesis, chapter 7: the places are ranks and rings (27 weights), the squares of half a board
//! whose files are mirrored (157), or all squares (309). Kings have none, and Black's squares are
//! White's with the board turned upside down.

use shakmaty::{Bitboard, Color, Move, Piece, Rank, Role, Square};

use super::{Feature, FeatureSet, Table};
use crate::games::Chess;
use crate::value::Value;

/// What counts as one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// Ranks for pawns; for the others four rings, the first at the edge.
    RanksAndRings,
    /// Squares, those of the files e to h sharing a place with their mirror images.
    HalfBoard,
    /// Squares.
    FullBoard,
}

impl Places {
    /// The name of the feature set.
    const fn set(self) -> &'static str {
        match self {
            Self::RanksAndRings => "ranks-rings",
            Self::HalfBoard => "half-board",
            Self::FullBoard => "full-board",
        }
    }

    /// The place of a white piece on a square, in the names of features.
    fn name(self, role: Role, square: Square) -> String {
        match (self, role) {
            (Self::RanksAndRings, Role::Pawn) => format!("rank{}", square.rank()),
            (Self::RanksAndRings, _) => format!("ring{}", ring(square)),
            (Self::HalfBoard, _) => left_half(square).to_string(),
            (Self::FullBoard, _) => square.to_string(),
        }
    }

    /// The place in a sentence.
    fn words(self, role: Role, square: Square) -> String {
        let upside_down = square.flip_vertical();
        match (self, role) {
            (Self::RanksAndRings, Role::Pawn) => {
                format!("on rank {}, Black's on rank {}", square.rank(), upside_down.rank())
            }
            (Self::RanksAndRings, _) => format!("on ring {} from the edge", ring(square)),
            (Self::HalfBoard, _) => format!(
                "on {square} or {}, Black's on {upside_down} or {}",
                square.flip_horizontal(),
                upside_down.flip_horizontal()
            ),
            (Self::FullBoard, _) => format!("on {square}, Black's on {upside_down}"),
        }
    }
}

/// 1 at the edge of the board to 4 in the centre.
fn ring(square: Square) -> u32 {
    let inwards = |place: u32| place.min(7 - place);
    1 + inwards(u32::from(square.file())).min(inwards(u32::from(square.rank())))
}

fn left_half(square: Square) -> Square {
    let mirrored = square.flip_horizontal();
    if mirrored.file() < square.file() { mirrored } else { square }
}

/// A piece-square set. Its weights are prepared as one number for each kind on each square.
pub struct Squares {
    name: &'static str,
    features: Vec<Feature>,
    tables: Vec<Table>,
    /// The feature of each kind, by role.
    kinds: [Option<u32>; 6],
    /// The feature of each kind on each square, by role.
    places: [[Option<u32>; 64]; 6],
}

impl Squares {
    /// The set in which these kinds have places of that sort. The first kinds' features are
    /// `pieces`, in the same order; `has_place` says on which squares a kind can stand at all.
    #[must_use]
    pub fn new(
        places: Places,
        pieces: &[(Feature, Role)],
        has_place: impl Fn(Role, Square) -> bool,
    ) -> Self {
        let mut set = Self {
            name: places.set(),
            features: pieces.iter().map(|&(feature, _)| feature).collect(),
            tables: Vec::new(),
            kinds: [None; 6],
            places: [[None; 64]; 6],
        };
        for (i, &(piece, role)) in pieces.iter().enumerate() {
            set.kinds[index(role)] = Some(i as u32);
            for square in Square::ALL.into_iter().filter(|&square| has_place(role, square)) {
                set.add(places, piece.name, role, square);
            }
            let seen = Square::ALL.map(|square| square.flip_vertical());
            let cells = seen.map(|square| set.places[index(role)][usize::from(square)]).to_vec();
            set.tables.push(Table { name: piece.name.to_owned(), width: 8, cells });
        }
        set
    }

    /// Gives a kind on a square its feature: a new one, unless it shares the place of another.
    fn add(&mut self, places: Places, kind: &str, role: Role, square: Square) {
        let name = format!("{kind}_{}", places.name(role, square));
        let known = self.features.iter().position(|feature| feature.name == name);
        let feature = known.unwrap_or_else(|| {
            let words = places.words(role, square);
            let meaning = format!("White {kind}s minus Black {kind}s {words}");
            self.features.push(Feature::term(name.leak(), meaning.leak()));
            self.features.len() - 1
        });
        self.places[index(role)][usize::from(square)] = Some(feature as u32);
    }

    /// The features of a piece on a square: its kind's, and its place's.
    fn features_of(&self, piece: Piece, square: Square) -> impl Iterator<Item = u32> {
        let seen = seen_by(piece.color, square);
        let kind = self.kinds[index(piece.role)];
        kind.into_iter().chain(self.places[index(piece.role)][usize::from(seen)])
    }
}

/// The five kinds of chess; pawns never stand on the first and the last rank.
#[must_use]
pub fn chess_squares(places: Places) -> Squares {
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let pieces: Vec<_> = super::material::PIECES.into_iter().zip(roles).collect();
    Squares::new(places, &pieces, |role, square| {
        role != Role::Pawn || !matches!(square.rank(), Rank::First | Rank::Eighth)
    })
}

fn index(role: Role) -> usize {
    role as usize - 1
}

fn seen_by(color: Color, square: Square) -> Square {
    if color == Color::White { square } else { square.flip_vertical() }
}

/// What a piece on a square is worth to its own side.
fn worth(prepared: &[Value], role: Role, color: Color, square: Square) -> i64 {
    i64::from(prepared[index(role) << 6 | usize::from(seen_by(color, square))])
}

impl FeatureSet<Chess> for Squares {
    fn name(&self) -> &'static str {
        self.name
    }

    fn features(&self) -> &[Feature] {
        &self.features
    }

    fn unit(&self) -> Option<usize> {
        Some(0)
    }

    fn tables(&self) -> Vec<Table> {
        self.tables.clone()
    }

    fn counts(&self, position: &Chess, out: &mut Vec<(u32, f64)>) {
        let mut counts = vec![0; self.features.len()];
        for (square, piece) in position.pieces() {
            for feature in self.features_of(piece, square) {
                counts[feature as usize] += if piece.color == Color::White { 1 } else { -1 };
            }
        }
        let counts = counts.into_iter().enumerate().filter(|&(_, count)| count != 0);
        out.extend(counts.map(|(i, count)| (i as u32, f64::from(count))));
    }

    fn prepared(&self, weights: &[Value]) -> Vec<Value> {
        let worth = |role: Role, square| {
            let features = self.features_of(role.of(Color::White), square);
            features.fold(0, |sum: Value, i| sum.saturating_add(weights[i as usize]))
        };
        let squares = |role| Square::ALL.into_iter().map(move |square| worth(role, square));
        Role::ALL.into_iter().flat_map(squares).collect()
    }

    fn weighted(&self, position: &Chess, prepared: &[Value]) -> i64 {
        let pieces = position.pieces();
        let sum = |squares: Bitboard, role, color| -> i64 {
            squares.into_iter().map(|square| worth(prepared, role, color, square)).sum()
        };
        let difference = |role| {
            let of = pieces.by_role(role);
            sum(of & pieces.white(), role, Color::White)
                - sum(of & pieces.black(), role, Color::Black)
        };
        Role::ALL.into_iter().map(difference).sum()
    }

    fn gain(&self, position: &Chess, mv: Move, prepared: &[Value]) -> Option<i64> {
        let us = position.color();
        let worth = |role, color, square| worth(prepared, role, color, square);
        match mv {
            Move::Normal { role, from, capture, to, promotion } => {
                let moved = worth(promotion.unwrap_or(role), us, to) - worth(role, us, from);
                Some(moved + capture.map_or(0, |victim| worth(victim, !us, to)))
            }
            Move::EnPassant { from, to } => {
                let moved = worth(Role::Pawn, us, to) - worth(Role::Pawn, us, from);
                let taken = Square::from_coords(to.file(), from.rank());
                Some(moved + worth(Role::Pawn, !us, taken))
            }
            Move::Castle { .. } | Move::Put { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::HasFeatures;
    use crate::game::{Game, Rules};
    use crate::rng::Chance;

    fn set(name: &str) -> &'static dyn FeatureSet<Chess> {
        Chess::features(name).unwrap()
    }

    #[test]
    fn the_sets_have_as_many_weights_as_those_of_the_thesis() {
        for (name, weights) in [("ranks-rings", 27), ("half-board", 157), ("full-board", 309)] {
            assert_eq!(set(name).features().len(), weights, "{name}");
        }
        let names: Vec<_> = set("ranks-rings").features().iter().map(|f| f.name).collect();
        assert_eq!(
            names[4..13].join(" "),
            "queen pawn_rank2 pawn_rank3 pawn_rank4 pawn_rank5 \
             pawn_rank6 pawn_rank7 knight_ring1 knight_ring2"
        );
    }

    #[test]
    fn tables_show_the_board_as_white_sees_it() {
        let table = |name: &str, i: usize| set(name).tables()[i].clone();
        let named =
            |name: &str, cell: Option<u32>| set(name).features()[cell.unwrap() as usize].name;
        let (rings, full) = (table("ranks-rings", 1), table("full-board", 1));
        let half = table("half-board", 0);
        assert_eq!((full.name.as_str(), full.width, full.cells.len()), ("knight", 8, 64));
        assert_eq!(named("full-board", full.cells[0]), "knight_a8");
        assert_eq!(named("full-board", full.cells[63]), "knight_h1");
        assert_eq!(named("half-board", half.cells[15]), "pawn_a7");
        assert_eq!(half.cells[..8], [None; 8], "no pawn on the last rank");
        assert_eq!(named("ranks-rings", rings.cells[9]), "knight_ring2");
        assert_eq!(rings.cells[27], rings.cells[36], "d5 and e4 lie on one ring");
    }

    #[test]
    fn weighted_is_counts_times_weights_and_gains_are_exact() {
        let mut chance = Chance::new(5, 0);
        for name in ["ranks-rings", "half-board", "full-board"] {
            let set = set(name);
            let weights: Vec<Value> =
                set.features().iter().map(|_| chance.below(4_000) as Value - 2_000).collect();
            let prepared = set.prepared(&weights);
            let (mut position, mut told) = (Chess::start(), 0);
            for _ in 0..5_000 {
                let mut counts = Vec::new();
                set.counts(&position, &mut counts);
                let plain: i64 = counts
                    .iter()
                    .map(|&(i, count)| count as i64 * i64::from(weights[i as usize]))
                    .sum();
                let value = set.weighted(&position, &prepared);
                assert_eq!(value, plain, "{}", position.text());
                let moves = position.legal_moves();
                let sign = i64::from(position.turn().sign());
                for &mv in &moves {
                    let change = set.weighted(&position.play(mv), &prepared) - value;
                    if let Some(gain) = set.gain(&position, mv, &prepared) {
                        assert_eq!(gain, change * sign, "{} {mv:?}", position.text());
                        told += 1;
                    }
                }
                let over = moves.is_empty() || position.dead().is_some();
                position =
                    if over { Chess::start() } else { position.play(*chance.choose(&moves)) };
            }
            assert!(told > 10_000, "{told}");
        }
    }
}
