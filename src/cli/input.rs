//! Where problems come from: the arguments, a file, standard input.

use super::board_file;
use super::exit::{UsageError, fault_of_path};
use super::json_list;
use super::misread::Misread;
use crate::Problem;
use anyhow::Context;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line that is read; problem texts are far shorter.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// The longest line with a placement: a million pieces.
const MAX_PLACEMENT_BYTES: u64 = 1 << 26;

/// Some editors begin a file with it.
pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A problem text that was typed, or what is wrong with it.
pub(super) struct TextLine {
    /// Its number in the file or on standard input, from 1; `None` for the arguments.
    pub(super) number: Option<usize>,
    /// A [`UsageError`] if what stands there cannot be a problem; else the file or the pipe broke.
    pub(super) text: anyhow::Result<String>,
}

impl TextLine {
    /// The line as far as a comment: from a `#` between blanks on. Walls have their number right behind that sign.
    fn without_comment(self) -> Self {
        Self { text: self.text.map(without_comment), ..self }
    }
}

/// A problem text as far as a comment.
pub(super) fn without_comment(mut text: String) -> String {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace();
    let mut signs = text.as_bytes().windows(3);
    let comment = signs.position(|signs| is_blank(&signs[0]) && signs[1] == b'#' && is_blank(&signs[2]));
    text.truncate(comment.unwrap_or(text.len()));
    text
}

/// The problem texts, one after another as they arrive.
pub(super) fn lines(
    problem: &[OsString],
    file: Option<&Path>,
) -> anyhow::Result<Box<dyn Iterator<Item = TextLine>>> {
    if let Some(path) = file.filter(|path| !is_pipe(path)) {
        let file = File::open(path).map_err(|error| fault_of_path(path, error))?;
        let lines = read_lines(MAX_LINE_BYTES, BufReader::new(file), is_comment);
        return Ok(Box::new(lines.map(TextLine::without_comment)));
    }
    if problem == ["-"] || file.is_some() {
        let lines = read_lines(MAX_LINE_BYTES, BufReader::new(io::stdin()), is_comment);
        return Ok(Box::new(lines.map(TextLine::without_comment)));
    }
    Ok(Box::new(std::iter::once(TextLine { number: None, text: typed(problem) })))
}

/// Placements in a file or, if there is none or it is `-`, on standard input: lines that are no comments, or the values of a list in JSON.
pub(super) fn placement_lines(
    file: Option<&Path>,
    is_comment: impl Fn(&str) -> bool + 'static,
) -> anyhow::Result<Box<dyn Iterator<Item = TextLine>>> {
    let reader: Box<dyn BufRead> = match file.filter(|path| !is_pipe(path)) {
        Some(path) => Box::new(BufReader::new(File::open(path).map_err(|error| fault_of_path(path, error))?)),
        None => Box::new(BufReader::new(io::stdin())),
    };
    // Nothing is read before it is asked for.
    let mut unread = Some((reader, is_comment));
    let mut texts: Option<Box<dyn Iterator<Item = TextLine>>> = None;
    Ok(Box::new(std::iter::from_fn(move || {
        if let Some((mut reader, is_comment)) = unread.take() {
            texts = Some(match json_list::begins(&mut reader, BYTE_ORDER_MARK) {
                true => Box::new(
                    json_list::values(MAX_PLACEMENT_BYTES, reader)
                        .map(|(line, value)| TextLine { number: Some(line), text: value.and_then(utf8) }),
                ),
                false => Box::new(read_lines(MAX_PLACEMENT_BYTES, reader, is_comment)),
            });
        }
        texts.as_mut()?.next()
    })))
}

/// The text of the problem that was typed, as far as a comment, with boards from the files that it names.
pub(super) fn typed(problem: &[OsString]) -> anyhow::Result<String> {
    let text = without_comment(utf8(problem.join(&OsString::from(" ")).into_encoded_bytes())?);
    let words: Vec<String> = text.split(' ').map(board_file::drawn).collect::<Result<_, _>>()?;
    Ok(words.join(" "))
}

fn is_pipe(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The only problem, on a board of any size.
pub(super) fn one_problem(problem: &[OsString]) -> anyhow::Result<Problem> {
    let line = lines(problem, None)?.next();
    let text = line.map_or(Ok(String::new()), |line| line.text)?;
    Ok(text.parse::<Problem>().map_err(|error| Misread::new(&text, error))?)
}

/// Whether a line begins as comments do.
pub(super) fn is_comment(text: &str) -> bool {
    text.trim_start().starts_with('#')
}

/// Lines that are neither empty nor comments, with their numbers.
fn read_lines(
    longest: u64,
    mut reader: impl BufRead,
    is_comment: impl Fn(&str) -> bool,
) -> impl Iterator<Item = TextLine> {
    let mut number = 0;
    let mut at_end = false;
    std::iter::from_fn(move || {
        while !at_end {
            number += 1;
            let mut bytes = Vec::new();
            let read = reader.by_ref().take(longest).read_until(b'\n', &mut bytes);
            let text = match read {
                Err(error) => {
                    at_end = true;
                    Err(error).context("reading problems")
                }
                Ok(0) => return None,
                Ok(length) if length as u64 == longest && !bytes.ends_with(b"\n") => {
                    at_end = skip_line(&mut reader).is_err();
                    let fault = format!("a line of more than {longest} bytes: expected one problem per line");
                    Err(UsageError(fault).into())
                }
                Ok(_) if number == 1 && bytes.starts_with(BYTE_ORDER_MARK) => {
                    utf8(bytes[BYTE_ORDER_MARK.len()..].to_vec())
                }
                Ok(_) => utf8(bytes),
            };
            let wanted = |text: &String| !text.trim().is_empty() && !is_comment(text);
            if text.as_ref().map_or(true, wanted) {
                return Some(TextLine {
                    number: Some(number),
                    text: text.map(|text| text.trim_end().to_owned()),
                });
            }
        }
        None
    })
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<usize> {
    reader.skip_until(b'\n')
}

pub(super) fn utf8(bytes: Vec<u8>) -> anyhow::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let column = String::from_utf8_lossy(&error.as_bytes()[..valid]).chars().count() + 1;
        let byte = error.as_bytes()[valid];
        let fault = "not UTF-8: problem text is plain letters, digits and signs";
        UsageError(format!("column {column}, byte 0x{byte:02x}: {fault}")).into()
    })
}
