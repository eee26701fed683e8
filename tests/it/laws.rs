//! Laws that hold for all counts.

use crate::common::{
    Parts, Patience, Random, Shape, answer, classes, count, count_with, first_seed, plan, random_parts,
    seeds, with_engine,
};
use armistice::plan::{Settings, Silent, divide};
use armistice::{Problem, Question};
use num_bigint::BigUint;
use std::cmp::Ordering;
use std::collections::BTreeMap;

const PROBLEMS: u64 = 1_000;

const MEDIUM: Shape = Shape {
    sides: &[(5, 5), (4, 6), (6, 6), (7, 7), (8, 8), (5, 9), (3, 12), (2, 60)],
    most_kinds: 4,
    most_ways: 2e8,
};

fn problems(salt: u64) -> impl Iterator<Item = (u64, Parts)> {
    let seeds = seeds(PROBLEMS);
    seeds.map(move |seed| (seed, random_parts(&mut Random::new(seed ^ salt), &MEDIUM)))
}

#[test]
fn turning_a_problem_over_keeps_its_count() {
    for (seed, parts) in problems(1) {
        let expected = count(&parts.problem());
        assert_eq!(count(&parts.flipped().problem()), expected, "seed {seed}: {}", parts.text());
        if parts.topology != "cylinder" {
            let transposed = parts.transposed();
            assert_eq!(count(&transposed.problem()), expected, "seed {seed}: {}", parts.text());
            assert_eq!(
                classes(&transposed.problem()),
                classes(&parts.problem()),
                "seed {seed}: {}",
                parts.text()
            );
        }
    }
}

#[test]
fn another_hole_never_raises_a_count_of_leapers() {
    // A hole also stops riders, so the law holds for leapers only.
    let leapers = ['K', 'N', 'F', 'W', 'D', 'E', 'L', 'Z', 'T', 'P'];
    for (seed, mut parts) in problems(2) {
        let mut random = Random::new(seed);
        for (place, part) in parts.pieces.iter_mut().enumerate() {
            part.fixed.clear();
            part.moves = None;
            part.letter = leapers[(seed as usize + 3 * place) % leapers.len()];
        }
        let before = count(&parts.problem());
        let hole = (random.between(0, parts.rows - 1), random.between(0, parts.cols - 1));
        if !parts.holes.contains(&hole) {
            parts.holes.push(hole);
            assert!(count(&parts.problem()) <= before, "seed {seed}: {}", parts.text());
        }
    }
}

#[test]
fn the_order_of_kinds_is_irrelevant() {
    for (seed, mut parts) in problems(3) {
        let problem = parts.problem();
        parts.pieces.reverse();
        assert_eq!(parts.problem().to_string(), problem.to_string(), "seed {seed}: {}", parts.text());
        // Other letters also change the internal order of custom kinds.
        let expected = count(&problem);
        let letters = parts.pieces.iter().map(|part| part.letter).collect::<Vec<_>>();
        for part in parts.pieces.iter_mut().filter(|part| part.moves.is_some()) {
            part.letter = ['Y', 'X', 'V', 'U', 'S', 'M', 'I'][('I'..='Y')
                .filter(|letter| "IMSUVXY".contains(*letter))
                .position(|letter| letter == part.letter)
                .unwrap_or(0)];
        }
        assert_eq!(count(&parts.problem()), expected, "seed {seed}: {letters:?} {}", parts.text());
    }
}

#[test]
fn a_finer_split_and_more_threads_keep_the_sum() {
    for (seed, parts) in problems(4) {
        let problem = parts.problem();
        let expected = count(&problem);
        if seed % 8 == 0 {
            let finest = Settings::default().with_finest_units(true);
            assert_eq!(count_with(&problem, &finest), expected, "seed {seed}: {}", parts.text());
        }
        let settings = Settings::default().with_threads(3);
        let plan = plan(&problem, &settings).unwrap();
        assert_eq!(plan.run(&Silent).unwrap().count, expected, "seed {seed}: {}", parts.text());
    }
}

#[test]
fn the_parts_of_a_division_sum_to_the_whole() {
    for (seed, parts) in problems(5) {
        let problem = parts.problem();
        let settings = Settings::default().with_threads(1);
        let Ok(division) = divide(&problem.clone().into(), &settings) else {
            continue;
        };
        let sum: BigUint = division.parts.map(|(_, plan)| plan.run(&Silent).unwrap().count).sum();
        assert_eq!(sum, count(&problem), "seed {seed}: {}", parts.text());
    }
}

/// A small board, cut out of a larger one by holes, has the same count with wider masks and other bits.
#[test]
fn a_board_inside_a_larger_one_has_the_same_count() {
    for (seed, mut parts) in problems(6)
        .filter(|(_, parts)| parts.topology != "torus" && parts.rows <= 9 && parts.cols <= 13)
        .take(120)
    {
        parts.topology = "plane";
        // Leapers could jump out and in again only if squares outside were open, and they are not.
        let expected = count(&parts.problem());
        let mut random = Random::new(seed);
        let (rows, cols) = random.pick(&[(9, 13), (12, 14), (16, 16), (13, 30), (32, 32)]);
        let (down, right) = (random.between(0, rows - parts.rows), random.between(0, cols - parts.cols));
        let inside = |(row, col): (usize, usize)| {
            (down..down + parts.rows).contains(&row) && (right..right + parts.cols).contains(&col)
        };
        let mut larger = parts.clone();
        (larger.rows, larger.cols) = (rows, cols);
        let all = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        larger.holes = all.filter(|&square| !inside(square)).collect();
        larger.holes.extend(parts.holes.iter().map(|&(row, col)| (row + down, col + right)));
        for (part, original) in larger.pieces.iter_mut().zip(&parts.pieces) {
            part.fixed = original.fixed.iter().map(|&(row, col)| (row + down, col + right)).collect();
        }
        assert_eq!(count(&larger.problem()), expected, "seed {seed}: {}", parts.text());
    }
}

/// A count can be stopped anywhere, and its result is a lower bound.
#[test]
fn a_stopped_count_is_a_lower_bound() {
    for (text, engine, expected) in [
        ("8x8 N4 K4 B3", "cells", None),
        ("20x20 Q25", "cells", None),
        ("20x20 Q20", "rows", None),
        ("16x16 Q16", "halves", None),
        ("6x6 Q6", "best", Some(4u32)),
    ] {
        let problem: Problem = text.parse().unwrap();
        for threads in [1, 2] {
            let settings = with_engine(engine).with_threads(threads);
            let plan = plan(&problem, &settings).unwrap();
            let outcome = plan.run(&Patience::new(1000)).unwrap();
            assert_eq!(outcome.complete, expected.is_some(), "{text}");
            assert!(expected.is_none_or(|expected| outcome.count == BigUint::from(expected)), "{text}");
        }
    }
    let problem: Problem = "8x8 K2 N3".parse().unwrap();
    let part = plan(&problem, &Settings::default()).unwrap().run(&Patience::new(10)).unwrap();
    assert!(!part.complete && part.count < count(&problem));
}

#[test]
fn kinds_that_move_alike_are_told_apart() {
    let problem = |text: &str| text.parse::<Problem>().unwrap();
    let queens = count(&problem("6x6 Q4"));
    assert_eq!(count(&problem("6x6 Q2 X2 X=RB")), queens.clone() * 6u32);
    assert_eq!(count(&problem("6x6 Q X2 Y X=Q Y=WWFF")), queens * 12u32);
}

#[test]
fn counts_outgrow_every_machine_word() {
    // Eight kinds that attack no square of this board fill it in 64! / 8!^8 ways, a number of 53 digits.
    let letters = "IMOSUVXY";
    let pieces: String = letters.chars().map(|letter| format!(" {letter}8")).collect();
    let moves: String = letters.chars().map(|letter| format!(" {letter}=(31,31)")).collect();
    let problem: Problem = format!("2x32{pieces}{moves}").parse().unwrap();
    let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
    let expected = factorial(64) / factorial(8).pow(8);
    assert_eq!(expected.to_string().len(), 53);
    assert_eq!(count(&problem), expected);
}

/// Every text of a random problem reads back as itself, with the same identity.
#[test]
fn texts_and_identities_are_stable() {
    for (seed, parts) in problems(7) {
        let problem = parts.problem();
        let again: Problem = problem.to_string().parse().unwrap();
        assert_eq!(again, problem, "seed {seed}: {}", parts.text());
        assert_eq!(again.identity(), problem.identity());
    }
    let classic: Problem = "8x8 Q8".parse().unwrap();
    // The BLAKE3 hash of the six bytes "8x8 Q8". It must never change.
    assert_eq!(classic.identity(), "ee8cb3daf56e4c15068ef5d19edae84c3c89f809232d299e2f67420e123a4462");
}

/// The squares that a piece attacks, as ranks and files relative to its own square.
type Steps = &'static [(i32, i32)];

/// Counts the placements of any number of leapers on a board of some files, rank after rank, and the maximum
/// with the number of placements that attain it.
///
/// The function uses nothing of the program, and supports any length.
fn by_hand(steps: Steps, files: i32, ranks: usize, is_round: bool) -> (BigUint, u32, BigUint) {
    let sets = 0..1usize << files;
    let attacks = |down: i32, from: usize, to: usize| {
        let stands = |set: usize, file: i32| set >> file & 1 == 1;
        let reaches = |file: i32, along: i32, other: i32| {
            let to = file + along;
            if is_round { to.rem_euclid(files) == other } else { to == other }
        };
        (0..files).any(|file| {
            (0..files).any(|other| {
                let is_pair = stands(from, file) && stands(to, other) && (down != 0 || file != other);
                let hits = |&(rank, along): &(i32, i32)| {
                    rank == down && reaches(file, along, other)
                        || -rank == down && reaches(other, along, file)
                };
                is_pair && steps.iter().any(hits)
            })
        })
    };
    let mut states: BTreeMap<(usize, usize), (BigUint, u32, BigUint)> = BTreeMap::new();
    states.insert((0, 0), (1u32.into(), 0, 1u32.into()));
    for _ in 0..ranks {
        let mut next: BTreeMap<(usize, usize), (BigUint, u32, BigUint)> = BTreeMap::new();
        for ((before, last), (all, most, reach)) in &states {
            let fits =
                |&set: &usize| !attacks(0, set, set) && !attacks(1, *last, set) && !attacks(2, *before, set);
            for set in sets.clone().filter(fits) {
                let more = most + set.count_ones();
                let state = next.entry((*last, set)).or_default();
                state.0 += all;
                match more.cmp(&state.1) {
                    Ordering::Greater => (state.1, state.2) = (more, reach.clone()),
                    Ordering::Equal => state.2 += reach,
                    Ordering::Less => {}
                }
            }
        }
        states = next;
    }
    let most = states.values().map(|state| state.1).max().unwrap();
    let reaching = states.values().filter(|state| state.1 == most);
    (states.values().map(|state| &state.0).sum(), most, reaching.map(|state| &state.2).sum())
}

/// Boards of up to 1,024 squares with a side of the same length agree with sums rank by rank.
#[test]
fn long_boards_have_the_counts_found_by_hand() {
    const KINDS: &[(&str, &str, Steps)] = &[
        ("K", "", &[(1, -1), (1, 0), (1, 1), (0, 1)]),
        ("W", "", &[(1, 0), (0, 1)]),
        ("F", "", &[(1, 1), (1, -1)]),
        ("N", "", &[(1, 2), (1, -2), (2, 1), (2, -1)]),
        ("D", "", &[(2, 0), (0, 2)]),
        ("X", " X=fFlWfD", &[(1, 1), (1, -1), (0, -1), (2, 0)]),
    ];
    for seed in first_seed()..first_seed() + 15 {
        let mut random = Random::new(seed ^ 0x1025);
        let (letter, moves, steps) = random.pick(KINDS);
        let files = random.pick(&[1, 1, 2, 2, 3]);
        let most = 1024 / files;
        let ranks = if random.chance(3) { most } else { random.between(33, most) };
        let is_round = random.chance(3);
        let (all, largest, reach) = by_hand(steps, files as i32, ranks, is_round);
        let topology = if is_round { "/cylinder" } else { "" };
        let mut boards = vec![format!("{ranks}x{files}{topology}")];
        if moves.is_empty() {
            boards.push(format!("{files}x{ranks}{}", if is_round { "/roll" } else { "" }));
        }
        for board in boards {
            let problem =
                |number: &str| -> Problem { format!("{board} {letter}{number}{moves}").parse().unwrap() };
            assert_eq!(count(&problem("*")), all, "seed {seed}: {}", problem("*"));
            let (reaching, found, _) = answer(problem("max"), &Settings::default()).unwrap();
            assert_eq!((found, &reaching), (Some(largest), &reach), "seed {seed}: {}", problem("max"));
        }
    }
}

/// Long boards agree with closed forms: by number, up to symmetry, with riders.
#[test]
fn long_boards_have_the_counts_of_formulas() {
    let of = |text: String| -> Problem { text.parse().unwrap() };
    let choose = |n: u64, k: u64| -> BigUint {
        if k > n {
            0u32.into()
        } else {
            (1..=k).fold(1u32.into(), |product: BigUint, at| product * (n - k + at) / at)
        }
    };
    let mut random = Random::new(first_seed() ^ 0x10e6);
    for n in [33, 1024, random.between(34, 200) as u64] {
        // Kings on a line, no two of them adjacent.
        let kings = |k: u64| choose(n + 1 - k.min(n), k);
        let k = random.between(0, n.div_ceil(2) as usize) as u64;
        assert_eq!(count(&of(format!("1x{n} K{k}"))), kings(k), "1x{n} K{k}");
        let question = Question::from(of(format!("{}x1 K*", n.min(200)))).with_by_number(true);
        let told = answer(question, &Settings::default()).unwrap().2.unwrap();
        let (n_told, kings_told) = (n.min(200), |k: u64| choose(n.min(200) + 1 - k, k));
        assert_eq!(told.len() as u64, n_told.div_ceil(2) + 1);
        assert!(told.iter().all(|told| told.count == kings_told(told.pieces[0].into())), "{n_told}x1 K*");
        // Two kings up to reflection: a placement that equals its reflection has both at the same distance
        // from the ends.
        let own = (n - if n % 2 == 0 { 2 } else { 1 }) / 2;
        assert_eq!(classes(&of(format!("1x{n} K2"))), (kings(2) + own) / 2u32, "1x{n} K2");
        // Rooks are an injection of some ranks into the files.
        let rooks = |ranks: u64, k: u64| {
            choose(ranks, k) * (0..k).map(|at| BigUint::from(n - at)).product::<BigUint>()
        };
        let wide = (1024 / n).min(3);
        let all: BigUint = (0..=wide).map(|k| rooks(wide, k)).sum();
        assert_eq!(count(&of(format!("{wide}x{n} R*"))), all, "{wide}x{n} R*");
        assert_eq!(count(&of(format!("{n}x{wide} R{wide}"))), rooks(wide, wide), "{n}x{wide} R{wide}");
        assert_eq!(count(&of(format!("1x{n} Q3"))), 0u32.into());
    }
    for n in [33u64, random.between(34, 512) as u64] {
        // Two queens are on different ranks, files and diagonals.
        let pairs = n * (n - 1) - 2 * (n - 1);
        assert_eq!(count(&of(format!("2x{n} Q2"))), pairs.into(), "2x{n} Q2");
        assert_eq!(count(&of(format!("{n}x2 Q*"))), (1 + 2 * n + pairs).into(), "{n}x2 Q*");
        // One queen of each army, non-attacking: the same placements, each with both assignments of the
        // armies.
        assert_eq!(count(&of(format!("2x{n} Q/Q"))), (2 * pairs).into(), "2x{n} Q/Q");
        // A grasshopper attacks over one piece, and here are only two pieces.
        assert_eq!(count(&of(format!("1x{n} G2"))), choose(n, 2), "1x{n} G2");
        // A pre-placed piece and a hole.
        assert_eq!(count(&of(format!("1x{n}-b1 K2@a1"))), (n - 2).into(), "1x{n}-b1 K2@a1");
    }
}
