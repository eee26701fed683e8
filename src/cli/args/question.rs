//! Arguments about the question and the engines that answer it.

use super::brought::GivenArguments;
use super::format::FormatArgument;
use super::one_of::one_of;
use super::words::{equivalence_parser, group};
use crate::cli::memory;
use crate::engines::{Engine, Kernel};
use crate::plan::without::Omission;
use crate::plan::{Settings, memory_size};
use crate::{Demand, Lines, MapGroup, Named, Problem, Question, UpTo};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// The heading of options that choose placements.
pub(super) const WHICH: &str = "Which placements";
/// The heading of options that divide a count.
pub(super) const SUBTOTALS: &str = "Subtotals";
/// The heading of estimates and of options that check a count.
pub(super) const CHECKS: &str = "Estimates and checks";
/// The heading of options about threads, memory, time and engines.
pub(super) const HOW: &str = "Limits and engines";
/// The heading of options about the form of results.
pub(super) const OUTPUT: &str = "Output";
/// The help of options that treat placements as the same.
pub(super) const UP_TO: &str = "Treat placements as the same if one of these maps turns one into the other: `symmetry`, or names from `armistice help symmetries` joined by +";
/// The help of time limits. The first sentence stands in the short help.
pub(super) const BUDGET: &str = "Stop after a time like 30s, 5min or 2h. A number without a unit is seconds";

/// The heading of options for long counts.
pub(super) const LONG: &str = "Long counts";

/// The question, and the engine that answers it.
#[derive(Debug, Args)]
pub(in crate::cli) struct QuestionArguments {
    #[command(flatten)]
    pub(in crate::cli) input: InputArguments,

    #[command(flatten)]
    pub(in crate::cli) placements: PlacementArguments,

    /// Also count for each number of pieces (* or max)
    #[arg(long, help_heading = SUBTOTALS)]
    pub(in crate::cli) by_number: bool,

    #[command(flatten)]
    pub(in crate::cli) limits: LimitArguments,

    /// Format of the results
    #[arg(long, value_parser = one_of(FormatArgument::ALL), default_value_t, help_heading = OUTPUT)]
    pub(in crate::cli) format: FormatArgument,

    #[command(flatten)]
    pub(in crate::cli) engine: EngineArguments,

    #[command(flatten)]
    omissions: OmissionArguments,
}

impl QuestionArguments {
    /// Returns the settings of the count.
    pub(in crate::cli) fn settings(&self) -> Settings {
        self.omissions.settings(self.engine.settings(&self.limits))
    }

    /// Returns the question about a problem.
    pub(in crate::cli) fn question(&self, problem: Problem) -> Question {
        self.placements.question(problem).with_by_number(self.by_number)
    }
}

/// Where problems come from.
#[derive(Debug, Args)]
pub(in crate::cli) struct InputArguments {
    /// Board and pieces, or `-` to read problems from standard input. Each line has one problem
    #[arg(value_name = "PROBLEM", required_unless_present = "file", conflicts_with = "file")]
    pub(in crate::cli) problem: Vec<OsString>,

    /// Read a problem from each line of a file (or `-`); # begins a comment
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) file: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) given: GivenArguments,

    #[command(flatten)]
    pub(in crate::cli) lines: LinesArguments,
}

/// How far riders of opposing armies see.
#[derive(Debug, Clone, Copy, Args)]
pub(in crate::cli) struct LinesArguments {
    /// How far riders see between opposing armies that mix kinds [default: as in the problem, otherwise sight]
    #[arg(long, value_parser = one_of(Lines::ALL), value_name = "RULE")]
    lines: Option<Lines>,
}

impl LinesArguments {
    /// Applies the rule to a problem.
    pub(in crate::cli) fn apply(self, problem: Problem) -> Problem {
        match self.lines {
            Some(lines) => problem.with_lines(lines),
            None => problem,
        }
    }
}

/// Which placements are counted, and as how many.
#[derive(Debug, Args)]
#[command(next_help_heading = WHICH)]
pub(in crate::cli) struct PlacementArguments {
    /// Treat placements equivalent by `symmetry` as one
    #[arg(
        long,
        value_parser = equivalence_parser(),
        value_name = "WHAT",
        hide_possible_values = true,
        long_help = UP_TO
    )]
    pub(in crate::cli) up_to: Option<UpTo>,

    /// Count only placements that these maps leave unchanged: `symmetry`, or names from `armistice help symmetries` joined by +
    #[arg(long, value_parser = group(), value_name = "MAPS", conflicts_with = "up_to", hide_possible_values = true)]
    pub(in crate::cli) fixed_by: Option<MapGroup>,

    /// Count only maximal placements: no further piece of these kinds fits
    #[arg(long, conflicts_with = "dominating")]
    pub(in crate::cli) maximal: bool,

    #[command(flatten)]
    pub(in crate::cli) demand: DemandArguments,
}

/// The squares that the pieces must attack.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = WHICH)]
pub(in crate::cli) struct DemandArguments {
    /// Pieces must attack every empty square, and may attack each other; `total`: they must attack every square
    #[arg(
        long,
        value_name = "SQUARES",
        value_parser = one_of(&[Demand::Dominating, Demand::Total]),
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "dominating"
    )]
    dominating: Option<Demand>,
}

impl From<Demand> for DemandArguments {
    fn from(demand: Demand) -> Self {
        Self { dominating: Some(demand).filter(|&demand| demand != Demand::Nothing) }
    }
}

impl DemandArguments {
    pub(in crate::cli) fn is_asked(self) -> bool {
        self.dominating.is_some()
    }

    pub(in crate::cli) fn demand(self) -> Demand {
        self.dominating.unwrap_or_default()
    }
}

/// The limits of a run.
#[derive(Debug, Args)]
#[command(next_help_heading = HOW)]
pub(in crate::cli) struct LimitArguments {
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(in crate::cli) threads: Option<u16>,

    /// Memory limit for tables, like 500M or 2G [default: four fifths of the available memory]
    #[arg(long, value_name = "SIZE", value_parser = memory_size)]
    pub(in crate::cli) memory: Option<u64>,
}

/// The engine that counts.
#[derive(Debug, Args)]
#[command(next_help_heading = HOW)]
pub(in crate::cli) struct EngineArguments {
    /// Engine that counts: a name from `armistice help engines`
    #[arg(long, value_parser = one_of(Engine::ALL), default_value_t, hide_possible_values = true)]
    pub(in crate::cli) engine: Engine,

    /// Processor instructions that the engine uses [default: the best available]
    #[arg(long, value_parser = one_of(Kernel::ALL))]
    pub(in crate::cli) kernel: Option<Kernel>,
}

/// The engines and strategies that planning leaves out, to measure their worth.
#[derive(Debug, Args)]
struct OmissionArguments {
    /// Engines and strategies that count nothing, by name, with commas between them
    #[arg(long = "leave-out", hide = true, value_name = "NAME", value_delimiter = ',', value_parser = one_of(Omission::ALL))]
    without: Vec<Omission>,
}

impl OmissionArguments {
    /// Adds the omissions to the settings.
    fn settings(&self, settings: Settings) -> Settings {
        settings.with_without(self.without.iter().copied().collect())
    }
}

impl LimitArguments {
    /// Returns the default settings with these limits. Without a memory limit, the free memory is the limit.
    pub(in crate::cli) fn settings(&self) -> Settings {
        Settings::default()
            .with_threads(self.threads.map(usize::from))
            .with_memory(self.memory.or_else(memory::free))
    }
}

impl EngineArguments {
    /// Returns the settings of the engines, with limits from other arguments of a count.
    pub(in crate::cli) fn settings(&self, limits: &LimitArguments) -> Settings {
        limits.settings().with_engine(self.engine).with_kernel(self.kernel)
    }
}

impl PlacementArguments {
    /// Returns the question about a problem.
    pub(in crate::cli) fn question(&self, problem: Problem) -> Question {
        let up_to = self.up_to.unwrap_or_default();
        let fixed_by = self.fixed_by.unwrap_or_default();
        Question::from(problem)
            .with_up_to(up_to)
            .with_fixed_by(fixed_by)
            .with_maximal(self.maximal)
            .with_dominating(self.demand.demand())
    }
}
