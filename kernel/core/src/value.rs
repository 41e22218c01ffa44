//! Values: fixed-point integers, always seen by the side to move.
//!
//! ```text
//! -MATE ........ -MATE_BOUND ........ 0 ........ MATE_BOUND ........ MATE
//!   lost by the rules    |      static evaluations     |    won by the rules
//! ```

/// What a position is worth to the side to move, in units of the evaluation's own scale.
pub type Value = i32;

/// Above every value that can occur: the widest search window is `(-INFINITE, INFINITE)`.
pub const INFINITE: Value = 1_100_000_000;

/// The value of having won at the root itself; a win `n` plies away is worth `MATE - n`.
pub const MATE: Value = 1_000_000_000;

/// The longest line that a search follows. Nothing is read or written past it.
pub const MAX_PLY: usize = 250;

/// Values of this size or more are wins or losses by the rules, not evaluations.
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;

/// Evaluations are cut to ± this, so that the largest weights cannot be taken for a mate.
pub const EVALUATION_LIMIT: Value = 900_000_000;

/// Whether the value is a win or a loss by the rules.
#[must_use]
pub fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// A value seen from the root, as it is stored with a node `ply` plies below the root.
#[must_use]
pub fn to_table(value: Value, ply: usize) -> Value {
    shift(value, ply as Value)
}

/// The inverse of [`to_table`].
#[must_use]
pub fn from_table(value: Value, ply: usize) -> Value {
    shift(value, -(ply as Value))
}

fn shift(value: Value, plies: Value) -> Value {
    if value >= MATE_BOUND {
        value + plies
    } else if value <= -MATE_BOUND {
        value - plies
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_keeps_its_distance_to_the_node_in_the_table() {
        let mate_in_three = MATE - 7;
        assert_eq!(to_table(mate_in_three, 4), MATE - 3);
        assert_eq!(from_table(MATE - 3, 4), mate_in_three);
        assert_eq!(to_table(-mate_in_three, 4), -(MATE - 3));
        assert_eq!(to_table(1234, 4), 1234);
    }
}
