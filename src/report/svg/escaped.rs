//! Text among tags.

/// Escapes text for SVG and HTML.
pub(in crate::report) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
