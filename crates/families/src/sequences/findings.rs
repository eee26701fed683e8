//! What Armistice found out about published sequences: terms past the published ones, and formulas.
//!
//! `scripts/new-terms` makes `findings.txt` from `results/`, because an installed program has no such folder.
//! The header of the file explains its lines.

use num_bigint::BigUint;

static LINES: &str = include_str!("findings.txt");

/// The findings about a sequence.
///
/// ```
/// let knights = armistice::sequences::Findings::of("A141243");
/// assert_eq!((knights.counted[0].first, knights.counted[0].ways[0]), (16, "frontier"));
/// assert!(knights.formula.is_none());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// The terms past the published ones, in the order of their indices.
    pub counted: Vec<CountedTerms>,
    /// Our formula.
    pub formula: Option<KnownFormula>,
}

/// Consecutive terms past the published ones. Each was counted in the same two ways, with the same result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedTerms {
    /// The first index.
    pub first: i64,
    /// The last index.
    pub last: i64,
    /// How the terms were counted: engines, or another program.
    pub ways: [&'static str; 2],
    /// The kind of formula in the entry, which agrees unless the text says otherwise; `None` if the entry has no
    /// formula.
    pub formula_in_entry: Option<&'static str>,
    /// The terms; empty if they are long and the formula in the entry gives them.
    pub terms: Vec<BigUint>,
}

/// A formula of a sequence, as `armistice formula` finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownFormula {
    /// How certain it is: `proved`, `fitted` or `guessed`.
    pub status: &'static str,
    /// The first index for which it holds.
    pub from: i64,
    /// The number of published terms that agree with it; none differs.
    pub agreeing: usize,
    /// The formula.
    pub text: &'static str,
}

impl Findings {
    /// Returns the findings about the sequence with this A-number, like `A141243`. There may be none.
    #[must_use]
    pub fn of(id: &str) -> Self {
        let mut findings = Self::default();
        for line in LINES.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(" | ").collect();
            match fields[..] {
                [name, "counted", ..] if name == id => findings.counted.extend(read_counted(&fields)),
                [name, "formula", ..] if name == id => findings.formula = read_formula(&fields),
                _ => {}
            }
        }
        findings
    }

    /// Returns the index after the last counted term; `None` if no term was counted.
    #[must_use]
    pub fn end(&self) -> Option<i64> {
        self.counted.last().map(|terms| terms.last + 1)
    }
}

fn read_counted(fields: &[&'static str]) -> Option<CountedTerms> {
    let &[_, _, range, one, another, formula, terms] = fields else { return None };
    let (first, last) = range.split_once("..")?;
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    let some = |text: &'static str| (text != "-").then_some(text);
    let terms = some(terms).unwrap_or_default().split(' ').filter(|term| !term.is_empty());
    let terms = terms.map(|term| term.parse().ok()).collect::<Option<_>>()?;
    Some(CountedTerms { first, last, ways: [one, another], formula_in_entry: some(formula), terms })
}

fn read_formula(fields: &[&'static str]) -> Option<KnownFormula> {
    let &[_, _, status, from, agreeing, text] = fields else { return None };
    Some(KnownFormula { status, from: from.parse().ok()?, agreeing: agreeing.parse().ok()?, text })
}
