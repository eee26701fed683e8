//! Why a family has no formula here.

use super::known::KnownTerms;
use crate::answer::AnswerError;
use crate::notation::FamilyError;

/// Why no formula was found for a family.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// There are no braces.
    #[error("no side grows: write a family such as '5x{{n}} K*' or '{{n}}x{{n}} Q3'")]
    NoVariable,
    /// No value has a problem.
    #[error("the family has no problem at small values: {0}")]
    NoProblems(Box<FamilyError>),
    /// Something changes that is no side and no number.
    #[error("only sides and numbers of pieces may depend on a variable")]
    Changing,
    /// A side or a number does not grow evenly.
    #[error("sides and numbers of pieces must grow by equal steps, like {{n}} or {{2n+1}}")]
    Uneven,
    /// Squares are taken.
    #[error("no formula for boards with given pieces")]
    Given,
    /// The board is the same for all values.
    #[error("no side grows: only the number of pieces does, so that the family ends")]
    FixedBoard,
    /// A side shrinks.
    #[error("a side shrinks as {0} grows, so that the family ends")]
    Shrinking(char),
    /// Both sides grow, and any number of pieces may stand on them.
    #[error(
        "both sides grow, and with any number of pieces no formula is known to exist; none was guessed from {terms} terms \
         (with one side fixed there is one, like '5x{{n}} K*')"
    )]
    BothGrow {
        /// The terms that were counted.
        terms: KnownTerms,
    },
    /// A family in two variables of another sort than leapers.
    #[error(
        "two variables: a formula is found for a fixed number of leapers, like '{{m}}x{{n}} N2'; fix one of the two, or \
         let it depend on the other (how numbers grow with both sides is found with --growth)"
    )]
    TwoVariables,
    /// Not two sides that grow by themselves.
    #[error(
        "growth by width is of boards in two variables, plain ones, cylinders or tori, with any numbers of pieces, like '{{m}}x{{n}} K*'"
    )]
    NoWidths,
    /// No strip as long as the variable with any numbers of pieces.
    #[error(
        "by number of pieces is of strips as long as the variable, with any numbers of pieces, like '3x{{n}} K*'"
    )]
    NoNumbers,
    /// Terms do not grow by a factor.
    #[error("on a strip the number grows like a power of the length, and not by a factor with each rank")]
    SlowGrowth,
    /// `*` and numbers together, or `max` in both directions.
    #[error("no formula for {0}")]
    Mixed(&'static str),
    /// The closure of boundary states does not end in the memory.
    #[error("the strip is too wide: more than {0} boundary states")]
    ManyStates(usize),
    /// The moves reach too far over a strip.
    #[error("the moves reach too far for a state of the strip's boundary")]
    Reach,
    /// A recurrence would take too long to find.
    #[error(
        "the strip has {states} boundary states in {classes} classes: its recurrence would take too long to find"
    )]
    LongStrip {
        /// Boundary states.
        states: usize,
        /// Classes of them.
        classes: usize,
    },
    /// What was found contradicts what was counted.
    #[error("a formula was found that its own check refutes: this is a mistake of the program")]
    Refuted,
    /// No formula fits the terms.
    #[error("no formula was found from {terms} terms: {looked}")]
    Unfitted {
        /// The terms that were counted.
        terms: KnownTerms,
        /// What was looked for.
        looked: &'static str,
    },
    /// Stopped before anything was found.
    #[error("stopped with {terms} terms, too few for a formula")]
    Stopped {
        /// The terms that were counted.
        terms: KnownTerms,
    },
    /// Stopped before a strip was known.
    #[error("stopped before all boundary states of the strip and their recurrence were found")]
    StoppedStrip,
    /// Classes are counted from a formula of all placements, and that is of another sort.
    #[error(
        "no formula up to symmetry for such a family: only where all placements have a polynomial or a recurrence"
    )]
    Classes,
    /// Classes of which the lemma of Burnside says nothing.
    #[error("no formula up to translation: expected symmetry, armies, or other groups of maps")]
    Translation,
    /// A term could not be counted.
    #[error(transparent)]
    Answer(AnswerError),
}

impl<E: Into<AnswerError>> From<E> for FormulaError {
    fn from(error: E) -> Self {
        Self::Answer(error.into())
    }
}

impl FormulaError {
    /// The same with other terms that were counted.
    pub(super) fn with_known(mut self, known: KnownTerms) -> Self {
        if let Self::BothGrow { terms } | Self::Unfitted { terms, .. } | Self::Stopped { terms } = &mut self {
            *terms = known;
        }
        self
    }

    /// The terms that were counted before it was given up.
    #[must_use]
    pub fn known(&self) -> Option<&KnownTerms> {
        match self {
            Self::BothGrow { terms } | Self::Unfitted { terms, .. } | Self::Stopped { terms } => {
                Some(terms).filter(|known| !known.terms.is_empty())
            }
            _ => None,
        }
    }
}
