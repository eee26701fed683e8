//! A count as a tree of parts, each of which anyone can recount.
//!
//! The squares have an order, a1, b1, …, and so every placement has a first piece, a second piece, and so on.
//! A part is the set of all placements that begin with certain pieces. A part with too many placements is
//! divided by its next piece. A part whose first pieces attack each other is empty. The list of parts is
//! complete and without repetition if every division has one part for each next piece that does not conflict
//! with the pieces before it. A checker can verify that without knowing how the placements were counted.

use crate::board::{Set, Square, words_for};
use crate::plan::{Observer, Settings};
use crate::search::answer::{AnswerError, answer};
use crate::{BigUint, Feature, Placement, Problem, Question};

/// All placements that begin with some pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The first pieces in the order of their squares. A kind is given by its number in the problem.
    pub first: Vec<(usize, Square)>,
    /// The part as a problem of its own: the first pieces are pre-placed, and earlier squares stay empty.
    pub problem: Problem,
    /// The number of placements in the part.
    pub count: BigUint,
}

/// A count divided into parts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parts {
    /// The problem whose placements are counted.
    pub problem: Problem,
    /// The number of placements as counted before the division. It equals the sum of the parts.
    pub count: BigUint,
    /// The parts, in the order of their squares.
    pub parts: Vec<Part>,
}

/// The reasons why a count cannot be divided.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartsError {
    /// The problem has a feature that parts do not support.
    #[error(
        "the certificate of a count does not support {}: it needs one army with exact numbers, which may stand \
         anywhere on a rectangle with holes or joined edges", .0.words()
    )]
    Unknown(Feature),
    /// The problem has no first piece.
    #[error("the certificate of a count needs at least one piece: give a number above 0")]
    NoPieces,
    /// A part cannot be counted.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// The sum of the parts differs from the count of the whole problem.
    #[error(
        "the parts come to {parts} placements, and the whole has {count}: this should not happen, please report it"
    )]
    Different {
        /// The sum of the parts.
        parts: BigUint,
        /// The count of the whole problem.
        count: BigUint,
    },
}

/// The features that parts support.
const KNOWN: &[Feature] = &[Feature::JoinedEdges, Feature::Holes];

/// Divides the `count` placements of a problem into parts and counts each of them.
///
/// A part has at most `most` placements unless it cannot be divided.
///
/// ```
/// use armistice::certificate::parts;
/// use armistice::plan::{Settings, Silent};
///
/// let parts = parts(&"6x6 Q6".parse()?, &4u32.into(), 2, &Settings::default(), &Silent)?;
/// let counts: Vec<String> = parts.parts.iter().map(|part| part.count.to_string()).collect();
/// assert!(counts.join(" ").starts_with("0 1 1 1 1 0 0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the problem cannot be divided or counted, or if the sums differ.
pub fn parts(
    problem: &Problem,
    count: &BigUint,
    most: u64,
    settings: &Settings,
    observer: &dyn Observer,
) -> Result<Parts, PartsError> {
    check_parts(problem)?;
    let mut division = Division { problem, most: most.into(), settings, observer, parts: Vec::new() };
    division.divide(&[])?;
    let sum: BigUint = division.parts.iter().map(|part| &part.count).sum();
    let parts = division.parts;
    let count = count.clone();
    if sum != count {
        return Err(PartsError::Different { parts: sum, count });
    }
    Ok(Parts { problem: problem.clone(), count, parts })
}

/// Rejects a problem that cannot be divided, before anything is counted.
///
/// # Errors
/// Returns an error for features that parts do not support, and for problems without pieces.
pub fn check_parts(problem: &Problem) -> Result<(), PartsError> {
    match problem.find_unsupported(KNOWN) {
        Some(feature) => Err(PartsError::Unknown(feature)),
        None if problem.pieces().all(|pieces| pieces.quantity.exact_number() == 0) => {
            Err(PartsError::NoPieces)
        }
        None => Ok(()),
    }
}

struct Division<'a> {
    problem: &'a Problem,
    most: BigUint,
    settings: &'a Settings,
    observer: &'a dyn Observer,
    parts: Vec<Part>,
}

impl Division<'_> {
    fn count(&self, problem: &Problem) -> Result<BigUint, AnswerError> {
        let answer = answer(&Question::from(problem), self.settings, &(), self.observer)?;
        if answer.outcome.complete { Ok(answer.outcome.count) } else { Err(AnswerError::Stopped) }
    }

    /// Divides the placements that begin with the pieces `first` by their next piece.
    fn divide(&mut self, first: &[(usize, Square)]) -> Result<(), AnswerError> {
        let board = self.problem.board();
        let kinds = self.problem.pieces().count();
        let from = first.last().map_or(0, |&(_, square)| board.index(square) + 1);
        for at in (from..board.squares()).filter(|&at| board.is_open(board.square(at))) {
            for kind in 0..kinds {
                let mut more = first.to_vec();
                more.push((kind, board.square(at)));
                let Some(problem) = self.beginning_with(&more) else { continue };
                let part = self.count(&problem)?;
                let is_whole = more.len() as u32 == self.pieces();
                if part > self.most && !is_whole {
                    self.divide(&more)?;
                } else {
                    self.parts.push(Part { first: more, problem, count: part });
                }
            }
        }
        Ok(())
    }

    fn pieces(&self) -> u32 {
        self.problem.pieces().map(|pieces| pieces.quantity.exact_number()).sum()
    }

    /// Returns the problem of the placements that begin with these pieces.
    ///
    /// `None` if a kind has too many pieces, or if the pieces attack each other.
    fn beginning_with(&self, first: &[(usize, Square)]) -> Option<Problem> {
        let mut problem = self.problem.clone();
        for &(kind, square) in first {
            problem = problem.with_fixed(kind, square)?;
        }
        let placed = Placement::new(first.to_vec());
        let numbers = (0..self.problem.pieces().count())
            .map(|kind| first.iter().filter(|&&(other, _)| other == kind).count() as u32);
        let alone = numbers
            .enumerate()
            .try_fold(self.problem.clone(), |alone, (kind, number)| alone.with_number(kind, number));
        if placed.fault(&alone?).is_some() {
            return None;
        }
        let board = self.problem.board();
        let last = first.last().map(|&(_, square)| board.index(square))?;
        let mut earlier = vec![0; words_for(board.squares())];
        let is_taken = |at: usize| first.iter().any(|&(_, square)| board.index(square) == at);
        (0..last).filter(|&at| !is_taken(at)).for_each(|at| earlier.add_square(at));
        Some(
            (0..self.problem.pieces().count())
                .fold(problem, |problem, kind| problem.with_closed(kind, &earlier)),
        )
    }
}
