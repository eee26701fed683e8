//! Arguments about proofs.

use super::question::OUTPUT;
use crate::plan::memory_size;
use clap::Args;
use std::path::PathBuf;

/// Proofs that others can check.
#[derive(Debug, Args)]
pub(in crate::cli) struct ProofArguments {
    /// Also write a proof that others can check. *.pbp for VeriPB, with the statement in *.opb beside it; if there is no placement,
    /// *.drat, with the statement in *.cnf
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(in crate::cli) proof: Option<PathBuf>,

    /// Give up a proof that becomes larger than this, like 500M or 2G
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = memory_size,
        default_value = "1G",
        requires = "proof",
        help_heading = OUTPUT
    )]
    pub(in crate::cli) proof_limit: u64,
}
