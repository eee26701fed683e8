//! The selection of placements of a problem, one after another: for `solve`, which writes them, and for
//! `draw`.

use super::args::{Order, SelectionArguments};
use super::exit::{UsageError, fault};
use super::{Exit, output, progress};
use crate::clock::Instant;
use crate::notation::PermutationAxis;
use crate::plan::Observer;
use crate::plan::StoppingObserver;
use crate::search::listing::{self, Listing, Selection};
use crate::search::random::Sampler;
use crate::search::{self, First};
use crate::{Demand, Placement, Problem, UpTo};
use std::hash::{BuildHasher, RandomState};

/// The placements that the user asked for.
#[derive(Clone, Copy)]
pub(super) struct PlacementRequest {
    source: PlacementSource,
    /// The largest number of placements.
    number: u64,
    /// The seed of a random selection, if the user gave one.
    seed: Option<u64>,
    /// The time at which the search stops.
    end: Option<Instant>,
}

/// The source of the placements.
#[derive(Clone, Copy)]
enum PlacementSource {
    /// The first placement that any method finds.
    First,
    /// A list, whose first `skip` placements are left out.
    List { order: ListChoice, skip: u64 },
    /// A random selection.
    Random,
}

/// The order and the placements of a list.
#[derive(Clone, Copy)]
enum ListChoice {
    /// All placements, file by file.
    FirstFail,
    /// Selected placements in reading order.
    Lex(Selection),
    /// Selected placements in the quickest order.
    Any(Selection),
}

/// A placement of the selection.
pub(super) struct ChosenPlacement {
    pub(super) placement: Placement,
    /// The number in the list, from 1. Skipped placements count.
    pub(super) number: u64,
    /// The number of placements that this one represents.
    pub(super) class_size: Option<u64>,
}

/// The way in which a sequence of placements ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SelectionEnd {
    /// The last placement was handed out.
    Complete,
    /// There is no placement.
    None,
    /// All placements were skipped; this is their number.
    Skipped(u64),
    /// The user interrupted the search, or its time was up.
    Stopped,
}

impl SelectionEnd {
    /// Returns the word and the exit code for a search that was stopped.
    pub(super) fn stop() -> (&'static str, Exit) {
        if progress::is_interrupted() { ("interrupted", Exit::Interrupted) } else { ("stopped", Exit::Limit) }
    }
}

/// The message if a search is interrupted before it has found a placement.
const NOTHING_FOUND: &str = "interrupted: no placement found yet, but there may be one";

/// The message if all placements were skipped.
pub(super) const NOTHING_LEFT: &str = "--skip leaves nothing";

/// A function that receives each placement.
type Take<'a> = &'a mut dyn FnMut(ChosenPlacement) -> anyhow::Result<()>;

impl PlacementRequest {
    /// Reads the selection from the arguments, with at most `number` placements. Refuses options that cannot
    /// be combined.
    pub(super) fn new(arguments: &SelectionArguments, number: u64) -> Result<Self, UsageError> {
        let &SelectionArguments { all, skip, random, up_to, maximal, demand, seed, .. } = arguments;
        let order = if random { Some(Order::Random) } else { arguments.order };
        let selection = Selection { up_to: up_to.unwrap_or_default(), maximal, dominating: demand.demand() };
        let is_plain = selection == Selection::default();
        let end = None;
        if seed.is_some() && order != Some(Order::Random) {
            return Err(UsageError::new("--seed needs --random"));
        }
        let order = match order {
            Some(Order::FirstFail) if !is_plain => {
                let fault = "--up-to, --maximal and --dominating need the order lex: omit --order";
                return Err(UsageError(format!("--order first-fail: {fault}")));
            }
            Some(Order::Random) if !is_plain || all || skip > 0 => {
                let fault = "placements are drawn from all of them; --limit N sets how many";
                return Err(UsageError(format!("--order random: {fault}")));
            }
            Some(Order::Random) => return Ok(Self { source: PlacementSource::Random, number, seed, end }),
            None if is_plain && skip == 0 && number == 1 => {
                return Ok(Self { source: PlacementSource::First, number, seed, end });
            }
            Some(Order::FirstFail) => ListChoice::FirstFail,
            Some(Order::Lex) => ListChoice::Lex(selection),
            None => ListChoice::Any(selection),
        };
        Ok(Self { source: PlacementSource::List { order, skip }, number, seed, end })
    }

    /// Returns the largest number of placements.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Sets the largest number of placements.
    pub(super) fn at_most(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// Sets the time at which the search stops.
    pub(super) fn until(self, end: Option<Instant>) -> Self {
        Self { end, ..self }
    }

    /// Whether the user interrupted the search, or its time is up.
    fn is_over(&self) -> bool {
        progress::is_interrupted() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether placements are drawn at random. Such a selection never runs out.
    pub(super) fn is_random(&self) -> bool {
        matches!(self.source, PlacementSource::Random)
    }

    /// Returns the lines of the search: first fail uses files, reading order uses ranks.
    pub(super) fn read_by(&self) -> PermutationAxis {
        match self.source {
            PlacementSource::List { order: ListChoice::FirstFail, .. } => PermutationAxis::Files,
            PlacementSource::First | PlacementSource::List { .. } | PlacementSource::Random => {
                PermutationAxis::Ranks
            }
        }
    }

    /// Hands out the placements of a problem as they are found. Each is checked by the rules of movement.
    pub(super) fn hand_out(&self, problem: &Problem, take: Take<'_>) -> anyhow::Result<SelectionEnd> {
        match self.source {
            PlacementSource::First => hand_out_first(self, problem, take),
            PlacementSource::List { order, skip } => list(self, problem, (order, skip), take),
            PlacementSource::Random => at_random(self, problem, take),
        }
    }
}

impl ListChoice {
    fn begin(self, problem: &Problem, observer: &dyn Observer) -> anyhow::Result<Listing> {
        let listing = match self {
            Self::FirstFail => listing::list_first_fail(problem),
            Self::Lex(selection) => listing::list_lex(problem, selection, observer),
            Self::Any(selection) => listing::list_all(problem, selection, observer),
        };
        listing.map_err(fault)
    }

    /// Returns the squares that the pieces must attack.
    fn demand(self) -> Demand {
        match self {
            Self::FirstFail => Demand::Nothing,
            Self::Lex(selection) | Self::Any(selection) => selection.dominating,
        }
    }

    /// Whether each placement represents a class.
    fn is_by_class(self) -> bool {
        match self {
            Self::FirstFail => false,
            Self::Lex(selection) | Self::Any(selection) => selection.up_to != UpTo::Nothing,
        }
    }
}

/// Hands out placements of a list, as they are found.
fn list(
    wanted: &PlacementRequest,
    problem: &Problem,
    (order, skip): (ListChoice, u64),
    take: Take<'_>,
) -> anyhow::Result<SelectionEnd> {
    let mut listing = progress::nothing_to_lose(NOTHING_FOUND, || {
        progress::watch(false, |observer| {
            order.begin(problem, &StoppingObserver { observer, end: wanted.end })
        })
    })?;
    let last = skip.saturating_add(wanted.number);
    let (mut number, mut is_stopped) = (0, false);
    while number < last {
        let Some(listed) = listing.advance(&|| wanted.is_over()) else {
            is_stopped = wanted.is_over();
            break;
        };
        number += 1;
        if number <= skip {
            continue;
        }
        check(problem, order.demand(), &listed.placement)?;
        let class_size = order.is_by_class().then_some(listed.class_size);
        take(ChosenPlacement { placement: listed.placement, number, class_size })?;
        if progress::is_interrupted() {
            is_stopped = true;
            break;
        }
    }
    Ok(match () {
        () if is_stopped => SelectionEnd::Stopped,
        () if number == 0 => SelectionEnd::None,
        () if number <= skip => SelectionEnd::Skipped(number),
        () => SelectionEnd::Complete,
    })
}

/// Checks a placement before the user sees it.
fn check(problem: &Problem, demand: Demand, placement: &Placement) -> anyhow::Result<()> {
    match search::fault(problem, demand, placement) {
        Some(fault) => anyhow::bail!("internal check failed: {problem}: {fault}; please report this problem"),
        None => Ok(()),
    }
}

/// The seed of local search, which is fixed so that each run finds the same first placement.
const FIRST_SEED: u64 = 1;

/// Hands out one placement, which its finder has checked.
fn hand_out_first(
    wanted: &PlacementRequest,
    problem: &Problem,
    take: Take<'_>,
) -> anyhow::Result<SelectionEnd> {
    let found = progress::nothing_to_lose(NOTHING_FOUND, || {
        progress::watch_search("searching for a placement", |observer| {
            search::find_first(problem, FIRST_SEED, &StoppingObserver { observer, end: wanted.end })
        })
    });
    match found.map_err(fault)? {
        First::Found { placement, by } => {
            if by == search::CONSTRUCTION && output::is_error_terminal() {
                output::note("by construction");
            }
            take(ChosenPlacement { placement, number: 1, class_size: None })?;
            Ok(SelectionEnd::Complete)
        }
        First::None { .. } => Ok(SelectionEnd::None),
        First::Stopped => Ok(SelectionEnd::Stopped),
    }
}

/// Hands out random placements. The batches grow: the first placement comes soon, and many placements take
/// little memory.
fn at_random(wanted: &PlacementRequest, problem: &Problem, take: Take<'_>) -> anyhow::Result<SelectionEnd> {
    let PlacementRequest { number, seed, end, .. } = *wanted;
    let is_fresh = seed.is_none();
    let seed = seed.unwrap_or_else(fresh_seed);
    let sampler = progress::nothing_to_lose(NOTHING_FOUND, || {
        progress::watch_search("counting the placements to draw from", |observer| {
            Sampler::new(problem, seed, &StoppingObserver { observer, end })
        })
    });
    let mut sampler = sampler.map_err(fault)?;
    if !sampler.is_uniform() && !wanted.is_over() {
        output::note("too many placements to count: drawn by local search, not uniformly");
    }
    let (mut drawn, mut batch) = (0, 1);
    while drawn < number && !wanted.is_over() {
        let next = batch.min(number - drawn);
        let placements = progress::watch_search("drawing placements", |observer| {
            sampler.draw(next as usize, &StoppingObserver { observer, end })
        });
        let placements = placements.map_err(fault)?;
        if placements.is_empty() && !wanted.is_over() {
            return Ok(SelectionEnd::None);
        }
        if drawn == 0 && is_fresh {
            output::note(&format!("--seed {seed} draws the same placements again"));
        }
        for placement in placements {
            drawn += 1;
            check(problem, Demand::Nothing, &placement)?;
            take(ChosenPlacement { placement, number: drawn, class_size: None })?;
            if wanted.is_over() {
                break;
            }
        }
        batch = (batch * BATCH_GROWS).min(MAX_BATCH);
    }
    Ok(if drawn < number { SelectionEnd::Stopped } else { SelectionEnd::Complete })
}

/// The largest batch of random placements. One read of all levels of a sweep serves a whole batch.
const MAX_BATCH: u64 = 1 << 14;
/// The factor by which batches grow.
const BATCH_GROWS: u64 = 8;

/// Returns a new short seed.
fn fresh_seed() -> u64 {
    RandomState::new().hash_one(0) % 1_000_000_000
}
