//! How many rolls of 36 hit a blot.

use crate::games::backgammon::board::BAR;

/// The points 1 to 24.
const POINTS: u32 = (1 << BAR) - 2;
/// Checkers that a double moves.
const DOUBLE_STEPS: usize = 4;

/// How many of the 36 rolls hit at least one of `blots`: by one die, by both with one checker, by
/// up to four steps of a double, with stops only on points that are not in `block`; checkers on the
/// bar enter first. All masks are in the hitter's numbering; `held` includes the bar.
///
/// That dice must be played as far as possible is not looked at: a roll counts as a hit too where
/// its hit would leave a die unplayed that another play could use (below one roll in a thousand).
#[must_use]
#[inline(always)]
pub fn shots(held: u32, on_bar: u8, block: u32, blots: u32) -> u32 {
    if blots == 0 {
        return 0;
    }
    let open = !block & POINTS;
    match on_bar {
        0 => from_points(held, open, blots),
        1 => with_one_to_enter(held & POINTS, open, blots),
        _ => with_more_to_enter(held & POINTS, usize::from(on_bar), open, blots),
    }
}

/// Whether a checker of `from` comes to a blot by up to `steps` steps of `die`.
#[inline(always)]
fn is_reached(from: u32, die: usize, steps: usize, open: u32, blots: u32) -> bool {
    let (mut at, mut reached) = (from, 0);
    for _ in 0..steps {
        at = at >> die & open;
        reached |= at;
    }
    reached & blots != 0
}

#[inline(always)]
fn from_points(held: u32, open: u32, blots: u32) -> u32 {
    let once: [u32; 7] = std::array::from_fn(|die| held >> die & open);
    let mut rolls = 0;
    for a in 1..=6 {
        rolls += u32::from(is_reached(held, a, DOUBLE_STEPS, open, blots));
        for b in 1..a {
            let reached = once[a] | once[b] | once[a] >> b | once[b] >> a;
            rolls += 2 * u32::from(reached & blots != 0);
        }
    }
    rolls
}

#[inline(always)]
fn with_one_to_enter(rest: u32, open: u32, blots: u32) -> u32 {
    // Where a checker enters by each die; nothing where it cannot.
    let entry: [u32; 7] = std::array::from_fn(|die| 1 << (BAR - die) & open);
    let mut rolls = 0;
    for a in 1..=6 {
        if entry[a] != 0 {
            let from = rest | entry[a];
            let is_hit = entry[a] & blots != 0 || is_reached(from, a, 3, open, blots);
            rolls += u32::from(is_hit);
        }
        for b in 1..a {
            let then = |first: usize, second: usize| {
                let moved = (rest | entry[first]) >> second;
                if entry[first] == 0 { 0 } else { (entry[first] | moved) & blots }
            };
            rolls += 2 * u32::from(then(a, b) | then(b, a) != 0);
        }
    }
    rolls
}

#[inline(always)]
fn with_more_to_enter(rest: u32, on_bar: usize, open: u32, blots: u32) -> u32 {
    let entry: [u32; 7] = std::array::from_fn(|die| 1 << (BAR - die) & open);
    let steps = DOUBLE_STEPS.saturating_sub(on_bar);
    let mut rolls = 0;
    for a in 1..=6 {
        if entry[a] != 0 {
            let is_hit =
                entry[a] & blots != 0 || is_reached(rest | entry[a], a, steps, open, blots);
            rolls += u32::from(is_hit);
        }
        for b in 1..a {
            rolls += 2 * u32::from((entry[a] | entry[b]) & blots != 0);
        }
    }
    rolls
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::backgammon::{Board, Plays, ROLLS};
    use crate::gammon::inputs::Sight;
    use crate::gammon::testing::random_boards;

    fn quick(board: &Board) -> u32 {
        let sight = Sight::of(board);
        let mirrored = |mask: u32| mask.reverse_bits() >> 6;
        let blots = mirrored(sight.held[1] & !sight.made[1] & POINTS);
        shots(sight.held[0], board.rows[0][BAR], mirrored(sight.made[1]), blots)
    }

    /// Whether a hit can be played: any checkers, any order, and dice may be left.
    fn can_hit(board: &Board, dice: &[usize]) -> bool {
        (0..dice.len()).any(|n| {
            let (die, mut left) = (dice[n], dice.to_vec());
            left.remove(n);
            (1..=BAR).any(|from| {
                let [own, other] = &board.rows;
                let is_allowed = own[from] > 0 && (own[BAR] == 0 || from == BAR) && from > die;
                if !is_allowed || other[BAR - (from - die)] > 1 {
                    return false;
                }
                let mut after = *board;
                after.rows[0][from] -= 1;
                after.rows[0][from - die] += 1;
                other[BAR - (from - die)] == 1 || can_hit(&after, &left)
            })
        })
    }

    #[test]
    fn shots_are_those_of_all_orders_of_steps_and_nearly_those_of_the_rules() {
        let (mut plays, mut rolls, mut unplayable) = (Plays::default(), 0, 0);
        for board in random_boards(1, 3_000) {
            let (mut steps, mut rules) = (0, 0);
            for ((a, b), ways) in ROLLS {
                let (die, other) = (usize::from(a), usize::from(b));
                let dice = if a == b { vec![die; 4] } else { vec![die, other] };
                steps += u32::from(ways) * u32::from(can_hit(&board, &dice));
                plays.generate(&board, (a, b));
                let hits = |found: &crate::games::backgammon::Found| {
                    found.board.rows[1][BAR] > board.rows[1][BAR]
                };
                rules += u32::from(ways) * u32::from(plays.found().iter().any(hits));
            }
            assert_eq!(quick(&board), steps, "{board:?}");
            assert!(steps >= rules);
            rolls += 36;
            unplayable += steps - rules;
        }
        assert!(unplayable * 1_000 < rolls, "{unplayable} of {rolls}");
    }

    #[test]
    fn a_blot_six_away_is_hit_by_seventeen_rolls() {
        // The direct 6, 5-1, 4-2, 3-3, 2-2: 11 + 2 + 2 + 1 + 1.
        let at = |points: &[usize]| points.iter().fold(0, |mask, p| mask | 1_u32 << p);
        assert_eq!(shots(at(&[20]), 0, 0, at(&[14])), 17);
        // The five point blocked: 5-1 goes by the ace first.
        assert_eq!(shots(at(&[20]), 0, at(&[15]), at(&[14])), 17);
        assert_eq!(shots(at(&[20]), 0, at(&[15, 19]), at(&[14])), 15);
        assert_eq!(shots(at(&[20]), 0, 0, 0), 0);
    }
}
