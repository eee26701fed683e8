//! From tables to formulas: what is known of a whole family of problems, and how it is proved.
//!
//! A family such as `5x{n} K*` has a term for every n. Where the numbers of placements obey a rule, [`derive()`] finds it and says
//! what stands behind it ([`Claim`]): a proof, a fit with so many terms to spare, or a guess. All that is shown of a formula
//! is computed once more before that, and compared with the terms (`checked`).
//!
//! | family | rule | claim | file |
//! |---|---|---|---|
//! | one side grows, any numbers: `5x{n} K*` | linear recurrence | proved: boundary states | `strip` |
//! | the same, largest number: `4x{n} Qmax` | linear and periodic | proved: boundary states | `strip` |
//! | one side grows, fixed numbers: `5x{n} B3` | polynomial | proved: clusters | `bounded`, `leapers` |
//! | both sides grow, fixed numbers of leapers: `{m}x{n} N2` | polynomial | proved: clusters | `leapers` |
//! | both sides grow, up to six pieces with riders: `{n}x{n} Q3` | quasi-polynomial | proved: polytopes | `riders`, `fitted` |
//! | others with riders, tori among them | quasi-polynomial | fitted | `fitted` |
//! | both sides grow, largest number: `{n}x{n} Nmax` | quasi-polynomial | fitted | `fitted` |
//! | one side grows, any numbers, by number of pieces | generating function | proved: boundary states | `by_number` |
//! | two sides grow apart, any numbers: `{m}x{n} K*` | growth by width | proved by width; its limit within proved bounds, and estimated | `widths` |
//! | one side grows, numbers grow, nearly as many as fit: `8x{2n} K{4n}` | linear recurrence | proved: boundary states | `strip` |
//! | one side grows, any numbers, maximal placements: `3x{n} K*` | linear recurrence | proved: boundary states | `strip` |
//! | one side grows, any numbers, with degrees: `{n}x3 W* each=2` | linear recurrence | proved: boundary states | `strip` |
//! | others: `{n}x{n} R*`, `3x{n} W{n}`, other maximal placements | recurrence | guessed | `guessed` |
//! | one side grows, any numbers, up to symmetry: `3x{n} K*` | linear recurrence | proved: boundary states, folded | `strip` |
//! | all others up to symmetry | the same | what symmetries fix is fitted | `classes` |

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
pub use by_number::{ByNumber, by_number};
pub use claim::{Claim, Reason};
pub use derive::derive;
pub use error::FormulaError;
pub use found::{Counted, Formula, Rule};
pub use generating::GeneratingFunction;
pub use known::KnownTerms;
pub use program::{Program, Step};
pub use search::Search;
pub use widths::{BoundedBy, ConstantBounds, GrowthByWidth, Lattices, StripGrowth, growth_by_width};
