//! Slips in boards and their parts.

use super::family::{family, is_size_in_variables};
use super::words::{FILLERS, is_board_size, topology_meant};
use crate::notation::names::kind_named;
use crate::notation::text_fault::{Slip, TextFault};
use crate::notation::word::{Word, WordFault};

/// Quotation marks of word processors, which shells do not remove.
const QUOTES: [char; 8] = ['“', '”', '„', '‟', '‘', '’', '«', '»'];

/// Returns the slip of `8 queens`: the number was read as the board 8x8. The board may follow later in the
/// text.
pub(in crate::notation) fn bare_board<'a>(
    text: &str,
    board: Word<'a>,
    words: &[Word<'a>],
) -> Option<WordFault<'a>> {
    if !board.is_number() {
        return None;
    }
    let later = words.iter().find(|word| is_board_size(word.text));
    let size = later.map_or_else(|| format!("{0}x{0}", board.text), |word| word.text.to_owned());
    let is_piece = |word: &&Word<'_>| {
        Some(word.at) != later.map(|later| later.at)
            && !FILLERS.contains(&word.text.to_ascii_lowercase().as_str())
    };
    let pieces: Vec<&str> = words.iter().filter(is_piece).map(|word| word.text).collect();
    let meant = format!("{size} {} {}", board.text, pieces.join(" "));
    Some(board.fault(Slip::BareBoard).meant(0..text.len(), meant))
}

/// Returns the slip that explains why the first word is not a board.
pub(in crate::notation) fn board<'a>(text: &'a str, words: &[Word<'a>]) -> Option<WordFault<'a>> {
    let (&first, others) = words.split_first()?;
    if first.text.len() > 100 {
        return None;
    }
    if first.text.starts_with(QUOTES) {
        return Some(first.fault(Slip::Quotes).meant(0..text.len(), text.replace(QUOTES, "")));
    }
    if is_size_in_variables(first.text) {
        return Some(family(first, text));
    }
    let size = first.text.to_ascii_lowercase().replacen("by", "x", 1);
    if size.len() < first.text.len() && is_board_size(&size) {
        return Some(first.fault(Slip::Board).meant(first.range(), size));
    }
    // Splits `8x8Q8` and `8x8,Q8`.
    let (rows, rest) = first.digits();
    if let Some(cols) = rest.text.strip_prefix(['x', 'X']).filter(|_| !rows.text.is_empty()) {
        let pieces = cols.trim_start_matches(|c: char| c.is_ascii_digit());
        let size = &first.text[..first.text.len() - pieces.len()];
        let pieces = pieces.trim_start_matches([',', ';', ':', '+', '_']);
        if is_board_size(size) && !pieces.is_empty() && !pieces.starts_with(['x', 'X', '-', '/']) {
            if let Some(topology) = topology_meant(pieces) {
                return Some(first.fault(Slip::Topology).meant(first.range(), format!("{size}/{topology}")));
            }
            return Some(first.fault(Slip::Glued).meant(first.range(), format!("{size} {pieces}")));
        }
    }
    // Splits `8x8, Q8`.
    let bare = first.text.trim_end_matches([',', ';', ':', '.']);
    if bare.len() < first.text.len() && is_board_size(bare) {
        return Some(first.fault(Slip::Board).meant(first.range(), bare));
    }
    let Some(board) = others.iter().find(|word| is_board_size(word.text)) else {
        return without_board(text, first, others);
    };
    let pieces = format!("{}{}", &text[..board.at], &text[board.range().end..]);
    let whole = format!("{} {}", board.text, pieces.trim());
    Some(first.fault(Slip::BoardLast).meant(0..text.len(), whole))
}

/// Returns the slip of `Q8` and `queens 8`: the number of pieces is that of the files of a square board.
fn without_board<'a>(text: &str, first: Word<'a>, others: &[Word<'a>]) -> Option<WordFault<'a>> {
    let digits = first.text.trim_start_matches(|sign: char| !sign.is_ascii_digit());
    let name = &first.text[..first.text.len() - digits.len()];
    let is_kind = name.len() == 1 && name.starts_with(|sign: char| sign.is_ascii_uppercase());
    let number = match others.first() {
        Some(next) if digits.is_empty() && next.is_number() => next.text,
        _ => digits,
    };
    let is_meant = (is_kind || kind_named(name).is_some())
        && !number.starts_with('0')
        && is_board_size(&format!("{number}x{number}"));
    is_meant
        .then(|| first.fault(TextFault::NoBoard).meant(0..text.len(), format!("{number}x{number} {text}")))
}

/// Returns the slip of `8 x 8` in place of a board.
pub(in crate::notation) fn spaced_board<'a>(words: &[Word<'a>]) -> Option<WordFault<'a>> {
    let [rows, sign, cols, ..] = words else { return None };
    let is_spaced = rows.is_number() && cols.is_number() && ["x", "×", "*", "by"].contains(&sign.text);
    let bytes = rows.at..cols.range().end;
    is_spaced.then(|| rows.fault(Slip::Board).meant(bytes, format!("{}x{}", rows.text, cols.text)))
}
