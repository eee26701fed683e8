//! Lists as programs write them: JSON, Python and JavaScript, with the code around them.
//!
//! Brackets of all kinds hold a list, and commas, semicolons and blanks are between its values; `key: value` and `name = value` give a
//! value a name. What is between lists (`const`, `export`) is a value like others, and is ignored.

use super::fault::{BroughtError, BroughtFault, BroughtResult};

/// A word or a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// A number, a name, or a text in quotes.
    Word(Cell),
    List(Vec<Entry>),
}

/// A value, perhaps with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) key: Option<String>,
    pub(super) value: Value,
}

/// A part of a text, and where it begins, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::notation) struct Cell {
    pub(in crate::notation) text: String,
    pub(in crate::notation) at: usize,
}

/// Lists in lists are read to this depth.
const MAX_DEPTH: usize = 32;

/// Everything in a text, as one list.
pub(super) fn values(text: &str) -> BroughtResult<Value> {
    let mut reader = Reader { text, at: 0 };
    let entries = reader.entries(None, 0)?;
    Ok(Value::List(entries))
}

/// The bracket that ends what this one begins.
pub(super) fn closing_bracket(open: char) -> Option<char> {
    match open {
        '[' => Some(']'),
        '(' => Some(')'),
        '{' => Some('}'),
        _ => None,
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn fault<T>(&self, at: usize, fault: BroughtFault) -> BroughtResult<T> {
        Err(BroughtError::new(self.text, at, 1, fault))
    }

    fn next(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Past blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blanks = &rest[..rest.len() - rest.trim_start().len()];
            let begins_line = self.at == 0 || blanks.contains('\n');
            self.at += blanks.len();
            let rest = &self.text[self.at..];
            let length = match () {
                () if rest.starts_with("//") || rest.starts_with('#') && begins_line => {
                    rest.find('\n').unwrap_or(rest.len())
                }
                () if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
                () => return,
            };
            self.at += length;
        }
    }

    /// The entries as far as a bracket, which is passed, or as far as the end of the text.
    fn entries(&mut self, end: Option<char>, depth: usize) -> BroughtResult<Vec<Entry>> {
        let begin = self.at.saturating_sub(1);
        if depth > MAX_DEPTH {
            return self.fault(begin, BroughtFault::Depth);
        }
        let mut entries: Vec<Entry> = Vec::new();
        let mut key = None;
        loop {
            self.skip();
            let at = self.at;
            let Some(sign) = self.next() else {
                return match end {
                    None => Ok(entries),
                    Some(end) => self.fault(begin, BroughtFault::NoEnd(end)),
                };
            };
            self.at += sign.len_utf8();
            let value = match sign {
                // A record without entries is not an empty list.
                '}' if end == Some('}') && entries.is_empty() => {
                    let value = Value::List(Vec::new());
                    return Ok(vec![Entry { key: Some(String::new()), value }]);
                }
                _ if Some(sign) == end => return Ok(entries),
                ']' | ')' | '}' => return self.fault(at, BroughtFault::Bracket(sign)),
                ',' | ';' => continue,
                // The word before it was a name.
                ':' | '=' => {
                    if let Some(Entry { key: None, value: Value::Word(name) }) = entries.last() {
                        key = Some(name.text.clone());
                        entries.pop();
                    }
                    continue;
                }
                '"' | '\'' | '`' => Value::Word(self.read_quoted(sign, at)?),
                _ => match closing_bracket(sign) {
                    Some(end) => Value::List(self.entries(Some(end), depth + 1)?),
                    None => Value::Word(self.word(at)),
                },
            };
            entries.push(Entry { key: key.take(), value });
        }
    }

    /// Reads the text between quotes, after the first quote. Three quotes count as one.
    fn read_quoted(&mut self, quote: char, at: usize) -> BroughtResult<Cell> {
        let three = quote.to_string().repeat(3);
        let end = if self.text[at..].starts_with(&three) { three } else { quote.to_string() };
        self.at = at + end.len();
        let (begin, mut text) = (self.at, String::new());
        loop {
            let rest = &self.text[self.at..];
            if rest.starts_with(&end) {
                self.at += end.len();
                return Ok(Cell { text, at: begin });
            }
            let mut signs = rest.chars();
            let sign = match (signs.next(), signs.clone().next()) {
                (None, _) => return self.fault(at, BroughtFault::NoEnd(quote)),
                (Some('\\'), Some(next)) => {
                    self.at += 1;
                    self.at += next.len_utf8();
                    if next == 'n' { '\n' } else { next }
                }
                (Some(sign), _) => {
                    self.at += sign.len_utf8();
                    sign
                }
            };
            text.push(sign);
        }
    }

    fn word(&mut self, at: usize) -> Cell {
        let ends = |sign: char| {
            sign.is_whitespace()
                || closing_bracket(sign).is_some()
                || matches!(sign, ']' | ')' | '}' | ',' | ';' | ':' | '=' | '"' | '\'' | '`')
        };
        let rest = &self.text[self.at..];
        self.at += rest.find(ends).unwrap_or(rest.len());
        Cell { text: self.text[at..self.at].to_owned(), at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a form of its own, to be compared.
    fn shown(value: &Value) -> String {
        match value {
            Value::Word(word) => word.text.clone(),
            Value::List(entries) => {
                let entries = entries.iter().map(|entry| {
                    entry.key.as_ref().map_or(String::new(), |key| format!("{key}:")) + &shown(&entry.value)
                });
                format!("[{}]", entries.collect::<Vec<_>>().join(" "))
            }
        }
    }

    #[test]
    fn lists_of_many_languages_are_read() {
        for (text, expected) in [
            ("[[1,2],[3,4]]", "[[[1 2] [3 4]]]"),
            ("[(1, 5), (2, 8)]", "[[[1 5] [2 8]]]"),
            ("[\".Q..\",\n'...Q']", "[[.Q.. ...Q]]"),
            (
                "const l = {\n size: 8, // side\n rows: [[\"A\",\"B\",],],\n};",
                "[const l:[size:8 rows:[[A B]]]]",
            ),
            ("{\"a\": \"x\\\"y\", \"b\": []}", "[[a:x\"y b:[]]]"),
            ("# made by hand\n[1] /* one */ [2]", "[[1] [2]]"),
            ("x = '''a\nb'''", "[x:a\nb]"),
            ("", "[]"),
            ("[]", "[[]]"),
            ("{}", "[[:[]]]"),
        ] {
            assert_eq!(values(text).map(|value| shown(&value)), Ok(expected.to_owned()), "{text}");
        }
        for (text, expected) in [
            ("[1", "line 1, column 1, '[': the closing ] is missing"),
            ("1]", "line 1, column 2, ']': the opening bracket is missing"),
            ("[\n \"a", "line 2, column 2, '\\\"': the closing \" is missing"),
        ] {
            assert_eq!(values(text).unwrap_err().to_string(), expected);
        }
        assert!(values(&"[".repeat(100_000)).is_err());
        // One line of a megabyte is read in the time of its length.
        for part in ["[0,1],", "#,"] {
            assert!(values(&format!("[{}]", part.repeat((1 << 20) / part.len()))).is_ok());
        }
    }
}
