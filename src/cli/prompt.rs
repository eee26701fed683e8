//! The prompt between two placements. One key answers it, as in Prolog.

use super::output;
use super::progress::CountingMark;
use anyhow::Context;
use console::{Key, Term};
use std::io::{self, IsTerminal, Read};

/// A prompt on the terminal, or piped answers: `;`, a space or the end of a line for the next placement, `q`
/// to stop.
pub(super) struct Prompt {
    term: Option<Term>,
    is_explained: bool,
}

impl Prompt {
    pub(super) fn new() -> Self {
        let term = Term::stderr();
        Self { term: (io::stdin().is_terminal() && term.is_term()).then_some(term), is_explained: false }
    }

    /// Asks whether the user wants the next placement. At the end of standard input the answer is no.
    pub(super) fn wants_next(&mut self) -> anyhow::Result<bool> {
        let Some(term) = &self.term else { return has_piped_input() };
        if !std::mem::replace(&mut self.is_explained, true) {
            output::note("; or Enter shows the next one, q stops");
        }
        // An interruption loses nothing here.
        let _waiting = CountingMark::pause();
        loop {
            match term.read_key() {
                Ok(Key::Char(';' | ' ' | 'n') | Key::Enter | Key::ArrowDown | Key::ArrowRight) => {
                    return Ok(true);
                }
                Ok(Key::Char('q' | '.') | Key::Escape) => return Ok(false),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(false),
                Err(error) => return Err(error).context("standard input"),
            }
        }
    }
}

fn has_piped_input() -> anyhow::Result<bool> {
    for byte in io::stdin().lock().bytes() {
        match byte.context("standard input")? {
            b';' | b' ' | b'\n' => return Ok(true),
            b'q' | b'.' => return Ok(false),
            _ => {}
        }
    }
    Ok(false)
}
