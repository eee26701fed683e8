//! The halves engine: one piece in every row and column, counted by meeting in the middle.
//!
//! A search visits every placement, at best. This engine visits every placement of *half* the board: the columns are cut
//! in the middle, and what is counted is the number of pairs of a western and an eastern half that leave each other in
//! peace. Half boards are few (18 queens: a 200th of the search tree), pairs are many, but 512 of them are
//! decided by one vector instruction. The method, with its ideas, is Evgeny Kluev's (2013, for queens); here it
//! works from the conflict tables, for every kind.
//!
//! | file | what it does |
//! |---|---|
//! | [`grid`] | the shape that is needed, and the conflicts |
//! | [`subsets`] | sets of rows and columns, numbered |
//! | [`starts`] | the middle row and column, and symmetry |
//! | [`crossing`] | conflicts between two sets of squares as bits |
//! | [`quarters`] | all placements on a quarter, filed by rows and columns |
//! | [`joining`] | half boards: quarters joined |
//! | [`matching`] | one row set: pairs of halves counted |
//! | [`lanes`] | the operations on 512 half boards |
//! | [`cost`] | what it expects to do and to hold |

mod cost;
mod crossing;
mod grid;
mod joining;
mod lanes;
#[cfg(target_arch = "x86_64")]
mod lanes_avx512;
mod matching;
mod quarters;
mod starts;
mod subsets;

use crate::board::Board;
use crate::engines::counter::{Counter, Facts, Partial, UnitFacts};
use crate::engines::estimate::{Effort, Estimate, Random};
use crate::engines::instance::Instance;
#[cfg(target_arch = "x86_64")]
use crate::engines::kernel::Avx512;
use crate::engines::kernel::Vectored;
use crate::engines::technique::{Ready, Suit, Technique};
use crate::engines::tuning::Tuning;
use cost::Model;
use crossing::Crossing;
use grid::{Grid, Quarter};
use joining::{MAX_JOINS, MAX_WORDS};
use lanes::{Lanes, Portable};
use matching::{Counted, EAST, Frame, Lists, MAX_IN_BATCH, SORTED_FROM, Workspace};
use quarters::{By, Placements, Recipe};
use starts::{RowSet, Start, half_squares, quarter_squares};
use std::cell::Cell;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use subsets::Subsets;

/// Its name in results.
const NAME: &str = "halves";
/// Raised whenever units or their numbering change.
const VERSION: u32 = 2;
/// Most row sets of all starts together, before symmetry. Planning goes through them: on 25x25 there are 195 million, which
/// takes five seconds.
const MAX_ROW_SETS: usize = 60_000_000;

/// A problem made ready to be counted.
pub(crate) struct Halves {
    grid: Grid,
    frame: Frame,
    /// Between the west and the east, and inside each.
    across: Crossing,
    within: [Crossing; 2],
    starts: Vec<Start>,
    units: Vec<Unit>,
    facts: Facts,
    /// Lists of the starts that are being worked on.
    shelf: Mutex<Vec<(usize, Arc<Lists>)>>,
    threads: usize,
    /// Expected bytes of the lists.
    memory: usize,
}

/// Some row sets of a start: those with the same northern rows, or a part of them.
#[derive(Debug, Clone, Copy)]
struct Unit {
    start: u32,
    north: u16,
    /// Of the row sets with these northern rows.
    first: u32,
    end: u32,
    work: f64,
}

/// An odd number, so that multiplying by it is one to one on sets; near the golden ratio of 2^32, so that it mixes well
/// (Knuth, *The Art of Computer Programming* 3, 6.4).
const MIXER: u32 = 0x9e37_79b1;

/// A unit is expected to take no longer than this, in nanoseconds with AVX-512, so that a run that is stopped loses little,
const MAX_UNIT_NS: f64 = 1e10;
/// or no more than such a part of the whole.
const FINE: f64 = 65_536.0;

/// The first use of the buffers, in nanoseconds.
const STARTING: f64 = 150_000.0;
/// What the buffers of a thread hold, about.
const WORKSPACE_BYTES: usize = 1 << 20;

/// Bytes of the lists of a start with these numbers of placements, and of what is held while the last of them is made.
fn list_bytes([west, east]: [[f64; 2]; 2], (joins, words): (usize, usize), codes: usize) -> f64 {
    let filed = |words: usize| (4 * words + codes + 2) as f64;
    let found = |words: usize| (4 * words + 16) as f64;
    let [west, east] = [west.iter().sum::<f64>(), east.iter().sum::<f64>()];
    west * filed(joins + words) + east * (filed(joins) + found(joins) / 2.0)
}

/// The engine.
pub(crate) struct Entry;

impl Technique for Entry {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn about(&self) -> &'static str {
        "Meet in the middle, for one piece in every row and column"
    }

    fn misfit(&self) -> &'static str {
        "the halves engine counts one kind with a rook's moves, one piece in every row and column of a square board of up to \
         24 ranks: use the engine best"
    }

    fn suits(&self, ready: &Ready<'_>) -> Option<Suit> {
        Grid::new(ready.board?, ready.instance).map(|_| Suit::Shape)
    }

    fn counter(&self, ready: &Ready<'_>, tuning: Tuning) -> Option<Box<dyn Counter>> {
        Some(Box::new(Halves::new(ready.board?, ready.instance, tuning)?))
    }
}

impl Halves {
    /// The engine for an instance, if it has the shape and not too many bits.
    pub(crate) fn new(
        board: &Board,
        instance: &Instance,
        Tuning { kernel, tuned, granularity, threads, .. }: Tuning,
    ) -> Option<Self> {
        let grid = Grid::new(board, instance)?;
        if grid.half() == 0 {
            return None;
        }
        let subsets = Subsets::new(grid.half());
        let maps: Vec<Vec<u16>> = (instance.maps[..instance.central_maps].iter())
            .filter(|map| grid.keeps_lines(map))
            .cloned()
            .collect();
        let starts = Start::all(&grid, &maps);
        // As many sets of rows as pairs: those of each size in the north with their complements in the south.
        if starts.len().saturating_mul(subsets.pairs()) > MAX_ROW_SETS {
            return None;
        }
        // Without a start there is no placement, and nothing is marked.
        let marked =
            starts.first().map_or_else(|| vec![false; grid.side * grid.side], |start| start.marked(&grid));
        let west = half_squares(&grid, false, |square| grid.is_allowed(square) && !marked[square]);
        let east = half_squares(&grid, true, |square| grid.is_allowed(square));
        let across = Crossing::new(&grid, &west, &east);
        let within = [false, true].map(|east| {
            let quarter = |south| {
                quarter_squares(&grid, Quarter { south, east }).filter(|&s| grid.is_allowed(s)).collect()
            };
            let (north, south): (Vec<usize>, Vec<usize>) = (quarter(false), quarter(true));
            Crossing::new(&grid, &north, &south)
        });
        let joins = within[0].words().max(within[1].words());
        if joins > MAX_JOINS || across.words() > MAX_WORDS {
            return None;
        }
        let meets = EAST.map(|quarter| {
            quarter_squares(&grid, quarter)
                .map(|square| across.meets(square).iter().map(|&bit| bit as u16).collect())
                .collect()
        });
        let mut lines = vec![[0; 2]; across.bits()];
        for south in [false, true] {
            for place in 0..grid.half() * grid.half() {
                let row = 1 << (place / grid.half() + if south { 16 } else { 0 });
                let [west, east] = [false, true].map(|east| grid.square(Quarter { south, east }, place));
                across.sets(west).iter().for_each(|&bit| lines[bit][0] |= row);
                across.meets(east).iter().for_each(|&bit| lines[bit][1] |= row);
            }
        }
        let words = across.words().next_power_of_two();
        let frame =
            Frame { batch: MAX_IN_BATCH, sorted_from: SORTED_FROM, joins, words, meets, lines, subsets };
        let models: Vec<Model> =
            starts.iter().map(|start| Model::new(&grid, start, frame.words, tuned)).collect();
        let mut memory = 0.0f64;
        for model in &models {
            let quarters = model.placements(&grid);
            // Seen before row sets are gone through: that takes long where there are that many placements. They are
            // numbered by 32 bits, with room for an estimate four times too low.
            if quarters.as_flattened().iter().any(|&placements| placements > f64::from(u32::MAX / 4)) {
                return None;
            }
            memory = memory.max(list_bytes(quarters, (joins, frame.words), grid.half().div_ceil(2)));
        }
        let mut units = Vec::new();
        let unit_of = |number: usize, north: u16, sets: &[RowSet], range: Range<usize>| Unit {
            start: number as u32,
            north,
            first: range.start as u32,
            end: range.end as u32,
            work: sets[range].iter().map(|&set| models[number].cost(set)).sum(),
        };
        for (number, start) in starts.iter().enumerate() {
            // Neighbouring sets take alike, and so may be estimated alike too high or too low. Mixed up, the units done so
            // far are a fair sample at any time, and so is the time left.
            let norths = 1u32 << grid.half();
            for north in (0..norths).map(|number| number.wrapping_mul(MIXER) % norths) {
                let sets = start.row_sets(&frame.subsets, north as u16);
                let unit = |range| unit_of(number, north as u16, &sets, range);
                if granularity.finest {
                    units.extend((0..sets.len()).map(|set| unit(set..set + 1)));
                } else if !sets.is_empty() {
                    units.push(unit(0..sets.len()));
                }
            }
        }
        let total: f64 = units.iter().map(|unit| unit.work).sum();
        let largest = (MAX_UNIT_NS * models.first().map_or(1.0, Model::slowness)).max(total / FINE);
        let units: Vec<Unit> = units
            .into_iter()
            .flat_map(|unit| {
                if unit.work <= largest {
                    return vec![unit];
                }
                let sets = starts[unit.start as usize].row_sets(&frame.subsets, unit.north);
                let parts = ((unit.work / largest).ceil() as usize).min(sets.len());
                let cut = |part: usize| part * sets.len() / parts;
                let part = |part| unit_of(unit.start as usize, unit.north, &sets, cut(part)..cut(part + 1));
                (0..parts).map(part).collect()
            })
            .collect();
        let held = if starts.len() == 1 { 1 } else { threads + 1 };
        let memory = memory * held as f64 + (8 * 4 * frame.subsets.pairs() * held) as f64;
        let fact = |unit: &Unit| UnitFacts { weight: starts[unit.start as usize].weight, work: unit.work };
        let facts = Facts {
            units: units.iter().map(fact).collect(),
            factor: instance.factor.clone(),
            ..Facts::plain((NAME, VERSION), kernel, Vec::new())
        };
        let shelf = Mutex::default();
        Some(Self {
            grid,
            frame,
            across,
            within,
            starts,
            units,
            facts,
            shelf,
            threads,
            memory: memory as usize,
        })
    }

    /// The lists of a start, made if they are not at hand; `None` if that was given up.
    fn lists(&self, start: usize, by: By<'_>) -> Option<Arc<Lists>> {
        let find = |shelf: &[(usize, Arc<Lists>)]| {
            shelf.iter().find(|(number, _)| *number == start).map(|(_, lists)| Arc::clone(lists))
        };
        let shelf = || self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lists) = find(&shelf()) {
            return Some(lists);
        }
        let lists = Arc::new(self.enumerate(&self.starts[start], by)?);
        let mut shelf = shelf();
        if let Some(lists) = find(&shelf) {
            return Some(lists);
        }
        shelf.push((start, Arc::clone(&lists)));
        // Each thread goes through the starts in order: the oldest lists are the ones no longer needed.
        if shelf.len() > self.threads + 1 {
            shelf.remove(0);
        }
        Some(lists)
    }

    /// Enumerates the quarters of a start.
    fn enumerate(&self, start: &Start, by: By<'_>) -> Option<Lists> {
        let marked = start.marked(&self.grid);
        let nothing = vec![false; marked.len()];
        let placements = |quarter: Quarter| {
            let within = &self.within[usize::from(quarter.east)];
            let words = |square: usize| {
                let mut words =
                    if quarter.south { within.met_words(square) } else { within.set_words(square) };
                words.resize(self.frame.joins, 0);
                if !quarter.east {
                    words.extend(self.across.set_words(square));
                    words.resize(self.frame.joins + self.frame.words, 0);
                }
                words
            };
            let west: Vec<bool> =
                start.allowed.iter().zip(&marked).map(|(&allowed, &marked)| allowed && !marked).collect();
            let recipe = Recipe {
                grid: &self.grid,
                subsets: &self.frame.subsets,
                quarter,
                allowed: if quarter.east { &start.allowed } else { &west },
                marked: if quarter.east { &marked } else { &nothing },
                words: quarter_squares(&self.grid, quarter).map(words).collect(),
            };
            Placements::new(&recipe, by)
        };
        let half = |east| {
            let north = placements(Quarter { south: false, east })?;
            Some([north, placements(Quarter { south: true, east })?])
        };
        Some(Lists { west: half(false)?, east: half(true)? })
    }
}

thread_local! {
    /// What the thread's last unit used.
    static WORKSPACE: Cell<Option<Box<Workspace>>> = const { Cell::new(None) };
}

impl Counter for Halves {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    /// By the model. Little is left to chance here: with lists of partial placements there is no tree to descend.
    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        Estimate::by_model(self.facts.work() + STARTING)
    }

    /// By start, for each of which there are lists.
    fn group(&self, unit: usize) -> Option<usize> {
        (self.starts.len() > 1).then(|| self.units[unit].start as usize)
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        let Unit { start, north, first, end, .. } = self.units[unit];
        for number in [start, u32::from(north), first, end] {
            into.extend_from_slice(&number.to_le_bytes());
        }
    }

    fn prepare(&self, should_stop: &(dyn Fn() -> bool + Sync)) {
        if self.starts.len() == 1 {
            self.lists(0, if self.threads > 1 { By::All(should_stop) } else { By::One(should_stop) });
        }
    }

    fn count(&self, unit: usize, should_stop: &(dyn Fn() -> bool + Sync)) -> Partial {
        let Unit { start: number, north, first, end, .. } = self.units[unit];
        let start = &self.starts[number as usize];
        let Some(lists) = self.lists(number as usize, By::One(should_stop)) else {
            return Partial { placements: 0, nodes: 0, complete: false };
        };
        let mut workspace = WORKSPACE.take().unwrap_or_default();
        let sets = start.row_sets(&self.frame.subsets, north);
        let task = Task {
            frame: &self.frame,
            start,
            lists: &lists,
            sets: &sets[first as usize..end as usize],
            workspace: &mut workspace,
            should_stop,
        };
        let (counted, complete) = self.facts.kernel.run(task);
        WORKSPACE.set(Some(workspace));
        Partial { placements: counted.placements, nodes: counted.half_boards, complete }
    }

    fn memory(&self) -> usize {
        self.memory + self.units.len() * size_of::<Unit>() + self.threads * WORKSPACE_BYTES
    }
}

/// Row sets to be counted.
struct Task<'a> {
    frame: &'a Frame,
    start: &'a Start,
    lists: &'a Lists,
    sets: &'a [RowSet],
    workspace: &'a mut Workspace,
    should_stop: &'a dyn Fn() -> bool,
}

impl Vectored for Task<'_> {
    type Output = (Counted, bool);

    #[inline(always)]
    fn portable(self) -> (Counted, bool) {
        self.count(Portable::<false>)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, lanes: Avx512) -> (Counted, bool) {
        self.count(lanes)
    }
}

impl Task<'_> {
    #[inline(always)]
    fn count(self, lanes: impl Lanes) -> (Counted, bool) {
        let mut sum = Counted::default();
        for &set in self.sets {
            if (self.should_stop)() {
                return (sum, false);
            }
            let lists = (self.start, self.lists);
            let (counted, complete) =
                matching::count(lanes, self.frame, lists, set, self.workspace, self.should_stop);
            sum.placements += counted.placements;
            sum.half_boards += counted.half_boards;
            if !complete {
                return (sum, false);
            }
        }
        (sum, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::kernel::Kernel;
    use crate::engines::naive;
    use crate::engines::tuning::Granularity;
    use crate::problem::Problem;

    /// A problem made ready; `None` if it does not have the shape.
    fn ready(text: &str, finest: bool) -> Option<Halves> {
        let problem: Problem = text.parse().unwrap();
        let granularity = Granularity { max_units: 1, finest, shared: false };
        let way = Tuning { kernel: Kernel::Portable, tuned: Kernel::Portable, granularity, threads: 1 };
        Halves::new(problem.board(), &Instance::new(&problem).merged(), way)
    }

    fn found(halves: &Halves) -> Vec<Partial> {
        (0..halves.units.len()).map(|unit| halves.count(unit, &|| false)).collect()
    }

    fn sum(halves: &Halves, found: &[Partial]) -> u128 {
        found
            .iter()
            .zip(0..)
            .map(|(partial, unit)| partial.placements * u128::from(halves.facts.units[unit].weight))
            .sum()
    }

    /// What `--explain` says of memory, and what progress is measured with, rests on this model.
    #[test]
    fn as_many_placements_are_expected_as_there_are() {
        for text in
            ["10x10 Q10", "11x11 Q11", "14x14 Q14", "16x16 Q16", "14x14 A14", "12x12 R12", "12x12 X12 X=RN"]
        {
            let halves = ready(text, false).unwrap();
            let start = &halves.starts[0];
            let expected = Model::new(&halves.grid, start, halves.frame.words, Kernel::Portable);
            let expected = expected.placements(&halves.grid);
            let lists = halves.lists(0, By::One(&|| false)).unwrap();
            for (expected, lists) in expected.iter().zip([&lists.west, &lists.east]) {
                for (&expected, list) in expected.iter().zip(lists) {
                    let ratio = expected / list.cells.len() as f64;
                    assert!((0.8..1.5).contains(&ratio), "{text}: {ratio}");
                }
            }
        }
    }

    /// Every kernel finds the same placements and half boards, unit by unit, whatever the numbers of words are.
    #[test]
    fn kernels_agree_unit_by_unit() {
        let mut words = Vec::new();
        for (text, expected) in [
            ("8x8 Q8", 92),
            ("9x9 Q9", 352),
            ("10x10 Q10", 724),
            ("10x10 A10", 4),
            ("9x9 A9", 0),
            ("9x9 X9 X=RN", 19_480),
            ("9x9 X9 X=RCC", 7_782),
            ("8x8 X8 X=RflbrB", 2_113),
            ("8x8 Q8@a1", 4),
            ("8x8 R8", 40_320),
            ("7x7/torus Q7", 28),
            ("10x10 X10 X=RNCZ", 1_024),
            ("12x12 A12", 156),
            ("12x12 X12 X=RNNCCZZ", 80),
            ("14x14 X14 X=QNC", 4),
            ("16x16 X16 X=QNNCC", 6),
            ("18x18 X18 X=QNNCC", 8),
        ] {
            // Units of one row set each, where these are not too many.
            let is_small = !text.starts_with("16") && !text.starts_with("18");
            let mut halves = ready(text, is_small).unwrap();
            words.push((halves.frame.joins, halves.frame.words));
            let portable = found(&halves);
            assert_eq!(sum(&halves, &portable), expected, "{text}");
            for kernel in Kernel::available() {
                halves.facts.kernel = kernel;
                assert_eq!(found(&halves), portable, "{text}, {kernel}");
            }
        }
        words.sort_unstable();
        words.dedup();
        assert_eq!(words, [(1, 1), (1, 2), (2, 2), (2, 4), (3, 8), (4, 8)]);
    }

    /// Lists of placements that are too long for a batch are cut: the same half boards, whatever the length is.
    #[test]
    fn small_batches_change_nothing() {
        for text in ["10x10 Q10", "9x9 X9 X=RN", "8x8 R8", "7x7 X7 X=RfN"] {
            let mut halves = ready(text, false).unwrap();
            let expected = found(&halves);
            for batch in [1, 3, 5, 256] {
                halves.frame.batch = batch;
                for kernel in Kernel::available() {
                    halves.facts.kernel = kernel;
                    assert_eq!(found(&halves), expected, "{text}, batches of {batch}, {kernel}");
                }
            }
        }
    }

    /// The same with all that is done to find pairs without a common half board, in plain words.
    fn found_by_sifting(halves: &Halves) -> Vec<Partial> {
        let count = |unit: &Unit| {
            let start = &halves.starts[unit.start as usize];
            let sets = start.row_sets(&halves.frame.subsets, unit.north);
            let task = Task {
                frame: &halves.frame,
                start,
                lists: &halves.lists(unit.start as usize, By::One(&|| false)).unwrap(),
                sets: &sets[unit.first as usize..unit.end as usize],
                workspace: &mut Workspace::default(),
                should_stop: &|| false,
            };
            let (counted, complete) = task.count(Portable::<true>);
            Partial { placements: counted.placements, nodes: counted.half_boards, complete }
        };
        halves.units.iter().map(count).collect()
    }

    /// Half boards are sorted only where there are many: the same numbers, from whatever number on that is, and in batches of
    /// any length.
    #[test]
    fn sorting_changes_nothing() {
        for text in
            ["8x8 Q8", "9x9 Q9", "10x10 Q10", "9x9 X9 X=RN", "8x8 R8", "12x12 A12", "10x10 X10 X=RNCZ"]
        {
            let mut halves = ready(text, false).unwrap();
            let expected = found(&halves);
            for (batch, sorted_from) in [(256, 1), (256, 20), (5, 1), (256, usize::MAX)] {
                (halves.frame.batch, halves.frame.sorted_from) = (batch, sorted_from);
                assert_eq!(found_by_sifting(&halves), expected, "{text}, sorted from {sorted_from}");
                for kernel in Kernel::available() {
                    halves.facts.kernel = kernel;
                    assert_eq!(found(&halves), expected, "{text}, sorted from {sorted_from}, {kernel}");
                }
            }
        }
    }

    /// Sides of both parities, with the long diagonals used for symmetry or not, and with lines that need no piece.
    #[test]
    fn every_symmetry_agrees_with_the_oracle() {
        for (text, by_long_diagonals) in [
            ("2x2 R2", false),
            ("3x3 R3", false),
            ("3x3 Q3", false),
            ("4x4 Q4", true),
            ("5x5 Q5", false),
            ("6x6 Q6", true),
            ("6x6 R6", false),
            ("6x6 X6 X=RNN", false),
            ("6x6 X6 X=RflbrB", false),
            ("6x6 X6 X=RfN", false),
            ("6x6 X6 X=RsD", false),
            ("6x6 X6 X=RNBfA", true),
            ("6x6 Q6@b1", false),
            ("6x6-a1 Q6", false),
            ("6x6-a1,f1,a6,f6 Q6", true),
            ("6x6/torus X6 X=RF", false),
            ("6x6/cylinder X6 X=RF", false),
            ("7x7 Q7", false),
            ("7x7 X7 X=RfN", false),
            ("7x7/torus Q7", false),
            ("7x7 Q7@d4", false),
            ("7x7 Q7@c4", false),
            ("5x5-a1,b1,c1,d1,e1,a2,a3,a4,a5 R4", false),
        ] {
            let halves = ready(text, false).unwrap();
            let is_marked = |start: &Start| start.marked(&halves.grid).contains(&true);
            assert_eq!(halves.starts.iter().any(is_marked), by_long_diagonals, "{text}");
            let expected = naive::count(&text.parse().unwrap(), &|| false).0;
            assert_eq!(sum(&halves, &found(&halves)), expected, "{text}");
            let mut halves = halves;
            halves.frame.sorted_from = 1;
            assert_eq!(sum(&halves, &found(&halves)), expected, "{text}, sorted");
        }
    }

    #[test]
    fn other_shapes_are_refused() {
        for text in [
            "1x1 R",
            "4x5 R4",
            "5x5 R4",
            "5x5 R6",
            "5x5 Q4 R",
            "5x5 B5",
            "5x5 X5 X=vR",
            "5x5-c3 R5",
            "5x5 Q5@a1,b2",
            "3x3 Q3@a1,c2,b1",
            "5x5 R0",
            "31x31 R31",
            "32x32 Q32",
            "27x27 A27",
            "32x32 X32 X=QNNCCZ",
        ] {
            assert!(ready(text, false).is_none(), "{text}");
        }
    }

    /// All threads together file the same placements under the same numbers as one.
    #[test]
    fn threads_enumerate_the_same() {
        for text in ["10x10 Q10", "9x9 X9 X=RN"] {
            let halves = ready(text, false).unwrap();
            for start in &halves.starts {
                let alone = halves.enumerate(start, By::One(&|| false)).unwrap();
                let together = halves.enumerate(start, By::All(&|| false)).unwrap();
                let quarters = |lists: Lists| lists.west.into_iter().chain(lists.east);
                for (one, other) in quarters(alone).zip(quarters(together)) {
                    assert_eq!(
                        (&one.words, &one.codes, &one.cells),
                        (&other.words, &other.codes, &other.cells)
                    );
                    let pairs = 0..halves.frame.subsets.pairs();
                    assert!(pairs.into_iter().all(|pair| one.of_pair(pair) == other.of_pair(pair)));
                }
            }
        }
    }
}
