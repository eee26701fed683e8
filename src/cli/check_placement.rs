//! `armistice check`: whether pieces are a placement of a problem.

use super::Exit;
use super::args::{CheckArguments, FormatArgument};
use super::batch::{self, ResultForm, Written};
use super::placed::{self, Given, Placed, refused};
use crate::report::validity;

pub(super) fn run(arguments: &CheckArguments) -> anyhow::Result<Exit> {
    let lines = placed::lines(&arguments.placed)?.map(|line| (line.number, line.given));
    batch::answer_all(lines, ResultForm::new(arguments.format, false), |given| {
        let Placed { problem, placement, .. } = placement(given)?;
        let fault = placement.fault(&problem);
        let result = match arguments.format {
            FormatArgument::Text => validity::text(&problem, fault.as_ref()),
            FormatArgument::Json => validity::json(&problem, &placement, fault.as_ref()),
        };
        let exit = if fault.is_some() { Exit::Failed } else { Exit::Complete };
        Ok(Written { result, exit, alarm: None, spent: None })
    })
}

fn placement(given: Given) -> anyhow::Result<Placed> {
    match given {
        Given::Placed(placed) => Ok(placed),
        Given::Problem(problem) => {
            let ways = "give --fen, --squares or --permutation, or read placements from a file or -";
            Err(refused(&problem, format_args!("no placement to check: {ways}")).into())
        }
    }
}
