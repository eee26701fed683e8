//! Placements that were typed or read: FEN, lists of squares, lines of JSON.

use super::args::PlacedArguments;
use super::exit::UsageError;
use super::{input, output};
use armistice::Placement;
use armistice::Problem;
use armistice::board::Square;
use armistice::notation::{
    board_and_pieces_of_fen, excerpt, placement_from_fen, placement_from_squares, problem_on_large_board,
};
use serde::Deserialize;
use std::ffi::{OsStr, OsString};
use std::fmt::Display;

/// What stands in a line or in the arguments.
pub(super) enum Given {
    /// A problem alone.
    Problem(Problem),
    /// A problem with pieces.
    Placed(Placed),
}

/// Pieces that are to be a placement of a problem.
pub(super) struct Placed {
    pub(super) problem: Problem,
    pub(super) placement: Placement,
    /// Its number among the placements of the problem.
    pub(super) number: Option<u64>,
    /// How many placements it stands for.
    pub(super) class_size: Option<u64>,
}

impl Placed {
    /// A placement that is one of no others.
    pub(super) fn new(problem: Problem, placement: Placement) -> Self {
        Self { problem, placement, number: None, class_size: None }
    }
}

/// What was given, or what is wrong with it.
pub(super) struct Line {
    /// Its number in the file or on standard input, from 1; `None` for the arguments.
    pub(super) number: Option<usize>,
    /// A [`UsageError`] if it cannot be understood; else the file or the pipe broke.
    pub(super) given: anyhow::Result<Given>,
}

/// A mistake about a problem, whose text may be long.
pub(super) fn refused(problem: &Problem, fault: impl Display) -> UsageError {
    UsageError(format!("{}: {fault}", excerpt(&problem.to_string(), 60)))
}

/// What was given, one after another as it arrives.
pub(super) fn lines(arguments: &PlacedArguments) -> anyhow::Result<impl Iterator<Item = Line>> {
    let typed = [(&arguments.fen, "--fen"), (&arguments.squares, "--squares")];
    let typed = typed.into_iter().find_map(|(text, name)| text.as_deref().map(|text| (text, name)));
    if typed.is_some() && arguments.problem == ["-"] {
        return Err(
            UsageError("a problem was expected beside --fen or --squares, and not -".to_owned()).into()
        );
    }
    let typed = typed.map(|(text, name)| text_of(text, name).map(|text| (text, name))).transpose()?;
    let problem = match &typed {
        Some((fen, "--fen")) => with_pieces_of(&arguments.problem, fen),
        _ => arguments.problem.clone(),
    };
    let lines = input::placement_lines(&problem, arguments.file.as_deref())?;
    Ok(lines.map(move |line| {
        let given = line.text.and_then(|text| match &typed {
            Some((placement, name)) => Ok(Given::Placed(read_typed(&text, placement, name)?)),
            None if text.trim_start().starts_with('{') => Ok(Given::Placed(read_json(&text)?)),
            None => Ok(Given::Problem(problem_on_large_board(&text).map_err(UsageError::new)?)),
        });
        Line { number: line.number, given }
    }))
}

fn text_of(text: &OsStr, name: &str) -> anyhow::Result<String> {
    input::utf8(text.as_encoded_bytes().to_vec())
        .map_err(|error| UsageError(format!("{name}: {error}")).into())
}

/// The problem whose pieces are those of a FEN, if none or a board alone was typed; else what was typed.
fn with_pieces_of(typed: &[OsString], fen: &str) -> Vec<OsString> {
    let board = match typed {
        [] => None,
        // A board begins with a digit, and no piece needs to.
        [board] if !board.as_encoded_bytes().contains(&b' ') && begins_with_digit(board) => Some(board),
        _ => return typed.to_vec(),
    };
    let (shown, pieces) = board_and_pieces_of_fen(fen);
    vec![board.cloned().unwrap_or_else(|| shown.into()), pieces.into()]
}

fn begins_with_digit(word: &OsStr) -> bool {
    word.as_encoded_bytes().first().is_some_and(u8::is_ascii_digit)
}

/// A placement that was typed beside its problem.
fn read_typed(problem: &str, text: &str, name: &str) -> Result<Placed, UsageError> {
    let problem = problem_on_large_board(problem).map_err(UsageError::new)?;
    let placement = if name == "--fen" {
        placement_from_fen(&problem, text).map_err(|error| error.to_string())
    } else {
        placement_from_squares(&problem, text).map_err(|error| error.to_string())
    };
    let placement = placement.map_err(|error| UsageError(format!("{name}: {error}")))?;
    Ok(Placed::new(problem, placement))
}

/// A line as `solve` and `max` write it; other fields are not looked at.
#[derive(Deserialize)]
struct Record {
    #[serde(default)]
    schema: String,
    problem: String,
    pieces: Vec<Piece>,
    number: Option<serde_json::Value>,
    class_size: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct Piece {
    letter: char,
    square: String,
    /// The number of its army, from 1; by the case of its letter if not given.
    army: Option<usize>,
}

fn read_json(text: &str) -> Result<Placed, UsageError> {
    let record: Record = serde_json::from_str(text).map_err(|error| {
        let fault = error.to_string();
        // The line in the file is told elsewhere; here it is always the first.
        let fault = excerpt(fault.split(" at line ").next().unwrap_or_default(), 80);
        let (column, form) = (error.column(), "a placement as armistice solve --format json writes it");
        UsageError(format!("column {column}: {fault}: {form} was expected"))
    })?;
    // Counts may outgrow what JSON readers keep exact, and are texts then.
    let whole = |value: Option<serde_json::Value>| {
        value.and_then(|value| value.as_u64().or_else(|| value.as_str()?.parse().ok()))
    };
    // There `number` is that of the pieces.
    let is_largest = record.schema.starts_with("armistice.max/");
    if is_largest && record.pieces.is_empty() && record.number == Some(serde_json::Value::Null) {
        return Err(UsageError(format!("no placement of {} was found", output::quoted(&record.problem))));
    }
    let problem = problem_on_large_board(&record.problem)
        .map_err(|error| UsageError(format!("the problem of a placement: {error}")))?;
    let pieces = record.pieces.iter().map(|piece| read_piece(&problem, piece)).collect::<Result<_, _>>()?;
    Ok(Placed {
        placement: Placement::new(pieces),
        number: whole(record.number).filter(|_| !is_largest),
        class_size: whole(record.class_size),
        problem,
    })
}

/// The number of a piece's kind, and its square.
fn read_piece(problem: &Problem, piece: &Piece) -> Result<(usize, Square), UsageError> {
    let army = piece.army.unwrap_or(if piece.letter.is_ascii_lowercase() { 2 } else { 1 });
    let letter = piece.letter.to_ascii_uppercase();
    let before =
        problem.armies().iter().take(army.saturating_sub(1)).map(|army| army.pieces().len()).sum::<usize>();
    let own = army.checked_sub(1).and_then(|army| problem.armies().get(army));
    let kind = own.and_then(|army| army.pieces().iter().position(|pieces| pieces.kind.letter() == letter));
    let shown = excerpt(&piece.letter.to_string(), 1);
    let kind = kind.ok_or_else(|| refused(problem, format_args!("no piece {shown} in army {army}")))?;
    let square = piece
        .square
        .parse()
        .map_err(|error| UsageError(format!("piece {shown}, {}: {error}", output::quoted(&piece.square))))?;
    Ok((before + kind, square))
}
