//! Slips in pieces, found with the words around them.

use super::family::{VARIABLES, family};
use super::token::{SEPARATORS, no_name, tokens};
use super::words::{FILLERS, topology_meant};
use crate::notation::diagram::symbol;
use crate::notation::names::find_named_kind;
use crate::notation::text_fault::Slip;
use crate::notation::word::{Word, WordFault, is_number};

/// Numbers as words.
const NUMERALS: [(&str, u32); 14] = [
    ("a", 1),
    ("an", 1),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
];

/// Returns the slip of a number as a word before a name: `a queen`, `eight queens`.
fn numeral<'a>(words: &[Word<'a>], place: usize) -> Option<WordFault<'a>> {
    let (word, next) = (words[place], words.get(place + 1)?);
    let (_, number) = *NUMERALS.iter().find(|(name, _)| word.text.eq_ignore_ascii_case(name))?;
    let is_name = find_named_kind(next.text.trim_end_matches(SEPARATORS)).is_some();
    // A capital letter is a kind.
    let is_word = word.text != "A";
    (is_name && is_word).then(|| word.fault(Slip::Numeral).meant(word.range(), number.to_string()))
}

/// The words of a problem, one of which cannot be read as pieces.
pub(in crate::notation) struct PieceWords<'a, 'w> {
    pub(in crate::notation) text: &'a str,
    pub(in crate::notation) board: Word<'a>,
    pub(in crate::notation) words: &'w [Word<'a>],
    /// The place of the word that cannot be read.
    pub(in crate::notation) place: usize,
    /// Whether a letter means a kind.
    pub(in crate::notation) is_kind: &'w dyn Fn(char) -> bool,
}

impl<'a> PieceWords<'a, '_> {
    /// Returns the slip that explains the word; `None` if it is not a usual one.
    pub(in crate::notation) fn slip(&self) -> Option<WordFault<'a>> {
        let word = self.words[self.place];
        // A word of this length has no meaning.
        if word.text.len() > 100 {
            return None;
        }
        numeral(self.words, self.place)
            .or_else(|| self.filler(word))
            .or_else(|| self.topology(word))
            .or_else(|| self.holes(word))
            .or_else(|| self.explain_range(word))
            .or_else(|| self.knight(word))
            .or_else(|| self.squares(word))
            .or_else(|| self.explain_comma(word))
            .or_else(|| self.colours(word))
            .or_else(|| figure(word))
            .or_else(|| self.explain_separated_number(word))
            .or_else(|| self.explain_repetition(word))
            .or_else(|| self.explain_glued_words(word))
            .or_else(|| self.name(word))
    }

    /// Returns the slip that explains a word with a small first letter.
    pub(in crate::notation) fn explain_small_letter(&self) -> Option<WordFault<'a>> {
        numeral(self.words, self.place).or_else(|| self.squares(self.words[self.place]))
    }

    /// Returns true if a text begins with the capital letter of a kind.
    pub(super) fn begins_with_kind(&self, text: &str) -> bool {
        text.starts_with(|c: char| c.is_ascii_uppercase() && (self.is_kind)(c))
    }

    /// Explains `and`, `white` and `black`.
    fn filler(&self, word: Word<'a>) -> Option<WordFault<'a>> {
        let lower = word.text.to_lowercase();
        let meant = |slip, instead: &str| Some(word.fault(slip).meant(word.range(), instead));
        match lower.as_str() {
            "white" => meant(Slip::Colour, ""),
            "black" => meant(Slip::Colour, "/"),
            "vs" | "vs." | "versus" | "against" => meant(Slip::Versus, "/"),
            filler if FILLERS.contains(&filler) => meant(Slip::Filler, ""),
            _ => None,
        }
    }

    /// Explains `toroidal`.
    fn topology(&self, word: Word<'a>) -> Option<WordFault<'a>> {
        let topology = topology_meant(word.text).filter(|_| word.text.len() > 1)?;
        Some(word.fault(Slip::Topology).meant(word.range(), topology))
    }

    /// Explains `Kt2` and `Kn2`.
    fn knight(&self, word: Word<'a>) -> Option<WordFault<'a>> {
        let number = ["Kt", "Kn"].iter().find_map(|name| word.text.strip_prefix(name))?;
        (number.is_empty() || is_number(number))
            .then(|| word.fault(Slip::Knight).meant(word.range(), format!("N{number}")))
    }

    /// Explains `QQQ`.
    fn explain_repetition(&self, word: Word<'a>) -> Option<WordFault<'a>> {
        let letter = word.text.chars().next().filter(|&letter| (self.is_kind)(letter))?;
        let is_repeated = word.text.len() > 1 && word.text.chars().all(|other| other == letter);
        let meant = format!("{letter}{}", word.text.len());
        is_repeated.then(|| word.fault(Slip::Repeated).meant(word.range(), meant))
    }

    /// Explains a name of no kind, perhaps after its number.
    fn name(&self, word: Word<'a>) -> Option<WordFault<'a>> {
        let next = self.words.get(self.place + 1).filter(|_| word.is_number());
        no_name(next.copied().unwrap_or(word))
    }

    /// Explains holes after the board.
    fn holes(&self, word: Word<'a>) -> Option<WordFault<'a>> {
        let holes = word.text.strip_prefix('-').unwrap_or(word.text).to_ascii_lowercase();
        let is_colour = ["dark", "light"].contains(&holes.as_str());
        let is_holes = self.place == 0 && (is_colour || word.text.starts_with('-'));
        let bytes = self.board.at..word.range().end;
        is_holes.then(|| word.fault(Slip::Holes).meant(bytes, format!("{}-{holes}", self.board.text)))
    }

    /// Explains a comma before or after a word.
    fn explain_comma(&self, word: Word<'a>) -> Option<WordFault<'a>> {
        let bare = word.text.trim_matches(SEPARATORS);
        let is_separated = !bare.is_empty() && bare.len() < word.text.len();
        is_separated.then(|| word.fault(Slip::Glued).meant(word.range(), bare))
    }

    /// Explains `wQ4 bQ4`: if all words have colours, one after another, they are two armies.
    fn colours(&self, word: Word<'a>) -> Option<WordFault<'a>> {
        let coloured = |word: &Word<'a>| {
            let (colour, piece) = word.text.split_at_checked(1)?;
            (self.begins_with_kind(piece) && ["w", "b"].contains(&colour)).then_some((colour, piece))
        };
        coloured(&word)?;
        let run: Vec<(&str, &str)> = self.words[self.place..].iter().map_while(coloured).collect();
        let last = self.words[self.place + run.len() - 1];
        // A black pawn goes down.
        let turned = |piece: &str| -> Option<String> {
            let letter = piece.chars().next()?.to_ascii_lowercase();
            (self.is_kind)(letter).then(|| format!("{letter}{}", &piece[1..]))
        };
        let army = |wanted: &str| -> Vec<String> {
            let own = run.iter().filter(|(colour, _)| *colour == wanted).map(|(_, piece)| *piece);
            own.map(|piece| turned(piece).filter(|_| wanted == "b").unwrap_or_else(|| piece.to_owned()))
                .collect()
        };
        let armies: Vec<String> = [army("w"), army("b")]
            .iter()
            .filter(|army| !army.is_empty())
            .map(|army| army.join(" "))
            .collect();
        Some(word.fault(Slip::Colour).meant(word.at..last.range().end, armies.join("/")))
    }

    /// Explains a range in another notation, and a variable in place of a number, which means many problems.
    fn explain_range(&self, word: Word<'a>) -> Option<WordFault<'a>> {
        let (letter, number) = word.text.split_at_checked(1)?;
        if !self.begins_with_kind(letter) {
            return None;
        }
        let mut letters = number.chars();
        if let (Some(variable), None) = (letters.next(), letters.next()) {
            return VARIABLES.contains(&variable).then(|| family(word, self.text));
        }
        let bare = number.trim_start_matches([':', '=']);
        let is_short = |text: &str| text.len() < 10 && is_number(text);
        let (first, last) = match (bare.strip_suffix('+').or(bare.strip_prefix('≥')), bare.strip_prefix('≤'))
        {
            (Some(least), _) => (least, ""),
            (None, Some(most)) => ("", most),
            (None, None) => ["..=", "-", "–", ":"].iter().find_map(|sign| bare.split_once(sign))?,
        };
        // A minus before a number is another slip.
        let is_upper = bare.starts_with('≤') && is_short(last);
        let is_range = is_upper || is_short(first) && (last.is_empty() || is_short(last));
        is_range.then(|| word.fault(Slip::Range).meant(word.range(), format!("{letter}{first}..{last}")))
    }

    /// Explains a number, a quantity or squares that are separated from their letter.
    fn explain_separated_number(&self, word: Word<'a>) -> Option<WordFault<'a>> {
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
        if let Some((other, called)) = before.and_then(|other| Some((other, find_named_kind(other.text)?))) {
            let meant = format!("{}{}", called.kind.letter(), word.text);
            return Some(word.fault(Slip::Apart).meant(bytes(other, word), meant));
        }
        let next = *self.words.get(self.place + 1).filter(is_alone)?;
        let meant = format!("{}{}", next.text.to_ascii_uppercase(), word.text);
        Some(word.fault(Slip::Apart).meant(bytes(word, next), meant))
    }

    /// Explains several kinds in one word, or a sign between a letter and its number.
    fn explain_glued_words(&self, word: Word<'a>) -> Option<WordFault<'a>> {
        let tokens = tokens(word.text, self.is_kind)?;
        let slip = if tokens.len() > 1 { Slip::Glued } else { Slip::Sign };
        Some(word.fault(slip).meant(word.range(), tokens.join(" ")))
    }
}

fn figure(word: Word<'_>) -> Option<WordFault<'_>> {
    let letter_of = |c: char| symbol(c).map(|(letter, _)| letter);
    let found = word.text.chars().any(|c| letter_of(c).is_some());
    // Some fonts need a mark to show a symbol as text.
    let letters = word.text.chars().filter(|&c| c != '\u{fe0e}' && c != '\u{fe0f}');
    let meant: String = letters.map(|c| letter_of(c).unwrap_or(c)).collect();
    found.then(|| word.fault(Slip::Figure).meant(word.range(), meant))
}
