//! Sequences as lines of text: the family of problems, the conventions, and the published terms.
//!
//! The header of the built-in text, `registry.txt`, explains the format. Every line is parsed separately, so
//! a fault in a line affects only that line.

use super::layout::{Layout, RowLimit};
use crate::board::Lattice;
use crate::notation::{Family, FamilyTextError, excerpt};
use crate::piece;
use crate::question::Demand;
use crate::up_to::{MapGroup, UpTo};
use num_bigint::BigUint;
use std::sync::LazyLock;

/// The separator between the fields of a line.
const SEPARATOR: &str = " | ";
const FIELDS: usize = 7;

static BUILT_IN: LazyLock<(Registry, Vec<RowError>)> =
    LazyLock::new(|| Registry::read(include_str!("registry.txt")));

/// An entry of a registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegistryEntry {
    /// A sequence that can be counted.
    Supported(Box<Sequence>),
    /// A sequence that no family of problems expresses.
    Unsupported(UnsupportedSequence),
}

/// A sequence that no family of problems expresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsupportedSequence {
    /// The A-number.
    pub id: String,
    /// The reason why it is not supported.
    pub reason: String,
    /// The topic, in a word or two.
    pub topic: String,
    /// The name.
    pub name: String,
}

/// The meaning of a term, if it is not the count itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Term {
    /// The count.
    #[default]
    Count,
    /// The maximum number of pieces.
    Largest,
    /// The number of placements that attain the maximum.
    LargestCount,
    /// For two armies: the largest second army, given a first army of the largest equal size.
    Aggressor,
    /// The number of pairs of squares minus the count.
    AttackingPairs,
    /// The number of squares minus the maximum number of pieces.
    OtherSquares,
    /// The minimum number of pieces that cannot be extended or, if `dominating` asks for it, that attack all
    /// squares.
    Smallest,
    /// The number of placements that attain the minimum.
    SmallestCount,
}

/// A published sequence and the family of problems that it counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    /// The A-number, or another short name.
    pub id: String,
    /// The index of the first term.
    pub offset: i64,
    /// The family of problems, in n and perhaps k.
    pub family: Family,
    /// The family with `*` instead of k, if k is only a number of pieces: one count then gives all k.
    pub for_every_k: Option<Family>,
    /// The assignment of terms to n and k.
    pub layout: Layout,
    /// The meaning of a term.
    pub term: Term,
    /// The equivalence up to which placements are counted.
    pub up_to: UpTo,
    /// The maps that must fix every counted placement.
    pub fixed_by: MapGroup,
    /// The stabiliser of the counted classes, if only classes with exactly these symmetries count.
    pub stabiliser: Option<MapGroup>,
    /// Whether only placements that cannot be extended count.
    pub maximal: bool,
    /// The squares that the pieces must attack; they may then attack each other.
    pub dominating: Demand,
    /// The term of a board without squares.
    pub empty: Option<BigUint>,
    /// The first n that is compared.
    pub from_n: Option<i64>,
    /// Other n that are not compared.
    pub without_n: Vec<i64>,
    /// The first index that is not published anywhere, as far as the registry knows.
    pub next: Option<i64>,
    /// The topic, in a word or two.
    pub topic: String,
    /// The name.
    pub name: String,
    /// The published terms.
    pub terms: Vec<BigUint>,
}

impl Sequence {
    /// Returns true if the published term of this n uses our convention.
    #[must_use]
    pub fn compares(&self, n: i64) -> bool {
        self.from_n.is_none_or(|from| n >= from) && !self.without_n.contains(&n)
    }

    /// Returns true if some kind of its family has `max`, like `Nmax`. An expression may contain a maximum of
    /// another type.
    #[must_use]
    pub fn asks_for_maximum(&self) -> bool {
        let is_largest = |word: &str| word.split('@').next().is_some_and(|piece| piece.ends_with("max"));
        self.family.to_string().split([' ', '/']).skip(1).any(is_largest)
    }

    /// Returns the meaning of its terms, if they are neither the counts nor the maxima of its family.
    #[must_use]
    pub fn beside_counts(&self) -> Option<&'static str> {
        match self.term {
            _ if self.stabiliser.is_some() => Some("the classes of placements with just some symmetries"),
            Term::Count => None,
            Term::Largest if self.asks_for_maximum() => None,
            Term::Largest | Term::LargestCount | Term::Aggressor => Some("about the largest armies"),
            Term::AttackingPairs => Some("the pairs of squares less the placements"),
            Term::OtherSquares => Some("the squares less the largest number"),
            Term::Smallest => Some("the smallest numbers"),
            Term::SmallestCount => Some("the placements with the smallest number"),
        }
    }

    /// Returns the index after the last published term.
    #[must_use]
    pub fn end(&self) -> i64 {
        self.offset + self.terms.len() as i64
    }
}

/// A line that is not an entry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct RowError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fault.
    pub fault: RowFault,
}

/// The fault of a line in a registry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowFault {
    /// Too few or too many fields.
    #[error(
        "{0} fields: expected {FIELDS}, with \" | \" between them: A-number, offset, family, conventions, topic, \
         name, terms"
    )]
    Fields(usize),
    /// A control character, which would move the cursor of a terminal.
    #[error("a control character: expected text")]
    Control,
    /// A name that cannot be typed on the command line.
    #[error("A-number '{0}': expected letters and digits, like A000170")]
    Id(String),
    /// An A-number that an earlier line has.
    #[error("A-number {0}: already on an earlier line")]
    IdTwice(String),
    /// An offset that is not a number.
    #[error("offset '{0}': expected a whole number, the index of the first term")]
    Offset(String),
    /// A family that cannot be parsed.
    #[error("family, {0}")]
    Family(FamilyTextError),
    /// A variable that the layout does not define.
    #[error("family: variable {0}: lists have n, tables (rows or antidiagonals) n and k")]
    Variable(char),
    /// A sequence without a family and without a reason for that.
    #[error("conventions: a sequence without a family needs the reason here")]
    NoReason,
    /// A word that is not a convention.
    #[error(
        "conventions: '{0}' is not a convention; expected one like up-to-symmetry, maximal, rows(n=1,k=0..max) \
         or n>=2"
    )]
    Convention(String),
    /// A minimum number of pieces without a condition.
    #[error("conventions: with smallest expected maximal, dominating or total")]
    Smallest,
    /// A word that is not a term.
    #[error("terms, '{0}': expected whole numbers separated by spaces")]
    Term(String),
    /// A sequence without terms.
    #[error("no terms: expected whole numbers separated by spaces")]
    NoTerms,
}

/// Known sequences.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Registry {
    entries: Vec<RegistryEntry>,
}

impl RegistryEntry {
    /// Returns the A-number.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Supported(sequence) => &sequence.id,
            Self::Unsupported(unsupported) => &unsupported.id,
        }
    }

    /// Returns the topic of the entry.
    #[must_use]
    pub fn topic(&self) -> &str {
        match self {
            Self::Supported(sequence) => &sequence.topic,
            Self::Unsupported(unsupported) => &unsupported.topic,
        }
    }

    /// Returns true if its topic has this word, its pieces this name or its board this topology. Case is
    /// ignored, and so is a final s, as in `king` and `kings`.
    #[must_use]
    pub fn is_about(&self, word: &str) -> bool {
        let word = word.trim().to_lowercase();
        let one = word.strip_suffix('s').unwrap_or(&word);
        if one.is_empty() {
            return false;
        }
        let in_topic = self.topic().to_lowercase();
        let mut words = in_topic.split(|c: char| !c.is_alphanumeric());
        if in_topic == word || words.any(|other| other.strip_suffix('s').unwrap_or(other) == one) {
            return true;
        }
        let Self::Supported(sequence) = self else { return false };
        let family = sequence.family.to_string();
        let board = family.split(' ').next().unwrap_or_default();
        if board.split('/').skip(1).any(|topology| topology == word) {
            return true;
        }
        let names = |entry: &piece::Entry| {
            entry.name == one || entry.other_names.split(", ").any(|name| name.to_lowercase() == one)
        };
        let kind = piece::built_ins_on(Lattice::Square).find(|entry| names(entry));
        let Some(kind) = kind else { return false };
        let mut pieces = family.split(' ').skip(1).filter(|word| !word.contains('='));
        pieces.any(|word| word.starts_with(kind.kind.letter()))
    }
}

impl Registry {
    /// Returns the registry of the program.
    ///
    /// ```
    /// let queens = armistice::sequences::Registry::built_in().find("A000170");
    /// assert!(queens.is_some_and(|entry| entry.is_about("queens")));
    /// ```
    #[must_use]
    pub fn built_in() -> &'static Self {
        &BUILT_IN.0
    }

    /// Returns the faults of the built-in registry; a test shows that there are none.
    #[must_use]
    pub fn built_in_faults() -> &'static [RowError] {
        &BUILT_IN.1
    }

    /// Parses a text. Returns its entries and the faults of the other lines. Empty lines and lines that begin
    /// with `#` are skipped.
    #[must_use]
    pub fn read(text: &str) -> (Self, Vec<RowError>) {
        let (mut registry, mut faults) = (Self::default(), Vec::new());
        for (place, row) in text.lines().enumerate() {
            if row.trim().is_empty() || row.starts_with('#') {
                continue;
            }
            match read_row(row) {
                Ok(entry) if registry.find(entry.id()).is_some() => {
                    let fault = RowFault::IdTwice(entry.id().to_owned());
                    faults.push(RowError { line: place + 1, fault });
                }
                Ok(entry) => registry.entries.push(entry),
                Err(fault) => faults.push(RowError { line: place + 1, fault }),
            }
        }
        (registry, faults)
    }

    /// Adds the entries of another registry, which replace those with the same A-number.
    pub fn add(&mut self, other: Self) {
        for entry in other.entries {
            match self.entries.iter_mut().find(|known| known.id() == entry.id()) {
                Some(known) => *known = entry,
                None => self.entries.push(entry),
            }
        }
    }

    /// Returns the entries, in the order of the text.
    #[must_use]
    pub fn entries(&self) -> &[RegistryEntry] {
        &self.entries
    }

    /// Finds the entry with this A-number, which may be written like `a170`.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<&RegistryEntry> {
        let find = |id: &str| self.entries.iter().find(|entry| entry.id() == id);
        find(id).or_else(|| find(&full_number(id)?))
    }
}

/// Completes an A-number such as `a170` to `A000170`.
#[must_use]
pub fn full_number(id: &str) -> Option<String> {
    let digits = id.strip_prefix(['A', 'a'])?;
    let number: u32 = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some(format!("A{number:06}"))
}

fn read_row(row: &str) -> Result<RegistryEntry, RowFault> {
    if row.contains(|c: char| c.is_control() && c != '\t') {
        return Err(RowFault::Control);
    }
    // An entry without terms may end with its name.
    let fields: Vec<&str> = row.trim_end().trim_end_matches(" |").split(SEPARATOR).map(str::trim).collect();
    let (&[id, offset, family, conventions, topic, name], terms) = fields
        .split_first_chunk::<6>()
        .filter(|(_, terms)| terms.len() <= 1)
        .ok_or(RowFault::Fields(fields.len()))?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if id.is_empty() || !id.chars().all(is_word) || id.starts_with('-') {
        return Err(RowFault::Id(excerpt(id, 24)));
    }
    let offset: i64 = small(offset).ok_or_else(|| RowFault::Offset(excerpt(offset, 24)))?;
    let (id, topic, name) = (id.to_owned(), topic.to_owned(), name.to_owned());
    if family == "-" {
        if conventions.is_empty() || conventions == "-" {
            return Err(RowFault::NoReason);
        }
        return Ok(RegistryEntry::Unsupported(UnsupportedSequence {
            id,
            reason: conventions.to_owned(),
            topic,
            name,
        }));
    }
    let mut sequence = Sequence {
        id,
        offset,
        for_every_k: None,
        layout: Layout::List,
        term: Term::Count,
        up_to: UpTo::Nothing,
        fixed_by: MapGroup::default(),
        stabiliser: None,
        maximal: false,
        dominating: Demand::Nothing,
        empty: None,
        from_n: None,
        without_n: Vec::new(),
        next: None,
        topic,
        name,
        terms: terms.first().map_or(Ok(Vec::new()), |terms| read_terms(terms))?,
        family: family.parse().map_err(RowFault::Family)?,
    };
    if sequence.terms.is_empty() {
        return Err(RowFault::NoTerms);
    }
    for word in conventions.split_whitespace().filter(|&word| word != "-") {
        read_convention(word, &mut sequence).ok_or_else(|| RowFault::Convention(excerpt(word, 40)))?;
    }
    let is_least = matches!(sequence.term, Term::Smallest | Term::SmallestCount);
    if is_least && !sequence.maximal && sequence.dominating == Demand::Nothing {
        return Err(RowFault::Smallest);
    }
    let is_table = sequence.layout != Layout::List;
    let variables = sequence.family.variables();
    if let Some(&other) = variables.iter().find(|&&name| name != 'n' && !(name == 'k' && is_table)) {
        return Err(RowFault::Variable(other));
    }
    sequence.for_every_k = for_every_k(family);
    Ok(RegistryEntry::Supported(Box::new(sequence)))
}

/// Parses a number that is small enough for sums.
fn small(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number: &i64| number.unsigned_abs() < 1 << 32)
}

fn read_terms(text: &str) -> Result<Vec<BigUint>, RowFault> {
    let term = |word: &str| -> Option<BigUint> {
        word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok()).flatten()
    };
    let fault = |word: &str| RowFault::Term(excerpt(word, 24));
    text.split_whitespace().map(|word| term(word).ok_or_else(|| fault(word))).collect()
}

fn read_convention(word: &str, sequence: &mut Sequence) -> Option<()> {
    match word {
        "maximal" => sequence.maximal = true,
        "dominating" => sequence.dominating = Demand::Dominating,
        "total" => sequence.dominating = Demand::Total,
        "largest" => sequence.term = Term::Largest,
        "largest-count" => sequence.term = Term::LargestCount,
        "smallest" => sequence.term = Term::Smallest,
        "smallest-count" => sequence.term = Term::SmallestCount,
        "aggressor" => sequence.term = Term::Aggressor,
        "other-squares" => sequence.term = Term::OtherSquares,
        "attacking-pairs" => sequence.term = Term::AttackingPairs,
        _ => {
            if let Some(words) = word.strip_prefix("up-to-") {
                sequence.up_to = words.parse().ok().filter(|&up_to| up_to != UpTo::Nothing)?;
            } else if let Some(words) = word.strip_prefix("fixed-by-") {
                sequence.fixed_by = words.parse().ok()?;
            } else if let Some(words) = word.strip_prefix("stabiliser-") {
                sequence.stabiliser = Some(words.parse().ok()?);
            } else if let Some(value) = word.strip_prefix("empty=") {
                sequence.empty = Some(value.parse().ok()?);
            } else if let Some(n) = word.strip_prefix("n>=") {
                sequence.from_n = Some(small(n)?);
            } else if let Some(n) = word.strip_prefix("n!=") {
                sequence.without_n.push(small(n)?);
            } else if let Some(n) = word.strip_prefix("next=") {
                sequence.next = Some(small(n)?);
            } else {
                sequence.layout = read_layout(word)?;
            }
        }
    }
    Some(())
}

/// Parses `rows(n=1,k=0..max)` or `antidiagonals(n=1,k=1)`.
fn read_layout(word: &str) -> Option<Layout> {
    let (name, places) = word.strip_suffix(')')?.split_once('(')?;
    let (n, k) = places.split_once(',')?;
    let (n, k) = (small(n.strip_prefix("n=")?)?, k.strip_prefix("k=")?);
    match name {
        "antidiagonals" => Some(Layout::Antidiagonals { n, k: small(k)? }),
        "rows" => {
            let (first, last) = k.split_once("..")?;
            let last = match last {
                "max" => RowLimit::Largest,
                expression => RowLimit::Expression(format!("{{{expression}}}").parse().ok()?),
            };
            if matches!(&last, RowLimit::Expression(last) if last.variables().iter().any(|&name| name != 'n'))
            {
                return None;
            }
            Some(Layout::Rows { n, k: small(first)?, last })
        }
        _ => None,
    }
}

/// Returns the family with `*` for `{k}`, if k is only the number of pieces of one kind.
fn for_every_k(family: &str) -> Option<Family> {
    let (before, after) = family.split_once("{k}")?;
    let family: Family = format!("{before}*{after}").parse().ok()?;
    let is_number = before.ends_with(|c: char| c.is_ascii_uppercase());
    let word_ends = after.is_empty() || after.starts_with(' ');
    (is_number && word_ends && family.variables() == ['n']).then_some(family)
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUEENS: &str = "A000170 | 0 | {n}x{n} Q{n} | empty=1 next=28 | queens | n queens | 1 1 0 0 2";

    fn sequence(row: &str) -> Sequence {
        match read_row(row) {
            Ok(RegistryEntry::Supported(sequence)) => *sequence,
            other => panic!("{row}: {other:?}"),
        }
    }

    #[test]
    fn numbers_are_found_as_people_write_them() {
        let (registry, _) = Registry::read(QUEENS);
        for id in ["A000170", "a000170", "A170", "a170", "A0000170"] {
            assert_eq!(registry.find(id).map(RegistryEntry::id), Some("A000170"), "{id}");
        }
        for id in ["170", "B000170", "A", "A1700", "A17.0", "A+170", "", "A99999999999"] {
            assert!(registry.find(id).is_none(), "{id}");
        }
    }

    #[test]
    fn rows_are_read() {
        let queens = sequence(QUEENS);
        assert_eq!(
            (queens.id.as_str(), queens.offset, queens.end(), queens.next),
            ("A000170", 0, 5, Some(28))
        );
        assert_eq!(queens.terms[4], BigUint::from(2u32));
        assert_eq!(queens.empty, Some(BigUint::from(1u32)));
        assert!(queens.for_every_k.is_none());
        let table =
            sequence("T | 0 | {n}x{n} K{k} | rows(n=2,k=1..n-1) n>=3 n!=5 maximal | kings | T(n,k) | 1");
        assert_eq!(table.for_every_k.as_ref().map(ToString::to_string), Some("{n}x{n} K*".to_owned()));
        assert!(table.maximal && table.compares(3) && !table.compares(2) && !table.compares(5));
        let fixed = sequence("T | 1 | {n}x{n} Q{n}@r1c{k} | rows(n=1,k=1..n) | queens | T(n,k) | 1");
        assert!(fixed.for_every_k.is_none());
        let both = sequence("T | 1 | {k}x{n} Q{k} | rows(n=1,k=1..n) | queens | T(n,k) | 1");
        assert!(both.for_every_k.is_none());
        let unsupported = read_row("A000899 | 1 | - | no objective | rooks | a name |");
        assert!(
            matches!(unsupported, Ok(RegistryEntry::Unsupported(UnsupportedSequence { reason, .. })) if reason == "no objective")
        );
    }

    #[test]
    fn faults_cost_their_line_only() {
        for (row, expected) in [
            ("A1 | 0 | {n}x{n} Q{n}", "line 2: 3 fields: expected 7"),
            ("A 1 | 0 | {n}x{n} Q{n} | - | t | n | 1", "line 2: A-number 'A 1': expected letters and digits"),
            ("A1 | x | {n}x{n} Q{n} | - | t | n | 1", "line 2: offset 'x': expected a whole number"),
            ("A1 | 0 | {n}x{n Q{n} | - | t | n | 1", "line 2: family, column "),
            ("A1 | 0 | {n}x{k} Q{n} | - | t | n | 1", "line 2: family: variable k: lists have n"),
            ("A1 | 0 | {n}x{n} Q{n} | huge | t | n | 1", "line 2: conventions: 'huge' is not a convention"),
            ("A1 | 0 | {n}x{n} Q{n} | rows(n=1,k=0..m) | t | n | 1", "line 2: conventions: 'rows("),
            ("A1 | 0 | {n}x{n} Q{n} | - | t | n | 1 -2", "line 2: terms, '-2': expected whole numbers"),
            ("A1 | 0 | {n}x{n} Q{n} | - | t | n |", "line 2: no terms: expected whole numbers"),
            (
                "A1 | 0 | {n}x{n} Q* | smallest | t | n | 1",
                "line 2: conventions: with smallest expected maximal, dominating or total",
            ),
            ("A1 | 0 | - | - | t | n |", "line 2: conventions: a sequence without a family"),
            (QUEENS, "line 2: A-number A000170: already on an earlier line"),
        ] {
            let last = "A2 | 1 | {n}x{n} R{n} | - | rooks | n rooks | 1 2 6";
            let (registry, faults) = Registry::read(&format!("{QUEENS}\n{row}\n\n# more\n{last}\n"));
            assert_eq!(registry.entries().len(), 2, "{row}");
            assert_eq!(faults.len(), 1, "{row}");
            let fault = faults[0].to_string();
            assert!(fault.starts_with(expected) && !fault.contains('\n'), "{fault}");
        }
    }

    #[test]
    fn words_find_topics_and_kinds() {
        let about = |word: &str| sequence_entry().is_about(word);
        assert!(about("queens") && about("Queen") && !about("kings") && !about("") && !about("s"));
        assert!(!about("torus") && !about("n"));
        let torus =
            RegistryEntry::Supported(Box::new(sequence("T | 1 | {n}x{n}/torus Q{n} | - | queens | n | 1")));
        assert!(torus.is_about("Torus") && !torus.is_about("cylinder"));
        let custom = RegistryEntry::Supported(Box::new(sequence(
            "T | 1 | 3x{n} X3 N X=KN | - | mixed pieces | n | 1",
        )));
        assert!(custom.is_about("mixed") && custom.is_about("knights") && !custom.is_about("king"));
    }

    fn sequence_entry() -> RegistryEntry {
        RegistryEntry::Supported(Box::new(sequence(QUEENS)))
    }
}
