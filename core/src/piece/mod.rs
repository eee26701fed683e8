//! Kinds of pieces: sets of moves, the reader of Betza notation, the catalogue of built-in kinds.

pub mod betza;
mod catalogue;
mod letters;
mod moves;

pub use betza::BetzaError;
pub use catalogue::{Entry, built_in, catalogue};
pub use moves::{Moves, Range};

use letters::TABLE;

/// A sort of piece: a letter, and what it attacks.
///
/// The letter is what problem text calls it. It is never read as Betza notation, where letters mean other
/// things (`A` is the amazon here and the alfil there).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Kind {
    letter: char,
    betza: String,
    moves: Moves,
}

impl Kind {
    /// A kind from its letter and its moves in [Betza notation](betza).
    ///
    /// # Errors
    /// Text that is not in the subset of Betza notation that can be counted.
    ///
    /// ```
    /// use armistice::piece::Kind;
    ///
    /// let nightrider = Kind::from_betza('X', "NN")?;
    /// assert_eq!(nightrider.moves().rides().count(), 8);
    /// # Ok::<(), armistice::piece::BetzaError>(())
    /// ```
    pub fn from_betza(letter: char, betza: &str) -> Result<Self, BetzaError> {
        Ok(Self { letter, betza: betza.to_owned(), moves: betza::parse(betza)? })
    }

    /// What problem text calls it: an upper-case ASCII letter.
    #[must_use]
    pub fn letter(&self) -> char {
        self.letter
    }

    /// Its usual English name; nothing for a kind that is not built in.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        // The moves follow from how they are written.
        let is_this = |line: &&(char, &str, &str, &str)| line.0 == self.letter && line.3 == self.betza;
        TABLE.iter().find(is_this).map(|line| line.1)
    }

    /// Its moves in Betza notation, as they were written.
    #[must_use]
    pub fn betza(&self) -> &str {
        &self.betza
    }

    /// What it attacks.
    #[must_use]
    pub fn moves(&self) -> &Moves {
        &self.moves
    }
}
