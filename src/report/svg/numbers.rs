//! Numbers in pictures.

/// Writes a number with at most two decimals.
pub(super) fn shorten(number: f64) -> String {
    with_decimals(number, 2)
}

/// Writes a number with at most this many decimals and without trailing zeros.
pub(in crate::report) fn with_decimals(number: f64, most: usize) -> String {
    let text = format!("{number:.most$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
