//! Placements, and the search for them.

use crate::calls::{Asked, Fault};
use crate::counting::sameness;
use crate::position::{begun, placed};
use crate::watch::Teller;
use armistice::UpTo;
use armistice::report::trace;
use armistice::search::listing::{Choice, Listing, Selection, Unwatched, list_all};
use armistice::search::random::Sampler;
use armistice::search::{First, find_first};
use serde_json::{Value, json};
use std::cell::RefCell;

/// At most so many placements at a time.
const MAX_NUMBER: usize = 1000;
/// Steps of a search that are shown.
const MAX_STEPS: usize = 20_000;

thread_local! {
    /// The list that is being handed out.
    static LISTING: RefCell<Option<(Listing, bool)>> = const { RefCell::new(None) };
}

/// One placement: by whatever finds one, or, with a seed, at random.
pub(crate) fn find(asked: &Asked) -> Result<Value, Fault> {
    let (problem, teller) = (begun(asked)?, Teller::new());
    let found = match asked.seed {
        0 => match find_first(&problem, 1, &teller)? {
            First::Found { placement, .. } => Some(placement),
            First::None { .. } | First::Stopped => None,
        },
        seed => Sampler::new(&problem, seed, &teller)?.draw(1, &teller)?.pop(),
    };
    Ok(json!({ "placed": found.as_ref().map(placed) }))
}

/// The first placements of a list; those after them are [`more`].
pub(crate) fn list(asked: &Asked) -> Result<Value, Fault> {
    let selection = Selection { up_to: sameness(asked)?, maximal: asked.maximal };
    let listing = list_all(&begun(asked)?, selection, &Teller::new())?;
    LISTING.replace(Some((listing, selection.up_to != UpTo::Nothing)));
    more(asked)
}

/// The next placements.
pub(crate) fn more(asked: &Asked) -> Result<Value, Fault> {
    LISTING.with_borrow_mut(|listing| {
        let (listing, by_class) = listing.as_mut().ok_or("no list was begun")?;
        let number = asked.number.clamp(1, MAX_NUMBER);
        let listed: Vec<_> = listing.by_ref().take(number).collect();
        let placements = listed.iter().map(|listed| {
            json!({ "placed": placed(&listed.placement), "classSize": by_class.then_some(listed.class_size) })
        });
        Ok(json!({ "placements": placements.collect::<Vec<_>>(), "isOver": listed.len() < number }))
    })
}

/// A search, as a page that plays it.
pub(crate) fn trace(asked: &Asked) -> Result<Value, Fault> {
    let problem = begun(asked)?;
    let choice: Choice = if asked.order.is_empty() { Choice::default() } else { asked.order.parse()? };
    let recording = trace::record(&problem, choice, Some(1), MAX_STEPS, &mut Unwatched)?;
    Ok(json!({ "page": trace::page(&problem, &recording), "choices": recording.choices }))
}
