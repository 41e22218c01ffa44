//! What a game changes in a learner's weights: predictions are drawn to those that came after them.

use super::choose::Replies;
use super::learner::Learner;
use super::outlook::{OUTPUTS, Outlook};
use super::self_play::Record;
use crate::games::backgammon::{Board, ROLLS};

impl Learner {
    /// Backwards through the boards: G = invert((1 − λ) V(next) + λ G(next)), V as it is when visited.
    #[inline(always)]
    pub(super) fn learn_boards(&mut self, record: &Record, rate: f32) -> f64 {
        let (mut value, mut future, mut squared) = (record.last, record.last, 0.0);
        for board in record.boards.iter().rev() {
            let target = self.mixed(&value, &future).inverted();
            let (errors, outlook) = self.correct(board, &target, rate);
            squared += sum_of_squares(&errors);
            (value, future) = (outlook, target);
        }
        squared
    }

    /// One position's step towards a target; its errors, and its chances before the step.
    #[inline(always)]
    pub(super) fn correct(
        &mut self,
        board: &Board,
        target: &Outlook,
        rate: f32,
    ) -> ([f32; OUTPUTS], Outlook) {
        let study = &mut self.studies[0];
        study.judge(&self.gammon, board);
        let errors = std::array::from_fn(|k| target.0[k] - study.outputs[k]);
        if let Some(which) = study.network {
            let network = &mut self.gammon.networks[which];
            match &mut self.adam {
                None => network.step(rate, &errors, &study.entries, &study.hidden),
                Some(adam) => {
                    let slopes = &mut self.slopes[which];
                    network.add_gradient(&errors, &study.entries, &study.hidden, slopes);
                    slopes.apply(rate, network, Some(&mut adam[which]));
                }
            }
        }
        (errors, study.outlook)
    }

    /// Backwards through the expectations over replies; the last move's is known.
    #[inline(always)]
    pub(super) fn learn_replies(&mut self, record: &Record, rate: f32) -> f64 {
        let known = record.last.inverted();
        let (mut value, mut future, mut squared) = (known, known, 0.0);
        for replies in record.replies.iter().rev() {
            let target = self.mixed(&value, &future).inverted();
            let (errors, outlook) = self.correct_replies(replies, &target, rate);
            squared += sum_of_squares(&errors);
            (value, future) = (outlook, target);
        }
        squared
    }

    /// One step of an expectation towards a target, by the expectation of the gradient; all of it is
    /// taken before any weight changes. Replies that end the game or reach the table have none.
    #[inline(always)]
    fn correct_replies(
        &mut self,
        replies: &Replies,
        target: &Outlook,
        rate: f32,
    ) -> ([f32; OUTPUTS], Outlook) {
        let (mut prediction, mut outlook) = (Outlook::default(), Outlook::default());
        for ((board, study), (_, ways)) in replies.iter().zip(&mut self.studies).zip(ROLLS) {
            study.judge(&self.gammon, board);
            let chance = f32::from(ways) / 36.0;
            prediction = prediction.plus(chance, &Outlook(study.outputs));
            outlook = outlook.plus(chance, &study.outlook);
        }
        let errors: [f32; OUTPUTS] = std::array::from_fn(|k| target.0[k] - prediction.0[k]);
        for (study, (_, ways)) in self.studies.iter().zip(ROLLS) {
            if let Some(which) = study.network {
                let parts = errors.map(|error| f32::from(ways) / 36.0 * error);
                let slopes = &mut self.slopes[which];
                let network = &self.gammon.networks[which];
                network.add_gradient(&parts, &study.entries, &study.hidden, slopes);
            }
        }
        for which in 0..2 {
            let adam = self.adam.as_mut().map(|adam| &mut adam[which]);
            self.slopes[which].apply(rate, &mut self.gammon.networks[which], adam);
        }
        (errors, outlook)
    }

    #[inline(always)]
    fn mixed(&self, value: &Outlook, future: &Outlook) -> Outlook {
        let decay = self.learning.trace_decay;
        Outlook::default().plus(1.0 - decay, value).plus(decay, future)
    }
}

/// Errors squared, over all outputs.
pub(super) fn sum_of_squares(errors: &[f32; OUTPUTS]) -> f64 {
    errors.iter().map(|&error| f64::from(error) * f64::from(error)).sum()
}
