//! Arguments for long counts.

use super::format::FormatArgument;
use super::one_of::one_of;
use super::question::{BUDGET, EngineArguments, LONG, LimitArguments, LinesArguments, OUTPUT, UP_TO, WHICH};
use super::words::equivalence_parser;
use crate::Named;
use crate::Problem;
use crate::plan::Settings;
use crate::{Question, UpTo};
use clap::{ArgGroup, Args};
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The journal and the time limit of a count.
#[derive(Debug, Args)]
#[command(next_help_heading = LONG)]
pub(in crate::cli) struct JournalArguments {
    /// Keep a journal in this file from the start [default: an automatic one, after ten seconds]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "divide", "explain"])]
    pub(in crate::cli) journal: Option<PathBuf>,

    /// Resume the count of this journal [default: the one interrupted last]; the problem may be omitted
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = "-",
        conflicts_with_all = ["file", "journal", "divide", "explain", "maximal", "by_number", "dominating"]
    )]
    pub(in crate::cli) resume: Option<PathBuf>,

    /// Do not keep a journal
    #[arg(long, conflicts_with_all = ["journal", "resume"])]
    pub(in crate::cli) no_journal: bool,

    /// Stop after a time like 30s, 5min or 2h
    #[arg(long, long_help = BUDGET, alias = "stop-after", value_name = "TIME", value_parser = crate::cli::time::parse, conflicts_with = "explain")]
    pub(in crate::cli) budget: Option<Duration>,
}

/// The number of a part, perhaps with the number of parts: `3/100`, or `3` if there is a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) struct PartArgument {
    pub(in crate::cli) part: usize,
    pub(in crate::cli) of: Option<usize>,
}

impl FromStr for PartArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || {
            "expected the number of a part, from 0, or that and the number of parts: 3 or 3/100".to_owned()
        };
        let number = |text: &str| text.parse::<usize>().map_err(|_| fault());
        let (part, of) = match text.split_once('/') {
            Some((part, of)) => (number(part)?, Some(number(of)?)),
            None => (number(text)?, None),
        };
        match of {
            Some(0) => Err("a count has at least one part, as in 0/1".to_owned()),
            Some(of) if part >= of => Err(format!("parts are numbered 0 to {}", of - 1)),
            _ => Ok(Self { part, of }),
        }
    }
}

/// The question that is counted in parts, and its settings.
#[derive(Debug, Args)]
pub(in crate::cli) struct SharedArguments {
    #[command(flatten)]
    pub(in crate::cli) lines: LinesArguments,

    /// Treat placements equivalent by `symmetry` as one
    #[arg(long, long_help = UP_TO, value_parser = equivalence_parser(), value_name = "WHAT", hide_possible_values = true, help_heading = WHICH)]
    pub(in crate::cli) up_to: Option<UpTo>,

    #[command(flatten)]
    pub(in crate::cli) limits: LimitArguments,

    #[command(flatten)]
    pub(in crate::cli) engine: EngineArguments,
}

impl SharedArguments {
    pub(in crate::cli) fn settings(&self) -> Settings {
        self.engine.settings(&self.limits)
    }

    /// Returns the question about a problem.
    pub(in crate::cli) fn question(&self, problem: Problem) -> Question {
        Question::from(problem).with_up_to(self.up_to.unwrap_or_default())
    }
}

/// Split a count into parts of about equal time, and write the plan to a folder.
///
/// The parts can then be counted anywhere and in any order with `armistice shard --part I --out DIR`, and added up with
/// `armistice merge DIR`. Repeating the same plan is harmless; a different plan is refused.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    group(ArgGroup::new("size").required(true)),
    after_help = "Examples:
  armistice plan 20x20 Q20 --parts 64 --out queens
  armistice plan 26x26 Q26 --part-time 2h --out queens26"
)]
pub(in crate::cli) struct PlanArguments {
    /// The problem, as one argument or several
    #[arg(value_name = "PROBLEM", required = true)]
    pub(in crate::cli) problem: Vec<OsString>,

    /// Number of parts
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        group = "size"
    )]
    pub(in crate::cli) parts: Option<u64>,

    /// Expected time per part on a core with AVX-512, like 30min or 2h
    #[arg(long, value_name = "TIME", value_parser = crate::cli::time::parse, group = "size")]
    pub(in crate::cli) part_time: Option<Duration>,

    /// Folder of the plan and the results
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: PathBuf,

    #[command(flatten)]
    pub(in crate::cli) shared: SharedArguments,

    /// Format of the results
    #[arg(long, value_parser = one_of(FormatArgument::ALL), default_value_t, help_heading = OUTPUT)]
    pub(in crate::cli) format: FormatArgument,
}

/// Count one part of a distributed count.
///
/// The folder keeps the counted units: the same command resumes an interrupted part, and a finished part is not counted
/// twice. If the folder has no plan (from `armistice plan`), give the problem and the number of parts here; the plan
/// is then made, the same on every machine.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice shard 20x20 Q20 --part 3/64 --out queens
  # With a plan in the folder
  armistice shard --part 3 --out queens
  armistice shard --part 3 --out queens --budget 55min
  # Does it fit into this memory?
  armistice shard --part 3 --out queens --threads 8 --memory 8G --dry-run"
)]
pub(in crate::cli) struct ShardArguments {
    /// The problem [default: that of the plan in the folder]
    #[arg(value_name = "PROBLEM")]
    pub(in crate::cli) problem: Vec<OsString>,

    /// Part number, from 0: `3/64`, or `3` if the folder has a plan
    #[arg(long, value_name = "PART")]
    pub(in crate::cli) part: PartArgument,

    /// Folder of the plan and the results
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: PathBuf,

    /// Stop after a time like 30s, 5min or 2h
    #[arg(long, long_help = BUDGET, alias = "stop-after", value_name = "TIME", value_parser = crate::cli::time::parse)]
    pub(in crate::cli) budget: Option<Duration>,

    /// Only check that these threads and this memory suffice for the part, and show what it needs
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,

    /// Write only errors
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,

    #[command(flatten)]
    pub(in crate::cli) shared: SharedArguments,
}

/// Add up the parts of a count, and report what is missing or wrong.
///
/// Every result is checked: it must be complete and belong to this count, and every unit must have been counted, once or
/// several times with the same result. Only then is there a total. If units are missing, there is a lower bound, marked with ≥
/// (exit code 3). If results contradict each other or come from a different count, there is no total (exit code 1).
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice merge queens
  armistice merge queens other-cluster/queens
  # A single file instead of many
  armistice merge queens -o all.result"
)]
pub(in crate::cli) struct MergeArguments {
    /// Folders with parts, or result files
    #[arg(value_name = "PATH", required = true)]
    pub(in crate::cli) paths: Vec<PathBuf>,

    /// Write all counted units to one result file, which can be merged again
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,

    /// Format of the results
    #[arg(long, value_parser = one_of(FormatArgument::ALL), default_value_t)]
    pub(in crate::cli) format: FormatArgument,

    /// Write only the number, with ≥ if parts are missing
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,
}

/// List the parts without a valid result, like `3,17,40-44`, in the form that job schedulers accept.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice missing queens
  armistice missing queens other-cluster/queens
  # A line for each part
  armistice missing queens | tr ',' '\\n' | awk -F- '{ for (i = $1; i <= $NF; i++) print i }'"
)]
pub(in crate::cli) struct MissingArguments {
    /// Folders with parts, or result files
    #[arg(value_name = "PATH", required = true)]
    pub(in crate::cli) paths: Vec<PathBuf>,
}

/// Show the progress of a journaled or distributed count, even while it is running.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  armistice status                interrupted counts
  armistice status queens.jsonl   a journal
  armistice status queens         a folder with parts
  armistice status --clean --older-than 30d")]
pub(in crate::cli) struct StatusArguments {
    /// Journals, result files, or folders with parts [default: list all automatic journals]
    #[arg(value_name = "PATH")]
    pub(in crate::cli) paths: Vec<PathBuf>,

    /// Remove the automatic journals of finished counts, and list them
    #[arg(long, conflicts_with = "paths")]
    pub(in crate::cli) clean: bool,

    /// Also remove journals that are older than a time like 30d
    #[arg(long, value_name = "TIME", requires = "clean", value_parser = crate::cli::time::parse)]
    pub(in crate::cli) older_than: Option<Duration>,

    /// Format of the results
    #[arg(long, value_parser = one_of(FormatArgument::ALL), default_value_t)]
    pub(in crate::cli) format: FormatArgument,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_as_people_write_them() {
        assert_eq!("3/100".parse(), Ok(PartArgument { part: 3, of: Some(100) }));
        assert_eq!("3".parse(), Ok(PartArgument { part: 3, of: None }));
        for text in ["", "x", "3/", "/3", "-1", "3/3", "1/0", "0.5", "3 of 5"] {
            assert!(text.parse::<PartArgument>().is_err(), "{text}");
        }
    }
}
