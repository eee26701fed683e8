//! Placements one after another, in an order that is always the same.
//!
//! Counting never makes a placement. A listing makes each one and returns it as soon as it is found, so the
//! first one comes at once, and a list of millions needs no memory.

mod classes;
mod events;
mod first_fail;
mod heuristic;
mod joined;
mod labelled;
mod lex;
mod order;
pub(crate) mod walked;

pub use events::{Event, SilentWatcher, Watcher};
pub use first_fail::FirstFail;
pub use heuristic::{Choice, Heuristic, Values};
pub use order::ListedPlacement;

use crate::engines::lines;
use crate::feature::Feature;
use crate::plan::cases::Split;
use crate::plan::{
    ONE_OF_THEM, Observer, PlanError, Settings, Silent, check_dominating,
    equivalence_symmetries as same_placements, plan_unless_stopped, refuse_unless_exact,
};
use crate::problem::{Objective, Problem, Quantity};
use crate::question::{Demand, Question};
use crate::search::armies::settle;
use crate::search::budget::{plan_count, run_within};
use crate::search::error::SearchError;
use crate::search::largest::{Finder, largest};
use crate::symmetry::Symmetry;
use crate::symmetry::classes::Classes;
use crate::up_to::UpTo;
use joined::CaseSequence;
use order::ListingSearch;
use std::time::Duration;

/// The selection of placements to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Selection {
    /// The equivalence of placements: the first of each class is listed.
    pub up_to: UpTo,
    /// If true, only placements that cannot be extended are listed: no further piece of any kind of the
    /// problem fits.
    pub maximal: bool,
    /// The squares that the pieces must attack. Under a demand, pieces may attack each other.
    pub dominating: Demand,
}

/// The placements of a problem, one after another.
///
/// ```
/// use armistice::{Problem, plan::Silent, search::listing::{Selection, list_lex}};
///
/// let problem: Problem = "6x6 Q6".parse()?;
/// let squares = |placement: &armistice::Placement| {
///     placement.pieces().iter().map(|(_, square)| square.to_string()).collect::<Vec<_>>().join(" ")
/// };
/// let listed: Vec<_> = list_lex(&problem, Selection::default(), &Silent)?.collect();
/// assert_eq!(listed.len(), 4);
/// assert_eq!(squares(&listed[0].placement), "e1 c2 a3 f4 d5 b6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Listing {
    order: Box<dyn ListingSearch>,
}

impl Listing {
    fn empty() -> Self {
        Self { order: Box::new(EmptyListing) }
    }

    /// Returns the next placement. `None` if there is none left, or if `should_stop`, which is called at
    /// intervals, returned true. In that case the search can continue later.
    pub fn advance(&mut self, should_stop: &dyn Fn() -> bool) -> Option<ListedPlacement> {
        self.order.advance(u64::MAX, should_stop)
    }

    /// Like [`advance`](Self::advance), but also returns `None` once about `end` partial placements were made
    /// in all.
    pub(crate) fn advance_to(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<ListedPlacement> {
        self.order.advance(end, should_stop)
    }

    /// Returns the number of partial placements made so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.order.nodes()
    }
}

impl Iterator for Listing {
    type Item = ListedPlacement;

    fn next(&mut self) -> Option<ListedPlacement> {
        self.advance(&|| false)
    }
}

/// Lists all placements of a problem in reading order, from the upper left corner, rank by rank. A square
/// with a piece precedes an empty one, and kinds have the order of the problem.
///
/// If a problem is divided into cases, as walls are by their squares, all placements of the first case come
/// first, and so on. Ranges of numbers are such cases if other pieces decide what a piece attacks.
///
/// For a problem with `max`, the placements with the maximum number are listed. The maximum is found first;
/// the observer can stop that.
///
/// # Errors
/// Fails if the board is too large, if the equivalence is not supported, or if the maximum cannot be found.
pub fn list_lex(
    problem: &Problem,
    selection: Selection,
    observer: &dyn Observer,
) -> Result<Listing, SearchError> {
    let maps = equivalence_symmetries(problem, selection)?;
    let Some(problem) = with_largest(problem, selection, observer)? else { return Ok(Listing::empty()) };
    in_reading_order(&problem, selection, &maps, observer)
}

/// Like [`list_lex`], but for a problem in which the number next to armies of given numbers is already known.
fn in_reading_order(
    problem: &Problem,
    selection: Selection,
    (group, is_shifted): &(Vec<Symmetry>, bool),
    observer: &dyn Observer,
) -> Result<Listing, SearchError> {
    let question = question(problem, selection);
    if let Some(unpaired) = question.features().into_iter().find(|feature| !feature.is_pairwise()) {
        refuse_unless_exact(&question, unpaired, &[Feature::LargestNumber, Feature::AnyNumber])?;
    }
    Ok(Listing { order: order(problem, selection, group, *is_shifted, observer)? })
}

/// Returns the question for the selection, with all placements distinguished.
fn question(problem: &Problem, selection: Selection) -> Question {
    Question { maximal: selection.maximal, dominating: selection.dominating, ..problem.into() }
}

/// Replaces `max` by the maximum if the problem has armies of given numbers. `None` if the observer stopped
/// the search for it. The equivalence must be taken from the original problem, because the number can make
/// armies alike.
fn with_largest(
    problem: &Problem,
    selection: Selection,
    observer: &dyn Observer,
) -> Result<Option<Problem>, SearchError> {
    Ok(settle(question(problem, selection), &Settings::default(), observer)?
        .map(|settled| settled.question.problem))
}

/// Lists the placements of a problem in reading order, one of each class under a group of symmetries
/// (possibly none) and perhaps under shifts.
fn order(
    problem: &Problem,
    selection: Selection,
    group: &[Symmetry],
    is_shifted: bool,
    observer: &dyn Observer,
) -> Result<Box<dyn ListingSearch>, SearchError> {
    let Selection { maximal, dominating, up_to: _ } = selection;
    if let Some(by) = Split::needed_split(problem) {
        let refused = [Feature::Maximal, Feature::LargestNumber];
        let asked = question(problem, selection);
        PlanError::refuse_together(&asked, Feature::Walls.words(), &refused, ONE_OF_THEM)?;
        if is_shifted {
            let (what, feature) = ("one of all that shifts make the same (--up-to)", Feature::Walls);
            return Err(PlanError::Together { what, feature, instead: ONE_OF_THEM }.into());
        }
        let list = |rest: &Problem, group: &[Symmetry]| {
            order(rest, Selection::default(), group, false, &Silent).ok()
        };
        return Ok(Box::new(CaseSequence::new(problem, by, group, list)?));
    }
    if problem.has_ranges() && !is_pairwise(problem, dominating) {
        // The engines for such problems place exact numbers of pieces.
        let list: joined::List = match dominating {
            Demand::Nothing => |rest, group| list_numbers(rest, Demand::Nothing, group),
            Demand::Dominating => |rest, group| list_numbers(rest, Demand::Dominating, group),
            Demand::Total => |rest, group| list_numbers(rest, Demand::Total, group),
        };
        if is_shifted {
            let (what, feature) = ("one of all that shifts make the same (--up-to)", Feature::NumberRange);
            return Err(PlanError::Together { what, feature, instead: ONE_OF_THEM }.into());
        }
        return Ok(Box::new(CaseSequence::new(problem, Split::Numbers { dominating }, group, list)?));
    }
    if !is_pairwise(problem, dominating) {
        return Ok(walked::list_by_walk(problem, dominating, Classes::new(problem, group, is_shifted)));
    }
    let mut wanted = lex::LexSelection { maximal, group, is_shifted, largest: 0 };
    if problem.objective() == Objective::Maximum {
        let Some(number) = largest_number(problem, maximal, observer)? else {
            return Ok(Box::new(EmptyListing));
        };
        let sought = problem.pieces().filter(|pieces| pieces.quantity == Quantity::Max);
        wanted.largest = number - sought.map(|pieces| pieces.fixed.len() as u32).sum::<u32>();
    }
    Ok(lex::lex(problem, wanted))
}

/// Lists the placements with some exact numbers of a problem in which the numbers have ranges.
fn list_numbers(problem: &Problem, dominating: Demand, group: &[Symmetry]) -> Option<Box<dyn ListingSearch>> {
    order(problem, Selection { dominating, ..Selection::default() }, group, false, &Silent).ok()
}

/// Lists all placements of a problem. Two armies near their maximum sizes are listed by their lines, class by
/// class, if reading order would take long. All other problems are listed in reading order.
///
/// # Errors
/// Fails in the cases of [`list_lex`].
pub fn list_all(
    problem: &Problem,
    selection: Selection,
    observer: &dyn Observer,
) -> Result<Listing, SearchError> {
    let maps = equivalence_symmetries(problem, selection)?;
    let Some(problem) = with_largest(problem, selection, observer)? else { return Ok(Listing::empty()) };
    let is_worth_it = problem.armies().len() == 2
        && selection.dominating == Demand::Nothing
        && is_plain(&problem, selection)
        && problem.board().squares() >= MIN_LABELLED;
    if is_worth_it
        && let Some(lines) = lines::two_lines(&problem)
        && are_few(&problem, observer)?
    {
        let classes = Classes::new(&problem, &maps.0, maps.1);
        return Ok(Listing { order: Box::new(labelled::LineListing::new(&problem, lines, classes)) });
    }
    in_reading_order(&problem, selection, &maps, observer)
}

/// The fewest squares of a board that is listed by lines; smaller ones are listed in reading order at once.
const MIN_LABELLED: usize = 37;
/// The number of placements above which reading order finds one after another quickly.
const MAX_FEW: u64 = 1 << 22;

/// Returns true if there are few placements. If a second is not enough to count them, an estimate decides.
fn are_few(problem: &Problem, observer: &dyn Observer) -> Result<bool, SearchError> {
    let Some(plan) = plan_count(problem, observer) else { return Ok(false) };
    if let Some(count) = run_within(&plan, Duration::from_secs(1), observer)? {
        return Ok(count <= MAX_FEW.into());
    }
    Ok(plan.summary().engine.0 == lines::NAME)
}

/// Returns true if pairs of pieces decide what is a placement.
fn is_pairwise(problem: &Problem, dominating: Demand) -> bool {
    dominating == Demand::Nothing && problem.is_pairwise()
}

/// Returns true if the problem has exact numbers and the selection has no further conditions.
fn is_plain(problem: &Problem, selection: Selection) -> bool {
    problem.objective() == Objective::Exactly && !selection.maximal
}

/// Returns the symmetries of the equivalence, and whether it includes shifts.
fn equivalence_symmetries(
    problem: &Problem,
    selection: Selection,
) -> Result<(Vec<Symmetry>, bool), SearchError> {
    if problem.board().is_large() {
        return Err(SearchError::LargeBoard);
    }
    let Selection { up_to, maximal, dominating } = selection;
    let question = Question { up_to, maximal, dominating, ..Question::new(problem.clone()) };
    check_dominating(&question)?;
    let group = same_placements(&question)?;
    Ok((group, selection.up_to == UpTo::Translation))
}

/// Lists all placements of a problem with one army, or with groups, and exact numbers, in the order of
/// [`FirstFail`].
///
/// # Errors
/// Fails for several armies, open numbers, and boards that are too large.
pub fn list_first_fail(problem: &Problem) -> Result<Listing, SearchError> {
    Ok(first_fail_listing(problem, FirstFail::new(problem)?))
}

/// Lists the placements by the lines of the board, in no particular order.
pub(crate) fn by_lines(problem: &Problem) -> Result<Listing, SearchError> {
    Ok(first_fail_listing(problem, FirstFail::by_lines(problem)?))
}

fn first_fail_listing(problem: &Problem, search: FirstFail) -> Listing {
    // On a large board a choice takes thousands of squares from other classes.
    let look = if problem.board().is_large() { 1 } else { 1 << 10 };
    Listing { order: Box::new(FirstFailListing { search, nodes: 0, look }) }
}

/// First fail as an order.
struct FirstFailListing {
    search: FirstFail,
    nodes: u64,
    /// The number of choices between two calls of `should_stop`.
    look: u64,
}

/// A watcher that counts choices and stops at a limit.
struct ChoiceMeter<'a> {
    nodes: u64,
    end: u64,
    look: u64,
    should_stop: &'a dyn Fn() -> bool,
}

impl Watcher for ChoiceMeter<'_> {
    fn on_event(&mut self, event: Event<'_>) {
        self.nodes += u64::from(matches!(event, Event::Choose { .. }));
    }

    fn should_stop(&mut self) -> bool {
        self.nodes >= self.end || (self.nodes.is_multiple_of(self.look) && (self.should_stop)())
    }
}

impl ListingSearch for FirstFailListing {
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<ListedPlacement> {
        let mut counted = ChoiceMeter { nodes: self.nodes, end, look: self.look, should_stop };
        let placement = self.search.next_watched(&mut counted);
        self.nodes = counted.nodes;
        Some(ListedPlacement { placement: placement?, class_size: 1 })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Returns the maximum number of pieces of the kinds written `max`. `None` if there is no placement, or if
/// the observer stopped the search.
fn largest_number(
    problem: &Problem,
    maximal: bool,
    observer: &dyn Observer,
) -> Result<Option<u32>, SearchError> {
    let question = Question { maximal, ..problem.into() };
    let settings = Settings::default();
    if maximal {
        // The maximum among placements that no kind can extend can be smaller.
        let Some(plan) = plan_unless_stopped(&question, &settings, observer)? else { return Ok(None) };
        let outcome = plan.run(observer)?;
        return Ok(outcome.maximum.filter(|_| outcome.complete));
    }
    let found = largest(&question, &settings, Finder::Best, false, observer)?;
    Ok(found.number.filter(|_| found.proved))
}

/// A listing without placements.
struct EmptyListing;

impl ListingSearch for EmptyListing {
    fn advance(&mut self, _: u64, _: &dyn Fn() -> bool) -> Option<ListedPlacement> {
        None
    }

    fn nodes(&self) -> u64 {
        0
    }
}
