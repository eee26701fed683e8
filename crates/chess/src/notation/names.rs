//! Kinds by name: `queen`, `Knights`, `chancellors`.
//!
//! The names are those of the catalogue, in upper or lower case. The reader distinguishes plurals: a plural
//! alone leaves the number open, while a letter or a name in the singular is one piece.

use super::spelling::nearest;
use crate::board::Lattice;
use crate::piece::{self, Entry, Kind};
use std::sync::LazyLock;

/// A kind that the text calls by its name.
#[derive(Clone, Copy)]
pub(super) struct NamedKind {
    pub(super) kind: &'static Kind,
    pub(super) is_plural: bool,
}

/// The kind of walls. It is in no catalogue, because walls are not pieces.
static WALLS: LazyLock<Kind> = LazyLock::new(Kind::wall);

/// The maximum length of a name in bytes.
const MAX_NAME_BYTES: usize = 24;

/// Returns the kind with this name; `None` if there is none.
pub(super) fn find_named_kind(text: &str) -> Option<NamedKind> {
    if text.len() > MAX_NAME_BYTES {
        return None;
    }
    let text = text.to_ascii_lowercase();
    if let "wall" | "walls" = &text[..] {
        return Some(NamedKind { kind: &WALLS, is_plural: text == "walls" });
    }
    all().find_map(|entry| {
        let is_plural = names(entry).find_map(|name| match () {
            () if name == text => Some(false),
            () if plural(name) == text => Some(true),
            () => None,
        })?;
        Some(NamedKind { kind: &entry.kind, is_plural })
    })
}

/// Returns the built-in kind with this name, in the singular or in the plural, in upper or lower case; `None`
/// if there is none.
///
/// ```
/// use armistice::notation::kind_named;
///
/// assert_eq!(kind_named("Knights").map(|kind| kind.letter()), Some('N'));
/// assert_eq!(kind_named("N"), None);
/// ```
#[must_use]
pub fn kind_named(text: &str) -> Option<&'static Kind> {
    find_named_kind(text).map(|called| called.kind).filter(|kind| !kind.is_wall())
}

/// Returns the name that a mistyped word probably means, in the singular or plural of the word.
pub(super) fn nearest_name(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let names = all().flat_map(names);
    let all: Vec<String> = names.flat_map(|name| [name.to_owned(), plural(name)]).collect();
    // Two slips lead from horses to ferses, but a typing slip rarely changes the first letter.
    let begins_alike = |name: &&String| name.chars().next() == text.chars().next();
    nearest(&text, all.iter().filter(begins_alike).map(String::as_str)).map(str::to_owned)
}

/// Returns the kinds that have names.
fn all() -> impl Iterator<Item = &'static Entry> {
    piece::built_ins_on(Lattice::Square)
}

/// Returns all names of a kind that are one word.
fn names(entry: &'static Entry) -> impl Iterator<Item = &'static str> {
    let others = entry.other_names.split(", ").filter(|name| !name.is_empty() && !name.contains(' '));
    std::iter::once(entry.name).chain(others)
}

/// Returns the plural of a kind's name: `princess` gives `princesses`.
#[must_use]
pub fn plural(name: &str) -> String {
    match name {
        "man" => "men".to_owned(),
        _ if name.ends_with(['s', 'z']) => format!("{name}es"),
        _ => format!("{name}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_put_right_and_another_word_is_not() {
        for (text, expected) in
            [("queeens", Some("queens")), ("Bishp", Some("bishop")), ("horses", None), ("solve", None)]
        {
            assert_eq!(nearest_name(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn names_are_those_of_one_kind() {
        for entry in all() {
            for name in names(entry) {
                for (text, is_plural) in [(name.to_owned(), false), (plural(name).to_uppercase(), true)] {
                    let called = find_named_kind(&text).unwrap();
                    assert_eq!((called.kind, called.is_plural), (&entry.kind, is_plural), "{text}");
                }
            }
        }
        for text in ["", "q", "quee", "queenss", "long", "quéen", &"queen".repeat(100_000)] {
            assert!(find_named_kind(text).is_none(), "{text}");
        }
    }
}
