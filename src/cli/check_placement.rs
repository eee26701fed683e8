//! `armistice check`: tests whether pieces are a placement of a problem.

use super::Exit;
use super::args::{CheckArguments, FormatArgument};
use super::batch::{self, ProblemResult, ResultForm};
use super::exit::UsageError;
use super::placed::{self, LineContent, PlacedPieces, placement_error};
use crate::report::attack_list::AttackList;
use crate::report::free_lines::FreeLines;
use crate::report::validity;
use crate::{Placement, Problem};

pub(super) fn run(arguments: &CheckArguments) -> anyhow::Result<Exit> {
    let lines = placed::lines(&arguments.placed)?.map(|line| (line.number, line.given));
    batch::answer_all(lines, ResultForm::new(arguments.format, false), |given| {
        let PlacedPieces { problem, placement, .. } = placement(given)?;
        let problem = arguments.lines.apply(problem);
        let fault = placement.fault(&problem);
        let attacks = arguments.all.then(|| AttackList::new(&problem, &placement, fault.as_ref())).flatten();
        let free = arguments.free_lines.then(|| free_lines(&problem, &placement)).transpose()?;
        let result = match arguments.format {
            FormatArgument::Text => {
                validity::text(&problem, fault.as_ref())
                    + &attacks.as_ref().map_or_else(String::new, AttackList::text)
                    + &free.as_ref().map_or_else(String::new, FreeLines::text)
            }
            FormatArgument::Json => {
                validity::json(&problem, &placement, fault.as_ref(), (attacks.as_ref(), free.as_ref()))
            }
        };
        let exit = if fault.is_some() { Exit::Failed } else { Exit::Complete };
        Ok(ProblemResult { result, exit, alarm: None, spent: None })
    })
}

fn free_lines(problem: &Problem, placement: &Placement) -> Result<FreeLines, UsageError> {
    let lines = FreeLines::new(problem, placement);
    lines.ok_or_else(|| placement_error(problem, "--free-lines: the board has no straight ranks and files"))
}

fn placement(given: LineContent) -> anyhow::Result<PlacedPieces> {
    match given {
        LineContent::Placed(placed) => Ok(placed),
        LineContent::Problem(problem) => {
            let ways =
                "write one after the problem, like 15863724, Qa1,b5 or a FEN, or - to read standard input";
            Err(placement_error(&problem, format_args!("no placement is given: {ways}")).into())
        }
    }
}
