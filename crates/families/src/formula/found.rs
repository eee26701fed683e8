//! A rule for the terms of a family, as it was found.

use super::bivariate::Bivariate;
use super::claim::Claim;
use super::shape::FamilyShape;
use crate::algebra::{Decimal, Holonomic, Polynomial, QuasiPolynomial, Recurrence, largest_root};
use crate::notation::Family;
use crate::problem::Objective;
use crate::question::Demand;
use crate::up_to::UpTo;
use num_bigint::BigInt;

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
    /// What its terms count.
    pub counted: Counted,
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
    /// Of a largest number: how many placements reach it, where that is known.
    pub reached: Option<Box<Self>>,
}

/// What the terms of a family count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Counted {
    /// Placements, with what counts as the same one, and which of them count.
    Placements {
        /// What counts as the same.
        up_to: UpTo,
        /// Whether no further piece may fit.
        maximal: bool,
        /// What pieces must attack.
        dominating: Demand,
    },
    /// The largest number of pieces that fit.
    LargestNumber,
    /// Placements with the largest number of pieces that fit.
    ReachingLargest,
}

impl Counted {
    /// A family, with what is counted if that is not all placements.
    #[must_use]
    pub fn title(&self, family: &Family) -> String {
        match self {
            Self::Placements { up_to: UpTo::Nothing, maximal: false, dominating: Demand::Nothing } => {
                family.to_string()
            }
            counted => format!("{family}: {counted}"),
        }
    }
}

impl std::fmt::Display for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Placements { up_to, maximal, dominating } => {
                let up_to = match up_to {
                    UpTo::Nothing => String::new(),
                    up_to => format!(" up to {up_to}"),
                };
                let which = match dominating {
                    Demand::Nothing if *maximal => "maximal ",
                    Demand::Nothing => "",
                    Demand::Dominating => "dominating ",
                    Demand::Total => "totally dominating ",
                };
                write!(f, "{which}placements{up_to}")
            }
            Self::LargestNumber => f.write_str("the largest number of pieces"),
            Self::ReachingLargest => f.write_str("placements with the largest number of pieces"),
        }
    }
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
    /// A linear recurrence of at least this order, too long to be written out.
    LongRecurrence {
        /// Its order modulo a prime, which is no larger than its order; 0 if that is not known.
        order: usize,
    },
}

impl Rule {
    /// A recurrence from its first term on, or the polynomial that it comes to if all its solutions are polynomials; and the
    /// value from which on it holds.
    pub(super) fn of_recurrence(recurrence: Recurrence) -> (Self, i64) {
        match polynomial(&recurrence) {
            Some((polynomial, from)) => {
                (Self::QuasiPolynomial(QuasiPolynomial::of_polynomial(polynomial)), from)
            }
            None => {
                let from = recurrence.from();
                (Self::Recurrence(recurrence), from)
            }
        }
    }
}

/// The polynomial that obeys the recurrence, if all its solutions are polynomials, and the value from which on it is right.
fn polynomial(recurrence: &Recurrence) -> Option<(Polynomial, i64)> {
    let (order, first) = (recurrence.order(), recurrence.first());
    if recurrence.denominator() != Polynomial::of_small(&[1, -1]).power(order) {
        return None;
    }
    let exceptions = recurrence.initial().len() - order;
    let from = first + exceptions as i64;
    let polynomial = Polynomial::through(from, 1, recurrence.initial().get(exceptions..)?);
    let from = first_right(&polynomial, first, recurrence.initial(), from);
    Some((polynomial, from))
}

/// The first value from which on a polynomial is right that is known to be so from another one on; terms are from a(first) on.
pub(super) fn first_right(polynomial: &Polynomial, first: i64, terms: &[BigInt], from: i64) -> i64 {
    let before = usize::try_from(from - first).ok().and_then(|count| terms.get(..count)).unwrap_or_default();
    let earlier = (first..from).rev().zip(before.iter().rev());
    let agrees = |(n, term): &(i64, &BigInt)| polynomial.integer_value(&(*n).into()).as_ref() == Some(*term);
    from - earlier.take_while(agrees).count() as i64
}

impl Formula {
    /// A rule that holds from values of the variables on, with terms from a first one on that are known without it.
    pub(super) fn new(
        shape: &FamilyShape,
        claim: Claim,
        (rule, from): (Rule, Vec<i64>),
        (first, terms): (i64, Vec<BigInt>),
    ) -> Self {
        let (family, variables) = (shape.family.clone(), shape.variables.clone());
        let counted = match shape.problem.objective() {
            Objective::Maximum => Counted::LargestNumber,
            _ => Counted::Placements { up_to: UpTo::Nothing, maximal: false, dominating: Demand::Nothing },
        };
        Self { family, counted, variables, rule, claim, from, first, terms, reached: None }
    }

    /// The family, with what is counted if that is not all placements.
    #[must_use]
    pub fn title(&self) -> String {
        self.counted.title(&self.family)
    }

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
        // A few places more, so that the last one is rounded and not cut off.
        let root = largest_root(&recurrence.characteristic(), GROWTH_PLACES + 6)?.rounded(GROWTH_PLACES);
        (root.units() > Decimal::new(1.into(), 0).rounded(GROWTH_PLACES).units()).then_some(root)
    }
}
