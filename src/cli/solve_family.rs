//! `armistice solve` for a family: solves one member after another.

use super::args::SolveArguments;
use super::exit::UsageError;
use super::range::VariableRange;
use super::selection::{PlacementRequest, SelectionEnd};
use super::written::usual_form;
use super::{Exit, family_typed, output, progress, time};
use crate::Problem;
use crate::report::Solution;
use crate::report::json;
use crate::report::solution::{self, Form};

pub(super) fn run(arguments: &SolveArguments, number: u64, range: &VariableRange) -> anyhow::Result<Exit> {
    let family = family_typed::read_words(&arguments.problem)?;
    if family.variables() != ['n'] || range.variables().next().is_some() {
        let fault = format!(
            "--n: expected a family with the variable n alone, like '{{n}}x{{n}} Q{{n}}', not {family}"
        );
        return Err(UsageError(fault).into());
    }
    if arguments.format == Some(Form::Svg) {
        let fault = "--format svg: only one picture is written; for many, use armistice draw --gallery";
        return Err(UsageError(fault.to_owned()).into());
    }
    let wanted = PlacementRequest::new(&arguments.selection, number)?.until(time::end(arguments.budget));
    progress::catch_interruptions()?;
    let _counting = progress::CountingMark::begin();
    for n in range.values(0) {
        let problem = match family.problem_at(&[('n', n)]) {
            Ok(problem) => arguments.lines.apply(problem),
            // An open range ends at the largest supported board.
            Err(error) if range.is_open() => {
                output::note(&format!("n = {n}: {error}"));
                return Ok(Exit::Complete);
            }
            Err(error) => return Err(UsageError(format!("n = {n}: {error}")).into()),
        };
        let form = arguments.format.unwrap_or_else(|| usual_form(&problem));
        let end = wanted.hand_out(&problem, &mut |chosen| {
            let solution = Solution {
                problem: &problem,
                placement: &chosen.placement,
                number: chosen.number,
                class_size: chosen.class_size,
                read_by: wanted.read_by(),
            };
            let text = solution::write(&solution, form).map_err(UsageError::new)?;
            output::write(&add_problem(&problem, form, &text))
        })?;
        match end {
            SelectionEnd::None if form == Form::Json => output::write(&json::no_solution(&problem))?,
            SelectionEnd::None | SelectionEnd::Skipped(_) => output::write(&format!("{problem}: none\n"))?,
            SelectionEnd::Stopped => {
                let (what, exit) = SelectionEnd::stop();
                output::note(&format!("{what} at n = {n}"));
                return Ok(exit);
            }
            SelectionEnd::Complete => {}
        }
    }
    Ok(Exit::Complete)
}

/// Writes a placement with its problem before it, unless the form already contains the problem.
fn add_problem(problem: &Problem, form: Form, text: &str) -> String {
    match form {
        Form::Diagram | Form::Grid | Form::Matrix | Form::Unicode => format!("{problem}\n{text}"),
        Form::Permutation | Form::Squares | Form::Pairs | Form::Fen => format!("{problem}: {text}"),
        Form::Json | Form::Svg | Form::Tikz | Form::Chessboard | Form::Xskak => text.to_owned(),
    }
}
