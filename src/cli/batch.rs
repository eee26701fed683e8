//! Answers to several problems, one after another. Each answer keeps the place of its problem.

use super::args::{FormatArgument, InputArguments};
use super::{Exit, exit, input, output, progress};
use crate::Quantity;
use crate::answer::Answer;
use crate::report::json;
use crate::report::text::{self, Style};
use std::path::PathBuf;

/// The form in which results are written.
#[derive(Clone, Copy)]
pub(super) enum ResultForm {
    Text(Style),
    Json,
}

impl ResultForm {
    /// Returns the form that the user asked for; `quiet` asks for the number alone.
    pub(super) fn new(format: FormatArgument, quiet: bool) -> Self {
        match format {
            FormatArgument::Json => Self::Json,
            FormatArgument::Text if quiet => Self::Text(Style::Number),
            FormatArgument::Text if output::is_terminal() => Self::Text(Style::Person),
            FormatArgument::Text => Self::Text(Style::Plain),
        }
    }

    /// Adds how answers were found, if the user asked for that.
    pub(super) fn with_method(self, is_verbose: bool) -> Self {
        match self {
            Self::Text(Style::Person | Style::Plain) if is_verbose => Self::Text(Style::Verbose),
            form => form,
        }
    }

    /// Writes a count in this form.
    pub(super) fn count(self, answer: &Answer) -> String {
        match self {
            Self::Json => json::count(answer),
            Self::Text(style) => text::count(answer, style),
        }
    }

    /// Returns the text that replaces a missing result.
    fn failure(self, number: usize, error: &str) -> String {
        match self {
            Self::Json => json::failure(number, error),
            Self::Text(Style::Number) => "error\n".to_owned(),
            Self::Text(Style::Person | Style::Verbose | Style::Plain) => format!("line {number}: error\n"),
        }
    }
}

/// The result for one problem, ready to be written.
pub(super) struct ProblemResult {
    pub(super) result: String,
    /// The exit code for this problem.
    pub(super) exit: Exit,
    /// A message about the result, which goes to standard error.
    pub(super) alarm: Option<String>,
    /// A journal that is no longer needed once the result is written.
    pub(super) spent: Option<PathBuf>,
}

impl From<String> for ProblemResult {
    fn from(result: String) -> Self {
        Self { result, exit: Exit::Complete, alarm: None, spent: None }
    }
}

/// Answers every problem text of the input and writes the results. Letters without a number mean the quantity
/// `bare`.
pub(super) fn run(
    input: &InputArguments,
    form: ResultForm,
    bare: Quantity,
    answer: impl Fn(&str) -> anyhow::Result<ProblemResult>,
) -> anyhow::Result<Exit> {
    progress::catch_interruptions()?;
    let lines = input::lines(&input.problem, input.file.as_deref(), &input.given, bare)?;
    answer_all(lines.map(|line| (line.number, line.text)), form, |text: String| answer(&text))
}

/// Like [`run`], but for lines of any content, each with its number if it has one.
pub(super) fn answer_all<T>(
    lines: impl Iterator<Item = (Option<usize>, anyhow::Result<T>)>,
    form: ResultForm,
    answer: impl Fn(T) -> anyhow::Result<ProblemResult>,
) -> anyhow::Result<Exit> {
    let mut all = Exit::Complete;
    for (number, line) in lines {
        // After a read error there is no next line.
        let line = match line {
            Err(error) if !exit::is_usage(&error) => return Err(error),
            line => line,
        };
        match line.and_then(&answer) {
            Ok(ProblemResult { result, exit, alarm, spent }) => {
                output::write(&result)?;
                if let Some(spent) = spent {
                    crate::run::journal::remove(&spent);
                }
                alarm.iter().for_each(|alarm| output::complain(alarm));
                all = all.more_important(exit);
            }
            // A batch continues after a bad line, which keeps its place among the results.
            Err(error) => {
                let Some(number) = number else { return Err(error) };
                let exit = exit::exit_of(&error);
                let error = format!("{error:#}");
                output::write(&form.failure(number, &error))?;
                output::complain(&format!("line {number}: {error}"));
                all = all.more_important(exit);
            }
        }
        if progress::is_interrupted() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(all)
}
