//! A race by dice: the smallest game with chance, a choice and points, small enough to be solved.
//!
//! Each player has two runners, six steps from home. The player to roll throws a die of three faces
//! (1, 2 and 3 with probabilities 1/2, 1/3 and 1/6) and then brings one runner so many steps closer;
//! who comes past home is home. Who has both home first wins 1 point, or 2 if the other has none
//! home. So there is a choice between losing no steps and bringing one home in time.

use crate::error::Error;
use crate::evaluate::Context;
use crate::features::{Feature, FeatureSet, HasFeatures};
use crate::game::{Ending, Facts, Game, Rules, Turn};
use crate::value::Value;

/// Steps from home at the start.
const FAR: u8 = 6;
/// The faces of the die with their probabilities.
const DIE: [(u8, f64); 3] = [(1, 1.0 / 2.0), (2, 1.0 / 3.0), (3, 1.0 / 6.0)];

/// A position: how far each player's runners are from home, the farther one first; whose turn it is
/// to roll or to move; and the roll, once it is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceRace {
    runners: [[u8; 2]; 2],
    roller: Turn,
    die: Option<u8>,
}

/// A roll, or a runner that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// The die shows so much.
    Roll(u8),
    /// A runner goes from so far to so far from home.
    Run(u8, u8),
}

impl DiceRace {
    /// How far the side's runners are from home, the farther one first.
    #[must_use]
    pub fn runners(&self, side: Turn) -> [u8; 2] {
        self.runners[usize::from(side == Turn::Second)]
    }

    /// Whose runners are all home.
    fn winner(&self) -> Option<Turn> {
        [Turn::First, Turn::Second].into_iter().find(|&side| self.runners(side) == [0, 0])
    }

    fn runs(&self, die: u8) -> Vec<Hop> {
        let [far, near] = self.runners(self.roller);
        let run = |from: u8| Hop::Run(from, from.saturating_sub(die));
        let near = (near > 0 && near != far).then(|| run(near));
        std::iter::once(run(far)).chain(near).collect()
    }

    fn moved(&self, from: u8, to: u8) -> Self {
        let mut after = Self { roller: other(self.roller), die: None, ..*self };
        let own = &mut after.runners[usize::from(self.roller == Turn::Second)];
        let which = usize::from(own[0] != from);
        own[which] = to;
        own.sort_unstable_by(|a, b| b.cmp(a));
        after
    }
}

fn other(side: Turn) -> Turn {
    if side == Turn::First { Turn::Second } else { Turn::First }
}

impl Game for DiceRace {
    type Move = Hop;
    type Moves = Vec<Hop>;

    const MOVE_HINT: &'static str =
        "rolls are written d1, d2, d3, and runs by how far from home, e.g. '6/4' or '2/off'";
    const HISTORY_SIZE: usize = 64;
    const REPEATS: bool = false;
    const OUTCOMES: &'static [f64] = &[-2.0, -1.0, 1.0, 2.0];
    const HAS_CHANCE: bool = true;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn turn(&self) -> Turn {
        if self.die.is_some() { self.roller } else { Turn::Chance }
    }

    fn roller(&self) -> Turn {
        self.roller
    }

    fn probability(&self, mv: Hop) -> f64 {
        let chance = |roll| DIE.iter().find(|&&(face, _)| face == roll).map_or(0.0, |&(_, p)| p);
        if let Hop::Roll(roll) = mv { chance(roll) } else { 1.0 }
    }

    fn legal_moves(&self) -> Vec<Hop> {
        match self.die {
            _ if self.winner().is_some() => Vec::new(),
            None => DIE.iter().map(|&(face, _)| Hop::Roll(face)).collect(),
            Some(die) => self.runs(die),
        }
    }

    fn noisy_moves(&self) -> Vec<Hop> {
        Vec::new()
    }

    fn is_noisy(&self, _mv: Hop) -> bool {
        false
    }

    fn play(&self, mv: Hop) -> Self {
        match mv {
            Hop::Roll(face) => Self { die: Some(face), ..*self },
            Hop::Run(from, to) => self.moved(from, to),
        }
    }

    fn ending_without_moves(&self) -> Ending {
        let winner = self.winner().unwrap_or(self.roller);
        let double = self.runners(other(winner))[1] > 0;
        let points = if double { 2.0 } else { 1.0 };
        let reason = if double { "double win" } else { "win" };
        Ending { score: points * f64::from(winner.sign()), reason }
    }

    fn has_legal_move(&self) -> bool {
        self.winner().is_none()
    }

    fn reversible_plies(&self) -> u32 {
        0
    }

    fn key(&self) -> u64 {
        let [[a, b], [c, d]] = self.runners.map(|side| side.map(u64::from));
        let turn = u64::from(self.roller == Turn::Second);
        let word =
            a | b << 3 | c << 6 | d << 9 | turn << 12 | u64::from(self.die.unwrap_or(0)) << 13;
        // One to one, so no two positions share a key.
        let word = (word + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let word = (word ^ word >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        word ^ word >> 32
    }

    fn text(&self) -> String {
        let [[a, b], [c, d]] = self.runners;
        let die = self.die.map(|die| format!(" {die}")).unwrap_or_default();
        format!("{a}{b} {c}{d} {}{die}", self.roller.name())
    }

    fn move_text(&self, mv: Hop) -> String {
        match mv {
            Hop::Roll(face) => format!("d{face}"),
            Hop::Run(from, 0) => format!("{from}/off"),
            Hop::Run(from, to) => format!("{from}/{to}"),
        }
    }

    fn count(&self, kind: &str, side: Turn) -> Option<u32> {
        let running = self.runners(side).into_iter().filter(|&far| far > 0).count();
        (kind == "runner").then_some(running as u32)
    }

    fn history_index(&self, mv: Hop) -> usize {
        usize::from(Self::move_code(mv)) % Self::HISTORY_SIZE
    }

    fn move_code(mv: Hop) -> u16 {
        match mv {
            Hop::Roll(face) => face.into(),
            Hop::Run(from, to) => 8 * u16::from(from) + u16::from(to),
        }
    }
}

impl Rules for DiceRace {
    const NAME: &'static str = "dice-race";
    const FACTS: Facts = Facts {
        summary: "a race of two runners each by dice: win 1 point, or 2 if the other has none home",
        players: ["First", "Second"],
        max_plies: 60,
        kinds: &["runner"],
    };

    fn start() -> Self {
        Self { runners: [[FAR; 2]; 2], roller: Turn::First, die: None }
    }

    fn parse(text: &str) -> Result<Self, Error> {
        parsed(text).ok_or_else(|| Error::BadPosition {
            game: Self::NAME,
            text: text.to_owned(),
            why: "write how far each player's runners are from home, the farther one first, who \
                  rolls, and the roll if it is thrown: '66 66 first' or '62 50 second 3'"
                .to_owned(),
        })
    }
}

fn parsed(text: &str) -> Option<DiceRace> {
    let words: Vec<_> = text.split_whitespace().collect();
    let (&[first, second, roller], die) = words.split_at_checked(3).and_then(|(three, rest)| {
        let three: &[&str; 3] = three.try_into().ok()?;
        Some((three, rest))
    })?;
    let roller = [Turn::First, Turn::Second].into_iter().find(|side| side.name() == roller)?;
    let die = match die {
        [] => None,
        [face] => Some(face.parse().ok().filter(|face| DIE.iter().any(|(f, _)| f == face))?),
        _ => return None,
    };
    let position = DiceRace { runners: [pair(first)?, pair(second)?], roller, die };
    // Who has won has just moved: the other would be to roll.
    let both = position.runners == [[0; 2]; 2];
    let sound = position.winner().is_none_or(|won| won != roller && die.is_none() && !both);
    sound.then_some(position)
}

fn pair(text: &str) -> Option<[u8; 2]> {
    let far: Vec<u8> = text.bytes().map(|c| c.wrapping_sub(b'0')).collect();
    let pair: [u8; 2] = far.try_into().ok()?;
    (pair[0] <= FAR && pair[0] >= pair[1]).then_some(pair)
}

/// Steps to go, who has a runner home, whose turn it is, and how far apart runners are.
pub struct Race;

const FEATURES: [Feature; 4] = [
    Feature::term("steps", "steps that one's runners still have to go"),
    Feature::term("home", "a runner is home: a loss will be a single one"),
    Feature::term("roll", "to roll, or to move by a roll"),
    Feature::term("apart", "steps between one's runners"),
];

/// The counts, the first player's minus the second's.
fn counted(position: &DiceRace) -> [i32; 4] {
    let own = |side: Turn| {
        let [far, near] = position.runners(side).map(i32::from);
        [far + near, i32::from(near == 0), i32::from(position.roller() == side), far - near]
    };
    let (first, second) = (own(Turn::First), own(Turn::Second));
    std::array::from_fn(|i| first[i] - second[i])
}

impl FeatureSet<DiceRace> for Race {
    fn name(&self) -> &'static str {
        "race"
    }

    fn features(&self) -> &[Feature] {
        &FEATURES
    }

    fn counts(&self, position: &DiceRace, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let counts = counted(position).into_iter().enumerate();
        out.extend(counts.filter(|&(_, n)| n != 0).map(|(i, n)| (i as u32, n.into())));
    }

    fn weighted(&self, position: &DiceRace, _context: &Context, weights: &[Value]) -> i64 {
        counted(position).iter().zip(weights).map(|(&n, &w)| i64::from(n) * i64::from(w)).sum()
    }
}

impl HasFeatures for DiceRace {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        &[&Race]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::perft;

    fn at(text: &str) -> DiceRace {
        DiceRace::parse(text).unwrap()
    }

    #[test]
    fn texts_go_both_ways_and_bad_ones_are_refused() {
        for text in ["66 66 first", "62 50 second 3", "00 61 second", "61 00 first"] {
            assert_eq!(at(text).text(), text);
        }
        for text in ["", "66 66", "67 66 first", "26 66 first", "66 66 third", "66 66 first 4"] {
            assert!(DiceRace::parse(text).is_err(), "{text}");
        }
        // Who has won does not roll again, and two cannot have won.
        for text in ["00 61 first", "00 61 second 2", "00 00 first", "66 66 first 1 1"] {
            assert!(DiceRace::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_win_counts_double_where_the_other_has_nobody_home() {
        let score = |text: &str| at(text).ending().unwrap().score;
        assert_eq!(score("00 61 second"), 2.0);
        assert_eq!(score("00 60 second"), 1.0);
        assert_eq!(score("66 00 first"), -2.0);
        assert_eq!(score("10 00 first"), -1.0);
    }

    #[test]
    fn rolls_and_runs_are_counted_by_perft() {
        let count = |text: &str, depth| perft(&at(text), depth, &|| false).unwrap();
        assert_eq!(count("66 66 first", 1), 3);
        // Both runners stand together: three rolls, one run each.
        assert_eq!(count("66 66 first", 2), 3);
        assert_eq!(count("66 66 first", 4), 9);
        assert_eq!(count("64 66 first", 2), 6);
        assert_eq!(count("11 66 second 3", 1), 1);
    }

    #[test]
    fn a_runner_comes_home_past_home() {
        let after = at("61 66 first 3").play(Hop::Run(1, 0));
        assert_eq!(after.text(), "60 66 second");
        assert_eq!(after.turn(), Turn::Chance);
        assert_eq!(after.roller(), Turn::Second);
        assert_eq!(at("42 66 first 3").play(Hop::Run(4, 1)).text(), "21 66 second");
    }
}
