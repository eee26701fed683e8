//! `armistice max`.

use super::args::MaxArguments;
use super::batch::{self, ProblemResult, ResultForm};
use super::exit::{UsageError, check_request};
use super::misread::MisreadProblem;
use super::proof::{self, ProofFile};
use super::{Exit, output, progress, time};
use crate::certificate::Claim;
use crate::notation::problem_with_bare;
use crate::plan::{Settings, StoppingObserver};
use crate::report::{armies, curve, json, text};
use crate::search::{self, SearchError};
use crate::{Pieces, Placement, Problem, Quantity, Question};
use std::ffi::OsString;

pub(super) fn run(arguments: &MaxArguments) -> anyhow::Result<Exit> {
    let settings = arguments.limits.settings();
    let form = ResultForm::new(arguments.format, arguments.quiet).with_method(arguments.verbose);
    let proof = ProofFile::from_arguments(&arguments.proof, arguments.budget)?;
    let bare = if arguments.ratio { Quantity::Exactly(1) } else { Quantity::Max };
    batch::run(&arguments.input, form, bare, |text| {
        let problem = problem_with_bare(text, bare).map_err(|error| MisreadProblem::new(text, error))?;
        match problem.has_enemies() {
            false => pieces(&arguments.question(problem), arguments, form, &settings, proof.as_ref()),
            true => {
                let problem = arguments.input.lines.apply(problem);
                armies(&arguments.question(problem), arguments, form, &settings, proof.as_ref())
            }
        }
    })
}

/// Finds the maximum of non-attacking pieces.
fn pieces(
    question: &Question,
    arguments: &MaxArguments,
    form: ResultForm,
    settings: &Settings,
    proof: Option<&ProofFile<'_>>,
) -> anyhow::Result<ProblemResult> {
    if arguments.ratio {
        return Err(UsageError::new("--ratio is for opposing armies, like 8x8 Q2/R").into());
    }
    if arguments.pareto || arguments.aggressor || arguments.curve.is_some() {
        return Err(
            UsageError::new("--pareto, --curve and --aggressor are for two armies, like 8x8 Q/Q").into()
        );
    }
    if let Some(proof) = proof {
        proof.take(&question.problem, Claim::Largest(None))?;
    }
    let end = time::end(arguments.budget);
    let found = progress::watch_largest(!arguments.quiet, |observer| {
        let until = StoppingObserver { observer, end };
        search::largest(question, settings, arguments.engine, arguments.count, &until)
    });
    let largest = match found {
        Err(error @ SearchError::NothingToMaximise) => {
            return Err(without_open_number("max", &error, &question.problem).into());
        }
        found => check_request(found)?,
    };
    let is_counted = !arguments.count || largest.outcome.as_ref().is_some_and(|outcome| outcome.complete);
    let result = match form {
        ResultForm::Json => json::largest(&largest),
        ResultForm::Text(style) => text::largest(&largest, style),
    };
    let claim = Claim::Largest(largest.number.map(|_| &largest.placement));
    let claim = largest.proved.then_some(claim);
    let written = make_result(result, largest.proved && is_counted);
    proof::write_answer_and_proof(written, proof, &question.problem, claim, arguments.quiet)
}

/// The message if `--proof` is used with armies in a ratio or with several answers.
const NO_SUCH_PROOF: &str = "--proof supports the largest equal armies, like 8x8 Q/Q, and the largest army \
                             against a given one, like 8x8 Q5/Q";

/// Makes the result of a search, which may have stopped early.
fn make_result(result: String, is_complete: bool) -> ProblemResult {
    ProblemResult { exit: if is_complete { Exit::Complete } else { Exit::Limit }, ..result.into() }
}

/// The error for a problem whose numbers are all exact or arbitrary, with the problem that was probably meant.
pub(super) fn without_open_number(verb: &str, error: &SearchError, problem: &Problem) -> UsageError {
    UsageError(match with_open_number(problem) {
        Some(meant) => {
            let words = std::iter::once(verb).chain(meant.split(' ')).map(OsString::from);
            format!("{error}; did you mean {}?", output::command(&words.collect::<Vec<_>>()))
        }
        None => error.to_string(),
    })
}

/// Returns the problem with the number of its only kind left open; `None` if it has several kinds, or
/// pre-placed pieces.
fn with_open_number(problem: &Problem) -> Option<String> {
    let (Some(only), None) = (problem.pieces().next(), problem.pieces().nth(1)) else { return None };
    let text = problem.to_string();
    let (before, number) = text.rsplit_once(only.kind.letter())?;
    let is_number = number == "*" || number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("{before}{}", only.kind.letter()))
}

/// Finds the largest opposing armies.
fn armies(
    question: &Question,
    arguments: &MaxArguments,
    form: ResultForm,
    settings: &Settings,
    proof: Option<&ProofFile<'_>>,
) -> anyhow::Result<ProblemResult> {
    let is_open = question.problem.pieces().any(|pieces| pieces.quantity == Quantity::Max);
    if let Some(proof) = proof {
        let nothing = Placement::new(Vec::new());
        let is_one = |pieces: &Pieces| pieces.quantity == Quantity::Exactly(1);
        let is_alone = !arguments.pareto && !arguments.aggressor && arguments.curve.is_none();
        if !is_alone || !is_open && !question.problem.pieces().all(is_one) {
            return Err(UsageError::new(NO_SUCH_PROOF).into());
        }
        let claim = if is_open { Claim::Largest(None) } else { Claim::EqualArmies(&nothing) };
        proof.take(&question.problem, claim)?;
    }
    let end = time::end(arguments.budget);
    let found = progress::watch(!arguments.quiet, |observer| {
        let until = StoppingObserver { observer, end };
        search::largest_armies(question, settings, arguments.armies_question(), &until)
    });
    let found = check_request(found)?;
    let result = match (form, arguments.curve) {
        (ResultForm::Json, _) => armies::json(&found),
        (ResultForm::Text(_), Some(format)) => curve::curve(&found, format),
        (ResultForm::Text(style), None) => armies::text(&found, style),
    };
    let claim = match (&found.largest, is_open) {
        (Some(largest), true) => Claim::Largest(Some(&largest.placement)),
        (Some(largest), false) => Claim::EqualArmies(&largest.placement),
        // Not even armies of one piece each have a placement.
        (None, true) => Claim::Largest(None),
        (None, false) => Claim::None,
    };
    let claim = found.proved.then_some(claim);
    proof::write_answer_and_proof(
        make_result(result, found.proved),
        proof,
        &question.problem,
        claim,
        arguments.quiet,
    )
}
