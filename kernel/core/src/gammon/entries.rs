//! A short list of inputs with their values: what a network is given, or what changes.

/// More than any position or change has: 13 places, four units each, and 20 features.
const MOST: usize = 128;

/// Rows of a network's first layer, each with the number that it is multiplied by.
///
/// It is filled again and again, and without branches: which units change is as good as random.
#[derive(Clone, Debug)]
pub struct Entries {
    rows: [u16; MOST],
    values: [f32; MOST],
    len: usize,
}

impl Default for Entries {
    fn default() -> Self {
        Self { rows: [0; MOST], values: [0.0; MOST], len: 0 }
    }
}

impl Entries {
    /// Forgets all.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds an input, unless its value is 0.
    #[inline(always)]
    pub fn push(&mut self, row: usize, value: f32) {
        let at = self.len % MOST;
        (self.rows[at], self.values[at]) = (row as u16, value);
        self.len += usize::from(value != 0.0);
    }

    /// The inputs and their values, in the order in which they came.
    #[inline(always)]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (usize, f32)> + Clone {
        let n = self.len.min(MOST);
        self.rows[..n].iter().zip(&self.values[..n]).map(|(&row, &value)| (row.into(), value))
    }
}
