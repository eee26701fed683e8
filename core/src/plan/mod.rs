//! From a question to a plan, and from a plan to a number.
//!
//! A plan is an expression (`engines::expression`): leaves are counted by engines, nodes say how their counts are put
//! together. Here it is decided which expression answers a question; the engines say what they can do and what it would cost
//! (`engines::technique`), and planning compares.
//!
//! | file | does |
//! |---|---|
//! | `choose` | which engine goes through an instance |
//! | `classes` | trees for all placements, for classes up to symmetry, shifts and exchanges, and where lines are blocked |
//! | `burnside` | the placements that a symmetry fixes, as a leaf |
//! | `division` | placements by the square of their first piece |
//! | `term`, `units`, `counted` | leaves that are counted unit by unit, and the units of a whole plan |
//! | `sweep`, `definition` | leaves that are swept, or tried out |
//! | `recipe` | what is settled by the clock, so that the same plan can be made again |
//! | `second` | how a count can be checked |
//! | `observer`, `outcome` | what a run reports, and what comes out |

mod burnside;
mod choose;
mod classes;
mod counted;
mod definition;
mod division;
mod error;
mod observer;
mod outcome;
mod recipe;
mod second;
mod sweep;
mod term;
mod units;

pub use crate::engines::expression::Outline;
pub use crate::engines::tally::NumberCount;
pub(crate) use classes::same;
pub use counted::Counted;
pub use division::{Division, divide};
pub use error::PlanError;
pub use observer::{Observer, Silent, UnitCount, UnitDone, Until};
pub use outcome::{Outcome, RunError};
pub use recipe::{Recipe, UnitRecipe};
pub use second::{Difference, Second, agree, second};
pub use sweep::SweepPlan;
pub use units::{TermFacts, UnitPlan};

use crate::engines::Engine;
use crate::engines::estimate::Estimate;
use crate::engines::kernel::Kernel;
use crate::engines::technique::{Manner, Technique};
use crate::engines::tuning::{Granularity, Tuning};
use crate::engines::units::MOST_UNITS;
use crate::named::Named;
use crate::problem::Objective;
use crate::question::{Ask, Question, UpTo};
pub use crate::symmetry::EXCHANGED;
use crate::symmetry::Symmetry;
use sweep::LONG_TRIAL;

/// How to count.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Which engine.
    pub engine: Engine,
    /// Which instructions; the best that the processor has if `None`.
    pub kernel: Option<Kernel>,
    /// How many threads; one for each core if `None` or 0.
    pub threads: Option<usize>,
    /// How many bytes tables and buffers may take, about; no limit if `None`.
    pub memory: Option<u64>,
    /// Splits into the smallest units that the engine can make, and uses threads for the least level. The sum is the same;
    /// for tests.
    pub finest_units: bool,
    /// Plans for a count that is shared among machines: only units, more of them where the count takes very long, and tuned for
    /// AVX-512 whatever this machine has, so that the plan is the same on all of them.
    pub shared: bool,
}

/// Everything needed to answer a question, before anything is counted.
pub struct Plan {
    question: Question,
    settings: Settings,
    method: Method,
    summary: Summary,
}

/// What the leaves of a plan are.
enum Method {
    Units(UnitPlan),
    Sweep(SweepPlan),
    Definition,
}

/// What a plan is going to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Name and version of the engine.
    pub engine: (&'static str, u32),
    /// Its instructions, if it has a choice.
    pub kernel: Option<Kernel>,
    /// How many maps of the board keep the problem, and so let placements be counted once for several; 0 for engines that
    /// do not use them.
    pub maps: usize,
    /// Up to symmetry: the symmetries that make placements the same, by name. Empty otherwise.
    pub symmetries: Vec<String>,
    /// What was to count as the same placement.
    pub up_to: UpTo,
    /// Counts that go into the sum: one, or up to symmetry one for each symmetry that has no like among the others.
    pub terms: usize,
    /// Whether only placements that cannot be extended are counted.
    pub maximal: bool,
    /// Independent units of work; parts of the board that do not interact, for the frontier engine.
    pub units: usize,
    /// The heaviest unit's share of the expected work, 0 to 1.
    pub heaviest: f64,
    /// What counting is expected to take on one core.
    pub estimate: Estimate,
    /// 64-bit words in a mask; 0 for the naive engine, which has none.
    pub mask_words: usize,
    /// Bytes held by tables and units.
    pub memory: usize,
    /// Threads that will count.
    pub threads: usize,
}

impl Summary {
    /// What a question and a number of threads say, and nothing of an engine.
    fn of(question: &Question, group: &[Symmetry], threads: usize) -> Self {
        Self {
            engine: ("", 0),
            kernel: None,
            maps: 0,
            symmetries: group.iter().map(Symmetry::name).collect(),
            up_to: question.up_to,
            terms: 1,
            maximal: false,
            units: 1,
            heaviest: 1.0,
            estimate: Estimate::by_model(0.0),
            mask_words: 0,
            memory: 0,
            threads,
        }
    }

    /// Whether some of the symmetries exchange armies.
    #[must_use]
    pub fn exchanges_armies(&self) -> bool {
        self.symmetries.iter().any(|name| name.ends_with(EXCHANGED))
    }
}

/// Makes a plan.
///
/// # Errors
/// Questions that no engine can answer, and settings that cannot be met.
pub fn plan(question: &Question, settings: &Settings) -> Result<Plan, PlanError> {
    make(question, settings, None)
}

/// Makes a plan again that was made before, perhaps elsewhere.
///
/// # Errors
/// As [`plan`].
pub fn plan_again(question: &Question, settings: &Settings, recipe: &Recipe) -> Result<Plan, PlanError> {
    make(question, settings, Some(recipe))
}

fn make(question: &Question, settings: &Settings, recipe: Option<&Recipe>) -> Result<Plan, PlanError> {
    check(question, settings)?;
    let manner = settings.engine.technique().map(Technique::manner);
    if manner == Some(Manner::Definition) {
        return Ok(Plan::by_definition(question, settings));
    }
    let group = same(question)?;
    match recipe {
        Some(Recipe::Sweep(recipe)) => {
            Plan::sweep_again(question, settings, &group, recipe).ok_or(PlanError::OtherSweep)
        }
        Some(Recipe::Units(recipe)) => classes::tree(question, settings, &group, Some(recipe)),
        None if manner == Some(Manner::Sweep) || !can(Manner::Units, question) => {
            sweep(question, settings, &group)
        }
        None => classes::tree(question, settings, &group, None),
    }
}

/// Why an engine cannot answer a question; `None` if it may be able to.
fn refusal(technique: &dyn Technique, question: &Question) -> Option<String> {
    let unanswered = question.asks().find(|&ask| !technique.answers(ask));
    let Some(ask) = unanswered else { return technique.refuses(question).map(str::to_owned) };
    let able: Vec<&str> = (Engine::techniques().filter(|(_, other)| other.answers(ask)))
        .map(|(engine, _)| engine.name())
        .collect();
    let engines = match able[..] {
        [] => "no engine can".to_owned(),
        [one] => format!("only the engine {one} can"),
        _ => format!("only the engines {}", able.join(" and ")),
    };
    let about = ask.about();
    let advice = if ask == Ask::Blocked { ": take the engine best" } else { "" };
    Some(format!("{engines} {}{}{advice}", about[..1].to_lowercase(), &about[1..]))
}

/// Whether an engine that goes this way may be able to answer a question.
fn can(manner: Manner, question: &Question) -> bool {
    let mut going = Engine::techniques().filter(|(_, technique)| technique.manner() == manner);
    going.any(|(_, technique)| refusal(technique, question).is_none())
}

/// A plan that is a sweep, where it was asked for or nothing else is possible.
fn sweep(question: &Question, settings: &Settings, group: &[Symmetry]) -> Result<Plan, PlanError> {
    let mut sweeping = Engine::techniques().filter(|(_, technique)| technique.manner() == Manner::Sweep);
    let Some((_, technique)) = sweeping.next() else { return Err(PlanError::OtherSweep) };
    let refused = |why| PlanError::Refused { engine: technique.name(), why };
    if let Some(why) = refusal(technique, question) {
        return Err(refused(why));
    }
    if let Some(why) = technique.refuses_kernels().filter(|_| settings.kernel.is_some()) {
        return Err(refused(why.to_owned()));
    }
    if !can_be_swept(question, group) {
        return Err(PlanError::ExchangeOfNumbers);
    }
    let plan = Plan::sweep(question, settings, group, LONG_TRIAL);
    plan.ok_or_else(|| refused(technique.misfit().to_owned()))
}

/// Whether a sweep can tell what is the same.
fn can_be_swept(question: &Question, group: &[Symmetry]) -> bool {
    question.up_to != UpTo::Translation && group.iter().all(Symmetry::keeps_armies)
}

/// An engine that could answer a question, and what it would do; or why it cannot.
pub struct Considered {
    /// Its name.
    pub engine: &'static str,
    /// What it would do.
    pub summary: Result<Summary, PlanError>,
}

/// Asks every engine but the oracle what it would make of a question. Takes longer than [`plan`], which does not try what
/// cannot win.
#[must_use]
pub fn consider(question: &Question, settings: &Settings) -> Vec<Considered> {
    let considered = |engine: Engine| Considered {
        engine: engine.name(),
        summary: plan(question, &Settings { engine, ..settings.clone() }).map(|plan| plan.summary),
    };
    engines_that_count().map(considered).collect()
}

/// All engines but the oracle.
fn engines_that_count() -> impl Iterator<Item = Engine> {
    let counts = Engine::techniques().filter(|(_, technique)| technique.manner() != Manner::Definition);
    counts.map(|(engine, _)| engine)
}

/// Refuses what no engine counts, or not the one that is asked for.
fn check(question: &Question, settings: &Settings) -> Result<(), PlanError> {
    let Question { problem, up_to: _, maximal, by_number } = question;
    if problem.board().is_large() {
        return Err(PlanError::LargeBoard);
    }
    let manner = settings.engine.technique().map(Technique::manner);
    let is_open = problem.objective() != Objective::Exactly;
    // A further piece can make peace where there was none: what cannot be extended by one may be by two.
    if problem.is_blocked() && (*maximal || (is_open && manner != Some(Manner::Definition))) {
        return Err(PlanError::BlockedIsPlain);
    }
    let technique = settings.engine.technique();
    let refused = |why| PlanError::Refused { engine: settings.engine.name(), why };
    if let Some(why) = technique.and_then(|technique| refusal(technique, question)) {
        return Err(refused(why));
    }
    if *by_number && !is_open {
        return Err(PlanError::NoNumbers);
    }
    if settings.kernel.is_some()
        && let Some(why) = technique.and_then(Technique::refuses_kernels)
    {
        return Err(refused(why.to_owned()));
    }
    match settings.kernel.filter(|kernel| !kernel.is_available()) {
        Some(kernel) => Err(PlanError::Kernel(kernel)),
        None => Ok(()),
    }
}

fn check_memory(needed: usize, settings: &Settings) -> Result<(), PlanError> {
    match settings.memory {
        Some(allowed) if needed as u64 > allowed => Err(PlanError::Memory { needed: needed as u64, allowed }),
        _ => Ok(()),
    }
}

pub(crate) fn threads(settings: &Settings) -> usize {
    let threads = settings.threads.filter(|&threads| threads > 0);
    threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// How the settings, and a recipe if there is one, would have an instance counted.
fn tuning(settings: &Settings, recipe: Option<&UnitRecipe>) -> Tuning {
    let granularity =
        Granularity { most_units: MOST_UNITS, finest: settings.finest_units, shared: settings.shared };
    // A recipe says by whose speed, and this machine counts.
    let best = || match settings.shared && recipe.is_none() {
        true => Kernel::Avx512,
        false => Kernel::best(),
    };
    let kernel = settings.kernel.unwrap_or_else(best);
    let tuned = recipe.map_or(kernel, |recipe| recipe.kernel);
    Tuning { kernel, tuned, granularity, threads: threads(settings) }
}

impl Plan {
    fn new(question: &Question, settings: &Settings, method: Method, summary: Summary) -> Self {
        Self { question: question.clone(), settings: settings.clone(), method, summary }
    }

    fn by_definition(question: &Question, settings: &Settings) -> Self {
        let technique = settings.engine.technique();
        let engine = technique.map_or(("", 0), |technique| (technique.name(), technique.version()));
        let summary =
            Summary { engine, maximal: question.maximal, ..Summary::of(question, &[], threads(settings)) };
        Self::new(question, settings, Method::Definition, summary)
    }

    /// A sweep, after a trial of so many seconds; `None` if states would be too wide.
    fn sweep(question: &Question, settings: &Settings, group: &[Symmetry], trial: f64) -> Option<Self> {
        let plan = SweepPlan::new(question, settings, group, trial, None)?;
        Some(Self::of_sweep(plan, question, settings, group))
    }

    fn sweep_again(
        question: &Question,
        settings: &Settings,
        group: &[Symmetry],
        recipe: &crate::engines::SweepRecipe,
    ) -> Option<Self> {
        let plan = SweepPlan::new(question, settings, group, LONG_TRIAL, Some(recipe))?;
        Some(Self::of_sweep(plan, question, settings, group))
    }

    fn of_sweep(plan: SweepPlan, question: &Question, settings: &Settings, group: &[Symmetry]) -> Self {
        let summary = plan.summary(question, group);
        Self::new(question, settings, Method::Sweep(plan), summary)
    }

    fn of_units(
        units: UnitPlan,
        question: &Question,
        settings: &Settings,
        group: &[Symmetry],
        (maps, mask_words): (usize, usize),
    ) -> Self {
        let summary = Summary {
            engine: units.first().engine,
            kernel: Some(units.first().kernel),
            maps,
            terms: units.terms().len(),
            units: units.units(),
            heaviest: units.heaviest(),
            estimate: units.estimate(),
            mask_words,
            memory: units.memory(),
            ..Summary::of(question, group, threads(settings))
        };
        Self::new(question, settings, Method::Units(units), summary)
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

    /// The expression that it is, node by node.
    #[must_use]
    pub fn outline(&self) -> Outline {
        match &self.method {
            Method::Units(units) => units.outline(),
            Method::Sweep(sweep) => sweep.outline(),
            Method::Definition => Outline::leaf("the definition, tried out".to_owned(), 0.0),
        }
    }

    /// Counts. The observer hears how far it is and can stop the run.
    ///
    /// # Errors
    /// Threads that cannot be started, and sums that fail a check.
    pub fn run(&self, observer: &dyn Observer) -> Result<Outcome, RunError> {
        match &self.method {
            Method::Units(units) => units.run(observer),
            Method::Sweep(sweep) => sweep.run(observer),
            Method::Definition => Ok(definition::try_out(&self.question, observer)),
        }
    }

    /// Its units; `None` if it is not made of units.
    #[must_use]
    pub fn units(&self) -> Option<&UnitPlan> {
        match &self.method {
            Method::Units(units) => Some(units),
            Method::Sweep(_) | Method::Definition => None,
        }
    }

    /// Its sweep; `None` if it is none.
    #[must_use]
    pub fn swept(&self) -> Option<&SweepPlan> {
        match &self.method {
            Method::Sweep(sweep) => Some(sweep),
            Method::Units(_) | Method::Definition => None,
        }
    }
}
