//! A JSON list, read value by value. Each value is available as soon as it has been read, and no value is
//! kept in memory.

use super::exit::UsageError;
use anyhow::Context;
use std::io::{self, BufRead};

/// Whether the input begins with the bracket of a list, after a byte order mark and blanks; consumes the
/// bracket if so. A bracket with a number behind it begins a permutation. One with another list or a text
/// behind it is a placement.
pub(super) fn begins(reader: &mut dyn BufRead, mark: &[u8]) -> bool {
    // The next read reports the error.
    let Ok(read) = reader.fill_buf() else { return false };
    let mark = if read.starts_with(mark) { mark.len() } else { 0 };
    let blanks = read[mark..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let place = mark + blanks;
    let first = read[place..].iter().skip(1).find(|byte| !byte.is_ascii_whitespace());
    let is_list = read.get(place) == Some(&b'[') && first.is_none_or(|byte| b"{]".contains(byte));
    if is_list {
        reader.consume(place + 1);
    }
    is_list
}

/// Reads the objects of a list after its bracket. Each comes with the number of the line where it begins,
/// counted from the line of the bracket as 1.
pub(super) fn values(
    longest: u64,
    reader: impl BufRead,
) -> impl Iterator<Item = (usize, anyhow::Result<Vec<u8>>)> {
    let mut reader = ListReader { reader, line: 1 };
    let mut at_end = false;
    std::iter::from_fn(move || {
        if at_end {
            return None;
        }
        let found = reader.next_value(longest);
        at_end = !matches!(found, Ok(Some(_)));
        match found {
            Ok(Some((line, bytes))) => Some((line, Ok(bytes))),
            Ok(None) => None,
            Err(error) => Some((reader.line, Err(error))),
        }
    })
}

struct ListReader<R> {
    reader: R,
    /// The number of the current line.
    line: usize,
}

impl<R: BufRead> ListReader<R> {
    /// Reads the next object, with the line where it begins; `None` at the end of the list.
    fn next_value(&mut self, longest: u64) -> anyhow::Result<Option<(usize, Vec<u8>)>> {
        loop {
            match self.byte().context("reading a list")? {
                Some(b']') => return Ok(None),
                Some(b'{') => break,
                Some(byte) if byte.is_ascii_whitespace() || byte == b',' => {}
                Some(byte) => {
                    let shown = byte.escape_ascii();
                    return Err(fault(format!("'{shown}' in a list: expected JSON objects, or ]")));
                }
                None => return Err(fault("the list has no end: expected ]".to_owned())),
            }
        }
        let begin = self.line;
        let mut bytes = vec![b'{'];
        let (mut depth, mut in_text, mut is_escaped) = (1, false, false);
        while depth > 0 {
            // The reader of the object reports that it ends too early.
            let Some(byte) = self.byte().context("reading a list")? else { break };
            bytes.push(byte);
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if in_text => is_escaped = true,
                b'"' => in_text = !in_text,
                b'{' | b'[' if !in_text => depth += 1,
                b'}' | b']' if !in_text => depth -= 1,
                _ => {}
            }
            if bytes.len() as u64 > longest {
                return Err(fault(format!("an object of more than {longest} bytes")));
            }
        }
        Ok(Some((begin, bytes)))
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = loop {
            match self.reader.fill_buf() {
                Ok(read) => break read.first().copied(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        };
        if let Some(byte) = byte {
            self.reader.consume(1);
            self.line += usize::from(byte == b'\n');
        }
        Ok(byte)
    }
}

fn fault(text: String) -> anyhow::Error {
    UsageError(text).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARK: &[u8] = "\u{feff}".as_bytes();

    fn read(text: &str) -> Vec<String> {
        let mut reader = text.as_bytes();
        assert!(begins(&mut reader, MARK), "{text}");
        let shown = |(line, value): (usize, anyhow::Result<Vec<u8>>)| match value {
            Ok(bytes) => format!("{line} {}", String::from_utf8(bytes).unwrap()),
            Err(error) => format!("{line} error: {error}"),
        };
        values(100, reader).map(shown).collect()
    }

    #[test]
    fn objects_come_one_by_one() {
        assert_eq!(read("[\n{\"a\":1}\n,{\"b\":[{}]}\n]\n"), ["2 {\"a\":1}", "3 {\"b\":[{}]}"]);
        assert_eq!(read("\u{feff} [{\n\"a\": \"}\\\"{\"\n}]"), ["1 {\n\"a\": \"}\\\"{\"\n}"]);
        assert_eq!(read("[]"), [""; 0]);
        assert_eq!(read("[{},1]"), ["1 {}", "1 error: '1' in a list: expected JSON objects, or ]"]);
        assert_eq!(read("[{"), ["1 {", "1 error: the list has no end: expected ]"]);
        assert!(read(&format!("[{{\"a\":\"{}\"}}]", "a".repeat(100)))[0].contains("more than 100 bytes"));
        assert!(!begins(&mut "{}".as_bytes(), MARK) && !begins(&mut "".as_bytes(), MARK));
    }
}
