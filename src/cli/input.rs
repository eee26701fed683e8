//! The sources of problems: arguments, a file, or standard input.

use super::args::GivenArguments;
use super::board_file;
use super::exit::{UsageError, fault_of_path};
use super::json_list;
use super::misread::MisreadProblem;
use crate::notation::Legend;
use crate::{Problem, Quantity};
use anyhow::Context;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line with a problem, in bytes. Problem texts are far shorter.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// The longest line with a placement, in bytes: a million pieces.
const MAX_PLACEMENT_BYTES: u64 = 1 << 26;

/// The mark with which some editors begin a file.
pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A problem text, or an error.
pub(super) struct TextLine {
    /// The number of the line in the file or on standard input, from 1; `None` for arguments.
    pub(super) number: Option<usize>,
    /// A [`UsageError`] if the line cannot be a problem; another error if the file or the pipe fails.
    pub(super) text: anyhow::Result<String>,
}

impl TextLine {
    /// Removes a comment, which begins with a `#` between blanks. Walls have their number directly behind
    /// that sign.
    fn without_comment(self) -> Self {
        Self { text: self.text.map(without_comment), ..self }
    }
}

/// Removes a comment from a problem text.
pub(super) fn without_comment(mut text: String) -> String {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace();
    let mut signs = text.as_bytes().windows(3);
    let comment = signs.position(|signs| is_blank(&signs[0]) && signs[1] == b'#' && is_blank(&signs[2]));
    text.truncate(comment.unwrap_or(text.len()));
    text
}

/// Reads the problem texts one after another as they arrive, and adds the pre-placed pieces.
pub(super) fn lines<'a>(
    problem: &[OsString],
    file: Option<&Path>,
    given: &'a GivenArguments,
    bare: Quantity,
) -> anyhow::Result<Box<dyn Iterator<Item = TextLine> + 'a>> {
    let legend = given.legend.get();
    let with_given = move |line: TextLine| TextLine {
        text: line.text.and_then(|text| board_file::with_given(text, given, bare)),
        ..line
    };
    let reader: Box<dyn BufRead> = match file {
        Some(path) if !is_pipe(path) => {
            Box::new(BufReader::new(File::open(path).map_err(|error| fault_of_path(path, error))?))
        }
        None if problem != ["-"] => {
            let texts = typed_texts(problem, &legend)?;
            // Each drawing of a file is a problem of its own.
            let is_one = texts.len() == 1;
            let numbered = |(number, text)| TextLine { number: (!is_one).then_some(number), text: Ok(text) };
            let lines: Vec<TextLine> = (1..).zip(texts).map(numbered).collect();
            return Ok(Box::new(lines.into_iter().map(with_given)));
        }
        _ => Box::new(BufReader::new(io::stdin())),
    };
    let drawn =
        move |line: TextLine| TextLine { text: line.text.and_then(|text| line_drawn(text, &legend)), ..line };
    let lines = read_lines(MAX_LINE_BYTES, reader, is_comment).map(TextLine::without_comment);
    Ok(Box::new(lines.map(drawn).map(with_given)))
}

/// Replaces the drawings in a line of a file by problem text. Files that the line names are not opened.
fn line_drawn(text: String, legend: &Legend) -> anyhow::Result<String> {
    if text.contains("=@") {
        return Ok(text);
    }
    Ok(board_file::replace_drawings(&text, legend)?.pop().unwrap_or(text))
}

/// Reads placements from a file, or from standard input if the file is `-` or missing. The placements are
/// lines without comments, or the values of a JSON list.
pub(super) fn placement_lines(
    file: Option<&Path>,
    is_comment: impl Fn(&str) -> bool + 'static,
) -> anyhow::Result<Box<dyn Iterator<Item = TextLine>>> {
    let reader: Box<dyn BufRead> = match file.filter(|path| !is_pipe(path)) {
        Some(path) => Box::new(BufReader::new(File::open(path).map_err(|error| fault_of_path(path, error))?)),
        None => Box::new(BufReader::new(io::stdin())),
    };
    // Reading begins when the first placement is requested.
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

/// Returns the typed problem text without a comment. Boards come from the files that the text names.
pub(super) fn typed_problem(problem: &[OsString], legend: &Legend) -> anyhow::Result<String> {
    let mut texts = typed_texts(problem, legend)?;
    match texts.len() {
        1 => Ok(texts.swap_remove(0)),
        several => Err(UsageError(format!(
            "the file has {several} drawings, but this command reads one; 'armistice count' reads several"
        ))
        .into()),
    }
}

fn typed_texts(problem: &[OsString], legend: &Legend) -> anyhow::Result<Vec<String>> {
    let text = utf8(problem.join(&OsString::from(" ")).into_encoded_bytes())?;
    // In a drawing of several lines, `#` between blanks may be a square.
    let text = if text.contains('\n') { text } else { without_comment(text) };
    board_file::replace_drawings(&text, legend)
}

fn is_pipe(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads the only problem. Its board may have any size.
pub(super) fn one_problem(problem: &[OsString]) -> anyhow::Result<Problem> {
    one_problem_with(problem, None, &GivenArguments::default())
}

/// Reads the only problem of the arguments or a file, and adds the pre-placed pieces.
pub(super) fn one_problem_with(
    problem: &[OsString],
    file: Option<&Path>,
    given: &GivenArguments,
) -> anyhow::Result<Problem> {
    let mut lines = lines(problem, file, given, Quantity::Exactly(1))?;
    let first = lines.next();
    if first.as_ref().is_some_and(|line| line.number.is_some())
        && (file.is_some() || problem != ["-"])
        && lines.next().is_some()
    {
        return Err(UsageError(
            "the file has several problems, but this command reads one; 'armistice count' and 'armistice \
             solve' read several"
                .to_owned(),
        )
        .into());
    }
    let text = first.map_or(Ok(String::new()), |line| line.text)?;
    Ok(text.parse::<Problem>().map_err(|error| MisreadProblem::new(&text, error))?)
}

/// Whether a line is a comment.
pub(super) fn is_comment(text: &str) -> bool {
    text.trim_start().starts_with('#')
}

/// Reads the lines that are neither empty nor comments, with their numbers.
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
