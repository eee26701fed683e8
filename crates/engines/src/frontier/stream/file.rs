//! States in order in a file, for levels that do not fit in memory.
//!
//! The file consists of blocks of states, and a block is read at once. A key is stored as the difference from
//! the one before it, with 7 bits in each byte. A coefficient is stored as its number of bytes, followed by
//! these bytes. If the system allows it, a file has no name once it is open, so that nothing is left behind
//! however the program ends.

use super::super::table::StateTable;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// The approximate number of words of the states of a block.
const BLOCK_WORDS: usize = 1 << 13;
/// The number of blocks that are read into one table.
const BLOCKS: usize = 1 << 5;
/// The number of bytes after a block in memory, so that the last word of a number can be read at once.
const SPARE: usize = 8;
/// The minimum number of states of a block: more than can have the same key after a step.
const MIN_BLOCK: usize = 1 << 8;

/// A file that is deleted when it is no longer used.
struct PassingFile {
    file: File,
    /// The path to remove, if the file could not be removed at once.
    path: Option<PathBuf>,
}

impl PassingFile {
    fn new() -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("armistice-sweep-{}-{number}", std::process::id()));
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
        let is_removed = cfg!(unix) && std::fs::remove_file(&path).is_ok();
        Ok(Self { file, path: (!is_removed).then_some(path) })
    }
}

impl Drop for PassingFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // If this fails, the system deletes the file with its other temporary files.
            _ = std::fs::remove_file(path);
        }
    }
}

/// True if temporary files can be created.
pub(crate) fn has_room() -> bool {
    PassingFile::new().is_ok()
}

/// States in order. All weights have the same number of coefficients.
pub(crate) struct StateFile {
    file: PassingFile,
    states: usize,
    /// The maximum number of bits of a coefficient.
    bits: u32,
    coefficients: usize,
    blocks: usize,
}

impl StateFile {
    /// Returns the number of states.
    pub(crate) fn states(&self) -> usize {
        self.states
    }

    /// Returns the maximum number of bits of a coefficient.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// Reads the states from the first one on, with coefficients of `words` words. Only one reader can exist
    /// at a time.
    pub(crate) fn read(&self, words: usize) -> io::Result<StateReader<'_>> {
        (&self.file.file).rewind()?;
        let from = BufReader::with_capacity(1 << 16, &self.file.file);
        let stride = 1 + self.coefficients * words;
        Ok(StateReader { from, bytes: Vec::new(), left: self.states, blocks: self.blocks, words, stride })
    }
}

/// Reads a file block by block.
pub(crate) struct StateReader<'a> {
    from: BufReader<&'a File>,
    bytes: Vec<u8>,
    left: usize,
    blocks: usize,
    words: usize,
    stride: usize,
}

impl StateReader<'_> {
    /// Returns the number of tables in the whole file.
    pub(crate) fn tables(&self) -> usize {
        self.blocks.div_ceil(BLOCKS)
    }

    /// True if there are states to come.
    pub(super) fn has_more(&self) -> bool {
        self.left > 0
    }

    /// Appends the entries of the next block, if there is one.
    pub(super) fn append(&mut self, entries: &mut Vec<u64>) -> io::Result<()> {
        if self.left == 0 {
            return Ok(());
        }
        let mut head = [0; 8];
        self.from.read_exact(&mut head)?;
        let [states, length] =
            [0, 4].map(|at| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
        self.bytes.resize(length as usize + SPARE, 0);
        self.from.read_exact(&mut self.bytes[..length as usize])?;
        self.left = self.left.checked_sub(states as usize).ok_or(io::ErrorKind::InvalidData)?;
        let start = entries.len();
        entries.resize(start + states as usize * self.stride, 0);
        let (mut bytes, mut key) = (&self.bytes[..], 0u64);
        for entry in entries[start..].chunks_exact_mut(self.stride) {
            key = key.wrapping_add(difference(&mut bytes).ok_or(io::ErrorKind::InvalidData)?);
            entry[0] = key;
            for coefficient in entry[1..].chunks_exact_mut(self.words) {
                number(&mut bytes, coefficient).ok_or(io::ErrorKind::InvalidData)?;
            }
        }
        Ok(())
    }

    /// Returns the next blocks as a table; `None` if there are no more.
    pub(crate) fn next(&mut self) -> io::Result<Option<StateTable>> {
        let mut entries = Vec::new();
        (0..BLOCKS).try_for_each(|_| self.append(&mut entries))?;
        Ok((!entries.is_empty()).then(|| StateTable::from_entries(entries, 1, self.stride)))
    }
}

/// Reads a difference of keys.
#[inline]
fn difference(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// Reads a number into words that are zero. The block must be followed by [`SPARE`] bytes.
#[inline]
fn number(bytes: &mut &[u8], words: &mut [u64]) -> Option<()> {
    let (&length, mut rest) = bytes.split_first()?;
    let mut left = usize::from(length);
    for word in words {
        let value = u64::from_le_bytes(*rest.first_chunk::<SPARE>()?);
        let own = left.min(SPARE);
        *word = if own == SPARE { value } else { value & ((1 << (8 * own)) - 1) };
        (left, rest) = (left - own, &rest[own..]);
    }
    *bytes = rest;
    (left == 0).then_some(())
}

/// Writes a file.
pub(super) struct StateWriter {
    file: PassingFile,
    /// The states of the current block.
    block: Vec<u8>,
    /// The number of states in the current block.
    in_block: u32,
    /// The last key of the current block.
    last: u64,
    /// The number of states of a full block.
    most: u32,
    words: usize,
    coefficients: usize,
    states: usize,
    blocks: usize,
    bits: u32,
}

impl StateWriter {
    /// Creates a file for states with `coefficients` coefficients of `words` words.
    pub(super) fn new(coefficients: usize, words: usize) -> io::Result<Self> {
        let most = (BLOCK_WORDS / (1 + coefficients * words)).max(MIN_BLOCK) as u32;
        let file = PassingFile::new()?;
        let block = vec![0; 8];
        Ok(Self {
            file,
            block,
            in_block: 0,
            last: 0,
            most,
            words,
            coefficients,
            states: 0,
            blocks: 0,
            bits: 0,
        })
    }

    /// Appends a state. Keys must not decrease.
    pub(super) fn push(&mut self, key: u64, weight: &[u64]) -> io::Result<()> {
        let mut difference = key.wrapping_sub(self.last);
        self.last = key;
        while difference >= 0x80 {
            self.block.push(difference as u8 | 0x80);
            difference >>= 7;
        }
        self.block.push(difference as u8);
        for coefficient in weight.chunks_exact(self.words) {
            let top = coefficient.iter().rposition(|&word| word != 0);
            let bits = top.map_or(0, |top| 64 * (top as u32 + 1) - coefficient[top].leading_zeros());
            self.bits = self.bits.max(bits);
            let length = bits.div_ceil(8);
            self.block.push(length as u8);
            let start = self.block.len();
            let used = top.map_or(0, |top| top + 1);
            coefficient[..used].iter().for_each(|word| self.block.extend_from_slice(&word.to_le_bytes()));
            self.block.truncate(start + length as usize);
        }
        self.in_block += 1;
        if self.in_block == self.most { self.end_block() } else { Ok(()) }
    }

    pub(super) fn push_all(&mut self, table: &StateTable) -> io::Result<()> {
        (0..table.len()).map(|at| table.entry(at)).try_for_each(|(key, weight)| self.push(key[0], weight))
    }

    fn end_block(&mut self) -> io::Result<()> {
        if self.in_block == 0 {
            return Ok(());
        }
        let length = (self.block.len() - 8) as u32;
        self.block[..4].copy_from_slice(&self.in_block.to_le_bytes());
        self.block[4..8].copy_from_slice(&length.to_le_bytes());
        self.file.file.write_all(&self.block)?;
        self.block.truncate(8);
        self.states += self.in_block as usize;
        self.blocks += 1;
        (self.in_block, self.last) = (0, 0);
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<StateFile> {
        self.end_block()?;
        let Self { file, states, bits, coefficients, blocks, .. } = self;
        Ok(StateFile { file, states, bits, coefficients, blocks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::random::Random;

    #[test]
    fn a_file_gives_back_what_was_written() {
        let mut random = Random::new(7);
        for (coefficients, words, states) in
            [(1, 1, 0), (1, 1, 1), (1, 2, 100_000), (5, 3, 4_000), (40, 1, 600)]
        {
            let mut writer = StateWriter::new(coefficients, words).unwrap();
            let (mut expected, mut key, mut bits) = (Vec::new(), 0u64, 0);
            for _ in 0..states {
                key += random.next() >> (24 + random.next() % 40);
                let start = expected.len();
                expected.push(key);
                for _ in 0..coefficients {
                    let length = random.next() % (64 * words as u64 + 1);
                    bits = bits.max(length as u32);
                    for word in 0..words as u64 {
                        let own = length.saturating_sub(64 * word).min(64) as u32;
                        let below = random.next().checked_shr(65 - own.max(1)).unwrap_or(0);
                        expected.push(if own == 0 { 0 } else { 1 << (own - 1) | below });
                    }
                }
                writer.push(key, &expected[start + 1..]).unwrap();
            }
            let file = writer.finish().unwrap();
            assert_eq!((file.states(), file.bits()), (states, bits));
            // The file is read twice, and then with wider coefficients.
            for more in [0, 0, 1] {
                let mut reader = file.read(words + more).unwrap();
                let mut read = Vec::new();
                while reader.has_more() {
                    reader.append(&mut read).unwrap();
                }
                let mut wide = Vec::new();
                for entry in expected.chunks_exact(1 + coefficients * words) {
                    wide.push(entry[0]);
                    for coefficient in entry[1..].chunks_exact(words) {
                        wide.extend_from_slice(coefficient);
                        wide.extend(std::iter::repeat_n(0, more));
                    }
                }
                assert_eq!(read, wide);
            }
        }
    }
}
