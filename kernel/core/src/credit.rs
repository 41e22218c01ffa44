//! From credits to changes: the sums of a game's recommended changes.
//!
//! A learning rule (Python) says by how much each prediction should have been another; here that
//! becomes, for every weight i, the sums over the timesteps t of
//! r_{i,t} = Σ_j d_{t,j} Σ_{k≤t} λ^(t−k) ∂P_{k,j}/∂w_i and of |r_{i,t}| (thesis eq. 8.1, 8.4, 8.5).
//! Rows are sparse, and every column is added up in the order of the readable form
//! (`plywise.learning.credits.recommended_changes`): the results are the same to the bit.

use crate::error::Error;

/// The gradients of a game's predictions, a sparse row for each: m rows a timestep.
#[derive(Debug, Clone, Copy)]
pub struct GradientRows<'a> {
    /// Where each row begins in `indices` and `data`.
    pub starts: &'a [i64],
    /// Where it ends.
    pub ends: &'a [i64],
    /// Which weights.
    pub indices: &'a [i32],
    /// The derivatives of the values.
    pub data: &'a [f64],
    /// What each row is multiplied by: the slope of the squash.
    pub slopes: &'a [f64],
    /// A weight that every prediction depends on, behind all others: its derivatives.
    pub last: Option<&'a [f64]>,
    /// How many weights there are, the last one included.
    pub columns: usize,
}

impl GradientRows<'_> {
    pub(crate) fn refuse_impossible(&self) -> Result<(), Error> {
        let n = self.starts.len();
        let lengths = [self.ends.len(), self.slopes.len(), self.last.map_or(n, <[f64]>::len)];
        let wrong = |why: String| Err(Error::BadSetting(why));
        let Some(own) = self.columns.checked_sub(usize::from(self.last.is_some())) else {
            return wrong("a last weight, but 0 weights in all".to_owned());
        };
        if lengths.iter().any(|&length| length != n) || self.indices.len() != self.data.len() {
            return wrong(format!("{n} rows of gradients, but other lengths: {lengths:?}"));
        }
        for (&start, &end) in self.starts.iter().zip(self.ends) {
            if start < 0 || end < start || end > self.indices.len() as i64 {
                let most = self.indices.len();
                return wrong(format!("a row of gradients from {start} to {end} of {most}"));
            }
        }
        if let Some(index) = self.indices.iter().find(|&&i| i < 0 || i as usize >= own) {
            let known = format!("but there are {own}; they count from 0");
            return wrong(format!("a gradient of weight {index}, {known}"));
        }
        Ok(())
    }

    /// Which weights a row has, and the derivatives. Where the squash is flat, or the rules have
    /// spoken, there is no gradient to follow.
    pub(crate) fn entries(&self, row: usize) -> (&[i32], &[f64]) {
        if self.slopes[row] == 0.0 {
            return (&[], &[]);
        }
        let entries = self.starts[row] as usize..self.ends[row] as usize;
        (&self.indices[entries.clone()], &self.data[entries])
    }
}

/// What a game asks of every weight.
#[derive(Debug, Clone, PartialEq)]
pub struct Sums {
    /// Σ_t r_{i,t}.
    pub net: Vec<f64>,
    /// Σ_t |r_{i,t}|.
    pub absolute: Vec<f64>,
}

/// The sums for a game, whose `differences` are those of `outputs` predictions a timestep.
///
/// # Errors
/// [`Error::BadSetting`] for lengths or indices that do not fit each other.
pub fn sums(
    rows: &GradientRows<'_>,
    differences: &[f64],
    outputs: usize,
    trace_decay: f64,
) -> Result<Sums, Error> {
    if outputs == 0 || differences.len() != rows.starts.len() {
        return Err(Error::BadSetting(format!(
            "{} differences of {outputs} predictions a timestep with {} rows of gradients",
            differences.len(),
            rows.starts.len()
        )));
    }
    rows.refuse_impossible()?;
    let mut met = Met::new(rows, outputs);
    for (t, now) in differences.chunks_exact(outputs).enumerate() {
        for output in 0..outputs {
            met.enter(rows, t * outputs + output, output);
        }
        met.step(now, trace_decay);
    }
    Ok(met.sums(rows.columns))
}

/// The weights that a game meets, in their order of appearance: all others have no trace.
struct Met {
    /// Where a weight stands among those met; `UNMET` for all others.
    place: Vec<u32>,
    columns: Vec<u32>,
    /// For each output, the present gradient of each weight met.
    fresh: Vec<Vec<f64>>,
    /// For each output, Σ_{k≤t} λ^(t−k) ∂P_k/∂w.
    traces: Vec<Vec<f64>>,
    net: Vec<f64>,
    absolute: Vec<f64>,
}

const UNMET: u32 = u32::MAX;

impl Met {
    fn new(rows: &GradientRows<'_>, outputs: usize) -> Self {
        let (mut place, mut columns) = (vec![UNMET; rows.columns], Vec::new());
        let mut meet = |column: usize| {
            if place[column] == UNMET {
                place[column] = columns.len() as u32;
                columns.push(column as u32);
            }
        };
        for row in 0..rows.starts.len() {
            rows.entries(row).0.iter().for_each(|&index| meet(index as usize));
        }
        if rows.last.is_some() {
            meet(rows.columns - 1);
        }
        let nothing = vec![0.0; columns.len()];
        Self {
            place,
            columns,
            fresh: vec![nothing.clone(); outputs],
            traces: vec![nothing.clone(); outputs],
            net: nothing.clone(),
            absolute: nothing,
        }
    }

    /// Takes in the gradient of one prediction.
    fn enter(&mut self, rows: &GradientRows<'_>, row: usize, output: usize) {
        let (fresh, slope) = (&mut self.fresh[output][..], rows.slopes[row]);
        let (indices, data) = rows.entries(row);
        for (&index, &derivative) in indices.iter().zip(data) {
            fresh[self.place[index as usize] as usize] = derivative * slope;
        }
        if let Some(last) = rows.last {
            fresh[self.place[rows.columns - 1] as usize] = last[row];
        }
    }

    /// One timestep: the traces decay, take in what is fresh, and are added up.
    fn step(&mut self, differences: &[f64], trace_decay: f64) {
        if let ([trace], [fresh]) = (&mut self.traces[..], &mut self.fresh[..]) {
            let parts = (&mut trace[..], &mut fresh[..], &mut self.net[..], &mut self.absolute[..]);
            // Asked once and not for every weight: the loop is what a game costs.
            if trace_decay == 0.0 {
                add_up(parts, differences[0], |_, fresh| fresh);
            } else {
                add_up(parts, differences[0], |trace, fresh| fresh + trace_decay * trace);
            }
            return;
        }
        for place in 0..self.columns.len() {
            let mut change = 0.0;
            let traced = self.traces.iter_mut().zip(&mut self.fresh);
            for ((trace, fresh), difference) in traced.zip(differences) {
                trace[place] = decayed(trace[place], fresh[place], trace_decay);
                fresh[place] = 0.0;
                change += difference * trace[place];
            }
            self.net[place] += change;
            self.absolute[place] += change.abs();
        }
    }

    fn sums(self, columns: usize) -> Sums {
        let mut sums = Sums { net: vec![0.0; columns], absolute: vec![0.0; columns] };
        for (place, &column) in self.columns.iter().enumerate() {
            sums.net[column as usize] = self.net[place];
            sums.absolute[column as usize] = self.absolute[place];
        }
        sums
    }
}

/// One timestep of a single prediction: of each weight met, its trace, what is fresh, and the sums.
fn add_up(
    (trace, fresh, net, absolute): (&mut [f64], &mut [f64], &mut [f64], &mut [f64]),
    difference: f64,
    later: impl Fn(f64, f64) -> f64,
) {
    let met = net.len();
    let (trace, fresh, absolute) = (&mut trace[..met], &mut fresh[..met], &mut absolute[..met]);
    for i in 0..met {
        trace[i] = later(trace[i], fresh[i]);
        fresh[i] = 0.0;
        let change = difference * trace[i];
        net[i] += change;
        absolute[i] += change.abs();
    }
}

/// A trace one timestep later; λ = 0 forgets even what is infinite, as in the readable form.
fn decayed(trace: f64, fresh: f64, trace_decay: f64) -> f64 {
    if trace_decay == 0.0 { fresh } else { fresh + trace_decay * trace }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: GradientRows<'_> = GradientRows {
        starts: &[0, 1],
        ends: &[1, 2],
        indices: &[0, 1],
        data: &[2.0, 1.0],
        slopes: &[0.5, 1.0],
        last: None,
        columns: 3,
    };

    #[test]
    fn differences_go_back_along_the_traces() {
        // r_1 = .5 · (1, 0), r_2 = −.25 · (.5, 1): thesis eq. 8.1 with λ = .5.
        let found = sums(&TWO, &[0.5, -0.25], 1, 0.5).unwrap();
        assert_eq!(found.net, [0.375, -0.25, 0.0]);
        assert_eq!(found.absolute, [0.625, 0.25, 0.0]);
    }

    #[test]
    fn several_predictions_at_a_time_add_up_before_the_absolute_is_taken() {
        // One timestep of two predictions: r = .5 · (1, 0) + (−.5) · (0, 1) = (.5, −.5).
        let found = sums(&TWO, &[0.5, -0.5], 2, 0.5).unwrap();
        assert_eq!(found.net, [0.5, -0.5, 0.0]);
        assert_eq!(found.absolute, [0.5, 0.5, 0.0]);
    }

    #[test]
    fn a_last_weight_is_in_every_row() {
        let rows = GradientRows { last: Some(&[1.0, 4.0]), ..TWO };
        let found = sums(&rows, &[0.5, -0.25], 1, 0.5).unwrap();
        assert_eq!(found.net, [0.375, -0.25, 0.5 - 0.25 * 4.5]);
    }

    #[test]
    fn without_decay_a_row_stands_alone() {
        assert_eq!(sums(&TWO, &[0.5, -0.25], 1, 0.0).unwrap().net, [0.5, -0.25, 0.0]);
    }

    #[test]
    fn no_predictions_ask_for_nothing() {
        let rows = GradientRows { starts: &[], ends: &[], slopes: &[], ..TWO };
        let nothing = vec![0.0; 3];
        let expected = Sums { net: nothing.clone(), absolute: nothing };
        assert_eq!(sums(&rows, &[], 1, 0.5).unwrap(), expected);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = |rows: GradientRows<'_>| sums(&rows, &[0.5, 0.5], 1, 0.5).unwrap_err();
        let outside = refused(GradientRows { columns: 1, ..TWO });
        assert_eq!(
            outside.to_string(),
            "a gradient of weight 1, but there are 1; they count from 0"
        );
        refused(GradientRows { ends: &[1, 3], ..TWO });
        refused(GradientRows { starts: &[-1, 1], ..TWO });
        refused(GradientRows { slopes: &[0.5], ..TWO });
        refused(GradientRows { last: Some(&[1.0, 1.0]), columns: 0, ..TWO });
        assert!(sums(&TWO, &[0.5], 1, 0.5).is_err());
        assert!(sums(&TWO, &[], 0, 0.5).is_err());
    }
}
