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

use super::joining::{Counted, Frame, HalfBoards, MAX_WORDS, with_constant};
use super::lanes::{
    Blocks, Buffer, CHUNK_BITS, Chunk, JoinLanes, LANES, Lane512, LaneTable, TABLE, Unmarked, Visitors, Wanted, vectored,
};
use super::row_sets::RowSet;
use crate::engines::kernel::Kernel;

/// The bits of the last word that say whether a board has a marked piece, in the north and in the south.
pub(super) const MARKS: [u64; 2] = [1 << 62, 1 << 63];
/// Both.
const ANY_MARK: u64 = MARKS[0] | MARKS[1];

/// What it costs to part a list, for each of its boards, against a look-up for each pair of a leaf of 512;
const PARTING: f64 = 100.0;
/// and what a node costs besides. Half of both, or twice, make 1.1 to 1.4 times the time.
const NODE: f64 = 60_000.0;
/// No bit is expected to keep a larger share of pairs apart.
const MOST_APART: f64 = 0.4;
/// So many boards of a list are looked at to choose a bit.
const SAMPLE: usize = 64;

/// A list of half boards: as many slices as words.
type List<'a, const WORDS: usize> = [&'a [u64]; WORDS];
/// One that may be put in another order.
type ListMut<'a, const WORDS: usize> = [&'a mut [u64]; WORDS];

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
    /// Bits that matter, next to each other; and the boards sorted by their number of marked pieces.
    squeezed: [Buffer<u64>; 2],
    sorted: [Buffer<u64>; 2],
    slices: Vec<Blocks<1>>,
    tables: Vec<LaneTable>,
}

impl Default for LeafBuffers {
    fn default() -> Self {
        Self {
            left: Default::default(),
            squeezed: Default::default(),
            sorted: Default::default(),
            slices: vec![[Lane512::EMPTY]; 64],
            tables: vec![[Lane512::EMPTY; TABLE]; 64_usize.div_ceil(CHUNK_BITS as usize)],
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
    kernel.run(Listing { frame, halves, unmarked, boards: boards.each_mut().map(Vec::as_mut_slice), partners });
    let half_boards = boards.iter().map(|words| words[0].len as u64).sum();
    let mut recursion = Recursion { kernel, unmarked, should_stop, leaf, pairs: [0; 3] };
    // A level has decided one bit more than the one before.
    levels.resize_with(64 * frame.words, Level::default);
    let complete = with_constant!(frame.words, one of 1 2 or MAX_WORDS, WORDS => {
        let lists = boards.each_mut().map(|words| list_mut::<WORDS>(words));
        recursion.count(lists, frame.free.first_chunk().copied().unwrap_or([0; WORDS]), levels)
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
        halves.west.join(lanes, frame.joins, Wanted::ALL, partners, west);
        if west[0].len == 0 {
            return;
        }
        let wanted = match unmarked {
            Unmarked::Skipped => Wanted::any_of(ANY_MARK),
            Unmarked::Apart | Unmarked::AsOne => Wanted::ALL,
        };
        for half in halves.easts.iter().flatten() {
            half.join(lanes, frame.joins, wanted, partners, east);
        }
    }
}

vectored!([] Listing<'_, '_>, write -> ());
vectored!([const WORDS: usize] Choice<'_, WORDS>, choose -> Chosen);
vectored!([const WORDS: usize] Parting<'_, '_, WORDS>, part -> [usize; 2]);
vectored!([const WORDS: usize] Leaf<'_, WORDS>, count -> Result<[u64; 3], [u64; WORDS]>);

struct Recursion<'a> {
    kernel: Kernel,
    unmarked: Unmarked,
    should_stop: &'a dyn Fn() -> bool,
    leaf: &'a mut LeafBuffers,
    /// Found so far.
    pairs: [u64; 3],
}

impl Recursion<'_> {
    /// Counts the pairs of two lists that have no bit in common but, at most, of these. The lists are not needed any more after that.
    /// `false` if it was stopped.
    fn count<const WORDS: usize>(
        &mut self,
        lists: [ListMut<'_, WORDS>; 2],
        free: [u64; WORDS],
        levels: &mut [Level],
    ) -> bool {
        let [one, other] = lists.each_ref().map(|list| list[0].len() as f64);
        if one * other == 0.0 {
            return true;
        }
        let worth = PARTING * (one + other) + NODE;
        let is_worth = |share: f64| share * one * other >= worth;
        let mut chosen = None;
        if is_worth(MOST_APART) {
            let lists = lists.each_ref().map(list_of);
            chosen = Some(self.kernel.run(Choice { lists, free })).filter(|chosen| is_worth(chosen.share));
        }
        let chosen = match chosen {
            Some(chosen) => chosen,
            None => {
                let lists = lists.each_ref().map(list_of);
                let leaf = Leaf { lists, unmarked: self.unmarked, buffers: self.leaf };
                match self.kernel.run(leaf) {
                    Ok(pairs) => {
                        self.pairs.iter_mut().zip(pairs).for_each(|(sum, pairs)| *sum += pairs);
                        return true;
                    }
                    // Too many bits matter: one is decided first, whatever that costs.
                    Err(free) => self.kernel.run(Choice { lists, free }),
                }
            }
        };
        let Some((level, levels)) = levels.split_first_mut().filter(|_| !(self.should_stop)()) else {
            return false;
        };
        let [mut longer, shorter] = lists;
        let mut shorter = shorter;
        if one < other {
            std::mem::swap(&mut longer, &mut shorter);
        }
        let mut free = free;
        free[chosen.word] &= !(1 << chosen.bit);
        let boards = longer[0].len();
        let mut moved = room::<WORDS>(&mut level.moved, boards);
        let mut kept = room::<WORDS>(&mut level.kept, shorter[0].len());
        let [left, without] = self.kernel.run(Parting {
            longer: reborrowed(&mut longer),
            shorter: list_of(&shorter),
            chosen,
            moved: reborrowed(&mut moved),
            kept: reborrowed(&mut kept),
        });
        // These first: the other call puts the shorter list in another order.
        self.count([first(moved, boards - left), first(kept, without)], free, levels)
            && self.count([first(longer, left), shorter], free, levels)
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
    lists: [List<'a, WORDS>; 2],
    free: [u64; WORDS],
}

impl<const WORDS: usize> Choice<'_, WORDS> {
    #[inline(always)]
    fn choose(self, lanes: impl JoinLanes) -> Chosen {
        let (mut most, mut found) = (0, (0, 0));
        let mut sample = [0; 2 * SAMPLE];
        let mut slices = [[Lane512::EMPTY]; 64];
        for word in 0..WORDS {
            let mut free = self.free[word];
            if free == 0 {
                continue;
            }
            for (list, sample) in self.lists.iter().zip(sample.chunks_mut(SAMPLE)) {
                let len = list[word].len();
                for (number, sample) in sample.iter_mut().enumerate() {
                    *sample = list[word][len * number / SAMPLE];
                }
            }
            lanes.slice(&sample, 0, &mut slices);
            while free != 0 {
                let bit = free.trailing_zeros();
                free &= free - 1;
                let without = &slices[bit as usize][0].0;
                let product = without[0].count_zeros() * without[1].count_zeros();
                if product >= most {
                    (most, found) = (product, (word, bit));
                }
            }
        }
        Chosen { word: found.0, bit: found.1, share: f64::from(most) / (SAMPLE * SAMPLE) as f64 }
    }
}

/// Two lists parted by a bit: of the longer one those that have it are moved away, of the shorter one those that do not are
/// copied. Returns how many are left, and how many are copied.
struct Parting<'a, 'b, const WORDS: usize> {
    longer: ListMut<'a, WORDS>,
    shorter: List<'b, WORDS>,
    chosen: Chosen,
    moved: ListMut<'a, WORDS>,
    kept: ListMut<'a, WORDS>,
}

impl<const WORDS: usize> Parting<'_, '_, WORDS> {
    #[inline(always)]
    fn part(self, lanes: impl JoinLanes) -> [usize; 2] {
        let Self { longer, shorter, chosen: Chosen { word, bit, .. }, moved, kept } = self;
        let mut bits = [0; WORDS];
        bits[word] = 1 << bit;
        let left = lanes.split(longer, (word, bit), moved);
        [left, lanes.select(shorter, bits, [0; WORDS], kept)]
    }
}

/// All pairs of two lists.
struct Leaf<'a, const WORDS: usize> {
    lists: [List<'a, WORDS>; 2],
    unmarked: Unmarked,
    buffers: &'a mut LeafBuffers,
}

/// Where the boards of a side with no marked piece, one and two begin in its list, and how many they are.
type Classes = [(usize, usize); 3];

impl<const WORDS: usize> Leaf<'_, WORDS> {
    /// The pairs at peace, by the number of marked pieces; or the bits that matter, if these are more than fit into a word.
    #[inline(always)]
    fn count(self, lanes: impl JoinLanes) -> Result<[u64; 3], [u64; WORDS]> {
        let Self { mut lists, unmarked, buffers } = self;
        let LeafBuffers { left, squeezed, sorted, slices, tables } = buffers;
        // What all boards of a side have rules out boards of the other side, and then does not matter any more.
        let (mut all, mut any) = ([[0; WORDS]; 2], [[0; WORDS]; 2]);
        for side in 0..2 {
            for word in 0..WORDS {
                [all[side][word], any[side][word]] = lanes.common(lists[side][word]);
            }
        }
        let marks = [0, 1].map(|side| any[side][WORDS - 1] & ANY_MARK);
        let mut relevant = [0; WORDS];
        let mut bits = 0;
        for word in 0..WORDS {
            relevant[word] = any[0][word] & any[1][word] & !all[0][word] & !all[1][word];
            bits += relevant[word].count_ones();
        }
        if bits > 64 - ANY_MARK.count_ones() {
            return Err(relevant);
        }
        for (side, left) in left.iter_mut().enumerate() {
            let mut met = [0; WORDS];
            let mut meets = 0;
            for word in 0..WORDS {
                met[word] = all[1 - side][word] & any[side][word];
                meets |= met[word];
            }
            if meets != 0 {
                let mut out = room::<WORDS>(left, lists[side][0].len());
                let len = lanes.select(lists[side], met, [0; WORDS], reborrowed(&mut out));
                if len == 0 {
                    return Ok([0; 3]);
                }
                for (list, out) in lists[side].iter_mut().zip(out) {
                    *list = &out[..len];
                }
            }
        }
        let mut classes = [[(0, 0); 3]; 2];
        for side in 0..2 {
            let len = lists[side][0].len();
            let mut kept = relevant;
            kept[WORDS - 1] |= marks[side];
            squeezed[side].len = 0;
            squeezed[side].reserve(len);
            lanes.squeeze(lists[side], kept, &mut squeezed[side].items);
            classes[side][0] = (0, len);
            if marks[side] != 0 {
                let words = &squeezed[side].items[..len];
                classes[side] = sort(lanes, (words, bits), marks[side], unmarked, &mut sorted[side]);
            }
        }
        let words = [0, 1].map(|side| match marks[side] {
            0 => squeezed[side].items.as_slice(),
            _ => sorted[side].items.as_slice(),
        });
        let [one, other] = lists.map(|list| list[0].len());
        let (lane, visitor) = if one >= other { (0, 1) } else { (1, 0) };
        let sides = ((words[lane], classes[lane]), (words[visitor], classes[visitor]));
        Ok(look_up(lanes, sides.0, sides.1, bits as usize, (slices, tables)))
    }
}

/// Writes down boards by their number of marked pieces, each number from a multiple of 64 on. The marks are the bits from `bits` on.
#[inline(always)]
fn sort(
    lanes: impl JoinLanes,
    (words, bits): (&[u64], u32),
    marks: u64,
    unmarked: Unmarked,
    sorted: &mut Buffer<u64>,
) -> Classes {
    // Which of the marks are looked at, what they are, and the number that it stands for.
    let both = [(0b11, 0b00, 0), (0b11, 0b01, 1), (0b11, 0b10, 1), (0b11, 0b11, 2)];
    let as_one = [(0b01, 0b00, 1), (0b11, 0b01, 1), (0b11, 0b11, 2)];
    let one = [(0b01, 0b00, 0), (0b01, 0b01, 1)];
    let patterns = match unmarked {
        _ if marks != ANY_MARK => one.as_slice(),
        Unmarked::Apart => both.as_slice(),
        Unmarked::AsOne | Unmarked::Skipped => as_one.as_slice(),
    };
    sorted.len = 0;
    sorted.reserve(words.len() + 3 * 64);
    let mut classes = [(0, 0); 3];
    let mut len: usize = 0;
    for &(marks, value, class) in patterns {
        let (first, of_class) = &mut classes[class];
        if *of_class == 0 {
            len = len.next_multiple_of(64);
            *first = len;
        }
        let out = [&mut sorted.items[len..]];
        let found = lanes.select([words], [marks << bits], [value << bits], out);
        *of_class += found;
        len += found;
    }
    classes
}

/// Counts the pairs of boards on the lanes and visiting ones that have none of the lowest bits in common.
#[inline(always)]
fn look_up(
    lanes: impl JoinLanes,
    (words, classes): (&[u64], Classes),
    (visitors, visiting): (&[u64], Classes),
    bits: usize,
    (slices, tables): (&mut [Blocks<1>], &mut [LaneTable]),
) -> [u64; 3] {
    let number = bits.div_ceil(CHUNK_BITS as usize).max(1);
    let mut chunks = [Chunk::default(); MAX_CHUNKS];
    for (at, chunk) in chunks[..number].iter_mut().enumerate() {
        let [first, end] = [at, at + 1].map(|at| (bits * at / number) as u32);
        *chunk = Chunk { first, bits: end - first };
    }
    let chunks = &chunks[..number];
    let end = classes.iter().map(|&(first, len)| if len == 0 { 0 } else { first + len }).max().unwrap_or(0);
    let mut pairs = [0; 3];
    for block in (0..end).step_by(LANES) {
        lanes.slice(&words[block..end.min(block + LANES)], 0, &mut slices[..bits]);
        let (mut valid, mut class_of) = (Lane512::EMPTY, [0; 8]);
        for group in 0..8 {
            let at = block + 64 * group;
            for (class, &(first, len)) in classes.iter().enumerate() {
                if (first..first + len).contains(&at) {
                    valid.0[group] = lowest((first + len - at) as u32);
                    class_of[group] = class;
                }
            }
        }
        for (number, (table, chunk)) in tables.iter_mut().zip(chunks).enumerate() {
            table[0] = if number == 0 { valid } else { Lane512([!0; 8]) };
            for bit in 0..chunk.bits {
                let slice = &slices[(chunk.first + bit) as usize];
                let (done, next) = table.split_at_mut(1 << bit);
                for (set, next) in done.iter().zip(next) {
                    [*next] = lanes.both(&[*set], slice);
                }
            }
        }
        for (class, &(first, len)) in visiting.iter().enumerate().filter(|(_, of_class)| of_class.1 > 0) {
            let mut tally = Lane512::EMPTY;
            let visitors = Visitors { words: &visitors[first..], len };
            lanes.visit(&tables[..number], chunks, visitors, &mut tally);
            for (own, sum) in class_of.into_iter().zip(tally.0) {
                // Only one of the sides has marked pieces.
                pairs[(own + class).min(2)] += sum;
            }
        }
    }
    pairs
}

/// Most chunks of a word.
const MAX_CHUNKS: usize = 64_usize.div_ceil(CHUNK_BITS as usize);

/// The lowest bits, this many; all of them if there are fewer.
fn lowest(bits: u32) -> u64 {
    if bits < 64 { !(!0 << bits) } else { !0 }
}

/// Room in these buffers for so many boards.
fn room<const WORDS: usize>(buffers: &mut Vec<Buffer<u64>>, boards: usize) -> ListMut<'_, WORDS> {
    buffers.resize_with(WORDS, Buffer::default);
    buffers.iter_mut().for_each(|buffer| buffer.reserve(boards));
    let mut buffers = buffers.iter_mut();
    std::array::from_fn(|_| buffers.next().map_or(&mut [][..], |buffer| &mut buffer.items))
}

/// The boards in these buffers.
fn list_mut<const WORDS: usize>(buffers: &mut [Buffer<u64>]) -> ListMut<'_, WORDS> {
    let mut buffers = buffers.iter_mut();
    std::array::from_fn(|_| buffers.next().map_or(&mut [][..], |buffer| &mut buffer.items[..buffer.len]))
}

fn list_of<'a, const WORDS: usize>(list: &'a ListMut<'_, WORDS>) -> List<'a, WORDS> {
    list.each_ref().map(|words| &**words)
}

fn reborrowed<'a, const WORDS: usize>(list: &'a mut ListMut<'_, WORDS>) -> ListMut<'a, WORDS> {
    list.each_mut().map(|words| &mut **words)
}

/// The first boards of a list.
fn first<const WORDS: usize>(list: ListMut<'_, WORDS>, boards: usize) -> ListMut<'_, WORDS> {
    list.map(|words| &mut words[..boards])
}
