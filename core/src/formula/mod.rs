//! From tables to formulas: what is known of a whole family of problems, and how it is proved.
//!
//! A family such as `5x{n} K*` has a term for every n. Where the numbers of placements obey a rule, [`derive`] finds it and says
//! what stands behind it ([`Claim`]): a proof, a fit with so many terms to spare, or a guess.
//!
//! | family | rule | claim | file |
//! |---|---|---|---|
//! | one side grows, any numbers: `5x{n} K*` | linear recurrence | proved: boundary states | `strip` |
//! | the same, largest number: `4x{n} Qmax` | linear and periodic | proved: boundary states | `strip` |
//! | one side grows, fixed numbers: `5x{n} B3` | polynomial | proved: clusters | `bounded`, `leapers` |
//! | both sides grow, fixed numbers of leapers: `{m}x{n} N2` | polynomial | proved: clusters | `leapers` |
//! | both sides grow, fixed numbers with riders: `{n}x{n} Q3` | quasi-polynomial | fitted | `fitted` |
//! | others: `{n}x{n} R*`, `4x{n} K{n}` | recurrence | guessed | `guessed` |

mod bivariate;
mod bounded;
mod error;
mod fitted;
mod guessed;
mod leapers;
mod shape;
mod strip;
mod terms;

pub use bivariate::Bivariate;
pub use error::FormulaError;

use crate::algebra::{Decimal, Holonomic, QuasiPolynomial, Recurrence, largest_root};
use crate::notation::Family;
use crate::plan::{Observer, Settings};
use num_bigint::BigInt;
use shape::Shape;
use std::time::Duration;
use terms::Terms;

/// Decimal places of growth rates.
const GROWTH_PLACES: u32 = 30;
/// Growth rates of longer recurrences are not looked for: that takes long.
const MAX_GROWTH_ORDER: usize = 400;

/// A rule for all terms of a family, and what stands behind it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Formula {
    /// The family.
    pub family: Family,
    /// Its variables.
    pub variables: Vec<char>,
    /// The rule.
    pub rule: Rule,
    /// What stands behind it.
    pub claim: Claim,
    /// The first value of each variable from which it holds; of recurrences, the first whose term follows from those before.
    pub from: Vec<i64>,
    /// The value of the variable of the first term in `terms`.
    pub first: i64,
    /// Terms that are known without the rule, exceptions among them. In two variables none.
    pub terms: Vec<BigInt>,
}

/// What gives all terms.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Rule {
    /// A linear recurrence with constant coefficients.
    Recurrence(Recurrence),
    /// A polynomial, perhaps with coefficients that are periodic.
    QuasiPolynomial(QuasiPolynomial),
    /// A polynomial in two variables.
    Bivariate(Bivariate),
    /// A linear recurrence with polynomial coefficients.
    Holonomic(Holonomic),
    /// A linear recurrence of this order, too long to be written out.
    LongRecurrence {
        /// Its order.
        order: usize,
    },
}

/// What stands behind a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claim {
    /// It holds for ever.
    Proved(Reason),
    /// A rule of this sort is expected; so many coefficients were unknown, and so many further terms agree.
    Fitted {
        /// Unknown coefficients.
        unknown: usize,
        /// Terms that agree beyond as many.
        further: usize,
    },
    /// No rule is expected, but so many further terms agree with this one.
    Guessed {
        /// Unknown coefficients.
        unknown: usize,
        /// Terms that agree beyond those that determine them.
        further: usize,
    },
}

/// Why a rule holds for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A strip has so many boundary states, and so many classes of them with the same future: the order is at most that.
    Closure {
        /// Boundary states.
        states: usize,
        /// Classes.
        classes: usize,
    },
    /// Boards of at least these sides have room for every cluster of pieces that are joined by conflicts.
    Clusters {
        /// Rows.
        rows: usize,
        /// Columns.
        cols: usize,
    },
    /// On a strip clusters span at most so many ranks beyond the first.
    ShortClusters {
        /// Ranks.
        ranks: usize,
    },
}

impl Formula {
    /// The terms from `first` on, without end: those that are known, then those that follow from the rule. `None` of rules in
    /// two variables; a rule that is too long to be written out gives no more than is known.
    #[must_use]
    pub fn all_terms(&self) -> Option<Box<dyn Iterator<Item = BigInt> + '_>> {
        let known = self.terms.iter().cloned();
        let next = self.first + self.terms.len() as i64;
        match &self.rule {
            Rule::Recurrence(recurrence) => {
                let skipped = usize::try_from(next - recurrence.first()).ok()?;
                Some(Box::new(known.chain(recurrence.terms().skip(skipped))))
            }
            Rule::QuasiPolynomial(formula) => {
                Some(Box::new(known.chain((next..).map_while(|n| formula.value(&n.into())))))
            }
            Rule::Holonomic(recurrence) => {
                let mut window = self.terms.clone();
                let followed = (next..).map_while(move |n| {
                    let term = recurrence.next(n, &window)?;
                    window.push(term.clone());
                    Some(term)
                });
                Some(Box::new(known.chain(followed)))
            }
            Rule::LongRecurrence { .. } => Some(Box::new(known)),
            Rule::Bivariate(_) => None,
        }
    }

    /// By what factor terms grow in the long run, with thirty proved decimal places; `None` if the rule does not say, or
    /// growth is no power of a number greater than 1.
    #[must_use]
    pub fn growth(&self) -> Option<Decimal> {
        let Rule::Recurrence(recurrence) = &self.rule else { return None };
        if recurrence.order() > MAX_GROWTH_ORDER {
            return None;
        }
        let root = largest_root(&recurrence.characteristic(), GROWTH_PLACES)?;
        (root.units() > crate::algebra::Decimal::new(1.into(), 0).rounded(GROWTH_PLACES).units()).then_some(root)
    }
}

/// What may be spent on a formula.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Search {
    /// How terms are counted.
    pub settings: Settings,
    /// For how long.
    pub budget: Duration,
}

impl Search {
    /// With these settings, for so long.
    #[must_use]
    pub fn new(settings: Settings, budget: Duration) -> Self {
        Self { settings, budget }
    }
}

/// The formula of a family.
///
/// ```
/// use armistice::formula::{Claim, Search, derive};
/// use armistice::plan::{Settings, Silent};
/// use std::time::Duration;
///
/// let search = Search::new(Settings::default(), Duration::from_secs(10));
/// let formula = derive(&"2x{n} K*".parse()?, &search, &Silent)?;
/// assert!(matches!(formula.claim, Claim::Proved(_)));
/// let terms: Vec<String> = formula.all_terms().into_iter().flatten().take(6).map(|a| a.to_string()).collect();
/// assert_eq!(terms, ["1", "3", "5", "11", "21", "43"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Why there is none, and how far it was looked.
pub fn derive(family: &Family, search: &Search, observer: &dyn Observer) -> Result<Formula, FormulaError> {
    let shape = Shape::of(family)?;
    let mut terms = Terms::new(&search.settings, observer, search.budget);
    let grows = [&shape.rows, &shape.cols].iter().filter(|side| !side.is_constant()).count();
    for (place, &variable) in shape.variables.iter().enumerate() {
        if shape.rows.steps[place] < 0 || shape.cols.steps[place] < 0 {
            return Err(FormulaError::Shrinking(variable));
        }
    }
    if grows == 0 {
        return Err(FormulaError::FixedBoard);
    }
    let is_fixed = shape.fixed_numbers().is_some();
    if shape.variables.len() > 1 {
        return match is_fixed && shape.is_of_leapers() {
            true => leapers::formula(&shape, &mut terms),
            false => Err(FormulaError::TwoVariables),
        };
    }
    if is_fixed {
        if shape.is_of_leapers() {
            return leapers::formula(&shape, &mut terms);
        }
        return match bounded::formula(&shape, &mut terms)? {
            Some(formula) => Ok(formula),
            None => fitted::formula(&shape, &mut terms),
        };
    }
    if shape.is_open() && grows == 1 && shape.problem.armies().len() == 1 {
        let found = strip::formula(&shape, &mut terms)?;
        if let Some(formula) = found {
            return Ok(formula);
        }
    }
    if shape.problem.open_pieces().any(|pieces| pieces.quantity == crate::problem::Quantity::Max) {
        return Err(FormulaError::Mixed("the largest number on boards of this sort: fix one side, like '4x{n} Qmax'"));
    }
    let found = guessed::formula(&shape, &mut terms)?;
    found.ok_or_else(|| {
        let looked = format!(
            "no recurrence of small order fits the first {} terms",
            terms.counted
        );
        match grows == 2 && shape.is_open() {
            true => FormulaError::BothGrow { looked },
            false => FormulaError::Unfitted { terms: terms.counted, looked },
        }
    })
}
