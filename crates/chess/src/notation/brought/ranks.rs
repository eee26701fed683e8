//! Drawings in a text: ranks of signs, without the text between and around them.
//!
//! Signs stand without anything between them, or with blanks, commas, tabs or bars; comments (`#`, `//`, `;` at the beginning of a line),
//! borders, settings like `stars=1` and sizes like `8 8` above a drawing are no ranks. Empty lines separate drawings, or ranks of one.
//!
//! Three rules decide between readings. The size of the board, where it is known, says how long ranks are and how many a drawing has. A
//! line is left out without a note only if it cannot be a rank: a comment of words, or a border with corners. A line of signs alone that
//! is as long as no other rank is a fault.

use super::fault::{BroughtError, BroughtFault, BroughtResult};
use super::legend::Legend;
use super::value::{Cell, Entry, Value, values};

/// Signs on the squares of a board, ranks from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) ranks: Vec<Vec<Cell>>,
    /// Whether the grid was one list, without ends of ranks.
    pub(super) is_flat: bool,
}

/// Drawings, and notes about text that was left out.
pub(super) struct Drawings {
    pub(super) grids: Vec<Grid>,
    pub(super) notes: Vec<String>,
}

/// The text of an empty cell.
const BLANK: &str = " ";

/// Bars between squares, or between layers.
const BARS: [char; 3] = ['|', '│', '║'];

/// The parts of a line between separators, without quotes around them, and whether something else than blanks separated them. Between
/// bars, and between commas, there may be nothing: an empty square.
fn words(line: &str, at: usize) -> (Vec<Cell>, bool) {
    let blanks = |text: &str, at: usize| -> Vec<Cell> {
        super::super::located::word_ranges(text, None)
            .map(|range| Cell {
                text: text[range.clone()].trim_matches(['"', '\'']).to_owned(),
                at: at + range.start,
            })
            .collect()
    };
    let separators: &[char] = match () {
        () if line.contains(BARS) => &BARS,
        () if line.contains(',') => &[','],
        () => return (blanks(line, at), false),
    };
    let mut parts: Vec<(usize, &str)> = Vec::new();
    let mut begin = 0;
    for (end, sign) in line.match_indices(separators) {
        parts.push((begin, &line[begin..end]));
        begin = end + sign.len();
    }
    parts.push((begin, &line[begin..]));
    // Bars stand at both ends, commas perhaps behind the last.
    let is_bar = separators.len() > 1;
    if is_bar && parts.first().is_some_and(|part| part.1.trim().is_empty()) {
        parts.remove(0);
    }
    parts.pop_if(|part| part.1.trim().is_empty());
    let each: Vec<Vec<Cell>> = parts.iter().map(|&(begin, part)| blanks(part, at + begin)).collect();
    if each.iter().any(|words| words.len() > 1) {
        return (each.into_iter().flatten().collect(), false);
    }
    let cell = |(words, (begin, _)): (Vec<Cell>, &(usize, &str))| {
        words.into_iter().next().unwrap_or(Cell { text: BLANK.to_owned(), at: at + begin })
    };
    (each.into_iter().zip(&parts).map(cell).collect(), true)
}

/// The signs of each of these words.
fn signs(words: &[Cell]) -> Vec<Cell> {
    let of_word = |word: &Cell| {
        let at = word.at;
        word.text
            .char_indices()
            .map(move |(offset, sign)| Cell { text: sign.to_string(), at: at + offset })
            .collect::<Vec<_>>()
    };
    words.iter().flat_map(of_word).collect()
}

/// Returns the texts on the squares of a rank of `width` squares: words if there are `width` words, otherwise signs. If the
/// width is not known, words are taken if they are single signs or numbers.
pub(in crate::notation) fn cells(line: &str, at: usize, width: Option<usize>) -> Vec<Cell> {
    let (mut words, is_separated) = words(line, at);
    let length = |words: &[Cell]| words.iter().map(|word| word.text.chars().count()).sum::<usize>();
    // Between blocks of layers there are two bars.
    let seen: Vec<Cell> = words.iter().filter(|word| word.text != BLANK).cloned().collect();
    if width.is_some_and(|width| words.len() != width && length(&words) != width && length(&seen) == width) {
        words = seen;
    }
    let is_sign = |word: &Cell| word.text.chars().nth(1).is_none();
    let is_number = |word: &Cell| word.text.bytes().all(|byte| byte.is_ascii_digit());
    // Names like a_1.
    let is_name = |word: &Cell| {
        word.text.split_once('_').is_some_and(|(name, number)| {
            name.starts_with(|sign: char| sign.is_ascii_alphabetic())
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let are_words = match width {
        Some(width) if words.len() == width => true,
        Some(width) if length(&words) == width => false,
        _ => {
            let are_short =
                || words.iter().all(|word| is_sign(word) || is_number(word)) || words.iter().all(is_name);
            words.len() > 1 && (is_separated || are_short()) || words.iter().all(is_sign)
        }
    };
    if are_words { words } else { signs(&words) }
}

/// A line, and where it begins, in bytes.
#[derive(Clone, Copy)]
struct Line<'a> {
    at: usize,
    text: &'a str,
}

impl Line<'_> {
    fn cells(self, width: Option<usize>) -> Vec<Cell> {
        let cells = cells(self.text, self.at, width);
        // Everything is one word where a rank has one square.
        let is_word = width == Some(1) && cells.iter().any(|cell| cell.text.chars().nth(1).is_some());
        if is_word { signs(&cells) } else { cells }
    }

    /// Its numbers, if it consists of one to three.
    fn numbers(self) -> Option<Vec<usize>> {
        let numbers: Option<Vec<usize>> =
            self.text.split_whitespace().map(|word| word.parse().ok()).collect();
        numbers.filter(|numbers| (1..=3).contains(&numbers.len()))
    }
}

/// Whether a line is drawn around or between squares, in a drawing that has bars or not.
fn is_border(line: &str, has_bars: bool) -> bool {
    let is_box = |sign: char| ('\u{2500}'..='\u{257f}').contains(&sign);
    let is_plain =
        |sign: char| matches!(sign, '+' | '-' | '=' | ':') || BARS.contains(&sign) || sign.is_whitespace();
    let has_corner = line.contains(|sign: char| sign == '+' || is_box(sign) && !BARS.contains(&sign));
    line.chars().all(|sign| is_box(sign) || is_plain(sign))
        && (has_corner || has_bars && (line.contains("--") || line.contains("==")))
}

/// Whether a line that begins with `#` may be a rank all the same: of signs and capital letters.
fn may_be_rank(line: &str) -> bool {
    let is_sign =
        |sign: char| ".#_-*~xXoO01|,".contains(sign) || sign.is_ascii_uppercase() || sign.is_whitespace();
    line.chars().all(is_sign)
}

/// How many squares most of these lines have.
fn usual_width<'a>(lines: impl Iterator<Item = &'a str>) -> Option<usize> {
    let mut numbers = std::collections::BTreeMap::<usize, usize>::new();
    for line in lines {
        *numbers.entry(cells(line, 0, None).len()).or_default() += 1;
    }
    numbers.into_iter().max_by_key(|&(_, number)| number).map(|(width, _)| width)
}

/// Returns true for settings like `stars=1` or `size: 8`: a name of several letters with a value.
fn is_setting(line: &str) -> bool {
    let name: &str = line.split(['=', ':']).next().unwrap_or_default();
    name.len() < line.len()
        && name.trim().len() > 1
        && name.chars().all(|sign| sign.is_ascii_alphanumeric() || "_- ".contains(sign))
        && name.starts_with(|sign: char| sign.is_ascii_alphabetic())
}

/// The type of a line.
enum Sort {
    Rank,
    Comment,
    /// It could be a rank, and is none.
    LeftOut,
}

/// Returns true for the number of a puzzle in a comment: `#1`, `# 12`.
pub(super) fn is_number_of_puzzle(line: &str) -> bool {
    let number = line.trim_start_matches('#').trim();
    line.starts_with('#') && !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
}

/// Returns the type of a line that begins with `#`, above or below ranks of this width.
fn sort_of_hash(line: &str, width: Option<usize>, wanted: &DrawingFilter<'_>) -> Sort {
    let is_wide = width.is_some_and(|width| cells(line, 0, Some(width)).len() == width);
    let is_sign = |sign: char| {
        ".#_-*~xX01|,".contains(sign)
            || sign.is_whitespace()
            || wanted.legend.meaning(sign.encode_utf8(&mut [0; 4])).is_some()
    };
    let are_signs = line.chars().all(is_sign);
    let are_names = || {
        !wanted.is_board
            && !line.starts_with("# ")
            && line.chars().all(|sign| is_sign(sign) || sign.is_ascii_alphanumeric())
    };
    // A drawing in a comment: signs without blanks between them, behind a blank.
    let is_remark =
        line.starts_with("# ") && line[2..].split_whitespace().any(|word| word.chars().nth(1).is_some());
    let has_hash = wanted.is_board || wanted.legend.meaning("#").is_some();
    match () {
        () if is_number_of_puzzle(line) || line == "#" && !is_wide => Sort::Comment,
        () if has_hash && is_wide && !is_remark && (are_signs || are_names()) => Sort::Rank,
        () if has_hash && are_signs && !is_remark && line.contains(['.', '_', '~', '*']) => Sort::Rank,
        () if are_signs && !is_remark || is_wide && !line.starts_with("# ") => Sort::LeftOut,
        () => Sort::Comment,
    }
}

/// Whether a line is a border of dashes that may be a rank of as many empty squares: `|---|`.
fn is_rank_of_dashes(line: &str, width: Option<usize>) -> bool {
    let is_bar = |sign: char| BARS.contains(&sign);
    let dashes = line.chars().filter(|&sign| sign == '-').count();
    line.chars().all(|sign| sign == '-' || is_bar(sign))
        && line.chars().filter(|&sign| is_bar(sign)).count() == 2
        && width == Some(dashes)
}

/// Titles of drawings: a word and a number in a line, where no rank has numbers, or numbered words.
fn is_title(line: &str, is_board: bool) -> bool {
    let is_numbered = |word: &str, prefix: &str, number: usize| {
        word.strip_prefix(prefix).is_some_and(|rest| rest == number.to_string())
    };
    let words: Vec<&str> = line.split([' ', ',', '\t', ';']).filter(|word| !word.is_empty()).collect();
    if let [first, _, ..] = words[..] {
        let prefix = first.trim_end_matches('1');
        let is_word = prefix.starts_with(|sign: char| sign.is_ascii_alphabetic());
        if is_word && words.iter().zip(1..).all(|(word, number)| is_numbered(word, prefix, number)) {
            return true;
        }
    }
    let name = line.trim_end_matches(['.', ':', ')']);
    let word = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let has_letter = word.contains(|sign: char| sign.is_ascii_alphabetic());
    word.len() < name.len()
        && word.chars().all(|sign| sign.is_ascii_alphabetic() || sign == ' ')
        && (has_letter || name.len() < line.len() && !is_board)
}

/// The ranks of a text, with `None` for each empty line, and what was left out.
fn outline<'a>(text: &'a str, wanted: &DrawingFilter<'_>) -> (Vec<Option<Line<'a>>>, Vec<String>) {
    let is_hash = |line: &str| line.starts_with('#');
    let is_other = |line: &str| line.starts_with("//") || line.starts_with(';');
    let all = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_other(line));
    let has_bars = all().any(|line| line.contains(BARS));
    let is_plain = |line: &&str| !is_hash(line) && !is_setting(line) && !is_border(line, has_bars);
    let width =
        usual_width(all().filter(is_plain)).or_else(|| usual_width(all().filter(|line| may_be_rank(line))));
    let has_digit = |line: &str| line.contains(|sign: char| sign.is_ascii_digit());
    let is_whole = wanted.size.is_some_and(|(rows, _)| all().filter(is_plain).count() == rows);
    let has_titles = !is_whole
        && !all().any(|line| {
            !is_hash(line) && !is_setting(line) && has_digit(line) && !is_title(line, wanted.is_board)
        })
        && all().any(|line| !has_digit(line));
    let has_dashes = all().any(|line| line.contains('-') && !is_border(line, has_bars));
    let sort = |line: &str| match () {
        () if is_other(line) => Sort::Comment,
        () if is_hash(line) => sort_of_hash(line, width, wanted),
        () if is_border(line, has_bars) && is_rank_of_dashes(line, width) => {
            if has_dashes {
                Sort::Rank
            } else {
                Sort::LeftOut
            }
        }
        () if is_border(line, has_bars) => Sort::Comment,
        () if is_setting(line) || has_titles && is_title(line, wanted.is_board) => Sort::LeftOut,
        () => Sort::Rank,
    };
    let (mut lines, mut notes, mut at) = (Vec::new(), Vec::new(), 0);
    for (number, whole) in (1..).zip(text.split_inclusive('\n')) {
        let line = whole.trim();
        let begin = at + (whole.len() - whole.trim_start().len());
        at += whole.len();
        match sort(line) {
            _ if line.is_empty() => lines.push(None),
            Sort::Comment => {}
            Sort::LeftOut => notes.push(left_out(number, line)),
            Sort::Rank => lines.push(Some(Line { at: begin, text: before_comment(line) })),
        }
    }
    (lines, notes)
}

/// A rank as far as a comment behind it.
fn before_comment(line: &str) -> &str {
    let ends = [line.find(" //"), line.find(" ;"), line.find("\t//")];
    line[..ends.into_iter().flatten().min().unwrap_or(line.len())].trim_end()
}

fn left_out(number: usize, line: &str) -> String {
    format!("line {number}, '{}', is ignored, because it is not a rank", super::super::excerpt(line, 24))
}

/// The properties of the drawings that are looked for.
#[derive(Clone, Copy)]
pub(super) struct DrawingFilter<'a> {
    pub(super) keys: &'a Keys,
    pub(super) is_board: bool,
    pub(super) legend: &'a Legend,
    /// The size of the board, where it is known.
    pub(super) size: Option<(usize, usize)>,
}

/// All drawings of a text.
pub(super) fn drawings(text: &str, wanted: &DrawingFilter<'_>) -> BroughtResult<Drawings> {
    let is_comment = |line: &&str| line.starts_with(['#', ';']) || line.starts_with("//");
    if text.lines().map(str::trim).filter(|line| !is_comment(line)).any(|line| line.contains(['[', '{', '(']))
    {
        return read_lists(text, wanted);
    }
    let (lines, mut notes) = outline(text, wanted);
    let all: Vec<Line<'_>> = lines.iter().flatten().copied().collect();
    if let Some((rows, cols)) = wanted.size
        && all.len() == rows
        && all.iter().all(|line| line.cells(Some(cols)).len() == cols)
    {
        let ranks = all.iter().map(|line| line.cells(Some(cols))).collect();
        return Ok(Drawings { grids: vec![Grid { ranks, is_flat: false }], notes });
    }
    if let Some(grids) = split_by_sizes(&lines, wanted, &mut notes) {
        return Ok(Drawings { grids, notes });
    }
    let blocks: Vec<&[Option<Line<'_>>]> =
        lines.split(Option::is_none).filter(|block| !block.is_empty()).collect();
    // A single line between drawings is a title or a remark.
    let is_alone = |block: &[Option<Line<'_>>]| block.len() == 1;
    let widest = blocks.iter().find(|block| !is_alone(block)).map(|block| block.iter().flatten().next());
    let width = widest.flatten().map(|line| line.cells(None).len());
    let mut grids: Vec<Grid> = Vec::new();
    for block in blocks {
        let is_remark = |grid: &Grid| {
            is_alone(block) && width.is_some_and(|width| grid.ranks.iter().any(|rank| rank.len() != width))
        };
        let block: Vec<Line<'_>> = block.iter().flatten().copied().collect();
        match grid(text, &block, wanted.size) {
            Ok(grid) if !is_remark(&grid) => grids.push(grid),
            Err(error) if grids.is_empty() => return Err(error),
            _ => {
                for line in block {
                    notes.push(left_out(text[..line.at].matches('\n').count() + 1, line.text));
                }
            }
        }
    }
    let mut grids = join_drawings(grids, wanted, &mut notes);
    if !wanted.is_board {
        grids.iter_mut().for_each(|grid| leave_numbers_out(grid, wanted, &mut notes));
    }
    Ok(Drawings { grids, notes })
}

/// Leaves out the numbers of ranks, from either end, before ranks without numbers: `1 a a b`.
fn leave_numbers_out(grid: &mut Grid, wanted: &DrawingFilter<'_>, notes: &mut Vec<String>) {
    let rows = grid.ranks.len();
    let width = grid.ranks.first().map_or(0, Vec::len);
    let is_number = |cell: &Cell, number: usize| cell.text.parse() == Ok(number);
    let has_digit = |cell: &Cell| cell.text.contains(|sign: char| sign.is_ascii_digit());
    let ranks = || grid.ranks.iter().filter_map(|rank| rank.split_first());
    let are_numbered = ranks().enumerate().all(|(at, (first, _))| is_number(first, at + 1))
        || ranks().enumerate().all(|(at, (first, _))| is_number(first, rows - at));
    let is_known = wanted.size.is_some_and(|size| size.1 == width);
    if rows < 2
        || width < 3
        || is_known
        || !are_numbered
        || ranks().any(|(_, rest)| rest.iter().any(has_digit))
    {
        return;
    }
    notes.push("the numbers before the ranks are ignored".to_owned());
    for rank in &mut grid.ranks {
        rank.remove(0);
    }
}

/// Ranks of the same length.
fn grid(text: &str, lines: &[Line<'_>], size: Option<(usize, usize)>) -> BroughtResult<Grid> {
    let [first, ..] = lines else { return Ok(Grid { ranks: Vec::new(), is_flat: false }) };
    let read = |width: usize| {
        let ranks: Vec<Vec<Cell>> = lines.iter().map(|line| line.cells(Some(width))).collect();
        let ragged = ranks.iter().position(|rank| rank.len() != width);
        (ranks, ragged)
    };
    if let Some((rows, cols)) = size
        && rows == lines.len()
        && let (ranks, None) = read(cols)
    {
        return Ok(Grid { ranks, is_flat: false });
    }
    let expected = first.cells(None).len();
    let (ranks, ragged) = read(expected);
    let Some(place) = ragged else { return Ok(Grid { is_flat: ranks.len() == 1, ranks }) };
    // The first rank may be one of numbers without separators, or of words of signs.
    let other = first.cells(Some(first.text.chars().filter(|sign| !sign.is_whitespace()).count())).len();
    if let (ranks, None) = read(other) {
        return Ok(Grid { ranks, is_flat: false });
    }
    let found = ranks[place].len();
    let line = lines[place];
    let fault = BroughtFault::Ragged { found, expected };
    Err(BroughtError::new(text, line.at, line.text.chars().count(), fault))
}

/// Drawings with their sizes above them, which may end with a zero; `None` if they are not of this form.
fn split_by_sizes(
    lines: &[Option<Line<'_>>],
    wanted: &DrawingFilter<'_>,
    notes: &mut Vec<String>,
) -> Option<Vec<Grid>> {
    let mut left_out = Vec::new();
    let mut lines = lines.iter().flatten().peekable();
    let mut grids = Vec::new();
    loop {
        let header = lines.next();
        let numbers = match header {
            Some(line) => line.numbers()?,
            None if grids.is_empty() => return None,
            None => {
                notes.extend(left_out);
                return Some(grids);
            }
        };
        if numbers[0] == 0 && !grids.is_empty() && lines.peek().is_none() {
            notes.extend(left_out);
            return Some(grids);
        }
        left_out
            .extend(numbers.get(2).map(|third| format!("{third} after the size of a drawing is ignored")));
        let (rows, cols) = (numbers[0], numbers.get(1).copied().unwrap_or(numbers[0]));
        let mut ranks = Vec::new();
        for _ in 0..rows {
            let rank = lines.next()?.cells(Some(cols));
            if rank.len() != cols {
                return None;
            }
            ranks.push(rank);
        }
        // The numbers may be a rank of numbers themselves.
        let are_numbers = ranks.iter().flatten().all(|cell| cell.text.parse::<usize>().is_ok());
        if ranks.is_empty() {
            return None;
        }
        if are_numbers && numbers.len() == cols {
            match wanted.size {
                Some(size) if size != (rows, cols) => return None,
                None if rows < 2 => return None,
                Some(_) => {}
                None => left_out.extend(header.map(|line| {
                    let text = super::super::excerpt(line.text, 24);
                    format!(
                        "'{text}' above {rows} ranks is read as their size; remove that line, or write the \
                         size of the board first, to read all lines as ranks"
                    )
                })),
            }
        }
        grids.push(Grid { ranks, is_flat: false });
    }
}

/// Drawings of equal width with empty lines between. They are one if they have different numbers of ranks. Else the size of the board
/// decides. If the size is not known, ranks of a board are one drawing, and ranks of regions are several.
fn join_drawings(grids: Vec<Grid>, wanted: &DrawingFilter<'_>, notes: &mut Vec<String>) -> Vec<Grid> {
    let size = |grid: &Grid| (grid.ranks.len(), grid.ranks.first().map_or(0, Vec::len));
    let Some((height, width)) = grids.first().map(size) else { return grids };
    let (number, all) = (grids.len(), height * grids.len());
    if number == 1 || grids.iter().any(|grid| size(grid).1 != width) {
        return grids;
    }
    let are_equal = height > 1 && grids.iter().all(|grid| size(grid).0 == height);
    let is_one = match wanted.size {
        _ if !are_equal => true,
        Some(size) => size.0 == all,
        None => wanted.is_board,
    };
    if are_equal && wanted.size.is_none() {
        notes.push(match is_one {
            true => format!(
                "{number} blocks of {height} ranks are read as one board of {all}; a line with its size, like {height} {width}, above \
                 each makes them {number} boards"
            ),
            false => format!(
                "{number} blocks of {height} ranks are read as {number} drawings; give {all}x{width} as the \
                 board to read them as one"
            ),
        });
    }
    if !is_one {
        return grids;
    }
    vec![Grid { ranks: grids.into_iter().flat_map(|grid| grid.ranks).collect(), is_flat: false }]
}

/// The names of lists that hold the wanted content, and of lists that hold other content.
pub(super) struct Keys {
    pub(super) wanted: &'static [&'static str],
    pub(super) others: &'static [&'static str],
}

impl Keys {
    fn has(names: &[&str], key: &str) -> bool {
        let key = key.to_ascii_lowercase();
        names.iter().any(|name| key.contains(name))
    }
}

/// The drawings in lists: those with a name that is looked for, or all that have no name of something else.
fn read_lists(text: &str, wanted: &DrawingFilter<'_>) -> BroughtResult<Drawings> {
    let keys = wanted.keys;
    let mut found: Vec<(String, Grid)> = Vec::new();
    let all = values(text)?;
    collect(text, &all, "", wanted, &mut found)?;
    let notes = match gives_pieces(&all, false) {
        true => vec!["the pieces in the record are ignored; --given adds them".to_owned()],
        false => Vec::new(),
    };
    if found.iter().any(|(key, _)| Keys::has(keys.wanted, key)) {
        found.retain(|(key, _)| Keys::has(keys.wanted, key));
    } else {
        found.retain(|(key, _)| !Keys::has(keys.others, key));
    }
    let mut names: Vec<&str> = found.iter().map(|(key, _)| key.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > 1 && found.iter().any(|(_, grid)| *grid != found[0].1) {
        let names = names.iter().map(|name| if name.is_empty() { "without a name" } else { name });
        let fault = BroughtFault::Which(names.collect::<Vec<_>>().join(", "));
        return Err(BroughtError::new(text, 0, 0, fault));
    }
    Ok(Drawings { grids: found.into_iter().map(|(_, grid)| grid).collect(), notes })
}

/// Returns true if a list of given pieces is not empty.
fn gives_pieces(value: &Value, is_given: bool) -> bool {
    match value {
        Value::Word(_) => is_given,
        Value::List(entries) => entries.iter().any(|Entry { key, value }| {
            let is_here = key.as_ref().is_some_and(|key| Keys::has(&["given"], key));
            gives_pieces(value, is_given || is_here && matches!(value, Value::List(_)))
        }),
    }
}

/// Whether lists in a list hold squares as pairs of numbers: `[[[0,0],[0,1]],[[1,0],[1,1]]]`. The brackets begin at the byte.
fn squares_of_lists(value: &Value) -> Option<usize> {
    let list = |value: &Value| match value {
        Value::List(entries) if !entries.is_empty() && entries.iter().all(|entry| entry.key.is_none()) => {
            Some(entries.iter().map(|entry| entry.value.clone()).collect::<Vec<_>>())
        }
        _ => None,
    };
    let is_pair = |value: &Value| {
        words_of(value).is_some_and(|words| {
            words.len() == 2 && words.iter().all(|word| word.text.parse::<usize>().is_ok())
        })
    };
    let lists: Vec<Vec<Value>> = list(value)?.iter().map(list).collect::<Option<_>>()?;
    let first = lists.first()?.first().and_then(words_of)?.first()?.at;
    lists.iter().flatten().all(is_pair).then_some(first)
}

fn collect(
    text: &str,
    value: &Value,
    key: &str,
    wanted: &DrawingFilter<'_>,
    found: &mut Vec<(String, Grid)>,
) -> BroughtResult<()> {
    if !wanted.is_board
        && !Keys::has(wanted.keys.others, key)
        && let Some(at) = squares_of_lists(value)
    {
        return Err(BroughtError::new(text, at, 0, BroughtFault::Squares));
    }
    if let Some(grid) = grid_of(text, value)? {
        found.push((key.to_owned(), grid));
        return Ok(());
    }
    match value {
        Value::Word(word) if word.text.trim().contains('\n') => {
            // Positions in a text of its own are not those of the whole.
            let inner =
                drawings(&word.text, &DrawingFilter { keys: &Keys { wanted: &[], others: &[] }, ..*wanted })?;
            found.extend(inner.grids.into_iter().map(|grid| (key.to_owned(), grid)));
        }
        Value::Word(_) => {}
        Value::List(entries) => {
            for Entry { key: own, value } in entries {
                collect(text, value, own.as_deref().unwrap_or(key), wanted, found)?;
            }
        }
    }
    Ok(())
}

/// A list of ranks, of lists or of texts, or of all squares; `None` of other values.
fn grid_of(text: &str, value: &Value) -> BroughtResult<Option<Grid>> {
    let Value::List(entries) = value else { return Ok(None) };
    if entries.is_empty() || entries.iter().any(|entry| entry.key.is_some()) {
        return Ok(None);
    }
    let ranks: Option<Vec<Vec<Cell>>> = entries.iter().map(|entry| words_of(&entry.value)).collect();
    // Texts of several signs are ranks themselves, or whole drawings.
    let is_square = |cell: &Cell| {
        let mut signs = cell.text.chars();
        let first = signs.next();
        signs.all(|sign| sign.is_ascii_digit())
            && (cell.text.len() < 2 || first.is_some_and(char::is_alphanumeric) || first == Some('-'))
    };
    let are_squares = |ranks: &Vec<Vec<Cell>>| {
        ranks.len() > 1 && ranks.iter().all(|rank| !rank.is_empty()) && ranks.iter().flatten().all(is_square)
    };
    // Where there are as many ranks as squares in each, words are names of regions.
    let is_name = |cell: &Cell| cell.text.chars().all(|sign| sign.is_alphanumeric() || "_- ".contains(sign));
    let are_names = |ranks: &Vec<Vec<Cell>>| {
        ranks.len() > 2
            && ranks.iter().all(|rank| rank.len() == ranks.len())
            && ranks.iter().flatten().all(is_name)
    };
    if let Some(ranks) = ranks.filter(|ranks| are_squares(ranks) || are_names(ranks)) {
        let expected = ranks[0].len();
        if let Some(rank) = ranks.iter().find(|rank| rank.len() != expected) {
            let fault = BroughtFault::Ragged { found: rank.len(), expected };
            return Err(BroughtError::new(text, rank[0].at, 1, fault));
        }
        return Ok(Some(Grid { ranks, is_flat: false }));
    }
    let words: Option<Vec<&Cell>> = entries.iter().map(|entry| word_of(&entry.value)).collect();
    let Some(words) = words else { return Ok(None) };
    let width = words[0].text.chars().count();
    let are_ranks = width > 1 && words.iter().all(|word| word.text.chars().count() == width);
    let is_number = |word: &&Cell| word.text.parse::<usize>().is_ok();
    if are_ranks && (width == words.len() || !words.iter().all(is_number)) && !words[0].text.contains('\n') {
        let ranks = words.iter().map(|word| cells(&word.text, word.at, None)).collect();
        return Ok(Some(Grid { ranks, is_flat: false }));
    }
    let is_square = |word: &&&Cell| word.text.chars().count() <= 3 && !word.text.trim().is_empty();
    let is_list = words.len() > 3 && words.iter().all(|word| is_square(&word));
    Ok(is_list.then(|| Grid { ranks: vec![words.into_iter().cloned().collect()], is_flat: true }))
}

/// The words of a list of nothing else, with blank ones for empty texts.
pub(super) fn words_of(value: &Value) -> Option<Vec<Cell>> {
    let Value::List(entries) = value else { return None };
    entries
        .iter()
        .map(|entry| entry.key.is_none().then(|| word_of(&entry.value)).flatten().cloned())
        .map(|cell| {
            cell.map(|cell| if cell.text.is_empty() { Cell { text: BLANK.to_owned(), ..cell } } else { cell })
        })
        .collect()
}

fn word_of(value: &Value) -> Option<&Cell> {
    match value {
        Value::Word(word) => Some(word),
        Value::List(_) => None,
    }
}

impl Grid {
    /// One list as ranks of this length.
    pub(super) fn cut(self, cols: usize) -> Self {
        let cells: Vec<Cell> = self.ranks.into_iter().flatten().collect();
        Self { ranks: cells.chunks(cols.max(1)).map(<[Cell]>::to_vec).collect(), is_flat: false }
    }

    /// How many squares it has.
    pub(super) fn area(&self) -> usize {
        self.ranks.iter().map(Vec::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Keys = Keys { wanted: &["regions"], others: &["solution"] };

    fn wanted(legend: &Legend) -> DrawingFilter<'_> {
        DrawingFilter { keys: &ALL, is_board: false, legend, size: None }
    }

    fn shown(text: &str) -> Vec<String> {
        shown_of(text, &wanted(&"#=hole".parse().unwrap())).0
    }

    /// The drawings, and how many notes there are.
    fn shown_of(text: &str, wanted: &DrawingFilter<'_>) -> (Vec<String>, usize) {
        let drawings = drawings(text, wanted).unwrap_or_else(|error| panic!("{text}: {error}"));
        let rank =
            |rank: &Vec<Cell>| rank.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" ");
        let grid = |grid: &Grid| grid.ranks.iter().map(rank).collect::<Vec<_>>().join("/");
        (drawings.grids.iter().map(grid).collect(), drawings.notes.len())
    }

    #[test]
    fn ranks_are_read_with_all_separators() {
        for (text, expected) in [
            ("ab\ncd", "a b/c d"),
            ("a b\nc d\n", "a b/c d"),
            ("a,b\r\nc,d\r\n", "a b/c d"),
            ("\"a\",\"b\"\n\"c\",\"d\"", "a b/c d"),
            ("a\tb\nc\td", "a b/c d"),
            ("|a|b|\n|c|d|", "a b/c d"),
            ("|a| |\n| |d|", "a  /  d"),
            ("+-+-+\n|a| |\n+-+-+\n| |d|\n+-+-+", "a  /  d"),
            ("┌─┬─┐\n│a│b│\n├─┼─┤\n│c│d│\n└─┴─┘", "a b/c d"),
            ("10 11 12\n1 2 3", "10 11 12/1 2 3"),
            ("aab bbc\ncca abb", "a a b b b c/c c a a b b"),
            ("1122\n3344", "1 1 2 2/3 3 4 4"),
            ("--Q-\nQ---", "- - Q -/Q - - -"),
            ("# a title\n// more\n; and more\n#..#\n....\n\n# the end\n", "# . . #/. . . ."),
            ("ab // one\ncd", "a b/c d"),
            ("2 2\nab\ncd", "a b/c d"),
            ("2\na b\nc d", "a b/c d"),
            ("stars=1\nab\ncd", "a b/c d"),
            ("ab\n\ncd\n", "a b/c d"),
            ("[[\"a\",\"b\"],[\"c\",\"d\"]]", "a b/c d"),
            ("[\n \"ab\",\n \"cd\"\n]", "a b/c d"),
            (
                "const x = { size: 2, regions: [\n [10, 2],\n [3, 4],\n ], solution: [[0, 1], [1, 0]] };",
                "10 2/3 4",
            ),
            ("{\"n\": 2, \"grid\": \"ab\\ncd\"}", "a b/c d"),
            ("[1, 2, 3, 14]", "1 2 3 14"),
            (
                "[[\"red\",\"red\",\"blue\"],[\"red\",\"blue\",\"blue\"],[\"red\",\"green\",\"green\"]]",
                "red red blue/red blue blue/red green green",
            ),
            ("2 2 1\nab\ncd", "a b/c d"),
            ("", ""),
        ] {
            assert_eq!(shown(text).join(" + "), expected, "{text}");
        }
    }

    #[test]
    fn several_drawings_are_told_apart() {
        for (text, expected) in [
            ("ab\ncd\n\nef\ngh", &["a b/c d", "e f/g h"][..]),
            ("2\nab\ncd\n3\nefg\nhij\nklm\n0\n", &["a b/c d", "e f g/h i j/k l m"]),
            ("[{\"regions\":[\"ab\",\"cd\"]},{\"regions\":[\"ef\",\"gh\"]}]", &["a b/c d", "e f/g h"]),
            ("abc\ndef\n\nghi", &["a b c/d e f/g h i"]),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    /// Where two readings are possible there is a note, or a fault.
    #[test]
    fn nothing_is_left_out_silently() {
        let (legend, hash) = (Legend::default(), "#=hole,P=open".parse().unwrap());
        let regions = wanted(&legend);
        let board = DrawingFilter { is_board: true, ..regions };
        let (named, coded) = (wanted(&hash), DrawingFilter { is_board: true, legend: &hash, ..regions });
        for (text, wanted, expected, notes) in [
            // Sizes that do not fit are no ranks of one square each; those that fit are said to be sizes.
            ("3\naab\nabb\n", regions, None, 0),
            ("4\naabb\naabb\nccdd", regions, None, 0),
            ("3\naab\nabb\nabb\nccc", regions, None, 0),
            ("1\nab\nab\n2\naa\nbb", regions, None, 0),
            ("2 2\n12 10\n12 6", regions, Some(&["12 10/12 6"][..]), 1),
            ("2 2\n12 10\n12 6", DrawingFilter { size: Some((2, 2)), ..regions }, Some(&["12 10/12 6"]), 0),
            ("2 2\n12\n12", DrawingFilter { size: Some((3, 2)), ..regions }, Some(&["2 2/1 2/1 2"]), 0),
            ("3 3 3\n1 1 2\n1 2 2\n3 3 3", regions, Some(&["1 1 2/1 2 2/3 3 3"]), 2),
            ("2 2\n1 0\n1 1", board, Some(&["1 0/1 1"]), 1),
            ("1 2\n1 2", regions, Some(&["1 2/1 2"]), 0),
            // Ranks of signs are as long as the others.
            ("....\n#..\n....", board, None, 0),
            ("##\n#.#\n#..", board, Some(&["# . #/# . ."]), 1),
            ("##b\nabb\nccc", regions, Some(&["a b b/c c c"]), 1),
            ("#####\n..\n..", board, Some(&[". ./. ."]), 1),
            ("#DONE\n.....\n.....", board, Some(&[". . . . ./. . . . ."]), 1),
            ("#1\nab\nab", regions, Some(&["a b/a b"]), 0),
            ("#...\n...#\n\n# *...\n# ..*#\n", board, Some(&["# . . ./. . . #"]), 0),
            ("# 1\n. .\n. .", board, Some(&[". ./. ."]), 0),
            ("|-x-|\n|---|\n|--x|", board, Some(&["- x -/- - -/- - x"]), 0),
            ("|aab|\n|---|\n|ccc|", regions, Some(&["a a b/c c c"]), 1),
            ("|a|b|\n|---|---|\n|c|c|", regions, Some(&["a b/c c"]), 0),
            ("#ab\nabb\nccc", named, Some(&["# a b/a b b/c c c"]), 0),
            ("#P\nP#", coded, Some(&["# P/P #"]), 0),
            // Blocks of equal height.
            ("...\n...\n\n...\n...", board, Some(&[". . ./. . ./. . ./. . ."]), 1),
            ("11\n11\n\n33\n33", regions, Some(&["1 1/1 1", "3 3/3 3"]), 1),
            (
                "11\n11\n\n33\n33",
                DrawingFilter { size: Some((4, 2)), ..regions },
                Some(&["1 1/1 1/3 3/3 3"]),
                0,
            ),
            // The size of the board says what a word is.
            ("10 11\n12 13", regions, Some(&["10 11/12 13"]), 0),
            ("10 11\n12 13", DrawingFilter { size: Some((2, 4)), ..regions }, Some(&["1 0 1 1/1 2 1 3"]), 0),
            ("a_1 a_1\nb_1 b_1", regions, Some(&["a_1 a_1/b_1 b_1"]), 0),
            // Titles.
            ("A1\nab\nab\n\nA2\naa\nbb", regions, Some(&["a b/a b", "a a/b b"]), 3),
            ("1.\nab\nab\n\n2.\naa\nbb", regions, Some(&["a b/a b", "a a/b b"]), 3),
            ("c1,c2,c3\na,a,b\nc,c,b", regions, Some(&["a a b/c c b"]), 1),
            ("A1\nab\nab", DrawingFilter { size: Some((3, 2)), ..regions }, Some(&["A 1/a b/a b"]), 0),
            ("103\n123", DrawingFilter { size: Some((2, 3)), ..regions }, Some(&["1 0 3/1 2 3"]), 0),
            ("1 a a b\n2 a b b\n3 c c b", regions, Some(&["a a b/a b b/c c b"]), 1),
            ("3 a a b\n2 a b b\n1 c c b", regions, Some(&["a a b/a b b/c c b"]), 1),
            (
                "1 a a b\n2 a b b",
                DrawingFilter { size: Some((2, 4)), ..regions },
                Some(&["1 a a b/2 a b b"]),
                0,
            ),
            // Regions as lists of their squares.
            ("{\"size\":2,\"regions\":[[[0,0],[0,1]],[[1,0],[1,1]]]}", regions, None, 0),
        ] {
            match (drawings(text, &wanted), expected) {
                (Err(_), None) => {}
                (Err(error), Some(_)) => panic!("{text}: {error}"),
                (Ok(_), None) => panic!("{text}: {:?}", shown_of(text, &wanted)),
                (Ok(read), Some(expected)) => {
                    let (shown, number) = shown_of(text, &wanted);
                    assert_eq!(
                        (&shown[..], number),
                        (&expected.iter().map(|&text| text.to_owned()).collect::<Vec<_>>()[..], notes),
                        "{text}: {:?}",
                        read.notes
                    );
                }
            }
        }
    }

    #[test]
    fn faults_have_lines_and_columns() {
        for (text, expected) in [
            ("ab\nc", "line 2, column 1, 'c': this rank is 1 wide, but the first one is 2 wide"),
            ("[[1,2],[3]]", "line 1, column 9, '3': this rank is 1 wide, but the first one is 2 wide"),
            (
                "{a: [\"xy\",\"zw\"], b: [\"ab\",\"cd\"]}",
                "line 1, column 1, several lists may be meant: a, b; keep only one of them",
            ),
        ] {
            assert_eq!(
                drawings(text, &wanted(&Legend::default())).err().map(|error| error.to_string()).as_deref(),
                Some(expected)
            );
        }
        for (text, notes) in [
            ("ab\ncd\n\nThat was all\n", 1),
            ("{\"regions\": [\"ab\",\"cd\"], \"givens\": {\"queens\": [[0, 1]]}}", 1),
            ("{\"regions\": [\"ab\",\"cd\"], \"givens\": {\"queens\": [], \"blocked\": []}}", 0),
        ] {
            assert_eq!(drawings(text, &wanted(&Legend::default())).unwrap().notes.len(), notes, "{text}");
        }
    }
}
