//! Pieces that are in conflict with the eight squares around them at most, alike in all directions.

/// What may stand beside what, and what diagonally; a square is empty or has one of some kinds of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbours {
    /// By the contents of two squares that share a side. The empty square has number 0.
    sides: Vec<Vec<bool>>,
    /// The same of two that share a corner.
    corners: Vec<Vec<bool>>,
}

impl Neighbours {
    /// So many kinds, numbered from 1; two of them stand in peace side by side, or diagonally, as is said. Order does not matter.
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

    /// How many contents a square can have.
    pub fn contents(&self) -> usize {
        self.sides.len()
    }

    /// Whether two contents can share a side.
    pub(super) fn beside(&self, one: usize, other: usize) -> bool {
        self.sides[one][other]
    }

    /// Whether four contents can fill two by two squares, a b above c d.
    pub(super) fn face(&self, a: usize, b: usize, c: usize, d: usize) -> bool {
        let sides = [(a, b), (c, d), (a, c), (b, d)];
        sides.iter().all(|&(one, other)| self.beside(one, other)) && self.corners[a][d] && self.corners[b][c]
    }
}
