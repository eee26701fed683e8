//! Boards and pieces that users bring in files: drawings of boards and regions (`board=@FILE`,
//! `regions=@FILE`), and pre-placed pieces (`--given FILE`).

use super::args::GivenArguments;
use super::exit::{UsageError, fault_of_path};
use super::output;
use crate::board::Square;
use crate::notation::{
    Legend, ReadOutcome, RecordContent, placements_from_text, problem_with_bare, read_drawings,
};
use crate::{Problem, Quantity};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The size of the largest file that is read, in bytes. A board of 16,384 squares as a list takes a tenth of
/// it.
const MAX_BYTES: u64 = 1 << 20;

/// The reason why a drawing was not read.
struct UnreadDrawing(anyhow::Error);

impl From<String> for UnreadDrawing {
    fn from(fault: String) -> Self {
        Self(UsageError(fault).into())
    }
}

/// Replaces the drawings in a problem text by problem text. A file with several drawings gives several texts.
pub(super) fn replace_drawings(text: &str, legend: &Legend) -> anyhow::Result<Vec<String>> {
    let ReadOutcome { value, notes } =
        read_drawings(text, legend, &mut |name| read(Path::new(name)).map_err(UnreadDrawing))
            .map_err(|error| error.0)?;
    notes.iter().for_each(|note| output::note(note));
    Ok(value)
}

/// Reads a file or standard input, up to [`MAX_BYTES`].
fn read(path: &Path) -> anyhow::Result<String> {
    let fault = |error| fault_of_path(path, error);
    let mut bytes = Vec::new();
    let source: Box<dyn io::Read> = match path.as_os_str() == "-" {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(path).map_err(fault)?),
    };
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(fault)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(UsageError::of_path(
            path,
            format!("the file is too large for a drawing of a board: it has more than {MAX_BYTES} bytes"),
        )
        .into());
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Adds the pieces of `--given` to a problem text, if there are any. Letters without a number mean the
/// quantity `bare`.
pub(super) fn with_given(text: String, arguments: &GivenArguments, bare: Quantity) -> anyhow::Result<String> {
    let Some(given) = &arguments.given else { return Ok(text) };
    // A later reader reports an error in the text.
    let Ok(problem) = problem_with_bare(&text, bare) else { return Ok(text) };
    Ok(add(problem, given, &arguments.legend.get())?.to_string())
}

fn add(problem: Problem, given: &OsStr, legend: &Legend) -> anyhow::Result<Problem> {
    let path = Path::new(given);
    let is_file = path.as_os_str() == "-" || path.is_file();
    let text = match is_file {
        true => read(path)?,
        false => given.to_str().ok_or_else(|| UsageError::new("--given: not UTF-8"))?.to_owned(),
    };
    let name = if is_file { output::quoted_path(path).to_string() } else { "--given".to_owned() };
    let fault = |error: String| UsageError(format!("{name}: {error}"));
    let read = placements_from_text(&problem, &text, legend, RecordContent::Given)
        .map_err(|error| fault(error.to_string()))?;
    read.notes.iter().for_each(|note| output::note(&format!("{name}: {note}")));
    let [placement] = &read.value[..] else {
        return Err(fault(format!("{} placements, and one was expected", read.value.len())).into());
    };
    let fixed = |problem: Problem, &(kind, square): &(usize, Square)| {
        let is_given = problem.pieces().nth(kind).is_some_and(|pieces| pieces.fixed.contains(&square));
        let no_room =
            || fault(format!("no piece of {problem} can stand on {square}, or it has no more of this kind"));
        if is_given { Ok(problem.clone()) } else { problem.with_fixed(kind, square).ok_or_else(no_room) }
    };
    Ok(placement.pieces().iter().try_fold(problem, fixed)?)
}
