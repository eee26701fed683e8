//! The largest opposing armies: published numbers, and the oracle on all types of problems.

use crate::common::armies::{Armies, ArmiesShape, random_armies};
use crate::common::{Patience, Random, seeds, with_engine};
use armistice::answer::answer;
use armistice::engines::naive;
use armistice::plan::{Observer, Settings, Silent, plan};
use armistice::search::listing::{Selection, list_all, list_lex};
use armistice::search::{ArmiesQuestion, First, LargestArmies, SearchError, find_first, largest_armies};
use armistice::{Placement, Problem, Quantity, Question};
use std::sync::atomic::{AtomicUsize, Ordering};

fn largest(text: &str, question: ArmiesQuestion) -> LargestArmies {
    largest_armies(&text.parse().unwrap(), &Settings::default(), question, &Silent).unwrap()
}

/// The numbers of the armies are a ratio.
const RATIO: ArmiesQuestion = ArmiesQuestion { count: false, pareto: false, aggressor: false, ratio: true };

fn number(text: &str) -> u32 {
    let found = largest(text, RATIO);
    assert!(found.proved, "{text}");
    assert_eq!(found.number, found.largest.as_ref().map_or(0, |attained| attained.times[0]), "{text}");
    found.number
}

/// A250000, A328283, A279405, A002620 (rooks), A176222 (kings), A355509 (knights), half of the squares
/// (bishops).
#[test]
fn published_numbers() {
    for (armies, first, numbers) in [
        ("{n}x{n} Q/Q", 1, &[0, 0, 1, 2, 4, 5, 7, 9, 12, 14][..]),
        ("{n}x{n} Q/Q/Q", 1, &[0, 0, 0, 1, 1, 2, 3, 4]),
        ("{n}x{n} Q/Q/Q/Q", 4, &[1, 1, 2, 2]),
        ("{n}x{n}/torus Q/Q", 1, &[0, 0, 0, 2, 2, 4, 4]),
        ("{n}x{n} R/R", 2, &[1, 2, 4, 6, 9]),
        ("{n}x{n} K/K", 2, &[0, 3, 5, 10]),
        ("{n}x{n} N/N", 1, &[0, 2, 3, 6, 10]),
        ("{n}x{n} B/B", 2, &[2, 4, 8, 12]),
    ] {
        for (n, &expected) in (first..).zip(numbers) {
            let text = armies.replace("{n}", &i32::to_string(&n));
            assert_eq!(number(&text), expected, "{text}");
        }
    }
}

#[test]
fn the_proof_names_what_has_no_placement() {
    let found = largest("8x8 Q/Q", ArmiesQuestion { count: true, aggressor: true, ..RATIO });
    let attained = found.largest.unwrap();
    assert_eq!(attained.problem.to_string(), "8x8 Q9/Q9");
    assert_eq!(attained.placement.fault(&attained.problem), None);
    let refutation = attained.refutation.unwrap();
    assert_eq!(refutation.problem, "8x8 Q10/Q10");
    assert!(refutation.nodes > 0 && !refutation.steps.is_empty());
    assert_eq!(found.outcome.unwrap().count.to_string(), "1136");
    let aggressor = found.aggressor.unwrap();
    assert_eq!(aggressor.problem.to_string(), "8x8 Q9/Q10");
    assert_eq!(aggressor.refutation.unwrap().problem, "8x8 Q9/Q11");
}

/// The sequence A308632.
#[test]
fn aggressors() {
    let question = ArmiesQuestion { aggressor: true, ..RATIO };
    for (n, expected) in (3..).zip([2, 3, 4, 6, 7, 10]) {
        let found = largest(&format!("{n}x{n} Q/Q"), question);
        assert_eq!(found.aggressor.unwrap().times[1], expected, "{n}");
    }
}

/// Counts the placements that the oracle finds for multiples of the armies.
fn tried(problem: &Problem, times: &[u32]) -> u128 {
    problem.times(times).map_or(0, |problem| naive::count(&problem, &|| false).0)
}

/// All types of problems: mixed armies, several armies, holes, a torus, unequal proportions, pre-placed
/// pieces, blocked lines.
const PROBLEMS: &[&str] = &[
    "3x3 Q/Q",
    "3x3 K/N",
    "3x4 R/N",
    "2x5 B/B",
    "3x3 Q2/Q",
    "3x3 N/N/N",
    "3x4 Q/Q/Q",
    "3x3-b2 R/R",
    "3x3/torus K/K",
    "3x4/cylinder N/B",
    "3x3 Q N/K",
    "3x3 N B/N B",
    "3x3 R N/R N blocked",
    "3x3 Q N/R blocked",
    "3x3 Q@a1/K",
    "3x3 P/P",
    "3x3 X/K X=frN",
    "1x1 Q/Q",
    "1x2 Q/Q",
    "1x5 R/R",
];

#[test]
fn the_oracle_finds_the_same_largest_armies() {
    for text in PROBLEMS {
        let problem: Problem = text.parse().unwrap();
        let most = (1..).map(|times| vec![times; problem.armies().len()]);
        let most = most.take_while(|times| problem.times(times).is_some());
        let expected =
            most.filter(|times| tried(&problem, times) > 0).map(|times| times[0]).max().unwrap_or(0);
        assert_eq!(number(text), expected, "{text}");
    }
}

#[test]
fn the_oracle_finds_the_same_pairs() {
    let question = ArmiesQuestion { pareto: true, ..RATIO };
    for text in
        ["3x3 Q/Q", "3x4 Q/Q", "3x3 K/N", "3x3 R/B", "4x4-b2,c3 Q/Q", "3x3/torus R/K", "3x3 Q N/K", "2x5 N/N"]
    {
        let problem: Problem = text.parse().unwrap();
        let squares = problem.board().squares() as u32;
        let fits = |first: u32, second: u32| tried(&problem, &[first, second]) > 0;
        let mut expected = Vec::new();
        for first in 1..squares {
            for second in 1..squares {
                if fits(first, second) && !fits(first + 1, second) && !fits(first, second + 1) {
                    expected.push(vec![first, second]);
                }
            }
        }
        let found = largest(text, question);
        assert!(found.proved, "{text}");
        let pairs: Vec<Vec<u32>> = found.pareto.unwrap().into_iter().map(|pair| pair.times).collect();
        assert_eq!(pairs, expected, "{text}");
    }
}

#[test]
fn the_oracle_finds_the_same_curve() {
    let question = ArmiesQuestion { pareto: true, ..RATIO };
    for text in ["3x3 Q/Q", "3x4 K/N", "4x4-b2,c3 Q/Q", "3x3/torus R/K", "3x3 Q N/K", "3x3 Q2/R", "1x1 Q/Q"] {
        let problem: Problem = text.parse().unwrap();
        let fits = |first: u32, second: u32| tried(&problem, &[first, second]) > 0;
        let most = |first: u32| (1..10).take_while(|&second| fits(first, second)).last();
        let expected: Vec<u32> = (1..10).map_while(most).collect();
        assert_eq!(largest(text, question).curve(), Some(expected), "{text}");
    }
    assert_eq!(largest("3x3 Q/Q", RATIO).curve(), None);
}

/// The answer does not depend on the number of threads.
#[test]
fn threads_change_nothing() {
    let armies = "9x9 Q/Q".parse().unwrap();
    let found = [1, 2, 5].map(|threads| {
        let settings = Settings::default().with_threads(threads);
        let found = largest_armies(&armies, &settings, ArmiesQuestion::default(), &Silent).unwrap();
        let attained = found.largest.unwrap();
        (attained.placement, attained.found_by, attained.refutation.unwrap().nodes)
    });
    assert!(found.iter().all(|other| *other == found[0]), "{found:?}");
}

#[test]
fn a_search_that_is_stopped_proves_nothing() {
    let armies = "14x14 Q/Q".parse().unwrap();
    let question = ArmiesQuestion { count: true, aggressor: true, pareto: true, ..RATIO };
    let found = largest_armies(&armies, &Settings::default(), question, &Patience::new(0)).unwrap();
    assert!(!found.proved && found.outcome.is_none());
}

#[test]
fn what_has_no_answer_is_refused() {
    let refused = |text: &str, question: ArmiesQuestion| {
        largest_armies(&text.parse().unwrap(), &Settings::default(), question, &Silent).unwrap_err()
    };
    let plain = ArmiesQuestion::default();
    assert_eq!(refused("4x4 Q", plain), SearchError::NoProportion);
    assert_eq!(refused("4x4 Qmax", plain), SearchError::NoProportion);
    for text in ["4x4 Q*/Q", "4x4 Q0/Q", "4x4 Q2/Qmax"] {
        assert_eq!(refused(text, RATIO), SearchError::NoProportion, "{text}");
    }
    for text in ["4x4 Q*/Q", "4x4 Qmax/Qmax", "4x4 Q2/Qmax N*", "4x4 Qmax Nmax/Kmax"] {
        assert_eq!(refused(text, plain), SearchError::SeveralOpen, "{text}");
    }
    for text in ["4x4 Q2/Q", "4x4 Q0/Q", "4x4 Q2/Q2"] {
        assert_eq!(refused(text, plain), SearchError::ArmiesGiven, "{text}");
    }
    let pareto = ArmiesQuestion { pareto: true, ..plain };
    assert_eq!(refused("4x4 Q/Q/Q", pareto), SearchError::TwoArmies(3));
    assert_eq!(refused("4x4 Q N/Q blocked", pareto), SearchError::OnlySight);
    assert_eq!(refused("4x4 Q2/Qmax", pareto), SearchError::OnlyProportion);
    let problem: Problem = "4x4 Q/Q".parse().unwrap();
    assert!(problem.pieces().all(|pieces| pieces.quantity == Quantity::Exactly(1)));
}

/// Returns the maximum of the kind written `max`, and the number of placements that attain it.
fn beside(text: &str, count: bool) -> (Option<u32>, Option<String>) {
    let found = largest(text, ArmiesQuestion { count, ..ArmiesQuestion::default() });
    assert!(found.proved, "{text}");
    if let Some(attained) = &found.largest {
        assert_eq!(attained.placement.fault(&attained.problem), None, "{text}");
    }
    let count = found.outcome.map(|outcome| outcome.count.to_string());
    (found.largest.map(|_| found.number), count)
}

/// The numbers are A001366, in as many placements as a sweep counts (for 8x8, as two other engines count),
/// and a row of A274948.
#[test]
fn published_numbers_beside_given_armies() {
    for (n, expected) in (1..).zip([0, 0, 0, 1, 3, 5, 7, 11, 18, 22]) {
        assert_eq!(beside(&format!("{n}x{n} Q{n}/Qmax"), false).0, Some(expected), "{n}");
    }
    for (n, expected) in [(5, (3, "8")), (6, (5, "24")), (7, (7, "304")), (8, (11, "48"))] {
        let (number, count) = beside(&format!("{n}x{n} Q{n}/Qmax"), true);
        assert_eq!((number, count.as_deref()), (Some(expected.0), Some(expected.1)), "{n}");
    }
    for (queens, expected) in [25, 12, 7, 5, 4, 3, 2, 2, 1, 1, 1, 1, 1, 0].into_iter().enumerate() {
        assert_eq!(beside(&format!("5x5 Q{queens}/Qmax"), false).0, Some(expected), "{queens}");
    }
}

/// Checks the maximum, its count and its list against the oracle, which counts all placements.
fn assert_as_defined(text: &str) {
    let problem: Problem = text.parse().unwrap();
    let defined = plan(&(&problem).into(), &with_engine("naive")).unwrap().run(&Silent).unwrap();
    let (number, count) = beside(text, true);
    assert_eq!(number, defined.maximum, "{text}");
    if let Some(count) = count {
        assert_eq!(count, defined.count.to_string(), "{text}");
    }
    // Several open kinds are counted together, and are not listed.
    let open = problem.pieces().filter(|of| of.quantity == Quantity::Max).count();
    if open > 1 && !problem.is_pairwise() {
        return;
    }
    let counted = answer(&(&problem).into(), &Settings::default(), &(), &Silent).unwrap().outcome;
    assert_eq!((counted.maximum, &counted.count), (defined.maximum, &defined.count), "{text}");
    if open > 1 {
        return;
    }
    for listing in [list_lex, list_all] {
        let listed: Vec<_> = listing(&problem, Selection::default(), &Silent).unwrap().collect();
        assert_eq!(defined.count, listed.len().into(), "{text}");
        let has_number = |placement: &Placement| {
            let kind = problem.pieces().position(|of| of.quantity == Quantity::Max).unwrap();
            let of_kind = placement.pieces().iter().filter(|(other, _)| *other == kind).count();
            placement.fault(&problem).is_none() && Some(of_kind as u32) == defined.maximum
        };
        assert!(listed.iter().all(|listed| has_number(&listed.placement)), "{text}");
    }
    let first = find_first(&problem, 1, &Silent).unwrap();
    assert_eq!(matches!(first, First::Found { .. }), defined.maximum.is_some(), "{text}");
}

#[test]
fn the_oracle_finds_as_many_beside_given_armies() {
    let shape = ArmiesShape {
        sides: &[(1, 4), (2, 2), (2, 3), (3, 3), (3, 3), (2, 5), (3, 4)],
        topologies: &["plane", "plane", "cylinder", "torus"],
        most_armies: 3,
        most_kinds: 2,
        most_ways: 200.0,
    };
    for seed in seeds(100) {
        let mut random = Random::new(seed ^ 0xbe51de);
        let mut parts: Armies = random_armies(&mut random, &shape);
        let army = random.between(0, parts.armies.len() - 1);
        let kind = random.between(0, parts.armies[army].len() - 1);
        let is_all = random.chance(3);
        for (at, part) in parts.armies[army].iter_mut().enumerate() {
            part.open = (is_all || at == kind).then_some("max");
        }
        parts.is_blocked = parts.problem().lines_matter() && random.chance(3);
        assert_as_defined(&parts.text());
    }
    for text in ["3x3 Q2/Gmax", "3x3 K2 G/Nmax", "2x4 Pmax/X X=nN", "hexagon:2 Q2/Kmax", "2x2x3 R2/Bmax"] {
        assert_as_defined(text);
    }
}

/// A given army and an army with the same number of pieces are not equivalent: the text of the problem
/// distinguishes them.
#[test]
fn a_number_that_is_found_makes_no_armies_the_same() {
    let question = |text: &str, up_to: &str| -> Question {
        Question::new(text.parse().unwrap()).with_up_to(up_to.parse().unwrap())
    };
    let answered = |question: &Question| answer(question, &Settings::default(), &(), &Silent);
    assert_eq!(answered(&question("5x5 Q4/Q4", "armies")).unwrap().outcome.count, 3u32.into());
    for (text, up_to, expected) in [("5x5 Q4/Qmax", "armies", 6u32), ("5x5 Q4/Qmax", "rotations+armies", 6)] {
        let question = question(text, up_to);
        let swept = plan(&question, &with_engine("frontier")).unwrap().run(&Silent).unwrap();
        assert_eq!(swept.count, expected.into(), "{text} up to {up_to}, swept");
        assert_eq!(answered(&question).unwrap().outcome.count, expected.into(), "{text} up to {up_to}");
        let asked = ArmiesQuestion { count: true, ..ArmiesQuestion::default() };
        let found = largest_armies(&question, &Settings::default(), asked, &Silent).unwrap();
        assert_eq!(found.outcome.unwrap().count, expected.into(), "{text} up to {up_to}");
        let selection = Selection { up_to: question.up_to, ..Selection::default() };
        for listing in [list_lex, list_all] {
            let listed = listing(&question.problem, selection, &Silent).unwrap();
            assert_eq!(expected as usize, listed.count(), "{text} up to {up_to}");
        }
    }
    // The first two armies can be exchanged with each other, but not with the third.
    assert!(answered(&question("1x5 K1/K1/Kmax", "armies")).is_err());
    assert!(answered(&question("5x5 Q4/Qmax", "horizontal-exchanged")).is_err());
    assert_eq!(answered(&question("1x5 K1/K1/Kmax", "symmetry")).unwrap().outcome.count, 3u32.into());
}

#[test]
fn a_search_beside_given_armies_that_is_stopped_proves_nothing() {
    let armies = "14x14 Q14/Qmax".parse().unwrap();
    let question = ArmiesQuestion { count: true, ..ArmiesQuestion::default() };
    let found = largest_armies(&armies, &Settings::default(), question, &Patience::new(3)).unwrap();
    assert!(!found.proved && found.outcome.is_none());
}

/// A pre-placed piece may come after all pieces that are found: these three pairs of pawns have only one
/// place.
#[test]
fn given_pieces_may_stand_behind_those_that_are_found() {
    assert_eq!(number("4x2 P3 V/P3@a4 V V=fW"), 1);
}

/// An observer that stops the run at the request with this number.
struct StopAfter(AtomicUsize);

impl Observer for StopAfter {
    fn should_stop(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

/// Whenever a search is stopped, its proved results agree with those of a complete search.
#[test]
fn what_is_stopped_is_not_called_proved() {
    let question = ArmiesQuestion { pareto: true, count: true, aggressor: true, ..ArmiesQuestion::default() };
    for text in ["4x4 Q/Q", "4x4 Q/R", "3x4 N/K"] {
        let problem = Question::new(text.parse().unwrap());
        let find = |observer: &dyn Observer| {
            largest_armies(&problem, &Settings::default().with_threads(1), question, observer).unwrap()
        };
        let whole = find(&Silent);
        let known = |found: &LargestArmies| {
            let pairs = found.pareto.iter().flatten().map(|pair| pair.times.clone()).collect::<Vec<_>>();
            let count = found.outcome.as_ref().map(|outcome| outcome.count.clone());
            (found.number, pairs, count, found.aggressor.as_ref().map(|aggressor| aggressor.times.clone()))
        };
        for asked in (0..40).chain((40..4000).step_by(97)) {
            let found = find(&StopAfter(AtomicUsize::new(asked)));
            assert!(!found.proved || known(&found) == known(&whole), "{text}, stopped at {asked}: {found:?}");
        }
    }
}
