//! Kinds of pieces: sets of moves, the reader of Betza notation, the catalogue of built-in kinds.

pub mod betza;
mod catalogue;
mod hop;
mod letters;
mod moves;

pub use betza::{BetzaError, MovesError};
pub use catalogue::{Entry, built_in, built_in_on, built_ins_on, catalogue, catalogue_on, hoppers_on};
pub use hop::{Hop, Occupancy, way};
pub use moves::{Moves, Range};

use crate::board::Lattice;
use crate::feature::Feature;
use letters::{HOPPING, SPATIAL, TABLE, TURNED};
use std::fmt;

/// The sign for walls in problem text, in place of a letter.
pub const WALL: char = '#';

/// A kind of piece: a letter and moves.
///
/// Problem text uses the letter for the kind. The letter is never read as Betza notation, where letters have
/// other meanings (`A` is the amazon here and the alfil there).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Kind {
    letter: char,
    betza: String,
    moves: Moves,
}

/// Writes the letter and the text of the moves, which determines the moves: `Kind('X', "NN")`.
impl fmt::Debug for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Kind({:?}, {:?})", self.letter, self.betza)
    }
}

impl Kind {
    /// Returns a kind from its letter and its moves in [Betza notation](betza).
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
        Self::from_betza_on(Lattice::Square, letter, betza)
    }

    /// Like [`from_betza`](Self::from_betza), but on a board of another [lattice](Lattice), where [atoms mean
    /// other leaps](betza::parse_on).
    ///
    /// # Errors
    ///
    /// Text that is not in the subset of Betza notation that can be counted, and directions on a lattice
    /// without directions.
    pub fn from_betza_on(lattice: Lattice, letter: char, betza: &str) -> Result<Self, BetzaError> {
        Ok(Self { letter, betza: betza.to_owned(), moves: betza::parse_on(betza, lattice)? })
    }

    /// Returns the kind with the same text on a board of another lattice.
    ///
    /// # Errors
    ///
    /// Directions on a lattice without directions.
    pub fn on_lattice(&self, lattice: Lattice) -> Result<Self, BetzaError> {
        // The text of a wall has no moves.
        if self.is_wall() {
            return Ok(self.clone());
        }
        Self::from_betza_on(lattice, self.letter, &self.betza)
    }

    /// Returns a kind from its letter and its moves. [`betza::write`] makes its text, except that a kind that
    /// is built in under this letter keeps its usual text.
    ///
    /// # Errors
    /// Moves that Betza notation cannot express: no moves, and leaps or ranges above 999.
    ///
    /// ```
    /// use armistice::{Problem, piece::{Kind, Moves, Range}};
    ///
    /// // A piece that leaps one rank up and four files to either side.
    /// let moves: Moves = [(1, 4), (1, -4)].map(|leap| (leap, Range::Times(1))).into_iter().collect();
    /// let kind = Kind::from_moves('X', moves)?;
    /// assert_eq!(kind.betza(), "flfr(4,1)");
    /// let problem = Problem::builder("5x9".parse()?).put(kind, 6).build()?;
    /// assert_eq!(problem.to_string(), "5x9 X6 X=flfr(4,1)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_moves(letter: char, moves: Moves) -> Result<Self, MovesError> {
        let is_usual = |line: &&(char, &str, &str, &str)| {
            line.0 == letter && betza::parse(line.3).is_ok_and(|usual| usual == moves)
        };
        let betza = match TABLE.iter().chain(HOPPING).chain(TURNED).find(is_usual) {
            Some(line) => line.3.to_owned(),
            None => betza::write(&moves)?,
        };
        Ok(Self { letter, betza, moves })
    }

    /// Returns a wall. It belongs to no army. It occupies a square and stops rides, and attacks nothing.
    #[must_use]
    pub fn wall() -> Self {
        Self { letter: WALL, betza: String::new(), moves: Moves::default() }
    }

    /// Returns true if the kind is a wall.
    #[must_use]
    pub fn is_wall(&self) -> bool {
        self.letter == WALL
    }

    /// Returns the letter in problem text: an upper-case ASCII letter, `p` for black pawns, or [`WALL`].
    #[must_use]
    pub fn letter(&self) -> char {
        self.letter
    }

    /// Returns its usual English name; `None` for a kind that is not built in.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        if self.is_wall() {
            return Some("wall");
        }
        // The text determines the moves.
        let is_this = |line: &&(char, &str, &str, &str)| line.0 == self.letter && line.3 == self.betza;
        TABLE.iter().chain(HOPPING).chain(SPATIAL).chain(TURNED).find(is_this).map(|line| line.1)
    }

    /// Returns its moves in Betza notation, as they were written.
    #[must_use]
    pub fn betza(&self) -> &str {
        &self.betza
    }

    /// Returns the moves: the attacks of the kind.
    #[must_use]
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// Returns its features beyond rides.
    pub(crate) fn features(&self) -> Vec<Feature> {
        let Self { letter: _, betza: _, moves } = self;
        moves.features()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_shown_by_what_they_are_made_of() {
        for (letter, betza) in [('Y', "(2,3)"), ('X', "NN"), ('Q', "Q")] {
            let kind = Kind::from_betza(letter, betza).unwrap();
            assert_eq!(format!("{kind:?}"), format!("Kind('{letter}', \"{betza}\")"));
        }
    }
}
