//! Tables as comma-separated values: a head line, then a line for each row. This is the only file that uses
//! the csv crate.

use super::head::TableHead;
use super::record::{SCHEMA, TableReadError, TableReader, TableRecord};
use super::row::TableRow;
use super::writer::TableWriter;
use std::collections::BTreeMap;

/// The columns after those of the variables.
const COLUMNS: [&str; 18] = [
    "problem",
    "count",
    "maximum",
    "complete",
    "objective",
    "up_to",
    "maximal",
    "double_checked",
    "checked_by",
    "engine",
    "engine_version",
    "seconds",
    "threads",
    "version",
    "machine",
    "date",
    "error",
    "family",
];

/// The additional column of a table that counts only placements fixed by a group of maps.
const FIXED_BY: &str = "fixed_by";
/// The additional column of a table whose pieces must attack all squares.
const DOMINATING: &str = "dominating";

/// The reader of such tables.
pub(super) const READER: TableReader =
    TableReader { read, beginning: |head| line(&names(head)), closing: "" };

/// A table as comma-separated values.
pub struct Csv<'a> {
    head: &'a TableHead,
}

impl<'a> Csv<'a> {
    /// Creates a table without rows.
    #[must_use]
    pub fn new(head: &'a TableHead) -> Self {
        Self { head }
    }
}

fn line(fields: &[String]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(fields);
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn names(head: &TableHead) -> Vec<String> {
    let variables = head.variables.iter().map(char::to_string);
    let fixed_by = head.fixing_maps().map(|_| FIXED_BY.to_owned());
    let demand = head.demand().map(|_| DOMINATING.to_owned());
    variables.chain(COLUMNS.iter().map(|&name| name.to_owned())).chain(fixed_by).chain(demand).collect()
}

impl TableWriter for Csv<'_> {
    fn begin(&mut self) -> String {
        line(&names(self.head))
    }

    fn row(&mut self, row: &TableRow) -> String {
        let record = TableRecord::new(self.head, row);
        let mut fields: Vec<String> = row.values.iter().map(|(_, value)| value.to_string()).collect();
        fields.extend([
            text(record.problem),
            text(record.count),
            text(record.maximum),
            record.complete.to_string(),
            record.objective,
            record.up_to,
            record.maximal.to_string(),
            record.double_checked.to_string(),
            text(record.checked_by),
            text(record.engine),
            text(record.engine_version),
            text(record.seconds),
            text(record.threads),
            record.version,
            text(record.machine),
            text(record.date),
            text(record.error),
            record.family,
        ]);
        fields.extend(record.fixed_by.into_iter().chain(record.dominating));
        line(&fields)
    }

    fn shows_last_zero(&self) -> bool {
        true
    }
}

/// Reads the rows of a table. All lines must be complete.
///
/// # Errors
/// Returns an error if the head line is another one, or if a line is not a row of this table.
pub fn read(text: &str, head: &TableHead) -> Result<Vec<TableRow>, TableReadError> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for (place, fields) in reader.records().enumerate() {
        let fields = fields.map_err(|error| {
            let line = error.position().map_or(place + 1, |position| position.line() as usize);
            TableReadError {
                line,
                fault: "the number of columns differs from that of the first line".to_owned(),
            }
        })?;
        let fault = |fault: String| TableReadError { line: place + 1, fault };
        if place == 0 {
            if fields != names(head) {
                let expected = line(&names(head));
                let fault_text =
                    format!("the header differs from that of this table, {}", expected.trim_end());
                return Err(fault(fault_text));
            }
            continue;
        }
        let record = record(&fields, head).map_err(fault)?;
        rows.push(record.row(head).map_err(fault)?);
    }
    Ok(rows)
}

fn record(fields: &csv::StringRecord, head: &TableHead) -> Result<TableRecord, String> {
    let (first, variables) = (head.variables.len(), &head.variables);
    let more = |place: usize| fields.get(first + COLUMNS.len() + place).map(str::to_owned);
    let fixed_by = head.fixing_maps().and_then(|_| more(0));
    let field = |name: &str| {
        let column = COLUMNS.iter().position(|other| *other == name);
        column.and_then(|column| fields.get(first + column)).unwrap_or_default()
    };
    let text = |name: &str| Some(field(name).to_owned()).filter(|text| !text.is_empty());
    let mut values = BTreeMap::new();
    for (name, value) in variables.iter().zip(fields) {
        let value =
            value.parse().map_err(|_| format!("'{}' is not a value of {name}", value.escape_debug()))?;
        values.insert(name.to_string(), value);
    }
    Ok(TableRecord {
        schema: SCHEMA.to_owned(),
        family: field("family").to_owned(),
        values,
        problem: text("problem"),
        objective: field("objective").to_owned(),
        up_to: field("up_to").to_owned(),
        dominating: head.demand().and_then(|_| more(usize::from(fixed_by.is_some()))),
        fixed_by,
        maximal: read_field("maximal", field("maximal"))?.unwrap_or_default(),
        count: text("count"),
        maximum: read_field("maximum", field("maximum"))?,
        complete: read_field("complete", field("complete"))?.unwrap_or_default(),
        double_checked: read_field("double_checked", field("double_checked"))?.unwrap_or_default(),
        checked_by: text("checked_by"),
        engine: text("engine"),
        engine_version: read_field("engine_version", field("engine_version"))?,
        seconds: read_field("seconds", field("seconds"))?,
        threads: read_field("threads", field("threads"))?,
        version: field("version").to_owned(),
        machine: text("machine"),
        date: text("date"),
        error: text("error"),
    })
}

fn read_field<T: std::str::FromStr>(name: &str, text: &str) -> Result<Option<T>, String> {
    match text {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| format!("'{}' in the column {name}", text.escape_debug())),
    }
}
