//! The rows engine: one class of pieces that exclude each other in rows, and hardly more rows than pieces.
//!
//! The engine is for queens, amazons and all other pieces with a rook's moves. If `n` pieces stand on `n`
//! rows, each row has its piece. One row after another is decided. A partial placement that leaves some later
//! row, or some column, without a free square is dropped immediately. The engine is fast for these reasons:
//!
//! * a state is a register: the free squares of all rows, and again of all columns ([`tables`]);
//! * children are made and tested without a branch, whatever their states ([`mod@search`]);
//! * the last three rows make no states ([`lanes`]);
//! * the rows are ordered so that states die early ([`cliques`]);
//! * equivalent placements are counted once, with weights ([`crate::engines::units`]).

mod cliques;
mod guide;
mod lanes;
#[cfg(target_arch = "x86_64")]
mod lanes_avx512;
#[cfg(target_arch = "aarch64")]
mod lanes_neon;
mod search;
mod tables;

use crate::engines::estimate::{self, Effort, Estimate};
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, UnitCount};
use crate::engines::technique::{LeafInstance, Limits, Suit, Task, Technique};
use crate::engines::tuning::Granularity;
use crate::engines::tuning::Tuning;
use crate::engines::units::{MAX_UNITS, Splitter, Unit, Units, pointed_class};
use guide::RowGuide;
use num_bigint::BigUint;
use search::{RowBuffers, RowTask};
use std::cell::Cell;
use tables::RowTables;

use cliques::Cliques;

/// The name of the engine in results.
const NAME: &str = "rows";
/// The version of the engine, raised whenever units or their numbering change.
const VERSION: u32 = 2;

/// The usual maximum number of units, not counting further children of the last one split.
const USUAL_UNITS: usize = 1 << 12;
/// The maximum expected time of a unit in nanoseconds; longer units are split beyond the usual number.
const MAX_UNIT_NS: f64 = 3e10;
/// The maximum number of units for one machine. Descents estimate the work of each unit, and planning 131,072
/// units on 32x32 takes half a minute.
const MAX_LOCAL_UNITS: usize = 1 << 14;

/// The time for making the tables and units of a board of middling size, in nanoseconds.
const PLANNING: f64 = 500_000.0;
/// The time for the first use of the buffers, in seconds.
const STARTING: f64 = 7e-5;
/// The factor by which a state of several registers takes longer.
const WIDE_STATE_FACTOR: f64 = 2.5;
/// The factor by which the other kernels take longer.
const WITHOUT_AVX512: f64 = 4.0;

/// The maximum number of empty rows; more would not fit, whatever the instance.
const MAX_EMPTY: usize = 16;

/// The engine.
pub(crate) struct RowsEngine;

impl Technique for RowsEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "Row by row, for one kind with a rook's moves"
    }

    fn misfit(&self) -> &'static str {
        "the rows engine counts one kind of piece with a rook's moves, about one to a row"
    }

    /// Judges the engine by its empty rows. With two pieces for each empty row, it took between a twelfth (9
    /// queens on 12x12) and 2.4 times (6 rooks on 9x9) the time of cells. With fewer pieces it usually lost.
    fn suits(&self, ready: &LeafInstance<'_>) -> Option<Suit> {
        let most_empty = ready.instance.classes.first()?.pieces as usize / 2;
        Cliques::from_instance(ready.instance, most_empty).map(|_| Suit::Shape)
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        let Task::Placements(ready) = task else { return None };
        let tuning = limits.tuning;
        let cliques = Cliques::from_instance(ready.instance, MAX_EMPTY)?;
        Some(Box::new(Rows::new(ready.instance, &cliques, tuning.kernel, tuning.granularity)))
    }

    fn expected_cost(&self, ready: &LeafInstance<'_>, tuning: Tuning, stake: f64) -> Option<f64> {
        let cliques = Cliques::from_instance(ready.instance, 0)?;
        let descents = (stake / 20_000.0).clamp(64.0, 1024.0) as u32;
        Some(expected_cost(ready.instance, &cliques, tuning.tuned, descents))
    }
}

/// An instance that is ready to be counted.
pub(crate) struct Rows {
    tables: RowTables,
    pieces: usize,
    units: Vec<Unit>,
    guide: RowGuide,
    facts: Facts,
}

impl Rows {
    /// Splits an instance with these cliques and builds its tables.
    pub(crate) fn new(
        instance: &Instance,
        cliques: &Cliques,
        kernel: Kernel,
        granularity: Granularity,
    ) -> Self {
        let tables = RowTables::new(instance, cliques);
        let pieces = instance.classes[0].pieces as usize;
        let guide = RowGuide::new(instance, cliques);
        if instance.is_hopeless() || cliques.rows.is_empty() {
            let none = Units { units: Vec::new(), divisor: 1, is_coarse: false };
            let facts = none.facts((NAME, VERSION), kernel, BigUint::ZERO);
            return Self { tables, pieces, units: none.units, guide, facts };
        }
        let enough = if granularity.max_units > USUAL_UNITS {
            let whole = guide.whole_cost(WHOLE_DESCENTS) / instance.central_maps as f64;
            let most = if granularity.shared { MAX_UNITS } else { MAX_LOCAL_UNITS };
            ((whole / MAX_UNIT_NS) as usize).clamp(USUAL_UNITS, most)
        } else {
            USUAL_UNITS
        };
        let granularity = Granularity { max_units: granularity.max_units.min(enough), ..granularity };
        let steps = vec![0; pieces];
        let pointed = pointed_class(instance).is_some();
        let units = Splitter::new(instance, &guide, &steps, pointed).split(granularity);
        let facts = units.facts((NAME, VERSION), kernel, instance.factor.clone());
        Self { tables, pieces, units: units.units, guide, facts }
    }
}

/// Returns the expected cost of counting an instance with these cliques, in approximate nanoseconds, before
/// units are made: the mean of some random descents.
fn expected_cost(instance: &Instance, cliques: &Cliques, kernel: Kernel, descents: u32) -> f64 {
    let is_wide = cliques.rows.len() > 16 || cliques.rows.iter().any(|row| row.len() > 16);
    let slowness = if is_wide { WIDE_STATE_FACTOR } else { 1.0 }
        * if kernel == Kernel::Avx512 { 1.0 } else { WITHOUT_AVX512 };
    let search = RowGuide::new(instance, cliques).whole_cost(descents);
    PLANNING + slowness * search / instance.maps.len() as f64
}

/// The number of random descents that determine how many units are enough.
const WHOLE_DESCENTS: u32 = 256;

thread_local! {
    /// The buffers of the thread's last unit. They stay with their thread, in the cache of its core.
    static WORKSPACE: Cell<Option<RowBuffers>> = const { Cell::new(None) };
}

impl Leaf for Rows {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn estimate(&self, effort: Effort, random: &mut Random) -> Estimate {
        let child = match self.facts.kernel {
            Kernel::Avx512 => 2.0,
            Kernel::Avx2 => 7.5,
            // This follows from the number of instructions, compared with AVX2.
            Kernel::Neon => 5.0,
            Kernel::Portable => 9.0,
        } * if self.tables.blocks > 1 { WIDE_STATE_FACTOR } else { 1.0 };
        let mut sample =
            |unit: usize, random: &mut Random| self.guide.sample(&self.units[unit], child, random);
        let search = estimate::by_descents(&mut self.facts.costs(), &mut sample, effort, random);
        Estimate { seconds: search.seconds + STARTING, ..search }
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        self.units[unit].describe(into);
    }

    fn memory(&self) -> usize {
        let guide = self.guide.memory();
        self.units.iter().map(Unit::memory).sum::<usize>() + self.tables.memory() + guide
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let Unit { placed, free, .. } = &self.units[unit];
        let Some(root) = self.tables.root(&free[0], self.pieces - placed) else {
            return Ok(UnitCount::NOTHING.into());
        };
        let mut workspace = match WORKSPACE.take() {
            Some(workspace) if workspace.fits(&self.tables) => workspace,
            _ => RowBuffers::new(&self.tables),
        };
        let task = RowTask {
            tables: &self.tables,
            workspace: &mut workspace,
            root: &root,
            should_stop: run.should_stop,
        };
        let found = self.facts.kernel.run(task);
        WORKSPACE.set(Some(workspace));
        Ok(found.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::leaf::count_unit;
    use crate::engines::naive;
    use crate::problem::Problem;

    const PROBLEMS: [&str; 12] = [
        "6x6 Q6",
        "5x5/torus Q5",
        "7x7 Q7@c4",
        "6x6-b2 Q6",
        "6x6-b2,d3 Q5",
        "5x6 X4 X=RN",
        "4x5 R4",
        "5x5 R3",
        "5x5/cylinder Q4",
        "6x5 X5 X=sRfN",
        "3x3 R1",
        "2x5 R2",
    ];

    /// Compares every kernel, with lanes of 16 and of 32 bits and states of one block to four: the counts and
    /// nodes agree unit by unit, and the total agrees with the oracle.
    #[test]
    fn kernels_and_widths_agree_unit_by_unit() {
        for text in PROBLEMS {
            let problem: Problem = text.parse().unwrap();
            let instance = Instance::new(&problem).merge_classes();
            let cliques = Cliques::from_instance(&instance, 4).unwrap();
            for finest in [false, true] {
                let granularity = Granularity { max_units: USUAL_UNITS, finest, shared: false };
                let mut rows = Rows::new(&instance, &cliques, Kernel::Portable, granularity);
                let mut all_found: Vec<Vec<UnitCount>> = Vec::new();
                for (bits, blocks) in [(16, 1), (32, 1), (32, 2), (32, 3), (32, 4)] {
                    let tables = RowTables::with_bits(&instance, &cliques, bits);
                    let Some(tables) = tables.widen(blocks) else { continue };
                    rows.tables = tables;
                    for kernel in Kernel::available() {
                        rows.facts.kernel = kernel;
                        all_found.push(
                            (0..rows.units.len()).map(|unit| count_unit(&rows, unit, &|| false)).collect(),
                        );
                    }
                }
                assert!(all_found.iter().all(|found| *found == all_found[0]), "{text}, finest {finest}");
                let weighted = |(unit, partial): (usize, &UnitCount)| {
                    partial.placements * u128::from(rows.facts.units[unit].weight)
                };
                let sum: u128 = all_found[0].iter().enumerate().map(weighted).sum();
                let expected = naive::count(&problem, &|| false).0;
                assert_eq!(sum / u128::from(rows.facts.divisor), expected, "{text}, finest {finest}");
            }
        }
    }

    /// The mean of many estimates is near the true number of nodes.
    #[test]
    fn estimates_are_right_on_average() {
        for (text, off) in [
            ("8x8 Q8", 0.05),
            ("9x9 Q9", 0.05),
            ("7x7 R7", 0.05),
            ("7x8 Q7", 0.05),
            ("8x8 Q7", 0.05),
            ("7x7 R5", 0.05),
        ] {
            let problem: Problem = text.parse().unwrap();
            let instance = Instance::new(&problem).merge_classes();
            let cliques = Cliques::from_instance(&instance, 4).unwrap();
            let granularity = Granularity { max_units: USUAL_UNITS, finest: false, shared: false };
            let rows = Rows::new(&instance, &cliques, Kernel::Portable, granularity);
            let nodes: u64 = (0..rows.units.len()).map(|unit| count_unit(&rows, unit, &|| false).nodes).sum();
            let effort = Effort { share: f64::INFINITY, ..Effort::PLANNING };
            let estimate = |seed| rows.estimate(effort, &mut Random::new(seed)).nodes.unwrap();
            let mean = (0..40).map(estimate).sum::<f64>() / 40.0 / nodes as f64;
            assert!((mean - 1.0).abs() < off, "{text}: {mean} times the nodes");
        }
    }
}
