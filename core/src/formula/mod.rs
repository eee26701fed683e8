//! From tables to formulas: what is known of a whole family of problems, and how it is proved.
//!
//! A family such as `5x{n} K*` has a term for every n. Where the numbers of placements obey a rule, [`derive()`] finds it and says
//! what stands behind it ([`Claim`]): a proof, a fit with so many terms to spare, or a guess.
//!
//! | family | rule | claim | file |
//! |---|---|---|---|
//! | one side grows, any numbers: `5x{n} K*` | linear recurrence | proved: boundary states | `strip` |
//! | the same, largest number: `4x{n} Qmax` | linear and periodic | proved: boundary states | `strip` |
//! | one side grows, fixed numbers: `5x{n} B3` | polynomial | proved: clusters | `bounded`, `leapers` |
//! | both sides grow, fixed numbers of leapers: `{m}x{n} N2` | polynomial | proved: clusters | `leapers` |
//! | both sides grow, fixed numbers with riders: `{n}x{n} Q3` | quasi-polynomial | fitted | `fitted`, `large` |
//! | both sides grow, largest number: `{n}x{n} Nmax` | quasi-polynomial | fitted | `fitted` |
//! | two sides grow apart, any numbers: `{m}x{n} K*` | growth by width | proved by width, its limit estimated | `widths` |
//! | others: `{n}x{n} R*`, `4x{n} K{n}` | recurrence | guessed | `guessed` |

mod bivariate;
mod bounded;
mod claim;
mod derive;
mod error;
mod fitted;
mod found;
mod guessed;
mod large;
mod leapers;
mod search;
mod shape;
mod strip;
mod terms;
mod widths;

pub use bivariate::Bivariate;
pub use claim::{Claim, Reason};
pub use derive::derive;
pub use error::FormulaError;
pub use found::{Formula, Rule};
pub use search::Search;
pub use widths::{GrowthByWidth, StripGrowth, growth_by_width};
