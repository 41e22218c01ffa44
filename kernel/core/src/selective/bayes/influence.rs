//! What the root, and the root's child above, gain when spikes of a node grow.

use super::maximum::NEGLIGIBLE;

/// Adds to the influence that came by other lines, if any did.
pub(super) fn add(sum: &mut Vec<[f64; 2]>, influence: &[[f64; 2]]) {
    if sum.is_empty() {
        sum.extend_from_slice(influence);
    } else {
        sum.iter_mut().zip(influence).for_each(|(sum, more)| {
            sum[0] += more[0];
            sum[1] += more[1];
        });
    }
}

/// Whether all influence is the same: then no change of heights, which sum to 1, makes a difference.
pub(super) fn is_even(influence: &[[f64; 2]]) -> bool {
    let first = influence.first().copied().unwrap_or_default();
    let near = |of_spike: &[f64; 2]| {
        (of_spike[0] - first[0]).abs() < NEGLIGIBLE && (of_spike[1] - first[1]).abs() < NEGLIGIBLE
    };
    influence.iter().all(near)
}
