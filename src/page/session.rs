//! What is remembered between the questions of a page.

use crate::search::listing::Listing;

/// What is remembered between the questions of a page.
#[derive(Default)]
pub struct Session {
    /// The list that is being handed out, and whether by class.
    pub(super) listing: Option<(Listing, bool)>,
}
