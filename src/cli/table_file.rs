//! The file of a table, from which an interrupted table resumes.
//!
//! A row is appended with one write, so an interruption leaves at most one incomplete line at the end. The
//! next run drops that line, checks that the other rows are of the same table, and counts only the missing
//! ones. Rows with lower bounds or errors are counted again. Better rows replace them when the table is
//! finally written in order.

use super::exit::{UsageError, fault_of_path};
use super::{output, whole_file};
use crate::clock::Instant;
use crate::notation::Family;
use crate::report::table::{TableHead, TableReader, TableRow, TableWriter};
use crate::run::files::is_special;
use crate::sequences::bfile::{self, IndexedTerms};
use anyhow::Context;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time since the last sync after which a row is synced to the disk.
const SYNC_THRESHOLD: Duration = Duration::from_millis(500);

/// The values of a row's variables.
pub(super) type Values = Vec<(char, i64)>;

/// A file that is being written.
pub(super) struct TableFile {
    path: PathBuf,
    file: File,
    /// The rows of the file, in its order.
    rows: Vec<TableRow>,
    /// Whether the file has an older form than a new file.
    is_old: bool,
    synced: Instant,
}

/// Opens and locks a file, so that no other process writes it. Also returns its content.
fn open_locked(path: &Path) -> anyhow::Result<(File, Vec<u8>)> {
    let file = OpenOptions::new().read(true).append(true).create(true).open(path);
    let mut file = file.map_err(|error| fault_of_path(path, error))?;
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(anyhow::Error::msg(UsageError::of_path(path, "another process is writing this table")));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| fault_of_path(path, error))?;
    Ok((file, bytes))
}

impl TableFile {
    /// Creates a file for a format that cannot be read back. Refuses a file that is not empty.
    pub(super) fn create(path: &Path) -> anyhow::Result<Self> {
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.map_err(|error| fault_of_path(path, error))?;
        let has_text = file.metadata().is_ok_and(|known| known.is_file() && known.len() > 0);
        if has_text {
            let advice = "this file is not empty, and only tables in CSV and JSON and b-files of one variable can be \
                          resumed: use another name, or remove it first";
            return Err(UsageError::of_path(path, advice).into());
        }
        Ok(Self { path: path.to_owned(), file, rows: Vec::new(), is_old: false, synced: Instant::now() })
    }

    /// Opens a b-file. Also returns its terms, with the index of the first one.
    pub(super) fn extend(path: &Path) -> anyhow::Result<(Self, Option<IndexedTerms>)> {
        if is_special(path) {
            return Ok((Self::create(path)?, None));
        }
        let (file, bytes) = open_locked(path)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let terms = bfile::read(&text)
            .map_err(|error| UsageError::of_path(path, format!("not a b-file, {error}")))?;
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(|error| fault_of_path(path, error))?;
        }
        Ok((
            Self { path: path.to_owned(), file, rows: Vec::new(), is_old: false, synced: Instant::now() },
            terms,
        ))
    }

    /// Opens a file whose rows, if it has any, need not be counted again.
    pub(super) fn resume(
        path: &Path,
        reader: TableReader,
        head: &TableHead,
        family: &Family,
    ) -> anyhow::Result<Self> {
        if is_special(path) {
            // A pipe or a device cannot be read back.
            return Self::create(path);
        }
        let (file, bytes) = open_locked(path)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        // The closing line is removed, because more rows come before it.
        let last = bytes[..whole].strip_suffix(reader.closing.as_bytes());
        let (whole, torn) = bytes.split_at(last.map_or(whole, <[u8]>::len));
        let beginning = (reader.beginning)(head);
        let beginning = beginning.as_bytes();
        if whole.is_empty() && !torn.starts_with(beginning) && !beginning.starts_with(torn) {
            return Err(UsageError::of_path(path, "not a table of this family: use another name").into());
        }
        let text = std::str::from_utf8(whole)
            .map_err(|_| UsageError::of_path(path, "not a table: not UTF-8 text"))?;
        let rows = (reader.read)(text, head).map_err(|error| UsageError::of_path(path, error))?;
        for row in rows.iter().filter(|row| row.result.is_ok()) {
            let expected =
                family.problem_at(&row.values).map(|problem| problem.to_string()).unwrap_or_default();
            if expected != row.problem {
                let fault = format!("a row has the problem '{}', expected '{expected}'", row.problem);
                return Err(UsageError::of_path(path, fault).into());
            }
        }
        if !torn.is_empty() {
            file.set_len(whole.len() as u64).map_err(|error| fault_of_path(path, error))?;
        }
        let is_old = !whole.is_empty() && !whole.starts_with(beginning);
        Ok(Self { path: path.to_owned(), file, rows, is_old, synced: Instant::now() })
    }

    /// Whether the file is still empty.
    pub(super) fn is_empty(&self) -> bool {
        self.file.metadata().is_ok_and(|known| known.len() == 0)
    }

    fn is_regular(&self) -> bool {
        self.file.metadata().is_ok_and(|known| known.is_file())
    }

    /// Returns the complete rows. If a row occurs twice, the last one counts.
    pub(super) fn counted_rows(&self) -> BTreeMap<Values, TableRow> {
        let rows = self.rows.iter().map(|row| (row.values.clone(), row));
        let last: BTreeMap<Values, &TableRow> = rows.collect();
        let complete = last.into_iter().filter(|(_, row)| row.is_complete());
        complete.map(|(values, row)| (values, row.clone())).collect()
    }

    /// Whether the file already has this error, or a lower bound that is at least as good.
    pub(super) fn has(&self, row: &TableRow) -> bool {
        let bound = |row: &TableRow| {
            let count = row.result.as_ref().ok().filter(|_| !row.is_complete())?;
            Some((count.maximum, count.count.clone()))
        };
        self.rows.iter().any(|other| {
            let is_error = other.result.is_err() && other == row;
            let is_bound = bound(row).is_some_and(|found| bound(other).is_some_and(|known| known >= found));
            other.values == row.values && (is_error || is_bound)
        })
    }

    /// Appends a text.
    pub(super) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let shown = || output::quoted_path(&self.path);
        self.file.write_all(text.as_bytes()).with_context(shown)?;
        // A sync protects against a power cut. A killed process loses nothing that was written.
        if self.synced.elapsed() > SYNC_THRESHOLD {
            let _ = self.file.sync_data();
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Records a row that was written.
    pub(super) fn remember(&mut self, row: TableRow) {
        self.rows.push(row);
    }

    /// Writes the table anew if rows are out of order or occur twice. The last one of two counts.
    pub(super) fn finish(self, writer: &mut dyn TableWriter, order: &[char]) -> anyhow::Result<()> {
        if !self.is_regular() {
            return Ok(());
        }
        let key = |row: &TableRow| -> Vec<i64> { order.iter().map(|&name| row.value(name)).collect() };
        let sorted: BTreeMap<Vec<i64>, &TableRow> = self.rows.iter().map(|row| (key(row), row)).collect();
        if sorted.len() == self.rows.len() && self.rows.is_sorted_by_key(key) && !self.is_old {
            return Ok(());
        }
        // Some systems cannot replace an open file.
        drop(self.file);
        let begin = writer.begin();
        let rows: String = sorted.values().map(|row| writer.row(row)).collect();
        whole_file::write(&self.path, (begin + &rows + &writer.end()).as_bytes())
    }
}
