//! `armistice max`.

use super::args::{FormatArgument, MaxArguments};
use super::exit::UsageError;
use super::input::{self, Line, LineError};
use super::{Exit, memory, output, progress};
use crate::engines::{self, Largest, LargestError, Settings, UpTo};
use crate::notation::{placement_diagram, problem_with_bare};
use crate::problem::{Problem, Quantity};
use crate::report::text::Style;
use crate::report::{LargestRecord, json, text};
use anyhow::Context;

pub(super) fn run(arguments: &MaxArguments) -> anyhow::Result<Exit> {
    let settings = Settings {
        threads: arguments.threads.map(usize::from),
        memory: arguments.memory.or_else(memory::available),
        up_to: arguments.up_to.into(),
        ..Settings::default()
    };
    progress::catch_interruptions()?;
    let mut exit = Exit::Complete;
    for line in input::lines(&arguments.problem, arguments.file.as_ref())? {
        let number = line.number;
        match answer(line, arguments, &settings) {
            Ok(result) => output::write(&result)?,
            Err(error) => match (number, error.downcast::<UsageError>()) {
                // A batch goes on after a bad line, which keeps its place among the results.
                (Some(number), Ok(error)) => {
                    output::write(&failure(number, &error.to_string(), arguments))?;
                    output::complain(&format!("line {number}: {error}"));
                    exit = Exit::Usage;
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

fn answer(line: Line, arguments: &MaxArguments, settings: &Settings) -> anyhow::Result<String> {
    let text = match line.text {
        Ok(text) => text,
        Err(LineError::Unreadable(fault)) => return Err(UsageError(fault).into()),
        Err(LineError::Broken(error)) => return Err(error).context("reading problems"),
    };
    let problem = problem_with_bare(&text, Quantity::Max).map_err(|error| UsageError(error.to_string()))?;
    let found = progress::watch(false, |observer| {
        engines::largest(&problem, settings, arguments.engine.into(), arguments.count, observer)
    });
    match found {
        Ok(largest) => Ok(write(&problem, &largest, arguments)),
        Err(error @ (LargestError::Run(_) | LargestError::Unsound(_))) => Err(error.into()),
        Err(error) => Err(UsageError(error.to_string()).into()),
    }
}

fn write(problem: &Problem, largest: &Largest, arguments: &MaxArguments) -> String {
    let letters: Vec<char> = problem.pieces().map(|pieces| pieces.kind.letter()).collect();
    let pieces: Vec<_> = largest.placement.iter().map(|&(kind, square)| (letters[kind], square)).collect();
    let diagram = placement_diagram(problem.board(), &pieces);
    let up_to_symmetry = UpTo::from(arguments.up_to) == UpTo::Symmetry;
    let is_counted = arguments.count;
    let record = LargestRecord { problem, largest, pieces, diagram, is_counted, up_to_symmetry };
    match arguments.format {
        FormatArgument::Json => json::largest(&record),
        FormatArgument::Text if arguments.quiet => text::largest(&record, Style::Number),
        FormatArgument::Text if output::is_terminal() => text::largest(&record, Style::Person),
        FormatArgument::Text => text::largest(&record, Style::Plain),
    }
}

/// What stands in the place of a result that there is none of.
fn failure(number: usize, error: &str, arguments: &MaxArguments) -> String {
    match arguments.format {
        FormatArgument::Json => json::failure(number, error),
        FormatArgument::Text if arguments.quiet => "error\n".to_owned(),
        FormatArgument::Text => format!("line {number}: error\n"),
    }
}
