//! The catalogue: the built-in kinds.

use super::Kind;
use super::letters::{HOPPING, SPATIAL, TABLE, TURNED};
use crate::board::Lattice;
use std::sync::OnceLock;

/// A built-in kind with its names.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The kind.
    pub kind: Kind,
    /// Its usual English name.
    pub name: &'static str,
    /// Other names, separated by commas; empty if there are none.
    pub other_names: &'static str,
}

/// The kinds of each lattice, made at the first use.
static CATALOGUES: [OnceLock<Vec<Entry>>; 4] = [const { OnceLock::new() }; 4];

/// The hoppers of each lattice, made at the first use.
static HOPPERS: [OnceLock<Vec<Entry>>; 4] = [const { OnceLock::new() }; 4];

/// The reversed kinds of each lattice, made at the first use.
static TURNED_ROUND: [OnceLock<Vec<Entry>>; 4] = [const { OnceLock::new() }; 4];

/// Returns the kinds of these tables.
fn entries(lattice: Lattice, tables: [&[(char, &'static str, &'static str, &str)]; 2]) -> Vec<Entry> {
    let entry = |&(letter, name, other_names, betza): &(char, &'static str, &'static str, &str)| {
        // A pawn needs a forward direction, which not every lattice has.
        let kind = Kind::from_betza_on(lattice, letter, betza).ok()?;
        Some(Entry { kind, name, other_names })
    };
    tables.into_iter().flatten().filter_map(entry).collect()
}

/// Returns the built-in kinds whose attack does not depend on other pieces, in their fixed order: king first.
///
/// ```
/// let amazon = armistice::piece::catalogue().iter().find(|entry| entry.name == "amazon").unwrap();
/// assert_eq!((amazon.kind.letter(), amazon.kind.betza()), ('A', "QN"));
/// ```
#[must_use]
pub fn catalogue() -> &'static [Entry] {
    catalogue_on(Lattice::Square)
}

/// Returns the catalogue of boards on this lattice. For example, a knight on a hexagonal board is another
/// kind than on a chess board, with the same letter.
#[must_use]
pub fn catalogue_on(lattice: Lattice) -> &'static [Entry] {
    // The index is the number of the variant.
    let spatial = if lattice.axes() > 2 { SPATIAL } else { &[] };
    CATALOGUES[lattice as usize].get_or_init(|| entries(lattice, [TABLE, spatial]))
}

/// Returns the built-in kinds whose attack depends on other pieces: the grasshopper.
#[must_use]
pub fn hoppers_on(lattice: Lattice) -> &'static [Entry] {
    HOPPERS[lattice as usize].get_or_init(|| entries(lattice, [HOPPING, &[]]))
}

/// Returns all built-in kinds of boards on a lattice, hoppers last.
pub fn built_ins_on(lattice: Lattice) -> impl Iterator<Item = &'static Entry> + Clone {
    catalogue_on(lattice).iter().chain(hoppers_on(lattice))
}

/// Returns the built-in kind with this letter: one of the catalogue, the grasshopper `G` or the black pawn
/// `p`.
///
/// ```
/// assert_eq!(armistice::piece::built_in('p').unwrap().kind.betza(), "bcF");
/// ```
#[must_use]
pub fn built_in(letter: char) -> Option<&'static Entry> {
    built_in_on(Lattice::Square, letter)
}

/// Like [`built_in`], but for boards on another lattice.
#[must_use]
pub fn built_in_on(lattice: Lattice, letter: char) -> Option<&'static Entry> {
    let turned = TURNED_ROUND[lattice as usize].get_or_init(|| entries(lattice, [TURNED, &[]]));
    built_ins_on(lattice).chain(turned).find(|entry| entry.kind.letter() == letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_kind_with_a_letter_of_its_own() {
        assert_eq!(catalogue().len(), TABLE.len());
        assert_eq!(hoppers_on(Lattice::Square).len(), HOPPING.len());
        let mut letters: Vec<char> =
            TABLE.iter().chain(HOPPING).chain(SPATIAL).chain(TURNED).map(|line| line.0).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), TABLE.len() + HOPPING.len() + SPATIAL.len() + TURNED.len());
        for (letter, ..) in TURNED {
            let moves = |letter| built_in(letter).unwrap().kind.moves().clone();
            assert_eq!(moves(*letter), moves(letter.to_ascii_uppercase()).reverse());
        }
    }
}
