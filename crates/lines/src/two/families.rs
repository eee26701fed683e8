//! The families of lines that matter to a kind of piece.

/// The lines that a kind of piece moves along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Families {
    /// Ranks, files and diagonals.
    Queen,
    /// Ranks and files.
    Rook,
    /// Diagonals.
    Bishop,
}

impl Families {
    /// Whether ranks and files belong to it.
    pub(super) fn orthogonals(self) -> bool {
        self != Self::Bishop
    }

    /// Whether diagonals belong to it.
    pub(super) fn diagonals(self) -> bool {
        self != Self::Rook
    }
}
