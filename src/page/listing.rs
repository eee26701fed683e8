//! Placements, and searches for them.

use super::asked::{About, Fault, PageContext};
use super::position::placement_value;
use crate::UpTo;
use crate::report::trace;
use crate::search::listing::{Choice, Selection, SilentWatcher, list_all};
use crate::search::random::Sampler;
use crate::search::{First, find_first};
use serde_json::{Value, json};

/// The most placements in one answer.
const MAX_NUMBER: usize = 1000;
/// The most steps of a search that the page shows.
const MAX_STEPS: usize = 20_000;

/// Finds one placement: with any engine, or at random if there is a seed.
pub(super) fn find(about: &About, means: &PageContext<'_>) -> Result<Value, Fault> {
    let problem = about.problem()?;
    let found = match about.seed {
        0 => match find_first(&problem, 1, means.observer)? {
            First::Found { placement, .. } => Some(placement),
            First::None { .. } | First::Stopped => None,
        },
        seed => Sampler::new(&problem, seed, means.observer)?.draw(1, means.observer)?.pop(),
    };
    Ok(json!({ "placed": found.as_ref().map(placement_value) }))
}

/// Returns the first placements of a list. [`next_placements`] returns the placements after them.
pub(super) fn list(about: &About, means: &mut PageContext<'_>) -> Result<Value, Fault> {
    let selection = Selection { up_to: about.up_to()?, maximal: about.maximal, ..Selection::default() };
    let listing = list_all(&about.problem()?, selection, means.observer)?;
    means.session.listing = Some((listing, selection.up_to != UpTo::Nothing));
    next_placements(about, means)
}

/// Returns the next placements of the list.
pub(super) fn next_placements(about: &About, means: &mut PageContext<'_>) -> Result<Value, Fault> {
    let (listing, by_class) = means.session.listing.as_mut().ok_or("no list has been started")?;
    let number = about.number.clamp(1, MAX_NUMBER);
    let should_stop = || means.observer.should_stop();
    let mut listed = Vec::new();
    while listed.len() < number
        && let Some(next) = listing.advance(&should_stop)
    {
        listed.push(next);
    }
    let placements = listed.iter().map(|listed| {
        json!({ "placed": placement_value(&listed.placement), "classSize": by_class.then_some(listed.class_size) })
    });
    let is_over = listed.len() < number && !should_stop();
    Ok(json!({ "placements": placements.collect::<Vec<_>>(), "isOver": is_over }))
}

/// Returns a search as a page that plays it.
pub(super) fn trace(about: &About) -> Result<Value, Fault> {
    let problem = about.problem()?;
    let choice: Choice = if about.order.is_empty() { Choice::default() } else { about.order.parse()? };
    let recording = trace::record(&problem, choice.into(), Some(1), MAX_STEPS, &mut SilentWatcher)?;
    Ok(json!({ "page": trace::page(&problem, &recording)?, "choices": recording.choices }))
}
