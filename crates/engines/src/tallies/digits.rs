//! Small numbers for all squares at once.
//!
//! A number for each square is kept as a set for each of its binary digits. Adding one on some squares is an
//! addition with carry, and comparing all numbers with one takes a step for each digit. This is an adder in
//! software, as in D. E. Knuth, *The Art of Computer Programming* 7.1.3.

use crate::board::Mask;

/// Returns the number of digits of numbers up to `most`.
pub(super) fn digits_for(most: u32) -> usize {
    (u32::BITS - most.leading_zeros()) as usize
}

/// Adds one to the numbers of these squares.
#[inline(always)]
pub(super) fn add<M: Mask>(digits: &mut [M], squares: M) {
    let mut carry = squares;
    for digit in digits {
        let both = digit.and(carry);
        *digit = digit.or(carry).and_not(both);
        carry = both;
    }
}

/// Returns the squares with at least this number.
#[inline(always)]
pub(super) fn at_least<M: Mask>(digits: &[M], number: u32) -> M {
    if digits_for(number) > digits.len() {
        return M::EMPTY;
    }
    let mut squares = M::full(M::BITS);
    for (place, digit) in digits.iter().enumerate() {
        squares = if number >> place & 1 == 1 { squares.and(*digit) } else { squares.or(*digit) };
    }
    squares
}

/// Returns the `number`-th of some squares, counted backwards from the last one; `None` if there are fewer.
#[inline(always)]
pub(super) fn from_last<M: Mask>(squares: M, number: u32) -> Option<usize> {
    let mut number = number;
    for index in (0..M::WORDS).rev() {
        let mut word = squares.word(index);
        if word.count_ones() < number {
            number -= word.count_ones();
            continue;
        }
        for _ in 1..number {
            word &= !(1 << word.ilog2());
        }
        return Some(64 * index + word.ilog2() as usize);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_squares() {
        let mut digits = vec![0u64; digits_for(11)];
        (1..12).for_each(|number| add(&mut digits, u64::full(number)));
        // Square 0 was in all eleven sets, square 10 in one.
        for number in 0..40 {
            let expected = match number {
                0 => u64::full(64),
                1..12 => u64::full(12 - number as usize),
                _ => 0,
            };
            assert_eq!(at_least(&digits, number), expected, "{number}");
        }
    }

    #[test]
    fn squares_are_counted_from_the_last() {
        let set = 1u128 << 127 | 1 << 100 | 1 << 64 | 1 << 63 | 1;
        let found: Vec<_> = (1..7).map(|number| from_last(set, number)).collect();
        assert_eq!(found, [Some(127), Some(100), Some(64), Some(63), Some(0), None]);
    }
}
