//! Exact algebra: recurrences, polynomials and what is periodic about them, from terms to a formula.
//!
//! Nothing here knows boards or pieces. A sequence of integers comes in, and what annihilates it goes out: numbers modulo
//! primes find it, big integers check it. Nothing is ever rounded, but for growth rates, which come with a proved number of
//! digits, and what finds them.
//!
//! | file | noun |
//! |---|---|
//! | `modular` | numbers modulo a prime below 2^62 |
//! | `residues` | big integers and fractions from their residues |
//! | `integer`, `decimal` | what big integers lack; numbers with so many decimal places |
//! | `elimination` | linear systems modulo a prime |
//! | `berlekamp_massey` | the shortest linear recurrence modulo a prime |
//! | `recurrence` | linear recurrences in integers, their terms and generating functions |
//! | `holonomic` | recurrences whose coefficients are polynomials in n |
//! | `polynomial`, `divisors`, `factors` | polynomials; what divides two of them; what is easily split off |
//! | `annihilator`, `quasi_polynomial` | products of cyclotomic polynomials in the shift, and what they annihilate |
//! | `ansatz`, `fit` | which annihilators are tried; a quasi-polynomial with the evidence for it |
//! | `arrangement` | periods and start of the numbers of points off lines of each other in growing boxes |
//! | `series` | power series in several variables, cut off |
//! | `growth`, `wynn` | the largest root with proved digits; limits of growth rates |
//! | `double_double`, `symmetric` | numbers of thirty digits; eigenvectors, to be checked in integers |

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
pub use factors::{Factored, factored};
pub use growth::largest_root;
pub use holonomic::Holonomic;
pub use polynomial::Polynomial;
pub use quasi_polynomial::{Part, QuasiPolynomial};
pub use recurrence::Recurrence;
#[doc(hidden)]
pub use series::Series;
