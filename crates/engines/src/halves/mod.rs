//! The halves engine: one piece in every row and column, counted by meeting in the middle.
//!
//! A search visits every placement, at best. This engine visits every placement of *half* the board. It cuts
//! the columns in the middle and counts the pairs of a western and an eastern half that do not attack each
//! other. There are few half boards (18 queens: a 200th of the search tree) and many pairs, but one vector
//! instruction decides 512 pairs. If there are many half boards too, the engine splits both lists until few
//! pairs are left. From 22 queens on, this needs less than one such instruction per placement. The method and
//! its ideas are Evgeny Kluev's (2013, for queens), except for that recursion. Here it works from the
//! conflict tables, for every kind.
//!
//! | file | what it does |
//! |---|---|
//! | [`grid`] | the form of a problem that the engine counts, and its conflicts |
//! | [`subsets`] | sets of rows and columns, numbered |
//! | [`row_sets`] | the rows that have their piece in the west, and symmetry |
//! | [`tiles`] | the units: row sets with some rows in common |
//! | [`crossing`] | conflicts between two sets of squares as bits |
//! | [`quarters`] | all placements on a quarter, filed by rows and columns: sheets |
//! | [`shelf`] | sheets, kept or written on demand |
//! | [`frame`] | the data that all row sets share |
//! | [`joining`] | half boards, made from quarters |
//! | [`matching`] | a row set with few half boards: every pair is compared |
//! | [`splitting`] | a row set with many half boards: both lists are split recursively |
//! | [`leaves`] | lists short enough to be compared |
//! | [`names`] | the placements on quarters that make a half board |
//! | [`listed`] | any numbers of pieces: all placements on either half of the board |
//! | [`standing`] | counts by square: a number for each half board |
//! | [`lanes`] | the operations on half boards |
//! | [`cost`] | the expected work and memory |

pub(crate) mod cost;
pub(crate) mod crossing;
mod frame;
pub(crate) mod grid;
mod joining;
pub(crate) mod lanes;
#[cfg(target_arch = "x86_64")]
mod lanes_avx2;
#[cfg(target_arch = "x86_64")]
mod lanes_avx512;
#[cfg(target_arch = "aarch64")]
mod lanes_neon;
mod leaves;
mod listed;
mod matching;
mod names;
mod quarters;
mod row_sets;
mod shelf;
mod splitting;
mod standing;
pub(crate) mod subsets;
mod tiles;

use crate::board::Board;
use crate::engines::estimate::{Effort, Estimate};
use crate::engines::instance::Instance;
use crate::engines::leaf::{Facts, Leaf, UnitFacts};
use crate::engines::random::Random;
use crate::engines::run::{Run, RunError};
use crate::engines::tally::{Counts, UnitCount};
use crate::engines::technique::{LeafInstance, Limits, Suit, Task, Technique};
use crate::engines::tuning::Tuning;
use cost::Model;
use crossing::{Crossing, bit_words};
use frame::{Frame, SplittingWorth};
use grid::Grid;
use joining::{HalfBoards, PairCounts, QuarterPair, Side};
use lanes::{JoinLanes, MARK, MARK_BITS, MAX_JOINS, MAX_WORDS, vectored};
use listed::ListedCounter;
use matching::{MAX_IN_BATCH, MatchingBuffers};
use names::Name;
use quarters::{QuarterQuestion, QuarterSheet, SheetSource, source};
use row_sets::{Cut, RowSet, RowSets};
use shelf::{EnumerationThreads, Lists, MAX_KEPT_BYTES, Shelf, Sources};
use splitting::SplittingBuffers;
use standing::QuarterCounts;
use std::cell::Cell;
use std::sync::OnceLock;
use subsets::Subsets;
use tiles::{Tile, cut_tiles};

/// The name of the engine in results.
const NAME: &str = "halves";
/// The version. It is raised whenever units or their numbering change.
const VERSION: u32 = 4;

/// A problem that is prepared for counting.
pub(crate) struct Halves {
    frame: Frame,
    row_sets: RowSets,
    sources: Sources,
    tiles: Vec<Tile>,
    facts: Facts,
    /// Number of ranks of the board.
    side: usize,
    /// Whether all sheets are kept.
    keeps: bool,
    /// The sheets that are kept, once they are written.
    lists: OnceLock<Lists>,
    threads: usize,
    /// Expected bytes of sheets and half boards.
    memory: usize,
    /// Expected time of writing the sheets that are kept, in nanoseconds.
    writing: f64,
}

/// The time of the first use of the buffers, in nanoseconds.
const STARTING: f64 = 150_000.0;
/// The approximate size of a thread's buffers, without sheets and half boards, in bytes.
const WORKSPACE_BYTES: f64 = 1e6;

/// The halves engine, as a technique for plans.
pub(crate) struct HalvesEngine;

impl Technique for HalvesEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn description(&self) -> &'static str {
        "Meet in the middle: one piece in every row and column, or halves that can be listed"
    }

    fn misfit(&self) -> &'static str {
        "the halves engine counts one kind with a rook's moves, one piece in every row and column of a square board of up to \
         28 ranks, or up to three kinds whose placements on half of the board can be listed"
    }

    fn suits(&self, ready: &LeafInstance<'_>) -> Option<Suit> {
        match Grid::new(ready.board?, ready.instance) {
            Some(_) => Some(Suit::Shape),
            None => {
                (ListedCounter::may_suit(ready) && ListedCounter::is_by_lines(ready)).then_some(Suit::Model)
            }
        }
    }

    fn prepare(&self, task: &Task<'_>, limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        let halves = match task {
            Task::Placements(ready) => match Halves::new(ready.board?, ready.instance, limits.tuning) {
                None => return Some(Box::new(ListedCounter::new(ready, limits, (NAME, VERSION))?)),
                halves => halves,
            },
            Task::Squares(ready) => Halves::by_square(ready.board?, ready.instance, limits.tuning),
            Task::Classes { .. } | Task::Question(..) => None,
        };
        Some(Box::new(halves?))
    }
}

impl Halves {
    /// Prepares an instance, if it has the form and does not need too many bits.
    pub(crate) fn new(board: &Board, instance: &Instance, tuning: Tuning) -> Option<Self> {
        Self::of_model(board, instance, tuning, (None, false))
    }

    /// Like [`new`](Self::new), but for counts by square: half boards are [named](standing), and lists are
    /// split.
    pub(crate) fn by_square(board: &Board, instance: &Instance, tuning: Tuning) -> Option<Self> {
        Self::of_model(board, instance, tuning, (Some(true), true))
    }

    /// Prepares an instance. `splits` says whether lists are split; with `None`, the quicker way is taken.
    fn of_model(
        board: &Board,
        instance: &Instance,
        Tuning { kernel, tuned, granularity, threads, memory, .. }: Tuning,
        (splits, by_square): (Option<bool>, bool),
    ) -> Option<Self> {
        let grid = Grid::new(board, instance)?;
        if grid.half() == 0 {
            return None;
        }
        let maps: Vec<Vec<u16>> = (instance.maps[..instance.central_maps].iter())
            .filter(|map| grid.keeps_lines(map))
            .cloned()
            .collect();
        let row_sets = RowSets::new(&grid, &maps);
        let cuts = row_sets.cuts();
        let open = |cut, is_south| row_sets.open_squares(&grid, cut, is_south);
        let of_half = |cut| [open(cut, false), open(cut, true)].concat();
        // Each way to cut the east omits some squares.
        let mut east: Vec<usize> = cuts[1..].iter().flat_map(of_half).collect();
        east.sort_unstable();
        east.dedup();
        let across = grid.crossing(&of_half(&cuts[0]), &east);
        let within: Vec<Crossing> =
            (cuts.iter()).map(|cut| grid.crossing(&open(cut, false), &open(cut, true))).collect();
        let words_of = |bits: usize, word: usize| bits.div_ceil(word).max(1);
        let joins = within.iter().map(|crossing| words_of(crossing.bits(), 32)).max()?;
        if joins > MAX_JOINS || words_of(across.bits() + MARK_BITS, 64) > MAX_WORDS {
            return None;
        }
        let mut model = Model::new(&grid, &row_sets, &across, joins, ([kernel, tuned], splits));
        if by_square {
            // The last word is the name, and also has the marks.
            let words = (words_of(across.bits(), 64) + 1).next_power_of_two();
            if words > MAX_WORDS {
                return None;
            }
            model.widen(words);
        }
        let (splits, words) = (model.splits(), model.words());
        let subsets = [grid.half(), grid.side - grid.half()].map(Subsets::new);
        let enumeration = Enumeration {
            grid: &grid,
            row_sets: &row_sets,
            across: &across,
            joins,
            words,
            splits,
            by_square,
        };
        let sources = |(number, (cut, within)): (usize, (&Cut, &Crossing))| {
            [false, true].map(|is_south| enumeration.source((number, cut), is_south, within))
        };
        let sources = cuts.iter().zip(&within).enumerate().map(sources).collect();
        let sources = Sources { sources, cuts };
        let tiles = cut_tiles(&subsets, &row_sets, &model, granularity.finest);
        let of_tile = |tile: &Tile| {
            let size = usize::from(tile.size);
            // The sheets of a northern set are kept while all southern sets are processed.
            tile.norths.len() as f64 * model.sheet_bytes(false, size)
                + model.sheet_bytes(true, row_sets.western_pieces() - size)
        };
        let kept = model.all_bytes();
        let written = tiles.iter().map(of_tile).fold(0.0, f64::max) * threads as f64;
        let rest = (model.half_board_bytes() + WORKSPACE_BYTES) * threads as f64;
        let keeps = kept <= MAX_KEPT_BYTES && memory.is_none_or(|memory| kept + rest <= memory as f64);
        let facts = Facts {
            units: tiles.iter().map(|tile| UnitFacts { weight: 1, work: tile.work }).collect(),
            factor: instance.factor.clone(),
            ..Facts::with_costs((NAME, VERSION), kernel, Vec::new())
        };
        let of_units = tiles.len() * (size_of::<Tile>() + size_of::<UnitFacts>());
        let frame = Frame {
            subsets,
            joins,
            words,
            free: bit_words(words, 0..across.bits()),
            has_marks: row_sets.marked_squares(&grid).contains(&true),
            splits,
            worth: SplittingWorth::MEASURED,
            batch: MAX_IN_BATCH,
            meets: sources.cuts.iter().map(|cut| meets(&grid, cut, &across)).collect(),
            width: grid.side - grid.half(),
        };
        Some(Self {
            frame,
            row_sets,
            sources,
            tiles,
            facts,
            keeps,
            lists: OnceLock::new(),
            threads,
            side: grid.side,
            writing: if keeps { model.writing_time() } else { 0.0 },
            memory: (if keeps { kept } else { written } + rest) as usize + of_units,
        })
    }

    /// Returns all sheets, and writes them first if necessary; `None` if the writing was stopped.
    fn lists(&self, by: EnumerationThreads<'_>) -> Option<&Lists> {
        if self.lists.get().is_none() {
            // Another thread may have set the lists first; both lists are equal.
            let _ = self.lists.set(self.sources.write_all(&self.frame.subsets, by)?);
        }
        self.lists.get()
    }

    /// Adds the counts of a tile's row sets, and the counts by square if they are wanted; `None` if the count
    /// was stopped.
    fn go_through(
        &self,
        tile: &Tile,
        should_stop: &dyn Fn() -> bool,
        (counted, mut squares): (&mut UnitCount, Option<&mut [u128]>),
    ) -> Option<()> {
        let (row_sets, subsets, cuts) = (&self.row_sets, &self.frame.subsets, self.sources.cuts.as_slice());
        let [norths, souths] = tile.rows(subsets, row_sets);
        let shelf = match self.keeps {
            true => Shelf::Kept(self.lists(EnumerationThreads::One(should_stop))?),
            false => Shelf::Written(&self.sources),
        };
        let mut written = vec![Vec::new(); norths.len()];
        let mut northern = Vec::with_capacity(norths.len());
        for (&north, written) in norths.iter().zip(&mut written) {
            if should_stop() {
                return None;
            }
            northern.push(shelf.sheets((row_sets, subsets, cuts), (false, north), written));
        }
        let mut written = Vec::new();
        let mut workspace = WORKSPACE.take().unwrap_or_default();
        let mut complete = Some(());
        'rows: for south in souths {
            if !norths.iter().any(|&north| row_sets.is_counted((north, south))) {
                continue;
            }
            let southern = shelf.sheets((row_sets, subsets, cuts), (true, south), &mut written);
            for (&north, northern) in norths.iter().zip(&northern) {
                let Some(set) = row_sets.weigh((north, south)) else { continue };
                if should_stop() {
                    complete = None;
                    break 'rows;
                }
                let halves = self.half_boards(&set, northern, &southern);
                if let Some(squares) = &mut squares {
                    let sheets = [&northern[..], &southern[..]];
                    let found = self.stand(&halves, &set, sheets, (&mut workspace, squares), should_stop);
                    counted.placements += u128::from(found.pairs[0]);
                    counted.nodes += found.half_boards;
                    if !found.complete {
                        complete = None;
                        break 'rows;
                    }
                    continue;
                }
                let found = self.count_row_set(&halves, &set, &mut workspace, should_stop);
                for (pairs, weight) in found.pairs.into_iter().zip(set.weights) {
                    // At most 32! < 2^118 placements in all, times a weight of at most eight.
                    counted.placements += u128::from(pairs) * u128::from(weight);
                }
                counted.nodes += found.half_boards;
                if !found.complete {
                    complete = None;
                    break 'rows;
                }
            }
        }
        WORKSPACE.set(Some(workspace));
        complete
    }

    /// Returns the half boards of a row set, given the sheets of all cuts.
    fn half_boards<'a>(
        &'a self,
        set: &RowSet,
        northern: &[&'a QuarterSheet],
        southern: &[&'a QuarterSheet],
    ) -> HalfBoards<'a> {
        let (row_sets, frame) = (&self.row_sets, &self.frame);
        let half = |number: usize| {
            let cut = &self.sources.cuts[number];
            let meets = &frame.meets[number];
            let side = |is_south: bool, sheet, western| Side {
                sheet,
                rows: row_sets.rows_in(cut, is_south, western),
                meets: &meets[usize::from(is_south)],
            };
            let sides = [side(false, northern[number], set.north), side(true, southern[number], set.south)];
            QuarterPair::new(sides, &frame.subsets[usize::from(cut.is_east)], row_sets.cols_in(cut))
        };
        HalfBoards { west: half(0), easts: [Some(half(1)), (set.easts > 1).then(|| half(2))] }
    }

    /// Counts the placements of a row set with their weights, and adds to each square the number of
    /// placements with a piece there. `sheets` are the sheets of the half boards, north and south, by cut.
    fn stand(
        &self,
        halves: &HalfBoards<'_>,
        set: &RowSet,
        sheets: [&[&QuarterSheet]; 2],
        (workspace, squares): (&mut Workspace, &mut [u128]),
        should_stop: &dyn Fn() -> bool,
    ) -> PairCounts {
        let Workspace { splitting, standing: [numbers, of_boards], .. } = workspace;
        let mut standing = QuarterCounts::new(set.weights, sheets, (numbers, of_boards));
        let kernel = self.facts.kernel;
        let found = splitting::count(
            kernel,
            &self.frame,
            (halves, set),
            (splitting, Some(&mut standing)),
            should_stop,
        );
        for (number, cut) in self.sources.cuts.iter().enumerate() {
            for (is_south, western) in [(false, set.north), (true, set.south)] {
                let sheet = sheets[usize::from(is_south)][number];
                let rows = self.row_sets.rows_in(cut, is_south, western);
                standing.add_to((number, cut, is_south), (sheet, rows), (self.side, squares));
            }
        }
        PairCounts { pairs: [standing.placements, 0, 0], ..found }
    }

    /// Counts the pairs of a row set in the way that is expected to be quicker.
    fn count_row_set(
        &self,
        halves: &HalfBoards<'_>,
        set: &RowSet,
        workspace: &mut Workspace,
        should_stop: &dyn Fn() -> bool,
    ) -> PairCounts {
        let (kernel, frame) = (self.facts.kernel, &self.frame);
        match self.frame.splits {
            true => {
                let workspace = (&mut workspace.splitting, None);
                splitting::count(kernel, frame, (halves, set), workspace, should_stop)
            }
            false => {
                kernel.run(Matching { frame, halves, set, workspace: &mut workspace.matching, should_stop })
            }
        }
    }
}

/// The purpose and the data of the enumeration of quarters.
struct Enumeration<'a> {
    grid: &'a Grid,
    row_sets: &'a RowSets,
    across: &'a Crossing,
    /// Number of words that must not meet between the quarters of a half.
    joins: usize,
    /// Number of words of a half board.
    words: usize,
    /// Whether lists of half boards are split.
    splits: bool,
    /// Whether placements have names, because counts by square are wanted.
    by_square: bool,
}

impl Enumeration<'_> {
    /// Returns the writer of the sheets of a quarter of the cut `number`.
    fn source(
        &self,
        (number, cut): (usize, &Cut),
        is_south: bool,
        within: &Crossing,
    ) -> Box<dyn SheetSource> {
        let Self { grid, row_sets, across, joins, words, splits, by_square } = *self;
        let quarter = &cut.quarters[usize::from(is_south)];
        let marked = row_sets.marked_squares(grid);
        let mut allowed = vec![false; marked.len()];
        row_sets.open_squares(grid, cut, is_south).into_iter().for_each(|square| allowed[square] = true);
        let joins_of = |square: usize| {
            let bits = if is_south { within.meets(square) } else { within.sets(square) };
            let words = bit_words(joins.div_ceil(2), bits.iter().copied());
            words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).take(joins).collect()
        };
        let has_words = !cut.is_east || splits;
        let words_of = |square: usize| {
            if !has_words {
                return Vec::new();
            }
            let bits = if cut.is_east { across.meets(square) } else { across.sets(square) };
            let mut found = bit_words(words, bits.iter().copied());
            if cut.is_east && marked[square] {
                found[words - 1] |= 1 << MARK;
            }
            found
        };
        source(&QuarterQuestion {
            grid,
            quarter,
            allowed: &allowed,
            marked: &marked,
            conflict: &|one, other| grid.conflict(one, other) || row_sets.parts(cut, one, other),
            needed: row_sets.needed_lines(cut, is_south),
            joins: grid.squares(quarter).map(joins_of).collect(),
            words: grid.squares(quarter).map(words_of).collect(),
            has_codes: by_square || cut.is_east && !splits,
            name: by_square.then(|| Name::new(number, is_south)),
        })
    }
}

/// Returns, by quarter of a cut and place, the bits that a piece there meets.
fn meets(grid: &Grid, cut: &Cut, across: &Crossing) -> [Vec<Vec<u16>>; 2] {
    cut.quarters.each_ref().map(|quarter| {
        let of_square = |square| across.meets(square).iter().map(|&bit| bit as u16).collect();
        grid.squares(quarter).map(of_square).collect()
    })
}

/// The buffers of a thread, kept from its last unit.
#[derive(Default)]
struct Workspace {
    matching: MatchingBuffers,
    splitting: SplittingBuffers,
    /// Numbers of placements on quarters, and of half boards.
    standing: [Vec<u64>; 2],
}

thread_local! {
    static WORKSPACE: Cell<Option<Box<Workspace>>> = const { Cell::new(None) };
}

impl Leaf for Halves {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Returns the estimate of the model. It has little random error, because lists of partial placements
    /// leave no tree to descend.
    fn estimate(&self, _: Effort, _: &mut Random) -> Estimate {
        Estimate::by_model(self.facts.work() + self.writing + STARTING)
    }

    fn describe(&self, unit: usize, into: &mut Vec<u8>) {
        let Tile { size, norths, souths, .. } = &self.tiles[unit];
        into.push(*size);
        for number in [norths.start, norths.end, souths.start, souths.end] {
            into.extend_from_slice(&number.to_le_bytes());
        }
    }

    fn prepare(&self, should_stop: &(dyn Fn() -> bool + Sync)) {
        if self.keeps {
            self.lists(if self.threads > 1 {
                EnumerationThreads::All(should_stop)
            } else {
                EnumerationThreads::One(should_stop)
            });
        }
    }

    fn memory(&self) -> usize {
        self.memory
    }

    fn count(&self, unit: usize, run: &Run<'_>) -> Result<Counts, RunError> {
        let mut counted = UnitCount::STOPPED;
        let tile = &self.tiles[unit];
        counted.complete = self.go_through(tile, run.should_stop, (&mut counted, None)).is_some();
        Ok(counted.into())
    }

    fn count_squares(
        &self,
        unit: usize,
        squares: &mut [u128],
        should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<UnitCount> {
        let mut counted = UnitCount::STOPPED;
        let tile = &self.tiles[unit];
        counted.complete = self.go_through(tile, should_stop, (&mut counted, Some(squares))).is_some();
        Some(counted)
    }
}

/// A row set that is counted by matching, 512 western half boards at a time.
struct Matching<'a> {
    frame: &'a Frame,
    halves: &'a HalfBoards<'a>,
    set: &'a RowSet,
    workspace: &'a mut MatchingBuffers,
    should_stop: &'a dyn Fn() -> bool,
}

vectored!([] Matching<'_>, count -> PairCounts);

impl Matching<'_> {
    #[inline(always)]
    fn count(self, lanes: impl JoinLanes) -> PairCounts {
        let Self { frame, halves, set, workspace, should_stop } = self;
        matching::count(lanes, frame, (halves, set), workspace, should_stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::kernel::Kernel;
    use crate::engines::leaf::count_unit;
    use crate::engines::naive;
    use crate::problem::Problem;

    /// Prepares a problem with a limit of memory, with lists split or not; `None` if it does not have the
    /// form.
    fn ready_as(memory: Option<u64>, splits: Option<bool>, text: &str, finest: bool) -> Option<Halves> {
        let problem: Problem = text.parse().unwrap();
        let kernel = Kernel::Portable;
        let way = Tuning { memory, ..Tuning::single_threaded(kernel, finest) };
        Halves::of_model(problem.board(), &Instance::new(&problem).merge_classes(), way, (splits, false))
    }

    /// Prepares a problem; `None` if it does not have the form.
    fn ready(text: &str, finest: bool) -> Option<Halves> {
        ready_as(None, None, text, finest)
    }

    fn found(halves: &Halves) -> Vec<UnitCount> {
        (0..halves.tiles.len()).map(|unit| count_unit(halves, unit, &|| false)).collect()
    }

    fn sum(found: &[UnitCount]) -> u128 {
        found.iter().map(|partial| partial.placements).sum()
    }

    /// The memory that `--explain` shows and the measure of progress rely on this model.
    #[test]
    fn as_many_placements_are_expected_as_there_are() {
        for text in [
            "10x10 Q10",
            "11x11 Q11",
            "14x14 Q14",
            "15x15 Q15",
            "16x16 Q16",
            "14x14 A14",
            "12x12 R12",
            "12x12 X12 X=RN",
        ] {
            let halves = ready(text, false).unwrap();
            let problem: Problem = text.parse().unwrap();
            let grid = Grid::new(problem.board(), &Instance::new(&problem).merge_classes()).unwrap();
            let cuts = &halves.sources.cuts;
            let across = grid.crossing(&[], &[]);
            let model = Model::new(&grid, &halves.row_sets, &across, 1, ([Kernel::Portable; 2], None));
            let lists = halves.lists(EnumerationThreads::One(&|| false)).unwrap();
            for (cut, half) in lists.sheets.iter().enumerate() {
                for (is_south, sheets) in [false, true].into_iter().zip(half) {
                    let ratio = model.on_quarter(cut, is_south)
                        / sheets.iter().map(QuarterSheet::len).sum::<usize>() as f64;
                    assert!((0.7..1.5).contains(&ratio), "{text}, {:?}: {ratio}", cuts[cut]);
                }
            }
        }
    }

    /// Every kernel finds the same placements and half boards in both ways, unit by unit, for every number of
    /// words.
    #[test]
    fn kernels_and_ways_agree_unit_by_unit() {
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
            // Units have one row set each, if there are not too many.
            let is_small = !text.starts_with("16") && !text.starts_with("18");
            let mut all = [false, true].map(|splits| ready_as(None, Some(splits), text, is_small).unwrap());
            let mut before = None;
            for halves in &mut all {
                words.push((halves.frame.joins, halves.frame.words));
                for kernel in Kernel::available() {
                    halves.facts.kernel = kernel;
                    let units = found(halves);
                    assert_eq!(sum(&units), expected, "{text}, {kernel}");
                    let same = before.get_or_insert_with(|| units.clone());
                    assert_eq!(units, *same, "{text}, {kernel}");
                }
            }
        }
        words.sort_unstable();
        words.dedup();
        assert_eq!(words, [(1, 1), (2, 1), (2, 2), (3, 4), (4, 4)]);
    }

    /// Units are the same for all kernels, although these count them in different ways, so that every machine
    /// can make a plan.
    #[test]
    fn units_are_the_same_for_all_kernels() {
        for text in ["14x14 Q14", "16x16 Q16", "17x17 Q17", "18x18 A18", "14x14 X14 X=RN"] {
            let problem: Problem = text.parse().unwrap();
            let instance = Instance::new(&problem).merge_classes();
            let described = |kernel: Kernel| {
                let tuning = Tuning::single_threaded(kernel, false);
                let halves = Halves::new(problem.board(), &instance, tuning).unwrap();
                let mut bytes = Vec::new();
                (0..halves.tiles.len()).for_each(|unit| halves.describe(unit, &mut bytes));
                bytes
            };
            for kernel in [Kernel::Avx2, Kernel::Portable] {
                assert_eq!(described(Kernel::Avx512), described(kernel), "{text}, {kernel}");
            }
        }
    }

    /// Lists of placements that are too long for a batch are cut. The length of a batch does not change the
    /// half boards.
    #[test]
    fn small_batches_change_nothing() {
        for text in ["10x10 Q10", "9x9 Q9", "9x9 X9 X=RN", "8x8 R8", "7x7 X7 X=RfN"] {
            let mut halves = ready_as(None, Some(false), text, false).unwrap();
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

    /// The depth of splitting does not change the pairs, even if hardly any bit or board is left.
    #[test]
    fn the_depth_of_splitting_changes_nothing() {
        for text in
            ["8x8 Q8", "9x9 Q9", "10x10 Q10", "9x9 X9 X=RN", "8x8 R8", "12x12 A12", "10x10 X10 X=RNCZ"]
        {
            let mut halves = ready_as(None, Some(true), text, false).unwrap();
            let expected = found(&halves);
            for worth in [SplittingWorth { board: 0.0, node: 0.0 }, SplittingWorth { board: 1.0, node: 30.0 }]
            {
                halves.frame.worth = worth;
                for kernel in Kernel::available() {
                    halves.facts.kernel = kernel;
                    assert_eq!(found(&halves), expected, "{text}, {worth:?}, {kernel}");
                }
            }
        }
    }

    /// Sides of both parities, with every use of symmetry, and with lines that need no piece.
    #[test]
    fn every_symmetry_agrees_with_the_oracle() {
        for (text, reduction) in [
            ("2x2 R2", "Orbits { flip: true, mirror: true, turn: true }"),
            ("3x3 R3", "MiddleRow { is_eastern: true, flip: true }"),
            ("3x3 Q3", "BesideMiddle"),
            ("4x4 Q4", "LongDiagonals"),
            ("5x5 Q5", "BesideMiddle"),
            ("6x6 Q6", "LongDiagonals"),
            ("6x6 R6", "Orbits { flip: true, mirror: true, turn: true }"),
            ("6x6 X6 X=RNN", "Orbits { flip: true, mirror: true, turn: true }"),
            ("6x6 X6 X=RflbrB", "Orbits { flip: false, mirror: false, turn: true }"),
            ("6x6 X6 X=RfN", "Orbits { flip: true, mirror: true, turn: true }"),
            ("6x6 X6 X=RsD", "Orbits { flip: true, mirror: true, turn: true }"),
            ("6x6 X6 X=RNBfA", "LongDiagonals"),
            ("6x6 Q6@b1", "Orbits { flip: false, mirror: false, turn: false }"),
            ("6x6-a1 Q6", "Orbits { flip: false, mirror: false, turn: false }"),
            ("6x6-a1,f1,a6,f6 Q6", "LongDiagonals"),
            ("6x6/torus X6 X=RF", "Orbits { flip: true, mirror: true, turn: true }"),
            ("6x6/torus Q6", "LongDiagonals"),
            ("6x6/cylinder X6 X=RF", "Orbits { flip: true, mirror: true, turn: true }"),
            ("7x7 Q7", "BesideMiddle"),
            ("7x7-a1,g1,a7,g7 Q7", "BesideMiddle"),
            ("7x7 A7", "BesideMiddle"),
            ("7x7 X7 X=RN", "MiddleRow { is_eastern: true, flip: true }"),
            ("7x7 X7 X=RfN", "MiddleRow { is_eastern: true, flip: true }"),
            ("7x7-a1 Q7", "MiddleRow { is_eastern: false, flip: false }"),
            ("7x7 X7 X=RflbrB", "MiddleRow { is_eastern: true, flip: false }"),
            ("7x7/torus Q7", "BesideMiddle"),
            ("7x7/cylinder Q7", "MiddleRow { is_eastern: true, flip: true }"),
            ("7x7 Q7@d4", "Orbits { flip: true, mirror: true, turn: true }"),
            ("7x7 Q7@c4", "MiddleRow { is_eastern: false, flip: true }"),
            ("7x7 Q7@d2", "MiddleRow { is_eastern: true, flip: false }"),
            ("5x5-a1,b1,c1,d1,e1,a2,a3,a4,a5 R4", "MiddleRow { is_eastern: false, flip: false }"),
        ] {
            let expected = naive::count(&text.parse().unwrap(), &|| false).0;
            for splits in [false, true] {
                let halves = ready_as(None, Some(splits), text, false).unwrap();
                assert_eq!(halves.row_sets.reduction(), reduction, "{text}");
                assert_eq!(sum(&found(&halves)), expected, "{text}, split: {splits}");
            }
        }
    }

    /// Prepares a problem for counts by square.
    fn standing(text: &str) -> (Halves, Instance, Problem) {
        let problem: Problem = text.parse().unwrap();
        let kernel = Kernel::Portable;
        let way = Tuning::single_threaded(kernel, false);
        let instance = Instance::new(&problem).merge_classes();
        (Halves::by_square(problem.board(), &instance, way).unwrap(), instance, problem)
    }

    /// Returns the number of placements, and for each square the number of counted placements with a piece
    /// there.
    fn stand(halves: &Halves) -> (u128, Vec<u128>) {
        let mut squares = vec![0; halves.side * halves.side];
        let mut count = 0;
        for unit in 0..halves.tiles.len() {
            let found = halves.count_squares(unit, &mut squares, &|| false).unwrap();
            assert!(found.complete);
            count += found.placements;
        }
        (count, squares)
    }

    /// Summed over squares that are equivalent under symmetry, the counts by square are those of all
    /// placements. They do not depend on the placements that were counted, nor on the depth of splitting.
    #[test]
    fn pieces_stand_where_the_oracle_says() {
        for text in [
            "2x2 R2",
            "3x3 R3",
            "4x4 Q4",
            "5x5 Q5",
            "6x6 Q6",
            "6x6 X6 X=RNN",
            "6x6 X6 X=RflbrB",
            "6x6 X6 X=RfN",
            "6x6 Q6@b1",
            "6x6-a1 Q6",
            "6x6-a1,f1,a6,f6 Q6",
            "6x6/torus X6 X=RF",
            "7x7 Q7",
            "7x7-a1,g1,a7,g7 Q7",
            "7x7 X7 X=RN",
            "7x7-a1 Q7",
            "7x7 X7 X=RflbrB",
            "7x7/torus Q7",
            "7x7/cylinder Q7",
            "7x7 Q7@d4",
            "7x7 Q7@d2",
            "5x5-a1,b1,c1,d1,e1,a2,a3,a4,a5 R4",
            "8x8 Q8",
        ] {
            let (mut halves, instance, problem) = standing(text);
            let given: Vec<usize> = (problem.pieces().flat_map(|pieces| pieces.fixed.iter()))
                .map(|&square| problem.board().index(square))
                .collect();
            let (mut count, mut expected) = (0, vec![0; halves.side * halves.side]);
            naive::visit_asked(&problem.clone().into(), &|| false, &mut |placed| {
                count += 1;
                for &(_, (row, col)) in placed {
                    expected[row as usize * halves.side + col as usize] += 1;
                }
            });
            given.into_iter().for_each(|square| expected[square] = 0);
            let images = |square: usize| {
                let mut images: Vec<usize> =
                    instance.maps.iter().map(|map| usize::from(map[square])).chain([square]).collect();
                images.sort_unstable();
                images.dedup();
                images
            };
            let sums = |squares: &[u128]| -> Vec<u128> {
                (0..squares.len())
                    .map(|square| images(square).into_iter().map(|image| squares[image]).sum())
                    .collect()
            };
            for worth in [SplittingWorth::MEASURED, SplittingWorth { board: 0.0, node: 0.0 }] {
                halves.frame.worth = worth;
                for kernel in Kernel::available() {
                    halves.facts.kernel = kernel;
                    let (found, squares) = stand(&halves);
                    assert_eq!(found, count, "{text}, {worth:?}, {kernel}");
                    assert_eq!(sums(&squares), sums(&expected), "{text}, {worth:?}, {kernel}");
                }
            }
        }
    }

    /// A long count stops, and says so.
    #[test]
    fn what_stands_where_can_be_stopped() {
        let (halves, ..) = standing("10x10 Q10");
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let should_stop = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= 2;
        assert!(!halves.count_squares(0, &mut [0; 100], &should_stop).unwrap().complete);
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

    /// All threads together write the same sheets as one thread.
    #[test]
    fn threads_write_the_same() {
        for text in ["10x10 Q10", "9x9 Q9", "9x9 X9 X=RN"] {
            let halves = ready(text, false).unwrap();
            let write = |by| halves.sources.write_all(&halves.frame.subsets, by).unwrap().sheets;
            assert_eq!(
                write(EnumerationThreads::One(&|| false)),
                write(EnumerationThreads::All(&|| false)),
                "{text}"
            );
        }
    }

    /// Sheets that are written on demand equal those that are kept.
    #[test]
    fn memory_changes_nothing() {
        for text in ["10x10 Q10", "9x9 Q9", "9x9 X9 X=RN", "7x7 X7 X=RfN", "6x6 Q6@b1", "12x12 A12"] {
            let kept = ready(text, false).unwrap();
            let written = ready_as(Some(0), None, text, false).unwrap();
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

    /// Every counted row set is in exactly one tile, for all tiles.
    #[test]
    fn tiles_cover_all_row_sets() {
        for text in ["8x8 Q8", "9x9 Q9", "8x8 R8", "7x7 X7 X=RfN", "7x7 Q7@c4", "7x7-a1 Q7", "10x10 A10"] {
            for finest in [false, true] {
                let halves = ready(text, finest).unwrap();
                let (subsets, row_sets) = (&halves.frame.subsets, &halves.row_sets);
                let mut seen = Vec::new();
                for tile in &halves.tiles {
                    let [norths, souths] = tile.rows(subsets, row_sets);
                    let pairs =
                        norths.iter().flat_map(|&north| souths.iter().map(move |&south| (north, south)));
                    seen.extend(pairs.filter(|&set| row_sets.is_counted(set)));
                }
                let pieces = row_sets.western_pieces();
                let mut all: Vec<(u16, u16)> = (0..=pieces)
                    .flat_map(|size| {
                        let norths = row_sets.western_rows(subsets, false, size);
                        let souths = row_sets.western_rows(subsets, true, pieces - size);
                        norths.into_iter().flat_map(move |north| {
                            souths.clone().into_iter().map(move |south| (north, south))
                        })
                    })
                    .filter(|&set| row_sets.is_counted(set))
                    .collect();
                assert_eq!(halves.tiles.len() == all.len(), finest, "{text}");
                seen.sort_unstable();
                all.sort_unstable();
                assert_eq!(seen, all, "{text}");
            }
        }
    }

    /// A count that is stopped within a unit says so, and never exceeds the true number.
    #[test]
    fn units_stop() {
        for (memory, splits) in [(None, false), (Some(0), false), (None, true), (Some(0), true)] {
            let mut halves = ready_as(memory, Some(splits), "12x12 Q12", false).unwrap();
            halves.frame.worth = SplittingWorth { board: 0.0, node: 100.0 };
            for calls in [0, 1, 5, 50] {
                let asked = std::sync::atomic::AtomicUsize::new(0);
                let whole = count_unit(&halves, 0, &|| false);
                let should_stop = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= calls;
                let part = count_unit(&halves, 0, &should_stop);
                assert!(part.placements <= whole.placements && part.nodes <= whole.nodes, "{calls}");
                assert!(!part.complete || part == whole, "{calls}");
                assert!(calls > 0 || !part.complete);
            }
        }
    }
}
