//! Every engine has one name: where it is asked for, in results, and in the documents.

use crate::common::plan;
use armistice::engines::Engine;
use armistice::plan::Settings;
use armistice::{Named, Problem};

/// All that count; [`Engine::BEST`] is the choice among them.
fn engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.iter().copied().filter(|engine| *engine != Engine::BEST)
}

#[test]
fn results_have_the_name_that_was_asked_for() {
    let problems =
        ["4x4 Q4", "5x5 Q3/Q3", "4x4 Q N/Q N blocked"].map(|text| text.parse::<Problem>().unwrap());
    for engine in engines() {
        let settings = Settings { engine, ..Settings::default() };
        let plans = problems.iter().filter_map(|problem| plan(problem, &settings).ok());
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
