//! What all engines have in common: all that is known of one outside its module.
//!
//! An engine itself says what it is called, which questions it cannot answer and why, which instances it is made for, and
//! what they would cost; and it [prepares](Technique::prepare) [leaves](Leaf) of a plan. Planning asks the
//! [registry](super::Engine) and compares: "whether an engine *can* be used" is the engine's to say, "which of them is taken"
//! is not.
//!
//! Most engines count the placements of an instance, unit by unit. Others read the whole question themselves, so that the board may
//! be of any size, and answer at once: those that sweep, and the definition.

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
    /// It counts anything.
    Anything,
    /// It is made for instances of this shape.
    Shape,
    /// It may be much quicker or much slower than others: where these take long, a trial decides.
    Trial,
    /// It counts anything, too, and may be quicker: where others take long, random descents decide.
    Descents,
    /// It may be quicker, and knows what it will take: where others take long, that decides.
    Model,
    /// It counts if it is asked for by name.
    Name,
}

/// The instance that a leaf counts, and where it comes from.
#[derive(Clone, Copy)]
pub struct Ready<'a> {
    /// Squares, sets and numbers.
    pub(crate) instance: &'a Instance,
    /// The board whose squares these are, if they are those of a board.
    pub(crate) board: Option<&'a Board>,
    /// The problem, if the instance is the whole of one.
    pub(crate) problem: Option<&'a Problem>,
    /// What its pieces must attack, in the place of peace.
    pub(crate) dominating: Demand,
}

impl<'a> Ready<'a> {
    /// The whole of a problem.
    pub fn whole(problem: &'a Problem, instance: &'a Instance, dominating: Demand) -> Self {
        Self { instance, board: Some(problem.board()), problem: Some(problem), dominating }
    }

    /// A part of a problem on its board.
    pub fn part(board: &'a Board, instance: &'a Instance) -> Self {
        Self { instance, board: Some(board), problem: None, dominating: Demand::Nothing }
    }

    /// What is asked of the whole problem.
    pub fn asks(&self) -> Vec<Feature> {
        let demand = (self.dominating != Demand::Nothing).then_some(Feature::Dominating);
        let features = self.problem.map_or_else(Vec::new, Problem::features);
        features.into_iter().filter(|feature| feature.is_for_engines()).chain(demand).collect()
    }

    /// The problem, if peace is what is asked of it.
    pub(crate) fn peaceful(&self) -> Option<&'a Problem> {
        self.problem.filter(|_| self.dominating == Demand::Nothing)
    }

    /// An instance that is no board any more.
    pub fn abstract_instance(instance: &'a Instance) -> Self {
        Self { instance, board: None, problem: None, dominating: Demand::Nothing }
    }
}

/// What a leaf is to count.
#[derive(Clone, Copy)]
pub enum Task<'a> {
    /// All placements of an instance. Of a [hopeless](Instance::is_hopeless) instance there are no units.
    Placements(Ready<'a>),
    /// The same, and [on which squares](Leaf::count_squares) their pieces stand.
    Squares(Ready<'a>),
    /// What must be added to the number of all placements so that the sum is the number of classes, times the number of symmetries.
    /// For engines that go through placements one by one.
    Classes {
        question: &'a Question,
        group: &'a [Symmetry],
        /// Whether shifts are among what makes placements the same.
        is_shifted: bool,
    },
    /// The whole question, as one unit.
    Question(&'a Question, Symmetries<'a>),
}

/// How far an engine may look at a task, and what its leaf may take.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    pub tuning: Tuning,
    /// The seconds that are at stake, of which looking at a question takes a share; infinite if the engine is asked for by name.
    pub stake: f64,
    /// Asked now and then whether anybody still wants to know.
    pub should_stop: &'a dyn Fn() -> bool,
}

impl Limits<'_> {
    /// For as long as it takes.
    #[must_use]
    pub fn of(tuning: Tuning) -> Self {
        Self { tuning, stake: f64::INFINITY, should_stop: &|| false }
    }
}

/// The symmetries that a question asked as a whole is about.
#[derive(Clone, Copy)]
pub struct Symmetries<'a> {
    /// Those that make placements the same; none if every placement is one of its own.
    pub same: &'a [Symmetry],
    /// Those that leave every placement that is counted as it is.
    pub fixed_by: &'a [Symmetry],
}

impl<'a> Symmetries<'a> {
    /// Those that make placements the same.
    pub fn same(same: &'a [Symmetry]) -> Self {
        Self { same, fixed_by: &[] }
    }

    /// Those that leave placements as they are.
    pub fn fixed_by(fixed_by: &'a [Symmetry]) -> Self {
        Self { same: &[], fixed_by }
    }
}

/// A way to count.
pub trait Technique: Sync {
    /// Its name in results.
    fn name(&self) -> &'static str;

    /// Raised whenever units, their numbering or what is found in them change.
    fn version(&self) -> u32;

    /// What it does, in one line without a full stop.
    fn about(&self) -> &'static str;

    /// How it comes to be taken for a question that it reads [itself](Task::Question): by its forecast ([`Suit::Model`]), by its
    /// beginning ([`Suit::Trial`]) or only by name ([`Suit::Name`]); `None` if it reads none.
    fn suits_questions(&self) -> Option<Suit> {
        None
    }

    /// The features of the questions that it answers, in lists. What has another one is refused: nothing is passed over. By default
    /// those of an engine that reads instances.
    fn features(&self) -> &'static [&'static [Feature]] {
        &[IN_INSTANCES, BY_PLANNING]
    }

    /// The features one of which a question must have, if there are any: what has none is left to other engines.
    fn needs(&self) -> &'static [Feature] {
        &[]
    }

    /// Why it cannot answer a question of these features; `None` if it may be able to. The sentence gives no advice: only planning knows whether the engine was asked for by name.
    fn refuses(&self, _question: &Question) -> Option<&'static str> {
        None
    }

    /// Whether it has a choice of instructions.
    fn has_kernels(&self) -> bool {
        true
    }

    /// What is said where [`Technique::prepare`] makes no leaf.
    fn misfit(&self) -> &'static str {
        "this engine does not count such problems"
    }

    /// Whether, and how well, it suits an instance if it is not asked for by name.
    fn suits(&self, _ready: &Ready<'_>) -> Option<Suit> {
        None
    }

    /// The leaf for a task; `None` if the task is not one for this engine, or does not have the shape for it. A leaf of a question
    /// may be tried in a share of what is at stake.
    fn prepare(&self, _task: &Task<'_>, _limits: &Limits<'_>) -> Option<Box<dyn Leaf>> {
        None
    }

    /// What counting is expected to take, in about nanoseconds, found out without making units, in a tenth of what is at
    /// stake; `None` if it is not to be compared.
    fn expected_cost(&self, _ready: &Ready<'_>, _tuning: Tuning, _stake: f64) -> Option<f64> {
        None
    }

    /// How it takes over states that another engine has come to; `None` if it does not.
    fn successor(&self) -> Option<Successor> {
        None
    }
}

impl dyn Technique + '_ {
    /// The leaf of all placements of an instance.
    pub fn placements(&self, ready: &Ready<'_>, tuning: Tuning) -> Option<Box<dyn Leaf>> {
        self.prepare(&Task::Placements(*ready), &Limits::of(tuning))
    }
}

/// Whether an engine knows of a feature.
#[must_use]
pub fn knows(technique: &dyn Technique, feature: Feature) -> bool {
    technique.features().iter().any(|list| list.contains(&feature))
}
