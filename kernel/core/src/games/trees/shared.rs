//! Parameters that all positions of a tree share, kept once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Everything of one kind that was ever asked for. Positions point into it, so that they are small
/// and can be copied; what is in it stays, and there are few: a set of parameters is what a user
/// writes, not what a search makes.
pub struct Shared<K: 'static, V: 'static>(LazyLock<Mutex<HashMap<K, &'static V>>>);

impl<K: Eq + Hash + Clone, V> Shared<K, V> {
    /// Nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(LazyLock::new(|| Mutex::new(HashMap::new())))
    }

    /// The value of the key, made by `make` when it is first asked for.
    pub fn get(&self, key: &K, make: impl FnOnce(&K) -> V) -> &'static V {
        // A panic elsewhere cannot leave the map half written: values are whole when they get in.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(key.clone()).or_insert_with(|| Box::leak(Box::new(make(key))))
    }
}
