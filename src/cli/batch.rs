//! Problems answered one after another, each with its place among the results.

use super::args::{FormatArgument, InputArguments};
use super::exit::UsageError;
use super::{Exit, input, output, progress};
use crate::report::json;
use crate::report::text::Style;

/// How results are written.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Text(Style),
    Json,
}

impl Form {
    /// The form that was asked for; `quiet` is the bare number.
    pub(super) fn new(format: FormatArgument, quiet: bool) -> Self {
        match format {
            FormatArgument::Json => Self::Json,
            FormatArgument::Text if quiet => Self::Text(Style::Number),
            FormatArgument::Text if output::is_terminal() => Self::Text(Style::Person),
            FormatArgument::Text => Self::Text(Style::Plain),
        }
    }

    /// What stands in the place of a result that there is none of.
    fn failure(self, number: usize, error: &str) -> String {
        match self {
            Self::Json => json::failure(number, error),
            Self::Text(Style::Number) => "error\n".to_owned(),
            Self::Text(Style::Person | Style::Plain) => format!("line {number}: error\n"),
        }
    }
}

/// The result for one problem, ready to be written.
pub(super) struct Answer {
    pub(super) result: String,
    /// What is wrong with it.
    pub(super) alarm: Option<String>,
}

impl From<String> for Answer {
    fn from(result: String) -> Self {
        Self { result, alarm: None }
    }
}

/// Answers every problem text of the input and writes the results.
pub(super) fn run(
    input: &InputArguments,
    form: Form,
    answer: impl Fn(&str) -> anyhow::Result<Answer>,
) -> anyhow::Result<Exit> {
    progress::catch_interruptions()?;
    let mut exit = Exit::Complete;
    for line in input::lines(&input.problem, input.file.as_deref())? {
        match line.text.and_then(|text| answer(&text)) {
            Ok(Answer { result, alarm }) => {
                output::write(&result)?;
                if let Some(alarm) = alarm {
                    output::complain(&alarm);
                    exit = Exit::Failed;
                }
            }
            Err(error) => match (line.number, error.downcast::<UsageError>()) {
                // A batch goes on after a bad line, which keeps its place among the results.
                (Some(number), Ok(error)) => {
                    output::write(&form.failure(number, &error.to_string()))?;
                    output::complain(&format!("line {number}: {error}"));
                    exit = exit.worse(Exit::Usage);
                }
                (_, error) => return Err(error.map_or_else(|error| error, Into::into)),
            },
        }
        if progress::is_interrupted() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(exit)
}
