//! A state of a sweep, written as a whole to a file of its own.

use super::files::{create_anew, sync_folder};
use crate::clock::Instant;
use crate::plan::kept::{SweepPause, SweepState};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time limit for writing the last state of a sweep that is to stop.
const LAST: Duration = Duration::from_secs(60);

/// A state that is safely on the disk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The file that has the state, 1 or 2.
    pub(super) slot: u32,
    pub(super) digest: String,
    /// The size of the state in bytes.
    pub(crate) bytes: u64,
    /// The share of the count that is done.
    pub(super) share: f64,
    /// The number of partial placements made.
    pub(crate) nodes: u64,
    /// The seconds since the beginning of the session.
    pub(super) at: f64,
    /// Whether the count is complete.
    pub(super) finished: bool,
}

/// Returns the file of a state: `knights.jsonl.state-1`.
pub(crate) fn state_path(journal: &Path, slot: u32) -> PathBuf {
    let mut name = journal.file_name().unwrap_or_default().to_owned();
    name.push(format!(".state-{slot}"));
    journal.with_file_name(name)
}

impl State {
    /// Writes a state to a file and makes it survive a power cut. The session began at `begun`.
    pub(super) fn write(
        journal: &Path,
        slot: u32,
        state: &dyn SweepState,
        begun: Instant,
    ) -> io::Result<Self> {
        let path = state_path(journal, slot);
        let end = (state.pause() == SweepPause::Stopped).then(|| Instant::now() + LAST);
        // The file of this name is the state before the last one, or a link that another user made.
        let written = create_anew(&path).and_then(|file| {
            let mut to = TimedFile { file: io::BufWriter::with_capacity(1 << 20, file), end, bytes: 0 };
            let digest = state.write(&mut to)?;
            to.flush()?;
            to.file.get_ref().sync_all()?;
            Ok((digest, to.bytes))
        });
        match written {
            Ok(_) => sync_folder(&path),
            // The incomplete file goes, because its room may be needed.
            Err(_) => drop(fs::remove_file(&path)),
        }
        let (digest, bytes) = written?;
        Ok(Self {
            slot,
            digest,
            bytes,
            share: state.share(),
            nodes: state.nodes(),
            at: begun.elapsed().as_secs_f64(),
            finished: state.pause() == SweepPause::Finished,
        })
    }
}

/// A file that can be written only until its time limit.
struct TimedFile {
    file: io::BufWriter<File>,
    end: Option<Instant>,
    bytes: u64,
}

impl Write for TimedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.end.is_some_and(|end| Instant::now() > end) {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the disk is too slow to write it now"));
        }
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
