//! Slips of several pieces in one word.

use crate::notation::names::{find_named_kind, nearest_name};
use crate::notation::text_fault::{Slip, TextFault};
use crate::notation::word::{Word, WordFault};

/// The separators between kinds in texts without spaces.
pub(super) const SEPARATORS: [char; 5] = [',', ';', '+', '&', '|'];

/// Returns the slip of a false definition: `Q=8` is eight queens, `X=knight+rook` has names in place of Betza
/// atoms, and `queeens=8` is a misspelt name.
pub(in crate::notation) fn definition<'a>(
    word: Word<'a>,
    is_kind: &dyn Fn(char) -> bool,
) -> Option<WordFault<'a>> {
    let (name, moves) = word.split('=');
    let moves = moves?;
    let pieces = tokens(word.text, is_kind).and_then(|tokens| <[String; 1]>::try_from(tokens).ok());
    if let Some([token]) = pieces {
        return Some(word.fault(Slip::Sign).meant(word.range(), token));
    }
    let atoms: Option<String> = moves
        .text
        .split(['+', '-', '&'])
        .map(|part| find_named_kind(part).map(|called| called.kind.betza().to_owned()))
        .collect();
    if let Some(atoms) = atoms.filter(|_| name.text.len() == 1) {
        return Some(moves.fault(Slip::Atoms).meant(moves.range(), atoms));
    }
    (name.text.len() > 2).then(|| no_name(name)).flatten()
}

/// Returns the fault of a word that looks like a name but is not one; `None` if it is too short for a name.
pub(super) fn no_name(word: Word<'_>) -> Option<WordFault<'_>> {
    let is_word = word.text.chars().all(|c| c.is_alphabetic() || c == '-');
    let is_long = (3..=24).contains(&word.text.chars().count());
    let has_small = word.text.contains(char::is_lowercase);
    if !(is_word && is_long && has_small) {
        return None;
    }
    let fault = word.fault(TextFault::NoName { name: word.text.to_owned() });
    Some(match nearest_name(word.text) {
        Some(name) => fault.meant(word.range(), name),
        None => fault,
    })
}

/// Returns the pieces of a word in the correct form; `None` if it has other parts, or only letters.
pub(super) fn tokens(text: &str, is_kind: &dyn Fn(char) -> bool) -> Option<Vec<String>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut is_slip = false;
    while !rest.is_empty() {
        let (token, after, is_signed) = token(rest, is_kind)?;
        is_slip |= is_signed || token.len() > 1;
        tokens.push(token);
        rest = after.trim_start_matches(SEPARATORS);
        is_slip |= rest.len() < after.len();
    }
    is_slip.then_some(tokens)
}

/// Returns the first piece of a text in the correct form, the rest of the text, and whether the piece
/// contains a sign.
fn token<'a>(text: &'a str, is_kind: &dyn Fn(char) -> bool) -> Option<(String, &'a str, bool)> {
    let number =
        |text: &'a str| text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let (before, rest) = number(text);
    let unsigned = rest.strip_prefix(['x', '×', '*', ':']).filter(|_| !before.is_empty()).unwrap_or(rest);
    let typed = unsigned.chars().next()?;
    let letter = if is_kind(typed) { typed } else { typed.to_ascii_uppercase() };
    if !is_kind(letter) {
        return None;
    }
    let after = &unsigned[1..];
    if !before.is_empty() {
        return Some((format!("{letter}{before}"), after, unsigned.len() < rest.len()));
    }
    let is_word = |rest: &str| rest.get(..3).is_some_and(|word| ["max", "any"].contains(&word));
    let open = after.strip_prefix([':', '=', 'x', '×', '_', '(', '*']);
    let is_quantity = |rest: &&str| {
        rest.starts_with(|c: char| c.is_ascii_digit())
            || (rest.starts_with('*') && !after.starts_with('*'))
            || is_word(rest)
    };
    let signed = open.filter(is_quantity);
    let (quantity, rest) = match signed.unwrap_or(after) {
        rest if rest.starts_with('*') => rest.split_at(1),
        rest if is_word(rest) => rest.split_at(3),
        rest => number(rest),
    };
    let rest = if signed.is_some() { rest.strip_prefix(')').unwrap_or(rest) } else { rest };
    Some((format!("{letter}{quantity}"), rest, signed.is_some()))
}
