//! Published sequences, and whether our counts agree with them.
//!
//! A sequence is data: a line of [registry] text says which family of problems it counts, from which n on, by which
//! conventions, and what was published. `verify` counts the terms again, one after another for as long as its
//! [observer](crate::plan::Observer) allows, and says which agree. Where the list ends and time is left, terms of our own follow, and none of
//! them is shown that was not counted twice in different ways.
//!
//! | file | what |
//! |---|---|
//! | `registry.txt` | the sequences, with source and licence |
//! | [`registry`] | reads such text |
//! | [`layout`] | which term of a list belongs to which n and k |
//! | `by_terms` | finds sequences by some of their terms |
//! | `verify` | counts and compares |
//! | [`bfile`] | lists of terms as the OEIS takes them |

pub mod bfile;
mod by_terms;
pub mod layout;
pub mod registry;
mod verify;

pub use by_terms::TermMatch;
pub use registry::{Registry, RegistryEntry, RowError, RowFault, Sequence, Term, Unsupported, full_number};
pub use verify::{Beyond, Discrepancy, Stop, Unshown, Verification, verify};
