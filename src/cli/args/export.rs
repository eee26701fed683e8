//! Arguments of `armistice export` and `armistice import`.

use super::one_of::one_of;
use super::question::LinesArguments;
use crate::Named;
use crate::export::Format;
use crate::report::solution::Form;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// Write a problem for another program: a SAT solver, model counter, clingo, MiniZinc, an integer programming or
/// pseudo-Boolean solver, a graph tool.
///
/// Solutions of the file are placements of the problem, one for one; comments in it say which variable is which piece.
/// With `max`, lp, asp, mzn and opb maximise, a graph has its largest independent sets as solutions, and cnf needs --at-least. What a
/// format cannot express is refused. docs/other-programs.md has a command line for each solver.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  # For model counters: 92 models
  armistice export 8x8 Q8 --to cnf -o queens.cnf
  # All placements by clingo
  armistice export 8x8 Q8 --to asp | clingo - 0
  # The most knights together with five queens, by glpsol
  armistice export 8x8 Q5 Nmax --to lp -o knights.lp
  glpsol --lp knights.lp -o knights.txt
  # Are there five of them?
  armistice export 8x8 Q5 Nmax --at-least 5 --to cnf -o knights.cnf
  # The conflict graph of queens, and the graph in which placements are cliques
  armistice export 8x8 'Q*' --to graph6
  armistice export 8x8 Q8 -o queens.clq"
)]
pub(in crate::cli) struct ExportArguments {
    /// Problem; `-` reads it from standard input
    #[arg(value_name = "PROBLEM", required = true)]
    pub(in crate::cli) problem: Vec<OsString>,

    /// Format of the file. [default: by its name: .cnf, .asp, .lp, .opb, .col, .clq (the complement), .g6 or .mzn]
    #[arg(long, value_parser = one_of(Format::ALL), required_unless_present = "output")]
    pub(in crate::cli) to: Option<Format>,

    /// Ask for at least K pieces in all of the kinds with max, instead of as many as possible
    #[arg(long, value_name = "K")]
    pub(in crate::cli) at_least: Option<u32>,

    /// Write the complement of the graph, for tools that look for cliques
    #[arg(long)]
    pub(in crate::cli) complement: bool,

    #[command(flatten)]
    pub(in crate::cli) lines: LinesArguments,

    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
}

/// Read placements that another solver found for an exported problem, and check each.
///
/// Reads answers of clingo and clasp, `v` lines of SAT and pseudo-Boolean solvers, solutions of glpsol, HiGHS, CBC, SCIP and MiniZinc, and sets
/// listed by cliquer. Placements are checked by the rules of movement; an invalid one is reported, with exit code 1, and
/// not written. With `max`, only those with the most pieces are written, each once. Prints `none` if the solver found that
/// there is no placement.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:
  armistice export 8x8 Q8 --to asp | clingo - 0 | armistice import 8x8 Q8 -
  armistice import 8x8 Q8 --file answers.txt --format fen
  armistice import 8x8 Q5 Nmax --file knights.txt -o knights.svg"
)]
pub(in crate::cli) struct ImportArguments {
    /// The exported problem; `-` after it reads the solver's output from standard input
    #[arg(value_name = "PROBLEM", required = true)]
    pub(in crate::cli) problem: Vec<OsString>,

    /// Read the solver's output from a file (or `-`)
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) file: Option<PathBuf>,

    /// Format of the exported file [default: recognised from the output]
    #[arg(long, value_parser = one_of(Format::ALL), value_name = "FORMAT")]
    pub(in crate::cli) from: Option<Format>,

    /// The value of --at-least of the export
    #[arg(long, value_name = "K")]
    pub(in crate::cli) at_least: Option<u32>,

    /// Format of the placements. [default: by the name of the output file, otherwise diagram, or squares on boards of more
    /// than 32 ranks or files]
    #[arg(long, value_parser = one_of(Form::ALL))]
    pub(in crate::cli) format: Option<Form>,

    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
}
