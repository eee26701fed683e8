//! What typed words look like, before anybody knows what they mean.

use armistice::notation::{is_board_size, kind_named};
use clap::{Arg, Command};
use std::ffi::OsString;

/// Whether a word begins with the size of a board.
pub(super) fn is_board(word: &str) -> bool {
    is_board_size(word.split(['/', '-']).next().unwrap_or_default())
}

/// `Q8` or `queens`.
pub(super) fn is_piece(word: &str) -> bool {
    let mut letters = word.chars();
    let is_letter = letters.next().is_some_and(|letter| letter.is_ascii_uppercase());
    let rest = letters.as_str();
    (is_letter && (rest.is_empty() || rest == "*" || rest.bytes().all(|byte| byte.is_ascii_digit())))
        || kind_named(word).is_some()
}

/// The verb that was typed.
pub(super) fn verb_of<'a>(command: &'a Command, typed: &[OsString]) -> Option<&'a Command> {
    command.find_subcommand(typed.get(1)?)
}

/// The option of a verb with this name.
pub(super) fn option<'a>(verb: &'a Command, name: &str) -> Option<&'a Arg> {
    verb.get_arguments().find(|argument| argument.get_long() == Some(name))
}
