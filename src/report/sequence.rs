//! What is known about a sequence of the registry, as text and as JSON: its published terms, our own terms and
//! formulas, and the commands that repeat and continue them.

use super::json;
use super::numbers::count_noun;
use super::verification::{EntryLine, conventions, entry_line};
use crate::UpTo;
use crate::sequences::layout::Layout;
use crate::sequences::{CountedTerms, Findings, KnownFormula, RegistryEntry, Sequence, Term};
use serde::Serialize;

const SCHEMA: &str = "armistice.entry/1";

/// The width of the text, which fits a narrow terminal. Numbers and commands are never broken, so that they can
/// be copied.
const WIDTH: usize = 60;
/// The width of the labels.
const LABEL: usize = 10;
/// The most characters of the published terms in the text.
const TERMS: usize = 60;

/// Returns the last index that is published, as far as we know.
fn last_published(sequence: &Sequence, findings: &Findings) -> i64 {
    let known = findings.counted.first().map(|terms| terms.first).or(sequence.next);
    known.unwrap_or_default().max(sequence.end()) - 1
}

/// Returns the commands about a sequence, each with a label.
fn commands(sequence: &Sequence, findings: &Findings) -> Vec<(&'static str, String)> {
    let id = &sequence.id;
    let own = findings.counted.first().and_then(|terms| repeat(sequence, terms.first));
    let is_continued = sequence.layout == Layout::List && sequence.beside_counts().is_none();
    let end = findings.end().unwrap_or_else(|| last_published(sequence, findings) + 1);
    let rest = is_continued.then(|| format!("armistice table {id} --from {end} --double-check"));
    let formula = findings.formula.as_ref().map(|_| format!("armistice formula {id}"));
    let all = [
        ("repeat", own),
        ("recount", Some(format!("armistice verify {id}"))),
        ("derive", formula),
        ("continue", rest),
    ];
    all.into_iter().filter_map(|(label, command)| Some((label, command?))).collect()
}

/// Returns the command that counts a term of ours again; `None` if the problem cannot be written.
fn repeat(sequence: &Sequence, n: i64) -> Option<String> {
    let problem = sequence.family.text_at(&[('n', n)]).ok()?;
    let up_to = match sequence.up_to {
        UpTo::Nothing => String::new(),
        up_to => format!(" --up-to {up_to}"),
    };
    Some(match sequence.term {
        _ if sequence.beside_counts().is_none() => {
            format!("armistice table {} --n {n} --double-check", sequence.id)
        }
        Term::Largest => format!("armistice max '{problem}'"),
        Term::LargestCount => format!("armistice max '{problem}' --count{up_to}"),
        Term::Aggressor => format!("armistice max '{problem}' --aggressor"),
        _ => format!("armistice verify {}", sequence.id),
    })
}

/// Returns an entry with our findings as text, for terminals from 60 columns on.
#[must_use]
pub fn text(entry: &RegistryEntry) -> String {
    let sequence = match entry {
        RegistryEntry::Supported(sequence) => sequence,
        RegistryEntry::Unsupported(other) => {
            let scope = format!("out of scope: {}", other.reason);
            return row(&other.id, &other.name) + &row("family", &scope) + &source(&other.id);
        }
    };
    let findings = Findings::of(&sequence.id);
    let mut text = row(&sequence.id, &sequence.name);
    text += &row("family", &format!("{}{}", sequence.family, conventions(sequence)));
    text += &row("published", &published(sequence, &findings));
    text += &counted(&findings.counted);
    text += &match &findings.formula {
        Some(formula) => row("formula", &described(formula)) + &row("", formula.text),
        None => row("formula", "we have none"),
    };
    for (label, command) in commands(sequence, &findings) {
        text += &format!("{label:LABEL$}{command}\n");
    }
    text + &row("submit", "results/README.md, \"Submit a term or a sequence\"") + &source(&sequence.id)
}

/// Names the page of an entry, from which its name and terms are.
fn source(id: &str) -> String {
    row("source", &format!("{} (CC BY-SA 4.0)", url(id)))
}

fn url(id: &str) -> String {
    format!("https://oeis.org/{id}")
}

/// Describes the published terms: how many are built in, and the first of them.
fn published(sequence: &Sequence, findings: &Findings) -> String {
    let number = count_noun(sequence.terms.len(), "term");
    let mut text = match sequence.layout {
        Layout::List => format!("{number}, n = {}", range(sequence.offset, sequence.end() - 1)),
        Layout::Rows { .. } => format!("{number} of a table by rows"),
        Layout::Antidiagonals { .. } => format!("{number} of a table by antidiagonals"),
    };
    let last = last_published(sequence, findings);
    if last >= sequence.end() {
        text += &format!(" (elsewhere up to {last})");
    }
    let mut length = 0;
    let terms = sequence.terms.iter().map(ToString::to_string);
    let fits = |term: &String| {
        length += term.len() + 2;
        length <= TERMS
    };
    let shown: Vec<String> = terms.take_while(fits).collect();
    let rest = if shown.len() < sequence.terms.len() { ", …" } else { "" };
    if shown.is_empty() { text } else { format!("{text}: {}{rest}", shown.join(", ")) }
}

/// Describes the terms that we counted past the published ones, with a line for each, and how we counted them.
fn counted(all: &[CountedTerms]) -> String {
    let ([first, ..], [.., last]) = (all, all) else { return String::new() };
    let number = count_noun((last.last - first.first + 1) as usize, "term");
    let (label, what) = match first.formula_in_entry {
        None => ("new", "not published as far as we know".to_owned()),
        Some(formula) => ("checked", format!("compared with the formula in the entry ({formula})")),
    };
    let mut text = row(label, &format!("{number}, n = {}, {what}", range(first.first, last.last)));
    // The ways, each pair once, with the ranges of terms.
    let mut ways: Vec<([&str; 2], Vec<String>)> = Vec::new();
    for terms in all {
        for (n, term) in (terms.first..).zip(&terms.terms) {
            text += &format!("  a({n}) = {term}\n");
        }
        let range = range(terms.first, terms.last);
        if terms.terms.is_empty() {
            text += &format!("  a({range}): long, and the formula gives them\n");
        }
        match ways.iter_mut().find(|(ways, _)| *ways == terms.ways) {
            Some((_, ranges)) => ranges.push(range),
            None => ways.push((terms.ways, vec![range])),
        }
    }
    for (place, ([one, another], ranges)) in ways.iter().enumerate() {
        let which = if ways.len() > 1 { format!(": n = {}", ranges.join(", ")) } else { String::new() };
        let label = if place == 0 { "counted" } else { "" };
        text += &row(label, &format!("twice, by {one}, and by {another}{which}"));
    }
    text
}

/// Describes how certain a formula is.
fn described(formula: &KnownFormula) -> String {
    let KnownFormula { status, from, agreeing, .. } = formula;
    let terms = count_noun(*agreeing, "published term");
    let agree = if *agreeing == 1 { "agrees" } else { "agree" };
    format!("{status}, from n = {from} on; {terms} {agree}")
}

fn range(first: i64, last: i64) -> String {
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// Writes a label and a text, broken at spaces.
fn row(label: &str, text: &str) -> String {
    let mut lines = format!("{label:LABEL$}");
    let mut column = LABEL;
    for (place, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if place > 0 && column + 1 + length > WIDTH {
            lines += &format!("\n{:LABEL$}", "");
            column = LABEL;
        } else if place > 0 {
            lines.push(' ');
            column += 1;
        }
        lines += word;
        column += length;
    }
    lines + "\n"
}

#[derive(Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    entry: EntryLine<'a>,
    url: String,
    /// The last index that is published, in the list or elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_published: Option<i64>,
    ours: Vec<TermLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    formula_in_entry: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    formula: Option<FormulaLine>,
    commands: Vec<String>,
}

#[derive(Serialize)]
struct TermLine {
    n: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    ways: [&'static str; 2],
}

#[derive(Serialize)]
struct FormulaLine {
    status: &'static str,
    from: i64,
    agree: usize,
    formula: &'static str,
}

/// Returns an entry with our findings as JSON.
#[must_use]
pub fn json(entry: &RegistryEntry) -> String {
    let findings = Findings::of(entry.id());
    let sequence = match entry {
        RegistryEntry::Supported(sequence) => Some(sequence),
        RegistryEntry::Unsupported(_) => None,
    };
    let term = |terms: &CountedTerms, n: i64| TermLine {
        n,
        value: terms.terms.get((n - terms.first) as usize).map(ToString::to_string),
        problem: sequence.and_then(|sequence| sequence.family.text_at(&[('n', n)]).ok()),
        ways: terms.ways,
    };
    let ours = findings.counted.iter();
    let mut written = entry_line(entry);
    written.schema = SCHEMA;
    json::line(&Record {
        entry: written,
        url: url(entry.id()),
        last_published: sequence.map(|sequence| last_published(sequence, &findings)),
        ours: ours.flat_map(|terms| (terms.first..=terms.last).map(|n| term(terms, n))).collect(),
        formula_in_entry: findings.counted.first().and_then(|terms| terms.formula_in_entry),
        formula: findings.formula.as_ref().map(|formula| FormulaLine {
            status: formula.status,
            from: formula.from,
            agree: formula.agreeing,
            formula: formula.text,
        }),
        commands: sequence.map_or(Vec::new(), |sequence| {
            commands(sequence, &findings).into_iter().map(|(_, command)| command).collect()
        }),
    })
}
