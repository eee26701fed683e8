//! Sequences that were found by some of their terms, as text and as JSON.

use super::json::line;
use super::verification::{FoundLine, entry, entry_line};
use crate::UpTo;
use crate::sequences::layout::Layout;
use crate::sequences::{Registry, RegistryEntry, Sequence, TermMatch};

/// Describes a sequence with wanted terms: its entry, and a second line.
///
/// The second line has the position of the terms and the sequences that count the same placements up to other
/// symmetries.
#[must_use]
pub fn text(registry: &Registry, found: &TermMatch<'_>, looked_for: usize) -> String {
    let this = RegistryEntry::Supported(Box::new(found.sequence.clone()));
    let others: String = registry
        .up_to_something_else(found.sequence)
        .map(|other| format!("; {}: the same{}", other.id, up_to(other)))
        .collect();
    format!("{}  {}{others}\n", entry(&this), place(found, looked_for))
}

/// Describes the position of the wanted terms in a sequence: `all 3 from n = 8 on`.
#[must_use]
pub fn place(found: &TermMatch<'_>, looked_for: usize) -> String {
    let from = match found.sequence.layout {
        Layout::List => format!("from n = {} on", found.first_index()),
        Layout::Rows { .. } | Layout::Antidiagonals { .. } => {
            format!("from its term {} on", found.passed + 1)
        }
    };
    let common = match found.is_whole() {
        true => "all".to_owned(),
        false => format!("nearly: {} of", found.common),
    };
    let skipped = match found.skipped {
        0 => String::new(),
        1 => ", without the first".to_owned(),
        skipped => format!(", without the first {skipped}"),
    };
    let beyond = if found.beyond > 0 { ", where its list ends" } else { "" };
    format!("{common} {looked_for} {from}{skipped}{beyond}")
}

/// Names the symmetries up to which a sequence counts.
fn up_to(sequence: &Sequence) -> String {
    if sequence.up_to == UpTo::Nothing {
        ", each placement by itself".to_owned()
    } else {
        sequence.up_to.phrase()
    }
}

/// Returns a sequence with wanted terms as JSON, with the related sequences and the position of the terms.
#[must_use]
pub fn json(registry: &Registry, found: &TermMatch<'_>) -> String {
    let &TermMatch { sequence, passed, skipped, common, beyond } = found;
    let others = registry.up_to_something_else(sequence).map(|other| other.id.as_str()).collect();
    let place = FoundLine { passed, skipped, common, beyond, up_to_something_else: others };
    let this = RegistryEntry::Supported(Box::new(sequence.clone()));
    let mut written = entry_line(&this);
    written.found = Some(place);
    line(&written)
}
