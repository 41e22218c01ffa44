//! Positions that a search will come to again: what their author's code said is not asked twice.
//!
//! Iterative deepening visits a position once a depth, and the next search of a game begins inside
//! the tree of the last one. So each thread keeps the successors it made last, in a table as large
//! as is cheap; what is found in it never changes a result, since rules depend on their arguments
//! alone.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::python_game::PythonGame;

/// The number of successors that a thread keeps: some tens of megabytes at most.
const ENTRIES: usize = 1 << 16;

/// A successor: the number of the position before, the place of the move, and what it led to.
type Entry = Option<(u64, u16, PythonGame)>;

thread_local! {
    static SUCCESSORS: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
}

/// A number for a new position.
pub fn new_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The position after a move, made if this thread does not have it.
pub fn successor(number: u64, index: u16, make: impl FnOnce() -> PythonGame) -> PythonGame {
    let slot = slot(number, index);
    let known = SUCCESSORS.with_borrow(|table| match table.get(slot) {
        Some(Some((n, i, child))) if (*n, *i) == (number, index) => Some(child.clone()),
        _ => None,
    });
    known.unwrap_or_else(|| {
        // Not while the table is borrowed: the author's code may search itself.
        let child = make();
        let old = SUCCESSORS.with_borrow_mut(|table| {
            if table.is_empty() {
                table.resize_with(ENTRIES, || None);
            }
            table[slot].replace((number, index, child.clone()))
        });
        drop(old);
        child
    })
}

fn slot(number: u64, index: u16) -> usize {
    let mixed = (number << 16 | u64::from(index)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 48) as usize & (ENTRIES - 1)
}
