//! Tapered sets of chess: every weight has a value in the middle game and one in the end game.
//!
//! A position lies between the two by the men beside pawns that are left: all of them is the middle
//! game, none the end. `tapered` has a table of squares for every kind, the king's too; `rich` has
//! terms besides: what pieces can do, how pawns and kings stand, what is threatened.

mod rich;
mod sink;
mod unit;
mod view;

pub(super) use rich::Rich;
pub use sink::Sink;
pub use unit::MEASURED;

use std::marker::PhantomData;
use std::sync::OnceLock;

use shakmaty::{Color, Move, Piece, Role, Square};

use self::sink::{Counted, Weighed};
use super::chessboard::{index, push_counts, seen_by, sign, unit};
use super::{Feature, FeatureSet, Places, Squares, Sums, Table, squares};
use crate::evaluate::Context;
use crate::games::Chess;
use crate::value::Value;

/// Men beside pawns at the start, a rook counting two and a queen four.
const FULL: i64 = 24;
/// Where the weights of the terms begin, after a number for each kind on each square; in pairs, that
/// of the middle game first.
const TERMS: usize = 6 * 64;

/// What a tapered set counts beside pieces on squares.
pub trait Terms: Send + Sync + 'static {
    /// The name of the set.
    const NAME: &'static str;
    /// Whether a move tells by itself what it changes: without terms it does.
    const TELLS_GAIN: bool;
    /// The terms, in the order of their weights.
    fn features() -> Vec<Feature>;
    /// Terms that belong together, to be drawn as one; the first has the number 0.
    fn tables() -> Vec<Table>;
    /// Counts the terms of a position, White's minus Black's.
    fn scan(position: &Chess, sink: &mut impl Sink);
}

/// No terms: tables alone.
pub struct Alone;

impl Terms for Alone {
    const NAME: &'static str = "tapered";
    const TELLS_GAIN: bool = true;

    fn features() -> Vec<Feature> {
        Vec::new()
    }

    fn tables() -> Vec<Table> {
        Vec::new()
    }

    fn scan(_position: &Chess, _sink: &mut impl Sink) {}
}

/// Tables of squares, and the terms.
pub struct Tapered<T: Terms> {
    squares: Squares<shakmaty::Chess>,
    features: Vec<Feature>,
    tables: Vec<Table>,
    unit: OnceLock<Vec<(u32, f64)>>,
    terms: PhantomData<T>,
}

impl<T: Terms> Tapered<T> {
    /// The set.
    pub fn new() -> Self {
        let squares: Squares<shakmaty::Chess> = squares(Places::FullBoard).with_king();
        let first = squares.features().len() as u32;
        let mut tables = squares.tables();
        tables.extend(T::tables().into_iter().map(|mut table| {
            table.cells.iter_mut().flatten().for_each(|term| *term += first);
            table
        }));
        let features = [squares.features(), &T::features()].concat();
        Self { squares, features, tables, unit: OnceLock::new(), terms: PhantomData }
    }
}

/// What a man adds to [`FULL`].
fn presence(role: Role) -> i64 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    }
}

/// The men that are there. Promoted ones may make it more than at the start.
fn men(position: &Chess) -> i64 {
    let of = |role| position.pieces().by_role(role).count() as i64 * presence(role);
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().map(of).sum()
}

/// The sums of the phases as one value.
fn blended([middle, end]: [i64; 2], men: i64) -> i64 {
    let men = men.min(FULL);
    (middle * men + end * (FULL - men)) / FULL
}

/// What a piece on a square is worth to its own side in each phase.
#[inline]
fn worth(prepared: &[Value], piece: Piece, square: Square) -> [i64; 2] {
    let seen = usize::from(seen_by::<shakmaty::Chess>(piece.color, square));
    let at = (index(piece.role) << 6 | seen) << 1;
    [i64::from(prepared[at]), i64::from(prepared[at + 1])]
}

impl<T: Terms> FeatureSet<Chess> for Tapered<T> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn features(&self) -> &[Feature] {
        &self.features
    }

    fn phases(&self) -> &[&'static str] {
        &["middle", "end"]
    }

    fn first_share(&self, position: &Chess) -> f64 {
        men(position).min(FULL) as f64 / FULL as f64
    }

    fn unit(&self) -> Option<usize> {
        unit::<shakmaty::Chess>()
    }

    fn unit_counts(&self) -> Vec<(u32, f64)> {
        self.unit.get_or_init(|| unit::of_a_pawn(self)).clone()
    }

    fn tables(&self) -> Vec<Table> {
        self.tables.clone()
    }

    fn counts(&self, position: &Chess, context: &Context, out: &mut Vec<(u32, f64)>) {
        self.squares.counts(position, context, out);
        let first = self.squares.features().len();
        let mut counted = Counted(vec![0; self.features.len()]);
        T::scan(position, &mut sink::From { first, sink: &mut counted });
        push_counts(counted.0, out);
    }

    fn prepared(&self, weights: &[Value]) -> Vec<Value> {
        let (middle, end) = weights.split_at(self.features.len());
        let ready = |phase: &[Value]| {
            let (squares, terms) = phase.split_at(self.squares.features().len());
            let mut ready = self.squares.prepared(squares);
            ready.truncate(TERMS);
            ready.extend(terms);
            ready
        };
        let pairs = ready(middle).into_iter().zip(ready(end));
        pairs.flat_map(|(middle, end)| [middle, end]).collect()
    }

    fn weighted(&self, position: &Chess, context: &Context, prepared: &[Value]) -> i64 {
        self.sums(position, context, prepared).value
    }

    fn sums(&self, position: &Chess, _context: &Context, prepared: &[Value]) -> Sums {
        let (squares, terms) = prepared.split_at(2 * TERMS);
        let mut weighed = Weighed { weights: terms, sums: [0; 2] };
        let pieces = position.pieces();
        for role in Role::ALL {
            for (color, sign) in [(Color::White, 1), (Color::Black, -1)] {
                for square in pieces.by_piece(role.of(color)) {
                    let [middle, end] = worth(squares, role.of(color), square);
                    weighed.sums[0] += sign * middle;
                    weighed.sums[1] += sign * end;
                }
            }
        }
        T::scan(position, &mut weighed);
        Sums { value: blended(weighed.sums, men(position)), phases: weighed.sums }
    }

    fn tells_gain(&self) -> bool {
        T::TELLS_GAIN
    }

    fn gain(
        &self,
        position: &Chess,
        mv: Move,
        _context: &Context,
        prepared: &[Value],
        before: &Sums,
    ) -> Option<i64> {
        if !T::TELLS_GAIN {
            return None;
        }
        let (mut phases, mut men) = (before.phases, men(position));
        position.changes(mv, |change, piece, square| {
            let [middle, end] = worth(prepared, piece, square);
            phases[0] += change * sign(piece) * middle;
            phases[1] += change * sign(piece) * end;
            men += change * presence(piece.role);
        });
        let ours = sign(Role::King.of(position.color()));
        Some((blended(phases, men) - before.value) * ours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::HasFeatures;
    use crate::game::Rules;

    #[test]
    fn a_position_lies_between_the_phases_by_its_men() {
        let set = Chess::features("tapered").unwrap();
        let share = |fen: &str| set.first_share(&Chess::parse(fen).unwrap());
        assert_eq!(share("startpos"), 1.0);
        assert_eq!(share("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"), 0.0);
        assert_eq!(share("3qk3/8/8/8/8/8/8/RR2K3 w - - 0 1"), 8.0 / 24.0);
        assert_eq!(share("QQQ4k/8/QQQQ4/8/8/8/8/4K3 b - - 0 1"), 1.0);
    }

    #[test]
    fn weights_are_named_by_their_phase() {
        let set = Chess::features("tapered").unwrap();
        let names = set.weight_names();
        assert_eq!((set.weights(), names.len()), (746, 746));
        assert_eq!([&names[0], &names[373]], ["middle.pawn", "end.pawn"]);
        assert!(names.contains(&"end.king_e4".to_owned()));
    }

    #[test]
    fn a_pawn_is_the_unit_wherever_its_worth_lies() {
        for name in ["tapered", "rich"] {
            let set = Chess::features(name).unwrap();
            let weights = set.weight_names();
            let worth = |weight: &dyn Fn(&str) -> f64| -> f64 {
                let terms = set.unit_counts().into_iter();
                terms.map(|(i, count)| count * weight(&weights[i as usize])).sum()
            };
            let of_kind = worth(&|name| f64::from(u8::from(name.ends_with(".pawn"))));
            let of_squares = worth(&|name| f64::from(u8::from(name.contains(".pawn_"))));
            assert!((of_kind - 1.0).abs() < 1e-9, "{name} {of_kind}");
            assert!((of_squares - 1.0).abs() < 1e-9 || name == "rich", "{of_squares}");
        }
    }
}
