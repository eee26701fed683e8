//! A leaf that is tried out: the oracle.

use super::observer::Observer;
use super::outcome::{Outcome, RunError};
use super::whole::Whole;
use crate::clock::Instant;
use crate::engines::counter::{Divided, Facts};
use crate::engines::expression::Outline;
use crate::engines::kernel::Kernel;
use crate::engines::naive;
use crate::engines::technique::Technique;
use crate::question::Question;
use std::cell::Cell;

/// A question that is answered by the definition.
pub(crate) struct Oracle {
    question: Question,
    facts: Facts,
}

impl Oracle {
    /// For a question that the engine does not refuse.
    pub(crate) fn new(question: &Question, engine: &dyn Technique) -> Self {
        // What it takes nobody says: it is asked for by those who would wait.
        let facts = Facts::plain((engine.name(), engine.version()), Kernel::Portable, vec![0.0]);
        Self { question: question.clone(), facts }
    }
}

impl Divided for Oracle {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn memory(&self) -> usize {
        0
    }
}

impl Whole for Oracle {
    fn answer(&self, observer: &dyn Observer) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let nodes = Cell::new(0);
        let should_stop = || {
            nodes.set(nodes.get() + 1);
            observer.should_stop()
        };
        let answer = naive::answer_to(&self.question, &should_stop);
        Ok(Outcome {
            count: answer.count.into(),
            maximum: answer.maximum,
            by_number: self.question.by_number.then_some(answer.by_number),
            placements: None,
            complete: answer.complete,
            units_done: usize::from(answer.complete),
            nodes: nodes.get(),
            elapsed: start.elapsed(),
        })
    }

    fn outline(&self) -> Outline {
        Outline::leaf("straight from the definition".to_owned(), 0.0, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::Engine;
    use crate::engines::expression::{Expression, Holding, Portion};
    use crate::named::Named;
    use crate::plan::term::Term;
    use crate::plan::tree::Way;
    use crate::plan::units::UnitPlan;
    use crate::plan::{CancelToken, Settings, Silent, plan};

    fn oracle(text: &str) -> Oracle {
        let naive = Engine::named("naive").and_then(Engine::technique).unwrap();
        Oracle::new(&Question::new(text.parse().unwrap()), naive)
    }

    /// The largest number, and counts by number, are more than what units add up to.
    #[test]
    fn alone_it_answers_whatever_is_asked() {
        let settings = Settings::default().with_engine("naive".parse().unwrap());
        let question = Question::new("3x3 Q1 Nmax".parse().unwrap()).with_by_number(true);
        let plan = plan(&question, &settings).unwrap();
        let outcome = plan.run(&Silent).unwrap();
        assert_eq!((outcome.maximum, outcome.count), (Some(0), 9u32.into()));
        assert_eq!(outcome.by_number.map(|counts| counts.len()), Some(1));
        // Of that no journal of units would know.
        assert!(plan.units().is_none() && plan.swept().is_none());
        let stopped = CancelToken::new();
        stopped.cancel();
        let outcome = plan.run(&stopped).unwrap();
        assert_eq!((outcome.complete, outcome.units_done), (false, 0));
    }

    #[test]
    fn in_a_tree_it_is_a_unit_like_any_other() {
        let leaves = ["4x4 R4", "3x3 R3"].map(|text| Term::whole(Way::Oracle, oracle(text)));
        let portion = |squares, number| {
            let counts = vec![Holding { numbers: vec![number], node: Expression::Leaf(()) }];
            Portion { squares, times: 1, counts }
        };
        let product = Expression::Product { numbers: vec![7], portions: vec![portion(16, 4), portion(9, 3)] };
        let pool = Settings::default().with_threads(1).pool();
        let units = UnitPlan::new(&product, leaves.into(), false, pool, Kernel::Portable);
        let outcome = units.run(&Silent).unwrap();
        assert_eq!((outcome.count, outcome.units_done, outcome.complete), ((24u32 * 6).into(), 2, true));
    }
}
