//! The text of a position in a random tree: words with a number each, and moves from there.
//!
//! `seed 7 branching 12 : 3 1` is the tree of seed 7 with twelve children a node, after the third
//! child and then the first. What is not said has its usual value.

/// A number that belongs to a position or to its tree.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// How it is written.
    pub name: &'static str,
    /// The least and the greatest that it can be.
    pub range: (i64, i64),
    /// What it is where the text does not say.
    pub usual: i64,
}

impl Word {
    /// A word with its range and its usual value.
    #[must_use]
    pub const fn new(name: &'static str, range: (i64, i64), usual: i64) -> Self {
        Self { name, range, usual }
    }
}

/// The word of every node: all below it is drawn from this number.
pub const SEED: Word = Word::new("seed", (0, i64::MAX), 1);

/// A text taken apart.
pub struct Read<'a> {
    pairs: Vec<(&'a str, &'a str)>,
    /// The moves behind the colon.
    pub moves: Vec<&'a str>,
}

impl<'a> Read<'a> {
    /// The pairs and the moves of a text, or what is wrong with its form.
    ///
    /// # Errors
    /// In words, with the value and its place.
    pub fn new(text: &'a str, known: &[Word], list: Option<&'static str>) -> Result<Self, String> {
        let (said, moves) = text.split_once(':').unwrap_or((text, ""));
        let words: Vec<_> = said.split_ascii_whitespace().collect();
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for pair in words.chunks(2) {
            let (name, place) = (pair[0], 2 * pairs.len() + 1);
            let is_known = known.iter().map(|word| word.name).chain(list).any(|n| n == name);
            if !is_known {
                let names: Vec<_> = known.iter().map(|word| word.name).chain(list).collect();
                let names = names.join(", ");
                return Err(format!("word {place} is {name:?}, which is none of {names}"));
            }
            let &[_, value] = pair else {
                return Err(format!("{name:?}, the last word, has no number behind it"));
            };
            if pairs.iter().any(|&(before, _)| before == name) {
                return Err(format!("word {place} says {name:?} a second time"));
            }
            pairs.push((name, value));
        }
        Ok(Self { pairs, moves: moves.split_ascii_whitespace().collect() })
    }

    /// What the text says of a word, as it is written.
    #[must_use]
    pub fn said(&self, name: &str) -> Option<&'a str> {
        self.pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// The number of a word, within its range.
    ///
    /// # Errors
    /// In words, with the value and its range.
    pub fn number(&self, word: &Word) -> Result<i64, String> {
        let Some(said) = self.said(word.name) else { return Ok(word.usual) };
        within(word.name, said, word.range)
    }
}

/// A whole number in its range, or what is wrong with it.
///
/// # Errors
/// In words, with the value and its range.
pub fn within(name: &str, said: &str, (least, most): (i64, i64)) -> Result<i64, String> {
    let number = said.parse().map_err(|_| format!("{name} {said:?} is not a whole number"))?;
    if (least..=most).contains(&number) {
        Ok(number)
    } else {
        Err(format!("{name} {number} is not between {least} and {most}"))
    }
}

/// The words that differ from their usual values, the first one always.
#[must_use]
pub fn written(words: &[Word], numbers: &[i64]) -> String {
    let said = words.iter().zip(numbers).enumerate();
    let said = said.filter(|&(i, (word, &number))| i == 0 || number != word.usual);
    said.map(|(_, (word, number))| format!("{} {number}", word.name)).collect::<Vec<_>>().join(" ")
}
