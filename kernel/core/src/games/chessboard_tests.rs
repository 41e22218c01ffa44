//! What must hold in chess and every variant, on random games.

use super::{Board, Variant};
use crate::evaluate::Context;
use crate::features::{FeatureSet, HasFeatures};
use crate::game::{Game, Rules, Turn};
use crate::history::SHORTEST_CYCLE;
use crate::rng::Rng;
use crate::value::Value;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Positions of random games.
fn walk<V: Variant>(starts: &[&str], plies: usize, mut visit: impl FnMut(&Board<V>, &mut Rng)) {
    let mut chance = Rng::new(1, 0);
    let mut played = 0;
    while played < plies {
        let mut position =
            Board::<V>::parse(starts[chance.below(starts.len() as u64) as usize]).unwrap();
        for _ in 0..300 {
            visit(&position, &mut chance);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(*chance.choose(&moves));
            played += 1;
        }
    }
}

fn sorted(moves: &[shakmaty::Move]) -> Vec<String> {
    let mut texts: Vec<_> = moves.iter().map(|mv| format!("{mv:?}")).collect();
    texts.sort();
    texts
}

fn what_is_kept_equals_what_is_made_from_scratch<V: Variant>(starts: &[&str], plies: usize) {
    let mut endings = 0;
    walk::<V>(starts, plies, |position, chance| {
        let text = position.text();
        let again = Board::<V>::parse(&text).unwrap();
        assert_eq!((again.text(), again.key()), (text.clone(), position.key()));
        // The crate remembers en passant in games that are over.
        assert!(&again == position || position.quick_ending().is_some(), "{text}");
        assert_eq!(again.balance(), position.balance(), "{text}");
        let moves = position.legal_moves();
        assert_eq!(position.has_legal_move(), !moves.is_empty(), "{text}");
        let mut put = shakmaty::MoveList::new();
        position.put_legal_moves(&mut put);
        assert_eq!(put, moves, "{text}");
        let noisy: Vec<_> = moves.iter().copied().filter(|&mv| position.is_noisy(mv)).collect();
        assert_eq!(sorted(&position.noisy_moves()), sorted(&noisy), "{text}");
        if Board::<V>::NOISE_IS_FORCED && !noisy.is_empty() {
            assert_eq!(noisy.len(), moves.len(), "{text}");
        }
        if position.quick_ending().is_some() {
            assert!(moves.is_empty(), "{text}");
            assert_eq!(position.quick_ending(), position.ending(), "{text}");
        }
        let crates = position.rules().outcome().is_known();
        assert_eq!(position.ending().is_some(), crates, "{text}");
        endings += usize::from(crates);
        if let Some(passed) = position.null_move() {
            assert_ne!(passed.turn(), position.turn(), "{text}");
        }
        let mut codes: Vec<_> = moves.iter().map(|&mv| Board::<V>::move_code(mv)).collect();
        codes.sort_unstable();
        codes.dedup();
        assert!(codes.len() == moves.len() && !codes.contains(&0), "{text}");
        for &mv in &moves {
            assert!(position.history_index(mv) < Board::<V>::HISTORY_SIZE, "{text} {mv:?}");
            let child = position.play(mv);
            assert!(position.may_check(mv) || !child.is_check(), "{text} after {mv:?}");
            let decides = child.quick_ending().is_some();
            assert!(position.may_end_quickly(mv) || !decides, "{text} after {mv:?}");
            assert_eq!(
                position.key_after(position.key(), mv, &child),
                child.key(),
                "{text} {mv:?}"
            );
            if let Some(plain) = position.plain(position.key(), mv) {
                let known = (plain.reversible_plies, plain.key);
                let comes_back = known.0 >= SHORTEST_CYCLE;
                let key = if comes_back { child.key() } else { 0 };
                assert_eq!(known, (child.reversible_plies(), key), "{text} {mv:?}");
                assert!(!position.is_noisy(mv) && !child.is_check(), "{text} {mv:?}");
                assert!(!position.leaves_replies() || child.ending().is_none(), "{text} {mv:?}");
            }
            if chance.below(50) == 0 {
                assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv), "{text}");
            }
        }
    });
    assert!(endings > 10, "{endings} of the games of {} ended", V::NAME);
}

/// Weights at random, counted the slow way and the fast way; what a move gains, told and made.
fn weights_are_counted_alike<V: Variant>(starts: &[&str], plies: usize) {
    for set in Board::<V>::feature_sets() {
        let mut chance = Rng::new(5, 0);
        let each = set.phases().len() * set.features().len();
        let weights: Vec<Value> = (0..each).map(|_| chance.below(4_000) as Value - 2_000).collect();
        let prepared = set.prepared(&weights);
        let exchanges = set.exchanges(&prepared);
        // Between phases, and where a value fades, it is cut to an integer.
        let is_cut = set.phases().len() > 1 || set.name() == "knightcap";
        let least = if is_cut { 1.0 } else { 1e-6 };
        let (mut told, mut untold) = (0, 0);
        walk::<V>(starts, plies, |position, chance| {
            // Whoever searches, whoever moves.
            let ours = [Turn::First, Turn::Second][chance.below(2) as usize];
            let context = Context { stage: 0, ours };
            let before = set.sums(position, &context, &prepared);
            let value = before.value;
            assert_eq!(value, set.weighted(position, &context, &prepared));
            let plain = slowly(*set, position, &context, &weights);
            assert!((value as f64 - plain).abs() < least, "{value} {plain} {}", position.text());
            for &mv in position.legal_moves().iter().filter(|_| chance.below(4) == 0) {
                let change = set.weighted(&position.play(mv), &context, &prepared) - value;
                if let Some(gain) = set.gain(position, mv, &context, &prepared, &before) {
                    let ours = change * i64::from(position.turn().sign());
                    assert_eq!(gain, ours, "{} {mv:?} {}", position.text(), set.name());
                    let by_exchange = exchanges.map(|gains| gains[position.exchange(mv)]);
                    assert!(by_exchange.is_none_or(|by| by == gain), "{mv:?} {}", set.name());
                    told += 1;
                } else {
                    untold += 1;
                }
            }
        });
        let has_to_be_made = ["rich", "knightcap"].contains(&set.name());
        let tells = told > untold || told == 0 && has_to_be_made;
        assert!(tells, "{} {}: {told} told, {untold} not", V::NAME, set.name());
    }
}

fn slowly<V: Variant>(
    set: &dyn FeatureSet<Board<V>>,
    position: &Board<V>,
    context: &Context,
    weights: &[Value],
) -> f64 {
    let mut counts = Vec::new();
    set.weight_counts(position, context, &mut counts);
    counts.iter().map(|&(i, count)| count * f64::from(weights[i as usize])).sum()
}

macro_rules! everywhere {
    ($($name:ident: $variant:ty, $starts:expr;)+) => {$(
        mod $name {
            #[test]
            fn what_is_kept_equals_what_is_made_from_scratch() {
                super::what_is_kept_equals_what_is_made_from_scratch::<$variant>(&$starts, 40_000);
            }

            #[test]
            fn weights_are_counted_alike() {
                super::weights_are_counted_alike::<$variant>(&$starts, 2_000);
            }
        }
    )+};
}

everywhere! {
    chess: shakmaty::Chess, ["startpos", super::KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"];
    antichess: shakmaty::variant::Antichess, [
        "startpos",
        "8/1p6/8/8/8/8/P7/8 w - - 0 1",
        "4k3/PPP5/8/8/8/8/5ppp/4K3 w - - 0 1",
    ];
    atomic: shakmaty::variant::Atomic, [
        "startpos",
        "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1",
        "8/8/8/4kK2/2p5/8/1P1Q4/4r3 w - - 0 1",
    ];
    crazyhouse: shakmaty::variant::Crazyhouse, [
        "startpos",
        "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
        "4k3/1Q~6/8/8/4b3/8/Kpp5/8[Nn] b - - 0 1",
    ];
    horde: shakmaty::variant::Horde, [
        "startpos",
        "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1",
        "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1",
        "4k3/8/8/8/8/8/2q5/P2P3P w - - 0 1",
    ];
    king_of_the_hill: shakmaty::variant::KingOfTheHill, [
        "startpos",
        super::KIWIPETE,
        "8/2p3k1/3p4/1P5r/1R3p2/1K6/4P1P1/8 w - - 0 1",
    ];
    racing_kings: shakmaty::variant::RacingKings, [
        "startpos",
        "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1",
        "8/8/k6K/8/8/8/r1b2B1R/8 w - - 0 1",
    ];
    three_check: shakmaty::variant::ThreeCheck, [
        "startpos",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 2+3 0 1",
    ];
}
