//! Lists of terms in the strict b-file format of the OEIS: comments, then a line `n a(n)` for each term, with
//! consecutive n. Each line ends with a line feed.

use num_bigint::BigUint;
use std::fmt::Write;

/// A line that does not belong to a b-file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct BFileError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fault of the line.
    pub fault: BFileFault,
}

/// The fault of a line in a b-file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BFileFault {
    /// The line is not an index with a term.
    #[error("expected a line `n a(n)` of two whole numbers, or a comment after #")]
    Form,
    /// The index does not follow the previous one.
    #[error("the index is {found}, expected {expected}: those of a b-file have no gaps")]
    Gap {
        /// The index in the line.
        found: i64,
        /// The index that follows the previous line.
        expected: i64,
    },
}

/// The index of the first term of a b-file, and all its terms.
pub type IndexedTerms = (i64, Vec<BigUint>);

/// Returns the terms of a b-file; `None` if it has none.
///
/// ```
/// use armistice::sequences::bfile;
///
/// let (first, terms) = bfile::read("# the queens\n1 1\n2 0\n3 0\n4 2\n")?.ok_or("no terms")?;
/// assert_eq!((first, terms.len()), (1, 4));
/// assert_eq!(bfile::read("1 1\n3 0\n").unwrap_err().to_string(), "line 2: the index is 3, expected 2: those of a b-file have no gaps");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first line that does not belong to a b-file.
pub fn read(text: &str) -> Result<Option<IndexedTerms>, BFileError> {
    let mut read: Option<IndexedTerms> = None;
    for (number, line) in text.lines().enumerate() {
        let words = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = words.split_whitespace().collect();
        let fault = |fault| BFileError { line: number + 1, fault };
        let (index, term) = match words[..] {
            [] => continue,
            [index, term] => {
                index.parse().ok().zip(term.parse().ok()).ok_or_else(|| fault(BFileFault::Form))?
            }
            _ => return Err(fault(BFileFault::Form)),
        };
        let (first, terms) = read.get_or_insert((index, Vec::new()));
        let expected = *first + terms.len() as i64;
        if index != expected {
            return Err(fault(BFileFault::Gap { found: index, expected }));
        }
        terms.push(term);
    }
    Ok(read)
}

/// Writes the b-file of a sequence: comments, then the terms from the index `first` on.
///
/// A comment with line breaks becomes one line, and characters beyond ASCII become question marks.
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
