//! The counts of a family of problems, described in English as entries of the OEIS are.
//!
//! The words of a family are read one by one, and its expressions are kept: `{n}x{n} Q{n-1} N` is n-1 queens
//! and a knight on an n X n board. A family with a word that cannot be read is described by its text.

use super::head::TableHead;
use super::style::TableValue;
use crate::notation::plural;
use crate::piece::{WALL, built_in};
use crate::report::words::join_words;
use crate::{Objective, UpTo};

/// The number of pieces of a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number<'a> {
    Exactly(&'a str),
    Any,
    Largest,
}

/// Pieces of one kind.
struct KindWord<'a> {
    letter: char,
    number: Number<'a>,
}

/// A family in its parts.
struct FamilyWords<'a> {
    board: &'a str,
    armies: Vec<Vec<KindWord<'a>>>,
    /// The letters with their moves in Betza notation.
    definitions: Vec<(char, &'a str)>,
}

impl<'a> FamilyWords<'a> {
    /// Reads a family; `None` if a word is not a board, a number of pieces or a definition.
    fn from_text(family: &'a str) -> Option<Self> {
        let mut words = family.split(' ');
        let board = words.next()?;
        let (mut armies, mut definitions) = (vec![Vec::new()], Vec::new());
        for word in words {
            if let Some((letter, betza)) = word.split_once('=') {
                let mut letters = letter.chars();
                definitions.push((letters.next().filter(|_| letters.next().is_none())?, betza));
                continue;
            }
            for (place, pieces) in outside_of_braces(word, '/').into_iter().enumerate() {
                if place > 0 {
                    armies.push(Vec::new());
                }
                if !pieces.is_empty() {
                    armies.last_mut()?.push(pieces_of(pieces)?);
                }
            }
        }
        Some(Self { board, armies, definitions }).filter(|words| words.armies.iter().all(|a| !a.is_empty()))
    }

    /// Lists the pieces of one army with a wanted number: those with exact and any numbers, or those with a
    /// maximum.
    fn list_pieces(&self, army: &[KindWord<'_>], is_wanted: impl Fn(Number<'_>) -> bool) -> String {
        let wanted = army.iter().filter(|word| is_wanted(word.number));
        let each: Vec<String> = wanted.map(|word| self.pieces(word)).collect();
        join_words(&each)
    }

    /// Describes the pieces of a word: `n-1 queens`, `a knight`, `any number of kings`.
    fn pieces(&self, word: &KindWord<'_>) -> String {
        match word.number {
            Number::Exactly("1") => {
                let one = self.kind(word.letter, false);
                format!("{} {one}", article(&one))
            }
            Number::Exactly(number) => format!("{number} {}", self.kind(word.letter, true)),
            Number::Any => format!("any number of {}", self.kind(word.letter, true)),
            Number::Largest => self.kind(word.letter, true),
        }
    }

    /// Names a kind: `queens`, `pieces X`.
    fn kind(&self, letter: char, is_plural: bool) -> String {
        let is_defined = self.definitions.iter().any(|(other, _)| *other == letter);
        let name = match built_in(letter) {
            _ if letter == WALL => Some("wall"),
            Some(entry) if !is_defined => Some(entry.name),
            _ => None,
        };
        match (name, is_plural) {
            (Some(name), false) => name.to_owned(),
            (Some(name), true) => plural(name),
            (None, false) => format!("piece {letter}"),
            (None, true) => format!("pieces {letter}"),
        }
    }
}

/// Splits a text at the signs that are not in braces.
fn outside_of_braces(text: &str, sign: char) -> Vec<&str> {
    let mut is_inside = false;
    let parts = text.split(|c: char| {
        is_inside = c == '{' || (is_inside && c != '}');
        c == sign && !is_inside
    });
    parts.collect()
}

/// Reads a word of pieces: `Q{n}`, `K*`, `Nmax`, `#2`; `None` if it has squares.
fn pieces_of(word: &str) -> Option<KindWord<'_>> {
    let mut signs = word.chars();
    let letter = signs.next().filter(|&letter| letter == WALL || letter.is_ascii_uppercase())?;
    let number = match signs.as_str() {
        "" => Number::Exactly("1"),
        "*" => Number::Any,
        "max" => Number::Largest,
        number => Number::Exactly(expression(number)?),
    };
    Some(KindWord { letter, number })
}

/// Reads a number, or the content of a pair of braces.
fn expression(text: &str) -> Option<&str> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
        return Some(text);
    }
    let inner = text.strip_prefix('{')?.strip_suffix('}')?;
    (!inner.contains(['{', '}'])).then_some(inner)
}

/// Describes a board: `an n X n toroidal board`. A board that cannot be read is described by its text.
fn board(text: &str) -> String {
    let plain = |text: &str| {
        let sides: Option<Vec<&str>> = outside_of_braces(text, 'x').into_iter().map(expression).collect();
        let sides = sides.filter(|sides| sides.len() > 1)?;
        let side = |side: &&str| match side.contains(['+', '-', '*', '/', '^']) {
            true => format!("({side})"),
            false => (*side).to_owned(),
        };
        Some(sides.iter().map(side).collect::<Vec<_>>().join(" X "))
    };
    let of_kind = |ending: &str, before: &str, kind: &str| {
        let size = plain(text.strip_suffix(ending)?)?;
        Some(format!("{before}{} {size} {kind}board", article_of_sides(&size)))
    };
    let known = [
        of_kind("", "", ""),
        of_kind("/torus", "", "toroidal "),
        of_kind("/cylinder", "", "cylindrical "),
        of_kind("-dark", "the dark squares of ", ""),
        of_kind("-light", "the light squares of ", ""),
    ];
    let unknown = || format!("the board {}", text.replace(['{', '}'], ""));
    known.into_iter().flatten().next().unwrap_or_else(unknown)
}

/// Returns the article before the name of a kind: `an` before a vowel.
fn article(kind: &str) -> &'static str {
    if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// Returns the article before the sides of a board when read aloud: an n X n board, an 8 X n board.
fn article_of_sides(sides: &str) -> &'static str {
    let first = sides.split(' ').next().unwrap_or_default();
    let is_number = matches!(first, "8" | "11" | "18");
    if is_number || first.starts_with(['n', 'm']) { "an" } else { "a" }
}

/// Describes the terms in a sentence with a full stop.
pub(super) fn name(head: &TableHead, value: Option<TableValue>) -> String {
    let Some(words) = FamilyWords::from_text(&head.family) else {
        let what = head.cells(value);
        return format!("Nonattacking {what} of {} in the notation of Armistice.", head.family);
    };
    let board = board(words.board);
    let mut text = match (head.objective, words.armies.as_slice()) {
        (_, [army]) => of_army(&words, army, &board, head, value),
        (objective, armies) => {
            let armies: Vec<String> = armies.iter().map(|army| words.list_pieces(army, |_| true)).collect();
            let number = match objective {
                Objective::Maximum => "largest opposing armies",
                Objective::Exactly | Objective::AnyNumber => "opposing armies",
            };
            let armies = armies.join(" against ");
            format!(
                "Number of ways to place {number}, {armies}, on {board}, so that no piece attacks one of another army"
            )
        }
    };
    if head.maximal {
        text += ", such that no further piece of these kinds can be placed";
    }
    text += &match head.up_to {
        UpTo::Symmetry => ", up to rotations and reflections of the board".to_owned(),
        UpTo::Nothing => String::new(),
        other => format!(",{}", other.phrase()),
    };
    if !head.fixed_by.is_identity() {
        text += &format!(", that are fixed by the {}", head.fixed_by.phrase());
    }
    text + "."
}

/// Describes the placements of one army, or its maximum.
fn of_army(
    words: &FamilyWords<'_>,
    army: &[KindWord<'_>],
    board: &str,
    head: &TableHead,
    value: Option<TableValue>,
) -> String {
    let is_largest = |number: Number<'_>| number == Number::Largest;
    let beside = words.list_pieces(army, |number| !is_largest(number));
    if head.objective == Objective::Maximum {
        let largest = words.list_pieces(army, is_largest);
        let beside = if beside.is_empty() { beside } else { format!(" beside {beside}") };
        let number = match value {
            Some(TableValue::Placements) => "Number of ways to place the maximum number",
            Some(TableValue::Maximum) | None => "Maximum number",
        };
        return format!("{number} of nonattacking {largest}{beside} on {board}");
    }
    match army {
        [KindWord { letter, number: Number::Exactly(number) }] if *number != "1" => {
            format!("Number of ways to place {number} nonattacking {} on {board}", words.kind(*letter, true))
        }
        [KindWord { letter, number: Number::Any }] => {
            let kind = words.kind(*letter, true);
            format!("Number of ways to place any number of nonattacking {kind} on {board}")
        }
        [_] => format!("Number of ways to place {beside} on {board}"),
        _ => format!("Number of nonattacking placements of {beside} on {board}"),
    }
}

/// Returns the conventions that a reader must know in addition, one sentence each.
pub(super) fn conventions(head: &TableHead) -> Vec<String> {
    let Some(words) = FamilyWords::from_text(&head.family) else { return Vec::new() };
    let mut comments: Vec<String> = Vec::new();
    for (letter, betza) in &words.definitions {
        comments.push(format!("The piece {letter} moves as {betza} in Betza notation."));
    }
    let numbers = || words.armies.iter().flatten();
    if numbers().any(|word| word.number == Number::Any)
        && head.objective == Objective::AnyNumber
        && !head.maximal
    {
        comments.push("The placement without pieces of any number is counted, too.".to_owned());
    }
    if numbers().any(|word| word.letter == WALL) {
        comments.push("A wall takes a square, attacks nothing and blocks the lines of riders.".to_owned());
    }
    if words.board.contains("/torus") || words.board.contains("/cylinder") {
        comments.push("A piece does not attack its own square round the edges of the board.".to_owned());
    }
    if words.board.contains("-dark") || words.board.contains("-light") {
        comments.push("The square in the lower left corner is dark.".to_owned());
    }
    comments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Demand;
    use crate::MapGroup;
    use crate::report::table::TableLayout;

    fn head(family: &str) -> TableHead {
        let objective = match family {
            _ if family.contains("max") => Objective::Maximum,
            _ if family.contains('*') => Objective::AnyNumber,
            _ => Objective::Exactly,
        };
        TableHead {
            family: family.to_owned(),
            variables: vec!['n'],
            layout: TableLayout::Lines { down: 'n', width: 1 },
            objective,
            up_to: UpTo::Nothing,
            fixed_by: MapGroup::default(),
            maximal: false,
            dominating: Demand::Nothing,
        }
    }

    #[test]
    fn families_have_names() {
        for (family, expected) in [
            ("{n}x{n} Q{n}", "Number of ways to place n nonattacking queens on an n X n board."),
            ("8x{2n+1} F3", "Number of ways to place 3 nonattacking ferzes on an 8 X (2n+1) board."),
            ("{n}x{n} J2", "Number of ways to place 2 nonattacking princesses on an n X n board."),
            ("{n}x{n} Q", "Number of ways to place a queen on an n X n board."),
            (
                "{n}x{n} Q{n-1} N",
                "Number of nonattacking placements of n-1 queens and a knight on an n X n board.",
            ),
            (
                "11x{n}/torus K2 A B{n/2}",
                "Number of nonattacking placements of 2 kings, an amazon and n/2 bishops on an 11 X n toroidal \
                 board.",
            ),
            ("4x{n} K*", "Number of ways to place any number of nonattacking kings on a 4 X n board."),
            (
                "{n}x{n}-dark K* B",
                "Number of nonattacking placements of any number of kings and a bishop on the dark squares of an \
                 n X n board.",
            ),
            ("hexagon:{n} Kmax", "Maximum number of nonattacking kings on the board hexagon:n."),
            ("{n}x{n} Q2 Nmax", "Maximum number of nonattacking knights beside 2 queens on an n X n board."),
            ("{n}x{n} X{n} X=RflbrB", "Number of ways to place n nonattacking pieces X on an n X n board."),
            (
                "{n}x{n} Q{n+1} #1",
                "Number of nonattacking placements of n+1 queens and a wall on an n X n board.",
            ),
            (
                "{n}x{n} Q{n/2} N/R{2n}",
                "Number of ways to place opposing armies, n/2 queens and a knight against 2n rooks, on an n X n \
                 board, so that no piece attacks one of another army.",
            ),
            ("{n}x{n} Q{n}@a1", "Nonattacking placements of {n}x{n} Q{n}@a1 in the notation of Armistice."),
        ] {
            assert_eq!(name(&head(family), None), expected, "{family}");
        }
    }

    #[test]
    fn what_else_is_asked_is_said() {
        let asked = TableHead { up_to: UpTo::Symmetry, maximal: true, ..head("{n}x{n}/cylinder X* X=flbrB") };
        assert_eq!(
            name(&asked, None),
            "Number of ways to place any number of nonattacking pieces X on an n X n cylindrical board, such that no \
             further piece of these kinds can be placed, up to rotations and reflections of the board."
        );
        assert_eq!(conventions(&asked).len(), 2);
        let largest = head("{n}x{n} Nmax");
        assert_eq!(
            name(&largest, Some(TableValue::Placements)),
            "Number of ways to place the maximum number of nonattacking knights on an n X n board."
        );
        let fixed = TableHead { fixed_by: "half-turn".parse().unwrap(), ..head("{n}x{n} Q{n}") };
        assert!(name(&fixed, None).ends_with(" board, that are fixed by the half turn."));
        assert!(conventions(&fixed).is_empty());
    }
}
