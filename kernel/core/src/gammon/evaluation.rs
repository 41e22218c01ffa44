//! Networks and pubeval as evaluations of the game.
//!
//! Networks work in the view of the player about to roll. It is turned here, once: values and
//! predictions are the first player's everywhere else. A position whose dice are thrown is worth what
//! its best play is.

use std::cell::RefCell;
use std::sync::Arc;

use super::choose::{Chooser, Filter};
use super::evaluator::Gammon;
use super::inputs::{Inputs, input_names};
use super::outlook::{OUTPUTS, Outlook};
use super::pubeval;
use super::shape::GammonShape;
use crate::error::Error;
use crate::evaluate::{Context, Evaluation};
use crate::game::{Game, Turn};
use crate::games::Backgammon;
use crate::games::backgammon::Plays;
use crate::value::{EVALUATION_LIMIT, Value};

/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 512;
/// The names of the predictions.
const OUTPUT_NAMES: [&str; OUTPUTS] =
    ["win", "gammon", "backgammon", "lose-gammon", "lose-backgammon"];
/// What an output adds to the equity.
const WORTH: [f64; OUTPUTS] = [2.0, 1.0, 1.0, -1.0, -1.0];

thread_local! {
    static CHOOSER: RefCell<Chooser> = RefCell::default();
}

/// The evaluation of backgammon that a text names: `gammon` or `pubeval`; none for other kinds.
pub fn of_kind(
    kind: &str,
    settings: &str,
    set: &str,
    weights: &[f64],
    scale: i32,
) -> Option<Result<Arc<dyn Evaluation<Backgammon>>, Error>> {
    match kind {
        "gammon" => Some(networks(settings, set, weights, scale)),
        "pubeval" => Some(Ok(Arc::new(Pubeval { scale }))),
        _ => None,
    }
}

fn networks(
    settings: &str,
    set: &str,
    weights: &[f64],
    scale: i32,
) -> Result<Arc<dyn Evaluation<Backgammon>>, Error> {
    let shape = GammonShape::parse(settings, set)?;
    if let Some((n, weight)) = weights.iter().enumerate().find(|(_, weight)| !weight.is_finite()) {
        return Err(Error::BadSetting(format!("weight {n} is {weight}: not a number")));
    }
    let narrow: Vec<_> = weights.iter().map(|&weight| weight as f32).collect();
    Ok(Arc::new(Networks { gammon: Gammon::of_weights(shape, &narrow)?, scale }))
}

/// Networks for the game of backgammon.
struct Networks {
    gammon: Gammon,
    scale: i32,
}

impl Networks {
    /// The chances of the player about to roll, or of the best play of who has rolled.
    fn outlook(&self, position: &Backgammon) -> Outlook {
        let board = position.board();
        match position.dice() {
            Some(dice) if position.points().is_none() => CHOOSER.with_borrow_mut(|chooser| {
                chooser.choose(&self.gammon, board, dice, 1, Filter::default()).outlook
            }),
            _ => self.gammon.outlook(board),
        }
    }

    /// The derivatives of each output, in the roller's view, by each weight.
    fn output_gradients(&self, position: &Backgammon) -> [Vec<f64>; OUTPUTS] {
        match position.dice() {
            Some(dice) if position.points().is_none() => {
                let after = CHOOSER.with_borrow_mut(|chooser| {
                    let best =
                        chooser.choose(&self.gammon, position.board(), dice, 1, Filter::default());
                    chooser.plays().found()[best.index].board.swapped()
                });
                turned(self.gammon.prediction_gradient(&after))
            }
            _ => self.gammon.prediction_gradient(position.board()),
        }
    }
}

/// Derivatives of the outputs in one player's view, in the other's.
fn turned(gradients: [Vec<f64>; OUTPUTS]) -> [Vec<f64>; OUTPUTS] {
    let [mut win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = gradients;
    win.iter_mut().for_each(|slope| *slope = -*slope);
    [win, lose_gammon, lose_backgammon, win_gammon, win_backgammon]
}

fn push_nonzero(gradient: &[f64], out: &mut Vec<(u32, f64)>) {
    let slopes = gradient.iter().enumerate().filter(|&(_, &slope)| slope != 0.0);
    out.extend(slopes.map(|(n, &slope)| (n as u32, slope)));
}

fn whole_value(real: f64, scale: i32, position: &Backgammon) -> Value {
    let limit = f64::from(EVALUATION_LIMIT);
    let value = (real * f64::from(scale)).round().clamp(-limit, limit);
    (value as Value) * position.roller().sign()
}

impl Evaluation<Backgammon> for Networks {
    fn value(&self, position: &Backgammon, context: &Context) -> Value {
        whole_value(self.real_value(position, context), self.scale, position)
    }

    fn real_value(&self, position: &Backgammon, _context: &Context) -> f64 {
        f64::from(self.outlook(position).equity()) * f64::from(position.roller().sign())
    }

    fn real_values_after(
        &self,
        position: &Backgammon,
        _context: &Context,
        out: &mut Vec<f64>,
    ) -> bool {
        let Some(dice) = position.dice() else { return false };
        let sign = f64::from(position.roller().sign());
        CHOOSER.with_borrow_mut(|chooser| {
            chooser.choose(&self.gammon, position.board(), dice, 1, Filter::default());
            out.extend(chooser.outlooks().iter().map(|outlook| f64::from(outlook.equity()) * sign));
        });
        true
    }

    fn gradient(&self, position: &Backgammon, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let sign = f64::from(position.roller().sign());
        let mut sum = vec![0.0; self.gammon.shape().count()];
        for (gradient, worth) in self.output_gradients(position).iter().zip(WORTH) {
            for (total, slope) in sum.iter_mut().zip(gradient) {
                *total += sign * worth * slope;
            }
        }
        push_nonzero(&sum, out);
    }

    fn outputs(&self) -> Vec<String> {
        OUTPUT_NAMES.map(str::to_owned).to_vec()
    }

    fn predictions(&self, position: &Backgammon, _context: &Context, out: &mut Vec<f64>) {
        let outlook = self.outlook(position);
        let is_second = position.roller() == Turn::Second;
        let first_s = if is_second { outlook.inverted() } else { outlook };
        out.extend(first_s.0.map(f64::from));
    }

    fn prediction_gradient(
        &self,
        position: &Backgammon,
        _context: &Context,
        output: usize,
        out: &mut Vec<(u32, f64)>,
    ) {
        let gradients = self.output_gradients(position);
        let is_second = position.roller() == Turn::Second;
        let gradients = if is_second { turned(gradients) } else { gradients };
        push_nonzero(&gradients[output], out);
    }

    fn targets(&self, score: f64, _outcomes: &[f64], out: &mut Vec<f64>) {
        out.extend(Outlook::of_result(score as i8).0.map(f64::from));
    }

    fn objective(&self) -> &'static str {
        crate::evaluate::POINTS
    }

    fn names(&self) -> Vec<String> {
        weight_names(self.gammon.shape())
    }

    fn unit(&self) -> Value {
        self.scale
    }

    fn poll_interval(&self) -> u64 {
        POLL_INTERVAL
    }
}

/// The names of all weights in their flat order: `contact.own-6-blot.h1`, …, `race.win.bias`.
fn weight_names(shape: GammonShape) -> Vec<String> {
    let inputs = input_names(shape.inputs).into_iter();
    let inputs: Vec<_> = inputs.map(|n| n.replace(" point ", " ").replace(' ', "-")).collect();
    let mut names = Vec::with_capacity(shape.count());
    for (network, hidden) in [("contact", shape.hidden), ("race", shape.race_hidden)] {
        let rows = inputs.iter().map(String::as_str).chain(["bias"]).chain(OUTPUT_NAMES);
        for row in rows {
            names.extend((1..=hidden).map(|unit| format!("{network}.{row}.h{unit}")));
        }
        names.extend(OUTPUT_NAMES.map(|output| format!("{network}.{output}.bias")));
    }
    names
}

/// Tesauro's public evaluation, by which plays are ranked. Its scores are no points; what it says of a
/// single position is the score that whoever is not about to roll, and so has just moved, gave it.
struct Pubeval {
    scale: i32,
}

/// Scores are made small, so that they stand for points of an uncertain size.
const PUBEVAL_POINTS: f64 = 0.01;

impl Evaluation<Backgammon> for Pubeval {
    fn value(&self, position: &Backgammon, context: &Context) -> Value {
        whole_value(self.real_value(position, context), self.scale, position)
    }

    fn real_value(&self, position: &Backgammon, context: &Context) -> f64 {
        let sign = f64::from(position.roller().sign());
        if let Some(points) = position.points() {
            return points.into();
        }
        let mut values = Vec::new();
        if self.real_values_after(position, context, &mut values) {
            return values.into_iter().map(|value| value * sign).fold(-3.0, f64::max) * sign;
        }
        let moved = position.board().swapped();
        let score = pubeval::score(&moved, moved.is_race());
        -f64::from(score) * PUBEVAL_POINTS * sign
    }

    fn real_values_after(
        &self,
        position: &Backgammon,
        _context: &Context,
        out: &mut Vec<f64>,
    ) -> bool {
        let Some(dice) = position.dice() else { return false };
        let (board, sign) = (position.board(), f64::from(position.roller().sign()));
        let is_race = board.is_race();
        let mut plays = Plays::default();
        plays.generate(board, dice);
        out.extend(plays.found().iter().map(|found| {
            let won = found.board.won_by(0).map(f64::from);
            let score = || f64::from(pubeval::score(&found.board, is_race)) * PUBEVAL_POINTS;
            won.unwrap_or_else(score) * sign
        }));
        true
    }

    fn gradient(&self, _position: &Backgammon, _context: &Context, _out: &mut Vec<(u32, f64)>) {}

    fn objective(&self) -> &'static str {
        crate::evaluate::POINTS
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn unit(&self) -> Value {
        self.scale
    }
}

impl Inputs {
    /// The name of the feature set.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Expert => "expert",
        }
    }
}

impl GammonShape {
    /// The shape that a text and the name of a feature set say: `hidden=80,race=48`.
    ///
    /// # Errors
    /// [`Error::BadSetting`] with the text.
    pub fn parse(settings: &str, set: &str) -> Result<Self, Error> {
        let inputs = if set == "raw" { Inputs::Raw } else { Inputs::Expert };
        let (mut hidden, mut race) = (80, None);
        for part in settings.split(',').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or(("hidden", part));
            let value = value.parse().map_err(|_| {
                Error::BadSetting(format!(
                    "{part:?} of backgammon's networks; as hidden=80,race=48"
                ))
            })?;
            match name {
                "hidden" => hidden = value,
                "race" => race = Some(value),
                _ => {
                    let known = "hidden, race".to_owned();
                    let name = name.to_owned();
                    return Err(Error::UnknownName { kind: "setting of gammon", name, known });
                }
            }
        }
        Ok(Self { inputs, hidden, race_hidden: race.unwrap_or(hidden) })
    }
}
