//! Engines excluded by name change no count: the other engines count the same, or report that they cannot.

#[cfg(feature = "cli")]
use crate::common::program::run;
use armistice::plan::without::{Omission, PlanOmissions};
use armistice::plan::{Outcome, Plan, PlanError, Settings, Silent, plan};
use armistice::{Demand, Named, Question, UpTo};
use std::collections::BTreeSet;

/// Returns small questions of all types.
fn asked() -> Vec<Question> {
    let question = |text: &str| Question::new(text.parse().unwrap_or_else(|error| panic!("{text}: {error}")));
    let mut asked: Vec<Question> = [
        "6x6 Q6",
        "7x7 A7",
        "6x6 Q4",
        "7x7 B6",
        "6x6 R4",
        "12x12 R2 B",
        "5x5 K* N*",
        "6x6 N*",
        "5x8 K8",
        "4x8 K*",
        "12x12 N2",
        "40x40 R3",
        "40x40 Q3",
        "6x6 N4 Q",
        "6x6 R2 N3",
        "5x5 Q3/Q3",
        "4x4 Q2/Q2/Q",
        "6x6 Qmax",
        "5x5 K* each=1",
        "6x6 N12 rank=2 file=2",
        "5x5 Q2 N/Q2 N blocked",
        "5x5 G3",
        "5x5 Q3 #1",
        "3x3 Q2 + N2",
        "4x9 Q* N",
    ]
    .map(question)
    .to_vec();
    asked.push(question("6x6 N5").with_up_to(UpTo::Symmetry));
    asked.push(question("5x5 Q*").with_up_to(UpTo::Symmetry));
    asked.push(question("6x6 Q*").with_maximal(true));
    asked.push(question("6x6 Q4").with_dominating(Demand::Dominating));
    asked.push(question("5x5 Q* K*").with_by_number(true));
    asked
}

fn planned(question: &Question, without: PlanOmissions) -> Result<Plan, PlanError> {
    let settings = Settings::default().with_threads(1).with_memory(1 << 30).with_without(without);
    plan(question, &settings)
}

/// Returns all results of a plan except the names of its engines.
fn found(plan: &Plan) -> impl PartialEq + std::fmt::Debug + use<> {
    let Outcome { count, maximum, by_number, complete, .. } = plan.run(&Silent).unwrap();
    (count, maximum, by_number, complete)
}

/// Returns the lines of a plan, without forecasts.
fn lines(plan: &Plan) -> Vec<String> {
    plan.outline().lines().into_iter().map(|(_, node)| node.what.clone()).collect()
}

#[test]
fn whatever_is_left_out_the_others_count_the_same() {
    let mut matter = BTreeSet::new();
    for question in asked() {
        let usual = planned(&question, PlanOmissions::default()).unwrap();
        let expected = found(&usual);
        for &omission in Omission::ALL {
            let name = omission.name();
            match planned(&question, PlanOmissions::default().with_omission(omission)) {
                Ok(plan) => {
                    assert_eq!(found(&plan), expected, "{} without {name}", question.problem);
                    assert_ne!(plan.summary().engine.0, name, "{}", question.problem);
                    let is_other = lines(&plan) != lines(&usual);
                    matter.extend(is_other.then_some(name));
                }
                Err(error) => {
                    let is_said = !matches!(error, PlanError::Stopped | PlanError::OtherTree(_));
                    assert!(is_said, "{} without {name}: {error}", question.problem);
                    matter.insert(name);
                }
            }
        }
    }
    // Each engine is excluded from some plan that contains it: otherwise the test would not notice an option
    // without effect.
    for name in ["armies", "cells", "few", "frontier", "halves", "maximal", "profile", "rooks", "tallies"] {
        assert!(matter.contains(name), "{name} was of no use in any plan: {matter:?}");
    }
}

/// Nested plans also exclude these engines.
#[test]
fn plans_inside_plans_leave_out_the_same() {
    for (text, name) in [("6x6 Q3 #1", "cells"), ("12x12 N3", "clusters"), ("6x6 K9 #1", "frontier")] {
        let omission = Omission::from_name(name).unwrap();
        let Ok(plan) = planned(&text.parse().unwrap(), PlanOmissions::default().with_omission(omission))
        else {
            continue;
        };
        let lines = lines(&plan);
        assert!(!lines.iter().any(|line| line.contains(name)), "{text} without {name}: {lines:?}");
    }
}

#[test]
fn engines_that_are_left_out_cannot_be_asked_for() {
    let settings = Settings::default().with_engine("halves".parse().unwrap());
    let without = PlanOmissions::default().with_omission(Omission::from_name("halves").unwrap());
    let error = plan(&"8x8 Q8".parse().unwrap(), &settings.with_without(without)).err().unwrap();
    assert!(error.to_string().starts_with("the halves engine is excluded"), "{error}");
}

#[cfg(feature = "cli")]
#[test]
fn names_are_typed_with_commas() {
    let count = |without: &str| run(&["count", "6x6 Q6", "--leave-out", without, "--quiet"]);
    assert_eq!(count("halves,rows"), ("4\n".to_owned(), String::new(), 0));
    let (_, error, code) = run(&["count", "6x6 Q6", "--leave-out", "halves,nobody"]);
    assert!(code == 2 && error.contains("armies, cells, clusters") && error.contains("leaders"), "{error}");
    let (told, _, _) = run(&["explain", "8x8 Q8", "--leave-out=halves"]);
    assert!(!told.contains("halves 4"), "{told}");
}
