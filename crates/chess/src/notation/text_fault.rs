//! The possible faults of a problem text.

use super::excerpt;
use super::located::LocatedFault;
use crate::board::{BoardError, Lattice, MAX_AXES, NoSquare, SHAPES, Topology};
use crate::named::Named;
use crate::piece::{self, BetzaError};
use crate::problem::ProblemError;

/// The maximum number of squares of a board with holes by colour, because each hole is stored as a square.
pub(super) const MAX_COLOURED: usize = 1 << 20;

/// A fault of a problem text, and its place.
pub type TextError = LocatedFault<TextFault>;

/// The possible faults of a problem text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextFault {
    /// The text is empty or has only spaces.
    #[error("no problem: write a board and pieces, like 8x8 Q8")]
    Empty,
    /// The first word is not a board.
    #[error("no board: write rows x columns, like 8x8, or a shape, like hexagon:5")]
    NoBoard,
    /// The board has too many dimensions.
    #[error("a board has at most {MAX_AXES} dimensions, like 3^{MAX_AXES}")]
    Dimensions,
    /// The board is impossible.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A name that is not a topology.
    #[error("unknown edges: expected {}", joined_edges())]
    NoTopology,
    /// More than one topology.
    #[error("the board already has its edges; write them once, like 8x8/torus")]
    TwoTopologies,
    /// A name that is not a shape, or the wrong number of numbers after it.
    #[error("unknown shape: expected one of {}", shapes())]
    NoShape,
    /// A drawing with signs that boards do not have.
    #[error(
        "a drawing has ranks from the top, with . for a square, ~ for a reserved square and x for no square, \
         like board=..x/.~./x.."
    )]
    NoDrawing,
    /// A letter in a drawing of a board.
    #[error(
        "a drawing of a board has no pieces: draw . there, and write the square after the kind, like Q8@a1"
    )]
    PieceInDrawing,
    /// The ranks have different lengths.
    #[error("this rank has {found} squares, and the first one {expected}: draw what is missing with x")]
    Ragged {
        /// Number of squares of this rank.
        found: usize,
        /// Number of squares of the first rank.
        expected: usize,
    },
    /// A pattern of holes that cannot be read.
    #[error("a pattern is dark, light or every:3, every:2x3 with numbers from 1")]
    NoPattern,
    /// A corner of a rectangle of squares that is off the board.
    #[error(
        "this corner is off the board: a rectangle of squares is written by two corners on it, like a1..c3"
    )]
    CornerOffBoard,
    /// Diagonals from corner to corner on a board that has none.
    #[error("only square boards have diagonals from corner to corner: name a square, like diagonal:a1")]
    NoDiagonal,
    /// Reserved squares in the text of a board without a problem.
    #[error("reserved squares (~) belong to a problem, not to a board alone")]
    ReservedOfBoard,
    /// Something that is neither a number nor a range.
    #[error("expected a number or a range, like 2, 1..2, ..1 or 2..")]
    NoSpan,
    /// A quota of something that is not a kind, or a letter in a quota that cannot have one.
    #[error("expected the letter of one kind, in a quota of lines or regions, like rank:B=1")]
    QuotaLetter,
    /// The name of a file, which texts cannot read.
    #[error("only the command reads files: draw the regions here, like regions=aab/abb/ccc")]
    RegionsFile,
    /// Both `/` and `+`: armies and groups.
    #[error("a problem has either armies, separated by /, or groups, separated by +")]
    TwoTreaties,
    /// A `+` without pieces on one side.
    #[error("a group without pieces: write pieces on both sides of the +")]
    EmptyGroup,
    /// Holes by colour on a board with too many squares.
    #[error("too many holes: on a board of more than {MAX_COLOURED} squares each hole is named")]
    TooManyHoles,
    /// A word in a list of squares that is not a square.
    #[error(transparent)]
    Square(#[from] NoSquare),
    /// A board without pieces.
    #[error("no pieces: write a letter and a number, like Q8")]
    NoPieces,
    /// Walls without an army.
    #[error("there are only walls: add pieces, a letter and a number, like Q8")]
    OnlyWalls,
    /// The sign of a wall alone, which may begin a comment.
    #[error("how many walls? write #1")]
    BareWall,
    /// A slash without pieces on one side.
    #[error("an army without pieces: write pieces on both sides of the /")]
    EmptyArmy,
    /// More than one rule for lines.
    #[error("a second rule for lines: write either sight or blocked, once")]
    TwoRules,
    /// A letter that is not a kind.
    #[error(
        "no kind has the letter {letter}: take one of {}, or define it, like {letter}=NN",
        built_in_letters(*.lattice)
    )]
    UnknownKind {
        /// The letter.
        letter: char,
        /// The lattice of the board, which determines the built-in kinds.
        lattice: Lattice,
    },
    /// A small letter for a kind that has a forward direction.
    #[error(
        "kinds have capital letters: for {letter} turned upside down take a free letter, like {other}, and define it, {other}={turned}"
    )]
    TurnedKind {
        /// The capital letter.
        letter: char,
        /// A free letter.
        other: char,
        /// The moves of the reversed kind, in Betza notation.
        turned: String,
    },
    /// A small letter whose capital is a kind.
    #[error("kinds have capital letters: {0}")]
    SmallLetter(char),
    /// A word that is not a piece.
    #[error(
        "not a piece: write a letter and a number, * or max, like Q8, 8Q, N* or Nmax, then perhaps @a1,c2"
    )]
    NoPiece,
    /// Two boards: `8x8 Q8 6x6 Q6`.
    #[error("a second board: each problem has a line of its own, in a file or on standard input")]
    TwoBoards,
    /// Several letters in one word.
    #[error("several letters in one word: separate kinds by spaces, or define a compound piece, like X=QN")]
    ManyLetters,
    /// A word that could be the name of a kind, but is not.
    #[error("no kind is called {}; 'armistice pieces' lists the names", excerpt(name, 24))]
    NoName {
        /// The word.
        name: String,
    },
    /// A text with a slip that can be mended.
    #[error(transparent)]
    Slip(#[from] Slip),
    /// Several pieces without a number.
    #[error(
        "how many? write a number, like 8 {plural} or {letter}8, {letter}max for as many as fit, {letter}any for any number"
    )]
    HowMany {
        /// The name as it was typed.
        plural: String,
        /// The kind's letter.
        letter: char,
    },
    /// A text with variables, which stands for many problems.
    #[error("{} is a family of problems; 'armistice table' counts it", excerpt(family, 60))]
    Family {
        /// The text of the family.
        family: String,
    },
    /// A number that is too large to read.
    #[error("a number up to {} was expected", u32::MAX)]
    Number,
    /// Pieces that cannot be added.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A definition of something that cannot be defined.
    #[error("a definition is one capital letter, = and its moves in Betza notation, like X=NN")]
    NoDefinition,
    /// A letter of the catalogue that is defined differently.
    #[error("{letter} is the {name} ({betza}) already: define one of the free letters {}", free_letters(*.letter))]
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
    /// A letter that is defined but not placed.
    #[error("{0} is defined, but no army has it")]
    Unused(char),
    /// Moves that cannot be read.
    #[error("{letter}: {error}")]
    Betza {
        /// The letter that is defined.
        letter: char,
        /// The fault of its moves.
        error: BetzaError,
    },
}

/// Returns the names of topologies with joined edges. A board has the other one if nothing is written.
fn joined_edges() -> String {
    let joined = Topology::ALL.iter().filter(|&&topology| topology != Topology::Plane);
    joined.map(|topology| topology.name()).collect::<Vec<_>>().join(", ")
}

fn shapes() -> String {
    SHAPES.iter().map(|&(_, like)| like).collect::<Vec<_>>().join(", ")
}

fn built_in_letters(lattice: Lattice) -> String {
    piece::built_ins_on(lattice).map(|entry| entry.kind.letter()).collect()
}

/// Returns the letters that can be defined instead of this one, which stands for a built-in kind.
fn free_letters(used: char) -> String {
    ('A'..='Z').filter(|&letter| letter != used && piece::built_in(letter).is_none()).collect()
}

/// The usual slips: texts for something that has another form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Slip {
    /// Several kinds in one word: `Q8N2`, `Q8,N2`.
    #[error("kinds are separated by spaces")]
    Glued,
    /// A space within pieces: `Q 8`, `K *`, `Q8 @a1`.
    #[error("a letter, its number and its squares form one word")]
    Apart,
    /// A sign between letter and number: `Q:8`, `Q=8`, `8*Q`.
    #[error("write nothing between a letter and its number")]
    Sign,
    /// A range in another notation: `Q2-5`, `Q2+`.
    #[error("a range of numbers is written with two dots, like 2..5, ..5 or 2..")]
    Range,
    /// A word between kinds: `Q8 and N2`.
    #[error("write kinds side by side, with no word between them")]
    Filler,
    /// A chess symbol: `♕8`.
    #[error("pieces are written as letters, not as chess symbols")]
    Figure,
    /// Colours for armies: `wQ4 bQ4`.
    #[error("armies have no colours: separate them by /")]
    Colour,
    /// A word between armies: `Q4 vs Q4`.
    #[error("armies are separated by /")]
    Versus,
    /// A number as a word: `eight queens`, `a queen`.
    #[error("numbers are written in digits")]
    Numeral,
    /// Squares without `@` or a comma: `Qd4`, `Q8@a1 c2`.
    #[error("squares follow a piece and @, separated by commas")]
    Squares,
    /// A repeated letter: `QQQ`.
    #[error("several pieces of a kind are its letter and their number")]
    Repeated,
    /// Another letter for knights: `Kt2`.
    #[error("the knight is N")]
    Knight,
    /// Names in place of Betza atoms: `X=knight+rook`.
    #[error("a definition is written in Betza atoms, not names")]
    Atoms,
    /// Another name of a topology: `8x8t`, `toroidal`.
    #[error("the topologies are plane, cylinder and torus")]
    Topology,
    /// Another name of a colour of holes: `8x8-white`.
    #[error("holes of one colour are dark or light")]
    HoleColour,
    /// A number of pieces that was read as a board: `8 queens`.
    #[error("the board comes first, and a number alone is a square board")]
    BareBoard,
    /// Braces without a variable: `8x8 Q{8}`.
    #[error("braces hold an expression with a variable, like {{n-1}}")]
    Braces,
    /// Quotation marks: `“8x8 Q8”`.
    #[error("a shell understands only the quotes ' and \"")]
    Quotes,
    /// The board after the pieces: `Q8 8x8`.
    #[error("the board comes first")]
    BoardLast,
    /// Another form of the size: `8 x 8`, `8by8`.
    #[error("a board is one word, rows x columns")]
    Board,
    /// Holes apart from the board: `8x8 -a1`, `8x8 dark`.
    #[error("holes belong to the board")]
    Holes,
}
