//! Placements with one piece to a rank, or to a file, as a list of numbers.

use super::located::{LocatedFault, word_ranges};
use crate::board::Square;
use crate::placement::Placement;
use crate::problem::Problem;
use std::collections::BTreeSet;
use std::ops::Range;

/// The fault of a permutation, and its place.
pub type PermutationError = LocatedFault<PermutationFault>;

/// The fault of a permutation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PermutationFault {
    /// Several kinds, or none.
    #[error(
        "a permutation does not say which kind stands where, and the problem has {0} kinds: give squares instead"
    )]
    Kinds(usize),
    /// Something that is no line of the board.
    #[error("expected one of the numbers 1 to {0}: ranks and files are counted from 1")]
    NoLine(usize),
    /// A number is not a line of the board, and numbers are counted from 0.
    #[error("expected one of the numbers 0 to {0}: there is a 0, so ranks and files are counted from 0")]
    NoLineFromZero(usize),
    /// Several zeros: each is the first line, or a rank without a piece.
    #[error(
        "0 occurs {0} times, as the first line or as a line without a piece; write --signs from-0 if lines are \
         counted from 0, or --signs from-1 if 0 means no piece"
    )]
    Zeros(usize),
    /// Not a number for each rank or file.
    #[error("{found} number{}, but the board has {rows} ranks and {cols} files{}", if *.found == 1 { "" } else { "s" }, advise_separation(*.found, *.rows))]
    Length {
        /// How many numbers stand there.
        found: usize,
        /// The board's ranks.
        rows: usize,
        /// The board's files.
        cols: usize,
    },
}

/// The treatment of a text whose digits are one number.
fn advise_separation(found: usize, rows: usize) -> &'static str {
    if found == 1 && rows > MAX_DIGIT { ": separate the numbers by spaces" } else { "" }
}

/// Where lines have numbers of one digit, the digits of a list may stand without spaces.
const MAX_DIGIT: usize = 9;

/// How a permutation is read off the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PermutationAxis {
    /// For each rank, the top one first, the number of the file of its piece, from the left.
    Ranks,
    /// For each file, the left one first, the number of the rank of its piece, from the bottom.
    Files,
}

/// A placement as a list of numbers, from 1, if every rank, or file, has just one piece. `None` otherwise.
///
/// The list says where pieces stand and not of what kinds they are.
///
/// ```
/// use armistice::{Placement, Problem, board::Square, notation::{PermutationAxis, permutation}};
///
/// let problem: Problem = "4x4 R4".parse()?;
/// let squares = [(3, 1), (2, 2), (1, 3), (0, 0)];
/// let placement = Placement::new(squares.map(|(row, col)| (0, Square { row, col })).to_vec());
/// assert_eq!(permutation(&problem, &placement, PermutationAxis::Ranks), Some(vec![2, 3, 4, 1]));
/// assert_eq!(permutation(&problem, &placement, PermutationAxis::Files), Some(vec![1, 4, 3, 2]));
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
#[must_use]
pub fn permutation(problem: &Problem, placement: &Placement, by: PermutationAxis) -> Option<Vec<usize>> {
    let (rows, cols) = (problem.board().rows(), problem.board().cols());
    let mut numbers = vec![0; if by == PermutationAxis::Ranks { rows } else { cols }];
    for (_, square) in placement.pieces() {
        let (at, number) = match by {
            PermutationAxis::Ranks => (rows - 1 - square.row, square.col + 1),
            PermutationAxis::Files => (square.col, square.row + 1),
        };
        if numbers[at] != 0 {
            return None;
        }
        numbers[at] = number;
    }
    (!numbers.contains(&0)).then_some(numbers)
}

/// The placement that a list of numbers describes: a number for each rank from the top, the file of its piece; if there are
/// as many files and not as many ranks, for each file from the left, the rank of its piece. Numbers begin with 1, or with 0 if there
/// is one 0 among them; several zeros are refused, for each may be a rank without a piece. Commas may stand between the
/// numbers, and brackets around them, as other programs write lists: `[2, 4, 1, 3]`; on boards of up to nine ranks and files
/// digits need nothing between them, as textbooks write `2413`. Whether it is what the problem
/// asks for is not looked at.
///
/// ```
/// use armistice::{Problem, notation};
///
/// let problem: Problem = "4x4 Q4".parse()?;
/// let placement = notation::placement_from_permutation(&problem, "2 4 1 3")?;
/// assert_eq!(notation::placement_squares(&problem, &placement), "Qc1,a2,d3,b4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Text that is no such list, and problems with several kinds, with the column of the fault.
pub fn placement_from_permutation(problem: &Problem, text: &str) -> Result<Placement, PermutationError> {
    read_permutation(problem, text, None).map(|(placement, _)| placement)
}

/// The note on numbers with a 0, if the 0 may stand for a line without a piece.
pub(super) const FROM_ZERO: &str =
    "numbers are read from 0; --signs from-1 reads them from 1, and 0 as a line without a piece";

/// Reads a permutation like [`placement_from_permutation`], and returns a note about the reading. Numbers count from `said`, if that is
/// given; if they count from 1, a 0 is a line without a piece.
pub(super) fn read_permutation(
    problem: &Problem,
    text: &str,
    said: Option<usize>,
) -> Result<(Placement, Option<&'static str>), PermutationError> {
    let kinds = problem.placed_kinds();
    let &[kind] = &kinds[..] else {
        return Err(LocatedFault::new(text, 0..text.len(), PermutationFault::Kinds(kinds.len())));
    };
    let (rows, cols) = (problem.board().rows(), problem.board().cols());
    let mut words: Vec<Range<usize>> = numbers(text).collect();
    if let [word] = &words[..]
        && rows.max(cols) <= MAX_DIGIT
        && word.len() > 1
        && text[word.clone()].bytes().all(|digit| digit.is_ascii_digit())
    {
        words = word.clone().map(|at| at..at + 1).collect();
    }
    let (by, most) = match words.len() {
        found if found == rows => (PermutationAxis::Ranks, cols),
        found if found == cols => (PermutationAxis::Files, rows),
        found => {
            let fault = PermutationFault::Length { found, rows, cols };
            return Err(LocatedFault::new(text, 0..text.len(), fault));
        }
    };
    let has = |number: usize| words.iter().any(|word| text[word.clone()].parse() == Ok(number));
    let (has_first, has_last) = (has(0), has(most));
    let base = said.unwrap_or(usize::from(!has_first || has_last));
    let zeros = words.iter().filter(|word| text[(*word).clone()].parse() == Ok(0)).count();
    if said.is_none() && base == 0 && zeros > 1 {
        return Err(LocatedFault::new(text, 0..text.len(), PermutationFault::Zeros(zeros)));
    }
    let are_distinct = || {
        let numbers: BTreeSet<&str> = words.iter().map(|word| &text[word.clone()]).collect();
        numbers.len() == words.len()
    };
    let note = match base {
        _ if said.is_some() => None,
        0 if !are_distinct() => Some(FROM_ZERO),
        1 if !has_first && !has_last => {
            Some("numbers are read from 1, though they may be from 0; --signs from-0 changes that")
        }
        _ => None,
    };
    let mut pieces = Vec::with_capacity(words.len());
    for (at, word) in words.into_iter().enumerate() {
        if said == Some(1) && text[word.clone()].parse() == Ok(0) {
            continue;
        }
        let number = text[word.clone()].parse().ok().filter(|number| (base..most + base).contains(number));
        let fault = || match base {
            0 => PermutationFault::NoLineFromZero(most - 1),
            _ => PermutationFault::NoLine(most),
        };
        let number: usize = number.ok_or_else(|| LocatedFault::new(text, word, fault()))?;
        let number = number + 1 - base;
        let square = match by {
            PermutationAxis::Ranks => Square { row: rows - 1 - at, col: number - 1 },
            PermutationAxis::Files => Square { row: number - 1, col: at },
        };
        pieces.push((kind, square));
    }
    Ok((Placement::new(pieces), note))
}

/// Where the numbers of a list are: without what stands around and between them.
fn numbers(text: &str) -> impl Iterator<Item = Range<usize>> {
    let inner = without_brackets(text);
    let start = text.find(inner).unwrap_or(0);
    let words = word_ranges(inner, Some(',')).filter(move |word| inner[word.clone()] != *",");
    words.map(move |word| start + word.start..start + word.end)
}

/// A list without its brackets, if it has both.
fn without_brackets(text: &str) -> &str {
    let text = text.trim();
    let inner = |open, close| text.strip_prefix(open)?.strip_suffix(close);
    inner('[', ']').or_else(|| inner('(', ')')).unwrap_or(text)
}

/// Whether a text is a list of numbers and nothing else.
pub(super) fn is_list_of_numbers(text: &str) -> bool {
    let inner = without_brackets(text);
    inner.starts_with(|sign: char| sign.is_ascii_digit() || sign.is_whitespace())
        && inner.chars().any(|sign| sign.is_ascii_digit())
        && inner.chars().all(|sign| sign.is_ascii_digit() || sign.is_whitespace() || sign == ',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_again() {
        for (problem, text, by) in [
            ("4x4 Q4", "2 4 1 3", PermutationAxis::Ranks),
            ("3x5 R3", "5 1 2", PermutationAxis::Ranks),
            ("5x3 R3", "5 1 2", PermutationAxis::Files),
            ("5x5-a1 K0 R5", "5 4 3 2 1", PermutationAxis::Ranks),
        ] {
            let problem: Problem = problem.parse().unwrap();
            let placement = placement_from_permutation(&problem, text).unwrap();
            let numbers = permutation(&problem, &placement, by).unwrap();
            let written: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            assert_eq!(written.join(" "), text, "{problem}");
        }
    }

    #[test]
    fn lists_of_other_programs_are_read() {
        let problem: Problem = "4x4 Q4".parse().unwrap();
        let placement = placement_from_permutation(&problem, "2 4 1 3").unwrap();
        for text in [
            "2,4,1,3",
            "2, 4, 1, 3",
            "[2, 4, 1, 3]",
            " [2,4,1,3] ",
            "(2 4 1 3)",
            "[ 2 4 1 3 ]",
            "2413",
            "[2413]",
            "1 3 0 2",
            "[1, 3, 0, 2]",
            "1302",
        ] {
            assert!(is_list_of_numbers(text), "{text}");
            assert_eq!(placement_from_permutation(&problem, text).as_ref(), Ok(&placement), "{text}");
        }
        for text in ["", "[]", "Q(1,3)", "[Q4]", "2 x", "- 1", ","] {
            assert!(!is_list_of_numbers(text), "{text}");
        }
    }

    /// Programs that fill a board rank by rank write 0 for those that are empty yet.
    #[test]
    fn several_zeros_are_refused_until_it_is_said_what_they_are() {
        let problem: Problem = "4x4 Q4".parse().unwrap();
        for text in ["2 0 0 3", "2000", "[0, 0, 0, 3]"] {
            let error = placement_from_permutation(&problem, text).unwrap_err().to_string();
            assert!(
                error.contains("times") && error.contains("from-0") && error.contains("from-1"),
                "{error}"
            );
        }
        let squares = |base| {
            let (placement, note) = read_permutation(&problem, "2 0 0 3", Some(base)).unwrap();
            assert_eq!(note, None);
            super::super::placement_squares(&problem, &placement)
        };
        assert_eq!((squares(0), squares(1)), ("Qd1,a2,a3,c4".to_owned(), "Qc1,b4".to_owned()));
        assert!(read_permutation(&problem, "2 0 3 3", None).unwrap().1.is_some());
        assert!(read_permutation(&problem, "2 0 3 1", None).unwrap().1.is_none());
    }

    #[test]
    fn faults_say_where_what_and_what_instead() {
        for (problem, text, expected) in [
            ("4x4 Q4", "2 4 1", "column 1, '2 4 1': 3 numbers, but the board has 4 ranks and 4 files"),
            ("4x4 Q4", "[2, 4, 1, 5]", "column 11, '5': expected one of the numbers 1 to 4"),
            ("4x4 Q4", "2", "column 1, '2': 1 number, but"),
            ("4x4 Q4", "2 4 1 5", "column 7, '5': expected one of the numbers 1 to 4"),
            ("4x4 Q4", "2 4 0 1", "column 5, '0': expected one of"),
            ("4x4 Q4", "[1, 4, 0, 2]", "column 8, '0': expected one of the numbers 1 to 4: ranks"),
            ("4x4 Q4", "[1, 7, 0, 2]", "column 5, '7': expected one of the numbers 0 to 3: there is a 0"),
            ("4x4 Q4", "24137", "column 1, '24137': 5 numbers, but the board has 4 ranks and 4 files"),
            ("4x4 Q4", "2417", "column 4, '7': expected one of the numbers 1 to 4"),
            (
                "11x11 Q11",
                "12345",
                "column 1, '12345': 1 number, but the board has 11 ranks and 11 files: separate",
            ),
            ("4x4 Q2 K2", "2 4 1 3", "column 1, '2 4 1 3': a permutation does not say which kind"),
        ] {
            let problem: Problem = problem.parse().unwrap();
            let error = placement_from_permutation(&problem, text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
