//! Exact algebra that finds formulas from terms: recurrences, polynomials and quasi-polynomials.
//!
//! This package does not depend on boards or pieces. Its input is a sequence of integers, and its output is
//! an annihilator of the sequence: numbers modulo primes find it, big integers check it. Nothing is rounded,
//! except growth rates, which have a proved number of digits, and numbers that only help to find a result.
//!
//! | file | noun |
//! |---|---|
//! | `modular` | numbers modulo a prime below 2^62 |
//! | `residues` | big integers and fractions from their residues |
//! | `integer`, `decimal` | functions that big integers lack; numbers with a given number of decimal places |
//! | `elimination` | linear systems modulo a prime |
//! | `berlekamp_massey` | the shortest linear recurrence modulo a prime |
//! | `recurrence` | linear recurrences in integers, their terms and generating functions |
//! | `holonomic` | recurrences whose coefficients are polynomials in n |
//! | `polynomial`, `divisors`, `factors` | polynomials; common divisors; factors that are cheap to find |
//! | `annihilator`, `quasi_polynomial` | products of cyclotomic polynomials in the shift, and the sequences that they annihilate |
//! | `ansatz`, `fit` | the annihilators to try; a quasi-polynomial with its evidence |
//! | `arrangement` | periods and start of the numbers of points off lines of each other in growing boxes |
//! | `series` | truncated power series in several variables |
//! | `growth`, `wynn` | the largest root with proved digits; limits of growth rates |
//! | `double_double`, `symmetric` | numbers of thirty digits; eigenvectors, which are then checked in integers |

pub(crate) mod annihilator;
#[doc(hidden)]
pub mod ansatz;
#[doc(hidden)]
pub mod arrangement;
#[doc(hidden)]
pub mod berlekamp_massey;
pub(crate) mod decimal;
pub(crate) mod divisors;
#[doc(hidden)]
pub mod double_double;
mod elimination;
pub(crate) mod factors;
#[doc(hidden)]
pub mod fit;
pub(crate) mod growth;
pub(crate) mod holonomic;
#[doc(hidden)]
pub mod integer;
#[doc(hidden)]
pub mod modular;
pub(crate) mod polynomial;
pub(crate) mod quasi_polynomial;
#[doc(hidden)]
pub mod recurrence;
#[doc(hidden)]
pub mod residues;
pub(crate) mod series;
#[doc(hidden)]
pub mod symmetric;
#[doc(hidden)]
pub mod wynn;

pub use annihilator::Annihilator;
pub use decimal::Decimal;
pub use factors::{Factorisation, factorise};
pub use growth::largest_root;
pub use holonomic::HolonomicRecurrence;
pub use polynomial::Polynomial;
pub use quasi_polynomial::{Part, QuasiPolynomial};
pub use recurrence::Recurrence;
#[doc(hidden)]
pub use series::Series;
