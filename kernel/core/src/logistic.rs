//! Logistic regression over sparse rows: one look at them, and what it says of the weights.
//!
//! A row c with weights w predicts p = 1 / (1 + e^(−w·c)). The sums are made in one order, and the
//! exponential in software: the same rows give the same bits on every machine.

use crate::error::Error;

/// Sparse rows, one behind the other, and what each of them should predict.
#[derive(Debug, Clone, Copy)]
pub struct LabelledRows<'a> {
    /// Where each row begins in `indices` and `data`; one more, where the last ends.
    pub starts: &'a [i64],
    /// Which weights.
    pub indices: &'a [i32],
    /// The counts.
    pub data: &'a [f64],
    /// What each row should predict, from 0 to 1.
    pub targets: &'a [f64],
    /// How often each row counts.
    pub times: &'a [f64],
}

/// What the rows say of the weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Σ n·(ln(1 + e^z) − t·z): the cross entropy of the targets and the predictions.
    pub loss: f64,
    /// Its derivative by each weight, Σ n·(p − t)·c.
    pub gradient: Vec<f64>,
    /// √(n·p·(1 − p)) of each row: what it is to be multiplied by for the second derivatives.
    pub slopes: Vec<f64>,
}

impl LabelledRows<'_> {
    fn refuse_impossible(&self, columns: usize) -> Result<(), Error> {
        let wrong = |why: String| Err(Error::BadSetting(why));
        let rows = self.targets.len();
        if self.starts.len() != rows + 1 || self.times.len() != rows {
            let lengths = [self.starts.len(), rows, self.times.len()];
            return wrong(format!("starts, targets and times of other lengths: {lengths:?}"));
        }
        let most = self.indices.len().min(self.data.len()) as i64;
        let ordered = self.starts.windows(2).all(|pair| 0 <= pair[0] && pair[0] <= pair[1]);
        if !ordered || self.starts[rows] > most || self.starts[0] < 0 {
            return wrong(format!("rows that do not lie one behind the other in {most} counts"));
        }
        if let Some(index) = self.indices.iter().find(|&&i| i < 0 || i as usize >= columns) {
            return wrong(format!("a count of weight {index}, but there are {columns}"));
        }
        Ok(())
    }

    /// The loss of these weights, its gradient, and the slopes of the rows.
    ///
    /// # Errors
    /// [`Error::BadSetting`] for lengths or indices that do not fit each other.
    pub fn look(&self, weights: &[f64]) -> Result<Look, Error> {
        self.refuse_impossible(weights.len())?;
        let mut found = Look {
            loss: 0.0,
            gradient: vec![0.0; weights.len()],
            slopes: Vec::with_capacity(self.targets.len()),
        };
        for row in 0..self.targets.len() {
            let times = self.times[row];
            if times == 0.0 {
                found.slopes.push(0.0);
                continue;
            }
            let span = self.starts[row] as usize..self.starts[row + 1] as usize;
            let (indices, data) = (&self.indices[span.clone()], &self.data[span]);
            let terms = indices.iter().zip(data).map(|(&i, &count)| weights[i as usize] * count);
            let (loss, error, slope) = cross_entropy(terms.sum(), self.targets[row]);
            found.loss += times * loss;
            found.slopes.push((times * slope).sqrt());
            let pull = times * error;
            for (&i, &count) in indices.iter().zip(data) {
                found.gradient[i as usize] += pull * count;
            }
        }
        Ok(found)
    }
}

/// The cross entropy of a target and the prediction of a value in log-odds, its derivative by the
/// value, p − t, and the second one, p·(1 − p).
#[must_use]
pub fn cross_entropy(value: f64, target: f64) -> (f64, f64, f64) {
    let small = crate::exp(-value.abs());
    let unlikely = small / (1.0 + small);
    let prediction = if value < 0.0 { unlikely } else { 1.0 - unlikely };
    let loss = value.max(0.0) + libm::log1p(small) - target * value;
    (loss, prediction - target, unlikely * (1.0 - unlikely))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: LabelledRows<'_> = LabelledRows {
        starts: &[0, 2, 3, 3],
        indices: &[0, 1, 1],
        data: &[1.0, -2.0, 0.5],
        targets: &[1.0, 0.0, 0.5],
        times: &[1.0, 3.0, 2.0],
    };

    fn loss(weights: &[f64]) -> f64 {
        ROWS.look(weights).unwrap().loss
    }

    #[test]
    fn an_even_position_costs_the_logarithm_of_two() {
        assert!((loss(&[0.0, 0.0]) - 6.0 * 2f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn the_gradient_is_what_the_loss_changes_by() {
        let (weights, step) = ([0.3, -0.7], 1e-6);
        let told = ROWS.look(&weights).unwrap().gradient;
        for i in 0..2 {
            let moved = |by: f64| {
                let mut other = weights;
                other[i] += by;
                loss(&other)
            };
            let measured = (moved(step) - moved(-step)) / (2.0 * step);
            assert!((measured - told[i]).abs() < 1e-8, "{measured} {}", told[i]);
        }
    }

    #[test]
    fn values_beyond_every_exponential_have_finite_losses() {
        assert_eq!(cross_entropy(1e6, 1.0).0, 0.0);
        assert_eq!(cross_entropy(-1e6, 1.0).0, 1e6);
        assert_eq!(cross_entropy(-1e6, 1.0).1, -1.0);
    }

    #[test]
    fn rows_that_do_not_fit_are_refused() {
        let short = LabelledRows { times: &[1.0], ..ROWS };
        assert!(short.look(&[0.0, 0.0]).is_err());
        assert!(ROWS.look(&[0.0]).is_err());
        let torn = LabelledRows { starts: &[0, 3, 2, 3], ..ROWS };
        assert!(torn.look(&[0.0, 0.0]).is_err());
    }
}
