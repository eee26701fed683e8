//! `armistice trace`: shows a search step by step.

use super::args::TraceArguments;
use super::exit::UsageError;
use super::{Exit, input, output, progress, watch, whole_file};
use crate::Problem;
use crate::report::numbers;
use crate::report::trace::{self, Animation, Ending, Recording, TraceFormat, comparison};
use crate::run::files::is_special;
use crate::search::SearchError;
use crate::search::listing::{Event, Heuristic, SilentWatcher, Watcher};
use anyhow::Context;

/// The number of steps in a page by default: a few hundred kilobytes.
const PAGE_STEPS: usize = 20_000;
/// The number of steps in an animation by default: a minute and a half at the usual speed.
const PICTURE_STEPS: usize = 400;
/// The number of choices of a compared search by default.
const MAX_COMPARED: u64 = 100_000;
/// The number of steps per second by default.
const SPEED: f64 = 4.0;

pub(super) fn run(arguments: &TraceArguments) -> anyhow::Result<Exit> {
    let problem = input::one_problem_with(&arguments.problem, arguments.file.as_deref(), &arguments.given)?;
    trace::check_board(problem.board()).map_err(UsageError::new)?;
    if arguments.compare {
        return compare(&problem, arguments);
    }
    if arguments.watch {
        return play(&problem, arguments);
    }
    let format = format(arguments)?;
    let longest = problem.board().rows().max(problem.board().cols());
    if longest > trace::MAX_SIDE {
        let most = trace::MAX_SIDE;
        let fault = format!("a side of {longest} squares: traces show boards of up to {most}x{most}");
        return Err(UsageError(fault).into());
    }
    match &arguments.output {
        Some(path) => whole_file::check(path)?,
        None if output::is_terminal() => {
            let fault = "the page is for a browser: write it to a file with -o trace.html, or watch the search here with --watch";
            return Err(UsageError(fault.to_owned()).into());
        }
        None => {}
    }
    let (recording, bytes) = match format {
        TraceFormat::Html => {
            let recording = record(&problem, arguments, PAGE_STEPS, &mut SilentWatcher)?;
            let page = trace::page(&problem, &recording).map_err(UsageError::new)?.into_bytes();
            (recording, page)
        }
        TraceFormat::Gif => {
            // Players show frames of less than two hundredths of a second for longer.
            let delay = (100.0 / arguments.speed.unwrap_or(SPEED)).round().clamp(2.0, 1000.0) as u16;
            let mut picture = Animation::new(&problem, delay).context("picture")?;
            let recording = record(&problem, arguments, PICTURE_STEPS, &mut picture)?;
            (recording, picture.finish().context("picture")?)
        }
    };
    match &arguments.output {
        Some(path) => {
            whole_file::write(path, &bytes)?;
            output::write(&format!("{problem}: {}\n", summary(&recording)))?;
        }
        None => output::write_bytes(&bytes)?,
    }
    Ok(end(&recording))
}

/// Plays the search in the terminal while it runs.
fn play(problem: &Problem, arguments: &TraceArguments) -> anyhow::Result<Exit> {
    progress::catch_interruptions()?;
    let recording = {
        let _counting = progress::CountingMark::begin();
        let mut screen = watch::Screen::open(problem, arguments.speed.unwrap_or(SPEED))?;
        let recording = record(problem, arguments, usize::MAX, &mut screen)?;
        screen.close()?;
        recording
    };
    output::write(&format!("{problem}: {}\n", summary(&recording)))?;
    Ok(if recording.ending == Ending::Stopped { Exit::Interrupted } else { end(&recording) })
}

/// Compares all heuristics.
fn compare(problem: &Problem, arguments: &TraceArguments) -> anyhow::Result<Exit> {
    /// A watcher that stops if the user interrupts.
    struct Interruptions;
    impl Watcher for Interruptions {
        fn on_event(&mut self, _: Event<'_>) {}

        fn should_stop(&mut self) -> bool {
            progress::is_interrupted()
        }
    }

    progress::catch_interruptions()?;
    let _counting = progress::CountingMark::begin();
    let most_placements = (!arguments.all).then_some(arguments.limit);
    let most_choices = arguments.max_steps.map_or(MAX_COMPARED, u64::from);
    let efforts =
        comparison::compare(problem, arguments.seed, most_placements, most_choices, &mut Interruptions)
            .map_err(UsageError::new)?;
    let until = match most_placements {
        None => "all placements".to_owned(),
        Some(1) => "the first placement".to_owned(),
        Some(number) => format!("{number} placements"),
    };
    output::write(&format!("{problem}: dead ends / choices until {until}\n{}", comparison::table(&efforts)))?;
    let is_cut = efforts.iter().any(|(_, effort)| effort.is_cut);
    Ok(match () {
        () if progress::is_interrupted() => Exit::Interrupted,
        () if is_cut => {
            output::note(&format!(
                "searches marked > were cut off after {most_choices} choices; --max-steps sets another limit"
            ));
            Exit::Limit
        }
        () => Exit::Complete,
    })
}

/// Returns the format that the user asked for, otherwise that of the file's name.
fn format(arguments: &TraceArguments) -> Result<TraceFormat, UsageError> {
    let path = match (arguments.format, &arguments.output) {
        (Some(format), _) => return Ok(format),
        (None, None) => return Ok(TraceFormat::Html),
        (None, Some(path)) => path,
    };
    match whole_file::extension(path).as_deref() {
        Some("html" | "htm") => Ok(TraceFormat::Html),
        Some("gif") => Ok(TraceFormat::Gif),
        None if is_special(path) => Ok(TraceFormat::Html),
        _ => {
            let expected = "cannot tell the format from this name: use .html or .gif, or give --format";
            Err(UsageError::of_path(path, expected))
        }
    }
}

fn record(
    problem: &Problem,
    arguments: &TraceArguments,
    usual_steps: usize,
    watcher: &mut dyn Watcher,
) -> anyhow::Result<Recording> {
    let most_steps = arguments.max_steps.map_or(usual_steps, |most| most as usize);
    let most_placements = (!arguments.all).then_some(arguments.limit);
    let &TraceArguments { order: choice, values, seed, .. } = arguments;
    let recording =
        trace::record(problem, Heuristic { choice, values, seed }, most_placements, most_steps, watcher)
            .map_err(|error: SearchError| UsageError::new(error))?;
    // The rules of movement alone check this placement, like every placement that is shown.
    if let Some(fault) = recording.last.as_ref().and_then(|placement| placement.fault(problem)) {
        anyhow::bail!("the search found something that is not a placement: {fault}");
    }
    Ok(recording)
}

/// Says how many placements the search found and how many choices it made.
fn summary(recording: &Recording) -> String {
    let some = |count: u64, one: &str| numbers::count_noun(count as usize, one);
    let found = match (recording.placements, recording.ending) {
        (0, Ending::Exhausted) => "no placement".to_owned(),
        (0, _) => return format!("{}, no placement yet", some(recording.choices, "choice")),
        (count, _) => some(count, "placement"),
    };
    format!("{found} in {}", some(recording.choices, "choice"))
}

/// Notes if the recording ends before the search, and returns the exit code.
fn end(recording: &Recording) -> Exit {
    match recording.ending {
        Ending::Cut => {
            let steps = recording.steps.len();
            output::note(&format!("cut off after {steps} steps: --max-steps records more, up to 1000000"));
            Exit::Limit
        }
        Ending::Exhausted | Ending::Enough | Ending::Stopped => Exit::Complete,
    }
}
