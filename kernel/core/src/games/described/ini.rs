//! Texts of variants: sections, each with keys and values, and what they are derived from.

use crate::error::Error;

/// A key of a section with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub key: String,
    pub value: String,
    pub line: usize,
}

/// `[name:parent]` and what stands below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section {
    pub name: String,
    pub parent: Option<String>,
    pub entries: Vec<Entry>,
    pub line: usize,
    /// The file, as messages call it.
    pub file: String,
}

impl Section {
    /// A mistake in a line of the section.
    pub fn wrong(&self, line: usize, why: &str) -> Error {
        wrong(&self.file, line, why)
    }
}

/// A mistake in a line of a file.
pub(super) fn wrong(file: &str, line: usize, why: &str) -> Error {
    Error::BadSetting(format!("{file}, line {line}: {why}"))
}

/// The variants that come with the kernel, in the same words.
const BUILT_IN: &str = include_str!("built_in.ini");
const BUILT_IN_FILE: &str = "the built-in variants";

/// The sections of a text, in its order.
pub(super) fn sections(file: &str, text: &str) -> Result<Vec<Section>, Error> {
    let mut found: Vec<Section> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(heading) = line.strip_prefix('[') {
            let section = heading_of(file, number, heading)?;
            if let Some(before) = found.iter().find(|other| other.name == section.name) {
                let why = format!("[{}] stands in line {} already", section.name, before.line);
                return Err(wrong(file, number, &why));
            }
            found.push(section);
            continue;
        }
        let entry = entry_of(file, number, line)?;
        let Some(section) = found.last_mut() else {
            let why = format!("{:?} stands before any section, such as [my:chess]", entry.key);
            return Err(wrong(file, number, &why));
        };
        if let Some(before) = section.entries.iter().find(|other| other.key == entry.key) {
            let why = format!("{} stands in line {} already", entry.key, before.line);
            return Err(wrong(file, number, &why));
        }
        section.entries.push(entry);
    }
    Ok(found)
}

fn heading_of(file: &str, line: usize, heading: &str) -> Result<Section, Error> {
    let bad = || wrong(file, line, &format!("[{heading} is no heading; write [my] or [my:chess]"));
    let inside = heading.strip_suffix(']').ok_or_else(bad)?;
    let (name, parent) = match inside.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim().to_owned())),
        None => (inside.trim(), None),
    };
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    if !is_name(name) || parent.as_deref().is_some_and(|parent| !is_name(parent)) {
        return Err(bad());
    }
    let (name, file) = (name.to_owned(), file.to_owned());
    Ok(Section { name, parent, entries: Vec::new(), line, file })
}

fn entry_of(file: &str, line: usize, text: &str) -> Result<Entry, Error> {
    let (key, value) = text
        .split_once('=')
        .ok_or_else(|| wrong(file, line, &format!("{text:?} is no setting; write key = value")))?;
    Ok(Entry { key: key.trim().to_owned(), value: value.trim().to_owned(), line })
}

/// The names of the variants that come with the kernel.
///
/// # Panics
/// Never: the text is part of the program, and a test reads it.
#[must_use]
pub fn built_in_names() -> Vec<String> {
    built_in().into_iter().map(|section| section.name).collect()
}

fn built_in() -> Vec<Section> {
    sections(BUILT_IN_FILE, BUILT_IN).unwrap_or_else(|why| unreachable!("{why}"))
}

/// The section of that name and all that it is derived from, the oldest first. Parents are looked
/// for in the same text, then among the built-in variants.
pub(super) fn ancestry(file: &str, text: &str, name: &str) -> Result<Vec<Section>, Error> {
    let own = sections(file, text)?;
    let known = built_in();
    let mut chain: Vec<Section> = Vec::new();
    let mut wanted = own.iter().find(|section| section.name == name).ok_or_else(|| {
        let names: Vec<_> = own.iter().map(|section| section.name.clone()).collect();
        Error::UnknownName {
            kind: "variant",
            name: name.to_owned(),
            known: if names.is_empty() { format!("none in {file}") } else { names.join(", ") },
        }
    })?;
    loop {
        chain.push(wanted.clone());
        let Some(parent) = &wanted.parent else { break };
        let fits = |section: &&Section| section.name == *parent && *section != wanted;
        let in_file = if wanted.file == BUILT_IN_FILE { None } else { own.iter().find(fits) };
        let Some(found) = in_file.or_else(|| known.iter().find(fits)) else {
            let names: Vec<_> = known.iter().map(|section| section.name.as_str()).collect();
            let why = format!(
                "{parent:?} is no variant of this file, and none that can be derived from ({})",
                names.join(", ")
            );
            return Err(wanted.wrong(wanted.line, &why));
        };
        if chain.contains(found) {
            let why = format!("[{}] is derived from itself", found.name);
            return Err(wanted.wrong(wanted.line, &why));
        }
        wanted = found;
    }
    chain.reverse();
    Ok(chain)
}

/// The sections of a text by name.
///
/// # Errors
/// [`Error::BadSetting`] with the line that is no part of such a text.
pub fn variant_names(file: &str, text: &str) -> Result<Vec<String>, Error> {
    Ok(sections(file, text)?.into_iter().map(|section| section.name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_keys_and_lines() {
        let text = "# mine\n[a:chess]\nmaxRank = 9\n\n[b]\r\nking = k:KN\n";
        let found = sections("my.ini", text).unwrap();
        assert_eq!((found[0].name.as_str(), found[0].parent.as_deref()), ("a", Some("chess")));
        assert_eq!((found[1].entries[0].key.as_str(), found[1].entries[0].line), ("king", 6));
    }

    #[test]
    fn mistakes_name_file_and_line() {
        for (text, why) in [
            ("maxRank = 9", "line 1: \"maxRank\" stands before any section"),
            ("[a]\nmaxRank", "line 2: \"maxRank\" is no setting"),
            ("[a\n", "line 1: [a is no heading"),
            ("[a]\n[a]", "line 2: [a] stands in line 1 already"),
            ("[a]\nx = 1\nx = 2", "line 3: x stands in line 2 already"),
        ] {
            let told = sections("my.ini", text).unwrap_err().to_string();
            assert!(told.starts_with("my.ini, ") && told.contains(why), "{told}");
        }
    }

    #[test]
    fn a_variant_may_have_the_name_of_its_parent() {
        let chain = ancestry("my.ini", "[chess:chess]\nmaxRank = 9", "chess").unwrap();
        assert_eq!(chain.len(), 2);
        let circle = ancestry("my.ini", "[a:b]\n[b:a]", "a").unwrap_err().to_string();
        assert!(circle.contains("derived from itself"), "{circle}");
    }
}
