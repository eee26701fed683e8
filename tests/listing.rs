//! Placements one after another: against the oracle on random small problems, and by known lists.
//!
//! `ARMISTICE_SEED=n cargo test --release` tests other problems; a failure names its seed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use armistice::board::Square;
use armistice::engines::listing::{Listed, Selection, list_lex};
use armistice::engines::{Settings, Silent, UpTo, naive};
use armistice::{Placement, Problem, Quantity};
use common::{Random, Shape, answer, first_seed, random_open_parts, random_parts};
use std::cell::Cell;

/// How many problems the oracle lists.
const PROBLEMS: u64 = 1_500;
/// Problems with more partial placements than this are left out.
const MOST_STEPS: u64 = 10_000;

const SMALL: Shape = Shape {
    sides: &[(1, 1), (1, 6), (2, 2), (2, 3), (3, 2), (2, 5), (5, 2), (3, 3), (3, 4), (4, 3), (3, 5), (4, 4)],
    most_kinds: 3,
    most_ways: 1e4,
};

/// What is read square by square from the upper left corner: the number of the kind there, a large one for an empty square.
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

/// All placements by the definition, in reading order; nothing if that takes too long.
fn by_definition(problem: &Problem, maximal: bool) -> Option<Vec<Placement>> {
    let steps = Cell::new(0);
    let is_too_long = || {
        steps.set(steps.get() + 1);
        steps.get() > MOST_STEPS
    };
    let is_sought: Vec<bool> = problem.pieces().map(|pieces| pieces.quantity == Quantity::Max).collect();
    let mut all: Vec<(usize, Placement)> = Vec::new();
    let finished = naive::visit_placements(problem, &is_too_long, &mut |placed| {
        if maximal && !naive::is_maximal(problem, placed) {
            return;
        }
        let piece = |&(kind, (row, col)): &(usize, (i64, i64))| {
            (kind, Square { row: row as usize, col: col as usize })
        };
        let sought = placed.iter().filter(|(kind, _)| is_sought[*kind]).count();
        all.push((sought, Placement::new(placed.iter().map(piece).collect())));
    });
    let most = all.iter().map(|(sought, _)| *sought).max();
    all.retain(|(sought, _)| Some(*sought) == most);
    let mut all: Vec<Placement> = all.into_iter().map(|(_, placement)| placement).collect();
    all.sort_by_cached_key(|placement| reading(problem, placement));
    finished.then_some(all)
}

fn lex(problem: &Problem, selection: Selection) -> Vec<Listed> {
    list_lex(problem, selection, &Silent).unwrap_or_else(|error| panic!("{problem}: {error}")).collect()
}

#[test]
fn lex_lists_what_the_definition_does() {
    let (mut listed_at_all, mut several) = (0, 0);
    for seed in first_seed()..first_seed() + PROBLEMS {
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
        // One of each class, the first; together they are all.
        let classes = lex(&problem, Selection { maximal, up_to: UpTo::Symmetry });
        let sizes: u64 = classes.iter().map(|listed| listed.class_size).sum();
        assert_eq!(sizes, expected.len() as u64, "{place}, maximal {maximal}");
        let settings = Settings { up_to: UpTo::Symmetry, maximal, ..Settings::default() };
        let counted = answer(&problem, &settings).unwrap();
        assert_eq!(counted.0, classes.len().into(), "{place}, maximal {maximal}");
        let mut remaining = expected.iter();
        let in_order = classes.iter().all(|class| remaining.any(|placement| *placement == class.placement));
        assert!(in_order, "{place}, maximal {maximal}");
    }
    assert!(listed_at_all > PROBLEMS * 9 / 10, "{listed_at_all} problems listed");
    assert!(several > PROBLEMS / 4, "{several} problems have several placements");
}

/// In which column the queen of each rank stands, from the top.
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

/// The first placement is there long before the last, and a stopped list goes on.
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
