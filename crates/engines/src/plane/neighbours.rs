//! Pieces that conflict at most with the eight squares around them, alike in all directions.

/// The contents that are compatible on neighbouring squares, orthogonally and diagonally. A square is empty
/// or has a piece of one of several kinds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbours {
    /// For the contents of two squares that share a side, whether they are compatible. The empty square has
    /// number 0.
    sides: Vec<Vec<bool>>,
    /// For the contents of two squares that share a corner, whether they are compatible.
    corners: Vec<Vec<bool>>,
}

impl Neighbours {
    /// Makes the neighbours for a number of kinds, numbered from 1. Two functions decide which kinds are
    /// compatible side by side and which diagonally; the order of the two does not matter.
    pub fn new(
        kinds: usize,
        may_stand_beside: impl Fn(usize, usize) -> bool,
        may_stand_diagonally: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let table = |is_peace: &dyn Fn(usize, usize) -> bool| {
            let row = |one| {
                (0..=kinds)
                    .map(move |other| one == 0 || other == 0 || is_peace(one, other) && is_peace(other, one))
            };
            (0..=kinds).map(|one| row(one).collect()).collect()
        };
        Self { sides: table(&may_stand_beside), corners: table(&may_stand_diagonally) }
    }

    /// Returns the number of contents of a square.
    pub fn contents(&self) -> usize {
        self.sides.len()
    }

    /// Returns true if two contents can share a side.
    pub(super) fn can_adjoin(&self, one: usize, other: usize) -> bool {
        self.sides[one][other]
    }

    /// Returns true if four contents can fill two by two squares, a b above c d.
    pub(super) fn face(&self, a: usize, b: usize, c: usize, d: usize) -> bool {
        let sides = [(a, b), (c, d), (a, c), (b, d)];
        sides.iter().all(|&(one, other)| self.can_adjoin(one, other))
            && self.corners[a][d]
            && self.corners[b][c]
    }
}
