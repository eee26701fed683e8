//! Every engine has one name: in arguments, in results, and in the documents.

use crate::common::plan;
use armistice::engines::technique::{Technique, knows};
use armistice::engines::{Engine, naive};
use armistice::plan::{Settings, Silent};
use armistice::{Demand, Feature, Named, Question, UpTo};
use std::fmt::Write;

/// Returns all engines that count. [`Engine::BEST`] is the choice among them.
fn engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.iter().copied().filter(|engine| *engine != Engine::BEST)
}

#[test]
fn results_have_the_name_that_was_asked_for() {
    let problems = ["4x4 Q4", "4x4 R3", "4x6 W2", "5x5 Q3/Q3", "4x4 Q N/Q N blocked", "4x4 Q3 each=..1"]
        .map(|text| text.parse::<Question>().unwrap());
    let maximal = problems.clone().map(|question| question.with_maximal(true));
    let dominating = problems.clone().map(|question| question.with_dominating(Demand::Dominating));
    let questions = [problems, maximal, dominating].concat();
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

/// Returns the engines' features as a table: `+` for an accepted feature, `!` if a question must have one of
/// these.
fn table_of_features() -> String {
    let mark = |technique: &dyn Technique, feature: Feature| match knows(technique, feature) {
        true if technique.needs().contains(&feature) => "!",
        true => "+",
        false => "",
    };
    let names: Vec<&str> = Engine::techniques().map(|(engine, _)| engine.name()).collect();
    let mut table = format!("| | {} |\n|---{}|\n", names.join(" | "), "|:-:".repeat(names.len()));
    for feature in Feature::ALL.into_iter().filter(|&feature| feature != Feature::ExclusiveLines) {
        let marks: Vec<&str> = Engine::techniques().map(|(_, technique)| mark(technique, feature)).collect();
        writeln!(table, "| {} | {} |", feature.words(), marks.join(" | ")).unwrap();
    }
    table
}

/// `ARMISTICE_WRITE=1` writes it again.
#[test]
fn the_table_of_features_is_that_of_the_engines() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/engines.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (begin, end) = ("<!-- features -->\n", "<!-- end of features -->");
    let (before, rest) = text.split_once(begin).unwrap();
    let (kept, after) = rest.split_once(end).unwrap();
    let table = table_of_features();
    if std::env::var_os("ARMISTICE_WRITE").is_some() {
        std::fs::write(path, format!("{before}{begin}{table}{end}{after}")).unwrap();
    } else {
        assert_eq!(kept, table, "ARMISTICE_WRITE=1 writes the table anew");
    }
}

/// Every engine accounts for every feature of a question: if it does not support the feature, it rejects the
/// question and says so.
#[test]
fn what_an_engine_does_not_know_it_refuses() {
    let mut refused = 0;
    for (text, feature) in [
        ("40x40 Q2", Feature::ManySquares),
        ("4x4/torus Q2", Feature::JoinedEdges),
        ("4x4-a1 Q2", Feature::Holes),
        ("4x4 G2", Feature::Hops),
        ("4x4 K*", Feature::AnyNumber),
        ("4x4 Kmax", Feature::LargestNumber),
        ("4x4 Q2@a1", Feature::GivenPieces),
        ("4x4 Q2 #1", Feature::Walls),
        ("4x4 Q2/Q2", Feature::Armies),
        ("4x4 Q2+K2", Feature::Groups),
        ("4x4 Q N/Q N blocked", Feature::BlockedLines),
        ("4x4~a1 Q2", Feature::ClosedSquares),
        ("4x4 K3 rank=..2", Feature::Quotas),
        ("4x4 K3 each=1", Feature::Degrees),
    ] {
        let question: Question = text.parse().unwrap();
        assert!(question.features().contains(&feature), "{text}");
        for (engine, technique) in Engine::techniques().filter(|&(_, engine)| !knows(engine, feature)) {
            let error = plan(question.clone(), &Settings::default().with_engine(engine)).err();
            assert!(error.is_some(), "{} {text}", technique.name());
            refused += 1;
        }
    }
    assert!(refused > 80, "{refused}");
}

/// Small problems of every type that some engine supports, which the oracle can try.
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

/// Every engine in the registry is tried here: all placements and classes, against the definition and against
/// the classes by the best engine.
#[test]
fn every_engine_counts_what_it_accepts() {
    for engine in engines() {
        let mut counted = 0;
        for text in PROBLEMS {
            let asked = [
                (UpTo::Nothing, false, Demand::Nothing),
                (UpTo::Symmetry, false, Demand::Nothing),
                (UpTo::Nothing, true, Demand::Nothing),
                (UpTo::Symmetry, true, Demand::Nothing),
                (UpTo::Nothing, false, Demand::Dominating),
                (UpTo::Symmetry, false, Demand::Dominating),
            ];
            for (up_to, maximal, demand) in asked {
                let question = text.parse::<Question>().unwrap().with_up_to(up_to).with_maximal(maximal);
                let question = question.with_dominating(demand);
                let Ok(plan) = armistice::plan::plan(&question, &Settings::default().with_engine(engine))
                else {
                    continue;
                };
                let count = plan.run(&Silent).unwrap().count;
                let expected = match up_to {
                    UpTo::Nothing => naive::answer_to(&question, &|| false).count,
                    _ => {
                        let best = armistice::plan::plan(&question, &Settings::default()).unwrap();
                        best.run(&Silent).unwrap().count
                    }
                };
                assert_eq!(count, expected, "{engine}, {text}, {up_to}, maximal {maximal}, {demand:?}");
                counted += 1;
            }
        }
        assert!(counted > 0, "none of the problems is for {engine}");
    }
}
