//! What is asked of a problem.

/// What counts as the same placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UpTo {
    /// Every placement is one of its own.
    #[default]
    Nothing,
    /// Placements that a turn or mirror of the board carries to each other are one, if it keeps the holes, the fixed
    /// pieces and the moves of every kind that has pieces, or of every kind of the problem if only maximal placements are
    /// counted. Translations round wrapped edges are not among these maps.
    Symmetry,
    /// The same, and an exchange of armies that have the same pieces.
    Armies,
    /// The same, and shifts of all pieces that keep each of them on the board.
    Translation,
}

impl UpTo {
    /// All of them, each coarser than the one before.
    pub const ALL: [Self; 4] = [Self::Nothing, Self::Symmetry, Self::Armies, Self::Translation];

    /// Its name in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Symmetry => "symmetry",
            Self::Armies => "armies",
            Self::Translation => "translation",
        }
    }

    /// What follows a number of placements; nothing if each is one of its own.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Symmetry => " up to symmetry",
            Self::Armies => " up to symmetry and exchange of armies",
            Self::Translation => " up to symmetry, exchange of armies and shifts",
        }
    }
}
