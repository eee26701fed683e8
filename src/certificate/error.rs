//! The reasons why a claim has no proof.

use crate::export::ExportError;
use std::io;

/// The reasons why a claim has no proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The claim cannot be expressed.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// A claim about armies that are not two of one kind each.
    #[error("a proof about armies needs two armies of one kind each, like 8x8 Q/Q")]
    Armies,
    /// A kind with a number where none is expected.
    #[error("a proof of the fewest non-attacking pieces needs kinds without a number")]
    Numbers,
    /// No counted piece has a square.
    #[error("there is nothing to prove: no square is open to a kind whose number is open")]
    Nothing,
    /// The search for a proof has found that the claim is false.
    #[error("the proof failed: a better placement was found; this should not happen, please report it")]
    Disproved,
    /// The search was stopped.
    #[error("the proof was stopped after {0} bytes")]
    Stopped(u64),
    /// The proof would exceed its size limit.
    #[error("the proof would be larger than {0} bytes")]
    TooLarge(u64),
    /// The proof cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
