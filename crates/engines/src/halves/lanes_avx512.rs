//! The [operations on half boards](super::lanes) in AVX-512: a set of 512 is one register.
//!
//! Placements of a quarter are compared sixteen at a time, and those at peace are packed in the register before they are
//! written (packing into memory is many times slower on some processors). Words become sets by way of bytes: the sign bits
//! of 64 bytes are one instruction.

use super::lanes::{
    ALL_BYTES, BYTES, Blocks, Buffer, JoinLanes, Joins, Lane512, MARGIN, Pairs, Partners, Sets, Unmarked,
};
use crate::engines::kernel::{Avx512, NUMBERS, load, store};
use std::arch::x86_64::*;
use std::ops::Range;

/// Words to a register.
const LANES: usize = 16;
/// Inner placements that are looked at in one go.
const WINDOW: usize = 32;

// Whole registers are read from the last placement on.
const _: () = assert!(MARGIN >= WINDOW && MARGIN >= 64);

/// Which of the sixteen placements from `at` on do not meet the outer one.
#[target_feature(enable = "avx512f")]
#[inline]
fn at_peace<const JOINS: usize>(own: &[__m512i; JOINS], inner: Joins<'_, JOINS>, at: usize) -> u16 {
    if JOINS == 1 {
        return _mm512_testn_epi32_mask(own[0], load(&inner.bits[0][at..]));
    }
    let mut met = _mm512_setzero_si512();
    for (own, bits) in own.iter().zip(inner.bits) {
        met = _mm512_or_si512(met, _mm512_and_si512(*own, load(&bits[at..])));
    }
    _mm512_testn_epi32_mask(met, met)
}

/// The bits of an outer placement, each word in all lanes.
#[target_feature(enable = "avx512f")]
#[inline]
fn spread<const JOINS: usize>(outer: Joins<'_, JOINS>, one: usize) -> [__m512i; JOINS] {
    let mut own = [_mm512_setzero_si512(); JOINS];
    for (own, bits) in own.iter_mut().zip(outer.bits) {
        *own = _mm512_set1_epi32(bits[one] as i32);
    }
    own
}

/// The lowest bits, this many; all of them if there are fewer.
#[inline(always)]
fn lowest(bits: u32) -> u32 {
    if bits < 32 { !(!0 << bits) } else { !0 }
}

/// Adds the sizes of the intersection of two sets.
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
#[inline]
fn add_pair<const BLOCKS: usize>(sums: &mut [__m512i; BLOCKS], one: &Blocks<BLOCKS>, other: &Blocks<BLOCKS>) {
    for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
        let both = _mm512_and_si512(load(&one.0), load(&other.0));
        *sum = _mm512_add_epi64(*sum, _mm512_popcnt_epi64(both));
    }
}

/// The beginning of a table of bytes.
#[target_feature(enable = "avx512f")]
#[inline]
fn registers<const REGISTERS: usize>(table: &[u8; BYTES]) -> [__m512i; REGISTERS] {
    let mut registers = [_mm512_setzero_si512(); REGISTERS];
    for (number, register) in registers.iter_mut().enumerate() {
        *register = load(&table[64 * number..]);
    }
    registers
}

/// What is alive under each of 64 numbers: a table of 128 bytes, or of 256, in registers.
#[target_feature(enable = "avx512bw,avx512vbmi")]
#[inline]
fn choose<const REGISTERS: usize>(table: &[__m512i; REGISTERS], numbers: __m512i) -> __m512i {
    let low = _mm512_permutex2var_epi8(table[0], numbers, table[1]);
    if REGISTERS == 2 {
        return low;
    }
    let high = _mm512_permutex2var_epi8(table[2], numbers, table[3]);
    _mm512_mask_blend_epi8(_mm512_movepi8_mask(numbers), low, high)
}

/// [`JoinLanes::sift`] for numbers below 128, or below 256, by `REGISTERS`.
#[target_feature(enable = "avx512bw,avx512vbmi,avx512vbmi2")]
#[inline]
fn sift<const REGISTERS: usize>(
    alive: [&[u8; BYTES]; 2],
    (pairs, range): (&Pairs, Range<usize>),
    kept: &mut Pairs,
) {
    let tables: [[__m512i; REGISTERS]; 2] = [registers(alive[0]), registers(alive[1])];
    let mut len = 0;
    let mut at = range.start;
    while at < range.end {
        let (one, other) = (load(&pairs.outer.items[at..]), load(&pairs.inner.items[at..]));
        let wanted = if range.end - at < 64 { !(!0 << (range.end - at)) } else { !0 };
        let alive = _mm512_mask_test_epi8_mask(wanted, choose(&tables[0], one), choose(&tables[1], other));
        store(&mut kept.outer.items[len..], _mm512_maskz_compress_epi8(alive, one));
        store(&mut kept.inner.items[len..], _mm512_maskz_compress_epi8(alive, other));
        len += alive.count_ones() as usize;
        at += 64;
    }
    kept.set_len(len);
}

/// Where pairs are written, with the length in a register: kept in memory, it would be waited for at every pair.
struct PairWriter<'a> {
    outer: &'a mut [u8],
    inner: &'a mut [u8],
    len: usize,
}

impl<'a> PairWriter<'a> {
    fn new(pairs: &'a mut Pairs) -> Self {
        Self { len: pairs.len(), outer: &mut pairs.outer.items, inner: &mut pairs.inner.items }
    }

    /// Adds the pairs of an outer placement with the inner ones that are kept.
    #[target_feature(enable = "avx512bw,avx512vl,avx512vbmi2")]
    #[inline]
    fn write(&mut self, kept: u32, outer: __m256i, inner: __m256i) {
        store(&mut self.outer[self.len..], outer);
        store(&mut self.inner[self.len..], _mm256_maskz_compress_epi8(kept, inner));
        self.len += kept.count_ones() as usize;
    }
}

impl JoinLanes for Avx512 {
    const SIFTS: bool = true;

    #[inline(always)]
    fn join<const JOINS: usize, const WORDS: usize>(
        self,
        (outer, range): (Joins<'_, JOINS>, Range<usize>),
        inner: Joins<'_, JOINS>,
        partners: &Partners,
        words: [[&[u32]; 2]; WORDS],
        out: &mut [Buffer<u32>; WORDS],
    ) {
        let mut len = out[0].len;
        let lists: [&mut [u32]; WORDS] = out.each_mut().map(|out| out.items.as_mut_slice());
        for one in range {
            let [start, _, end] = partners[usize::from(outer.cells[one] / 2)];
            // SAFETY: there is a value of this type, so the processor has the features.
            unsafe {
                let own = spread(outer, one);
                let mut at = start;
                // Once even if there is no partner: whether there is one is hard to guess.
                loop {
                    let kept = at_peace(&own, inner, at as usize) & lowest(end.saturating_sub(at)) as u16;
                    for word in 0..WORDS {
                        let [outers, inners] = words[word];
                        let own = _mm512_set1_epi32(outers[one] as i32);
                        let joined = _mm512_or_si512(own, load(&inners[at as usize..]));
                        store(&mut lists[word][len..], _mm512_maskz_compress_epi32(kept, joined));
                    }
                    len += kept.count_ones() as usize;
                    at += LANES as u32;
                    if at >= end {
                        break;
                    }
                }
            }
        }
        out.iter_mut().for_each(|out| out.len = len);
    }

    #[inline(always)]
    fn pair<const JOINS: usize>(
        self,
        (outer, range): (Joins<'_, JOINS>, Range<usize>),
        (inner, first): (Joins<'_, JOINS>, usize),
        partners: &Partners,
        unmarked: Unmarked,
        out: &mut [Pairs; 3],
    ) {
        let mut writers = out.each_mut().map(PairWriter::new);
        for one in range.clone() {
            let cell = outer.cells[one];
            let [start, border, end] = partners[usize::from(cell / 2)];
            let is_marked = if cell % 2 == 1 { !0 } else { 0 };
            // SAFETY: as in `join`.
            unsafe {
                let own = spread(outer, one);
                let outers = _mm256_set1_epi8((one - range.start) as i8);
                let mut at = start;
                loop {
                    let low = at_peace(&own, inner, at as usize);
                    let high = at_peace(&own, inner, at as usize + LANES);
                    let kept = (u32::from(low) | u32::from(high) << LANES) & lowest(end.saturating_sub(at));
                    let inners = _mm256_set1_epi8((at as usize - first) as i8);
                    let inners = _mm256_add_epi8(_mm512_cvtepi16_epi8(load(&NUMBERS)), inners);
                    // Those before the border have no marked piece.
                    let below = lowest(border.saturating_sub(at));
                    let [none, some, two] = &mut writers;
                    let with_one = match unmarked {
                        Unmarked::Skipped => kept & (below ^ !is_marked),
                        Unmarked::AsOne => kept & (below | !is_marked),
                        Unmarked::Apart => {
                            none.write(kept & below & !is_marked, outers, inners);
                            kept & (below ^ !is_marked)
                        }
                    };
                    some.write(with_one, outers, inners);
                    two.write(kept & !below & is_marked, outers, inners);
                    at += WINDOW as u32;
                    if at >= end {
                        break;
                    }
                }
            }
        }
        let lens = writers.map(|writer| writer.len);
        out.iter_mut().zip(lens).for_each(|(out, len)| out.set_len(len));
    }

    #[inline(always)]
    fn slice<const BLOCKS: usize>(self, words: &[u32], block: usize, sets: &mut [Blocks<BLOCKS>]) {
        let mut padded = [0; 64];
        for (number, words) in words.chunks(64).enumerate() {
            let words = if words.len() == 64 {
                words
            } else {
                padded[..words.len()].copy_from_slice(words);
                padded[words.len()..].fill(0);
                &padded
            };
            // SAFETY: as in `join`.
            unsafe {
                // In each 128-bit part the lowest bytes of its four words come first, then the second ones, and so on.
                let by_byte = _mm512_broadcast_i32x4(_mm_setr_epi8(
                    0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,
                ));
                // Then over the whole register: all lowest bytes, all second ones.
                let gather = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
                let bytes = |at: usize| {
                    _mm512_permutexvar_epi32(gather, _mm512_shuffle_epi8(load(&words[at..]), by_byte))
                };
                let (a, b, c, d) = (bytes(0), bytes(16), bytes(32), bytes(48));
                let low = (_mm512_shuffle_i32x4::<0x44>(a, b), _mm512_shuffle_i32x4::<0x44>(c, d));
                let high = (_mm512_shuffle_i32x4::<0xee>(a, b), _mm512_shuffle_i32x4::<0xee>(c, d));
                let planes = [
                    _mm512_shuffle_i32x4::<0x88>(low.0, low.1),
                    _mm512_shuffle_i32x4::<0xdd>(low.0, low.1),
                    _mm512_shuffle_i32x4::<0x88>(high.0, high.1),
                    _mm512_shuffle_i32x4::<0xdd>(high.0, high.1),
                ];
                for (plane, sets) in planes.into_iter().zip(sets.chunks_mut(8)) {
                    let mut bits = plane;
                    for set in sets.iter_mut().rev() {
                        set[block].0[number] = !_mm512_movepi8_mask(bits);
                        bits = _mm512_add_epi8(bits, bits);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn both<const BLOCKS: usize>(self, one: &Blocks<BLOCKS>, other: &Blocks<BLOCKS>) -> Blocks<BLOCKS> {
        let mut both = *one;
        for (both, other) in both.iter_mut().zip(other) {
            // SAFETY: as in `join`.
            let lanes = unsafe { _mm512_and_si512(load(&both.0), load(&other.0)) };
            store(&mut both.0, lanes);
        }
        both
    }

    #[inline(always)]
    fn alive<const BLOCKS: usize>(self, set: &Blocks<BLOCKS>) -> u8 {
        // SAFETY: as in `join`.
        unsafe {
            let mut any = _mm512_setzero_si512();
            for block in set {
                any = _mm512_or_si512(any, load(&block.0));
            }
            _mm512_test_epi64_mask(any, any)
        }
    }

    #[inline(always)]
    fn gauge<const TABLES: usize>(
        self,
        tables: &[[u8; BYTES]; TABLES],
        codes: [&[u8; BYTES]; TABLES],
        placements: usize,
        alive: &mut [u8; BYTES],
    ) {
        for first in (0..placements).step_by(64) {
            // SAFETY: as in `join`.
            unsafe {
                let mut all = _mm512_set1_epi8(-1);
                for (table, codes) in tables.iter().zip(codes) {
                    all = _mm512_and_si512(all, choose::<4>(&registers(table), load(&codes[first..])));
                }
                let wanted = if placements - first < 64 { !(!0 << (placements - first)) } else { !0 };
                store(&mut alive[first..], _mm512_maskz_mov_epi8(wanted, all));
            }
        }
    }

    #[inline(always)]
    fn pick(self, marked: &[u8], numbers: &mut Buffer<u8>) {
        numbers.reserve(BYTES);
        let mut len = numbers.len;
        for first in (0..BYTES).step_by(64) {
            // SAFETY: as in `join`.
            unsafe {
                let marked: __m512i = load(&marked[first..]);
                let kept = _mm512_test_epi8_mask(marked, marked);
                let all = load(&ALL_BYTES[first..]);
                store(&mut numbers.items[len..], _mm512_maskz_compress_epi8(kept, all));
                len += kept.count_ones() as usize;
            }
        }
        numbers.len = len;
    }

    #[inline(always)]
    fn part<const WORDS: usize>(
        self,
        boards: &[Buffer<u32>; WORDS],
        bit: usize,
        parted: &mut [Buffer<u32>; WORDS],
        spare: &mut [Buffer<u32>; WORDS],
    ) {
        let len = boards[0].len;
        let boards: [&[u32]; WORDS] = boards.each_ref().map(|words| words.items.as_slice());
        let (mut without, mut with) = (0, 0);
        {
            let mut parted: [&mut [u32]; WORDS] = parted.each_mut().map(|words| words.items.as_mut_slice());
            let mut spare: [&mut [u32]; WORDS] = spare.each_mut().map(|words| words.items.as_mut_slice());
            for first in (0..len).step_by(LANES) {
                let wanted = lowest((len - first).min(LANES) as u32) as u16;
                // SAFETY: as in `join`.
                unsafe {
                    let bit_in_word = _mm512_set1_epi32(1 << (bit % 32));
                    let has = _mm512_test_epi32_mask(bit_in_word, load(&boards[bit / 32][first..]));
                    let kept = [!has & wanted, has & wanted];
                    for ((boards, parted), spare) in boards.iter().zip(&mut parted).zip(&mut spare) {
                        let words = load(&boards[first..]);
                        store(&mut parted[without..], _mm512_maskz_compress_epi32(kept[0], words));
                        store(&mut spare[with..], _mm512_maskz_compress_epi32(kept[1], words));
                    }
                    without += kept[0].count_ones() as usize;
                    with += kept[1].count_ones() as usize;
                }
            }
        }
        for (parted, spare) in parted.iter_mut().zip(spare) {
            parted.items[without..len].copy_from_slice(&spare.items[..with]);
            parted.len = len;
        }
    }

    #[inline(always)]
    fn sift(
        self,
        alive: [&[u8; BYTES]; 2],
        numbers: usize,
        (pairs, range): (&Pairs, Range<usize>),
        kept: &mut Pairs,
    ) {
        kept.clear();
        kept.reserve(range.len());
        // SAFETY: as in `join`.
        unsafe {
            if numbers <= BYTES / 2 {
                sift::<2>(alive, (pairs, range), kept);
            } else {
                sift::<4>(alive, (pairs, range), kept);
            }
        }
    }

    #[inline(always)]
    fn count<const BLOCKS: usize>(
        self,
        outer: (&Sets<BLOCKS>, &[u8]),
        inner: (&Sets<BLOCKS>, &[u8]),
        tally: &mut Lane512,
    ) {
        // SAFETY: as in `join`.
        unsafe {
            let mut sums = [[_mm512_setzero_si512(); BLOCKS]; 2];
            let ((ones, ones_left), (others, others_left)) =
                (outer.1.as_chunks::<4>(), inner.1.as_chunks::<4>());
            for (ones, others) in ones.iter().zip(others) {
                for pair in 0..4 {
                    let (one, other) = (usize::from(ones[pair]), usize::from(others[pair]));
                    add_pair(&mut sums[pair % 2], &outer.0[one], &inner.0[other]);
                }
            }
            for (&one, &other) in ones_left.iter().zip(others_left) {
                add_pair(&mut sums[0], &outer.0[usize::from(one)], &inner.0[usize::from(other)]);
            }
            let mut sum = load(&tally.0);
            for sum_of_block in sums.as_flattened() {
                sum = _mm512_add_epi64(sum, *sum_of_block);
            }
            store(&mut tally.0, sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::{LANES as BOARDS, PortableJoinLanes};
    use super::*;

    /// The twin.
    const PORTABLE: PortableJoinLanes<true> = PortableJoinLanes;

    /// A fixed sequence of numbers (Knuth's linear congruence, its upper half).
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u32 {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (self.0 >> 32) as u32
        }

        fn below(&mut self, limit: usize) -> usize {
            self.next() as usize % limit
        }

        /// A word with each bit set once in eight times.
        fn sparse(&mut self) -> u32 {
            self.next() & self.next() & self.next()
        }

        /// Bytes, more of them zero the larger this number is.
        fn bytes(&mut self, zeros: usize) -> [u8; BYTES] {
            std::array::from_fn(|_| {
                (0..zeros).fold(self.next() as u8, |byte, _| byte & self.next() as u8 & 0x6b)
            })
        }

        fn set(&mut self) -> Lane512 {
            Lane512(std::array::from_fn(|_| u64::from(self.next()) << 32 | u64::from(self.next())))
        }

        fn sets<const BLOCKS: usize>(&mut self, number: usize) -> Vec<Blocks<BLOCKS>> {
            (0..number).map(|_| std::array::from_fn(|_| self.set())).collect()
        }
    }

    #[test]
    fn sets_are_the_same_as_in_plain_words() {
        let Some(lanes) = Avx512::new() else { return };
        let random = &mut Random(1);
        sets::<1>(lanes, random);
        sets::<2>(lanes, random);
    }

    fn sets<const BLOCKS: usize>(lanes: Avx512, random: &mut Random) {
        for number in [1, 7, 31, 32, 33, 63, 64, 65, 200, 511, BOARDS] {
            let words: Vec<u32> = (0..number).map(|_| random.next()).collect();
            let block = random.below(BLOCKS);
            let before: Vec<Blocks<BLOCKS>> = random.sets(32);
            let mut sliced = [before.clone(), before.clone()];
            lanes.slice(&words, block, &mut sliced[0]);
            PORTABLE.slice(&words, block, &mut sliced[1]);
            for (bit, sets) in before.iter().enumerate() {
                for other in (0..BLOCKS).filter(|&other| other != block) {
                    assert_eq!(sliced[0][bit][other], sets[other], "another block is left alone");
                }
                // Beyond the last word a set is whatever it is.
                let [found, expected] = [0, 1].map(|way| sliced[way][bit][block].and(Lane512::first(number)));
                assert_eq!(found, expected, "{number} words");
                assert!((0..number).all(|board| {
                    found.0[board / 64] >> (board % 64) & 1 != u64::from(words[board] >> bit & 1)
                }));
            }
        }
        let (first, second) = (random.sets::<BLOCKS>(7), random.sets(11));
        let mut tables = [random.sets(77), random.sets(77)];
        lanes.multiply(&first, &second, &mut tables[0]);
        PORTABLE.multiply(&first, &second, &mut tables[1]);
        assert_eq!(tables[0], tables[1]);
        for number in 0..5 {
            let numbers: Vec<u16> = (0..number).map(|_| random.below(77) as u16).collect();
            let found = lanes.intersect(&first[0], &tables[0], &numbers);
            assert_eq!(found, PORTABLE.intersect(&first[0], &tables[0], &numbers));
        }
        fill::<BLOCKS, 1>(lanes, random);
        fill::<BLOCKS, 2>(lanes, random);
        fill::<BLOCKS, 3>(lanes, random);
        fill::<BLOCKS, 5>(lanes, random);
        fill::<BLOCKS, 8>(lanes, random);
    }

    fn fill<const BLOCKS: usize, const TABLES: usize>(lanes: Avx512, random: &mut Random) {
        let sets: [Vec<Blocks<BLOCKS>>; TABLES] = std::array::from_fn(|_| random.sets(BYTES));
        let tables: [&Sets<BLOCKS>; TABLES] = std::array::from_fn(|table| sets[table].first_chunk().unwrap());
        let codes: [[u8; BYTES]; TABLES] = std::array::from_fn(|_| random.bytes(0));
        let codes: [&[u8; BYTES]; TABLES] = codes.each_ref();
        let numbers: Vec<u8> = (0..BYTES).step_by(3).map(|number| number as u8).collect();
        let before = random.sets::<BLOCKS>(BYTES);
        let mut filled = [before.clone(), before];
        let [found, expected] = &mut filled;
        let (found, expected) = (found.first_chunk_mut().unwrap(), expected.first_chunk_mut().unwrap());
        let mut alive = [[7; BYTES]; 3];
        let [with, plain, without] = &mut alive;
        lanes.fill::<BLOCKS, TABLES, false>(tables, codes, numbers.iter().copied(), (found, without));
        lanes.fill::<BLOCKS, TABLES, true>(tables, codes, numbers.iter().copied(), (found, with));
        PORTABLE.fill::<BLOCKS, TABLES, true>(tables, codes, numbers.iter().copied(), (expected, plain));
        assert_eq!(filled[0], filled[1], "{TABLES} tables");
        assert_eq!(alive[0], alive[1], "{TABLES} tables");
        assert_eq!(alive[2], [7; BYTES]);
        let tables: [[u8; BYTES]; TABLES] = std::array::from_fn(|_| random.bytes(1));
        for number in [0, 1, 63, 64, 65, 200, BYTES] {
            let mut alive = [[0; BYTES]; 2];
            lanes.gauge(&tables, codes, number, &mut alive[0]);
            PORTABLE.gauge(&tables, codes, number, &mut alive[1]);
            assert_eq!(alive[0], alive[1], "{TABLES} tables, {number} placements");
        }
    }

    /// Words of a set that are zero are seen, in one block and in several.
    #[test]
    fn what_is_alive_is_the_same_as_in_plain_words() {
        let Some(lanes) = Avx512::new() else { return };
        let random = &mut Random(4);
        for _ in 0..200 {
            let mut set =
                || Lane512(std::array::from_fn(|_| u64::from(random.sparse() & random.sparse()) << 13));
            let blocks = [set(), set()];
            let word = |word: usize| u8::from(blocks[0].0[word] | blocks[1].0[word] != 0) << word;
            let expected: u8 = (0..8).map(word).sum();
            assert_eq!((lanes.alive(&blocks), PORTABLE.alive(&blocks)), (expected, expected));
            assert_eq!(lanes.alive(&[blocks[0]]), PORTABLE.alive(&[blocks[0]]));
        }
    }

    #[test]
    fn pairs_are_sifted_as_in_plain_words() {
        let Some(lanes) = Avx512::new() else { return };
        let random = &mut Random(5);
        for numbers in [5, 127, 128, 129, BYTES] {
            for number in [0, 1, 63, 64, 65, 500] {
                // About half of the pairs are kept.
                let alive = [random.bytes(1), random.bytes(2)];
                let mut pairs = Pairs::default();
                pairs.reserve(number);
                for at in 0..number {
                    pairs.outer.items[at] = random.below(numbers) as u8;
                    pairs.inner.items[at] = random.below(numbers) as u8;
                }
                pairs.set_len(number);
                let range = number.min(3)..number;
                let mut kept = [Pairs::default(), Pairs::default()];
                lanes.sift(alive.each_ref(), numbers, (&pairs, range.clone()), &mut kept[0]);
                PORTABLE.sift(alive.each_ref(), numbers, (&pairs, range.clone()), &mut kept[1]);
                let [found, expected] = kept.map(written);
                assert_eq!(found, expected, "{numbers} numbers, {number} pairs");
                let is_kept = |&at: &usize| {
                    let [one, other] = [pairs.outer.items[at], pairs.inner.items[at]].map(usize::from);
                    alive[0][one] & alive[1][other] != 0
                };
                assert_eq!(found.0.len(), range.filter(is_kept).count());
            }
        }
    }

    #[test]
    fn numbers_are_picked_as_in_plain_words() {
        let Some(lanes) = Avx512::new() else { return };
        let random = &mut Random(6);
        let mut picked = [Buffer::default(), Buffer::default()];
        for spaces in 0..4 {
            // Several times, so that lists are added to.
            let marked = random.bytes(spaces);
            lanes.pick(&marked, &mut picked[0]);
            PORTABLE.pick(&marked, &mut picked[1]);
            let [found, expected] = picked.each_ref().map(|numbers| &numbers.items[..numbers.len]);
            assert_eq!(found, expected);
            let number = marked.iter().filter(|&&marked| marked != 0).count();
            assert!(number > 0 && found.len() >= number);
        }
    }

    #[test]
    fn half_boards_are_parted_as_in_plain_words() {
        let Some(lanes) = Avx512::new() else { return };
        let random = &mut Random(7);
        part::<1>(lanes, random);
        part::<2>(lanes, random);
        part::<4>(lanes, random);
    }

    fn part<const WORDS: usize>(lanes: Avx512, random: &mut Random) {
        for number in [0, 1, 15, 16, 17, 500] {
            let bit = random.below(32 * WORDS);
            let lists = |mut word: Box<dyn FnMut() -> u32 + '_>| -> [Buffer<u32>; WORDS] {
                std::array::from_fn(|_| {
                    let mut words = Buffer::default();
                    words.reserve(number);
                    words.items.fill_with(&mut word);
                    words.len = number;
                    words
                })
            };
            let boards = lists(Box::new(|| random.next()));
            let mut parted = [0, 0].map(|_| lists(Box::new(|| 0)));
            let mut spare = lists(Box::new(|| 0));
            lanes.part(&boards, bit, &mut parted[0], &mut spare);
            PORTABLE.part(&boards, bit, &mut parted[1], &mut spare);
            let board =
                |lists: &[Buffer<u32>; WORDS], at: usize| lists.each_ref().map(|words| words.items[at]);
            let has = |board: &[u32; WORDS]| board[bit / 32] >> (bit % 32) & 1;
            let mut expected: Vec<[u32; WORDS]> = (0..number).map(|at| board(&boards, at)).collect();
            expected.sort_by_key(has);
            for parted in &parted {
                assert_eq!(parted[0].len, number);
                assert_eq!(
                    (0..number).map(|at| board(parted, at)).collect::<Vec<_>>(),
                    expected,
                    "bit {bit}"
                );
            }
        }
    }

    #[test]
    fn pairs_are_counted_as_in_plain_words() {
        let Some(lanes) = Avx512::new() else { return };
        let random = &mut Random(2);
        count::<1>(lanes, random);
        count::<2>(lanes, random);
    }

    fn count<const BLOCKS: usize>(lanes: Avx512, random: &mut Random) {
        let (outer, inner) = (random.sets::<BLOCKS>(BYTES), random.sets::<BLOCKS>(BYTES));
        let outer: &Sets<BLOCKS> = outer.first_chunk().unwrap();
        let inner: &Sets<BLOCKS> = inner.first_chunk().unwrap();
        for number in (0..40).chain([1000]) {
            let mut numbers = || -> Vec<u8> { (0..number).map(|_| random.next() as u8).collect() };
            let (ones, others) = (numbers(), numbers());
            let size = |(&one, &other): (&u8, &u8)| -> u64 {
                let (one, other) = (outer[usize::from(one)], inner[usize::from(other)]);
                let shared = one.iter().zip(other).flat_map(|(one, other)| one.and(other).0);
                shared.map(|word| u64::from(word.count_ones())).sum()
            };
            let expected: u64 = ones.iter().zip(&others).map(size).sum();
            // What was counted before stays.
            let mut tallies = [Lane512([1; 8]); 2];
            lanes.count((outer, &ones), (inner, &others), &mut tallies[0]);
            PORTABLE.count((outer, &ones), (inner, &others), &mut tallies[1]);
            for tally in tallies {
                assert_eq!(tally.0.iter().sum::<u64>(), 8 + expected, "{number} pairs");
            }
        }
    }

    /// The outer and the inner numbers of pairs.
    fn written(Pairs { outer, inner }: Pairs) -> (Vec<u8>, Vec<u8>) {
        (outer.items[..outer.len].to_vec(), inner.items[..inner.len].to_vec())
    }

    /// Placements on a quarter with random bits, and the words that are joined.
    struct List {
        bits: Vec<Vec<u32>>,
        words: Vec<Vec<u32>>,
        cells: Vec<u16>,
    }

    impl List {
        /// `number` placements, in the order of their ranks.
        fn new(random: &mut Random, number: usize, ranks: usize) -> Self {
            let mut lists = |sparse: bool| -> Vec<Vec<u32>> {
                let mut word = || if sparse { random.sparse() } else { random.next() };
                (0..4).map(|_| (0..number + MARGIN).map(|_| word()).collect()).collect()
            };
            let (bits, words) = (lists(true), lists(false));
            let mut cells: Vec<u16> = (0..number).map(|_| random.below(2 * ranks) as u16).collect();
            cells.sort_unstable();
            Self { bits, words, cells }
        }

        fn joins<const JOINS: usize>(&self) -> Joins<'_, JOINS> {
            Joins { bits: std::array::from_fn(|join| self.bits[join].as_slice()), cells: &self.cells }
        }
    }

    #[test]
    fn half_boards_are_joined_as_in_plain_words() {
        let Some(lanes) = Avx512::new() else { return };
        let random = &mut Random(3);
        for _ in 0..20 {
            join_and_pair::<1, 1>(lanes, random);
            join_and_pair::<2, 2>(lanes, random);
            join_and_pair::<3, 4>(lanes, random);
            join_and_pair::<4, 1>(lanes, random);
        }
    }

    fn join_and_pair<const JOINS: usize, const WORDS: usize>(lanes: Avx512, random: &mut Random) {
        const FIRST: usize = 2;
        let (number, partners, ranks) = (60, 200, 9);
        let (outer, inner) = (List::new(random, number, ranks), List::new(random, partners, ranks));
        let partners: Vec<[u32; 3]> = (0..ranks)
            .map(|_| {
                let mut borders = [0; 3].map(|_| (FIRST + random.below(partners - FIRST + 1)) as u32);
                borders.sort_unstable();
                borders
            })
            .collect();
        let range = 3..number;
        let words = std::array::from_fn(|word| [outer.words[word].as_slice(), inner.words[word].as_slice()]);
        let mut joined: [[Buffer<u32>; WORDS]; 2] =
            std::array::from_fn(|_| std::array::from_fn(|_| Buffer::default()));
        let mut paired: [[Pairs; 3]; 2] = Default::default();
        for (joined, paired) in joined.iter_mut().zip(&mut paired) {
            joined.iter_mut().for_each(|words| words.reserve(3 * number * 200));
            paired.iter_mut().for_each(|pairs| pairs.reserve(3 * number * 200));
        }
        let (outer, inner) = (outer.joins::<JOINS>(), inner.joins::<JOINS>());
        // Several times, so that lists are added to.
        for unmarked in [Unmarked::Apart, Unmarked::Skipped, Unmarked::AsOne] {
            let ours = (outer, range.clone());
            lanes.join(ours.clone(), inner, &partners, words, &mut joined[0]);
            PORTABLE.join(ours.clone(), inner, &partners, words, &mut joined[1]);
            lanes.pair(ours.clone(), (inner, FIRST), &partners, unmarked, &mut paired[0]);
            PORTABLE.pair(ours, (inner, FIRST), &partners, unmarked, &mut paired[1]);
        }
        let [found, expected] = joined.map(|boards| boards.map(|words| words.items[..words.len].to_vec()));
        assert_eq!(found, expected);
        let [found, expected] = paired.map(|pairs| pairs.map(written));
        assert_eq!(found, expected);
        assert!(found.iter().all(|(outer, inner)| outer.len() == inner.len()));
    }
}
