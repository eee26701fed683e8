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
//! | [`tiles`] | the units: row sets with some rows in common |
//! | [`crossing`] | conflicts between two sets of squares as bits |
//! | [`quarters`] | all placements on a quarter, filed by rows and columns: sheets |
//! | [`shelf`] | sheets kept, or written when they are needed |
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
mod shelf;
mod starts;
mod subsets;
mod tiles;

use crate::board::Board;
use crate::engines::counter::{Counter, Divided, Facts, Partial, UnitFacts};
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::instance::Instance;
#[cfg(target_arch = "x86_64")]
use crate::engines::kernel::Avx512;
use crate::engines::kernel::Vectored;
use crate::engines::random::Random;
use crate::engines::technique::{Ready, Suit, Technique};
use crate::engines::tuning::Tuning;
use cost::{StartModel, at_peace};
use crossing::Crossing;
use grid::{Grid, Quarter};
use joining::{MAX_JOINS, MAX_WORDS};
use lanes::{JoinLanes, PortableJoinLanes};
use matching::{EAST, MAX_IN_BATCH, MatchingBuffers, RowSetCount, Sheets, StartFrame, sorted_from};
use quarters::{QuarterQuestion, QuarterSheet, source};
use shelf::{By, Lists, MAX_KEPT_BYTES, Shelf, Sources};
use starts::{Start, half_squares, quarter_squares};
use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};
use subsets::Subsets;
use tiles::{Tile, cut_tiles};

/// Its name in results.
const NAME: &str = "halves";
/// Raised whenever units or their numbering change.
const VERSION: u32 = 3;
/// Most row sets of all starts together, before symmetry. Planning goes through them: on 28x28 there are 40 million.
const MAX_ROW_SETS: usize = 1_000_000_000;

/// A problem made ready to be counted.
pub(crate) struct Halves {
    grid: Grid,
    frame: StartFrame,
    /// Between the west and the east, and inside each.
    across: Crossing,
    within: [Crossing; 2],
    starts: Vec<Start>,
    tiles: Vec<Tile>,
    facts: Facts,
    /// Whether the sheets of a start are kept.
    keeps: bool,
    /// Lists of the starts that are being worked on.
    shelf: Mutex<Vec<(usize, Arc<Lists>)>>,
    threads: usize,
    /// Expected bytes of sheets and half boards.
    memory: usize,
    /// Expected time of writing sheets that are kept, in nanoseconds.
    writing: f64,
}

/// The first use of the buffers, in nanoseconds.
const STARTING: f64 = 150_000.0;
/// What the buffers of a thread hold, about, besides sheets and half boards.
const WORKSPACE_BYTES: f64 = 1e6;

/// The engine.
pub(crate) struct HalvesEngine;

impl Technique for HalvesEngine {
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
         28 ranks: use the engine best"
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
        Tuning { kernel, tuned, granularity, threads, memory }: Tuning,
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
        let pieces = (grid.half() * grid.half()) as f64;
        let sorted_from = sorted_from(at_peace(&grid, &west, &east).powf(pieces));
        let frame = StartFrame { batch: MAX_IN_BATCH, sorted_from, joins, words, meets, lines, subsets };
        let models: Vec<StartModel> =
            starts.iter().map(|start| StartModel::new(&grid, start, &frame, tuned)).collect();
        let most = |bytes: &dyn Fn(&StartModel) -> f64| models.iter().map(bytes).fold(0.0, f64::max);
        let tiles = cut_tiles(&frame.subsets, &starts, &models, granularity.finest);
        let of_tile = |tile: &Tile| {
            let (start, model) = (&starts[tile.start as usize], &models[tile.start as usize]);
            let west = start.cols.0.count_ones() as usize;
            let size = usize::from(tile.size);
            tile.norths.len() as f64 * model.sheet_bytes(start, false, size)
                + model.sheet_bytes(start, true, west - size)
        };
        let kept = most(&StartModel::all_bytes) * if starts.len() == 1 { 1.0 } else { threads as f64 + 1.0 };
        let written = tiles.iter().map(of_tile).fold(0.0, f64::max) * threads as f64;
        let rest = (most(&StartModel::half_board_bytes) + WORKSPACE_BYTES) * threads as f64;
        let keeps = kept <= MAX_KEPT_BYTES && memory.is_none_or(|memory| kept + rest <= memory as f64);
        let fact = |tile: &Tile| UnitFacts { weight: starts[tile.start as usize].weight, work: tile.work };
        let facts = Facts {
            units: tiles.iter().map(fact).collect(),
            factor: instance.factor.clone(),
            ..Facts::plain((NAME, VERSION), kernel, Vec::new())
        };
        let of_units = tiles.len() * (size_of::<Tile>() + size_of::<UnitFacts>());
        Some(Self {
            grid,
            frame,
            across,
            within,
            starts,
            tiles,
            facts,
            keeps,
            shelf: Mutex::default(),
            threads,
            writing: if keeps { models.iter().map(StartModel::writing).sum() } else { 0.0 },
            memory: (if keeps { kept } else { written } + rest) as usize + of_units,
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
        let lists = self.sources(&self.starts[start]).write_all(&self.frame.subsets, by)?;
        let lists = Arc::new(lists);
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

    /// What writes the sheets of a start.
    fn sources(&self, start: &Start) -> Sources {
        let marked = start.marked(&self.grid);
        let nothing = vec![false; marked.len()];
        let west: Vec<bool> =
            start.allowed.iter().zip(&marked).map(|(&allowed, &marked)| allowed && !marked).collect();
        let of_quarter = |quarter: Quarter| {
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
            source(&QuarterQuestion {
                grid: &self.grid,
                quarter,
                allowed: if quarter.east { &start.allowed } else { &west },
                marked: if quarter.east { &marked } else { &nothing },
                words: quarter_squares(&self.grid, quarter).map(words).collect(),
                has_codes: quarter.east,
            })
        };
        let half = |east| [false, true].map(|south| of_quarter(Quarter { south, east }));
        Sources { west: half(false), east: half(true) }
    }

    /// Has the row sets of a tile added; `None` if that was stopped.
    fn go_through(
        &self,
        tile: &Tile,
        should_stop: &(dyn Fn() -> bool + Sync),
        add: &mut dyn FnMut(RowSetTask<'_>) -> Option<()>,
        counted: &mut RowSetCount,
    ) -> Option<()> {
        let (start, subsets) = (&self.starts[tile.start as usize], &self.frame.subsets);
        let [norths, souths] = tile.rows(subsets, start);
        let shelf = match self.keeps {
            true => Shelf::Kept(self.lists(tile.start as usize, By::One(should_stop))?),
            false => Shelf::Written(self.sources(start)),
        };
        let mut written = Vec::new();
        let northern = shelf.of_north(subsets, start, &norths, should_stop, &mut written)?;
        let mut of_south = Default::default();
        for south in souths {
            if !norths.iter().any(|&north| start.is_counted(subsets, (north, south))) {
                continue;
            }
            let norths = (norths.as_slice(), northern.as_slice());
            let south = (south, shelf.of_south(subsets, start, south, &mut of_south));
            add(RowSetTask {
                frame: &self.frame,
                start,
                norths,
                south,
                should_stop,
                counted: &mut *counted,
            })?;
        }
        Some(())
    }
}

thread_local! {
    /// What the thread's last unit used.
    static WORKSPACE: Cell<Option<Box<MatchingBuffers>>> = const { Cell::new(None) };
}

impl Divided for Halves {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    /// By the model. Little is left to chance here: with lists of partial placements there is no tree to descend.
    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        Estimate::by_model(self.facts.work() + self.writing + STARTING)
    }

    /// By start, for each of which there are lists.
    fn group(&self, unit: usize) -> Option<usize> {
        (self.starts.len() > 1).then(|| self.tiles[unit].start as usize)
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        let Tile { start, size, norths, souths, .. } = &self.tiles[unit];
        into.extend_from_slice(&start.to_le_bytes());
        into.push(*size);
        for number in [norths.start, norths.end, souths.start, souths.end] {
            into.extend_from_slice(&number.to_le_bytes());
        }
    }

    fn prepare(&self, should_stop: &(dyn Fn() -> bool + Sync)) {
        if self.keeps && self.starts.len() == 1 {
            self.lists(0, if self.threads > 1 { By::All(should_stop) } else { By::One(should_stop) });
        }
    }

    fn memory(&self) -> usize {
        self.memory
    }
}

impl Counter for Halves {
    fn count(&self, unit: usize, should_stop: &(dyn Fn() -> bool + Sync)) -> Partial {
        let mut counted = RowSetCount::default();
        let mut add = |task: RowSetTask<'_>| self.facts.kernel.run(task);
        let complete = self.go_through(&self.tiles[unit], should_stop, &mut add, &mut counted).is_some();
        Partial { placements: counted.placements, nodes: counted.half_boards, complete }
    }
}

/// The row sets of one set of rows in the south with several in the north.
struct RowSetTask<'a> {
    frame: &'a StartFrame,
    start: &'a Start,
    /// Rows in the west, with their western and their eastern sheet.
    norths: (&'a [u16], &'a [[&'a QuarterSheet; 2]]),
    south: (u16, [&'a QuarterSheet; 2]),
    should_stop: &'a dyn Fn() -> bool,
    counted: &'a mut RowSetCount,
}

impl Vectored for RowSetTask<'_> {
    /// `None` if it was stopped.
    type Output = Option<()>;

    #[inline(always)]
    fn portable(self) -> Option<()> {
        self.count(PortableJoinLanes::<false>)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, lanes: Avx512) -> Option<()> {
        self.count(lanes)
    }
}

impl RowSetTask<'_> {
    #[inline(always)]
    fn count(self, lanes: impl JoinLanes) -> Option<()> {
        let Self { frame, start, norths, south: (south, southern), should_stop, counted } = self;
        let mut workspace = WORKSPACE.take().unwrap_or_default();
        let mut complete = Some(());
        for (&north, northern) in norths.0.iter().zip(norths.1) {
            let Some(set) = start.weigh(&frame.subsets, (north, south)) else { continue };
            let [west, east] = [0, 1].map(|half| [northern[half], southern[half]]);
            let sheets = (start, Sheets { west, east });
            if should_stop()
                || !matching::count(lanes, frame, sheets, set, &mut workspace, should_stop, counted)
            {
                complete = None;
                break;
            }
        }
        WORKSPACE.set(Some(workspace));
        complete
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::kernel::Kernel;
    use crate::engines::naive;
    use crate::engines::tuning::Granularity;
    use crate::problem::Problem;

    /// A problem made ready, with so much memory; `None` if it does not have the shape.
    fn ready_within(memory: Option<u64>, text: &str, finest: bool) -> Option<Halves> {
        let problem: Problem = text.parse().unwrap();
        let granularity = Granularity { max_units: 1, finest, shared: false };
        let kernel = Kernel::Portable;
        let way = Tuning { kernel, tuned: kernel, granularity, threads: 1, memory };
        Halves::new(problem.board(), &Instance::new(&problem).merged(), way)
    }

    /// A problem made ready; `None` if it does not have the shape.
    fn ready(text: &str, finest: bool) -> Option<Halves> {
        ready_within(None, text, finest)
    }

    fn found(halves: &Halves) -> Vec<Partial> {
        (0..halves.tiles.len()).map(|unit| halves.count(unit, &|| false)).collect()
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
            let model = StartModel::new(&halves.grid, start, &halves.frame, Kernel::Portable);
            let lists = halves.lists(0, By::One(&|| false)).unwrap();
            for (east, half) in [(false, &lists.west), (true, &lists.east)] {
                for (south, sheets) in [false, true].into_iter().zip(half) {
                    let expected = model.on_quarter(east, south);
                    let ratio = expected / sheets.iter().map(QuarterSheet::len).sum::<usize>() as f64;
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
        let count = |tile: &Tile| {
            let mut counted = RowSetCount::default();
            let complete = halves.go_through(
                tile,
                &|| false,
                &mut |task| task.count(PortableJoinLanes::<true>),
                &mut counted,
            );
            Partial {
                placements: counted.placements,
                nodes: counted.half_boards,
                complete: complete.is_some(),
            }
        };
        halves.tiles.iter().map(count).collect()
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
            "29x29 Q29",
            "30x30 R30",
            "32x32 X32 X=QNNCCZ",
        ] {
            assert!(ready(text, false).is_none(), "{text}");
        }
    }

    /// All threads together write the same sheets as one.
    #[test]
    fn threads_write_the_same() {
        for text in ["10x10 Q10", "9x9 X9 X=RN"] {
            let halves = ready(text, false).unwrap();
            for start in &halves.starts {
                let sources = halves.sources(start);
                let alone = sources.write_all(&halves.frame.subsets, By::One(&|| false)).unwrap();
                let together = sources.write_all(&halves.frame.subsets, By::All(&|| false)).unwrap();
                assert_eq!((alone.west, alone.east), (together.west, together.east), "{text}");
            }
        }
    }

    /// Sheets that are written when they are needed are those that are kept.
    #[test]
    fn memory_changes_nothing() {
        for text in ["10x10 Q10", "9x9 Q9", "9x9 X9 X=RN", "7x7 X7 X=RfN", "6x6 Q6@b1", "12x12 A12"] {
            let kept = ready(text, false).unwrap();
            let written = ready_within(Some(0), text, false).unwrap();
            assert!(kept.keeps && !written.keeps, "{text}");
            let described = |halves: &Halves| {
                let mut bytes = Vec::new();
                (0..halves.tiles.len()).for_each(|unit| halves.describe(unit, &mut bytes));
                bytes
            };
            assert_eq!(described(&kept), described(&written), "{text}");
            assert_eq!(found(&kept), found(&written), "{text}");
        }
    }

    /// Every row set that is counted is in one tile, whatever the tiles are.
    #[test]
    fn tiles_cover_all_row_sets() {
        for text in ["8x8 Q8", "9x9 Q9", "8x8 R8", "7x7 X7 X=RfN", "10x10 A10"] {
            for finest in [false, true] {
                let halves = ready(text, finest).unwrap();
                let subsets = &halves.frame.subsets;
                let mut seen = Vec::new();
                for tile in &halves.tiles {
                    let start = &halves.starts[tile.start as usize];
                    let [norths, souths] = tile.rows(subsets, start);
                    for &north in &norths {
                        let counted =
                            souths.iter().filter(|&&south| start.is_counted(subsets, (north, south)));
                        seen.extend(counted.map(|&south| (tile.start, north, south)));
                    }
                }
                let all = halves.starts.iter().zip(0..).flat_map(|(start, number)| {
                    let pairs = (0..1u16 << subsets.side)
                        .flat_map(|north| (0..1u16 << subsets.side).map(move |south| (north, south)));
                    let fits = move |&(north, south): &(u16, u16)| {
                        north & !start.rows.0 == 0
                            && south & !start.rows.1 == 0
                            && north.count_ones() + south.count_ones() == start.cols.0.count_ones()
                            && start.is_counted(subsets, (north, south))
                    };
                    pairs.filter(fits).map(move |(north, south)| (number, north, south))
                });
                let all: Vec<_> = all.collect();
                assert_eq!(halves.tiles.len() == all.len(), finest, "{text}");
                seen.sort_unstable();
                assert_eq!(seen, all, "{text}");
            }
        }
    }

    /// A count that is stopped within a unit says so, and does not count more than there is.
    #[test]
    fn units_stop() {
        for memory in [None, Some(0)] {
            let halves = ready_within(memory, "12x12 Q12", false).unwrap();
            for calls in [0, 1, 5, 50] {
                let asked = std::sync::atomic::AtomicUsize::new(0);
                let whole = halves.count(0, &|| false);
                let should_stop = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= calls;
                let part = halves.count(0, &should_stop);
                assert!(part.placements <= whole.placements && part.nodes <= whole.nodes, "{calls}");
                assert!(!part.complete || part == whole, "{calls}");
                assert!(calls > 0 || !part.complete);
            }
        }
    }
}
