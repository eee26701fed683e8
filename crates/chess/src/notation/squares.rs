//! Placements as lists of squares.
//!
//! ```text
//! placement = army { "/" army }
//! army      = { letter square { "," square } }     words are separated by spaces
//! ```
//!
//! `Na2 Bc1`, `Qa1,b5`, `Qa1 #c3` with a wall, and `Qa1 / Qc3` for two armies, in the order of the problem. A
//! square may be a pair of numbers, its rank and its file: `N(2,1)`. If there is just one kind of piece,
//! squares alone are enough: `a1,b5`.

use super::located::{LocatedFault, word_ranges};
use crate::board::{NoSquare, Square};
use crate::piece::WALL;
use crate::placement::Placement;
use crate::problem::Problem;
use std::ops::Range;

/// The sign for no piece at all in a line of squares or pairs: an empty line would be invisible.
pub const NO_PIECE: &str = "-";

/// A fault of a list of squares, and its place.
pub type SquaresError = LocatedFault<SquaresFault>;

/// The possible faults of a list of squares.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SquaresFault {
    /// A word that does not begin with a letter.
    #[error("not a piece: write its letter and its square, like Na2, or several squares, like Na2,c3")]
    NoPiece,
    /// Squares without a letter, although there are several kinds.
    #[error("write the letter of the piece before its squares, like {0}a1,b3")]
    NoLetter(char),
    /// A letter that is not a kind of the army.
    #[error("army {army} has no {letter}, only {known}")]
    NoKind {
        /// The letter.
        letter: char,
        /// The number of the army, from 1.
        army: usize,
        /// The letters that are accepted.
        known: String,
    },
    /// Something that is not a square.
    #[error(transparent)]
    Square(#[from] NoSquare),
    /// Something that is not a pair of numbers.
    #[error("expected a rank and a file: two numbers from 1 in brackets, like (2,1)")]
    NoPair,
    /// Pairs of numbers without the signs that separate armies.
    #[error("the pairs of the {0} armies need a / between them, like Q(1,1) / Q(2,3)")]
    PairOfArmies(usize),
    /// More slashes than the problem has armies to separate.
    #[error("too many armies: the problem has {0}")]
    Armies(usize),
}

/// Writes a placement as a list of squares: `Ka1 Nb3,c5`.
///
/// The list omits pieces of kinds that the problem does not have.
#[must_use]
pub fn placement_squares(problem: &Problem, placement: &Placement) -> String {
    write_squares(problem, placement, |letter, squares| {
        let squares: Vec<String> = squares.iter().map(Square::to_string).collect();
        format!("{letter}{}", squares.join(","))
    })
}

/// Writes a placement as a list of pairs, of rank and file: `K(1,1) N(3,2) N(5,3)`.
///
/// The list omits pieces of kinds that the problem does not have.
#[must_use]
pub fn placement_pairs(problem: &Problem, placement: &Placement) -> String {
    write_squares(problem, placement, |letter, squares| {
        let pair = |square: &Square| format!("{letter}({},{})", square.row + 1, square.col + 1);
        squares.iter().map(pair).collect::<Vec<_>>().join(" ")
    })
}

/// Writes the squares of each kind with `write`, army after army, and the walls last.
fn write_squares(
    problem: &Problem,
    placement: &Placement,
    write: impl Fn(char, &[Square]) -> String,
) -> String {
    let of_kind = |kind: usize, letter: char| {
        let own = placement.pieces().iter().filter(|piece| piece.0 == kind);
        let squares: Vec<Square> = own.map(|piece| piece.1).collect();
        (!squares.is_empty()).then(|| write(letter, &squares))
    };
    let mut kinds = 0..;
    let mut armies = Vec::new();
    for army in problem.armies() {
        let pieces = army.pieces().iter().zip(kinds.by_ref());
        let words: Vec<String> =
            pieces.filter_map(|(pieces, kind)| of_kind(kind, pieces.kind.letter())).collect();
        armies.push(words.join(" "));
    }
    let walls = problem.walls().and_then(|walls| of_kind(problem.army_of().len() - 1, walls.kind.letter()));
    let armies = armies.join(" / ").trim().to_owned();
    [armies].into_iter().filter(|text| !text.is_empty()).chain(walls).collect::<Vec<_>>().join(" ")
}

/// Returns the placement that a list of squares describes. The function checks neither the placement against
/// the problem nor the squares against the board.
///
/// ```
/// use armistice::{Problem, notation};
///
/// let problem: Problem = "5x5 K1 N2".parse()?;
/// let placement = notation::placement_from_squares(&problem, "Na2 Nc5 Ke1")?;
/// assert_eq!(notation::placement_squares(&problem, &placement), "Ke1 Na2,c5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Text that is not such a list, or has kinds that the problem does not have, with the column of the fault.
pub fn placement_from_squares(problem: &Problem, text: &str) -> Result<Placement, SquaresError> {
    let armies: Vec<Vec<char>> = problem
        .armies()
        .iter()
        .map(|army| army.pieces().iter().map(|pieces| pieces.kind.letter()).collect())
        .collect();
    let placed = problem.placed_kinds();
    let has_sign = text.contains('/');
    let (mut army, mut first, mut pieces) = (0, 0, Vec::new());
    for range in word_ranges(text, Some('/')) {
        let word = &text[range.clone()];
        let located = |bytes: Range<usize>, fault: SquaresFault| LocatedFault::new(text, bytes, fault);
        if word == "/" {
            first += armies[army].len();
            army += 1;
            if army == armies.len() {
                return Err(located(range, SquaresFault::Armies(armies.len())));
            }
            continue;
        }
        let first_name = word.split(',').next().unwrap_or_default();
        // On a board of hundreds of files `pa1` may be a square.
        let is_piece = first_name.chars().next().is_some_and(|letter| armies[army].contains(&letter))
            && first_name[1..].parse::<Square>().is_ok();
        let (kind, before) = if !is_piece
            && first_name.parse().is_ok_and(|square| problem.board().has(square))
        {
            // No other case is left.
            let &[only] = &placed[..] else {
                let example = armies[army].first().copied().unwrap_or('Q');
                return Err(located(range, SquaresFault::NoLetter(example)));
            };
            (only, 0)
        } else {
            let letter = word.chars().next().filter(|&letter| letter.is_ascii_alphabetic() || letter == WALL);
            let letter = letter.ok_or_else(|| located(range.clone(), SquaresFault::NoPiece))?;
            let kind = match letter {
                WALL => problem.walls().map(|_| problem.pieces().count() - 1),
                _ => armies[army].iter().position(|&known| known == letter).map(|kind| first + kind),
            };
            let kind = kind.ok_or_else(|| {
                let known = armies[army].iter().map(char::to_string).collect::<Vec<_>>().join(", ");
                located(range.clone(), SquaresFault::NoKind { letter, army: army + 1, known })
            })?;
            (kind, 1)
        };
        let word = &word[before..];
        let start = range.start + before;
        if word.starts_with('(') {
            let place = start..range.end;
            if armies.len() > 1 && !has_sign {
                return Err(located(place, SquaresFault::PairOfArmies(armies.len())));
            }
            let square = pair(word).ok_or_else(|| located(place, SquaresFault::NoPair))?;
            pieces.push((kind, square));
            continue;
        }
        let mut at = start;
        for name in word.split(',') {
            let square: Square =
                name.parse().map_err(|error: NoSquare| located(at..at + name.len(), error.into()))?;
            pieces.push((kind, square));
            at += name.len() + 1;
        }
    }
    Ok(Placement::new(pieces))
}

/// Returns the square with this rank and file, like `(2,1)`.
fn pair(text: &str) -> Option<Square> {
    let (row, col) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let place = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
    Some(Square { row: place(row)?, col: place(col)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_written() {
        for (problem, text, expected) in [
            ("8x8 Q2", " Qb5  Qa1 ", "Qa1,b5"),
            ("8x8 Q2 N1", "Nc3 Qa1,b5", "Qa1,b5 Nc3"),
            ("8x32 Q2", "Qr3c30,z8", "Qr3c30,z8"),
            ("8x8 Q2/N1", "Qa1,b1/Nd7", "Qa1,b1 / Nd7"),
            ("8x8 Q*/Q*/Q*", "//Qa1", "/  / Qa1"),
            ("8x8 Q0", "", ""),
            ("8x8 Q2 #1", "#c3 Qb5 Qa1", "Qa1,b5 #c3"),
            ("8x8 Q/N #2", "Qa1 #d5 / Nb3 #c4", "Qa1 / Nb3 #c4,d5"),
            ("8x8 Q0 #1", "#c3", "#c3"),
            ("8x8 Q2 N1", "N(3,3) Q(1,1) Qb5", "Qa1,b5 Nc3"),
            ("8x8 Q2", "a1,b5", "Qa1,b5"),
            ("8x8 K0 Q3", "a1 b5 r8c8", "Qa1,b5,h8"),
        ] {
            let problem: Problem = problem.parse().unwrap();
            let placement = placement_from_squares(&problem, text).unwrap();
            let written = placement_squares(&problem, &placement);
            assert_eq!(written, expected);
            assert_eq!(placement_from_squares(&problem, &written).unwrap(), placement);
            let pairs = placement_pairs(&problem, &placement);
            assert_eq!(placement_from_squares(&problem, &pairs).unwrap(), placement, "{pairs}");
        }
    }

    #[test]
    fn faults_say_where_what_and_what_instead() {
        for (problem, text, expected) in [
            ("8x8 Q2", "Qa1 Nb3", "column 5, 'Nb3': army 1 has no N, only Q"),
            (
                "8x8 Q2 N1",
                "a1",
                "column 1, 'a1': write the letter of the piece before its squares, like Qa1,b3",
            ),
            ("8x8 Q2", "a1,x", "column 4, 'x': not a square"),
            ("8x8 Q2 N1", "qa1", "column 1, 'qa1': army 1 has no q, only Q, N"),
            ("8x8 Q2", "Qa1,", "column 5, end of text: not a square"),
            ("8x8 Q2", "Q", "column 2, end of text: not a square"),
            ("8x8 Q2", "Qa1,x", "column 5, 'x': not a square"),
            ("8x8 Q2", "3", "column 1, '3': not a piece"),
            ("8x8 Q2", "Q(1,0)", "column 2, '(1,0)': expected a rank and a file"),
            ("8x8 Q1/Q1", "Q(1,1)", "column 2, '(1,1)': the pairs of the 2 armies need a / between them"),
            ("8x8 Q2", "#a1", "column 1, '#a1': army 1 has no #, only Q"),
            ("8x8 Q2", "é", "column 1, 'é': not a piece"),
            ("8x8 Q2", "Qa1 / Qa2", "column 5, '/': too many armies: the problem has 1"),
        ] {
            let problem: Problem = problem.parse().unwrap();
            let error = placement_from_squares(&problem, text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }
}
