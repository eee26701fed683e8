//! One object of JSON on a line, with the check sum of what stands before it: `{"line":"block",…,"crc":"1a2b3c4d"}`.
//!
//! A line is written by one call and read on its own. A change of any one byte, and of any 32 bits in a row, is seen by
//! the check sum (CRC-32, as in zip and png). What was torn off by a kill or a power cut has no line end.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What stands around the check sum, at the end of the line.
const BEFORE: &str = ",\"crc\":\"";
const AFTER: &str = "\"}";
/// Bytes from the comma to the end of the line.
const LENGTH: usize = BEFORE.len() + 8 + AFTER.len();

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// Bytes are not as they were written.
    #[error("damaged: its checksum is wrong")]
    CheckSum,
    /// The check sum is right, so it was written like this: by another program, or by hand.
    #[error("of a kind or version that this program does not write ({0})")]
    Form(String),
}

/// A value as a line, with its end.
#[must_use]
pub fn write(value: &impl Serialize) -> String {
    // Strings, numbers and lists of them: this cannot fail.
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.pop();
    let sum = crc32fast::hash(line.as_bytes());
    line += &format!("{BEFORE}{sum:08x}{AFTER}\n");
    line
}

/// The value of a line, without its end.
///
/// # Errors
/// Lines that are not as they were written, and values of another form.
pub fn read<T: DeserializeOwned>(line: &[u8]) -> Result<T, LineError> {
    let (body, end) = line.split_at(line.len().saturating_sub(LENGTH));
    if end != format!("{BEFORE}{:08x}{AFTER}", crc32fast::hash(body)).as_bytes() {
        return Err(LineError::CheckSum);
    }
    let body = [body, b"}"].concat();
    serde_json::from_slice(&body).map_err(|error| LineError::Form(error.to_string()))
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
                assert_eq!(read::<BTreeMap<String, String>>(&changed), Err(LineError::CheckSum));
            }
            assert!(read::<BTreeMap<String, String>>(&line[..place]).is_err());
        }
        assert!(matches!(read::<Vec<u8>>(line), Err(LineError::Form(_))));
    }
}
