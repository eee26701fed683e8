//! `armistice solve`: placements, one after another.

use super::args::{SelectionArguments, SolveArguments};
use super::exit::UsageError;
use super::progress::{self, Counting};
use super::selection::{Chosen, End, NOTHING_FOUND, NOTHING_LEFT, Wanted};
use super::{Exit, input, output, picture_file, whole_file};
use anyhow::Context;
use armistice::Problem;
use armistice::notation::ReadBy;
use armistice::report::solution::{self, Form};
use armistice::report::{Solution, json, numbers};
use armistice::run::files::{Draft, is_special};
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub(super) fn run(arguments: &SolveArguments) -> anyhow::Result<Exit> {
    let problem = arguments.lines.apply(input::one_problem(&arguments.problem)?);
    let SelectionArguments { all, limit, .. } = arguments.selection;
    let number = limit.unwrap_or(if all { u64::MAX } else { 1 });
    let wanted = Wanted::new(&arguments.selection, number)?;
    let mut writer = Writer::new(arguments, &problem, &wanted)?;
    progress::catch_interruptions()?;
    // What was found before an interruption is written.
    let _counting = Counting::begin();
    match wanted.each(&problem, &mut |chosen| writer.write(&chosen))? {
        End::Complete => writer.finish(Exit::Complete),
        End::None => writer.none(),
        End::Skipped(all) => {
            output::note(&format!(
                "{NOTHING_LEFT}: there are {}",
                numbers::counted(all as usize, "placement")
            ));
            writer.finish(Exit::Complete)
        }
        End::Interrupted if writer.written == 0 && wanted.number() == 1 => {
            output::note(NOTHING_FOUND);
            Ok(Exit::Interrupted)
        }
        End::Interrupted => {
            let written = numbers::counted(writer.written as usize, "placement");
            output::note(&format!("interrupted after {written}; there may be more"));
            writer.finish(Exit::Interrupted)
        }
    }
}

/// Where placements go. What is written to standard output is seen at once; a file takes its place when it is whole, or
/// when the search is stopped.
struct Writer<'a> {
    problem: &'a Problem,
    form: Form,
    wrapping: Wrapping,
    read_by: ReadBy,
    to: Target<'a>,
    /// How many were written.
    written: u64,
}

/// What stands around the placements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wrapping {
    Nothing,
    /// The brackets and commas of one value of JSON.
    List,
    /// The picture is turned into pixels.
    Png,
}

enum Target<'a> {
    Stdout(BufWriter<io::Stdout>),
    File(&'a Path, BufWriter<Draft>),
}

/// The first placements, this many, are sent on their way one by one; after them, more at a time.
const SENT_AT_ONCE: u64 = 100;

/// The form of a file by its name, and what stands around its placements; the usual one for devices.
fn by_name(path: &Path, usual: Form, number: u64) -> Result<(Form, Wrapping), UsageError> {
    Ok(match whole_file::extension(path).as_deref() {
        Some("txt") => (usual, Wrapping::Nothing),
        Some("fen") => (Form::Fen, Wrapping::Nothing),
        // One placement is an object, several are a list of them.
        Some("json") => (Form::Json, if number > 1 { Wrapping::List } else { Wrapping::Nothing }),
        Some("jsonl" | "ndjson") => (Form::Json, Wrapping::Nothing),
        Some("svg") => (Form::Svg, Wrapping::Nothing),
        Some("tex") => (Form::Tikz, Wrapping::Nothing),
        Some("png") => (Form::Svg, Wrapping::Png),
        None if is_special(path) => (usual, Wrapping::Nothing),
        _ => {
            let expected = "cannot tell the format from this name: use .txt, .fen, .json, .jsonl, .svg, .png or .tex, or give --format";
            return Err(UsageError::of_path(path, expected));
        }
    })
}

impl<'a> Writer<'a> {
    /// Opens the file before anything is searched. On boards that do not fit a screen, squares are written if nothing else
    /// was asked for.
    fn new(arguments: &'a SolveArguments, problem: &'a Problem, wanted: &Wanted) -> Result<Self, UsageError> {
        let usual = if problem.board().is_large() { Form::Squares } else { Form::Diagram };
        let path = arguments.output.as_deref();
        let named = path.map(|path| by_name(path, usual, wanted.number()));
        let (form, wrapping) = match (arguments.format, named) {
            (None, Some(named)) => named?,
            // The name of a file does not change what was asked for, but how values of JSON are put together.
            (Some(Form::Json), Some(Ok((Form::Json, wrapping)))) => (Form::Json, wrapping),
            (format, _) => (format.unwrap_or(usual), Wrapping::Nothing),
        };
        if form == Form::Svg && wanted.number() > 1 {
            let fault = "only one picture is written; for many, use armistice draw --gallery";
            return Err(UsageError(format!("{}: {fault}", path_or(path, "--format svg"))));
        }
        if wrapping == Wrapping::Png && cfg!(not(feature = "png")) {
            return Err(UsageError::new("this program was built without PNG: use a name ending in .svg"));
        }
        let to = match path {
            Some(path) => {
                whole_file::check(path)?;
                let draft = Draft::begin(path).map_err(|error| UsageError::of_path(path, error))?;
                Target::File(path, BufWriter::new(draft))
            }
            None => Target::Stdout(BufWriter::with_capacity(1 << 16, io::stdout())),
        };
        let mut writer = Self { problem, form, wrapping, read_by: wanted.read_by(), to, written: 0 };
        if wrapping == Wrapping::List {
            writer.write_all(b"[\n").map_err(UsageError::new)?;
        }
        Ok(writer)
    }

    fn write(&mut self, chosen: &Chosen) -> anyhow::Result<()> {
        let Self { problem, form, read_by, .. } = *self;
        let Chosen { placement, number, class_size } = chosen;
        let solution = Solution { problem, placement, number: *number, class_size: *class_size, read_by };
        self.send(&solution::write(&solution, form).map_err(UsageError::new)?)
    }

    /// Says that there is no placement.
    fn none(mut self) -> anyhow::Result<Exit> {
        match (self.form, self.wrapping) {
            // An empty list says so.
            (_, Wrapping::List) => {}
            (Form::Json, _) => self.send(&json::no_solution(self.problem))?,
            // There is no picture of nothing.
            (Form::Svg | Form::Tikz | Form::Chessboard | Form::Xskak, _)
                if matches!(self.to, Target::File(..)) =>
            {
                output::write(&format!("{}: none\n", self.problem))?;
                return Ok(Exit::Complete);
            }
            _ => self.send("none\n")?,
        }
        self.finish(Exit::Complete)
    }

    fn send(&mut self, text: &str) -> anyhow::Result<()> {
        self.written += 1;
        match self.wrapping {
            Wrapping::Png => return self.write_all(&picture_file::png(text, None)?),
            Wrapping::List if self.written > 1 => self.write_all(b",")?,
            Wrapping::List | Wrapping::Nothing => {}
        }
        self.write_all(text.as_bytes())?;
        if let Target::Stdout(to) = &mut self.to
            && (self.written <= SENT_AT_ONCE || output::is_terminal())
        {
            to.flush().context("standard output")?;
        }
        Ok(())
    }

    fn write_all(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match &mut self.to {
            Target::Stdout(to) => to.write_all(bytes).context("standard output"),
            Target::File(path, to) => to.write_all(bytes).with_context(|| output::quoted_path(path)),
        }
    }

    fn finish(mut self, exit: Exit) -> anyhow::Result<Exit> {
        if self.wrapping == Wrapping::List {
            self.write_all(b"]\n")?;
        }
        match self.to {
            Target::Stdout(mut to) => to.flush().context("standard output")?,
            Target::File(path, to) => {
                let draft = to.into_inner().map_err(io::IntoInnerError::into_error);
                draft.and_then(Draft::finish).with_context(|| output::quoted_path(path))?;
            }
        }
        Ok(exit)
    }
}

/// The name of a file in quotes, or what was typed in its stead.
fn path_or(path: Option<&Path>, typed: &str) -> String {
    path.map_or_else(|| typed.to_owned(), output::quoted_path)
}
