//! Lists of terms in the strict form of the OEIS: a line `n a(n)` for each term, the n without gaps, each line ended
//! by a line feed, comments before them.

use num_bigint::BigUint;
use std::fmt::Write;

/// The b-file of a sequence: what is known about it as comments, then the terms from the index `first` on.
///
/// A comment that has line breaks becomes one line, and signs beyond ASCII become question marks.
///
/// ```
/// use armistice::sequences::bfile;
///
/// let terms: Vec<_> = [1u32, 0, 0, 2].map(Into::into).to_vec();
/// let file = bfile::write(&["Table of n, a(n) for n = 1..4"], 1, &terms);
/// assert_eq!(file, "# Table of n, a(n) for n = 1..4\n1 1\n2 0\n3 0\n4 2\n");
/// ```
#[must_use]
pub fn write(comments: &[&str], first: i64, terms: &[BigUint]) -> String {
    let mut text = String::new();
    for comment in comments {
        let line = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        let line: String =
            line.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' }).collect();
        let _ = writeln!(text, "# {line}");
    }
    for (n, term) in (first..).zip(terms) {
        let _ = writeln!(text, "{n} {term}");
    }
    text
}
