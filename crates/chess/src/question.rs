//! A question about a problem, independent of the method that answers it.

use crate::feature::{Feature, find_unsupported, select_features};
use crate::named::named;
use crate::problem::Problem;
use crate::up_to::{MapGroup, UpTo};

named! {
    /// The squares that the pieces must attack. If there are such squares, the pieces may attack each other.
    #[derive(Default, Hash)]
    pub enum Demand {
        /// No square: the pieces must not attack each other.
        #[default]
        Nothing = "nothing",
        /// Every empty square, including reserved squares.
        Dominating = "dominating",
        /// Every square, occupied or not.
        Total = "total",
    }
}

/// A problem, and a question about its placements.
///
/// ```
/// use armistice::{Problem, Question, UpTo};
///
/// let problem: Problem = "8x8 Q8".parse()?;
/// let question = Question::from(problem).with_up_to(UpTo::Symmetry);
/// assert!(question.is_plain());
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    /// The board, the pieces and their numbers.
    pub problem: Problem,
    /// The symmetry under which placements count as equivalent.
    pub up_to: UpTo,
    /// Whether only maximal placements count: no further piece of any kind of the problem fits.
    pub maximal: bool,
    /// Whether the placements are also counted for every number of the pieces written `*` or `max`.
    pub by_number: bool,
    /// The group of maps that must keep each placement. The maps must keep the problem.
    pub fixed_by: MapGroup,
    /// The squares that the pieces must attack, in place of the rule that pieces do not attack each other.
    pub dominating: Demand,
}

impl Question {
    /// Returns the question for the number of placements of a problem.
    #[must_use]
    pub fn new(problem: Problem) -> Self {
        let (up_to, fixed_by) = (UpTo::Nothing, MapGroup::default());
        let dominating = Demand::Nothing;
        Self { problem, up_to, maximal: false, by_number: false, fixed_by, dominating }
    }

    /// Returns this question for placements that [attack all squares](Question::dominating).
    #[must_use]
    pub fn with_dominating(self, dominating: Demand) -> Self {
        Self { dominating, ..self }
    }

    /// Returns this question with another [equivalence](Question::up_to) of placements.
    #[must_use]
    pub fn with_up_to(self, up_to: UpTo) -> Self {
        Self { up_to, ..self }
    }

    /// Returns this question for [maximal placements](Question::maximal) only, or for all placements.
    #[must_use]
    pub fn with_maximal(self, maximal: bool) -> Self {
        Self { maximal, ..self }
    }

    /// Returns this question with or without the counts [by number](Question::by_number) of pieces.
    #[must_use]
    pub fn with_by_number(self, by_number: bool) -> Self {
        Self { by_number, ..self }
    }

    /// Returns this question for the placements that a group of maps [keeps](Question::fixed_by).
    #[must_use]
    pub fn with_fixed_by(self, fixed_by: MapGroup) -> Self {
        Self { fixed_by, ..self }
    }

    /// Returns this question about another problem.
    #[must_use]
    pub fn with_problem(&self, problem: Problem) -> Self {
        Self { problem, ..*self }
    }

    /// Returns the features of the question and its problem.
    #[doc(hidden)]
    pub fn features(&self) -> Vec<Feature> {
        let Self { problem, up_to, maximal, by_number, fixed_by, dominating } = self;
        let own = select_features(&[
            (*up_to != UpTo::Nothing, Feature::Sameness),
            (*maximal, Feature::Maximal),
            (*by_number, Feature::ByNumber),
            (!fixed_by.is_identity(), Feature::FixedByMaps),
            (*dominating != Demand::Nothing, Feature::Dominating),
        ]);
        [problem.features(), own].concat()
    }

    /// Returns true if pairs of pieces decide what is a placement, as for [problems](Problem::is_pairwise).
    #[must_use]
    pub fn is_pairwise(&self) -> bool {
        self.features().into_iter().all(Feature::is_pairwise)
    }

    /// Returns true if the question has only these features.
    #[doc(hidden)]
    pub fn has_only(&self, known: &[Feature]) -> bool {
        self.find_unsupported(known).is_none()
    }

    /// Returns a feature that is not among these, if there is one.
    #[doc(hidden)]
    pub fn find_unsupported(&self, known: &[Feature]) -> Option<Feature> {
        find_unsupported(&self.features(), known)
    }

    /// Returns the features of the question itself that engines must support.
    pub fn asks(&self) -> impl Iterator<Item = Feature> + Clone {
        self.features().into_iter().filter(|feature| feature.is_for_engines())
    }

    /// Returns true if the question asks for all placements with exact numbers, maximal or not.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let is_open = |feature| {
            use Feature::{AnyNumber, LargestNumber, Maximal, NumberRange};
            matches!(feature, AnyNumber | NumberRange | LargestNumber | Maximal)
        };
        !self.asks().any(is_open)
    }
}

impl From<Problem> for Question {
    fn from(problem: Problem) -> Self {
        Self::new(problem)
    }
}

impl From<&Problem> for Question {
    fn from(problem: &Problem) -> Self {
        Self::new(problem.clone())
    }
}
