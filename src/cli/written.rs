//! The destination of placements, one after another: for `solve`, which finds them, and for `import`, which
//! reads them.

use super::exit::{UsageError, fault_of_path};
use super::{Exit, output, picture_file, whole_file};
use crate::notation::PermutationAxis;
use crate::report::solution::{self, Form};
use crate::report::{Solution, json};
use crate::run::files::{FileDraft, is_special};
use crate::{Placement, Problem};
use anyhow::Context;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The destination of placements. Standard output shows each at once. A file replaces an older one when it is
/// complete, or when the search stops.
pub(super) struct Writer<'a> {
    problem: &'a Problem,
    form: Form,
    wrapping: OuterFormat,
    read_by: PermutationAxis,
    to: WriteTarget<'a>,
    /// The number of placements written.
    written: u64,
}

/// The placements to be written.
#[derive(Clone, Copy)]
pub(super) struct WriteOptions {
    /// The largest number of placements.
    pub(super) number: u64,
    /// The lines by which permutations are read.
    pub(super) read_by: PermutationAxis,
}

/// The format around the placements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OuterFormat {
    Nothing,
    /// The brackets and commas of one JSON value.
    List,
    /// A conversion of the picture to pixels.
    Png,
    /// A conversion of the picture to a page.
    Pdf,
}

enum WriteTarget<'a> {
    Stdout(BufWriter<io::Stdout>),
    File(&'a Path, BufWriter<FileDraft>),
}

/// The number of first placements that are flushed one by one. Later ones are flushed in larger pieces.
const SENT_AT_ONCE: u64 = 100;

/// Finds the form and the format around it by the extension of the file. Devices have the usual form.
fn by_name(path: &Path, usual: Form, number: u64) -> Result<(Form, OuterFormat), UsageError> {
    Ok(match whole_file::extension(path).as_deref() {
        Some("txt") => (usual, OuterFormat::Nothing),
        Some("fen") => (Form::Fen, OuterFormat::Nothing),
        // One placement is an object; several are a list.
        Some("json") => (Form::Json, if number > 1 { OuterFormat::List } else { OuterFormat::Nothing }),
        Some("jsonl" | "ndjson") => (Form::Json, OuterFormat::Nothing),
        Some("svg") => (Form::Svg, OuterFormat::Nothing),
        Some("tex") => (Form::Tikz, OuterFormat::Nothing),
        Some("png") => (Form::Svg, OuterFormat::Png),
        Some("pdf") => (Form::Svg, OuterFormat::Pdf),
        None if is_special(path) => (usual, OuterFormat::Nothing),
        _ => {
            let expected = "cannot tell the format from this name: use .txt, .fen, .json, .jsonl, .svg, .png, .pdf or .tex, or give --format";
            return Err(UsageError::of_path(path, expected));
        }
    })
}

/// The longest side of a board that fits a screen.
const MAX_DIAGRAM_SIDE: usize = 32;

/// Returns the form of placements by default: squares on boards that do not fit a screen.
pub(super) fn usual_form(problem: &Problem) -> Form {
    let longest = problem.board().rows().max(problem.board().cols());
    if longest > MAX_DIAGRAM_SIDE { Form::Squares } else { Form::Diagram }
}

impl<'a> Writer<'a> {
    /// Opens the file before the search.
    pub(super) fn new(
        problem: &'a Problem,
        path: Option<&'a Path>,
        format: Option<Form>,
        WriteOptions { number, read_by }: WriteOptions,
    ) -> anyhow::Result<Self> {
        let usual = usual_form(problem);
        let named = path.map(|path| by_name(path, usual, number));
        let (form, wrapping) = match (format, named) {
            (None, Some(named)) => named?,
            // The name of the file does not change the form that the user asked for. It only decides how JSON
            // values are joined.
            (Some(Form::Json), Some(Ok((Form::Json, wrapping)))) => (Form::Json, wrapping),
            (format, _) => (format.unwrap_or(usual), OuterFormat::Nothing),
        };
        if form == Form::Svg && number > 1 {
            let fault = "only one picture is written; for many, use armistice draw --gallery";
            return Err(UsageError(format!("{}: {fault}", path_or(path, "--format svg"))).into());
        }
        if matches!(wrapping, OuterFormat::Png | OuterFormat::Pdf) && cfg!(not(feature = "png")) {
            return Err(UsageError::new(
                "this program was built without PNG and PDF: use a name ending in .svg",
            )
            .into());
        }
        let to = match path {
            Some(path) => {
                whole_file::check(path)?;
                let draft = FileDraft::begin(path).map_err(|error| fault_of_path(path, error))?;
                WriteTarget::File(path, BufWriter::new(draft))
            }
            None => WriteTarget::Stdout(BufWriter::with_capacity(1 << 16, io::stdout())),
        };
        let mut writer = Self { problem, form, wrapping, read_by, to, written: 0 };
        if wrapping == OuterFormat::List {
            writer.write_all(b"[\n")?;
        }
        Ok(writer)
    }

    /// Writes a placement with its number and, if it represents a class, the size of that class.
    pub(super) fn write(
        &mut self,
        placement: &Placement,
        number: u64,
        class_size: Option<u64>,
    ) -> anyhow::Result<()> {
        let Self { problem, form, read_by, .. } = *self;
        let solution = Solution { problem, placement, number, class_size, read_by };
        self.send(&solution::write(&solution, form).map_err(UsageError::new)?)
    }

    /// Writes that there is no placement.
    pub(super) fn write_none(mut self) -> anyhow::Result<Exit> {
        match (self.form, self.wrapping) {
            // An empty list is the answer.
            (_, OuterFormat::List) => {}
            (Form::Json, _) => self.send(&json::no_solution(self.problem))?,
            // There is no picture to write, so standard output says so.
            (Form::Svg | Form::Tikz | Form::Chessboard | Form::Xskak, _)
                if matches!(self.to, WriteTarget::File(..)) =>
            {
                output::write(&format!("{}: none\n", self.problem))?;
                return Ok(Exit::Complete);
            }
            _ => self.send("none\n")?,
        }
        self.finish(Exit::Complete)
    }

    /// Returns the number of placements written.
    pub(super) fn count_written(&self) -> u64 {
        self.written
    }

    fn send(&mut self, text: &str) -> anyhow::Result<()> {
        self.written += 1;
        match self.wrapping {
            OuterFormat::Png => return self.write_all(&picture_file::png(text, None)?),
            OuterFormat::Pdf => {
                let title = self.problem.to_string();
                return self.write_all(&picture_file::pdf(&[text.to_owned()], &title)?);
            }
            OuterFormat::List if self.written > 1 => self.write_all(b",")?,
            OuterFormat::List | OuterFormat::Nothing => {}
        }
        self.write_all(text.as_bytes())?;
        if let WriteTarget::Stdout(to) = &mut self.to
            && (self.written <= SENT_AT_ONCE || output::is_terminal())
        {
            to.flush().context("standard output")?;
        }
        Ok(())
    }

    fn write_all(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match &mut self.to {
            WriteTarget::Stdout(to) => to.write_all(bytes).context("standard output"),
            WriteTarget::File(path, to) => to.write_all(bytes).with_context(|| output::quoted_path(path)),
        }
    }

    /// Completes the output, and returns the exit code.
    pub(super) fn finish(mut self, exit: Exit) -> anyhow::Result<Exit> {
        if self.wrapping == OuterFormat::List {
            self.write_all(b"]\n")?;
        }
        match self.to {
            WriteTarget::Stdout(mut to) => to.flush().context("standard output")?,
            WriteTarget::File(path, to) => {
                let draft = to.into_inner().map_err(io::IntoInnerError::into_error);
                draft.and_then(FileDraft::finish).with_context(|| output::quoted_path(path))?;
            }
        }
        Ok(exit)
    }
}

/// Quotes the name of a file, or returns `typed` if there is none.
fn path_or(path: Option<&Path>, typed: &str) -> String {
    path.map_or_else(|| typed.to_owned(), output::quoted_path)
}
