//! Placements one after another: against the oracle on random small problems, and against known lists.

use crate::common::{
    Random, Shape, answer, fewest, one_in, placement, random_open_parts, random_parts, seeds,
};
use armistice::board::Square;
use armistice::engines::naive;
use armistice::plan::{Settings, Silent, plan};
use armistice::search::listing::{ListedPlacement, Selection, list_lex};
use armistice::search::random::Sampler;
use armistice::search::{First, find_first};
use armistice::{Placement, Problem, Quantity, Question, UpTo};
use std::cell::Cell;
use std::collections::HashMap;

/// The number of problems that the oracle lists.
const PROBLEMS: u64 = 1_500;
/// The most partial placements of a problem.
const MAX_STEPS: u64 = 10_000;

const SMALL: Shape = Shape {
    sides: &[
        (1, 1),
        (1, 6),
        (2, 2),
        (2, 3),
        (3, 2),
        (2, 5),
        (5, 2),
        (3, 3),
        (3, 4),
        (4, 3),
        (3, 5),
        (4, 4),
        (1, 34),
        (33, 2),
    ],
    most_kinds: 3,
    most_ways: 1e4,
};

/// Returns the board in reading order from the upper left corner: the number of the kind on each square, a
/// large one for an empty square.
fn reading(problem: &Problem, placement: &Placement) -> Vec<usize> {
    let board = problem.board();
    let at = |row, col| {
        let square = Square { row, col };
        let piece = placement.pieces().iter().find(|piece| piece.1 == square);
        piece.map_or(usize::MAX, |piece| piece.0)
    };
    (0..board.rows())
        .rev()
        .flat_map(|row| (0..board.cols()).map(move |col| (row, col)))
        .map(|(r, c)| at(r, c))
        .collect()
}

/// Returns all placements by the definition, in reading order; `None` if that takes too long.
fn by_definition(problem: &Problem, maximal: bool) -> Option<Vec<Placement>> {
    let steps = Cell::new(0);
    let is_too_long = || {
        steps.set(steps.get() + 1);
        steps.get() > MAX_STEPS
    };
    let is_sought: Vec<bool> = problem.pieces().map(|pieces| pieces.quantity == Quantity::Max).collect();
    let mut all: Vec<(usize, Placement)> = Vec::new();
    let finished = naive::visit_placements(problem, &is_too_long, &mut |placed| {
        if maximal && !naive::is_maximal(problem, placed) {
            return;
        }
        let sought = placed.iter().filter(|(kind, _)| is_sought[*kind]).count();
        all.push((sought, placement(placed)));
    });
    let most = all.iter().map(|(sought, _)| *sought).max();
    all.retain(|(sought, _)| Some(*sought) == most);
    let mut all: Vec<Placement> = all.into_iter().map(|(_, placement)| placement).collect();
    all.sort_by_cached_key(|placement| reading(problem, placement));
    finished.then_some(all)
}

fn lex(problem: &Problem, selection: Selection) -> Vec<ListedPlacement> {
    list_lex(problem, selection, &Silent).unwrap_or_else(|error| panic!("{problem}: {error}")).collect()
}

#[test]
fn lex_lists_what_the_definition_does() {
    let (mut listed_at_all, mut several) = (0, 0);
    for seed in seeds(PROBLEMS) {
        let random = &mut Random::new(seed ^ 0x1e8);
        let parts =
            if seed % 2 == 0 { random_parts(random, &SMALL) } else { random_open_parts(random, &SMALL) };
        let problem = parts.problem();
        let place = format!("seed {seed}: {}", parts.text());
        let maximal = seed % 5 == 0;
        let Some(expected) = by_definition(&problem, maximal) else { continue };
        let all = lex(&problem, Selection { maximal, ..Selection::default() });
        let placements: Vec<Placement> = all.iter().map(|listed| listed.placement.clone()).collect();
        assert_eq!(placements, expected, "{place}, maximal {maximal}");
        assert!(all.iter().all(|listed| listed.class_size == 1), "{place}");
        listed_at_all += 1;
        several += u64::from(expected.len() > 1);
        assert_eq!(expected.iter().find_map(|placement| placement.fault(&problem)), None, "{place}");
        // The list has the first placement of each class. The classes together have all placements.
        let classes = lex(&problem, Selection { maximal, up_to: UpTo::Symmetry, ..Selection::default() });
        let sizes: u64 = classes.iter().map(|listed| listed.class_size).sum();
        assert_eq!(sizes, expected.len() as u64, "{place}, maximal {maximal}");
        let question = Question::from(&problem).with_up_to(UpTo::Symmetry).with_maximal(maximal);
        let counted = answer(question, &Settings::default()).unwrap();
        assert_eq!(counted.0, classes.len().into(), "{place}, maximal {maximal}");
        let mut remaining = expected.iter();
        let in_order = classes.iter().all(|class| remaining.any(|placement| *placement == class.placement));
        assert!(in_order, "{place}, maximal {maximal}");
    }
    assert!(listed_at_all >= fewest(PROBLEMS * 9 / 10), "{listed_at_all} problems listed");
    assert!(several >= fewest(PROBLEMS / 4), "{several} problems have several placements");
}

/// Returns the column of the queen on each rank, from the top.
fn columns(placement: &Placement) -> Vec<usize> {
    let mut queens = placement.pieces().to_vec();
    queens.sort_by_key(|(_, square)| std::cmp::Reverse(square.row));
    queens.into_iter().map(|(_, square)| square.col + 1).collect()
}

#[test]
fn eight_queens_come_in_the_order_of_the_books() {
    let problem: Problem = "8x8 Q8".parse().unwrap();
    let all = lex(&problem, Selection::default());
    assert_eq!(all.len(), 92);
    assert_eq!(columns(&all[0].placement), [1, 5, 8, 6, 3, 7, 2, 4]);
    assert_eq!(columns(&all[1].placement), [1, 6, 8, 3, 7, 4, 2, 5]);
    assert_eq!(columns(&all[91].placement), [8, 4, 1, 3, 6, 2, 7, 5]);
    let classes = lex(&problem, Selection { up_to: UpTo::Symmetry, ..Selection::default() });
    let mut sizes: Vec<u64> = classes.iter().map(|listed| listed.class_size).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [4, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8]);
}

#[test]
fn one_of_each_kind_is_listed_and_checked() {
    let problem: Problem = "5x5 N B R Q A".parse().unwrap();
    let all = lex(&problem, Selection::default());
    assert_eq!(all.len(), 96);
    assert!(all.iter().all(|listed| listed.placement.fault(&problem).is_none()));
}

/// The first placement is returned long before the last is found, and a stopped list continues.
#[test]
fn lists_are_made_as_they_are_read() {
    let problem: Problem = "8x8 K6".parse().unwrap();
    let mut listing = list_lex(&problem, Selection::default(), &Silent).unwrap();
    assert!(listing.next().is_some());
    assert!(listing.nodes() < 100, "{} nodes", listing.nodes());
    let problem: Problem = "9x9 Q9".parse().unwrap();
    let mut listing = list_lex(&problem, Selection::default(), &Silent).unwrap();
    let (mut found, mut stops) = (0, 0);
    loop {
        let calls = Cell::new(0);
        let should_stop = || {
            calls.set(calls.get() + 1);
            calls.get() > 0
        };
        match listing.advance(&should_stop) {
            Some(_) => found += 1,
            None if calls.get() > 0 => stops += 1,
            None => break,
        }
    }
    assert_eq!(found, 352);
    assert!(stops > 0);
}

fn drawn(text: &str, number: usize, seed: u64) -> (Problem, bool, Vec<Placement>) {
    let problem: Problem = text.parse().unwrap();
    let mut sampler = Sampler::new(&problem, seed, &Silent).unwrap();
    let placements = sampler.draw(number, &Silent).unwrap();
    for placement in &placements {
        assert_eq!(placement.fault(&problem), None, "{text}");
    }
    (problem, sampler.is_uniform(), placements)
}

/// The 92 placements of eight queens are drawn 9,200 times. With this seed the sum of squares is in the
/// expected range. A list in which one placement is twice as likely as another would fail.
#[test]
fn samples_are_uniform() {
    let (_, is_uniform, placements) = drawn("8x8 Q8", 9_200, 3);
    assert!(is_uniform);
    let mut times: HashMap<Placement, f64> = HashMap::new();
    for placement in placements {
        *times.entry(placement).or_default() += 1.0;
    }
    assert_eq!(times.len(), 92);
    let chi_squared: f64 = times.values().map(|times| (times - 100.0).powi(2) / 100.0).sum();
    // With 91 degrees of freedom, 99.9% of samples lie between 54 and 137.
    assert!((54.0..137.0).contains(&chi_squared), "{chi_squared}");
}

/// If there are too many placements to list, counts give the share of placements with a piece on a square:
/// those with a piece pre-placed there, divided by all.
#[test]
fn samples_of_many_are_uniform_too() {
    let number = if one_in() == 1 { 4_000 } else { 500 };
    for (text, fixed) in [
        ("8x8 N10", "8x8 N10@a1"),
        ("8x8 K2 Q2 B2 N", "8x8 K2@a1 Q2 B2 N"),
        ("10x10 K*", "10x10 K*@a1"),
        ("7x7 Q5/Q5", "7x7 Q5@a1/Q5"),
        ("9x9 Nmax", "9x9 Nmax@a1"),
    ] {
        let (_, is_uniform, placements) = drawn(text, number, 11);
        assert!(is_uniform && placements.len() == number, "{text}");
        let corner = fixed_piece(fixed);
        let share = placements.iter().filter(|placement| placement.pieces().contains(&corner)).count() as f64
            / number as f64;
        let count = |text: &str| {
            let problem: Problem = text.parse().unwrap();
            let plan = plan(&(&problem).into(), &Settings::default()).unwrap();
            plan.run(&Silent).unwrap().count.to_string().parse::<f64>().unwrap()
        };
        let expected = count(fixed) / count(text);
        let deviation = (expected * (1.0 - expected) / number as f64).sqrt();
        assert!((share - expected).abs() <= 4.0 * deviation, "{text}: {share}, not {expected}");
    }
}

/// Returns the one pre-placed piece of a problem, in the form of a placement.
fn fixed_piece(text: &str) -> (usize, Square) {
    let problem: Problem = text.parse().unwrap();
    let mut fixed = problem
        .pieces()
        .enumerate()
        .flat_map(|(kind, pieces)| pieces.fixed.iter().map(move |&at| (kind, at)));
    fixed.next().unwrap()
}

#[test]
fn samples_of_what_cannot_be_counted_are_placements() {
    let (_, is_uniform, placements) = drawn("20x20 Q20", 3, 9);
    assert!(!is_uniform && placements.len() == 3);
    assert!(drawn("3x3 Q3", 5, 9).2.is_empty());
}

/// A placement is found exactly if the definition has one.
#[test]
fn a_first_placement_is_found_where_there_is_one() {
    let (mut found, mut none) = (0, 0);
    for seed in seeds(PROBLEMS) {
        let random = &mut Random::new(seed ^ 0xf1457);
        let mut parts =
            if seed % 2 == 0 { random_parts(random, &SMALL) } else { random_open_parts(random, &SMALL) };
        if seed % 3 == 0 {
            // There are usually more pieces than the shape allows, so that often no placement is left.
            parts.pieces.iter_mut().for_each(|part| part.number += 1);
        }
        let problem = parts.problem();
        let place = format!("seed {seed}: {}", parts.text());
        let Some(expected) = by_definition(&problem, false) else { continue };
        match find_first(&problem, seed, &Silent).unwrap_or_else(|error| panic!("{error}: {place}")) {
            First::Found { placement, .. } => {
                assert_eq!(Some(&placement), expected.first(), "{place}");
                found += 1;
            }
            First::None { .. } => {
                assert!(expected.is_empty(), "{place}");
                none += 1;
            }
            First::Stopped => panic!("stopped: {place}"),
        }
    }
    assert!(found >= fewest(PROBLEMS / 3) && none >= fewest(PROBLEMS / 20), "{found} found, {none} none");
}

/// If placements cannot be listed, the result is an error and not a stopped search.
#[test]
fn a_largest_number_that_nobody_looks_for_is_refused() {
    let problem: Problem = "3x4 O2@a3 Ymax/Q F3 O=F3W Y=(1,4)".parse().unwrap();
    let found = find_first(&problem, 1, &Silent);
    let is_named = matches!(&found, Err(error) if error.to_string().contains("armies"));
    let is_found = matches!(&found, Ok(First::Found { .. }));
    assert!(is_named || is_found, "{found:?}");
}
