//! Reading problem text.
//!
//! ```text
//! problem    = board { piece | "/" | definition | rule }   words are separated by spaces, "/" begins an army
//! board      = rows [ "x" cols ] [ "/" topology ] [ "-" holes ]
//! topology   = "plane" | "cylinder" | "torus"
//! piece      = ( letter [ quantity ] | number letter ) [ "@" squares ]
//! quantity   = number | "*" | "max"
//! holes      = hole { "," hole }
//! hole       = square | "dark" | "light"               all squares of a1's colour, or all others
//! squares    = square { "," square }                   c4, or r4c27 for rank 4 of file 27
//! definition = letter "=" Betza
//! rule       = "sight" | "blocked"                     how far riders see between armies
//! ```
//!
//! Letters of pieces are those of the catalogue and of the definitions in the same text; after `=` letters are
//! Betza atoms. Faults name their column, what stands there, and what would be accepted.

use super::located::Located;
use crate::board::{Board, BoardError, NoSquare, Square, Topology};
use crate::named::Named;
use crate::piece::{self, BetzaError, Kind};
use crate::problem::{Lines, Pieces, Problem, ProblemError, Quantity};
use crate::question::Question;
use std::str::FromStr;

/// What is wrong with a problem text, and where.
pub type TextError = Located<TextFault>;

/// What is wrong with a problem text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextFault {
    /// Nothing but space.
    #[error("no problem: write a board and pieces, like 8x8 Q8")]
    Empty,
    /// The first word is no board.
    #[error(
        "no board: write rows x columns like 8x8, then perhaps /torus or /cylinder, then holes like -c3,d4 or -dark"
    )]
    NoBoard,
    /// A board that cannot be.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A topology of that name.
    #[error("no such topology: plane, cylinder or torus")]
    NoTopology,
    /// Holes by colour on a board with millions of them.
    #[error("too many holes: on a board of more than {MOST_COLOURED} squares each hole is named")]
    TooManyHoles,
    /// Something in a list of squares.
    #[error(transparent)]
    Square(#[from] NoSquare),
    /// A board and nothing else.
    #[error("no pieces: write a letter and a number, like Q8")]
    NoPieces,
    /// Nothing between two slashes.
    #[error("an army without pieces: write pieces on both sides of /")]
    EmptyArmy,
    /// More than one rule for lines.
    #[error("a second rule for lines: sight or blocked, once")]
    TwoRules,
    /// A letter that means nothing.
    #[error(
        "no kind has the letter {letter}: take one of {}, or define it, like {letter}=NN",
        built_in_letters()
    )]
    UnknownKind {
        /// The letter.
        letter: char,
    },
    /// A small letter that would be a kind if it were large.
    #[error("kinds have capital letters: {0}")]
    SmallLetter(char),
    /// A word that is no piece.
    #[error(
        "not a piece: write a letter and a number, * or max, like Q8, 8Q, N* or Nmax, then perhaps @a1,c2"
    )]
    NoPiece,
    /// Several letters in one word.
    #[error("several letters in one word: separate kinds by spaces, or define a compound piece, like X=QN")]
    ManyLetters,
    /// A number that is too large to read.
    #[error("a number up to {} was expected", u32::MAX)]
    Number,
    /// Pieces that cannot be added.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A definition of something that cannot be defined.
    #[error("a definition is one capital letter, = and its moves in Betza notation, like X=NN")]
    NoDefinition,
    /// A letter of the catalogue defined as something else.
    #[error("{letter} is the {name} ({betza}) already: define one of the free letters {}", free_letters())]
    BuiltIn {
        /// The letter.
        letter: char,
        /// The built-in kind's name.
        name: &'static str,
        /// Its moves.
        betza: String,
    },
    /// A letter defined twice.
    #[error("{0} is defined twice")]
    DefinedTwice(char),
    /// A letter defined and not placed.
    #[error("{0} is defined, but no army has it")]
    Unused(char),
    /// Moves that cannot be read.
    #[error("{letter}: {error}")]
    Betza {
        /// The letter that is defined.
        letter: char,
        /// What is wrong.
        error: BetzaError,
    },
}

fn built_in_letters() -> String {
    piece::catalogue().iter().map(|entry| entry.kind.letter()).collect()
}

fn free_letters() -> String {
    ('A'..='Z').filter(|&letter| piece::built_in(letter).is_none()).collect()
}

/// A part of the text and where it begins.
#[derive(Clone, Copy)]
struct Word<'a> {
    /// In bytes from the start of the whole text.
    at: usize,
    text: &'a str,
}

impl<'a> Word<'a> {
    /// The rest of the word from a byte on.
    fn from(self, offset: usize) -> Self {
        Self { at: self.at + offset, text: &self.text[offset..] }
    }

    /// The word up to a byte.
    fn to(self, offset: usize) -> Self {
        Self { at: self.at, text: &self.text[..offset] }
    }

    /// The parts before and after the first `separator`, if there is one.
    fn split(self, separator: char) -> (Self, Option<Self>) {
        match self.text.find(separator) {
            Some(offset) => (self.to(offset), Some(self.from(offset + separator.len_utf8()))),
            None => (self, None),
        }
    }

    /// The parts between separators.
    fn parts(self, separator: char) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let (part, after) = rest?.split(separator);
            rest = after;
            Some(part)
        })
    }

    /// The digits at its start, and what follows them.
    fn digits(self) -> (Self, Self) {
        let end = self.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.text.len());
        (self.to(end), self.from(end))
    }

    fn fault(self, fault: impl Into<TextFault>) -> Fault<'a> {
        Fault { word: self, fault: fault.into() }
    }
}

/// A fault, before its column is known.
struct Fault<'a> {
    word: Word<'a>,
    fault: TextFault,
}

impl FromStr for Problem {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        problem_with_bare(text, Quantity::Exactly(1))
    }
}

impl FromStr for Question {
    type Err = TextError;

    /// How many placements the problem with this text has.
    fn from_str(text: &str) -> Result<Self, TextError> {
        text.parse().map(Self::new)
    }
}

/// Reads problem text in which a letter without a number means this quantity, and not one piece. In opposing armies it is one
/// piece all the same: these grow in proportion.
///
/// ```
/// use armistice::{Quantity, notation::problem_with_bare};
///
/// let problem = problem_with_bare("8x8 Q5 N", Quantity::Max)?;
/// assert_eq!(problem.to_string(), "8x8 Q5 Nmax");
/// assert_eq!(problem_with_bare("8x8 Q5/N", Quantity::Max)?.to_string(), "8x8 Q5/N");
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
///
/// # Errors
/// What is no problem text, with the column of the fault.
pub fn problem_with_bare(text: &str, bare: Quantity) -> Result<Problem, TextError> {
    located(text, read(text, bare, Board::new))
}

/// Reads problem text with a board of up to a million ranks and files: placements can be found, checked and drawn on it,
/// and not counted.
///
/// ```
/// use armistice::notation::problem_on_large_board;
///
/// let problem = problem_on_large_board("1000 Q1000")?;
/// assert_eq!(problem.to_string(), "1000x1000 Q1000");
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
///
/// # Errors
/// What is no problem text, with the column of the fault.
pub fn problem_on_large_board(text: &str) -> Result<Problem, TextError> {
    located(text, read(text, Quantity::Exactly(1), Board::large))
}

fn located(text: &str, read: Result<Problem, Fault<'_>>) -> Result<Problem, TextError> {
    read.map_err(|Fault { word, fault }| Located::new(text, word.at..word.at + word.text.len(), fault))
}

/// The words of a text: between spaces, with `/` as a word of its own after the first one.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut place = 0;
    let mut first = true;
    std::iter::from_fn(move || {
        let rest = &text[place..];
        place += rest.find(|c: char| !c.is_whitespace())?;
        let rest = &text[place..];
        let ends_word = |c: char| c.is_whitespace() || (c == '/' && !first);
        let length = match rest.find(ends_word).unwrap_or(rest.len()) {
            0 => 1,
            length => length,
        };
        first = false;
        let word = Word { at: place, text: &rest[..length] };
        place += length;
        Some(word)
    })
}

/// How a board of so many rows and columns is made.
type MakeBoard = fn(usize, usize, Topology) -> Result<Board, BoardError>;

fn read(text: &str, bare: Quantity, make_board: MakeBoard) -> Result<Problem, Fault<'_>> {
    let end = Word { at: text.len(), text: "" };
    let mut words = words(text);
    let board = words.next().ok_or_else(|| end.fault(TextFault::Empty))?;
    let mut problem = Problem::new(read_board(board, make_board)?);
    let (definitions, pieces): (Vec<Word<'_>>, Vec<Word<'_>>) =
        words.partition(|word| word.text.contains('='));
    let (rules, pieces): (Vec<Word<'_>>, Vec<Word<'_>>) =
        pieces.into_iter().partition(|word| Lines::named(word.text).is_some());
    if let [_, second, ..] = rules[..] {
        return Err(second.fault(TextFault::TwoRules));
    }
    if let Some(lines) = rules.first().and_then(|word| Lines::named(word.text)) {
        problem = problem.with_lines(lines);
    }
    let kinds = read_definitions(&definitions)?;
    let is_opposed = pieces.iter().any(|word| word.text == "/");
    let bare = if is_opposed { Quantity::Exactly(1) } else { bare };
    let mut army_is_empty = true;
    for &word in &pieces {
        if word.text == "/" {
            if army_is_empty {
                return Err(word.fault(TextFault::EmptyArmy));
            }
            problem.begin_army();
            army_is_empty = true;
        } else {
            let pieces = read_pieces(word, &kinds, bare)?;
            problem.add(pieces).map_err(|error| word.fault(error))?;
            army_is_empty = false;
        }
    }
    if army_is_empty {
        let nothing = pieces.is_empty();
        return Err(end.fault(if nothing { TextFault::NoPieces } else { TextFault::EmptyArmy }));
    }
    for (kind, &word) in kinds.iter().zip(&definitions) {
        if !problem.pieces().any(|pieces| pieces.kind == *kind) {
            return Err(word.fault(TextFault::Unused(kind.letter())));
        }
    }
    Ok(problem)
}

/// `6x9/torus-c3,d4`, with holes and topology in either order.
fn read_board(word: Word<'_>, make_board: MakeBoard) -> Result<Board, Fault<'_>> {
    let size = word.to(word.text.find(['/', '-']).unwrap_or(word.text.len()));
    let (rows, rest) = size.digits();
    let cols = match rest.text.strip_prefix('x') {
        Some(_) => rest.from(1),
        None if rest.text.is_empty() => rows,
        None => return Err(word.fault(TextFault::NoBoard)),
    };
    if rows.text.is_empty() || cols.text.is_empty() || !cols.digits().1.text.is_empty() {
        return Err(word.fault(TextFault::NoBoard));
    }
    let side = |word: Word<'_>| word.text.parse().unwrap_or(usize::MAX);
    let (mut topology, mut holes) = (Topology::Plane, Vec::new());
    let mut suffix = word.from(size.text.len());
    while let Some(sign) = suffix.text.chars().next() {
        let part = suffix.from(1);
        let part = part.to(part.text.find(['/', '-']).unwrap_or(part.text.len()));
        if sign == '/' {
            topology = Topology::named(part.text).ok_or_else(|| part.fault(TextFault::NoTopology))?;
        } else {
            holes.extend(part.parts(','));
        }
        suffix = suffix.from(1 + part.text.len());
    }
    let mut board = make_board(side(rows), side(cols), topology).map_err(|error| size.fault(error))?;
    for hole in holes {
        for square in read_hole(hole, &board)? {
            board = board.with_hole(square).map_err(|error| hole.fault(error))?;
        }
    }
    Ok(board)
}

/// A board of more squares has no holes by colour: each hole is kept as a square of its own.
const MOST_COLOURED: usize = 1 << 20;

/// A square, or all squares of one colour; a1 is dark.
fn read_hole<'a>(word: Word<'a>, board: &Board) -> Result<Vec<Square>, Fault<'a>> {
    let colour = match word.text {
        "dark" => 0,
        "light" => 1,
        _ => return Ok(vec![read_square(word)?]),
    };
    if board.squares() > MOST_COLOURED {
        return Err(word.fault(TextFault::TooManyHoles));
    }
    let squares = (0..board.squares()).map(|index| board.square(index));
    Ok(squares.filter(|square| (square.row + square.col) % 2 == colour).collect())
}

fn read_square(word: Word<'_>) -> Result<Square, Fault<'_>> {
    word.text.parse().map_err(|error: NoSquare| word.fault(error))
}

fn read_definitions<'a>(definitions: &[Word<'a>]) -> Result<Vec<Kind>, Fault<'a>> {
    let mut kinds: Vec<Kind> = Vec::new();
    for &word in definitions {
        let (name, moves) = word.split('=');
        let mut letters = name.text.chars();
        let (Some(letter @ 'A'..='Z'), None, Some(moves)) = (letters.next(), letters.next(), moves) else {
            return Err(word.fault(TextFault::NoDefinition));
        };
        let kind = Kind::from_betza(letter, moves.text).map_err(|error| {
            let offset =
                moves.text.char_indices().nth(error.position).map_or(moves.text.len(), |(byte, _)| byte);
            moves.from(offset).fault(TextFault::Betza { letter, error })
        })?;
        let same_letter = piece::built_in(letter);
        if let Some(entry) = same_letter.filter(|entry| entry.kind.moves() != kind.moves()) {
            let betza = entry.kind.betza().to_owned();
            return Err(word.fault(TextFault::BuiltIn { letter, name: entry.name, betza }));
        }
        if kinds.iter().any(|other| other.letter() == letter) {
            return Err(word.fault(TextFault::DefinedTwice(letter)));
        }
        kinds.push(same_letter.map_or(kind, |entry| entry.kind.clone()));
    }
    Ok(kinds)
}

/// `Q`, `Q8`, `8Q`, `Q*`, `Qmax`, each perhaps with `@a1,c2`; `Q` alone means `bare`.
fn read_pieces<'a>(word: Word<'a>, defined: &[Kind], bare: Quantity) -> Result<Pieces, Fault<'a>> {
    let (piece, squares) = word.split('@');
    let (number, rest) = piece.digits();
    let mut letters = rest.text.chars();
    let letter =
        letters.next().filter(char::is_ascii_alphabetic).ok_or_else(|| word.fault(TextFault::NoPiece))?;
    let quantity = rest.from(1);
    let quantity = match (number.text, quantity.text) {
        ("", "") => bare,
        ("", "*") => Quantity::Any,
        ("", "max") => Quantity::Max,
        ("", digits) if digits.bytes().all(|b| b.is_ascii_digit()) => {
            Quantity::Exactly(read_number(quantity)?)
        }
        (_, "") => Quantity::Exactly(read_number(number)?),
        (_, more) if more.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            return Err(word.fault(TextFault::ManyLetters));
        }
        _ => return Err(word.fault(TextFault::NoPiece)),
    };
    let kind = defined.iter().find(|kind| kind.letter() == letter);
    let kind = match kind.or_else(|| piece::built_in(letter).map(|entry| &entry.kind)) {
        Some(kind) => kind.clone(),
        None if letter.is_ascii_lowercase() => {
            return Err(word.fault(TextFault::SmallLetter(letter.to_ascii_uppercase())));
        }
        None => return Err(word.fault(TextFault::UnknownKind { letter })),
    };
    let squares = squares.into_iter().flat_map(|squares| squares.parts(','));
    Ok(Pieces { kind, quantity, fixed: squares.map(read_square).collect::<Result<_, _>>()? })
}

fn read_number(word: Word<'_>) -> Result<u32, Fault<'_>> {
    word.text.parse().map_err(|_| word.fault(TextFault::Number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        text.parse::<Problem>().unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
    }

    #[test]
    fn large_boards_are_read_where_they_are_of_use() {
        let large = |text: &str| problem_on_large_board(text).map(|problem| problem.to_string());
        assert_eq!(large("1000000 Q1000000").unwrap(), "1000000x1000000 Q1000000");
        assert_eq!(large("200x40/torus-r100c30 K3@r199c40").unwrap(), "200x40/torus-r100c30 K3@r199c40");
        assert_eq!(large("8x8 Q8").unwrap(), "8x8 Q8");
        for (text, fault) in [
            ("1000001 Q", "each side has 1 to 1000000 squares"),
            ("0x5 Q", "each side has 1 to 1000000 squares"),
            ("2000-dark Q", "too many holes"),
        ] {
            assert!(large(text).unwrap_err().to_string().contains(fault), "{text}");
        }
        assert!("33 Q".parse::<Problem>().is_err());
    }

    #[test]
    fn texts_become_canonical_and_read_back() {
        for (text, expected) in [
            ("8x8 Q8", "8x8 Q8"),
            ("8 8Q", "8x8 Q8"),
            ("  5x5\tN B R Q A ", "5x5 Q R B N A"),
            ("7x7 K2 Q2 B2 N", "7x7 K2 Q2 B2 N"),
            ("8x8 N*", "8x8 N*"),
            ("8x8 Nmax", "8x8 Nmax"),
            ("6x9/torus K4", "6x9/torus K4"),
            ("6x9/plane K4", "6x9 K4"),
            ("10x10-d4,c3 Q10", "10x10-c3,d4 Q10"),
            ("10x10-d4/cylinder Q10", "10x10/cylinder-d4 Q10"),
            ("2x3-dark K", "2x3-a1,c1,b2 K"),
            ("3x3-light K", "3x3-b1,a2,c2,b3 K"),
            ("2x2/torus-light,a1 K", "2x2/torus-a1,b1,a2 K"),
            ("8x8 Q9/Q9", "8x8 Q9/Q9"),
            ("5x5 Q N / N Q", "5x5 Q N/Q N"),
            ("8x8 Q4/Q4/Q4", "8x8 Q4/Q4/Q4"),
            ("7x7 X=NN X5", "7x7 X5 X=NN"),
            ("7x7 A2 A=QN", "7x7 A2"),
            ("8x8 Q8@c2,a1", "8x8 Q8@a1,c2"),
            ("1x32 W@r1c27", "1x32 W@r1c27"),
            ("8x8 Q0", "8x8 Q0"),
            ("4x4 S2 U S=flbrB U=fsN", "4x4 S2 U S=flbrB U=fsN"),
            ("8x8 Q70000", "8x8 Q70000"),
        ] {
            assert_eq!(canonical(text), expected);
            assert_eq!(canonical(expected), expected);
        }
    }

    #[test]
    fn faults_say_where_what_and_what_instead() {
        for (text, expected) in [
            ("", "column 1, end of text: no problem"),
            (" \n ", "column 4, end of text: no problem"),
            ("8x8", "column 4, end of text: no pieces"),
            ("Q8", "column 1, \"Q8\": no board"),
            ("8x Q8", "column 1, \"8x\": no board"),
            ("8xx8 Q8", "column 1, \"8xx8\": no board"),
            ("8x-1 Q8", "column 1, \"8x-1\": no board"),
            ("-8x8 Q8", "column 1, \"-8x8\": no board"),
            ("0x8 Q8", "column 1, \"0x8\": no board of this size: each side has 1 to 32"),
            ("99999x99999 Q8", "column 1, \"99999x99999\": no board of this size: each side"),
            (
                "8x99999999999999999999999 Q",
                "column 1, \"8x9999999999999999999999...\": no board of this size",
            ),
            ("8x8/moebius Q8", "column 5, \"moebius\": no such topology"),
            ("8x8-i9 Q8", "column 5, \"i9\": the hole i9 is off the board"),
            ("8x8-a1,a1 Q8", "column 8, \"a1\": the hole a1 stands there twice"),
            ("8x8-dark,a1 Q8", "column 10, \"a1\": the hole a1 stands there twice"),
            ("8x8-red Q8", "column 5, \"red\": not a square"),
            ("8x8-,a1 Q8", "column 5, end of text: not a square"),
            ("8x8 Y5", "column 5, \"Y5\": no kind has the letter Y: take one of KQRBN"),
            ("8x8 q5", "column 5, \"q5\": kinds have capital letters: Q"),
            ("8x8 QN", "column 5, \"QN\": several letters"),
            ("8x8 8", "column 5, \"8\": not a piece"),
            ("8x8 Q-3", "column 5, \"Q-3\": not a piece"),
            ("8x8 8Q8", "column 5, \"8Q8\": not a piece"),
            ("8x8 Q99999999999", "column 6, \"99999999999\": a number up to 4294967295"),
            ("8x8 Q2 N Q", "column 10, \"Q\": Q stands twice"),
            ("8x8 Q4/", "column 8, end of text: an army without pieces"),
            ("8x8 /Q4", "column 5, \"/\": an army without pieces"),
            ("8x8 Q4//Q4", "column 8, \"/\": an army without pieces"),
            ("8x8 Q@i1", "column 5, \"Q@i1\": no piece can stand on i1"),
            ("8x8 Q@a1,b1", "column 5, \"Q@a1,b1\": 2 squares for 1 of Q"),
            ("8x8 Q2@a1,a1", "column 5, \"Q2@a1,a1\": two pieces on a1"),
            ("8x8 Q@a1 N@a1", "column 10, \"N@a1\": two pieces on a1"),
            ("8x8 X X=", "column 9, end of text: X: no moves"),
            ("8x8 X X=WpR", "column 10, \"pR\": X: 'p' (hopper"),
            ("8x8 X X=N X=B", "column 11, \"X=B\": X is defined twice"),
            (
                "8x8 A5 A=A",
                "column 8, \"A=A\": A is the amazon (QN) already: define one of the free letters GI",
            ),
            ("8x8 Q X=N", "column 7, \"X=N\": X is defined, but no army has it"),
            ("8x8 XY XY=N", "column 8, \"XY=N\": a definition is one capital letter"),
            ("8x8 é", "column 5, \"é\": not a piece"),
            ("8x8 Q\u{1b}[2J", "column 5, \"Q\\u{1b}[2J\": not a piece"),
        ] {
            let error = text.parse::<Problem>().expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
            assert!(!error.contains(['\n', '\u{1b}']), "{error:?}");
        }
    }

    #[test]
    fn a_megabyte_of_anything_is_one_short_line() {
        for part in ["(", "((1,2)0", "Q8 ", "/", "8x8 ", "-", "@", "X=", "N", "é"] {
            for before in ["", "8x8 ", "8x8 X X="] {
                let text = before.to_owned() + &part.repeat(1_000_000 / part.len());
                let error = text.parse::<Problem>().expect_err(part).to_string();
                assert!(error.len() < 200, "{error}");
            }
        }
    }
}
