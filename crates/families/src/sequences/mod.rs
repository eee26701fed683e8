//! Published sequences, and their verification.
//!
//! A sequence is data. A line of [registry] text gives the family of problems that it counts, its first n,
//! its conventions and the published terms. `verify` counts the terms again, one after another for as long as
//! its [observer](crate::plan::Observer) allows, and reports which agree. If time is left at the end of the
//! list, it adds new terms. It shows a new term only if two different counts agree.
//!
//! | file | contains |
//! |---|---|
//! | `registry.txt` | the sequences, with source and licence |
//! | [`registry`] | the parser of such text |
//! | [`layout`] | the assignment of the terms of a list to n and k |
//! | `by_terms` | the search for sequences by some of their terms |
//! | `findings.txt`, `findings` | our terms past the published ones, and our formulas |
//! | `verify` | the recount and the comparison |
//! | [`bfile`] | lists of terms in the format of the OEIS |

pub mod bfile;
mod by_terms;
mod findings;
pub mod layout;
pub mod registry;
mod verify;

pub use by_terms::TermMatch;
pub use findings::{CountedTerms, Findings, KnownFormula};
pub use registry::{
    Registry, RegistryEntry, RowError, RowFault, Sequence, Term, UnsupportedSequence, full_number,
};
pub use verify::{Discrepancy, FurtherTerm, OmissionReason, Stop, Verification, verify};
