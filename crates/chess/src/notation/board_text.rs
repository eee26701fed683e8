//! Reading the board of a problem text: its size, shape or drawing, its topology and its holes.

use super::slip;
use super::spelling::nearest;
use super::text_fault::{MAX_COLOURED, Slip, TextFault};
use super::word::{Word, WordFault};
use crate::board::{Board, BoardError, MAX_AXES, NoSquare, Shape, Square, Topology};
use crate::named::Named;

/// The beginning of a drawing of a board.
const DRAWING: &str = "board=";

/// A board before its holes: its parts in the order of the text.
struct BoardWords<'a> {
    /// The part that gives the size.
    size: Word<'a>,
    topology: Option<Word<'a>>,
    holes: Vec<Word<'a>>,
    reserved: Vec<Word<'a>>,
}

/// Reads `6x9/torus-c3,d4~e5`, with holes, reserved squares and topology in any order, or with a topology
/// from another place in the text. Returns the board and the reserved squares.
pub(super) fn read_board<'a>(
    word: Word<'a>,
    elsewhere: Option<Topology>,
) -> Result<(Board, Vec<Square>), WordFault<'a>> {
    if word.text.starts_with(DRAWING) {
        return read_drawing(word.suffix(DRAWING.len()), elsewhere);
    }
    let BoardWords { size, topology, holes, reserved } = parts(word)?;
    let named = topology.map(|word| topology_of(word).map(|topology| (word, topology))).transpose()?;
    if let Some((word, _)) = named.filter(|_| elsewhere.is_some()) {
        return Err(word.fault(TextFault::TwoTopologies));
    }
    let topology = named.map(|(_, topology)| topology).or(elsewhere).unwrap_or_default();
    let is_shape = size.text.starts_with(|c: char| c.is_ascii_alphabetic()) && size.text.contains(':');
    let sizes = match (is_shape, size.text.contains('^')) {
        (true, _) => Vec::new(),
        (_, true) => read_power(word, size)?,
        _ => read_sizes(word, size)?,
    };
    let made = match (is_shape, &sizes[..]) {
        (true, _) => Board::of_shape(read_shape(size)?),
        (_, &[rows, cols]) => Board::new(rows, cols, topology),
        (_, &[rows, cols, layers]) => Board::in_layers((rows, cols), layers, None),
        (_, &[rows, cols, layers, blocks]) => Board::in_layers((rows, cols), layers, Some(blocks)),
        _ => return Err(word.fault(TextFault::NoBoard)),
    };
    let mut board = made.map_err(|error| size.fault(error))?;
    if board.topology() != topology {
        return Err(named.map_or(word, |(word, _)| word).fault(BoardError::Joined));
    }
    for hole in holes {
        for square in read_squares(hole, &board)? {
            // A pattern can include squares outside a shape.
            let is_outside = is_pattern(hole) && !board.is_open(square);
            board = if is_outside {
                board
            } else {
                board.with_hole(square).map_err(|error| hole.fault(error))?
            };
        }
    }
    let mut squares = Vec::new();
    for word in reserved {
        squares.extend(read_squares(word, &board)?);
    }
    Ok((board, squares))
}

/// Splits the board's word at its signs.
fn parts(word: Word<'_>) -> Result<BoardWords<'_>, WordFault<'_>> {
    const SIGNS: [char; 3] = ['/', '-', '~'];
    let size = word.prefix(word.text.find(SIGNS).unwrap_or(word.text.len()));
    let (mut topology, mut holes, mut reserved) = (None, Vec::new(), Vec::new());
    let mut suffix = word.suffix(size.text.len());
    while let Some(sign) = suffix.text.chars().next() {
        let part = suffix.suffix(1);
        let part = part.prefix(part.text.find(SIGNS).unwrap_or(part.text.len()));
        if sign == '-' {
            holes.extend(part.parts(','));
        } else if sign == '~' {
            reserved.extend(part.parts(','));
        } else if topology.replace(part).is_some() {
            topology_of(part)?;
            return Err(part.fault(TextFault::TwoTopologies));
        }
        suffix = suffix.suffix(1 + part.text.len());
    }
    Ok(BoardWords { size, topology, holes, reserved })
}

/// Reads `8`, `6x9`, `4x4x4` or `3x3x3x3` into at least two numbers.
fn read_sizes<'a>(word: Word<'a>, size: Word<'a>) -> Result<Vec<usize>, WordFault<'a>> {
    let mut sizes = Vec::new();
    let mut rest = size;
    loop {
        let (number, after) = rest.digits();
        if !number.is_number() {
            return Err(word.fault(TextFault::NoBoard));
        }
        sizes.push(number.text.parse().unwrap_or(usize::MAX));
        let mut signs = after.text.chars();
        match signs.next() {
            Some(sign) if slip::SIZE_SIGNS.contains(&sign) => {
                rest = after.suffix(after.text.len() - signs.as_str().len());
            }
            Some(_) => return Err(word.fault(TextFault::NoBoard)),
            None if sizes.len() == 1 => return Ok(vec![sizes[0]; 2]),
            None => return Ok(sizes),
        }
    }
}

/// Reads `3^4`, short for `3x3x3x3`: a side, and the number of dimensions. A board of fewer than two
/// dimensions is a row.
fn read_power<'a>(word: Word<'a>, size: Word<'a>) -> Result<Vec<usize>, WordFault<'a>> {
    let (side, power) = size.split('^');
    let power = power.filter(|power| power.is_number() && side.is_number());
    let power = power.ok_or_else(|| word.fault(TextFault::NoBoard))?;
    let side = side.text.parse().unwrap_or(usize::MAX);
    match power.text.parse() {
        Ok(0) => Ok(vec![1; 2]),
        Ok(1) => Ok(vec![1, side]),
        Ok(dimensions) if dimensions <= MAX_AXES => Ok(vec![side; dimensions]),
        _ => Err(power.fault(TextFault::Dimensions)),
    }
}

/// Reads `hexagon:5`, `cross:3,2` or `ring:6x9,2`.
fn read_shape(size: Word<'_>) -> Result<Shape, WordFault<'_>> {
    let (name, numbers) = size.split(':');
    let no_shape = || size.fault(TextFault::NoShape);
    let (sides, second) = numbers.ok_or_else(no_shape)?.split(',');
    let number = |word: Word<'_>| word.is_number().then(|| word.text.parse().unwrap_or(usize::MAX));
    let (side, other) = match sides.text.find(slip::SIZE_SIGNS) {
        Some(at) => {
            let sign = sides.text[at..].chars().next().map_or(0, char::len_utf8);
            (sides.prefix(at), Some(sides.suffix(at + sign)))
        }
        None => (sides, None),
    };
    let read = |word: Option<Word<'_>>| word.map_or(Ok(None), |word| number(word).map(Some).ok_or(()));
    let (Some(side), Ok(other), Ok(second)) = (number(side), read(other), read(second)) else {
        return Err(no_shape());
    };
    Shape::from_name(&name.text.to_ascii_lowercase(), (side, other), second).ok_or_else(no_shape)
}

/// Returns true if the sign is one of those in drawings of boards: `.`, `~`, `x` or `*`.
pub(super) fn is_sign_of_board(sign: char) -> bool {
    matches!(sign, '.' | '~' | 'x' | 'X' | '*')
}

/// Reads `board=..x/.~./*..`: a square for each dot, a reserved square for `~`, and a hole for `x` or `*`,
/// with ranks from the top.
fn read_drawing(word: Word<'_>, elsewhere: Option<Topology>) -> Result<(Board, Vec<Square>), WordFault<'_>> {
    let ranks: Vec<Word<'_>> = word.parts('/').collect();
    let expected = ranks[0].text.chars().count();
    for rank in &ranks {
        let is_piece = |sign: char| sign.is_ascii_alphabetic() && !is_sign_of_board(sign);
        match () {
            () if rank.text.contains(is_piece) => return Err(rank.fault(TextFault::PieceInDrawing)),
            () if rank.text.is_empty() || !rank.text.chars().all(is_sign_of_board) => {
                return Err(rank.fault(TextFault::NoDrawing));
            }
            () => {}
        }
        let found = rank.text.len();
        if found != expected {
            return Err(rank.fault(TextFault::Ragged { found, expected }));
        }
    }
    let topology = elsewhere.unwrap_or_default();
    let mut board = Board::new(ranks.len(), expected, topology).map_err(|error| word.fault(error))?;
    let mut reserved = Vec::new();
    for (row, rank) in ranks.iter().rev().enumerate() {
        for (col, sign) in rank.text.char_indices() {
            match sign {
                '.' => {}
                '~' => reserved.push(Square { row, col }),
                _ => board = board.with_hole(Square { row, col }).map_err(|error| rank.fault(error))?,
            }
        }
    }
    Ok((board, reserved))
}

pub(super) fn named_in_any_case<T>(word: Word<'_>, named: fn(&str) -> Option<T>) -> Option<T> {
    named(word.text).or_else(|| named(&word.text.to_ascii_lowercase()))
}

fn topology_of(word: Word<'_>) -> Result<Topology, WordFault<'_>> {
    named_in_any_case(word, Topology::from_name).ok_or_else(|| {
        let near = || nearest(word.text, Topology::ALL.iter().map(|topology| topology.name()));
        match (slip::topology_meant(word.text), near()) {
            (Some(topology), _) => word.fault(Slip::Topology).meant(word.range(), topology),
            (None, Some(name)) => word.fault(TextFault::NoTopology).meant(word.range(), name),
            (None, None) => word.fault(TextFault::NoTopology),
        }
    })
}

/// The beginning of a pattern that repeats.
const EVERY: &str = "every:";

/// The beginning of the diagonals through squares.
const RISING: &str = "diagonal:";
const FALLING: &str = "antidiagonal:";

/// The sign between the corners of a rectangle of squares, or between the first and the last of several
/// diagonals.
const UP_TO: &str = "..";

/// The patterns that have a name.
const PATTERNS: [&str; 6] = ["dark", "light", "diagonal", "antidiagonal", "diagonals", "border"];

/// Returns true if a word stands for several squares.
fn is_pattern(word: Word<'_>) -> bool {
    let text = word.text.to_ascii_lowercase();
    let begins = [EVERY, RISING, FALLING].iter().any(|name| text.starts_with(name));
    begins || text.contains(UP_TO) || PATTERNS.contains(&text.as_str())
}

/// Reads a square, a rectangle given by two of its corners, or a pattern. A pattern is one of these sets: all
/// squares of one colour (a1 is dark), diagonals from corner to corner or through other squares, or the
/// border. The pattern `every:` is the crossings of every `rows`-th rank and every `cols`-th file.
pub(super) fn read_squares<'a>(word: Word<'a>, board: &Board) -> Result<Vec<Square>, WordFault<'a>> {
    let text = word.text.to_ascii_lowercase();
    let chosen = |is_chosen: &dyn Fn(Square) -> bool| -> Vec<Square> {
        (0..board.squares()).map(|index| board.square(index)).filter(|&square| is_chosen(square)).collect()
    };
    if is_pattern(word) && board.squares() > MAX_COLOURED {
        return Err(word.fault(TextFault::TooManyHoles));
    }
    if let Some(sizes) = text.strip_prefix(EVERY) {
        let sizes = word.suffix(word.text.len() - sizes.len());
        return match read_sizes(word, sizes).map(|sizes| (sizes.len(), sizes[0], sizes[1])) {
            Ok((2, rows @ 1.., cols @ 1..)) => Ok(chosen(&|square| {
                (square.row + 1).is_multiple_of(rows) && (square.col + 1).is_multiple_of(cols)
            })),
            _ => Err(word.fault(TextFault::NoPattern)),
        };
    }
    for (name, number) in [(RISING, rising as fn(Square) -> i64), (FALLING, falling)] {
        if text.starts_with(name) {
            // The squares may be off the board, so that a family also works for its small boards.
            let squares = word.suffix(name.len());
            let at = squares.text.find(UP_TO);
            let last = at.map_or(squares, |at| squares.suffix(at + UP_TO.len()));
            let first = number(read_square(at.map_or(squares, |at| squares.prefix(at)))?);
            let last = number(read_square(last)?);
            let through = first.min(last)..=first.max(last);
            return Ok(chosen(&|square| through.contains(&number(square))));
        }
    }
    if let Some(at) = text.find(UP_TO) {
        let (one, other) = (read_square(word.prefix(at))?, read_square(word.suffix(at + UP_TO.len()))?);
        if let Some((_, word)) = [(one, word.prefix(at)), (other, word.suffix(at + UP_TO.len()))]
            .into_iter()
            .find(|(square, _)| !board.has(*square))
        {
            return Err(word.fault(TextFault::CornerOffBoard));
        }
        let between = |a: usize, b: usize| a.min(b)..=a.max(b);
        let (rows, cols) = (between(one.row, other.row), between(one.col, other.col));
        return Ok(chosen(&|square| rows.contains(&square.row) && cols.contains(&square.col)));
    }
    let is_rising = |square: Square| rising(square) == 0;
    let is_falling = |square: Square| square.row + square.col + 1 == board.rows();
    match text.as_str() {
        "dark" => Ok(chosen(&|square| (square.row + square.col) % 2 == 0)),
        "light" => Ok(chosen(&|square| (square.row + square.col) % 2 == 1)),
        "diagonal" | "antidiagonal" | "diagonals" if board.rows() != board.cols() => {
            Err(word.fault(TextFault::NoDiagonal))
        }
        "diagonal" => Ok(chosen(&is_rising)),
        "antidiagonal" => Ok(chosen(&is_falling)),
        "diagonals" => Ok(chosen(&|square| is_rising(square) || is_falling(square))),
        "border" => Ok(chosen(&|square| {
            [0, board.rows() - 1].contains(&square.row) || [0, board.cols() - 1].contains(&square.col)
        })),
        other => {
            if let Some(colour) = slip::colour_of_holes(other) {
                return Err(word.fault(Slip::HoleColour).meant(word.range(), colour));
            }
            if let Some(topology) = slip::topology_meant(other).filter(|_| other.len() > 1) {
                let bytes = word.at - 1..word.range().end;
                return Err(word.fault(Slip::Topology).meant(bytes, format!("/{topology}")));
            }
            Ok(vec![read_square(word)?])
        }
    }
}

/// Returns the number of the rising diagonal through a square: its distance to the right of the one through
/// a1.
fn rising(square: Square) -> i64 {
    square.col as i64 - square.row as i64
}

/// Returns the number of the falling diagonal through a square, counted from the one through a1.
fn falling(square: Square) -> i64 {
    square.col as i64 + square.row as i64
}

pub(super) fn read_square(word: Word<'_>) -> Result<Square, WordFault<'_>> {
    word.text.parse().map_err(|error: NoSquare| word.fault(error))
}
