//! Placements as FEN: the first field of Forsyth-Edwards notation, for any board.
//!
//! ```text
//! placement = rank { "/" rank }             the highest rank first
//! rank      = { letter | number | "*" | "#" }   a number of empty squares, in decimal; "*" is a hole, "#" a wall
//! ```
//!
//! Capital letters are pieces of the first army, small letters of the second; small letters alone are one
//! army. Twelve empty squares are `12`. Text after a blank (the side to move, and so on) is ignored.

use super::located::LocatedFault;
use crate::board::{Board, Square};
use crate::piece::{WALL, built_in};
use crate::placement::Placement;
use crate::problem::Problem;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

/// A fault of a FEN, and its place.
pub type FenError = LocatedFault<FenFault>;

/// The possible faults of a FEN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenFault {
    /// The problem has more armies than there are cases of letters.
    #[error(transparent)]
    Armies(#[from] NoFen),
    /// The number of ranks differs from that of the board.
    #[error("{found} rank{} given, but the board has {ranks}", if *.found == 1 { " is" } else { "s are" })]
    Ranks {
        /// Number of ranks of the board.
        ranks: usize,
        /// Number of ranks of the FEN.
        found: usize,
    },
    /// A rank has fewer squares than the board has files.
    #[error("rank {rank} has {squares} squares, but {found} are given")]
    ShortRank {
        /// Number of the rank.
        rank: usize,
        /// Number of files of the board.
        squares: usize,
        /// Number of squares of this rank in the FEN.
        found: usize,
    },
    /// Something after the last square of a rank.
    #[error("rank {rank} has {squares} squares, but this goes beyond them")]
    LongRank {
        /// Number of the rank.
        rank: usize,
        /// Number of files of the board.
        squares: usize,
    },
    /// A letter that is not a kind of its army.
    #[error("no such piece in the {army} army: {}", letters(.known))]
    NoKind {
        /// The name of the army: first or second.
        army: &'static str,
        /// The letters that are accepted.
        known: String,
    },
    /// A piece on a hole.
    #[error("{0} is a hole, where no piece can stand: write *")]
    PieceOnHole(Square),
    /// Empty squares, one of which is a hole of the board.
    #[error("{0} is a hole, not an empty square: write *")]
    EmptyHole(Square),
    /// A hole that the board does not have.
    #[error("{0} is not a hole: * stands for holes only")]
    NoHole(Square),
    /// A wall in a problem without walls.
    #[error("the problem has no walls: # stands for a wall")]
    NoWall,
    /// Zero empty squares.
    #[error("not a number of empty squares: expected 1 or more")]
    Nought,
    /// A sign that FEN does not have.
    #[error(
        "not part of FEN: expected letters of pieces, numbers of empty squares, * for a hole, # for a wall and / between ranks"
    )]
    NoSign,
}

/// The reasons why a placement cannot be written as FEN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoFen {
    /// The problem has more armies than there are cases of letters.
    #[error("FEN has letters for two armies, but the problem has {0}")]
    Armies(usize),
    /// Two kinds have the same sign, like white pawns of the second army and black pawns.
    #[error("FEN would write two kinds of the problem as {0}: use squares")]
    Alike(char),
    /// A kind that the problem does not have, a square off the board or on a hole, or two pieces on one
    /// square.
    #[error(
        "FEN cannot write the piece on {0}: expected a piece of the problem, alone on a square of the board"
    )]
    Piece(Square),
}

fn letters(known: &str) -> String {
    let known: Vec<String> = known.chars().map(String::from).collect();
    match &known[..] {
        [] => "it has none".to_owned(),
        [one] => format!("its letter is {one}"),
        [most @ .., last] => format!("its letters are {} and {last}", most.join(", ")),
    }
}

/// Returns the letters of the pieces of a problem in FEN and in diagrams, by the number of their kinds.
pub(super) fn alphabet(problem: &Problem) -> Result<Vec<char>, NoFen> {
    let mut letters = Vec::new();
    for (army, of) in problem.armies().iter().enumerate() {
        for pieces in of.pieces() {
            let letter = pieces.kind.letter();
            letters.push(match army {
                0 => letter,
                1 => letter.to_ascii_lowercase(),
                _ => return Err(NoFen::Armies(problem.armies().len())),
            });
        }
    }
    if let Some((_, &twice)) = letters.iter().enumerate().find(|&(at, letter)| letters[..at].contains(letter))
    {
        return Err(NoFen::Alike(twice));
    }
    letters.extend(problem.walls().map(|_| WALL));
    Ok(letters)
}

/// Writes a placement as FEN.
///
/// ```
/// use armistice::{Problem, notation};
///
/// let problem: Problem = "2x12-c1 K1 N1".parse()?;
/// let placement = notation::placement_from_squares(&problem, "Ka1 Ng2")?;
/// assert_eq!(notation::fen(&problem, &placement)?, "6N5/K1*9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// More than two armies, or pieces that FEN cannot express.
pub fn fen(problem: &Problem, placement: &Placement) -> Result<String, NoFen> {
    let letters = alphabet(problem)?;
    let board = problem.board();
    let mut signs: Vec<(Square, char)> = board.holes().iter().map(|&hole| (hole, '*')).collect();
    for &(kind, square) in placement.pieces() {
        let letter = letters.get(kind).filter(|_| board.is_open(square));
        signs.push((square, *letter.ok_or(NoFen::Piece(square))?));
    }
    signs.sort_unstable_by_key(|&(square, _)| (Reverse(square.row), square.col));
    if let Some(pair) = signs.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(NoFen::Piece(pair[0].0));
    }
    let mut text = String::new();
    let mut signs = signs.into_iter().peekable();
    for row in (0..board.rows()).rev() {
        let mut next = 0;
        while let Some((square, sign)) = signs.next_if(|(square, _)| square.row == row) {
            write_empty(&mut text, square.col - next);
            text.push(sign);
            next = square.col + 1;
        }
        write_empty(&mut text, board.cols() - next);
        if row > 0 {
            text.push('/');
        }
    }
    Ok(text)
}

fn write_empty(text: &mut String, squares: usize) {
    if squares > 0 {
        let _ = write!(text, "{squares}");
    }
}

/// Returns the placement that a FEN describes. The function does not check it against the problem.
///
/// ```
/// use armistice::{Problem, notation::placement_from_fen};
///
/// let problem: Problem = "4x4 Q4".parse()?;
/// let placement = placement_from_fen(&problem, "2Q1/Q3/3Q/1Q2 w - - 0 1")?;
/// assert_eq!(placement.fault(&problem), None);
/// let error = placement_from_fen(&problem, "2Q1/Q3/3Q/1K2").unwrap_err();
/// assert_eq!(error.to_string(), "column 12, 'K': no such piece in the first army: its letter is Q");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Text that is not a FEN of this board and these armies, with the column of the fault.
pub fn placement_from_fen(problem: &Problem, text: &str) -> Result<Placement, FenError> {
    let start = text.len() - text.trim_start().len();
    let end = text[start..].find(char::is_whitespace).map_or(text.len(), |length| start + length);
    let located = |(at, fault): (Range<usize>, FenFault)| LocatedFault::new(text, at, fault);
    let letters = alphabet(problem).map_err(|error| located((start..end, error.into())))?;
    let board = problem.board();
    // The number of ranks is the best message for a FEN of another board.
    let shown = &text[start..end];
    let (ranks, found) = (board.rows(), if shown.is_empty() { 0 } else { shown.split('/').count() });
    if found != ranks {
        return Err(located((start..end, FenFault::Ranks { ranks, found })));
    }
    let mut reader = FenReader { text: &text[..end], at: start, board, row: board.rows() - 1, col: 0 };
    // The only army may be written in small letters, as black pieces.
    let are_small = problem.armies().len() == 1 && !shown.contains(|sign: char| sign.is_ascii_uppercase());
    let kind_of = |sign: char| {
        let kind = letters.iter().position(|&letter| letter == sign);
        kind.or_else(|| letters.iter().position(|&letter| are_small && letter == sign.to_ascii_uppercase()))
    };
    let mut pieces = Vec::new();
    while let Some(sign) = reader.text[reader.at..].chars().next() {
        match sign {
            '/' => reader.end_rank().map_err(located)?,
            '0'..='9' => reader.read_empty().map_err(located)?,
            '*' => {
                let at = reader.read_square(sign).map_err(located)?;
                if board.is_open(at.1) {
                    return Err(located((at.0, FenFault::NoHole(at.1))));
                }
            }
            WALL if !letters.contains(&WALL) => {
                return Err(located((reader.at..reader.at + 1, FenFault::NoWall)));
            }
            _ if sign.is_ascii_alphabetic() || sign == WALL => {
                let at = reader.read_square(sign).map_err(located)?;
                let Some(kind) = kind_of(sign) else {
                    return Err(located((at.0, no_kind(sign, &letters))));
                };
                if !board.is_open(at.1) {
                    return Err(located((at.0, FenFault::PieceOnHole(at.1))));
                }
                pieces.push((kind, at.1));
            }
            _ => return Err(located((reader.at..reader.at + sign.len_utf8(), FenFault::NoSign))),
        }
    }
    reader.end().map_err(located)?;
    Ok(Placement::new(pieces))
}

/// A number of empty squares that is larger than the side of any board.
const MAX_EMPTY: usize = 10_000_000;

/// Returns the board and the pieces of a FEN in the form of problem text. If all letters are small, they are
/// the first army. Small `p` are black pawns.
///
/// This function accepts any text. For a text that is not FEN, the result is not a problem, or is a problem
/// for which [`placement_from_fen`] rejects the text.
///
/// ```
/// let text = armistice::notation::board_and_pieces_of_fen("3Q*1/6/n5");
/// assert_eq!(text, ("3x6-e3".to_owned(), "Q1/N1".to_owned()));
/// ```
#[must_use]
pub fn board_and_pieces_of_fen(fen: &str) -> (String, String) {
    let ranks = fen.split_whitespace().next().unwrap_or_default().split('/');
    let (rows, mut cols) = (ranks.clone().count(), 0);
    let mut holes = Vec::new();
    let mut pieces: BTreeMap<char, usize> = BTreeMap::new();
    for (rank, signs) in ranks.enumerate() {
        let (mut col, mut empty) = (0, 0);
        for sign in signs.chars() {
            if let Some(digit) = sign.to_digit(10) {
                empty = (10 * empty + digit as usize).min(MAX_EMPTY);
                continue;
            }
            col += std::mem::take(&mut empty);
            match sign {
                '*' => holes.push(Square { row: rows - 1 - rank, col }.to_string()),
                _ => *pieces.entry(sign).or_default() += 1,
            }
            col += 1;
        }
        cols = cols.max(col + empty);
    }
    let of_army = |pieces: &BTreeMap<char, usize>, is_second: bool| {
        let own = pieces.iter().filter(|(letter, _)| letter.is_ascii_lowercase() == is_second);
        let kind =
            |letter: char| if built_in(letter).is_some() { letter } else { letter.to_ascii_uppercase() };
        let own = own.map(|(&letter, number)| format!("{}{number}", kind(letter)));
        own.collect::<Vec<_>>().join(" ")
    };
    let walls = pieces.remove(&WALL).map_or(String::new(), |number| format!(" {WALL}{number}"));
    let (first, second) = (of_army(&pieces, false), of_army(&pieces, true));
    let armies = match (first.is_empty(), second.is_empty()) {
        (false, true) => first,
        // There is one army, whatever the case of its letters.
        (true, false) => second,
        (true, true) => String::new(),
        _ => format!("{first}/{second}"),
    };
    let dash = if holes.is_empty() { "" } else { "-" };
    (format!("{rows}x{cols}{dash}{}", holes.join(",")), armies + &walls)
}

fn no_kind(sign: char, letters: &[char]) -> FenFault {
    let same_case = |letter: &&char| letter.is_ascii_uppercase() == sign.is_ascii_uppercase();
    let known = letters.iter().filter(|letter| **letter != WALL).filter(same_case).collect();
    FenFault::NoKind { army: if sign.is_ascii_uppercase() { "first" } else { "second" }, known }
}

/// A fault, and the bytes at fault.
type Fault = (Range<usize>, FenFault);

/// The state of the reader.
struct FenReader<'a> {
    text: &'a str,
    /// The position in bytes.
    at: usize,
    board: &'a Board,
    row: usize,
    col: usize,
}

impl FenReader<'_> {
    fn long_rank(&self) -> FenFault {
        FenFault::LongRank { rank: self.row + 1, squares: self.board.cols() }
    }

    /// Checks that the rank that ends at these bytes is full.
    fn check_full(&self, at: &Range<usize>) -> Result<(), Fault> {
        let (rank, squares, found) = (self.row + 1, self.board.cols(), self.col);
        if found < squares {
            return Err((at.clone(), FenFault::ShortRank { rank, squares, found }));
        }
        Ok(())
    }

    /// Reads the slash at the end of a rank.
    fn end_rank(&mut self) -> Result<(), Fault> {
        let at = self.at..self.at + 1;
        self.check_full(&at)?;
        // The number of ranks was checked before.
        (self.at, self.row, self.col) = (self.at + 1, self.row.saturating_sub(1), 0);
        Ok(())
    }

    /// Checks the end of the text.
    fn end(&self) -> Result<(), Fault> {
        self.check_full(&(self.at..self.at))
    }

    /// Reads a number of empty squares.
    fn read_empty(&mut self) -> Result<(), Fault> {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let at = self.at..self.at + length;
        // A number too large to read is too large for a rank.
        let number: usize = rest[..length].parse().unwrap_or(usize::MAX);
        if number == 0 {
            return Err((at, FenFault::Nought));
        }
        if number > self.board.cols() - self.col {
            return Err((at, self.long_rank()));
        }
        let first = Square { row: self.row, col: self.col };
        let next = Square { row: self.row, col: self.col + number };
        let holes = self.board.holes();
        let hole = holes.get(holes.partition_point(|hole| *hole < first)).filter(|hole| **hole < next);
        if let Some(&hole) = hole {
            return Err((at, FenFault::EmptyHole(hole)));
        }
        (self.at, self.col) = (at.end, next.col);
        Ok(())
    }

    /// Reads a sign for one square, which must be on the board.
    fn read_square(&mut self, sign: char) -> Result<(Range<usize>, Square), Fault> {
        let at = self.at..self.at + sign.len_utf8();
        if self.col >= self.board.cols() {
            return Err((at, self.long_rank()));
        }
        let square = Square { row: self.row, col: self.col };
        (self.at, self.col) = (at.end, self.col + 1);
        Ok((at, square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_say_where_what_and_what_instead() {
        for (problem, text, expected) in [
            ("3x3 K1", "", "column 1, end of text: 0 ranks are given, but the board has 3"),
            ("3x3 K1", "3", "column 1, '3': 1 rank is given, but the board has 3"),
            ("3x3 K1", "3/3/", "column 5, end of text: rank 1 has 3 squares, but 0 are given"),
            ("3x3 K1", "3/3/3/3", "column 1, '3/3/3/3': 4 ranks are given, but the board has 3"),
            ("3x3 K1", "3/2/3", "column 4, '/': rank 2 has 3 squares, but 2 are given"),
            ("3x3 K1", "3/3/1K w", "column 7, end of text: rank 1 has 3 squares, but 2 are given"),
            ("3x3 K1", "3/3/3K", "column 6, 'K': rank 1 has 3 squares, but this goes beyond them"),
            ("3x3 K1", "8/8/8", "column 1, '8': rank 3 has 3 squares, but this goes beyond them"),
            ("3x3 K1", "99999999999999999999999/3/3", "column 1, '99999999999999999999999': rank 3"),
            ("3x3 K1", "3/0K2/3", "column 3, '0': not a number of empty squares"),
            ("3x3 K1", " 3/Q2/3", "column 4, 'Q': no such piece in the first army: its letter is K"),
            ("3x3 K1", "k2/3/K2", "column 1, 'k': no such piece in the second army: it has none"),
            (
                "3x3 K1 N1 B1",
                "Q2/3/3",
                "column 1, 'Q': no such piece in the first army: its letters are K, B and N",
            ),
            ("3x3-b2 K1", "3/1K1/3", "column 4, 'K': b2 is a hole, where no piece can stand: write *"),
            ("3x3-b2 K1", "3/3/3", "column 3, '3': b2 is a hole, not an empty square: write *"),
            ("3x3-b2 K1", "*2/1*1/3", "column 1, '*': a3 is not a hole: * stands for holes only"),
            ("3x3 K1", "K-1/3/3", "column 2, '-': not part of FEN"),
            ("3x3 K1", "é/3/3", "column 1, 'é': not part of FEN"),
            ("3x3 K1", "#2/3/3", "column 1, '#': the problem has no walls: # stands for a wall"),
            ("3x3-b2 K1 #1", "3/1#1/3", "column 4, '#': b2 is a hole, where no piece can stand: write *"),
            (
                "3x3 K1/K1/K1",
                "3/3/3",
                "column 1, '3/3/3': FEN has letters for two armies, but the problem has 3",
            ),
        ] {
            let problem: Problem = problem.parse().unwrap();
            let error = placement_from_fen(&problem, text).expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn what_fen_has_no_place_for_is_not_written() {
        let problem: Problem = "3x3-b2 K*".parse().unwrap();
        let write = |pieces: &[(usize, &str)]| {
            let pieces = pieces.iter().map(|&(kind, square)| (kind, square.parse().unwrap())).collect();
            fen(&problem, &Placement::new(pieces))
        };
        assert_eq!(write(&[(0, "a1"), (0, "c3")]).unwrap(), "2K/1*1/K2");
        let walled: Problem = "2x3 R2/N #1".parse().unwrap();
        let text = "1n1/R#R";
        assert_eq!(fen(&walled, &placement_from_fen(&walled, text).unwrap()).unwrap(), text);
        assert_eq!(board_and_pieces_of_fen(text), ("2x3".to_owned(), "R2/N1 #1".to_owned()));
        let pawns: Problem = "3x3 P p/p".parse().unwrap();
        assert_eq!(fen(&pawns, &Placement::default()), Err(NoFen::Alike('p')));
        let black: Problem = "3x3 K p2".parse().unwrap();
        assert_eq!(
            placement_from_fen(&black, "k2/3/p1p").unwrap(),
            placement_from_fen(&black, "K2/3/p1p").unwrap()
        );
        assert_eq!(board_and_pieces_of_fen("pPp/3/qQ1"), ("3x3".to_owned(), "P1 Q1/p2 Q1".to_owned()));
        for pieces in [&[(0, "b2")][..], &[(0, "d1")], &[(1, "a1")], &[(0, "a1"), (0, "a1")]] {
            assert!(matches!(write(pieces), Err(NoFen::Piece(_))), "{pieces:?}");
        }
    }
}
