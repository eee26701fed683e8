//! Sets of squares of both colours.

/// Squares, by colour.
pub(super) type Set = [u128; 2];

/// The squares in both.
#[inline]
pub(super) fn common(one: &Set, other: &Set) -> Set {
    [one[0] & other[0], one[1] & other[1]]
}

/// How many squares there are.
#[inline]
pub(super) fn size(set: &Set) -> usize {
    (set[0].count_ones() + set[1].count_ones()) as usize
}
