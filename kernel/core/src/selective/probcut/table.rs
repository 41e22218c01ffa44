//! What earlier iterations found.

/// What a value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The true value is at least this.
    Least,
    /// The true value is at most this.
    Most,
}

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub key: u64,
    pub value: f64,
    pub best: u16,
    pub depth: u8,
    pub bound: Bound,
    /// Whether a leaf below was not the end of the game.
    pub has_horizon: bool,
}

/// A transposition table; the last result at a place stays.
pub struct Table {
    entries: Vec<Option<Entry>>,
}

impl Table {
    /// About as many entries as there will be nodes, within reason.
    pub fn new(nodes: u64) -> Self {
        let size = nodes.clamp(LEAST, MOST).next_power_of_two();
        Self { entries: vec![None; size as usize] }
    }

    pub fn get(&self, key: u64) -> Option<&Entry> {
        self.entries[self.place(key)].as_ref().filter(|entry| entry.key == key)
    }

    pub fn put(&mut self, entry: Entry) {
        let place = self.place(entry.key);
        self.entries[place] = Some(entry);
    }

    /// What it takes, in bytes.
    pub fn memory(&self) -> usize {
        self.entries.len() * size_of::<Option<Entry>>()
    }

    fn place(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (self.entries.len() - 1)
    }
}

const LEAST: u64 = 1 << 8;
const MOST: u64 = 1 << 18;
