//! The common basis of all leaves of a plan: a question, the settings, and values derived from them.
//!
//! Values that take a while to compute are computed once, when they are first needed.

use super::cases::Split;
use super::congruent;
use super::error::PlanError;
use super::nested::{NestedPlanner, Planners};
use super::parts::PartedProblem;
use super::same::{equivalence_symmetries, members};
use super::settings::{Settings, tuning};
use super::tree::Target;
use crate::board::{Board, words_for};
use crate::conflict::Conflicts;
use crate::engines::Engine;
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::technique::LeafInstance;
use crate::engines::tuning::Tuning;
use crate::problem::Problem;
use crate::question::{Demand, Question};
use crate::symmetry::{Symmetry, group};
use crate::up_to::UpTo;
use std::borrow::Cow;
use std::cell::OnceCell;

/// A question with its settings.
pub(crate) struct Ground<'a> {
    pub(crate) question: &'a Question,
    pub(crate) settings: &'a Settings,
    /// The symmetries that make placements equivalent, the identity first.
    pub(crate) same: Vec<Symmetry>,
    /// The symmetries that must fix each counted placement, the identity first. Empty if all placements
    /// count.
    pub(crate) fixing: Vec<Symmetry>,
    /// Whether the symmetries differ from those that the question names. Engines that read only the question
    /// would then count other placements.
    pub(crate) is_part: bool,
    pub(crate) tuning: Tuning,
    /// The functions that make nested plans.
    pub(crate) planners: Planners,
    instance: OnceCell<Instance>,
    whole: OnceCell<Site>,
    parts: OnceCell<Option<PartedProblem>>,
    classes: OnceCell<Vec<(usize, u64)>>,
}

/// A problem that engines count, with its instance.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) problem: Problem,
    pub(crate) instance: Instance,
    /// Which squares the pieces must attack, if the question is about domination.
    pub(crate) dominating: Demand,
}

impl Site {
    fn new(problem: Problem, dominating: Demand) -> Self {
        let question = Question::new(problem).with_dominating(dominating);
        // Without a table, engines do not read the instance.
        let instance = if is_tabled(&question) {
            Instance::new(&question.problem).merge_classes()
        } else {
            no_instance()
        };
        Self { problem: question.problem, instance, dominating }
    }

    pub(crate) fn leaf_instance(&self) -> LeafInstance<'_> {
        LeafInstance::from_problem(&self.problem, &self.instance, self.dominating)
    }
}

impl<'a> Ground<'a> {
    /// Makes the ground of a new plan, or of a plan that was made for the speed of `kernel`.
    ///
    /// # Errors
    /// Groups that the problem does not have, or that are too large.
    pub(crate) fn new(
        question: &'a Question,
        settings: &'a Settings,
        kernel: Option<Kernel>,
        planners: Planners,
    ) -> Result<Self, PlanError> {
        let Question { problem, up_to, maximal, fixed_by, .. } = question;
        // The maps of a large board are not listed. Engines that count its classes find the maps in another
        // way.
        if problem.board().is_large() {
            return Ok(Self::with_symmetries(question, settings, (Vec::new(), Vec::new()), kernel, planners));
        }
        let fixing = match fixed_by.is_identity() {
            true => Vec::new(),
            false => members(problem, *maximal, *fixed_by)?,
        };
        // The identity fixes every placement, so it imposes no condition.
        let fixing = if fixing.len() > 1 { fixing } else { Vec::new() };
        let same = match up_to.group().on_torus() {
            _ if !fixing.is_empty() => Vec::new(),
            Some(_) if settings.engine == Engine::SWEEP => return Err(PlanError::ExchangeOfNumbers),
            Some(group) => congruent::group(question, group)?,
            None => equivalence_symmetries(question)?,
        };
        Ok(Self::with_symmetries(question, settings, (same, fixing), kernel, planners))
    }

    /// Makes the ground with symmetries that differ from those of the question: those that make placements
    /// equivalent, and those that must fix each placement.
    pub(crate) fn with_symmetries(
        question: &'a Question,
        settings: &'a Settings,
        (same, fixing): (Vec<Symmetry>, Vec<Symmetry>),
        kernel: Option<Kernel>,
        planners: Planners,
    ) -> Self {
        Self {
            question,
            settings,
            same,
            fixing,
            is_part: false,
            tuning: tuning(settings, kernel),
            planners,
            instance: OnceCell::new(),
            whole: OnceCell::new(),
            parts: OnceCell::new(),
            classes: OnceCell::new(),
        }
    }

    pub(crate) fn problem(&self) -> &'a Problem {
        &self.question.problem
    }

    /// Returns true if no table of conflicts defines the placements, so that they are visited in reading
    /// order.
    pub(crate) fn is_in_order(&self) -> bool {
        !self.has_cases_first() && !self.question.is_pairwise()
    }

    /// Returns true if sets of squares and a table of conflicts define the placements.
    fn has_table(&self) -> bool {
        !self.is_in_order() && !self.problem().board().is_large()
    }

    /// Returns true if some cases must be settled before the count.
    pub(crate) fn has_cases_first(&self) -> bool {
        Split::needed_split(self.problem()).is_some()
    }

    /// Returns true if the classes are those of maps of the torus, which do not preserve the problem.
    pub(crate) fn is_congruent(&self) -> bool {
        self.fixing.is_empty() && self.question.up_to.group().on_torus().is_some()
    }

    /// Returns the instance, with unmerged classes.
    pub(crate) fn instance(&self) -> &Instance {
        self.instance.get_or_init(|| match self.has_table() {
            true => Instance::new(self.problem()),
            // Without a table, engines do not read the instance.
            false => no_instance(),
        })
    }

    /// Returns the whole problem in the form that engines count.
    pub(crate) fn whole_site(&self) -> &Site {
        let instance = || match self.has_table() {
            true => self.instance().clone().merge_classes(),
            false => no_instance(),
        };
        self.whole.get_or_init(|| Site {
            problem: self.problem().clone(),
            instance: instance(),
            dominating: self.question.dominating,
        })
    }

    /// Returns the problem of a leaf that counts all placements of some problem. `None` for other leaves, and
    /// if the problem is impossible.
    pub(crate) fn site(&self, counts: &Target) -> Option<Cow<'_, Site>> {
        match counts {
            Target::All => Some(Cow::Borrowed(self.whole_site())),
            Target::Numbers(numbers) => {
                let mut open = self.by_numbers().kinds(self.problem()).into_iter().zip(numbers);
                let exact = open.try_fold(self.problem().clone(), |problem, (kind, &number)| {
                    problem.with_number(kind, number)
                })?;
                Some(Cow::Owned(Site::new(exact, self.question.dominating)))
            }
            &Target::Smaller { rows, cols } => {
                let (problem, instance) = self.smaller_instance(rows, cols)?;
                Some(Cow::Owned(Site {
                    problem,
                    instance: instance.merge_classes(),
                    dominating: self.question.dominating,
                }))
            }
            Target::Part { part, numbers } => {
                Some(Cow::Owned(Site::new(self.parts()?.problem(*part, numbers)?, self.question.dominating)))
            }
            Target::Fixed { .. } | Target::Classes => None,
        }
    }

    /// Returns the same pieces on a board with `rows` fewer rows and `cols` fewer columns; `None` if no board
    /// is left.
    pub(crate) fn smaller_instance(&self, rows: usize, cols: usize) -> Option<(Problem, Instance)> {
        let problem = self.problem_on_smaller(rows, cols)?;
        // Sets are as wide as on the whole board, because journals of earlier versions have these units.
        let instance = Instance::new(&problem).widen(words_for(self.problem().board().squares()));
        Some((problem, instance))
    }

    pub(crate) fn problem_on_smaller(&self, rows: usize, cols: usize) -> Option<Problem> {
        let board = self.problem().board();
        let (rows, cols) = (board.rows().checked_sub(rows)?, board.cols().checked_sub(cols)?);
        self.problem().on_board(Board::new(rows, cols, board.topology()).ok()?)
    }

    /// Returns the parts that do not interact; `None` if there is only one.
    pub(crate) fn parts(&self) -> Option<&PartedProblem> {
        let parts = || PartedProblem::new(self.problem(), self.instance(), self.nested_planner().is_other());
        self.parts.get_or_init(parts).as_ref()
    }

    /// Returns one symmetry from each conjugacy class of `same`, with the size of the class.
    pub(crate) fn conjugates(&self) -> impl Iterator<Item = (&Symmetry, u64)> {
        let classes = self.classes.get_or_init(|| group::Group::new(&self.same).conjugacy_classes());
        classes.iter().map(|&(place, times)| (&self.same[place], times))
    }

    /// Returns the way to make nested plans.
    pub(crate) fn nested_planner(&self) -> NestedPlanner {
        NestedPlanner::new(self.settings, self.tuning.tuned, self.planners)
    }

    /// Returns the cases of kinds in any number.
    pub(crate) fn by_numbers(&self) -> Split<'static> {
        Split::Numbers { dominating: self.question.dominating }
    }

    /// Returns true if the answer is the number of all placements.
    pub(crate) fn is_simple(&self) -> bool {
        self.question.up_to == UpTo::Nothing && !self.question.maximal && !self.question.by_number
    }
}

/// Returns true if sets of squares and a table of conflicts define the placements of a question.
fn is_tabled(question: &Question) -> bool {
    question.is_pairwise() && !question.problem.board().is_large()
}

/// Returns an empty instance, for engines that do not read it.
pub(crate) fn no_instance() -> Instance {
    Instance::without_maps(Vec::new(), Conflicts::empty(0, 0), 1u32.into())
}
