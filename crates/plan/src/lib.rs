//! Makes a plan from a question, and a number from a plan.
//!
//! A plan is an expression (`engines::expression`). Engines count its leaves, and its nodes combine the
//! counts. This package chooses the expression that answers a question. The engines state their abilities and
//! costs (`engines::technique`), and planning compares them.
//!
//! | file | does |
//! |---|---|
//! | `make`, `check`, `consider` | makes the plan of a question, rejects questions, and shows the plan of each engine |
//! | `settings`, `summary` | settings of a count, and the summary of a plan |
//! | `choose` | chooses the engine for an instance |
//! | `strategies`, `draft` | ways to make a tree, each a file that proposes at a price, and the plan in the making |
//! | `classes` | makes a tree for classes from a leaf for all placements |
//! | [`tree`](kept::Tree) | a written plan |
//! | `ground`, `shape`, `build`, `read` | the basis of leaves, what they count, how they are built, and how a tree is read |
//! | `same` | finds the symmetries of a problem from the names of maps |
//! | `burnside` | the placements that symmetries fix, as a leaf |
//! | `congruent` | classes under maps of the torus of placements on the plane, as a leaf |
//! | `by_symmetry` | counts of placements by their symmetry group |
//! | `clusters` | few leapers on a large board, from small boards, as a leaf |
//! | `cases` | splits a problem by the squares of walls or of a few kinds, or by numbers of pieces |
//! | `parts` | parts that do not interact, as a product of polynomials |
//! | `each_number` | numbers of pieces, each with a plan of its own, as a leaf |
//! | `idle_walls` | walls that do not affect the pieces |
//! | `selection` | ranges of numbers, selected from counts of any number |
//! | `planned` | a smaller problem, planned when it is counted, as a leaf |
//! | `leaders` | few pieces, or their files, first, and the rest by the engine that suits it, as a leaf |
//! | `division` | placements by the square of their first piece |
//! | `term`, `units`, `counted` | leaves that are counted unit by unit, and the units of a whole plan |
//! | `whole`, `sweep`, `direct` | leaves that answer a whole question at once, by a sweep or by an engine that reads it |
//! | `compared` | the alternatives that planning did not take |
//! | `shrunk` | the largest countable board, if a board is too large |
//! | `nested` | the plans that a leaf makes itself |
//! | [`kept`] | the parts of a plan that journals and distributed counts need |
//! | `second` | plans that double-check a count |
//! | `patience` | planning that can be abandoned |
//! | `standing` | the squares of the pieces in all placements, part by part |
//! | `observer`, `outcome` | the reports of a run, and its result |

#![allow(rustdoc::private_intra_doc_links, reason = "readers of private items have their documentation, too")]

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
mod selection;
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
mod usual_sweep;
#[doc(hidden)]
pub mod without;

pub use crate::engines::expression::Outline;
pub use crate::engines::tally::NumberCount;
pub use crate::symmetry::EXCHANGED;
pub use by_symmetry::{Stabiliser, Stabilisers, SymmetryPlan, by_symmetry};
#[doc(hidden)]
pub use check::{check_dominating, refuse_unless_exact};
pub use compared::LosingPlan;
pub use consider::{EngineVerdict, consider};
#[doc(hidden)]
pub use division::plan_part;
pub use division::{Division, divide};
pub use engines::UnitCount;
pub use error::{ONE_OF_THEM, PlanError};
pub use make::{of_any_size, plan};
pub use memory::{
    SizeError, available_memory, format_allowed as allowed_memory, format_needed as needed_memory,
    memory_size, total_memory,
};
pub use observer::{CancelToken, Deadline, Gauge, Observer, Silent, StoppingObserver, UnitDone};
pub use outcome::{Outcome, RunError};
pub use patience::{plan_unless_stopped, unless_stopped};
#[doc(hidden)]
pub use pool::Pool;
#[doc(hidden)]
pub use same::equivalence_symmetries;
pub use second::{Difference, DoubleCheck, agree, plan_double_check};
pub use settings::Settings;
pub use shrunk::{SmallerBoard, find_smaller_board};
#[doc(hidden)]
pub use standing::{StandingCount, StandingPlan, plan_standing};
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
use selection::Selection;
use settings::check_memory;
use sweep::SweepLeaf;
use term::Term;
use tree::{Tree, Way};
use units::UnitPlan;

/// The assumed factor between the time and the forecast of a doubtful sweep. Some take longer: `12x12 B6 L6`
/// took 30 times as long.
const TIMES_IN_DOUBT: f64 = 10.0;

/// A problem whose maximum was found before its placements are counted.
#[derive(Debug, Clone, PartialEq)]
pub struct MaximumProblem {
    /// The problem, with `max` instead of the number.
    pub problem: Problem,
    /// The maximum; `None` if there is no placement.
    pub maximum: Option<u32>,
}

/// The plan of a question: how it will be counted.
pub struct Plan {
    question: Question,
    /// The original problem, if the question has a number instead of `max`.
    asked: Option<MaximumProblem>,
    /// Walls that are counted separately, by a factor.
    idle_walls: Option<IdleWalls>,
    /// The ranges that select from the counts by number.
    selection: Option<Selection>,
    settings: Settings,
    /// The leaves, and the way to combine their counts.
    units: UnitPlan,
    summary: Summary,
    /// The alternatives that planning compared and did not take, apart from the engines.
    compared: Vec<LosingPlan>,
    /// The bytes that a faster plan would take, if that is more than the settings allow.
    wanted_memory: Option<u64>,
    /// Whether the plan counts only a part of its question's placements, so that no other plan for the
    /// question can replace it.
    is_part: bool,
}

impl Plan {
    /// Returns a sweep, after a trial of `trial` seconds or by a recipe. `None` if its states would be too
    /// wide, or if the recipe belongs to another sweep.
    fn sweep(
        question: &Question,
        settings: &Settings,
        symmetries: Symmetries<'_>,
        trial: f64,
        recipe: Option<&SweepRecipe>,
    ) -> Option<Self> {
        let sweep = SweepLeaf::new(question, settings, symmetries, trial, recipe)?;
        let leaf = Term::new(Way::Sweep(sweep.recipe()), Box::new(sweep));
        let units = UnitPlan::from_leaf(leaf, settings.pool(), Kernel::Portable);
        let maps = symmetries.fixed_by.len();
        Some(Self::of_units(units, question, settings, symmetries.same, (maps, 0)))
    }

    /// Returns the sweep of a question by a recipe, without a trial. `None` if the recipe belongs to another
    /// sweep.
    fn sweep_as(
        question: &Question,
        settings: &Settings,
        symmetries: Symmetries<'_>,
        recipe: &SweepRecipe,
    ) -> Option<Self> {
        let has_all_ways = |swept: &Self| {
            swept.resumable_sweep().is_some_and(|sweep| sweep.recipe().ways.len() == recipe.ways.len())
        };
        Self::sweep(question, settings, symmetries, 0.0, Some(recipe)).filter(has_all_ways)
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
            ..Summary::new(group, settings.pool().threads)
        };
        let summary = match units.as_whole() {
            Some(whole) => {
                let Extent { terms, units, words: mask_words } = whole.extent();
                Summary { terms, units, mask_words, ..of_any }
            }
            None => Summary {
                kernel: Some(units.first_facts().kernel),
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
            selection: None,
            settings: settings.clone(),
            units,
            summary,
            compared: Vec::new(),
            wanted_memory: None,
            is_part: false,
        }
    }

    /// Returns true for a sweep of which only the beginning was tried.
    fn is_forecast(&self) -> bool {
        self.resumable_sweep().is_some() && self.summary.estimate.relative_error.is_none()
    }

    /// Returns true for a sweep of several parts whose trials did not finish. The short lines in the corner
    /// of a colour tell little about the long ones.
    fn is_in_doubt(&self) -> bool {
        self.summary.units > 1 && self.is_forecast()
    }

    /// Returns true for a sweep that was short of memory from the beginning. It meets the same states
    /// repeatedly, so its time cannot be forecast. `16x16 Q16` with 1 MB was expected to take 0.2 s, and
    /// takes hours.
    #[must_use]
    pub fn is_short_of_memory(&self) -> bool {
        self.units.as_whole().is_some_and(Leaf::is_short_of_memory)
    }

    /// Returns the time that it may take at worst, in seconds, even if it is expected to be faster.
    fn seconds_at_worst(&self) -> f64 {
        self.seconds_if_doubted(self.is_in_doubt())
    }

    /// Returns the expected time in seconds, or the time at worst if the forecast is in doubt.
    fn seconds_if_doubted(&self, is_in_doubt: bool) -> f64 {
        let seconds = self.summary.estimate.seconds;
        if is_in_doubt { TIMES_IN_DOUBT * seconds } else { seconds }
    }

    /// Returns the plan if the settings allow its memory.
    fn check_memory(self, settings: &Settings) -> Result<Self, PlanError> {
        check_memory(self.summary.memory, settings)?;
        Ok(self)
    }

    /// Returns the question that it answers.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Returns this plan as the answer to the original problem.
    #[must_use]
    pub fn for_largest(self, asked: Option<MaximumProblem>) -> Self {
        Self { asked, ..self }
    }

    /// Returns the original problem, if the maximum was found before this plan was made.
    #[must_use]
    pub fn maximum_problem(&self) -> Option<&MaximumProblem> {
        self.asked.as_ref()
    }

    /// Returns the problem of the caller, with `max` if it was written so.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        self.asked.as_ref().map_or(&self.question.problem, |asked| &asked.problem)
    }

    /// Converts a count of this plan to the answer to the caller's question.
    #[must_use]
    pub fn answer(&self, counted: Outcome) -> Outcome {
        let counted = match &self.selection {
            Some(selection) => selection.select(counted),
            None => counted,
        };
        let counted = match &self.idle_walls {
            Some(walls) => walls.add_walls(counted),
            None => counted,
        };
        let maximum = self.asked.as_ref().and_then(|asked| asked.maximum);
        Outcome { maximum: counted.maximum.or(maximum), ..counted }
    }

    /// Returns the settings of the plan.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns a summary of the plan.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Returns true if planning rejected a faster plan because it needs more memory than the settings allow.
    #[must_use]
    pub fn lacks_memory(&self) -> bool {
        self.wanted_memory.is_some()
    }

    /// Returns the bytes that the rejected faster plan would take; `None` if none was rejected.
    #[must_use]
    pub fn wanted_memory(&self) -> Option<u64> {
        self.wanted_memory
    }

    /// Returns the alternatives that planning compared and did not take, apart from the engines.
    #[must_use]
    pub fn compared(&self) -> &[LosingPlan] {
        &self.compared
    }

    /// Returns the expression of the plan, node by node.
    #[must_use]
    pub fn outline(&self) -> Outline {
        let outline = self.units.outline();
        let outline = self.selection.iter().fold(outline, |outline, _| Selection::outline(outline));
        self.idle_walls.iter().fold(outline, |outline, walls| walls.outline(outline))
    }

    /// Returns the written plan, which any machine can [read](kept::plan_again). `None` if the plan counts
    /// only a part of its question's placements.
    #[must_use]
    pub fn tree(&self) -> Option<Tree> {
        (!self.is_part).then(|| self.units.tree())
    }

    /// Runs the count. It reports progress to the observer, which can stop it.
    ///
    /// # Errors
    /// Threads that cannot be started, and sums that fail a check.
    pub fn run(&self, observer: &dyn Observer) -> Result<Outcome, RunError> {
        Ok(self.answer(self.units.run(observer)?))
    }

    /// Counts by its [sweep](Self::resumable_sweep), and regularly offers the state of the sweep to the
    /// keeper.
    ///
    /// # Errors
    /// The errors of [`run`](Self::run), and plans without a sweep.
    pub fn run_kept(&self, keeper: &dyn SweepKeeper, observer: &dyn Observer) -> Result<Outcome, RunError> {
        self.units.answer(observer, Some(keeper))
    }

    /// Returns the units of the plan; `None` if it counts everything at once, so that there is nothing to
    /// distribute.
    #[must_use]
    pub fn units(&self) -> Option<&UnitPlan> {
        self.units.as_whole().is_none().then_some(&self.units)
    }

    /// Returns the sweep of the plan; `None` if it has none.
    #[must_use]
    pub fn resumable_sweep(&self) -> Option<&dyn Resumable> {
        self.units.as_whole()?.state()
    }

    /// Returns all placements by rank, in at most `memory` bytes. `None` if the plan does not sweep all
    /// placements, if they need more memory, or if the observer stopped the run.
    #[doc(hidden)]
    pub fn rank_placements(
        &self,
        memory: usize,
        observer: &dyn Observer,
    ) -> Option<Box<dyn RankedPlacements>> {
        let is_all = self.idle_walls.is_none() && self.selection.is_none();
        let whole = self.units.as_whole().filter(|_| is_all)?;
        whole.rank_placements(memory, &|| observer.should_stop())
    }
}
