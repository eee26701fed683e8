//! `armistice solve`: placements, one after another.

use super::args::{OrderArgument, SolutionFormatArgument, SolveArguments};
use super::exit::UsageError;
use super::progress::{self, Counting};
use super::{Exit, input, output};
use crate::engines::listing::{self, Listing, Selection};
use crate::engines::{self, First, Observer};
use crate::notation::ReadBy;
use crate::problem::Problem;
use crate::report::solution::{self, Form};
use crate::report::{Solution, json};
use std::fs::File;
use std::io::{self, BufWriter, Write};

pub(super) fn run(arguments: &SolveArguments) -> anyhow::Result<Exit> {
    let problem = arguments.lines.apply(input::one_problem(&arguments.problem)?);
    let form = form(arguments, &problem);
    check(arguments, form)?;
    let mut writer = Writer::new(arguments)?;
    progress::catch_interruptions()?;
    // What was found before an interruption is written.
    let _counting = Counting::begin();
    if is_random(arguments) {
        return at_random(arguments, &problem, form, &mut writer);
    }
    if !is_listed(arguments) {
        return first(arguments, &problem, form, &mut writer);
    }
    let listing = progress::watch(false, |observer| list(arguments, &problem, observer))?;
    all(arguments, &problem, form, listing, &mut writer)
}

fn is_random(arguments: &SolveArguments) -> bool {
    arguments.random || arguments.order == Some(OrderArgument::Random)
}

/// Refuses what does not go together.
fn check(arguments: &SolveArguments, form: Form) -> Result<(), UsageError> {
    let is_lex = arguments.up_to.is_some() || arguments.maximal;
    let is_many = arguments.all || arguments.limit.is_some_and(|limit| limit > 1);
    let fault = match arguments.order {
        Some(OrderArgument::FirstFail) if is_lex => {
            "--order first-fail: --up-to and --maximal are for the order lex: leave --order out"
        }
        Some(OrderArgument::Random) if is_lex || arguments.all || arguments.skip > 0 => {
            "--order random: placements are drawn from all, --limit N says how many"
        }
        _ if form == Form::Svg && is_many => {
            "--format svg: one picture is written; for many, write --format json to `armistice draw - --gallery`"
        }
        _ => return Ok(()),
    };
    Err(UsageError(fault.to_owned()))
}

/// Whether a list in a certain order is asked for, and not just any placement.
fn is_listed(arguments: &SolveArguments) -> bool {
    let of_many = arguments.all || arguments.limit.is_some_and(|limit| limit > 1) || arguments.skip > 0;
    of_many || arguments.order.is_some() || arguments.up_to.is_some() || arguments.maximal
}

/// One placement, by whatever finds one.
fn first(
    arguments: &SolveArguments,
    problem: &Problem,
    form: Form,
    writer: &mut Writer,
) -> anyhow::Result<Exit> {
    let found = progress::watch_search("looking for a placement", |observer| {
        engines::find_first(problem, arguments.seed, observer)
    });
    match found.map_err(UsageError::new)? {
        First::Found { placement, .. } => {
            writer.write(&text(
                &Solution { problem, placement: &placement, number: 1, class_size: None },
                form,
            )?)?;
            writer.finish()?;
            Ok(Exit::Complete)
        }
        First::None { .. } => none(problem, form, writer),
        First::Stopped => Ok(Exit::Interrupted),
    }
}

fn list(arguments: &SolveArguments, problem: &Problem, observer: &dyn Observer) -> anyhow::Result<Listing> {
    let selection = Selection { up_to: arguments.up_to.into(), maximal: arguments.maximal };
    let listing = match arguments.order {
        Some(OrderArgument::FirstFail) => listing::list_first_fail(problem),
        Some(OrderArgument::Lex) => listing::list_lex(problem, selection, observer),
        // What is drawn at random is no list.
        Some(OrderArgument::Random) | None => listing::list_all(problem, selection, observer),
    };
    Ok(listing.map_err(UsageError::new)?)
}

/// Placements of a list, as they are found.
fn all(
    arguments: &SolveArguments,
    problem: &Problem,
    form: Form,
    mut listing: Listing,
    writer: &mut Writer,
) -> anyhow::Result<Exit> {
    let last = match (arguments.all, arguments.limit) {
        (true, _) => u64::MAX,
        (false, limit) => arguments.skip.saturating_add(limit.unwrap_or(1)),
    };
    let mut number = 0;
    while number < last {
        let Some(listed) = listing.advance(&progress::is_interrupted) else { break };
        number += 1;
        if number <= arguments.skip {
            continue;
        }
        let class_size = arguments.up_to.is_some().then_some(listed.class_size);
        let solution = Solution { problem, placement: &listed.placement, number, class_size };
        writer.write(&checked(&solution, form)?)?;
        if progress::is_interrupted() {
            break;
        }
    }
    if progress::is_interrupted() {
        writer.finish()?;
        return Ok(Exit::Interrupted);
    }
    if number <= arguments.skip {
        return none(problem, form, writer);
    }
    writer.finish()?;
    Ok(Exit::Complete)
}

/// Placements drawn at random.
fn at_random(
    arguments: &SolveArguments,
    problem: &Problem,
    form: Form,
    writer: &mut Writer,
) -> anyhow::Result<Exit> {
    let number = arguments.limit.unwrap_or(1);
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    let sample = progress::watch_search("drawing placements", |observer| {
        listing::sample(problem, number, arguments.seed, observer)
    });
    let sample = sample.map_err(UsageError::new)?;
    if sample.is_empty {
        return none(problem, form, writer);
    }
    if !sample.is_uniform {
        output::note(
            "too many placements to draw from all alike: found by local search, some are likelier than others",
        );
    }
    for (number, placement) in (1..).zip(&sample.placements) {
        let solution = Solution { problem, placement, number, class_size: None };
        writer.write(&checked(&solution, form)?)?;
    }
    writer.finish()?;
    Ok(if progress::is_interrupted() { Exit::Interrupted } else { Exit::Complete })
}

/// Says that there is no placement, or none after those that were skipped.
fn none(problem: &Problem, form: Form, writer: &mut Writer) -> anyhow::Result<Exit> {
    writer.write(&if form == Form::Json { json::no_solution(problem) } else { "none\n".to_owned() })?;
    writer.finish()?;
    Ok(Exit::Complete)
}

/// The text of a placement that no one has checked yet.
fn checked(solution: &Solution<'_>, form: Form) -> anyhow::Result<String> {
    if let Some(fault) = solution.placement.fault(solution.problem) {
        anyhow::bail!("internal check failed: {}: {fault}; please report this problem", solution.problem);
    }
    Ok(text(solution, form)?)
}

fn text(solution: &Solution<'_>, form: Form) -> Result<String, UsageError> {
    solution::write(solution, form).map_err(UsageError::new)
}

/// The form that was asked for; on boards that do not fit a screen, squares if none was.
fn form(arguments: &SolveArguments, problem: &Problem) -> Form {
    // First fail looks at files, the order of reading at ranks.
    let by = match arguments.order {
        Some(OrderArgument::FirstFail) => ReadBy::Files,
        Some(OrderArgument::Lex | OrderArgument::Random) | None => ReadBy::Ranks,
    };
    match arguments.format {
        None if problem.board().is_large() => Form::Squares,
        None | Some(SolutionFormatArgument::Diagram) => Form::Diagram,
        Some(SolutionFormatArgument::Unicode) => Form::Unicode,
        Some(SolutionFormatArgument::Permutation) => Form::Permutation(by),
        Some(SolutionFormatArgument::Squares) => Form::Squares,
        Some(SolutionFormatArgument::Pairs) => Form::Pairs,
        Some(SolutionFormatArgument::Fen) => Form::Fen,
        Some(SolutionFormatArgument::Json) => Form::Json,
        Some(SolutionFormatArgument::Svg) => Form::Svg,
    }
}

/// Where placements go. What is written to standard output is seen at once; so is each of the first ones in a file.
struct Writer {
    to: Box<dyn Write>,
    /// How many were written.
    written: u64,
}

/// So many placements are sent on their way one by one; after them, more at a time.
const SENT_AT_ONCE: u64 = 100;

impl Writer {
    /// Opens the file before anything is searched.
    fn new(arguments: &SolveArguments) -> Result<Self, UsageError> {
        let to: Box<dyn Write> = match &arguments.output {
            Some(path) => {
                let file = File::create(path).map_err(|error| UsageError::of_path(path, error))?;
                Box::new(BufWriter::new(file))
            }
            None => Box::new(BufWriter::with_capacity(1 << 16, io::stdout())),
        };
        Ok(Self { to, written: 0 })
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.to.write_all(text.as_bytes())?;
        self.written += 1;
        if self.written <= SENT_AT_ONCE || output::is_terminal() {
            self.to.flush()?;
        }
        Ok(())
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        Ok(self.to.flush()?)
    }
}
