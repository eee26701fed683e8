//! What is asked of a problem, and nothing about how it is found out.

use crate::feature::{Feature, beyond, those};
use crate::named::named;
use crate::problem::Problem;
use crate::up_to::{MapGroup, UpTo};

named! {
    /// What pieces must attack, where that is asked in the place of peace: they may attack each other.
    #[derive(Default, Hash)]
    pub enum Demand {
        /// Nothing: they must leave each other in peace.
        #[default]
        Nothing = "nothing",
        /// Every empty square, reserved squares included.
        Dominating = "dominating",
        /// Every square, occupied or not.
        Total = "total",
    }
}

/// A problem, and what is to be known of its placements.
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
    /// What counts as the same placement.
    pub up_to: UpTo,
    /// Whether only placements count that cannot be extended: no further piece of any kind of the problem fits.
    pub maximal: bool,
    /// Whether the placements are counted for every number of the pieces written `*` or `max` as well.
    pub by_number: bool,
    /// Only placements count that each map of this group leaves as they are. The maps must keep the problem.
    pub fixed_by: MapGroup,
    /// What the pieces must attack, in the place of peace.
    pub dominating: Demand,
}

impl Question {
    /// How many placements a problem has.
    #[must_use]
    pub fn new(problem: Problem) -> Self {
        let (up_to, fixed_by) = (UpTo::Nothing, MapGroup::default());
        let dominating = Demand::Nothing;
        Self { problem, up_to, maximal: false, by_number: false, fixed_by, dominating }
    }

    /// The same of placements that [attack all squares](Question::dominating).
    #[must_use]
    pub fn with_dominating(self, dominating: Demand) -> Self {
        Self { dominating, ..self }
    }

    /// The same with another notion of [sameness](Question::up_to).
    #[must_use]
    pub fn with_up_to(self, up_to: UpTo) -> Self {
        Self { up_to, ..self }
    }

    /// The same of [maximal placements](Question::maximal) only, or of all.
    #[must_use]
    pub fn with_maximal(self, maximal: bool) -> Self {
        Self { maximal, ..self }
    }

    /// The same with or without the counts [by number](Question::by_number) of pieces.
    #[must_use]
    pub fn with_by_number(self, by_number: bool) -> Self {
        Self { by_number, ..self }
    }

    /// The same of those placements only that a group of maps [leaves as they are](Question::fixed_by).
    #[must_use]
    pub fn with_fixed_by(self, fixed_by: MapGroup) -> Self {
        Self { fixed_by, ..self }
    }

    /// The same about another problem.
    #[must_use]
    pub fn of(&self, problem: Problem) -> Self {
        Self { problem, ..*self }
    }

    /// What it has beyond all placements of the simplest problem.
    #[doc(hidden)]
    pub fn features(&self) -> Vec<Feature> {
        let Self { problem, up_to, maximal, by_number, fixed_by, dominating } = self;
        let own = those(&[
            (*up_to != UpTo::Nothing, Feature::Sameness),
            (*maximal, Feature::Maximal),
            (*by_number, Feature::ByNumber),
            (!fixed_by.is_identity(), Feature::FixedByMaps),
            (*dominating != Demand::Nothing, Feature::Dominating),
        ]);
        [problem.features(), own].concat()
    }

    /// Whether it is a matter of pairs of pieces what is a placement, as of [problems](Problem::is_pairwise).
    #[must_use]
    pub fn is_pairwise(&self) -> bool {
        self.features().into_iter().all(Feature::is_pairwise)
    }

    /// Whether it has no other features than these.
    #[doc(hidden)]
    pub fn has_only(&self, known: &[Feature]) -> bool {
        self.beyond(known).is_none()
    }

    /// A feature that is not among these, if it has one.
    #[doc(hidden)]
    pub fn beyond(&self, known: &[Feature]) -> Option<Feature> {
        beyond(&self.features(), known)
    }

    /// What it asks for that engines must know of.
    pub fn asks(&self) -> impl Iterator<Item = Feature> + Clone {
        self.features().into_iter().filter(|feature| feature.is_for_engines())
    }

    /// Whether it asks for placements of exact numbers, those that can be extended included.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let is_open =
            |feature| matches!(feature, Feature::AnyNumber | Feature::LargestNumber | Feature::Maximal);
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
