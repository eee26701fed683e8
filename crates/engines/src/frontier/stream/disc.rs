//! A step whose states go to a file, because memory is too small.
//!
//! The runs are the same as in memory. Each run is in a file of its own, except for the states that the empty
//! square leaves unchanged: these are read again. One block of each run is in memory at a time. Up to the
//! least of the last keys of these blocks all states are in memory, and can be merged. If equivalent states
//! are merged, those that change their key are sorted, as many at a time as memory holds. Everything is read
//! and written from beginning to end, which any disc does quickly.

use super::super::program::{StateSymmetry, SweepStep};
use super::super::sweep::expansion::Expansion;
use super::super::table::StateTable;
use super::alike::of_use;
use super::file::{StateFile, StateReader, StateWriter};
use super::merge::{Bench, Transfer};
use super::runs::{self, Emission};
use std::io;

/// The level before the step.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Tables(&'a [StateTable]),
    File(&'a StateFile),
}

/// The entries of a level, block by block.
enum Blocks<'a> {
    Tables(std::slice::Iter<'a, StateTable>),
    File(StateReader<'a>),
}

impl<'a> Source<'a> {
    fn blocks(self, words: usize) -> io::Result<Blocks<'a>> {
        Ok(match self {
            Self::Tables(tables) => Blocks::Tables(tables.iter()),
            Self::File(file) => Blocks::File(file.read(words)?),
        })
    }

    fn for_each(self, words: usize, mut see: impl FnMut(&StateTable) -> io::Result<()>) -> io::Result<()> {
        match self {
            Self::Tables(tables) => tables.iter().try_for_each(see),
            Self::File(file) => {
                let mut reader = file.read(words)?;
                while let Some(table) = reader.next()? {
                    see(&table)?;
                }
                Ok(())
            }
        }
    }
}

impl Blocks<'_> {
    fn has_more(&self) -> bool {
        match self {
            Self::Tables(tables) => tables.len() > 0,
            Self::File(reader) => reader.has_more(),
        }
    }

    fn append(&mut self, entries: &mut Vec<u64>) -> io::Result<()> {
        match self {
            Self::Tables(tables) => {
                entries.extend_from_slice(tables.next().map_or(&[], StateTable::words));
                Ok(())
            }
            Self::File(reader) => reader.append(entries),
        }
    }
}

/// A run with some of its states in memory.
struct Stream<'a> {
    blocks: Blocks<'a>,
    /// The move of the run.
    by: usize,
    /// The number of bits by which its keys are still to be shifted.
    shift: u32,
    stride: usize,
    /// The number of states in memory that were already merged.
    gone: usize,
}

impl<'a> Stream<'a> {
    fn of_file(file: &'a StateFile, by: usize, words: usize, stride: usize) -> io::Result<Self> {
        Ok(Self { blocks: Blocks::File(file.read(words)?), by, shift: 0, stride, gone: 0 })
    }

    /// Reads on until all keys below some key are in `window`. Returns that key, or `None` if no further
    /// states follow.
    fn read(&mut self, window: &mut StateTable) -> io::Result<Option<u64>> {
        let mut entries = std::mem::take(window).into_entries();
        let last =
            |entries: &[u64]| entries.len().checked_sub(self.stride).map(|at| entries[at] >> self.shift);
        let first =
            |entries: &[u64], gone: usize| entries.get(gone * self.stride).map(|key| key >> self.shift);
        // States with the same key must be together.
        while self.blocks.has_more()
            && first(&entries, self.gone).is_none_or(|first| Some(first) == last(&entries))
        {
            entries.drain(..self.gone * self.stride);
            self.gone = 0;
            self.blocks.append(&mut entries)?;
        }
        let end = last(&entries).filter(|_| self.blocks.has_more());
        *window = StateTable::from_entries(entries, 1, self.stride);
        Ok(end)
    }

    /// Appends the emissions from the states in memory whose keys are below `end`; without an `end`, from all
    /// of them.
    fn take_below(&mut self, window: &StateTable, place: usize, end: Option<u64>, into: &mut Vec<Emission>) {
        let before = into.len();
        let keys = window.keys().enumerate().skip(self.gone);
        let of = |(at, key): (usize, u64)| Emission::new(key >> self.shift, self.by, place, at as u32);
        into.extend(keys.map(of).take_while(|emission| end.is_none_or(|end| emission.key < end)));
        self.gone += into.len() - before;
    }
}

/// Merges streams and adds up their weights. Reports the states in order, one table at a time.
fn merge(
    streams: &mut [Stream<'_>],
    transfer: &Transfer,
    should_stop: &dyn Fn() -> bool,
    mut tell: impl FnMut(StateTable) -> io::Result<()>,
) -> io::Result<()> {
    let mut windows: Vec<StateTable> = streams.iter().map(|_| StateTable::default()).collect();
    let (mut bench, mut entries) = (Bench::default(), Vec::new());
    loop {
        if should_stop() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let mut end: Option<u64> = None;
        for (stream, window) in streams.iter_mut().zip(&mut windows) {
            let own = stream.read(window)?;
            end = end.into_iter().chain(own).min();
        }
        bench.clear();
        for (place, (stream, window)) in streams.iter_mut().zip(&windows).enumerate() {
            bench.lay(|emissions| stream.take_below(window, place, end, emissions));
        }
        transfer.add_up(&windows, bench.merge(), &mut entries);
        tell(StateTable::from_entries(std::mem::take(&mut entries), 1, transfer.stride()))?;
        if end.is_none() {
            return Ok(());
        }
    }
}

/// Moves the states that have another representative to the place of the representative.
struct Sorter<'a> {
    expansion: Expansion<'a, u64>,
    stay: StateWriter,
    /// The entries in memory that are to be sorted.
    moved: Vec<u64>,
    stride: usize,
    /// The maximum number of words of these entries.
    most: usize,
    coefficients: usize,
    words: usize,
    /// The sorted entries in files.
    sorted: Vec<StateFile>,
}

impl Sorter<'_> {
    fn take(&mut self, table: &StateTable) -> io::Result<()> {
        for at in 0..table.len() {
            let (key, weight) = table.entry(at);
            let representative = self.expansion.representative(key[0]);
            if representative == key[0] {
                self.stay.push(key[0], weight)?;
            } else {
                self.moved.push(representative);
                self.moved.extend_from_slice(weight);
            }
        }
        if self.moved.len() >= self.most { self.sort() } else { Ok(()) }
    }

    fn sort(&mut self) -> io::Result<()> {
        let mut order: Vec<(u64, usize)> =
            self.moved.chunks_exact(self.stride).enumerate().map(|(at, entry)| (entry[0], at)).collect();
        order.sort_unstable();
        let mut writer = StateWriter::new(self.coefficients, self.words)?;
        for (key, at) in order {
            writer.push(key, &self.moved[at * self.stride + 1..(at + 1) * self.stride])?;
        }
        self.sorted.push(writer.finish()?);
        self.moved.clear();
        Ok(())
    }
}

/// Returns the level after a step, in a file, and the emissions. `words` is the width of coefficients before
/// the step. The step may use about `memory` bytes. An error of the kind `Interrupted` means that it was
/// stopped.
pub(crate) fn expand_to_disc(
    step: &SweepStep,
    open: u64,
    source: Source<'_>,
    (coefficients, words): (usize, usize),
    memory: usize,
    should_stop: &dyn Fn() -> bool,
) -> io::Result<(StateFile, u64)> {
    let stride = 1 + coefficients * words;
    let by_of = runs::moves(step, open);
    let mut writers: Vec<StateWriter> =
        by_of.iter().map(|_| StateWriter::new(coefficients, words)).collect::<Result<_, _>>()?;
    let mut emissions = 0;
    source.for_each(words, |table| {
        if should_stop() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        emissions += table.len() as u64;
        for ((list, &by), writer) in runs::sift(step, open, table).iter().zip(&by_of).zip(&mut writers) {
            emissions += list.len() as u64;
            for (key, weight) in list.iter().map(|&at| table.entry(at as usize)) {
                writer.push((key[0] | step.moves[by].set[0]) >> step.shift, weight)?;
            }
        }
        Ok(())
    })?;
    let files: Vec<StateFile> = writers.into_iter().map(StateWriter::finish).collect::<Result<_, _>>()?;
    let empty = Stream { blocks: source.blocks(words)?, by: 0, shift: step.shift, stride, gone: 0 };
    let mut streams = vec![empty];
    for (file, &by) in files.iter().zip(&by_of).filter(|(file, _)| file.states() > 0) {
        streams.push(Stream::of_file(file, by, words, stride)?);
    }
    let coefficients = step.weights.coefficients();
    let mut next = StateWriter::new(coefficients, words)?;
    let transfer = Transfer::of_step(step, words);
    let mut finish = |table: StateTable| match step.bounds.is_empty() {
        true => next.push_all(&table),
        false => next.push_all(&of_use(step, &table, words)),
    };
    match step.likeness {
        StateSymmetry::None => merge(&mut streams, &transfer, should_stop, finish)?,
        StateSymmetry::Maps(..) | StateSymmetry::Twins(_) => {
            let expansion = Expansion::new(step);
            let stay = StateWriter::new(coefficients, words)?;
            let (stride, most) = (transfer.stride(), memory / size_of::<u64>());
            let (moved, sorted) = (Vec::new(), Vec::new());
            let mut sorter = Sorter { expansion, stay, moved, stride, most, coefficients, words, sorted };
            merge(&mut streams, &transfer, should_stop, |table| sorter.take(&table))?;
            drop(streams);
            drop(files);
            sorter.sort()?;
            let (stay, sorted) = (sorter.stay.finish()?, sorter.sorted);
            let files = std::iter::once(&stay).chain(&sorted);
            let streams = files.map(|file| Stream::of_file(file, 0, words, stride));
            let mut streams: Vec<Stream<'_>> = streams.collect::<Result<_, _>>()?;
            merge(&mut streams, &Transfer::unweighted(step, words), should_stop, &mut finish)?;
        }
    }
    Ok((next.finish()?, emissions))
}
