//! The transposition table: what earlier iterations and other move orders found out.

use crate::error::Error;
use crate::value::Value;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Lower,
    Upper,
    Exact,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<M> {
    key: u64,
    pub value: Value,
    pub depth: u8,
    pub bound: Bound,
    /// Entries of earlier searches are as good as empty: a search depends on nothing before it.
    generation: u16,
    pub mv: Option<M>,
}

/// A table of entries, of which `probes` consecutive ones may hold a key.
pub(super) struct Table<M> {
    entries: Vec<Entry<M>>,
    probes: usize,
    generation: u16,
}

impl<M: Copy> Table<M> {
    /// An empty table.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(entries: usize, probes: usize) -> Result<Self, Error> {
        let mut list = Vec::new();
        let bytes = entries.saturating_mul(size_of::<Entry<M>>());
        let refused =
            || Error::NoMemory(format!("a table of {entries} entries ({} MB)", bytes >> 20));
        if !fits_in_memory(bytes) {
            return Err(refused());
        }
        list.try_reserve_exact(entries).map_err(|_| refused())?;
        let empty =
            Entry { key: 0, value: 0, depth: 0, bound: Bound::Exact, generation: 0, mv: None };
        list.resize(entries, empty);
        Ok(Self { entries: list, probes: probes.min(entries), generation: 0 })
    }

    pub fn has_shape(&self, entries: usize, probes: usize) -> bool {
        self.entries.len() == entries && self.probes == probes.min(entries)
    }

    /// Forgets everything, nearly for nothing.
    pub fn forget(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.entries.iter_mut().for_each(|entry| entry.generation = 0);
            self.generation = 1;
        }
    }

    /// The indices where a key may stand, first choice first.
    fn places(&self, key: u64) -> impl Iterator<Item = usize> + use<M> {
        let length = self.entries.len();
        let first = ((u128::from(key) * length as u128) >> 64) as usize;
        (first..first + self.probes).map(move |i| if i < length { i } else { i - length })
    }

    pub fn get(&self, key: u64) -> Option<&Entry<M>> {
        let mut places = self.places(key);
        let found = places
            .find(|&i| self.entries[i].key == key && self.entries[i].generation == self.generation);
        found.map(|i| &self.entries[i])
    }

    /// Stores what was found. A full neighbourhood gives up its shallowest entry, unless that is
    /// deeper than ours.
    pub fn put(&mut self, key: u64, value: Value, depth: u8, bound: Bound, mv: Option<M>) {
        let mut place = None;
        let mut least = u8::MAX;
        for i in self.places(key) {
            let entry = &self.entries[i];
            if entry.generation != self.generation || entry.key == key {
                place = Some(i);
                break;
            }
            if entry.depth < least {
                least = entry.depth;
                place = (depth >= least).then_some(i);
            }
        }
        let Some(i) = place else { return };
        let old = &self.entries[i];
        let same = old.key == key && old.generation == self.generation;
        let mv = mv.or(if same { old.mv } else { None });
        self.entries[i] = Entry { key, value, depth, bound, generation: self.generation, mv };
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

    #[test]
    fn the_shallowest_of_the_probed_entries_gives_way() {
        let mut table: Table<u8> = Table::new(4, 4).unwrap();
        table.forget();
        for (key, depth) in [(1, 3), (2, 1), (3, 2), (4, 5)] {
            table.put(key, 0, depth, Bound::Exact, None);
        }
        table.put(5, 7, 2, Bound::Lower, Some(9));
        assert!(table.get(2).is_none());
        assert_eq!(table.get(5).unwrap().mv, Some(9));
        table.put(6, 7, 1, Bound::Lower, None);
        assert!(table.get(6).is_none(), "shallower than all four");
        table.forget();
        assert!(table.get(5).is_none());
    }

    #[test]
    fn a_table_past_all_memory_is_refused() {
        for entries in [usize::MAX / 64, 4 << 40, 1 << 38] {
            let error = Table::<u64>::new(entries, 4).err().unwrap();
            assert!(error.to_string().contains("MB"), "{error}");
        }
    }

    #[test]
    fn an_entry_of_chess_takes_24_bytes() {
        assert_eq!(size_of::<Entry<<crate::games::Chess as crate::game::Game>::Move>>(), 24);
    }
}
