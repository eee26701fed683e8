//! The built-in kinds, ready to be used.

use super::Kind;
use super::letters::TABLE;
use std::sync::LazyLock;

/// A built-in kind with the names it goes by.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The kind.
    pub kind: Kind,
    /// Its usual English name.
    pub name: &'static str,
    /// Other names, separated by commas; empty if there are none.
    pub other_names: &'static str,
}

static CATALOGUE: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let entry = |&(letter, name, other_names, betza): &(char, &'static str, &'static str, &str)| {
        let kind = Kind::from_betza(letter, betza).ok()?;
        Some(Entry { kind, name, other_names })
    };
    TABLE.iter().filter_map(entry).collect()
});

/// The built-in kinds, in their fixed order: king first.
///
/// ```
/// let amazon = armistice::piece::catalogue().iter().find(|entry| entry.name == "amazon").unwrap();
/// assert_eq!((amazon.kind.letter(), amazon.kind.betza()), ('A', "QN"));
/// ```
#[must_use]
pub fn catalogue() -> &'static [Entry] {
    &CATALOGUE
}

/// The built-in kind with this letter.
#[must_use]
pub fn built_in(letter: char) -> Option<&'static Entry> {
    catalogue().iter().find(|entry| entry.kind.letter() == letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_kind_with_a_letter_of_its_own() {
        assert_eq!(catalogue().len(), TABLE.len());
        let mut letters: Vec<char> = TABLE.iter().map(|line| line.0).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), TABLE.len());
    }
}
