//! The assignment of the terms of a list to n and k.
//!
//! Most sequences have a term for each n. A table of counts by n and k is also written as a list: row by row,
//! or along its falling diagonals. Rows may end where the counts end, so the place of a term can depend on
//! earlier terms. Therefore a layout is traversed in [`TermGroup`]s, and places are not simply computed.

use crate::notation::Family;

/// The numbering of the terms of a list by n, or by n and k.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Layout {
    /// A term for each n, from the offset on.
    List,
    /// For each n from the first on, the terms with k from `k` to `last`.
    Rows {
        /// The first n.
        n: i64,
        /// The first k of each row.
        k: i64,
        /// The last k of each row.
        last: RowLimit,
    },
    /// For s = 0, 1, … the terms of `(n, k + s)`, `(n + 1, k + s - 1)`, … `(n + s, k)`.
    Antidiagonals {
        /// The first n.
        n: i64,
        /// The first k.
        k: i64,
    },
}

/// The end of the rows of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowLimit {
    /// The row ends at the largest k that has a placement.
    Largest,
    /// The row ends at this k, an expression in n, which is stored as a family whose whole text is the
    /// expression.
    Expression(Family),
}

impl RowLimit {
    /// Returns the last k of row n, if it is known without counting. If the expression has no value, the row
    /// is empty.
    fn of_row(&self, n: i64) -> Option<i64> {
        let Self::Expression(expression) = self else { return None };
        let values: Vec<(char, i64)> = expression.variables().into_iter().map(|name| (name, n)).collect();
        let last = expression.text_at(&values).ok().and_then(|text| text.parse().ok());
        Some(last.unwrap_or(i64::MIN))
    }
}

/// Terms that belong together, because one count may give all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermGroup {
    /// The term of n alone, or of n and k.
    One {
        /// The value of n.
        n: i64,
        /// The value of k, in a table.
        k: Option<i64>,
    },
    /// The terms of a row of a table, by rising k.
    Row {
        /// The value of n.
        n: i64,
        /// The first k.
        first: i64,
        /// The last k; `None` if the row ends where the counts end.
        last: Option<i64>,
    },
}

impl Layout {
    /// Returns the groups of a list's terms, in order and without end.
    ///
    /// ```
    /// use armistice::sequences::layout::{TermGroup, Layout};
    ///
    /// let places: Vec<TermGroup> = Layout::Antidiagonals { n: 1, k: 1 }.groups(0).take(4).collect();
    /// assert_eq!(places, [(1, 1), (1, 2), (2, 1), (1, 3)].map(|(n, k)| TermGroup::One { n, k: Some(k) }));
    /// ```
    pub fn groups(&self, offset: i64) -> impl Iterator<Item = TermGroup> + '_ {
        let (mut step, mut along) = (0, 0);
        std::iter::from_fn(move || {
            let group = match self {
                Self::List => TermGroup::One { n: offset + step, k: None },
                Self::Rows { n, k, last } => {
                    TermGroup::Row { n: n + step, first: *k, last: last.of_row(n + step) }
                }
                Self::Antidiagonals { n, k } => TermGroup::One { n: n + along, k: Some(k + step - along) },
            };
            match self {
                Self::Antidiagonals { .. } if along < step => along += 1,
                _ => (step, along) = (step + 1, 0),
            }
            Some(group)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The (n, k) of each running index, for tables as they are published.
    #[test]
    fn places_are_those_of_the_published_tables() {
        let rows =
            |n, k, last: &str| Layout::Rows { n, k, last: RowLimit::Expression(last.parse().unwrap()) };
        let places = |layout: &Layout, most: usize| -> Vec<(i64, i64)> {
            let groups = layout.groups(0).flat_map(|group| match group {
                TermGroup::One { n, k } => vec![(n, k.unwrap())],
                TermGroup::Row { n, first, last } => (first..=last.unwrap()).map(|k| (n, k)).collect(),
            });
            groups.take(most).collect()
        };
        let triangle = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1)];
        assert_eq!(places(&rows(1, 1, "{n}"), 7), triangle);
        let from_nought = [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0)];
        assert_eq!(places(&rows(0, 0, "{n}"), 7), from_nought);
        assert_eq!(places(&rows(2, 1, "{n-1}"), 4), [(2, 1), (3, 1), (3, 2), (4, 1)]);
        assert_eq!(places(&rows(1, 0, "{n*n}"), 8)[..3], [(1, 0), (1, 1), (2, 0)]);
        let diagonals = [(0, 0), (0, 1), (1, 0), (0, 2), (1, 1), (2, 0), (0, 3)];
        assert_eq!(places(&Layout::Antidiagonals { n: 0, k: 0 }, 7), diagonals);
        // A row may be empty; the next row follows.
        assert_eq!(places(&rows(1, 1, "{n-1}"), 3), [(2, 1), (3, 1), (3, 2)]);
    }

    #[test]
    fn lists_begin_at_their_offset() {
        let first: Vec<TermGroup> = Layout::List.groups(5).take(2).collect();
        assert_eq!(first, [TermGroup::One { n: 5, k: None }, TermGroup::One { n: 6, k: None }]);
    }
}
