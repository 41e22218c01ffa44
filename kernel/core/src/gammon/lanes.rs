//! Sixteen numbers at once, in an order of additions that is written down.
//!
//! Results are the same bits whether the compiler makes them of vectors of 4, 8 or 16: nothing is
//! fused, nothing is taken from a mathematical library, and sums are over lanes first.

/// How many numbers a block of hidden units has.
pub const LANES: usize = 16;

/// A block of sixteen, on a cache line of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(64))]
pub struct Lanes(pub [f32; LANES]);

impl Lanes {
    /// Adds `factor` times another block.
    #[inline(always)]
    pub fn add(&mut self, factor: f32, other: &[f32; LANES]) {
        for (sum, term) in self.0.iter_mut().zip(other) {
            *sum += factor * term;
        }
    }

    /// Adds the products with another block.
    #[inline(always)]
    pub fn add_products(&mut self, one: &[f32; LANES], other: &Self) {
        for (sum, (one, other)) in self.0.iter_mut().zip(one.iter().zip(&other.0)) {
            *sum += one * other;
        }
    }

    /// The sum: halves upon halves, which is the order that vectors of any width share.
    #[must_use]
    #[inline(always)]
    pub fn sum(&self) -> f32 {
        let l = &self.0;
        let eight: [f32; 8] = std::array::from_fn(|i| l[i] + l[i + 8]);
        let four: [f32; 4] = std::array::from_fn(|i| eight[i] + eight[i + 4]);
        (four[0] + four[2]) + (four[1] + four[3])
    }
}

/// Makes each number x to 1 / (1 + e^−x), within 10⁻⁶; near 0 within a hundred-thousandth of itself.
///
/// It takes many at once: a loop of unknown length is what the compiler makes vectors of, where it
/// would unroll one of sixteen and then find nothing to put together.
#[inline(always)]
pub fn logistic(numbers: &mut [f32]) {
    for x in numbers {
        *x = logistic_of(*x);
    }
}

/// e^−x is 2^y: the nearest whole number to y goes into the exponent, a polynomial is the rest.
#[inline(always)]
fn logistic_of(x: f32) -> f32 {
    // 1.5 · 2²³: adding it rounds to whole numbers, which then stand in the low bits.
    const ROUND: f32 = 12_582_912.0;
    let x = if x < 30.0 { x } else { 30.0 };
    let x = if x > -30.0 { x } else { -30.0 };
    let y = x * -std::f32::consts::LOG2_E;
    let t = y + ROUND;
    let f = y - (t - ROUND);
    let p = 0.009_678_84 + f * 0.001_326_47;
    let p = 0.240_226_46 + f * (0.055_503_204 + f * p);
    let p = 1.0 + f * (std::f32::consts::LN_2 + f * p);
    let power = f32::from_bits((t.to_bits() << 23).wrapping_add(127 << 23));
    1.0 / (1.0 + power * p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logistic_is_as_good_as_it_says() {
        for n in -4_000..=4_000_i16 {
            let x = f32::from(n) / 128.0;
            let exact = 1.0 / (1.0 + libm::exp(-f64::from(x)));
            let mut given = [x];
            logistic(&mut given);
            let [given] = given;
            let error = (f64::from(given) - exact).abs();
            assert!(error < 1e-6 && (x < -30.0 || error < 1e-5 * exact), "{x}: {given}");
        }
    }

    #[test]
    fn sums_are_of_all_lanes() {
        let lanes = Lanes(std::array::from_fn(|n| n as f32));
        assert_eq!(lanes.sum(), 120.0);
    }
}
