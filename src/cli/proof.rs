//! Proofs of answers: `--proof FILE`.

use super::args::ProofArguments;
use super::batch::ProblemResult;
use super::exit::{UsageError, fault_of_path};
use super::{Exit, output, progress, time, whole_file};
use crate::Problem;
use crate::certificate::{Certificate, CertificateError, Claim};
use crate::plan::StoppingObserver;
use crate::report::numbers;
use crate::run::files::FileDraft;
use anyhow::Context;
use std::cell::Cell;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file of a proof and the file of its claim.
pub(super) struct ProofFile<'a> {
    path: &'a Path,
    /// Whether the proof is of clauses (DRAT), rather than of sums (VeriPB).
    is_drat: bool,
    claim: PathBuf,
    most: u64,
    budget: Option<Duration>,
    is_taken: Cell<bool>,
}

impl<'a> ProofFile<'a> {
    /// Refuses files that cannot be written, before the search.
    pub(super) fn from_arguments(
        arguments: &'a ProofArguments,
        budget: Option<Duration>,
    ) -> anyhow::Result<Option<Self>> {
        let Some(path) = arguments.proof.as_deref() else { return Ok(None) };
        let (is_drat, claim) = match whole_file::extension(path).as_deref() {
            Some("pbp") => (false, path.with_extension("opb")),
            Some("drat") => (true, path.with_extension("cnf")),
            _ => {
                return Err(UsageError::of_path(
                    path,
                    "expected a name ending in .pbp (VeriPB) or .drat (clauses)",
                )
                .into());
            }
        };
        whole_file::check(path)?;
        whole_file::check(&claim)?;
        Ok(Some(Self {
            path,
            is_drat,
            claim,
            most: arguments.proof_limit,
            budget,
            is_taken: Cell::new(false),
        }))
    }

    /// Takes the file for a problem, before the search. A file holds the proof of one problem, and not every
    /// claim can be proved.
    pub(super) fn take(&self, problem: &Problem, claim: Claim<'_>) -> anyhow::Result<()> {
        if self.is_taken.replace(true) {
            return Err(UsageError::new("--proof: the file can hold only one problem").into());
        }
        self.certificate(problem, claim).map(|_| ())
    }

    fn certificate<'b>(&self, problem: &'b Problem, claim: Claim<'b>) -> anyhow::Result<Certificate<'b>> {
        match (self.is_drat, claim) {
            (false, claim) => Certificate::new(problem, claim).map_err(certificate_error),
            (true, Claim::None) => Certificate::of_clauses(problem).map_err(certificate_error),
            (true, _) => Err(UsageError::of_path(
                self.path,
                "a .drat file can only prove that there is no placement: use .pbp",
            )
            .into()),
        }
    }

    /// Writes both files or neither.
    pub(super) fn write(&self, problem: &Problem, claim: Claim<'_>, is_quiet: bool) -> anyhow::Result<Exit> {
        let certificate = self.certificate(problem, claim)?;
        let end = time::end(self.budget);
        let begin = |path: &Path| FileDraft::begin(path).map_err(|error| fault_of_path(path, error));
        let drafts = (begin(&self.claim)?, begin(self.path)?);
        let (mut claim, mut proof) = (BufWriter::new(drafts.0), BufWriter::with_capacity(1 << 16, drafts.1));
        certificate.write_claim(&mut claim).with_context(|| output::quoted_path(&self.claim))?;
        let written = progress::watch_largest(!is_quiet, |observer| {
            certificate.write_proof(&mut proof, self.most, &StoppingObserver { observer, end })
        });
        match written {
            Ok(_) => {
                for (file, path) in [(claim, self.claim.as_path()), (proof, self.path)] {
                    let draft = file.into_inner().map_err(io::IntoInnerError::into_error);
                    draft.and_then(FileDraft::finish).with_context(|| output::quoted_path(path))?;
                }
                Ok(Exit::Complete)
            }
            Err(CertificateError::Stopped(size)) => {
                let size = numbers::bytes(usize::try_from(size).unwrap_or(usize::MAX));
                let why = if progress::is_interrupted() { "interrupted" } else { "out of time" };
                output::note(&format!("{why}: the proof is not kept ({size} so far)"));
                Ok(if progress::is_interrupted() { Exit::Interrupted } else { Exit::Limit })
            }
            Err(CertificateError::TooLarge(most)) => {
                let most = numbers::bytes(usize::try_from(most).unwrap_or(usize::MAX));
                output::note(&format!(
                    "the proof is not kept, because it is larger than {most}: see \
                                       --proof-limit"
                ));
                Ok(Exit::Limit)
            }
            Err(CertificateError::Io(error)) => Err(error).with_context(|| output::quoted_path(self.path)),
            Err(error) => Err(certificate_error(error)),
        }
    }
}

/// Writes an answer at once. Then writes its proof, if the user asked for one and the answer is known to be
/// right.
pub(super) fn write_answer_and_proof(
    answer: ProblemResult,
    file: Option<&ProofFile<'_>>,
    problem: &Problem,
    claim: Option<Claim<'_>>,
    is_quiet: bool,
) -> anyhow::Result<ProblemResult> {
    let Some(file) = file else { return Ok(answer) };
    output::write(&answer.result)?;
    let exit = match claim {
        Some(claim) => file.write(problem, claim, is_quiet)?,
        None => {
            output::note("no proof is written, because the answer is not proved");
            Exit::Limit
        }
    };
    Ok(ProblemResult { exit: answer.exit.more_important(exit), ..String::new().into() })
}

/// Returns an internal error, or an error in the request.
fn certificate_error(error: CertificateError) -> anyhow::Error {
    match error {
        CertificateError::Disproved => error.into(),
        error => UsageError(format!("--proof: {error}")).into(),
    }
}
