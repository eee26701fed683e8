//! Plans that are written as JSON and read back: the same units, the same numbers.
//!
//! A tree may come from another person, so a tree that was changed is rejected with a reason, or still counts
//! the same.

use crate::common::{Random, first_seed, with_engine};
use armistice::engines::{Engine, Kernel};
use armistice::plan::kept::{
    CounterFacts, Expression, Form, Leaf, SettledPart, SumSubject, Summand, Target, Tree, Way, plan_again,
    tree_by,
};
use armistice::plan::{Plan, Settings, Silent, plan};
use armistice::{Named, Question, UpTo};
use serde_json::Value;
use std::collections::BTreeSet;

/// A question, with its settings and its plan.
struct Case {
    question: Question,
    settings: Settings,
    plan: Plan,
}

/// Reads a problem text with additions: the symmetries, the maps that fix placements, and further conditions.
fn question(text: &str) -> Question {
    let (problem, asked) = text.split_once(" | ").unwrap_or((text, ""));
    let mut question = Question::new(problem.parse().unwrap());
    for word in asked.split_whitespace() {
        question = match word.split_once(':').unwrap_or((word, "")) {
            ("to", group) => question.with_up_to(group.parse().unwrap()),
            ("by", group) => question.with_fixed_by(group.parse().unwrap()),
            ("maximal", _) => question.with_maximal(true),
            ("number", _) => question.with_by_number(true),
            _ => panic!("{text}"),
        };
    }
    question
}

/// Plans by the best engine, or by one with a given name.
const PLANNED: &[(&str, &str)] = &[
    ("8x8 Q8", "best"),
    ("8x8 Q8", "rows"),
    ("6x6 Q6 | to:symmetry", "cells"),
    ("10x10 Q10 | to:symmetry", "halves"),
    ("5x4 Q2 N | to:translation", "best"),
    ("5x5 K3 | to:translation", "cells"),
    ("5x5 Q3/Q3 | to:armies", "best"),
    ("5x5 Q3/Q3 | to:translation", "lines"),
    ("5x5 Q3/Q3", "lines"),
    ("5x5/torus Q3 | to:shifts", "best"),
    ("5x5/torus Q4 | to:affine", "best"),
    ("4x5 Q3 | to:rotations", "best"),
    ("4x4 Q3 | to:torus-shifts", "best"),
    ("5x5 Q4 | to:torus-affine", "best"),
    ("4x4 Q2 N blocked", "best"),
    ("4x4 Q N/R B blocked | to:symmetry", "best"),
    ("4x4 Q N/R B blocked | to:translation", "best"),
    ("4x4 G3", "best"),
    ("4x4 G3 | to:symmetry", "best"),
    ("4x4 G2 N | to:translation", "best"),
    ("4x3 G2 #1", "best"),
    ("4x4 Q5 #1", "best"),
    ("4x4 Q4 #2 | to:symmetry", "best"),
    ("4x4 K* #1", "best"),
    ("8x8 Q8 | by:half-turn", "best"),
    ("8x8 Q4 N2 | by:rotations", "best"),
    ("6x6 K6 N2 | by:horizontal", "cells"),
    ("6x6 K* | by:half-turn", "best"),
    ("8x8 Q*", "frontier"),
    ("6x6 N* | to:symmetry", "best"),
    ("5x5 K* | maximal", "best"),
    ("4x4 K* R2 | number", "best"),
    ("6x6 Nmax", "best"),
    ("6x6 B4", "frontier"),
    ("3x3 K2 N", "naive"),
    ("3x4 K3 pairs=1", "profile"),
    ("3x3 N* | number", "naive"),
    ("4x4 Q5", "best"),
];

/// Returns forced plans: the form, and the way of counting all placements or parts.
fn forced() -> Vec<(&'static str, Form, Way)> {
    let leaders = |kinds: &[usize], settled| Way::Leaders { kinds: kinds.to_vec(), settled };
    let best = Way::from_engine(Engine::BEST);
    vec![
        ("6x6 N4 Q", Form::Leaf, leaders(&[0], SettledPart::Squares)),
        ("6x6 N4 R2", Form::Leaf, leaders(&[0], SettledPart::Files)),
        ("5x6 N4 R2", Form::Leaf, leaders(&[0], SettledPart::Ranks)),
        ("5x5 N3 Q | to:symmetry", Form::Classes, leaders(&[0], SettledPart::Squares)),
        ("5x5 N3 R2 | to:symmetry", Form::Fixed, leaders(&[0], SettledPart::Files)),
        ("5x5 N* Q", Form::Leaf, leaders(&[0], SettledPart::Squares)),
        ("9x9 K3", Form::Leaf, Way::Clusters),
        ("9x9 K2 N | to:symmetry", Form::Fixed, Way::Clusters),
        ("6x6 Q*", Form::Numbers, best.clone()),
        ("5x4 K* R*", Form::Numbers, best.clone()),
        ("6x6 B4", Form::Parts, best.clone()),
        ("4x8-d1,e1,d2,e2,d3,e3,d4,e4 Q3 N", Form::Parts, Way::Planned),
        ("5x5 B3 E2", Form::Parts, Way::Planned),
        ("5x5 K* Q*", Form::Leaf, Way::EachNumber { kinds: vec![1] }),
        ("6x6 Q4/Q4 | to:armies", Form::Classes, Way::from_engine("lines".parse().unwrap())),
    ]
}

fn cases() -> Vec<Case> {
    let planned = PLANNED.iter().map(|&(text, engine)| {
        let (question, settings) = (question(text), with_engine(engine).with_threads(2));
        let plan = plan(&question, &settings).unwrap_or_else(|error| panic!("{text}: {error}"));
        Case { question, settings, plan }
    });
    let forced = forced().into_iter().map(|(text, form, way)| {
        let (question, settings) = (question(text), Settings::default().with_threads(2));
        let mut by = |target: &Target| match target {
            Target::Fixed { .. } => Way::Quotient,
            _ => way.clone(),
        };
        let tree = tree_by(&question, &settings, (form, Kernel::best()), &mut by).expect(text);
        let plan = plan_again(&question, &settings, &tree).unwrap_or_else(|error| panic!("{text}: {error}"));
        Case { question, settings, plan }
    });
    planned.chain(forced).collect()
}

/// Returns a tree without the numbers that are estimated again, because they differ slightly.
fn without_calibration(tree: &Tree) -> Tree {
    let whole = tree.whole.map(&mut |leaf| Leaf { calibration: None, ..leaf.clone() });
    Tree { whole, ..tree.clone() }
}

#[test]
fn a_plan_that_is_read_back_is_the_same() {
    let (mut targets, mut ways) = (BTreeSet::new(), BTreeSet::new());
    // The test compares the first word of the description.
    let word = |shown: String| shown.split([' ', '(']).next().unwrap().to_owned();
    for Case { question, settings, plan } in cases() {
        let told = format!("{question:?}");
        let tree = plan.tree().expect(&told);
        let text = serde_json::to_string(&tree).unwrap();
        let read: Tree = serde_json::from_str(&text).expect(&told);
        assert_eq!(read, tree, "{text}");
        let again = plan_again(&question, &settings, &read).unwrap_or_else(|error| panic!("{told}: {error}"));
        assert_eq!(without_calibration(&again.tree().unwrap()), without_calibration(&tree), "{told}");
        let digest = |plan: &Plan| plan.units().map(|units| (units.digest(), units.units(), units.terms()));
        assert_eq!(digest(&again), digest(&plan), "{told}");
        let whats = |plan: &Plan| -> Vec<String> {
            plan.outline().lines().into_iter().map(|(_, node)| node.what.clone()).collect()
        };
        // Trees with leaders or parts do not record who counts the rest.
        if !["leaders", "planned", "each_number"].iter().any(|way| text.contains(way)) {
            assert_eq!(whats(&again), whats(&plan), "{told}");
        }
        let (found, expected) = (again.run(&Silent).unwrap(), plan.run(&Silent).unwrap());
        let said = |outcome: armistice::plan::Outcome| {
            (outcome.count, outcome.maximum, outcome.by_number, outcome.placements)
        };
        assert_eq!(said(found), said(expected), "{told}");
        for (leaf, _) in tree.whole.leaves() {
            targets.insert(word(format!("{:?}", leaf.counts)));
            ways.insert(word(format!("{:?}", leaf.by)));
        }
    }
    let all = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<BTreeSet<String>>();
    assert_eq!(targets, all(&["All", "Numbers", "Smaller", "Fixed", "Classes", "Part"]));
    assert_eq!(
        ways,
        all(&[
            "Engine",
            "Quotient",
            "Leaders",
            "Clusters",
            "Planned",
            "Congruent",
            "Direct",
            "EachNumber",
            "Sweep"
        ])
    );
}

/// Engines that read questions directly had ways of their own in earlier versions.
#[test]
fn ways_of_earlier_versions_are_read() {
    for (text, engine) in [("3x4 K3 pairs=1", "profile"), ("3x3 K2 N", "naive")] {
        let (question, settings) = (question(text), with_engine(engine));
        let plan = plan(&question, &settings).unwrap();
        let now = serde_json::to_string(&plan.tree().unwrap()).unwrap();
        let earlier = if engine == "naive" { "oracle" } else { engine };
        let way = format!(r#"{{"direct":{{"engine":"{engine}"}}}}"#);
        let then = now.replace(&way, &format!(r#""{earlier}""#));
        assert_ne!(then, now);
        let read: Tree = serde_json::from_str(&then).unwrap();
        assert_eq!(read, plan.tree().unwrap());
        let again = plan_again(&question, &settings, &read).unwrap();
        assert_eq!(again.run(&Silent).unwrap().count, plan.run(&Silent).unwrap().count);
    }
}

/// Makes a random change in a value: to numbers, texts, or elements of lists and objects.
fn change(value: &mut Value, random: &mut Random) {
    match value {
        Value::Array(list) if !list.is_empty() && !random.chance(3) => {
            let place = random.between(0, list.len() - 1);
            match random.between(0, 5) {
                0 => drop(list.remove(place)),
                1 => list.push(list[place].clone()),
                2 => list.swap(0, place),
                _ => change(&mut list[place], random),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            let key = random.pick(&keys);
            match random.chance(20) {
                true => drop(fields.remove(&key)),
                false => change(fields.get_mut(&key).unwrap(), random),
            }
        }
        Value::Number(number) => {
            let now = number.as_u64().unwrap_or(0);
            *value = random
                .pick(&[
                    0,
                    1,
                    now.wrapping_add(1),
                    now.wrapping_sub(1),
                    now.wrapping_mul(2),
                    1 << 40,
                    u64::MAX,
                ])
                .into();
        }
        Value::String(_) => {
            let texts = [
                "all",
                "classes",
                "quotient",
                "clusters",
                "planned",
                "congruent",
                "oracle",
                "squares",
                "files",
                "ranks",
                "walls",
                "best",
                "cells",
                "halves",
                "few",
                "rooks",
                "rows",
                "lines",
                "maximal",
                "armies",
                "frontier",
                "shields",
                "hurdles",
                "tallies",
                "naive",
                "dragons",
                "symmetries",
                "numbers",
                "portable",
                "7",
                "",
            ];
            *value = random.pick(&texts).into();
        }
        Value::Bool(it) => *it = !*it,
        _ => *value = Value::from(3),
    }
}

#[test]
fn a_tree_that_was_changed_is_refused_or_counts_the_same() {
    let (mut refused, mut read_as_before, mut unread) = (0, 0, 0);
    for (number, Case { question, settings, plan }) in cases().into_iter().enumerate() {
        let value = serde_json::to_value(plan.tree().unwrap()).unwrap();
        let expected = plan.run(&Silent).unwrap();
        for seed in 0..60 {
            let mut random = Random::new(first_seed() ^ (seed << 20) ^ number as u64);
            let mut other = value.clone();
            for _ in 0..random.between(1, 3) {
                change(&mut other, &mut random);
            }
            let Ok(tree) = serde_json::from_value::<Tree>(other.clone()) else {
                unread += 1;
                continue;
            };
            match plan_again(&question, &settings, &tree) {
                Ok(plan) => {
                    let found =
                        plan.run(&Silent).unwrap_or_else(|error| panic!("{question:?}: {error}\n{other}"));
                    assert_eq!(found.count, expected.count, "{question:?}\n{other}");
                    read_as_before += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(
        refused > 100 && read_as_before > 80 && unread > 500,
        "{refused} refused, {read_as_before} as before, {unread} unread"
    );
}

/// Each way for each target of each form of a few questions gives a plan that counts the question, or a
/// reason.
#[test]
fn no_way_counts_what_it_does_not_know() {
    let ways = || -> Vec<Way> {
        let engines = Engine::ALL.iter().map(|&engine| Way::from_engine(engine));
        let leaders = |kinds: Vec<usize>| {
            SettledPart::ALL.iter().map(move |&settled| Way::Leaders { kinds: kinds.clone(), settled })
        };
        let led = [vec![], vec![0], vec![1], vec![0, 1], vec![9]].into_iter().flat_map(leaders);
        let direct = Engine::ALL.iter().map(|&engine| Way::Direct { engine });
        let others = [Way::Quotient, Way::Clusters, Way::Planned, Way::Congruent];
        engines.chain(direct).chain(led).chain(others).collect()
    };
    let (mut counted, mut refused, mut wrong) = (0, 0, Vec::new());
    for text in [
        "4x4 K2 N",
        "4x4 K* N",
        "4x4 Kmax N",
        "4x4 K2 N | maximal",
        "4x4 K* N | number",
        "4x4 K2 N | to:symmetry",
        "4x4 Q2/Q2 | to:armies",
        "4x4 K2 N | to:translation",
        "4x4 K2 N | to:half-turn",
        "4x4 K2 | to:torus-shifts",
        "4x4 K2 N2 | by:half-turn",
        "4x4 Q N/R blocked",
        "4x4 Q N/R blocked | to:symmetry",
        "4x4 G2 N",
        "4x4 G2 N | to:translation",
        "4x4 K2 #1",
        "4x4 K2 #1 | to:symmetry",
        "4x4 G2 #1",
        "4x4 B2",
        "4x4 B2@a1 N",
    ] {
        let (question, settings) = (question(text), Settings::default().with_threads(1));
        let expected = plan(&question, &settings).unwrap().run(&Silent).unwrap();
        for form in [Form::Leaf, Form::Numbers, Form::Parts, Form::Fixed, Form::Classes] {
            for way in ways() {
                for is_for_all in [false, true] {
                    let mut by = |target: &Target| match target {
                        Target::Fixed { .. } if !is_for_all => Way::Quotient,
                        Target::Smaller { .. } if !is_for_all => Way::from_engine(Engine::BEST),
                        Target::Classes if !is_for_all && question.up_to.group().on_torus().is_some() => {
                            Way::Congruent
                        }
                        _ => way.clone(),
                    };
                    let tree = tree_by(&question, &settings, (form, Kernel::best()), &mut by);
                    let plan = tree.and_then(|tree| plan_again(&question, &settings, &tree));
                    let Ok(plan) = plan else {
                        refused += 1;
                        continue;
                    };
                    let found = plan.run(&Silent).unwrap();
                    if (&found.count, found.maximum) != (&expected.count, expected.maximum) {
                        wrong.push(format!(
                            "{text}, {form:?} by {way:?}: {}, not {}",
                            found.count, expected.count
                        ));
                    }
                    counted += 1;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(counted > 100 && refused > 1000, "{counted} counted, {refused} refused");
}

/// Nested nodes are rejected at any depth.
#[test]
fn a_deep_tree_is_refused() {
    let question: Question = "4x4 K2".parse().unwrap();
    let settings = Settings::default();
    let leaf = Leaf::new(Target::All, Way::from_engine(Engine::BEST));
    let around = |node| {
        let summands = vec![Summand { times: 1, is_subtracted: false, node }];
        Expression::Sum { over: SumSubject::Symmetries, summands, divisor: 1 }
    };
    let deep = (0..100).fold(Expression::Leaf(leaf), |node, _| around(node));
    let tree = Tree { kernel: Kernel::Portable, whole: deep };
    assert!(plan_again(&question, &settings, &tree).is_err());
    let text = serde_json::to_string(&tree.whole.map(&mut |_| 0)).unwrap();
    let (before, after) = text.split_once("{\"leaf\":0}").unwrap();
    let endless = before.repeat(1000) + "{\"leaf\":0}" + &after.repeat(1000);
    assert!(serde_json::from_str::<Expression<u32>>(&endless).is_err());
}

/// Another version of an engine has other units.
#[test]
fn another_version_is_refused_with_both() {
    let question = Question::from("5x5 K3".parse::<armistice::Problem>().unwrap()).with_up_to(UpTo::Nothing);
    let settings = with_engine("cells");
    let tree = plan(&question, &settings).unwrap().tree().unwrap();
    let whole = tree.whole.map(&mut |leaf| {
        let built = leaf.built.clone().map(|built| CounterFacts { version: 99, ..built });
        Leaf { built, ..leaf.clone() }
    });
    let error = plan_again(&question, &settings, &Tree { whole, ..tree }).err().unwrap().to_string();
    assert!(error.contains("counted by cells 99, but this program has cells "), "{error}");
}
