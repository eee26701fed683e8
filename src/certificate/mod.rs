//! Proofs that others can check: of the absence of a placement, of a maximum, or of a minimum.
//!
//! A [`Certificate`] is two files. One is the claim as a pseudo-Boolean problem, which anybody can read and
//! compare with the rules of the board. The other is a proof of the claim for the checker VeriPB. If you
//! trust the checker, you need not trust this program. A separate search writes the proof
//! ([`armistice_proof`]) and uses the result found before. The size of the proof depends on the work to
//! refute one step beyond that result. The search uses sums of constraints: [cliques that
//! cover](armistice_proof::bounds::Cover) the rest of the board, [squares that share no
//! attacker](armistice_proof::bounds::Packing), [flows between armies](armistice_proof::bounds::Rivals).
//!
//! ```
//! use armistice::certificate::{Certificate, Claim};
//! use armistice::plan::Silent;
//!
//! let problem: armistice::Problem = "8x8 Q9".parse()?;
//! let certificate = Certificate::new(&problem, Claim::None)?;
//! let (mut claim, mut proof) = (Vec::new(), Vec::new());
//! certificate.write_claim(&mut claim)?;
//! let size = certificate.write_proof(&mut proof, u64::MAX, &Silent)?;
//! assert!(size == proof.len() as u64 && String::from_utf8(proof)?.contains("conclusion UNSAT"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod armies;
mod clauses;
mod cliques;
mod error;
mod parts;
mod program;
mod sums;

pub use error::CertificateError;
pub use parts::{Part, Parts, PartsError, check_parts, parts};
pub use program::Claim;

use crate::Problem;
use crate::plan::Observer;
use armistice_proof::Outcome;
use clauses::Formula;
use std::io::{self, Write};
use sums::Sums;

/// The number of bytes of a proof after which the observer gets its size again.
const SHOWN: u64 = 1_000_000;

/// A claim that can be proved.
#[derive(Debug)]
pub struct Certificate<'a>(Form<'a>);

#[derive(Debug)]
enum Form<'a> {
    Sums(Box<Sums<'a>>),
    Clauses(Formula<'a>),
}

impl<'a> Certificate<'a> {
    /// States a claim about a problem as a pseudo-Boolean problem. The proof is for VeriPB.
    ///
    /// # Errors
    /// Returns an error if the claim cannot be expressed.
    pub fn new(problem: &'a Problem, claim: Claim<'a>) -> Result<Self, CertificateError> {
        Ok(Self(Form::Sums(Box::new(Sums::from_problem(problem, claim)?))))
    }

    /// States the claim that a problem has no placement as a formula of clauses. The proof is in DRAT.
    ///
    /// # Errors
    /// Returns an error if the claim cannot be expressed.
    pub fn of_clauses(problem: &'a Problem) -> Result<Self, CertificateError> {
        Ok(Self(Form::Clauses(Formula::from_problem(problem)?)))
    }

    /// Writes the claim.
    ///
    /// # Errors
    /// Returns the errors of `to`.
    pub fn write_claim(&self, to: &mut dyn Write) -> io::Result<()> {
        match &self.0 {
            Form::Sums(sums) => sums.write(to),
            Form::Clauses(formula) => formula.write(to),
        }
    }

    /// Writes a proof of the claim of at most `most` bytes, and returns its size.
    ///
    /// # Errors
    /// Returns the errors of `to`, and an error if the proof is not completed.
    pub fn write_proof(
        &self,
        to: &mut dyn Write,
        most: u64,
        observer: &dyn Observer,
    ) -> Result<u64, CertificateError> {
        let mut is_too_large = false;
        let mut shown = 0;
        let mut should_stop = |size: u64| {
            if size >= shown + SHOWN {
                shown = size;
                observer.search_begins(&format!("proof of {} MB,", size / SHOWN));
            }
            is_too_large = size > most;
            is_too_large || observer.should_stop()
        };
        let (outcome, size) = match &self.0 {
            Form::Sums(sums) => sums.prove(to, &mut should_stop)?,
            Form::Clauses(formula) => formula.prove(to, &mut should_stop)?,
        };
        match outcome {
            Outcome::Refuted(_) if size > most => Err(CertificateError::TooLarge(most)),
            Outcome::Refuted(_) => Ok(size),
            Outcome::Solution(_) => Err(CertificateError::Disproved),
            Outcome::Stopped if is_too_large => Err(CertificateError::TooLarge(most)),
            Outcome::Stopped => Err(CertificateError::Stopped(size)),
        }
    }
}
