//! One row set with many half boards: both lists are parted again and again, until few pairs are left.
//!
//! All half boards are written down as words of bits, those of the west with what they set and those of the east with what they
//! meet: two are at peace if they have no bit in common. Take a bit that many of both have. Then the pairs at peace are those of
//! western boards with the bit and eastern ones without it, and those of western boards without the bit and any eastern ones:
//!
//! ```text
//! pairs(L, S) = pairs(L with d, S without d) + pairs(L without d, S)
//! ```
//!
//! The longer list is parted in place, of the shorter one a part is copied. If a share `p` of the one and `q` of the other has the
//! bit, `1 - pq` of the pairs are left, so that there are fewer leaves than pairs: `(W E)^0.65` for queens, with the best bit
//! chosen anew each time from a sample of either list. It goes on until a leaf would cost no more than parting it
//! further, which is at some hundred boards of each side. There 512 of the longer list are turned on their side, and tables say for
//! each value of some bits which of them have none of these; every board of the shorter one looks up four or five such sets and
//! counts their intersection.
//!
//! What else was tried, with prototypes for 16 to 26 queens: parting the longer list only (twice the look-ups); the bits in one order
//! for all (1.2 times the time); leaves of fixed size (1.2 times); lists of each number of marked pieces apart (1.3 to 1.5 times);
//! leaves that are compared board by board. Per pair at peace this takes 7 ns with 18 queens, 5 with 20, 3.5 with 22.

use super::frame::{Frame, SplittingWorth};
use super::joining::{Counted, HalfBoards, with_constant};
use super::lanes::{
    Blocks, Buffer, CHUNK_BITS, Chunk, JoinLanes, Lane512, LaneTable, MARK, MAX_CHUNKS, MAX_WORDS, TABLE,
    Unmarked, Wanted, positions, vectored,
};
use super::row_sets::RowSet;
use crate::engines::kernel::Kernel;
use std::ops::Range;

/// No bit is expected to keep a larger share of pairs apart.
const MOST_APART: f64 = 0.4;
/// So many boards of a list are looked at to choose a bit.
const SAMPLE: usize = 64;
/// So many boards of a list are parted at once, so that there need not be room for all of them in both parts.
const AT_ONCE: usize = 1 << 16;

/// Words of half boards: as many slices as a board has words.
type Words<'a, const WORDS: usize> = [&'a [u64]; WORDS];
/// The same, to be put in another order.
type WordsMut<'a, const WORDS: usize> = [&'a mut [u64]; WORDS];

/// Half boards, those with no marked piece first, then those with one, then those with two.
struct List<Words> {
    words: Words,
    /// Where each of the three ends.
    ends: [usize; 3],
}

/// Buffers, used for one row set after another.
#[derive(Default)]
pub(super) struct SplittingBuffers {
    /// Western and eastern half boards.
    boards: [Vec<Buffer<u64>>; 2],
    partners: Vec<[u32; 3]>,
    levels: Vec<Level>,
    leaf: LeafBuffers,
}

/// What one level of the recursion writes down: the longer list's boards with the bit and the shorter one's without it.
#[derive(Default)]
struct Level {
    moved: Vec<Buffer<u64>>,
    kept: Vec<Buffer<u64>>,
}

/// What a leaf writes down.
struct LeafBuffers {
    /// Boards of either side that do not meet what all of the other have.
    left: [Vec<Buffer<u64>>; 2],
    slices: Vec<Blocks<1>>,
    tables: Vec<LaneTable>,
}

impl Default for LeafBuffers {
    fn default() -> Self {
        Self {
            left: Default::default(),
            slices: vec![[Lane512::EMPTY]; 64 * MAX_WORDS],
            tables: vec![[Lane512::EMPTY; TABLE]; MAX_CHUNKS],
        }
    }
}

/// Counts the pairs of a row set. It may be stopped at any node; then what was counted so far is returned.
///
/// A leaf has fewer than `2^32` pairs, all of a row set fewer than there are pairs of boards in memory: they fit.
pub(super) fn count(
    kernel: Kernel,
    frame: &Frame,
    (halves, set): (&HalfBoards<'_>, &RowSet),
    workspace: &mut SplittingBuffers,
    should_stop: &dyn Fn() -> bool,
) -> Counted {
    let unmarked = Unmarked::of(set.weights);
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
    let mut recursion = Recursion { kernel, unmarked, worth: frame.worth, should_stop, leaf, pairs: [0; 3] };
    // A level has decided one bit more than the one before.
    levels.resize_with(64 * frame.words, Level::default);
    let complete = with_constant!(frame.words, one of 1 2 or MAX_WORDS, WORDS => {
        let [west, east] = boards.each_mut().map(|boards| words_of::<WORDS>(boards));
        let west = List::unmarked(west);
        let east = if frame.has_marks { recursion.in_order(east, levels) } else { List::unmarked(east) };
        recursion.count([west, east], frame.free.first_chunk().copied().unwrap_or([0; WORDS]), levels)
    });
    Counted { pairs: recursion.pairs, half_boards, complete }
}

/// Both lists written down.
struct Listing<'a, 'b> {
    frame: &'a Frame,
    halves: &'a HalfBoards<'b>,
    unmarked: Unmarked,
    boards: [&'a mut [Buffer<u64>]; 2],
    partners: &'a mut Vec<[u32; 3]>,
}

impl Listing<'_, '_> {
    #[inline(always)]
    fn write(self, lanes: impl JoinLanes) {
        let Self { frame, halves, unmarked, boards: [west, east], partners } = self;
        halves.west.join(lanes, frame.joins, Wanted::Unmarked, partners, west);
        if west[0].len == 0 {
            return;
        }
        let wanted = match unmarked {
            _ if !frame.has_marks => Wanted::Unmarked,
            Unmarked::Skipped => Wanted::Marked,
            Unmarked::Apart | Unmarked::AsOne => Wanted::All,
        };
        for half in halves.easts.iter().flatten() {
            half.join(lanes, frame.joins, wanted, partners, east);
        }
    }
}

vectored!([] Listing<'_, '_>, write -> ());
vectored!([const WORDS: usize] Choice<'_, WORDS>, choose -> Chosen);
vectored!([const WORDS: usize] Parting<'_, WORDS>, part -> ([usize; 3], [usize; 3]));
vectored!([const WORDS: usize] Leaf<'_, WORDS>, count -> [u64; 3]);

struct Recursion<'a> {
    kernel: Kernel,
    unmarked: Unmarked,
    worth: SplittingWorth,
    should_stop: &'a dyn Fn() -> bool,
    leaf: &'a mut LeafBuffers,
    /// Found so far.
    pairs: [u64; 3],
}

impl Recursion<'_> {
    /// Puts boards in the order of their numbers of marked pieces. If no marked piece counts like one, these are one class.
    fn in_order<'a, const WORDS: usize>(
        &self,
        words: WordsMut<'a, WORDS>,
        levels: &mut [Level],
    ) -> List<WordsMut<'a, WORDS>> {
        let mut list = List::unmarked(words);
        let Some(level) = levels.first_mut() else { return list };
        let len = list.ends[2];
        let mut part = |bit: u32, end: usize| {
            let longer = List::new(reborrowed(&mut list.words), [end; 3]);
            let shorter = List { words: [&[][..]; WORDS], ends: [0; 3] };
            let ([left, ..], _) = self.kernel.run(Parting { longer, shorter, at: (WORDS - 1, bit), level });
            for (list, moved) in list.words.iter_mut().zip(&level.moved) {
                list[left..end].copy_from_slice(&moved.items[..end - left]);
            }
            left
        };
        let two = part(MARK + 1, len);
        let one = match self.unmarked {
            Unmarked::Apart => part(MARK, two),
            Unmarked::AsOne | Unmarked::Skipped => 0,
        };
        list.ends = [one, two, len];
        list
    }

    /// Counts the pairs of two lists that have no bit in common but, at most, of these. The lists are not needed any more after that.
    /// `false` if it was stopped.
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
        let worth = self.worth.board * (boards + others) as f64 + self.worth.node;
        let chosen = (MOST_APART * pairs >= worth && free != [0; WORDS])
            .then(|| self.kernel.run(Choice { lists: [longer.seen().words, shorter.seen().words], free }))
            .filter(|chosen| chosen.share * pairs >= worth);
        let Some(chosen) = chosen else {
            let leaf = Leaf { lists: [longer.seen(), shorter.seen()], buffers: self.leaf };
            let found = self.kernel.run(leaf);
            self.pairs.iter_mut().zip(found).for_each(|(sum, pairs)| *sum += pairs);
            return true;
        };
        let Some((level, levels)) = levels.split_first_mut().filter(|_| !(self.should_stop)()) else {
            return false;
        };
        free[chosen.word] &= !(1 << chosen.bit);
        let ends = longer.ends;
        let at = (chosen.word, chosen.bit);
        let parting = Parting { longer: longer.borrowed(), shorter: shorter.seen(), at, level };
        let (left, without) = self.kernel.run(parting);
        let moved =
            List::new(words_of(&mut level.moved), std::array::from_fn(|class| ends[class] - left[class]));
        let kept = List::new(words_of(&mut level.kept), without);
        // These first: the other call puts the shorter list in another order.
        self.count([moved, kept], free, levels)
            && self.count([List::new(longer.words, left), shorter], free, levels)
    }
}

impl<'a, const WORDS: usize> List<WordsMut<'a, WORDS>> {
    /// The first boards.
    fn new(words: WordsMut<'a, WORDS>, ends: [usize; 3]) -> Self {
        Self { words: words.map(|words| &mut words[..ends[2]]), ends }
    }

    /// Boards without marked pieces.
    fn unmarked(words: WordsMut<'a, WORDS>) -> Self {
        Self { ends: [words[0].len(); 3], words }
    }

    fn borrowed(&mut self) -> List<WordsMut<'_, WORDS>> {
        List { words: reborrowed(&mut self.words), ends: self.ends }
    }

    fn seen(&self) -> List<Words<'_, WORDS>> {
        List { words: self.words.each_ref().map(|words| &**words), ends: self.ends }
    }
}

impl<Words> List<Words> {
    /// Where the boards of each class stand.
    #[inline(always)]
    fn classes(&self) -> [Range<usize>; 3] {
        let [first, second, third] = self.ends;
        [0..first, first..second, second..third]
    }
}

/// A bit, and the share of pairs of boards that both have it.
#[derive(Debug, Clone, Copy)]
struct Chosen {
    word: usize,
    bit: u32,
    share: f64,
}

/// The bit that most pairs of two lists have in common, of those that are free, by a sample.
struct Choice<'a, const WORDS: usize> {
    lists: [Words<'a, WORDS>; 2],
    free: [u64; WORDS],
}

impl<const WORDS: usize> Choice<'_, WORDS> {
    #[inline(always)]
    fn choose(self, lanes: impl JoinLanes) -> Chosen {
        let mut best = Chosen { word: 0, bit: 0, share: 0.0 };
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

/// Two lists parted by a bit of a word: of the longer one those that have it are moved away, of the shorter one those that do not
/// are copied. Returns where the classes of what is left, and of what is copied, end.
struct Parting<'a, const WORDS: usize> {
    longer: List<WordsMut<'a, WORDS>>,
    shorter: List<Words<'a, WORDS>>,
    at: (usize, u32),
    level: &'a mut Level,
}

impl<const WORDS: usize> Parting<'_, WORDS> {
    #[inline(always)]
    fn part(self, lanes: impl JoinLanes) -> ([usize; 3], [usize; 3]) {
        let Self { mut longer, shorter, at: (word, bit), level } = self;
        let mut ends = [0; 3];
        let (mut left, mut gone) = (0, 0);
        for (end, range) in ends.iter_mut().zip(longer.classes()) {
            for first in range.clone().step_by(AT_ONCE) {
                let some = first..range.end.min(first + AT_ONCE);
                let boards = some.len();
                let moved = behind(room::<WORDS>(&mut level.moved, gone, boards), gone);
                let stay = lanes.split(reborrowed(&mut longer.words), (some, left), (word, bit), moved);
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

/// Copies the boards of a list that have none of these bits. Returns where their classes end.
#[inline(always)]
fn select<const WORDS: usize>(
    lanes: impl JoinLanes,
    list: &List<Words<'_, WORDS>>,
    bits: [u64; WORDS],
    buffers: &mut Vec<Buffer<u64>>,
) -> [usize; 3] {
    let mut ends = [0; 3];
    let mut copied = 0;
    for (end, range) in ends.iter_mut().zip(list.classes()) {
        for first in range.clone().step_by(AT_ONCE) {
            let some = first..range.end.min(first + AT_ONCE);
            let out = behind(room::<WORDS>(buffers, copied, some.len()), copied);
            copied += lanes.select(of_range(&list.words, some), bits, out);
        }
        *end = copied;
    }
    room::<WORDS>(buffers, copied, 0);
    ends
}

/// All pairs of two lists, of which the second one is not longer.
struct Leaf<'a, const WORDS: usize> {
    lists: [List<Words<'a, WORDS>>; 2],
    buffers: &'a mut LeafBuffers,
}

impl<const WORDS: usize> Leaf<'_, WORDS> {
    /// The pairs at peace, by the number of marked pieces.
    #[inline(always)]
    fn count(self, lanes: impl JoinLanes) -> [u64; 3] {
        let Self { mut lists, buffers: LeafBuffers { left, slices, tables } } = self;
        let (mut all, mut any) = ([[0; WORDS]; 2], [[0; WORDS]; 2]);
        for side in 0..2 {
            for word in 0..WORDS {
                [all[side][word], any[side][word]] = lanes.common(lists[side].words[word]);
            }
        }
        // What all boards of a side have rules out boards of the other side, and then does not matter any more.
        for (side, left) in left.iter_mut().enumerate() {
            let (mut met, mut meets) = ([0; WORDS], 0);
            for word in 0..WORDS {
                met[word] = all[1 - side][word] & any[side][word];
                meets |= met[word];
            }
            if meets != 0 {
                let ends = select(lanes, &lists[side], met, left);
                let words = words_of::<WORDS>(left).map(|words| &*words);
                lists[side] = List { words, ends };
                if ends[2] == 0 {
                    return [0; 3];
                }
            }
        }
        // Bits that matter, in chunks of almost equal size.
        let mut chunks = [Chunk::default(); MAX_CHUNKS];
        let (mut number, mut relevant) = (0, [([0; 64], 0); WORDS]);
        for word in 0..WORDS {
            let bits = any[0][word] & any[1][word] & !all[0][word] & !all[1][word];
            relevant[word] = positions(bits);
            let (of_word, some) = (&relevant[word].0, relevant[word].1);
            let parts = some.div_ceil(CHUNK_BITS as usize);
            for part in 0..parts {
                let mut bits = 0;
                for &bit in &of_word[some * part / parts..some * (part + 1) / parts] {
                    bits |= 1 << bit;
                }
                chunks[number] = Chunk { word, bits };
                number += 1;
            }
        }
        let number = number.max(1);
        look_up(lanes, &lists, &relevant, &chunks[..number], (slices, tables))
    }
}

/// Counts the pairs of boards on the lanes and visiting ones that have none of these bits in common.
#[inline(always)]
fn look_up<const WORDS: usize>(
    lanes: impl JoinLanes,
    [on_lanes, visiting]: &[List<Words<'_, WORDS>>; 2],
    relevant: &[([u8; 64], usize); WORDS],
    chunks: &[Chunk],
    (slices, tables): (&mut [Blocks<1>], &mut [LaneTable]),
) -> [u64; 3] {
    let mut pairs = [0; 3];
    let mut groups = [(0, 0); 8];
    let mut filled = 0;
    let (mut class, mut next) = (0, 0);
    loop {
        // Boards of different classes are in different groups of 64.
        while class < 3 && next == on_lanes.ends[class] {
            class += 1;
        }
        if class < 3 && filled < 8 {
            let end = on_lanes.ends[class].min(next + 64);
            let mut first = 0;
            for (word, (bits, number)) in relevant.iter().enumerate() {
                let words = &on_lanes.words[word][next..end];
                lanes.slice(words, &bits[..*number], (0, filled), &mut slices[first..]);
                first += number;
            }
            groups[filled] = (end - next, class);
            filled += 1;
            next = end;
            continue;
        }
        if filled == 0 {
            return pairs;
        }
        let mut valid = Lane512::EMPTY;
        for (valid, &(boards, _)) in valid.0.iter_mut().zip(&groups[..filled]) {
            *valid = !0 >> (64 - boards);
        }
        let mut first = 0;
        for (number, (table, chunk)) in tables.iter_mut().zip(chunks).enumerate() {
            table[0] = if number == 0 { valid } else { Lane512([!0; 8]) };
            let bits = chunk.bits.count_ones() as usize;
            for (bit, slice) in slices[first..first + bits].iter().enumerate() {
                let (done, next) = table.split_at_mut(1 << bit);
                for (set, next) in done.iter().zip(next) {
                    [*next] = lanes.both(&[*set], slice);
                }
            }
            first += bits;
        }
        for (of_visitors, range) in visiting.classes().into_iter().enumerate() {
            if !range.is_empty() {
                let mut tally = Lane512::EMPTY;
                lanes.visit(&tables[..chunks.len()], chunks, of_range(&visiting.words, range), &mut tally);
                for (&(_, class), sum) in groups[..filled].iter().zip(tally.0) {
                    // Only one of the sides has marked pieces.
                    pairs[(class + of_visitors).min(2)] += sum;
                }
            }
        }
        filled = 0;
    }
}

/// Room in these buffers for so many boards behind those that are there already.
#[inline(always)]
fn room<const WORDS: usize>(
    buffers: &mut Vec<Buffer<u64>>,
    already: usize,
    boards: usize,
) -> WordsMut<'_, WORDS> {
    buffers.resize_with(WORDS, Buffer::default);
    for buffer in &mut *buffers {
        buffer.len = already;
        buffer.reserve(boards);
    }
    let mut buffers = buffers.iter_mut();
    std::array::from_fn(|_| buffers.next().map_or(&mut [][..], |buffer| &mut buffer.items))
}

/// The boards in these buffers.
fn words_of<const WORDS: usize>(buffers: &mut [Buffer<u64>]) -> WordsMut<'_, WORDS> {
    let mut buffers = buffers.iter_mut();
    std::array::from_fn(|_| buffers.next().map_or(&mut [][..], |buffer| &mut buffer.items[..buffer.len]))
}

#[inline(always)]
fn reborrowed<'a, const WORDS: usize>(list: &'a mut WordsMut<'_, WORDS>) -> WordsMut<'a, WORDS> {
    list.each_mut().map(|words| &mut **words)
}

/// What stands from a number on.
#[inline(always)]
fn behind<const WORDS: usize>(list: WordsMut<'_, WORDS>, first: usize) -> WordsMut<'_, WORDS> {
    list.map(|words| &mut words[first..])
}

#[inline(always)]
fn of_range<'a, const WORDS: usize>(list: &Words<'a, WORDS>, range: Range<usize>) -> Words<'a, WORDS> {
    list.map(|words| &words[range.clone()])
}
