//! Large boards' counts against engines, the oracle, and published numbers.

use super::*;
use crate::board::{Board, Topology};
use crate::engines::naive;
use crate::engines::random::Random;
use crate::formula::{FormulaError, Search, derive};
use crate::piece::{Kind, Range, built_in};
use crate::plan::{Settings, Silent, plan};
use crate::problem::Problem;
use crate::up_to::UpTo;
use num_bigint::BigInt;
use std::time::Duration;

fn count(large: &Large) -> BigUint {
    large.count(&|| false).expect("nobody stops it")
}

/// The count of a text's problem.
fn large(text: &str) -> BigUint {
    let problem = text.parse::<Problem>().expect(text);
    count(&Large::of(&problem.into()).expect(text))
}

/// A kind with a few rides, as a rule with none of the board's symmetries.
fn odd_kind(letter: char, random: &mut Random) -> Kind {
    let mut moves = Moves::default();
    for _ in 0..=random.below(4) {
        let step = (random.below(6) as i32 - 2, random.below(6) as i32 - 2);
        let range = [Range::Times(1), Range::Times(2), Range::Unlimited, Range::Unlimited][random.below(4)];
        if step != (0, 0) {
            moves.add(step, range);
            if random.below(2) == 0 {
                moves.add((-step.0, -step.1), range);
            }
        }
    }
    moves.add((1, random.below(3) as i32 - 1), Range::Unlimited);
    Kind::from_moves(letter, moves).unwrap()
}

/// Up to five pieces of one to five kinds on small boards: as many as engines count, and where there are few, the oracle.
#[test]
fn random_mixes_are_as_many_as_engines_and_the_oracle_count() {
    let mut random = Random::new(61);
    let (mut above_zero, mut by_oracle) = (0, 0);
    for round in 0..400 {
        let (rows, cols) = (2 + random.below(5), 2 + random.below(6));
        let mut builder = Problem::builder(Board::new(rows, cols, Topology::Plane).unwrap());
        let (mut pieces, mut letters) = (0, "KNBRQAHDFWZC".to_owned());
        let wanted = random.below(6);
        while pieces < wanted {
            let letter = letters.remove(random.below(letters.len()));
            let number = 1 + random.below(wanted - pieces);
            let kind = match random.below(4) {
                0 => odd_kind(letter, &mut random),
                _ => built_in(letter).unwrap().kind.clone(),
            };
            builder = builder.put(kind, number as u32);
            pieces += number;
        }
        let Ok(problem) = builder.build() else { continue };
        let found = count(&Large::of(&(&problem).into()).unwrap());
        assert_eq!(found, crate::answer::count(&problem).unwrap(), "round {round}: {problem}");
        if (rows * cols).pow(pieces as u32) < 30_000 {
            assert_eq!(found, naive::count(&problem, &|| false).0.into(), "round {round}: {problem}");
            by_oracle += 1;
        }
        above_zero += usize::from(found > BigUint::ZERO);
    }
    assert!(above_zero > 120 && by_oracle > 80, "{above_zero} {by_oracle}");
}

/// Whichever three are counted together, and on all sets of instructions.
#[test]
fn the_choice_of_the_last_three_and_of_instructions_changes_nothing() {
    for text in ["9x9 Q2 N2 K", "7x11 B3 R N", "8x8 H2 Q2 K", "10x6 Q4", "6x9 R Q N K B"] {
        let problem: Problem = text.parse().unwrap();
        let expected = crate::answer::count(&problem).unwrap();
        let numbers: Vec<(Moves, u32)> =
            problem.pieces().map(|pieces| (pieces.kind.moves().clone(), pieces.quantity.given())).collect();
        let given: Vec<u32> = numbers.iter().map(|kind| kind.1).collect();
        let sides = (problem.board().rows(), problem.board().cols());
        let steps = steps(numbers.iter().map(|kind| &kind.0));
        for last in lasts(&given) {
            let mut large = Large::of(&(&problem).into()).unwrap();
            let conflicts = large.conflicts.clone();
            let between = |one: usize, other: usize| conflicts[one][other].clone();
            let triple = Triple::new(last, sides, &between, &steps).unwrap();
            let mut placed = large.kinds.clone();
            for kind in triple.kinds {
                let place = placed.iter().position(|&other| other == kind).unwrap();
                placed.remove(place);
            }
            (large.triple, large.placed) = (Some(triple), placed);
            for kernel in Kernel::available() {
                large.kernel = kernel;
                assert_eq!(count(&large), expected, "{text}, {last:?}, {kernel}");
            }
        }
    }
}

/// Boards on which shapes are large and many: as many as engines count.
#[test]
fn boards_to_twelve_are_as_many_as_engines_count() {
    for side in [8, 11, 12] {
        for pieces in ["Q4", "Q5", "A4", "B3 R", "R5", "H4", "Q3 N2", "B2 N2 R"] {
            let text = format!("{side}x{} {pieces}", side - side % 2);
            let problem: Problem = text.parse().unwrap();
            assert_eq!(large(&text), crate::answer::count(&problem).unwrap(), "{text}");
        }
    }
}

/// Published counts and simple formulas.
#[test]
fn boards_above_the_engines_have_published_counts() {
    for n in [33u64, 40, 64] {
        // OEIS A036464.
        let queens = n * (n - 1) * (n - 2) * (3 * n - 1) / 6;
        assert_eq!(large(&format!("{n}x{n} Q2")), queens.into());
        // Rooks stand in different rows and columns.
        let rooks = (0..4).map(|rook| BigUint::from((n - rook).pow(2))).product::<BigUint>() / 24u32;
        assert_eq!(large(&format!("{n}x{n} R4")), rooks);
    }
    // OEIS A061994 and A108792.
    assert_eq!(large("49x49 Q4"), 910_156_641_704u64.into());
    assert_eq!(large("33x33 Q5"), 4_410_583_469_036u64.into());
}

/// A family of which the engines' boards are too few: its formula is that of another one.
#[test]
fn families_are_counted_beyond_the_engines_boards() {
    let terms = |text: &str| {
        let search = Search::new(Settings::default().with_threads(Some(2)), Duration::from_secs(600));
        let formula = derive(&text.parse().unwrap(), &search, &Silent).unwrap();
        let first = formula.first;
        let known = first + formula.terms.len() as i64;
        let terms: Vec<BigInt> = formula.all_terms().unwrap().take(90).collect();
        (move |n: i64| terms[(n - first) as usize].clone(), known)
    };
    let (all, _) = terms("{n}x{n} Q3");
    let (some, known) = terms("{3n}x{3n} Q3");
    assert!(3 * known > 33);
    (3..25).for_each(|n| assert_eq!(some(n), all(3 * n), "{n}"));
}

/// Turned boards, pieces backwards, a side of 1, and stopping.
#[test]
fn symmetries_hold_and_a_count_can_be_stopped() {
    for (one, other) in [("17x34 Q3 N", "34x17 Q3 N"), ("40x9 X2 B2 X=fRlN", "40x9 X2 B2 X=bRrN")] {
        assert_eq!(large(one), large(other), "{one}, {other}");
    }
    // Kings on a line: as many as ways to choose from fewer squares.
    assert_eq!(large("1x64 K5"), (56..=60u64).product::<u64>().checked_div(120).unwrap().into());
    assert_eq!(large("64x1 R0"), 1u32.into());
    assert_eq!(large("50x60 N"), 3000u32.into());
    let problem = "40x40 Q4".parse::<Problem>().unwrap();
    assert_eq!(Large::of(&problem.into()).unwrap().count(&|| true), None);
}

/// What is more than pieces in conflict on a plane is left to others.
#[test]
fn what_is_not_read_is_refused() {
    let of = |text: &str| Question::new(text.parse::<Problem>().unwrap());
    for refused in [
        "65x65 Q4",
        "40x40/torus Q4",
        "40x40-a1 Q4",
        "40x40 Q2/Q2",
        "40x40 Q9",
        "40x40 G4",
        "40x40 X3 K X=nD",
        "40x40 Q4 #1",
        "40x40 Q4@a1",
        "40x40 Q* N2",
        "40x40 Qmax",
        "4x4x4 K4",
        "hexagon:5 K4",
        "20x20/klein K4",
        "20x20 Q N2/R blocked",
    ] {
        assert!(Large::of(&of(refused)).is_none(), "{refused}");
    }
    let asked = || of("10x10 Q4");
    assert!(Large::of(&asked()).is_some());
    for question in [
        asked().with_up_to(UpTo::Symmetry),
        asked().with_maximal(true),
        asked().with_by_number(true),
        asked().with_fixed_by("half-turn".parse().unwrap()),
    ] {
        assert!(Large::of(&question).is_none(), "{question:?}");
    }
}

/// Terms are those of the question, whatever would count something like it more quickly.
#[test]
fn terms_are_what_is_asked_for() {
    for (text, up_to) in [
        ("{n}x{n} X3 X=BgR", UpTo::Nothing),
        ("{n}x{n} X3 X=BnD", UpTo::Nothing),
        ("{n}x{n} B2", UpTo::Symmetry),
        ("{n}x{n} B3", UpTo::of("half-turn".parse().unwrap())),
    ] {
        let family = text.parse::<crate::notation::Family>().unwrap();
        let search = Search { up_to, ..Search::new(Settings::default(), Duration::from_secs(4)) };
        let (first, terms): (i64, Vec<BigInt>) = match derive(&family, &search, &Silent) {
            Ok(found) => (found.first, found.all_terms().unwrap().take(6).collect()),
            Err(FormulaError::Unfitted { terms, .. } | FormulaError::Stopped { terms }) => {
                (terms.first, terms.terms)
            }
            Err(other) => panic!("{text}: {other}"),
        };
        assert!(terms.len() > 4, "{text}: {terms:?}");
        for (n, term) in (first..).zip(terms).take(5) {
            let question = Question::new(family.at(&[('n', n)]).unwrap()).with_up_to(up_to);
            let expected = plan(&question, &Settings::default()).unwrap().run(&Silent).unwrap().count;
            assert_eq!(term, expected.into(), "{text}, n = {n}");
        }
    }
}
