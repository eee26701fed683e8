//! `armistice solve`: placements, one after another.

use super::args::{SelectionArguments, SolveArguments};
use super::progress::{self, CountingMark};
use super::selection::{Chosen, NOTHING_FOUND, NOTHING_LEFT, SelectionEnd, Wanted};
use super::written::{Several, Writer};
use super::{Exit, input, output};
use crate::report::numbers;

pub(super) fn run(arguments: &SolveArguments) -> anyhow::Result<Exit> {
    let problem = arguments.lines.apply(input::one_problem(&arguments.problem)?);
    let SelectionArguments { all, limit, .. } = arguments.selection;
    let number = limit.unwrap_or(if all { u64::MAX } else { 1 });
    let wanted = Wanted::new(&arguments.selection, number)?;
    let several = Several { number: wanted.number(), read_by: wanted.read_by() };
    let mut writer = Writer::new(&problem, arguments.output.as_deref(), arguments.format, several)?;
    progress::catch_interruptions()?;
    // What was found before an interruption is written.
    let _counting = CountingMark::begin();
    match wanted.each(&problem, &mut |Chosen { placement, number, class_size }| {
        writer.write(&placement, number, class_size)
    })? {
        SelectionEnd::Complete => writer.finish(Exit::Complete),
        SelectionEnd::None => writer.none(),
        SelectionEnd::Skipped(all) => {
            output::note(&format!(
                "{NOTHING_LEFT}: there are {}",
                numbers::counted(all as usize, "placement")
            ));
            writer.finish(Exit::Complete)
        }
        SelectionEnd::Interrupted if writer.written() == 0 && wanted.number() == 1 => {
            output::note(NOTHING_FOUND);
            Ok(Exit::Interrupted)
        }
        SelectionEnd::Interrupted => {
            let written = numbers::counted(writer.written() as usize, "placement");
            output::note(&format!("interrupted after {written}; there may be more"));
            writer.finish(Exit::Interrupted)
        }
    }
}
