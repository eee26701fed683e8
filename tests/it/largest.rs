//! The maximum: branch and bound, the frontier engine and the oracle agree with each other and with published
//! numbers.

use crate::common::{Random, Shape, fewest, first_seed, random_open_parts, sample};
use armistice::engines::naive;
use armistice::notation::problem_with_bare;
use armistice::plan::{Settings, Silent};
use armistice::search::{self, Finder, Maximum, SearchError};
use armistice::{Objective, Problem, Quantity, Question, UpTo};
use std::cell::Cell;

const SMALL: Shape = Shape {
    sides: &[(1, 1), (1, 6), (2, 3), (2, 5), (5, 2), (3, 3), (3, 4), (4, 3), (3, 5), (5, 3), (4, 4), (4, 4)],
    most_kinds: 3,
    most_ways: 1e5,
};
/// The number of random problems.
const PROBLEMS: u64 = 300;
/// The most steps that the oracle may take for a problem.
const MAX_STEPS: u64 = 20_000;

fn find(problem: &Problem, finder: Finder, is_counted: bool) -> Maximum {
    let settings = Settings::default().with_threads(1);
    let found = search::largest(&problem.into(), &settings, finder, is_counted, &Silent);
    found.unwrap_or_else(|error| panic!("{problem}: {error}"))
}

/// Checks that the placement is valid and has the stated number of pieces.
fn check(problem: &Problem, found: &Maximum) {
    assert!(found.proved, "{problem}: {found:?}");
    let Some(number) = found.number else {
        assert!(found.placement.pieces().is_empty(), "{problem}");
        return;
    };
    let placed =
        found.placement.pieces().iter().map(|&(kind, square)| (kind, (square.row as i64, square.col as i64)));
    assert!(naive::is_placement(problem, &placed.collect::<Vec<_>>()), "{problem}: {found:?}");
    let sought: Vec<bool> = problem.pieces().map(|pieces| pieces.quantity == Quantity::Max).collect();
    let pieces = found.placement.pieces().iter().filter(|(kind, _)| sought[*kind]).count();
    assert_eq!(pieces, number as usize, "{problem}");
}

#[test]
fn all_ways_agree_with_the_oracle() {
    let (mut answered, mut none, mut mixed, mut seed) = (0, 0, 0, first_seed());
    while answered < sample(PROBLEMS) {
        seed += 1;
        let parts = random_open_parts(&mut Random::new(seed ^ 0x3a85), &SMALL);
        let problem = parts.problem();
        if problem.objective() != Objective::Maximum {
            continue;
        }
        let steps = Cell::new(0);
        let answer = naive::answer(&problem, false, &|| {
            steps.set(steps.get() + 1);
            steps.get() > MAX_STEPS
        });
        if !answer.complete {
            continue;
        }
        answered += 1;
        none += usize::from(answer.maximum.is_none());
        mixed += usize::from(problem.pieces().any(|pieces| pieces.free_pieces() > 0));
        for finder in [Finder::Best, Finder::Bound, Finder::Frontier, Finder::Naive] {
            let is_counted = seed % 2 == 0;
            let found = find(&problem, finder, is_counted);
            assert_eq!(found.number, answer.maximum, "seed {}, {finder:?}: {}", seed - 1, parts.text());
            check(&problem, &found);
            if is_counted {
                let count = found.outcome.unwrap().count;
                assert_eq!(count, answer.count, "seed {}, {finder:?}: {}", seed - 1, parts.text());
            }
        }
    }
    assert!(
        none >= fewest(PROBLEMS / 50) && mixed >= fewest(PROBLEMS / 6),
        "{none} without a placement, {mixed} with numbers"
    );
}

/// On larger problems, branch and bound really searches.
#[test]
fn branch_and_bound_agrees_with_the_frontier_engine() {
    for text in [
        "5x5 Qmax",
        "6x6 Q2 Nmax",
        "6x6 Q3 Kmax",
        "5x6 Bmax Nmax",
        "5x7 Hmax K2",
        "6x6/torus Nmax",
        "7x7/torus Qmax",
        "6x7/cylinder Bmax N3",
        "6x6-c3,d4 Amax",
        "6x6 Xmax X=CZ",
        "7x7 Hmax",
        "6x6 Pmax Nmax",
        "6x6 Zmax R2",
        "5x5 Q1 Nmax B1",
        "7x5/torus Lmax K",
    ] {
        let problem: Problem = text.parse().unwrap();
        let [bound, frontier] = [Finder::Bound, Finder::Frontier].map(|finder| find(&problem, finder, false));
        assert_eq!(bound.number, frontier.number, "{text}");
        check(&problem, &bound);
        check(&problem, &frontier);
        assert_eq!(find(&problem, Finder::Best, true).number, bound.number, "{text}");
    }
}

/// The terms are those of The On-Line Encyclopedia of Integer Sequences (https://oeis.org) from n = 1 on.
#[test]
fn published_numbers_come_out() {
    let published: &[(&str, &str, &[u32])] = &[
        ("A030978", "N", &[1, 4, 5, 8, 13, 18, 25, 32, 41, 50, 61, 72, 85, 98]),
        ("A093005", "F", &[1, 2, 6, 8, 15, 18, 28, 32, 45, 50, 66, 72]),
        ("A133143", "A", &[1, 1, 1, 2, 4, 4, 5, 6, 8, 10, 11, 12, 13, 14, 15, 16]),
        ("A190394", "H", &[1, 4, 5, 8, 10, 16, 17, 20, 21, 24]),
        ("A085801", "/torus Q", &[1, 1, 1, 2, 5, 4, 7, 6, 7, 9, 11, 10]),
        ("A189889", "/torus K", &[1, 1, 1, 4, 5, 9, 10, 16, 18, 25, 27]),
        // Theorems give n queens from n = 4 on, 2n - 2 bishops from 2 on, and a king for every 2 x 2 squares.
        ("queens", "Q", &[1, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("bishops", "B", &[1, 2, 4, 6, 8, 10, 12, 14, 16, 18]),
        ("kings", "K", &[1, 1, 4, 4, 9, 9, 16, 16, 25, 25]),
    ];
    for (name, kind, terms) in published {
        for (n, &term) in (1..).zip(*terms) {
            let (topology, kind) =
                kind.split_once(' ').map_or(("", *kind), |(topology, kind)| (topology, kind));
            let problem = problem_with_bare(&format!("{n}x{n}{topology} {kind}"), Quantity::Max).unwrap();
            let found = find(&problem, Finder::Best, false);
            assert_eq!(found.number, Some(term), "{name}: {problem}");
            check(&problem, &found);
        }
    }
}

#[test]
fn what_cannot_be_asked_is_said() {
    let ask = |text: &str, finder| {
        let question: Question = text.parse().unwrap();
        search::largest(&question, &Settings::default(), finder, false, &Silent).unwrap_err()
    };
    assert_eq!(ask("8x8 Q8", Finder::Best), SearchError::NothingToMaximise);
    assert_eq!(ask("8x8 N*", Finder::Best), SearchError::NothingToMaximise);
    assert!(matches!(ask("8x8 Qmax/Qmax", Finder::Best), SearchError::Plan(_)));
    assert_eq!(ask("32x32 Nmax Zmax Lmax Dmax Wmax", Finder::Bound), SearchError::TooLarge);
    let classes = "3x3 Qmax".parse::<Question>().unwrap().with_up_to(UpTo::Symmetry);
    assert!(search::largest(&classes, &Settings::default(), Finder::Naive, true, &Silent).is_err());
}
