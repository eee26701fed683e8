//! Reading problem text.
//!
//! ```text
//! problem    = [ board ] { topology | piece | walls | "/" | "+" | definition | rule | limit | "~" places }
//!                                                    words are separated by spaces, "/" begins an army, "+" a group
//! board      = ( rows [ "x" cols [ "x" layers [ "x" blocks ] ] ] | shape | drawing ) [ "/" topology ] [ "-" places ]
//!              [ "~" places ]                        holes, and reserved squares: no piece stands there, but lines pass
//! shape      = ( "triangle" | "hexagon" | … ) ":" size [ "," size ]
//! drawing    = "board=" rank { "/" rank }              ranks from the top, "." a square, "~" a reserved one, "x" or "*" none
//! topology   = "plane" | "cylinder" | "roll" | "torus" | "moebius" | "klein" | "projective"
//! piece      = ( letter [ quantity ] | number letter ) { "@" squares | "~" places | ":" places }
//!                                                    pre-placed there; not there; only there
//! quantity   = number | span | "*" | "max"               a span is a range like 2..5, see `limits.rs`
//! walls      = "#" [ number ] [ "@" squares ]        of no army, wherever the word stands; not "#" alone
//! places     = place { "," place }
//! place      = square | square ".." square             one, or a rectangle by two corners
//!            | "dark" | "light"                        all squares of a1's colour, or all others
//!            | "diagonal" | "antidiagonal" | "diagonals" | "border"
//!            | ( "diagonal:" | "antidiagonal:" ) square [ ".." square ]
//!                                                    through a square, or from one to the other
//!            | "every:" rows [ "x" cols ]              where the ranks and files of these steps cross
//! squares    = square { "," square }                   c4; past file z aa4, or r4c27 for rank 4 of file 27
//! definition = letter "=" Betza
//! rule       = "sight" | "blocked"                     the range of riders between armies
//! limit      = quota | regions | degree                see `limits.rs`
//! ```
//!
//! If regions are drawn, the board is optional.
//!
//! Letters of pieces are those of the catalogue, `p` for black pawns, and those of the definitions in the
//! same text. After `=`, letters are Betza atoms. Messages give the column of a fault, the text there, and
//! the text that would be accepted.
//!
//! The reader also accepts unambiguous variants. Sizes can be `8X8`, `8×8` or `8*8`. Names can replace
//! letters, as in `8 queens`, `queens8`, `queens=8` and `2 walls`. `Kany` is read as `K*`, which shells would
//! expand to names of files. Words and squares may be in upper or lower case. Canonical texts have no such
//! variants. [`Slip`] covers texts that are invalid but show their intention.

use super::board_text::{named_in_any_case, read_board, read_square, read_squares};
use super::brought::with_size;
use super::limits::{is_limit, read_limits, read_span};
use super::located::LocatedFault;
use super::names::{NamedKind, find_named_kind};
use super::slip::{self, is_board_size};
use super::text_fault::{MAX_COLOURED, Slip, TextError, TextFault};
use super::turned::{small_letter, turns_round};
use super::word::{Word, WordFault, words};
use crate::board::{Board, Lattice, Topology};
use crate::named::Named;
use crate::piece::{self, Kind, WALL};
use crate::problem::{Lines, Pieces, Problem, ProblemError, Quantity, Span, Treaty};
use crate::question::Question;
use std::collections::BTreeSet;
use std::str::FromStr;

impl FromStr for Problem {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        problem_with_bare(text, Quantity::Exactly(1))
    }
}

impl FromStr for Board {
    type Err = TextError;

    /// Reads the board of a problem text, without pieces: `8x8`, `10x10/torus-c3,d4`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let alone = problem_without_pieces(text)?;
        match (alone.reserved_squares(), alone.quotas().is_empty()) {
            ([], true) => Ok(alone.board().clone()),
            ([], false) => Err(LocatedFault::new(text, 0..text.len(), TextFault::NoBoard)),
            _ => Err(LocatedFault::new(text, 0..text.len(), TextFault::ReservedOfBoard)),
        }
    }
}

/// Reads a board without pieces, perhaps with regions and quotas of its lines, so that it can be drawn.
///
/// ```
/// let problem = armistice::notation::problem_without_pieces("40x40/torus-c3")?;
/// assert_eq!((problem.board().rows(), problem.pieces().count()), (40, 0));
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
///
/// # Errors
/// Text that is not only a board, with the column of the fault.
pub fn problem_without_pieces(text: &str) -> Result<Problem, TextError> {
    if let Some(whole) = with_size(text) {
        return problem_without_pieces(&whole).map_err(|error| without_size(error, &whole, text));
    }
    let mut words = words(text);
    let read = match words.next() {
        Some(word) => read_board(word, None).and_then(|(board, reserved)| {
            let mut problem = Problem::new(board);
            problem.reserve(reserved).map_err(|error| word.fault(error))?;
            let limits: Vec<Word<'_>> = words.collect();
            match limits.iter().find(|word| !is_limit(**word)) {
                Some(word) => Err(word.fault(TextFault::NoBoard)),
                None => read_limits(&mut problem, &limits).map(|()| problem),
            }
        }),
        None => Err(Word { at: text.len(), text: "" }.fault(TextFault::NoBoard)),
    };
    read.map_err(|fault| LocatedFault::new(text, fault.word.range(), fault.fault))
}

impl FromStr for Question {
    type Err = TextError;

    /// Reads the question for the number of placements of the problem with this text.
    fn from_str(text: &str) -> Result<Self, TextError> {
        text.parse().map(Self::new)
    }
}

/// Reads problem text in which a letter without a number means this quantity, and not one piece. In opposing
/// armies without any number it still means one piece, because these armies grow in proportion.
///
/// ```
/// use armistice::{Quantity, notation::problem_with_bare};
///
/// let problem = problem_with_bare("8x8 Q5 N", Quantity::Max)?;
/// assert_eq!(problem.to_string(), "8x8 Q5 Nmax");
/// assert_eq!(problem_with_bare("8x8 Q5/N", Quantity::Max)?.to_string(), "8x8 Q5/Nmax");
/// assert_eq!(problem_with_bare("8x8 Q/N", Quantity::Max)?.to_string(), "8x8 Q/N");
/// # Ok::<(), armistice::notation::TextError>(())
/// ```
///
/// # Errors
/// Text that is not a problem text, with the column of the fault.
pub fn problem_with_bare(text: &str, bare: Quantity) -> Result<Problem, TextError> {
    if let Some(whole) = with_size(text) {
        return problem_with_bare(&whole, bare).map_err(|error| without_size(error, &whole, text));
    }
    read_strictly(text, bare).map_err(|fault| {
        let meant = fault.replacement(text).and_then(|mended| mend(mended, bare, text));
        LocatedFault::new(text, fault.word.range(), fault.fault).with_meaning(meant)
    })
}

/// Converts a fault of a text to which the size of the board was added into a fault of the typed text.
fn without_size(error: TextError, whole: &str, text: &str) -> TextError {
    TextError { column: error.column.saturating_sub(whole.len() - text.len()).max(1), ..error }
}

/// The maximum length of a text that is mended: the result of a longer one would be unreadable.
const MAX_MENDED_LENGTH: usize = 200;

/// The maximum number of slips that are mended in one text.
const MAX_SLIPS: usize = 16;

/// Returns the text without its slips; `None` if it has other faults, or if the typed text reverses pieces.
fn mend(mut text: String, bare: Quantity, typed: &str) -> Option<String> {
    for _ in 0..MAX_SLIPS {
        if text.len() > MAX_MENDED_LENGTH {
            return None;
        }
        match read_strictly(&text, bare) {
            Ok(problem) if turns_round(typed, &problem) => return None,
            Ok(_) => return Some(text.split_whitespace().collect::<Vec<_>>().join(" ")),
            Err(fault) => text = fault.replacement(&text)?,
        }
    }
    None
}

fn read_strictly(text: &str, bare: Quantity) -> Result<Problem, WordFault<'_>> {
    let sorted = WordGroups::from_text(text)?;
    let topology = one_of_several(&sorted.topologies, Topology::from_name, TextFault::TwoTopologies)?;
    let lines = one_of_several(&sorted.rules, Lines::from_name, TextFault::TwoRules)?;
    let (board, reserved) = read_board(sorted.board, topology).map_err(|fault| match fault.fault {
        TextFault::NoBoard => slip::board(text, &words(text).collect::<Vec<_>>()).unwrap_or(fault),
        _ => fault,
    })?;
    let lattice = board.lattice();
    let mut problem = Problem::new(board);
    if let Some(lines) = lines {
        problem = problem.with_lines(lines);
    }
    problem.reserve(reserved).map_err(|error| sorted.board.fault(error))?;
    for &word in &sorted.reserved {
        for part in word.suffix(1).parts(',') {
            let squares = read_squares(part, problem.board())?;
            problem.reserve(squares).map_err(|error| part.fault(error))?;
        }
    }
    let kinds = read_definitions(&sorted.definitions, lattice)?;
    read_armies(&mut problem, text, &sorted, &kinds, bare)?;
    for (kind, &word) in kinds.iter().zip(&sorted.definitions) {
        if !problem.pieces().any(|pieces| pieces.kind == *kind) {
            return Err(word.fault(TextFault::Unused(kind.letter())));
        }
    }
    read_limits(&mut problem, &sorted.limits)?;
    Ok(problem)
}

/// The words of a problem text by subject.
struct WordGroups<'a> {
    board: Word<'a>,
    topologies: Vec<Word<'a>>,
    rules: Vec<Word<'a>>,
    definitions: Vec<Word<'a>>,
    /// Words for quotas, regions and degrees.
    limits: Vec<Word<'a>>,
    /// Words for squares after a `~` that is separate from the board.
    reserved: Vec<Word<'a>>,
    /// Words for pieces, and the signs between armies or groups.
    pieces: Vec<Word<'a>>,
}

impl<'a> WordGroups<'a> {
    fn from_text(text: &'a str) -> Result<Self, WordFault<'a>> {
        let words: Vec<Word<'_>> = words(text).collect();
        let nothing = Word { at: text.len(), text: "" }.fault(TextFault::Empty);
        let Some((&board, others)) = words.split_first() else { return Err(nothing) };
        let is_braced = |word: &&Word<'_>| word.text.contains('{') && word.text.contains('}');
        if let Some(&word) = words.iter().find(is_braced) {
            return Err(slip::braces(word, text));
        }
        if let Some(fault) = slip::spaced_board(&words) {
            return Err(fault);
        }
        let (topologies, rules, definitions) = (vec![], vec![], vec![]);
        let (limits, reserved, pieces) = (vec![], vec![], vec![]);
        let mut sorted = Self { board, topologies, rules, definitions, limits, reserved, pieces };
        for &word in others {
            match () {
                () if named_in_any_case(word, Topology::from_name).is_some() => {
                    // The text before the slash in `8x8 /torus Q8` is not an army.
                    if matches!(sorted.pieces[..], [only] if only.text == "/") {
                        sorted.pieces.clear();
                    }
                    sorted.topologies.push(word);
                }
                () if named_in_any_case(word, Lines::from_name).is_some() => sorted.rules.push(word),
                () if word.text.starts_with('~') => sorted.reserved.push(word),
                () if is_limit(word) => sorted.limits.push(word),
                () if word.text.contains('=') && NamedKindWord::from_word(word).is_none() => {
                    sorted.definitions.push(word);
                }
                () => sorted.pieces.push(word),
            }
        }
        // The text after the slash in `8x8 Q8/torus` is not an army.
        let is_of_topology =
            |sign: &Word<'_>| sorted.topologies.iter().any(|topology| topology.at == sign.at + 1);
        sorted.pieces.pop_if(|word| word.text == "/" && is_of_topology(word));
        Ok(sorted)
    }
}

/// Returns the value of the only one of these words; `None` if there is no word.
fn one_of_several<'a, T>(
    words: &[Word<'a>],
    named: fn(&str) -> Option<T>,
    several: TextFault,
) -> Result<Option<T>, WordFault<'a>> {
    match words {
        [] => Ok(None),
        [word] => Ok(named_in_any_case(*word, named)),
        [_, second, ..] => Err(second.fault(several)),
    }
}

/// Returns true if a word separates armies or groups.
fn is_between(word: Word<'_>) -> bool {
    matches!(word.text, "/" | "+")
}

fn read_armies<'a>(
    problem: &mut Problem,
    text: &'a str,
    sorted: &WordGroups<'a>,
    kinds: &[Kind],
    bare: Quantity,
) -> Result<(), WordFault<'a>> {
    let words = &sorted.pieces;
    let sign = words.iter().find(|word| is_between(**word));
    let is_opposed = sign.is_some_and(|sign| sign.text == "/");
    let treaty = if sign.is_some() && !is_opposed { Treaty::Groups } else { Treaty::Armies };
    let nothing = if is_opposed { TextFault::EmptyArmy } else { TextFault::EmptyGroup };
    let kinds = LetterKinds { defined: kinds, lattice: problem.board().lattice() };
    let is_proportion = is_opposed && !words.iter().any(|word| has_quantity(*word));
    let alone = BareKinds {
        letter: if is_proportion { Quantity::Exactly(1) } else { bare },
        is_number_open: bare != Quantity::Exactly(1),
    };
    let is_kind = |letter| kinds.kind(letter).is_some();
    let mut army_is_empty = true;
    let mut place = 0;
    while let Some(&word) = words.get(place) {
        if is_between(word) {
            if sign.is_some_and(|sign| sign.text != word.text) {
                return Err(word.fault(TextFault::TwoTreaties));
            }
            if army_is_empty {
                return Err(word.fault(nothing));
            }
            problem.begin_army();
            army_is_empty = true;
            place += 1;
            continue;
        }
        let board = problem.board();
        let (pieces, taken) = read_pieces(&words[place..], board, kinds, alone).map_err(|fault| {
            let place = words.iter().position(|word| word.at == fault.word.at).unwrap_or(place);
            let pieces = slip::PieceWords { text, board: sorted.board, words, place, is_kind: &is_kind };
            let slip = match fault.fault {
                TextFault::NoPiece if is_board_size(fault.word.text) => {
                    Some(fault.word.fault(TextFault::TwoBoards))
                }
                TextFault::NoPiece | TextFault::ManyLetters => pieces.slip(),
                // A small letter can begin a square, and can be a word.
                TextFault::SmallLetter(_) => pieces.explain_small_letter(),
                TextFault::HowMany { .. } if place == 0 => slip::bare_board(text, sorted.board, words),
                _ => None,
            };
            slip.unwrap_or(fault)
        })?;
        army_is_empty &= pieces.kind.is_wall();
        problem.add(pieces).map_err(|error| word.fault(error))?;
        place += taken;
    }
    let end = Word { at: text.len(), text: "" };
    match () {
        () if !army_is_empty => {
            *problem = problem.clone().with_treaty(treaty);
            Ok(())
        }
        () if sign.is_some() => Err(end.fault(nothing)),
        () if words.is_empty() => Err(end.fault(TextFault::NoPieces)),
        () => Err(end.fault(TextFault::OnlyWalls)),
    }
}

fn read_definitions<'a>(definitions: &[Word<'a>], lattice: Lattice) -> Result<Vec<Kind>, WordFault<'a>> {
    let mut kinds: Vec<Kind> = Vec::new();
    for &word in definitions {
        if let Some(fault) = slip::definition(word, &|letter| piece::built_in_on(lattice, letter).is_some()) {
            return Err(fault);
        }
        let (name, moves) = word.split('=');
        let mut letters = name.text.chars();
        let (Some(letter @ 'A'..='Z'), None, Some(moves)) = (letters.next(), letters.next(), moves) else {
            return Err(word.fault(TextFault::NoDefinition));
        };
        let kind = Kind::from_betza_on(lattice, letter, moves.text).map_err(|error| {
            let offset =
                moves.text.char_indices().nth(error.position).map_or(moves.text.len(), |(byte, _)| byte);
            moves.suffix(offset).fault(TextFault::Betza { letter, error })
        })?;
        let same_letter = piece::built_in_on(lattice, letter);
        if let Some(entry) = same_letter.filter(|entry| entry.kind.moves() != kind.moves()) {
            let betza = entry.kind.betza().to_owned();
            return Err(word.fault(TextFault::BuiltIn { letter, name: entry.name, betza }));
        }
        if kinds.iter().any(|other| other.letter() == letter) {
            return Err(word.fault(TextFault::DefinedTwice(letter)));
        }
        kinds.push(same_letter.map_or(kind, |entry| entry.kind.clone()));
    }
    Ok(kinds)
}

/// The meaning of pieces without a number.
#[derive(Clone, Copy)]
struct BareKinds {
    /// The quantity that a letter alone means.
    letter: Quantity,
    /// Whether a plural without a number means that quantity too, instead of leaving the number open.
    is_number_open: bool,
}

/// A kind given by its name, with the text around the name: `8queens`, `queens=8`, `queen@a1`.
struct NamedKindWord<'a> {
    called: NamedKind,
    name: Word<'a>,
    number: Word<'a>,
    quantity: Word<'a>,
}

impl<'a> NamedKindWord<'a> {
    fn from_word(word: Word<'a>) -> Option<Self> {
        let (number, rest) = word.places().0.digits();
        let end = rest.text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.text.len());
        let (name, quantity) = (rest.prefix(end), rest.suffix(end));
        let signs = quantity.text.len() - quantity.text.trim_start_matches(['=', ':']).len();
        let quantity = if signs == 1 && number.text.is_empty() { quantity.suffix(1) } else { quantity };
        Some(Self { called: find_named_kind(name.text)?, name, number, quantity })
    }
}

/// Reads `Q`, `Q8`, `8Q`, `Q*`, `Qmax` or a name in place of the letter, each perhaps with `@a1,c2`; `8
/// queens` is two words. Also returns the number of words read.
fn read_pieces<'a>(
    words: &[Word<'a>],
    board: &Board,
    kinds: LetterKinds<'_>,
    alone: BareKinds,
) -> Result<(Pieces, usize), WordFault<'a>> {
    let word = words[0];
    let next = words.get(1).copied().filter(|_| word.is_number() || is_range(word));
    if let Some((next, by_name)) = next.and_then(|next| Some((next, NamedKindWord::from_word(next)?))) {
        if !by_name.number.text.is_empty() || !by_name.quantity.text.is_empty() {
            return Err(next.fault(TextFault::NoPiece));
        }
        let quantity = if is_range(word) { read_range(word)? } else { Quantity::Exactly(read_number(word)?) };
        return Ok((pieces(board, by_name.called.kind, quantity, next)?, 2));
    }
    if let Some(by_name) = NamedKindWord::from_word(word) {
        let quantity = match read_quantity(word, by_name.number, by_name.quantity)? {
            Some(quantity) => quantity,
            None if by_name.called.is_plural && !alone.is_number_open => {
                return Err(how_many(words, &by_name));
            }
            None if by_name.called.kind.is_wall() => Quantity::Exactly(1),
            None => alone.letter,
        };
        return Ok((pieces(board, by_name.called.kind, quantity, word)?, 1));
    }
    let (number, rest) = word.places().0.digits();
    let mut letters = rest.text.chars();
    if letters.next() == Some(WALL) {
        // In lists of problems, this sign begins a comment.
        if word.text.len() == WALL.len_utf8() {
            return Err(word.fault(TextFault::BareWall).meant(word.range(), format!("{WALL}1")));
        }
        let quantity = read_quantity(word, number, rest.suffix(1))?.unwrap_or(Quantity::Exactly(1));
        return Ok((pieces(board, &Kind::wall(), quantity, word)?, 1));
    }
    let mut letters = rest.text.chars();
    let letter =
        letters.next().filter(char::is_ascii_alphabetic).ok_or_else(|| word.fault(TextFault::NoPiece))?;
    let quantity = read_quantity(word, number, rest.suffix(1))?.unwrap_or(alone.letter);
    let kind = kinds.kind(letter).ok_or_else(|| match letter {
        'a'..='z' => {
            let capital = letter.to_ascii_uppercase();
            let letter_at = rest.at..rest.at + 1;
            let fault =
                kinds.kind(capital).map(|kind| small_letter(kind, |other| kinds.kind(other).is_none()));
            match fault {
                Some(fault @ TextFault::TurnedKind { .. }) => word.fault(fault),
                _ => word.fault(TextFault::SmallLetter(capital)).meant(letter_at, capital),
            }
        }
        _ => word.fault(TextFault::UnknownKind { letter, lattice: kinds.lattice }),
    })?;
    Ok((pieces(board, kind, quantity, word)?, 1))
}

/// The kinds that letters mean.
#[derive(Clone, Copy)]
struct LetterKinds<'a> {
    /// The kinds that the same text defines.
    defined: &'a [Kind],
    /// The lattice of the board.
    lattice: Lattice,
}

impl<'a> LetterKinds<'a> {
    /// Returns the kind with this letter, built in or defined.
    fn kind(self, letter: char) -> Option<&'a Kind> {
        let of_text = self.defined.iter().find(|kind| kind.letter() == letter);
        of_text.or_else(|| piece::built_in_on(self.lattice, letter).map(|entry| &entry.kind))
    }
}

/// Returns pieces of a kind, pre-placed on the squares of a word, or kept from squares or to squares.
fn pieces<'a>(
    board: &Board,
    kind: &Kind,
    quantity: Quantity,
    word: Word<'a>,
) -> Result<Pieces, WordFault<'a>> {
    let mut pieces = Pieces::new(kind.clone(), quantity);
    for (sign, places) in word.places().1 {
        if sign == '@' {
            for part in places.parts(',') {
                pieces.fixed.push(read_square(part)?);
            }
            continue;
        }
        if board.squares() > MAX_COLOURED {
            return Err(places.fault(TextFault::TooManyHoles));
        }
        let mut squares = BTreeSet::new();
        for part in places.parts(',') {
            let of_part = read_squares(part, board)?;
            if let Some(&square) = of_part.iter().find(|square| !board.has(**square)) {
                return Err(part.fault(ProblemError::OffBoard(square)));
            }
            squares.extend(of_part);
        }
        let others = || (0..board.squares()).map(|index| board.square(index));
        match sign {
            '~' => pieces.closed.extend(squares),
            _ => pieces.closed.extend(others().filter(|square| !squares.contains(square))),
        }
    }
    Ok(pieces)
}

/// Returns true if a word for pieces includes a quantity: a number, `*` or `max`. A number before a name is a
/// word of its own.
fn has_quantity(word: Word<'_>) -> bool {
    let pieces = word.places().0.text.to_ascii_lowercase();
    pieces.contains(|sign: char| sign.is_ascii_digit() || sign == '*')
        || ["any", "max"].iter().any(|name| pieces.ends_with(name))
}

/// Reads a quantity from the text before and after a letter or a name; `None` if both are empty.
fn read_quantity<'a>(
    word: Word<'a>,
    before: Word<'a>,
    behind: Word<'a>,
) -> Result<Option<Quantity>, WordFault<'a>> {
    Ok(Some(match (before.text, behind.text) {
        ("", "") => return Ok(None),
        ("", "*") => Quantity::Any,
        ("", any) if any.eq_ignore_ascii_case("any") => Quantity::Any,
        ("", max) if max.eq_ignore_ascii_case("max") => Quantity::Max,
        ("", _) if is_range(behind) => read_range(behind)?,
        ("", _) if behind.is_number() => Quantity::Exactly(read_number(behind)?),
        (_, "") => Quantity::Exactly(read_number(before)?),
        (_, more) if more.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            return Err(word.fault(TextFault::ManyLetters));
        }
        _ => return Err(word.fault(TextFault::NoPiece)),
    }))
}

/// Returns the fault of a plural without a number before it.
fn how_many<'a>(words: &[Word<'a>], by_name: &NamedKindWord<'a>) -> WordFault<'a> {
    let (word, letter) = (words[0], by_name.called.kind.letter());
    let is_kind = |word: &Word<'_>| word.text.len() == 1 || NamedKindWord::from_word(*word).is_some();
    // In `queens 3`, the number is on the wrong side; in `queens 3 rooks`, it belongs to the rooks.
    if let Some(number) = words.get(1).filter(|next| next.is_number() && !words.get(2).is_some_and(is_kind)) {
        let bytes = word.at..number.range().end;
        return word.fault(Slip::Apart).meant(bytes, format!("{letter}{}", number.text));
    }
    word.fault(TextFault::HowMany { plural: by_name.name.text.to_ascii_lowercase(), letter })
}

/// Reads `*`, `max` or a range like `2..5`, the quantities of a problem text that are not numbers. `None` for
/// other texts, and for ranges without a number.
///
/// ```
/// use armistice::{Quantity, notation::quantity};
///
/// assert_eq!(quantity("0.."), Some(Quantity::Any));
/// assert_eq!((quantity("5..2"), quantity("5")), (None, None));
/// ```
#[must_use]
pub fn quantity(text: &str) -> Option<Quantity> {
    let word = Word { at: 0, text };
    match text {
        "*" => Some(Quantity::Any),
        "max" => Some(Quantity::Max),
        _ if is_range(word) => read_range(word).ok(),
        _ => None,
    }
}

/// Returns true if a text is meant as a range: `2..5`, `..3`, also `..` alone.
fn is_range(word: Word<'_>) -> bool {
    let is_sign = |c: char| c.is_ascii_digit() || c == '.' || c == '=';
    word.text.contains("..") && word.text.chars().all(is_sign)
}

/// Reads a range of numbers of pieces.
fn read_range(word: Word<'_>) -> Result<Quantity, WordFault<'_>> {
    let span = read_span(word)?;
    match span.most {
        Some(most) if most < span.least => Err(word
            .fault(ProblemError::EmptySpan(span))
            .meant(word.range(), Span { least: most, most: Some(span.least) }.to_string())),
        _ => Ok(span.into()),
    }
}

fn read_number(word: Word<'_>) -> Result<u32, WordFault<'_>> {
    word.text.parse().map_err(|_| word.fault(TextFault::Number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        text.parse::<Problem>().unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
    }

    #[test]
    fn boards_are_read_up_to_a_million_ranks_and_files() {
        let large = |text: &str| text.parse::<Problem>().map(|problem| problem.to_string());
        assert_eq!(large("1000000 Q1000000").unwrap(), "1000000x1000000 Q1000000");
        assert_eq!(large("200x40/torus-r100c30 K3@r199c40").unwrap(), "200x40/torus-r100c30 K3@r199c40");
        assert_eq!(large("8x8 Q8").unwrap(), "8x8 Q8");
        for (text, fault) in [
            ("1000001 Q", "each side has 1 to 1000000 squares"),
            ("0x5 Q", "each side has 1 to 1000000 squares"),
            ("2000-dark Q", "too many holes"),
        ] {
            assert!(large(text).unwrap_err().to_string().contains(fault), "{text}");
        }
    }

    #[test]
    fn texts_become_canonical_and_read_back() {
        for (text, expected) in [
            ("8x8 Q8", "8x8 Q8"),
            ("8 8Q", "8x8 Q8"),
            ("  5x5\tN B R Q A ", "5x5 Q R B N A"),
            ("7x7 K2 Q2 B2 N", "7x7 K2 Q2 B2 N"),
            ("8x8 N*", "8x8 N*"),
            ("8x8 Nmax", "8x8 Nmax"),
            ("6x9/torus K4", "6x9/torus K4"),
            ("6x9/plane K4", "6x9 K4"),
            ("10x10-d4,c3 Q10", "10x10-c3,d4 Q10"),
            ("10x10-d4/cylinder Q10", "10x10/cylinder-d4 Q10"),
            ("2x3-dark K", "2x3-a1,c1,b2 K"),
            ("3x3-light K", "3x3-b1,a2,c2,b3 K"),
            ("2x2/torus-light,a1 K", "2x2/torus-a1,b1,a2 K"),
            ("8x8 Q9/Q9", "8x8 Q9/Q9"),
            ("5x5 Q N / N Q", "5x5 Q N/Q N"),
            ("8x8 Q4/Q4/Q4", "8x8 Q4/Q4/Q4"),
            ("7x7 X=NN X5", "7x7 X5 X=NN"),
            ("7x7 A2 A=QN", "7x7 A2"),
            ("8x8 Q8@c2,a1", "8x8 Q8@a1,c2"),
            ("1x32 W@r1c27", "1x32 W@r1c27"),
            ("8x8 Q0", "8x8 Q0"),
            ("4x4 S2 U S=flbrB U=fsN", "4x4 S2 U S=flbrB U=fsN"),
            ("2x1x2 O2 U O=H", "2x1x2 U O2 O=H"),
            ("3x3x2 X G O U B O=H X=WD", "3x3x2 B U G O X O=H X=WD"),
            ("8x8 Q70000", "8x8 Q70000"),
            ("8x8 #1 Q9", "8x8 Q9 #1"),
            ("8x8 Q9 #@d4", "8x8 Q9 #1@d4"),
            ("8x8 Q10 #2@d4,c3", "8x8 Q10 #2@c3,d4"),
            ("8x8 X2 X=NN #3", "8x8 X2 #3 X=NN"),
            ("5x5 Q N #1 / N Q blocked", "5x5 Q N/Q N #1 blocked"),
            ("8x8 Q8 #0", "8x8 Q8"),
            ("8x8~d4 Q8", "8x8~d4 Q8"),
            ("8x8 Q8 ~e5,d4", "8x8~d4,e5 Q8"),
            ("8x8/torus~d4-c3 Q8", "8x8/torus-c3~d4 Q8"),
            ("4x4-a1~a1..b1 Q", "4x4-a1~b1 Q"),
            ("3x3~diagonals R3", "3x3~a1,c1,b2,a3,c3 R3"),
            ("3x3~diagonal,antidiagonal R3", "3x3~a1,c1,b2,a3,c3 R3"),
            ("3x3~diagonal:a2 R2", "3x3~a2,b3 R2"),
            ("3x3~Diagonal:c1,diagonal:z1 R2", "3x3~c1 R2"),
            ("3x4~diagonal:a2..b1 R2", "3x4~a1,b1,a2,b2,c2,b3,c3,d3 R2"),
            ("3x3~antidiagonal:b1..c2 R", "3x3~b1,c1,a2,b2,c2,a3,b3 R"),
            ("4x4 R4:diagonal:b1..c1@b1", "4x4 R4@b1:b1,c1,c2,d2,d3"),
            ("3x4~border K", "3x4~a1,b1,c1,d1,a2,d2,a3,b3,c3,d3 K"),
            ("4x4~every:2x4 R4", "4x4~d2,d4 R4"),
            ("board=..x/.~./x.. K", "3x3-a1,c3~b2 K"),
            ("8x8 R8~b2,a1", "8x8 R8~a1,b2"),
            ("2x2 B:dark R~dark", "2x2 R~a1,b2 B~b1,a2"),
            ("4x4 Q3:a1..b1", "4x4 Q3:a1,b1"),
            ("4x4~a1 Q3:a1..b2@b2", "4x4~a1 Q3@b2:b1,a2,b2"),
            ("4x4 Q3@b2~a1", "4x4 Q3@b2~a1"),
            ("4x4 Q~a1..d4", "4x4 Q~a1,b1,c1,d1,a2,b2,c2,d2,a3,b3,c3,d3,a4,b4,c4,d4"),
            ("8x8 3 rooks~a1", "8x8 R3~a1"),
            ("8x8 Q8 + R8 + B14 + N21", "8x8 Q8 + R8 + B14 + N21"),
            ("8x8 Q8+N2 B", "8x8 Q8 + B N2"),
            ("5x5 Q N + R blocked", "5x5 Q N + R blocked"),
            ("9x9 K9 rank=1 file=1", "9x9 K9 rank=1 file=1"),
            ("9x9 K9 File=..2 RANK=1..3", "9x9 K9 rank=1..3 file=..2"),
            ("8x8 B8 N2 rank:B=1 rank=2.. each=..1", "8x8 B8 N2 rank=2.. rank:B=1 each=..1"),
            ("3x3 K3 regions=zza/zaa/bbb", "3x3 K3 regions=aab/abb/ccc"),
            ("3x3 K3 region=1 regions=aab/abb/ccc", "3x3 K3 regions=aab/abb/ccc"),
            ("3x3-a1 K3 region=..2 regions=aab/abb/ccc", "3x3-a1 K3 region=..2 regions=aab/abb/.cc"),
            ("8x8 Q8 each=2 pairs=..9", "8x8 Q8 each=2 pairs=..9"),
            ("8x8 R8 blocked each=0..0", "8x8 R8 each=0 blocked"),
            ("8x8 N8 blocked each=2", "8x8 N8 each=2"),
        ] {
            assert_eq!(canonical(text), expected);
            assert_eq!(canonical(expected), expected);
        }
    }

    #[test]
    fn what_has_one_meaning_is_read_as_that() {
        for (text, expected) in [
            ("8X8 Q8", "8x8 Q8"),
            ("8×8 Q8", "8x8 Q8"),
            ("8*8 Q8", "8x8 Q8"),
            ("6X9/Torus-D4,E4 K", "6x9/torus-d4,e4 K"),
            ("2x3-Dark K", "2x3-a1,c1,b2 K"),
            ("8x8 torus Q8", "8x8/torus Q8"),
            ("8x8 Q8 Cylinder", "8x8/cylinder Q8"),
            ("8x8 /torus Q8", "8x8/torus Q8"),
            ("8x8 Q8/torus", "8x8/torus Q8"),
            ("8x8 Q8/R4/torus", "8x8/torus Q8/R4"),
            ("8x8-a1 torus Q8", "8x8/torus-a1 Q8"),
            ("5x5 K5 row=1 Column=1", "5x5 K5 rank=1 file=1"),
            ("8x8 Kany", "8x8 K*"),
            ("8x8 KANY", "8x8 K*"),
            ("8x8 NMAX", "8x8 Nmax"),
            ("8x8 Q8@A1,C2", "8x8 Q8@a1,c2"),
            ("1x32 W@R1C27", "1x32 W@r1c27"),
            ("8x8 8 queens", "8x8 Q8"),
            ("8x8 8 Queens 2 knights", "8x8 Q8 N2"),
            ("8x8 2 rooks/2 rooks", "8x8 R2/R2"),
            ("8x8 queen", "8x8 Q"),
            ("8x8 king rook@a1", "8x8 K R@a1"),
            ("8x8 2 rooks@a1,b2", "8x8 R2@a1,b2"),
            ("8x8 queens=8", "8x8 Q8"),
            ("8x8 queens:8", "8x8 Q8"),
            ("8x8 queens8", "8x8 Q8"),
            ("8x8 8queens", "8x8 Q8"),
            ("8x8 knights* rooks=max", "8x8 Rmax N*"),
            ("8x8 3 chancellors 1 archbishop", "8x8 J C3"),
            ("8x8 queen 3 rooks", "8x8 Q R3"),
            ("5x5 Q N/Q N BLOCKED", "5x5 Q N/Q N blocked"),
            ("8x8 9 queens 1 wall", "8x8 Q9 #1"),
            ("8x8 Q10 walls=2", "8x8 Q10 #2"),
            ("8x8 Q9 Wall@c3", "8x8 Q9 #1@c3"),
            ("8x8 Q10 2#", "8x8 Q10 #2"),
        ] {
            assert_eq!(canonical(text), expected, "{text}");
        }
        let largest = |text: &str| problem_with_bare(text, Quantity::Max).unwrap().to_string();
        assert_eq!(largest("8x8 knights"), "8x8 Nmax");
        assert_eq!(largest("8x8 queens/queens"), "8x8 Q/Q");
        assert_eq!(largest("8x8 Q N/Q@a1"), "8x8 Q N/Q@a1");
        assert_eq!(largest("8x8 12 queens/queen"), "8x8 Q12/Qmax");
        assert_eq!(largest("8x8 Q/K1 X@a1 X=NN"), "8x8 Qmax/K Xmax@a1 X=NN");
        assert_eq!(largest("8x8 Qmax/Q"), "8x8 Qmax/Qmax");
        assert_eq!(largest("8x8 Q wall"), "8x8 Qmax #1");
        assert_eq!(largest("8x8 1 queen knights"), "8x8 Q Nmax");
    }

    #[test]
    fn slips_are_named_and_put_right() {
        use Slip::*;
        for (text, slip, meant) in [
            ("8x8 Q8N2", Glued, "8x8 Q8 N2"),
            ("8x8 Q8,N2", Glued, "8x8 Q8 N2"),
            ("8x8 q8n2", Glued, "8x8 Q8 N2"),
            ("8x8 8Q2N", Glued, "8x8 Q8 N2"),
            ("8x8 Q*,Nmax", Glued, "8x8 Q* Nmax"),
            ("8x8 Q8, N2", Glued, "8x8 Q8 N2"),
            ("8x8Q8", Glued, "8x8 Q8"),
            ("8x8,Q8", Glued, "8x8 Q8"),
            ("8x8 Q 8", Apart, "8x8 Q8"),
            ("8x8 Q 8 N 2", Apart, "8x8 Q8 N2"),
            ("8x8 8 Q", Apart, "8x8 Q8"),
            ("8x8 8 q", Apart, "8x8 Q8"),
            ("8x8 K *", Apart, "8x8 K*"),
            ("8x8 queen 3", Apart, "8x8 Q3"),
            ("8x8 queens 3", Apart, "8x8 Q3"),
            ("8x8 Q8 @a1", Apart, "8x8 Q8@a1"),
            ("8x8 Q:8", Sign, "8x8 Q8"),
            ("8x8 Q=8", Sign, "8x8 Q8"),
            ("8x8 8xQ", Sign, "8x8 Q8"),
            ("8x8 8*Q", Sign, "8x8 Q8"),
            ("8x8 Q(8)", Sign, "8x8 Q8"),
            ("8x8 Q8 and N2", Filler, "8x8 Q8 N2"),
            ("8x8 8 queens, 2 knights", Glued, "8x8 8 queens 2 knights"),
            ("8x8 ♕8", Figure, "8x8 Q8"),
            ("8x8 8♛", Figure, "8x8 8Q"),
            ("8x8 wQ4 bQ4", Colour, "8x8 Q4/Q4"),
            ("8x8 wQ4 wN bQ4 bN", Colour, "8x8 Q4 N/Q4 N"),
            ("8x8 white Q4 black Q4", Colour, "8x8 Q4 / Q4"),
            ("8x8 Q4 vs Q4", Versus, "8x8 Q4 / Q4"),
            ("8x8 4 queens against 4 queens", Versus, "8x8 4 queens / 4 queens"),
            ("8x8 a queen", Numeral, "8x8 1 queen"),
            ("8x8 eight queens and a knight", Numeral, "8x8 8 queens 1 knight"),
            ("8x8 Qd4", Squares, "8x8 Q@d4"),
            ("8x8 Na1 Qb3", Squares, "8x8 N@a1 Q@b3"),
            ("4x4 Qb4,d3,a2,c1", Squares, "4x4 Q4@b4,d3,a2,c1"),
            ("4x4 Q4 b4 d3 a2 c1", Squares, "4x4 Q4@b4,d3,a2,c1"),
            ("8x8 Q8@a1 c2", Squares, "8x8 Q8@a1,c2"),
            ("8x8 QQQ", Repeated, "8x8 Q3"),
            ("8x8 Kt2 Q", Knight, "8x8 N2 Q"),
            ("8x8 X2 X=knight+rook", Atoms, "8x8 X2 X=NR"),
            ("8x8t Q5", Topology, "8x8/torus Q5"),
            ("8x8/toroidal Q5", Topology, "8x8/torus Q5"),
            ("8x8 cylindrical Q5", Topology, "8x8 cylinder Q5"),
            ("8x8-torus Q5", Topology, "8x8/torus Q5"),
            ("8x8-white Q5", HoleColour, "8x8-light Q5"),
            ("8 queens", BareBoard, "8x8 8 queens"),
            ("4 rooks on 8x8", BareBoard, "8x8 4 rooks"),
            ("{8}x{8} Q{8}", Braces, "8x8 Q8"),
            ("“8x8 Q8”", Quotes, "8x8 Q8"),
            ("8x8 Q=max", Sign, "8x8 Qmax"),
            ("Q8 8x8", BoardLast, "8x8 Q8"),
            ("8x8 Q2-5 N", Range, "8x8 Q2..5 N"),
            ("8x8 Q3+", Range, "8x8 Q3.."),
            ("8x8 Q≤3", Range, "8x8 Q..3"),
            ("queens=8 on 8x8", BoardLast, "8x8 queens=8"),
            ("8 x 8 Q8", Board, "8x8 Q8"),
            ("8by8 Q8", Board, "8x8 Q8"),
            ("8x8 dark B8", Holes, "8x8-dark B8"),
            ("8x8 -A1,b2 B8", Holes, "8x8-a1,b2 B8"),
        ] {
            let error = text.parse::<Problem>().expect_err(text);
            assert_eq!(
                (&error.fault, error.meant.as_deref()),
                (&slip.into(), Some(meant)),
                "{text}: {error}"
            );
            assert!(meant.parse::<Problem>().is_ok(), "{meant}");
            assert!(error.to_string().ends_with(&format!("; did you mean {meant}?")), "{error}");
        }
        let small = "8x8 q8 n2".parse::<Problem>().unwrap_err();
        assert_eq!(
            small.to_string(),
            "column 5, 'q8': kinds have capital letters: Q; did you mean 8x8 Q8 N2?"
        );
        // A text with another fault is not mended.
        assert_eq!("8x8 q8 Y2".parse::<Problem>().unwrap_err().meant, None);
    }

    #[test]
    fn what_means_many_problems_is_called_a_family() {
        for (text, expected) in [
            ("{n}x{n} Q{n}", "{n}x{n} Q{n}"),
            ("8x8 Q{k} N2", "8x8 Q{k} N2"),
            ("nxn Qn", "{n}x{n} Q{n}"),
            ("8xn K3/Kn", "8x{n} K3/K{n}"),
            ("8x8 Qn", "8x8 Q{n}"),
        ] {
            match text.parse::<Problem>().expect_err(text).fault {
                TextFault::Family { family } => assert_eq!(family, expected, "{text}"),
                other => panic!("{text}: {other}"),
            }
        }
    }

    #[test]
    fn faults_say_where_what_and_what_instead() {
        for (text, expected) in [
            ("", "column 1, end of text: no problem"),
            (" \n ", "column 4, end of text: no problem"),
            ("8x8", "column 4, end of text: no pieces"),
            ("Q8", "column 1, 'Q8': no board"),
            ("8x8 Q5..2", "column 6, '5..2': no number is in 5..2: expected a range"),
            ("8x8 Q..", "column 6, '..': expected a number or a range, like 2, 1..2"),
            ("8x8 #1..2 K", "column 5, '#1..2': walls have a number, like #2"),
            ("8x8 Q1..2@a1,b3,c5", "column 5, 'Q1..2@a1,b3,c5': 3 squares are given for 2 of Q"),
            ("8x Q8", "column 1, '8x': no board"),
            ("8xx8 Q8", "column 1, '8xx8': no board"),
            ("8x-1 Q8", "column 1, '8x-1': no board"),
            ("-8x8 Q8", "column 1, '-8x8': no board"),
            ("0x8 Q8", "column 1, '0x8': no board of this size: each side has 1 to 1000000"),
            ("9999999x99999 Q8", "column 1, '9999999x99999': no board of this size: each side"),
            ("8x99999999999999999999999 Q", "column 1, '8x9999999999999999999999...': no board of this size"),
            ("8x8/moebus Q8", "column 5, 'moebus': unknown edges: expected cylinder, roll, torus,"),
            ("hexagon:0 K", "column 1, 'hexagon:0': no board of this size"),
            ("hexagn:5 K", "column 1, 'hexagn:5': unknown shape: expected one of triangle:5, hexagon:5,"),
            ("triangle:7,2 K", "column 1, 'triangle:7,2': unknown shape"),
            ("4x4x4/torus K", "column 7, 'torus': only rectangles have edges that can be joined"),
            ("32x32x32 K", "column 1, '32x32x32': no board of this size: all layers together"),
            ("3x3x3x3x3 K", "column 1, '3x3x3x3x3': no board"),
            ("board=..x/.. K", "column 11, '..': this rank has 2 squares, and the first one 3"),
            ("board=..x/.o. K", "column 11, '.o.': a drawing of a board has no pieces"),
            ("8x8-every:0 K", "column 5, 'every:0': a pattern is dark, light"),
            ("8x8~diagonal: K", "column 14, end of text: not a square"),
            ("8x8~diagonal:a1..x K", "column 18, 'x': not a square"),
            ("hexagon:5 P", "column 11, 'P': no kind has the letter P: take one of KQRBNAFWDELZHJCTG, or"),
            ("hexagon:5 X X=fN", "column 16, 'N': X: directions are those of squares"),
            ("8x8 X X=(1,1,1)", "column 9, '(1,1,1)': X: a leap of 3 numbers: on this board it has two"),
            ("8x8/moebius P", "column 13, 'P': P cannot be used on the moebius board"),
            ("8x8-i9 Q8", "column 5, 'i9': the hole i9 is off the board"),
            ("8x8-a1,a1 Q8", "column 8, 'a1': the hole a1 is listed twice"),
            ("8x8-dark,a1 Q8", "column 10, 'a1': the hole a1 is listed twice"),
            ("8x8-red Q8", "column 5, 'red': not a square"),
            ("8x8-,a1 Q8", "column 5, end of text: not a square"),
            ("8x8 Y5", "column 5, 'Y5': no kind has the letter Y: take one of KQRBN"),
            ("8x8 q5", "column 5, 'q5': kinds have capital letters: Q"),
            ("8x8 QN", "column 5, 'QN': several letters"),
            ("8x8 8", "column 5, '8': not a piece"),
            ("8x8 queens", "column 5, 'queens': how many? write a number, like 8 queens or Q8, Qmax for"),
            ("8x8 2 queens3", "column 7, 'queens3': not a piece"),
            ("8x8 4 horses", "column 7, 'horses': no kind is called horses"),
            ("8x8 4 queeens", "column 7, 'queeens': no kind is called queeens; "),
            ("8x8 Q8 solve", "column 8, 'solve': no kind is called solve"),
            ("8x8 Q{4+4}", "column 5, 'Q{4+4}': braces hold an expression with a variable"),
            ("{\"board\":8} Q", "column 1, '{\\\"board\\\":8}': no board"),
            ("8x8/torus/cylinder Q8", "column 11, 'cylinder': the board already has its edges"),
            ("8x8/torus Q8 torus", "column 5, 'torus': the board already has its edges"),
            ("8x8 torus plane Q8", "column 11, 'plane': the board already has its edges"),
            ("8x8 Q8 6x6 Q6", "column 8, '6x6': a second board: each problem has a line of its own"),
            ("8x8 N**", "column 5, 'N**': not a piece"),
            ("8x8 {", "column 5, '{': not a piece"),
            ("8x8 Q-3", "column 5, 'Q-3': not a piece"),
            ("8x8 8Q8", "column 5, '8Q8': not a piece"),
            ("8x8 Q99999999999", "column 6, '99999999999': a number up to 4294967295"),
            ("8x8 Q2 N Q", "column 10, 'Q': Q is listed twice"),
            ("8x8 Q4/", "column 8, end of text: an army without pieces"),
            ("8x8 /Q4", "column 5, '/': an army without pieces"),
            ("8x8 Q4//Q4", "column 8, '/': an army without pieces"),
            ("8x8 #1", "column 7, end of text: there are only walls"),
            ("8x8 #1/Q4", "column 7, '/': an army without pieces"),
            ("8x8 Q9 #", "column 8, '#': how many walls? write #1"),
            ("8x8 Q9 #*", "column 8, '#*': walls have a number, like #2"),
            ("8x8 Q9 #1 #2", "column 11, '#2': # is listed twice"),
            ("8x8 Q@c3 #1@c3", "column 10, '#1@c3': two pieces on c3"),
            ("8x8 Q9 #1@c3,d4", "column 8, '#1@c3,d4': 2 squares are given for 1 of #"),
            ("8x8 Q@i1", "column 5, 'Q@i1': no piece can stand on i1"),
            ("8x8 Q@a1,b1", "column 5, 'Q@a1,b1': 2 squares are given for 1 of Q"),
            ("8x8 Q2@a1,a1", "column 5, 'Q2@a1,a1': two pieces on a1"),
            ("8x8 Q@a1 N@a1", "column 10, 'N@a1': two pieces on a1"),
            ("8x8 X X=", "column 9, end of text: X: no moves"),
            ("8x8 X X=foo", "column 9, 'foo': X: no moves: a Betza atom is a capital letter"),
            ("8x8 X X=WjR", "column 10, 'jR': X: 'j' (leaps only over a piece"),
            ("8x8 X X=N X=B", "column 11, 'X=B': X is defined twice"),
            (
                "8x8 A5 A=A",
                "column 8, 'A=A': A is the amazon (QN) already: define one of the free letters IM",
            ),
            ("8x8 Q X=N", "column 7, 'X=N': X is defined, but no army has it"),
            ("8x8 XY XY=N", "column 8, 'XY=N': a definition is one capital letter"),
            ("8x8 Q4/Q4 + Q4", "column 11, '+': a problem has either armies, separated by /"),
            ("8x8 Q4 +", "column 9, end of text: a group without pieces"),
            ("8x8 + Q4", "column 5, '+': a group without pieces"),
            ("8x8~i9 Q", "column 1, '8x8~i9': the reserved square i9 is off the board"),
            ("8x9~diagonal R", "column 5, 'diagonal': only square boards have diagonals"),
            ("8x8 Q8~i9", "column 8, 'i9': i9 is off the board"),
            ("8x8 Q8:a1..i9", "column 12, 'i9': this corner is off the board"),
            ("8x8~d4 Q8@d4", "column 8, 'Q8@d4': a Q is pre-placed on d4, where it may not stand"),
            ("8x8 Q8@d4~d4", "column 5, 'Q8@d4~d4': a Q is pre-placed on d4"),
            ("8x8 K8 rank=two", "column 13, 'two': expected a number or a range, like 2, 1..2, ..1 or 2.."),
            ("8x8 K8 rank=3..2", "column 8, 'rank=3..2': no number is in 3..2"),
            ("8x8 K8 rank=1 rank=2", "column 15, 'rank=2': rank=1 already has a quota"),
            ("8x8 K8 rank:B=1", "column 8, 'rank:B=1': the quota names B, but the problem has none"),
            ("8x8 K8 rank:bee=1", "column 13, 'bee': expected the letter of one kind"),
            ("8x8 K8 region=1", "column 8, 'region=1': a quota of regions without regions"),
            (
                "3x3 K3 regions=aab/abb",
                "column 8, 'regions=aab/abb': 2 ranks of regions, but the board has 3",
            ),
            (
                "3x3 K3 regions=aab/ab/ccc",
                "column 8, 'regions=aab/ab/ccc': a rank of 2 regions, but the board has 3",
            ),
            ("3x3 K3 regions=aab/a?b/ccc", "column 8, 'regions=aab/a?b/ccc': '?' is not a region"),
            ("3x3 K3 regions=@x", "column 16, '@x': only the command reads files"),
            ("8x8 K8 each=1 each=2", "column 15, 'each=2': each is given twice"),
            ("8x9 K8 main=1", "column 8, 'main=1': only square boards have main diagonals"),
            (
                "hexagon:3 K file=1",
                "column 13, 'file=1': this board is not made of squares, so it has no files",
            ),
            (
                "4x4/klein K diagonal=1",
                "column 13, 'diagonal=1': a diagonal is not a line on a board with twisted edges",
            ),
            ("8x8 é", "column 5, 'é': not a piece"),
            ("8x8 Q\u{1b}[2J", "column 5, 'Q\\u{1b}[2J': not a piece"),
        ] {
            let error = text.parse::<Problem>().expect_err(text).to_string();
            assert!(error.starts_with(expected), "{text:?}: {error}");
            assert!(!error.contains(['\n', '\u{1b}']), "{error:?}");
        }
    }

    #[test]
    fn a_megabyte_of_anything_is_one_short_line() {
        for part in ["(", "((1,2)0", "Q8 ", "/", "8x8 ", "-", "@", "X=", "N", "é"] {
            for before in ["", "8x8 ", "8x8 X X="] {
                let text = before.to_owned() + &part.repeat(1_000_000 / part.len());
                let error = text.parse::<Problem>().expect_err(part).to_string();
                assert!(error.len() < 200, "{error}");
            }
        }
    }
}
