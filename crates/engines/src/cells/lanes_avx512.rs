//! The [operations of the search](super::lanes) in AVX-512: eight children, or eight states, in a register.
//!
//! A mask of squares is itself the lane mask that packs their numbers into a list, 32 at a time, so that
//! listing children takes no loop over squares and no branch. Children are then made eight at a time,
//! whatever their states. A gather fetches the squares that the piece takes. Usually a permutation of sixteen
//! states fetches the squares of the parent. A population count finds the dead children, and a compress
//! leaves them out. Pairs are counted with vector population counts: four instructions for a displacement of
//! eight states of a 64-square board.
//!
//! Dead end: placing a piece on eight neighbouring squares at a time, with the state's byte as lane mask.
//! That needs no gathers, but late in a search a state has few free squares, and most lanes were empty (2.5
//! times slower).

use super::buffer::{CellStates, LANES};
use super::lanes::{CellChildren, CellLanes};
use super::register::Register;
use super::tables::{CellLevel, CellTables, Displacement, LastPair};
use super::triple::LastTriple;
use super::triples;
use crate::board::Mask;
use crate::engines::kernel::{Avx512, NUMBERS, load, store};
use std::arch::x86_64::*;

/// The number of 16-bit numbers in a register.
const SHORTS: usize = 32;
/// The number of words in the widest mask.
const MAX_WORDS: usize = 16;

/// The states that eight children come from.
///
/// Children are listed state by state, from the last one down, and all states have children. So unless many
/// of these are dead, sixteen neighbouring states hold all parents. Two loads and a permutation fetch them in
/// half the time of a gather.
#[derive(Clone, Copy)]
enum Parents {
    /// Places among the sixteen states from this one on.
    Near(usize, __m512i),
    /// The numbers of the states.
    Apart(__m512i),
}

impl Parents {
    /// Returns the parents of the children from number `at` on, among the first `len` of a list.
    #[target_feature(enable = "avx512f")]
    #[inline]
    fn new(list: &[u16], at: usize, len: usize) -> Self {
        let numbers = _mm512_cvtepu16_epi64(load(&list[at..]));
        let (highest, lowest) = (list[at], list[len.min(at + LANES) - 1]);
        if highest.wrapping_sub(lowest) < 2 * LANES as u16 {
            Self::Near(lowest.into(), _mm512_sub_epi64(numbers, _mm512_set1_epi64(lowest.into())))
        } else {
            Self::Apart(numbers)
        }
    }
}

/// Returns one word of one mask of eight children: the squares of their parents, minus the squares that their
/// pieces take.
///
/// # Safety
/// All numbers of parents must be below `states.len()` and all in `squares` below `taken.len()`.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn children_of(states: &[u64], parents: Parents, taken: &[u64], squares: __m128i) -> __m512i {
    let squares = _mm512_cvtepu16_epi64(squares);
    // SAFETY: the numbers are indices of the slices, as the caller promises.
    unsafe {
        let taken = _mm512_i64gather_epi64::<8>(squares, taken.as_ptr().cast());
        let states = match parents {
            Parents::Near(first, places) => {
                let near = &states[first..first + 2 * LANES];
                _mm512_permutex2var_epi64(load(near), places, load(&near[LANES..]))
            }
            Parents::Apart(numbers) => _mm512_i64gather_epi64::<8>(numbers, states.as_ptr().cast()),
        };
        _mm512_andnot_si512(taken, states)
    }
}

impl CellLanes for Avx512 {
    #[inline(always)]
    fn list<M: Mask>(self, children: &mut CellChildren, parent: usize, squares: M) {
        assert!(parent < children.states, "a child comes from a state of its buffer");
        for part in 0..M::BITS / SHORTS {
            let chosen = (squares.word(part / 2) >> (SHORTS * (part % 2))) as u32;
            let (to_squares, to_parents) =
                (&mut children.squares[children.len..], &mut children.parents[children.len..]);
            // SAFETY: there is a value of this type, so the processor has the features.
            unsafe {
                let numbers = _mm512_add_epi16(load(&NUMBERS), _mm512_set1_epi16((SHORTS * part) as i16));
                store(to_squares, _mm512_maskz_compress_epi16(chosen, numbers));
                store(to_parents, _mm512_set1_epi16(parent as i16));
            }
            children.len += chosen.count_ones() as usize;
        }
    }

    #[inline(always)]
    fn expand<M: Mask>(
        self,
        tables: &CellTables,
        level: &CellLevel,
        children: &mut CellChildren,
        from: &CellStates,
        to: &mut CellStates,
    ) {
        // The gathers rely on the numbers in the list. Numbers of states are below `children.states`, which
        // was checked when they were written. Numbers of squares are below `M::BITS`, since masks have no
        // other squares.
        assert!(children.states <= from.capacity, "children come from states of this buffer");
        let states = |mask: usize, word: usize| {
            &from.planes[((mask + level.shift) * M::WORDS + word) * from.capacity..][..from.capacity]
        };
        let taken = |mask: usize, word: usize| &tables.taken[level.takes[mask] + word * M::BITS..][..M::BITS];
        // The first mask decides which children live; the list is packed to hold only these.
        let planes: [_; MAX_WORDS] =
            std::array::from_fn(|word| (states(0, word % M::WORDS), taken(0, word % M::WORDS)));
        let (mut live, len) = (0, children.len);
        // SAFETY: there is a value of this type, so the processor has the features. The numbers up to `len`
        // are within the bounds stated above; a register may read beyond them, but only older numbers within
        // the same bounds.
        unsafe {
            for at in (0..len).step_by(LANES) {
                let squares = load(&children.squares[at..]);
                let parents = Parents::new(&children.parents, at, len);
                let mut child = [_mm512_setzero_si512(); MAX_WORDS];
                let mut count = _mm512_setzero_si512();
                for (child, (states, taken)) in child[..M::WORDS].iter_mut().zip(planes) {
                    *child = children_of(states, parents, taken, squares);
                    count = _mm512_add_epi64(count, _mm512_popcnt_epi64(*child));
                }
                let listed = if len - at >= LANES { !0 } else { !(!0 << (len - at)) };
                let needed = _mm512_set1_epi64(i64::from(level.needed));
                let keep = _mm512_mask_cmpge_epu64_mask(listed, count, needed);
                for (word, &child) in child[..M::WORDS].iter().enumerate() {
                    let kept = _mm512_maskz_compress_epi64(keep, child);
                    store(&mut to.planes[word * to.capacity + to.len + live..], kept);
                }
                store(&mut children.squares[live..], _mm_maskz_compress_epi16(keep, squares));
                let numbers = load(&children.parents[at..]);
                store(&mut children.parents[live..], _mm_maskz_compress_epi16(keep, numbers));
                live += keep.count_ones() as usize;
            }
            for mask in 1..level.takes.len() {
                for word in 0..M::WORDS {
                    let (states, taken) = (states(mask, word), taken(mask, word));
                    let start = (mask * M::WORDS + word) * to.capacity + to.len;
                    for at in (0..live).step_by(LANES) {
                        let squares = load(&children.squares[at..]);
                        let parents = Parents::new(&children.parents, at, live);
                        store(&mut to.planes[start + at..], children_of(states, parents, taken, squares));
                    }
                }
            }
        }
        to.len += live;
        children.len = 0;
    }

    #[inline(always)]
    fn count_pairs<M: Mask>(self, pair: &LastPair, buffer: &mut CellStates) -> u64 {
        buffer.pad();
        // SAFETY: there is a value of this type, so the processor has the features.
        let pairs = unsafe {
            if pair.is_same { count_same::<M>(pair, buffer) } else { count_different::<M>(pair, buffer) }
        };
        buffer.len = 0;
        pairs
    }

    #[inline(always)]
    fn count_triples(self, triple: &LastTriple, buffer: &mut CellStates) -> u64 {
        // SAFETY: there is a value of this type, so the processor has the features.
        unsafe { count_triples(triple, buffer) }
    }
}

/// Counts triples; one copy serves all widths of masks.
#[target_feature(enable = "avx512f,avx512vbmi2,avx512vpopcntdq")]
fn count_triples(triple: &LastTriple, buffer: &mut CellStates) -> u64 {
    triples::count::<Zmm>(triple, buffer)
}

/// Eight words in a register. Only [`count_triples`] uses it, and everything is inlined there.
#[derive(Clone, Copy)]
struct Zmm(__m512i);

impl Register for Zmm {
    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: the caller has the features, as for all that follow.
        Self(unsafe { _mm512_setzero_si512() })
    }
    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        Self(load(words))
    }
    #[inline(always)]
    fn shift(low: Self, high: Self, bits: u64) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_shrdv_epi64(low.0, high.0, _mm512_set1_epi64(bits as i64)) })
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn mask(self, word: u64) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_and_si512(self.0, _mm512_set1_epi64(word as i64)) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn odd(self, second: Self, third: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_ternarylogic_epi64::<0x96>(self.0, second.0, third.0) })
    }
    #[inline(always)]
    fn majority(self, second: Self, third: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_ternarylogic_epi64::<0xe8>(self.0, second.0, third.0) })
    }
    #[inline(always)]
    fn count(self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_popcnt_epi64(self.0) })
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn words(self) -> [u64; LANES] {
        let mut words = [0; LANES];
        store(&mut words, self.0);
        words
    }
}

/// Counts the bits of `low & (high >> displacement) & valid` over all words and adds them to `sum`.
///
/// `low` and `high` read a word of eight states. (Holding all words in an array costs more than reading them
/// again.)
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
#[inline]
fn add_conflicts<M: Mask>(
    sum: __m512i,
    displacement: Displacement,
    valid: &[u64],
    low: impl Fn(usize) -> __m512i,
    high: impl Fn(usize) -> __m512i,
) -> __m512i {
    let Displacement { words, bits, .. } = displacement;
    let mut sum = sum;
    for word in displacement.starts::<M>() {
        let mut shifted = _mm512_srl_epi64(high(word + words), _mm_cvtsi32_si128(bits as i32));
        if word + words + 1 < M::WORDS {
            // A shift by 64 bits gives zero here, which is right when no bits come down.
            let count = _mm_cvtsi32_si128(64 - bits as i32);
            shifted = _mm512_or_si512(shifted, _mm512_sll_epi64(high(word + words + 1), count));
        }
        let valid = _mm512_set1_epi64(valid[word] as i64);
        let bits = _mm512_ternarylogic_epi64::<0x80>(low(word), shifted, valid);
        sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(bits));
    }
    sum
}

/// Counts the non-attacking pairs of two pieces of one class, over all states.
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
#[inline]
fn count_same<M: Mask>(pair: &LastPair, buffer: &CellStates) -> u64 {
    let zero = _mm512_setzero_si512();
    // Twice the number of all pairs, and the number of pairs in conflict.
    let (mut pairs, mut conflicts) = (zero, zero);
    for start in (0..buffer.len).step_by(LANES) {
        let squares = |word: usize| load(&buffer.planes[word * buffer.capacity + start..]);
        let mut count = zero;
        for word in 0..M::WORDS {
            count = _mm512_add_epi64(count, _mm512_popcnt_epi64(squares(word)));
        }
        pairs = _mm512_add_epi64(pairs, _mm512_sub_epi64(_mm512_mul_epu32(count, count), count));
        for (&displacement, valid) in pair.displacements.iter().zip(pair.valid.chunks_exact(M::WORDS)) {
            conflicts = add_conflicts::<M>(conflicts, displacement, valid, squares, squares);
        }
    }
    _mm512_reduce_add_epi64(pairs) as u64 / 2 - _mm512_reduce_add_epi64(conflicts) as u64
}

/// Counts the non-attacking pairs of two pieces of different classes, over all states.
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
#[inline]
fn count_different<M: Mask>(pair: &LastPair, buffer: &CellStates) -> u64 {
    let zero = _mm512_setzero_si512();
    let (mut pairs, mut conflicts) = (zero, zero);
    for start in (0..buffer.len).step_by(LANES) {
        let first = |word: usize| load(&buffer.planes[word * buffer.capacity + start..]);
        let second = |word: usize| load(&buffer.planes[(M::WORDS + word) * buffer.capacity + start..]);
        let (mut count_first, mut count_second) = (zero, zero);
        for word in 0..M::WORDS {
            let (x, y) = (first(word), second(word));
            count_first = _mm512_add_epi64(count_first, _mm512_popcnt_epi64(x));
            count_second = _mm512_add_epi64(count_second, _mm512_popcnt_epi64(y));
            conflicts = _mm512_add_epi64(conflicts, _mm512_popcnt_epi64(_mm512_and_si512(x, y)));
        }
        pairs = _mm512_add_epi64(pairs, _mm512_mul_epu32(count_first, count_second));
        for (&displacement, valid) in pair.displacements.iter().zip(pair.valid.chunks_exact(M::WORDS)) {
            conflicts = if displacement.first_is_higher {
                add_conflicts::<M>(conflicts, displacement, valid, second, first)
            } else {
                add_conflicts::<M>(conflicts, displacement, valid, first, second)
            };
        }
    }
    _mm512_reduce_add_epi64(pairs) as u64 - _mm512_reduce_add_epi64(conflicts) as u64
}
