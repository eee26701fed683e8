//! Boards in letters, one rank a line, the highest rank first.
//!
//! Squares outside a shape are blank. On a hexagonal lattice a rank begins half a square right of the one below it, so that
//! neighbours are as close as they are; the layers of a board in space stand side by side, the lowest at the left, with `|`
//! between them and `||` between blocks of layers.

use super::brought::{Cell, Legend, Meaning, ReadOutcome, cells};
use super::fen::alphabet;
use super::located::LocatedFault;
use super::squares::NO_PIECE;
use crate::board::{Board, Lattice, Square};
use crate::piece::{Kind, WALL};
use crate::placement::Placement;
use crate::problem::Problem;
use std::collections::HashMap;

/// The fault of a board of letters, and its column in a line.
pub type DiagramError = LocatedFault<DiagramFault>;

/// The fault of a board of letters.
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
    /// More or fewer signs than the board has squares there, in all its layers.
    #[error("rank {rank} of a diagram has {found} squares, but the board has {expected} there")]
    Signs {
        /// Number of the rank.
        rank: usize,
        /// How many signs stand there.
        found: usize,
        /// How many squares the board has there.
        expected: usize,
    },
    /// A sign of no kind of the problem.
    #[error(
        "rank {0} of a diagram: expected a piece of the problem, . for an empty square or * for a hole; --signs 'S=Q' says that S is a Q"
    )]
    NoPiece(usize),
    /// A hole where there is none, or none where there is one.
    #[error("{0}: * stands for holes only")]
    Hole(Square),
}

/// The squares that a kind attacks from the middle of a board: its letter there, `x` on each attacked square, `.` elsewhere. Where it hops
/// over other pieces, `o` is one of these.
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
    let from = board.middle();
    let (hurdles, attacked) = kind.moves().example_attacks(board, from);
    let symbol = |square: Square| match square {
        _ if square == from => kind.letter(),
        _ if hurdles.contains(&square) => 'o',
        _ if attacked.contains(&square) => 'x',
        _ if board.is_open(square) => '.',
        _ => '*',
    };
    diagram(board, 1, symbol)
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
/// armies and more, and where two kinds would look alike, each letter is followed by the number of its army.
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
    let letters = alphabet(problem).ok();
    let mut standing: HashMap<Square, String> = HashMap::new();
    for (&(kind, square), (letter, _)) in
        placement.pieces().iter().zip(placement.letters_and_squares(problem))
    {
        let army = army_of.get(kind).copied().unwrap_or(0);
        let sign = letters.as_ref().map_or(letter, |letters| letters[kind]);
        let shown = |symbol: &&(char, char, char)| has_symbols && symbol.0 == sign.to_ascii_uppercase();
        let sign = match SYMBOLS.iter().find(shown) {
            Some(symbol) if sign.is_ascii_uppercase() => symbol.1,
            Some(symbol) => symbol.2,
            None => sign,
        };
        let number = if letters.is_some() || letter == WALL { String::new() } else { (army + 1).to_string() };
        standing.insert(square, format!("{sign}{number}"));
    }
    standing_diagram(board, &standing)
}

/// The characters of Unicode for pieces, of a white and of a black army.
const SYMBOLS: [(char, char, char); 6] =
    [('K', '♔', '♚'), ('Q', '♕', '♛'), ('R', '♖', '♜'), ('B', '♗', '♝'), ('N', '♘', '♞'), ('P', '♙', '♟')];

/// Texts on their squares, `*` on holes, `.` elsewhere, all as wide as the widest text.
fn standing_diagram(board: &Board, standing: &HashMap<Square, String>) -> Vec<String> {
    let width = standing.values().map(|text| text.chars().count()).max().unwrap_or(1);
    let cell = |square: Square| match standing.get(&square) {
        Some(text) => text,
        None if board.is_open(square) => ".",
        None => "*",
    };
    diagram(board, width, cell)
}

/// The pieces on the squares of a board, of at most this width, with spaces between; the highest rank first.
///
/// ```
/// use armistice::notation::diagram;
///
/// let board = "hexagon:2".parse()?;
/// assert_eq!(diagram(&board, 1, |square| square.row + 1), [" 3 3", "2 2 2", " 1 1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn diagram<T: ToString>(board: &Board, width: usize, symbol: impl Fn(Square) -> T) -> Vec<String> {
    let is_hexagonal = board.lattice() == Lattice::Hexagonal;
    // Half of it is a number of characters, too.
    let pitch = if is_hexagonal { (width + 1).next_multiple_of(2) } else { width + 1 };
    let place = |square: Square| square.col * pitch + if is_hexagonal { square.row * pitch / 2 } else { 0 };
    let within = |squares: Vec<Square>| {
        let mut text = String::new();
        let mut end = 0;
        for square in squares {
            let (place, shown) = (place(square), symbol(square).to_string());
            text += &" ".repeat(place.saturating_sub(end));
            text += &shown;
            end = place + shown.chars().count();
        }
        // Every layer is as wide, but what is behind the last one is cut off.
        text + &" ".repeat((board.cols() * pitch).saturating_sub(end + 1))
    };
    let line = |row: usize| {
        let mut text = String::new();
        for (number, layer) in layers_of_rank(board, row).enumerate() {
            let is_next_block = number % board.sizes()[2] == 0;
            text += match number {
                0 => "",
                _ if is_next_block => " || ",
                _ => " | ",
            };
            text += &within(layer);
        }
        text.trim_end().to_owned()
    };
    let lines: Vec<String> = (0..board.sizes()[0]).rev().map(line).collect();
    let blank = |line: &String| line.len() - line.trim_start().len();
    let common = lines.iter().map(blank).min().unwrap_or(0);
    lines.iter().map(|line| line[common..].to_owned()).collect()
}

/// The squares of a shape in a rank, which has a number from 0 in its layer: those of each layer.
fn layers_of_rank(board: &Board, row: usize) -> impl Iterator<Item = Vec<Square>> + '_ {
    (row..board.rows()).step_by(board.sizes()[0]).map(|row| {
        let squares = (0..board.cols()).map(|col| Square { row, col });
        squares.filter(|&square| board.is_inside(square)).collect()
    })
}

/// How many signs stand in a line of a diagram, the first line being 0; `None` past the last one.
///
/// ```
/// use armistice::{board::Board, notation::signs_of_line};
///
/// let signs = |text: &str, line: usize| text.parse::<Board>().map(|board| signs_of_line(&board, line));
/// assert_eq!((signs("hexagon:2", 0), signs("hexagon:2", 1)), (Ok(Some(2)), Ok(Some(3))));
/// assert_eq!((signs("2x3x4", 1), signs("2x3x4", 2)), (Ok(Some(12)), Ok(None)));
/// ```
#[must_use]
pub fn signs_of_line(board: &Board, line: usize) -> Option<usize> {
    let row = board.sizes()[0].checked_sub(line + 1)?;
    // Rectangles may be large.
    let is_rectangle = board.is_rectangle();
    Some(if is_rectangle {
        board.cols()
    } else {
        layers_of_rank(board, row).map(|squares| squares.len()).sum()
    })
}

/// Whether a sign stands for a piece, an empty square or a hole.
fn is_sign_of_square(sign: char) -> bool {
    EMPTY.contains(&sign)
        || matches!(sign, '*' | '1' | WALL | '★')
        || sign.is_alphabetic()
        || symbol(sign).is_some()
}

/// The signs of an empty square.
const EMPTY: [char; 5] = ['.', '_', '-', '0', ' '];

/// Whether a line may be a rank of a diagram with this many squares, as [`signs_of_line`] says: signs with spaces, commas or bars
/// between, or without separators: `.Q..`. Separators of layers are not signs. A rank of 0 and 1 alone has a 0 at least.
#[must_use]
pub fn is_diagram_rank(line: &str, number: usize) -> bool {
    let cells = cells(line, 0, Some(number));
    let is_alone = |sign: char| cells.iter().any(|cell| cell.text.chars().eq([sign]));
    let is_letter = |cell: &Cell| cell.text.starts_with(char::is_alphabetic);
    let (has_words, has_letters) = (line.trim().contains(SEPARATORS), cells.iter().any(is_letter));
    let is_sign = |cell: &Cell| {
        let mut signs = cell.text.chars();
        signs.next().is_some_and(is_sign_of_square) && signs.all(|sign| sign.is_ascii_digit())
    };
    // Letters with numbers are squares where there is nothing else, and letters alone may be a word of something else.
    let has_sign = cells.iter().any(|cell| cell.text.chars().nth(1).is_none());
    let is_plain = |sign: char| sign.is_ascii_uppercase() || !sign.is_alphabetic();
    let is_shown = EMPTY.into_iter().chain(['*', WALL]).any(is_alone);
    cells.len() == number
        && has_sign
        && cells.iter().all(is_sign)
        && (has_words || number == 1 || is_shown || line.chars().all(is_plain))
        && !(is_alone('1') && (has_letters || !is_shown))
        && line.trim() != NO_PIECE
}

/// Whether a line may be a rank of a matrix of 0 and 1: it may have no 0.
#[must_use]
pub fn is_matrix_rank(line: &str, number: usize) -> bool {
    let cells = cells(line, 0, Some(number));
    cells.len() == number && cells.iter().all(|cell| matches!(cell.text.as_str(), "0" | "1"))
}

/// Whether lines are a whole matrix of 0 and 1: numbers of files are so, too, where all are 1.
#[must_use]
pub fn is_matrix(board: &Board, lines: &[&str]) -> bool {
    let is_rank = |(rank, line): (usize, &&str)| {
        signs_of_line(board, rank).is_some_and(|signs| is_matrix_rank(line, signs))
    };
    lines.len() == board.sizes()[0] && lines.iter().enumerate().all(is_rank)
}

/// Whether lines are all ranks of a diagram.
pub(super) fn are_ranks(problem: &Problem, lines: &[&str]) -> bool {
    let board = problem.board();
    // Among other ranks, small letters alone are no word.
    let is_rank_of_letters = |line: &str, number: usize| {
        let cells = cells(line, 0, Some(number));
        let is_letter = |cell: &Cell| cell.text.len() == 1 && cell.text.starts_with(char::is_alphabetic);
        cells.len() == number && cells.iter().all(is_letter)
    };
    let is_diagram = || {
        lines.len() == board.sizes()[0]
            && lines.iter().enumerate().all(|(rank, line)| {
                signs_of_line(board, rank).is_some_and(|signs| {
                    is_diagram_rank(line, signs)
                        || is_matrix_rank(line, signs)
                        || is_rank_of_letters(line, signs)
                })
            })
            && lines.iter().enumerate().any(|(rank, line)| {
                signs_of_line(board, rank).is_some_and(|signs| is_diagram_rank(line, signs))
            })
    };
    is_diagram() || is_matrix(board, lines)
}

/// A line with a sign for each square of the board, rank after rank from the top: as ranks.
pub(super) fn ranks_of_line(problem: &Problem, line: &str) -> Option<Vec<String>> {
    let board = problem.board();
    if !board.is_rectangle() || board.rows() < 2 || board.cols() < 2 {
        return None;
    }
    let cells = cells(line, 0, Some(board.squares()));
    if cells.len() != board.squares() || line.contains('/') {
        return None;
    }
    let ranks: Vec<String> = cells
        .chunks(board.cols())
        .map(|rank| rank.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(","))
        .collect();
    are_ranks(problem, &ranks.iter().map(String::as_str).collect::<Vec<_>>()).then_some(ranks)
}

/// The separators of signs.
const SEPARATORS: [char; 4] = [' ', ',', '|', '\t'];

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
    read_diagram(problem, lines, &Legend::default()).map(|read| read.value)
}

/// Reads a diagram like [`placement_from_diagram`], with the meanings of a legend, and returns notes about the signs.
///
/// # Errors
/// As of [`placement_from_diagram`].
pub fn read_diagram(
    problem: &Problem,
    lines: &[&str],
    legend: &Legend,
) -> Result<ReadOutcome<Placement>, DiagramError> {
    let board = problem.board();
    let rows = board.sizes()[0];
    if lines.len() != rows {
        let fault = DiagramFault::Lines { found: lines.len(), rows };
        return Err(LocatedFault::new("", 0..0, fault));
    }
    let reader = SignReader::new(problem, lines, legend);
    let (mut pieces, mut notes) = (Vec::new(), Vec::new());
    if (rows, board.cols()) == (2, 2) && lines.iter().all(|line| is_matrix_rank(line, 2)) {
        notes.push("0 and 1 are read as squares, though they may be numbers of files".to_owned());
    }
    for (row, line) in (0..rows).rev().zip(lines) {
        let squares: Vec<Square> = layers_of_rank(board, row).flatten().collect();
        let (cells, expected) = (cells(line, 0, Some(squares.len())), squares.len());
        if cells.len() != expected {
            let fault = DiagramFault::Signs { rank: row + 1, found: cells.len(), expected };
            return Err(LocatedFault::new(line, 0..line.len(), fault));
        }
        for (square, cell) in squares.into_iter().zip(cells) {
            let word = cell.text.as_str();
            match reader.read(word, square) {
                Sign::Empty => {}
                Sign::Piece(kind, note) => {
                    pieces.push((kind, square));
                    notes.extend(note.filter(|note| !notes.contains(note)));
                }
                Sign::Fault(is_hole) => {
                    let fault =
                        if is_hole { DiagramFault::Hole(square) } else { DiagramFault::NoPiece(row + 1) };
                    return Err(LocatedFault::new(line, cell.at..cell.at + word.len(), fault));
                }
            }
        }
    }
    Ok(ReadOutcome { value: Placement::new(pieces), notes })
}

/// The meaning of a sign of a diagram.
enum Sign {
    /// Nothing, or a hole where there is one.
    Empty,
    /// A piece, and what is to be said if the sign could be something else.
    Piece(usize, Option<String>),
    /// Nothing that is known, or a hole where there is none, or none where there is one.
    Fault(bool),
}

/// Reads the signs of a diagram.
struct SignReader<'a> {
    problem: &'a Problem,
    legend: &'a Legend,
    letters: Option<Vec<char>>,
    /// Whether small letters are read as capitals: a single army may be written as black.
    are_small: bool,
    /// The only kind that is to be placed.
    only: Option<usize>,
    /// Whether the letter of that kind is in the diagram, so that other signs are not pieces.
    is_shown: bool,
}

impl<'a> SignReader<'a> {
    fn new(problem: &'a Problem, lines: &[&str], legend: &'a Legend) -> Self {
        let is_large = |sign: char| sign.is_ascii_uppercase();
        let are_small = problem.armies().len() == 1 && !lines.iter().any(|line| line.contains(is_large));
        let only = match problem.placed_kinds()[..] {
            [only] => Some(only),
            _ => None,
        };
        let mut reader =
            Self { problem, legend, letters: alphabet(problem).ok(), are_small, only, is_shown: false };
        let mut signs = lines.iter().flat_map(|line| line.chars());
        reader.is_shown = only.is_some() && signs.any(|sign| reader.kind(&sign.to_string()) == only);
        reader
    }

    fn read(&self, word: &str, square: Square) -> Sign {
        let board = self.problem.board();
        let is_open = board.is_open(square);
        let standing = |kind: Option<usize>, note| match kind {
            Some(_) if !is_open => Sign::Fault(true),
            Some(kind) => Sign::Piece(kind, note),
            None => Sign::Fault(false),
        };
        match (self.legend.meaning(word), word) {
            (Some(Meaning::Open | Meaning::Reserved), _) if is_open => return Sign::Empty,
            (Some(Meaning::Hole), _) if !is_open => return Sign::Empty,
            (Some(Meaning::Piece(letter)), _) => return standing(self.kind(&letter.to_string()), None),
            (Some(_), _) => return Sign::Fault(true),
            // Matrices and bars have nothing for a hole.
            (None, "." | "_" | "-") if is_open => return Sign::Empty,
            (None, "0" | " ") => return Sign::Empty,
            (None, "." | "_" | "-") => return Sign::Fault(true),
            (None, "*") if !is_open => return Sign::Empty,
            _ => {}
        }
        match (self.kind(word), word) {
            (Some(kind), _) => standing(Some(kind), None),
            (None, "x" | "X" | WALL_SIGN) if !is_open => Sign::Empty,
            (None, "1") if self.only.is_some() => standing(self.only, None),
            (None, "*") if !board.holes().is_empty() => Sign::Fault(true),
            (None, "*" | WALL_SIGN) if self.is_shown => Sign::Fault(true),
            (None, "x" | "X" | "★") if self.is_shown => Sign::Fault(false),
            (None, "*" | "x" | "X" | WALL_SIGN | "★") if let Some(only) = self.only => {
                let letter = self.problem.pieces().nth(only).map_or('?', |pieces| pieces.kind.letter());
                let note = format!("{word} is read as {letter}; --signs '{word}=open' changes that");
                standing(Some(only), Some(note))
            }
            (None, "*") => Sign::Fault(true),
            (None, _) => Sign::Fault(false),
        }
    }

    fn kind(&self, word: &str) -> Option<usize> {
        let of = |word: &str| kind_of_sign(self.problem, self.letters.as_deref(), word);
        of(word).or_else(|| self.are_small.then(|| of(&word.to_ascii_uppercase())).flatten())
    }
}

/// The sign of a wall, as a text.
const WALL_SIGN: &str = "#";

/// The letter of a chess symbol, and whether it is black.
pub(super) fn symbol(sign: char) -> Option<(char, bool)> {
    let symbol = SYMBOLS.iter().find(|symbol| symbol.1 == sign || symbol.2 == sign)?;
    Some((symbol.0, symbol.2 == sign))
}

/// The number of the kind that a sign stands for; the letters of kinds if they are enough, and no numbers of armies follow.
fn kind_of_sign(problem: &Problem, letters: Option<&[char]>, word: &str) -> Option<usize> {
    let mut signs = word.chars();
    let sign = signs.next()?;
    if word.chars().eq([WALL]) {
        return problem.walls().map(|_| problem.pieces().count() - 1);
    }
    let letter = match symbol(sign) {
        Some((letter, true)) => letter.to_ascii_lowercase(),
        Some((letter, false)) => letter,
        None => sign,
    };
    let number = signs.as_str();
    match letters {
        Some(letters) => letters.iter().position(|&known| number.is_empty() && known == letter),
        None => {
            let army = number.parse::<usize>().ok()?.checked_sub(1)?;
            let mut kinds = problem.pieces().zip(problem.army_of());
            kinds.position(|(pieces, of)| of == army && pieces.kind.letter() == letter)
        }
    }
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
            ("2x4 R2 #1", "Ra1,c1 #b1"),
            ("2x4 R/R/R #2", "Ra1 / Rc1 / Rd2 #b1,a2"),
            ("3x4 P p", "Pa1 pb2"),
            ("3x4 P/p", "Pa1 / pb2"),
            ("3x4 P p/P p #1", "Pa1 pb2 / Pc1 pd3 #d1"),
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
    fn shapes_are_blank_outside_and_hexagons_staggered() {
        let drawn = |text: &str, squares: &str| {
            let problem: Problem = text.parse().unwrap();
            army_diagram(&problem, &placement_from_squares(&problem, squares).unwrap(), false)
        };
        assert_eq!(
            drawn("hexagon:3-c3 K*", "Kc1,e3"),
            ["  . . .", " . . . .", ". . * . K", " . . . .", "  K . ."]
        );
        assert_eq!(drawn("triangle:3 K*", "Ka3"), ["  K", " . .", ". . ."]);
        assert_eq!(drawn("hexagon:2 K/K/K", "Kb1 / Kb2 / Ka3"), ["  K3  .", ".   K2  .", "  K1  ."]);
        assert_eq!(drawn("diamond:2 K*", "Kb1"), ["  . .", ". . . .", ". . . .", "  K ."]);
        assert_eq!(drawn("2x2x3 K*", "Ka1,b4,a5"), [". . | . K | . .", "K . | . . | K ."]);
        assert_eq!(drawn("2x1x2x2 K*", "Ka1,a6"), [". | . || K | .", "K | . || . | ."]);
        let board: Board = "hexagon:3".parse().unwrap();
        let wazir = &crate::piece::built_in_on(Lattice::Hexagonal, 'W').unwrap().kind;
        assert_eq!(
            attack_diagram(&board, wazir),
            ["  . . .", " . x x .", ". x W x .", " . x x .", "  . . ."]
        );
    }

    /// Boards of every sort, some of their squares occupied at random, by pieces of up to three armies.
    #[test]
    fn what_is_written_is_read_back_on_every_sort_of_board() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        for board in [
            "5x4",
            "1x6",
            "6x1",
            "5x5-c3,a1",
            "hexagon:1",
            "hexagon:4",
            "hexagon:3-c3",
            "triangle:6",
            "triangle:5-b2",
            "staircase:5",
            "diamond:3",
            "cross:2",
            "cross:3,1",
            "ring:6",
            "ring:5x7,2",
            "quarter:4",
            "3x4x3",
            "1x1x5",
            "4x4x1-b2",
            "2x3x2x3",
            "2x2x1x3",
            "board=..x/.../x..",
            "6x6-every:2x3",
            "4x5/moebius",
            "4x4/klein",
            "4x5/projective",
            "4x5/roll",
        ] {
            for pieces in ["K*", "K* N*", "K*/N*", "K*/N*/K*", "X*/X* X=NN"] {
                let text = format!("{board} {pieces}");
                let (text, own) =
                    text.split_once(" X=").map_or((text.as_str(), ""), |(text, own)| (text, own));
                let text = if own.is_empty() { text.to_owned() } else { format!("{text} X={own}") };
                let problem: Problem = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
                let (board, kinds) = (problem.board(), problem.pieces().count() as u64);
                let open = (0..board.squares()).map(|index| board.square(index));
                let open: Vec<Square> = open.filter(|&square| board.is_open(square)).collect();
                let mut standing = Vec::new();
                for square in open {
                    let kind = random(2 * kinds + 1);
                    standing.extend((kind < kinds).then_some((kind as usize, square)));
                }
                let placement = Placement::new(standing);
                for has_symbols in [false, true] {
                    let lines = army_diagram(&problem, &placement, has_symbols);
                    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                    let signs: Vec<usize> = (0..).map_while(|line| signs_of_line(board, line)).collect();
                    let is_rank = |(line, &number): (&&str, &usize)| is_diagram_rank(line, number);
                    assert_eq!(signs.len(), lines.len(), "{text}");
                    // Where three armies stand on every square, nothing tells the signs from squares.
                    let is_clear = problem.armies().len() < 3;
                    assert!(!is_clear || lines.iter().zip(&signs).all(is_rank), "{text}: {lines:?}");
                    assert!(lines.iter().all(|line| line.trim_end() == *line), "{text}: {lines:?}");
                    assert_eq!(
                        placement_from_diagram(&problem, &lines),
                        Ok(placement.clone()),
                        "{text}: {lines:?}"
                    );
                    if problem.armies().len() < 3 {
                        let narrow: Vec<String> = lines.iter().map(|line| line.replace(' ', "")).collect();
                        let narrow: Vec<&str> = narrow.iter().map(String::as_str).collect();
                        let read = placement_from_diagram(&problem, &narrow);
                        // Small letters alone may be words.
                        if let Ok(read) = read {
                            assert_eq!(read, placement, "{text}: {narrow:?}");
                        } else {
                            assert!(problem.armies().len() == 2, "{text}: {narrow:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn faults_say_where_what_and_what_instead() {
        for (problem, lines, expected) in [
            ("2x2 Q1", &["Q ."][..], "column 1, end of text: the diagram ends after 1 of 2 ranks"),
            ("2x2 Q1", &["Q", ". ."], "column 1, 'Q': rank 2 of a diagram has 1 squares"),
            ("2x2 Q1", &[". .", ". K"], "column 3, 'K': rank 1 of a diagram: expected a piece"),
            ("2x2 Q1", &["Q .", ". q"], "column 3, 'q': rank 1 of a diagram: expected a piece"),
            ("2x2-b1 Q1", &["* .", ". *"], "column 1, '*': a2: * stands for holes"),
            ("2x2 Q1 K1", &["* .", ". ."], "column 1, '*': a2: * stands for holes"),
            ("2x2-a2 Q1", &[". .", ". ."], "column 1, '.': a2: * stands for holes"),
            ("2x2-a2 Q1", &["Q .", ". ."], "column 1, 'Q': a2: * stands for holes"),
            // Together with the letter of the piece, other signs are no pieces.
            ("2x2 R*", &["##", "#R"], "column 1, '#': a2: * stands for holes"),
            ("2x2 Q*", &[".Q", "*."], "column 1, '*': a1: * stands for holes"),
            ("2x2 Q*", &[".♕", "x."], "column 1, 'x': rank 1 of a diagram: expected a piece"),
        ] {
            let problem: Problem = problem.parse().unwrap();
            let error = placement_from_diagram(&problem, lines).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{lines:?}: {error}");
        }
    }
}
