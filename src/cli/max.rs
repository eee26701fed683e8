//! `armistice max`.

use super::args::MaxArguments;
use super::batch::{self, Answer, Form};
use super::exit::UsageError;
use super::{Exit, progress};
use crate::notation::{placement_diagram, problem_with_bare};
use crate::plan::Settings;
use crate::problem::{Problem, Quantity};
use crate::report::{ArmiesRecord, LargestRecord, armies, json, text};
use crate::search::{self, Largest, LargestArmies, LargestError};

pub(super) fn run(arguments: &MaxArguments) -> anyhow::Result<Exit> {
    let settings = Settings { up_to: arguments.up_to.unwrap_or_default(), ..arguments.limits.settings() };
    let form = Form::new(arguments.format, arguments.quiet);
    batch::run(&arguments.input, form, |text| answer(text, arguments, form, &settings))
}

fn answer(text: &str, arguments: &MaxArguments, form: Form, settings: &Settings) -> anyhow::Result<Answer> {
    let problem = problem_with_bare(text, Quantity::Max).map_err(UsageError::new)?;
    if problem.armies().len() > 1 {
        // A bare letter of an army is one piece, to be multiplied.
        let problem = text.parse().map_err(UsageError::new)?;
        return armies_answer(&arguments.input.lines.apply(problem), arguments, form, settings);
    }
    if arguments.pareto || arguments.aggressor {
        return Err(UsageError::new("--pareto and --aggressor are for two armies, like 8x8 Q/Q").into());
    }
    let found = progress::watch(false, |observer| {
        search::largest(&problem, settings, arguments.engine.into(), arguments.count, observer)
    });
    Ok(write(&problem, &checked(found)?, arguments, form).into())
}

/// The same for opposing armies.
fn armies_answer(
    problem: &Problem,
    arguments: &MaxArguments,
    form: Form,
    settings: &Settings,
) -> anyhow::Result<Answer> {
    let found = progress::watch(!arguments.quiet, |observer| {
        search::largest_armies(problem, settings, arguments.armies_question(), observer)
    });
    let found: LargestArmies = checked(found)?;
    let record =
        ArmiesRecord { problem, found: &found, question: arguments.armies_question(), up_to: settings.up_to };
    Ok(match form {
        Form::Json => armies::json(&record),
        Form::Text(style) => armies::text(&record, style),
    }
    .into())
}

/// What was found; whose fault it is if nothing was.
fn checked<T>(found: Result<T, LargestError>) -> anyhow::Result<T> {
    match found {
        Ok(found) => Ok(found),
        Err(error @ (LargestError::Run(_) | LargestError::Unsound(_))) => Err(error.into()),
        Err(error) => Err(UsageError::new(error).into()),
    }
}

fn write(problem: &Problem, largest: &Largest, arguments: &MaxArguments, form: Form) -> String {
    let letters: Vec<char> = problem.pieces().map(|pieces| pieces.kind.letter()).collect();
    let pieces: Vec<_> = largest.placement.iter().map(|&(kind, square)| (letters[kind], square)).collect();
    let diagram = placement_diagram(problem.board(), &pieces);
    let up_to = arguments.up_to.unwrap_or_default();
    let is_counted = arguments.count;
    let record = LargestRecord { problem, largest, pieces, diagram, is_counted, up_to };
    match form {
        Form::Json => json::largest(&record),
        Form::Text(style) => text::largest(&record, style),
    }
}
