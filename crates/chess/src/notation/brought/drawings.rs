//! Boards and regions as others draw them, written as problem text has them: `board=..x/.~.`, `regions=AAB/ABB`.

use super::super::board_text::is_sign_of_board;
use super::super::excerpt;
use super::super::slip::is_board_word;
use super::super::word::REGIONS;
use super::fault::{BroughtError, BroughtFault, BroughtResult};
use super::legend::{Legend, Meaning};
use super::ranks::{DrawingFilter, Grid, Keys, drawings};
use super::value::{Cell, closing_bracket};
use crate::board::{Board, Square};
use crate::problem::SIGNS;
use std::collections::{BTreeMap, BTreeSet};

/// A result of reading, with notes about the reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOutcome<T> {
    /// The result.
    pub value: T,
    /// How signs were read that could mean something else, and what was left out: a line each.
    pub notes: Vec<String>,
}

/// The beginning of the drawing of a board in a problem text.
const BOARD: &str = "board=";

/// Names of lists that hold neither a board nor regions.
const OTHERS: &[&str] = &["solution", "given", "queens", "blocked", "answer", "holes", "walls", "obstacles"];
const OF_BOARDS: Keys = Keys { wanted: &["board", "grid", "map", "cells"], others: OTHERS };
const OF_REGIONS: Keys = Keys { wanted: &["region", "color", "colour", "area", "zone"], others: OTHERS };

/// The subject of a drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Board,
    Regions,
}

impl Subject {
    const ALL: [Self; 2] = [Self::Board, Self::Regions];

    fn word(self) -> &'static str {
        match self {
            Self::Board => BOARD,
            Self::Regions => REGIONS,
        }
    }

    fn keys(self) -> &'static Keys {
        match self {
            Self::Board => &OF_BOARDS,
            Self::Regions => &OF_REGIONS,
        }
    }

    fn expectation(self) -> &'static str {
        match self {
            Self::Board => "signs: . for a square, ~ for a reserved one, x, * or # for none",
            Self::Regions => "a letter or a number for each region, . for a square in none",
        }
    }

    /// The ranks of a drawing as problem text has them.
    fn ranks(self, text: &str, grid: &Grid, legend: &Legend) -> BroughtResult<ReadOutcome<String>> {
        match self {
            Self::Board => board(text, grid, legend),
            Self::Regions => regions(text, grid, legend),
        }
    }

    /// Whether a drawing in a problem text is as problem text has it.
    fn is_plain(self, drawing: &str, size: Option<(usize, usize)>) -> bool {
        let is_sign = |sign: char| match self {
            Self::Board => is_sign_of_board(sign),
            Self::Regions => sign == '.' || sign.is_ascii_alphanumeric(),
        };
        let is_one_rank = || self == Self::Board || size.is_some_and(|size| size.0 == 1);
        drawing.chars().all(|sign| sign == '/' || is_sign(sign)) && (drawing.contains('/') || is_one_rank())
    }
}

/// A problem text with its drawings as problem text has them: the text behind `board=` and `regions=`, in brackets or in several
/// lines, or in the files that `@` names there and `file` reads. Of a file with several drawings there are several texts. The size
/// of the board may be left out where regions are drawn.
///
/// ```
/// use armistice::notation::{Legend, read_drawings};
///
/// let text = "3x3 K3 regions=[[1,1,12],[1,12,12],[7,7,7]]";
/// let read = read_drawings(text, &Legend::default(), &mut |_: &str| Err(String::new()))?;
/// assert_eq!(read.value, ["3x3 K3 regions=aab/abb/ccc"]);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// A text that is not a drawing, with the line and column of the fault, and errors of `file`.
pub fn read_drawings<E: From<String>>(
    text: &str,
    legend: &Legend,
    file: &mut dyn FnMut(&str) -> Result<String, E>,
) -> Result<ReadOutcome<Vec<String>>, E> {
    let size = size_of(text);
    let (mut texts, mut notes) = (vec![String::new()], Vec::new());
    let mut rest = text;
    while let Some((at, subject)) = next_drawing(rest) {
        let begin = at + subject.word().len();
        let length = length_of(&rest[begin..]);
        let drawing = &rest[begin..begin + length];
        let ranks = match drawing.strip_prefix('@') {
            // Text without a file name, or in a batch, where files are not opened.
            Some("") | None if subject.is_plain(drawing, size) || drawing.starts_with('@') => {
                vec![drawing.to_owned()]
            }
            None => {
                let is_list = drawing.starts_with(['[', '(']);
                let lines = if is_list { drawing.to_owned() } else { drawing.replace('/', "\n") };
                let read = all(subject, &lines, legend, size);
                let read =
                    read.map_err(|error| format!("{}: {error}", subject.word().trim_end_matches('=')))?;
                notes.extend(read.notes);
                read.value
            }
            Some(name) => {
                let read =
                    all(subject, &file(name)?, legend, size).map_err(|error| format!("{name}, {error}"))?;
                notes.extend(read.notes.into_iter().map(|note| format!("{name}: {note}")));
                read.value
            }
        };
        let before = &rest[..begin];
        texts = match texts.len() {
            1 => ranks.iter().map(|ranks| format!("{}{before}{ranks}", texts[0])).collect(),
            several if several == ranks.len() => {
                texts.iter().zip(&ranks).map(|(text, ranks)| format!("{text}{before}{ranks}")).collect()
            }
            _ if ranks.len() == 1 => texts.iter().map(|text| format!("{text}{before}{}", ranks[0])).collect(),
            several => {
                return Err(E::from(format!(
                    "{several} drawings before {}, and {} there",
                    subject.word(),
                    ranks.len()
                )));
            }
        };
        rest = &rest[begin + length..];
    }
    for text in &mut texts {
        *text += rest;
    }
    notes.dedup();
    Ok(ReadOutcome { value: texts, notes })
}

/// The text with the size of its board before it, if it begins with no board and draws regions.
pub(in crate::notation) fn with_size(text: &str) -> Option<String> {
    let mut words = text.split_whitespace();
    if is_board_word(words.next()?) {
        return None;
    }
    let regions = text.split_whitespace().find_map(|word| word.strip_prefix(REGIONS))?;
    let mut ranks = regions.split('/');
    let cols = ranks.next()?.chars().count();
    let rows = ranks.count() + 1;
    (cols > 0 && rows > 1 && !regions.starts_with('@')).then(|| format!("{rows}x{cols} {text}"))
}

/// The size of the board that a text begins with.
fn size_of(text: &str) -> Option<(usize, usize)> {
    let first = text.split_whitespace().next()?;
    let board: Board = (!first.starts_with(BOARD)).then(|| first.parse().ok()).flatten()?;
    Some((board.rows(), board.cols()))
}

/// Where the next word begins that draws something.
fn next_drawing(text: &str) -> Option<(usize, Subject)> {
    let begins_word = |at: usize| text[..at].chars().next_back().is_none_or(char::is_whitespace);
    let of = |subject: Subject| {
        let mut places = text.match_indices(subject.word()).map(|(at, _)| at);
        places.find(|&at| begins_word(at)).map(|at| (at, subject))
    };
    Subject::ALL.into_iter().filter_map(of).min_by_key(|&(at, _)| at)
}

/// How long a drawing is: as far as its brackets, or as far as a blank, and over the following lines as long as they are ranks.
fn length_of(text: &str) -> usize {
    if let Some(open) = text.chars().next().filter(|&open| open != '{')
        && let Some(close) = closing_bracket(open)
    {
        let mut depth = 0usize;
        for (at, sign) in text.char_indices() {
            depth += usize::from(sign == open);
            if sign == close {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + sign.len_utf8();
                }
            }
        }
        return text.len();
    }
    let word = text.find(char::is_whitespace).unwrap_or(text.len());
    if text.starts_with('@') || !text[word..].starts_with(['\n', '\r']) {
        return word;
    }
    let width = |line: &str| super::ranks::cells(line.trim(), 0, None).len();
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let (mut length, mut expected) = (first.len(), Some(width(first)).filter(|&width| width > 0));
    for line in lines {
        if line.trim().is_empty() || expected.is_some_and(|expected| width(line) != expected) {
            break;
        }
        expected = expected.or(Some(width(line)));
        length += line.len();
    }
    text[..length].trim_end().len()
}

/// Each drawing of a text as ranks with `/` between them.
fn all(
    subject: Subject,
    text: &str,
    legend: &Legend,
    size: Option<(usize, usize)>,
) -> BroughtResult<ReadOutcome<Vec<String>>> {
    // Lines may end as on old computers.
    if text.contains('\r') && !text.contains('\n') {
        return all(subject, &text.replace('\r', "\n"), legend, size);
    }
    let text = text.trim_start_matches('\u{feff}');
    let is_board = subject == Subject::Board;
    let read = drawings(text, &DrawingFilter { keys: subject.keys(), is_board, legend, size })?;
    let (mut ranks, mut notes) = (Vec::new(), read.notes);
    for grid in read.grids.into_iter().filter(|grid| grid.area() > 0) {
        let grid = form_ranks(subject, text, grid, size, &mut notes)?;
        let read = subject.ranks(text, &grid, legend)?;
        ranks.push(read.value);
        notes.extend(read.notes);
    }
    match ranks.is_empty() {
        true => Err(BroughtError::new(text, 0, 0, BroughtFault::Nothing(subject.expectation()))),
        false => Ok(ReadOutcome { value: ranks, notes }),
    }
}

/// Fewer squares in a row are a rank.
const MIN_FLAT: usize = 9;

/// A drawing in ranks, even if it was one list.
fn form_ranks(
    subject: Subject,
    text: &str,
    grid: Grid,
    size: Option<(usize, usize)>,
    notes: &mut Vec<String>,
) -> BroughtResult<Grid> {
    let found = grid.area();
    let fault = |fault| Err(BroughtError::new(text, 0, 0, fault));
    let side = found.isqrt();
    // A line of signs is a rank, as it was drawn.
    let is_drawn = !text.contains([',', '[', '(', '{', '"']);
    match size {
        _ if !grid.is_flat || subject == Subject::Board && is_drawn => Ok(grid),
        Some((rows, cols)) if rows * cols == found => Ok(grid.cut(cols)),
        Some((rows, cols)) => fault(BroughtFault::Size { found, rows, cols }),
        None if side * side == found && found >= MIN_FLAT => {
            notes.push(format!("{found} squares in a row are read as {side} ranks of {side}"));
            Ok(grid.cut(side))
        }
        None if subject == Subject::Board => Ok(grid),
        None => fault(BroughtFault::NoSize(found)),
    }
}

/// A note for each sign that was read in one way and could be in another.
fn note_signs<'a>(signs: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>) -> Vec<String> {
    let note = |(sign, meaning, other): (&str, &str, &str)| {
        format!("{sign} is read as {meaning}; --signs '{sign}={other}' changes that")
    };
    signs.into_iter().map(note).collect()
}

/// The meanings of `#`, `*`, `1` and `0` in notes.
const HOLE: &str = "a hole, where lines end";
const RESERVED: &str = "a reserved square, where no piece stands and which lines pass";

/// The ranks of a board: `.` for a square, `~` for a reserved one, `x` for none. In a matrix of 0 and 1 each 1 is a square, and each 0 a
/// reserved one.
fn board(text: &str, grid: &Grid, legend: &Legend) -> BroughtResult<ReadOutcome<String>> {
    let cells = || grid.ranks.iter().flatten().map(|cell| cell.text.as_str());
    let has = |sign: &str| cells().any(|cell| cell == sign) && legend.meaning(sign).is_none();
    let is_matrix = cells().all(|cell| matches!(cell, "0" | "1"))
        && !matches!(legend.meaning("1"), Some(Meaning::Hole | Meaning::Reserved));
    let meaning = |cell: &Cell| {
        let sign = cell.text.as_str();
        let fault = |fault| Err(BroughtError::new(text, cell.at, 1, fault));
        match (legend.meaning(sign), sign) {
            (Some(Meaning::Open), _) => Ok('.'),
            (Some(Meaning::Hole), _) => Ok('x'),
            (Some(Meaning::Reserved), _) => Ok('~'),
            (None, "1") if is_matrix => Ok('.'),
            (None, "0") if is_matrix => Ok('~'),
            (None, "." | "_" | "-" | "0" | " ") => Ok('.'),
            (None, "~") => Ok('~'),
            (None, "x" | "X" | "*" | "#" | "1") => Ok('x'),
            (Some(Meaning::Piece(_)), _) => fault(BroughtFault::Piece(excerpt(sign, 8))),
            (None, _) if sign.chars().all(char::is_alphabetic) => {
                fault(BroughtFault::Piece(excerpt(sign, 8)))
            }
            (None, _) => {
                fault(BroughtFault::Sign { sign: excerpt(sign, 8), expected: Subject::Board.expectation() })
            }
        }
    };
    let ranks: Vec<String> =
        grid.ranks.iter().map(|rank| rank.iter().map(meaning).collect()).collect::<BroughtResult<_>>()?;
    let notes = match is_matrix {
        true => note_signs(has("0").then_some(("0", RESERVED, "hole"))),
        false => note_signs(
            ["#", "*", "1"]
                .into_iter()
                .filter(|sign| has(sign))
                .map(|sign| (sign, HOLE, if sign == "*" { "reserved" } else { "open" })),
        ),
    };
    Ok(ReadOutcome { value: ranks.join("/"), notes })
}

/// The ranks of regions: as they are if each has one letter or digit, else with letters for what they are called.
fn regions(text: &str, grid: &Grid, legend: &Legend) -> BroughtResult<ReadOutcome<String>> {
    let name = |cell: &Cell| {
        let sign = cell.text.as_str();
        let is_name = sign.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_');
        match (legend.meaning(sign), sign) {
            (Some(Meaning::Piece(letter)), _) => Ok(Some(letter.to_string())),
            (Some(_), _) | (None, "." | "_" | "-" | " ") => Ok(None),
            // 01 is the region 1.
            (None, _) if sign.parse::<u64>().is_ok() => {
                let number = sign.trim_start_matches('0');
                Ok(Some(if number.is_empty() { "0" } else { number }.to_owned()))
            }
            (None, _) if is_name => Ok(Some(sign.to_owned())),
            (None, _) => {
                let fault =
                    BroughtFault::Sign { sign: excerpt(sign, 8), expected: Subject::Regions.expectation() };
                Err(BroughtError::new(text, cell.at, sign.chars().count(), fault))
            }
        }
    };
    let names: Vec<Vec<Option<String>>> =
        grid.ranks.iter().map(|rank| rank.iter().map(name).collect()).collect::<BroughtResult<_>>()?;
    let all: BTreeSet<&str> = names.iter().flatten().flatten().map(String::as_str).collect();
    let mut notes = Vec::new();
    // Lists of squares are not regions in ranks.
    if all.len() == grid.area() && all.len() > MIN_ALONE {
        if all.iter().all(|name| name.len() > 1 && name.parse::<Square>().is_ok()) {
            return Err(BroughtError::new(text, 0, 0, BroughtFault::Squares));
        }
        notes.push(
            "each square is read as a region of its own; to draw regions, write a name on each square, in ranks".to_owned(),
        );
    }
    let is_short = names.iter().flatten().flatten().all(|name| name.len() == 1);
    let mut signs: BTreeMap<&str, char> = BTreeMap::new();
    for name in names.iter().flatten().flatten() {
        let next = SIGNS.chars().nth(signs.len());
        if !signs.contains_key(name.as_str()) {
            let sign = if is_short { name.chars().next() } else { next };
            signs.insert(name, sign.unwrap_or('.'));
        }
    }
    if signs.len() > SIGNS.len() {
        return Err(BroughtError::new(text, 0, 0, BroughtFault::Regions(signs.len())));
    }
    let sign = |name: &Option<String>| name.as_deref().map_or('.', |name| signs[name]);
    let ranks: Vec<String> = names.iter().map(|rank| rank.iter().map(sign).collect()).collect();
    Ok(ReadOutcome { value: ranks.join("/"), notes })
}

/// More names than this, each on one square, may be those of the squares.
const MIN_ALONE: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, legend: &str, file: &str) -> Result<ReadOutcome<Vec<String>>, String> {
        read_drawings(text, &legend.parse().unwrap(), &mut |_: &str| Ok(file.to_owned()))
    }

    #[test]
    fn boards_are_read_from_many_forms() {
        for (file, legend, expected, notes) in [
            (". x .\n...\n\nx.x\r\n", "", ".x./.../x.x", 0),
            ("#..\n..#\n", "", "x../..x", 1),
            ("#..\n..#\n", "#=open,.=hole", ".xx/xx.", 0),
            ("_-0\n..X\n", "", ".../..x", 0),
            ("1 1 0\n1 1 1\n", "", "..~/...", 1),
            ("110\n111\n", "0=hole", "..x/...", 0),
            ("[[0,1],[1,1]]", "", "~./..", 1),
            ("2 3\n.*.\n~..\n", "*=reserved", ".~./~..", 0),
            ("PHP\nHHP", "P=open,H=hole", ".x./xx.", 0),
            ("[\"..\",\"x.\"]", "", "../x.", 0),
            (".........", "", ".........", 0),
            ("1,0,1,1,1,1,1,1,1", "", ".~./.../...", 2),
            ("..x\r...\r", "", "..x/...", 0),
            ("0 1\n1 1\n", "1=hole", ".x/xx", 0),
            ("...\n...\n\n...\n...", "", ".../.../.../...", 1),
            ("....", "", "....", 0),
        ] {
            let read = read("board=@f Q2", legend, file);
            let read = read.unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(read.value, [format!("board={expected} Q2")], "{file}");
            assert_eq!(read.notes.len(), notes, "{file}: {:?}", read.notes);
        }
        for (file, expected) in [
            ("..\n.q\n", "f, line 2, column 2, 'q': a board has no pieces"),
            ("..\n.%\n", "f, line 2, column 2, '%': unknown sign: expected signs"),
            ("\n\n", "f, line 1, column 1, expected ranks of signs"),
            ("{\"size\":3,\"holes\":[[0,1],[1,1]]}", "f, line 1, column 1, expected ranks of signs"),
            ("..\n.\n", "f, line 2, column 1, '.': this rank is 1 wide, but the first one is 2 wide"),
        ] {
            let error = read("board=@f Q2", "", file).unwrap_err();
            assert!(error.starts_with(expected), "{file}: {error}");
        }
    }

    #[test]
    fn regions_are_read_from_many_forms() {
        for (text, file, expected) in [
            ("3x3 K3 regions=@f", "a a b\na b b\nccc\n", "3x3 K3 regions=aab/abb/ccc"),
            ("3x3 K3 regions=@f", "1,1,2\n1,2,2\n3,3,3", "3x3 K3 regions=112/122/333"),
            ("3x3 K3 regions=@f", "10 10 11\n10 11 11\n9 9 9", "3x3 K3 regions=aab/abb/ccc"),
            (
                "3x3 regions=@f K3",
                "{\"n\":3,\"regions\":[[0,0,1],[0,1,1],[2,2,2]],\"solution\":[[0,0],[1,2]]}",
                "3x3 regions=001/011/222 K3",
            ),
            ("2x4 K2 regions=@f", "aaabbabb", "2x4 K2 regions=aaab/babb"),
            ("K3 regions=@f", "112122333", "K3 regions=112/122/333"),
            ("3x3 K3 regions=1,1,2,1,2,2,3,3,3", "", "3x3 K3 regions=112/122/333"),
            ("3x3 K3 regions=112122333", "", "3x3 K3 regions=112/122/333"),
            ("3x3 K3 regions=112/122/333", "", "3x3 K3 regions=112/122/333"),
            ("3x3 K3 regions=1,1,12/1,12,12/3,3,3 rank=1", "", "3x3 K3 regions=aab/abb/ccc rank=1"),
            ("3x3 K3 regions=[\"aab\", \"abb\",\n\"ccc\"] rank=1", "", "3x3 K3 regions=aab/abb/ccc rank=1"),
            ("3x3 K3 regions=aab\nabb\nccc\nrank=1", "", "3x3 K3 regions=aab/abb/ccc\nrank=1"),
            ("3x3 K3 regions=\n  a a b\n  a b b\n  c c c\n", "", "3x3 K3 regions=aab/abb/ccc\n"),
            ("{n}x{n} K{n} rank=1", "", "{n}x{n} K{n} rank=1"),
        ] {
            let read = read(text, "", file).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read.value, [expected], "{text}");
        }
        assert_eq!(read("2x2 regions=@f", "", "1 01\n1 2").unwrap().value, ["2x2 regions=11/12"]);
        for text in ["{\"regions\":[[\"a1\",\"a2\"],[\"b1\",\"b2\"]]}", "[[[0,0],[0,1]],[[1,0],[1,1]]]"] {
            let error = read("K1 regions=@f", "", text).unwrap_err();
            assert!(error.contains("draw the regions in ranks"), "{text}: {error}");
        }
        let indices = read("K1 regions=@f", "", "[[0,1,2],[3,4,5],[6,7,8]]").unwrap();
        assert_eq!(indices.notes.len(), 1);
        let several = read("K2 regions=@f rank=1", "", "ab\nab\n\naa\nbb\n").unwrap();
        assert_eq!(several.value, ["K2 regions=ab/ab rank=1", "K2 regions=aa/bb rank=1"]);
        for (text, file, expected) in [
            (
                "3x3 K3 regions=@f",
                "aab\na#b\nccc",
                "f, line 2, column 2, '#': unknown sign: expected a letter or a number",
            ),
            (
                "3x3 K3 regions=1,2,3,4",
                "",
                "regions: line 1, column 1, 4 squares in a row, but the board has 3 ranks of 3",
            ),
            (
                "K3 regions=1,2,3,4,5",
                "",
                "regions: line 1, column 1, 5 squares in a row: which board is this?",
            ),
        ] {
            let error = read(text, "", file).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn regions_say_how_large_the_board_is() {
        assert_eq!(with_size("K3 regions=aab/abb/ccc").as_deref(), Some("3x3 K3 regions=aab/abb/ccc"));
        for text in ["3x3 K3 regions=aab/abb/ccc", "K3 rank=1", "", "K3 regions=aab", "K3 regions=@f"] {
            assert_eq!(with_size(text), None, "{text}");
        }
    }
}
