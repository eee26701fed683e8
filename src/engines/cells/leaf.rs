//! The end of the search: the third-last piece in lanes, the last two counted together.
//!
//! A *leaf state* holds the squares `X` that are free for one of the last two pieces and `Y` for the other (the
//! same set if they are alike). The pairs at peace are all pairs minus those in conflict, and pairs in conflict are
//! counted without looking at any single one: write each conflict between squares `s < t` under its displacement
//! `d = t - s`; then the conflicts with displacement `d` inside `X` are the bits of `X & (X >> d) & valid(d)`,
//! where `valid(d)` has the squares `s` that are in conflict with `s + d`. A knight has 4 displacements, a queen
//! on 8x8 has 28, and edges, holes, wrapped boards and quotients only change the masks `valid(d)`.
//!
//! States come in hundreds from the siblings and cousins of one branch. They wait in a buffer, word by word, so
//! that each operation is the same for a register full of states; only totals are kept, and nothing is reduced
//! until the unit ends. Two implementations: [`Portable`], in plain Rust for any processor (and compiled again for
//! AVX2), and AVX-512 intrinsics in [`super::leaf_avx512`].

use crate::board::Mask;
use crate::engines::instance::Instance;

/// How many leaf states are counted in one go; the buffers of a chess board stay in the first-level cache.
pub(super) const BATCH: usize = 1024;
/// States per register with 512-bit vectors; buffers are padded to a multiple of it with empty states.
pub(super) const LANES: usize = 8;

/// What the leaf must know of an instance whose classes are in search order. All masks are split into words.
#[derive(Debug, Clone)]
pub(super) struct LeafTables {
    /// Words in a mask.
    pub(super) words: usize,
    /// Squares, rounded up to a multiple of [`LANES`].
    pub(super) stride: usize,
    /// Classes of the third-last piece and of the last two.
    pub(super) classes: [usize; 3],
    /// For the third-last piece on square `s`, word `w` of the squares it takes from `X`, at `w * stride + s`. If
    /// it is of the same class, the squares up to `s` are taken too.
    pub(super) takes_first: Vec<u64>,
    /// The same for `Y`; empty if the last two pieces are of one class.
    pub(super) takes_second: Vec<u64>,
    /// The conflicts of the last two pieces.
    pub(super) displacements: Vec<Displacement>,
    /// `valid(d)` for each displacement, `words` words each.
    pub(super) valid: Vec<u64>,
}

/// A distance between conflicting squares, as a shift of whole words and of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Displacement {
    pub(super) words: usize,
    pub(super) bits: u32,
    /// Whether the higher square is the one in `X`. Always false for pieces of one class.
    pub(super) first_is_higher: bool,
}

impl LeafTables {
    /// `steps` are the classes of all pieces in the order they are placed, at least two.
    pub(super) fn new<M: Mask>(instance: &Instance<M>, steps: &[usize]) -> Self {
        let [x, y] = [steps[steps.len() - 2], steps[steps.len() - 1]];
        let p = if steps.len() > 2 { steps[steps.len() - 3] } else { x };
        let squares = instance.conflicts.squares();
        let stride = squares.next_multiple_of(LANES);
        let takes = |class: usize| {
            let mut planes = vec![0; M::WORDS * stride];
            for square in 0..squares {
                let conflict = instance.conflicts.of(p, square, class);
                let taken = if class == p { conflict.or(M::full(square + 1)) } else { conflict };
                for word in 0..M::WORDS {
                    planes[word * stride + square] = taken.word(word);
                }
            }
            planes
        };
        let (takes_first, takes_second) = (takes(x), if x == y { Vec::new() } else { takes(y) });
        let (mut displacements, mut valid) = (Vec::new(), Vec::new());
        for first_is_higher in [false, true] {
            // Of a pair of one class either square may be called the first.
            if first_is_higher && x == y {
                continue;
            }
            let (low, high) = if first_is_higher { (y, x) } else { (x, y) };
            for distance in 1..squares {
                let starts = (0..squares - distance)
                    .filter(|&square| instance.conflicts.of(low, square, high).contains(square + distance))
                    .fold(M::EMPTY, M::with);
                if !starts.is_empty() {
                    let (words, bits) = (distance / 64, (distance % 64) as u32);
                    displacements.push(Displacement { words, bits, first_is_higher });
                    valid.extend((0..M::WORDS).map(|word| starts.word(word)));
                }
            }
        }
        let classes = [p, x, y];
        Self { words: M::WORDS, stride, classes, takes_first, takes_second, displacements, valid }
    }

    /// Whether the last two pieces are of one class, so that `X` stands for both.
    #[inline(always)]
    pub(super) fn is_same(&self) -> bool {
        self.classes[1] == self.classes[2]
    }
}

/// Leaf states that wait to be counted: word `w` of state `i` at `w * capacity + i`.
#[derive(Debug)]
pub(super) struct Buffer {
    pub(super) first: Vec<u64>,
    pub(super) second: Vec<u64>,
    pub(super) len: usize,
    pub(super) capacity: usize,
    /// States counted so far.
    pub(super) states: u64,
    /// Pairs at peace in them.
    pub(super) pairs: u128,
}

impl Buffer {
    pub(super) fn new(tables: &LeafTables) -> Self {
        // Beyond a batch there is room for the children of one more node and for a register that overhangs.
        let capacity = BATCH + tables.stride + LANES;
        let plane = tables.words * capacity;
        let second = if tables.is_same() { Vec::new() } else { vec![0; plane] };
        Self { first: vec![0; plane], second, len: 0, capacity, states: 0, pairs: 0 }
    }

    /// Adds one state.
    #[inline(always)]
    pub(super) fn push<M: Mask>(&mut self, first: M, second: M) {
        for word in 0..M::WORDS {
            self.first[word * self.capacity + self.len] = first.word(word);
            if !self.second.is_empty() {
                self.second[word * self.capacity + self.len] = second.word(word);
            }
        }
        self.len += 1;
    }

    /// Makes the states up to the next full register empty ones, which have no pairs.
    #[inline(always)]
    pub(super) fn pad(&mut self) {
        for plane in [&mut self.first, &mut self.second] {
            for start in (0..plane.len()).step_by(self.capacity) {
                plane[start + self.len..start + self.len.next_multiple_of(LANES)].fill(0);
            }
        }
    }
}

/// The two operations of the leaf, once for each set of instructions.
pub(super) trait Leaf {
    /// Puts the third-last piece on every square of `places` and adds the states that this makes of the squares
    /// `first` and `second`.
    fn expand<M: Mask>(tables: &LeafTables, buffer: &mut Buffer, places: M, first: M, second: M);

    /// Counts the pairs at peace in all waiting states and empties the buffer.
    fn count<M: Mask>(tables: &LeafTables, buffer: &mut Buffer);
}

/// The leaf in plain words.
pub(super) struct Portable;

impl Leaf for Portable {
    #[inline(always)]
    fn expand<M: Mask>(tables: &LeafTables, buffer: &mut Buffer, places: M, first: M, second: M) {
        let (stride, capacity) = (tables.stride, buffer.capacity);
        for square in places.squares() {
            for word in 0..M::WORDS {
                let taken = tables.takes_first[word * stride + square];
                buffer.first[word * capacity + buffer.len] = first.word(word) & !taken;
                if !tables.is_same() {
                    let taken = tables.takes_second[word * stride + square];
                    buffer.second[word * capacity + buffer.len] = second.word(word) & !taken;
                }
            }
            buffer.len += 1;
        }
    }

    #[inline(always)]
    fn count<M: Mask>(tables: &LeafTables, buffer: &mut Buffer) {
        buffer.pad();
        let capacity = buffer.capacity;
        let mut pairs = 0;
        for start in (0..buffer.len).step_by(LANES) {
            let lanes = |plane: &[u64], word: usize| -> [u64; LANES] {
                let start = word * capacity + start;
                plane[start..start + LANES].try_into().unwrap_or_default()
            };
            let first = |word: usize| lanes(&buffer.first, word);
            let second = |word: usize| lanes(if tables.is_same() { &buffer.first } else { &buffer.second }, word);
            let (mut count_first, mut count_second, mut both) = ([0u64; LANES], [0u64; LANES], [0u64; LANES]);
            for word in 0..M::WORDS {
                let (x, y) = (first(word), second(word));
                for lane in 0..LANES {
                    count_first[lane] += u64::from(x[lane].count_ones());
                    count_second[lane] += u64::from(y[lane].count_ones());
                    both[lane] += u64::from((x[lane] & y[lane]).count_ones());
                }
            }
            let mut conflicts = [0u64; LANES];
            for (displacement, valid) in tables.displacements.iter().zip(tables.valid.chunks_exact(M::WORDS)) {
                let &Displacement { words, bits, first_is_higher } = displacement;
                for (word, &valid) in valid.iter().enumerate().take(M::WORDS - words) {
                    let (low, high) = if first_is_higher {
                        (second(word), lanes(&buffer.first, word + words))
                    } else {
                        (first(word), second(word + words))
                    };
                    // The bits that come down from the next word; a shift by 64 is made of two.
                    let above = match word + words + 1 {
                        next if next == M::WORDS => [0; LANES],
                        next if first_is_higher => first(next),
                        next => second(next),
                    };
                    for lane in 0..LANES {
                        let shifted = (high[lane] >> bits) | ((above[lane] << 1) << (63 - bits));
                        conflicts[lane] += u64::from((low[lane] & shifted & valid).count_ones());
                    }
                }
            }
            for lane in 0..LANES {
                let all = if tables.is_same() {
                    count_first[lane] * count_first[lane].wrapping_sub(1) / 2
                } else {
                    count_first[lane] * count_second[lane] - both[lane]
                };
                pairs += all - conflicts[lane];
            }
        }
        buffer.pairs += u128::from(pairs);
        buffer.states += buffer.len as u64;
        buffer.len = 0;
    }
}
