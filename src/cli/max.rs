//! `armistice max`.

use super::args::MaxArguments;
use super::batch::{self, Answer, Form};
use super::exit::UsageError;
use super::{Exit, progress};
use crate::engines::{self, Largest, LargestError, Settings, UpTo};
use crate::notation::{placement_diagram, problem_with_bare};
use crate::problem::{Problem, Quantity};
use crate::report::{LargestRecord, json, text};

pub(super) fn run(arguments: &MaxArguments) -> anyhow::Result<Exit> {
    let settings = Settings { up_to: arguments.up_to.into(), ..arguments.limits.settings() };
    let form = Form::new(arguments.format, arguments.quiet);
    batch::run(&arguments.input, form, |text| answer(text, arguments, form, &settings))
}

fn answer(text: &str, arguments: &MaxArguments, form: Form, settings: &Settings) -> anyhow::Result<Answer> {
    let problem = problem_with_bare(text, Quantity::Max).map_err(UsageError::new)?;
    let found = progress::watch(false, |observer| {
        engines::largest(&problem, settings, arguments.engine.into(), arguments.count, observer)
    });
    match found {
        Ok(largest) => Ok(write(&problem, &largest, arguments, form).into()),
        Err(error @ (LargestError::Run(_) | LargestError::Unsound(_))) => Err(error.into()),
        Err(error) => Err(UsageError::new(error).into()),
    }
}

fn write(problem: &Problem, largest: &Largest, arguments: &MaxArguments, form: Form) -> String {
    let letters: Vec<char> = problem.pieces().map(|pieces| pieces.kind.letter()).collect();
    let pieces: Vec<_> = largest.placement.iter().map(|&(kind, square)| (letters[kind], square)).collect();
    let diagram = placement_diagram(problem.board(), &pieces);
    let up_to = UpTo::from(arguments.up_to);
    let is_counted = arguments.count;
    let record = LargestRecord { problem, largest, pieces, diagram, is_counted, up_to };
    match form {
        Form::Json => json::largest(&record),
        Form::Text(style) => text::largest(&record, style),
    }
}
