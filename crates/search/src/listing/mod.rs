//! Placements one after another, in an order that is always the same.
//!
//! Counting never looks at a placement; here each is made, and handed out as soon as it is found, so that the first one
//! is there at once and a list of millions needs no memory.

mod classes;
mod events;
mod first_fail;
mod heuristic;
mod joined;
mod labelled;
mod lex;
mod order;
pub(crate) mod walked;

pub use events::{Event, Unwatched, Watcher};
pub use first_fail::FirstFail;
pub use heuristic::{Choice, Heuristic, Values};
pub use order::Listed;

use crate::engines::lines;
use crate::feature::Feature;
use crate::plan::cases::Split;
use crate::plan::{
    ONE_OF_THEM, Observer, PlanError, Settings, Silent, check_dominating, plan_unless_stopped,
    same as same_placements,
};
use crate::problem::{Objective, Problem, Quantity};
use crate::question::{Demand, Question};
use crate::search::armies::settle;
use crate::search::budget::{planned, run_within};
use crate::search::error::SearchError;
use crate::search::largest::{Finder, largest};
use crate::symmetry::Symmetry;
use crate::symmetry::classes::Classes;
use crate::up_to::UpTo;
use joined::Joined;
use order::ListingSearch;
use std::time::Duration;

/// What is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Selection {
    /// Which placements are the same; of each class the first one is listed.
    pub up_to: UpTo,
    /// Only placements that cannot be extended: no further piece of any kind of the problem fits.
    pub maximal: bool,
    /// What the pieces must attack, in the place of peace.
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
    fn nothing() -> Self {
        Self { order: Box::new(Nothing) }
    }

    /// The next placement; `None` if there is none left, or if `should_stop`, asked now and then, said so. In that case the
    /// search can go on later.
    pub fn advance(&mut self, should_stop: &dyn Fn() -> bool) -> Option<Listed> {
        self.order.advance(u64::MAX, should_stop)
    }

    /// The same, but also `None` once about `end` partial placements were made in all.
    pub(crate) fn advance_to(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<Listed> {
        self.order.advance(end, should_stop)
    }

    /// Partial placements made so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.order.nodes()
    }
}

impl Iterator for Listing {
    type Item = Listed;

    fn next(&mut self) -> Option<Listed> {
        self.advance(&|| false)
    }
}

/// All placements of a problem in reading order: square by square from the upper left corner, rank by rank; a
/// square with a piece before an empty one, kinds in the order of the problem.
///
/// Where a problem falls into cases, as with walls by their squares, all placements of the first case come first, and so on.
///
/// Of a problem with `max` those with the largest number are listed, which is found first; the observer can stop that.
///
/// # Errors
/// Boards that are too large, what cannot be told apart, and a largest number that cannot be found.
pub fn list_lex(
    problem: &Problem,
    selection: Selection,
    observer: &dyn Observer,
) -> Result<Listing, SearchError> {
    let maps = same(problem, selection)?;
    let Some(problem) = with_largest(problem, selection, observer)? else { return Ok(Listing::nothing()) };
    in_reading_order(&problem, selection, &maps, observer)
}

/// The same, of a problem whose number beside given armies was found.
fn in_reading_order(
    problem: &Problem,
    selection: Selection,
    (group, is_shifted): &(Vec<Symmetry>, bool),
    observer: &dyn Observer,
) -> Result<Listing, SearchError> {
    let question = question(problem, selection);
    if let Some(unpaired) = question.features().into_iter().find(|feature| !feature.is_pairwise()) {
        let refused = [Feature::Maximal, Feature::LargestNumber, Feature::AnyNumber];
        let instead = "give exact numbers, like Q3, and leave out --maximal";
        PlanError::refuse_together(&question, unpaired.words(), &refused, instead)?;
    }
    Ok(Listing { order: order(problem, selection, group, *is_shifted, observer)? })
}

/// What is listed, all placements told apart.
fn question(problem: &Problem, selection: Selection) -> Question {
    Question { maximal: selection.maximal, dominating: selection.dominating, ..problem.into() }
}

/// The problem with the largest number in the place of `max` where that is asked for beside given armies; `None` if it was not
/// found before the observer said to stop. What makes its placements the same is asked of the problem itself: the number can
/// make armies alike.
fn with_largest(
    problem: &Problem,
    selection: Selection,
    observer: &dyn Observer,
) -> Result<Option<Problem>, SearchError> {
    Ok(settle(question(problem, selection), &Settings::default(), observer)?
        .map(|settled| settled.question.problem))
}

/// The placements of a problem in reading order, one of each class under a group of symmetries, if there are any, and perhaps
/// under shifts.
fn order(
    problem: &Problem,
    selection: Selection,
    group: &[Symmetry],
    is_shifted: bool,
    observer: &dyn Observer,
) -> Result<Box<dyn ListingSearch>, SearchError> {
    let Selection { maximal, dominating, up_to: _ } = selection;
    if let Some(by) = Split::needed(problem) {
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
        return Ok(Box::new(Joined::new(problem, by, group, list)?));
    }
    if !is_pairwise(problem, dominating) {
        return Ok(walked::walked(problem, dominating, Classes::new(problem, group, is_shifted)));
    }
    let mut wanted = lex::LexSelection { maximal, group, is_shifted, largest: 0 };
    if problem.objective() == Objective::Maximum {
        let Some(number) = largest_number(problem, maximal, observer)? else {
            return Ok(Box::new(Nothing));
        };
        let sought = problem.pieces().filter(|pieces| pieces.quantity == Quantity::Max);
        wanted.largest = number - sought.map(|pieces| pieces.fixed.len() as u32).sum::<u32>();
    }
    Ok(lex::lex(problem, wanted))
}

/// All placements of a problem: of two armies near their largest sizes by their lines, class by class, where the order of
/// reading would take long; in reading order otherwise.
///
/// # Errors
/// Those of [`list_lex`].
pub fn list_all(
    problem: &Problem,
    selection: Selection,
    observer: &dyn Observer,
) -> Result<Listing, SearchError> {
    let maps = same(problem, selection)?;
    let Some(problem) = with_largest(problem, selection, observer)? else { return Ok(Listing::nothing()) };
    let is_worth_it = problem.armies().len() == 2
        && selection.dominating == Demand::Nothing
        && is_plain(&problem, selection)
        && problem.board().squares() >= MIN_LABELLED;
    if is_worth_it
        && let Some(lines) = lines::two_lines(&problem)
        && are_few(&problem, observer)?
    {
        let classes = Classes::new(&problem, &maps.0, maps.1);
        return Ok(Listing { order: Box::new(labelled::ByLines::new(&problem, lines, classes)) });
    }
    in_reading_order(&problem, selection, &maps, observer)
}

/// Boards of fewer squares are listed in reading order at once.
const MIN_LABELLED: usize = 37;
/// With more placements than this the order of reading finds one after another quickly.
const MAX_FEW: u64 = 1 << 22;

/// Whether there are few placements, as far as that can be found out in a second, or else as far as can be expected.
fn are_few(problem: &Problem, observer: &dyn Observer) -> Result<bool, SearchError> {
    let Some(plan) = planned(problem, observer) else { return Ok(false) };
    if let Some(count) = run_within(&plan, Duration::from_secs(1), observer)? {
        return Ok(count <= MAX_FEW.into());
    }
    Ok(plan.summary().engine.0 == lines::NAME)
}

/// Whether pairs of pieces say what is a placement.
fn is_pairwise(problem: &Problem, dominating: Demand) -> bool {
    dominating == Demand::Nothing && problem.is_pairwise()
}

/// Whether exact numbers are asked for, and nothing of what could be added.
fn is_plain(problem: &Problem, selection: Selection) -> bool {
    problem.objective() == Objective::Exactly && !selection.maximal
}

/// The symmetries that make placements the same, and whether shifts do.
fn same(problem: &Problem, selection: Selection) -> Result<(Vec<Symmetry>, bool), SearchError> {
    if problem.board().is_large() {
        return Err(SearchError::LargeBoard);
    }
    let Selection { up_to, maximal, dominating } = selection;
    let question = Question { up_to, maximal, dominating, ..Question::new(problem.clone()) };
    check_dominating(&question)?;
    let group = same_placements(&question)?;
    Ok((group, selection.up_to == UpTo::Translation))
}

/// All placements of a problem with one army, or with groups, and exact numbers, in the order of [`FirstFail`].
///
/// # Errors
/// Several armies, open numbers, and boards that are too large.
pub fn list_first_fail(problem: &Problem) -> Result<Listing, SearchError> {
    Ok(tightest(problem, FirstFail::new(problem)?))
}

/// The placements by the lines of the board, in no order.
pub(crate) fn by_lines(problem: &Problem) -> Result<Listing, SearchError> {
    Ok(tightest(problem, FirstFail::by_lines(problem)?))
}

fn tightest(problem: &Problem, search: FirstFail) -> Listing {
    // On a large board a choice takes thousands of squares from others.
    let look = if problem.board().is_large() { 1 } else { 1 << 10 };
    Listing { order: Box::new(Tightest { search, nodes: 0, look }) }
}

/// First fail as an order.
struct Tightest {
    search: FirstFail,
    nodes: u64,
    /// Choices between two looks at whether to stop.
    look: u64,
}

/// Counts choices, and stops at an end.
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

impl ListingSearch for Tightest {
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<Listed> {
        let mut counted = ChoiceMeter { nodes: self.nodes, end, look: self.look, should_stop };
        let placement = self.search.next_watched(&mut counted);
        self.nodes = counted.nodes;
        Some(Listed { placement: placement?, class_size: 1 })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The largest number of pieces of the kinds written `max`; `None` if there is no placement, or if it was not found before
/// the observer said to stop.
fn largest_number(
    problem: &Problem,
    maximal: bool,
    observer: &dyn Observer,
) -> Result<Option<u32>, SearchError> {
    let question = Question { maximal, ..problem.into() };
    let settings = Settings::default();
    if maximal {
        // The largest of those that cannot be extended by any kind can have fewer.
        let Some(plan) = plan_unless_stopped(&question, &settings, observer)? else { return Ok(None) };
        let outcome = plan.run(observer)?;
        return Ok(outcome.maximum.filter(|_| outcome.complete));
    }
    let found = largest(&question, &settings, Finder::Best, false, observer)?;
    Ok(found.number.filter(|_| found.proved))
}

/// No placements.
struct Nothing;

impl ListingSearch for Nothing {
    fn advance(&mut self, _: u64, _: &dyn Fn() -> bool) -> Option<Listed> {
        None
    }

    fn nodes(&self) -> u64 {
        0
    }
}
