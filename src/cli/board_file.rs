//! `board=@FILE` and `regions=@FILE`: a board drawn in a file, a square for each dot, a reserved one for `~` and none for each `x` or `*`,
//! or the letters of its regions; ranks from the top. Diagrams of `solve` are drawings, but for their pieces.

use super::exit::{UsageError, fault_of_path};
use crate::notation::is_sign_of_board;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What is drawn.
struct Drawing {
    /// What stands before the drawing, or before `@` and the name of its file.
    word: &'static str,
    is_sign: fn(char) -> bool,
    expected: &'static str,
}

/// What stands before the drawing of a board.
const BOARD: &str = "board=";

const DRAWINGS: [Drawing; 2] = [
    Drawing {
        word: BOARD,
        is_sign: is_sign_of_board,
        expected: ". for a square, ~ for a reserved one, x or * for none",
    },
    Drawing {
        word: "regions=",
        is_sign: |sign| sign == '.' || sign.is_ascii_alphanumeric(),
        expected: "a letter for each region, . for a square in none",
    },
];
/// The largest file that is read: a board of a hundred ranks and files takes ten thousand bytes.
const MAX_BYTES: u64 = 1 << 16;

/// A word of problem text, with the drawing in the place of the file's name.
pub(super) fn drawn(word: &str) -> anyhow::Result<String> {
    for drawing in &DRAWINGS {
        if let Some(name) = word.strip_prefix(drawing.word).and_then(|rest| rest.strip_prefix('@')) {
            return Ok(drawing.word.to_owned() + &ranks(Path::new(name), drawing)?);
        }
    }
    Ok(word.to_owned())
}

/// The ranks of a drawing with `/` between them. Squares may be set apart by blanks, and empty lines are left out.
fn ranks(path: &Path, drawing: &Drawing) -> anyhow::Result<String> {
    let fault = |error| fault_of_path(path, error);
    let mut bytes = Vec::new();
    File::open(path).map_err(fault)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(fault)?;
    let shown = path.display();
    if bytes.len() as u64 > MAX_BYTES {
        return Err(
            UsageError(format!("{shown}: more than {MAX_BYTES} bytes are no drawing of a board")).into()
        );
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut ranks = Vec::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let is_square = |sign: &char| (drawing.is_sign)(*sign);
        if let Some((at, sign)) =
            line.chars().enumerate().find(|(_, sign)| !sign.is_whitespace() && !is_square(sign))
        {
            let (line, column, sign) = (number + 1, at + 1, sign.escape_debug());
            let expected = drawing.expected;
            let is_piece = drawing.word == BOARD && sign.clone().all(|sign| sign.is_ascii_alphabetic());
            let fault = match is_piece {
                true => format!(
                    "'{sign}' is a piece, and a board has none: draw . there, and give it behind its kind, like Q8@a1"
                ),
                false => format!("'{sign}' is no square: expected {expected}"),
            };
            return Err(UsageError(format!("{shown}, line {line}, column {column}: {fault}")).into());
        }
        let rank: String = line.chars().filter(is_square).collect();
        if !rank.is_empty() {
            ranks.push(rank);
        }
    }
    match ranks.is_empty() {
        true => Err(UsageError(format!("{shown} is empty: expected ranks of {}", drawing.expected)).into()),
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
        assert_eq!(read(". * .\n~ . .").unwrap(), "board=.*./~..");
        assert!(read("..\n.#\n").unwrap_err().to_string().ends_with(
            "line 2, column 2: '#' is no square: expected . for a square, ~ for a reserved one, x or * for none"
        ));
        assert!(
            read("..\n.q\n")
                .unwrap_err()
                .to_string()
                .contains("line 2, column 2: 'q' is a piece, and a board has none")
        );
        assert!(read("\n \n").unwrap_err().to_string().contains("is empty"));
        assert!(read(&".".repeat(70_000)).unwrap_err().to_string().contains("no drawing"));
        std::fs::remove_file(&path).unwrap();
        assert!(drawn(&word).is_err());
        assert_eq!(drawn("board=..").unwrap(), "board=..");
        std::fs::write(&path, "a a b\nabb\n").unwrap();
        assert_eq!(drawn(&format!("regions=@{}", path.display())).unwrap(), "regions=aab/abb");
        std::fs::remove_file(&path).unwrap();
    }
}
