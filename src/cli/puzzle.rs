//! `armistice puzzle`: makes puzzles with exactly one solution, finds the fewest pieces that force a
//! placement, and the most pieces that can always be completed.

use super::args::{PuzzleArguments, PuzzleForm};
use super::exit::{UsageError, check_request};
use super::picture_file::PictureFile;
use super::worksheet::{self, ONLY_ONES, Sheet};
use super::{Exit, input, output, progress, regions, time, whole_file};
use crate::Problem;
use crate::clock::Instant;
use crate::plan::{Observer, StoppingObserver};
use crate::report::numbers::count_noun;
use crate::report::puzzle as report;
use crate::report::svg::{self, Look, Picture};
use crate::report::text::Style;
use crate::run::files::is_special;
use crate::search::SearchError;
use crate::search::puzzle::{
    ForcingSets, Maker, Puzzle, PuzzleRequest, completion, forcing, puzzle_of, with_given,
};
use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

pub(super) fn run(arguments: &PuzzleArguments) -> anyhow::Result<Exit> {
    if arguments.quiet && !arguments.fewest && !arguments.completable {
        return Err(
            UsageError::new("--quiet prints only a number, so it needs --fewest or --completable").into()
        );
    }
    let problem = input::one_problem_with(&arguments.problem, arguments.file.as_deref(), &arguments.given)?;
    let mut target = Target::new(arguments)?;
    progress::catch_interruptions()?;
    let end = time::end(arguments.budget);
    if arguments.completable {
        return completable(&problem, &target, end);
    }
    let made = match arguments.fewest {
        true => fewest(&problem, arguments, &mut target, end)?,
        false => make(&problem, arguments, &mut target, end)?,
    };
    target.finish(&problem)?;
    Ok(made)
}

/// Returns the exit code of a search that stopped early.
fn stopped_exit() -> Exit {
    if progress::is_interrupted() { Exit::Interrupted } else { Exit::Limit }
}

/// Searches until the time limit or an interruption.
fn search<T>(end: Option<Instant>, search: impl FnOnce(&dyn Observer) -> T) -> T {
    progress::watch_largest(true, |observer| search(&StoppingObserver { observer, end }))
}

fn completable(problem: &Problem, target: &Target<'_>, end: Option<Instant>) -> anyhow::Result<Exit> {
    let found = check_request(search(end, |observer| completion(problem, observer)))?;
    output::write(&match target.form {
        Form::Json => report::completion_json(problem, &found),
        _ => report::completion(problem, &found, target.style()),
    })?;
    Ok(if found.complete { Exit::Complete } else { stopped_exit() })
}

/// Makes random puzzles.
fn make(
    problem: &Problem,
    arguments: &PuzzleArguments,
    target: &mut Target<'_>,
    end: Option<Instant>,
) -> anyhow::Result<Exit> {
    let wanted = PuzzleRequest { level: arguments.level, regions: arguments.regions, seed: seed(arguments) };
    let mut maker = check_request(Maker::new(problem, wanted))?;
    for _ in 0..arguments.count.unwrap_or(1) {
        let written = target.written;
        match search(end, |observer| maker.make(observer)) {
            // There are no more puzzles, or very few.
            Err(SearchError::NoSuchPuzzle { tried }) if written > 0 => {
                output::note(&format!("found only {} in {tried} attempts", count_noun(written, "puzzle")));
                return Ok(Exit::Limit);
            }
            Err(SearchError::NoSuchPuzzle { tried }) if arguments.regions.is_some() => {
                return Err(without_lines(problem, arguments, tried).into());
            }
            made => match check_request(made)? {
                Some(puzzle) => target.write(puzzle)?,
                None => {
                    output::note(&format!("stopped after {}", count_noun(written, "puzzle")));
                    return Ok(stopped_exit());
                }
            },
        }
    }
    Ok(Exit::Complete)
}

/// Says that regions alone make no puzzle, and which numbers in ranks and files may make one.
fn without_lines(problem: &Problem, arguments: &PuzzleArguments, tried: u32) -> UsageError {
    let number = arguments.regions.unwrap_or(1);
    let fault = SearchError::NoSuchPuzzle { tried };
    let other = regions::with_lines(problem, number).filter(|other| other != problem);
    UsageError(match other {
        None => fault.to_string(),
        Some(other) => {
            let option = if number == 1 { String::new() } else { format!("={number}") };
            let words = ["puzzle".to_owned(), other.to_string(), format!("--regions{option}")];
            let command = output::command(&words.map(OsString::from));
            format!("{fault}, or add numbers in ranks and files (rank={number} file={number}): {command}")
        }
    })
}

/// A sentence about boards with pre-placed pieces, which count among the pieces to place.
const SOME_STAND: &str = " Some of them stand already.";

/// Finds the fewest pieces that force a placement, and makes puzzles with that number.
fn fewest(
    problem: &Problem,
    arguments: &PuzzleArguments,
    target: &mut Target<'_>,
    end: Option<Instant>,
) -> anyhow::Result<Exit> {
    let examples = if arguments.quiet { 0 } else { arguments.count.unwrap_or(1) as usize };
    let found: ForcingSets =
        check_request(search(end, |observer| forcing(problem, examples, seed(arguments), observer)))?;
    let line = match target.form {
        Form::Json => report::fewest_json(problem, &found),
        _ => report::fewest(problem, &found, target.style()),
    };
    // A file holds only puzzles.
    match target.path {
        Some(_) => output::note(line.trim_end()),
        None => output::write(&line)?,
    }
    for (given, _) in &found.examples {
        let with_given = with_given(problem, given.pieces());
        match check_request(search(end, |observer| puzzle_of(with_given, problem, observer)))? {
            Some(puzzle) => target.write(puzzle)?,
            None => return Ok(stopped_exit()),
        }
    }
    Ok(if found.complete { Exit::Complete } else { stopped_exit() })
}

/// Returns the seed that the user gave, or a new one.
fn seed(arguments: &PuzzleArguments) -> u64 {
    arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(0) >> 32)
}

/// The form in which puzzles are written.
enum Form {
    Diagram,
    Text,
    Json,
    /// A JSON list in a file.
    JsonList,
    /// Boards to fill in.
    Sheet(PictureFile, Look),
}

/// The destination of puzzles: standard output one by one, or a file at the end.
struct Target<'a> {
    arguments: &'a PuzzleArguments,
    form: Form,
    path: Option<&'a Path>,
    /// The content of the file.
    text: String,
    puzzles: Vec<Puzzle>,
    written: usize,
}

impl<'a> Target<'a> {
    fn new(arguments: &'a PuzzleArguments) -> anyhow::Result<Self> {
        let path = arguments.output.as_deref();
        let form = match (arguments.format, path) {
            (Some(PuzzleForm::Diagram), _) | (None, None) => Form::Diagram,
            (Some(PuzzleForm::Text), _) => Form::Text,
            (Some(PuzzleForm::Json), _) => Form::Json,
            (None, Some(path)) => by_name(path, arguments)?,
        };
        if let (Some(path), Form::Diagram | Form::Text | Form::Json | Form::JsonList) = (path, &form) {
            whole_file::check(path)?;
        }
        Ok(Self { arguments, form, path, text: String::new(), puzzles: Vec::new(), written: 0 })
    }

    fn style(&self) -> Style {
        if self.arguments.quiet { Style::Number } else { Style::Plain }
    }

    fn write(&mut self, puzzle: Puzzle) -> anyhow::Result<()> {
        self.written += 1;
        let number = self.written as u64;
        let text = match self.form {
            Form::Diagram => report::puzzle(&puzzle, number),
            Form::Text => format!("{}\n", puzzle.problem),
            Form::Json => report::puzzle_json(&puzzle, number),
            Form::JsonList => {
                (if number > 1 { "," } else { "" }).to_owned() + &report::puzzle_json(&puzzle, number)
            }
            Form::Sheet(..) => {
                self.puzzles.push(puzzle);
                return Ok(());
            }
        };
        match self.path {
            Some(_) => self.text += &text,
            None => output::write(&text)?,
        }
        Ok(())
    }

    /// Writes the file.
    fn finish(&self, problem: &Problem) -> anyhow::Result<()> {
        let Some(path) = self.path else { return Ok(()) };
        match &self.form {
            Form::Sheet(..) if self.puzzles.is_empty() => Ok(()),
            Form::Sheet(file, look) => {
                let has_regions = self.arguments.regions.is_some();
                let shown = if has_regions { &self.puzzles[0].problem } else { problem };
                let mut instruction = svg::instruction(shown, crate::Demand::Nothing, false);
                let is_given = |puzzle: &Puzzle| !puzzle.given.pieces().is_empty();
                if !instruction.is_empty() && self.puzzles.iter().any(is_given) {
                    instruction += SOME_STAND;
                }
                let sheet = Sheet {
                    title: problem.to_string(),
                    instruction,
                    note: ONLY_ONES.to_owned(),
                    solutions: self.puzzles.len(),
                };
                let boards: Vec<(Picture, Picture)> = (1..).zip(&self.puzzles).map(pictures).collect();
                let paper = self.arguments.look.paper;
                file.write_drawn(&worksheet::draw_sheets(&boards, &sheet, file.format, paper, look))
            }
            Form::JsonList => whole_file::write(path, format!("[\n{}]\n", self.text).as_bytes()),
            Form::Diagram | Form::Text | Form::Json => whole_file::write(path, self.text.as_bytes()),
        }
    }
}

/// Draws a puzzle to fill in, and its solution.
fn pictures((number, puzzle): (u64, &Puzzle)) -> (Picture, Picture) {
    let Puzzle { problem, given, solution, .. } = puzzle;
    let title = format!("{}, to fill in", svg::title(problem, given));
    let numbered = |picture: Picture| Picture { number: Some(number), ..picture };
    let task = Picture { title, ..Picture::new(problem, given) };
    (numbered(task), numbered(Picture::new(problem, solution)))
}

/// Finds the form by the extension of the file.
fn by_name(path: &Path, arguments: &PuzzleArguments) -> anyhow::Result<Form> {
    Ok(match whole_file::extension(path).as_deref() {
        Some("txt") => Form::Text,
        Some("jsonl" | "ndjson") => Form::Json,
        Some("json") => Form::JsonList,
        Some("svg" | "png" | "pdf" | "html" | "htm") => {
            let mut file = PictureFile::new(Some(path), None)?;
            let look = file.look(&arguments.look)?;
            worksheet::check_format(file.format, "puzzles", &look)?;
            Form::Sheet(file, look)
        }
        None if is_special(path) => Form::Diagram,
        _ => {
            let expected = "cannot tell the format from this name: use .txt, .json, .jsonl, .pdf, .html, .svg or .png, or give --format";
            return Err(UsageError::of_path(path, expected).into());
        }
    })
}
