//! Which moves of a decision are searched deeper than a ply.

use crate::search::settings::Settings;

/// A move of a decision: what a ply says of it, and whether it is searched deeper.
pub(super) struct Candidate {
    pub value: f64,
    pub is_searched: bool,
}

impl Candidate {
    /// A move that a ply is enough for.
    pub fn judged(value: f64) -> Self {
        Self { value, is_searched: false }
    }
}

/// Moves that are searched deeper: so many, and so near to the best.
pub(super) struct Filter {
    most: usize,
    margin: f64,
}

impl Filter {
    pub fn new(settings: &Settings) -> Self {
        Self {
            most: settings.candidates.map_or(usize::MAX, |most| most as usize),
            margin: settings.candidate_margin,
        }
    }

    /// Whether it leaves out none of so many moves, whatever they are worth.
    pub fn keeps_all(&self, moves: usize) -> bool {
        self.most >= moves && self.margin == f64::INFINITY
    }

    /// The moves of these values, of which `best` is the best.
    pub fn candidates(&self, values: Vec<f64>, best: f64) -> Vec<Candidate> {
        let mut order: Vec<_> = (0..values.len()).collect();
        // Stable, so that of equal moves the first are kept.
        order.sort_by(|&a, &b| (values[a] - best).abs().total_cmp(&(values[b] - best).abs()));
        let near = order.iter().filter(|&&n| (values[n] - best).abs() <= self.margin);
        let mut kept = vec![false; values.len()];
        near.take(self.most).for_each(|&n| kept[n] = true);
        let pairs = values.into_iter().zip(kept);
        pairs.map(|(value, is_searched)| Candidate { value, is_searched }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(candidates: Option<u32>, candidate_margin: f64) -> Filter {
        Filter::new(&Settings { candidates, candidate_margin, ..Settings::default() })
    }

    fn searched(candidates: Option<u32>, margin: f64) -> Vec<bool> {
        let found = filter(candidates, margin).candidates(vec![0.5, 2.0, 1.5, 2.0, 1.0], 2.0);
        found.into_iter().map(|candidate| candidate.is_searched).collect()
    }

    #[test]
    fn the_moves_nearest_to_the_best_are_searched_and_of_equal_ones_the_first() {
        assert_eq!(searched(Some(1), f64::INFINITY), [false, true, false, false, false]);
        assert_eq!(searched(Some(3), f64::INFINITY), [false, true, true, true, false]);
        assert_eq!(searched(None, f64::INFINITY), [true; 5]);
    }

    #[test]
    fn a_move_at_the_margin_is_searched_and_none_beyond_it() {
        assert_eq!(searched(None, 0.5), [false, true, true, true, false]);
        assert_eq!(searched(None, 0.49), [false, true, false, true, false]);
        assert_eq!(searched(Some(2), 1.0), [false, true, false, true, false]);
    }

    #[test]
    fn all_moves_are_kept_only_where_neither_number_nor_margin_may_leave_one_out() {
        assert!(filter(None, f64::INFINITY).keeps_all(1000));
        assert!(filter(Some(3), f64::INFINITY).keeps_all(3));
        assert!(!filter(Some(3), f64::INFINITY).keeps_all(4));
        assert!(!filter(None, 3.0).keeps_all(1));
    }
}
