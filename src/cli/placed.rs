//! Placements that users type or that are read from files, in every form that `solve` writes.

use super::args::PlacedArguments;
use super::exit::UsageError;
use super::{input, output};
use crate::Placement;
use crate::Problem;
use crate::board::{Square, Topology};
use crate::notation::{
    Legend, LineError, RecordContent, TextFault, board_and_pieces_of_fen, excerpt, is_diagram_rank, is_list,
    is_matrix, is_matrix_rank, looks_like_fen, placement_from_fen, placement_from_line,
    placement_from_permutation, placement_from_squares, placements_from_text, problem_without_pieces,
    read_diagram, signs_of_line,
};
use crate::piece::WALL;
use crate::{Lines, Named};
use serde::Deserialize;
use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::fmt::Display;

/// The content of a line or of the arguments.
pub(super) enum LineContent {
    /// A problem without pieces.
    Problem(Problem),
    /// A problem with pieces on squares.
    Placed(PlacedPieces),
}

/// Pieces on squares, which may be a placement of the problem.
pub(super) struct PlacedPieces {
    pub(super) problem: Problem,
    pub(super) placement: Placement,
    /// The number among the placements of the problem.
    pub(super) number: Option<u64>,
    /// The number of placements that this one represents.
    pub(super) class_size: Option<u64>,
}

impl PlacedPieces {
    /// Makes a single placement, which is not from a numbered list.
    pub(super) fn new(problem: Problem, placement: Placement) -> Self {
        Self { problem, placement, number: None, class_size: None }
    }
}

/// The content of a line or of the arguments, or an error.
pub(super) struct GivenLine {
    /// The number of the line in the file or on standard input, from 1; `None` for arguments.
    pub(super) number: Option<usize>,
    /// A [`UsageError`] if the line cannot be understood; another error if the file or the pipe fails.
    pub(super) given: anyhow::Result<LineContent>,
}

/// Makes an error about a problem, whose text is shortened.
pub(super) fn placement_error(problem: &Problem, fault: impl Display) -> UsageError {
    UsageError(format!("{}: {fault}", excerpt(&problem.to_string(), 60)))
}

/// Makes the error that a problem has no placement.
pub(super) fn no_placement(problem: &Problem) -> UsageError {
    UsageError(format!("{} has no placement", excerpt(&problem.to_string(), 60)))
}

/// Reads problems and placements one after another, as they arrive.
pub(super) fn lines(arguments: &PlacedArguments) -> anyhow::Result<Box<dyn Iterator<Item = GivenLine>>> {
    let mut problem = arguments.problem.clone();
    let is_piped = problem.pop_if(|word| word == "-").is_some();
    let typed = typed_placement(arguments)?;
    let legend = arguments.signs.get();
    if is_piped && (typed.is_some() || arguments.file.is_some()) {
        let fault = "with --fen, --squares, --permutation or --file, write the problem instead of -";
        return Err(UsageError(fault.to_owned()).into());
    }
    let only = |given| Box::new(std::iter::once(GivenLine { number: None, given }));
    Ok(match typed {
        Some(typed) => only(typed.read(&problem, &legend)),
        None if is_piped || arguments.file.is_some() => {
            let beside = TypedContext::new(&problem, &legend)?;
            let (known, signs) = (beside.clone(), legend.clone());
            let texts = input::placement_lines(arguments.file.as_deref(), move |text| {
                known.is_comment(text, &signs)
            })?;
            let texts = Texts { returned: VecDeque::new(), unread: texts };
            let (waiting, said, has_matrix) = (VecDeque::new(), BTreeSet::new(), false);
            Box::new(GivenLines { beside, legend, texts, waiting, said, has_matrix })
        }
        None => {
            only(input::typed_problem(&problem, &legend).and_then(|text| Ok(read_arguments(&text, &legend)?)))
        }
    })
}

/// Reads a problem, or a problem with a placement behind it: `8x8 Q8 15863724`.
fn read_arguments(text: &str, legend: &Legend) -> Result<LineContent, UsageError> {
    let read = read_any(text)
        .map(LineContent::Problem)
        .or_else(|error| read_both(text, legend).unwrap_or(Err(error)));
    let is_record = text.contains('{') && text.contains("\"problem\"");
    match read {
        Err(_) if is_record => Err(UsageError::new(
            "'{…}': a record with its problem is read from a file (--file FILE) or from standard input (-)",
        )),
        read => read,
    }
}

/// Reads a problem and its placement; `None` if no part of the text looks like a placement.
fn read_both(text: &str, legend: &Legend) -> Option<Result<LineContent, UsageError>> {
    let ends = text.rmatch_indices(' ').map(|(at, _)| text.split_at(at));
    let (problem, line) = ends.into_iter().find_map(|(problem, line)| {
        let line = line.trim();
        let text =
            if looks_like_fen(line) { with_pieces_of(problem.trim(), line) } else { problem.to_owned() };
        Some((read_any(&text).ok().filter(|problem| problem.pieces().next().is_some())?, line))
    })?;
    match placements_from_text(&problem, line, legend, RecordContent::Placement) {
        Ok(mut read) if read.value.len() == 1 => {
            read.notes.iter().for_each(|note| output::note(note));
            Some(Ok(LineContent::Placed(PlacedPieces::new(problem, read.value.swap_remove(0)))))
        }
        Ok(read) => Some(Err(UsageError(format!(
            "found {} placements, but one was expected: \
             put them into a file, or write - for standard input",
            read.value.len()
        )))),
        Err(LineError::Unknown(_)) => None,
        Err(error) => Some(Err(UsageError::new(error))),
    }
}

fn read_problem(text: &str) -> Result<Problem, UsageError> {
    text.parse::<Problem>().map_err(UsageError::new)
}

/// Reads a problem, or a board without pieces.
pub(super) fn read_any(text: &str) -> Result<Problem, UsageError> {
    text.parse::<Problem>()
        .or_else(|error| match error.fault {
            TextFault::NoPieces => problem_without_pieces(text),
            _ => Err(error),
        })
        .map_err(UsageError::new)
}

/// A placement in the value of an option.
struct TypedPlacement {
    text: String,
    /// The name of the option.
    option: &'static str,
}

fn typed_placement(arguments: &PlacedArguments) -> anyhow::Result<Option<TypedPlacement>> {
    let options = [
        (&arguments.fen, "--fen"),
        (&arguments.squares, "--squares"),
        (&arguments.permutation, "--permutation"),
    ];
    let typed = options.into_iter().find_map(|(text, option)| Some((text.as_ref()?, option)));
    let Some((text, option)) = typed else { return Ok(None) };
    let text = input::utf8(text.as_encoded_bytes().to_vec())
        .map_err(|error| UsageError(format!("{option}: {error}")))?;
    Ok(Some(TypedPlacement { text, option }))
}

impl TypedPlacement {
    /// Reads the placement, given the typed problem.
    fn read(&self, problem: &[OsString], legend: &Legend) -> anyhow::Result<LineContent> {
        let Self { text, option } = self;
        let problem = input::typed_problem(problem, legend)?;
        let problem = match *option {
            "--fen" => read_any(&with_pieces_of(&problem, text))?,
            _ => read_problem(&problem)?,
        };
        let placement = match *option {
            "--fen" => placement_from_fen(&problem, text).map_err(|error| error.to_string()),
            "--squares" => placement_from_squares(&problem, text).map_err(|error| error.to_string()),
            _ => placement_from_permutation(&problem, text).map_err(|error| error.to_string()),
        };
        let placement = placement.map_err(|error| UsageError(format!("{option}: {error}")))?;
        Ok(LineContent::Placed(PlacedPieces::new(problem, placement)))
    }
}

/// Takes the pieces of the problem from a FEN, if the user typed no problem or a board alone. Otherwise
/// returns the typed text. Lines end at the first piece, as in chess, unless the user typed another rule.
fn with_pieces_of(typed: &str, fen: &str) -> String {
    if !typed.is_empty() && !is_board(typed) {
        return typed.to_owned();
    }
    let (shown, pieces) = board_and_pieces_of_fen(fen);
    let (board, rules) = typed.split_once(' ').unwrap_or((typed, ""));
    let has_rule = rules.split_whitespace().any(|word| find_name::<Lines>(word).is_some());
    let rule = if pieces.contains('/') && !has_rule { Lines::Blocked.name() } else { "" };
    let words = [if board.is_empty() { &shown } else { board }, &pieces, rules, rule];
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether a text is a board alone, perhaps with a topology or a rule for lines. It must begin with a digit,
/// which pieces need not.
fn is_board(text: &str) -> bool {
    let is_rule = |word: &str| find_name::<Lines>(word).is_some() || find_name::<Topology>(word).is_some();
    text.starts_with(|sign: char| sign.is_ascii_digit()) && text.split_whitespace().skip(1).all(is_rule)
}

/// Finds the item with this name, in upper or lower case.
fn find_name<T: Named>(word: &str) -> Option<T> {
    T::from_name(&word.to_ascii_lowercase())
}

/// The typed problem or board to which the placements belong.
#[derive(Clone)]
enum TypedContext {
    Nothing,
    /// A board alone, whose pieces come from FENs.
    Board(String),
    Problem(Problem),
}

impl TypedContext {
    fn new(problem: &[OsString], legend: &Legend) -> anyhow::Result<Self> {
        let text = input::typed_problem(problem, legend)?;
        Ok(match text.as_str() {
            "" => Self::Nothing,
            board if is_board(board) => Self::Board(text),
            problem => Self::Problem(read_problem(problem)?),
        })
    }

    /// Whether a line of placements is a comment, though a wall may be what it begins with, or a `#` that is a sign of a diagram: no
    /// letter or number is in that rank, or the legend gives a meaning to `#`.
    fn is_comment(&self, text: &str, legend: &Legend) -> bool {
        let is_placed = || match self {
            Self::Nothing | Self::Board(_) => looks_like_fen(text.trim_start()),
            Self::Problem(problem) => {
                let mut signs = (0..).map_while(|line| signs_of_line(problem.board(), line));
                let is_rank = signs.any(|signs| is_diagram_rank(text, signs));
                let is_sign = |sign: char| "#._-*|, ".contains(sign);
                match problem.walls() {
                    Some(_) if is_rank => true,
                    Some(_) => !matches!(placement_from_line(problem, text), Err(LineError::Unknown(_))),
                    None if legend.meaning("#").is_some() => is_rank,
                    None => is_rank && text.contains(['.', '_']) && text.chars().all(is_sign),
                }
            }
        };
        text.trim_start().starts_with("//") || input::is_comment(text) && !is_placed()
    }
}

/// A stream of lines, some of which may be put back.
struct Texts {
    returned: VecDeque<input::TextLine>,
    unread: Box<dyn Iterator<Item = input::TextLine>>,
}

impl Iterator for Texts {
    type Item = input::TextLine;

    fn next(&mut self) -> Option<input::TextLine> {
        self.returned.pop_front().or_else(|| self.unread.next())
    }
}

impl Texts {
    fn peek(&mut self) -> Option<&input::TextLine> {
        if self.returned.is_empty() {
            self.returned.extend(self.unread.next());
        }
        self.returned.front()
    }

    fn next_if(&mut self, is_wanted: impl FnOnce(&input::TextLine) -> bool) -> Option<input::TextLine> {
        self.peek().is_some_and(is_wanted).then(|| self.next()).flatten()
    }
}

/// Placements that are read, each in the form that it seems to have.
struct GivenLines {
    beside: TypedContext,
    legend: Legend,
    texts: Texts,
    /// Those of a list that was read.
    waiting: VecDeque<GivenLine>,
    /// The notes about how signs were read, each of which is printed once.
    said: BTreeSet<String>,
    /// Whether a matrix of 0 and 1 was read.
    has_matrix: bool,
}

impl Iterator for GivenLines {
    type Item = GivenLine;

    fn next(&mut self) -> Option<GivenLine> {
        if let Some(next) = self.waiting.pop_front() {
            return Some(next);
        }
        let line = self.texts.next()?;
        let number = line.number;
        match line.text.and_then(|text| Ok(self.read(&text)?)) {
            Ok(all) => {
                self.waiting.extend(all.into_iter().map(|given| GivenLine { number, given: Ok(given) }));
                self.next()
            }
            Err(error) => Some(GivenLine { number, given: Err(error) }),
        }
    }
}

impl GivenLines {
    /// Reads the content of a line. If the line begins a diagram or a list, reads the following lines, too.
    fn read(&mut self, text: &str) -> Result<Vec<LineContent>, UsageError> {
        if text == "none" {
            return Err(UsageError("'none' stands for no placement: there is nothing to read".to_owned()));
        }
        let is_record = text.trim_start().starts_with('{');
        let has_problem = matches!(self.beside, TypedContext::Problem(_));
        let text = if has_problem && is_list(text) { self.whole_list(text) } else { text.to_owned() };
        let is_own = |text: &str| {
            text.contains("\"problem\"") && (text.contains("\"pieces\"") || text.contains("\"schema\""))
        };
        let is_foreign = has_problem && !is_own(&text);
        if is_record && !is_foreign {
            let placed = read_json(&text)?;
            self.check_problem(&placed.problem)?;
            return Ok(vec![LineContent::Placed(placed)]);
        }
        let problem = match &self.beside {
            TypedContext::Nothing if looks_like_fen(&text) => read_any(&with_pieces_of("", &text))?,
            TypedContext::Nothing if text.starts_with(HEADING) || is_list(&text) => {
                // The ranks are skipped, because each would be reported as an error.
                while self.texts.next_if(is_any_rank).is_some() {}
                let form = if is_list(&text) { "list" } else { "diagram" };
                return Err(UsageError(format!(
                    "a {form} needs its problem: write it before -, or with --file"
                )));
            }
            TypedContext::Nothing => return Ok(vec![LineContent::Problem(read_problem(&text)?)]),
            TypedContext::Board(board) => read_any(&with_pieces_of(board, &text))?,
            TypedContext::Problem(problem) => problem.clone(),
        };
        if self.is_size(&problem, &text) {
            return Ok(Vec::new());
        }
        let is_first_rank = |signs| is_diagram_rank(&text, signs);
        if text.starts_with(HEADING) || signs_of_line(problem.board(), 0).is_some_and(is_first_rank) {
            return Ok(vec![LineContent::Placed(self.read_diagram(problem, &text)?)]);
        }
        if let Some(ranks) = self.matrix(&problem, &text) {
            let ranks: Vec<&str> = ranks.iter().map(String::as_str).collect();
            return Ok(vec![LineContent::Placed(self.place_ranks(problem, &ranks, None)?)]);
        }
        let text = self.with_pairs(&problem, text);
        let read = placements_from_text(&problem, &text, &self.legend, RecordContent::Placement)
            .map_err(UsageError::new)?;
        self.say(read.notes);
        Ok(read
            .value
            .into_iter()
            .map(|placement| LineContent::Placed(PlacedPieces::new(problem.clone(), placement)))
            .collect())
    }

    /// Reads the lines of a list until its brackets are closed.
    fn whole_list(&mut self, first: &str) -> String {
        let (mut text, mut brackets) = (first.to_owned(), Brackets::default());
        brackets.pass(first);
        while brackets.depth > 0
            && let Some(line) = self.texts.next_if(|line| line.text.is_ok())
        {
            text.push('\n');
            if let Ok(line) = &line.text {
                brackets.pass(line);
                text.push_str(line);
            }
        }
        text
    }

    /// The ranks of a matrix of 0 and 1 whose first rank has no 0. Lines of 1 alone are numbers of files if no matrix is beside them.
    fn matrix(&mut self, problem: &Problem, first: &str) -> Option<Vec<String>> {
        let board = problem.board();
        let mut lines: Vec<input::TextLine> = Vec::new();
        let is_rank = |text: &str, rank: usize| {
            signs_of_line(board, rank).is_some_and(|signs| is_matrix_rank(text, signs))
        };
        let is_rank_of =
            |line: &input::TextLine, rank| line.text.as_deref().is_ok_and(|text| is_rank(text, rank));
        if !is_rank(first, 0) || board.sizes()[0] == 1 {
            return None;
        }
        while lines.len() + 1 < board.sizes()[0]
            && let Some(line) = self.texts.next_if(|line| is_rank_of(line, lines.len() + 1))
        {
            lines.push(line);
        }
        let ranks: Vec<&str> =
            std::iter::once(first).chain(lines.iter().filter_map(|line| line.text.as_deref().ok())).collect();
        let has_zero = |text: &str| text.contains('0');
        let is_below = |line: &input::TextLine| {
            line.text.as_deref().is_ok_and(|text| is_rank(text, 0) && has_zero(text))
        };
        let is_whole = is_matrix(board, &ranks);
        if is_whole
            && (ranks.iter().any(|rank| has_zero(rank))
                || self.has_matrix
                || self.texts.peek().is_some_and(is_below))
        {
            return Some(ranks.into_iter().map(str::to_owned).collect());
        }
        for line in lines.into_iter().rev() {
            self.texts.returned.push_front(line);
        }
        if is_whole {
            let note = "lines of 1 are read as numbers of files or ranks, though they may be a matrix";
            self.say(vec![note.to_owned()]);
        }
        None
    }

    /// Whether a line is the size of the board, and no placement, and a diagram follows.
    fn is_size(&mut self, problem: &Problem, text: &str) -> bool {
        let board = problem.board();
        let sizes = [board.sizes()[0].to_string(), board.cols().to_string()];
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_rank = |line: &input::TextLine| {
            let signs = signs_of_line(board, 0);
            line.text.as_ref().is_ok_and(|text| signs.is_some_and(|signs| is_diagram_rank(text, signs)))
        };
        (words == sizes || words == sizes[..1])
            && placement_from_line(problem, text).is_err()
            && self.texts.peek().is_some_and(is_rank)
    }

    /// Joins a line of two numbers with similar lines below it, if each can only be a pair.
    fn with_pairs(&mut self, problem: &Problem, mut text: String) -> String {
        let is_pair = |text: &str| {
            let mut words = text.split_whitespace();
            words.clone().count() == 2 && words.all(|word| word.parse::<usize>().is_ok())
        };
        let board = problem.board();
        if board.rows() != 2 && board.cols() != 2 && is_pair(&text) {
            while let Some(line) = self.texts.next_if(|line| line.text.as_deref().is_ok_and(is_pair)) {
                text.push('\n');
                text.extend(line.text);
            }
        }
        text
    }

    /// Prints how signs were read, each note once.
    fn say(&mut self, notes: Vec<String>) {
        for note in notes {
            if !self.said.contains(&note) {
                output::note(&note);
                self.said.insert(note);
            }
        }
    }

    /// Refuses a record with a problem other than the typed one.
    fn check_problem(&self, found: &Problem) -> Result<(), UsageError> {
        match &self.beside {
            TypedContext::Problem(problem) if problem != found => {
                let shown = excerpt(&problem.to_string(), 60);
                Err(placement_error(
                    found,
                    format_args!("the placement is of a different problem than {shown}"),
                ))
            }
            TypedContext::Board(board) => {
                let fault = format!("a placement in JSON names its problem: omit {board}");
                Err(UsageError(fault))
            }
            TypedContext::Nothing | TypedContext::Problem(_) => Ok(()),
        }
    }

    /// Reads a diagram. `first` is its heading or its first rank.
    fn read_diagram(&mut self, problem: Problem, first: &str) -> Result<PlacedPieces, UsageError> {
        let heading = first.starts_with(HEADING).then_some(first);
        let mut ranks: Vec<String> = if heading.is_some() { Vec::new() } else { vec![first.to_owned()] };
        let is_matrix = heading.is_none() && is_matrix_rank(first, problem.board().cols());
        // Below a heading, letters with digits are pieces with the numbers of their armies, not squares.
        let is_full = |text: &str, signs: usize| {
            let words = || text.split_whitespace();
            let is_piece = |word: &str| {
                let mut signs = word.chars();
                signs.next().is_some_and(|sign| !sign.is_ascii_digit())
                    && signs.all(|sign| sign.is_ascii_digit())
            };
            heading.is_some() && words().count() == signs && words().all(is_piece)
        };
        let is_rank = |line: &input::TextLine, signs: usize| {
            let is_below = |text: &str| is_matrix && is_matrix_rank(text, signs);
            let is_rank =
                |text: &String| is_diagram_rank(text, signs) || is_full(text, signs) || is_below(text);
            line.text.as_ref().is_ok_and(|text| !text.starts_with(HEADING) && is_rank(text))
        };
        while let Some(signs) = signs_of_line(problem.board(), ranks.len())
            && let Some(line) = self.texts.next_if(|line| is_rank(line, signs))
        {
            ranks.extend(line.text);
        }
        let ranks: Vec<&str> = ranks.iter().map(String::as_str).collect();
        self.place_ranks(problem, &ranks, heading)
    }

    /// The content of the ranks of a diagram, perhaps with a heading.
    fn place_ranks(
        &mut self,
        problem: Problem,
        ranks: &[&str],
        heading: Option<&str>,
    ) -> Result<PlacedPieces, UsageError> {
        self.has_matrix |= heading.is_none() && is_matrix(problem.board(), ranks);
        let read = read_diagram(&problem, ranks, &self.legend);
        let read = read.map_err(|error| UsageError(format!("diagram, {error}")))?;
        self.say(read.notes);
        let placement = read.value;
        let (number, class_size) = heading.map_or((None, None), numbers_of);
        Ok(PlacedPieces { problem, placement, number, class_size })
    }
}

/// The brackets that are open behind the lines that were passed.
#[derive(Default)]
struct Brackets {
    depth: i64,
    quote: Option<char>,
    is_escaped: bool,
}

impl Brackets {
    fn pass(&mut self, line: &str) {
        for sign in line.chars() {
            match (sign, self.quote) {
                _ if self.is_escaped => self.is_escaped = false,
                ('\\', Some(_)) => self.is_escaped = true,
                (_, Some(open)) => self.quote = self.quote.filter(|_| sign != open),
                ('"' | '\'', None) => self.quote = Some(sign),
                ('[' | '(' | '{', None) => self.depth += 1,
                (']' | ')' | '}', None) => self.depth -= 1,
                _ => {}
            }
        }
        // The end of the line.
        self.is_escaped = false;
    }
}

/// Whether a line is a rank of a diagram of some board.
fn is_any_rank(line: &input::TextLine) -> bool {
    line.text.as_ref().is_ok_and(|text| {
        is_diagram_rank(text, text.split_whitespace().count())
            || is_diagram_rank(text, text.trim().chars().count())
    })
}

/// The beginning of the heading of a diagram, before its number.
const HEADING: &str = "Solution #";

/// Reads the number of a placement and the size of its class from a heading like `Solution #3 (one of 8):`.
fn numbers_of(heading: &str) -> (Option<u64>, Option<u64>) {
    let mut words = heading.trim_start_matches(HEADING).split([' ', ':', '(', ')']);
    let number = words.next().and_then(|word| word.parse().ok());
    let class_size = match words.next_back() {
        _ if !heading.contains('(') => None,
        _ if heading.contains("(alone)") => Some(1),
        _ => words.filter_map(|word| word.parse().ok()).next_back(),
    };
    (number, class_size)
}

/// A line that `solve` or `max` has written. Other fields are ignored.
#[derive(Deserialize)]
struct SolutionRecord {
    #[serde(default)]
    schema: String,
    problem: String,
    /// The pieces; missing if there is no placement.
    pieces: Option<Vec<ReadPiece>>,
    number: Option<serde_json::Value>,
    class_size: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct ReadPiece {
    letter: char,
    square: String,
    /// The number of the army, from 1. If it is missing, the case of the letter decides.
    army: Option<usize>,
}

fn read_json(text: &str) -> Result<PlacedPieces, UsageError> {
    let record: SolutionRecord = serde_json::from_str(text).map_err(|error| {
        let fault = error.to_string();
        // The error names a line of the text, which is always the first. The line in the file is reported
        // elsewhere.
        let fault = excerpt(fault.split(" at line ").next().unwrap_or_default(), 80);
        let (column, form) = (error.column(), "a placement as written by armistice solve --format json");
        UsageError(format!("column {column}: {fault}: expected {form}"))
    })?;
    // Large numbers are texts, because JSON readers do not read them exactly.
    let whole = |value: Option<serde_json::Value>| {
        value.and_then(|value| value.as_u64().or_else(|| value.as_str()?.parse().ok()))
    };
    // In a line of `max`, `number` is the number of pieces.
    let is_largest = record.schema.starts_with("armistice.max/");
    let is_listed = record.schema.starts_with("armistice.solve/");
    let none_found = match &record.pieces {
        None if !is_listed => {
            let fault =
                "missing field `pieces`: expected a placement as written by armistice solve --format json";
            return Err(UsageError(fault.to_owned()));
        }
        None => true,
        Some(pieces) => is_largest && pieces.is_empty() && record.number.is_none(),
    };
    if none_found {
        return Err(UsageError(format!("no placement of {} was found", output::quote(&record.problem))));
    }
    let problem = record
        .problem
        .parse::<Problem>()
        .map_err(|error| UsageError(format!("the problem of a placement: {error}")))?;
    let pieces =
        record.pieces.iter().flatten().map(|piece| read_piece(&problem, piece)).collect::<Result<_, _>>()?;
    Ok(PlacedPieces {
        placement: Placement::new(pieces),
        number: whole(record.number).filter(|_| !is_largest),
        class_size: whole(record.class_size),
        problem,
    })
}

/// Returns the number of a piece's kind, and its square.
fn read_piece(problem: &Problem, piece: &ReadPiece) -> Result<(usize, Square), UsageError> {
    let is_small = piece.letter.is_ascii_lowercase() && problem.armies().len() > 1;
    let army = piece.army.unwrap_or(if is_small { 2 } else { 1 });
    let army_of = problem.army_of();
    let kind_of = |letter: char| {
        let mut kinds = problem.pieces().enumerate();
        kinds.position(|(kind, pieces)| {
            pieces.kind.letter() == letter && (letter == WALL || army_of[kind] + 1 == army)
        })
    };
    let shown = excerpt(&piece.letter.to_string(), 1);
    let kind = kind_of(piece.letter).or_else(|| kind_of(piece.letter.to_ascii_uppercase()));
    let kind =
        kind.ok_or_else(|| placement_error(problem, format_args!("no piece {shown} in army {army}")))?;
    let square = piece
        .square
        .parse()
        .map_err(|error| UsageError(format!("piece {shown}, {}: {error}", output::quote(&piece.square))))?;
    Ok((kind, square))
}
