//! Whether a word is another one with a letter or two gone wrong.
//!
//! Suggestions by letters lead astray more often than they help: `--json` is no misspelt `--journal`, and `serve` no
//! misspelt `solve`. So only the usual slips of fingers count, one in a short word and two in a long one, and words that
//! were not finished.

/// The shortest beginning of a name that stands for it.
const SHORTEST_BEGINNING: usize = 3;

/// Words up to this length may have one slip.
const SHORT: usize = 5;

/// Words beyond this length are no names.
const MAX_WORD_LENGTH: usize = 32;

/// The name that was probably meant; `None` if none is near, or several are.
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

/// How many slips lie between two words; `None` if they are too many.
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

/// Letters to add, to leave out, to replace, or to swap with their neighbour (optimal string alignment).
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
