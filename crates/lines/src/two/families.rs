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
    /// Returns true if ranks and files are among the lines.
    pub(super) fn orthogonals(self) -> bool {
        self != Self::Bishop
    }

    /// Returns true if diagonals are among the lines.
    pub(super) fn diagonals(self) -> bool {
        self != Self::Rook
    }
}
