//! Reading the limits of a problem text, which follow board and pieces: quotas, regions, degrees.
//!
//! ```text
//! quota   = ( "rank" | "file" | "diagonal" | "antidiagonal" | "main" | "region" ) [ ":" letter ] "=" span
//! regions = "regions=" rank { "/" rank }     ranks from the top, a letter for each square, "." for one in no region
//! degree  = ( "each" | "pairs" ) "=" span
//! span    = number | number ".." number | ".." number | number ".."
//! ```

use super::text_fault::TextFault;
use super::word::{Word, WordFault};
use crate::named::Named;
use crate::problem::{Degrees, LineType, Problem, Quota, Span};

/// The subject of a limit.
#[derive(Clone, Copy)]
enum Subject {
    Along(LineType),
    Each,
    Pairs,
    Regions,
}

/// Splits a word that is a limit into its subject, the letter before the `=` (if there is one) and the text
/// after it.
fn subject<'a>(word: Word<'a>) -> Option<(Subject, Option<Word<'a>>, Word<'a>)> {
    let (before, span) = word.split('=');
    let (name, letter) = before.split(':');
    let name = name.text.to_ascii_lowercase();
    let subject = match name.as_str() {
        "each" => Subject::Each,
        "pairs" => Subject::Pairs,
        "regions" => Subject::Regions,
        name => Subject::Along(LineType::from_name(name).or_else(|| other_name(name))?),
    };
    Some((subject, letter, span?))
}

/// Returns the lines that other programs call by this name.
fn other_name(name: &str) -> Option<LineType> {
    Some(match name {
        "row" | "rows" | "ranks" => LineType::Rank,
        "column" | "columns" | "col" | "cols" | "files" => LineType::File,
        "diag" | "diagonals" => LineType::Diagonal,
        "antidiag" | "antidiagonals" => LineType::Antidiagonal,
        _ => return None,
    })
}

pub(super) fn is_limit(word: Word<'_>) -> bool {
    subject(word).is_some()
}

/// Adds these limits to a problem that has its pieces. Regions are added first, wherever they stand.
pub(super) fn read_limits<'a>(problem: &mut Problem, words: &[Word<'a>]) -> Result<(), WordFault<'a>> {
    let read = || words.iter().filter_map(|&word| Some((word, subject(word)?)));
    for (word, (subject, letter, drawing)) in read() {
        if matches!(subject, Subject::Regions) {
            if drawing.text.starts_with('@') {
                return Err(drawing.fault(TextFault::RegionsFile));
            }
            no_letter(letter)?;
            problem.draw_regions(drawing.text.split('/')).map_err(|error| word.fault(error))?;
        }
    }
    for (word, (subject, letter, span)) in read() {
        let added = match subject {
            Subject::Regions => continue,
            Subject::Along(along) => {
                let letter = letter.map(read_letter).transpose()?;
                problem.limit(Quota { along, letter, span: read_span(span)? })
            }
            Subject::Each | Subject::Pairs => {
                no_letter(letter)?;
                let span = Some(read_span(span)?);
                problem.ask_degrees(match subject {
                    Subject::Each => Degrees { each: span, pairs: None },
                    _ => Degrees { each: None, pairs: span },
                })
            }
        };
        added.map_err(|error| word.fault(error))?;
    }
    Ok(())
}

fn no_letter<'a>(letter: Option<Word<'a>>) -> Result<(), WordFault<'a>> {
    letter.map_or(Ok(()), |word| Err(word.fault(TextFault::QuotaLetter)))
}

fn read_letter(word: Word<'_>) -> Result<char, WordFault<'_>> {
    let mut letters = word.text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => Ok(letter),
        _ => Err(word.fault(TextFault::QuotaLetter)),
    }
}

/// Reads a number or a range.
pub(super) fn read_span(word: Word<'_>) -> Result<Span, WordFault<'_>> {
    let number = |word: Word<'_>| word.is_number().then(|| word.text.parse().ok()).flatten();
    let span = match word.text.split_once("..") {
        None => number(word).map(Span::from_number),
        Some((before, _)) => {
            let (least, most) = (word.prefix(before.len()), word.suffix(before.len() + 2));
            match (least.text.is_empty(), most.text.is_empty()) {
                (true, true) => None,
                (true, false) => number(most).map(|most| Span { least: 0, most: Some(most) }),
                (false, true) => number(least).map(|least| Span { least, most: None }),
                (false, false) => {
                    number(least).zip(number(most)).map(|(least, most)| Span { least, most: Some(most) })
                }
            }
        }
    };
    span.ok_or_else(|| word.fault(TextFault::NoSpan))
}
