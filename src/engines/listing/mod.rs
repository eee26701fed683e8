//! Engines that list placements one after another.

mod error;
mod events;
mod first_fail;

pub use error::ListingError;
pub use events::{Event, Unwatched, Watcher};
pub use first_fail::{Choice, FirstFail};
