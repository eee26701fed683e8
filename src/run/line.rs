//! One object of JSON on a line, with the check sum of the text before it:
//! `{"line":"block",…,"crc":"1a2b3c4d"}`.
//!
//! A line is written by one call and read on its own. The check sum (CRC-32, as in zip and png) detects every
//! change of one byte and of any 32 consecutive bits. A line that a kill or a power cut has cut off has no
//! line end.
//!
//! A check sum is not a signature: a file may come from another person and contain anything. Its strings may
//! be shown on a terminal, so they are stripped of control characters as they are read.

use crate::notation::plain;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The text before the check sum, at the end of the line.
const BEFORE: &str = ",\"crc\":\"";
/// The text after the check sum.
const AFTER: &str = "\"}";
/// The number of bytes from the comma to the end of the line.
const LENGTH: usize = BEFORE.len() + 8 + AFTER.len();

/// The faults of a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JournalLineError {
    /// The bytes are not as they were written.
    #[error("damaged: its checksum is wrong")]
    CheckSum,
    /// The check sum is right but the form is not, so another program or a person wrote the line.
    #[error("of a kind or version that this program does not write ({0})")]
    Form(String),
}

/// Writes a value as a line, with its line end.
pub(super) fn write(value: &impl Serialize) -> String {
    // The value consists of strings, numbers and lists of them, so this cannot fail.
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.pop();
    let sum = crc32fast::hash(line.as_bytes());
    line += &format!("{BEFORE}{sum:08x}{AFTER}\n");
    line
}

/// Reads the value of a line without its line end.
///
/// # Errors
/// Returns an error if the line is not as it was written, or if its value has another form.
pub(super) fn read<T: DeserializeOwned>(line: &[u8]) -> Result<T, JournalLineError> {
    let (body, end) = line.split_at(line.len().saturating_sub(LENGTH));
    if end != format!("{BEFORE}{:08x}{AFTER}", crc32fast::hash(body)).as_bytes() {
        return Err(JournalLineError::CheckSum);
    }
    let body = [body, b"}"].concat();
    value(&body).map_err(|error| JournalLineError::Form(error.to_string()))
}

/// Reads the value of an object of JSON, without the characters in its strings that would control a terminal.
///
/// # Errors
/// Returns an error if the text is not JSON or has another form.
pub(super) fn value<T: DeserializeOwned>(json: &[u8]) -> serde_json::Result<T> {
    // Nearly all lines take this path, which is faster.
    if json.iter().all(|&byte| matches!(byte, b' '..=b'~') && byte != b'\\') {
        return serde_json::from_slice(json);
    }
    serde_json::from_value(made_plain(serde_json::from_slice(json)?))
}

fn made_plain(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(plain(&text)),
        Value::Array(values) => values.into_iter().map(made_plain).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (plain(&name), made_plain(value))).collect()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_changed_byte_is_seen() {
        let value = BTreeMap::from([("count", "92"), ("units", "0-3,7")]);
        let line = write(&value);
        assert!(line.ends_with("\"}\n"), "{line}");
        let line = line.trim_end().as_bytes();
        assert_eq!(read::<BTreeMap<String, String>>(line).unwrap()["count"], "92");
        for place in 0..line.len() {
            for bit in 0..8 {
                let mut changed = line.to_vec();
                changed[place] ^= 1 << bit;
                assert_eq!(read::<BTreeMap<String, String>>(&changed), Err(JournalLineError::CheckSum));
            }
            assert!(read::<BTreeMap<String, String>>(&line[..place]).is_err());
        }
        assert!(matches!(read::<Vec<u8>>(line), Err(JournalLineError::Form(_))));
    }

    #[test]
    fn strings_are_plain() {
        let value = serde_json::json!({"a\u{7}": ["\u{1b}[31m", 1.5], "b": {"c": "\u{9b}\u{202e}\n\u{7f}"}});
        let expected =
            serde_json::json!({"a\\u{7}": ["\\u{1b}[31m", 1.5], "b": {"c": "\\u{9b}\\u{202e}\\u{a}\\u{7f}"}});
        assert_eq!(read::<Value>(write(&value).trim_end().as_bytes()).unwrap(), expected);
        // Unusual characters that are harmless stay.
        let value = serde_json::json!({"host": "Zürich \"7\" \\ 东京"});
        assert_eq!(read::<Value>(write(&value).trim_end().as_bytes()).unwrap(), value);
    }
}
