//! What the tests of the search share: positions, weights and the promise of the exact leaf.

#![allow(dead_code, reason = "each file of tests uses what it needs of it")]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use plywise_core::evaluate::{Context, Evaluation, Guards, Linear, Standing};
use plywise_core::features::HasFeatures;
use plywise_core::game::{Game, Rules};
use plywise_core::games::Chess;
use plywise_core::history::History;
use plywise_core::rng::Rng;
use plywise_core::search::{SearchResult, Searcher, Settings};
use plywise_core::value::{Value, is_mate};

/// Weights as they occur: textbook, all equal, learnt, and some that turn values round.
pub const WEIGHTS: [[f64; 5]; 4] = [
    [1.0, 3.0, 3.0, 5.0, 9.0],
    [1.0, 1.0, 1.0, 1.0, 1.0],
    [0.57, 1.56, 1.93, 2.84, 6.57],
    [0.5, -0.25, 0.0, 2.0, 0.3],
];

pub fn material(weights: [f64; 5]) -> Linear<Chess> {
    Linear::new(Chess::features("material").unwrap(), weights.to_vec(), 1000).unwrap()
}

/// A position after a random number of random moves, with the keys that led to it.
pub fn random_position(chance: &mut Rng, longest: u64) -> (Chess, History) {
    let mut position = Chess::start();
    let mut history = History::default();
    for _ in 0..chance.below(longest) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        history.push(position.key());
        position = position.play(*chance.choose(&moves));
    }
    (position, history)
}

pub fn search(
    position: &Chess,
    history: &History,
    evaluation: &dyn Evaluation<Chess>,
    settings: &Settings,
    seed: u64,
) -> SearchResult<Chess> {
    let mut searcher = Searcher::default();
    searcher.search(position, history, evaluation, settings, seed, &|| false).unwrap()
}

pub fn assert_exact_leaf(root: &Chess, found: &SearchResult<Chess>, evaluation: &Linear<Chess>) {
    let replayed = found.line.iter().fold(root.clone(), |p, &mv| {
        assert!(p.legal_moves().contains(&mv), "{mv:?} in {}", p.text());
        p.play(mv)
    });
    assert_eq!(replayed, found.leaf);
    if found.by_rules {
        assert!(is_mate(found.value) || found.value == 0, "{} is no result", found.value);
        return;
    }
    let context = evaluation.at_root(root);
    let sign = root.turn().sign() * found.leaf.turn().sign();
    let value = evaluation.value(&found.leaf, &context) * sign;
    assert_eq!(found.value, value, "{} line {:?}", root.text(), found.line);
}

/// An evaluation that gives values and keeps the rest to itself: that it knows them before moves are
/// made, that they take long, and that they hang on the root.
pub struct Silent(pub Linear<Chess>);

impl Evaluation<Chess> for Silent {
    fn at_root(&self, position: &Chess) -> Context {
        self.0.at_root(position)
    }
    fn value(&self, position: &Chess, context: &Context) -> Value {
        self.0.value(position, context)
    }
    fn standing(&self, position: &Chess, context: &Context) -> Standing {
        self.0.standing(position, context)
    }
    fn after(
        &self,
        position: &Chess,
        mv: <Chess as Game>::Move,
        before: &Standing,
        context: &Context,
    ) -> Option<Value> {
        self.0.after(position, mv, before, context)
    }
    fn guards(&self, position: &Chess, context: &Context) -> Option<Guards> {
        self.0.guards(position, context)
    }
    fn real_value(&self, position: &Chess, context: &Context) -> f64 {
        self.0.real_value(position, context)
    }
    fn gradient(&self, position: &Chess, context: &Context, out: &mut Vec<(u32, f64)>) {
        self.0.gradient(position, context, out);
    }
    fn names(&self) -> Vec<String> {
        self.0.names()
    }
    fn unit(&self) -> Value {
        self.0.unit()
    }
}
