//! What docs/learn/adding.md adds, a feature set and a game, as it stands on that page: it compiles, and is
//! searched. In the kernel only the `use` lines would be others.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use plywise_core::error::Error;
use plywise_core::evaluate::{Context, Linear};
use plywise_core::features::{Feature, FeatureSet, HasFeatures};
use plywise_core::game::{Ending, Facts, Game, Rules, Turn, perft};
use plywise_core::games::Othello;
use plywise_core::history::History;
use plywise_core::rng::Rng;
use plywise_core::search::{Searcher, Settings, minimax};
use plywise_core::value::Value;

// ---- a feature set -------------------------------------------------------------------------------

/// Corners, and discs with an empty square beside them.
pub struct Frontier;

const FEATURES: [Feature; 2] = [
    Feature::term("corner", "discs on a1, a8, h1 and h8, Black's minus White's"),
    Feature::term("frontier", "discs with an empty square beside them, Black's minus White's"),
];
const CORNERS: u64 = 0x8100_0000_0000_0081;
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The squares, and all beside them.
fn grown(squares: u64) -> u64 {
    let rows = squares | (squares & NOT_H) << 1 | (squares & NOT_A) >> 1;
    rows | rows << 8 | rows >> 8
}

fn counted(position: &Othello) -> [i32; 2] {
    let (black, white) = position.black_and_white();
    let open = grown(!(black | white));
    let balance = |squares: u64| {
        (black & squares).count_ones() as i32 - (white & squares).count_ones() as i32
    };
    [balance(CORNERS), balance(open)]
}

impl FeatureSet<Othello> for Frontier {
    fn name(&self) -> &'static str {
        "frontier"
    }

    fn features(&self) -> &[Feature] {
        &FEATURES
    }

    fn unit(&self) -> Option<usize> {
        Some(0) // values are told in corners
    }

    fn counts(&self, position: &Othello, _context: &Context, out: &mut Vec<(u32, f64)>) {
        let counts = counted(position).into_iter().enumerate();
        out.extend(counts.filter(|&(_, n)| n != 0).map(|(i, n)| (i as u32, n.into())));
    }

    fn weighted(&self, position: &Othello, _context: &Context, weights: &[Value]) -> i64 {
        counted(position).iter().zip(weights).map(|(&n, &w)| i64::from(n) * i64::from(w)).sum()
    }
}

#[test]
fn the_weighted_sum_is_that_of_the_counts() {
    let mut chance = Rng::new(1, 0);
    let mut position = Othello::start();
    while position.has_legal_move() {
        let weights = [chance.below(2_000) as Value, chance.below(2_000) as Value - 1_000];
        let context = (&Frontier as &dyn FeatureSet<Othello>).at_root(&position);
        let mut counts = Vec::new();
        Frontier.counts(&position, &context, &mut counts);
        let sum: f64 = counts.iter().map(|&(i, n)| n * f64::from(weights[i as usize])).sum();
        assert_eq!(Frontier.weighted(&position, &context, &weights) as f64, sum);
        position = position.play(*chance.choose(position.legal_moves().as_ref()));
    }
}

#[test]
fn only_discs_beside_empty_squares_are_at_the_frontier() {
    // At the start all four discs are, two of either side; after d3 four of Black's and one of White's.
    assert_eq!(counted(&Othello::start()), [0, 0]);
    let after = Othello::start().play(Othello::start().parse_move("d3").unwrap());
    assert_eq!(counted(&after), [0, 3]);
    assert_eq!(grown(1).count_ones(), 4);
    assert_eq!(grown(1 << 27).count_ones(), 9);
}

// ---- a game --------------------------------------------------------------------------------------

/// Take one, two or three sticks; who takes the last one wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sticks {
    left: u8,
    turn: Turn,
}

impl Game for Sticks {
    type Move = u8;
    type Moves = Vec<u8>;

    const MOVE_HINT: &'static str = "a move is how many sticks are taken: 1, 2 or 3";
    const HISTORY_SIZE: usize = 4;
    const REPEATS: bool = false;

    fn name(&self) -> &str {
        Self::NAME
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn legal_moves(&self) -> Vec<u8> {
        (1..=self.left.min(3)).collect()
    }

    fn noisy_moves(&self) -> Vec<u8> {
        Vec::new() // nothing is exchanged
    }

    fn is_noisy(&self, _mv: u8) -> bool {
        false
    }

    fn play(&self, mv: u8) -> Self {
        let turn = if self.turn == Turn::First { Turn::Second } else { Turn::First };
        Self { left: self.left - mv, turn }
    }

    fn ending_without_moves(&self) -> Ending {
        let score = if self.turn == Turn::Second { 1.0 } else { 0.0 };
        Ending { score, reason: "the last stick" }
    }

    fn key(&self) -> u64 {
        let word = 2 * u64::from(self.left) + u64::from(self.turn == Turn::Second) + 1;
        word.wrapping_mul(0x9e37_79b9_7f4a_7c15) // one to one, and spread over all bits
    }

    fn text(&self) -> String {
        format!("{} {}", self.left, self.turn.name())
    }

    fn move_text(&self, mv: u8) -> String {
        mv.to_string()
    }

    fn count(&self, _kind: &str, _side: Turn) -> Option<u32> {
        None // nobody owns a stick
    }

    fn history_index(&self, mv: u8) -> usize {
        mv.into()
    }

    fn move_code(mv: u8) -> u16 {
        mv.into()
    }
}

impl Rules for Sticks {
    const NAME: &'static str = "sticks";
    const FACTS: Facts = Facts {
        summary: "take one, two or three of 21 sticks; who takes the last one wins",
        players: ["First", "Second"],
        max_plies: 30,
        kinds: &[],
    };

    fn start() -> Self {
        Self { left: 21, turn: Turn::First }
    }

    fn parse(text: &str) -> Result<Self, Error> {
        let parsed = || {
            let (left, who) = text.split_once(' ')?;
            let left = left.parse().ok().filter(|&left| left <= 21)?;
            let turn = [Turn::First, Turn::Second].into_iter().find(|turn| turn.name() == who)?;
            Some(Self { left, turn })
        };
        parsed().ok_or_else(|| Error::BadPosition {
            game: Self::NAME,
            text: text.to_owned(),
            why: "write how many sticks are left and whose turn it is: '21 first'".to_owned(),
        })
    }
}

/// What is left over when the sticks are counted in fours.
pub struct Rests;

const RESTS: [Feature; 4] = [
    Feature::term("none", "nothing is left over: 1 where the first player has to move, else −1"),
    Feature::term("one", "one is left over"),
    Feature::term("two", "two are left over"),
    Feature::term("three", "three are left over"),
];

impl FeatureSet<Sticks> for Rests {
    fn name(&self) -> &'static str {
        "rests"
    }

    fn features(&self) -> &[Feature] {
        &RESTS
    }

    fn counts(&self, position: &Sticks, _context: &Context, out: &mut Vec<(u32, f64)>) {
        out.push((u32::from(position.left % 4), position.turn.sign().into()));
    }

    fn weighted(&self, position: &Sticks, _context: &Context, weights: &[Value]) -> i64 {
        i64::from(position.turn.sign()) * i64::from(weights[usize::from(position.left % 4)])
    }
}

impl HasFeatures for Sticks {
    fn feature_sets() -> &'static [&'static dyn FeatureSet<Self>] {
        &[&Rests]
    }
}

#[test]
fn texts_go_both_ways_and_bad_ones_are_refused() {
    for text in ["21 first", "3 second", "0 first"] {
        assert_eq!(Sticks::parse(text).unwrap().text(), text);
    }
    for text in ["", "22 first", "3", "3 third", "-1 first", "3  second"] {
        assert!(Sticks::parse(text).is_err(), "{text}");
    }
}

#[test]
fn who_has_no_stick_left_to_take_has_lost() {
    assert_eq!(Sticks::parse("0 second").unwrap().ending().unwrap().score, 1.0);
    assert_eq!(Sticks::parse("0 first").unwrap().ending().unwrap().score, 0.0);
    assert_eq!(perft(&Sticks::start(), 3, &|| false).unwrap(), 27);
    assert_eq!(perft(&Sticks::parse("3 first").unwrap(), 2, &|| false).unwrap(), 3);
}

#[test]
fn a_search_leaves_a_multiple_of_four_and_says_what_minimax_does() {
    let evaluation =
        Linear::new(Sticks::features("rests").unwrap(), vec![-1.0, 1.0, 1.0, 1.0], 1000).unwrap();
    let settings = Settings { depth: 3, ..Settings::default() };
    for left in 1..=21_u8 {
        let position = Sticks { left, turn: Turn::First };
        let history = History::default();
        let found = Searcher::default()
            .search(&position, &history, &evaluation, &settings, 1, &|| false)
            .unwrap();
        if !left.is_multiple_of(4) {
            assert_eq!((left - found.mv.unwrap()) % 4, 0, "{left} sticks");
        }
        assert_eq!(found.value, minimax(&position, &evaluation, 3, 0));
    }
}
