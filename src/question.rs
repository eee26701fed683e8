//! What is asked of a problem.

use crate::named::named;

named! {
    /// What counts as the same placement, each coarser than the one before.
    #[derive(Default)]
    pub enum UpTo {
        /// Every placement is one of its own.
        #[default]
        Nothing = "nothing",
        /// Turns and mirrors of the board that keep its holes, fixed pieces and every kind's moves.
        ///
        /// Placements that these carry to each other are one. Every kind is each that has pieces, or each of the problem if
        /// only maximal placements are counted. Translations round wrapped edges are not among these maps.
        Symmetry = "symmetry",
        /// These, and exchanges of armies that have the same pieces.
        Armies = "armies",
        /// These, and shifts that keep every piece on the board.
        Translation = "translation",
    }
}

impl UpTo {
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
