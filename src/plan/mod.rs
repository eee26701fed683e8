//! From a problem to a plan, and from a plan to a number.

mod burnside;
mod choose;
mod error;
pub(crate) mod ledger;
pub(crate) mod observer;
pub(crate) mod outcome;
pub(crate) mod second;
mod units;

pub use error::PlanError;
pub use ledger::{Counted, Ledger, Recipe, TermFacts};
pub use observer::{Observer, Silent, UnitCount, UnitDone, Until};
pub use outcome::{NumberCount, Outcome, RunError};
pub use second::{Difference, Second, agree, second};

use crate::board::{Board, Square, Topology, words_for};
use crate::engines::estimate::Estimate;
use crate::engines::frontier::{
    self, CheckpointError, Frontier, Limits, Question, Reader, SweepKeeper, SweepRecipe,
};
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::labelling::LabelledCounter;
use crate::engines::shields::Shields;
use crate::engines::tuning::{Fineness, Way};
use crate::engines::units::MOST_UNITS;
use crate::engines::{Engine, naive};
use crate::plan::units::{Term, UnitPlan, quotient};
use crate::named::Named;
use crate::problem::{Objective, Problem};
use crate::question::UpTo;
use crate::symmetry::classes::Classes;
use crate::symmetry::{self, EXCHANGED, Symmetry};
use num_bigint::BigUint;
use std::io::{Read, Seek};
use std::time::{Duration, Instant};

/// How to count.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Which engine.
    pub engine: Engine,
    /// Which instructions; the best that the processor has if `None`.
    pub kernel: Option<Kernel>,
    /// How many threads; one for each core if `None` or 0.
    pub threads: Option<usize>,
    /// What counts as the same placement.
    pub up_to: UpTo,
    /// How many bytes tables and buffers may take, about; no limit if `None`.
    pub memory: Option<u64>,
    /// Counts only placements that cannot be extended: no further piece of any kind of the problem fits.
    pub maximal: bool,
    /// Counts for every number of the pieces written `*` or `max` as well.
    pub by_number: bool,
    /// Splits into the smallest units that the engine can make, and uses threads for the least level. The sum is the same;
    /// for tests.
    pub finest_units: bool,
    /// What the machine and the clock once settled, so that the same plan is made again.
    pub recipe: Option<Recipe>,
    /// The same for a sweep, which then is what counts, whatever the engine.
    pub sweep: Option<SweepRecipe>,
    /// Makes a plan for a count that is shared among machines: only of units, of more of them where the count takes very
    /// long, and by the speed of AVX-512 whatever this machine has, so that it is the same on all of them.
    pub shared: bool,
}

/// Everything needed to answer a question, before anything is counted.
pub struct Plan {
    method: Method,
    summary: Summary,
}

/// How a plan counts.
enum Method {
    /// Unit by unit.
    Units(UnitPlan, Recipe),
    /// By a sweep; with the time that trials took.
    Frontier { frontier: Box<Frontier>, memory: usize, trials: Duration, finest: bool },
    /// By trying out.
    Naive { problem: Problem, maximal: bool, by_number: bool },
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
    /// Whether some of the symmetries exchange armies.
    #[must_use]
    pub fn exchanges_armies(&self) -> bool {
        self.symmetries.iter().any(|name| name.ends_with(EXCHANGED))
    }
}

/// The placements of a problem by the square of one piece. Made by [`divide`].
pub struct Division {
    /// The letter of the kind whose piece on the lowest square it is.
    pub letter: char,
    /// For each square where it can stand, lowest first, the plan that counts those placements.
    pub parts: Box<dyn Iterator<Item = (Square, Plan)>>,
}

/// Makes a plan.
///
/// # Errors
/// Problems that no engine counts yet, and settings that cannot be met.
pub fn plan(problem: &Problem, settings: &Settings) -> Result<Plan, PlanError> {
    check(problem, settings)?;
    if settings.engine == Engine::Naive {
        return Ok(Plan::naive(problem, settings));
    }
    let group = same(problem, settings.up_to, settings.maximal)?;
    if problem.is_blocked() {
        return blocked(problem, settings, &group);
    }
    let only_frontier = problem.objective() != Objective::Exactly || settings.maximal;
    if only_frontier || settings.engine == Engine::Frontier || settings.sweep.is_some() {
        if settings.kernel.is_some() {
            return Err(PlanError::NoKernels);
        }
        if !can_be_swept(settings, &group) {
            return Err(PlanError::ExchangeOfNumbers);
        }
        let plan = Plan::frontier(problem, settings, &group, LONG_TRIAL);
        return plan.ok_or(match settings.sweep {
            Some(_) => PlanError::OtherSweep,
            None => PlanError::TooWide,
        });
    }
    plan_search(problem, settings, &group)
}

/// Whether the frontier engine can tell what is the same.
fn can_be_swept(settings: &Settings, group: &[Symmetry]) -> bool {
    settings.up_to != UpTo::Translation && group.iter().all(Symmetry::keeps_armies)
}

/// An engine that could count a problem, and what it would do; or why it cannot.
pub struct Considered {
    /// Its name.
    pub engine: &'static str,
    /// What it would do.
    pub summary: Result<Summary, PlanError>,
}

/// Asks every engine but the oracle what it would make of a problem. Takes longer than [`plan`], which does not try what
/// cannot win.
#[must_use]
pub fn consider(problem: &Problem, settings: &Settings) -> Vec<Considered> {
    let considered = |engine: Engine| Considered {
        engine: engine.name(),
        summary: plan(problem, &Settings { engine, ..settings.clone() }).map(|plan| plan.summary),
    };
    Engine::ASKED.into_iter().map(considered).collect()
}

/// A plan for an engine that counts units, or for a sweep where the settings leave the choice and it is expected to be
/// quicker.
fn plan_search(problem: &Problem, settings: &Settings, group: &[Symmetry]) -> Result<Plan, PlanError> {
    let instance = Instance::new(problem);
    let whole = instance.clone().merged();
    let way = way(settings);
    let mut choices = Choices::new(settings);
    let term = |most_units: usize| {
        if settings.engine == Engine::Lines {
            let counter = LabelledCounter::of(problem, way.usable_kernel()).ok_or(PlanError::NotLines)?;
            return Ok(Term::new(Box::new(counter), 1));
        }
        let way = Way { fineness: Fineness { most_units, ..way.fineness }, ..way };
        let counter = choose::whole(problem.board(), &whole, way).ok_or_else(|| misfit(settings))?;
        Ok(Term::new(counter, 1))
    };
    let may_label = settings.engine == Engine::Best && problem.armies().len() > 1;
    let may_sweep = settings.engine == Engine::Best
        && settings.recipe.is_none()
        && !settings.shared
        && settings.kernel.is_none()
        && can_be_swept(settings, group);
    let mut first = term(if may_sweep { ROUGH_UNITS } else { MOST_UNITS })?;
    if may_sweep {
        let expected = first.estimate().seconds;
        if expected > WORTH_A_TRIAL {
            let frontier = Plan::frontier(problem, settings, group, expected * TRIAL_SHARE);
            if let Some(frontier) = frontier.filter(|plan| plan.summary.estimate.seconds < expected) {
                return Ok(frontier);
            }
        }
        if first.is_coarse() {
            first = term(MOST_UNITS)?;
        }
    }
    if may_label {
        first = choices.quicker(first, problem, way);
    }
    let mut terms = vec![first];
    if settings.up_to == UpTo::Translation {
        return translations(problem, settings, group, terms, instance.maps.len(), choices);
    }
    for (symmetry, times) in symmetry::conjugacy_classes(group).into_iter().skip(1) {
        match burnside::Kept::new(problem, &instance, symmetry, way) {
            Ok(kept) => terms.push(Term::new(Box::new(kept), times)),
            Err(ways) => {
                let frontier = may_sweep.then(|| Plan::frontier(problem, settings, group, LONG_TRIAL));
                let map = symmetry.map.point.name();
                return frontier.flatten().ok_or(PlanError::TooManyWays { map, ways });
            }
        }
    }
    if let Some(listed) = choices.listed_classes(problem, settings, group, &terms) {
        terms.truncate(1);
        terms.push(listed);
    }
    Plan::units(terms, instance.maps.len(), group, settings, mask_words(problem), choices.made)
        .within(settings)
}

/// Choices between ways to count armies that are made by the clock, or as a recipe says.
struct Choices<'a> {
    given: Option<std::slice::Iter<'a, bool>>,
    /// Those made so far: whether it is by lines.
    made: Vec<bool>,
}

impl<'a> Choices<'a> {
    fn new(settings: &'a Settings) -> Self {
        let given = settings.recipe.as_ref().map(|recipe| recipe.by_lines.iter());
        Self { given, made: Vec::new() }
    }

    /// As the recipe says, which has an end if it is one for another problem; else what is measured.
    fn choose(&mut self, measure: impl FnOnce() -> bool) -> bool {
        let chosen = match &mut self.given {
            Some(given) => given.next().copied().unwrap_or(false),
            None => measure(),
        };
        self.made.push(chosen);
        chosen
    }

    /// A term that counts all placements of two armies, or one that counts them by their lines if that is quicker.
    fn quicker(&mut self, term: Term, problem: &Problem, way: Way) -> Term {
        let is_given = self.given.is_some();
        let labelled = (is_given || term.estimate().seconds >= WORTH_LABELLING)
            .then(|| {
                LabelledCounter::of(problem, way.usable_kernel())
                    .map(|counter| Term::new(Box::new(counter), 1))
            })
            .flatten();
        let quicker = |labelled: &Term| labelled.estimate().seconds < term.estimate().seconds;
        let is_labelled = self.choose(|| labelled.as_ref().is_some_and(quicker));
        labelled.filter(|_| is_labelled).unwrap_or(term)
    }

    /// In the place of what each symmetry keeps: the classes of two armies near their largest sizes, where these are quicker
    /// listed by their lines.
    fn listed_classes(
        &mut self,
        problem: &Problem,
        settings: &Settings,
        group: &[Symmetry],
        terms: &[Term],
    ) -> Option<Term> {
        let (whole, kept) = terms.split_first()?;
        if settings.engine != Engine::Best || !whole.is_labelled() {
            return None;
        }
        let seconds = || kept.iter().map(|term| term.estimate().seconds).sum::<f64>();
        let listed = (self.given.is_some() || seconds() >= WORTH_LABELLING)
            .then(|| LabelledCounter::of_kept(problem, way(settings).usable_kernel(), group.len()))
            .flatten();
        let listed = listed.map(|counter| Term::new(Box::new(counter), 1));
        let is_listed =
            self.choose(|| listed.as_ref().is_some_and(|listed| listed.estimate().seconds < seconds()));
        listed.filter(|_| is_listed)
    }
}

/// The plan up to translation, which takes counts on boards that are smaller by a row, a column or both; `whole` has the
/// count of all placements.
fn translations(
    problem: &Problem,
    settings: &Settings,
    group: &[Symmetry],
    whole: Vec<Term>,
    maps: usize,
    mut choices: Choices<'_>,
) -> Result<Plan, PlanError> {
    let mut terms = whole;
    for (symmetry, times) in symmetry::conjugacy_classes(group) {
        for ((rows, cols), is_added) in burnside::shifted(symmetry.map.point) {
            let Some(smaller) = smaller(problem, rows, cols) else { continue };
            let instance = Instance::new(&smaller);
            let term = if symmetry.is_identity() {
                if (rows, cols) == (0, 0) {
                    continue;
                }
                let whole =
                    Term::new(choose::part(smaller.board(), &instance.merged(), way(settings)), times);
                match settings.engine {
                    Engine::Best => choices.quicker(whole, &smaller, way(settings)),
                    _ => whole,
                }
            } else {
                let Some(symmetry) = symmetry.on(smaller.board()) else { continue };
                let kept = burnside::Kept::new(&smaller, &instance, &symmetry, way(settings));
                let map = symmetry.map.point.name();
                Term::new(Box::new(kept.map_err(|ways| PlanError::TooManyWays { map, ways })?), times)
            };
            terms.push(if is_added { term } else { term.taken_away() });
        }
    }
    Plan::units(terms, maps, group, settings, mask_words(problem), choices.made).within(settings)
}

/// The plan where lines are blocked: all placements, and for classes each of them once more with the symmetries that keep it.
fn blocked(problem: &Problem, settings: &Settings, group: &[Symmetry]) -> Result<Plan, PlanError> {
    let Way { kernel, fineness, .. } = way(settings);
    let counter = |kept| Box::new(Shields::new(problem, kept, kernel, fineness));
    let mut terms = vec![Term::new(counter(None), 1)];
    let is_shifted = settings.up_to == UpTo::Translation;
    if is_shifted {
        // Of those that shifts carry to each other one is counted, and with its symmetries.
        terms.push(Term::new(counter(None), 1).taken_away());
    }
    if is_shifted || group.len() > 1 {
        terms.push(Term::new(counter(Some(Classes::new(problem, group, is_shifted))), 1));
    }
    Plan::units(terms, 1, group, settings, mask_words(problem), Vec::new()).within(settings)
}

/// Words in a mask of the problem's board.
fn mask_words(problem: &Problem) -> usize {
    words_for(problem.board().squares())
}

/// The same pieces on a board with so many rows and columns less; nothing if there is none left.
fn smaller(problem: &Problem, rows: usize, cols: usize) -> Option<Problem> {
    let (rows, cols) = (problem.board().rows() - rows, problem.board().cols() - cols);
    let board = Board::new(rows, cols, problem.board().topology()).ok()?;
    problem.on_board(board)
}

/// Divides the placements of a problem by the lowest square that holds a piece of its first kind (fixed pieces
/// not considered).
///
/// # Errors
/// What [`plan`] refuses, problems without a piece to divide by, and settings that ask for classes or for the naive
/// engine.
pub fn divide(problem: &Problem, settings: &Settings) -> Result<Division, PlanError> {
    check(problem, settings)?;
    if problem.is_blocked() {
        return Err(PlanError::BlockedIsPlain);
    }
    let is_plain =
        settings.up_to == UpTo::Nothing && !settings.maximal && problem.objective() == Objective::Exactly;
    if matches!(settings.engine, Engine::Naive | Engine::Frontier) || !is_plain {
        return Err(PlanError::DivideIsPlain);
    }
    let board = problem.board().clone();
    let settings = settings.clone();
    let instance = Instance::new(problem);
    let whole = choose::whole(&board, &instance.clone().merged(), way(&settings));
    let needed = whole.ok_or_else(|| misfit(&settings))?.memory();
    check_memory(needed, &settings)?;
    let first = problem.pieces().find(|pieces| pieces.free_pieces() > 0).ok_or(PlanError::NothingToDivide)?;
    let words = instance.conflicts.width();
    let parts = (0..board.squares()).filter_map(move |square| {
        let part = instance.with_lowest(square)?;
        let maps = part.maps.len();
        let terms = vec![Term::new(choose::part(&board, &part.merged(), way(&settings)), 1)];
        Some((board.square(square), Plan::units(terms, maps, &[], &settings, words, Vec::new())))
    });
    Ok(Division { letter: first.kind.letter(), parts: Box::new(parts) })
}

/// Refuses what no engine counts.
fn check(problem: &Problem, settings: &Settings) -> Result<(), PlanError> {
    if problem.board().is_large() {
        return Err(PlanError::LargeBoard);
    }
    check_lines(problem, settings)?;
    let is_plain = problem.objective() == Objective::Exactly && !settings.maximal;
    if !is_plain && !matches!(settings.engine, Engine::Best | Engine::Frontier | Engine::Naive) {
        return Err(PlanError::OnlyFrontier);
    }
    if settings.by_number && problem.objective() == Objective::Exactly {
        return Err(PlanError::NoNumbers);
    }
    if settings.engine == Engine::Naive && (settings.up_to != UpTo::Nothing || settings.kernel.is_some()) {
        return Err(PlanError::NaiveIsPlain);
    }
    match settings.kernel.filter(|kernel| !kernel.is_available()) {
        Some(kernel) => Err(PlanError::Kernel(kernel)),
        None => Ok(()),
    }
}

/// Refuses engines that see along whole lines where these are blocked, and the other way round.
fn check_lines(problem: &Problem, settings: &Settings) -> Result<(), PlanError> {
    if !problem.is_blocked() {
        return if settings.engine == Engine::Shields { Err(PlanError::NotShields) } else { Ok(()) };
    }
    // A further piece can make peace where there was none: what cannot be extended by one may be by two.
    let is_open = problem.objective() != Objective::Exactly && settings.engine != Engine::Naive;
    match settings.engine {
        _ if settings.maximal || is_open => Err(PlanError::BlockedIsPlain),
        Engine::Best | Engine::Shields | Engine::Naive => Ok(()),
        _ => Err(PlanError::Blocked),
    }
}

/// The symmetries that make placements the same; none if every placement is one of its own.
pub(crate) fn same(problem: &Problem, up_to: UpTo, maximal: bool) -> Result<Vec<Symmetry>, PlanError> {
    let exchanged = match up_to {
        UpTo::Nothing => return Ok(Vec::new()),
        UpTo::Symmetry => false,
        UpTo::Armies | UpTo::Translation => true,
    };
    if exchanged && symmetry::has_too_many_exchanges(problem) {
        return Err(PlanError::TooManyExchanges);
    }
    let is_plain = problem.objective() == Objective::Exactly && !maximal;
    if up_to == UpTo::Translation && !(is_plain && can_be_shifted(problem)) {
        return Err(PlanError::NoTranslation);
    }
    Ok(symmetry::symmetries(problem, maximal, exchanged))
}

/// Whether a placement of a problem that is shifted, without losing a piece, is another placement of it.
fn can_be_shifted(problem: &Problem) -> bool {
    let board = problem.board();
    let is_bare = board.holes().is_empty() && problem.pieces().all(|pieces| pieces.fixed.is_empty());
    is_bare && board.topology() == Topology::Plane
}

/// Why a problem has no counter.
fn misfit(settings: &Settings) -> PlanError {
    if settings.engine == Engine::Halves { PlanError::NotHalves } else { PlanError::NotRows }
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

/// How the settings would have an instance counted.
fn way(settings: &Settings) -> Way {
    let fineness =
        Fineness { most_units: MOST_UNITS, finest: settings.finest_units, shared: settings.shared };
    // A recipe says by whose speed, and this machine counts.
    let best = || match settings.shared && settings.recipe.is_none() {
        true => Kernel::Avx512,
        false => Kernel::best(),
    };
    let kernel = settings.kernel.unwrap_or_else(best);
    let tuned = settings.recipe.as_ref().map_or(kernel, |recipe| recipe.kernel);
    Way { engine: settings.engine, kernel, tuned, fineness, threads: threads(settings) }
}

/// Units that are enough to tell how long counting them takes, while a sweep may still turn out quicker: to make them all
/// can take longer than the sweep.
const ROUGH_UNITS: usize = 1 << 8;
/// A problem that takes longer than this with units is worth a trial of the frontier engine, in seconds.
const WORTH_A_TRIAL: f64 = 0.003;
/// The part of the expected time with units that such a trial may take.
const TRIAL_SHARE: f64 = 0.2;
/// Two armies that take longer than this one by one are worth a trial of line labelling, in seconds.
const WORTH_LABELLING: f64 = 0.2;
/// The longest trial, in seconds.
const LONG_TRIAL: f64 = 0.5;
/// A sweep that takes longer than this is worth other threads, in seconds.
const WORTH_THREADS: f64 = 0.01;

impl Plan {
    fn units(
        terms: Vec<Term>,
        maps: usize,
        group: &[Symmetry],
        settings: &Settings,
        mask_words: usize,
        by_lines: Vec<bool>,
    ) -> Self {
        let terms = match &settings.recipe {
            Some(recipe) => {
                let paces = recipe.paces.iter().copied().chain(std::iter::repeat(1.0));
                terms.into_iter().zip(paces).map(|(term, pace)| term.with_pace(pace)).collect()
            }
            None => terms,
        };
        let units = UnitPlan::new(terms, group.len());
        let recipe = Recipe { kernel: way(settings).tuned, by_lines, paces: units.paces() };
        let summary = Summary {
            engine: units.first().engine(),
            kernel: units.first().kernel(),
            maps,
            symmetries: group.iter().map(Symmetry::name).collect(),
            up_to: settings.up_to,
            terms: units.terms(),
            maximal: false,
            units: units.units(),
            heaviest: units.heaviest(),
            estimate: units.estimate(),
            mask_words,
            memory: units.memory(),
            threads: threads(settings),
        };
        Self { method: Method::Units(units, recipe), summary }
    }

    /// A plan for the frontier engine, after a trial of so many seconds; nothing if states would be too wide.
    fn frontier(problem: &Problem, settings: &Settings, group: &[Symmetry], trial: f64) -> Option<Self> {
        let start = Instant::now();
        let memory =
            settings.memory.map_or(usize::MAX, |memory| usize::try_from(memory).unwrap_or(usize::MAX));
        let question = Question { maximal: settings.maximal, by_number: settings.by_number };
        let limits = Limits::alone(memory);
        let recipe = settings.sweep.as_ref();
        let frontier = Frontier::new(problem, question, group, trial.min(LONG_TRIAL), recipe, &limits)?;
        let seconds = start.elapsed().as_secs_f64() + frontier.expected_seconds();
        let summary = Summary {
            engine: (frontier::NAME, frontier::VERSION),
            kernel: None,
            maps: 0,
            symmetries: group.iter().map(Symmetry::name).collect(),
            up_to: settings.up_to,
            terms: frontier.terms(),
            maximal: settings.maximal,
            units: frontier.components(),
            heaviest: 1.0,
            estimate: Estimate::by_trial(seconds, frontier.is_finished()),
            mask_words: frontier.bits().div_ceil(64),
            memory: frontier.expected_memory(),
            threads: threads(settings),
        };
        let (frontier, finest) = (Box::new(frontier), settings.finest_units);
        let method = Method::Frontier { frontier, memory, trials: start.elapsed(), finest };
        Some(Self { method, summary })
    }

    fn naive(problem: &Problem, settings: &Settings) -> Self {
        let summary = Summary {
            engine: ("naive", 1),
            kernel: None,
            maps: 0,
            symmetries: Vec::new(),
            up_to: UpTo::Nothing,
            terms: 1,
            maximal: settings.maximal,
            units: 1,
            heaviest: 1.0,
            estimate: Estimate::by_model(0.0),
            mask_words: 0,
            memory: 0,
            threads: threads(settings),
        };
        let (maximal, by_number) = (settings.maximal, settings.by_number);
        Self { method: Method::Naive { problem: problem.clone(), maximal, by_number }, summary }
    }

    /// The plan, if the memory that it needs is allowed.
    fn within(self, settings: &Settings) -> Result<Self, PlanError> {
        check_memory(self.summary.memory, settings)?;
        Ok(self)
    }

    /// What it is going to do.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Counts. The observer hears how far it is and can stop the run.
    ///
    /// # Errors
    /// Threads that cannot be started, and sums that fail a check.
    pub fn run(&self, observer: &dyn Observer) -> Result<Outcome, RunError> {
        match &self.method {
            Method::Units(units, _) => {
                units.run(self.summary.threads, &Counted::none(units.units()), observer)
            }
            Method::Frontier { frontier, memory, trials, finest } => {
                Ok(self.sweep(frontier, *memory, *finest, None, observer)?.after(*trials))
            }
            Method::Naive { problem, maximal, by_number } => {
                Ok(try_out(problem, *maximal, *by_number, observer))
            }
        }
    }

    /// How the same sweep is planned again; nothing for plans that are none.
    #[must_use]
    pub fn sweep_recipe(&self) -> Option<SweepRecipe> {
        match &self.method {
            Method::Frontier { frontier, .. } => Some(frontier.recipe()),
            Method::Units(..) | Method::Naive { .. } => None,
        }
    }

    /// Counts; a sweep offers its state to the keeper now and then. A plan that is none does as ever.
    ///
    /// # Errors
    /// As [`Plan::run`].
    pub fn run_kept(&self, keeper: &dyn SweepKeeper, observer: &dyn Observer) -> Result<Outcome, RunError> {
        match &self.method {
            Method::Frontier { frontier, memory, trials, finest } => {
                Ok(self.sweep(frontier, *memory, *finest, Some(keeper), observer)?.after(*trials))
            }
            Method::Units(..) | Method::Naive { .. } => self.run(observer),
        }
    }

    /// Reads a state that a sweep has written, with the hash that it had then: the plan goes on from there when it is run.
    /// Returns the share of the count that is done.
    ///
    /// # Errors
    /// States that are damaged, or of another sweep; then nothing has changed.
    pub fn load_sweep<R: Read + Seek + Send + 'static>(
        &self,
        from: R,
        digest: &str,
    ) -> Result<f64, CheckpointError> {
        match &self.method {
            Method::Frontier { frontier, .. } => frontier.load(Reader::new(from, digest)?),
            Method::Units(..) | Method::Naive { .. } => Err(CheckpointError::Other),
        }
    }

    /// The plan's units, and how the same plan is made again; nothing for plans that are not made of units: sweeps, and the
    /// definition tried out.
    #[must_use]
    pub fn ledger(&self) -> Option<(Ledger<'_>, &Recipe)> {
        match &self.method {
            Method::Units(units, recipe) => Some((Ledger::new(units), recipe)),
            Method::Frontier { .. } | Method::Naive { .. } => None,
        }
    }

    /// Counts the units that are not known yet, and adds up. A plan that has no units is run from its beginning.
    ///
    /// # Errors
    /// As [`Plan::run`].
    pub fn run_from(&self, known: &Counted, observer: &dyn Observer) -> Result<Outcome, RunError> {
        match &self.method {
            Method::Units(units, _) => units.run(self.summary.threads, known, observer),
            Method::Frontier { .. } | Method::Naive { .. } => self.run(observer),
        }
    }

    /// Counts some units; what comes out the observer hears. Of a plan without units nothing is counted.
    ///
    /// # Errors
    /// Threads that cannot be started.
    pub fn count_units(&self, units: &[usize], observer: &dyn Observer) -> Result<(), RunError> {
        match &self.method {
            Method::Units(plan, _) => plan.count_units(self.summary.threads, units, observer).map(|_| ()),
            Method::Frontier { .. } | Method::Naive { .. } => Ok(()),
        }
    }

    /// The sum of units that were counted: a lower bound if some are missing, or a plan has none.
    ///
    /// # Errors
    /// Sums that fail a check.
    pub fn add_up(&self, counted: &Counted) -> Result<Outcome, RunError> {
        match &self.method {
            Method::Units(units, _) => units.add_up(&units.partials(counted)),
            Method::Frontier { .. } | Method::Naive { .. } => Ok(Outcome::unknown()),
        }
    }

    fn sweep(
        &self,
        frontier: &Frontier,
        memory: usize,
        finest: bool,
        keeper: Option<&dyn SweepKeeper>,
        observer: &dyn Observer,
    ) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let parallel = finest || (self.summary.threads > 1 && frontier.expected_seconds() > WORTH_THREADS);
        let limits = Limits {
            parallel,
            worth_threads: if finest { 0 } else { frontier::WORTH_THREADS },
            should_stop: &|| observer.should_stop(),
            progress: &|share, nodes| observer.unit_done(&UnitDone::step(0, share, nodes)),
            ..Limits::alone(memory)
        };
        let found = if parallel {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.summary.threads).build();
            let pool = pool.map_err(|_| RunError::Threads(self.summary.threads))?;
            pool.install(|| frontier.run(&limits, keeper))
        } else {
            frontier.run(&limits, keeper)
        };
        let group = self.summary.symmetries.len().max(1) as u64;
        let classes = |count: BigUint| quotient(count, group, found.complete);
        let by_number = found.by_number.map(|counts| {
            let told = |(pieces, count)| Ok(NumberCount { pieces, count: classes(count)? });
            counts.into_iter().map(told).collect::<Result<Vec<_>, _>>()
        });
        Ok(Outcome {
            count: classes(found.count)?,
            maximum: found.maximum,
            by_number: by_number.transpose()?,
            placements: (!self.summary.symmetries.is_empty()).then_some(found.placements),
            complete: found.complete,
            units_done: if found.complete { self.summary.units } else { 0 },
            nodes: found.nodes,
            elapsed: start.elapsed(),
        })
    }
}

/// Counts by the oracle.
fn try_out(problem: &Problem, maximal: bool, by_number: bool, observer: &dyn Observer) -> Outcome {
    let start = Instant::now();
    let nodes = std::cell::Cell::new(0);
    let should_stop = || {
        nodes.set(nodes.get() + 1);
        observer.should_stop()
    };
    let answer = naive::answer(problem, maximal, &should_stop);
    Outcome {
        count: answer.count.into(),
        maximum: answer.maximum,
        by_number: by_number.then_some(answer.by_number),
        placements: None,
        complete: answer.complete,
        units_done: usize::from(answer.complete),
        nodes: nodes.get(),
        elapsed: start.elapsed(),
    }
}
