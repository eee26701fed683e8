//! Shapes of boards: which squares of a rectangle there are.
//!
//! A shape is a name with numbers. Squares outside of it are holes of the rectangle around it, and all that is known of it
//! besides is how it is written, so that `triangle:{n}` can stand in a family, and on which lattice its squares lie.

use super::Lattice;
use std::fmt;

/// Which squares of the rectangle around it a board has.
///
/// ```
/// use armistice::board::Board;
///
/// let squares = |text: &str| text.parse::<Board>().map(|board| board.open_area());
/// assert_eq!(squares("hexagon:5"), Ok(61));
/// assert_eq!(squares("triangle:5"), Ok(15));
/// assert_eq!(squares("diamond:5"), Ok(60));
/// assert_eq!(squares("cross:3"), Ok(45));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// All of them.
    Rectangle,
    /// Layers of such rectangles, all squares of all of them.
    Cuboid,
    /// Blocks of such layers: four dimensions.
    Tesseract,
    /// Rows of 1, 2, … squares of a triangular grid.
    Triangle(usize),
    /// A hexagon with as many hexagons on each edge; on the fifth of these Gliński's chess is played.
    Hexagon(usize),
    /// The triangle below a diagonal of a square board, the diagonal with it.
    Staircase(usize),
    /// Aztec diamond: rows of 2, 4, …, 2n, 2n, …, 4, 2 squares.
    Diamond(usize),
    /// A square, and on each of its sides an arm as wide as it is.
    Cross {
        /// The side of the square in the middle.
        width: usize,
        /// How long an arm is.
        arm: usize,
    },
    /// A rectangle without its inner squares.
    Ring {
        /// Number of ranks.
        rows: usize,
        /// Number of files.
        cols: usize,
        /// How many squares from an edge there still are squares.
        width: usize,
    },
    /// A quarter of a square board that was cut along its diagonals: rows of 1, 3, 5, … squares.
    Quarter(usize),
}

/// Names of shapes, and how the numbers behind them are meant.
pub(crate) const SHAPES: &[(&str, &str)] = &[
    ("triangle", "triangle:5"),
    ("hexagon", "hexagon:5"),
    ("staircase", "staircase:5"),
    ("diamond", "diamond:4"),
    ("cross", "cross:3 or cross:3,2"),
    ("ring", "ring:8 or ring:6x9,2"),
    ("quarter", "quarter:5"),
];

impl Shape {
    /// The shape with this name, a side or two sides, and perhaps a second number; `None` if there is none.
    pub(crate) fn named(name: &str, sides: (usize, Option<usize>), second: Option<usize>) -> Option<Self> {
        let (side, other) = sides;
        let alone = other.is_none() && second.is_none();
        Some(match name {
            "triangle" if alone => Self::Triangle(side),
            "hexagon" if alone => Self::Hexagon(side),
            "staircase" if alone => Self::Staircase(side),
            "diamond" if alone => Self::Diamond(side),
            "quarter" if alone => Self::Quarter(side),
            "cross" if other.is_none() => Self::Cross { width: side, arm: second.unwrap_or(side) },
            "ring" => Self::Ring { rows: side, cols: other.unwrap_or(side), width: second.unwrap_or(1) },
            _ => return None,
        })
    }

    /// The lattice of its squares.
    pub(crate) fn lattice(self) -> Lattice {
        match self {
            Self::Triangle(_) | Self::Hexagon(_) => Lattice::Hexagonal,
            Self::Cuboid => Lattice::Cubic,
            Self::Tesseract => Lattice::Hypercubic,
            _ => Lattice::Square,
        }
    }

    /// The sides of the rectangle around it; of rectangles and of layers of them this does not say. Numbers that are too large make sides
    /// that are too large, and no square at all makes a side of none.
    pub(crate) fn sides(self) -> (usize, usize) {
        let square = |side: usize| (side, side);
        match self {
            Self::Rectangle | Self::Cuboid | Self::Tesseract => (0, 0),
            Self::Triangle(side) | Self::Staircase(side) => square(side),
            Self::Hexagon(side) => square(side.saturating_mul(2).saturating_sub(1)),
            Self::Diamond(side) => square(side.saturating_mul(2)),
            Self::Cross { width: 0, .. } | Self::Ring { width: 0, .. } => square(0),
            Self::Cross { width, arm } => square(arm.saturating_mul(2).saturating_add(width)),
            Self::Ring { rows, cols, .. } => (rows, cols),
            Self::Quarter(side) => (side, side.saturating_mul(2).saturating_sub(1)),
        }
    }

    /// Whether a square of the rectangle around it is one of its own. Sides are those of [`sides`](Self::sides).
    pub(crate) fn has(self, row: usize, col: usize) -> bool {
        match self {
            Self::Rectangle | Self::Cuboid | Self::Tesseract => true,
            Self::Triangle(side) => row + col < side,
            Self::Hexagon(side) => (side - 1..=3 * (side - 1)).contains(&(row + col)),
            Self::Staircase(side) => row + col < side,
            Self::Diamond(side) => {
                let from_middle = |place: usize| if place < side { side - 1 - place } else { place - side };
                from_middle(row) + from_middle(col) < side
            }
            Self::Cross { width, arm } => {
                let middle = arm..arm + width;
                middle.contains(&row) || middle.contains(&col)
            }
            Self::Ring { rows, cols, width } => {
                let from_edge = row.min(rows - 1 - row).min(col).min(cols - 1 - col);
                from_edge < width
            }
            Self::Quarter(side) => (row..=2 * (side - 1) - row).contains(&col),
        }
    }
}

impl fmt::Display for Shape {
    /// As in problem text; one of which the sides say all has none.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Rectangle | Self::Cuboid | Self::Tesseract => Ok(()),
            Self::Triangle(side) => write!(f, "triangle:{side}"),
            Self::Hexagon(side) => write!(f, "hexagon:{side}"),
            Self::Staircase(side) => write!(f, "staircase:{side}"),
            Self::Diamond(side) => write!(f, "diamond:{side}"),
            Self::Quarter(side) => write!(f, "quarter:{side}"),
            Self::Cross { width, arm } if arm == width => write!(f, "cross:{width}"),
            Self::Cross { width, arm } => write!(f, "cross:{width},{arm}"),
            Self::Ring { rows, cols, width } => {
                write!(f, "ring:{rows}")?;
                if cols != rows {
                    write!(f, "x{cols}")?;
                }
                if width != 1 {
                    write!(f, ",{width}")?;
                }
                Ok(())
            }
        }
    }
}
