//! The hand-made generator of the paper's section 4.2.5.

use crate::selective::Spike;

/// Five spikes: won and lost with `mass` together and the value as their mean; of the rest half at
/// the value and a quarter on each side of it, half way to the nearer extreme. From high to low;
/// values lie within ± `win`.
///
/// ```
/// use plywise_core::spikes::hand_made;
/// let mut spikes = Vec::new();
/// hand_made(0.0, 0.5, 0.2, &mut spikes);
/// let locations: Vec<_> = spikes.iter().map(|s| s.location).collect();
/// assert_eq!(locations, [0.5, 0.25, 0.0, -0.25, -0.5]);
/// let heights: Vec<_> = spikes.iter().map(|s| s.height).collect();
/// assert_eq!(heights, [0.1, 0.2, 0.4, 0.2, 0.1]);
/// ```
pub fn hand_made(value: f64, win: f64, mass: f64, out: &mut Vec<Spike>) {
    let value = value.clamp(-win, win);
    let chance = (value + win) / (2.0 * win);
    let half = (win - value.abs()) / 2.0;
    let rest = 1.0 - mass;
    let all = [
        (win, mass * chance),
        (value + half, rest / 4.0),
        (value, rest / 2.0),
        (value - half, rest / 4.0),
        (-win, mass * (1.0 - chance)),
    ];
    // A certain value leaves nothing to find out: its spikes lie in one place.
    for (location, height) in all {
        match out.last_mut() {
            Some(last) if last.location == location => last.height += height,
            _ if height > 0.0 => out.push(Spike { location, height }),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_sum_to_one_and_the_mean_is_the_value() {
        for value in [-0.5, -0.499, -0.3, 0.0, 0.123, 0.5] {
            for mass in [0.0, 0.05, 0.5, 1.0] {
                let mut spikes = Vec::new();
                hand_made(value, 0.5, mass, &mut spikes);
                let sum: f64 = spikes.iter().map(|s| s.height).sum();
                let mean: f64 = spikes.iter().map(|s| s.height * s.location).sum();
                assert!((sum - 1.0).abs() < 1e-12 && (mean - value).abs() < 1e-12, "{spikes:?}");
                assert!(spikes.windows(2).all(|pair| pair[0].location > pair[1].location));
            }
        }
    }
}
