//! `armistice solve`: finds placements and writes them one after another.

use super::args::{SelectionArguments, SolveArguments};
use super::misread::MisreadProblem;
use super::progress::{self, CountingMark};
use super::prompt::Prompt;
use super::proof::ProofFile;
use super::selection::{ChosenPlacement, NOTHING_LEFT, PlacementRequest, SelectionEnd};
use super::written::{WriteOptions, Writer};
use super::{Exit, exit, input, output, regions, solve_family, time, unique};
use crate::certificate::Claim;
use crate::report::numbers;
use crate::{Problem, Quantity, UpTo};

/// The error that ends a search when the user wants no more placements.
#[derive(Debug, thiserror::Error)]
#[error("stopped")]
struct NumberReached;

pub(super) fn run(arguments: &SolveArguments) -> anyhow::Result<Exit> {
    let SelectionArguments { all, limit, .. } = arguments.selection;
    let number = limit.unwrap_or(if all || arguments.next { u64::MAX } else { 1 });
    if let Some(range) = &arguments.n {
        return solve_family::run(arguments, number, range);
    }
    let mut all = Exit::Complete;
    for line in
        input::lines(&arguments.problem, arguments.file.as_deref(), &arguments.given, Quantity::Exactly(1))?
    {
        let problem = line.text.and_then(|text| {
            Ok(text.parse::<Problem>().map_err(|error| MisreadProblem::new(&text, error))?)
        });
        let solved =
            problem.and_then(|problem| solve_one(arguments, number, &arguments.lines.apply(problem)));
        match (solved, line.number) {
            (Ok(exit), _) => all = all.more_important(exit),
            // A batch continues after a bad line.
            (Err(error), Some(number)) if exit::is_usage(&error) && arguments.file.is_some() => {
                output::complain(&format!("line {number}: {error:#}"));
                all = all.more_important(exit::exit_of(&error));
            }
            (Err(error), _) => return Err(error),
        }
        // Without `--file`, standard input holds one problem.
        if progress::is_interrupted() || arguments.problem == ["-"] {
            break;
        }
    }
    Ok(all)
}

/// Solves one problem.
fn solve_one(arguments: &SolveArguments, number: u64, problem: &Problem) -> anyhow::Result<Exit> {
    let SelectionArguments { all, limit, .. } = arguments.selection;
    let proof = ProofFile::from_arguments(&arguments.proof, None)?;
    if arguments.unique {
        return unique::run(problem, arguments);
    }
    let wanted = PlacementRequest::new(&arguments.selection, number)?.until(time::end(arguments.budget));
    let several = WriteOptions { number: wanted.number(), read_by: wanted.read_by() };
    let mut writer = Writer::new(problem, arguments.output.as_deref(), arguments.format, several)?;
    if let Some(proof) = &proof {
        proof.take(problem, Claim::None)?;
    }
    progress::catch_interruptions()?;
    // Placements that were found before an interruption are written.
    let _counting = CountingMark::begin();
    let mut prompt = arguments.next.then(Prompt::new);
    let mut total = Total::default();
    let end = wanted.hand_out(problem, &mut |ChosenPlacement { placement, number, class_size }| {
        writer.write(&placement, number, class_size)?;
        total.add(class_size);
        match prompt.as_mut().map(Prompt::wants_next).transpose()? {
            Some(false) => Err(NumberReached.into()),
            Some(true) | None => Ok(()),
        }
    });
    let end = match end {
        Err(error) if error.is::<NumberReached>() => return writer.finish(Exit::Complete),
        end => end?,
    };
    match end {
        SelectionEnd::Complete => {
            // A pipe has no reader for the total.
            let is_shown = arguments.next || all && limit.is_none() && output::is_error_terminal();
            let exit = writer.finish(Exit::Complete)?;
            if is_shown {
                let up_to = arguments.selection.up_to.unwrap_or_default();
                output::note(&total.text(arguments.selection.skip, up_to));
            }
            if proof.is_some() {
                output::note("no proof is written, because there is a placement");
            }
            Ok(exit)
        }
        SelectionEnd::None => {
            let exit = writer.write_none()?;
            if matches!(wanted.number(), 1) {
                regions::kings_meant(problem).iter().for_each(|kings| output::note(kings));
            }
            proof.map_or(Ok(exit), |proof| proof.write(problem, Claim::None, false))
        }
        SelectionEnd::Skipped(all) => {
            output::note(&format!(
                "{NOTHING_LEFT}: there are {}",
                numbers::count_noun(all as usize, "placement")
            ));
            writer.finish(Exit::Complete)
        }
        SelectionEnd::Stopped => {
            let (what, exit) = SelectionEnd::stop();
            let written = writer.count_written();
            output::note(&match written {
                0 => format!("{what}: no placement found yet, but there may be one"),
                _ => {
                    let written = numbers::count_noun(written as usize, "placement");
                    format!("{what} after {written}; there may be more")
                }
            });
            if written == 0 && wanted.number() == 1 { Ok(exit) } else { writer.finish(exit) }
        }
    }
}

/// The number of listed placements.
#[derive(Default)]
struct Total {
    listed: u64,
    /// The number of placements that the listed ones represent, if they represent classes.
    in_all: Option<u64>,
}

impl Total {
    fn add(&mut self, class_size: Option<u64>) {
        self.listed += 1;
        if let Some(size) = class_size {
            *self.in_all.get_or_insert_default() += size;
        }
    }

    /// Writes the total, like `12 placements up to symmetry (92 in all)`.
    fn text(&self, skipped: u64, up_to: UpTo) -> String {
        let listed = numbers::count_noun(self.listed as usize, "placement");
        let in_all = self.in_all.map_or(String::new(), |all| format!("{} ({all} in all)", up_to.phrase()));
        let skipped = if skipped > 0 { format!(" after the first {skipped}") } else { String::new() };
        format!("{listed}{in_all}{skipped}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_says_what_was_listed() {
        let mut total = Total::default();
        total.add(None);
        assert_eq!(total.text(0, UpTo::Nothing), "1 placement");
        total.add(None);
        assert_eq!(total.text(90, UpTo::Nothing), "2 placements after the first 90");
        let mut classes = Total::default();
        [8, 4].into_iter().for_each(|size| classes.add(Some(size)));
        assert_eq!(classes.text(0, UpTo::Symmetry), "2 placements up to symmetry (12 in all)");
    }
}
