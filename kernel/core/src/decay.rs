//! The sums behind prediction decay (thesis 8.3), which every game needs.
//!
//! What they are is said, and done readably, in `plywise.learning.prediction_decay`; here every
//! operation and every order is that of the readable form, so that the results are the same to the
//! bit.

/// Rows of pairs that are added up before they join the rest.
const BLOCK: usize = 64;
/// As many numbers are added one by one, in eight strands.
const PAIRWISE: usize = 128;

/// Σ_t Q(p_t, p_{t−d}) for d = 1, 2, … (eq. 8.6).
#[must_use]
pub fn quality_sums(predictions: &[f64]) -> Vec<f64> {
    let longest = predictions.len().saturating_sub(1);
    let mut sums = vec![0.0; longest];
    for first in (0..longest).step_by(BLOCK) {
        let end = longest.min(first + BLOCK);
        let mut block = vec![0.0; end];
        for later in first..end {
            let p = predictions[later + 1];
            let folded = p.max(1.0 - p);
            let z = zero_crossing(folded);
            let beyond = folded / (folded - z);
            for (distance, sum) in block[..=later].iter_mut().enumerate() {
                let r = (p - predictions[later - distance]).abs();
                *sum += (1.0 - r / z).max((z - r) * beyond);
            }
        }
        for (sum, part) in sums.iter_mut().zip(block) {
            *sum += part;
        }
    }
    sums
}

/// z(p) for p ≥ ½: how far from a later prediction p an earlier one has quality 0 (eq. 8.7).
fn zero_crossing(p: f64) -> f64 {
    let border = (17.0_f64.sqrt() - 1.0) / 4.0;
    let a = 1.0 + p;
    if p <= border {
        let c = p * (2.0 * p * p - 2.0 * p + 1.0) / 2.0;
        return (p - (p * p - a * c).max(0.0).sqrt()) / a;
    }
    let linear = 2.0 - 2.0 * p - p * p;
    let far = (1.0 - p) * (1.0 - p);
    ((linear * linear + 4.0 * a * far).sqrt() - linear) / (2.0 * a)
}

/// The ψ at the bottom of the lowest valley of Σ_d N_d (S_d/N_d − ψ^d)² (eq. 8.8): the best of the
/// `grid`, then halving to the zero of the derivative beside it, as closely as `precision`.
#[must_use]
pub fn lowest(grid: &[f64], sums: &[f64], pairs: &[f64], precision: f64) -> f64 {
    let mut errors = grid.iter().map(|&psi| error(psi, sums, pairs)).enumerate();
    let Some(mut best) = errors.next() else { return 1.0 };
    for (place, error) in errors {
        if error < best.1 {
            best = (place, error);
        }
    }
    let mut low = best.0.checked_sub(1).map_or(0.0, |before| grid[before]);
    let mut high = grid[(best.0 + 1).min(grid.len() - 1)];
    if slope(high, sums, pairs) <= 0.0 {
        return high;
    }
    while high - low > precision {
        let middle = (low + high) / 2.0;
        if slope(middle, sums, pairs) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// (8.8) without its constant: Σ_d (N_d ψ^d − 2 S_d) ψ^d.
fn error(psi: f64, sums: &[f64], pairs: &[f64]) -> f64 {
    let mut power = 1.0;
    let terms = sums.iter().zip(pairs).map(|(sum, pairs)| {
        power *= psi;
        (pairs * power - 2.0 * sum) * power
    });
    sum_in_pairs(&terms.collect::<Vec<_>>())
}

/// Half the derivative of (8.8) with regard to ψ, times ψ.
fn slope(psi: f64, sums: &[f64], pairs: &[f64]) -> f64 {
    let (mut power, mut distance) = (1.0, 0.0);
    let terms = sums.iter().zip(pairs).map(|(sum, pairs)| {
        power *= psi;
        distance += 1.0;
        (pairs * power - sum) * power * distance
    });
    sum_in_pairs(&terms.collect::<Vec<_>>())
}

/// The sum in the order of numpy: eight strands, and halves of what is long.
fn sum_in_pairs(terms: &[f64]) -> f64 {
    if terms.len() < 8 {
        return terms.iter().sum();
    }
    if terms.len() > PAIRWISE {
        let half = terms.len() / 2;
        let (before, after) = terms.split_at(half - half % 8);
        return sum_in_pairs(before) + sum_in_pairs(after);
    }
    let mut strands = [0.0; 8];
    let eights = terms.chunks_exact(8);
    let rest = eights.remainder();
    for eight in eights {
        for (strand, term) in strands.iter_mut().zip(eight) {
            *strand += term;
        }
    }
    let [a, b, c, d, e, f, g, h] = strands;
    let sum = ((a + b) + (c + d)) + ((e + f) + (g + h));
    rest.iter().fold(sum, |sum, term| sum + term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_predictions_agree_at_every_distance() {
        let sums = quality_sums(&[0.5; 4]);
        assert_eq!(sums, [3.0, 2.0, 1.0]);
        assert_eq!(lowest(&[0.5, 1.0], &sums, &[3.0, 2.0, 1.0], 1e-12), 1.0);
    }

    #[test]
    fn qualities_that_are_powers_give_back_their_base() {
        let pairs: Vec<f64> = (1..300).rev().map(f64::from).collect();
        let sums: Vec<f64> = (1..300).zip(&pairs).map(|(d, n)| n * 0.9_f64.powi(d)).collect();
        let found = lowest(&[0.25, 0.5, 0.75, 1.0], &sums, &pairs, 1e-12);
        assert!((found - 0.9).abs() < 1e-11, "{found}");
    }

    #[test]
    fn a_sum_in_pairs_has_every_term_once() {
        for n in [0, 1, 7, 8, 9, 127, 128, 129, 1000] {
            let terms: Vec<f64> = (0..n).map(f64::from).collect();
            assert_eq!(sum_in_pairs(&terms), f64::from(n * (n - 1) / 2), "{n}");
        }
    }

    #[test]
    fn nothing_seen_gives_no_sums() {
        assert!(quality_sums(&[]).is_empty());
        assert!(quality_sums(&[0.3]).is_empty());
    }
}
