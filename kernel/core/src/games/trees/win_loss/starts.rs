//! Positions from which both players have about the same chance.

use super::super::tree::Tree;
use super::WinLoss;
use super::parameters::BEST;
use crate::error::Error;
use crate::rng::Rng;

/// `count` positions of the tree of `like`, at its time and with its side to move, in which the
/// first player's chance is ½ give or take `tolerance`: quality, wildness and the seed of what lies
/// below are drawn from `seed`.
///
/// # Errors
/// [`Error::BadSetting`] when no position of that time is so even.
pub fn even_starts(
    like: &Tree<WinLoss>,
    seed: u64,
    count: usize,
    tolerance: f64,
) -> Result<Vec<Tree<WinLoss>>, Error> {
    let of = |wildness: i32, quality: i32| WinLoss {
        quality: quality as i16,
        wildness: wildness as u8,
        ..like.0
    };
    let all = (1..=like.0.shape.parameters.wildest)
        .flat_map(|wildness| (-BEST..=BEST).map(move |quality| of(wildness, quality)));
    let even: Vec<_> = all.filter(|node| (node.chance() - 0.5).abs() <= tolerance).collect();
    if even.is_empty() {
        return Err(Error::BadSetting(format!(
            "no position at clock {} has a chance of ½ ± {tolerance}; allow a larger tolerance or \
             choose a later clock",
            like.0.clock
        )));
    }
    let drawn = |number: usize| {
        let mut chance = Rng::new(seed, number as u64);
        let node = *chance.choose(&even);
        Tree(WinLoss { seed: chance.next_u64() >> 1, ..node })
    };
    Ok((0..count).map(drawn).collect())
}
