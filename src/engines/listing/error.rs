//! Why the placements of a problem cannot be listed.

/// Why the placements of a problem cannot be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ListingError {
    /// More than one army.
    #[error("{0} armies: placements are listed for one army, written without /")]
    Armies(usize),
    /// A number that is left open.
    #[error("the number of {letter} is open: placements are listed for exact numbers, like {letter}8")]
    OpenNumber {
        /// The letter of the kind.
        letter: char,
    },
    /// A board that is too large for sets of free squares.
    #[error(
        "{squares} squares for {kinds} kinds: lists of free squares hold {most} squares of all kinds together"
    )]
    TooLarge {
        /// How many squares the board has.
        squares: usize,
        /// How many kinds stand on it.
        kinds: usize,
        /// How many squares would be accepted, all kinds together.
        most: usize,
    },
}
