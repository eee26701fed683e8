//! `armistice solve`: placements, one after another.

use super::args::{Order, SolveArguments};
use super::exit::UsageError;
use super::progress::{self, Counting};
use super::{Exit, input, output};
use armistice::Placement;
use armistice::Problem;
use armistice::UpTo;
use armistice::notation::ReadBy;
use armistice::plan::Observer;
use armistice::report::solution::{self, Form};
use armistice::report::{Solution, json};
use armistice::search::listing::{self, Listing, Selection};
use armistice::search::{self, First};
use std::fs::File;
use std::io::{self, BufWriter, Write};

pub(super) fn run(arguments: &SolveArguments) -> anyhow::Result<Exit> {
    let problem = arguments.lines.apply(input::one_problem(&arguments.problem)?);
    let wanted = Wanted::new(arguments)?;
    let writer = Writer::new(arguments, &problem, &wanted)?;
    progress::catch_interruptions()?;
    // What was found before an interruption is written.
    let _counting = Counting::begin();
    match wanted {
        Wanted::First => first(writer, arguments.seed),
        Wanted::List { order, skip, number } => list(writer, order, skip, number),
        Wanted::Sample(number) => at_random(writer, number, arguments.seed),
    }
}

/// Which placements are asked for.
enum Wanted {
    /// Any one, by whatever finds one.
    First,
    /// So many of a list, after some that are skipped.
    List { order: Listed, skip: u64, number: u64 },
    /// So many, drawn at random.
    Sample(u64),
}

/// Which list.
#[derive(Clone, Copy)]
enum Listed {
    /// All placements, file by file.
    FirstFail,
    /// Some in reading order.
    Lex(Selection),
    /// Some in whatever order is quick.
    Any(Selection),
}

impl Wanted {
    /// What the arguments say together; some of them do not go together.
    fn new(arguments: &SolveArguments) -> Result<Self, UsageError> {
        let &SolveArguments { all, limit, skip, random, up_to, maximal, .. } = arguments;
        let order = if random { Some(Order::Random) } else { arguments.order };
        let selection = Selection { up_to: up_to.unwrap_or_default(), maximal };
        let is_plain = selection == Selection::default();
        let number = if all { u64::MAX } else { limit.unwrap_or(1) };
        let order = match order {
            Some(Order::FirstFail) if !is_plain => {
                let fault = "--up-to and --maximal are for the order lex: leave --order out";
                return Err(UsageError(format!("--order first-fail: {fault}")));
            }
            Some(Order::Random) if !is_plain || all || skip > 0 => {
                let fault = "placements are drawn from all, --limit N says how many";
                return Err(UsageError(format!("--order random: {fault}")));
            }
            _ if arguments.format == Some(Form::Svg) && number > 1 => {
                let fault =
                    "one picture is written; for many, write --format json to `armistice draw - --gallery`";
                return Err(UsageError(format!("--format svg: {fault}")));
            }
            Some(Order::Random) => return Ok(Self::Sample(number)),
            None if is_plain && skip == 0 && number == 1 => return Ok(Self::First),
            Some(Order::FirstFail) => Listed::FirstFail,
            Some(Order::Lex) => Listed::Lex(selection),
            None => Listed::Any(selection),
        };
        Ok(Self::List { order, skip, number })
    }

    /// First fail looks at files, the order of reading at ranks.
    fn read_by(&self) -> ReadBy {
        match self {
            Self::List { order: Listed::FirstFail, .. } => ReadBy::Files,
            Self::First | Self::List { .. } | Self::Sample(_) => ReadBy::Ranks,
        }
    }
}

/// One placement.
fn first(mut writer: Writer<'_>, seed: u64) -> anyhow::Result<Exit> {
    let found = progress::watch_search("looking for a placement", |observer| {
        search::find_first(writer.problem, seed, observer)
    });
    match found.map_err(UsageError::new)? {
        First::Found { placement, .. } => {
            writer.write(&placement, 1, None)?;
            writer.finish(Exit::Complete)
        }
        First::None { .. } => writer.none(),
        First::Stopped => Ok(Exit::Interrupted),
    }
}

impl Listed {
    fn begin(self, problem: &Problem, observer: &dyn Observer) -> anyhow::Result<Listing> {
        let listing = match self {
            Self::FirstFail => listing::list_first_fail(problem),
            Self::Lex(selection) => listing::list_lex(problem, selection, observer),
            Self::Any(selection) => listing::list_all(problem, selection, observer),
        };
        Ok(listing.map_err(UsageError::new)?)
    }

    /// Whether each placement stands for a class.
    fn is_by_class(self) -> bool {
        match self {
            Self::FirstFail => false,
            Self::Lex(selection) | Self::Any(selection) => selection.up_to != UpTo::Nothing,
        }
    }
}

/// Placements of a list, as they are found.
fn list(mut writer: Writer<'_>, order: Listed, skip: u64, number: u64) -> anyhow::Result<Exit> {
    let mut listing = progress::watch(false, |observer| order.begin(writer.problem, observer))?;
    let last = skip.saturating_add(number);
    let mut number = 0;
    while number < last {
        let Some(listed) = listing.advance(&progress::is_interrupted) else { break };
        number += 1;
        if number <= skip {
            continue;
        }
        writer.write_checked(&listed.placement, number, order.is_by_class().then_some(listed.class_size))?;
        if progress::is_interrupted() {
            break;
        }
    }
    match () {
        () if progress::is_interrupted() => writer.finish(Exit::Interrupted),
        () if number <= skip => writer.none(),
        () => writer.finish(Exit::Complete),
    }
}

/// Placements drawn at random.
fn at_random(mut writer: Writer<'_>, number: u64, seed: u64) -> anyhow::Result<Exit> {
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    let sample = progress::watch_search("drawing placements", |observer| {
        listing::sample(writer.problem, number, seed, observer)
    });
    let sample = sample.map_err(UsageError::new)?;
    if sample.is_empty {
        return writer.none();
    }
    if !sample.is_uniform {
        output::note(
            "too many placements to draw from all alike: found by local search, some are likelier than others",
        );
    }
    for (number, placement) in (1..).zip(&sample.placements) {
        writer.write_checked(placement, number, None)?;
    }
    writer.finish(if progress::is_interrupted() { Exit::Interrupted } else { Exit::Complete })
}

/// Where placements go. What is written to standard output is seen at once; so is each of the first ones in a file.
struct Writer<'a> {
    problem: &'a Problem,
    form: Form,
    read_by: ReadBy,
    to: Box<dyn Write>,
    /// How many were written.
    written: u64,
}

/// So many placements are sent on their way one by one; after them, more at a time.
const SENT_AT_ONCE: u64 = 100;

impl<'a> Writer<'a> {
    /// Opens the file before anything is searched. On boards that do not fit a screen, squares are written if nothing else
    /// was asked for.
    fn new(arguments: &SolveArguments, problem: &'a Problem, wanted: &Wanted) -> Result<Self, UsageError> {
        let usual = if problem.board().is_large() { Form::Squares } else { Form::Diagram };
        let form = arguments.format.unwrap_or(usual);
        let to: Box<dyn Write> = match &arguments.output {
            Some(path) => {
                let file = File::create(path).map_err(|error| UsageError::of_path(path, error))?;
                Box::new(BufWriter::new(file))
            }
            None => Box::new(BufWriter::with_capacity(1 << 16, io::stdout())),
        };
        Ok(Self { problem, form, read_by: wanted.read_by(), to, written: 0 })
    }

    /// Writes a placement that no one has checked yet.
    fn write_checked(
        &mut self,
        placement: &Placement,
        number: u64,
        class_size: Option<u64>,
    ) -> anyhow::Result<()> {
        if let Some(fault) = placement.fault(self.problem) {
            anyhow::bail!("internal check failed: {}: {fault}; please report this problem", self.problem);
        }
        self.write(placement, number, class_size)
    }

    fn write(&mut self, placement: &Placement, number: u64, class_size: Option<u64>) -> anyhow::Result<()> {
        let Self { problem, form, read_by, .. } = *self;
        let solution = Solution { problem, placement, number, class_size, read_by };
        self.send(&solution::write(&solution, form).map_err(UsageError::new)?)
    }

    /// Says that there is no placement, or none after those that were skipped.
    fn none(mut self) -> anyhow::Result<Exit> {
        let is_json = self.form == Form::Json;
        self.send(&if is_json { json::no_solution(self.problem) } else { "none\n".to_owned() })?;
        self.finish(Exit::Complete)
    }

    fn send(&mut self, text: &str) -> anyhow::Result<()> {
        self.to.write_all(text.as_bytes())?;
        self.written += 1;
        if self.written <= SENT_AT_ONCE || output::is_terminal() {
            self.to.flush()?;
        }
        Ok(())
    }

    fn finish(mut self, exit: Exit) -> anyhow::Result<Exit> {
        self.to.flush()?;
        Ok(exit)
    }
}
