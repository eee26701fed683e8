//! `armistice table`: counts the problems of a family one after another.

use super::args::{JournalArguments, PlacementArguments, TableArguments};
use super::bfile_terms::{self, Recount};
use super::exit::UsageError;
use super::journal::Run;
use super::picture_file::PictureFile;
use super::progress::{self, Bar, CountingMark, Interruption};
use super::range::VariableRange;
use super::table_file::{TableFile, Values};
use super::table_order::VariableOrder;
use super::{Exit, entry, family_typed, origin, output, time, whole_file};
use crate::answer::{AnswerError, Ledger, answer};
use crate::notation::{self, Family, FamilyError, ValueFault};
use crate::plan::{Observer, Outcome, Plan, Settings};
use crate::report::plot::{self, Plot, Point};
use crate::report::table::{
    EntryParts, Origin, RowCount, TableFormat, TableHead, TableRow, TableStyle, TableValue, TableWriter,
};
use crate::report::{numbers, text};
use crate::run::journal;
use crate::run::machine::machine;
use crate::sequences::{Registry, Sequence, Term};
use crate::{Objective, Problem, Question};
use anyhow::Context;
use num_bigint::BigUint;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The largest number of values of an open range. More pieces than the largest board has squares never fit.
const MAX_VALUES: usize = 1025;
/// The width of a chart if that of the terminal is unknown.
const CHART_WIDTH: usize = 60;
/// The largest width of a chart.
const MAX_CHART_WIDTH: usize = 120;
/// The expected time of a row, in seconds, above which the program suggests a file.
const LONG_SECONDS: f64 = 60.0;

pub(super) fn run(arguments: &mut TableArguments, typed: &[OsString]) -> anyhow::Result<Exit> {
    take_sequence(arguments)?;
    let arguments = &*arguments;
    let family = family_typed::read(arguments)?;
    let order = VariableOrder::new(&family, arguments)?;
    if let Some(fault) = family_typed::slip(&family, &order) {
        return Err(fault.into());
    }
    let format = format(arguments)?;
    let settings = arguments.engine.settings(&arguments.limits).with_double_check(arguments.double_check);
    let head = TableHead {
        family: notation::plain(&family.to_string()),
        variables: family.variables(),
        layout: order.layout(),
        objective: order.objective(&family),
        up_to: arguments.placements.up_to.unwrap_or_default(),
        fixed_by: arguments.placements.fixed_by.unwrap_or_default(),
        maximal: arguments.placements.maximal,
        dominating: arguments.placements.demand.demand(),
    };
    let offset = arguments.offset.unwrap_or_else(|| order.down.1.first.number(0));
    if is_sequence(format) && arguments.offset.is_none() && order.has_gaps() {
        let fault = "the terms of a sequence are numbered consecutively, but these values have gaps: give --offset as well";
        return Err(UsageError::new(fault).into());
    }
    if format == TableFormat::Oeis && order.across.is_some() {
        return Err(entry::of_two_variables(&family).into());
    }
    if is_sequence(format) && order.across.is_none() {
        check_beginning(&family, order.down.0, &order.down.1)?;
    }
    let mut style = style(arguments, &head, offset)?;
    let reader = format.reader(&style);
    let chart = arguments.svg.as_deref().map(PictureFile::of_svg).transpose()?;
    let is_extended = format == TableFormat::Bfile && order.across.is_none() && !order.has_gaps();
    let mut terms = None;
    let sink = match (&arguments.output, reader) {
        (None, _) => Sink::Stdout { pending: String::new() },
        (Some(path), Some(reader)) => Sink::File(TableFile::resume(path, reader, &head, &family)?),
        (Some(path), None) if is_extended => {
            let (file, old) = TableFile::extend(path)?;
            terms = old;
            Sink::File(file)
        }
        (Some(path), None) => Sink::File(TableFile::create(path)?),
    };
    let is_resumable = arguments.output.is_some() && (reader.is_some() || is_extended);
    progress::catch_interruptions()?;
    if format == TableFormat::Oeis {
        style.entry = entry::parts(&family, &order, arguments, typed);
    }
    let writer = format.writer(&head, style);
    // An interruption between two rows must not lose the results so far either.
    let _counting = CountingMark::begin();
    let mut table = Table {
        family: &family,
        settings,
        placements: &arguments.placements,
        journal: JournalArguments {
            journal: None,
            resume: None,
            no_journal: false,
            budget: arguments.budget,
        },
        again: is_resumable.then(|| output::command(&typed[1..])),
        is_told: Cell::new(is_resumable || !output::is_error_terminal()),
        spent: Vec::new(),
        machine: machine(),
        known: sink.counted_rows(),
        writer,
        value: arguments.value,
        sink,
        points: Vec::new(),
        failed: false,
        differs: false,
        limited: false,
    };
    if let (Some(terms), Some(path)) = (terms, &arguments.output) {
        let is_maximum =
            head.objective == Objective::Maximum && arguments.value != Some(TableValue::Placements);
        let rows = bfile_terms::rows(&terms, &family, &order, offset, is_maximum);
        let rows = rows.map_err(|fault| UsageError::of_path(path, fault))?;
        let known = bfile_terms::trusted_rows(rows, arguments.double_check, |problem, values| {
            table.recount(problem, values, is_maximum)
        });
        table.known = known?.map_err(|fault| UsageError::of_path(path, fault))?;
    }
    table.fill(&order)?;
    let exit = table.exit();
    let plot = Plot {
        title: format!("{} of {}", name_values(&head, arguments.value), head.family),
        along: order.across.as_ref().map_or(order.down.0, |(name, _)| *name),
        line: order.across.as_ref().map(|_| order.down.0),
        points: std::mem::take(&mut table.points),
    };
    let Table { sink, mut writer, .. } = table;
    sink.finish(&mut *writer, &order)?;
    if arguments.chart {
        let space = if arguments.output.is_none() { "\n" } else { "" };
        output::write(&format!("{space}{}", plot::chart(&plot, chart_width())))?;
    }
    if let Some(file) = &chart {
        file.write(&plot::svg(&plot))?;
    }
    // The OEIS does not want an entry for a sequence that it already has.
    if output::is_terminal() || format == TableFormat::Oeis {
        for Sequence { id, name, .. } in sequences(&plot) {
            output::note(&format!("these are terms of {id}: {name}"));
        }
    }
    let is_zero = |point: &Point| point.complete && point.value == BigUint::ZERO;
    if format == TableFormat::Oeis && !plot.points.is_empty() && plot.points.iter().all(is_zero) {
        output::note("all terms are 0");
    }
    if exit == Exit::Interrupted {
        output::note(&match is_resumable {
            true => format!("interrupted; resume with: {}", output::command(&typed[1..])),
            false => {
                "interrupted; a table written to a CSV, JSON or b-file with -o can be resumed".to_owned()
            }
        });
    }
    Ok(exit)
}

/// Replaces an A-number by the family of the sequence, with its options.
fn take_sequence(arguments: &mut TableArguments) -> Result<(), UsageError> {
    let TableArguments { family, placements, value, .. } = arguments;
    let Some(sequence) = family_typed::take_sequence(family, placements)? else { return Ok(()) };
    if sequence.asks_for_maximum() {
        value.get_or_insert(match sequence.term {
            Term::Count => TableValue::Placements,
            _ => TableValue::Maximum,
        });
    }
    Ok(())
}

/// Finds the known sequences that contain the values of a table in one variable without gaps.
fn sequences(plot: &Plot) -> Vec<&'static Sequence> {
    let is_list = plot.points.windows(2).all(|pair| pair[1].at == pair[0].at + 1);
    if plot.line.is_some() || !is_list || !plot.points.iter().all(|point| point.complete) {
        return Vec::new();
    }
    let terms: Vec<BigUint> = plot.points.iter().map(|point| point.value.clone()).collect();
    Registry::built_in().with_terms(&terms)
}

/// Names the values of a plot.
fn name_values(head: &TableHead, value: Option<TableValue>) -> String {
    if head.objective == Objective::Maximum && value != Some(TableValue::Placements) {
        "largest number".to_owned()
    } else {
        head.description()
    }
}

/// Returns the format that the user asked for, otherwise that of the file's name.
fn format(arguments: &TableArguments) -> Result<TableFormat, UsageError> {
    let format = match (arguments.format, &arguments.output) {
        (Some(format), _) => format,
        (None, None) => TableFormat::Text,
        (None, Some(path)) => format_of(path)?,
    };
    if arguments.offset.is_some() && !is_sequence(format) {
        return Err(UsageError::new(
            "--offset numbers the terms of a sequence: give --format bfile or oeis as well",
        ));
    }
    let is_latex =
        arguments.latex_numbers.is_some() || arguments.caption.is_some() || arguments.label.is_some();
    if is_latex && format != TableFormat::Latex {
        let fault = "--latex-numbers, --caption and --label are for LaTeX: give --format latex as well";
        return Err(UsageError::new(fault));
    }
    if arguments.chart && arguments.output.is_none() && format != TableFormat::Text {
        return Err(UsageError::new(
            "--chart writes text after the table: use --format text, or write the table to a file with -o",
        ));
    }
    Ok(format)
}

/// Refuses a sequence that begins with a board without squares.
fn check_beginning(family: &Family, name: char, range: &VariableRange) -> Result<(), UsageError> {
    let is_board =
        |value: &i64| !family.problem_at(&[(name, *value)]).is_err_and(|error| error.is_empty_board());
    let mut values = range.values(0).take(MAX_VALUES);
    match (values.next(), values.find(is_board)) {
        (Some(first), Some(begin)) if !is_board(&first) => Err(UsageError(format!(
            "{family}: the board has no squares at {name} = {first}: begin at --{name} {begin}"
        ))),
        _ => Ok(()),
    }
}

/// Whether the rows are written as terms of a sequence.
fn is_sequence(format: TableFormat) -> bool {
    matches!(format, TableFormat::Bfile | TableFormat::Oeis)
}

/// Reads the style of the table from the arguments.
fn style(arguments: &TableArguments, head: &TableHead, offset: i64) -> Result<TableStyle, UsageError> {
    let TableArguments { output, value, latex_numbers, caption, label, .. } = arguments;
    if value.is_some() && head.objective != Objective::Maximum {
        return Err(UsageError::new("--value applies only to maxima, as of {n}x{n} Nmax"));
    }
    let extension = output.as_deref().and_then(whole_file::extension);
    Ok(TableStyle {
        for_person: output.is_none() && output::is_terminal(),
        value: *value,
        offset,
        is_value: extension.as_deref() == Some("json"),
        latex_numbers: *latex_numbers,
        caption: caption.clone(),
        label: label.clone(),
        entry: EntryParts::default(),
    })
}

fn format_of(path: &Path) -> Result<TableFormat, UsageError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    TableFormat::of_file(&name).ok_or_else(|| {
        let shown = output::quote(&name);
        let advice = "use .csv, .json, .jsonl, .md, .tex or .txt, or give --format";
        UsageError(format!("{shown}: cannot tell the format from this name: {advice}"))
    })
}

fn chart_width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    terminal.filter(|_| output::is_terminal()).unwrap_or(CHART_WIDTH).min(MAX_CHART_WIDTH)
}

/// The destination of the table.
enum Sink {
    Stdout {
        /// The beginning of a line, if standard output is a terminal. A progress bar would draw over an
        /// incomplete line.
        pending: String,
    },
    File(TableFile),
}

impl Sink {
    fn counted_rows(&self) -> BTreeMap<Values, TableRow> {
        match self {
            Self::Stdout { .. } => BTreeMap::new(),
            Self::File(file) => file.counted_rows(),
        }
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        match self {
            Self::File(file) => file.write(text),
            Self::Stdout { pending } if output::is_terminal() => {
                *pending += text;
                match pending.rfind('\n') {
                    Some(end) => output::write(&pending.drain(..=end).collect::<String>()),
                    None => Ok(()),
                }
            }
            Self::Stdout { .. } => output::write(text),
        }
    }

    /// Puts the rows of a file in order.
    fn finish(self, writer: &mut dyn TableWriter, order: &VariableOrder) -> anyhow::Result<()> {
        match self {
            Self::Stdout { .. } => Ok(()),
            Self::File(file) => file.finish(writer, &order.variables()),
        }
    }
}

/// The history of a range so far.
#[derive(Default)]
struct Trail {
    open: bool,
    /// The number of rows, with or without a count.
    rows: usize,
    /// The number of complete rows.
    counted: usize,
    /// Whether a count was above zero.
    above_zero: bool,
    /// The number of pieces of the last problem.
    pieces: u64,
}

impl Trail {
    fn new(range: &VariableRange) -> Self {
        Self { open: range.is_open(), ..Self::default() }
    }
}

/// The reason why a row has no count.
struct Refusal {
    text: String,
    /// Whether the board is too large for all engines.
    is_of_large_board: bool,
}

/// The part of the table that comes after a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowEnd {
    Row,
    Line,
    Nothing,
}

/// The ledger of a row, which keeps a journal like that of `count`.
struct RowRun<'a> {
    run: Run<'a>,
    budget: Option<Duration>,
    /// Whether the program has already suggested a file, or need not.
    is_told: &'a Cell<bool>,
}

impl Ledger for RowRun<'_> {
    fn watch<T>(
        &self,
        question: &Question,
        observer: &dyn Observer,
        search: impl FnOnce(&dyn Observer) -> T,
    ) -> T {
        let bar = Bar { label: "", is_drawn: true, end: || time::end(self.budget) };
        bar.watch(question, observer, search)
    }

    fn count(&self, plan: &Plan, _observer: &dyn Observer) -> Result<Outcome, AnswerError> {
        let seconds = plan.summary().seconds();
        let expected = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        if seconds > LONG_SECONDS && !self.is_told.replace(true) {
            progress::note(&format!(
                "{}: about {}; a file keeps the rows that are counted: -o table.csv",
                plan.problem(),
                numbers::time(expected)
            ));
        }
        self.run.count_until(plan, time::end(self.budget))
    }
}

/// A table that is being filled.
struct Table<'a> {
    family: &'a Family,
    settings: Settings,
    /// The options that say which placements are counted.
    placements: &'a PlacementArguments,
    journal: JournalArguments,
    /// The command that resumes the table.
    again: Option<String>,
    is_told: Cell<bool>,
    /// The journals of complete rows that have not been written yet.
    spent: Vec<PathBuf>,
    machine: String,
    /// The complete rows of earlier runs.
    known: BTreeMap<Values, TableRow>,
    writer: Box<dyn TableWriter + 'a>,
    /// The value to show for a maximum.
    value: Option<TableValue>,
    sink: Sink,
    points: Vec<Point>,
    failed: bool,
    /// Whether two counts of a row differ.
    differs: bool,
    limited: bool,
}

impl Table<'_> {
    fn exit(&self) -> Exit {
        match () {
            () if progress::is_interrupted() => Exit::Interrupted,
            () if self.differs => Exit::Failed,
            () if self.failed => Exit::Usage,
            () if self.limited => Exit::Limit,
            () => Exit::Complete,
        }
    }

    fn fill(&mut self, order: &VariableOrder) -> anyhow::Result<()> {
        let is_new = match &self.sink {
            Sink::Stdout { .. } => true,
            Sink::File(file) => file.is_empty(),
        };
        if is_new {
            let text = self.writer.begin();
            self.sink.write(&text)?;
        }
        let (down, range) = (order.down.0, &order.down.1);
        let mut lines = Trail::new(range);
        for line in range.values(0) {
            let next = match &order.across {
                None => self.row((down, line), &mut lines, None)?,
                Some(across) => self.line((down, line), across, &mut lines)?,
            };
            let text = self.writer.end_line();
            self.sink.write(&text)?;
            if next != RowEnd::Row || (lines.open && lines.rows >= MAX_VALUES) {
                break;
            }
        }
        let text = self.writer.end();
        self.sink.write(&text)
    }

    /// Fills one line of a table with two variables.
    fn line(
        &mut self,
        line: (char, i64),
        across: &(char, VariableRange),
        lines: &mut Trail,
    ) -> anyhow::Result<RowEnd> {
        let mut cells = Trail::new(&across.1);
        for at in across.1.values(line.1) {
            match self.row((across.0, at), &mut cells, Some((line, lines)))? {
                RowEnd::Row if cells.open && cells.rows >= MAX_VALUES => break,
                RowEnd::Row => {}
                RowEnd::Line => break,
                RowEnd::Nothing => return Ok(RowEnd::Nothing),
            }
        }
        lines.rows += 1;
        lines.counted += usize::from(cells.counted > 0);
        let spent = self.limited && cells.rows > 0 && cells.counted == 0;
        let ended = lines.open && lines.counted > 0 && cells.rows == 0;
        Ok(if spent || ended { RowEnd::Nothing } else { RowEnd::Row })
    }

    /// Fills one row. `cell` is its last variable, `trail` the history of that range, and `line` the line of
    /// the row with the history of the lines.
    fn row(
        &mut self,
        cell: (char, i64),
        trail: &mut Trail,
        line: Option<((char, i64), &Trail)>,
    ) -> anyhow::Result<RowEnd> {
        let of_line = line.map(|(line, _)| line);
        let value = |name: char| of_line.filter(|line| line.0 == name).unwrap_or(cell);
        let values: Values = self.family.variables().into_iter().map(value).collect();
        let problem = match self.family.problem_at(&values) {
            Ok(problem) => problem,
            Err(error) if is_end(&error, trail, line.map(|(_, lines)| lines)) => return Ok(RowEnd::Line),
            Err(error) => {
                // All larger boards are too large as well.
                let next = if trail.open && error.is_large_board() { RowEnd::Line } else { RowEnd::Row };
                let row = TableRow { values, problem: String::new(), result: Err(error.to_string()) };
                return Ok(if self.show(row, cell, trail, of_line)? { next } else { RowEnd::Nothing });
            }
        };
        let pieces = problem.given_pieces();
        let grows = pieces > trail.pieces && trail.rows > 0;
        trail.pieces = pieces;
        let Some(result) = self.count(&problem, &values)? else { return Ok(RowEnd::Nothing) };
        let is_beyond = matches!(&result, Err(refusal) if refusal.is_of_large_board);
        if is_beyond && has_led_on(trail, line.map(|(_, lines)| lines)) {
            return Ok(RowEnd::Line);
        }
        let result = result.map_err(|refusal| refusal.text);
        let mut is_last_zero = false;
        let next = match &result {
            Err(_) if trail.open && is_beyond && self.family.sizes_by(cell.0) => RowEnd::Line,
            Err(_) if trail.open && trail.counted > 0 => RowEnd::Line,
            Err(_) => RowEnd::Row,
            Ok(count) if !count.complete && progress::is_interrupted() => RowEnd::Nothing,
            Ok(count) if !count.complete => {
                self.limited = true;
                if line.is_none() || trail.open { RowEnd::Line } else { RowEnd::Row }
            }
            // More pieces would have no placement either, but a larger board may have one.
            Ok(count) if trail.open && count.count == BigUint::ZERO && !self.family.sizes_by(cell.0) => {
                let is_crowded = grows && trail.pieces > problem.board().open_area() as u64;
                is_last_zero = is_crowded || (trail.above_zero && !self.has_gaps());
                if is_last_zero { RowEnd::Line } else { RowEnd::Row }
            }
            Ok(_) => RowEnd::Row,
        };
        if is_last_zero && !self.writer.shows_last_zero() {
            return Ok(next);
        }
        let row = TableRow { values, problem: problem.to_string(), result };
        let goes_on = self.show(row, cell, trail, of_line)? && !progress::is_interrupted();
        Ok(if goes_on { next } else { RowEnd::Nothing })
    }

    /// Counts a problem again whose term is in a file.
    fn recount(&mut self, problem: &Problem, values: &Values, is_maximum: bool) -> anyhow::Result<Recount> {
        Ok(match self.count(problem, values)? {
            Some(Ok(count)) if count.complete => {
                Recount::Counted(RowCount { maximum: count.maximum.filter(|_| is_maximum), ..count })
            }
            Some(Ok(_)) | None => Recount::Stopped,
            Some(Err(refusal)) => Recount::Refused(refusal.text),
        })
    }

    /// Counts a problem. Returns the reason if there is no count, and `None` if the user interrupts before
    /// anything is found.
    fn count(
        &mut self,
        problem: &Problem,
        values: &[(char, i64)],
    ) -> anyhow::Result<Option<Result<RowCount, Refusal>>> {
        let known = self.known.get(values).and_then(|row| row.result.clone().ok());
        if let Some(known) = &known
            && (!self.settings.double_check || known.checked_by.is_some())
        {
            return Ok(Some(Ok(known.clone())));
        }
        let at = notation::Values(values.to_vec());
        let question = self.placements.question(problem.clone());
        let ledger = RowRun {
            run: Run::begin(&self.journal, false).with_whole(self.again.as_deref()),
            budget: self.journal.budget,
            is_told: &self.is_told,
        };
        let answer = match answer(&question, &self.settings, &ledger, &Interruption) {
            Ok(answer) => answer,
            Err(AnswerError::Stopped) => return Ok(None),
            Err(error) if error.is_refusal() || matches!(error, AnswerError::Search(_)) => {
                let text = || format!("{problem}{at}: {error}");
                let refusal = || Refusal { text: text(), is_of_large_board: error.is_large_board() };
                return Ok(Some(known.ok_or_else(refusal)));
            }
            Err(error) => return Err(error).with_context(|| format!("{problem}{at}")),
        };
        if !answer.outcome.complete {
            if !progress::is_interrupted() {
                self.note_end(problem, &at, "stopped");
            } else if answer.outcome.count == BigUint::ZERO || known.is_some() {
                return Ok(None);
            }
        }
        // A row that has not been checked keeps its journal, and resumes from its end.
        if !matches!(answer.check, Some(Err(AnswerError::Stopped))) {
            self.spent.extend(ledger.run.spent_journal());
        }
        match &answer.check {
            Some(Err(AnswerError::Stopped)) if !progress::is_interrupted() => {
                self.note_end(problem, &at, "not checked: the second count was stopped");
            }
            // After an interruption, the row has been counted once.
            None | Some(Ok(_) | Err(AnswerError::Stopped)) => {}
            Some(Err(error)) => output::note(&format!("{problem}{at}: not checked: {error}")),
        }
        if let Some(alarm) = text::alarm(&answer) {
            self.differs = true;
            return Ok(Some(Err(Refusal { text: alarm, is_of_large_board: false })));
        }
        // An earlier row is replaced only by one that was checked.
        if let (Some(known), None) = (known, answer.double_check()) {
            return Ok(Some(Ok(known)));
        }
        let origin = Origin { machine: self.machine.clone(), date: origin::date_today() };
        Ok(Some(Ok(RowCount::new(&answer, origin))))
    }

    /// Whether larger sizes or numbers of pieces may have placements after one without any.
    fn has_gaps(&self) -> bool {
        let PlacementArguments { maximal, fixed_by, demand, .. } = &self.placements;
        *maximal || fixed_by.is_some() || demand.is_asked()
    }

    fn note_end(&self, problem: &Problem, at: &notation::Values, what: &str) {
        let budget = numbers::time(self.journal.budget.unwrap_or_default());
        output::note(&format!("{problem}{at}: {what} after {budget}"));
    }

    /// Writes a row. Returns whether more rows can follow.
    fn show(
        &mut self,
        row: TableRow,
        cell: (char, i64),
        trail: &mut Trail,
        line: Option<(char, i64)>,
    ) -> anyhow::Result<bool> {
        trail.rows += 1;
        if let Err(error) = &row.result {
            self.failed = true;
            output::complain(error);
        }
        if !self.writer.can_hold(&row) {
            let at = notation::Values(row.values);
            output::note(&format!("the sequence ends before the row{at}: its terms have no gaps"));
            return Ok(false);
        }
        if let Ok(count) = &row.result {
            trail.counted += usize::from(count.complete);
            trail.above_zero |= count.count > BigUint::ZERO;
            self.points.push(Point {
                line: line.map(|(_, value)| value),
                at: cell.1,
                value: match (count.maximum, self.value) {
                    (Some(maximum), None | Some(TableValue::Maximum)) => maximum.into(),
                    _ => count.count.clone(),
                },
                complete: count.complete,
            });
        }
        let text = self.writer.row(&row);
        match &mut self.sink {
            Sink::File(file) => {
                if self.known.get(&row.values) != Some(&row) && !file.has(&row) {
                    file.write(&text)?;
                    file.remember(row);
                }
            }
            stdout @ Sink::Stdout { .. } => stdout.write(&text)?,
        }
        self.spent.drain(..).for_each(|path| journal::remove(&path));
        Ok(true)
    }
}

/// Whether an open range has had problems, so that it may end.
fn has_led_on(trail: &Trail, lines: Option<&Trail>) -> bool {
    let ends = |trail: &Trail| trail.open && trail.counted > 0;
    ends(trail) || (trail.rows == 0 && lines.is_some_and(ends))
}

/// Whether an error only means that an open range ends here: it has had problems, and the next one is too
/// large.
fn is_end(error: &FamilyError, trail: &Trail, lines: Option<&Trail>) -> bool {
    let is_end = match error {
        FamilyError::Text { .. } | FamilyError::Range { .. } => true,
        FamilyError::Value { fault, .. } => matches!(fault, ValueFault::Large(_)),
        FamilyError::NoValue(_) | FamilyError::NoVariable(_) => false,
    };
    is_end && !error.is_empty_board() && has_led_on(trail, lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capital_letters_and_folders_do_not_matter() {
        let format = |name: &str| format_of(Path::new(name)).ok();
        assert_eq!(format("a/queens.CSV"), Some(TableFormat::Csv));
        assert_eq!(format(".."), None);
    }

    #[test]
    fn a_command_can_be_pasted_into_a_shell() {
        let typed: Vec<OsString> =
            ["x/armistice", "table", "{n}x{n} Q{n}", "--n", "1..9", "-o", "it's.csv", ""]
                .map(Into::into)
                .into();
        assert_eq!(
            output::command(&typed[1..]),
            "armistice table '{n}x{n} Q{n}' --n 1..9 -o 'it'\\''s.csv' ''"
        );
    }
}
