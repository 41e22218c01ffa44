//! What can be learnt at a position: value, predictions and their gradients.

use super::{Context, Evaluation};
use crate::game::Game;

/// The derivatives of one prediction by each weight, those that are not zero.
pub type Gradient = Vec<(u32, f64)>;

/// What an evaluation says of a position, in the first player's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// The value with real weights: what a search maximises.
    pub value: f64,
    /// What each output predicts, where the evaluation counts points by several; none where the
    /// value, squashed, is all that is predicted.
    pub predictions: Vec<f64>,
    /// The gradient of the value, or one for each of the predictions.
    pub gradients: Vec<Gradient>,
}

impl Judged {
    /// At a position, with the context of its search's root.
    pub fn at<G: Game>(evaluation: &dyn Evaluation<G>, position: &G, context: &Context) -> Self {
        let mut judged =
            Self { value: evaluation.real_value(position, context), ..Self::default() };
        if !evaluation.is_in_points() {
            let mut gradient = Vec::new();
            evaluation.gradient(position, context, &mut gradient);
            judged.gradients.push(gradient);
            return judged;
        }
        evaluation.predictions(position, context, &mut judged.predictions);
        for output in 0..judged.predictions.len() {
            let mut gradient = Vec::new();
            evaluation.prediction_gradient(position, context, output, &mut gradient);
            judged.gradients.push(gradient);
        }
        judged
    }

    /// Where the game has ended: what each output should have predicted, and no gradients.
    pub fn of_result<G: Game>(
        evaluation: &dyn Evaluation<G>,
        score: f64,
        outcomes: &[f64],
    ) -> Self {
        if !evaluation.is_in_points() {
            return Self { gradients: vec![Vec::new()], ..Self::default() };
        }
        let mut predictions = Vec::new();
        evaluation.targets(score, outcomes, &mut predictions);
        let gradients = vec![Vec::new(); predictions.len()];
        Self { predictions, gradients, ..Self::default() }
    }
}
