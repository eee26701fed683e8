//! Placements of a problem in any form: lines, diagrams, and lists of other programs.

use super::super::diagram::{
    are_ranks, is_diagram_rank, is_matrix, is_matrix_rank, read_diagram, signs_of_line,
};
use super::super::line::{LineError, read_line};
use super::super::permutation::{FROM_ZERO, is_list_of_numbers};
use super::drawings::ReadOutcome;
use super::fault::BroughtError;
use super::legend::{Legend, Order};
use super::ranks::{is_number_of_puzzle, words_of};
use super::value::{Entry, Value, values};
use crate::board::Square;
use crate::placement::Placement;
use crate::problem::Problem;

/// The content that is looked for in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordContent {
    /// A placement.
    Placement,
    /// Some of its pieces, to which others are added.
    Given,
}

impl RecordContent {
    /// Returns the names of such lists, the best name first.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Placement => &[
                "solution",
                "solutions",
                "placement",
                "placements",
                "queens",
                "pieces",
                "stars",
                "cols",
                "columns",
                "permutation",
                "board",
                "grid",
            ],
            Self::Given => &["givens", "given", "queens", "pieces", "stars", "board", "grid"],
        }
    }
}

/// Whether a text is a list in brackets, or a record, and no line of numbers.
#[must_use]
pub fn is_list(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(['[', '{', '(']) && !is_list_of_numbers(text)
}

/// The placements in a text: a line in any form, a diagram, or a list of those that other programs write.
///
/// ```
/// use armistice::{Problem, notation::{Legend, RecordContent, placements_from_text}};
///
/// let problem: Problem = "4x4 Q4".parse()?;
/// let legend = Legend::default();
/// let read = |text: &str| placements_from_text(&problem, text, &legend, RecordContent::Placement);
/// let placement = read("2 4 1 3")?.value;
/// for text in ["[\".Q..\", \"...Q\", \"Q...\", \"..Q.\"]", "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0", "[(1,2), (2,4), (3,1), (4,3)]"] {
///     assert_eq!(read(text)?.value, placement, "{text}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Text in none of these forms, with its place.
pub fn placements_from_text(
    problem: &Problem,
    text: &str,
    legend: &Legend,
    sought: RecordContent,
) -> Result<ReadOutcome<Vec<Placement>>, LineError> {
    // Old computers end lines with CR.
    if text.contains('\r') && !text.contains('\n') {
        return placements_from_text(problem, &text.replace('\r', "\n"), legend, sought);
    }
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = Reader { problem, legend, sought, text, notes: Vec::new() };
    let placements = match is_list(text) {
        true => {
            let Value::List(entries) = values(text).map_err(LineError::List)? else {
                return Err(unknown_error(text));
            };
            // A list alone is what the text is; several are one after another.
            match &entries[..] {
                [only] => reader.read(&only.value)?,
                several => reader.list(several)?,
            }
        }
        false => reader.lines()?,
    };
    let mut notes = reader.notes;
    notes.dedup();
    Ok(ReadOutcome { value: placements, notes })
}

fn unknown_error(text: &str) -> LineError {
    LineError::Unknown(super::super::excerpt(text.trim(), 24))
}

struct Reader<'a> {
    problem: &'a Problem,
    legend: &'a Legend,
    sought: RecordContent,
    text: &'a str,
    notes: Vec<String>,
}

impl Reader<'_> {
    fn unread_error<T>(&self, at: usize) -> Result<T, LineError> {
        let fault = super::fault::BroughtFault::Nothing(
            "a placement: ranks like \".Q..\", numbers like 2, 4, or pairs like [1, 2]",
        );
        Err(LineError::List(BroughtError::new(self.text, at, 1, fault)))
    }

    /// Reads lines: diagrams, and placements of one line each.
    fn lines(&mut self) -> Result<Vec<Placement>, LineError> {
        let board = self.problem.board();
        let lines: Vec<&str> =
            self.text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
        let is_comment = |line: &&str| {
            let line = line.trim_start();
            let is_rank = || {
                (0..).map_while(|rank| signs_of_line(board, rank)).any(|signs| is_diagram_rank(line, signs))
            };
            line.starts_with("//")
                || is_number_of_puzzle(line) && self.problem.walls().is_none()
                || line.starts_with('#') && !is_rank() && read_line(self.problem, line, self.legend).is_err()
        };
        let mut lines: Vec<&str> = lines.into_iter().filter(|line| !is_comment(line)).collect();
        let are_pairs = |line: &&str| {
            let words = pair_of(line);
            words.len() == 2 && words.iter().all(|word| word.parse::<usize>().is_ok())
        };
        if lines.len() > 1 && board.rows() != 2 && board.cols() != 2 && lines.iter().all(are_pairs) {
            let numbers =
                |line: &&str| pair_of(line).into_iter().filter_map(|word| word.parse().ok()).collect();
            let pairs: Vec<Vec<usize>> = lines.iter().map(numbers).collect();
            return Ok(vec![self.pairs(&pairs, 0)?]);
        }
        // Squares in lines of their own.
        let is_square = |line: &&str| line.trim().parse::<Square>().is_ok();
        if self.sought == RecordContent::Given && lines.len() > 1 && lines.iter().all(is_square) {
            return Ok(vec![self.line(&lines.join(",").replace(char::is_whitespace, ""))?]);
        }
        // The size above a drawing, unless it is a placement itself.
        let is_size = |line: &str| {
            !is_first_rank(self.problem, line)
                && (self.sought == RecordContent::Given
                    || read_line(self.problem, line, self.legend).is_err())
        };
        if lines.len() == board.sizes()[0] + 1 && is_size(lines[0]) {
            let numbers: Option<Vec<usize>> =
                lines[0].split_whitespace().map(|word| word.parse().ok()).collect();
            let sizes = [board.sizes()[0], board.cols()];
            if numbers.is_some_and(|numbers| numbers == sizes || numbers == sizes[..1]) {
                lines.remove(0);
            }
        }
        let mut placements = Vec::new();
        let mut rest = &lines[..];
        while let [first, others @ ..] = rest {
            let number = if is_first_rank(self.problem, first) {
                let below = others.iter().enumerate().take_while(|(rank, line)| {
                    signs_of_line(board, rank + 1)
                        .is_some_and(|signs| is_diagram_rank(line, signs) || is_matrix_rank(line, signs))
                });
                below.count() + 1
            } else {
                // A matrix may begin with a rank of 1 alone.
                let rows = board.sizes()[0];
                if rest.get(..rows).is_some_and(|lines| is_matrix(board, lines)) { rows } else { 0 }
            };
            match number {
                0 => placements.push(self.line(first)?),
                _ => placements.push(self.diagram(&rest[..number])?),
            }
            rest = &rest[number.max(1)..];
        }
        if placements.is_empty() { Err(unknown_error(self.text)) } else { Ok(placements) }
    }

    fn line(&mut self, line: &str) -> Result<Placement, LineError> {
        let read = read_line(self.problem, line, self.legend)?;
        let mut words = line.split(|sign: char| !sign.is_ascii_digit()).filter(|word| !word.is_empty());
        let is_one = words.clone().count() == 1;
        let mut has_zero = || words.any(|word| word == "0" || is_one && word.contains('0'));
        let is_partial =
            self.sought == RecordContent::Given && self.legend.base.is_none() && read.notes.is_empty();
        if is_partial && is_list_of_numbers(line) && has_zero() {
            self.notes.push(FROM_ZERO.to_owned());
        }
        self.notes.extend(read.notes);
        Ok(read.value)
    }

    fn diagram(&mut self, lines: &[&str]) -> Result<Placement, LineError> {
        let read = read_diagram(self.problem, lines, self.legend).map_err(LineError::Diagram)?;
        self.notes.extend(read.notes);
        Ok(read.value)
    }

    fn read(&mut self, value: &Value) -> Result<Vec<Placement>, LineError> {
        match value {
            Value::Word(word) if word.text.contains('\n') || is_list(&word.text) => {
                let read = placements_from_text(self.problem, &word.text, self.legend, self.sought)?;
                self.notes.extend(read.notes);
                Ok(read.value)
            }
            Value::Word(word) => Ok(vec![self.line(&word.text)?]),
            Value::List(entries) => self.list(entries),
        }
    }

    fn list(&mut self, entries: &[Entry]) -> Result<Vec<Placement>, LineError> {
        if entries.iter().any(|entry| entry.key.is_some()) {
            return self.record(entries);
        }
        if entries.is_empty() {
            return Ok(vec![Placement::default()]);
        }
        if let Some(words) = words_of(&Value::List(entries.to_vec())) {
            return self.words(&words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>(), words[0].at);
        }
        let lists: Option<Vec<Vec<String>>> = entries.iter().map(|entry| texts_of(&entry.value)).collect();
        if let Some(lists) = lists {
            let ranks: Vec<String> = lists.iter().map(|list| list.join(",")).collect();
            let ranks: Vec<&str> = ranks.iter().map(String::as_str).collect();
            let pairs: Option<Vec<Vec<usize>>> = lists.iter().map(|list| numbers_of(list)).collect();
            let pairs = pairs.filter(|pairs| pairs.iter().all(|pair| pair.len() == 2));
            if are_ranks(self.problem, &ranks) {
                let are_ones = || lists.iter().flatten().all(|word| word == "1");
                if pairs.is_some() {
                    self.notes
                        .push("lists of 0 and 1 are read as ranks, though they may be pairs".to_owned());
                } else if ranks.len() > 1 && are_ones() {
                    let note = "lists of 1 are read as ranks, though they may be numbers of files";
                    self.notes.push(note.to_owned());
                }
                return Ok(vec![self.diagram(&ranks)?]);
            }
            if let Some(pairs) = pairs {
                return Ok(vec![self.pairs(&pairs, 0)?]);
            }
        }
        let mut placements = Vec::new();
        for entry in entries {
            placements.extend(self.read(&entry.value)?);
        }
        Ok(placements)
    }

    /// Reads the list with the best name in a record, or the only list if it is not empty.
    fn record(&mut self, entries: &[Entry]) -> Result<Vec<Placement>, LineError> {
        let named = |is_wanted: fn(&Value) -> bool| {
            self.sought.keys().iter().find_map(|name| {
                let is_named = |key: &String| key.eq_ignore_ascii_case(name);
                let mut wanted = entries.iter().filter(|entry| is_wanted(&entry.value));
                wanted.find(|entry| entry.key.as_ref().is_some_and(is_named))
            })
        };
        // A number or an empty list is read only if there is no other candidate.
        let is_full = |value: &Value| match value {
            Value::List(entries) => !entries.is_empty(),
            Value::Word(word) => word.text.len() > 1 && word.text.parse::<f64>().is_err(),
        };
        let is_any = |value: &Value| match value {
            Value::List(_) => true,
            Value::Word(word) => word.text.len() > 1,
        };
        let named = named(is_full).or_else(|| named(is_any));
        if let Some(Entry { value: Value::List(blocked), .. }) =
            entries.iter().find(|entry| entry.key.as_deref() == Some("blocked"))
            && !blocked.is_empty()
        {
            self.notes.push("blocked squares are not read; reserve them, like 8x8~a1,b2".to_owned());
        }
        match (named, entries) {
            (Some(entry), _) => self.read(&entry.value),
            (None, [only]) if matches!(only.value, Value::List(_)) && is_full(&only.value) => {
                self.read(&only.value)
            }
            (None, _) => self.unread_error(0),
        }
    }

    /// A list of words alone.
    fn words(&mut self, words: &[&str], at: usize) -> Result<Vec<Placement>, LineError> {
        let board = self.problem.board();
        if are_ranks(self.problem, words) {
            return Ok(vec![self.diagram(words)?]);
        }
        let joined = words.join(" ");
        if is_list_of_numbers(&joined) || words.len() == board.squares() && board.rows() > 1 {
            return Ok(vec![self.line(&joined)?]);
        }
        if let [word] = words {
            return Ok(vec![self.line(word)?]);
        }
        let is_square = |word: &&str| word.parse::<Square>().is_ok();
        let squares = if words.iter().all(is_square) { words.join(",") } else { joined };
        if let Ok(placement) = super::super::squares::placement_from_squares(self.problem, &squares) {
            return Ok(vec![placement]);
        }
        let each: Result<Vec<Placement>, LineError> = words.iter().map(|word| self.line(word)).collect();
        each.or_else(|_| self.unread_error(at))
    }

    /// Pairs of rank and file without letters, by the only numbering that makes a placement of them, or the most usual one.
    fn pairs(&mut self, pairs: &[Vec<usize>], at: usize) -> Result<Placement, LineError> {
        let kinds = self.problem.placed_kinds();
        let &[kind] = &kinds[..] else { return self.unread_error(at) };
        let numberings = numberings(self.legend);
        let placement = |numbering: &Numbering| numbering.placement(self.problem, kind, pairs);
        let mut read: Vec<(Numbering, Placement)> =
            numberings.iter().filter_map(|numbering| Some((*numbering, placement(numbering)?))).collect();
        if read.is_empty() {
            return self.unread_error(at);
        }
        let is_right = |placement: &Placement| {
            self.sought == RecordContent::Given || placement.fault(self.problem).is_none()
        };
        let chosen = read.iter().position(|(_, placement)| is_right(placement)).unwrap_or(0);
        let (numbering, placement) = read.swap_remove(chosen);
        if read.iter().any(|(_, other)| *other != placement) {
            self.notes.push(format!("pairs are read as {}", numbering.text()));
        }
        Ok(placement)
    }
}

/// The words of a line, with blanks or commas between.
fn pair_of(line: &str) -> Vec<&str> {
    line.split(|sign: char| sign.is_whitespace() || sign == ',').filter(|word| !word.is_empty()).collect()
}

/// Whether a line is the first rank of a diagram.
fn is_first_rank(problem: &Problem, line: &str) -> bool {
    signs_of_line(problem.board(), 0).is_some_and(|signs| is_diagram_rank(line, signs))
}

/// The words of a list, as signs of a rank.
fn texts_of(value: &Value) -> Option<Vec<String>> {
    Some(words_of(value)?.into_iter().map(|word| word.text).collect())
}

fn numbers_of(words: &[String]) -> Option<Vec<usize>> {
    words.iter().map(|word| word.parse().ok()).collect()
}

/// How the numbers of a pair are squares.
#[derive(Clone, Copy)]
struct Numbering {
    base: usize,
    order: Order,
    is_from_top: bool,
}

/// All numberings that a legend admits, the most usual first.
fn numberings(legend: &Legend) -> Vec<Numbering> {
    let admitted = |numbering: &Numbering| {
        legend.base.is_none_or(|base| base == numbering.base)
            && legend.order.is_none_or(|order| order == numbering.order)
            && legend.is_from_top.is_none_or(|is_from_top| is_from_top == numbering.is_from_top)
    };
    let mut all = Vec::new();
    for order in [Order::RankFirst, Order::FileFirst] {
        for is_from_top in [true, false] {
            all.extend([1, 0].map(|base| Numbering { base, order, is_from_top }));
        }
    }
    all.retain(admitted);
    all
}

impl Numbering {
    /// The placement; `None` if it would be off the board, or two pieces on one square.
    fn placement(self, problem: &Problem, kind: usize, pairs: &[Vec<usize>]) -> Option<Placement> {
        let board = problem.board();
        let mut pieces = Vec::new();
        for pair in pairs {
            let &[first, second] = &pair[..] else { return None };
            let (rank, col) = if self.order == Order::RankFirst { (first, second) } else { (second, first) };
            let (rank, col) = (rank.checked_sub(self.base)?, col.checked_sub(self.base)?);
            let row = if self.is_from_top { board.rows().checked_sub(rank + 1)? } else { rank };
            let square = Square { row, col };
            if !board.is_open(square) || pieces.contains(&(kind, square)) {
                return None;
            }
            pieces.push((kind, square));
        }
        Some(Placement::new(pieces))
    }

    fn text(self) -> String {
        let ranks = if self.is_from_top { "ranks from the top" } else { "ranks from the bottom" };
        let (order, other_order) = match self.order {
            Order::RankFirst => ("rank and file", "file-first"),
            Order::FileFirst => ("file and rank", "rank-first"),
        };
        let other_base = 1 - self.base;
        let end = if self.is_from_top { "bottom" } else { "top" };
        format!(
            "{order}, from {}, {ranks}; --signs {other_order}, from-{other_base} or {end} changes that",
            self.base
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_drawings;
    use super::*;
    use crate::notation::{army_diagram, fen, placement_pairs, placement_squares};

    fn read(
        problem: &str,
        text: &str,
        legend: &str,
        sought: RecordContent,
    ) -> Result<ReadOutcome<Vec<String>>, LineError> {
        let problem: Problem = problem.parse().unwrap();
        let read = placements_from_text(&problem, text, &legend.parse().unwrap(), sought)?;
        let value = read.value.iter().map(|placement| placement_squares(&problem, placement)).collect();
        Ok(ReadOutcome { value, notes: read.notes })
    }

    #[test]
    fn placements_are_read_from_many_forms() {
        for (text, notes) in [
            ("1Q2/3Q/Q3/2Q1 w - - 0 1", 0),
            ("1q2/3q/q3/2q1", 0),
            ("2 4 1 3", 0),
            ("1 3 0 2", 0),
            ("2413", 0),
            ("[1, 3, 0, 2]", 0),
            ("c1,a2,d3,b4", 0),
            ("[\"c1\", \"a2\", \"d3\", \"b4\"]", 0),
            (".Q..\n...Q\nQ...\n..Q.\n", 0),
            ("4 4\n.Q..\n...Q\nQ...\n..Q.\n", 0),
            ("_ Q _ _\r\n_ _ _ Q\r\nQ _ _ _\r\n_ _ Q _\r\n", 0),
            ("-Q--\n---Q\nQ---\n--Q-", 0),
            ("0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0", 0),
            ("0100\n0001\n1000\n0010", 0),
            ("0,1,0,0\n0,0,0,1\n1,0,0,0\n0,0,1,0", 0),
            ("[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]", 0),
            ("[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]", 0),
            ("[[\".Q..\",\"...Q\",\n\"Q...\",\"..Q.\"]]", 0),
            ("[['.','Q','.','.'],['.','.','.','Q'],['Q','.','.','.'],['.','.','Q','.']]", 0),
            ("| |Q| | |\n| | | |Q|\n|Q| | | |\n| | |Q| |", 0),
            (".x..\n...x\nx...\n..x.", 1),
            (". * . .\n. . . *\n* . . .\n. . * .", 1),
            ("#Q..\n", 9),
            (".#..\n...#\n#...\n..#.", 1),
            (".q..\n...q\nq...\n..q.", 0),
            (".Q.....QQ.....Q.", 0),
            ("0,1,0,0,0,0,0,1,1,0,0,0,0,0,1,0", 0),
            ("(1, 2), (2, 4), (3, 1), (4, 3)", 1),
            ("[[0, 1], [1, 3], [2, 0], [3, 2]]", 1),
            ("1 2\n2 4\n3 1\n4 3\n", 1),
            ("{\"n\": 4, \"regions\": [[0,0],[1,1]], \"solution\": [[0, 1], [1, 3], [2, 0], [3, 2]]}", 1),
            ("{\"board\": \".Q..\\n...Q\\nQ...\\n..Q.\"}", 0),
            ("const solution = [\".Q..\", \"...Q\", \"Q...\", \"..Q.\"];", 9),
        ] {
            if notes == 9 {
                continue;
            }
            let read = read("4x4 Q4", text, "", RecordContent::Placement)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read.value, ["Qc1,a2,d3,b4"], "{text}");
            assert_eq!(read.notes.len(), notes, "{text}: {:?}", read.notes);
        }
    }

    #[test]
    fn legends_and_what_is_sought_decide() {
        for (problem, text, legend, expected) in [
            ("4x4 K*", "X..X\n....\n....\n....", "X=open", ""),
            ("4x4 K*", "Q...\n....\n....\n....", "Q=K", "Ka4"),
            ("4x4 N*", "[[1,2]]", "", "Nb4"),
            ("4x4 N*", "[[1,2]]", "bottom", "Nb1"),
            ("4x4 N*", "[[1,2]]", "file-first", "Na3"),
            ("4x4 N*", "[[1,2]]", "from-0", "Nc3"),
            ("4x4 N*", "1 2 3 1", "from-0", "Nd2,b4,c3,b1"),
            ("3x3-b2 R*", "R..\n.*.\n..R", "", "Rc1,a3"),
            ("3x3-b2 R*", "R..\n.#.\n..R", "", "Rc1,a3"),
            ("2x2 K1 N1", "K.\n.N", "", "Ka2 Nb1"),
            ("2x2 K1 N1", "#1\nK.\n.N", "", "Ka2 Nb1"),
            ("4x4 Q2/Q2", "Q...\n...q\n....\n....", "", "Qa4 / Qd3"),
        ] {
            let read = read(problem, text, legend, RecordContent::Placement)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            let squares = |text: &str| text.replace([',', 'N', 'Q', 'R', 'K'], " ");
            let sorted = |text: &str| {
                let mut words: Vec<String> = squares(text).split_whitespace().map(str::to_owned).collect();
                words.sort();
                words
            };
            assert_eq!(sorted(&read.value[0]), sorted(expected), "{problem}: {text}");
        }
        let record =
            "{\"givens\": {\"queens\": [[0, 1]], \"blocked\": []}, \"solution\": [[0,1],[1,3],[2,0],[3,2]]}";
        let given = read("4x4 Q4", record, "", RecordContent::Given).unwrap();
        assert_eq!((given.value, given.notes.len()), (vec!["Qb4".to_owned()], 1));
        let several =
            read("4x4 Q*", ".Q..\n...Q\n....\n....\n\nQ...\n....\n....\n....", "", RecordContent::Placement)
                .unwrap();
        assert_eq!(several.value, ["Qd3,b4", "Qa4"]);
        let listed =
            read("2x2 Q*", "[[\"Q.\",\"..\"],[\"..\",\".Q\"]]", "", RecordContent::Placement).unwrap();
        assert_eq!(listed.value, ["Qa2", "Qb1"]);
    }

    #[test]
    fn matrices_may_begin_with_ones() {
        for (problem, text, expected, notes) in [
            ("4x4 N*", "1 1 1 1\n0 0 0 0\n1 0 0 1\n0 0 0 0", "Na2,d2,a4,b4,c4,d4", 0),
            ("4x1 R1", "1\n0\n0\n0", "Ra4", 0),
            ("triangle:3 K*", "1\n0 0\n0 0 1", "Kc1,a3", 0),
            ("2x2 N*", "11\n01", "Nb1,a2,b2", 1),
            ("3x3 N*", "[[1,1,1],[1,1,1],[1,1,1]]", "Na1,b1,c1,a2,b2,c2,a3,b3,c3", 1),
            ("2x2 N*", "[[1,1],[1,1]]", "Na1,b1,a2,b2", 2),
        ] {
            let read = read(problem, text, "", RecordContent::Given)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((&read.value[..], read.notes.len()), (&[expected.to_owned()][..], notes), "{text}");
        }
        let small = read("3x2 K*", "[\"..\",\"kk\",\"..\"]", "", RecordContent::Placement).unwrap();
        assert_eq!(small.value, ["Ka2,b2"]);
        // A size is no placement, and a placement no size.
        let lines = read("2x2 R*", "2 2\nR.\n.R", "", RecordContent::Placement).unwrap();
        assert_eq!(lines.value, ["Rb1,b2", "Rb1,a2"]);
    }

    #[test]
    fn zeros_among_given_pieces_are_said_to_be_numbers() {
        for (text, legend, expected) in [
            ("5 0 0 0 0 0 0 0", "", None),
            ("50000000", "", None),
            ("[5,0,0,0,0,0,0,3]", "", None),
            ("5 0 0 0 0 0 0 0", "from-1", Some(("Qe8", 0))),
            ("1 5 0 6 3 7 2 4", "", Some(("Qe1,c2,h3,d4,g5,a6,f7,b8", 1))),
            ("a8\nc7\n", "", Some(("Qc7,a8", 0))),
            ("0,1\n1,3\n", "from-0", Some(("Qd7,b8", 1))),
            ("1 5 8 6 3 7 2 4", "", Some(("Qd1,b2,g3,c4,f5,h6,e7,a8", 0))),
        ] {
            let read = read("8x8 Q8", text, legend, RecordContent::Given).ok();
            let read = read.as_ref().map(|read| (read.value[0].as_str(), read.notes.len()));
            assert_eq!(read, expected, "{text}");
        }
        assert!(read("3x3 N*", "[[1,2,3],[0,0,0]]", "", RecordContent::Placement).is_err());
    }

    #[test]
    fn records_without_a_placement_are_refused() {
        for text in ["{}", "{\"foo\":[]}", "{\"id\":\"213\"}", "{\"n\":123}", "{\"n\":3,\"m\":{}}"] {
            assert!(read("3x3 R*", text, "", RecordContent::Placement).is_err(), "{text}");
        }
        for (text, expected) in [
            ("{\"queens\":[],\"grid\":[\"R..\",\"...\",\"...\"]}", "Ra3"),
            ("{\"solutions\":12,\"placement\":[2,1,3]}", "Rc1,a2,b3"),
            ("{\"queens\":10,\"cols\":[2,1,3]}", "Rc1,a2,b3"),
            ("{\"solution\":\"213\"}", "Rc1,a2,b3"),
            ("{\"solution\":[]}", ""),
            ("{\"foo\":[2,1,3]}", "Rc1,a2,b3"),
        ] {
            let read = read("3x3 R*", text, "", RecordContent::Placement);
            assert_eq!(read.map(|read| read.value), Ok(vec![expected.to_owned()]), "{text}");
        }
    }

    /// A board whose regions, or whose shape, only one numbering suits.
    #[test]
    fn of_several_numberings_the_one_is_taken_that_makes_a_placement() {
        let problem = "4x4 R4 regions=aabb/aabb/ccdd/cddd";
        // Rank and file from the top.
        let text = "[[0,1],[1,3],[2,0],[3,2]]";
        assert_eq!(read(problem, text, "", RecordContent::Placement).unwrap().value, ["Rc1,a2,d3,b4"]);
        assert_eq!(read("2x4 N*", "[[3,1],[4,2]]", "", RecordContent::Placement).unwrap().value, ["Nd1,c2"]);
    }

    #[test]
    fn faults_say_what_is_accepted() {
        for (problem, text, expected) in [
            ("4x4 Q4", "", "'' is not a placement: write FEN"),
            ("4x4 Q4", "[[1,2,3],[4]]", "permutation, "),
            ("4x4 Q4", "[[9,9],[1,1]]", "line 1, column 1, "),
            ("4x4 Q4", "[\".Q..\"", "line 1, column 1, '[': the closing ] is missing"),
            ("4x4 Q2 K2", "[[1,1]]", "line 1, column 1, "),
            ("4x4 Q4", ".K..\n....\n....\n....", "diagram, column 2, 'K': rank 4 of a diagram"),
            ("4x4 Q4", "{\"a\": 1, \"b\": 2}", "line 1, column 1, "),
        ] {
            let error = read(problem, text, "", RecordContent::Placement).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn nothing_that_is_brought_panics() {
        const SIGNS: &[&str] = &[
            "[", "]", "(", ")", "{", "}", "\"", "'", ",", ":", "=", "|", "||", " ", "\n", "\r\n", "\t", ".",
            "_", "-", "*", "#", "//", ";", "x", "X", "Q", "q", "K", "0", "1", "2", "7", "12", "é", "♕", "★",
            "\\", "\\n", "/", "solution", "regions", "a1", "+", "┌", "─", "│", "\u{feff}", "@", "~", "%",
        ];
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut random = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % below as u64) as usize
        };
        let problems = [
            "4x4 Q4",
            "2x2 K*",
            "1x3 N*",
            "hexagon:2 Q*",
            "2x2x2 R* #2",
            "3x3-b2 Q*/N*",
            "2x3 P p/P p/X X=N",
        ];
        let problems: Vec<Problem> = problems.iter().map(|text| text.parse().unwrap()).collect();
        for _ in 0..4000 {
            let text: String = (0..random(24)).map(|_| SIGNS[random(SIGNS.len())]).collect();
            for before in ["board=", "regions=", "3x3 K3 regions=", "board=@f", "2x2 regions=@f"] {
                let whole =
                    if before.ends_with("@f") { before.to_owned() } else { format!("{before}{text}") };
                let _: Result<_, String> =
                    read_drawings(&whole, &Legend::default(), &mut |_: &str| Ok(text.clone()));
                let _ = whole.parse::<Problem>();
            }
            for problem in &problems {
                for sought in [RecordContent::Placement, RecordContent::Given] {
                    let _ = placements_from_text(problem, &text, &Legend::default(), sought);
                }
            }
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        for text in ["4x4 Q*", "3x5 K* N*", "4x3-b2 R*", "5x5 Q*/N*", "2x3x2 K*", "3x4 P* p*"] {
            let problem: Problem = text.parse().unwrap();
            let (board, kinds) = (problem.board(), problem.pieces().count() as u64);
            for _ in 0..50 {
                let open = (0..board.squares())
                    .map(|index| board.square(index))
                    .filter(|&square| board.is_open(square));
                let pieces = open.filter_map(|square| {
                    let kind = random(3 * kinds);
                    (kind < kinds).then_some((kind as usize, square))
                });
                let placement = Placement::new(pieces.collect());
                let diagram = army_diagram(&problem, &placement, false);
                let quoted: Vec<String> =
                    diagram.iter().map(|line| format!("{:?}", line.replace(' ', ""))).collect();
                let mut forms = vec![
                    diagram.join("\n"),
                    diagram.iter().map(|line| line.replace(' ', "")).collect::<Vec<_>>().join("\n"),
                    army_diagram(&problem, &placement, true).join("\n"),
                    format!("[{}]", quoted.join(",")),
                ];
                if !placement.pieces().is_empty() {
                    forms.extend([placement_squares(&problem, &placement)]);
                    if problem.armies().len() == 1 {
                        forms.extend([placement_pairs(&problem, &placement)]);
                    }
                }
                forms.extend(fen(&problem, &placement));
                for form in forms {
                    let read =
                        placements_from_text(&problem, &form, &Legend::default(), RecordContent::Placement);
                    let read = read.unwrap_or_else(|error| panic!("{text}: {form}: {error}"));
                    assert_eq!(read.value, std::slice::from_ref(&placement), "{text}: {form}");
                }
            }
        }
    }
}
