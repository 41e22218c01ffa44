//! Keys of states written in Python: the same in every process, as Python's own hashes are not.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyFrozenSet, PyInt, PyNone, PyString, PyTuple};

/// What tells values of different kinds apart.
#[derive(Clone, Copy)]
enum KeyKind {
    Nothing = 1,
    Whole,
    Large,
    Real,
    Text,
    Bytes,
    Tuple,
    Set,
}

/// A number for a value made of numbers, texts, tuples and frozen sets; `None` for any other.
pub fn scattered(object: &Bound<'_, PyAny>) -> Option<u64> {
    if let Ok(items) = object.cast::<PyTuple>() {
        let mut key = mixed(KeyKind::Tuple as u64, items.len() as u64);
        for item in items.iter_borrowed() {
            key = mixed(key, scattered(&item)?);
        }
        return Some(key);
    }
    if object.is_instance_of::<PyInt>() {
        return Some(whole(object));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Some(bytes(KeyKind::Text, text.to_string_lossy().as_bytes()));
    }
    if let Ok(given) = object.cast::<PyBytes>() {
        return Some(bytes(KeyKind::Bytes, given.as_bytes()));
    }
    if let Ok(real) = object.cast::<PyFloat>() {
        return Some(mixed(KeyKind::Real as u64, real.value().to_bits()));
    }
    if let Ok(items) = object.cast::<PyFrozenSet>() {
        // A set has no order, so neither has the sum.
        let mut sum = items.len() as u64;
        for item in items {
            sum = sum.wrapping_add(mixed(KeyKind::Set as u64, scattered(&item)?));
        }
        return Some(mixed(KeyKind::Set as u64, sum));
    }
    object.is_instance_of::<PyNone>().then(|| mixed(0, KeyKind::Nothing as u64))
}

fn whole(number: &Bound<'_, PyAny>) -> u64 {
    if let Ok(small) = number.extract::<i64>() {
        return mixed(KeyKind::Whole as u64, small as u64);
    }
    let digits = number.call_method1("__format__", ("x",)).map(|text| text.to_string());
    bytes(KeyKind::Large, digits.unwrap_or_default().as_bytes())
}

fn bytes(kind: KeyKind, bytes: &[u8]) -> u64 {
    let key = mixed(kind as u64, bytes.len() as u64);
    bytes.chunks(8).fold(key, |key, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mixed(key, u64::from_le_bytes(word))
    })
}

/// A number for a text.
pub fn of_text(text: &str) -> u64 {
    bytes(KeyKind::Text, text.as_bytes())
}

/// Two numbers made one, each bit depending on all.
fn mixed(a: u64, b: u64) -> u64 {
    let x = (a ^ b.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_add(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}
