//! Kinds with a forward direction, and texts that reverse them. If a small letter or a colour reverses a
//! kind, a guess with capital letters is another problem.

use super::slip::is_board_size;
use super::text_fault::TextFault;
use crate::piece::{Kind, betza, built_in};
use crate::problem::{Army, Problem};

/// Returns true if a kind changes when the board is turned upside down.
fn goes_one_way(kind: &Kind) -> bool {
    kind.moves().reverse() != *kind.moves()
}

/// Returns the fault of a small letter for this kind; `is_free` tells whether a letter has no meaning.
pub(super) fn small_letter(kind: &Kind, is_free: impl Fn(char) -> bool) -> TextFault {
    let letter = kind.letter();
    let turned = betza::write(&kind.moves().reverse()).ok().filter(|_| goes_one_way(kind));
    match turned.zip(('A'..='Z').rev().find(|&other| is_free(other))) {
        Some((turned, other)) => TextFault::TurnedKind { letter, other, turned },
        None => TextFault::SmallLetter(letter),
    }
}

/// Returns true if a text reverses a kind that the problem has in its usual direction.
pub(super) fn turns_round(text: &str, problem: &Problem) -> bool {
    let words = || text.split_whitespace().filter(|word| !word.contains('=') && !is_board_size(word));
    let has_small = |letter: char| words().any(|word| has_alone(word, letter.to_ascii_lowercase()));
    let is_black = |letter: char| {
        words().any(|word| {
            word.eq_ignore_ascii_case("black")
                || word.strip_prefix('b').is_some_and(|rest| rest.starts_with(letter))
        })
    };
    let kinds = problem.kinds().into_iter().filter(|kind| goes_one_way(kind));
    let is_small = kinds.map(Kind::letter).any(|letter| {
        letter.is_ascii_uppercase() && built_in(letter.to_ascii_lowercase()).is_none() && has_small(letter)
    });
    let others = problem.armies().iter().skip(1).flat_map(Army::pieces);
    is_small
        || others
            .map(|pieces| &pieces.kind)
            .any(|kind| goes_one_way(kind) && kind.letter().is_ascii_uppercase() && is_black(kind.letter()))
}

/// Returns true if a letter stands in a word without another letter next to it.
fn has_alone(word: &str, letter: char) -> bool {
    let signs: Vec<char> = word.chars().collect();
    let is_letter =
        |at: Option<usize>| at.and_then(|at| signs.get(at)).is_some_and(|sign| sign.is_alphabetic());
    signs
        .iter()
        .enumerate()
        .any(|(at, &sign)| sign == letter && !is_letter(at.checked_sub(1)) && !is_letter(at.checked_add(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The messages for kinds with a forward direction, and the guesses.
    #[test]
    fn a_guess_is_never_another_problem() {
        for (text, canonical) in [
            ("4x4 P8/p8", "4x4 P8/p8"),
            ("4x4 p8", "4x4 p8"),
            ("4x4 p2 P/P p*", "4x4 P p2/P p*"),
            ("5x5 P2/p2  rank:p=..1", "5x5 P2/p2 rank:p=..1"),
        ] {
            let problem: Problem = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(problem.to_string(), canonical);
            assert_eq!(canonical.parse(), Ok(problem));
        }
        for (text, expected) in [
            ("4x4 q8p8", Some("4x4 Q8 p8")),
            ("4x4 wP4 bP4", Some("4x4 P4/p4")),
            ("4x4 wQ4 bQ4", Some("4x4 Q4/Q4")),
            ("4x4 white P4 black P4", None),
            ("4x4 Q4/q4", Some("4x4 Q4/Q4")),
            ("4x4 X2/x2 X=fN", None),
            ("4x4 X2/x2n2 X=fN", None),
            ("4x4 X2/2x X=sW", Some("4x4 X2/2X X=sW")),
            ("4x4 wX4 bX4 X=fF", None),
        ] {
            let error = text.parse::<Problem>().expect_err(text);
            assert_eq!(error.meant.as_deref(), expected, "{text}: {error}");
        }
        let error = "4x4 X2/x2 X=fN".parse::<Problem>().unwrap_err().to_string();
        assert!(
            error.ends_with("for X turned upside down take a free letter, like Y, and define it, Y=lbrbN"),
            "{error}"
        );
    }
}
