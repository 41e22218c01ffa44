//! Normal equations of many sparse rows: (Σ s²·c·cᵀ + D)·x = b.
//!
//! Everything is added up in one order, without a library that might choose another: the same rows
//! give the same bits on every machine.

use crate::credit::GradientRows;
use crate::error::Error;

/// Numbers that are added up side by side.
const LANES: usize = 8;

/// A row of the half on and below the diagonal, from the first column that is not zero.
///
/// Where a set has stages, a leaf has weights of one alone: the rows of a later stage do not reach
/// back to an earlier one, and cost nothing there, neither room nor time.
#[derive(Clone, Debug)]
struct Row {
    /// A multiple of [`LANES`], so that numbers are added up side by side as in a whole row.
    first: usize,
    numbers: Vec<f64>,
}

impl Row {
    fn new(place: usize) -> Self {
        let first = place - place % LANES;
        Self { first, numbers: vec![0.0; place - first + 1] }
    }

    /// Reaches back to a column.
    fn reach(&mut self, column: usize) {
        let first = column - column % LANES;
        if first < self.first {
            self.numbers.splice(..0, std::iter::repeat_n(0.0, self.first - first));
            self.first = first;
        }
    }

    /// The numbers before a column, from the first that both have.
    fn before<'a>(&'a self, other: &'a Self, column: usize) -> (&'a [f64], &'a [f64]) {
        let first = self.first.max(other.first).min(column);
        (
            &self.numbers[first.saturating_sub(self.first)..column.saturating_sub(self.first)],
            &other.numbers[first.saturating_sub(other.first)..column.saturating_sub(other.first)],
        )
    }

    /// The last number, on the diagonal.
    fn end(&mut self) -> &mut f64 {
        self.numbers.last_mut().expect("a row has its diagonal")
    }
}

/// Σ s²·c·cᵀ, the half of it on and below the diagonal.
#[derive(Clone, Debug)]
pub struct Gram {
    rows: Vec<Row>,
}

impl Gram {
    /// Nothing yet, for so many weights.
    #[must_use]
    pub fn new(columns: usize) -> Self {
        Self { rows: (0..columns).map(Row::new).collect() }
    }

    /// How many weights there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.rows.len()
    }

    /// How many numbers are kept.
    #[must_use]
    pub fn size(&self) -> usize {
        self.rows.iter().map(|row| row.numbers.len()).sum()
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
            if slope == 0.0 {
                continue;
            }
            let entries = indices.iter().zip(data).map(|(&i, &x)| (i as usize, x * slope));
            sorted.clear();
            sorted.extend(entries);
            sorted.sort_unstable_by_key(|&(i, _)| i);
            for (place, &(i, x)) in sorted.iter().enumerate() {
                let row = &mut self.rows[i];
                row.reach(sorted[0].0);
                for &(j, y) in &sorted[..=place] {
                    row.numbers[j - row.first] += x * y;
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
        self.factored(diagonal)?.solved(right)
    }

    /// The equations ready to be solved for several right sides, with `diagonal` added.
    ///
    /// # Errors
    /// [`Error::BadSetting`] for another length, or where they have no single solution.
    pub fn factored(&self, diagonal: &[f64]) -> Result<Factor, Error> {
        let (given, n) = (diagonal.len(), self.columns());
        if given != n {
            return Err(Error::BadSetting(format!("{given} numbers for {n} equations")));
        }
        Ok(Factor { rows: self.factor(diagonal)? })
    }

    /// The L of L·Lᵀ (Cholesky); its rows begin where those of the equations do.
    fn factor(&self, diagonal: &[f64]) -> Result<Vec<Row>, Error> {
        let mut factor = self.rows.clone();
        for i in 0..factor.len() {
            *factor[i].end() += diagonal[i];
            let (above, rest) = factor.split_at_mut(i);
            let row = &mut rest[0];
            for (j, other) in above.iter().enumerate().skip(row.first) {
                let (mine, theirs) = row.before(other, j);
                let sum = dot(mine, theirs);
                let place = j - row.first;
                row.numbers[place] = (row.numbers[place] - sum) / other.numbers[j - other.first];
            }
            let before = &row.numbers[..i - row.first];
            let left = row.numbers[i - row.first] - dot(before, before);
            if left.is_nan() || left <= 0.0 {
                return Err(Error::BadSetting(format!(
                    "the equations of weight {i} have no single solution: {left} is not above 0"
                )));
            }
            *row.end() = left.sqrt();
        }
        Ok(factor)
    }
}

/// The L of L·Lᵀ: equations whose hard work is done.
#[derive(Clone, Debug)]
pub struct Factor {
    rows: Vec<Row>,
}

impl Factor {
    /// The solution for a right side.
    ///
    /// # Errors
    /// [`Error::BadSetting`] for another length.
    pub fn solved(&self, right: &[f64]) -> Result<Vec<f64>, Error> {
        let (given, n) = (right.len(), self.rows.len());
        if given != n {
            return Err(Error::BadSetting(format!("{given} numbers for {n} equations")));
        }
        let mut found = right.to_vec();
        for (i, row) in self.rows.iter().enumerate() {
            let before = &row.numbers[..i - row.first];
            found[i] = (found[i] - dot(before, &found[row.first..i])) / row.numbers[i - row.first];
        }
        for (i, row) in self.rows.iter().enumerate().rev() {
            let (before, end) = row.numbers.split_at(i - row.first);
            found[i] /= end[0];
            let x = found[i];
            for (sum, &y) in found[row.first..i].iter_mut().zip(before) {
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
        assert_eq!(gram.size(), (0..37).map(|i| i + 1).sum::<usize>());
        assert!(gram.solved(&diagonal[1..], &right).is_err());
        let message = Gram::new(2).solved(&[1.0, 0.0], &[1.0, 1.0]).unwrap_err().to_string();
        assert!(message.contains("weight 1"), "{message}");
    }

    #[test]
    fn stages_cost_each_other_neither_room_nor_time() {
        let (stage, stages) = (100_usize, 4_usize);
        let n = stage * stages;
        let mut chance = Rng::new(5, 0);
        let mut whole = Gram::new(n);
        let mut parts: Vec<_> = (0..stages).map(|_| Gram::new(stage)).collect();
        for row in 0..300 {
            let at = row % stages;
            let picked: Vec<i32> = (0..9).map(|_| chance.below(stage as u64) as i32).collect();
            let data: Vec<_> = (0..9).map(|_| chance.below(2_001) as f64 / 1e3 - 1.0).collect();
            let slopes = [0.25 + chance.below(100) as f64 / 100.0];
            let shifted: Vec<_> = picked.iter().map(|i| i + (at * stage) as i32).collect();
            let rows = |indices, columns| GradientRows {
                starts: &[0],
                ends: &[9],
                indices,
                data: &data,
                slopes: &slopes,
                last: None,
                columns,
            };
            whole.add(&rows(&shifted, n)).unwrap();
            parts[at].add(&rows(&picked, stage)).unwrap();
        }
        let diagonal = vec![0.5; n];
        let right: Vec<_> = (0..n).map(|_| chance.below(2_001) as f64 / 1e3 - 1.0).collect();
        let found = whole.solved(&diagonal, &right).unwrap();
        for (at, part) in parts.iter().enumerate() {
            let own = at * stage..(at + 1) * stage;
            let alone = part.solved(&diagonal[own.clone()], &right[own.clone()]).unwrap();
            for (one, other) in found[own].iter().zip(&alone) {
                assert!((one - other).abs() < 1e-12, "{one} {other}");
            }
        }
        // A little more than the stages alone, since rows begin at a multiple of the lanes.
        assert!(whole.size() <= stages * (stage * (stage + 1) / 2 + stage * LANES));
    }
}
