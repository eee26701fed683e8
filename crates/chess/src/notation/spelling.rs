//! Whether a word is another word with one or two wrong letters.
//!
//! Suggestions by letters mislead more often than they help: `--json` is not a misspelt `--journal`, and
//! `serve` is not a misspelt `solve`. So only usual typing slips count, one in a short word and two in a long
//! one, and unfinished words.

/// The shortest beginning of a name that is accepted for the name.
const SHORTEST_BEGINNING: usize = 3;

/// The maximum length of a word that may have only one slip.
const SHORT: usize = 5;

/// The maximum length of a name.
const MAX_WORD_LENGTH: usize = 32;

/// Returns the name that was probably meant; `None` if none is near, or several are.
#[must_use]
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near: Vec<(usize, &str)> =
        names.into_iter().filter_map(|name| Some((slips(typed, name)?, name))).collect();
    let least = near.iter().map(|(slips, _)| *slips).min()?;
    let mut best = near.iter().filter(|(slips, _)| *slips == least);
    match (best.next(), best.next()) {
        (Some((_, name)), None) => Some(name),
        _ => None,
    }
}

/// Returns the number of slips between two words; `None` if there are too many.
fn slips(typed: &str, name: &str) -> Option<usize> {
    if typed.len() > MAX_WORD_LENGTH || name.len() < 2 {
        return None;
    }
    if typed.len() >= SHORTEST_BEGINNING && name.starts_with(typed) {
        return Some(1);
    }
    let most = if typed.len().min(name.len()) <= SHORT { 1 } else { 2 };
    Some(distance(typed, name)).filter(|&slips| slips <= most)
}

/// Returns the number of letters to add, to remove, to replace, or to swap with their neighbour (optimal
/// string alignment).
fn distance(first: &str, second: &str) -> usize {
    let (first, second): (Vec<char>, Vec<char>) = (first.chars().collect(), second.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=second.len()).collect()];
    for (i, &one) in first.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &other) in second.iter().enumerate() {
            let replaced = rows[i][j] + usize::from(one != other);
            let mut least = replaced.min(row[j] + 1).min(rows[i][j + 1] + 1);
            if i > 0 && j > 0 && one == second[j - 1] && first[i - 1] == other {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[first.len()][second.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        for (first, second, expected) in [
            ("", "", 0),
            ("", "ab", 2),
            ("count", "cuont", 1),
            ("verify", "verfiy", 1),
            ("serve", "solve", 2),
        ] {
            assert_eq!(distance(first, second), expected, "{first} {second}");
            assert_eq!(distance(second, first), expected, "{first} {second}");
        }
    }

    #[test]
    fn only_what_is_near_is_suggested() {
        let verbs = ["count", "solve", "max", "verify", "table", "status", "shard", "missing"];
        for (typed, expected) in [
            ("cuont", Some("count")),
            ("slove", Some("solve")),
            ("tabel", Some("table")),
            ("stat", Some("status")),
            ("serve", None),
            ("version", None),
            ("config", None),
            ("repl", None),
            ("list", None),
            ("mad", Some("max")),
            ("", None),
        ] {
            assert_eq!(nearest(typed, verbs), expected, "{typed}");
        }
        assert_eq!(nearest("stop", ["stop-after", "stop-before"]), None);
    }
}
