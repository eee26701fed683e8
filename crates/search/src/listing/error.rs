//! Why the placements of a problem cannot be listed.

use crate::board::MAX_SIDE;
use crate::search::first::FirstError;
use crate::search::largest::LargestError;

/// Why the placements of a problem cannot be listed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ListingError {
    /// More than one army.
    #[error("{0} armies: first fail and random placements are for one army, written without /")]
    Armies(usize),
    /// A number that is left open.
    #[error("the number of {letter} is open: listing needs exact numbers, like {letter}8")]
    OpenNumber {
        /// The letter of the kind.
        letter: char,
    },
    /// A board that is too large for sets of free squares.
    #[error(
        "{squares} squares for {kinds} kinds: lists of free squares hold at most {most} squares for all kinds together"
    )]
    TooLarge {
        /// How many squares the board has.
        squares: usize,
        /// How many kinds stand on it.
        kinds: usize,
        /// How many squares would be accepted, all kinds together.
        most: usize,
    },
    /// A board without masks of squares.
    #[error("a board of more than {MAX_SIDE} ranks or files: list its placements with --order first-fail")]
    LargeBoard,
    /// The largest number could not be found.
    #[error(transparent)]
    Largest(#[from] LargestError),
    /// No placement could be looked for.
    #[error(transparent)]
    First(#[from] FirstError),
}
