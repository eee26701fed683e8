//! `armistice min`.

use super::args::MinArguments;
use super::batch::{self, Form};
use super::exit::UsageError;
use super::misread::Misread;
use super::{Exit, progress};
use crate::Quantity;
use crate::notation::problem_with_bare;
use crate::report::{SmallestRecord, json, text};
use crate::search::{self, SearchError};

pub(super) fn run(arguments: &MinArguments) -> anyhow::Result<Exit> {
    let settings = arguments.limits.settings();
    let form = Form::new(arguments.format, arguments.quiet);
    batch::run(&arguments.input, form, |text| {
        let problem = problem_with_bare(text, Quantity::Any).map_err(|error| Misread::new(text, error))?;
        let found = progress::watch_largest(!arguments.quiet, |observer| {
            search::smallest(&problem, &settings, observer)
        });
        let smallest = match found {
            Ok(found) => found,
            Err(error @ (SearchError::Run(_) | SearchError::Unsound(_))) => return Err(error.into()),
            Err(error) => return Err(UsageError::new(error).into()),
        };
        let record = SmallestRecord { problem: &problem, smallest: smallest.as_ref() };
        Ok(match form {
            Form::Json => json::smallest(&record),
            Form::Text(style) => text::smallest(&record, style),
        }
        .into())
    })
}
