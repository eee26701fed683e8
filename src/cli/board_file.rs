//! `board=@FILE`: a board drawn in a file, a square for each dot and none for each `x`, ranks from the top.

use super::exit::UsageError;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What stands before the name of the file.
const SIGN: &str = "board=@";
/// The largest file that is read: a board of a hundred ranks and files takes ten thousand bytes.
const MAX_BYTES: u64 = 1 << 16;

/// A word of problem text, with the drawing in the place of the file's name.
pub(super) fn drawn(word: &str) -> Result<String, UsageError> {
    match word.strip_prefix(SIGN) {
        Some(name) => Ok(format!("board={}", ranks(Path::new(name))?)),
        None => Ok(word.to_owned()),
    }
}

/// The ranks of a drawing with `/` between them. Squares may be set apart by blanks, and empty lines are left out.
fn ranks(path: &Path) -> Result<String, UsageError> {
    let fault = |error| UsageError::of_path(path, error);
    let mut bytes = Vec::new();
    File::open(path).map_err(fault)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(fault)?;
    let shown = path.display();
    if bytes.len() as u64 > MAX_BYTES {
        return Err(UsageError(format!("{shown}: more than {MAX_BYTES} bytes are no drawing of a board")));
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut ranks = Vec::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let is_square = |sign: &char| matches!(sign, '.' | 'x' | 'X');
        if let Some((at, sign)) =
            line.chars().enumerate().find(|(_, sign)| !sign.is_whitespace() && !is_square(sign))
        {
            let (line, column, sign) = (number + 1, at + 1, sign.escape_debug());
            return Err(UsageError(format!(
                "{shown}, line {line}, column {column}: '{sign}' is no square: expected . for one, x for none"
            )));
        }
        let rank: String = line.chars().filter(is_square).collect();
        if !rank.is_empty() {
            ranks.push(rank);
        }
    }
    match ranks.is_empty() {
        true => Err(UsageError(format!("{shown} is empty: expected ranks of . for a square, x for none"))),
        false => Ok(ranks.join("/")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_read_from_files() {
        let path = std::env::temp_dir().join(format!("armistice-board-{}", std::process::id()));
        let word = format!("board=@{}", path.display());
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            drawn(&word)
        };
        assert_eq!(read(". x .\n...\n\nx.x\r\n").unwrap(), "board=.x./.../x.x");
        assert!(
            read("..\n.a\n")
                .unwrap_err()
                .0
                .ends_with("line 2, column 2: 'a' is no square: expected . for one, x for none")
        );
        assert!(read("\n \n").unwrap_err().0.contains("is empty"));
        assert!(read(&".".repeat(70_000)).unwrap_err().0.contains("no drawing"));
        std::fs::remove_file(&path).unwrap();
        assert!(drawn(&word).is_err());
        assert_eq!(drawn("board=..").unwrap(), "board=..");
    }
}
