//! A row set with many half boards: both lists are split recursively, until few pairs are left.
//!
//! All half boards are written down as words of bits: the western ones with the bits that they set, the
//! eastern ones with the bits that they meet. Two of them are compatible if they have no bit in common. Take
//! a bit that many boards of both lists have. The compatible pairs are those of western boards with the bit
//! and eastern ones without it, and those of western boards without the bit and any eastern ones:
//!
//! ```text
//! pairs(L, S) = pairs(L with d, S without d) + pairs(L without d, S)
//! ```
//!
//! The longer list is split in place; a part of the shorter list is copied. If a share `p` of one list and a
//! share `q` of the other have the bit, `1 - pq` of the pairs are left. So there are fewer leaves than pairs:
//! `(W E)^0.65` for queens, if the best bit is chosen anew each time from a sample of both lists. The
//! recursion ends when a leaf costs no more than another split, at some hundred boards of each side. There,
//! 512 boards of the longer list are transposed. Tables give, for each value of some bits, the boards that
//! have none of these bits. Every board of the shorter list looks up four or five such sets and counts their
//! intersection.
//!
//! Other designs were slower in prototypes for 16 to 26 queens:
//!
//! * splitting the longer list only (twice the look-ups);
//! * the bits in one order for all (1.2 times the time);
//! * leaves of fixed size (1.2 times);
//! * separate lists for each number of marked pieces (1.3 to 1.5 times);
//! * leaves that are compared board by board.
//!
//! The present design takes 7 ns per compatible pair with 18 queens, 5 ns with 20 and 3.5 ns with 22.

use super::frame::{Frame, SplittingWorth};
use super::joining::{HalfBoards, PairCounts, with_constant};
use super::lanes::{
    Buffer, Chunk, HalfBoardFilter, JoinLanes, Lane512, LaneTable, MARK, MAX_WORDS, UnmarkedTreatment,
    positions, vectored,
};
use super::leaves::{
    AT_ONCE, LeafBits, LeafBuffers, List, Visit, Words, WordsMut, boards_from, look_up, of_range, room,
    select, words_of,
};
use super::row_sets::RowSet;
use super::standing::QuarterCounts;
use crate::engines::kernel::Kernel;

/// The maximum share of pairs that a bit is expected to separate.
const MOST_APART: f64 = 0.4;
/// The number of boards of a list in the sample that chooses a bit.
const SAMPLE: usize = 64;

/// Buffers that are reused for one row set after another.
#[derive(Default)]
pub(super) struct SplittingBuffers {
    /// The western and the eastern half boards.
    boards: [Vec<Buffer<u64>>; 2],
    /// Scratch space for joining quarters.
    partners: Vec<[u32; 3]>,
    /// The buffers of each level of the recursion.
    levels: Vec<Level>,
    /// The buffers of a leaf.
    leaf: LeafBuffers,
}

/// The lists of one level of the recursion.
#[derive(Default)]
struct Level {
    /// The boards of the longer list that have the bit.
    moved: Vec<Buffer<u64>>,
    /// The boards of the shorter list that do not have the bit.
    kept: Vec<Buffer<u64>>,
}

/// Counts the pairs of a row set. It may be stopped at any node; then it returns the count so far.
///
/// The sums do not overflow: a leaf has fewer than `2^32` pairs, and a row set has no more pairs than there
/// are pairs of boards in memory.
pub(super) fn count(
    kernel: Kernel,
    frame: &Frame,
    (halves, set): (&HalfBoards<'_>, &RowSet),
    (workspace, standing): (&mut SplittingBuffers, Option<&mut QuarterCounts<'_>>),
    should_stop: &dyn Fn() -> bool,
) -> PairCounts {
    let unmarked = UnmarkedTreatment::from_weights(set.weights);
    let SplittingBuffers { boards, partners, levels, leaf } = workspace;
    for words in &mut *boards {
        words.resize_with(frame.words, Buffer::default);
        words.iter_mut().for_each(|words| words.len = 0);
    }
    kernel.run(Listing {
        frame,
        halves,
        unmarked,
        boards: boards.each_mut().map(Vec::as_mut_slice),
        partners,
    });
    let half_boards = boards.iter().map(|words| words[0].len as u64).sum();
    let mut recursion = Recursion {
        kernel,
        free: &frame.free,
        worth: frame.worth,
        should_stop,
        leaf,
        standing,
        pairs: [0; 3],
    };
    // Each level decides one bit more than the level before.
    levels.resize_with(64 * frame.words, Level::default);
    let complete = with_constant!(frame.words, one of 1 2 or MAX_WORDS, WORDS => {
        let [west, east] = boards.each_mut().map(|boards| words_of::<WORDS>(boards));
        let west = List::from_unmarked_boards(west);
        let east = match frame.has_marks {
            true => in_order(kernel, unmarked, east, levels),
            false => List::from_unmarked_boards(east),
        };
        recursion.count([west, east], recursion.free_bits(), levels)
    });
    PairCounts { pairs: recursion.pairs, half_boards, complete }
}

/// Counts the pairs of boards of two lists that have none of the bits of `free` in common, by the class of
/// the first board. The second list has one class. For each list, `boards` has as many words as `free`.
pub(super) fn count_listed(
    kernel: Kernel,
    (free, worth): (&[u64], SplittingWorth),
    (boards, ends): ([&mut [Vec<u64>]; 2], [usize; 3]),
    SplittingBuffers { levels, leaf, .. }: &mut SplittingBuffers,
    should_stop: &dyn Fn() -> bool,
) -> PairCounts {
    let half_boards = boards.iter().map(|words| words[0].len() as u64).sum();
    let mut recursion = Recursion { kernel, free, worth, should_stop, leaf, standing: None, pairs: [0; 3] };
    levels.resize_with(64 * free.len(), Level::default);
    let complete = with_constant!(free.len(), one of 1 2 or MAX_WORDS, WORDS => {
        let [first, second] = boards.map(|boards| {
            let mut words = boards.iter_mut();
            std::array::from_fn(|_| words.next().map_or(&mut [][..], Vec::as_mut_slice))
        });
        let lists: [List<WordsMut<'_, WORDS>>; 2] = [List::new(first, ends), List::from_unmarked_boards(second)];
        recursion.count(lists, recursion.free_bits(), levels)
    });
    PairCounts { pairs: recursion.pairs, half_boards, complete }
}

/// The step that writes down both lists.
struct Listing<'a, 'b> {
    frame: &'a Frame,
    halves: &'a HalfBoards<'b>,
    unmarked: UnmarkedTreatment,
    boards: [&'a mut [Buffer<u64>]; 2],
    partners: &'a mut Vec<[u32; 3]>,
}

impl Listing<'_, '_> {
    #[inline(always)]
    fn write(self, lanes: impl JoinLanes) {
        let Self { frame, halves, unmarked, boards: [west, east], partners } = self;
        halves.west.join(lanes, frame.joins, HalfBoardFilter::Unmarked, partners, west);
        if west[0].len == 0 {
            return;
        }
        let wanted = match unmarked {
            _ if !frame.has_marks => HalfBoardFilter::Unmarked,
            UnmarkedTreatment::Skipped => HalfBoardFilter::Marked,
            UnmarkedTreatment::Apart | UnmarkedTreatment::AsOne => HalfBoardFilter::All,
        };
        for half in halves.easts.iter().flatten() {
            half.join(lanes, frame.joins, wanted, partners, east);
        }
    }
}

vectored!([] Listing<'_, '_>, write -> ());
vectored!([const WORDS: usize] Choice<'_, WORDS>, choose -> SplitBit);
vectored!([const WORDS: usize] BitSplit<'_, WORDS>, part -> ([usize; 3], [usize; 3]));
vectored!([const WORDS: usize] Leaf<'_, WORDS>, count -> [u64; 3]);

struct Recursion<'a, 'b> {
    kernel: Kernel,
    /// All bits that boards of both lists may have.
    free: &'a [u64],
    worth: SplittingWorth,
    should_stop: &'a dyn Fn() -> bool,
    leaf: &'a mut LeafBuffers,
    /// The notes for each half board, if counts by square are wanted.
    standing: Option<&'a mut QuarterCounts<'b>>,
    /// The pairs found so far, by class.
    pairs: [u64; 3],
}

/// Sorts boards by their numbers of marked pieces. If boards without a marked piece count like those with
/// one, the two are one class.
fn in_order<'a, const WORDS: usize>(
    kernel: Kernel,
    unmarked: UnmarkedTreatment,
    words: WordsMut<'a, WORDS>,
    levels: &mut [Level],
) -> List<WordsMut<'a, WORDS>> {
    let mut list = List::from_unmarked_boards(words);
    let Some(level) = levels.first_mut() else { return list };
    let len = list.ends[2];
    let mut part = |bit: u32, end: usize| {
        let longer = List::new(reborrow_words(&mut list.words), [end; 3]);
        let shorter = List { words: [&[][..]; WORDS], ends: [0; 3] };
        let ([left, ..], _) = kernel.run(BitSplit { longer, shorter, at: (WORDS - 1, bit), level });
        for (list, moved) in list.words.iter_mut().zip(&level.moved) {
            list[left..end].copy_from_slice(&moved.items[..end - left]);
        }
        left
    };
    let two = part(MARK + 1, len);
    let one = match unmarked {
        UnmarkedTreatment::Apart => part(MARK, two),
        UnmarkedTreatment::AsOne | UnmarkedTreatment::Skipped => 0,
    };
    list.ends = [one, two, len];
    list
}

impl Recursion<'_, '_> {
    /// Returns all bits that boards of both lists may have.
    fn free_bits<const WORDS: usize>(&self) -> [u64; WORDS] {
        std::array::from_fn(|word| self.free.get(word).copied().unwrap_or(0))
    }

    /// Counts the pairs of two lists that have no bit in common, where only the bits of `free` can be common.
    /// It may reorder the lists. Returns `false` if it was stopped.
    fn count<const WORDS: usize>(
        &mut self,
        [mut longer, mut shorter]: [List<WordsMut<'_, WORDS>>; 2],
        mut free: [u64; WORDS],
        levels: &mut [Level],
    ) -> bool {
        if longer.ends[2] < shorter.ends[2] {
            std::mem::swap(&mut longer, &mut shorter);
        }
        let [boards, others] = [longer.ends[2], shorter.ends[2]];
        if others == 0 {
            return true;
        }
        let pairs = boards as f64 * others as f64;
        let SplittingWorth { board, node } = self.worth;
        let worth = board * (boards + others) as f64 + node;
        let chosen = (MOST_APART * pairs >= worth && free != [0; WORDS])
            .then(|| self.kernel.run(Choice { lists: [longer.view().words, shorter.view().words], free }))
            .filter(|chosen| chosen.share * pairs >= worth);
        let Some(chosen) = chosen else {
            let (lists, free) = ([longer.view(), shorter.view()], self.free_bits());
            match &mut self.standing {
                Some(standing) => standing.note(self.kernel, lists, free, self.leaf),
                None => {
                    let found = self.kernel.run(Leaf { lists, free, buffers: self.leaf });
                    self.pairs.iter_mut().zip(found).for_each(|(sum, pairs)| *sum += pairs);
                }
            }
            return true;
        };
        let Some((level, levels)) = levels.split_first_mut().filter(|_| !(self.should_stop)()) else {
            return false;
        };
        free[chosen.word] &= !(1 << chosen.bit);
        let ends = longer.ends;
        let at = (chosen.word, chosen.bit);
        let parting = BitSplit { longer: longer.reborrow(), shorter: shorter.view(), at, level };
        let (left, without) = self.kernel.run(parting);
        let moved =
            List::new(words_of(&mut level.moved), std::array::from_fn(|class| ends[class] - left[class]));
        let kept = List::new(words_of(&mut level.kept), without);
        // This call comes first, because the other call reorders the shorter list.
        self.count([moved, kept], free, levels)
            && self.count([List::new(longer.words, left), shorter], free, levels)
    }
}

impl<'a, const WORDS: usize> List<WordsMut<'a, WORDS>> {
    /// Returns the list of the first boards, up to the last end.
    fn new(words: WordsMut<'a, WORDS>, ends: [usize; 3]) -> Self {
        Self { words: words.map(|words| &mut words[..ends[2]]), ends }
    }

    /// Returns the list of boards without marked pieces.
    fn from_unmarked_boards(words: WordsMut<'a, WORDS>) -> Self {
        Self { ends: [words[0].len(); 3], words }
    }

    fn reborrow(&mut self) -> List<WordsMut<'_, WORDS>> {
        List { words: reborrow_words(&mut self.words), ends: self.ends }
    }

    fn view(&self) -> List<Words<'_, WORDS>> {
        List { words: self.words.each_ref().map(|words| &**words), ends: self.ends }
    }
}

/// A bit, and the share of pairs of boards that both have it.
#[derive(Debug, Clone, Copy)]
struct SplitBit {
    word: usize,
    bit: u32,
    share: f64,
}

/// The choice of the free bit that most pairs of two lists have in common, in a sample.
struct Choice<'a, const WORDS: usize> {
    lists: [Words<'a, WORDS>; 2],
    free: [u64; WORDS],
}

impl<const WORDS: usize> Choice<'_, WORDS> {
    #[inline(always)]
    fn choose(self, lanes: impl JoinLanes) -> SplitBit {
        let mut best = SplitBit { word: 0, bit: 0, share: 0.0 };
        let mut most = 0;
        let mut slices = [[Lane512::EMPTY]; 64];
        for word in 0..WORDS {
            let (bits, number) = positions(self.free[word]);
            let bits = &bits[..number];
            for (group, list) in self.lists.iter().enumerate() {
                let mut sample = [0; SAMPLE];
                let len = list[word].len();
                for (number, sample) in sample.iter_mut().enumerate() {
                    *sample = list[word][len * number / SAMPLE];
                }
                lanes.slice(&sample, bits, (0, group), &mut slices);
            }
            for (&bit, [without]) in bits.iter().zip(&slices) {
                let product = without.0[0].count_zeros() * without.0[1].count_zeros();
                if product >= most {
                    (most, best.word, best.bit) = (product, word, u32::from(bit));
                }
            }
        }
        best.share = f64::from(most) / (SAMPLE * SAMPLE) as f64;
        best
    }
}

/// The split of two lists by a bit of a word. Boards of the longer list that have the bit are moved away.
/// Boards of the shorter list that do not have it are copied. The result gives the ends of the classes of the
/// boards left and of those copied.
struct BitSplit<'a, const WORDS: usize> {
    longer: List<WordsMut<'a, WORDS>>,
    shorter: List<Words<'a, WORDS>>,
    at: (usize, u32),
    level: &'a mut Level,
}

impl<const WORDS: usize> BitSplit<'_, WORDS> {
    #[inline(always)]
    fn part(self, lanes: impl JoinLanes) -> ([usize; 3], [usize; 3]) {
        let Self { mut longer, shorter, at: (word, bit), level } = self;
        let mut ends = [0; 3];
        let (mut left, mut gone) = (0, 0);
        for (end, range) in ends.iter_mut().zip(longer.classes()) {
            for first in range.clone().step_by(AT_ONCE) {
                let some = first..range.end.min(first + AT_ONCE);
                let boards = some.len();
                let moved = boards_from(room::<WORDS>(&mut level.moved, gone, boards), gone);
                let stay = lanes.split(reborrow_words(&mut longer.words), (some, left), (word, bit), moved);
                left += stay;
                gone += boards - stay;
            }
            *end = left;
        }
        room::<WORDS>(&mut level.moved, gone, 0);
        let mut bits = [0; WORDS];
        bits[word] = 1 << bit;
        (ends, select(lanes, &shorter, bits, &mut level.kept))
    }
}

/// All pairs of two lists, the second of which is not longer.
struct Leaf<'a, const WORDS: usize> {
    lists: [List<Words<'a, WORDS>>; 2],
    free: [u64; WORDS],
    buffers: &'a mut LeafBuffers,
}

impl<const WORDS: usize> Leaf<'_, WORDS> {
    /// Returns the number of compatible pairs, by the number of marked pieces.
    #[inline(always)]
    fn count(self, lanes: impl JoinLanes) -> [u64; 3] {
        let Self { mut lists, free, buffers: LeafBuffers { left, slices, tables } } = self;
        let mut pairs = LeafPairs([0; 3]);
        if let Some(bits) = LeafBits::new(lanes, &mut lists, free, left) {
            look_up(lanes, &lists, &bits, (slices, tables), &mut pairs);
        }
        pairs.0
    }
}

/// The number of pairs, by the number of marked pieces.
struct LeafPairs([u64; 3]);

impl<const WORDS: usize> Visit<WORDS> for LeafPairs {
    #[inline(always)]
    fn visit(
        &mut self,
        lanes: impl JoinLanes,
        groups: &[(usize, usize)],
        (tables, chunks): (&[LaneTable], &[Chunk]),
        visiting: &List<Words<'_, WORDS>>,
    ) {
        for (of_visitors, range) in visiting.classes().into_iter().enumerate() {
            if !range.is_empty() {
                let mut tally = Lane512::EMPTY;
                lanes.visit(tables, chunks, of_range(&visiting.words, range), &mut tally);
                for (&(_, class), sum) in groups.iter().zip(tally.0) {
                    // Only one of the sides has marked pieces.
                    self.0[(class + of_visitors).min(2)] += sum;
                }
            }
        }
    }
}

#[inline(always)]
fn reborrow_words<'a, const WORDS: usize>(list: &'a mut WordsMut<'_, WORDS>) -> WordsMut<'a, WORDS> {
    list.each_mut().map(|words| &mut **words)
}
