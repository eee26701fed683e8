//! Shapes of boards: the squares of a rectangle that belong to the board.
//!
//! A shape is a name with numbers. The squares of the rectangle outside the shape are holes. Besides its
//! squares, a shape only has a text, so that `triangle:{n}` can stand in a family, and the lattice of its
//! squares.

use super::Lattice;
use std::fmt;

/// The shape of a board: the squares of the surrounding rectangle that it has.
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
    /// All squares of the rectangle.
    Rectangle,
    /// Layers of rectangles, with all squares of all layers.
    Cuboid,
    /// Blocks of layers of rectangles, in four dimensions.
    Tesseract,
    /// Rows of 1, 2, … squares of a triangular grid.
    Triangle(usize),
    /// A hexagon with this number of hexagons on each edge. Gliński's chess is played on `hexagon:6` with 91
    /// squares.
    Hexagon(usize),
    /// The triangle below a diagonal of a square board, including the diagonal.
    Staircase(usize),
    /// The Aztec diamond: rows of 2, 4, …, 2n, 2n, …, 4, 2 squares.
    Diamond(usize),
    /// A square with an arm on each of its sides, as wide as that side.
    Cross {
        /// The side of the square in the middle.
        width: usize,
        /// The length of an arm.
        arm: usize,
    },
    /// A rectangle without its inner squares.
    Ring {
        /// Number of ranks.
        rows: usize,
        /// Number of files.
        cols: usize,
        /// The width of the ring: the number of squares from the edge inwards that belong to the board.
        width: usize,
    },
    /// A quarter of a square board that is cut along its diagonals: rows of 1, 3, 5, … squares.
    Quarter(usize),
}

/// The names of the shapes, and the meaning of the numbers after the name.
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
    /// Returns the shape with this name, with one or two sides and perhaps a second number; `None` if there
    /// is none.
    pub(crate) fn from_name(
        name: &str,
        sides: (usize, Option<usize>),
        second: Option<usize>,
    ) -> Option<Self> {
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

    /// Returns the lattice of its squares.
    pub(crate) fn lattice(self) -> Lattice {
        match self {
            Self::Triangle(_) | Self::Hexagon(_) => Lattice::Hexagonal,
            Self::Cuboid => Lattice::Cubic,
            Self::Tesseract => Lattice::Hypercubic,
            _ => Lattice::Square,
        }
    }

    /// Returns the sides of the rectangle around the shape. Rectangles and layers of rectangles have no sides
    /// here. A number that is too large gives a side that is too large, and a shape without squares gives a
    /// side of zero.
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

    /// Returns true if the shape contains this square of the rectangle around it, which has these
    /// [`sides`](Self::sides).
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
    /// Writes the shape as in problem text. A shape that is defined by its sides alone has no text.
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
