//! What all leaves of a plan stand on: a question, how it is to be counted, and what follows from these.
//!
//! Whatever takes a while to find is found once, and not before it is wanted.

use super::cases::Split;
use super::congruent;
use super::error::PlanError;
use super::nested::{Nested, Planners};
use super::parts::PartedProblem;
use super::same::{members, same};
use super::settings::{Settings, tuning};
use super::tree::Target;
use crate::board::{Board, words_for};
use crate::conflict::Conflicts;
use crate::engines::Engine;
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::technique::Ready;
use crate::engines::tuning::Tuning;
use crate::problem::Problem;
use crate::question::{Demand, Question};
use crate::symmetry::{Symmetry, group};
use crate::up_to::UpTo;
use std::borrow::Cow;
use std::cell::OnceCell;

/// A question and how it is to be counted.
pub(crate) struct Ground<'a> {
    pub(crate) question: &'a Question,
    pub(crate) settings: &'a Settings,
    /// The symmetries that make placements the same, the identity first.
    pub(crate) same: Vec<Symmetry>,
    /// Those that leave each placement that counts as it is, the identity first; none if all placements count.
    pub(crate) fixing: Vec<Symmetry>,
    /// Whether the question does not say which symmetries these are: what reads the question alone would count something else.
    pub(crate) is_part: bool,
    pub(crate) tuning: Tuning,
    /// For nested plans.
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
    /// What its pieces must attack, in the place of peace.
    pub(crate) dominating: Demand,
}

impl Site {
    fn new(problem: Problem, dominating: Demand) -> Self {
        let question = Question::new(problem).with_dominating(dominating);
        // For those that do not read it.
        let instance =
            if is_tabled(&question) { Instance::new(&question.problem).merged() } else { no_instance() };
        Self { problem: question.problem, instance, dominating }
    }

    pub(crate) fn ready(&self) -> Ready<'_> {
        Ready::whole(&self.problem, &self.instance, self.dominating)
    }
}

impl<'a> Ground<'a> {
    /// For a plan that is new, or for one that was made by the speed of these instructions.
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
        // Of such a board no map is written down: who counts classes there finds them in another way.
        if problem.board().is_large() {
            return Ok(Self::of(question, settings, (Vec::new(), Vec::new()), kernel, planners));
        }
        let fixing = match fixed_by.is_identity() {
            true => Vec::new(),
            false => members(problem, *maximal, *fixed_by)?,
        };
        // Nothing is asked of placements that the identity alone is to leave as they are.
        let fixing = if fixing.len() > 1 { fixing } else { Vec::new() };
        let same = match up_to.group().on_torus() {
            _ if !fixing.is_empty() => Vec::new(),
            Some(_) if settings.engine == Engine::SWEEP => return Err(PlanError::ExchangeOfNumbers),
            Some(group) => congruent::group(question, group)?,
            None => same(question)?,
        };
        Ok(Self::of(question, settings, (same, fixing), kernel, planners))
    }

    /// The same with symmetries of which the question says nothing: those that make placements the same, and those that leave each
    /// as it is.
    pub(crate) fn of(
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

    /// Whether no table of conflicts says what is allowed, so that placements are gone through in reading order.
    pub(crate) fn is_in_order(&self) -> bool {
        !self.has_cases_first() && !self.question.is_pairwise()
    }

    /// Whether sets of squares and a table of conflicts say what is allowed.
    fn has_table(&self) -> bool {
        !self.is_in_order() && !self.problem().board().is_large()
    }

    /// Whether something has to be settled before anything is counted.
    pub(crate) fn has_cases_first(&self) -> bool {
        Split::needed(self.problem()).is_some()
    }

    /// Whether classes are those of maps of the torus, which do not keep what is counted.
    pub(crate) fn is_congruent(&self) -> bool {
        self.fixing.is_empty() && self.question.up_to.group().on_torus().is_some()
    }

    /// The instance, its classes not merged.
    pub(crate) fn instance(&self) -> &Instance {
        self.instance.get_or_init(|| match self.has_table() {
            true => Instance::new(self.problem()),
            // For those that do not read it.
            false => no_instance(),
        })
    }

    /// The whole problem as engines count it.
    pub(crate) fn whole(&self) -> &Site {
        let instance = || match self.has_table() {
            true => self.instance().clone().merged(),
            false => no_instance(),
        };
        self.whole.get_or_init(|| Site {
            problem: self.problem().clone(),
            instance: instance(),
            dominating: self.question.dominating,
        })
    }

    /// What is counted by a leaf that counts all placements of some problem; `None` of others, and of problems that there are not.
    pub(crate) fn site(&self, counts: &Target) -> Option<Cow<'_, Site>> {
        match counts {
            Target::All => Some(Cow::Borrowed(self.whole())),
            Target::Numbers(numbers) => {
                let mut open = self.by_numbers().kinds(self.problem()).into_iter().zip(numbers);
                let exact = open.try_fold(self.problem().clone(), |problem, (kind, &number)| {
                    problem.with_number(kind, number)
                })?;
                Some(Cow::Owned(Site::new(exact, self.question.dominating)))
            }
            &Target::Smaller { rows, cols } => {
                let (problem, instance) = self.smaller(rows, cols)?;
                Some(Cow::Owned(Site {
                    problem,
                    instance: instance.merged(),
                    dominating: self.question.dominating,
                }))
            }
            Target::Part { part, numbers } => {
                Some(Cow::Owned(Site::new(self.parts()?.problem(*part, numbers)?, self.question.dominating)))
            }
            Target::Fixed { .. } | Target::Classes => None,
        }
    }

    /// The same pieces on a board with this many rows and columns less; `None` if there is none left.
    pub(crate) fn smaller(&self, rows: usize, cols: usize) -> Option<(Problem, Instance)> {
        let problem = self.problem_on_smaller(rows, cols)?;
        // As wide as on the whole board, so that units are the same as ever.
        let instance = Instance::new(&problem).widened(words_for(self.problem().board().squares()));
        Some((problem, instance))
    }

    pub(crate) fn problem_on_smaller(&self, rows: usize, cols: usize) -> Option<Problem> {
        let board = self.problem().board();
        let (rows, cols) = (board.rows().checked_sub(rows)?, board.cols().checked_sub(cols)?);
        self.problem().on_board(Board::new(rows, cols, board.topology()).ok()?)
    }

    /// The parts that do not interact; `None` if there is one only.
    pub(crate) fn parts(&self) -> Option<&PartedProblem> {
        let parts = || PartedProblem::new(self.problem(), self.instance(), self.nested().is_other());
        self.parts.get_or_init(parts).as_ref()
    }

    /// One symmetry of each conjugacy class of those that make placements the same, with the number of its conjugates.
    pub(crate) fn conjugates(&self) -> impl Iterator<Item = (&Symmetry, u64)> {
        let classes = self.classes.get_or_init(|| group::Group::new(&self.same).conjugacy_classes());
        classes.iter().map(|&(place, times)| (&self.same[place], times))
    }

    /// How nested plans are made.
    pub(crate) fn nested(&self) -> Nested {
        Nested::new(self.settings, self.tuning.tuned, self.planners)
    }

    /// The cases of any number of pieces.
    pub(crate) fn by_numbers(&self) -> Split<'static> {
        Split::Numbers { dominating: self.question.dominating }
    }

    /// Whether all placements are asked for, by a single number.
    pub(crate) fn is_simple(&self) -> bool {
        self.question.up_to == UpTo::Nothing && !self.question.maximal && !self.question.by_number
    }
}

/// Whether sets of squares and a table of conflicts say what is allowed.
fn is_tabled(question: &Question) -> bool {
    question.is_pairwise() && !question.problem.board().is_large()
}

/// For those that do not read it.
pub(crate) fn no_instance() -> Instance {
    Instance::without_maps(Vec::new(), Conflicts::none(0, 0), 1u32.into())
}
