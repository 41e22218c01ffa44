//! A network over the men of a chessboard, beside the weights of a feature set.
//!
//! Each side sees its own men first, playing up the board: 12 kinds of men on 64 squares, and whether
//! it has the move, 769 inputs. Both share one layer of hidden units. With s = (b + Σ w) / 16 over the
//! inputs that a side sees a unit says a = min(max(s, 0), 1)², and the value is, in White's view,
//!
//! ```text
//! v = Σ w·count + Σ u·(a_White − a_Black)        u = share·middle + (1 − share)·end
//! ```
//!
//! The first sum is that of the feature set; a unit's worth u goes from that of the middle game to
//! that of the end by the men that are left. Exchanging the players turns the second sum round,
//! whatever the weights are.

mod pawn;
mod shape;
#[cfg(test)]
mod tests;
mod view;
mod whole;

pub use shape::BoardShape;

use std::sync::{Arc, OnceLock};

use self::view::Views;
use self::whole::Whole;
use crate::error::Error;
use crate::evaluate::{Context, Evaluation, Linear};
use crate::features::HasFeatures;
use crate::game::Game;
use crate::games::{Board, Variant};
use crate::value::{EVALUATION_LIMIT, Value};

/// What a unit's sum is divided by. Step sizes move all weights alike: those of the inputs, of which
/// thirty at once make a sum, should feel less of a step than what a pawn or a unit is worth.
const CALM: f64 = 16.0;
/// The name of the kind.
const KIND: &str = "board";

/// A feature set with weights, and hidden units over the men on their squares.
pub struct BoardNetwork<V: Variant> {
    linear: Linear<Board<V>>,
    shape: BoardShape,
    /// The weights behind those of the features.
    weights: Vec<f64>,
    whole: Whole,
    unit: OnceLock<Value>,
    scale: i32,
}

/// An evaluation of a game on a chessboard, or why there is none.
type Made<V> = Result<Arc<dyn Evaluation<Board<V>>>, Error>;

/// The evaluation of this kind on a chessboard; none if the kind is another.
pub fn of_kind<V: Variant>(
    kind: &str,
    settings: &str,
    set: &str,
    weights: &[f64],
    scale: i32,
) -> Option<Made<V>> {
    (kind == KIND).then(|| {
        let shape = BoardShape::parse(settings)?;
        Ok(Arc::new(BoardNetwork::<V>::new(set, shape, weights, scale)?) as Arc<_>)
    })
}

/// What the units hear and say of a position: each as White and as Black see it.
struct Forward {
    views: Views,
    /// Of each unit and side, min(max(s, 0), 1).
    heard: [Vec<f64>; 2],
    /// Of each unit, what it is worth.
    worths: Vec<f64>,
}

impl<V: Variant> BoardNetwork<V> {
    /// Over the feature set of that name, with the weights of the features first.
    ///
    /// # Errors
    /// [`Error::BadSetting`] when the weights are of the wrong number or not finite.
    pub fn new(set: &str, shape: BoardShape, weights: &[f64], scale: i32) -> Result<Self, Error> {
        let features = Board::<V>::features(set)?;
        let (got, counted, own) = (weights.len(), features.weights(), shape.weights());
        if got != counted + own {
            let (units, want) = (shape.hidden, counted + own);
            return Err(Error::BadSetting(format!(
                "{got} weights given, but a board network of {units} hidden units beside the \
                 feature set {set:?} has {want}"
            )));
        }
        let (first, weights) = weights.split_at(counted);
        let linear = Linear::new(features, first.to_vec(), scale)?;
        if let Some(i) = weights.iter().position(|w| !w.is_finite()) {
            let (name, weight) = (shape.names().nth(i).unwrap_or_default(), weights[i]);
            return Err(Error::BadSetting(format!(
                "the weight of {name} is {weight}: not a number"
            )));
        }
        let whole = Whole::new(shape, weights);
        let (weights, unit) = (weights.to_vec(), OnceLock::new());
        Ok(Self { linear, shape, weights, whole, unit, scale })
    }

    fn row(&self, begin: usize) -> &[f64] {
        &self.weights[begin..][..self.shape.hidden]
    }

    fn forward(&self, position: &Board<V>) -> Forward {
        let views = Views::of(position);
        let heard = [0, 1].map(|side| {
            let mut sums = self.row(self.shape.bias()).to_vec();
            for input in views.inputs(side) {
                let row = self.row(self.shape.input(input));
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            sums.iter_mut().for_each(|sum| *sum = (*sum / CALM).clamp(0.0, 1.0));
            sums
        });
        let [middle, end] = self.shape.worths().map(|begin| self.row(begin));
        let share = views.middle();
        let worths = middle.iter().zip(end).map(|(m, e)| share * m + (1.0 - share) * e).collect();
        Forward { views, heard, worths }
    }

    /// What the units say in White's view, in whole numbers.
    fn said(&self, views: &Views) -> Value {
        let said = self.whole.value(views) * self.scale as f32;
        // Half a unit away from 0, and cut: `round` is a call where processors are old.
        (said + 0.5_f32.copysign(said)) as Value
    }
}

impl Forward {
    /// Of a unit, what it says as White and as Black see the board.
    fn says(&self, unit: usize) -> [f64; 2] {
        [0, 1].map(|side| self.heard[side][unit] * self.heard[side][unit])
    }

    /// The derivatives of what it says by its two sums: 0 where they are cut.
    fn slopes(&self, unit: usize) -> [f64; 2] {
        [0, 1].map(|side| {
            let heard = self.heard[side][unit];
            if heard < 1.0 { 2.0 * heard / CALM } else { 0.0 }
        })
    }

    fn value(&self) -> f64 {
        let units = self.worths.iter().enumerate();
        let shares = units.map(|(unit, worth)| {
            let [white, black] = self.says(unit);
            worth * (white - black)
        });
        shares.sum()
    }
}

impl<V: Variant> Evaluation<Board<V>> for BoardNetwork<V> {
    fn at_root(&self, position: &Board<V>) -> Context {
        self.linear.at_root(position)
    }

    fn table_salt(&self, context: &Context) -> u64 {
        self.linear.table_salt(context)
    }

    fn value(&self, position: &Board<V>, context: &Context) -> Value {
        let counted = self.linear.value(position, context);
        let said = self.said(&Views::of(position)) * position.roller().sign();
        counted.saturating_add(said).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    fn real_value(&self, position: &Board<V>, context: &Context) -> f64 {
        self.linear.real_value(position, context) + self.forward(position).value()
    }

    fn gradient(&self, position: &Board<V>, context: &Context, out: &mut Vec<(u32, f64)>) {
        self.linear.gradient(position, context, out);
        let at = self.forward(position);
        let first = self.linear.weights();
        let mut push = |place: usize, derivative: f64| {
            if derivative != 0.0 {
                out.push(((first + place) as u32, derivative));
            }
        };
        let blames: Vec<_> = (at.worths.iter().enumerate())
            .map(|(unit, worth)| {
                let [white, black] = at.slopes(unit);
                (unit, [worth * white, -worth * black])
            })
            .filter(|(_, blames)| *blames != [0.0; 2])
            .collect();
        for (input, seen) in at.views.shared_inputs() {
            let [white, black] = seen.map(|seen| f64::from(u8::from(seen)));
            for &(unit, blame) in &blames {
                push(self.shape.input(input) + unit, white * blame[0] + black * blame[1]);
            }
        }
        for &(unit, [white, black]) in &blames {
            push(self.shape.bias() + unit, white + black);
        }
        let share = at.views.middle();
        for (begin, share) in self.shape.worths().into_iter().zip([share, 1.0 - share]) {
            for unit in 0..self.shape.hidden {
                let [white, black] = at.says(unit);
                push(begin + unit, share * (white - black));
            }
        }
    }

    fn counts(&self, position: &Board<V>, context: &Context, out: &mut Vec<(u32, f64)>) {
        self.linear.gradient(position, context, out);
    }

    fn names(&self) -> Vec<String> {
        self.linear.names().into_iter().chain(self.shape.names()).collect()
    }

    fn unit(&self) -> Value {
        *self.unit.get_or_init(|| {
            let counted = self.linear.counted_unit().unwrap_or(0);
            let measured = counted + pawn::worth(|views| self.said(views));
            // A pawn that is worth nothing, as at the start of a run, is no measure.
            let is_measure = measured >= self.scale / 20;
            (if is_measure { measured } else { self.scale }).max(1)
        })
    }
}
