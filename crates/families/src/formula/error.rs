//! Why no formula was found for a family.

use super::known::KnownTerms;
use crate::answer::AnswerError;
use crate::notation::FamilyError;

/// Why no formula was found for a family.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// The family has no braces.
    #[error("no side grows: write a family such as '5x{{n}} K*' or '{{n}}x{{n}} Q3'")]
    NoVariable,
    /// The family has no problem at small values.
    #[error("the family has no problem at small values: {0}")]
    NoProblems(Box<FamilyError>),
    /// A part of the family other than sides and numbers depends on a variable.
    #[error("only sides and numbers of pieces may depend on a variable")]
    Changing,
    /// A side or a number does not grow by equal steps.
    #[error("sides and numbers of pieces must grow by equal steps, like {{n}} or {{2n+1}}")]
    Uneven,
    /// The board has pre-placed pieces.
    #[error("formulas do not support pre-placed pieces")]
    Given,
    /// The board is the same for all values.
    #[error("only the number of pieces grows, so the family ends: let a side of the board grow")]
    FixedBoard,
    /// A side shrinks.
    #[error("a side shrinks as {0} grows, so the family ends")]
    Shrinking(char),
    /// Both sides grow, and any number of pieces may stand on them.
    #[error(
        "no formula was found from {terms}, and none is known to exist if both sides grow; fix one side, \
         like '5x{{n}} K*'"
    )]
    BothGrow {
        /// The terms that were counted.
        terms: KnownTerms,
    },
    /// A family in two variables with other pieces than leapers.
    #[error(
        "a formula in two variables needs exact numbers of leapers, like '{{m}}x{{n}} N2'; fix one of the \
         variables, or find the growth with --growth"
    )]
    TwoVariables,
    /// The family does not have two sides that grow independently.
    #[error(
        "--growth needs any number of pieces on a plane, cylinder or torus with two variable sides, like \
         '{{m}}x{{n}} K*'"
    )]
    NoWidths,
    /// The family is not a strip whose length is the variable, with any numbers of pieces.
    #[error("--by-number needs any number of pieces on a strip as long as the variable, like '3x{{n}} K*'")]
    NoNumbers,
    /// The terms do not grow by a factor.
    #[error("on a strip the number grows like a power of the length, and not by a factor with each rank")]
    SlowGrowth,
    /// `*` and exact numbers together, or `max` on boards that grow in both directions.
    #[error("no formula for {0}")]
    Mixed(&'static str),
    /// The boundary states exceed the memory limit.
    #[error("the strip is too wide: more than {0} boundary states")]
    ManyStates(usize),
    /// The moves are too long for a state of the strip's boundary.
    #[error("the pieces move too far for a formula on this strip")]
    Reach,
    /// A recurrence that would take too long to find.
    #[error(
        "the strip has {states} boundary states in {classes} classes: its recurrence would take too long to find"
    )]
    LongStrip {
        /// The number of boundary states.
        states: usize,
        /// The number of their classes.
        classes: usize,
    },
    /// The formula contradicts the counted terms.
    #[error("internal check failed: the formula found fails its own check; please report this problem")]
    Refuted,
    /// No formula fits the terms.
    #[error("no formula was found from {terms}: {looked}")]
    Unfitted {
        /// The terms that were counted.
        terms: KnownTerms,
        /// A description of the search.
        looked: &'static str,
    },
    /// The search was stopped before it found a formula.
    #[error("{}", too_few(terms))]
    Stopped {
        /// The terms that were counted.
        terms: KnownTerms,
    },
    /// The search was stopped before the states of a strip were complete.
    #[error("stopped before all boundary states of the strip and their recurrence were found")]
    StoppedStrip,
    /// Classes of a family whose formula of all placements has a type that is not supported.
    #[error(
        "no formula up to symmetry: it needs a family whose placements have a polynomial or a recurrence"
    )]
    Classes,
    /// Classes to which Burnside's lemma does not apply.
    #[error("no formula up to translation: use symmetry, armies, or other groups of maps")]
    Translation,
    /// A term could not be counted.
    #[error(transparent)]
    Answer(AnswerError),
}

/// Returns the message for terms that are too few, because the time was too short.
fn too_few(terms: &KnownTerms) -> String {
    let advice = "allow more, like --budget 5min";
    match terms.terms.is_empty() {
        true => format!("the time was too short to count a term: {advice}"),
        false => format!("the time was too short: {terms} are too few for a formula; {advice}"),
    }
}

impl<E: Into<AnswerError>> From<E> for FormulaError {
    fn from(error: E) -> Self {
        Self::Answer(error.into())
    }
}

impl FormulaError {
    /// Returns the error with other counted terms.
    pub(super) fn with_known(mut self, known: KnownTerms) -> Self {
        if let Self::BothGrow { terms } | Self::Unfitted { terms, .. } | Self::Stopped { terms } = &mut self {
            *terms = known;
        }
        self
    }

    /// Returns the terms that were counted before the search ended.
    #[must_use]
    pub fn known_terms(&self) -> Option<&KnownTerms> {
        match self {
            Self::BothGrow { terms } | Self::Unfitted { terms, .. } | Self::Stopped { terms } => {
                Some(terms).filter(|known| !known.terms.is_empty())
            }
            _ => None,
        }
    }
}
