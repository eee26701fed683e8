//! A placement in one line, whatever form it has: recognised by how it looks.

use super::brought::{BroughtError, Legend, ReadOutcome};
use super::diagram::{DiagramError, ranks_of_line, read_diagram};
use super::fen::{FenError, placement_from_fen};
use super::permutation::{PermutationError, is_list_of_numbers, read_permutation};
use super::squares::{NO_PIECE, SquaresError, placement_from_squares};
use crate::piece::WALL;
use crate::placement::Placement;
use crate::problem::Problem;

/// The reason why a line is not a placement of a problem, in the form that it seems to have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// It looks like FEN.
    #[error("FEN, {0}")]
    Fen(FenError),
    /// It looks like a list of squares or pairs.
    #[error("squares, {0}")]
    Squares(SquaresError),
    /// Numbers alone.
    #[error("permutation, {0}")]
    Permutation(PermutationError),
    /// It looks like a diagram.
    #[error("diagram, {0}")]
    Diagram(DiagramError),
    /// It is a list in brackets.
    #[error("{0}")]
    List(BroughtError),
    /// It looks like nothing.
    #[error(
        "'{0}' is not a placement: write FEN, squares like Na2 Qb1,d4, pairs like N(2,1), numbers like 2 4 1 \
         3, a diagram or a JSON object"
    )]
    Unknown(String),
}

/// The placement that a line describes, as FEN, a list of squares or pairs, or a permutation.
///
/// ```
/// use armistice::{Problem, notation::placement_from_line};
///
/// let problem: Problem = "4x4 Q4".parse()?;
/// let placement = placement_from_line(&problem, "1Q2/3Q/Q3/2Q1")?;
/// for line in ["Qc1,a2,d3,b4", "2 4 1 3", "Q(1,3) Q(2,1) Q(3,4) Q(4,2)"] {
///     assert_eq!(placement_from_line(&problem, line)?, placement);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A line that is none of these, or has a fault, with its column.
pub fn placement_from_line(problem: &Problem, line: &str) -> Result<Placement, LineError> {
    read_line(problem, line, &Legend::default()).map(|read| read.value)
}

/// Reads a line like [`placement_from_line`], with the meanings of a legend, and returns notes about the reading. It also reads a
/// sign for each square, rank after rank.
pub(super) fn read_line(
    problem: &Problem,
    line: &str,
    legend: &Legend,
) -> Result<ReadOutcome<Placement>, LineError> {
    let line = line.trim();
    let silent = |value| ReadOutcome { value, notes: Vec::new() };
    let squares = || placement_from_squares(problem, line).map(silent);
    if let Some(ranks) = ranks_of_line(problem, line) {
        let ranks: Vec<&str> = ranks.iter().map(String::as_str).collect();
        return read_diagram(problem, &ranks, legend).map_err(LineError::Diagram);
    }
    match () {
        () if line == NO_PIECE => Ok(silent(Placement::default())),
        () if is_list_of_numbers(line) => match read_permutation(problem, line, legend.base) {
            Ok((value, note)) => {
                let is_turned = legend.order.is_some() || legend.is_from_top.is_some();
                let unused = is_turned.then_some(
                    "a line of numbers gives a file for each rank from the top; --signs top, bottom, \
                     rank-first and file-first apply only to pairs",
                );
                Ok(ReadOutcome { value, notes: note.into_iter().chain(unused).map(str::to_owned).collect() })
            }
            Err(error) => Err(LineError::Permutation(error)),
        },
        () if is_fen(line, problem.board().rows()) => placement_from_fen(problem, line)
            .map(silent)
            // Squares of two armies may be written without a blank: Qa1/Kd3.
            .or_else(|error| squares().map_err(|_| LineError::Fen(error))),
        () if is_squares(line) => squares().map_err(LineError::Squares),
        () => Err(LineError::Unknown(super::excerpt(line, 24))),
    }
}

/// Whether a line is FEN whatever the problem: ranks of equal length.
///
/// ```
/// use armistice::notation::looks_like_fen;
///
/// assert!(looks_like_fen("1Q2/3Q/Q3/2Q1 w - - 0 1"));
/// assert!(!looks_like_fen("8x8/torus Q8"));
/// ```
#[must_use]
pub fn looks_like_fen(line: &str) -> bool {
    let mut lengths = line.split_whitespace().next().unwrap_or_default().split('/').map(length);
    let first = lengths.next().flatten();
    is_fen(line, 2) && first.is_some() && lengths.all(|length| length == first)
}

/// How many squares a rank of a FEN has.
fn length(rank: &str) -> Option<usize> {
    let (mut squares, mut empty) = (0usize, 0usize);
    for sign in rank.chars() {
        match sign.to_digit(10) {
            Some(digit) => empty = empty.checked_mul(10)?.checked_add(digit as usize)?,
            None => squares = squares.checked_add(std::mem::take(&mut empty))?.checked_add(1)?,
        }
    }
    squares.checked_add(empty)
}

/// Whether the first word may be FEN, and nothing but what stands after FEN follows.
fn is_fen(line: &str, rows: usize) -> bool {
    let mut words = line.split_whitespace();
    let first = words.next().unwrap_or_default();
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '*' | '/' | WALL);
    (first.contains('/') || rows == 1 && !first.contains(',') && words.clone().next().is_none())
        && first.chars().all(is_sign)
        && words.next().is_none_or(|word| matches!(word, "w" | "b" | "-"))
}

/// Whether each word begins as squares do.
fn is_squares(line: &str) -> bool {
    let is_word = |word: &str| {
        let rest = word.strip_prefix(|sign: char| sign.is_ascii_alphabetic() || sign == WALL);
        word == "/" || rest.is_some_and(|rest| rest.chars().any(|sign| sign.is_ascii_digit()))
    };
    line.split_whitespace().all(|word| word.split_inclusive('/').any(|part| part == "/" || is_word(part)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::placement_squares;

    #[test]
    fn forms_are_told_apart() {
        for (problem, line, expected) in [
            ("4x4 Q4", "1Q2/3Q/Q3/2Q1 w - - 0 1", "Qc1,a2,d3,b4"),
            ("4x4 Q4", "1Q2/3Q/Q3/2Q1", "Qc1,a2,d3,b4"),
            ("4x4 Q4", "2 4 1 3", "Qc1,a2,d3,b4"),
            ("4x4 Q4", "[2, 4, 1, 3]", "Qc1,a2,d3,b4"),
            ("4x4 Q4", "2413", "Qc1,a2,d3,b4"),
            ("4x4 Q4", "c1,a2,d3,b4", "Qc1,a2,d3,b4"),
            ("4x4 Q4", "Qc1,a2 Qd3 Qb4", "Qc1,a2,d3,b4"),
            ("4x4 Q4", "Q(1,3) Q(2,1)", "Qc1,a2"),
            ("4x4 Q2/K1", "Qa1,a2 / Kd3", "Qa1,a2 / Kd3"),
            ("4x4 Q2/K1", "Qa1,a2/Kd3", "Qa1,a2 / Kd3"),
            ("4x4 Q1/K1", "Qa1/Kd3", "Qa1 / Kd3"),
            ("1x4 Q1", "1Q2", "Qb1"),
            ("1x4 Q1", "2", "Qb1"),
            ("2x40 N1", "40/30N9", "Nr1c31"),
            ("2x40 N1", "Nr1c31", "Nr1c31"),
            ("2x3 Q2 #2", "Q2/##Q", "Qc1,a2 #a1,b1"),
            ("2x3 Q2 #2", "#a1,b1 Qc1,a2", "Qc1,a2 #a1,b1"),
            ("2x3 Q2 #2", "#(1,1) #(1,2) Q(1,3) Q(2,1)", "Qc1,a2 #a1,b1"),
            ("4x4 Q*", "-", ""),
        ] {
            let problem: Problem = problem.parse().unwrap();
            let placement =
                placement_from_line(&problem, line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(placement_squares(&problem, &placement), expected, "{line}");
        }
    }

    #[test]
    fn faults_name_the_form() {
        for (line, expected) in [
            ("8/8/8", "FEN, column 1, '8/8/8': 3 ranks are given, but the board has 4"),
            ("Qa1 Qz", "'Qa1 Qz' is not a placement: write FEN, squares like"),
            ("Qa1 Kb3", "squares, column 5, 'Kb3': army 1 has no K"),
            ("1 2 3", "permutation, column 1, '1 2 3': 3 numbers"),
            ("none", "'none' is not a placement"),
            ("<svg>", "'<svg>' is not a placement"),
        ] {
            let error = placement_from_line(&"4x4 Q4".parse().unwrap(), line).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{line}: {error}");
        }
    }

    #[test]
    fn problems_are_no_fen() {
        for (line, expected) in [
            ("8/8/8/8/8/8/8/8", true),
            ("3Q*1/6/n5", true),
            ("12/11Q", true),
            ("8x8/torus Q8", false),
            ("4x4/cylinder", false),
            ("8x8 Q4/Q4", false),
            ("8 Q8", false),
            ("Q8/8", false),
        ] {
            assert_eq!(looks_like_fen(line), expected, "{line}");
        }
    }
}
