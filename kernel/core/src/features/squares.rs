//! Piece-square sets: a value for each kind of piece, and one for each place that it may stand on.
//!
//! Thesis, chapter 7: the places are ranks and rings (27 weights), the squares of half a board
//! whose files are mirrored (157), or all squares (309). In chess kings have none, and Black's squares
//! are White's with the board turned upside down.

use shakmaty::{Bitboard, Color, Move, Piece, Rank, Role, Square};

use super::chessboard::{index, kind, piece, push_counts, seen_by, sign, unit};
use super::{Feature, FeatureSet, Sums, Table, Term};
use crate::evaluate::Context;
use crate::games::{Board, Variant};
use crate::value::Value;

/// What counts as one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// Ranks for pawns and for kings that race; for the others four rings, the first at the edge.
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
    fn name<V: Variant>(self, role: Role, square: Square) -> String {
        match self {
            Self::RanksAndRings if runs::<V>(role) => format!("rank{}", square.rank()),
            Self::RanksAndRings => format!("ring{}", ring(square)),
            Self::HalfBoard => left_half(square).to_string(),
            Self::FullBoard => square.to_string(),
        }
    }

    /// The place in a sentence.
    fn words<V: Variant>(self, role: Role, square: Square) -> String {
        let blacks = seen_by::<V>(Color::Black, square);
        match self {
            Self::RanksAndRings if runs::<V>(role) => {
                format!("on rank {}, Black's on rank {}", square.rank(), blacks.rank())
            }
            Self::RanksAndRings => format!("on ring {} from the edge", ring(square)),
            Self::HalfBoard => format!(
                "on {square} or {}, Black's on {blacks} or {}",
                square.flip_horizontal(),
                blacks.flip_horizontal()
            ),
            Self::FullBoard => format!("on {square}, Black's on {blacks}"),
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

/// Whether a kind's ranks matter more than its rings.
fn runs<V: Variant>(role: Role) -> bool {
    role == Role::Pawn || role == Role::King && V::SAME_WAY
}

/// Whether a kind can stand on a square. Pawns promote on the last rank, and only a horde has them
/// on the first.
fn has_place<V: Variant>(role: Role, square: Square) -> bool {
    match square.rank() {
        Rank::Eighth => role != Role::Pawn,
        Rank::First => role != Role::Pawn || V::PAWNS_AT_HOME,
        _ => true,
    }
}

/// A piece-square set. Its weights are prepared as one number for each kind on each square, six in
/// hand, and those of the terms.
pub struct Squares<V: Variant> {
    sort: Places,
    features: Vec<Feature>,
    tables: Vec<Table>,
    terms: Vec<Term<V>>,
    /// The feature of each kind on each square, by role.
    places: [[Option<u32>; 64]; 6],
}

/// Where the weights of pieces in hand begin, and those of the terms.
const HAND: usize = 6 * 64;
const TERMS: usize = HAND + 6;

/// The set in which the kinds that a variant counts have places of that sort.
#[must_use]
pub fn squares<V: Variant>(sort: Places) -> Squares<V> {
    let features = V::KINDS.iter().map(|&role| piece::<V>(role)).collect();
    let (tables, terms, places) = (Vec::new(), Vec::new(), [[None; 64]; 6]);
    let set = Squares { sort, features, tables, terms, places };
    V::KINDS.iter().fold(set, |set, &role| set.with_places(role))
}

impl<V: Variant> Squares<V> {
    /// With places for the king, which has no value of its own.
    #[must_use]
    pub fn with_king(self) -> Self {
        self.with_places(Role::King)
    }

    /// With a term more. No place may be added behind it.
    #[must_use]
    pub fn with(mut self, term: Term<V>) -> Self {
        self.features.push(term.feature);
        self.terms.push(term);
        self
    }

    fn with_places(mut self, role: Role) -> Self {
        for square in Square::ALL.into_iter().filter(|&square| has_place::<V>(role, square)) {
            self.add(role, square);
        }
        let seen = Square::ALL.map(|square| square.flip_vertical());
        let cells = seen.map(|square| self.places[index(role)][usize::from(square)]).to_vec();
        self.tables.push(Table { name: kind(role).to_owned(), width: 8, cells });
        self
    }

    /// Gives a kind on a square its feature: a new one, unless it shares the place of another.
    fn add(&mut self, role: Role, square: Square) {
        let kind = kind(role);
        let name = format!("{kind}_{}", self.sort.name::<V>(role, square));
        let known = self.features.iter().position(|feature| feature.name == name);
        let feature = known.unwrap_or_else(|| {
            let words = self.sort.words::<V>(role, square);
            let meaning = format!("White {kind}s minus Black {kind}s {words}");
            self.features.push(Feature::term(name.leak(), meaning.leak()));
            self.features.len() - 1
        });
        self.places[index(role)][usize::from(square)] = Some(feature as u32);
    }

    /// The features of a piece on a square: its kind's, and its place's.
    fn features_of(&self, piece: Piece, square: Square) -> impl Iterator<Item = u32> {
        let kind = V::KINDS.iter().position(|&role| role == piece.role).map(|kind| kind as u32);
        let seen = seen_by::<V>(piece.color, square);
        kind.into_iter().chain(self.places[index(piece.role)][usize::from(seen)])
    }
}

/// What a piece on a square is worth to its own side.
fn worth<V: Variant>(prepared: &[Value], piece: Piece, square: Square) -> i64 {
    let seen = usize::from(seen_by::<V>(piece.color, square));
    i64::from(prepared[index(piece.role) << 6 | seen])
}

/// White's pieces in hand minus Black's, by role.
fn in_hand<V: Variant>(position: &Board<V>) -> [i64; 6] {
    let pockets = position.rules().pockets();
    Role::ALL.map(|role| {
        let of = |color| pockets.map_or(0, |pockets| i64::from(*pockets.piece(role.of(color))));
        of(Color::White) - of(Color::Black)
    })
}

impl<V: Variant> FeatureSet<Board<V>> for Squares<V> {
    fn name(&self) -> &'static str {
        self.sort.set()
    }

    fn features(&self) -> &[Feature] {
        &self.features
    }

    fn unit(&self) -> Option<usize> {
        unit::<V>()
    }

    fn tables(&self) -> Vec<Table> {
        self.tables.clone()
    }

    fn counts(&self, position: &Board<V>, _context: &Context, out: &mut Vec<(u32, f64)>) {
        // A kind counts in hand too, a place on the board only.
        let mut counts = vec![0; self.features.len()];
        for (square, piece) in position.pieces() {
            let places = self.features_of(piece, square).filter(|&i| i as usize >= V::KINDS.len());
            places.for_each(|place| counts[place as usize] += sign(piece));
        }
        for (count, &role) in counts.iter_mut().zip(V::KINDS) {
            *count = i64::from(position.balance()[index(role)]);
        }
        let first = self.features.len() - self.terms.len();
        for (count, term) in counts[first..].iter_mut().zip(&self.terms) {
            *count = i64::from((term.count)(position.rules()));
        }
        push_counts(counts, out);
    }

    fn prepared(&self, weights: &[Value]) -> Vec<Value> {
        let worth = |role: Role, square| {
            let features = self.features_of(role.of(Color::White), square);
            features.fold(0, |sum: Value, i| sum.saturating_add(weights[i as usize]))
        };
        let squares = |role| Square::ALL.into_iter().map(move |square| worth(role, square));
        let mut prepared: Vec<_> = Role::ALL.into_iter().flat_map(squares).collect();
        prepared.resize(TERMS, 0);
        for (&role, &weight) in V::KINDS.iter().zip(weights) {
            prepared[HAND + index(role)] = weight;
        }
        prepared.extend(&weights[self.features.len() - self.terms.len()..]);
        prepared
    }

    fn weighted(&self, position: &Board<V>, _context: &Context, prepared: &[Value]) -> i64 {
        let pieces = position.pieces();
        let sum = |squares: Bitboard, piece| -> i64 {
            squares.into_iter().map(|square| worth::<V>(prepared, piece, square)).sum()
        };
        let difference = |role: Role| {
            let of = pieces.by_role(role);
            sum(of & pieces.white(), role.of(Color::White))
                - sum(of & pieces.black(), role.of(Color::Black))
        };
        let mut value: i64 = Role::ALL.into_iter().map(difference).sum();
        let kinds = &prepared[HAND..TERMS];
        if V::DROPS {
            let hand = in_hand(position).into_iter().zip(kinds);
            value += hand.map(|(count, &weight)| count * i64::from(weight)).sum::<i64>();
        }
        for (term, &weight) in self.terms.iter().zip(&prepared[TERMS..]) {
            value += i64::from((term.count)(position.rules())) * i64::from(weight);
        }
        value
    }

    fn tells_gain(&self) -> bool {
        true
    }

    fn gain(
        &self,
        position: &Board<V>,
        mv: Move,
        _context: &Context,
        prepared: &[Value],
        _before: &Sums,
    ) -> Option<i64> {
        let ours = position.color();
        let mut gain = 0;
        position.changes(mv, |change, piece, square| {
            let worth = change * worth::<V>(prepared, piece, square);
            gain += if piece.color == ours { worth } else { -worth };
        });
        let kind = |role: Role| i64::from(prepared[HAND + index(role)]);
        gain += position.taken_in_hand(mv).map_or(0, kind);
        if let Move::Put { role, .. } = mv {
            gain -= kind(role);
        }
        for (term, &weight) in self.terms.iter().zip(&prepared[TERMS..]) {
            gain += i64::from((term.change)(position, mv)?) * i64::from(weight);
        }
        Some(gain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::HasFeatures;
    use crate::games::Chess;

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
}
