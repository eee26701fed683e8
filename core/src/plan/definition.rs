//! A leaf that is tried out: the oracle.

use crate::clock::Instant;
use crate::engines::naive;
use crate::plan::observer::Observer;
use crate::plan::outcome::Outcome;
use crate::question::Question;
use std::cell::Cell;

/// Counts by the definition.
pub(crate) fn try_out(question: &Question, observer: &dyn Observer) -> Outcome {
    let start = Instant::now();
    let nodes = Cell::new(0);
    let should_stop = || {
        nodes.set(nodes.get() + 1);
        observer.should_stop()
    };
    let answer = naive::answer(&question.problem, question.maximal, &should_stop);
    Outcome {
        count: answer.count.into(),
        maximum: answer.maximum,
        by_number: question.by_number.then_some(answer.by_number),
        placements: None,
        complete: answer.complete,
        units_done: usize::from(answer.complete),
        nodes: nodes.get(),
        elapsed: start.elapsed(),
    }
}
