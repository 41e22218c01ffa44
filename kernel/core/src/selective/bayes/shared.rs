//! Positions that several lines reach: what makes a directed graph of the tree.
//!
//! Only positions equally many plies from the root are taken for the same. So there are no circles,
//! and going through the depths one by one meets parents before children.

use std::collections::HashMap;

/// Which nodes are the same position as an earlier one, their *original*.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared {
    /// Of each copy, the original.
    originals: HashMap<u32, u32>,
    /// Of each original that has copies, these.
    copies: HashMap<u32, Vec<u32>>,
}

impl Shared {
    pub fn is_empty(&self) -> bool {
        self.originals.is_empty()
    }

    /// Remembers that a node is the same as an earlier one.
    pub fn add(&mut self, copy: u32, original: u32) {
        let original = self.original(original);
        self.originals.insert(copy, original);
        self.copies.entry(original).or_default().push(copy);
    }

    /// The node that a node is a copy of; itself if it is none.
    pub fn original(&self, node: u32) -> u32 {
        if self.is_empty() { node } else { *self.originals.get(&node).unwrap_or(&node) }
    }

    /// The copies of an original.
    pub fn copies(&self, original: u32) -> &[u32] {
        if self.is_empty() { &[] } else { self.copies.get(&original).map_or(&[], Vec::as_slice) }
    }

    /// What this takes, in bytes, at most.
    pub fn memory(&self) -> usize {
        let copies = self.originals.len() * 2 * size_of::<u32>();
        table_size::<(u32, u32)>(self.originals.len())
            + table_size::<(u32, Vec<u32>)>(self.copies.len())
            + copies
    }
}

/// The most that a hash table of so many entries takes: just after it grew, it is seven sixteenths
/// full, and it has a byte for each place.
pub(super) fn table_size<Entry>(entries: usize) -> usize {
    entries * (size_of::<Entry>() + 1) * 16 / 7
}
