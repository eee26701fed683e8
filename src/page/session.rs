//! The state that is kept between the questions of a page.

use crate::search::listing::Listing;

/// The state that is kept between the questions of a page.
#[derive(Default)]
pub struct Session {
    /// The list from which the page takes placements, and whether it has one placement of each class.
    pub(super) listing: Option<(Listing, bool)>,
}
