//! When a search has to end before its depth.

use std::time::{Duration, Instant};

use super::settings::Settings;

/// Asked now and then whether the caller wants to stop.
pub type Control<'a> = &'a dyn Fn() -> bool;

/// Why an iteration was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aborted {
    /// A limit of nodes or time was reached: the last whole iteration counts.
    Limit,
    /// The caller wants to stop: nothing counts.
    Stopped,
}

/// The node counter and what it is checked against.
pub(super) struct Limits<'a> {
    pub nodes: u64,
    node_limit: u64,
    /// A look at the clock and at the caller's wish whenever these bits of the counter are zero.
    poll_mask: u64,
    deadline: Option<Instant>,
    control: Control<'a>,
}

impl<'a> Limits<'a> {
    pub fn new(settings: &Settings, poll_interval: u64, control: Control<'a>) -> Self {
        let time = settings.milliseconds.map(Duration::from_millis);
        Self {
            nodes: 0,
            node_limit: settings.nodes.unwrap_or(u64::MAX),
            poll_mask: poll_interval.next_power_of_two() - 1,
            deadline: time.map(|time| Instant::now() + time),
            control,
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
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Aborted::Limit),
            _ => Ok(()),
        }
    }
}
