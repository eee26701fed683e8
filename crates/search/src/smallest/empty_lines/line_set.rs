//! Sets of empty lines, ranks or files: one of each pair of mirror images.
//!
//! Lines are decided from both edges inwards, `0, n - 1, 1, n - 2, ...`. Lines that are far apart have few
//! diagonals in common, so it shows early if too many diagonals are needed. In this order a set is above its
//! mirror image if, at the first pair of lines with exactly one empty line, the first line is empty. Such
//! sets are kept, with those that are their own mirror images.

use crate::board::Mask;

/// The number of lines, and the number of lines that must be empty.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineNumbers {
    pub(super) lines: usize,
    pub(super) fewest: u32,
    pub(super) most: u32,
}

/// A set of empty lines, with the first few decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineSet {
    /// The number of decided lines.
    pub(super) decided: usize,
    pub(super) empty: u64,
    /// True if the set is its own mirror image so far.
    is_mirrored: bool,
}

impl LineSet {
    /// Returns the set in which no line is decided.
    pub(super) fn new() -> Self {
        Self { decided: 0, empty: 0, is_mirrored: true }
    }

    /// Returns the number of sets that it represents: itself, and its mirror image if that differs.
    pub(super) fn weight(self) -> u32 {
        if self.is_mirrored { 1 } else { 2 }
    }

    /// Returns the number of decided lines that are taken.
    pub(super) fn count_taken(self) -> u32 {
        self.decided as u32 - self.empty.count()
    }
}

impl LineNumbers {
    /// Returns the line that is decided next.
    pub(super) fn next(self, set: LineSet) -> usize {
        let pair = set.decided / 2;
        if set.decided.is_multiple_of(2) { pair } else { self.lines - 1 - pair }
    }

    /// Returns the set with one more line decided; `None` if it would have the wrong number of lines, or be
    /// below its mirror image.
    pub(super) fn decide(self, set: LineSet, is_empty: bool) -> Option<LineSet> {
        let line = self.next(set);
        let is_second = set.decided % 2 == 1;
        let is_first_empty = set.empty.contains(self.lines - 1 - line);
        if set.is_mirrored && is_second && is_empty && !is_first_empty {
            return None;
        }
        let is_mirrored = set.is_mirrored && (!is_second || is_empty == is_first_empty);
        let empty = set.empty | u64::from(is_empty) << line;
        let set = LineSet { decided: set.decided + 1, empty, is_mirrored };
        let rest = (self.lines - set.decided) as u32;
        (empty.count() <= self.most && empty.count() + rest >= self.fewest).then_some(set)
    }

    /// Visits all sets that continue this one and have `decided` lines decided, until `visit` returns false.
    pub(super) fn visit(self, set: LineSet, decided: usize, visit: &mut dyn FnMut(LineSet) -> bool) -> bool {
        if set.decided == decided {
            return visit(set);
        }
        [true, false]
            .into_iter()
            .filter_map(|is_empty| self.decide(set, is_empty))
            .all(|set| self.visit(set, decided, visit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_each_two_mirror_images_is_kept() {
        for lines in 1..9 {
            for fewest in 0..=lines as u32 {
                let numbers = LineNumbers { lines, fewest, most: lines as u32 };
                let mut sum = 0;
                numbers.visit(LineSet::new(), lines, &mut |set| {
                    let mirrored = set.empty.reverse_bits() >> (64 - lines);
                    assert_eq!(set.weight() == 1, mirrored == set.empty);
                    sum += set.weight();
                    true
                });
                let all = (0..1u32 << lines).filter(|set| set.count_ones() >= fewest).count();
                assert_eq!(sum as usize, all, "{fewest} of {lines}");
            }
        }
    }
}
