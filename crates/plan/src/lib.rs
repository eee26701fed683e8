//! From a question to a plan, and from a plan to a number.
//!
//! A plan is an expression (`engines::expression`): leaves are counted by engines, nodes say how their counts are put
//! together. Here it is decided which expression answers a question; the engines say what they can do and what it would cost
//! (`engines::technique`), and planning compares.
//!
//! | file | does |
//! |---|---|
//! | `make`, `check`, `consider` | from a question to its plan, what is refused, and what each engine would do |
//! | `settings`, `summary` | how to count, and what a plan is going to do |
//! | `choose` | which engine goes through an instance |
//! | `strategies`, `draft` | ways to make a tree, each a file that proposes at a price, and what is in the making |
//! | `classes` | from a leaf for all placements to a tree for classes |
//! | [`tree`](kept::Tree) | a plan written down |
//! | `ground`, `shape`, `build`, `read` | what leaves stand on, what they count, how they are built, and how a tree is read |
//! | `same` | from the names of maps to the symmetries of a problem |
//! | `burnside` | the placements that symmetries fix, as a leaf |
//! | `congruent` | classes under maps of the torus of placements on the plane, as a leaf |
//! | `by_symmetry` | placements by the symmetries that they have |
//! | `clusters` | few leapers on a large board, from small ones, as a leaf |
//! | `cases` | how a problem falls into cases: where walls or a few kinds stand, numbers of pieces |
//! | `parts` | parts that do not interact, as a product of polynomials |
//! | `each_number` | numbers of pieces, each by a plan of its own, as a leaf |
//! | `idle_walls` | walls beside which everything is as it is without them |
//! | `planned` | a smaller problem, planned when it is counted, as a leaf |
//! | `leaders` | few pieces, or their files, first, and the rest by whatever engine suits it, as a leaf |
//! | `division` | placements by the square of their first piece |
//! | `term`, `units`, `counted` | leaves that are counted unit by unit, and the units of a whole plan |
//! | `whole`, `sweep`, `direct` | leaves that answer a whole question at once: swept, or read by an engine itself |
//! | `compared` | what planning looked at and did not take |
//! | `shrunk` | what can be counted where a board is too large |
//! | `nested` | plans that a leaf makes of its own |
//! | [`kept`] | what journals and shared counts need of a plan |
//! | `second` | how a count can be checked |
//! | `patience` | planning that need not be waited for |
//! | `standing` | where the pieces of all placements stand, part by part |
//! | `observer`, `outcome` | what a run reports, and what comes out |

#![allow(rustdoc::private_intra_doc_links, reason = "who reads of its inside has it before them")]

mod build;
mod burnside;
mod by_symmetry;
#[doc(hidden)]
pub mod cases;
mod check;
mod choose;
mod classes;
#[doc(hidden)]
pub mod clusters;
mod compared;
mod congruent;
mod consider;
mod counted;
mod direct;
mod division;
mod draft;
mod each_number;
mod error;
mod ground;
mod idle_walls;
#[cfg(feature = "serde")]
mod interchange;
pub mod kept;
mod leaders;
mod make;
mod memory;
mod nested;
mod observer;
mod outcome;
mod parts;
mod patience;
mod planned;
#[doc(hidden)]
pub mod pool;
mod read;
mod same;
mod second;
mod settings;
mod shape;
mod shrunk;
mod standing;
mod strategies;
mod summary;
mod sweep;
mod term;
mod tree;
mod units;
#[doc(hidden)]
pub mod without;

pub use crate::engines::expression::Outline;
pub use crate::engines::tally::NumberCount;
pub use crate::symmetry::EXCHANGED;
pub use by_symmetry::{BySymmetry, Stabiliser, Stabilisers, by_symmetry};
#[doc(hidden)]
pub use check::check_dominating;
pub use compared::Compared;
pub use consider::{Considered, consider};
#[doc(hidden)]
pub use division::plan_part;
pub use division::{Division, divide};
pub use engines::UnitCount;
pub use error::{ONE_OF_THEM, PlanError};
pub use make::{of_any_size, plan};
pub use memory::{
    SizeError, allowed as allowed_memory, available_memory, memory_size, needed as needed_memory,
    total_memory,
};
pub use observer::{CancelToken, Deadline, Gauge, Observer, Silent, UnitDone, Until};
pub use outcome::{Outcome, RunError};
pub use patience::{plan_unless_stopped, unless_stopped};
#[doc(hidden)]
pub use pool::Pool;
#[doc(hidden)]
pub use same::same;
pub use second::{Difference, Second, agree, second};
pub use settings::Settings;
pub use shrunk::{Shrunk, shrunk};
#[doc(hidden)]
pub use standing::{Standing, StandingPlan, standing};
pub use summary::Summary;

use crate as plan;
use armistice_algebra as algebra;
use armistice_base::{clock, named, work};
use armistice_chess::{board, conflict, feature, piece, problem, question, symmetry, up_to};
use armistice_engines as engines;

use crate::engines::kernel::Kernel;
use crate::engines::leaf::{Extent, Leaf};
use crate::engines::resumable::{RankedPlacements, Resumable, SweepKeeper, SweepRecipe};
use crate::engines::technique::Symmetries;
use crate::problem::Problem;
use crate::question::Question;
use crate::symmetry::Symmetry;
use idle_walls::IdleWalls;
use settings::check_memory;
use sweep::SweepLeaf;
use term::Term;
use tree::{Tree, Way};
use units::UnitPlan;

/// A sweep that is in doubt took up to this many times as long as forecast, and more: `12x12 B6 L6` 30 times.
const TIMES_IN_DOUBT: f64 = 10.0;

/// A problem that asks for a largest number, which was found before the placements are counted.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The problem, with `max` in the place of the number.
    pub problem: Problem,
    /// The number; `None` if there is no placement.
    pub maximum: Option<u32>,
}

/// Everything needed to answer a question, before anything is counted.
pub struct Plan {
    question: Question,
    /// What was asked, if the question has a number in the place of `max`.
    asked: Option<Asked>,
    /// Walls that are not counted with the rest.
    idle_walls: Option<IdleWalls>,
    settings: Settings,
    /// What is counted, and how that is put together.
    units: UnitPlan,
    summary: Summary,
    /// What planning looked at beside engines, and did not take.
    compared: Vec<Compared>,
    /// The bytes that a quicker plan would take, if that is more than is allowed.
    wanted_memory: Option<u64>,
    /// Whether it counts a part of what its question asks for, so that no other plan for that can take its place.
    is_part: bool,
}

impl Plan {
    /// A sweep, after a trial of `trial` seconds or in the ways that a recipe tells; `None` if states would be too wide, or if the
    /// recipe is that of another sweep.
    fn sweep(
        question: &Question,
        settings: &Settings,
        symmetries: Symmetries<'_>,
        trial: f64,
        recipe: Option<&SweepRecipe>,
    ) -> Option<Self> {
        let sweep = SweepLeaf::new(question, settings, symmetries, trial, recipe)?;
        let leaf = Term::new(Way::Sweep(sweep.recipe()), Box::new(sweep));
        let units = UnitPlan::of(leaf, settings.pool(), Kernel::Portable);
        let maps = symmetries.fixed_by.len();
        Some(Self::of_units(units, question, settings, symmetries.same, (maps, 0)))
    }

    fn of_units(
        units: UnitPlan,
        question: &Question,
        settings: &Settings,
        group: &[Symmetry],
        (maps, mask_words): (usize, usize),
    ) -> Self {
        let of_any = Summary {
            engine: units.engine(),
            maps,
            estimate: units.estimate(),
            mask_words,
            memory: units.memory(),
            ..Summary::of(group, settings.pool().threads)
        };
        let summary = match units.as_whole() {
            Some(whole) => {
                let Extent { terms, units, words: mask_words } = whole.extent();
                Summary { terms, units, mask_words, ..of_any }
            }
            None => Summary {
                kernel: Some(units.first().kernel),
                terms: units.terms(),
                units: units.units(),
                heaviest: units.heaviest(),
                ..of_any
            },
        };
        Self {
            question: question.clone(),
            asked: None,
            idle_walls: None,
            settings: settings.clone(),
            units,
            summary,
            compared: Vec::new(),
            wanted_memory: None,
            is_part: false,
        }
    }

    /// Whether it is a sweep of which only the beginning was tried.
    fn is_forecast(&self) -> bool {
        self.swept().is_some() && self.summary.estimate.relative_error.is_none()
    }

    /// Whether it is a sweep of several parts whose trials did not get to the end: what was seen of the short lines at the corner
    /// of a colour tells little of the long ones.
    fn is_in_doubt(&self) -> bool {
        self.summary.units > 1 && self.is_forecast()
    }

    /// Whether it is a sweep for which memory was short from the beginning: the same states are met again and again, and nobody can
    /// say how long that takes. `16x16 Q16` with 1 MB was expected to take 0.2 s, and takes hours.
    #[must_use]
    pub fn is_short_of_memory(&self) -> bool {
        self.units.as_whole().is_some_and(Leaf::is_short_of_memory)
    }

    /// Seconds that it may take, though it is expected to be quicker.
    fn seconds_at_worst(&self) -> f64 {
        self.seconds_if_doubted(self.is_in_doubt())
    }

    /// Seconds that it is expected to take, or may take if that is in doubt.
    fn seconds_if_doubted(&self, is_in_doubt: bool) -> f64 {
        let seconds = self.summary.estimate.seconds;
        if is_in_doubt { TIMES_IN_DOUBT * seconds } else { seconds }
    }

    /// The plan, if the memory that it needs is allowed.
    fn within(self, settings: &Settings) -> Result<Self, PlanError> {
        check_memory(self.summary.memory, settings)?;
        Ok(self)
    }

    /// What it answers.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The same plan for what was asked in the first place.
    #[must_use]
    pub fn for_largest(self, asked: Option<Asked>) -> Self {
        Self { asked, ..self }
    }

    /// What was asked in the first place, if the largest number was found before this plan was made.
    #[must_use]
    pub fn asked(&self) -> Option<&Asked> {
        self.asked.as_ref()
    }

    /// The problem that was asked for.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        self.asked.as_ref().map_or(&self.question.problem, |asked| &asked.problem)
    }

    /// What was counted as the answer to what was asked.
    #[must_use]
    pub fn answer(&self, counted: Outcome) -> Outcome {
        let counted = match &self.idle_walls {
            Some(walls) => walls.beside(counted),
            None => counted,
        };
        let maximum = self.asked.as_ref().and_then(|asked| asked.maximum);
        Outcome { maximum: counted.maximum.or(maximum), ..counted }
    }

    /// How it was asked for.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What it is going to do.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Whether a quicker plan was passed over, since it would take more memory than is allowed.
    #[must_use]
    pub fn lacks_memory(&self) -> bool {
        self.wanted_memory.is_some()
    }

    /// The bytes that such a quicker plan would take; `None` if none was passed over.
    #[must_use]
    pub fn wanted_memory(&self) -> Option<u64> {
        self.wanted_memory
    }

    /// What planning looked at, beside what engines would do, and did not take.
    #[must_use]
    pub fn compared(&self) -> &[Compared] {
        &self.compared
    }

    /// The expression that it is, node by node.
    #[must_use]
    pub fn outline(&self) -> Outline {
        let outline = self.units.outline();
        self.idle_walls.iter().fold(outline, |outline, walls| walls.outline(outline))
    }

    /// The same written down, so that it can be [read](kept::plan_again) anywhere; `None` if it counts a part of what its question asks
    /// for.
    #[must_use]
    pub fn tree(&self) -> Option<Tree> {
        (!self.is_part).then(|| self.units.tree())
    }

    /// Counts. Progress is reported to the observer, which can stop the run.
    ///
    /// # Errors
    /// Threads that cannot be started, and sums that fail a check.
    pub fn run(&self, observer: &dyn Observer) -> Result<Outcome, RunError> {
        Ok(self.answer(self.units.run(observer)?))
    }

    /// Counts by its [sweep](Self::swept), and offers the state of that to the keeper now and then.
    ///
    /// # Errors
    /// As [`run`](Self::run), and plans that are not swept.
    pub fn run_kept(&self, keeper: &dyn SweepKeeper, observer: &dyn Observer) -> Result<Outcome, RunError> {
        self.units.answer(observer, Some(keeper))
    }

    /// Its units; `None` if it answers all at once, so that there is nothing to share or to add up.
    #[must_use]
    pub fn units(&self) -> Option<&UnitPlan> {
        self.units.as_whole().is_none().then_some(&self.units)
    }

    /// Its sweep; `None` if it is not swept.
    #[must_use]
    pub fn swept(&self) -> Option<&dyn Resumable> {
        self.units.as_whole()?.state()
    }

    /// All placements by rank, held in this many bytes at most; `None` if it does not sweep them all, if they take more, or if it
    /// was stopped.
    #[doc(hidden)]
    pub fn ranked(&self, memory: usize, observer: &dyn Observer) -> Option<Box<dyn RankedPlacements>> {
        let whole = self.units.as_whole().filter(|_| self.idle_walls.is_none())?;
        whole.ranked(memory, &|| observer.should_stop())
    }
}
