//! Comparison of the search with the definition: all placements, counts by number, classes, and the
//! placements that symmetries fix.

use super::*;
use crate::board::Square;
use crate::engines::naive;
use crate::problem::Problem;
use crate::symmetry::symmetries;
use std::collections::BTreeSet;

/// Returns a problem of one or two kinds with any kind of number, on a small board of any type; `None` for
/// texts that are not problems.
fn problem(random: &mut Random) -> Option<Problem> {
    let (rows, cols) = (1 + random.draw_below(5), 1 + random.draw_below(4));
    let mut text = format!("{rows}x{cols}");
    text += ["", "", "", "/torus", "/cylinder"][random.draw_below(5)];
    if random.draw_below(3) == 0 {
        text += ["-", "~"][random.draw_below(2)];
        text += &format!("{}{}", (b'a' + random.draw_below(cols) as u8) as char, 1 + random.draw_below(rows));
    }
    let kinds = ["Q", "R", "B", "N", "K", "W", "F", "P"];
    let numbers = ["*", "*", "*", "max", "0", "1", "2"];
    let mut piece = || {
        let fixed = if random.draw_below(8) == 0 { "@a1" } else { "" };
        format!(
            " {}{}{fixed}",
            kinds[random.draw_below(kinds.len())],
            numbers[random.draw_below(numbers.len())]
        )
    };
    let (first, second) = (piece(), piece());
    text += &first;
    if rows * cols <= 12 {
        text += &[String::new(), second.clone(), format!(" /{second}"), format!(" /{first}")]
            [random.draw_below(4)];
    }
    text.parse().ok()
}

fn found(question: &Question, symmetries: Symmetries<'_>, is_parallel: bool) -> Counts {
    let maximal = MaximalQuestion::new(question, symmetries, 1.0).unwrap();
    maximal.count(0, &Run { is_parallel, ..Run::without_reports(&|| false) }).unwrap()
}

fn is_open(problem: &Problem) -> bool {
    problem.objective() != Objective::Exactly
}

#[test]
fn random_problems_are_as_the_oracle_says() {
    let mut random = Random::new(41);
    let (mut tried, mut several, mut by_numbers) = (0, 0, 0);
    while tried < 600 {
        let Some(problem) = problem(&mut random) else { continue };
        let by_number = is_open(&problem) && random.draw_below(2) == 0;
        let question = Question::new(problem).with_maximal(true).with_by_number(by_number);
        let all = naive::answer(&question.problem, true, &|| false);
        let expected = Counts { by_number: if by_number { all.by_number } else { Vec::new() }, ..all };
        let is_parallel = tried % 2 == 0;
        assert_eq!(
            found(&question, Symmetries::equivalent(&[]), is_parallel),
            expected,
            "{}",
            question.problem
        );
        tried += 1;
        several += usize::from(expected.count > 1u32.into());
        by_numbers += usize::from(expected.by_number.len() > 1);
    }
    assert!(several > 240 && by_numbers > 60, "{several} {by_numbers}");
}

/// Returns all placements as sets of kinds on squares, by the definition.
fn listed(question: &Question) -> Vec<BTreeSet<(usize, usize)>> {
    let (mut all, board) = (Vec::new(), question.problem.board());
    naive::visit_asked(question, &|| false, &mut |placed| {
        let at = |&(kind, (row, col)): &(usize, (i64, i64))| {
            (kind, board.index(Square { row: row as usize, col: col as usize }))
        };
        all.push(placed.iter().map(at).collect());
    });
    all
}

/// Classes, equivalence under exchanges of armies, and placements that all symmetries fix.
#[test]
fn classes_and_what_symmetries_fix_are_those_of_lists() {
    let mut random = Random::new(5);
    let (mut tried, mut fewer, mut fixed_some, mut exchanged) = (0, 0, 0, 0);
    while tried < 400 {
        let Some(problem) = problem(&mut random) else { continue };
        if problem.objective() == Objective::Maximum {
            continue;
        }
        let question = Question::new(problem).with_maximal(true);
        let problem = &question.problem;
        let same = symmetries(problem, true, random.draw_below(2) == 0);
        let all = listed(&question);
        let image = |symmetry: &Symmetry, placed: &BTreeSet<(usize, usize)>| {
            let kinds = symmetry.pieces(problem);
            placed.iter().map(|&(kind, at)| (kinds[kind], usize::from(symmetry.map.images[at]))).collect()
        };
        let least = |placed: &BTreeSet<(usize, usize)>| {
            same.iter().map(|symmetry| image(symmetry, placed)).min().unwrap_or_default()
        };
        let classes: BTreeSet<BTreeSet<(usize, usize)>> = all.iter().map(least).collect();
        let of_classes = found(&question, Symmetries::equivalent(&same), false);
        assert_eq!(of_classes.count, BigUint::from(classes.len()), "{problem}");
        assert_eq!(of_classes.placements, Some(BigUint::from(all.len())), "{problem}");
        let is_fixed = |placed: &&BTreeSet<(usize, usize)>| {
            same.iter().all(|symmetry| image(symmetry, placed) == **placed)
        };
        let fixed = all.iter().filter(is_fixed).count();
        let by_maps = found(&question, Symmetries::fixed_by(&same), false);
        assert_eq!(by_maps.count, BigUint::from(fixed), "{problem}");
        tried += 1;
        fewer += usize::from(classes.len() < all.len());
        fixed_some += usize::from(fixed > 0 && fixed < all.len());
        exchanged += usize::from(!same.iter().all(Symmetry::keeps_armies));
    }
    assert!(fewer > 100 && fixed_some > 40 && exchanged > 5, "{fewer} {fixed_some} {exchanged}");
}

/// Rooks on all files, results of sweeps, and 256 parts of four squares in a ring, each with two maximal
/// placements.
#[test]
fn what_is_known_of_larger_boards() {
    let count = |text: &str| {
        let question = Question::new(text.parse().unwrap()).with_maximal(true);
        found(&question, Symmetries::equivalent(&[]), true).count
    };
    for (text, expected) in
        [("8x8 Q*", 10_188u32), ("6x6 R*", 720), ("8x8 B*", 1_960_000), ("7x7 Q* N*", 87_514)]
    {
        assert_eq!(count(text), BigUint::from(expected), "{text}");
    }
    assert_eq!(count("32x32 X* X=(0,16)"), BigUint::from(2u32).pow(256));
}

/// Bishops of the two colours are counted separately, and a stopped search gives no count.
#[test]
fn parts_and_stops() {
    let question = Question::new("8x8 B*".parse().unwrap()).with_maximal(true);
    let bishops = MaximalQuestion::new(&question, Symmetries::equivalent(&[]), 1.0).unwrap();
    assert_eq!(bishops.terms[0].parts.len(), 2);
    let question = Question::new("12x12 Q*".parse().unwrap()).with_maximal(true);
    let queens = MaximalQuestion::new(&question, Symmetries::equivalent(&[]), 1.0).unwrap();
    assert_eq!(queens.count(0, &Run::without_reports(&|| true)), Ok(Counts::default()));
    let plain = Question::new("8x8 B*".parse().unwrap());
    assert!(MaximalQuestion::new(&plain, Symmetries::equivalent(&[]), 1.0).is_none());
}
