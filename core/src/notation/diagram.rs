//! Boards in letters, one rank a line, the highest rank first.

use super::located::{Located, word_ranges};
use crate::board::{Board, Square};
use crate::piece::{Kind, WALL};
use crate::placement::Placement;
use crate::problem::Problem;
use std::collections::HashMap;
use std::ops::Range;

/// What is wrong with a board of letters, and in which column of a line.
pub type DiagramError = Located<DiagramFault>;

/// What is wrong with a board of letters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramFault {
    /// More or fewer lines than the board has ranks.
    #[error("the diagram ends after {found} of {rows} ranks")]
    Lines {
        /// How many lines there are.
        found: usize,
        /// The board's ranks.
        rows: usize,
    },
    /// More or fewer signs than the board has files.
    #[error("rank {rank} of a diagram has {found} squares, but the board has {cols} files")]
    Signs {
        /// Number of the rank.
        rank: usize,
        /// How many signs stand there.
        found: usize,
        /// The board's files.
        cols: usize,
    },
    /// A sign of no kind of the problem.
    #[error("rank {0} of a diagram: expected a piece of the problem, . for an empty square or * for a hole")]
    NoPiece(usize),
    /// A hole where there is none, or none where there is one.
    #[error("{0}: * stands for holes only")]
    Hole(Square),
}

/// What a kind attacks from the middle of a board: its letter there, `x` on each attacked square, `.` elsewhere.
///
/// ```
/// use armistice::{board::{Board, Topology}, notation::attack_diagram, piece::built_in};
///
/// let board = Board::new(5, 5, Topology::Plane)?;
/// let knight = &built_in('N').unwrap().kind;
/// assert_eq!(attack_diagram(&board, knight), [
///     ". x . x .",
///     "x . . . x",
///     ". . N . .",
///     "x . . . x",
///     ". x . x .",
/// ]);
/// # Ok::<(), armistice::board::BoardError>(())
/// ```
#[must_use]
pub fn attack_diagram(board: &Board, kind: &Kind) -> Vec<String> {
    let from = Square { row: board.rows() / 2, col: board.cols() / 2 };
    let attacked: Vec<Square> = kind.moves().attacked(board, from).collect();
    let symbol = |square: Square| match square {
        _ if square == from => kind.letter(),
        _ if attacked.contains(&square) => 'x',
        _ => '.',
    };
    diagram(board, symbol)
}

/// Pieces on a board: the letter of each on its square (`#` of a wall), `*` on holes, `.` elsewhere.
///
/// ```
/// use armistice::{board::{Board, Square, Topology}, notation::placement_diagram};
///
/// let board = Board::new(2, 3, Topology::Plane)?.with_hole(Square { row: 1, col: 1 })?;
/// let pieces = [('K', Square { row: 0, col: 0 }), ('N', Square { row: 1, col: 2 })];
/// assert_eq!(placement_diagram(&board, &pieces), [". * N", "K . ."]);
/// # Ok::<(), armistice::board::BoardError>(())
/// ```
#[must_use]
pub fn placement_diagram(board: &Board, pieces: &[(char, Square)]) -> Vec<String> {
    let standing = pieces.iter().map(|&(letter, square)| (square, letter.to_string())).collect();
    standing_diagram(board, &standing)
}

/// A placement of a problem as a board of letters, or of chess symbols.
///
/// The pieces of one army have capital letters, those of a second one small letters (white and black symbols). Of three
/// armies and more each letter is followed by the number of its army.
///
/// ```
/// use armistice::{Placement, Problem, board::Square, notation::army_diagram};
///
/// let problem: Problem = "2x3 K/N".parse()?;
/// let placement = Placement::new(vec![(0, Square { row: 0, col: 0 }), (1, Square { row: 1, col: 2 })]);
/// assert_eq!(army_diagram(&problem, &placement, false), [". . n", "K . ."]);
/// assert_eq!(army_diagram(&problem, &placement, true), [". . ♞", "♔ . ."]);
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
#[must_use]
pub fn army_diagram(problem: &Problem, placement: &Placement, has_symbols: bool) -> Vec<String> {
    let board = problem.board();
    let army_of = problem.army_of();
    let armies = problem.armies().len();
    let mut standing: HashMap<Square, String> = HashMap::new();
    for (&(kind, square), (letter, _)) in placement.pieces().iter().zip(placement.lettered(problem)) {
        let army = army_of.get(kind).copied().unwrap_or(0);
        let is_second = armies == 2 && army == 1;
        let symbol = SYMBOLS.iter().find(|symbol| has_symbols && symbol.0 == letter);
        let text = match (symbol, is_second) {
            (Some(symbol), false) => symbol.1.to_string(),
            (Some(symbol), true) => symbol.2.to_string(),
            (None, true) => letter.to_ascii_lowercase().to_string(),
            (None, false) => letter.to_string(),
        };
        let number = if armies > 2 && letter != WALL { (army + 1).to_string() } else { String::new() };
        standing.insert(square, text + &number);
    }
    standing_diagram(board, &standing)
}

/// The characters of Unicode for pieces, of a white and of a black army.
const SYMBOLS: [(char, char, char); 6] =
    [('K', '♔', '♚'), ('Q', '♕', '♛'), ('R', '♖', '♜'), ('B', '♗', '♝'), ('N', '♘', '♞'), ('P', '♙', '♟')];

/// Texts on their squares, `*` on holes, `.` elsewhere, all as wide as the widest text.
fn standing_diagram(board: &Board, standing: &HashMap<Square, String>) -> Vec<String> {
    let width = standing.values().map(|text| text.chars().count()).max().unwrap_or(1);
    let cell = |square: Square| {
        let text = match standing.get(&square) {
            Some(text) => text,
            None if board.is_open(square) => ".",
            None => "*",
        };
        format!("{text:<width$}")
    };
    let lines = diagram(board, cell).into_iter();
    lines.map(|line| line.trim_end().to_owned()).collect()
}

/// The highest rank first, symbols between spaces.
fn diagram<T: ToString>(board: &Board, symbol: impl Fn(Square) -> T) -> Vec<String> {
    let line = |row| {
        let symbols = (0..board.cols()).map(|col| symbol(Square { row, col }).to_string());
        symbols.collect::<Vec<_>>().join(" ")
    };
    (0..board.rows()).rev().map(line).collect()
}

/// Whether a sign stands for a piece, an empty square or a hole.
fn is_sign_of_square(sign: char) -> bool {
    matches!(sign, '.' | '*' | WALL) || sign.is_alphabetic() || symbol(sign).is_some()
}

/// Whether a line may be a rank without spaces: `.Q..`. Letters alone may be a word of something else.
fn is_narrow_rank(line: &str, cols: usize) -> bool {
    let line = line.trim();
    let is_plain = |sign: char| sign.is_ascii_uppercase() || !sign.is_alphabetic();
    cols > 1
        && line.chars().count() == cols
        && line.chars().all(is_sign_of_square)
        && (line.contains(['.', '*', WALL]) || line.chars().all(is_plain))
}

/// Where the signs of a rank are.
fn sign_ranges(line: &str, cols: usize) -> Vec<Range<usize>> {
    match is_narrow_rank(line, cols) {
        true => {
            let signs = line.char_indices().filter(|(_, sign)| !sign.is_whitespace());
            signs.map(|(place, sign)| place..place + sign.len_utf8()).collect()
        }
        false => word_ranges(line, None).collect(),
    }
}

/// Whether a line may be a rank of a diagram with this number of files: signs with spaces between, or without any: `.Q..`.
#[must_use]
pub fn is_diagram_rank(line: &str, cols: usize) -> bool {
    if is_narrow_rank(line, cols) {
        return true;
    }
    let is_sign = |word: &str| {
        let mut signs = word.chars();
        signs.next().is_some_and(is_sign_of_square) && signs.all(|sign| sign.is_ascii_digit())
    };
    let mut words = line.split_whitespace();
    // Letters with numbers are squares where there is nothing else.
    words.clone().any(|word| word.chars().count() == 1)
        && words.all(is_sign)
        && line.split_whitespace().count() == cols
}

/// The placement that a diagram shows, as [`army_diagram`] writes it: letters or chess symbols, the highest rank first. The
/// spaces may be left out.
///
/// ```
/// use armistice::{Problem, notation::{army_diagram, placement_from_diagram}};
///
/// let problem: Problem = "2x3-b2 K/N".parse()?;
/// let lines = [". * n", "K . ."];
/// assert_eq!(army_diagram(&problem, &placement_from_diagram(&problem, &lines)?, false), lines);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Lines that are no diagram of this board with these pieces.
pub fn placement_from_diagram(problem: &Problem, lines: &[&str]) -> Result<Placement, DiagramError> {
    let board = problem.board();
    let (rows, cols) = (board.rows(), board.cols());
    if lines.len() != rows {
        let fault = DiagramFault::Lines { found: lines.len(), rows };
        return Err(Located::new("", 0..0, fault));
    }
    let mut pieces = Vec::new();
    for (row, line) in (0..rows).rev().zip(lines) {
        let signs = sign_ranges(line, cols);
        if signs.len() != cols {
            let fault = DiagramFault::Signs { rank: row + 1, found: signs.len(), cols };
            return Err(Located::new(line, 0..line.len(), fault));
        }
        for (col, place) in signs.into_iter().enumerate() {
            let word = &line[place.clone()];
            let square = Square { row, col };
            let fault = |fault| Err(Located::new(line, place.clone(), fault));
            match word {
                "." | "*" if (word == "*") == board.is_open(square) => {
                    return fault(DiagramFault::Hole(square));
                }
                "." | "*" => {}
                _ if !board.is_open(square) => return fault(DiagramFault::Hole(square)),
                _ => match kind_of_sign(problem, word) {
                    Some(kind) => pieces.push((kind, square)),
                    None => return fault(DiagramFault::NoPiece(row + 1)),
                },
            }
        }
    }
    Ok(Placement::new(pieces))
}

/// The letter of a chess symbol, and whether it is black.
pub(super) fn symbol(sign: char) -> Option<(char, bool)> {
    let symbol = SYMBOLS.iter().find(|symbol| symbol.1 == sign || symbol.2 == sign)?;
    Some((symbol.0, symbol.2 == sign))
}

/// The number of the kind that a sign stands for.
fn kind_of_sign(problem: &Problem, word: &str) -> Option<usize> {
    let mut signs = word.chars();
    let sign = signs.next()?;
    let (letter, is_second) = symbol(sign).unwrap_or((sign.to_ascii_uppercase(), sign.is_ascii_lowercase()));
    let armies = problem.armies().len();
    if word.chars().eq([WALL]) {
        return problem.walls().map(|_| problem.pieces().count() - 1);
    }
    let army = match (signs.as_str(), is_second) {
        ("", is_second) if armies <= 2 => usize::from(is_second),
        (number, false) if armies > 2 => number.parse::<usize>().ok()?.checked_sub(1)?,
        _ => return None,
    };
    let of = problem.army_of();
    let mut kinds = problem.pieces().enumerate();
    kinds.find(|(kind, pieces)| of[*kind] == army && pieces.kind.letter() == letter).map(|(kind, _)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::placement_from_squares;

    #[test]
    fn diagrams_are_read_as_they_are_written() {
        for (problem, squares) in [
            ("4x4 Q4", "Qc1,a2,d3,b4"),
            ("3x4-b2 N2/X1 X=C", "Na1,c3 / Xd1"),
            ("2x3 K/N/Q", "Ka1 / Nc2 / Qa2"),
            ("2x2 K*", ""),
        ] {
            let problem: Problem = problem.parse().unwrap();
            let placement = placement_from_squares(&problem, squares).unwrap();
            for has_symbols in [false, true] {
                let lines = army_diagram(&problem, &placement, has_symbols);
                let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                assert!(lines.iter().all(|line| is_diagram_rank(line, problem.board().cols())), "{lines:?}");
                assert_eq!(placement_from_diagram(&problem, &lines), Ok(placement.clone()), "{lines:?}");
            }
        }
        let problem: Problem = "3x4-b2 Q1/Q1".parse().unwrap();
        let placement = placement_from_squares(&problem, "Qa1 / Qd3").unwrap();
        for lines in [["...q", ".*..", "Q..."], [" . . . q ", ".*..", "Q..."], ["...♛", ".*..", "♕..."]] {
            assert!(lines.iter().all(|line| is_diagram_rank(line, 4)), "{lines:?}");
            assert_eq!(placement_from_diagram(&problem, &lines), Ok(placement.clone()), "{lines:?}");
        }
        assert!(is_diagram_rank("NNNN", 4) && !is_diagram_rank("none", 4) && !is_diagram_rank("Q1.", 3));
        assert!(!is_diagram_rank("Qa1 Nb3", 2) && !is_diagram_rank("1 2", 2) && !is_diagram_rank("Q1 N1", 2));
    }

    #[test]
    fn faults_say_where_what_and_what_instead() {
        for (problem, lines, expected) in [
            ("2x2 Q1", &["Q ."][..], "column 1, end of text: the diagram ends after 1 of 2 ranks"),
            ("2x2 Q1", &["Q", ". ."], "column 1, \"Q\": rank 2 of a diagram has 1 squares"),
            ("2x2 Q1", &[". .", ". K"], "column 3, \"K\": rank 1 of a diagram: expected a piece"),
            ("2x2 Q1", &[". .", ". q"], "column 3, \"q\": rank 1 of a diagram: expected a piece"),
            ("2x2 Q1", &["* .", ". ."], "column 1, \"*\": a2: * stands for holes"),
            ("2x2-a2 Q1", &[". .", ". ."], "column 1, \".\": a2: * stands for holes"),
            ("2x2-a2 Q1", &["Q .", ". ."], "column 1, \"Q\": a2: * stands for holes"),
        ] {
            let problem: Problem = problem.parse().unwrap();
            let error = placement_from_diagram(&problem, lines).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{lines:?}: {error}");
        }
    }
}
