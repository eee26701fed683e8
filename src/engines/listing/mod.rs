//! Placements one after another, in an order that is always the same.
//!
//! Counting never looks at a placement; here each is made, and handed out as soon as it is found, so that the first one
//! is there at once and a list of millions needs no memory.

mod blocked;
mod error;
mod events;
mod first_fail;
mod lex;
mod sample;

pub use error::ListingError;
pub use events::{Event, Unwatched, Watcher};
pub use first_fail::{Choice, FirstFail};
pub use sample::{Sample, sample};

use super::classes::Classes;
use super::fixed;
use super::largest::{Finder, LargestError, largest};
use super::observer::Observer;
use super::plan::{PlanError, Settings, UpTo, can_be_shifted, plan};
use crate::placement::Placement;
use crate::problem::{Objective, Problem, Quantity};

/// A placement that was listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The placement.
    pub placement: Placement,
    /// Up to symmetry: how many placements are the same as this one, itself included. Otherwise 1.
    pub class_size: u64,
}

/// What is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Selection {
    /// Which placements are the same; of each class the first one is listed.
    pub up_to: UpTo,
    /// Only placements that cannot be extended: no further piece of any kind of the problem fits.
    pub maximal: bool,
}

/// A search for one placement after another.
trait Order: Send {
    /// The next placement; nothing if there is none left, if so many partial placements were made in all, about, or if
    /// `should_stop` said so.
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<Listed>;
    /// Partial placements made so far.
    fn nodes(&self) -> u64;
}

/// The placements of a problem, one after another.
///
/// ```
/// use armistice::{Problem, engines::{Silent, listing::{Selection, list_lex}}};
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
    order: Box<dyn Order>,
}

impl Listing {
    /// The next placement; nothing if there is none left, or if `should_stop`, asked now and then, said so. In that case the
    /// search can be gone on with.
    pub fn advance(&mut self, should_stop: &dyn Fn() -> bool) -> Option<Listed> {
        self.order.advance(u64::MAX, should_stop)
    }

    /// The same, but nothing either once about so many partial placements were made in all.
    pub(super) fn advance_to(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<Listed> {
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

/// All placements of a problem with one army in reading order: square by square from the upper left corner, rank by rank; a
/// square with a piece before an empty one, kinds in the order of the problem.
///
/// Of a problem with `max` those with the largest number are listed, which is found first; the observer can stop that.
///
/// # Errors
/// Several armies, boards that are too large, and a largest number that cannot be found.
pub fn list_lex(
    problem: &Problem,
    selection: Selection,
    observer: &dyn Observer,
) -> Result<Listing, ListingError> {
    if problem.board().is_large() {
        return Err(ListingError::LargeBoard);
    }
    let is_plain = problem.objective() == Objective::Exactly && !selection.maximal;
    if selection.up_to == UpTo::Translation && !can_be_shifted(problem, is_plain) {
        return Err(LargestError::from(PlanError::NoTranslation).into());
    }
    if fixed::has_too_many_exchanges(problem) && !matches!(selection.up_to, UpTo::Nothing | UpTo::Symmetry) {
        return Err(LargestError::from(PlanError::TooManyExchanges).into());
    }
    let group = match selection.up_to {
        UpTo::Nothing => Vec::new(),
        UpTo::Symmetry => fixed::symmetries(problem, selection.maximal, false),
        UpTo::Armies | UpTo::Translation => fixed::symmetries(problem, selection.maximal, true),
    };
    let is_shifted = selection.up_to == UpTo::Translation;
    if problem.is_blocked() {
        if !is_plain {
            return Err(LargestError::from(PlanError::BlockedIsPlain).into());
        }
        let classes = Classes::new(problem, &group, is_shifted);
        return Ok(Listing { order: blocked::blocked(problem, classes) });
    }
    let mut wanted = lex::Wanted { maximal: selection.maximal, group: &group, is_shifted, largest: 0 };
    if problem.objective() == Objective::Maximum {
        let Some(number) = largest_number(problem, selection.maximal, observer)? else {
            return Ok(Listing { order: Box::new(Nothing) });
        };
        let sought = problem.pieces().filter(|pieces| pieces.quantity == Quantity::Max);
        wanted.largest = number - sought.map(|pieces| pieces.fixed.len() as u32).sum::<u32>();
    }
    Ok(Listing { order: lex::lex(problem, wanted) })
}

/// All placements of a problem with one army and exact numbers, in the order of [`FirstFail`].
///
/// # Errors
/// Several armies, open numbers, and boards that are too large.
pub fn list_first_fail(problem: &Problem) -> Result<Listing, ListingError> {
    let search = FirstFail::new(problem)?;
    Ok(Listing { order: Box::new(Tightest { search, nodes: 0 }) })
}

/// First fail as an order.
struct Tightest {
    search: FirstFail,
    nodes: u64,
}

/// Counts choices, and stops at an end.
struct Counted<'a> {
    nodes: u64,
    end: u64,
    should_stop: &'a dyn Fn() -> bool,
}

impl Watcher for Counted<'_> {
    fn hear(&mut self, event: Event<'_>) {
        self.nodes += u64::from(matches!(event, Event::Choose { .. }));
    }

    fn should_stop(&mut self) -> bool {
        self.nodes >= self.end || (self.nodes.is_multiple_of(1 << 10) && (self.should_stop)())
    }
}

impl Order for Tightest {
    fn advance(&mut self, end: u64, should_stop: &dyn Fn() -> bool) -> Option<Listed> {
        let mut counted = Counted { nodes: self.nodes, end, should_stop };
        let placement = self.search.next_watched(&mut counted);
        self.nodes = counted.nodes;
        Some(Listed { placement: placement?, class_size: 1 })
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The largest number of pieces of the kinds written `max`; nothing if there is no placement, or if it was not found before
/// the observer said to stop.
fn largest_number(
    problem: &Problem,
    maximal: bool,
    observer: &dyn Observer,
) -> Result<Option<u32>, ListingError> {
    let settings = Settings { maximal, ..Settings::default() };
    if maximal {
        // The largest of those that cannot be extended by any kind can have fewer.
        let plan = plan(problem, &settings).map_err(LargestError::from)?;
        let outcome = plan.run(observer).map_err(LargestError::from)?;
        return Ok(outcome.maximum.filter(|_| outcome.complete));
    }
    let found = largest(problem, &settings, Finder::Best, false, observer)?;
    Ok(found.number.filter(|_| found.proved))
}

/// No placements.
struct Nothing;

impl Order for Nothing {
    fn advance(&mut self, _: u64, _: &dyn Fn() -> bool) -> Option<Listed> {
        None
    }

    fn nodes(&self) -> u64 {
        0
    }
}
