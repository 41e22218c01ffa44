//! When a search has to end before its depth, and who may say so.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::settings::Settings;

/// Asked now and then whether the caller wants to stop.
pub type Control<'a> = &'a dyn Fn() -> bool;

/// Why an iteration was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aborted {
    /// A limit was reached: what was found counts.
    Limit,
    /// The caller wants to stop: nothing counts.
    Stopped,
}

/// Never, in microseconds.
const NEVER: u64 = u64::MAX;

/// A hand on a search that runs in another thread: it can end it, or give it a clock.
#[derive(Debug)]
pub struct Remote {
    finished: AtomicBool,
    began: Instant,
    /// Microseconds after `began`: no iteration begins after `soft`, none goes on after `hard`.
    soft: AtomicU64,
    hard: AtomicU64,
}

impl Default for Remote {
    fn default() -> Self {
        Self {
            finished: AtomicBool::new(false),
            began: Instant::now(),
            soft: AtomicU64::new(NEVER),
            hard: AtomicU64::new(NEVER),
        }
    }
}

impl Remote {
    /// Ends the search; what it found counts.
    pub fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Whether [`Remote::finish`] was called.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.finished.load(Relaxed)
    }

    /// From now on so much time: no iteration begins after `soft`, none goes on after `hard`.
    pub fn allow(&self, soft: Option<Duration>, hard: Option<Duration>) {
        let now = self.began.elapsed();
        let at =
            |time: Option<Duration>| time.map_or(NEVER, |time| (now + time).as_micros() as u64);
        self.soft.store(at(soft), Relaxed);
        self.hard.store(at(hard), Relaxed);
    }

    /// Whether a search that has no iterations should end: it was told to, or may not go on.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_finished() || self.is_past(&self.soft) || self.is_past(&self.hard)
    }

    fn is_past(&self, deadline: &AtomicU64) -> bool {
        let deadline = deadline.load(Relaxed);
        deadline != NEVER && self.began.elapsed().as_micros() as u64 >= deadline
    }
}

/// The node counter and what it is checked against.
pub(super) struct Limits<'a> {
    pub nodes: u64,
    node_limit: u64,
    /// A look at the clock and at the caller's wish whenever these bits of the counter are zero.
    poll_mask: u64,
    deadline: Option<Instant>,
    control: Control<'a>,
    remote: Option<&'a Remote>,
}

impl<'a> Limits<'a> {
    pub fn new(
        settings: &Settings,
        poll_interval: u64,
        control: Control<'a>,
        remote: Option<&'a Remote>,
    ) -> Self {
        let time = settings.milliseconds.map(Duration::from_millis);
        let share = settings.threads.max(1) as u64;
        Self {
            nodes: 0,
            node_limit: settings.nodes.map_or(u64::MAX, |nodes| nodes.div_ceil(share)),
            poll_mask: poll_interval.next_power_of_two() - 1,
            deadline: time.map(|time| Instant::now() + time),
            control,
            remote,
        }
    }

    /// Counts a node.
    #[inline]
    pub fn count(&mut self) -> Result<(), Aborted> {
        if self.nodes >= self.node_limit {
            return Err(Aborted::Limit);
        }
        self.nodes += 1;
        if self.nodes & self.poll_mask == 0 { self.poll() } else { Ok(()) }
    }

    #[cold]
    fn poll(&self) -> Result<(), Aborted> {
        if (self.control)() {
            return Err(Aborted::Stopped);
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let told = |remote: &Remote| remote.is_finished() || remote.is_past(&remote.hard);
        if late || self.remote.is_some_and(told) { Err(Aborted::Limit) } else { Ok(()) }
    }

    /// Whether another iteration may begin.
    pub fn allow_iteration(&self) -> bool {
        let over = |remote: &Remote| remote.is_finished() || remote.is_past(&remote.soft);
        !self.remote.is_some_and(over)
    }
}
