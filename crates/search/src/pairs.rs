//! Placements by the number of attacking pairs: line 0 has the non-attacking placements.
//!
//! Every number of pairs is a question of its own. The questions continue until all placements are found.
//! Their total is the number of placements without any condition on attacks.

use super::answer::{AnswerError, Ledger, answer};
use crate::clock::Instant;
use crate::feature::Feature;
use crate::plan::{ONE_OF_THEM, Observer, Outcome, PlanError, Settings};
use crate::problem::{Degrees, Span};
use crate::question::Question;
use num_bigint::BigUint;
use std::time::Duration;

const BY_PAIRS: &str = "counts by attacking pairs (--by-pairs)";

/// The number of placements by the number of attacking pairs.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CountsByPairs {
    /// The question.
    pub question: Question,
    /// The numbers of attacking pairs that occur, in increasing order, each with the number of placements.
    pub pairs: Vec<(u32, BigUint)>,
    /// The number of all placements, with any number of attacking pairs.
    pub count: BigUint,
    /// True if all placements were counted to the end; otherwise `count` is a lower bound.
    pub is_counted: bool,
    /// True if all numbers of pairs are present.
    pub complete: bool,
    /// The total time.
    pub elapsed: Duration,
}

/// Counts placements, attacking or not, by the number of pairs of which one piece attacks the other.
///
/// ```
/// use armistice::{Question, plan::{Settings, Silent}, search::by_pairs};
///
/// let kings = Question::new("2x2 K2".parse()?);
/// let found = by_pairs(&kings, &Settings::default(), &(), &Silent)?;
/// assert_eq!(found.pairs, [(1, 6u32.into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails for questions about the number of pairs itself, domination, the maximum or maximal placements, and
/// in the cases of [`answer`].
pub fn by_pairs(
    question: &Question,
    settings: &Settings,
    ledger: &impl Ledger,
    observer: &dyn Observer,
) -> Result<CountsByPairs, AnswerError> {
    let start = Instant::now();
    let refused = [
        Feature::Dominating,
        Feature::Maximal,
        Feature::ByNumber,
        Feature::LargestNumber,
        Feature::ManySquares,
    ];
    PlanError::refuse_together(question, BY_PAIRS, &refused, ONE_OF_THEM)?;
    let by_degrees =
        PlanError::Together { what: BY_PAIRS, feature: Feature::Degrees, instead: "leave out pairs=" };
    if question.problem.degrees().pairs.is_some() {
        return Err(by_degrees.into());
    }
    let count = |span: Span| {
        let mut problem = question.problem.clone();
        problem.ask_degrees(Degrees { each: None, pairs: Some(span) }).map_err(|_| by_degrees.clone())?;
        match answer(&question.with_problem(problem), settings, ledger, observer) {
            Err(AnswerError::Stopped) => {
                let mut nothing = Outcome::zero();
                nothing.complete = false;
                Ok(nothing)
            }
            answer => Ok::<_, AnswerError>(answer?.outcome),
        }
    };
    let all = count(Span { least: 0, most: None })?;
    let mut found = CountsByPairs {
        question: question.clone(),
        pairs: Vec::new(),
        count: all.count,
        is_counted: all.complete,
        complete: all.complete,
        elapsed: Duration::ZERO,
    };
    let (mut sum, mut number) = (BigUint::ZERO, 0);
    while found.complete && sum < found.count {
        let outcome = count(Span::from_number(number))?;
        found.complete &= outcome.complete;
        sum += &outcome.count;
        if outcome.complete && outcome.count != BigUint::ZERO {
            found.pairs.push((number, outcome.count));
        }
        number += 1;
    }
    found.elapsed = start.elapsed();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{CancelToken, Silent};

    #[test]
    fn line_0_is_peace_and_all_lines_are_all() {
        for (text, expected) in [
            ("3x3 K2", vec![(0, 16u32), (1, 20)]),
            ("2x2 R3", vec![(2, 4)]),
            // One of the rooks' files is that of the king.
            ("1x3 R2 + K", vec![(1, 3)]),
        ] {
            let question = Question::new(text.parse().unwrap());
            let settings = Settings::default().with_engine("naive".parse().unwrap());
            let found = by_pairs(&question, &settings, &(), &Silent).unwrap();
            let expected: Vec<(u32, BigUint)> =
                expected.into_iter().map(|(pairs, count)| (pairs, count.into())).collect();
            assert_eq!(found.pairs, expected, "{text}");
            assert!(found.complete && found.pairs.iter().map(|line| &line.1).sum::<BigUint>() == found.count);
        }
    }

    #[test]
    fn who_stops_it_at_once_has_nothing() {
        let stopped = CancelToken::new();
        stopped.cancel();
        let question = Question::new("16x16 K8 Q8 N8 B8 R8 A8".parse().unwrap());
        let found = by_pairs(&question, &Settings::default(), &(), &stopped).unwrap();
        assert!(!found.complete && !found.is_counted && found.pairs.is_empty(), "{found:?}");
    }
}
