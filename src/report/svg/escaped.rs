//! Text among tags.

/// Escapes text for SVG and HTML.
pub(in crate::report) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
