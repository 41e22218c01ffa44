use super::*;
use crate::gammon::Outlook;
use crate::gammon::learn::StepSize;
use crate::gammon::reference::Exact;
use crate::gammon::testing::small_gammon;

const NEVER: &(dyn Fn() -> bool + Sync) = &|| false;

fn learner(learning: Learning) -> Learner {
    Learner::new(small_gammon(), learning, 5).unwrap()
}

fn learnt(learning: Learning, games: u64, workers: usize) -> (LearnerState, Counters) {
    let mut learner = learner(learning);
    let counters = learner.run(games, workers, NEVER).unwrap();
    (learner.state(), counters)
}

const SHORT: Learning = Learning {
    rule: Rule::PerGame,
    trace_decay: 0.7,
    plies: 1,
    leaf: false,
    filter: crate::gammon::Filter { candidates: 2, margin: 0.1 },
    step: StepSize::Fixed { from: 0.1, to: 0.05 },
    total: 40,
    batch: 8,
    most_plies: 300,
    average_from: Some(0),
};

#[test]
fn any_number_of_workers_comes_to_the_same_bits() {
    let adam = StepSize::Adam { from: 0.002, to: 0.001 };
    for learning in [
        SHORT,
        Learning { step: adam, ..SHORT },
        Learning { plies: 2, leaf: true, total: 16, batch: 4, most_plies: 60, ..SHORT },
        Learning { plies: 2, step: adam, leaf: true, total: 16, most_plies: 40, ..SHORT },
    ] {
        let one = learnt(learning, learning.total, 1);
        assert_eq!(one.1.games, learning.total);
        assert!(one.0.summed > 0 || learning.total < 32);
        for workers in [2, 3] {
            assert!(one == learnt(learning, learning.total, workers));
        }
    }
}

#[test]
fn a_run_in_parts_is_the_run_in_one() {
    let adam = StepSize::Adam { from: 0.002, to: 0.001 };
    let per_move = Learning { rule: Rule::PerMove, batch: 1, ..SHORT };
    for learning in [SHORT, Learning { step: adam, ..SHORT }, per_move] {
        let (whole, _) = learnt(learning, 40, 1);
        let (part, _) = learnt(learning, 24, 2);
        let mut rest = learner(learning);
        rest.restore(&part).unwrap();
        assert_eq!(rest.state(), part);
        rest.run(16, 1, NEVER).unwrap();
        assert!(rest.state() == whole);
    }
}

#[test]
fn a_learner_stops_after_a_batch() {
    let mut stopped = learner(SHORT);
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let stop = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 2;
    assert_eq!(stopped.run(40, 2, &stop).unwrap().games, 16);
    assert_eq!(stopped.games(), 16);
    assert!(stopped.restore(&LearnerState { sum: vec![], ..stopped.state() }).is_err());
}

/// λ-returns forwards, as they are defined: errors of a game whose weights stay as they are.
#[test]
fn tiny_steps_come_to_the_lambda_returns_of_the_whole_game() {
    let step = StepSize::Fixed { from: 1e-5, to: 1e-5 };
    let learning = Learning { step, batch: 2, average_from: None, ..SHORT };
    let before = small_gammon();
    let record = crate::gammon::self_play::play(&before, &learning, 5, 0, &mut Chooser::default());
    let mut values: Vec<_> = record.boards.iter().map(|board| before.outlook(board)).collect();
    values.push(record.last);
    let end = record.boards.len();
    let mut wanted = vec![0.0; before.shape().count()];
    for (t, board) in record.boards.iter().enumerate() {
        // (1 − λ) Σ λ^(n − 1) V(t + n), and λ^(N − 1) of the end; all in the view of t.
        let view =
            |n: usize| if (n - t).is_multiple_of(2) { values[n] } else { values[n].inverted() };
        let mut target = Outlook::default();
        for n in t + 1..=end {
            let weight = 0.7_f32.powi((n - t - 1) as i32) * if n == end { 1.0 } else { 0.3 };
            target = target.plus(weight, &view(n));
        }
        let exact = Exact::of(&before, board).unwrap();
        let errors = std::array::from_fn(|k| f64::from(target.0[k]) - exact.outputs[k]);
        exact.for_each_slope(&before, &errors, |weight, slope| wanted[weight] += slope);
    }
    let mut learner = Learner::new(before.clone(), learning, 5).unwrap();
    learner.learn(record);
    let largest = wanted.iter().fold(0.0_f64, |most, sum| most.max(sum.abs()));
    for ((new, old), sum) in learner.gammon().weights().iter().zip(before.weights()).zip(wanted) {
        let change = f64::from(new - old) / 1e-5;
        // Output biases of −4 are too coarse for such steps.
        assert!(old < -1.0 || (change - sum).abs() < 0.01 * largest, "{change} {sum}");
    }
}

#[test]
fn steps_that_are_too_large_are_told() {
    let step = StepSize::Fixed { from: 1e30, to: 1e30 };
    let mut wild = learner(Learning { step, ..SHORT });
    let error = wild.run(40, 1, NEVER).unwrap_err();
    assert!(error.to_string().contains("smaller step size"), "{error}");
}
