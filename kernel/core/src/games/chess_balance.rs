//! How many pieces one side has more than the other, by kind: six small numbers in one word.
//!
//! They change as one word. Changed one by one in memory they would be copied as a whole before the
//! processor has put them together, and every capture would wait for that.

use shakmaty::Role;

/// The highest bit of every number.
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// White's pieces minus Black's: pawns, knights, bishops, rooks, queens, kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Balance(u64);

impl Balance {
    /// These numbers.
    pub fn of(numbers: [i8; 6]) -> Self {
        let [p, n, b, r, q, k] = numbers.map(i8::cast_unsigned);
        Self(u64::from_le_bytes([p, n, b, r, q, k, 0, 0]))
    }

    /// The numbers, by kind.
    #[inline]
    pub fn numbers(self) -> [i8; 6] {
        let [p, n, b, r, q, k, _, _] = self.0.to_le_bytes();
        [p, n, b, r, q, k].map(u8::cast_signed)
    }

    /// With so many more of a kind; nothing is carried from one number to the next.
    #[inline]
    pub fn with(self, role: Role, more: i8) -> Self {
        let (old, more) = (self.0, u64::from(more.cast_unsigned()) << (8 * (role as u32 - 1)));
        Self(((old & !HIGHEST) + (more & !HIGHEST)) ^ ((old ^ more) & HIGHEST))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Role;

    use super::Balance;

    #[test]
    fn every_number_changes_alone() {
        for (place, role) in Role::ALL.into_iter().enumerate() {
            let mut numbers = [-1, 0, 7, -8, 1, -128];
            let mut balance = Balance::of(numbers);
            for more in [1_i8, -1, -1, 1, 1, 2, -3] {
                numbers[place] = numbers[place].wrapping_add(more);
                balance = balance.with(role, more);
                assert_eq!(balance.numbers(), numbers);
                assert_eq!(balance, Balance::of(numbers));
            }
        }
    }
}
