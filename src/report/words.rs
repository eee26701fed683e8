//! Lists in English.

/// Joins words as `a, b and c`.
pub(super) fn join_words(parts: &[String]) -> String {
    match parts {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}
