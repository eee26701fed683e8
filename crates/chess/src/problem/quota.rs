//! Numbers of pieces on lines and regions: quotas.
//!
//! A quota is a range for the number of pieces on each line of one direction, or in each region. It counts
//! all pieces or one kind: for example, two in each rank, or at most one bishop in each diagonal. A quota of
//! at most one is a conflict like any other, because two pieces on such a line exclude each other. If the
//! number of pieces also equals the number of lines, each line has exactly one piece, so that nothing needs
//! counting. This is the case for kings with one in each rank and file, and for puzzles of queens and
//! regions.

use crate::board::{Board, Lattice, Seam, Square};
use crate::named::{Named, named};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A range of whole numbers: `2`, `1..2`, `..1`, `2..`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The lowest accepted number.
    pub least: u32,
    /// The highest accepted number; `None` if there is no limit.
    pub most: Option<u32>,
}

impl Span {
    /// Returns the range with this number only.
    #[must_use]
    pub fn from_number(number: u32) -> Self {
        Self { least: number, most: Some(number) }
    }

    /// Returns true if the range contains a number above this one.
    #[must_use]
    pub fn has_above(self, number: u32) -> bool {
        self.most.is_none_or(|most| number < most)
    }

    /// Returns true if the range contains the number.
    #[must_use]
    pub fn has(self, number: u32) -> bool {
        self.least <= number && self.most.is_none_or(|most| number <= most)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { least, most: Some(most) } if least == most => write!(f, "{least}"),
            Self { least: 0, most: Some(most) } => write!(f, "..{most}"),
            Self { least, most: Some(most) } => write!(f, "{least}..{most}"),
            Self { least, most: None } => write!(f, "{least}.."),
        }
    }
}

named! {
    /// The sets of squares that have a quota each.
    #[derive(Hash, PartialOrd, Ord)]
    pub enum LineType {
        /// Each rank, of each layer.
        Rank = "rank",
        /// Each file, of each layer.
        File = "file",
        /// Each diagonal that rises to the right, round joined edges too.
        Diagonal = "diagonal",
        /// Each diagonal that falls to the right, round joined edges too.
        Antidiagonal = "antidiagonal",
        /// Each of the two diagonals from corner to corner of a square board.
        Main = "main",
        /// Each region.
        Region = "region",
    }
}

/// The accepted number of pieces on each line of one direction, or in each region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Quota {
    /// The direction of the lines.
    pub along: LineType,
    /// The letter of the kind that is counted, in all armies; `None` for all pieces. Walls are never counted.
    pub letter: Option<char>,
    /// The accepted numbers.
    pub span: Span,
}

impl fmt::Display for Quota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.along.name())?;
        if let Some(letter) = self.letter {
            write!(f, ":{letter}")?;
        }
        write!(f, "={}", self.span)
    }
}

/// A line or a region, with its accepted number of pieces.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineQuota {
    /// The numbers of its squares, in increasing order.
    pub squares: Vec<usize>,
    /// The letter of the kind that is counted, as in a [`Quota`].
    pub letter: Option<char>,
    /// The accepted numbers.
    pub span: Span,
}

/// The check whether maps of the board carry line quotas to line quotas.
pub struct QuotaKeeper {
    quotas: BTreeSet<LineQuota>,
}

impl QuotaKeeper {
    /// Returns the check for these lines.
    #[must_use]
    pub fn new(lines: Vec<LineQuota>) -> Self {
        Self { quotas: lines.into_iter().collect() }
    }

    /// Returns true if a map carries every quota to one with the same pieces and range.
    #[must_use]
    pub fn is_kept_by(&self, images: &[u16]) -> bool {
        self.quotas.iter().all(|line| {
            let mut squares: Vec<usize> = line.squares.iter().map(|&square| images[square].into()).collect();
            squares.sort_unstable();
            self.quotas.contains(&LineQuota { squares, ..*line })
        })
    }
}

/// The signs of regions, in the order in which regions get them from the top left corner on.
pub(crate) const SIGNS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// The sign of a square that is in no region.
const NO_REGION: char = '.';

/// The regions of a board, by square.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Regions {
    /// For each square of the board the number of its region; `None` if it is in none.
    numbers: Vec<Option<u8>>,
    cols: usize,
}

/// The reasons why a drawing does not show regions of a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegionsError {
    /// The number of ranks differs from that of the board.
    #[error("{found} ranks of regions, but the board has {expected}")]
    Ranks {
        /// Number of ranks in the drawing.
        found: usize,
        /// Number of ranks of the board.
        expected: usize,
    },
    /// The number of squares of a rank differs from the number of files.
    #[error("a rank of {found} regions, but the board has {expected} files: {rank}")]
    Files {
        /// The rank.
        rank: String,
        /// Number of squares of the rank.
        found: usize,
        /// Number of files of the board.
        expected: usize,
    },
    /// A sign that is not one of regions.
    #[error("{0:?} is not a region: expected a letter or a digit, or . for a square in none")]
    Sign(char),
    /// The drawing has no region.
    #[error("no regions: expected a letter for at least one square")]
    None,
}

impl Regions {
    /// Reads a drawing: a letter or a digit for each square, the same for all squares of a region, ranks from
    /// the top. Signs on holes do not matter.
    ///
    /// # Errors
    ///
    /// A drawing of another size, and other signs.
    pub fn draw<'a>(board: &Board, ranks: impl IntoIterator<Item = &'a str>) -> Result<Self, RegionsError> {
        let ranks: Vec<&str> = ranks.into_iter().collect();
        if ranks.len() != board.rows() {
            return Err(RegionsError::Ranks { found: ranks.len(), expected: board.rows() });
        }
        let mut numbers = vec![None; board.squares()];
        let mut known: BTreeMap<char, u8> = BTreeMap::new();
        for (row, rank) in (0..board.rows()).rev().zip(ranks) {
            let found = rank.chars().count();
            if found != board.cols() {
                let rank = rank.chars().take(MAX_SHOWN).collect();
                return Err(RegionsError::Files { rank, found, expected: board.cols() });
            }
            for (col, sign) in rank.chars().enumerate() {
                let square = Square { row, col };
                if sign != NO_REGION && !SIGNS.contains(sign) {
                    return Err(RegionsError::Sign(sign));
                }
                if sign != NO_REGION && board.is_open(square) {
                    let next = known.len() as u8;
                    numbers[board.index(square)] = Some(*known.entry(sign).or_insert(next));
                }
            }
        }
        if known.is_empty() { Err(RegionsError::None) } else { Ok(Self { numbers, cols: board.cols() }) }
    }

    /// Returns the number of a square's region, from 0; `None` if it is in none.
    #[must_use]
    pub fn region(&self, square: usize) -> Option<usize> {
        self.numbers.get(square).copied().flatten().map(usize::from)
    }
}

/// The maximum number of signs of a rank in a message.
const MAX_SHOWN: usize = 40;

impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |number: u8| char::from(SIGNS.as_bytes()[usize::from(number)]);
        for (place, rank) in self.numbers.chunks(self.cols).rev().enumerate() {
            let signs: String = rank.iter().map(|number| number.map_or(NO_REGION, sign)).collect();
            write!(f, "{}{signs}", if place == 0 { "" } else { "/" })?;
        }
        Ok(())
    }
}

/// The reasons why a board does not have such lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoLines {
    /// The lattice of the board has no such lines.
    #[error("this board is not made of squares, so it has no {0}s: use quotas of ranks or regions")]
    Lattice(&'static str),
    /// Edges of the board are twisted.
    #[error("a {0} is not a line on a board with twisted edges: use quotas of ranks, files or regions")]
    Twisted(&'static str),
    /// The board is not square.
    #[error("only square boards have main diagonals")]
    NoSquare,
}

/// Returns the numbers of the open squares of each line of a board, or of each region, in increasing order. A
/// line continues after a hole. A line that has only holes does not count.
pub(super) fn lines(
    board: &Board,
    regions: Option<&Regions>,
    along: LineType,
) -> Result<Vec<Vec<usize>>, NoLines> {
    let name = along.name();
    let topology = board.topology();
    let is_diagonal = matches!(along, LineType::Diagonal | LineType::Antidiagonal | LineType::Main);
    if board.lattice() == Lattice::Hexagonal && !matches!(along, LineType::Rank | LineType::Region) {
        return Err(NoLines::Lattice(name));
    }
    if is_diagonal && topology.is_twisted() {
        return Err(NoLines::Twisted(name));
    }
    let [ranks, files, ..] = board.sizes();
    if along == LineType::Main && ranks != files {
        return Err(NoLines::NoSquare);
    }
    // Round joined edges, a diagonal comes back as a neighbouring one.
    let side = |seam: Seam, side: usize| if seam == Seam::Joined { side as i64 } else { 0 };
    let round = greatest_common_divisor(side(topology.of_ranks(), ranks), side(topology.of_files(), files));
    let wound = |key: i64| if round == 0 { key } else { key.rem_euclid(round) };
    let mut lines: BTreeMap<(usize, i64), Vec<usize>> = BTreeMap::new();
    let open = (0..board.squares()).filter(|&index| board.is_open(board.square(index)));
    for index in open {
        let square = board.square(index);
        let (layer, row, col) = (square.row / ranks, (square.row % ranks) as i64, square.col as i64);
        let mut add = |key: i64| lines.entry((layer, key)).or_default().push(index);
        match along {
            LineType::Rank => add(row),
            LineType::File => add(col),
            LineType::Diagonal => add(wound(row - col)),
            LineType::Antidiagonal => add(wound(row + col)),
            LineType::Main => {
                if row == col {
                    add(0);
                }
                if row + col + 1 == ranks as i64 {
                    add(1);
                }
            }
            LineType::Region => {
                if let Some(number) = regions.and_then(|regions| regions.region(index)) {
                    lines.entry((0, number as i64)).or_default().push(index);
                }
            }
        }
    }
    Ok(lines.into_values().collect())
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
