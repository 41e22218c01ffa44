//! Spikes that cannot be: better than won, worse than lost (paper, 4.2.5).

use crate::selective::Spike;

/// Moves spikes beyond the limits to them and shifts the others, so that the mean stays the same. A
/// mean outside the limits leaves a tenth just inside and the rest at the limit, so that there is
/// some use in looking there, but not much.
pub fn within(low: f64, high: f64, spikes: &mut Vec<Spike>) {
    let mean: f64 = spikes.iter().map(|s| s.location * s.height).sum();
    let inside = (high - low) * 0.05;
    if mean >= high {
        return only(spikes, [(high, 0.9), (high - inside, 0.1)]);
    }
    if mean <= low {
        return only(spikes, [(low + inside, 0.1), (low, 0.9)]);
    }
    // Shifting can push others over a limit: each round settles one more spike at least.
    for _ in 0..=spikes.len() {
        let is_free = |s: &Spike| low < s.location && s.location < high;
        spikes.iter_mut().for_each(|s| s.location = s.location.clamp(low, high));
        let now: f64 = spikes.iter().map(|s| s.location * s.height).sum();
        let free: f64 = spikes.iter().filter(|s| is_free(s)).map(|s| s.height).sum();
        if (now - mean).abs() < 1e-12 {
            return;
        }
        if free > 0.0 {
            let shift = (mean - now) / free;
            spikes.iter_mut().filter(|s| is_free(s)).for_each(|s| s.location += shift);
        } else {
            // All are at the limits: their heights alone can hold the mean.
            let share = (mean - low) / (high - low);
            return only(spikes, [(high, share), (low, 1.0 - share)]);
        }
    }
}

fn only(spikes: &mut Vec<Spike>, pairs: [(f64, f64); 2]) {
    spikes.clear();
    spikes.extend(pairs.map(|(location, height)| Spike { location, height }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(pairs: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let mut spikes: Vec<_> =
            pairs.iter().map(|&(location, height)| Spike { location, height }).collect();
        within(0.0, 1.0, &mut spikes);
        spikes.iter().map(|s| (s.location, s.height)).collect()
    }

    #[test]
    fn spikes_beyond_a_limit_go_to_it_and_the_others_keep_the_mean() {
        assert_eq!(limited(&[(1.25, 0.5), (0.25, 0.5)]), [(1.0, 0.5), (0.5, 0.5)]);
        assert_eq!(limited(&[(0.75, 0.5), (0.5, 0.5)]), [(0.75, 0.5), (0.5, 0.5)]);
        assert_eq!(limited(&[(3.0, 0.5), (-2.5, 0.5)]), [(1.0, 0.25), (0.0, 0.75)]);
    }

    #[test]
    fn a_mean_outside_leaves_a_tenth_inside() {
        assert_eq!(limited(&[(1.2, 0.5), (1.0, 0.5)]), [(1.0, 0.9), (0.95, 0.1)]);
        assert_eq!(limited(&[(-0.2, 1.0)]), [(0.05, 0.1), (0.0, 0.9)]);
    }
}
