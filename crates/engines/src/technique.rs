//! The interface of all engines, through which other modules access them.
//!
//! An engine states its name, the questions that it cannot answer and the reason, the instances for which it
//! is made, and their cost. It also [prepares](Technique::prepare) [leaves](Leaf) of a plan. Planning calls
//! the [registry](super::Engine) and compares. The engine decides whether it *can* be used, but planning
//! decides which engine is used.
//!
//! Most engines count the placements of an instance, unit by unit. Others read the whole question themselves,
//! so that the board may be of any size, and answer at once: the engines that sweep, and the definition.

use super::instance::Instance;
use super::leaf::{Leaf, Successor};
use super::tuning::Tuning;
use crate::board::Board;
use crate::feature::{BY_PLANNING, Feature, IN_INSTANCES};
use crate::problem::Problem;
use crate::question::{Demand, Question};
use crate::symmetry::Symmetry;

/// How well an engine suits an instance, or a question that it reads itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suit {
    /// The engine counts anything.
    Anything,
    /// The engine is made for instances of this shape.
    Shape,
    /// The engine may be much quicker or much slower than others. If others take long, a trial decides.
    Trial,
    /// The engine also counts anything, and may be quicker. If others take long, random descents decide.
    Descents,
    /// The engine may be quicker, and can forecast its cost. If others take long, the forecast decides.
    Model,
    /// The engine counts only if it is chosen by name.
    Name,
}

/// The instance that a leaf counts, and its origin.
#[derive(Clone, Copy)]
pub struct LeafInstance<'a> {
    /// The squares, sets and numbers.
    pub(crate) instance: &'a Instance,
    /// The board of the squares; `None` if they are not those of a board.
    pub(crate) board: Option<&'a Board>,
    /// The problem; `None` if the instance is only a part of one.
    pub(crate) problem: Option<&'a Problem>,
    /// The squares that its pieces must attack; pieces may then attack each other.
    pub(crate) dominating: Demand,
}

impl<'a> LeafInstance<'a> {
    /// Returns the whole of a problem.
    pub fn from_problem(problem: &'a Problem, instance: &'a Instance, dominating: Demand) -> Self {
        Self { instance, board: Some(problem.board()), problem: Some(problem), dominating }
    }

    /// Returns a part of a problem on its board.
    pub fn part(board: &'a Board, instance: &'a Instance) -> Self {
        Self { instance, board: Some(board), problem: None, dominating: Demand::Nothing }
    }

    /// Returns the features of the whole problem.
    pub fn asks(&self) -> Vec<Feature> {
        let demand = (self.dominating != Demand::Nothing).then_some(Feature::Dominating);
        let features = self.problem.map_or_else(Vec::new, Problem::features);
        features.into_iter().filter(|feature| feature.is_for_engines()).chain(demand).collect()
    }

    /// Returns the problem if its pieces must be non-attacking.
    pub(crate) fn peaceful(&self) -> Option<&'a Problem> {
        self.problem.filter(|_| self.dominating == Demand::Nothing)
    }

    /// Returns an instance without a board.
    pub fn abstract_instance(instance: &'a Instance) -> Self {
        Self { instance, board: None, problem: None, dominating: Demand::Nothing }
    }
}

/// The task of a leaf.
#[derive(Clone, Copy)]
pub enum Task<'a> {
    /// Count all placements of an instance. A [hopeless](Instance::is_hopeless) instance has no units.
    Placements(LeafInstance<'a>),
    /// Count all placements of an instance, and [on which squares](Leaf::count_squares) their pieces stand.
    Squares(LeafInstance<'a>),
    /// Count the complement of all placements: with the number of all placements, it sums to the number of
    /// classes times the number of symmetries. This task is for engines that visit placements one by one.
    Classes {
        question: &'a Question,
        group: &'a [Symmetry],
        /// Whether shifts are among the maps that make placements equivalent.
        is_shifted: bool,
    },
    /// Answer the whole question, as one unit.
    Question(&'a Question, Symmetries<'a>),
}

/// The limits for preparing a task, and for its leaf.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    pub tuning: Tuning,
    /// The seconds that are at stake. Preparing a question takes a share of them; infinite if the engine is
    /// chosen by name.
    pub stake: f64,
    /// Called now and then; returns whether to stop.
    pub should_stop: &'a dyn Fn() -> bool,
}

impl Limits<'_> {
    /// Returns limits without a stake.
    #[must_use]
    pub fn from_tuning(tuning: Tuning) -> Self {
        Self { tuning, stake: f64::INFINITY, should_stop: &|| false }
    }
}

/// The symmetries of a question that is answered as a whole.
#[derive(Clone, Copy)]
pub struct Symmetries<'a> {
    /// The symmetries that make placements equivalent; none if placements are counted individually.
    pub same: &'a [Symmetry],
    /// The symmetries that leave every counted placement unchanged.
    pub fixed_by: &'a [Symmetry],
}

impl<'a> Symmetries<'a> {
    /// Returns symmetries that make placements equivalent.
    pub fn equivalent(same: &'a [Symmetry]) -> Self {
        Self { same, fixed_by: &[] }
    }

    /// Returns symmetries that leave placements unchanged.
    pub fn fixed_by(fixed_by: &'a [Symmetry]) -> Self {
        Self { same: &[], fixed_by }
    }
}

/// A way to count.
pub trait Technique: Sync {
    /// Returns the name of the engine in results.
    fn name(&self) -> &'static str;

    /// Returns its version, which is raised whenever units, their numbering or their results change.
    fn version(&self) -> u32;

    /// Describes the engine in one line without a full stop.
    fn description(&self) -> &'static str;

    /// Returns how the engine is chosen for a question that it reads [itself](Task::Question): by its
    /// forecast ([`Suit::Model`]), by a trial ([`Suit::Trial`]) or only by name ([`Suit::Name`]). `None` if
    /// it reads no questions.
    fn suits_questions(&self) -> Option<Suit> {
        None
    }

    /// Returns lists of the features that the engine supports. A question with any other feature is rejected;
    /// no feature is ignored. By default these are the features of an engine that reads instances.
    fn features(&self) -> &'static [&'static [Feature]] {
        &[IN_INSTANCES, BY_PLANNING]
    }

    /// Returns the features of which a question must have at least one. Questions without one are left to
    /// other engines. An empty list requires nothing.
    fn needs(&self) -> &'static [Feature] {
        &[]
    }

    /// Returns the reason why the engine cannot answer a question with these features; `None` if it may be
    /// able to. The sentence gives no advice, because only planning can tell whether the engine was chosen by
    /// name.
    fn refuses(&self, _question: &Question) -> Option<&'static str> {
        None
    }

    /// True if the engine has a choice of instructions.
    fn has_kernels(&self) -> bool {
        true
    }

    /// Returns the message for instances for which [`Technique::prepare`] makes no leaf.
    fn misfit(&self) -> &'static str {
        "this engine does not count such problems"
    }

    /// Returns how well the engine suits an instance if it is not chosen by name; `None` if it does not.
    fn suits(&self, _ready: &LeafInstance<'_>) -> Option<Suit> {
        None
    }

    /// Prepares the leaf of a task; `None` if the engine does not support the task or its shape. It may try
    /// the leaf of a question in a share of the time at stake.
    fn prepare(&self, _task: &Task<'_>, _limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        None
    }

    /// Estimates the cost of counting in approximate nanoseconds, without making units, in a tenth of the
    /// time at stake. `None` if the engine is not to be compared.
    fn expected_cost(&self, _ready: &LeafInstance<'_>, _tuning: Tuning, _stake: f64) -> Option<f64> {
        None
    }

    /// Returns the function that takes over states of another engine; `None` if there is none.
    fn successor(&self) -> Option<Successor> {
        None
    }
}

impl dyn Technique + '_ {
    /// Prepares the leaf of all placements of an instance.
    pub fn placements(&self, ready: &LeafInstance<'_>, tuning: Tuning) -> Option<Box<dyn Leaf>> {
        self.prepare(&Task::Placements(*ready), &Limits::from_tuning(tuning))
    }
}

/// True if an engine supports a feature.
#[must_use]
pub fn knows(technique: &dyn Technique, feature: Feature) -> bool {
    technique.features().iter().any(|list| list.contains(&feature))
}
