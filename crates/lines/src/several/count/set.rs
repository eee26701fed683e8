//! Sets of squares of both colours.

/// A set of squares, by colour.
pub(super) type Set = [u128; 2];

/// Returns the squares in both sets.
#[inline]
pub(super) fn intersect(one: &Set, other: &Set) -> Set {
    [one[0] & other[0], one[1] & other[1]]
}

/// Returns the number of squares.
#[inline]
pub(super) fn size(set: &Set) -> usize {
    (set[0].count_ones() + set[1].count_ones()) as usize
}
