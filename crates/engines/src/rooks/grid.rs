//! Rooks together with standing pieces, on any squares of a board: rank by rank, with the files that are
//! taken.
//!
//! Lines that are cut by holes count as several lines. After each line along the ranks, the only relevant
//! information is which lines along the files are taken. The numbers of ways are held for every set of these
//! lines. Only the sets with a possible number of rooks are visited. Permanents are computed in this way (H.
//! J. Ryser, *Combinatorial Mathematics*, 1963, has a quicker way for those of full matrices; here lines may
//! stay empty).

use super::numbers::with_line;
use crate::board::{Board, Set};
use crate::engines::binomial::about_binomial;
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Facts, Leaf};
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, UnitCount};
use std::collections::BTreeMap;

/// The maximum number of lines across; with more there are too many sets.
const MAX_ACROSS: usize = 20;
/// Nanoseconds to visit a set of lines across.
const LOOKED_AT: f64 = 1.0;
/// Nanoseconds for each way to extend a set.
const ADDED: f64 = 1.5;
/// Nanoseconds that a search takes for a placement of all but two rooks.
const SEARCHED: f64 = 10.0;
/// The number of sets between two checks whether to stop.
const PATIENCE: usize = 1 << 16;

/// Lines with squares for a number of rooks.
pub(super) struct Grid {
    /// For each line along, the lines across that meet it in an open square.
    lines: Vec<u32>,
    /// The number of lines across.
    across: u32,
    /// The number of rooks.
    rooks: u32,
    facts: Facts,
}

impl Grid {
    /// Returns the grid of an instance; `None` if its pieces do not move like rooks, or if there are too many
    /// lines.
    pub(super) fn new(
        board: &Board,
        instance: &Instance,
        engine: (&'static str, u32),
        kernel: Kernel,
    ) -> Option<Self> {
        let [class] = &instance.classes[..] else { return None };
        let lines = |of: &dyn Fn(usize) -> usize| lines(instance, of);
        let ranks = lines(&|square| board.square(square).row);
        let files = lines(&|square| board.square(square).col);
        let is_covered = |square: usize| {
            let mut near = vec![0; class.allowed.len()];
            let holding = ranks.iter().chain(&files).filter(|line| line.holds(square));
            holding.for_each(|line| near.add(line));
            let mut conflicts = instance.conflicts.conflict_set(0, square, 0).to_vec();
            conflicts.keep(&class.allowed);
            near == conflicts
        };
        if ranks.len().min(files.len()) > MAX_ACROSS || !class.allowed.squares().all(is_covered) {
            return None;
        }
        let (along, across) = if files.len() <= ranks.len() { (&ranks, &files) } else { (&files, &ranks) };
        let met = |line: &Vec<u64>| {
            let met = across.iter().enumerate().filter(|(_, other)| line.meets(other));
            met.fold(0u32, |bits, (number, _)| bits | 1 << number)
        };
        let lines: Vec<u32> = along.iter().map(met).collect();
        let (across, rooks) = (across.len() as u32, class.pieces);
        let facts =
            Facts { factor: instance.factor.clone(), ..Facts::with_costs(engine, kernel, Vec::new()) };
        let grid = Self { lines, across, rooks, facts };
        let facts = Facts { units: Facts::with_costs(engine, kernel, vec![grid.cost()]).units, ..grid.facts };
        Some(Self { facts, ..grid })
    }

    /// True if a search through placements is expected to take longer.
    pub(super) fn is_quicker_than_a_search(&self) -> bool {
        let open: u32 = self.lines.iter().map(|line| line.count_ones()).sum();
        let (along, across) = (self.lines.len() as f64, f64::from(self.across));
        let mut placements = 1.0;
        for rook in 1..=self.rooks.saturating_sub(2) {
            let before = f64::from(rook - 1);
            let share = (1.0 - before / along).max(0.0) * (1.0 - before / across).max(0.0);
            placements *= f64::from(open) * share / f64::from(rook);
        }
        self.facts.work() < SEARCHED * placements
    }

    fn cost(&self) -> f64 {
        let sets = 2f64.powi(self.across as i32);
        let mut cost = 0.0;
        for (number, line) in self.lines.iter().enumerate() {
            let (least, most) = self.rooks_after(number + 1);
            let share: f64 = (least..=most).map(|rooks| about_binomial(self.across, rooks) / sets).sum();
            let ways = f64::from(line.count_ones()) * f64::from(least + most)
                / (2.0 * f64::from(self.across.max(1)));
            cost += sets * (LOOKED_AT + share * ADDED * ways);
        }
        cost
    }

    /// Returns the minimum and the maximum number of rooks on the first `lines` lines, if the others have
    /// room for the rest.
    fn rooks_after(&self, lines: usize) -> (u32, u32) {
        let left = (self.lines.len() - lines) as u32;
        (self.rooks.saturating_sub(left), self.rooks.min(lines as u32).min(self.across))
    }
}

/// Returns the squares of an instance's only class, line by line: squares of one line are in conflict.
fn lines(instance: &Instance, of: &dyn Fn(usize) -> usize) -> Vec<Vec<u64>> {
    let mut lines: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    instance.classes[0]
        .allowed
        .squares()
        .for_each(|square| lines.entry(of(square)).or_default().push(square));
    lines.into_values().flat_map(|line| instance.cliques_among(0, line.into_iter())).collect()
}

impl Leaf for Grid {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn memory(&self) -> usize {
        size_of::<u128>() << self.across
    }

    fn count(&self, _: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let (mut ways, mut nodes) = (vec![0u128; 1 << self.across], 0);
        ways[0] = 1;
        for (number, &line) in self.lines.iter().enumerate() {
            let (least, most) = self.rooks_after(number + 1);
            // A set is reached from smaller ones, which still hold their values before this line.
            for set in (0..ways.len()).rev() {
                if set % PATIENCE == 0 && (run.should_stop)() {
                    return Ok(UnitCount::STOPPED.into());
                }
                let rooks = (set as u32).count_ones();
                if rooks < least || rooks > most {
                    ways[set] = 0;
                    continue;
                }
                ways[set] = with_line(&ways, line, set);
                nodes += 1;
            }
        }
        let full = ways.iter().enumerate().filter(|(set, _)| set.count_ones() == self.rooks);
        let placements = full.fold(0u128, |sum, (_, ways)| sum.saturating_add(*ways));
        Ok(UnitCount { placements, nodes, complete: true }.into())
    }
}
