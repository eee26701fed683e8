//! Known sequences and the result of recounting them, as text and as JSON.

use super::{json, numbers};
use crate::sequences::layout::Layout;
use crate::sequences::{OmissionReason, RegistryEntry, Sequence, Stop, Term, Verification};
use crate::{Demand, UpTo};
use num_bigint::BigUint;
use serde::Serialize;
use std::time::Duration;

const SEQUENCE_SCHEMA: &str = "armistice.sequence/1";
const SUMMARY_SCHEMA: &str = "armistice.verification/1";
const ENTRY_SCHEMA: &str = "armistice.registry/1";

/// The most differences that the text shows for one sequence.
const MAX_SHOWN: usize = 3;

/// A sequence that was recounted.
#[derive(Debug)]
pub struct SequenceRecord<'a> {
    /// The sequence.
    pub sequence: &'a Sequence,
    /// The result for its terms.
    pub verification: &'a Verification,
    /// The time that it took.
    pub elapsed: Duration,
}

/// Returns the verdict on a sequence in one word.
#[must_use]
pub fn verdict(verification: &Verification) -> &'static str {
    match verification {
        Verification { differences, .. } if !differences.is_empty() => "differs",
        Verification { agree: 1.., .. } => "agrees",
        _ => "not counted",
    }
}

/// The totals of several sequences.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// The number of sequences with terms that agree and none that differs.
    pub agree: usize,
    /// The number of sequences with a term that differs.
    pub differ: usize,
    /// The number of sequences without a counted term.
    pub not_counted: usize,
    /// The number of sequences that no family of problems expresses.
    pub out_of_scope: usize,
    /// The number of published terms below 10^30 that were counted and agree.
    pub terms_agree: usize,
    /// The number of published terms below 10^30 of the sequences in scope that could be counted.
    pub terms_published: usize,
    /// The number of terms past the lists that were double-checked.
    pub terms_beyond: usize,
}

impl Totals {
    /// Adds a sequence.
    pub fn add(&mut self, verification: &Verification) {
        match verdict(verification) {
            "agrees" => self.agree += 1,
            "differs" => self.differ += 1,
            _ => self.not_counted += 1,
        }
        self.terms_agree += verification.agree_below_bound;
        self.terms_published += verification.published_below_bound;
        self.terms_beyond += verification.beyond.len();
    }
}

/// Returns the reason why no more terms were reached, unless it is just the time.
fn reason(verification: &Verification) -> Option<&str> {
    match &verification.stop {
        Some(Stop::Refused(reason) | Stop::Failed(reason)) => Some(reason),
        _ => None,
    }
}

/// Describes whether and where a term past the list is published.
fn publication_state(sequence: &Sequence, n: i64) -> &'static str {
    match sequence.next {
        Some(next) if n < next => "past our list, in the entry's b-file",
        Some(_) => "not published as far as we know",
        None => "past our list",
    }
}

/// Describes for people whether and where a term past the list is published.
fn shown_standing(sequence: &Sequence, n: i64) -> &'static str {
    match sequence.next {
        Some(next) if n < next => "beyond the built-in list, but in the b-file",
        Some(_) => "not published as far as we know",
        None => "beyond the built-in list",
    }
}

/// Reports how many of the counted terms agree.
fn agreement(verification: &Verification) -> String {
    let (agree, counted) = (verification.agree, verification.agree + verification.differences.len());
    match (counted, counted - agree) {
        (0, _) => "no term was counted".to_owned(),
        (1, 0) => "the term counted agrees".to_owned(),
        (1, _) => "the term counted differs".to_owned(),
        (_, 0) => format!("the {counted} terms counted all agree"),
        (_, 1) => format!("of the {counted} terms counted {agree} agree and 1 differs"),
        (_, differ) => format!("of the {counted} terms counted {agree} agree and {differ} differ"),
    }
}

/// The names that a reader has for the limits of a verification, for example those of options.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// The name of the time limit.
    pub time: &'a str,
    /// The name of the limit on the number of terms.
    pub terms: &'a str,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { time: "no more time", terms: "no more were asked for" }
    }
}

/// Reports the other terms of the list.
fn report_others(record: &SequenceRecord<'_>, limits: Limits<'_>) -> String {
    let SequenceRecord { sequence, verification, .. } = record;
    let limit = match &verification.stop {
        Some(Stop::Time) => format!(": {}", limits.time),
        Some(Stop::Enough) => format!(": {}", limits.terms),
        _ => String::new(),
    };
    let mut parts = vec![format!("{} published", sequence.terms.len())];
    for (number, what, why) in [
        (verification.by_convention, "by convention", ""),
        (verification.not_compared, "not compared", ""),
        (verification.not_reached, "not reached", limit.as_str()),
    ] {
        if number > 0 {
            parts.push(format!("{number} {what}{why}"));
        }
    }
    parts.join("; ")
}

/// Explains why no term past the end of the list is shown, and names a command that shows more.
fn explain_omission(sequence: &Sequence, why: OmissionReason) -> String {
    let why = match why {
        OmissionReason::OneMethod => match table(sequence) {
            Some(table) => format!("only one method counts them; {table} counts them once"),
            None => "only one method counts them".to_owned(),
        },
        OmissionReason::Table => "the list is a table, and only lists are counted on".to_owned(),
        _ => "there is no board of that size".to_owned(),
    };
    format!("  no further terms shown: {why}\n")
}

/// Returns the command that counts the terms past the list; `None` if they are not counts.
fn table(sequence: &Sequence) -> Option<String> {
    let Sequence { family, up_to, fixed_by, maximal, dominating, .. } = sequence;
    let [variable] = family.variables()[..] else { return None };
    if sequence.term != Term::Count || sequence.stabiliser.is_some() {
        return None;
    }
    let up_to = (*up_to != UpTo::Nothing).then(|| format!(" --up-to {up_to}"));
    let fixed_by = (!fixed_by.is_identity()).then(|| format!(" --fixed-by {fixed_by}"));
    let maximal = maximal.then(|| " --maximal".to_owned());
    let demand = match dominating {
        Demand::Nothing => None,
        Demand::Dominating => Some(" --dominating".to_owned()),
        Demand::Total => Some(" --dominating=total".to_owned()),
    };
    let options: String = [up_to, fixed_by, maximal, demand].into_iter().flatten().collect();
    Some(format!("armistice table '{family}' --{variable} {}..{options}", sequence.end()))
}

/// Returns a line about a sequence, and one for each difference and each term past its list, or the reason
/// why there is none.
#[must_use]
pub fn text(record: &SequenceRecord<'_>) -> String {
    text_with_limits(record, Limits::default())
}

/// Like [`text`], but with names for the limits that the reader understands.
#[must_use]
pub fn text_with_limits(record: &SequenceRecord<'_>, limits: Limits<'_>) -> String {
    let SequenceRecord { sequence, verification, elapsed } = record;
    let (agreement, time) = (agreement(verification), numbers::time(*elapsed));
    let mut text = format!("{}: {agreement} ({}); {time}\n", sequence.id, report_others(record, limits));
    for difference in verification.differences.iter().take(MAX_SHOWN) {
        let index = difference.n;
        text += &format!(
            "  a({index}) differs: computed {}, published {}, {}\n",
            difference.ours, difference.published, difference.problem
        );
    }
    if verification.differences.len() > MAX_SHOWN {
        text += &format!("  and {} more\n", verification.differences.len() - MAX_SHOWN);
    }
    if let Some(reason) = reason(verification) {
        text += &format!("  stopped: {reason}\n");
    }
    for term in &verification.beyond {
        let (n, value, standing) = (term.n, &term.value, shown_standing(sequence, term.n));
        text +=
            &format!("  computed: a({n}) = {value} ({standing}; by {} and {})\n", term.first, term.second);
    }
    if let Some(why) = verification.unshown {
        text += &explain_omission(sequence, why);
    } else if verification.ended_by_time() {
        text += &format!("  no further terms shown: none was counted twice in time ({})\n", limits.time);
    }
    text
}

/// Returns a line about several sequences.
#[must_use]
pub fn totals(totals: &Totals, elapsed: Duration) -> String {
    let beyond = match totals.terms_beyond {
        0 => String::new(),
        number => format!(", {number} beyond the lists"),
    };
    format!(
        "sequences: {} agree, {} differ, {} not counted, {} out of scope; \
         terms below 10^30: {} of {} reproduced{beyond}; {}\n",
        totals.agree,
        totals.differ,
        totals.not_counted,
        totals.out_of_scope,
        totals.terms_agree,
        totals.terms_published,
        numbers::time(elapsed)
    )
}

/// Returns a line about an entry of the registry.
#[must_use]
pub fn entry(entry: &RegistryEntry) -> String {
    match entry {
        RegistryEntry::Supported(sequence) => {
            let asked = conventions(sequence);
            let (family, offset) = (&sequence.family, sequence.offset);
            let terms = numbers::count_noun(sequence.terms.len(), "term");
            format!("{}  {family}{asked}, {terms} from {offset}: {}\n", sequence.id, sequence.name)
        }
        RegistryEntry::Unsupported(unsupported) => {
            format!("{}  out of scope, {}: {}\n", unsupported.id, unsupported.reason, unsupported.name)
        }
    }
}

/// Describes the conditions on the placements of a sequence.
pub(super) fn conventions(sequence: &Sequence) -> String {
    let mut text = String::new();
    let up_to = sequence.up_to.phrase();
    let fixed_by = format!("fixed by {}", sequence.fixed_by);
    let stabiliser = sequence.stabiliser.map_or(String::new(), |group| match group.is_identity() {
        true => "asymmetric classes".to_owned(),
        false => format!("classes with the symmetries {group}"),
    });
    for (holds, word) in [
        (sequence.term == Term::Largest, "the largest number"),
        (sequence.term == Term::LargestCount, "placements with the largest number"),
        (sequence.term == Term::Aggressor, "the largest second army"),
        (sequence.term == Term::AttackingPairs, "attacking pairs"),
        (sequence.term == Term::OtherSquares, "the other squares of the largest number"),
        (sequence.term == Term::Smallest, "the smallest number"),
        (sequence.term == Term::SmallestCount, "placements with the smallest number"),
        (sequence.maximal, "maximal"),
        (sequence.dominating == Demand::Dominating, "dominating"),
        (sequence.dominating == Demand::Total, "totally dominating"),
        (sequence.up_to != UpTo::Nothing, up_to.trim_start()),
        (!sequence.fixed_by.is_identity(), fixed_by.as_str()),
        (sequence.stabiliser.is_some(), stabiliser.as_str()),
    ] {
        if holds {
            text += &format!(", {word}");
        }
    }
    text
}

/// The placements that a sequence counts.
#[derive(Serialize)]
struct PlacementsLine {
    up_to: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stabiliser: Option<String>,
    maximal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    dominating: Option<&'static str>,
}

impl From<&Sequence> for PlacementsLine {
    fn from(sequence: &Sequence) -> Self {
        Self {
            up_to: sequence.up_to.to_string(),
            fixed_by: (!sequence.fixed_by.is_identity()).then(|| sequence.fixed_by.to_string()),
            stabiliser: sequence.stabiliser.map(|group| group.to_string()),
            maximal: sequence.maximal,
            dominating: json::demand_name(sequence.dominating),
        }
    }
}

#[derive(Serialize)]
struct SequenceLine<'a> {
    schema: &'static str,
    sequence: &'a str,
    family: String,
    #[serde(flatten)]
    placements: PlacementsLine,
    verdict: &'static str,
    published: usize,
    agree: usize,
    not_reached: usize,
    by_convention: usize,
    not_compared: usize,
    differences: Vec<DifferenceLine<'a>>,
    ours: Vec<BeyondLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'a str>,
    seconds: f64,
}

#[derive(Serialize)]
struct DifferenceLine<'a> {
    n: i64,
    ours: String,
    published: String,
    problem: &'a str,
}

#[derive(Serialize)]
struct BeyondLine<'a> {
    n: i64,
    value: String,
    problem: &'a str,
    engines: [&'a str; 2],
    standing: &'static str,
}

/// Returns a sequence as JSON.
#[must_use]
pub fn json(record: &SequenceRecord<'_>) -> String {
    let SequenceRecord { sequence, verification, elapsed } = record;
    let number = BigUint::to_string;
    json::line(&SequenceLine {
        schema: SEQUENCE_SCHEMA,
        sequence: &sequence.id,
        family: sequence.family.to_string(),
        placements: PlacementsLine::from(*sequence),
        verdict: verdict(verification),
        published: sequence.terms.len(),
        agree: verification.agree,
        not_reached: verification.not_reached,
        by_convention: verification.by_convention,
        not_compared: verification.not_compared,
        differences: (verification.differences.iter())
            .map(|difference| DifferenceLine {
                n: difference.n,
                ours: number(&difference.ours),
                published: number(&difference.published),
                problem: &difference.problem,
            })
            .collect(),
        ours: (verification.beyond.iter())
            .map(|term| BeyondLine {
                n: term.n,
                value: number(&term.value),
                problem: &term.problem,
                engines: [&term.first, &term.second],
                standing: publication_state(sequence, term.n),
            })
            .collect(),
        stopped: reason(verification),
        seconds: elapsed.as_secs_f64(),
    })
}

#[derive(Serialize)]
struct SummaryLine<'a> {
    schema: &'static str,
    #[serde(flatten)]
    totals: &'a Totals,
    seconds: f64,
}

/// Returns several sequences as JSON.
#[must_use]
pub fn totals_json(totals: &Totals, elapsed: Duration) -> String {
    json::line(&SummaryLine { schema: SUMMARY_SCHEMA, totals, seconds: elapsed.as_secs_f64() })
}

/// The conventions of a sequence, and its terms.
#[derive(Serialize)]
struct AskedLine {
    layout: &'static str,
    term: &'static str,
    #[serde(flatten)]
    placements: PlacementsLine,
    /// The indices in the list that are not compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_compared: Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<i64>,
    terms: Vec<String>,
}

impl From<&Sequence> for AskedLine {
    fn from(sequence: &Sequence) -> Self {
        let is_list = sequence.layout == Layout::List;
        let indices = sequence.offset..sequence.end();
        let not_compared = |n: &i64| is_list && !sequence.compares(*n);
        Self {
            layout: match sequence.layout {
                Layout::List => "list",
                Layout::Rows { .. } => "rows",
                Layout::Antidiagonals { .. } => "antidiagonals",
            },
            term: match sequence.term {
                Term::Count => "count",
                Term::Largest => "largest",
                Term::LargestCount => "largest count",
                Term::Aggressor => "aggressor",
                Term::AttackingPairs => "attacking pairs",
                Term::OtherSquares => "other squares",
                Term::Smallest => "smallest",
                Term::SmallestCount => "smallest count",
            },
            placements: PlacementsLine::from(sequence),
            not_compared: indices.filter(not_compared).collect(),
            next: sequence.next,
            terms: sequence.terms.iter().map(BigUint::to_string).collect(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct EntryLine<'a> {
    pub(super) schema: &'static str,
    sequence: &'a str,
    name: &'a str,
    topic: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    family: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<usize>,
    /// The question and the known terms: all that another program needs to continue where the list ends.
    #[serde(flatten)]
    asked: Option<AskedLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out_of_scope: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) found: Option<FoundLine<'a>>,
}

/// The position of the wanted terms in a sequence.
#[derive(Serialize)]
pub(super) struct FoundLine<'a> {
    /// The number of terms of the sequence before the match.
    pub(super) passed: usize,
    /// The number of wanted terms before the match.
    pub(super) skipped: usize,
    pub(super) common: usize,
    /// The number of wanted terms past the end of the list.
    pub(super) beyond: usize,
    /// The sequences that count the same placements up to other symmetries.
    pub(super) up_to_something_else: Vec<&'a str>,
}

/// Returns an entry of the registry as JSON.
#[must_use]
pub fn entry_json(entry: &RegistryEntry) -> String {
    json::line(&entry_line(entry))
}

/// Returns an entry of the registry as the object that is written.
pub(super) fn entry_line(entry: &RegistryEntry) -> EntryLine<'_> {
    let (name, supported, reason) = match entry {
        RegistryEntry::Supported(sequence) => (&sequence.name, Some(sequence), None),
        RegistryEntry::Unsupported(unsupported) => {
            (&unsupported.name, None, Some(unsupported.reason.as_str()))
        }
    };
    EntryLine {
        schema: ENTRY_SCHEMA,
        sequence: entry.id(),
        name,
        topic: entry.topic(),
        family: supported.map(|sequence| sequence.family.to_string()),
        offset: supported.map(|sequence| sequence.offset),
        published: supported.map(|sequence| sequence.terms.len()),
        asked: supported.map(|sequence| AskedLine::from(sequence.as_ref())),
        out_of_scope: reason,
        found: None,
    }
}
