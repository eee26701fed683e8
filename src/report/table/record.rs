//! A complete row: the common basis of CSV and JSON, written and read.

use super::head::TableHead;
use super::row::{Origin, RowCount, TableRow};
use crate::Named;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name of the fields and their meaning. It is raised when they change.
pub(super) const SCHEMA: &str = "armistice.table/1";

/// The fault of a file that should have rows of a table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct TableReadError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fault of the line.
    pub fault: String,
}

/// The functions and texts for reading back a table.
#[derive(Debug, Clone, Copy)]
pub struct TableReader {
    /// Reads the rows of a file, if they are of this table. All lines must be complete.
    pub read: fn(&str, &TableHead) -> Result<Vec<TableRow>, TableReadError>,
    /// Returns the beginning of every file of a table.
    pub beginning: fn(&TableHead) -> String,
    /// The line after the last row, if there is one.
    pub closing: &'static str,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct TableRecord {
    pub(super) schema: String,
    pub(super) family: String,
    pub(super) values: BTreeMap<String, i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) problem: Option<String>,
    pub(super) objective: String,
    pub(super) up_to: String,
    /// The map that fixes the placements, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fixed_by: Option<String>,
    /// The demand on squares that must be attacked, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) dominating: Option<String>,
    pub(super) maximal: bool,
    /// The count as a decimal string, because JSON readers do not keep large numbers exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) maximum: Option<u32>,
    pub(super) complete: bool,
    #[serde(default)]
    pub(super) double_checked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) checked_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) engine: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) engine_version: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) threads: Option<usize>,
    pub(super) version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) machine: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
}

impl TableRecord {
    pub(super) fn new(head: &TableHead, row: &TableRow) -> Self {
        let count = row.result.as_ref().ok();
        Self {
            schema: SCHEMA.to_owned(),
            family: head.family.clone(),
            values: row.values.iter().map(|(name, value)| (name.to_string(), *value)).collect(),
            problem: (!row.problem.is_empty()).then(|| row.problem.clone()),
            objective: head.objective.name().to_owned(),
            up_to: head.up_to.to_string(),
            fixed_by: head.fixing_maps(),
            dominating: head.demand(),
            maximal: head.maximal,
            count: count.map(|count| count.count.to_string()),
            maximum: count.and_then(|count| count.maximum),
            complete: row.is_complete(),
            double_checked: count.is_some_and(|count| count.double_checked),
            checked_by: count.and_then(|count| count.checked_by.clone()),
            engine: count.map(|count| count.engine.clone()),
            engine_version: count.map(|count| count.engine_version),
            seconds: count.map(|count| count.seconds),
            threads: count.map(|count| count.threads),
            version: count
                .map_or_else(|| env!("CARGO_PKG_VERSION").to_owned(), |count| count.version.clone()),
            machine: count.map(|count| count.origin.machine.clone()),
            date: count.map(|count| count.origin.date.clone()),
            error: row.result.as_ref().err().cloned(),
        }
    }

    /// Returns the row, if it is one of this table.
    pub(super) fn row(self, head: &TableHead) -> Result<TableRow, String> {
        let same = |what: &str, found: &str, wanted: &str| match found == wanted {
            true => Ok(()),
            false => Err(format!(
                "{what} '{}', but this table has '{}': use another file",
                found.escape_debug(),
                wanted.escape_debug()
            )),
        };
        same("schema", &self.schema, SCHEMA)?;
        same("the family", &self.family, &head.family)?;
        same("objective", &self.objective, head.objective.name())?;
        same("up to", &self.up_to, &head.up_to.to_string())?;
        same("fixed by", &self.fixed_by.unwrap_or_default(), &head.fixing_maps().unwrap_or_default())?;
        same("dominating", &self.dominating.unwrap_or_default(), &head.demand().unwrap_or_default())?;
        same("maximal", &self.maximal.to_string(), &head.maximal.to_string())?;
        let value = |name: &char| match self.values.get(&name.to_string()) {
            Some(value) => Ok((*name, *value)),
            None => Err(format!("no value of {name}")),
        };
        let values = head.variables.iter().map(value).collect::<Result<_, _>>()?;
        let count = match (self.count, self.error) {
            (_, Some(error)) => Err(error),
            (Some(count), None) => Ok(RowCount {
                count: count.parse().map_err(|_| format!("'{}' is not a count", count.escape_debug()))?,
                maximum: self.maximum,
                complete: self.complete,
                double_checked: self.double_checked,
                checked_by: self.checked_by,
                engine: self.engine.unwrap_or_default(),
                engine_version: self.engine_version.unwrap_or_default(),
                seconds: self.seconds.unwrap_or_default(),
                threads: self.threads.unwrap_or_default(),
                version: self.version,
                origin: Origin {
                    machine: self.machine.unwrap_or_default(),
                    date: self.date.unwrap_or_default(),
                },
            }),
            (None, None) => return Err("neither a count nor an error".to_owned()),
        };
        Ok(TableRow { values, problem: self.problem.unwrap_or_default(), result: count })
    }
}
