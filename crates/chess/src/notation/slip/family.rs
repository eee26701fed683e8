//! Slips in texts for many problems.

use super::words::SIZE_SIGNS;
use crate::notation::text_fault::{Slip, TextFault};
use crate::notation::word::{Word, WordFault, is_number};

/// The variables that a family for a table can have.
pub(super) const VARIABLES: [char; 3] = ['n', 'm', 'k'];

/// Returns the fault of a word with braces: the braces of a family contain variables.
pub(in crate::notation) fn braces<'a>(word: Word<'a>, text: &str) -> WordFault<'a> {
    let inside: Vec<&str> = word.text.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
    let is_expression =
        |part: &&str| part.chars().all(|c| c.is_ascii_alphanumeric() || " +-*/(),^".contains(c));
    let has_variable = |part: &&str| part.contains(|c: char| c.is_ascii_lowercase());
    match () {
        () if !inside.iter().all(is_expression) => word.fault(TextFault::NoBoard),
        () if inside.iter().any(has_variable) => family(word, text),
        // `{8}` means 8.
        () if inside.iter().all(|part| is_number(part)) => {
            word.fault(Slip::Braces).meant(word.range(), word.text.replace(['{', '}'], ""))
        }
        () => word.fault(Slip::Braces),
    }
}

/// Returns the fault of a text for many problems.
pub(super) fn family<'a>(word: Word<'a>, text: &str) -> WordFault<'a> {
    let braced = |part: &str| -> String {
        let is_piece = part.len() == 2 && part.starts_with(|c: char| c.is_ascii_uppercase());
        let has_variables = is_size_in_variables(part) || (is_piece && part.ends_with(VARIABLES));
        if !has_variables {
            return part.to_owned();
        }
        let brace = |c: char| if VARIABLES.contains(&c) { format!("{{{c}}}") } else { c.to_string() };
        part.chars().map(brace).collect()
    };
    let parts = text.split_inclusive([' ', '/']).map(|part| {
        let bare = part.trim_end_matches([' ', '/']);
        braced(bare) + &part[bare.len()..]
    });
    word.fault(TextFault::Family { family: parts.collect() })
}

/// Returns true for rows and columns with at least one variable: `nxn`, `8xn`.
pub(super) fn is_size_in_variables(text: &str) -> bool {
    let is_variable = |side: &str| side.len() == 1 && side.starts_with(VARIABLES);
    let is_side = |side: &str| is_variable(side) || is_number(side);
    let sides = text.split_once(SIZE_SIGNS).unwrap_or((text, text));
    is_side(sides.0) && is_side(sides.1) && (is_variable(sides.0) || is_variable(sides.1))
}
