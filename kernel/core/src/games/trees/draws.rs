//! Random numbers that belong to a node: the same whoever asks, whenever, in whatever order.

/// The numbers of one node, in a fixed order (splitmix64, started from the node's seed).
#[derive(Clone, Debug)]
pub struct Draws(u64);

impl Draws {
    /// The numbers of the node with this seed.
    #[must_use]
    pub fn of(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        scattered(self.0)
    }

    /// A whole number from `low` to `high`, each equally likely. (Intervals here are so small that
    /// the unevenness of 2⁻⁵⁰ which a plain multiplication leaves cannot be seen.)
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let width = u128::from(high.abs_diff(low)) + 1;
        low + ((u128::from(self.bits()) * width) >> 64) as i32
    }

    /// Whether something of this chance happens.
    pub fn happens(&mut self, chance: f64) -> bool {
        self.unit() < chance
    }

    /// A real number from 0 up to 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * UNIT
    }
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// 2⁻⁵³: what one of 53 bits is worth.
const UNIT: f64 = 1.0 / (1_u64 << 53) as f64;

/// The seed of a node's child: 63 bits, so that it can be written as an ordinary number.
#[must_use]
pub fn seed_below(seed: u64, index: u8) -> u64 {
    joined(seed, u64::from(index) + 1) >> 1
}

/// Two words made one, each bit of it depending on all.
#[must_use]
pub fn joined(a: u64, b: u64) -> u64 {
    scattered(scattered(a.wrapping_add(GOLDEN)) ^ b.wrapping_mul(GOLDEN))
}

fn scattered(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_neighbouring_nodes_are_even_and_unrelated() {
        let mut counts = [0_u32; 11];
        let mut product = 0.0;
        for seed in 0..44_000 {
            let (mut here, mut beside) = (Draws::of(seed), Draws::of(seed_below(seed, 0)));
            counts[(here.between(-5, 5) + 5) as usize] += 1;
            product += (here.unit() - 0.5) * (beside.unit() - 0.5);
        }
        // The standard deviation of a count is 60, that of the sum of products 17.
        assert!(counts.iter().all(|&n| n.abs_diff(4_000) < 300), "{counts:?}");
        assert!(product.abs() < 90.0, "{product}");
    }

    #[test]
    fn what_never_or_always_happens_does() {
        let mut draws = Draws::of(1);
        assert!((0..1_000).all(|_| !draws.happens(0.0) && draws.happens(1.0)));
        assert_eq!(draws.between(7, 7), 7);
    }
}
