//! Many spikes to few.

use crate::selective::Spike;

/// At most so many rounds; in one dimension a handful is usual.
const ROUNDS: usize = 100;

/// Weighted k-means in one dimension, started by equal shares of the weight (paper, 4.1.2). The
/// spikes must be sorted; they stay so.
pub fn k_means(spikes: &mut Vec<Spike>, k: usize) {
    spikes.retain(|spike| spike.height > 0.0);
    if spikes.len() <= k || k == 0 {
        return;
    }
    let mut ends = equal_shares(spikes, k);
    for _ in 0..ROUNDS {
        let centres = centres(spikes, &ends);
        let next = nearest(spikes, &centres);
        if next == ends {
            break;
        }
        ends = next;
    }
    *spikes = centres(spikes, &ends);
}

/// Where each cluster ends at first. A spike belongs to the share of the weight in which its middle
/// lies; but no cluster is passed over, and as many spikes as clusters are left get one each, so
/// that none begins empty.
fn equal_shares(spikes: &[Spike], k: usize) -> Vec<usize> {
    let total: f64 = spikes.iter().map(|s| s.height).sum();
    let mut ends = Vec::with_capacity(k);
    let mut above = 0.0;
    for (i, spike) in spikes.iter().enumerate() {
        let middle = (above + spike.height / 2.0) / total;
        above += spike.height;
        let share = (k as f64 * middle) as usize;
        let left = spikes.len() - i;
        if i > 0 && share.max(k.saturating_sub(left)) > ends.len() {
            ends.push(i);
        }
    }
    ends.push(spikes.len());
    ends
}

fn clusters(ends: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    std::iter::once(0).chain(ends.iter().copied()).zip(ends.iter().copied())
}

/// The weighted means of the clusters, empty ones left out.
fn centres(spikes: &[Spike], ends: &[usize]) -> Vec<Spike> {
    let centre = |(start, end): (usize, usize)| {
        let members = &spikes[start..end];
        let height: f64 = members.iter().map(|s| s.height).sum();
        let moment: f64 = members.iter().map(|s| s.height * s.location).sum();
        Spike { location: moment / height, height }
    };
    clusters(ends).filter(|(start, end)| start < end).map(centre).collect()
}

/// Where each cluster ends, when each spike goes to the nearest centre, the earlier one on a tie.
fn nearest(spikes: &[Spike], centres: &[Spike]) -> Vec<usize> {
    let mut ends: Vec<usize> = centres
        .windows(2)
        .map(|pair| {
            let middle = (pair[0].location + pair[1].location) / 2.0;
            let is_first = |s: &Spike| {
                if pair[0].location > pair[1].location {
                    s.location >= middle
                } else {
                    s.location <= middle
                }
            };
            spikes.partition_point(is_first)
        })
        .collect();
    ends.push(spikes.len());
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_of_weight_in_between_does_not_join_two_heaps() {
        let pairs = [(2.0, 0.001), (1.0, 0.498), (0.0, 0.001), (-1.0, 0.499), (-2.0, 0.001)];
        let mut spikes = pairs.map(|(location, height)| Spike { location, height }).to_vec();
        k_means(&mut spikes, 2);
        assert!((spikes[0].location - 1.0).abs() < 0.01, "{spikes:?}");
        assert!((spikes[1].location + 1.0).abs() < 0.01, "{spikes:?}");
    }

    #[test]
    fn clusters_are_found_and_mean_and_weight_are_kept() {
        let spike = |location, height| Spike { location, height };
        let mut spikes = vec![
            spike(5.0, 0.1),
            spike(4.9, 0.2),
            spike(1.0, 0.0),
            spike(0.1, 0.3),
            spike(0.0, 0.3),
            spike(-3.0, 0.1),
        ];
        k_means(&mut spikes, 3);
        assert_eq!(spikes.len(), 3);
        assert!((spikes[0].location - (0.5 + 0.98) / 0.3).abs() < 1e-12);
        assert!((spikes[1].location - 0.05).abs() < 1e-12 && spikes[1].height == 0.6);
        assert!((spikes[2].location + 3.0).abs() < 1e-12 && spikes[2].height == 0.1);
    }
}
