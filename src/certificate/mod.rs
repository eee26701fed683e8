//! Proofs that others can check: that there is no placement, that there are no more pieces, or no fewer.
//!
//! A [`Certificate`] is two files: the claim as a pseudo-Boolean problem, which anybody can read and compare with the rules of
//! the board, and a proof of it for the checker VeriPB. Nobody need trust this program for it. A search of its own writes the
//! proof ([`armistice_proof`]), from what was found before: its size is what it has to refute one step beyond. What it
//! counts with are sums of constraints: [cliques that cover](armistice_proof::bounds::Cover) what is left,
//! [squares that share no attacker](armistice_proof::bounds::Packing), [flows between armies](armistice_proof::bounds::Rivals).
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

/// After so many bytes an observer is told how large a proof has become.
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
    /// A claim about a problem, as a pseudo-Boolean problem; its proof is for VeriPB.
    ///
    /// # Errors
    /// What cannot be written down.
    pub fn new(problem: &'a Problem, claim: Claim<'a>) -> Result<Self, CertificateError> {
        Ok(Self(Form::Sums(Box::new(Sums::of(problem, claim)?))))
    }

    /// That a problem has no placement, as a formula of clauses; its proof is in DRAT.
    ///
    /// # Errors
    /// What cannot be written down.
    pub fn of_clauses(problem: &'a Problem) -> Result<Self, CertificateError> {
        Ok(Self(Form::Clauses(Formula::of(problem)?)))
    }

    /// Writes what is claimed.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn write_claim(&self, to: &mut dyn Write) -> io::Result<()> {
        match &self.0 {
            Form::Sums(sums) => sums.write(to),
            Form::Clauses(formula) => formula.write(to),
        }
    }

    /// Writes a proof of it, of up to so many bytes: its size.
    ///
    /// # Errors
    /// What cannot be written, and proofs that are not finished.
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
