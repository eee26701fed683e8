//! Ranges of numbers, selected from counts of any number of pieces.
//!
//! Many engines count all numbers of pieces at once, each number by itself. A range then selects some of
//! these counts. Where that is not possible, or slower, each exact number has a leaf
//! ([`cases`](mod@super::cases)) or a plan ([`each_number`](super::each_number)) of its own. So engines know
//! only exact numbers, any number and the maximum.

use super::outcome::Outcome;
use crate::engines::expression::Outline;
use crate::engines::tally::NumberCount;
use crate::problem::{Objective, Pieces, Span};
use crate::question::Question;
use crate::up_to::UpTo;

/// The ranges of a question that is counted with `*` in their place.
#[derive(Clone)]
pub(crate) struct Selection {
    /// The question by number, with any number in place of each range.
    pub(crate) without: Question,
    /// The accepted numbers of each kind without an exact number.
    spans: Vec<Span>,
    /// Whether the counts by number are part of the answer.
    by_number: bool,
}

impl Selection {
    /// Returns the ranges of a question; `None` if it has none, or if counts by number do not answer it. A
    /// maximum depends on the ranges, and of classes only the total number of placements is known.
    pub(crate) fn from_question(question: &Question) -> Option<Self> {
        let Question { problem, by_number, .. } = question;
        let is_known = problem.objective() == Objective::AnyNumber && question.up_to == UpTo::Nothing;
        (is_known && problem.has_ranges()).then(|| Self {
            without: question.with_problem(problem.without_ranges()).with_by_number(true),
            spans: problem.open_pieces().map(|pieces: &Pieces| pieces.quantity.span()).collect(),
            by_number: *by_number,
        })
    }

    /// Returns the part of a count that is in the ranges.
    pub(crate) fn select(&self, found: Outcome) -> Outcome {
        let is_in =
            |of: &NumberCount| of.pieces.iter().zip(&self.spans).all(|(&number, span)| span.has(number));
        let listed: Vec<NumberCount> = found.by_number.into_iter().flatten().filter(is_in).collect();
        let count = listed.iter().map(|of| &of.count).sum();
        Outcome { count, by_number: self.by_number.then_some(listed), ..found }
    }

    /// Returns the outline of the plan with the ranges.
    pub(crate) fn outline(without: Outline) -> Outline {
        let what = "by number, and then the numbers in the ranges".to_owned();
        let mut outline = Outline::leaf(what, without.seconds, without.memory);
        outline.parts = vec![without];
        outline
    }
}
