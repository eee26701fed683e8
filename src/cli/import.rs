//! `armistice import`: reads the answers of another solver and checks them.

use super::args::ImportArguments;
use super::exit::{UsageError, fault_of_path};
use super::placed::placement_error;
use super::written::{WriteOptions, Writer};
use super::{Exit, input, output, progress};
use crate::export::{Reader, SolverAnswer};
use crate::notation::{Legend, PermutationAxis};
use crate::{Objective, Placement, Problem, Quantity};
use anyhow::Context;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line in bytes, which suffices for the names of all variables of a large board.
const MAX_LINE_BYTES: u64 = 1 << 30;

pub(super) fn run(arguments: &ImportArguments) -> anyhow::Result<Exit> {
    let mut words = arguments.problem.clone();
    let is_piped = words.pop_if(|word| word == "-").is_some();
    let source = arguments.file.as_deref().filter(|path| path.as_os_str() != "-");
    match (is_piped, &arguments.file) {
        (true, Some(_)) => return Err(UsageError::new("with --file, write the problem instead of -").into()),
        (false, None) => {
            let fault = "nothing to read: give the solver's output with --file, or - after the problem";
            return Err(UsageError::new(fault).into());
        }
        _ => {}
    }
    let text = input::typed_problem(&words, &Legend::default())?;
    let problem = text.parse::<Problem>().map_err(UsageError::new)?;
    let reader = Reader::new(&problem, arguments.from).map_err(|error| placement_error(&problem, error))?;
    progress::catch_interruptions()?;
    let several = WriteOptions { number: u64::MAX, read_by: PermutationAxis::Ranks };
    let input: Box<dyn BufRead> = match source {
        Some(path) => Box::new(BufReader::new(File::open(path).map_err(|error| fault_of_path(path, error))?)),
        None => Box::new(BufReader::new(io::stdin())),
    };
    let writer = Writer::new(&problem, arguments.output.as_deref(), arguments.format, several)?;
    Import::new(&problem, arguments.at_least, writer).read(reader, input, source)
}

/// Placements on their way from the output of a solver to a file or standard output.
struct Import<'a> {
    problem: &'a Problem,
    at_least: Option<u32>,
    writer: Writer<'a>,
    /// The number of placements read.
    read: u64,
    /// Whether the solver says that there is no placement.
    is_none: bool,
    /// Whether an answer was not a placement.
    has_fault: bool,
    /// If a number is maximised: the largest number of pieces so far, and the placements with that number.
    largest: Option<LargestAnswers>,
}

#[derive(Default)]
struct LargestAnswers {
    number: usize,
    placements: Vec<Placement>,
    known: HashSet<Placement>,
}

impl<'a> Import<'a> {
    fn new(problem: &'a Problem, at_least: Option<u32>, writer: Writer<'a>) -> Self {
        let is_maximum = problem.objective() == Objective::Maximum && at_least.is_none();
        let largest = is_maximum.then(LargestAnswers::default);
        Self { problem, at_least, writer, read: 0, is_none: false, has_fault: false, largest }
    }

    fn read(
        mut self,
        mut reader: Reader<'_>,
        mut input: Box<dyn BufRead>,
        source: Option<&Path>,
    ) -> anyhow::Result<Exit> {
        let name = || source.map_or_else(|| "standard input".to_owned(), output::quoted_path);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            if input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line).with_context(name)? == 0 {
                break;
            }
            // Comments may have any encoding. The lines that are read here are ASCII.
            let text = String::from_utf8_lossy(&line);
            let answer = reader.line(text.trim_end_matches(['\n', '\r']));
            self.take(answer.map_err(|error| UsageError(format!("line {number}: {error}")))?)?;
        }
        self.take(reader.end().map_err(UsageError::new)?)?;
        self.finish()
    }

    fn take(&mut self, answer: Option<SolverAnswer>) -> anyhow::Result<()> {
        match answer {
            None => {}
            Some(SolverAnswer::None) => self.is_none = true,
            Some(SolverAnswer::Placement(placement)) => {
                self.read += 1;
                if let Some(fault) = self.fault(&placement) {
                    output::complain(&format!("placement {}: {fault}", self.read));
                    self.has_fault = true;
                    return Ok(());
                }
                let number = self.number(&placement);
                match &mut self.largest {
                    None => self.writer.write(&placement, self.writer.count_written() + 1, None)?,
                    Some(largest) => largest.take(placement, number),
                }
            }
        }
        Ok(())
    }

    /// Explains why pieces are not a placement; `None` if they are one.
    fn fault(&self, placement: &Placement) -> Option<String> {
        if let Some(fault) = placement.fault(self.problem) {
            return Some(fault.to_string());
        }
        let number = self.number(placement);
        let least = self.at_least.filter(|&least| number < least as usize)?;
        Some(format!("{number} of the pieces written max, but at least {least} are asked for"))
    }

    /// Counts the pieces of the kinds that are maximised.
    fn number(&self, placement: &Placement) -> usize {
        let is_max: Vec<bool> =
            self.problem.pieces().map(|pieces| pieces.quantity == Quantity::Max).collect();
        placement.pieces().iter().filter(|(kind, _)| is_max.get(*kind) == Some(&true)).count()
    }

    fn finish(mut self) -> anyhow::Result<Exit> {
        for placement in self.largest.take().map(|largest| largest.placements).into_iter().flatten() {
            self.writer.write(&placement, self.writer.count_written() + 1, None)?;
        }
        match () {
            () if self.has_fault => self.writer.finish(Exit::Failed),
            () if self.read > 0 => self.writer.finish(Exit::Complete),
            () if self.is_none => self.writer.write_none(),
            () => {
                let fault = "found neither a placement nor 'unsatisfiable'; is this the solver's output? If it \
                             is, name the format of its problem with --from";
                Err(placement_error(self.problem, fault).into())
            }
        }
    }
}

impl LargestAnswers {
    fn take(&mut self, placement: Placement, number: usize) {
        if number > self.number {
            *self = Self { number, ..Self::default() };
        }
        if number == self.number && self.known.insert(placement.clone()) {
            self.placements.push(placement);
        }
    }
}
