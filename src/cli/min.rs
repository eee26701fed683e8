//! `armistice min`.

use super::args::MinArguments;
use super::batch::{self, ProblemResult, ResultForm};
use super::exit::check_request;
use super::misread::MisreadProblem;
use super::proof::{self, ProofFile};
use super::{Exit, max, progress, time};
use crate::Quantity;
use crate::certificate::Claim;
use crate::notation::problem_with_bare;
use crate::plan::StoppingObserver;
use crate::report::json;
use crate::report::text::{self, Style};
use crate::search::{self, SearchError};

pub(super) fn run(arguments: &MinArguments) -> anyhow::Result<Exit> {
    let settings = arguments.limits.settings();
    let form = ResultForm::new(arguments.format, arguments.quiet).with_method(arguments.verbose);
    // Users who ask for the number alone need not wait for the count.
    let is_counted = !matches!(form, ResultForm::Text(Style::Number));
    let proof = ProofFile::from_arguments(&arguments.proof, arguments.budget)?;
    batch::run(&arguments.input, form, Quantity::Any, |text| {
        let problem =
            problem_with_bare(text, Quantity::Any).map_err(|error| MisreadProblem::new(text, error))?;
        let demand = arguments.demand.demand();
        if let Some(proof) = &proof {
            proof.take(&problem, Claim::Smallest(demand, None))?;
        }
        let end = time::end(arguments.budget);
        let found = progress::watch_largest(!arguments.quiet, |observer| {
            search::smallest(&problem, demand, is_counted, &settings, &StoppingObserver { observer, end })
        });
        let smallest = match found {
            Err(error @ SearchError::NothingToMinimise) => {
                return Err(max::without_open_number("min", &error, &problem).into());
            }
            found => check_request(found)?,
        };
        let result = match form {
            ResultForm::Json => json::smallest(&problem, demand, smallest.as_ref()),
            ResultForm::Text(style) => text::smallest(&problem, smallest.as_ref(), style),
        };
        let is_complete = smallest.as_ref().is_some_and(|smallest| !is_counted || smallest.count.is_some());
        let exit = if is_complete { Exit::Complete } else { Exit::Limit };
        let claim = smallest.as_ref().map(|smallest| {
            let placement = smallest.placement.as_ref().map(|(_, placement)| placement);
            Claim::Smallest(demand, placement)
        });
        proof::write_answer_and_proof(
            ProblemResult { exit, ..result.into() },
            proof.as_ref(),
            &problem,
            claim,
            arguments.quiet,
        )
    })
}
