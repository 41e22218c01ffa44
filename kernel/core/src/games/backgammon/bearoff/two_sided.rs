//! Exact equities for up to 6 checkers a side, without a cube and with it.

use std::sync::LazyLock;

use super::Points;
use super::plays::{ROLLS, results};
use super::ranking::{position, positions, rank};

/// The most checkers a side that the table knows.
const MOST: u8 = 6;
const SIZE: usize = positions(MOST as usize);

/// Cubeless, and with the cube owned by the roller, centred, and owned by the opponent.
type Equities = [f32; 4];

/// What the player about to roll wins on average, in units of the cube as it stands, when he does
/// not double at this turn; later both double, take and pass as is best. There are no gammons, since
/// both have borne off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoSidedEquities {
    /// Without a cube.
    pub cubeless: f32,
    /// With the roller's cube.
    pub owned: f32,
    /// With a cube that either may turn.
    pub centred: f32,
    /// With the opponent's cube.
    pub opponent: f32,
}

impl TwoSidedEquities {
    /// The chance of the player about to roll to win without a cube.
    #[must_use]
    pub fn winning_chance(&self) -> f32 {
        (self.cubeless + 1.0) / 2.0
    }

    /// What a double is worth to the roller: 1 if the opponent passes, as he does when a take costs
    /// him more, and otherwise twice what it is with the opponent's cube.
    #[must_use]
    pub fn doubled(&self) -> f32 {
        (2.0 * self.opponent).min(1.0)
    }

    /// The equity of a roller who owns the cube and doubles if that is better than `owned`.
    #[must_use]
    pub fn owned_at_best(&self) -> f32 {
        self.owned.max(self.doubled())
    }

    /// The equity of a roller who doubles a centred cube if that is better than `centred`.
    #[must_use]
    pub fn centred_at_best(&self) -> f32 {
        self.centred.max(self.doubled())
    }
}

/// The equities of all pairs of positions of up to 6 checkers, for money: 924² of them, 14 MB. Each
/// cube has its own best plays.
pub struct TwoSided {
    /// By the roller's rank, then by the other's.
    equities: Vec<Equities>,
}

impl TwoSided {
    /// The table, built when it is asked for the first time.
    #[must_use]
    pub fn shared() -> &'static Self {
        static TABLE: LazyLock<TwoSided> = LazyLock::new(TwoSided::build);
        &TABLE
    }

    /// The equities of the player about to roll; none when a side has more than 6 checkers or none.
    #[must_use]
    pub fn equities(&self, roller: &Points, other: &Points) -> Option<TwoSidedEquities> {
        let is_known = is_covered(roller) && is_covered(other);
        is_known.then(|| named(self.equities[rank(roller) * SIZE + rank(other)]))
    }

    fn build() -> Self {
        let choices: Vec<_> = (0..SIZE).map(Choices::of).collect();
        let mut equities = vec![[0.0; 4]; SIZE * SIZE];
        // The same once the roller has decided about the cube, so that it is decided once a pair and
        // not at each look. Who has to roll against a side without checkers has lost.
        let mut at_best = vec![[-1.0; 4]; SIZE * SIZE];
        // A pair needs those in which the other rolls against a lower rank. With `larger` to roll
        // they came in earlier rounds (in this one if the ranks are equal), and with `smaller` to
        // roll earlier in this one.
        for larger in 1..SIZE {
            for smaller in 1..=larger {
                for (roller, other) in [(larger, smaller), (smaller, larger)] {
                    let replies = &at_best[other * SIZE..][..SIZE];
                    let found = choices[roller].expected(replies);
                    equities[roller * SIZE + other] = found;
                    at_best[roller * SIZE + other] = decided(found);
                }
            }
        }
        Self { equities }
    }
}

fn is_covered(points: &Points) -> bool {
    let checkers: u32 = points.iter().map(|&count| u32::from(count)).sum();
    (1..=u32::from(MOST)).contains(&checkers)
}

fn named([cubeless, owned, centred, opponent]: Equities) -> TwoSidedEquities {
    TwoSidedEquities { cubeless, owned, centred, opponent }
}

fn decided(equities: Equities) -> Equities {
    let found = named(equities);
    [found.cubeless, found.owned_at_best(), found.centred_at_best(), found.opponent]
}

/// The ranks that a side can reach with each roll.
struct Choices {
    results: Vec<u16>,
    /// Where each roll's results end.
    ends: [usize; 21],
}

impl Choices {
    fn of(rank: usize) -> Self {
        let points = position(rank);
        let mut all = Vec::new();
        let ends = ROLLS.map(|roll| {
            all.extend(results(&points, roll));
            all.len()
        });
        Self { results: all, ends }
    }

    /// The mean over all rolls of the best that is left, given the other side's equities by what is
    /// left of this side.
    fn expected(&self, replies: &[Equities]) -> Equities {
        let mut sums = [0.0_f64; 4];
        let mut start = 0;
        for (roll, &end) in ROLLS.iter().zip(&self.ends) {
            let least = least(&self.results[start..end], replies);
            for (sum, reply) in sums.iter_mut().zip(least) {
                *sum -= roll.chance * f64::from(reply);
            }
            start = end;
        }
        // The opponent's cube is what he owns when it is his turn, and the other way round.
        let [cubeless, owned, centred, opponent] = sums.map(|sum| sum as f32);
        [cubeless, opponent, centred, owned]
    }
}

/// The least of each equity: the opponent's least is the roller's best.
fn least(results: &[u16], replies: &[Equities]) -> Equities {
    let mut least = [f32::INFINITY; 4];
    for &result in results {
        for (least, &reply) in least.iter_mut().zip(&replies[usize::from(result)]) {
            // Not `f32::min`, which minds NaN: this is one instruction for all four.
            *least = if reply < *least { reply } else { *least };
        }
    }
    least
}
