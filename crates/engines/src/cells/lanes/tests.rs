//! Compares placing a piece and counting pairs, in the portable kernel and in each set of instructions, with
//! their definitions. The definitions are written down here once more, square by square.

use super::*;
#[cfg(target_arch = "x86_64")]
use crate::engines::kernel::Avx512;
#[cfg(target_arch = "aarch64")]
use crate::engines::kernel::Neon;
use crate::engines::random::Random;

/// Makes a test of each check. A check receives the operations and their name. It is run for the portable
/// kernel and all sets of instructions of this processor, and for masks of all widths that have code of their
/// own.
macro_rules! checks {
    ($($test:ident: $check:ident;)*) => {
        $(
            #[test]
            fn $test() {
                fn check(lanes: impl CellLanes, name: &str) {
                    $check::<u64>(lanes, name);
                    $check::<u128>(lanes, name);
                    $check::<crate::board::WideMask<3>>(lanes, name);
                    $check::<crate::board::WideMask<8>>(lanes, name);
                }
                check(PortableCellLanes, "plain words");
                #[cfg(target_arch = "aarch64")]
                if let Some(lanes) = Neon::new() {
                    check(lanes, "NEON");
                }
                #[cfg(target_arch = "x86_64")]
                if let Some(lanes) = Avx512::new() {
                    check(lanes, "AVX-512");
                }
            }
        )*
    };
}

checks! {
    children_are_made: check_expand;
    pairs_are_counted: check_pairs;
}

fn mask<M: Mask>(random: &mut Random, quarters: usize) -> M {
    let squares = (0..M::BITS).filter(|_| random.draw_below(4) < quarters);
    squares.fold(M::EMPTY, M::with_square)
}

/// Returns random states with `masks` masks, and room for `more` states.
fn states<M: Mask>(random: &mut Random, masks: usize, number: usize, more: usize) -> CellStates {
    let mut states = CellStates::new(masks, M::WORDS, number + more);
    for quarters in 0..number {
        let state: Vec<M> = (0..masks).map(|_| mask(random, 1 + quarters % 4)).collect();
        states.push(&state);
    }
    states
}

/// Returns all masks of a state.
fn state<M: Mask>(states: &CellStates, masks: usize, index: usize) -> Vec<M> {
    (0..masks).map(|mask| states.mask(mask, index)).collect()
}

fn check_expand<M: Mask>(lanes: impl CellLanes, name: &str) {
    let random = &mut Random::new(1);
    for number in [1, 3, 20, 100] {
        for shift in [0, 1] {
            // The piece is of a class with further pieces, or the last one of its class.
            let (masks, masks_left) = (3, 3 - shift);
            let from = states::<M>(random, masks, number, 0);
            let takes: Vec<Vec<M>> =
                (0..masks_left).map(|_| (0..M::BITS).map(|_| mask(random, 2)).collect()).collect();
            let words_of = |takes: &Vec<M>| -> Vec<u64> {
                (0..M::WORDS).flat_map(|word| takes.iter().map(move |squares| squares.word(word))).collect()
            };
            let tables = CellTables {
                number: 0,
                words: M::WORDS,
                steps: Vec::new(),
                levels: Vec::new(),
                pair: None,
                triple: None,
                squares_for_triple: 0.0,
                taken: takes.iter().flat_map(words_of).collect(),
            };
            let level = CellLevel {
                takes: (0..masks_left).map(|mask| mask * M::WORDS * M::BITS).collect(),
                shift,
                needed: M::BITS as u32 / 5,
            };
            let mut to = states::<M>(random, masks_left, 2, number * M::BITS);
            let mut expected: Vec<Vec<M>> = (0..2).map(|index| state(&to, masks_left, index)).collect();
            let mut children = CellChildren::new(number * M::BITS, number);
            let mut dead = 0;
            for parent in (0..number).rev() {
                // With many states, one child in three exists, so that a register's parents are far apart.
                let squares = match number {
                    100 if parent % 3 > 0 => M::EMPTY,
                    100 => M::EMPTY.with_square(random.draw_below(M::BITS)),
                    _ => mask(random, 1),
                };
                lanes.list(&mut children, parent, squares);
                for square in squares.squares() {
                    let child: Vec<M> = (0..masks_left)
                        .map(|mask| from.mask::<M>(mask + shift, parent).and_not(takes[mask][square]))
                        .collect();
                    let lives = child[0].count() >= level.needed;
                    dead += usize::from(!lives);
                    expected.extend(lives.then_some(child));
                }
            }
            lanes.expand::<M>(&tables, &level, &mut children, &from, &mut to);
            let about = format!("{name}, {} words, {number} states, shift {shift}", M::WORDS);
            let found: Vec<Vec<M>> = (0..to.len).map(|index| state(&to, masks_left, index)).collect();
            assert_eq!(found, expected, "{about}");
            assert_eq!(children.len, 0, "{about}");
            assert!(number < 20 || dead > 0 && expected.len() > 2, "{about}");
        }
    }
}

fn check_pairs<M: Mask>(lanes: impl CellLanes, name: &str) {
    let random = &mut Random::new(2);
    for is_same in [true, false] {
        for number in [0, 1, 7, 8, 9, 20] {
            let classes = if is_same { 1 } else { 2 };
            let mut buffer = states::<M>(random, classes, number, 0);
            let mut displacements = Vec::new();
            let mut valid: Vec<M> = Vec::new();
            for displacement in 1..M::BITS {
                if random.draw_below(M::WORDS + 1) > 0 {
                    continue;
                }
                let words = displacement / 64;
                displacements.push(Displacement {
                    words,
                    bits: displacement as u32 % 64,
                    first_is_higher: !is_same && random.draw_below(2) == 0,
                    end: M::WORDS - words,
                });
                let lower = (0..M::BITS - displacement).filter(|_| random.draw_below(4) > 0);
                valid.push(lower.fold(M::EMPTY, M::with_square));
            }
            let mut expected = 0;
            for index in 0..number {
                let state = state::<M>(&buffer, classes, index);
                let (first, second) = (state[0], state[classes - 1]);
                let pairs = first.squares().map(|square| {
                    if is_same {
                        second.squares_above(square).count()
                    } else {
                        second.without_square(square).count()
                    }
                });
                expected += u64::from(pairs.sum::<u32>());
                for (displacement, valid) in displacements.iter().zip(&valid) {
                    let (low, high) =
                        if displacement.first_is_higher { (second, first) } else { (first, second) };
                    let by = 64 * displacement.words + displacement.bits as usize;
                    expected -=
                        low.and(*valid).squares().filter(|square| high.contains(square + by)).count() as u64;
                }
            }
            let valid = valid.iter().flat_map(|valid| (0..M::WORDS).map(|word| valid.word(word))).collect();
            let pair = LastPair { is_same, displacements, valid };
            let found = lanes.count_pairs::<M>(&pair, &mut buffer);
            assert_eq!(found, expected, "{name}, {} words, same {is_same}, {number} states", M::WORDS);
            assert_eq!(buffer.len, 0, "{name}");
        }
    }
}
