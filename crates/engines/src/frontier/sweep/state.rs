//! Writing and reading the levels and numbers of a sweep, and the digest of its program.

use super::super::checkpoint::{CheckpointReader, CheckpointWriter, Digest, RunningSweep};
use super::super::level::SweepLevel;
use super::super::program::{StateSymmetry, SweepProgram, SweepStep};
use super::super::shape::WeightShape;
use super::super::stream::file::StateReader;
use super::super::table::StateTable;
use super::Sweep;
use crate::engines::resumable::CheckpointError;

/// A hasher of steps. Any change to a step changes the digest.
struct Hasher(blake3::Hasher);

impl Hasher {
    fn number(&mut self, number: impl Into<u64>) {
        self.0.update(&number.into().to_le_bytes());
    }

    fn size(&mut self, size: usize) {
        self.number(size as u64);
    }

    fn sizes(&mut self, sizes: impl ExactSizeIterator<Item = usize>) {
        self.size(sizes.len());
        sizes.for_each(|size| self.size(size));
    }

    fn set(&mut self, set: &[u64]) {
        set.iter().for_each(|&word| self.number(word));
    }

    fn shape(&mut self, shape: &WeightShape) {
        self.size(shape.windows.len());
        for &(low, length) in &shape.windows {
            self.number(low);
            self.number(length);
        }
    }

    fn step(&mut self, step: &SweepStep) {
        self.size(step.moves.len());
        for choice in &step.moves {
            self.set(&choice.blocked);
            self.set(&choice.set);
            self.sizes(choice.group.iter().map(|group| group.map_or(0, |group| group + 1)));
            self.sizes(choice.stretches.iter().map(|stretch| stretch.from));
            self.sizes(choice.stretches.iter().map(|stretch| stretch.to));
            self.sizes(choice.stretches.iter().map(|stretch| stretch.length));
        }
        self.set(&step.required);
        self.number(step.shift);
        self.size(step.kept.number());
        self.set(step.kept.words());
        self.shape(&step.groups);
        self.shape(&step.weights);
        match &step.likeness {
            StateSymmetry::None => self.size(0),
            StateSymmetry::Maps(maps, _) => {
                self.size(1);
                self.size(maps.len());
                maps.iter().for_each(|map| self.sizes(map.iter().map(|&bit| usize::from(bit))));
            }
            StateSymmetry::Twins(classes) => {
                self.size(2);
                self.size(classes.len());
                for (all, bundles) in classes {
                    self.set(all);
                    self.size(bundles.len());
                    bundles.iter().for_each(|bundle| self.sizes(bundle.iter().copied()));
                }
            }
        }
        self.size(step.bounds.len());
        for bound in &step.bounds {
            self.number(bound.least);
            self.number(bound.grouped);
            self.size(bound.variable);
            self.number(bound.free);
            self.size(bound.cliques.len());
            for (size, bits) in &bound.cliques {
                self.number(*size);
                self.set(bits);
            }
        }
    }
}

fn digest_of(program: &SweepProgram) -> Digest {
    let mut hasher = Hasher(blake3::Hasher::new());
    hasher.size(program.words);
    hasher.sizes(program.grouped.iter().copied());
    hasher.sizes(program.weighted.iter().copied());
    hasher.size(program.steps.len());
    program.steps.iter().for_each(|step| hasher.step(step));
    hasher.0.finalize().into()
}

impl SweepProgram {
    /// Returns the numbers of groups and coefficients after `steps` steps.
    pub(crate) fn shape_after(&self, steps: usize) -> (usize, usize) {
        let last = steps.checked_sub(1).map(|last| &self.steps[last]);
        last.map_or((1, 1), |last| (last.groups.coefficients(), last.weights.coefficients()))
    }
}

impl SweepLevel {
    fn write(&self, to: &mut CheckpointWriter<'_>) -> std::io::Result<()> {
        let of_file = self.on_disc.as_ref().map(|file| file.read(self.words)).transpose()?;
        let tables = of_file.as_ref().map_or(self.tables.len(), StateReader::tables);
        to.size(self.at)?;
        to.size(if self.on_disc.is_some() { tables } else { self.parts })?;
        to.size(self.words)?;
        to.float(self.sum_bits)?;
        to.float(self.share)?;
        to.size(tables)?;
        self.tables.iter().try_for_each(|table| table.write(to))?;
        let Some(mut reader) = of_file else { return Ok(()) };
        while let Some(table) = reader.next()? {
            table.write(to)?;
        }
        Ok(())
    }

    fn read(program: &SweepProgram, from: &mut CheckpointReader) -> Result<Self, CheckpointError> {
        let (at, parts, words) = (from.size()?, from.size()?, from.size()?);
        let (sum_bits, share, tables) = (from.float()?, from.float()?, from.size()?);
        if at > program.steps.len() || words == 0 {
            return Err(CheckpointError::Form);
        }
        let (groups, coefficients) = program.shape_after(at);
        if groups.checked_mul(parts) != Some(tables) {
            return Err(CheckpointError::Form);
        }
        let stride = coefficients.checked_mul(words).and_then(|weight| weight.checked_add(program.words));
        let stride = stride.ok_or(CheckpointError::Form)?;
        let tables =
            (0..tables).map(|_| StateTable::read(program.words, stride, from)).collect::<Result<_, _>>()?;
        Ok(Self { at, tables, parts, on_disc: None, words, sum_bits, share })
    }
}

impl RunningSweep for Sweep {
    fn digest(&self) -> Digest {
        digest_of(&self.program)
    }

    fn nodes(&self) -> u64 {
        Self::nodes(self)
    }

    fn remaining_share(&self) -> f64 {
        let steps = self.program.steps.len().max(1) as f64;
        let left = |level: &SweepLevel| level.share * (1.0 - level.at as f64 / steps);
        self.levels.iter().map(left).sum()
    }

    fn bytes(&self) -> u64 {
        let in_memory = |level: &SweepLevel| level.tables.iter().map(StateTable::bytes).sum::<u64>();
        let on_disc = |level: &SweepLevel| {
            let weight = self.program.shape_after(level.at).1 * level.words;
            level.on_disc.as_ref().map_or(0, |file| file.states() * (1 + weight) * 8) as u64
        };
        self.levels.iter().map(|level| in_memory(level) + on_disc(level)).sum()
    }

    fn write(&self, to: &mut CheckpointWriter<'_>) -> std::io::Result<()> {
        to.numbers(&self.numbers)?;
        to.list(&self.profile)?;
        to.number(self.emissions)?;
        to.size(self.peak)?;
        to.float(self.seconds)?;
        to.float(self.handed.0)?;
        to.number(self.handed.1)?;
        to.size(self.levels.len())?;
        self.levels.iter().try_for_each(|level| level.write(to))
    }

    fn read(&mut self, from: &mut CheckpointReader) -> Result<(), CheckpointError> {
        self.numbers = from.numbers()?;
        self.profile = from.list()?;
        self.emissions = from.number()?;
        self.peak = from.size()?;
        self.seconds = from.float()?;
        self.handed = (from.float()?, from.number()?);
        self.levels.clear();
        for _ in 0..from.size()? {
            self.levels.push(SweepLevel::read(&self.program, from)?);
        }
        Ok(())
    }
}
