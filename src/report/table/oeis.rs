//! Tables as entries of the OEIS, in its internal format. A line begins with a percent sign, a letter for its
//! type, and the number of the sequence.
//!
//! The number and the author are placeholders, which the submitter of the entry fills in. The entry has the
//! terms that fit into its three lines. All terms belong in a [b-file](super::bfile). See
//! <https://oeis.org/eishelp1.html>.

use super::head::TableHead;
use super::row::{TableRow, cell};
use super::style::{EntryExample, TableStyle};
use super::wording;
use super::writer::TableWriter;
use std::fmt::Write;

/// The placeholder for the number of a new sequence.
const NUMBER: &str = "A000000";
/// The three lines of terms of an entry, with about 260 characters together.
const TERM_LINES: [char; 3] = ['S', 'T', 'U'];
const MAX_TERM_LINE: usize = 86;
/// The seconds above which a term makes the next ones hard to compute.
const HARD_SECONDS: f64 = 60.0;

/// An entry, which is written as a whole at the end.
#[derive(Debug)]
pub struct Oeis<'a> {
    head: &'a TableHead,
    style: TableStyle,
    /// The values of the variable, with their terms.
    terms: Vec<(i64, String)>,
    is_hard: bool,
}

impl<'a> Oeis<'a> {
    /// Creates an entry without terms.
    #[must_use]
    pub fn new(head: &'a TableHead, style: TableStyle) -> Self {
        Self { head, style, terms: Vec::new(), is_hard: false }
    }

    /// Returns the lines of a formula if all counted terms satisfy it, and whether it is proved.
    fn formula(&self) -> Option<(&str, bool)> {
        let formula = self.style.entry.formula.as_ref()?;
        let obeys = |(n, term): &(i64, String)| {
            let known = usize::try_from(n - formula.first).ok().and_then(|place| formula.terms.get(place));
            known.is_none_or(|known| known.to_string() == *term)
        };
        self.terms.iter().all(obeys).then_some((formula.lines.as_str(), formula.is_proved))
    }

    /// Returns the number of terms that fit into the entry, as lines.
    fn term_lines(&self) -> (usize, Vec<String>) {
        let mut lines: Vec<String> = vec![String::new()];
        let mut shown = 0;
        for (_, term) in &self.terms {
            let line = lines.last().map_or(0, String::len);
            if line > 0 && line + term.len() + 1 > MAX_TERM_LINE {
                if lines.len() == TERM_LINES.len() {
                    break;
                }
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                line.push_str(term);
                line.push(',');
            }
            shown += 1;
        }
        if let Some(last) = lines.last_mut() {
            last.pop();
        }
        (shown, lines)
    }

    /// Adds a placement for a term.
    fn example(&self, entry: &mut EntryLines) {
        let Some(EntryExample { n, board }) = &self.style.entry.example else { return };
        let Some((place, (_, term))) = self.terms.iter().enumerate().find(|(_, (value, _))| value == n)
        else {
            return;
        };
        let (index, variable) = (self.index(place), self.head.layout.row_variable());
        let at = if index == *n { String::new() } else { format!(" ({variable} = {n})") };
        entry.add('e', &format!("a({index}) = {term}{at}; an example of a placement:"));
        board.iter().for_each(|rank| entry.add('e', &format!("  {rank}")));
    }

    /// Returns the index of a term in the sequence.
    fn index(&self, place: usize) -> i64 {
        self.style.offset + place as i64
    }
}

/// The lines of an entry.
struct EntryLines(String);

impl EntryLines {
    fn add(&mut self, kind: char, content: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "%{kind} {NUMBER} {content}");
    }
}

impl TableWriter for Oeis<'_> {
    fn begin(&mut self) -> String {
        String::new()
    }

    fn row(&mut self, row: &TableRow) -> String {
        let n = row.value(self.head.layout.row_variable());
        self.terms.push((n, cell(row, "", &ToString::to_string, self.style.one_value())));
        self.is_hard |= row.result.as_ref().is_ok_and(|count| count.seconds > HARD_SECONDS);
        String::new()
    }

    fn end(&mut self) -> String {
        if self.terms.is_empty() {
            return String::new();
        }
        let mut entry = EntryLines(format!("%I {NUMBER}\n"));
        let (shown, lines) = self.term_lines();
        for (kind, line) in TERM_LINES.iter().zip(&lines) {
            entry.add(*kind, line);
        }
        entry.add('N', &wording::name(self.head, self.style.one_value()));
        for comment in wording::conventions(self.head) {
            entry.add('C', &comment);
        }
        if shown < self.terms.len() {
            let (first, last) = (self.style.offset, self.index(self.terms.len() - 1));
            let file = NUMBER.replacen('A', "/b", 1);
            entry.add('H', &format!("<a href=\"{file}.txt\">Table of n, a(n) for n = {first}..{last}</a>"));
        }
        let formula = self.formula().map(|(lines, is_proved)| (lines.to_owned(), is_proved));
        let said = |kind: &str| {
            let lines = formula.iter().flat_map(|(lines, _)| lines.lines());
            lines.filter_map(|line| Some(line.strip_prefix(kind)?.strip_prefix(' ')?.to_owned())).collect()
        };
        let (formulas, programs): (Vec<String>, Vec<String>) = (said("%F"), said("%o"));
        formulas.iter().for_each(|line| entry.add('F', line));
        self.example(&mut entry);
        entry.add('o', &format!("(Armistice) {}", self.style.entry.command));
        programs.iter().for_each(|line| entry.add('o', line));
        let mut keywords = vec!["nonn"];
        match () {
            () if formula.is_some_and(|(_, is_proved)| is_proved) => keywords.push("easy"),
            // The lines of this sequence are full, so it needs no more terms.
            () if shown == self.terms.len() => {
                keywords.extend(self.is_hard.then_some("hard"));
                keywords.push("more");
            }
            () => keywords.extend(self.is_hard.then_some("hard")),
        }
        entry.add('K', &keywords.join(","));
        let first_large = self.terms.iter().position(|(_, term)| term != "0" && term != "1");
        entry.add('O', &format!("{},{}", self.style.offset, first_large.map_or(1, |place| place + 1)));
        entry.add('A', "_YOUR NAME_, DATE");
        entry.0
    }

    fn can_hold(&self, row: &TableRow) -> bool {
        row.is_complete()
    }
}
