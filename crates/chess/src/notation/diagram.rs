//! Boards in letters, one rank a line, the highest rank first.
//!
//! What a shape leaves out is blank. On a hexagonal lattice a rank begins half a square right of the one below it, so that
//! neighbours are as close as they are; the layers of a board in space stand side by side, the lowest at the left, with `|`
//! between them and `||` between blocks of layers.

use super::fen::alphabet;
use super::located::{Located, word_ranges};
use crate::board::{Board, Lattice, Square};
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
    #[error("rank {0} of a diagram: expected a piece of the problem, . for an empty square or * for a hole")]
    NoPiece(usize),
    /// A hole where there is none, or none where there is one.
    #[error("{0}: * stands for holes only")]
    Hole(Square),
}

/// What a kind attacks from the middle of a board: its letter there, `x` on each attacked square, `.` elsewhere. Where it hops
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
    let (hurdles, attacked) = kind.moves().shown(board, from);
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
    for (&(kind, square), (letter, _)) in placement.pieces().iter().zip(placement.lettered(problem)) {
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

/// What stands on the squares of a board, of at most this width, with spaces between; the highest rank first.
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

/// What stands between layers.
const BETWEEN_LAYERS: char = '|';

/// Whether a sign stands for a piece, an empty square or a hole.
fn is_sign_of_square(sign: char) -> bool {
    matches!(sign, '.' | '*' | WALL) || sign.is_alphabetic() || symbol(sign).is_some()
}

/// The signs of a line without spaces, or with them beside the bars between layers only.
fn signs_without_spaces(line: &str) -> impl Iterator<Item = (usize, char)> + Clone {
    let has_layers = line.contains(BETWEEN_LAYERS);
    let is_between = move |sign: char| has_layers && (sign == ' ' || sign == BETWEEN_LAYERS);
    let begin = line.len() - line.trim_start().len();
    let signs = line.trim().char_indices().map(move |(at, sign)| (begin + at, sign));
    signs.filter(move |&(_, sign)| !is_between(sign))
}

/// Whether a line may be a rank without spaces: `.Q..`. Letters alone may be a word of something else.
fn is_narrow_rank(line: &str, number: usize) -> bool {
    let signs = signs_without_spaces(line).map(|(_, sign)| sign);
    let is_plain = |sign: char| sign.is_ascii_uppercase() || !sign.is_alphabetic();
    number > 1
        && signs.clone().count() == number
        && signs.clone().all(is_sign_of_square)
        && (line.contains(['.', '*', WALL]) || signs.clone().all(is_plain))
}

/// Whether a word stands between layers.
fn is_bar(word: &str) -> bool {
    word.chars().all(|sign| sign == BETWEEN_LAYERS)
}

/// Where the signs of a rank are.
fn sign_ranges(line: &str, number: usize) -> Vec<Range<usize>> {
    match is_narrow_rank(line, number) {
        true => signs_without_spaces(line).map(|(place, sign)| place..place + sign.len_utf8()).collect(),
        false => word_ranges(line, None).filter(|range| !is_bar(&line[range.clone()])).collect(),
    }
}

/// Whether a line may be a rank of a diagram with this many squares, as [`signs_of_line`] says: signs with spaces between,
/// or without any: `.Q..`. What stands between layers is no sign.
#[must_use]
pub fn is_diagram_rank(line: &str, number: usize) -> bool {
    if is_narrow_rank(line, number) {
        return true;
    }
    let is_sign = |word: &str| {
        let mut signs = word.chars();
        signs.next().is_some_and(is_sign_of_square) && signs.all(|sign| sign.is_ascii_digit())
    };
    let words = || line.split_whitespace().filter(|word| !is_bar(word));
    // Letters with numbers are squares where there is nothing else.
    words().any(|word| word.chars().count() == 1) && words().all(is_sign) && words().count() == number
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
    let rows = board.sizes()[0];
    if lines.len() != rows {
        let fault = DiagramFault::Lines { found: lines.len(), rows };
        return Err(Located::new("", 0..0, fault));
    }
    let letters = alphabet(problem).ok();
    let mut pieces = Vec::new();
    for (row, line) in (0..rows).rev().zip(lines) {
        let squares: Vec<Square> = layers_of_rank(board, row).flatten().collect();
        let (signs, expected) = (sign_ranges(line, squares.len()), squares.len());
        if signs.len() != expected {
            let fault = DiagramFault::Signs { rank: row + 1, found: signs.len(), expected };
            return Err(Located::new(line, 0..line.len(), fault));
        }
        for (square, place) in squares.into_iter().zip(signs) {
            let word = &line[place.clone()];
            let fault = |fault| Err(Located::new(line, place.clone(), fault));
            match word {
                "." | "*" if (word == "*") == board.is_open(square) => {
                    return fault(DiagramFault::Hole(square));
                }
                "." | "*" => {}
                _ if !board.is_open(square) => return fault(DiagramFault::Hole(square)),
                _ => match kind_of_sign(problem, letters.as_deref(), word) {
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
