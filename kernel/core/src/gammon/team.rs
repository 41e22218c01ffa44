//! Games of a batch by several workers, and what is learnt from them in order.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use super::choose::Chooser;
use super::evaluator::Gammon;
use super::learn::{Counters, Learning};
use super::learner::Learner;
use super::self_play::{Record, play};

/// How long a missing game is waited for before it is asked whether its worker lives.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a worker looks for something to do before it sleeps: about a game's time.
const SLEEPLESS: Duration = Duration::from_micros(300);

/// Games to play with the same weights: whoever is free takes the next.
#[derive(Clone)]
struct Batch {
    gammon: Arc<Gammon>,
    next: Arc<AtomicU64>,
    end: u64,
}

impl Batch {
    fn take(&self) -> Option<u64> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.end).then_some(number)
    }
}

/// Plays and learns until `end` games are learnt.
pub(super) fn run(
    learner: &mut Learner,
    end: u64,
    workers: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Counters {
    let mut counters = Counters::default();
    if learner.learning.batch == 1 {
        while learner.games < end && !stop() {
            counters.add(&learner.play_and_learn());
        }
        return counters;
    }
    let (learning, seed) = (learner.learning, learner.seed);
    std::thread::scope(|scope| {
        let (sender, records) = channel();
        let (mut batches, mut others) = (Vec::new(), Vec::new());
        for _ in 1..workers {
            let (batch, given) = channel();
            let sender = sender.clone();
            others.push(scope.spawn(move || work(&given, &learning, seed, &sender)));
            batches.push(batch);
        }
        drop(sender);
        let is_somebody_gone = || others.iter().any(|worker| worker.is_finished());
        while learner.games < end && !stop() {
            let first = learner.games;
            let batch = Batch {
                gammon: Arc::new(learner.gammon.clone()),
                next: Arc::new(AtomicU64::new(first)),
                end: end.min(first + learning.batch),
            };
            for worker in &batches {
                worker.send(batch.clone()).expect("a worker lives as long as its channel");
            }
            counters.add(&learn_batch(learner, first, &batch, &records, &is_somebody_gone));
        }
        counters
    })
}

/// What comes within the time that sleeping and waking up would take. Batches are short: who sleeps
/// between them is late for the next.
fn awaited<T>(receiver: &Receiver<T>) -> Result<T, TryRecvError> {
    let begun = Instant::now();
    loop {
        match receiver.try_recv() {
            Err(TryRecvError::Empty) if begun.elapsed() < SLEEPLESS => std::hint::spin_loop(),
            done => return done,
        }
    }
}

/// A worker's life: to play games of one batch after the other.
fn work(batches: &Receiver<Batch>, learning: &Learning, seed: u64, sender: &Sender<(u64, Record)>) {
    let mut chooser = Chooser::default();
    while let Ok(batch) = awaited(batches).or_else(|_| batches.recv()) {
        while let Some(number) = batch.take() {
            let record = play(&batch.gammon, learning, seed, number, &mut chooser);
            if sender.send((number, record)).is_err() {
                return;
            }
        }
    }
}

/// Learns a batch in order. The learner's thread plays too, whenever the game that it should learn
/// next is not there yet; so nobody waits before the end of the batch.
fn learn_batch(
    learner: &mut Learner,
    first: u64,
    batch: &Batch,
    records: &Receiver<(u64, Record)>,
    is_somebody_gone: &dyn Fn() -> bool,
) -> Counters {
    let (learning, seed) = (learner.learning, learner.seed);
    let mut chooser = std::mem::take(&mut learner.chooser);
    let mut played: Vec<Option<Record>> = (first..batch.end).map(|_| None).collect();
    let mut counters = Counters::default();
    while learner.games < batch.end {
        for (number, record) in records.try_iter() {
            played[(number - first) as usize] = Some(record);
        }
        if let Some(record) = played[(learner.games - first) as usize].take() {
            counters.add(&learner.learn(record));
        } else if let Some(number) = batch.take() {
            let record = play(&batch.gammon, &learning, seed, number, &mut chooser);
            played[(number - first) as usize] = Some(record);
        } else {
            let record = awaited(records).or_else(|_| records.recv_timeout(PATIENCE));
            match record {
                Ok((number, record)) => played[(number - first) as usize] = Some(record),
                // A worker that has panicked will not send its game: that must be heard of.
                Err(_) => assert!(!is_somebody_gone(), "a worker has died"),
            }
        }
    }
    learner.chooser = chooser;
    counters
}
