//! The formats of results.

use armistice_base::named;

named! {
    /// How results are written.
    #[derive(Default)]
    pub(in crate::cli) enum FormatArgument {
        /// Text.
        #[default]
        Text = "text",
        /// One JSON object per line.
        Json = "json",
    }
}
