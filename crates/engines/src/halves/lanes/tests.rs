//! Tests of every operation, in the portable kernel and in each set of instructions, against its definition.
//! The definition is repeated here, board by board and bit by bit.

use super::*;
#[cfg(target_arch = "aarch64")]
use crate::engines::kernel::Neon;
#[cfg(target_arch = "x86_64")]
use crate::engines::kernel::{Avx2, Avx512};
use crate::engines::random::Random;

/// Sizes near those of registers, and beyond.
const SIZES: [usize; 13] = [0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 200, 500];

/// Makes a test of each check, which receives the operations and their name: portable, and in all sets of
/// instructions that this processor has.
macro_rules! checks {
    ($($test:ident: $check:ident;)*) => {
        $(
            #[test]
            fn $test() {
                $check(PortableJoinLanes, "plain words");
                #[cfg(target_arch = "aarch64")]
                if let Some(lanes) = Neon::new() {
                    $check(lanes, "NEON");
                }
                #[cfg(target_arch = "x86_64")]
                {
                    if let Some(lanes) = Avx2::new() {
                        $check(lanes, "AVX2");
                    }
                    if let Some(lanes) = Avx512::new() {
                        $check(lanes, "AVX-512");
                    }
                }
            }
        )*
    };
}

checks! {
    half_boards_are_joined: check_join;
    placements_are_paired: check_pair;
    words_are_sliced: check_slice;
    sets_are_intersected: check_sets;
    sets_of_placements_are_looked_up: check_fill;
    pairs_are_counted: check_count;
    common_bits_are_found: check_common;
    boards_are_selected: check_select;
    lists_are_split_in_place: check_split;
    visitors_are_counted: check_visit;
}

fn words(random: &mut Random, number: usize) -> Vec<u64> {
    (0..number).map(|_| random.next()).collect()
}

/// Returns lists of boards with `WORDS` words each.
fn boards<const WORDS: usize>(random: &mut Random, number: usize) -> [Vec<u64>; WORDS] {
    std::array::from_fn(|_| words(random, number))
}

fn seen<const WORDS: usize>(lists: &[Vec<u64>; WORDS]) -> [&[u64]; WORDS] {
    lists.each_ref().map(Vec::as_slice)
}

fn written<const WORDS: usize>(lists: &mut [Vec<u64>; WORDS]) -> [&mut [u64]; WORDS] {
    lists.each_mut().map(Vec::as_mut_slice)
}

/// Returns the words of a board.
fn board<const WORDS: usize>(lists: &[Vec<u64>; WORDS], number: usize) -> [u64; WORDS] {
    lists.each_ref().map(|list| list[number])
}

/// Returns the boards with these numbers.
fn some_boards<const WORDS: usize>(lists: &[Vec<u64>; WORDS], numbers: Range<usize>) -> Vec<[u64; WORDS]> {
    numbers.map(|number| board(lists, number)).collect()
}

/// Returns a set with about this many eighths of all half boards.
fn set(random: &mut Random, eighths: usize) -> Lane512 {
    let mut set = Lane512::EMPTY;
    for lane in 0..512 {
        set.0[lane / 64] |= u64::from(random.draw_below(8) < eighths) << (lane % 64);
    }
    set
}

fn sets<const BLOCKS: usize>(random: &mut Random, number: usize) -> Vec<Blocks<BLOCKS>> {
    (0..number).map(|_| std::array::from_fn(|_| set(random, 6))).collect()
}

fn has(word: u64, bit: usize) -> bool {
    word >> bit & 1 == 1
}

/// Returns the intersection of some sets, lane by lane.
fn in_common<const BLOCKS: usize>(sets: &[Blocks<BLOCKS>]) -> Blocks<BLOCKS> {
    let mut common = [Lane512::EMPTY; BLOCKS];
    for (block, common) in common.iter_mut().enumerate() {
        for lane in 0..LANES {
            let is_in = sets.iter().all(|set| has(set[block].0[lane / 64], lane % 64));
            common.0[lane / 64] |= u64::from(is_in) << (lane % 64);
        }
    }
    common
}

/// Placements of a quarter with random bits, in the order of their ranks.
struct Placements {
    bits: Vec<Vec<u32>>,
    words: Vec<Vec<u64>>,
    cells: Vec<u16>,
}

impl Placements {
    fn new(random: &mut Random, number: usize, ranks: usize, are_marked: bool) -> Self {
        let len = number + MARGIN;
        // An eighth of the bits: then in one list three fifths of all pairs are compatible, in four a
        // seventh.
        let mut sparse = || (random.next() & random.next() & random.next()) as u32;
        let bits = (0..4).map(|_| (0..len).map(|_| sparse()).collect()).collect();
        let mark = if are_marked { 1 << MARK } else { 0 };
        let mut word = || random.next() & (!(3 << MARK) | mark);
        let words = (0..4).map(|_| (0..len).map(|_| word()).collect()).collect();
        let mut cells: Vec<u16> = (0..number).map(|_| random.draw_below(2 * ranks) as u16).collect();
        cells.sort_unstable();
        Self { bits, words, cells }
    }

    fn joins<const JOINS: usize>(&self) -> Joins<'_, JOINS> {
        Joins { bits: std::array::from_fn(|join| self.bits[join].as_slice()), cells: &self.cells }
    }

    /// Returns true if a placement meets one of another quarter in the first `joins` lists.
    fn meets(&self, one: usize, other: (&Self, usize), joins: usize) -> bool {
        let bits = self.bits.iter().zip(&other.0.bits).take(joins);
        bits.into_iter().any(|(ones, others)| ones[one] & others[other.1] != 0)
    }
}

/// Returns partners for each rank, in the given range of placements; for some ranks all, for some none.
fn partners(random: &mut Random, ranks: usize, placements: Range<usize>) -> Vec<[u32; 3]> {
    let (first, number) = (placements.start as u32, placements.len());
    let mut partners = Vec::new();
    for rank in 0..ranks {
        let mut borders = [0; 3].map(|_| first + random.draw_below(number + 1) as u32);
        borders.sort_unstable();
        partners.push(match rank {
            0 => [first, borders[1], placements.end as u32],
            1 => [borders[1]; 3],
            _ => borders,
        });
    }
    partners
}

fn check_join(lanes: impl JoinLanes, name: &str) {
    check_join_of::<1, 1>(lanes, name);
    check_join_of::<2, 1>(lanes, name);
    check_join_of::<3, 2>(lanes, name);
    check_join_of::<1, 2>(lanes, name);
    check_join_of::<2, 4>(lanes, name);
    check_join_of::<4, 4>(lanes, name);
}

fn check_join_of<const JOINS: usize, const WORDS: usize>(lanes: impl JoinLanes, name: &str) {
    let random = &mut Random::new(1);
    let ranks = 5;
    for wanted in [HalfBoardFilter::Unmarked, HalfBoardFilter::All, HalfBoardFilter::Marked] {
        for number in SIZES {
            let about = format!("{name}, {JOINS} joins, {WORDS} words, {wanted:?}, {number} partners");
            let are_marked = wanted != HalfBoardFilter::Unmarked;
            let outer = Placements::new(random, 20, ranks, are_marked);
            let inner = Placements::new(random, number, ranks, are_marked);
            let partners = partners(random, ranks, 0..number);
            let range = 3..20;
            // The earlier contents of the lists must stay.
            let before = boards::<WORDS>(random, 2);
            let mut out = before.clone().map(|items| Buffer { len: items.len(), items });
            out.iter_mut().for_each(|out| out.reserve(range.len() * number));
            let mut expected = some_boards(&before, 0..2);
            for one in range.clone() {
                let [start, _, end] = partners[usize::from(outer.cells[one] / 2)];
                for other in start as usize..end as usize {
                    let mut joined: [u64; WORDS] =
                        std::array::from_fn(|word| outer.words[word][one] | inner.words[word][other]);
                    let marks = [(&outer, one), (&inner, other)]
                        .map(|(side, number)| has(side.words[WORDS - 1][number], MARK as usize));
                    if marks == [true; 2] {
                        joined[WORDS - 1] |= 1 << (MARK + 1);
                    }
                    let is_wanted = wanted != HalfBoardFilter::Marked || marks != [false; 2];
                    if is_wanted && !outer.meets(one, (&inner, other), JOINS) {
                        expected.push(joined);
                    }
                }
            }
            let words =
                std::array::from_fn(|word| [outer.words[word].as_slice(), inner.words[word].as_slice()]);
            lanes.join((outer.joins::<JOINS>(), range), inner.joins(), &partners, words, wanted, &mut out);
            assert!(out.iter().all(|out| out.len == expected.len()), "{about}");
            let found = some_boards(&out.map(|out| out.items), 0..expected.len());
            assert_eq!(found, expected, "{about}");
        }
    }
}

fn check_pair(lanes: impl JoinLanes, name: &str) {
    check_pair_of::<1>(lanes, name);
    check_pair_of::<2>(lanes, name);
    check_pair_of::<3>(lanes, name);
    check_pair_of::<4>(lanes, name);
}

fn check_pair_of<const JOINS: usize>(lanes: impl JoinLanes, name: &str) {
    let random = &mut Random::new(2);
    let (ranks, first) = (5, 2);
    for unmarked in [UnmarkedTreatment::Skipped, UnmarkedTreatment::Apart, UnmarkedTreatment::AsOne] {
        for number in SIZES.into_iter().filter(|&number| number <= 256) {
            let about = format!("{name}, {JOINS} joins, {unmarked:?}, {number} partners");
            let outer = Placements::new(random, 20, ranks, false);
            let inner = Placements::new(random, first + number, ranks, false);
            let partners = partners(random, ranks, first..first + number);
            let range = 3..20;
            let mut out: [Pairs; 3] = Default::default();
            let mut expected = [(); 3].map(|()| vec![(7, 8)]);
            for out in &mut out {
                out.reserve(1 + range.len() * number);
                (out.outer.items[0], out.inner.items[0]) = (7, 8);
                out.set_len(1);
            }
            for one in range.clone() {
                let cell = usize::from(outer.cells[one]);
                let [start, border, end] = partners[cell / 2].map(|at| at as usize);
                for other in start..end {
                    let marks = cell % 2 + usize::from(other >= border);
                    let list = match (marks, unmarked) {
                        (0, UnmarkedTreatment::Skipped) => continue,
                        (0, UnmarkedTreatment::AsOne) => 1,
                        _ => marks,
                    };
                    if !outer.meets(one, (&inner, other), JOINS) {
                        expected[list].push(((one - range.start) as u8, (other - first) as u8));
                    }
                }
            }
            let ours = (outer.joins::<JOINS>(), range);
            lanes.pair(ours, (inner.joins(), first), &partners, unmarked, &mut out);
            let found = out.map(|Pairs { outer, inner }| {
                let (outer, inner) = (&outer.items[..outer.len], &inner.items[..inner.len]);
                assert_eq!(outer.len(), inner.len(), "{about}");
                outer.iter().copied().zip(inner.iter().copied()).collect::<Vec<_>>()
            });
            assert_eq!(found, expected, "{about}");
        }
    }
}

fn check_slice(lanes: impl JoinLanes, name: &str) {
    check_slice_of::<1>(lanes, name);
    check_slice_of::<2>(lanes, name);
}

fn check_slice_of<const BLOCKS: usize>(lanes: impl JoinLanes, name: &str) {
    let random = &mut Random::new(3);
    for number in [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64] {
        // All bits, none, some.
        for chosen in [!0, 0, random.next(), random.next() & random.next()] {
            let about = format!("{name}, {BLOCKS} blocks, {number} words, bits {chosen:#x}");
            let words = words(random, number);
            let bits: Vec<u8> = (0..64).filter(|&bit| has(chosen, usize::from(bit))).collect();
            let (block, group) = (random.draw_below(BLOCKS), random.draw_below(8));
            let before = sets::<BLOCKS>(random, 64);
            let mut found = before.clone();
            lanes.slice(&words, &bits, (block, group), &mut found);
            let mut expected = before;
            for (at, &bit) in bits.iter().enumerate() {
                let sliced = &mut expected[at][block].0[group];
                // Beyond the last word, the contents of a set are arbitrary.
                *sliced = found[at][block].0[group];
                for (lane, &word) in words.iter().enumerate() {
                    *sliced = *sliced & !(1 << lane) | u64::from(!has(word, usize::from(bit))) << lane;
                }
            }
            assert_eq!(found, expected, "{about}");
        }
    }
}

fn check_sets(lanes: impl JoinLanes, name: &str) {
    check_sets_of::<1>(lanes, name);
    check_sets_of::<2>(lanes, name);
}

fn check_sets_of<const BLOCKS: usize>(lanes: impl JoinLanes, name: &str) {
    let random = &mut Random::new(4);
    let (first, second) = (sets::<BLOCKS>(random, 7), sets::<BLOCKS>(random, 11));
    let mut table = sets(random, 77);
    lanes.multiply(&first, &second, &mut table);
    for (at, found) in table.iter().enumerate() {
        let (one, other) = (first[at / 11], second[at % 11]);
        let expected = in_common(&[one, other]);
        assert_eq!(lanes.intersect_sets(&one, &other), expected, "{name}, {BLOCKS} blocks");
        assert_eq!(*found, expected, "{name}, {BLOCKS} blocks, entry {at}");
    }
    for number in 0..5 {
        let numbers: Vec<u16> = (0..number).map(|_| random.draw_below(11) as u16).collect();
        let mut all = vec![first[0]];
        all.extend(numbers.iter().map(|&number| second[usize::from(number)]));
        let found = lanes.intersect(&first[0], &second, &numbers);
        assert_eq!(found, in_common(&all), "{name}, {BLOCKS} blocks, sets {numbers:?}");
    }
}

fn check_fill(lanes: impl JoinLanes, name: &str) {
    check_fill_of::<1, 1>(lanes, name);
    check_fill_of::<1, 2>(lanes, name);
    check_fill_of::<2, 3>(lanes, name);
    check_fill_of::<2, 8>(lanes, name);
}

fn check_fill_of<const BLOCKS: usize, const TABLES: usize>(lanes: impl JoinLanes, name: &str) {
    let random = &mut Random::new(5);
    let tables: [Vec<Blocks<BLOCKS>>; TABLES] = std::array::from_fn(|_| sets(random, BYTES));
    let codes: [[u8; BYTES]; TABLES] = std::array::from_fn(|_| [(); BYTES].map(|()| random.next() as u8));
    for number in [0, 1, 7, 8, 9, 200, BYTES] {
        let before = sets::<BLOCKS>(random, BYTES);
        let mut found = before.clone();
        let of_tables = std::array::from_fn(|table| tables[table].first_chunk().unwrap());
        let filled = found.first_chunk_mut().unwrap();
        lanes.fill::<BLOCKS, TABLES>(of_tables, codes.each_ref(), number, filled);
        let mut expected = before;
        for (at, set) in expected.iter_mut().take(number).enumerate() {
            let chosen = tables.iter().zip(&codes).map(|(table, codes)| table[usize::from(codes[at])]);
            *set = in_common(&chosen.collect::<Vec<_>>());
        }
        assert!(found == expected, "{name}, {BLOCKS} blocks, {TABLES} tables, {number} placements");
    }
}

fn check_count(lanes: impl JoinLanes, name: &str) {
    check_count_of::<1>(lanes, name);
    check_count_of::<2>(lanes, name);
}

fn check_count_of<const BLOCKS: usize>(lanes: impl JoinLanes, name: &str) {
    let random = &mut Random::new(6);
    let (outer, inner) = (sets::<BLOCKS>(random, BYTES), sets::<BLOCKS>(random, BYTES));
    for number in (0..40).chain([64, 65, 500]) {
        let mut numbers = || -> Vec<u8> { (0..number).map(|_| random.next() as u8).collect() };
        let (ones, others) = (numbers(), numbers());
        let mut expected = 0;
        for (&one, &other) in ones.iter().zip(&others) {
            for (one, other) in outer[usize::from(one)].iter().zip(inner[usize::from(other)]) {
                let both = one.0.iter().zip(other.0).map(|(one, other)| (one & other).count_ones());
                expected += u64::from(both.sum::<u32>());
            }
        }
        // The earlier counts must stay.
        let mut tally = Lane512([1; 8]);
        let (outer, inner) = (outer.first_chunk().unwrap(), inner.first_chunk().unwrap());
        lanes.count((outer, &ones), (inner, &others), &mut tally);
        assert_eq!(tally.0.iter().sum::<u64>(), 8 + expected, "{name}, {BLOCKS} blocks, {number} pairs");
    }
}

fn check_common(lanes: impl JoinLanes, name: &str) {
    let random = &mut Random::new(7);
    for number in SIZES {
        // In each word a few of the common bits are missing, and a few other bits are added.
        let missing = random.next() & random.next();
        let words: Vec<u64> = (0..number)
            .map(|_| {
                let (missing_here, more) = (1 << random.draw_below(64), 1 << random.draw_below(64));
                !missing & !(missing_here & random.next()) | more & missing
            })
            .collect();
        let mut expected = [!0, 0];
        for bit in 0..64 {
            if !words.iter().all(|&word| has(word, bit)) {
                expected[0] &= !(1 << bit);
            }
            if words.iter().any(|&word| has(word, bit)) {
                expected[1] |= 1 << bit;
            }
        }
        assert_eq!(lanes.common_bits(&words), expected, "{name}, {words:x?}");
    }
}

fn check_select(lanes: impl JoinLanes, name: &str) {
    check_select_of::<1>(lanes, name);
    check_select_of::<2>(lanes, name);
    check_select_of::<4>(lanes, name);
}

fn check_select_of<const WORDS: usize>(lanes: impl JoinLanes, name: &str) {
    let random = &mut Random::new(8);
    for number in SIZES {
        // Boards with none of several bits, in any word; boards without one bit; no bits to avoid.
        for bits_in_all in [0, 1, 1, 2, 5] {
            let boards = boards::<WORDS>(random, number);
            let mut bits = [0; WORDS];
            for _ in 0..bits_in_all {
                bits[random.draw_below(WORDS)] |= 1 << random.draw_below(64);
            }
            let about = format!("{name}, {WORDS} words, {number} boards, bits {bits:x?}");
            let mut out: [Vec<u64>; WORDS] = std::array::from_fn(|_| vec![0; number + MARGIN]);
            let len = lanes.select(seen(&boards), bits, written(&mut out));
            let expected: Vec<[u64; WORDS]> = some_boards(&boards, 0..number)
                .into_iter()
                .filter(|board| board.iter().zip(bits).all(|(word, bits)| word & bits == 0))
                .collect();
            assert_eq!(len, expected.len(), "{about}");
            assert_eq!(some_boards(&out, 0..len), expected, "{about}");
        }
    }
}

fn check_split(lanes: impl JoinLanes, name: &str) {
    check_split_of::<1>(lanes, name);
    check_split_of::<2>(lanes, name);
    check_split_of::<4>(lanes, name);
}

fn check_split_of<const WORDS: usize>(lanes: impl JoinLanes, name: &str) {
    let random = &mut Random::new(9);
    for number in SIZES {
        for start in [0, 1, 5, 40] {
            // The share of boards that have the bit: about half, all, none.
            for share in [Some(1), None, None, Some(0), Some(1)] {
                let range = start..start + number;
                let left = [start, random.draw_below(start + 1)][random.draw_below(2)];
                let (word_of_bit, bit) = (random.draw_below(WORDS), random.draw_below(64));
                let mut lists = boards::<WORDS>(random, range.end + 9);
                if let Some(share) = share {
                    for word in &mut lists[word_of_bit] {
                        *word = *word & !(1 << bit) | share << bit;
                    }
                }
                let about = format!(
                    "{name}, {WORDS} words, {range:?} to {left}, bit {bit} of word {word_of_bit}, {share:?}"
                );
                let before = lists.clone();
                let mut with: [Vec<u64>; WORDS] = std::array::from_fn(|_| vec![0; number + MARGIN]);
                let (boards, moved) = (written(&mut lists), written(&mut with));
                let at = (word_of_bit, bit as u32);
                let stay = lanes.split(boards, (range.clone(), left), at, moved);
                let (having, lacking): (Vec<_>, Vec<_>) = some_boards(&before, range.clone())
                    .into_iter()
                    .partition(|board: &[u64; WORDS]| has(board[word_of_bit], bit));
                assert_eq!(stay, lacking.len(), "{about}");
                assert_eq!(some_boards(&lists, left..left + stay), lacking, "{about}");
                assert_eq!(some_boards(&with, 0..having.len()), having, "{about}");
                // The boards before and behind the range must not change.
                assert_eq!(some_boards(&lists, 0..left), some_boards(&before, 0..left), "{about}");
                let behind = range.end..range.end + 9;
                assert_eq!(some_boards(&lists, behind.clone()), some_boards(&before, behind), "{about}");
            }
        }
    }
}

fn check_visit(lanes: impl JoinLanes, name: &str) {
    check_visit_of::<1>(lanes, name);
    check_visit_of::<2>(lanes, name);
    check_visit_of::<4>(lanes, name);
}

fn check_visit_of<const WORDS: usize>(lanes: impl JoinLanes, name: &str) {
    let random = &mut Random::new(10);
    let sizes = [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 63, 65, 95, 96, 97, 127, 128, 129, 200, 256, 300];
    // With sets of all boards, sums are as large as possible.
    for eighths in [7, 8] {
        let tables: Vec<LaneTable> = (0..11).map(|_| std::array::from_fn(|_| set(random, eighths))).collect();
        for number in 0..=11 {
            let chunks = chunks::<WORDS>(random, number);
            let tables = &tables[..chunks.len()];
            for visitors in sizes {
                let about = format!("{name}, {WORDS} words, {visitors} visitors, {chunks:x?}");
                let lists = boards::<WORDS>(random, visitors);
                let before = Lane512(std::array::from_fn(|word| word as u64));
                let mut expected = before;
                for visitor in some_boards(&lists, 0..visitors) {
                    let mut all = Lane512([!0; 8]);
                    for (table, chunk) in tables.iter().zip(&chunks) {
                        let bits = (0..64).filter(|&bit| has(chunk.bits, bit)).enumerate();
                        let value: usize =
                            bits.map(|(at, bit)| usize::from(has(visitor[chunk.word], bit)) << at).sum();
                        all.0.iter_mut().zip(table[value].0).for_each(|(all, set)| *all &= set);
                    }
                    for (sum, word) in expected.0.iter_mut().zip(all.0) {
                        *sum += u64::from(word.count_ones());
                    }
                }
                let mut tally = before;
                lanes.visit(tables, &chunks, seen(&lists), &mut tally);
                assert_eq!(tally, expected, "{about}");
            }
        }
    }
}

/// Returns `number` chunks of one to six bits, those of a word one after another; for 0, one chunk of no
/// bits.
fn chunks<const WORDS: usize>(random: &mut Random, number: usize) -> Vec<Chunk> {
    if number == 0 {
        return vec![Chunk::default()];
    }
    let mut of_words: Vec<usize> = (0..number).map(|_| random.draw_below(WORDS)).collect();
    of_words.sort_unstable();
    let mut chunks = Vec::new();
    for word in 0..WORDS {
        let of_word = of_words.iter().filter(|&&of| of == word).count();
        // All have at least a bit, and eleven chunks of six would be too many.
        let sizes: Vec<usize> = (0..of_word).map(|_| (1 + random.draw_below(6)).min(64 / of_word)).collect();
        let mut positions: Vec<usize> = Vec::new();
        while positions.len() < sizes.iter().sum() {
            let bit = random.draw_below(64);
            if !positions.contains(&bit) {
                positions.push(bit);
            }
        }
        positions.sort_unstable();
        let mut positions = positions.into_iter();
        for size in sizes {
            let bits = positions.by_ref().take(size).map(|bit| 1 << bit).sum();
            chunks.push(Chunk { word, bits });
        }
    }
    chunks
}
