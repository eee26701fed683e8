//! The rules by which a search over free squares chooses the next piece and its square.
//!
//! The names are those of `labeling` in constraint logic programming: one rule chooses the next variable, the
//! other the order in which its values are tried. Here a variable is a file, if each has one piece, and
//! otherwise a kind.

use crate::board::{Board, Square};
use crate::named::named;
use armistice_base::random::Random;

named! {
    /// Which class is next: a file, or all pieces of a kind.
    #[derive(Default)]
    pub enum Choice {
        /// Where there is the least room: the file, or the kind, with the fewest free squares per piece.
        #[default]
        Fewest = "first-fail",
        /// First fail; of several, the one whose pieces could attack the free squares of the most others.
        Constrained = "ffc",
        /// From left to right: the first file, or the first kind, that lacks a piece.
        Leftmost = "leftmost",
        /// Where the lowest free square is lowest.
        Min = "min",
        /// Where the highest free square is highest.
        Max = "max",
    }
}

named! {
    /// In which order the squares of a class are tried.
    #[derive(Default)]
    pub enum Values {
        /// The lowest first.
        #[default]
        Up = "up",
        /// The highest first.
        Down = "down",
        /// Those in the middle first.
        Middle = "middle",
        /// In an order that is drawn at random.
        Random = "random",
    }
}

/// The rules for the next piece and its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Heuristic {
    /// The rule that chooses the file or kind.
    pub choice: Choice,
    /// The order in which its squares are tried.
    pub values: Values,
    /// The seed of random choices.
    pub seed: u64,
}

impl From<Choice> for Heuristic {
    fn from(choice: Choice) -> Self {
        Self { choice, ..Self::default() }
    }
}

impl Heuristic {
    /// Returns the squares in the order in which they are tried, by their numbers: file by file, if files are
    /// classes, or all together. `None` if they are tried from the lowest on.
    pub(super) fn sequence(&self, board: &Board, by_columns: bool) -> Option<Vec<u32>> {
        let all = || (0..board.squares() as u32).collect::<Vec<_>>();
        let (rows, cols) = (board.rows(), board.cols());
        let mut lists: Vec<Vec<u32>> = if self.values == Values::Up {
            return None;
        } else if by_columns {
            (0..cols)
                .map(|col| (0..rows).map(|row| board.index(Square { row, col }) as u32).collect())
                .collect()
        } else {
            vec![all()]
        };
        let mut random = Random::new(self.seed);
        for list in &mut lists {
            match self.values {
                Values::Up => {}
                Values::Down => list.reverse(),
                Values::Middle => list.sort_by_key(|&index| {
                    let Square { row, col } = board.square(index as usize);
                    // Twice the distance from the middle, which is a whole number.
                    let (up, right) = ((2 * row).abs_diff(rows - 1), (2 * col).abs_diff(cols - 1));
                    if by_columns { up * up } else { up * up + right * right }
                }),
                Values::Random => random.shuffle(list),
            }
        }
        Some(lists.concat())
    }
}
