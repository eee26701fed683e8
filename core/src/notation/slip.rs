//! What people write for pieces and boards that is not in the notation, and what they mean by it.
//!
//! Reading is strict: one text has one meaning. Where a reader would still see what was meant, as in `Q8N2` or `8 x 8`, the
//! fault says which slip it is and how the text would read without it. Guesses are made only here, and only after a text
//! was refused; whether the mended text can be read is looked at before it is shown.

use super::diagram::symbol;
use super::names::called;
use super::text_fault::{Slip, TextFault};
use super::word::{Fault, Word, is_number};

/// Words that mean nothing between kinds.
const FILLERS: [&str; 12] =
    ["and", "with", "on", "of", "plus", "&", "+", ",", ";", "pieces", "board", "chessboard"];

/// What separates kinds in the texts of those who do not use spaces.
const SEPARATORS: [char; 5] = [',', ';', '+', '&', '|'];

/// Variables that a family for a table can have.
const VARIABLES: [char; 3] = ['n', 'm', 'k'];

/// The words of a problem, when one of them could not be read as pieces.
pub(super) struct Pieces<'a, 'w> {
    pub(super) text: &'a str,
    pub(super) board: Word<'a>,
    pub(super) words: &'w [Word<'a>],
    /// Which of them could not be read.
    pub(super) place: usize,
    /// Letters that mean a kind.
    pub(super) is_kind: &'w dyn Fn(char) -> bool,
}

impl<'a> Pieces<'a, '_> {
    /// The slip that explains the word; `None` if it is none of the usual ones.
    pub(super) fn slip(&self) -> Option<Fault<'a>> {
        let word = self.words[self.place];
        // A word of such a length means nothing.
        if word.text.len() > 100 {
            return None;
        }
        self.filler(word)
            .or_else(|| self.holes(word))
            .or_else(|| self.separated(word))
            .or_else(|| self.colours(word))
            .or_else(|| figure(word))
            .or_else(|| self.many(word))
            .or_else(|| self.apart(word))
            .or_else(|| self.glued(word))
    }

    /// `and`; `white` and `black`.
    fn filler(&self, word: Word<'a>) -> Option<Fault<'a>> {
        let lower = word.text.to_lowercase();
        let meant = |slip, instead: &str| Some(word.fault(slip).meant(word.range(), instead));
        match lower.as_str() {
            "white" => meant(Slip::Colour, ""),
            "black" => meant(Slip::Colour, "/"),
            filler if FILLERS.contains(&filler) => meant(Slip::Filler, ""),
            _ => None,
        }
    }

    /// Holes behind the board.
    fn holes(&self, word: Word<'a>) -> Option<Fault<'a>> {
        let holes = word.text.strip_prefix('-').unwrap_or(word.text).to_ascii_lowercase();
        let is_colour = ["dark", "light"].contains(&holes.as_str());
        let is_holes = self.place == 0 && (is_colour || word.text.starts_with('-'));
        let bytes = self.board.at..word.range().end;
        is_holes.then(|| word.fault(Slip::Holes).meant(bytes, format!("{}-{holes}", self.board.text)))
    }

    /// A comma after a word or before it.
    fn separated(&self, word: Word<'a>) -> Option<Fault<'a>> {
        let bare = word.text.trim_matches(SEPARATORS);
        let is_separated = !bare.is_empty() && bare.len() < word.text.len();
        is_separated.then(|| word.fault(Slip::Glued).meant(word.range(), bare))
    }

    /// `wQ4 bQ4`: all words in colours, one after another, are two armies.
    fn colours(&self, word: Word<'a>) -> Option<Fault<'a>> {
        let coloured = |word: &Word<'a>| {
            let (colour, piece) = word.text.split_at_checked(1)?;
            let is_piece = piece.starts_with(|c: char| c.is_ascii_uppercase() && (self.is_kind)(c));
            (is_piece && ["w", "b"].contains(&colour)).then_some((colour, piece))
        };
        coloured(&word)?;
        let run: Vec<(&str, &str)> = self.words[self.place..].iter().map_while(coloured).collect();
        let last = self.words[self.place + run.len() - 1];
        let army = |wanted: &str| -> Vec<&str> {
            run.iter().filter(|(colour, _)| *colour == wanted).map(|(_, piece)| *piece).collect()
        };
        let armies: Vec<String> = [army("w"), army("b")]
            .iter()
            .filter(|army| !army.is_empty())
            .map(|army| army.join(" "))
            .collect();
        Some(word.fault(Slip::Colour).meant(word.at..last.range().end, armies.join("/")))
    }

    /// A range or a variable in the place of a number: many problems at once.
    fn many(&self, word: Word<'a>) -> Option<Fault<'a>> {
        let (letter, number) = word.text.split_at_checked(1)?;
        if !letter.starts_with(|c: char| c.is_ascii_uppercase() && (self.is_kind)(c)) {
            return None;
        }
        let mut letters = number.chars();
        if let (Some(variable), None) = (letters.next(), letters.next()) {
            return VARIABLES.contains(&variable).then(|| family(word, self.text, None));
        }
        let (first, last) = ["..=", "..", "-", "–", ":"].iter().find_map(|sign| number.split_once(sign))?;
        let is_short = |text: &str| text.len() < 10 && is_number(text);
        if !is_short(first) || !(last.is_empty() || is_short(last)) {
            return None;
        }
        let (before, after) = (&self.text[..word.at], &self.text[word.range().end..]);
        let text = format!("{before}{letter}{{k}}{after}");
        Some(family(word, &text, Some(format!("{first}..{last}"))))
    }

    /// A number, a quantity or squares without the letter that stands beside them.
    fn apart(&self, word: Word<'a>) -> Option<Fault<'a>> {
        let is_alone = |other: &&Word<'a>| {
            let mut letters = other.text.chars();
            let is_letter = |letter: char| (self.is_kind)(letter.to_ascii_uppercase());
            letters.next().is_some_and(is_letter) && letters.next().is_none()
        };
        let before = self.place.checked_sub(1).map(|place| self.words[place]);
        let is_quantity = word.is_number() || ["*", "any", "max"].contains(&word.text);
        let bytes = |first: Word<'a>, last: Word<'a>| first.at..last.range().end;
        if let Some(other) = before.filter(|_| word.text.starts_with('@')) {
            let meant = format!("{}{}", other.text, word.text);
            return Some(word.fault(Slip::Apart).meant(bytes(other, word), meant));
        }
        if !is_quantity {
            return None;
        }
        if let Some(other) = before.filter(|other| is_alone(&other)) {
            let meant = format!("{}{}", other.text.to_ascii_uppercase(), word.text);
            return Some(word.fault(Slip::Apart).meant(bytes(other, word), meant));
        }
        if let Some((other, called)) = before.and_then(|other| Some((other, called(other.text)?))) {
            let meant = format!("{}{}", called.kind.letter(), word.text);
            return Some(word.fault(Slip::Apart).meant(bytes(other, word), meant));
        }
        let next = *self.words.get(self.place + 1).filter(is_alone)?;
        let meant = format!("{}{}", next.text.to_ascii_uppercase(), word.text);
        Some(word.fault(Slip::Apart).meant(bytes(word, next), meant))
    }

    /// Several kinds in one word, or one with a sign between its letter and its number.
    fn glued(&self, word: Word<'a>) -> Option<Fault<'a>> {
        let tokens = tokens(word.text, self.is_kind)?;
        let slip = if tokens.len() > 1 { Slip::Glued } else { Slip::Sign };
        Some(word.fault(slip).meant(word.range(), tokens.join(" ")))
    }
}

/// The slip of what only looks like a definition: `Q=8` is eight queens.
pub(super) fn definition<'a>(word: Word<'a>, is_kind: &dyn Fn(char) -> bool) -> Option<Fault<'a>> {
    let [token] = tokens(word.text, is_kind)?.try_into().ok()?;
    Some(word.fault(Slip::Sign).meant(word.range(), token))
}

/// The slip that explains why the first word is no board.
pub(super) fn board<'a>(text: &'a str, words: &[Word<'a>]) -> Option<Fault<'a>> {
    let (&first, others) = words.split_first()?;
    if first.text.len() > 100 {
        return None;
    }
    if is_size_in_variables(first.text) {
        return Some(family(first, text, None));
    }
    let size = first.text.to_ascii_lowercase().replacen("by", "x", 1);
    if size.len() < first.text.len() && is_board_size(&size) {
        return Some(first.fault(Slip::Board).meant(first.range(), size));
    }
    // `8x8Q8`, `8x8,Q8`
    let (rows, rest) = first.digits();
    if let Some(cols) = rest.text.strip_prefix(['x', 'X']).filter(|_| !rows.text.is_empty()) {
        let pieces = cols.trim_start_matches(|c: char| c.is_ascii_digit());
        let size = &first.text[..first.text.len() - pieces.len()];
        let pieces = pieces.trim_start_matches([',', ';', ':', '+', '_']);
        if is_board_size(size) && !pieces.is_empty() && !pieces.starts_with(['x', 'X', '-', '/']) {
            return Some(first.fault(Slip::Glued).meant(first.range(), format!("{size} {pieces}")));
        }
    }
    let board = others.iter().find(|word| is_board_size(word.text))?;
    let pieces = format!("{}{}", &text[..board.at], &text[board.range().end..]);
    let whole = format!("{} {}", board.text, pieces.trim());
    Some(first.fault(Slip::BoardLast).meant(0..text.len(), whole))
}

/// `8 x 8` in the place of a board.
pub(super) fn spaced_board<'a>(words: &[Word<'a>]) -> Option<Fault<'a>> {
    let [rows, sign, cols, ..] = words else { return None };
    let is_spaced = rows.is_number() && cols.is_number() && ["x", "×", "*", "by"].contains(&sign.text);
    let bytes = rows.at..cols.range().end;
    is_spaced.then(|| rows.fault(Slip::Board).meant(bytes, format!("{}x{}", rows.text, cols.text)))
}

/// What stands between rows and columns.
pub(super) const SIZE_SIGNS: [char; 4] = ['x', 'X', '×', '*'];

/// Whether a text is the size of a board: rows and columns as numbers, like `8x8`.
#[must_use]
pub fn is_board_size(text: &str) -> bool {
    text.split_once(SIZE_SIGNS).is_some_and(|(rows, cols)| is_number(rows) && is_number(cols))
}

/// Rows and columns of which one is a variable at least: `nxn`, `8xn`.
fn is_size_in_variables(text: &str) -> bool {
    let is_variable = |side: &str| side.len() == 1 && side.starts_with(VARIABLES);
    let is_side = |side: &str| is_variable(side) || is_number(side);
    let sides = text.split_once(SIZE_SIGNS).unwrap_or((text, text));
    is_side(sides.0) && is_side(sides.1) && (is_variable(sides.0) || is_variable(sides.1))
}

fn figure(word: Word<'_>) -> Option<Fault<'_>> {
    let letter_of = |c: char| symbol(c).map(|(letter, _)| letter);
    let found = word.text.chars().any(|c| letter_of(c).is_some());
    // Some fonts need a mark to show a figure as text.
    let letters = word.text.chars().filter(|&c| c != '\u{fe0e}' && c != '\u{fe0f}');
    let meant: String = letters.map(|c| letter_of(c).unwrap_or(c)).collect();
    found.then(|| word.fault(Slip::Figure).meant(word.range(), meant))
}

/// The fault of a text that stands for many problems.
pub(super) fn family<'a>(word: Word<'a>, text: &str, values: Option<String>) -> Fault<'a> {
    let braced = |part: &str| -> String {
        let is_piece = part.len() == 2 && part.starts_with(|c: char| c.is_ascii_uppercase());
        let has_variables = is_size_in_variables(part) || (is_piece && part.ends_with(VARIABLES));
        if !has_variables {
            return part.to_owned();
        }
        let brace = |c: char| if VARIABLES.contains(&c) { format!("{{{c}}}") } else { c.to_string() };
        part.chars().map(brace).collect()
    };
    let parts = text.split_inclusive([' ', '/']).map(|part| {
        let bare = part.trim_end_matches([' ', '/']);
        braced(bare) + &part[bare.len()..]
    });
    word.fault(TextFault::Family { family: parts.collect(), values })
}

/// The pieces of a word as they should be written; `None` if it has other things, or nothing but letters.
fn tokens(text: &str, is_kind: &dyn Fn(char) -> bool) -> Option<Vec<String>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut is_slip = false;
    while !rest.is_empty() {
        let (token, after, is_signed) = token(rest, is_kind)?;
        is_slip |= is_signed || token.len() > 1;
        tokens.push(token);
        rest = after.trim_start_matches(SEPARATORS);
        is_slip |= rest.len() < after.len();
    }
    is_slip.then_some(tokens)
}

/// The first piece of a text as it should be written, what follows it, and whether there is a sign in it.
fn token<'a>(text: &'a str, is_kind: &dyn Fn(char) -> bool) -> Option<(String, &'a str, bool)> {
    let number =
        |text: &'a str| text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let (before, rest) = number(text);
    let unsigned = rest.strip_prefix(['x', '×', '*', ':']).filter(|_| !before.is_empty()).unwrap_or(rest);
    let letter = unsigned.chars().next().map(|letter| letter.to_ascii_uppercase())?;
    if !is_kind(letter) {
        return None;
    }
    let after = &unsigned[1..];
    if !before.is_empty() {
        return Some((format!("{letter}{before}"), after, unsigned.len() < rest.len()));
    }
    let open = after.strip_prefix([':', '=', 'x', '×', '_', '(', '*']);
    let is_quantity = |rest: &&str| {
        rest.starts_with(|c: char| c.is_ascii_digit()) || (rest.starts_with('*') && !after.starts_with('*'))
    };
    let signed = open.filter(is_quantity);
    let (quantity, rest) = match signed.unwrap_or(after) {
        rest if rest.starts_with('*') => rest.split_at(1),
        rest if rest.get(..3).is_some_and(|word| ["max", "any"].contains(&word)) => rest.split_at(3),
        rest => number(rest),
    };
    let rest = if signed.is_some() { rest.strip_prefix(')').unwrap_or(rest) } else { rest };
    Some((format!("{letter}{quantity}"), rest, signed.is_some()))
}
