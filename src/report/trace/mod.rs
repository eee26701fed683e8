//! A search made visible: every choice, what it takes away, every dead end and every return.
//!
//! A [`Recording`] is what [`FirstFail`](crate::search::listing::FirstFail) reported of its steps. [`page()`] makes of it a
//! page that plays them forwards and backwards. A [`Scene`] follows a search as it runs, for a terminal or for the moving
//! picture that an [`Animation`] paints.

#[cfg(feature = "cli")]
mod animation;
#[cfg(feature = "cli")]
mod letters;
mod page;
mod recording;
mod scene;

#[cfg(feature = "cli")]
pub use animation::Animation;
pub use page::{MAX_SIDE, page};
pub use recording::{Ending, Recording, Step, record};
pub use scene::Scene;

use armistice_core::named;

named! {
    /// What a recording is written as.
    pub enum TraceFormat {
        /// A page for a browser.
        Html = "html",
        /// An animated GIF.
        Gif = "gif",
    }
}
