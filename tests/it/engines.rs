//! Every engine has one name: where it is asked for, in results, and in the documents.

use crate::common::plan;
use armistice::engines::{Engine, naive};
use armistice::plan::{Settings, Silent};
use armistice::{Named, Question, UpTo};

/// All that count; [`Engine::BEST`] is the choice among them.
fn engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.iter().copied().filter(|engine| *engine != Engine::BEST)
}

#[test]
fn results_have_the_name_that_was_asked_for() {
    let problems = ["4x4 Q4", "4x4 R3", "4x6 W2", "5x5 Q3/Q3", "4x4 Q N/Q N blocked", "4x4 Q3 each=..1"]
        .map(|text| text.parse::<Question>().unwrap());
    let questions = problems.clone().into_iter().chain(problems.map(|question| question.with_maximal(true)));
    let questions: Vec<Question> = questions.collect();
    for engine in engines() {
        let settings = Settings::default().with_engine(engine);
        let plans = questions.iter().filter_map(|question| plan(question.clone(), &settings).ok());
        let names: Vec<&str> = plans.map(|plan| plan.summary().engine.0).collect();
        assert!(!names.is_empty(), "none of the problems is for {engine:?}");
        assert!(names.iter().all(|name| *name == engine.name()), "{engine:?}: {names:?}");
    }
}

#[test]
fn every_engine_is_explained() {
    let text = include_str!("../../docs/engines.md");
    for engine in engines() {
        assert!(text.contains(&format!("**{}**", engine.name())), "docs/engines.md has no {}", engine.name());
    }
}

/// Problems of every sort that some engine is for, small enough to be tried out.
const PROBLEMS: [&str; 18] = [
    "4x4 Q4",
    "5x5 Q5",
    "3x5 R2 K1",
    "4x4 N3 B2",
    "4x4-b2 Q2@a1",
    "4x4/torus N3",
    "3x4/cylinder K2 P1",
    "4x4 Q2/Q2",
    "3x3 K2/N2",
    "4x4 Q N/Q N blocked",
    "4x4 K4 rank=..2 file=1",
    "4x4 Q3 each=..1",
    "3x4~b2 G2 + K2",
    "3x3 K*",
    "3x4 Nmax",
    "3x3 K* each=1",
    "4x6 W2",
    "4x3~b1 R2",
];

/// Whoever enters the registry is tried here: all placements and classes, against the definition and its classes by the
/// engine that is chosen.
#[test]
fn every_engine_counts_what_it_accepts() {
    for engine in engines() {
        let mut counted = 0;
        for text in PROBLEMS {
            let asked = [
                (UpTo::Nothing, false),
                (UpTo::Symmetry, false),
                (UpTo::Nothing, true),
                (UpTo::Symmetry, true),
            ];
            for (up_to, maximal) in asked {
                let question = text.parse::<Question>().unwrap().with_up_to(up_to).with_maximal(maximal);
                let Ok(plan) = armistice::plan::plan(&question, &Settings::default().with_engine(engine))
                else {
                    continue;
                };
                let count = plan.run(&Silent).unwrap().count;
                let expected = match up_to {
                    UpTo::Nothing => naive::answer(&question.problem, maximal, &|| false).count,
                    _ => {
                        let best = armistice::plan::plan(&question, &Settings::default()).unwrap();
                        best.run(&Silent).unwrap().count
                    }
                };
                assert_eq!(count, expected, "{engine}, {text}, {up_to}, maximal {maximal}");
                counted += 1;
            }
        }
        assert!(counted > 0, "none of the problems is for {engine}");
    }
}
