//! `armistice solve`: placements, one after another.

use super::args::{Order, SolveArguments};
use super::exit::UsageError;
use super::progress::{self, Counting};
use super::{Exit, input, output, picture_file, whole_file};
use anyhow::Context;
use armistice::Placement;
use armistice::Problem;
use armistice::UpTo;
use armistice::notation::ReadBy;
use armistice::plan::Observer;
use armistice::report::solution::{self, Form};
use armistice::report::{Solution, json, numbers};
use armistice::run::files::{Draft, is_special};
use armistice::search::listing::{self, Listing, Selection};
use armistice::search::random::Sampler;
use armistice::search::{self, First};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::Path;

pub(super) fn run(arguments: &SolveArguments) -> anyhow::Result<Exit> {
    let problem = arguments.lines.apply(input::one_problem(&arguments.problem)?);
    let wanted = Wanted::new(arguments)?;
    let writer = Writer::new(arguments, &problem, &wanted)?;
    progress::catch_interruptions()?;
    // What was found before an interruption is written.
    let _counting = Counting::begin();
    match wanted {
        Wanted::First => first(writer, arguments.seed.unwrap_or(1)),
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
            Some(Order::Random) => return Ok(Self::Sample(number)),
            None if is_plain && skip == 0 && number == 1 => return Ok(Self::First),
            Some(Order::FirstFail) => Listed::FirstFail,
            Some(Order::Lex) => Listed::Lex(selection),
            None => Listed::Any(selection),
        };
        Ok(Self::List { order, skip, number })
    }

    /// At most so many placements.
    fn number(&self) -> u64 {
        match self {
            Self::First => 1,
            Self::List { number, .. } | Self::Sample(number) => *number,
        }
    }

    /// First fail looks at files, the order of reading at ranks.
    fn read_by(&self) -> ReadBy {
        match self {
            Self::List { order: Listed::FirstFail, .. } => ReadBy::Files,
            Self::First | Self::List { .. } | Self::Sample(_) => ReadBy::Ranks,
        }
    }
}

/// What an interrupted search says.
pub(super) const NOTHING_FOUND: &str = "interrupted: no placement found yet, and none ruled out";

/// One placement.
fn first(mut writer: Writer<'_>, seed: u64) -> anyhow::Result<Exit> {
    let found = progress::nothing_to_lose(NOTHING_FOUND, || {
        progress::watch_search("looking for a placement", |observer| {
            search::find_first(writer.problem, seed, observer)
        })
    });
    match found.map_err(UsageError::new)? {
        First::Found { placement, .. } => {
            writer.write(&placement, 1, None)?;
            writer.finish(Exit::Complete)
        }
        First::None { .. } => writer.none(),
        First::Stopped => {
            output::note(NOTHING_FOUND);
            Ok(Exit::Interrupted)
        }
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
    let mut listing = progress::nothing_to_lose(NOTHING_FOUND, || {
        progress::watch(false, |observer| order.begin(writer.problem, observer))
    })?;
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
        () if progress::is_interrupted() => {
            let written = numbers::counted(writer.written as usize, "placement");
            output::note(&format!("interrupted after {written}; there may be more"));
            writer.finish(Exit::Interrupted)
        }
        () if number == 0 => writer.none(),
        () if number <= skip => {
            let all = numbers::counted(number as usize, "placement");
            output::note(&format!("nothing is left after --skip {skip}: there are {all}"));
            writer.finish(Exit::Complete)
        }
        () => writer.finish(Exit::Complete),
    }
}

/// Placements drawn at random, more and more at a time: the first one is there soon, and many take little memory.
fn at_random(mut writer: Writer<'_>, number: u64, seed: Option<u64>) -> anyhow::Result<Exit> {
    let seed = seed.unwrap_or_else(|| {
        let seed = fresh_seed();
        output::note(&format!("--seed {seed} draws the same again"));
        seed
    });
    let sampler = progress::nothing_to_lose(NOTHING_FOUND, || {
        progress::watch_search("counting what there is to draw from", |observer| {
            Sampler::new(writer.problem, seed, observer)
        })
    });
    let mut sampler = sampler.map_err(UsageError::new)?;
    if !sampler.is_uniform() && !progress::is_interrupted() {
        output::note("too many placements to count: found by local search, some are likelier than others");
    }
    let (mut drawn, mut batch) = (0, 1);
    while drawn < number && !progress::is_interrupted() {
        let next = batch.min(number - drawn);
        let placements =
            progress::watch_search("drawing placements", |observer| sampler.draw(next as usize, observer));
        let placements = placements.map_err(UsageError::new)?;
        if placements.is_empty() && !progress::is_interrupted() {
            return writer.none();
        }
        for placement in &placements {
            drawn += 1;
            writer.write_checked(placement, drawn, None)?;
            if progress::is_interrupted() {
                break;
            }
        }
        batch = (batch * BATCH_GROWS).min(LARGEST_BATCH);
    }
    if progress::is_interrupted() {
        output::note(&format!("interrupted after {}", numbers::counted(drawn as usize, "placement")));
        return writer.finish(Exit::Interrupted);
    }
    writer.finish(Exit::Complete)
}

/// So many placements are drawn at a time at most: a read of all levels of a sweep serves them all.
const LARGEST_BATCH: u64 = 1 << 14;
const BATCH_GROWS: u64 = 8;

/// A seed that is another one each time, and not long to type.
fn fresh_seed() -> u64 {
    RandomState::new().hash_one(0) % 1_000_000_000
}

/// Where placements go. What is written to standard output is seen at once; a file takes its place when it is whole, or
/// when the search is stopped.
struct Writer<'a> {
    problem: &'a Problem,
    form: Form,
    wrapping: Wrapping,
    read_by: ReadBy,
    to: Target<'a>,
    /// How many were written.
    written: u64,
}

/// What stands around the placements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wrapping {
    Nothing,
    /// The brackets and commas of one value of JSON.
    List,
    /// The picture is turned into pixels.
    Png,
}

enum Target<'a> {
    Stdout(BufWriter<io::Stdout>),
    File(&'a Path, BufWriter<Draft>),
}

/// So many placements are sent on their way one by one; after them, more at a time.
const SENT_AT_ONCE: u64 = 100;

/// The form of a file by its name, and what stands around its placements; nothing for what has no such name, as a device.
fn by_name(path: &Path, usual: Form, number: u64) -> Result<(Form, Wrapping), UsageError> {
    Ok(match whole_file::extension(path).as_deref() {
        Some("txt") => (usual, Wrapping::Nothing),
        Some("fen") => (Form::Fen, Wrapping::Nothing),
        // One placement is an object, several are a list of them.
        Some("json") => (Form::Json, if number > 1 { Wrapping::List } else { Wrapping::Nothing }),
        Some("jsonl" | "ndjson") => (Form::Json, Wrapping::Nothing),
        Some("svg") => (Form::Svg, Wrapping::Nothing),
        Some("png") => (Form::Svg, Wrapping::Png),
        None if is_special(path) => (usual, Wrapping::Nothing),
        _ => {
            let expected =
                "a name that ends with .txt, .fen, .json, .jsonl, .svg or .png was expected, or --format";
            return Err(UsageError::of_path(path, expected));
        }
    })
}

impl<'a> Writer<'a> {
    /// Opens the file before anything is searched. On boards that do not fit a screen, squares are written if nothing else
    /// was asked for.
    fn new(arguments: &'a SolveArguments, problem: &'a Problem, wanted: &Wanted) -> Result<Self, UsageError> {
        let usual = if problem.board().is_large() { Form::Squares } else { Form::Diagram };
        let path = arguments.output.as_deref();
        let named = path.map(|path| by_name(path, usual, wanted.number()));
        let (form, wrapping) = match (arguments.format, named) {
            (None, Some(named)) => named?,
            // The name of a file does not change what was asked for, but how values of JSON are put together.
            (Some(Form::Json), Some(Ok((Form::Json, wrapping)))) => (Form::Json, wrapping),
            (format, _) => (format.unwrap_or(usual), Wrapping::Nothing),
        };
        if form == Form::Svg && wanted.number() > 1 {
            let fault =
                "one picture is written; for many, write --format json to `armistice draw - --gallery`";
            return Err(UsageError(format!("{}: {fault}", path_or(path, "--format svg"))));
        }
        if wrapping == Wrapping::Png && cfg!(not(feature = "png")) {
            return Err(UsageError::new(
                "this program was built without PNG: a name that ends with .svg was expected",
            ));
        }
        let to = match path {
            Some(path) => {
                whole_file::check(path)?;
                let draft = Draft::begin(path).map_err(|error| UsageError::of_path(path, error))?;
                Target::File(path, BufWriter::new(draft))
            }
            None => Target::Stdout(BufWriter::with_capacity(1 << 16, io::stdout())),
        };
        let mut writer = Self { problem, form, wrapping, read_by: wanted.read_by(), to, written: 0 };
        if wrapping == Wrapping::List {
            writer.write_all(b"[\n").map_err(UsageError::new)?;
        }
        Ok(writer)
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

    /// Says that there is no placement.
    fn none(mut self) -> anyhow::Result<Exit> {
        match (self.form, self.wrapping) {
            // An empty list says so.
            (_, Wrapping::List) => {}
            (Form::Json, _) => self.send(&json::no_solution(self.problem))?,
            // A picture of nothing is none.
            (Form::Svg, _) if matches!(self.to, Target::File(..)) => {
                output::write(&format!("{}: none\n", self.problem))?;
                return Ok(Exit::Complete);
            }
            _ => self.send("none\n")?,
        }
        self.finish(Exit::Complete)
    }

    fn send(&mut self, text: &str) -> anyhow::Result<()> {
        self.written += 1;
        match self.wrapping {
            Wrapping::Png => return self.write_all(&picture_file::png(text, None)?),
            Wrapping::List if self.written > 1 => self.write_all(b",")?,
            Wrapping::List | Wrapping::Nothing => {}
        }
        self.write_all(text.as_bytes())?;
        if let Target::Stdout(to) = &mut self.to
            && (self.written <= SENT_AT_ONCE || output::is_terminal())
        {
            to.flush().context("standard output")?;
        }
        Ok(())
    }

    fn write_all(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match &mut self.to {
            Target::Stdout(to) => to.write_all(bytes).context("standard output"),
            Target::File(path, to) => to.write_all(bytes).with_context(|| output::quoted_path(path)),
        }
    }

    fn finish(mut self, exit: Exit) -> anyhow::Result<Exit> {
        if self.wrapping == Wrapping::List {
            self.write_all(b"]\n")?;
        }
        match self.to {
            Target::Stdout(mut to) => to.flush().context("standard output")?,
            Target::File(path, to) => {
                let draft = to.into_inner().map_err(io::IntoInnerError::into_error);
                draft.and_then(Draft::finish).with_context(|| output::quoted_path(path))?;
            }
        }
        Ok(exit)
    }
}

/// The name of a file in quotes, or what was typed in its stead.
fn path_or(path: Option<&Path>, typed: &str) -> String {
    path.map_or_else(|| typed.to_owned(), output::quoted_path)
}
