//! What can be wrong with a problem text.

use super::excerpt;
use super::located::Located;
use crate::board::{BoardError, Lattice, MAX_AXES, NoSquare, SHAPES, Topology};
use crate::named::Named;
use crate::piece::{self, BetzaError};
use crate::problem::ProblemError;

/// A board of more squares has no holes by colour: each hole is kept as a square of its own.
pub(super) const MAX_COLOURED: usize = 1 << 20;

/// What is wrong with a problem text, and where.
pub type TextError = Located<TextFault>;

/// What is wrong with a problem text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextFault {
    /// Nothing but space.
    #[error("no problem: write a board and pieces, like 8x8 Q8")]
    Empty,
    /// The first word is no board.
    #[error("no board: write rows x columns, like 8x8, or a shape, like hexagon:5")]
    NoBoard,
    /// A board of too many dimensions.
    #[error("no board of so many dimensions: there are up to {MAX_AXES}, like 3^{MAX_AXES}")]
    Dimensions,
    /// A board that cannot be.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A topology of that name.
    #[error("no such topology: expected one of {}", names::<Topology>())]
    NoTopology,
    /// More than one topology.
    #[error("a second topology: one of {}, once", names::<Topology>())]
    TwoTopologies,
    /// A shape of that name, or not as many numbers as it has.
    #[error("no such shape: expected one of {}", shapes())]
    NoShape,
    /// A drawing of something else.
    #[error(
        "a drawing is made of ranks from the top, . for a square, ~ for one where nobody may stand and x for none, like board=..x/.~./x.."
    )]
    NoDrawing,
    /// A letter in a drawing of a board.
    #[error(
        "a drawing of a board has no pieces: draw . there, and give the piece behind its kind, like Q8@a1"
    )]
    PieceInDrawing,
    /// Ranks of different lengths.
    #[error("this rank has {found} squares, and the first one {expected}: draw what is missing with x")]
    Ragged {
        /// How many squares it has.
        found: usize,
        /// How many the first one has.
        expected: usize,
    },
    /// A pattern of holes that cannot be read.
    #[error("a pattern is dark, light or every:3, every:2x3 with numbers from 1")]
    NoPattern,
    /// A corner of a rectangle of squares that the board has not.
    #[error(
        "this corner is off the board: a rectangle of squares is written by two corners on it, like a1..c3"
    )]
    CornerOffBoard,
    /// Diagonals from corner to corner where there are none.
    #[error("only square boards have diagonals from corner to corner: name a square, like diagonal:a1")]
    NoDiagonal,
    /// Squares reserved on a board without a problem.
    #[error("reserved squares (~) belong to a problem, not to a board alone")]
    ReservedOfBoard,
    /// Something that is no number and no range.
    #[error("expected a number or a range, like 2, 1..2, ..1 or 2..")]
    NoSpan,
    /// A quota of something that is no kind, or a letter where none can be.
    #[error("expected the letter of one kind, in a quota of lines or regions, like rank:B=1")]
    QuotaLetter,
    /// A file, which texts cannot read.
    #[error("only the command reads files: draw the regions here, like regions=aab/abb/ccc")]
    RegionsFile,
    /// `/` and `+`.
    #[error("armies are separated by / and groups by +: one of them in one problem")]
    TwoTreaties,
    /// Nothing beside a `+`.
    #[error("a group without pieces: write pieces on both sides of the +")]
    EmptyGroup,
    /// Holes by colour on a board with millions of them.
    #[error("too many holes: on a board of more than {MAX_COLOURED} squares each hole is named")]
    TooManyHoles,
    /// Something in a list of squares.
    #[error(transparent)]
    Square(#[from] NoSquare),
    /// A board and nothing else.
    #[error("no pieces: write a letter and a number, like Q8")]
    NoPieces,
    /// Walls, and no army.
    #[error("no pieces beside the walls: write a letter and a number, like Q8")]
    OnlyWalls,
    /// The sign of a wall alone, behind which a comment may begin.
    #[error("how many walls? write #1")]
    BareWall,
    /// Nothing between two slashes.
    #[error("an army without pieces: write pieces on both sides of the /")]
    EmptyArmy,
    /// More than one rule for lines.
    #[error("a second rule for lines: sight or blocked, once")]
    TwoRules,
    /// A letter that means nothing.
    #[error(
        "no kind has the letter {letter}: take one of {}, or define it, like {letter}=NN",
        built_in_letters(*.lattice)
    )]
    UnknownKind {
        /// The letter.
        letter: char,
        /// That of the board, which says what kinds there are.
        lattice: Lattice,
    },
    /// A small letter for a kind that goes one way.
    #[error(
        "kinds have capital letters: for {letter} turned upside down take a free letter, like {other}, and define it, {other}={turned}"
    )]
    TurnedKind {
        /// The capital letter.
        letter: char,
        /// A letter that is free.
        other: char,
        /// The moves of the kind turned round, in Betza notation.
        turned: String,
    },
    /// A small letter that would be a kind if it were large.
    #[error("kinds have capital letters: {0}")]
    SmallLetter(char),
    /// A word that is no piece.
    #[error(
        "not a piece: write a letter and a number, * or max, like Q8, 8Q, N* or Nmax, then perhaps @a1,c2"
    )]
    NoPiece,
    /// `8x8 Q8 6x6 Q6`.
    #[error("a second board: each problem has a line of its own, in a file or on standard input")]
    TwoBoards,
    /// Several letters in one word.
    #[error("several letters in one word: separate kinds by spaces, or define a compound piece, like X=QN")]
    ManyLetters,
    /// A word that could be the name of a kind, and is none.
    #[error(
        "no kind is called {}: names are those of the catalogue, like queen and knights",
        excerpt(name, 24)
    )]
    NoName {
        /// The word.
        name: String,
    },
    /// Something that is read in another way, and can be put right.
    #[error(transparent)]
    Slip(#[from] Slip),
    /// Several pieces, and not how many.
    #[error(
        "how many? write a number, like 8 {plural} or {letter}8, {letter}max for as many as fit, {letter}any for any number"
    )]
    HowMany {
        /// The name that was written.
        plural: String,
        /// The kind's letter.
        letter: char,
    },
    /// A text with variables or a range, which stands for many problems.
    #[error("{} is a family, and one problem was expected; a table counts it", excerpt(family, 60))]
    Family {
        /// The text of the family.
        family: String,
        /// The values of its only variable, as ranges are written, if they were given.
        values: Option<String>,
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

fn names<T: Named>() -> String {
    T::ALL.iter().map(|one| one.name()).collect::<Vec<_>>().join(", ")
}

fn shapes() -> String {
    SHAPES.iter().map(|&(_, like)| like).collect::<Vec<_>>().join(", ")
}

fn built_in_letters(lattice: Lattice) -> String {
    piece::built_ins_on(lattice).map(|entry| entry.kind.letter()).collect()
}

fn free_letters() -> String {
    ('A'..='Z').filter(|&letter| piece::built_in(letter).is_none()).collect()
}

/// A usual way to write what is read in another way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Slip {
    /// `Q8N2`, `Q8,N2`.
    #[error("kinds are separated by spaces")]
    Glued,
    /// `Q 8`, `K *`, `Q8 @a1`.
    #[error("a letter, its number and its squares form one word")]
    Apart,
    /// `Q:8`, `Q=8`, `8*Q`.
    #[error("write nothing between a letter and its number")]
    Sign,
    /// `Q8 and N2`.
    #[error("write kinds side by side, with no word between them")]
    Filler,
    /// `♕8`.
    #[error("pieces are written as letters, not as chess symbols")]
    Figure,
    /// `wQ4 bQ4`.
    #[error("armies have no colours: separate them by /")]
    Colour,
    /// `Q4 vs Q4`.
    #[error("armies are separated by /")]
    Versus,
    /// `eight queens`, `a queen`.
    #[error("numbers are written in digits")]
    Numeral,
    /// `Qd4`, `Q8@a1 c2`.
    #[error("squares stand behind a piece and @, separated by commas")]
    Squares,
    /// `QQQ`.
    #[error("several pieces of a kind are its letter and their number")]
    Repeated,
    /// `Kt2`.
    #[error("the knight is N")]
    Knight,
    /// `X=knight+rook`.
    #[error("a definition has Betza atoms, and not names")]
    Atoms,
    /// `8x8t`, `toroidal`.
    #[error("the topologies are plane, cylinder and torus")]
    Topology,
    /// `8x8-white`.
    #[error("holes of one colour are dark or light")]
    HoleColour,
    /// `8 queens`.
    #[error("the board comes first, and a number alone is a square board")]
    BareBoard,
    /// `8x8 Q{8}`.
    #[error("braces hold an expression with a variable, like {{n-1}}")]
    Braces,
    /// `“8x8 Q8”`.
    #[error("typographic quotes: a shell knows only ' and \"")]
    Quotes,
    /// `Q8 8x8`.
    #[error("the board comes first")]
    BoardLast,
    /// `8 x 8`, `8by8`.
    #[error("a board is one word, rows x columns")]
    Board,
    /// `8x8 -a1`, `8x8 dark`.
    #[error("holes belong to the board")]
    Holes,
}
