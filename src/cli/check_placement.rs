//! `armistice check`: whether pieces are a placement of a problem.

use super::args::CheckArguments;
use super::args::FormatArgument;
use super::exit::UsageError;
use super::placed::{self, Given, Placed, refused};
use super::{Exit, output};
use crate::report::{json, validity};

pub(super) fn run(arguments: &CheckArguments) -> anyhow::Result<Exit> {
    let mut exit = Exit::Complete;
    for line in placed::lines(&arguments.placed)? {
        match line.given.and_then(placement) {
            Ok(Placed { problem, placement, .. }) => {
                let fault = placement.fault(&problem);
                output::write(&match arguments.format {
                    FormatArgument::Text => validity::text(&problem, fault.as_ref()),
                    FormatArgument::Json => validity::json(&problem, &placement, fault.as_ref()),
                })?;
                if fault.is_some() {
                    exit = exit.worse(Exit::Failed);
                }
            }
            Err(error) => match (line.number, error.downcast::<UsageError>()) {
                // A bad line keeps its place among the results.
                (Some(number), Ok(error)) => {
                    output::write(&match arguments.format {
                        FormatArgument::Text => format!("line {number}: error\n"),
                        FormatArgument::Json => json::failure(number, &error.to_string()),
                    })?;
                    output::complain(&format!("line {number}: {error}"));
                    exit = exit.worse(Exit::Usage);
                }
                (_, error) => return Err(error.map_or_else(|error| error, Into::into)),
            },
        }
    }
    Ok(exit)
}

fn placement(given: Given) -> anyhow::Result<Placed> {
    match given {
        Given::Placed(placed) => Ok(placed),
        Given::Problem(problem) => {
            let ways = "write --fen or --squares, or read lines of JSON from a file or -";
            Err(refused(&problem, format_args!("a placement to check was expected: {ways}")).into())
        }
    }
}
