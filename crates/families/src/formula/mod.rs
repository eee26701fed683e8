//! Formulas of whole families of problems, with their proofs or evidence.
//!
//! A family such as `5x{n} K*` has a term for every n. If the numbers of placements obey a rule, [`derive()`]
//! finds it together with its evidence ([`Claim`]): a proof, a fit with spare terms, or a guess. Before a
//! formula is shown, all its parts are computed again and compared with the terms (`checked`).
//!
//! | family | rule | claim | file |
//! |---|---|---|---|
//! | one side grows, any numbers: `5x{n} K*` | linear recurrence | proved: boundary states | `strip` |
//! | one side grows, maximum: `4x{n} Qmax` | linear and periodic | proved: boundary states | `strip` |
//! | one side grows, exact numbers: `5x{n} B3` | polynomial | proved: clusters | `bounded`, `leapers` |
//! | both sides grow, exact numbers of leapers: `{m}x{n} N2` | polynomial | proved: clusters | `leapers` |
//! | both sides grow, up to six pieces with riders: `{n}x{n} Q3` | quasi-polynomial | proved: polytopes | `riders`, `fitted` |
//! | others with riders, tori among them | quasi-polynomial | fitted | `fitted` |
//! | both sides grow, maximum: `{n}x{n} Nmax` | quasi-polynomial | fitted | `fitted` |
//! | one side grows, any numbers, by number of pieces | generating function | proved: boundary states | `by_number` |
//! | two sides grow independently, any numbers: `{m}x{n} K*` | growth by width | proved by width; its limit within proved bounds, and estimated | `widths` |
//! | one side grows, numbers grow, near the maximum: `8x{2n} K{4n}` | linear recurrence | proved: boundary states | `strip` |
//! | one side grows, any numbers, maximal placements: `3x{n} K*` | linear recurrence | proved: boundary states | `strip` |
//! | one side grows, any numbers, with degrees: `{n}x3 W* each=2` | linear recurrence | proved: boundary states | `strip` |
//! | others: `{n}x{n} R*`, `3x{n} W{n}`, other maximal placements | recurrence | guessed | `guessed` |
//! | one side grows, any numbers, up to symmetry: `3x{n} K*` | linear recurrence | proved: boundary states, folded | `strip` |
//! | all others up to symmetry | type of all placements | fit of the placements that symmetries fix | `classes` |

mod bivariate;
mod bounded;
mod by_number;
mod checked;
mod claim;
mod classes;
mod derive;
mod error;
mod fitted;
mod found;
mod generating;
mod guessed;
mod known;
mod leapers;
mod program;
mod published;
mod riders;
mod search;
mod shape;
mod strip;
mod support;
mod terms;
mod widths;

pub use bivariate::Bivariate;
pub use by_number::{NumberGeneratingFunction, by_number};
pub use claim::{Claim, Reason};
pub use derive::derive;
pub use error::FormulaError;
pub use found::{CountedObject, Formula, Rule};
pub use generating::GeneratingFunction;
pub use known::KnownTerms;
pub use program::{Program, Step};
pub use search::Search;
pub use widths::{BoundMethod, ConstantBounds, GrowthByWidth, Lattices, StripGrowth, growth_by_width};
