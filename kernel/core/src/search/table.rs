//! The transposition table: what earlier iterations and other move orders found out.
//!
//! Threads share it without locks. An entry is two words, `data` and `key ^ data`: a pair torn by
//! two writers matches no key.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::error::Error;
use crate::value::Value;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Lower,
    Upper,
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub value: Value,
    pub depth: u32,
    pub bound: Bound,
    /// The best move's `Game::move_code`; 0 for none.
    pub code: u16,
}

/// Which entries may hold a key, and which of them gives way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    /// So many consecutive entries; the shallowest gives way, unless it is deeper than ours.
    Probes(usize),
    /// Pairs: what is displaced from the first place moves to the second, and what cannot have the
    /// first gets the second (TWODEEP).
    Twin,
}

/// How many generations there are before the oldest number is used again.
const GENERATIONS: u8 = 127;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// A slot as it was read: the key and, unpacked when asked for, the rest.
#[derive(Clone, Copy)]
struct Word {
    key: u64,
    data: u64,
}

// data: value 32 bits, move 16, depth 7, bound 2, generation 7; generation 0 is an empty slot.
impl Word {
    fn new(key: u64, entry: Entry, generation: u8) -> Self {
        let data = u64::from(entry.value as u32) << 32
            | u64::from(entry.code) << 16
            | u64::from(entry.depth.min(127)) << 9
            | (entry.bound as u64) << 7
            | u64::from(generation);
        Self { key, data }
    }

    fn generation(self) -> u8 {
        (self.data & 127) as u8
    }

    fn depth(self) -> u32 {
        (self.data >> 9 & 127) as u32
    }

    fn code(self) -> u16 {
        (self.data >> 16) as u16
    }

    fn entry(self) -> Entry {
        let bound = match self.data >> 7 & 3 {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        };
        let value = (self.data >> 32) as u32 as Value;
        Entry { value, depth: self.depth(), bound, code: self.code() }
    }
}

/// A table of entries, shared by the threads of a search.
pub(super) struct Table {
    slots: Vec<Slot>,
    scheme: Scheme,
    generation: u8,
    /// Whether entries of earlier searches count. Off, a search depends on nothing before it.
    remembers: bool,
    /// What this search adds to its keys, so that it finds only what searches like it have put.
    salt: u64,
}

impl Table {
    /// An empty table.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(entries: usize, scheme: Scheme) -> Result<Self, Error> {
        let mut slots = Vec::new();
        let bytes = entries.saturating_mul(size_of::<Slot>());
        let refused =
            || Error::NoMemory(format!("a table of {entries} entries ({} MB)", bytes >> 20));
        if !fits_in_memory(bytes) {
            return Err(refused());
        }
        slots.try_reserve_exact(entries).map_err(|_| refused())?;
        slots.resize_with(entries, Slot::default);
        Ok(Self { slots, scheme, generation: 0, remembers: false, salt: 0 })
    }

    pub fn has_shape(&self, entries: usize, scheme: Scheme) -> bool {
        self.slots.len() == entries && self.scheme == scheme
    }

    /// A new search begins: entries of earlier ones are forgotten, nearly for nothing, or, when
    /// the table `remembers`, count as old if they were put with the same salt.
    pub fn begin(&mut self, remembers: bool, salt: u64) {
        if self.remembers != remembers || self.generation == GENERATIONS && !remembers {
            self.clear();
        }
        self.remembers = remembers;
        self.salt = salt;
        self.generation = self.generation % GENERATIONS + 1;
    }

    /// Empties every slot.
    pub fn clear(&mut self) {
        for slot in &mut self.slots {
            *slot.data.get_mut() = 0;
        }
        self.generation = 0;
    }

    /// How full the table is with entries of this search, in thousandths, from a sample.
    pub fn fullness(&self) -> u32 {
        let sample = self.slots.len().min(1000);
        if sample == 0 {
            return 0;
        }
        let used = |slot: &&Slot| slot.data.load(Relaxed) & 127 == u64::from(self.generation);
        (self.slots[..sample].iter().filter(used).count() * 1000 / sample) as u32
    }

    /// The first slot of a key, and how many it may stand in.
    #[inline]
    fn place(&self, key: u64) -> (usize, usize) {
        let scaled = |length: usize| ((u128::from(key) * length as u128) >> 64) as usize;
        match self.scheme {
            Scheme::Probes(probes) => (scaled(self.slots.len()), probes.min(self.slots.len())),
            Scheme::Twin => (2 * scaled(self.slots.len() / 2), 2.min(self.slots.len())),
        }
    }

    #[inline]
    fn read(&self, i: usize) -> Word {
        let slot = &self.slots[if i < self.slots.len() { i } else { i - self.slots.len() }];
        let data = slot.data.load(Relaxed);
        Word { key: slot.check.load(Relaxed) ^ data, data }
    }

    #[inline]
    fn write(&self, i: usize, word: Word) {
        let slot = &self.slots[if i < self.slots.len() { i } else { i - self.slots.len() }];
        slot.check.store(word.key ^ word.data, Relaxed);
        slot.data.store(word.data, Relaxed);
    }

    /// Whether the word is of this search, or of one that is remembered.
    #[inline]
    fn counts(&self, word: Word) -> bool {
        word.generation() == self.generation || self.remembers && word.generation() != 0
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let key = key ^ self.salt;
        let (first, length) = self.place(key);
        let mut words = (first..first + length).map(|i| self.read(i));
        words.find(|&word| word.key == key && self.counts(word)).map(Word::entry)
    }

    /// Stores what was found, if the scheme gives it a place.
    pub fn put(&self, key: u64, entry: Entry) {
        let key = key ^ self.salt;
        match self.scheme {
            Scheme::Probes(_) => self.put_probing(key, entry),
            Scheme::Twin => self.put_twin(key, entry),
        }
    }

    fn put_probing(&self, key: u64, entry: Entry) {
        let (first, length) = self.place(key);
        let mut place = None;
        let mut least = u32::MAX;
        for i in first..first + length {
            let word = self.read(i);
            if word.generation() != self.generation || word.key == key {
                place = Some((i, word));
                break;
            }
            if word.depth() < least {
                least = word.depth();
                place = (entry.depth >= least).then_some((i, word));
            }
        }
        if let Some((i, old)) = place {
            self.write(i, self.renewed(key, entry, old));
        }
    }

    fn put_twin(&self, key: u64, entry: Entry) {
        let (first, length) = self.place(key);
        if length < 2 {
            return;
        }
        let (front, back) = (self.read(first), self.read(first + 1));
        let vacant = front.generation() != self.generation;
        if vacant || front.key == key || entry.depth >= front.depth() {
            if !vacant && front.key != key {
                self.write(first + 1, front);
            }
            self.write(first, self.renewed(key, entry, front));
        } else {
            self.write(first + 1, self.renewed(key, entry, back));
        }
    }

    /// The new word; an old one of the same position lends its move where there is no new one.
    fn renewed(&self, key: u64, mut entry: Entry, old: Word) -> Word {
        if entry.code == 0 && old.key == key && self.counts(old) {
            entry.code = old.code();
        }
        Word::new(key, entry, self.generation)
    }
}

/// Above this size the machine is asked what it has before a table is taken.
const ALWAYS_THERE: usize = 1 << 28;

/// Whether so many bytes are free. A system may promise memory that it does not have and kill
/// whoever uses it, so where it tells (Linux) it is asked.
fn fits_in_memory(bytes: usize) -> bool {
    if bytes <= ALWAYS_THERE {
        return true;
    }
    let Ok(told) = std::fs::read_to_string("/proc/meminfo") else { return true };
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<usize>().ok());
    kilobytes.is_none_or(|free| bytes / 1024 < free)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u32, code: u16) -> Entry {
        Entry { value: -7, depth, bound: Bound::Upper, code }
    }

    fn table(scheme: Scheme) -> Table {
        let mut table = Table::new(4, scheme).unwrap();
        table.begin(false, 0);
        table
    }

    #[test]
    fn an_entry_comes_back_as_it_was_put() {
        let table = table(Scheme::Probes(1));
        for value in [0, 1, -1, 1_000_000_000, -1_000_000_000] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let put = Entry { value, depth: 125, bound, code: u16::MAX };
                table.put(77, put);
                assert_eq!(table.get(77), Some(put));
            }
        }
    }

    #[test]
    fn the_shallowest_of_the_probed_entries_gives_way() {
        let mut table = table(Scheme::Probes(4));
        for (key, depth) in [(1, 3), (2, 1), (3, 2), (4, 5)] {
            table.put(key, entry(depth, 0));
        }
        table.put(5, entry(2, 9));
        assert!(table.get(2).is_none());
        assert_eq!(table.get(5).unwrap().code, 9);
        table.put(6, entry(1, 0));
        assert!(table.get(6).is_none(), "shallower than all four");
        table.put(5, entry(4, 0));
        assert_eq!(table.get(5), Some(entry(4, 9)), "the move stays where there is no new one");
        table.begin(false, 0);
        assert!(table.get(5).is_none());
    }

    #[test]
    fn twins_keep_the_deeper_and_the_newer() {
        let table = table(Scheme::Twin);
        table.put(1, entry(3, 0));
        table.put(2, entry(1, 0));
        assert!(table.get(1).is_some() && table.get(2).is_some());
        table.put(3, entry(2, 0));
        assert!(table.get(2).is_none(), "the second place belongs to the last that came");
        table.put(4, entry(3, 0));
        assert!(table.get(1).is_some() && table.get(4).is_some(), "displaced into the second");
        assert!(table.get(3).is_none());
    }

    #[test]
    fn a_table_that_remembers_keeps_old_entries_until_they_are_needed() {
        let mut table = table(Scheme::Probes(4));
        table.begin(true, 0);
        table.put(1, entry(9, 5));
        for _ in 0..300 {
            table.begin(true, 0);
            assert_eq!(table.get(1), Some(entry(9, 5)));
        }
        (2..6).for_each(|key| table.put(key, entry(1, 0)));
        assert!(table.get(1).is_none(), "old ones give way first, however deep");
        table.begin(false, 0);
        assert!((2..6).all(|key| table.get(key).is_none()));
    }

    #[test]
    fn a_table_past_all_memory_is_refused() {
        for entries in [usize::MAX / 64, 4 << 40, 1 << 38] {
            let error = Table::new(entries, Scheme::Twin).err().unwrap();
            assert!(error.to_string().contains("MB"), "{error}");
        }
    }
}
