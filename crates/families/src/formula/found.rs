//! A rule for the terms of a family.

use super::bivariate::Bivariate;
use super::claim::Claim;
use super::shape::FamilyShape;
use crate::algebra::{Decimal, HolonomicRecurrence, Polynomial, QuasiPolynomial, Recurrence, largest_root};
use crate::notation::Family;
use crate::problem::Objective;
use crate::question::Demand;
use crate::up_to::UpTo;
use num_bigint::BigInt;

/// The number of decimal places of growth rates.
const GROWTH_PLACES: u32 = 30;
/// The maximum order of recurrences whose growth rates are computed. Longer ones take too long.
const MAX_GROWTH_ORDER: usize = 400;

/// A rule for all terms of a family, with its evidence.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Formula {
    /// The family.
    pub family: Family,
    /// The objects that its terms count.
    pub counted: CountedObject,
    /// Its variables.
    pub variables: Vec<char>,
    /// The rule.
    pub rule: Rule,
    /// The evidence for the rule.
    pub claim: Claim,
    /// The first value of each variable from which the rule holds; for recurrences, the first value whose
    /// term follows from earlier ones.
    pub from: Vec<i64>,
    /// The value of the variable for the first term in `terms`.
    pub first: i64,
    /// Terms that are known without the rule, including exceptions. Empty for two variables.
    pub terms: Vec<BigInt>,
    /// For a maximum: the formula of the number of placements that attain it, if known.
    pub reached: Option<Box<Self>>,
}

/// The objects that the terms of a family count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountedObject {
    /// Placements, counted up to an equivalence and with conditions.
    Placements {
        /// The equivalence.
        up_to: UpTo,
        /// Whether only placements that cannot be extended count.
        maximal: bool,
        /// The squares that the pieces must attack.
        dominating: Demand,
    },
    /// The maximum number of pieces that fit.
    LargestNumber,
    /// The placements that attain the maximum.
    ReachingLargest,
}

impl CountedObject {
    /// Returns the family, with the counted objects if they are not all placements.
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

impl std::fmt::Display for CountedObject {
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

/// A rule that gives all terms.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Rule {
    /// A linear recurrence with constant coefficients.
    Recurrence(Recurrence),
    /// A polynomial whose coefficients may be periodic.
    QuasiPolynomial(QuasiPolynomial),
    /// A polynomial in two variables.
    Bivariate(Bivariate),
    /// A linear recurrence with polynomial coefficients.
    Holonomic(HolonomicRecurrence),
    /// A linear recurrence of at least this order, too long to print.
    LongRecurrence {
        /// The order modulo a prime, which is a lower bound of the order; 0 if it is not known.
        order: usize,
    },
}

impl Rule {
    /// Returns a recurrence from its first term on, or the equivalent polynomial if all its solutions are
    /// polynomials. Also returns the value from which the rule holds.
    pub(super) fn of_recurrence(recurrence: Recurrence) -> (Self, i64) {
        match polynomial(&recurrence) {
            Some((polynomial, from)) => {
                (Self::QuasiPolynomial(QuasiPolynomial::of_polynomial(polynomial)), from)
            }
            None => {
                let from = recurrence.first_computed();
                (Self::Recurrence(recurrence), from)
            }
        }
    }
}

/// Returns the polynomial that obeys the recurrence, if all solutions are polynomials, and the value from
/// which it is right.
fn polynomial(recurrence: &Recurrence) -> Option<(Polynomial, i64)> {
    let (order, first) = (recurrence.order(), recurrence.first());
    if recurrence.denominator() != Polynomial::of_small(&[1, -1]).power(order) {
        return None;
    }
    let exceptions = recurrence.initial().len() - order;
    let from = first + exceptions as i64;
    let polynomial = Polynomial::interpolate(from, 1, recurrence.initial().get(exceptions..)?);
    let from = first_right(&polynomial, first, recurrence.initial(), from);
    Some((polynomial, from))
}

/// Returns the first value from which a polynomial is right, if it is known to be right from `from` on. The
/// terms begin with a(first).
pub(super) fn first_right(polynomial: &Polynomial, first: i64, terms: &[BigInt], from: i64) -> i64 {
    let before = usize::try_from(from - first).ok().and_then(|count| terms.get(..count)).unwrap_or_default();
    let earlier = (first..from).rev().zip(before.iter().rev());
    let agrees = |(n, term): &(i64, &BigInt)| polynomial.integer_value(&(*n).into()).as_ref() == Some(*term);
    from - earlier.take_while(agrees).count() as i64
}

impl Formula {
    /// Returns a rule that holds from the values `from` on, with terms from a first one on that are known
    /// without it.
    pub(super) fn new(
        shape: &FamilyShape,
        claim: Claim,
        (rule, from): (Rule, Vec<i64>),
        (first, terms): (i64, Vec<BigInt>),
    ) -> Self {
        let (family, variables) = (shape.family.clone(), shape.variables.clone());
        let counted = match shape.problem.objective() {
            Objective::Maximum => CountedObject::LargestNumber,
            _ => CountedObject::Placements {
                up_to: UpTo::Nothing,
                maximal: false,
                dominating: Demand::Nothing,
            },
        };
        Self { family, counted, variables, rule, claim, from, first, terms, reached: None }
    }

    /// Returns the family, with the counted objects if they are not all placements.
    #[must_use]
    pub fn title(&self) -> String {
        self.counted.title(&self.family)
    }

    /// Returns the terms from `first` on, without end: the known terms, then those that follow from the rule.
    /// `None` for rules in two variables. For a rule that is too long to print, only the known terms.
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

    /// Returns the factor by which terms grow in the long run, with thirty proved decimal places. `None` if
    /// the rule does not determine it, or if the growth is not a power of a number greater than 1.
    #[must_use]
    pub fn growth(&self) -> Option<Decimal> {
        let Rule::Recurrence(recurrence) = &self.rule else { return None };
        if recurrence.order() > MAX_GROWTH_ORDER {
            return None;
        }
        // Some extra places, so that the last place is rounded and not truncated.
        let root = largest_root(&recurrence.characteristic(), GROWTH_PLACES + 6)?.round(GROWTH_PLACES);
        (root.units() > Decimal::new(1.into(), 0).round(GROWTH_PLACES).units()).then_some(root)
    }
}
