//! Random numbers, without hidden state: every game and every move has its own generator.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A portable generator: the same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The generator of the stream `number` of `seed`.
    #[must_use]
    pub fn new(seed: u64, number: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(mix(seed, number)))
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..bound`, each equally likely (Lemire's multiplication with rejection).
    ///
    /// # Panics
    /// When `bound` is 0: there is nothing to choose from.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "cannot choose among nothing");
        let reject_below = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            if product as u64 >= reject_below {
                return (product >> 64) as u64;
            }
        }
    }

    /// Puts the items into a random order, each equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }

    /// One of the items, each equally likely.
    ///
    /// # Panics
    /// When there are no items.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}

/// The seed of the search at `ply` of game `number` of a run.
#[must_use]
pub fn move_seed(seed: u64, number: u64, ply: u64) -> u64 {
    mix(mix(seed, number), ply)
}

/// Two words into one, so that neighbouring numbers give unrelated seeds (splitmix64's finaliser).
fn mix(a: u64, b: u64) -> u64 {
    let mut z =
        a.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(b).wrapping_add(0x632b_e59b_d9b4_e019);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_reproducible_and_apart() {
        let draw = |seed, number| {
            let mut chance = Rng::new(seed, number);
            [chance.next_u64(), chance.next_u64()]
        };
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(2, 1));
        assert_ne!(draw(1, 2), draw(1, 3));
    }

    #[test]
    fn bounded_numbers_are_uniform() {
        let mut chance = Rng::new(7, 0);
        let mut counts = [0_u32; 5];
        for _ in 0..50_000 {
            counts[chance.below(5) as usize] += 1;
        }
        // Standard deviation of a count is 89; five of them are a safe margin for a fixed seed.
        assert!(counts.iter().all(|&n| n.abs_diff(10_000) < 450), "{counts:?}");
    }
}
