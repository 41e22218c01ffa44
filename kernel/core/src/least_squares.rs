//! Normal equations of many sparse rows: (Σ s²·c·cᵀ + D)·x = b.
//!
//! Everything is added up in one order, without a library that might choose another: the same rows
//! give the same bits on every machine.

use crate::credit::GradientRows;
use crate::error::Error;

/// Numbers that are added up side by side.
const LANES: usize = 8;

/// Σ s²·c·cᵀ, the half of it on and below the diagonal.
#[derive(Clone, Debug)]
pub struct Gram {
    /// Row i has i + 1 numbers.
    rows: Vec<Vec<f64>>,
}

impl Gram {
    /// Nothing yet, for so many weights.
    #[must_use]
    pub fn new(columns: usize) -> Self {
        Self { rows: (1..=columns).map(|length| vec![0.0; length]).collect() }
    }

    /// How many weights there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.rows.len()
    }

    /// Adds rows, each times its slope.
    ///
    /// # Errors
    /// [`Error::BadSetting`] for rows that do not fit.
    pub fn add(&mut self, given: &GradientRows<'_>) -> Result<(), Error> {
        if given.columns != self.columns() || given.last.is_some() {
            return Err(Error::BadSetting(format!(
                "rows of {} weights for equations of {}",
                given.columns,
                self.columns()
            )));
        }
        given.refuse_impossible()?;
        let mut sorted: Vec<(usize, f64)> = Vec::new();
        for row in 0..given.starts.len() {
            let (indices, data) = given.entries(row);
            let slope = given.slopes[row];
            let entries = indices.iter().zip(data).map(|(&i, &x)| (i as usize, x * slope));
            sorted.clear();
            sorted.extend(entries);
            sorted.sort_unstable_by_key(|&(i, _)| i);
            for (place, &(i, x)) in sorted.iter().enumerate() {
                let row = &mut self.rows[i];
                for &(j, y) in &sorted[..=place] {
                    row[j] += x * y;
                }
            }
        }
        Ok(())
    }

    /// The solution x, with `diagonal` added to the diagonal.
    ///
    /// # Errors
    /// [`Error::BadSetting`] for other lengths, or where the equations have no single solution.
    pub fn solved(&self, diagonal: &[f64], right: &[f64]) -> Result<Vec<f64>, Error> {
        let n = self.columns();
        if diagonal.len() != n || right.len() != n {
            return Err(Error::BadSetting(format!(
                "{} and {} numbers for {n} equations",
                diagonal.len(),
                right.len()
            )));
        }
        let mut factor = self.rows.clone();
        for i in 0..n {
            factor[i][i] += diagonal[i];
            let (above, rest) = factor.split_at_mut(i);
            let row = &mut rest[0];
            for (j, other) in above.iter().enumerate() {
                row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
            }
            let left = row[i] - dot(&row[..i], &row[..i]);
            if left.is_nan() || left <= 0.0 {
                return Err(Error::BadSetting(format!(
                    "the equations of weight {i} have no single solution: {left} is not above 0"
                )));
            }
            row[i] = left.sqrt();
        }
        let mut found = right.to_vec();
        for i in 0..n {
            found[i] = (found[i] - dot(&factor[i][..i], &found[..i])) / factor[i][i];
        }
        for i in (0..n).rev() {
            found[i] /= factor[i][i];
            let x = found[i];
            for (sum, &y) in found[..i].iter_mut().zip(&factor[i][..i]) {
                *sum -= x * y;
            }
        }
        Ok(found)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    let (mut a, mut b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    for (a, b) in a.by_ref().zip(b.by_ref()) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f64 = a.remainder().iter().zip(b.remainder()).map(|(x, y)| x * y).sum();
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn the_solution_solves_the_equations() {
        let (n, mut chance) = (37, Rng::new(3, 0));
        let mut drawn = || chance.below(2_001) as f64 / 1_000.0 - 1.0;
        let (mut data, mut indices, mut starts, mut ends) = (vec![], vec![], vec![], vec![]);
        for row in 0..200_i64 {
            starts.push(data.len() as i64);
            for place in 0..5 {
                indices.push(((row * 7 + place * 11) % n) as i32);
                data.push(drawn());
            }
            ends.push(data.len() as i64);
        }
        let slopes: Vec<_> = (0..200).map(|_| drawn()).collect();
        let right: Vec<_> = (0..n).map(|_| drawn()).collect();
        let rows = GradientRows {
            starts: &starts,
            ends: &ends,
            indices: &indices,
            data: &data,
            slopes: &slopes,
            last: None,
            columns: n as usize,
        };
        let mut gram = Gram::new(n as usize);
        gram.add(&rows).unwrap();
        let diagonal = vec![0.5; n as usize];
        let found = gram.solved(&diagonal, &right).unwrap();
        let mut told: Vec<_> = found.iter().map(|x| 0.5 * x).collect();
        for row in 0..200 {
            let entries = starts[row] as usize..ends[row] as usize;
            let cells = || entries.clone().map(|at| (indices[at] as usize, data[at] * slopes[row]));
            let product: f64 = cells().map(|(i, x)| x * found[i]).sum();
            cells().for_each(|(i, x)| told[i] += x * product);
        }
        for (told, wanted) in told.iter().zip(&right) {
            assert!((told - wanted).abs() < 1e-9, "{told} {wanted}");
        }
        assert!(gram.solved(&diagonal[1..], &right).is_err());
        let message = Gram::new(2).solved(&[1.0, 0.0], &[1.0, 1.0]).unwrap_err().to_string();
        assert!(message.contains("weight 1"), "{message}");
    }
}
