//! The state of a sweep, written while it runs, so that a stopped sweep can be resumed.
//!
//! A count is a fixed sequence of *calls*, one for each part and question ([`FieldComponent::count`]). The
//! sequence follows from the problem and from the results of earlier calls. A checkpoint holds the results of
//! the finished calls, and the levels of the call in progress. To read it, the count makes the calls again:
//! finished calls answer immediately, and the first unfinished call takes the levels. Each call has the
//! digest of its program, so that states are never taken for those of another sweep.
//!
//! A checkpoint consists of 64-bit words, the lowest byte first, and ends with a hash of everything before
//! it. Levels can fill most of the memory, so they are written and read piece by piece. A reader trusts
//! nothing before it has checked the hash.
//!
//! [`FieldComponent::count`]: super::component::FieldComponent::count

use super::numbers::Numbers;
use crate::engines::resumable::{CheckpointError, SweepKeeper, SweepPause, SweepState};
use num_bigint::BigUint;
use std::io::{self, Read, Seek, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The name of the format; another format has another word here.
const FORM: u64 = u64::from_le_bytes(*b"sweep  1");
/// The number of bytes of a digest.
const DIGEST: usize = 32;
/// The number of words that are converted into bytes together.
const PIECE: usize = 1 << 13;

/// A digest of a sweep's program.
pub(super) type Digest = [u8; DIGEST];

/// The digest of a call without a sweep: no requested number can be reached.
pub(super) const NO_SWEEP: Digest = [0; DIGEST];

/// The results so far, ready to be written.
struct Checkpoint<'a> {
    calls: &'a [Call],
    parts: usize,
    sweep: Option<&'a dyn RunningSweep>,
    pause: SweepPause,
}

impl SweepState for Checkpoint<'_> {
    fn pause(&self) -> SweepPause {
        self.pause
    }

    fn share(&self) -> f64 {
        share(self.pause, self.calls.len(), self.sweep.map(RunningSweep::remaining_share), self.parts)
    }

    fn nodes(&self) -> u64 {
        self.calls.iter().map(|call| call.nodes).sum::<u64>() + self.sweep.map_or(0, RunningSweep::nodes)
    }

    fn bytes(&self) -> u64 {
        self.sweep.map_or(0, RunningSweep::bytes)
    }

    fn write(&self, to: &mut dyn Write) -> io::Result<String> {
        let mut writer =
            CheckpointWriter { to, hasher: blake3::Hasher::new(), buffer: Vec::with_capacity(8 * PIECE) };
        writer.number(FORM)?;
        writer.number(self.calls.len() as u64)?;
        for call in self.calls {
            writer.bytes(&call.digest)?;
            writer.number(call.nodes)?;
            writer.numbers(&call.numbers)?;
        }
        writer.number(u64::from(self.sweep.is_some()))?;
        if let Some(sweep) = self.sweep {
            writer.bytes(&sweep.digest())?;
            sweep.write(&mut writer)?;
        }
        let hash = writer.hasher.finalize();
        writer.to.write_all(hash.as_bytes())?;
        Ok(hash.to_hex().to_string())
    }
}

fn share(pause: SweepPause, calls: usize, left: Option<f64>, parts: usize) -> f64 {
    match pause {
        SweepPause::Finished => 1.0,
        _ => ((calls as f64 + left.map_or(0.0, |left| 1.0 - left)) / parts.max(1) as f64).clamp(0.0, 1.0),
    }
}

/// A sweep in progress, whatever the width of its keys.
pub(super) trait RunningSweep {
    fn digest(&self) -> Digest;
    fn nodes(&self) -> u64;
    /// Returns the share of the sweep that is left, 0 to 1.
    fn remaining_share(&self) -> f64;
    fn bytes(&self) -> u64;
    fn write(&self, to: &mut CheckpointWriter<'_>) -> io::Result<()>;
    /// Reads levels written by a sweep with the same digest.
    fn read(&mut self, from: &mut CheckpointReader) -> Result<(), CheckpointError>;
}

/// The result of a call.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) digest: Digest,
    pub(super) numbers: Numbers,
    pub(super) nodes: u64,
}

/// Writes words and hashes them.
pub(super) struct CheckpointWriter<'a> {
    to: &'a mut dyn Write,
    hasher: blake3::Hasher,
    buffer: Vec<u8>,
}

impl CheckpointWriter<'_> {
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.to.write_all(bytes)
    }

    pub(super) fn words(&mut self, words: &[u64]) -> io::Result<()> {
        for piece in words.chunks(PIECE) {
            self.buffer.clear();
            self.buffer.extend(piece.iter().flat_map(|word| word.to_le_bytes()));
            self.hasher.update(&self.buffer);
            self.to.write_all(&self.buffer)?;
        }
        Ok(())
    }

    pub(super) fn number(&mut self, number: u64) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    pub(super) fn size(&mut self, size: usize) -> io::Result<()> {
        self.number(size as u64)
    }

    pub(super) fn float(&mut self, number: f64) -> io::Result<()> {
        self.number(number.to_bits())
    }

    /// Writes a list of words with its length.
    pub(super) fn list(&mut self, words: &[u64]) -> io::Result<()> {
        self.size(words.len())?;
        self.words(words)
    }

    pub(super) fn numbers(&mut self, numbers: &Numbers) -> io::Result<()> {
        self.size(numbers.len())?;
        for (exponents, count) in numbers {
            self.list(&exponents.iter().map(|&exponent| u64::from(exponent)).collect::<Vec<_>>())?;
            self.list(&count.to_u64_digits())?;
        }
        Ok(())
    }
}

/// Reads words after they were checked.
pub struct CheckpointReader {
    from: Box<dyn Read + Send>,
    /// The number of bytes left.
    left: u64,
}

impl CheckpointReader {
    /// Checks that the bytes are those written and end with this hash, and returns a reader of them.
    pub fn new<R: Read + Seek + Send + 'static>(mut from: R, digest: &str) -> Result<Self, CheckpointError> {
        let length = from.seek(io::SeekFrom::End(0))?;
        let left = length.checked_sub(DIGEST as u64).ok_or(CheckpointError::Damaged)?;
        from.rewind()?;
        let mut hasher = blake3::Hasher::new();
        let mut buffer = vec![0; 8 * PIECE];
        let mut ahead = left;
        while ahead > 0 {
            let piece = buffer.len().min(usize::try_from(ahead).unwrap_or(usize::MAX));
            from.read_exact(&mut buffer[..piece])?;
            hasher.update(&buffer[..piece]);
            ahead -= piece as u64;
        }
        let mut written = [0; DIGEST];
        from.read_exact(&mut written)?;
        let hash = hasher.finalize();
        if *hash.as_bytes() != written || hash.to_hex().as_str() != digest {
            return Err(CheckpointError::Damaged);
        }
        from.rewind()?;
        Ok(Self { from: Box::new(from), left })
    }

    fn bytes(&mut self, bytes: &mut [u8]) -> Result<(), CheckpointError> {
        self.left = self.left.checked_sub(bytes.len() as u64).ok_or(CheckpointError::Form)?;
        Ok(self.from.read_exact(bytes)?)
    }

    fn digest(&mut self) -> Result<Digest, CheckpointError> {
        let mut digest = NO_SWEEP;
        self.bytes(&mut digest)?;
        Ok(digest)
    }

    pub(super) fn number(&mut self) -> Result<u64, CheckpointError> {
        let mut bytes = [0; 8];
        self.bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    pub(super) fn size(&mut self) -> Result<usize, CheckpointError> {
        usize::try_from(self.number()?).map_err(|_| CheckpointError::Form)
    }

    pub(super) fn float(&mut self) -> Result<f64, CheckpointError> {
        Ok(f64::from_bits(self.number()?))
    }

    /// Reads `length` words into a list with room for `capacity`.
    pub(super) fn words(&mut self, length: usize, capacity: usize) -> Result<Vec<u64>, CheckpointError> {
        if self.left / 8 < length as u64 {
            return Err(CheckpointError::Form);
        }
        let mut words = Vec::new();
        let room = words.try_reserve_exact(capacity.max(length));
        room.map_err(|_| CheckpointError::Unreadable(io::ErrorKind::OutOfMemory.into()))?;
        let mut buffer = vec![0; 8 * PIECE.min(length)];
        while words.len() < length {
            let piece = 8 * PIECE.min(length - words.len());
            self.bytes(&mut buffer[..piece])?;
            words.extend(buffer[..piece].as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)));
        }
        Ok(words)
    }

    pub(super) fn list(&mut self) -> Result<Vec<u64>, CheckpointError> {
        let length = self.size()?;
        self.words(length, length)
    }

    pub(super) fn numbers(&mut self) -> Result<Numbers, CheckpointError> {
        let mut numbers = Numbers::new();
        for _ in 0..self.size()? {
            let exponents = self.list()?.into_iter().map(u32::try_from).collect::<Result<_, _>>();
            let exponents = exponents.map_err(|_| CheckpointError::Form)?;
            let halves =
                self.list()?.into_iter().flat_map(|word| [word as u32, (word >> 32) as u32]).collect();
            numbers.insert(exponents, BigUint::new(halves));
        }
        Ok(numbers)
    }
}

/// The calls of a count, in order: the known results, and the source and the destination of the others.
pub struct Course<'a> {
    /// The number of parts that are counted.
    parts: usize,
    keeper: Option<&'a dyn SweepKeeper>,
    state: Mutex<CourseState>,
}

struct CourseState {
    /// The results of the calls so far, followed by results known from a checkpoint.
    calls: Vec<Call>,
    /// The number of the next call.
    next: usize,
    loading: Option<CheckpointLoad>,
}

/// A checkpoint that is being read.
struct CheckpointLoad {
    reader: CheckpointReader,
    has_sweep: bool,
    result: Option<Result<f64, CheckpointError>>,
}

impl<'a> Course<'a> {
    /// Creates the course of a count with some known calls.
    pub(super) fn new(calls: Vec<Call>, parts: usize, keeper: Option<&'a dyn SweepKeeper>) -> Self {
        Self { parts, keeper, state: Mutex::new(CourseState { calls, next: 0, loading: None }) }
    }

    /// Creates a course that only looks for the sweep to which a checkpoint belongs.
    pub(super) fn new_for_loading(
        mut reader: CheckpointReader,
        parts: usize,
    ) -> Result<Self, CheckpointError> {
        if reader.number()? != FORM {
            return Err(CheckpointError::Form);
        }
        let mut calls = Vec::new();
        for _ in 0..reader.size()? {
            let digest = reader.digest()?;
            let nodes = reader.number()?;
            calls.push(Call { digest, nodes, numbers: reader.numbers()? });
        }
        let has_sweep = reader.number()? != 0;
        let loading = Some(CheckpointLoad { reader, has_sweep, result: None });
        Ok(Self { parts, keeper: None, state: Mutex::new(CourseState { calls, next: 0, loading }) })
    }

    fn state(&self) -> MutexGuard<'_, CourseState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_loading(&self) -> bool {
        self.state().loading.is_some()
    }

    /// Returns the result of the next call if it is known.
    pub(super) fn next(&self) -> Option<Call> {
        let mut state = self.state();
        let known = state.calls.get(state.next).cloned();
        state.next += 1;
        known
    }

    /// Records the result of the last call.
    pub(super) fn note(&self, call: Call) {
        self.state().calls.push(call);
    }

    /// Offers the state of the sweep in progress.
    pub(super) fn offer(&self, sweep: &dyn RunningSweep, is_stopped: bool) {
        let pause = if is_stopped { SweepPause::Stopped } else { SweepPause::Step };
        self.tell(Some(sweep), pause);
    }

    /// Offers the end.
    pub(super) fn finish(&self) {
        self.tell(None, SweepPause::Finished);
    }

    fn tell(&self, sweep: Option<&dyn RunningSweep>, pause: SweepPause) {
        if let Some(keeper) = self.keeper {
            keeper.keep(&Checkpoint { calls: &self.state().calls, parts: self.parts, sweep, pause });
        }
    }

    /// Drops the checkpoint that was read, because it does not fit.
    pub(super) fn refuse(&self) {
        if let Some(loading) = &mut self.state().loading {
            loading.result = Some(Err(CheckpointError::Other));
        }
    }

    /// Reads the levels into the sweep of the first call whose result is unknown; returns whether they belong
    /// to it.
    pub(super) fn load(&self, sweep: &mut dyn RunningSweep) -> bool {
        let mut state = self.state();
        let calls = state.calls.len();
        let Some(loading) = &mut state.loading else { return false };
        let mut read = || {
            if !loading.has_sweep || loading.reader.digest()? != sweep.digest() {
                return Err(CheckpointError::Other);
            }
            sweep.read(&mut loading.reader)?;
            match loading.reader.left {
                0 => Ok(share(SweepPause::Step, calls, Some(sweep.remaining_share()), self.parts)),
                _ => Err(CheckpointError::Form),
            }
        };
        let result = read();
        let is_read = result.is_ok();
        loading.result = Some(result);
        is_read
    }

    /// Returns the known calls and the share of the count that is done, once everything was read.
    pub(super) fn finish_loading(self, is_complete: bool) -> Result<(Vec<Call>, f64), CheckpointError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Some(CheckpointLoad { reader, has_sweep, result }) = state.loading else {
            return Err(CheckpointError::Other);
        };
        let share = match result {
            Some(result) => result?,
            // Everything was counted.
            None if is_complete && !has_sweep && state.next == state.calls.len() && reader.left == 0 => 1.0,
            None => return Err(CheckpointError::Other),
        };
        Ok((state.calls, share))
    }
}
