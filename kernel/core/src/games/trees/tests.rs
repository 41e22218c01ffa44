//! What must be true of all random trees.

use super::tree::Model;
use super::{FeatureTree, RandomTree, Tree, WinLossTree};
use crate::evaluate::Linear;
use crate::features::HasFeatures;
use crate::game::{Game, Rules, perft};
use crate::history::History;
use crate::rng::Rng;
use crate::search::{Searcher, Settings, minimax};
use crate::value::MATE;

const RANDOM: &str = "seed 5 branching 4 spread 2 depth 5 noise 300";
const FEATURE: &str = "seed 5 depth 5 branching 4 spread 1 noise 300";
const WIN_LOSS: &str = "seed 5 branching 4 spread 2 threshold 2 rise 6 clock 0 noise 100";

/// The first player's score when nobody errs, by plain recursion over the whole tree.
pub(super) fn solved<M: Model>(position: &Tree<M>) -> f64 {
    let moves = position.legal_moves();
    let below = moves.as_ref().iter().map(|&mv| solved(&position.play(mv)));
    match position.ending() {
        Some(ending) => ending.score,
        None if position.turn().sign() > 0 => below.fold(0.0, f64::max),
        None => below.fold(1.0, f64::min),
    }
}

fn along_random_games<M: Model>(text: &str, mut look: impl FnMut(&Tree<M>)) {
    let mut chance = Rng::new(4, 2);
    for _ in 0..50 {
        let mut position = Tree::<M>::parse(text).unwrap();
        look(&position);
        while position.has_legal_move() {
            position = position.play(*chance.choose(position.legal_moves().as_ref()));
            look(&position);
        }
    }
}

fn text_leads_back<M: Model>(text: &str) {
    along_random_games::<M>(text, |position| {
        let again = Tree::<M>::parse(&position.text()).unwrap();
        assert_eq!(again, *position);
        assert_eq!(again.key(), position.key());
        assert_eq!(again.text(), position.text());
    });
}

#[test]
fn the_text_of_a_position_leads_back_to_it() {
    for text in ["", "seed 0", RANDOM] {
        text_leads_back::<super::Sums>(text);
    }
    for text in ["", "range 500 range-influence 2 influence 0 certain 100", FEATURE] {
        text_leads_back::<super::Features>(text);
    }
    for text in ["", "quality -35 turn 2 clock 20 wildness 1", WIN_LOSS] {
        text_leads_back::<super::WinLoss>(text);
    }
}

fn a_whole_search_finds_the_result<G: HasFeatures + PartialEq>(
    text: impl Fn(u64) -> String,
    solved: impl Fn(&G) -> f64,
    plies: u32,
) {
    let set = G::feature_sets()[0];
    let weights = set.features().iter().map(|feature| feature.start).collect();
    let evaluation = Linear::new(set, weights, 1_000).unwrap();
    let settings = Settings { depth: plies, quiescence: false, ..Settings::default() };
    let mut results = [0; 3];
    for seed in 0..40 {
        let root = G::parse(&text(seed)).unwrap();
        let found = Searcher::default()
            .search(&root, &History::default(), &evaluation, &settings, 1, &|| false)
            .unwrap();
        let score = solved(&root);
        results[(2.0 * score) as usize] += 1;
        assert_eq!(f64::from(found.value.signum()), 2.0 * score - 1.0, "{}", root.text());
        assert_eq!(found.value, minimax(&root, &evaluation, plies, 0), "{}", root.text());
        assert!(found.value == 0 || found.value.abs() >= MATE - plies as i32);
    }
    assert!(results[0] > 3 && results[2] > 3, "too one-sided to tell: {results:?}");
}

#[test]
fn a_search_of_the_whole_tree_finds_its_game_theoretic_result() {
    let text = |seed| format!("seed {seed} branching 4 spread 1 depth 5 range 4 sum -1");
    a_whole_search_finds_the_result::<RandomTree>(text, solved, 6);
    let text = |seed| format!("seed {seed} depth 5 branching 3");
    a_whole_search_finds_the_result::<FeatureTree>(text, solved, 6);
    let text = |seed| format!("seed {seed} branching 3 threshold 2 rise 8 clock 0 quality 0");
    a_whole_search_finds_the_result::<WinLossTree>(text, solved, 11);
}

#[test]
fn cut_offs_do_not_change_a_result() {
    fn same<M: Model>(text: &str) {
        for seed in 0..60 {
            let root = Tree::<M>::parse(&format!("seed {seed} {text}")).unwrap();
            let solution = super::solve(&root, &|| false).unwrap();
            assert_eq!(solution.score, solved(&root));
            assert_eq!(solved(&root.play(solution.mv.unwrap())), solution.score);
        }
    }
    same::<super::Sums>("branching 3 depth 5 range 4");
    same::<super::Features>("depth 5");
    same::<super::WinLoss>("branching 3 threshold 2 rise 6 clock 0");
    let large = RandomTree::start();
    assert_eq!(super::solve(&large, &|| true), Err(crate::error::Error::Interrupted));
}

#[test]
fn the_order_of_visits_changes_nothing() {
    fn all<M: Model>(text: &str) {
        let root = Tree::<M>::parse(text).unwrap();
        let moves = root.legal_moves();
        let mut backwards: Vec<_> = moves.as_ref().iter().rev().map(|&mv| root.play(mv)).collect();
        perft(&root, 3, &|| false).unwrap();
        backwards.reverse();
        let forwards: Vec<_> = moves.as_ref().iter().map(|&mv| root.play(mv)).collect();
        assert_eq!(forwards, backwards);
        let said = format!("{text} : 2 1 2");
        let played = [1, 0, 1].into_iter().fold(root, |p, i| p.play(super::Child(i)));
        assert_eq!(Tree::<M>::parse(&said).unwrap(), played);
    }
    all::<super::Sums>("seed 3 branching 6");
    all::<super::Features>("seed 3");
    all::<super::WinLoss>("seed 3 branching 6");
}

#[test]
fn trees_stay_what_they_are() {
    // Counted once: published results would mean nothing if a seed became another tree.
    let text = |text: &str| RandomTree::parse(text).unwrap().text();
    assert_eq!(text("seed 7 : 3 1 4"), "seed 5417821871808500029 ply 3 sum 759");
    let text = |text: &str| FeatureTree::parse(text).unwrap().text();
    assert_eq!(
        text("seed 7 : 3 1 2"),
        "seed 7 sum -411 features 3,675,258,600,210,885,104,858,401,536,1000,332,89,221,65,132,226,141,834,28"
    );
    let text = |text: &str| WinLossTree::parse(text).unwrap().text();
    assert_eq!(text("seed 7 : 3 1 4"), "seed 5417821871808500029 clock 7 quality -220 turn 2");
}

#[test]
fn branching_spreads_evenly_about_its_mean() {
    let mut counts = [0; 7];
    for seed in 0..7_000 {
        let root = RandomTree::parse(&format!("seed {seed} branching 4 spread 3")).unwrap();
        counts[root.legal_moves().as_ref().len() - 1] += 1;
    }
    assert!(counts.iter().all(|n| (850..1_150).contains(n)), "{counts:?}");
}

#[test]
fn the_evaluation_errs_by_no_more_than_its_noise() {
    let mut widest: f64 = 0.0;
    along_random_games::<super::Sums>(RANDOM, |position| {
        let error = position.0.seen() - f64::from(position.0.sum()) / 1_000.0;
        assert!(error.abs() <= 0.15, "{error}");
        widest = widest.max(error.abs());
    });
    assert!(widest > 0.1, "{widest}");
    along_random_games::<super::WinLoss>(WIN_LOSS, |position| {
        let (seen, chance) = (position.0.seen(), position.0.chance());
        assert!((seen - chance).abs() <= 0.05 && (0.0..=1.0).contains(&seen), "{seen} {chance}");
    });
}

#[test]
fn malformed_text_is_refused_with_the_reason() {
    fn refused<G: Rules>(text: &str, why: &str) {
        let error = G::parse(text).unwrap_err().to_string();
        assert!(error.contains(why) && error.contains("e.g. 'seed 7"), "{error}");
    }
    for (text, why) in [
        ("nonsense", "word 1 is \"nonsense\", which is none of seed, branching"),
        ("seed", "\"seed\", the last word, has no number"),
        ("seed x", "seed \"x\" is not a whole number"),
        ("seed 1 seed 2", "word 3 says \"seed\" a second time"),
        ("branching 0", "branching 0 is not between 1 and 64"),
        ("branching 5 spread 5", "gives 0 to 10 children"),
        ("depth 3 ply 4", "ply 4 lies beyond depth 3"),
        (": 11", "\"11\" is not legal in seed 1 (10 legal moves)"),
        ("sum 99999999999999999999", "is not a whole number"),
    ] {
        refused::<RandomTree>(text, why);
    }
    refused::<FeatureTree>("features 1,2", "2 features instead of 20");
    let many = format!("features {}1001", "0,".repeat(19));
    refused::<FeatureTree>(&many, "feature 20 1001 is not between 0 and 1000");
    let late = format!("depth 3 features 4{}", ",0".repeat(19));
    refused::<FeatureTree>(&late, "feature 1, the number of moves, is 4: beyond depth 3");
    refused::<WinLossTree>("clock 20 threshold 10 rise 10", "clock 20 is not below 20");
    refused::<WinLossTree>("wildest 2 wildness 3", "wildness 3 is more than wildest 2");
}
