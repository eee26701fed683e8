//! Compares counts of few pieces with the oracle and with published numbers.

use super::*;
use crate::board::{Board, Topology};
use crate::engines::instance::Instance;
use crate::engines::kernel::Kernel;
use crate::engines::leaf::{UnitFacts, count_unit};
use crate::engines::naive;
use crate::engines::random::Random;
use crate::engines::tuning::Tuning;
use crate::piece::{Kind, Range, built_in};
use crate::question::Demand;
use num_bigint::BigUint;

/// Counts a problem with these instructions; `None` if there is no counter.
fn found(problem: &Problem, kernel: Kernel) -> Option<BigUint> {
    found_in(problem, kernel, false)
}

/// Counts a problem with these instructions, or recounts it if `finest` is set.
fn found_in(problem: &Problem, kernel: Kernel, finest: bool) -> Option<BigUint> {
    let no_instance =
        Instance::without_maps(Vec::new(), crate::conflict::Conflicts::empty(0, 0), 1u32.into());
    let ready = LeafInstance::from_problem(problem, &no_instance, Demand::Nothing);
    let tuning = Tuning::single_threaded(kernel, finest);
    FewEngine.suits(&ready)?;
    Some(total((&FewEngine as &dyn Technique).placements(&ready, tuning)?.as_ref()))
}

fn total(counter: &dyn Leaf) -> BigUint {
    let facts = counter.facts();
    let sum = |sum: BigUint, (unit, of_unit): (usize, &UnitFacts)| {
        let partial = count_unit(counter, unit, &|| false);
        assert!(partial.complete);
        sum + BigUint::from(partial.placements) * of_unit.weight
    };
    let sum = facts.units.iter().enumerate().fold(BigUint::ZERO, sum);
    assert_eq!(&sum % facts.divisor, BigUint::ZERO);
    sum / facts.divisor
}

fn count(text: &str) -> BigUint {
    found(&text.parse().expect(text), Kernel::best()).expect(text)
}

/// Returns a kind with a few rides, usually with none of the board's symmetries.
fn odd_kind(letter: char, random: &mut Random) -> Kind {
    let mut moves = Moves::default();
    for _ in 0..=random.draw_below(4) {
        let step = (random.draw_below(6) as i32 - 2, random.draw_below(6) as i32 - 2);
        let range =
            [Range::Times(1), Range::Times(2), Range::Unlimited, Range::Unlimited][random.draw_below(4)];
        if step != (0, 0) {
            moves.add(step, range);
            if random.draw_below(2) == 0 {
                moves.add((-step.0, -step.1), range);
            }
        }
    }
    moves.add((1, random.draw_below(3) as i32 - 1), Range::Unlimited);
    Kind::from_moves(letter, moves).unwrap()
}

/// Up to five pieces of one to five kinds on small boards, some of them with joined edges, agree with the
/// oracle.
#[test]
fn random_mixes_are_as_many_as_the_oracle_counts() {
    let mut random = Random::new(61);
    let (mut above_zero, mut joined, mut by_search) = (0, 0, 0);
    for round in 0..3000 {
        let topology = match random.draw_below(2) {
            0 => Topology::Plane,
            _ => [Topology::Torus, Topology::Cylinder, Topology::Roll][random.draw_below(3)],
        };
        let (rows, cols) = (1 + random.draw_below(6), 1 + random.draw_below(6));
        let mut builder = Problem::builder(Board::new(rows, cols, topology).unwrap());
        let (mut pieces, mut letters) = (0, "KNBRQAHDFWZC".to_owned());
        let wanted = random.draw_below(6);
        while pieces < wanted {
            let letter = letters.remove(random.draw_below(letters.len()));
            let number = 1 + random.draw_below(wanted - pieces);
            let kind = match random.draw_below(3) {
                0 => odd_kind(letter, &mut random),
                _ => built_in(letter).unwrap().kind.clone(),
            };
            builder = builder.put(kind, number as u32);
            pieces += number;
        }
        let Ok(problem) = builder.build() else { continue };
        if (rows * cols).pow(pieces as u32) > 20_000 {
            continue;
        }
        let is_known = topology == Topology::Plane || pieces <= FEW_PIECES;
        let Some(found) = found(&problem, Kernel::best()) else {
            assert!(!is_known, "{problem}");
            continue;
        };
        assert!(is_known, "{problem}");
        assert_eq!(found_in(&problem, Kernel::best(), true), Some(found.clone()), "round {round}: {problem}");
        assert_eq!(found, naive::count(&problem, &|| false).0.into(), "round {round}: {problem}");
        joined += usize::from(topology != Topology::Plane);
        by_search += usize::from(pieces > FEW_PIECES);
        above_zero += usize::from(found > BigUint::ZERO);
    }
    assert!(above_zero > 400 && joined > 200 && by_search > 80, "{above_zero} {joined} {by_search}");
}

/// The count is the same for every choice of the last three pieces, and on all sets of instructions.
#[test]
fn the_choice_of_the_last_three_and_of_instructions_changes_nothing() {
    for text in
        ["9x9 Q2 N2 K", "7x11 B3 R N", "8x8 H2 Q2 K", "10x6 Q4", "6x9 R Q N K B", "66x7 Q3 N", "3x130 R2 N2"]
    {
        let problem: Problem = text.parse().unwrap();
        let kinds: Vec<(Moves, u32)> = problem
            .pieces()
            .map(|pieces| (pieces.kind.moves().clone(), pieces.quantity.exact_number()))
            .collect();
        let given: Vec<u32> = kinds.iter().map(|kind| kind.1).collect();
        let sides = (problem.board().rows(), problem.board().cols());
        let expected = count(text);
        for last in search::lasts(&given) {
            for kernel in Kernel::available() {
                let search = Search::new(&kinds, sides, (NAME, VERSION), kernel).unwrap();
                let search = search.with_last(last, &kinds, kernel).unwrap();
                assert_eq!(total(&search), expected, "{text}, {last:?}, {kernel}");
            }
        }
    }
}

/// Published counts and simple formulas hold for each width of boards, and at the beginning of each width.
#[test]
fn large_boards_have_published_counts() {
    for n in [33u64, 40, 64, 65, 127, 128, 200] {
        // OEIS A036464.
        let queens = n * (n - 1) * (n - 2) * (3 * n - 1) / 6;
        assert_eq!(count(&format!("{n}x{n} Q2")), queens.into());
        // Rooks stand in different rows and columns.
        let rooks = |rooks: u64| (0..rooks).map(|rook| BigUint::from((n - rook).pow(2))).product::<BigUint>();
        assert_eq!(count(&format!("{n}x{n} R3")), rooks(3) / 6u32);
        let three = format!("{n}x{n} Q2 N").parse::<Problem>().unwrap();
        let [one, other] = [false, true].map(|finest| found_in(&three, Kernel::best(), finest).unwrap());
        assert_eq!(one, other, "{n}");
        if n <= 65 {
            assert_eq!(count(&format!("{n}x{n} R4")), rooks(4) / 24u32);
        }
    }
    // OEIS A061994 and A108792.
    assert_eq!(count("49x49 Q4"), 910_156_641_704u64.into());
    let wide = |text: &str| found(&text.parse().expect(text), Kernel::Portable).expect(text);
    assert_eq!(wide("4x255 R4"), (0..4).map(|rook| BigUint::from(255u32 - rook)).product());
    assert_eq!(count("1000000x1000000 K"), 1_000_000_000_000u64.into());
    // Each queen excludes the same number of squares: n (n - 1) (n^2 - 3 n + 2) / 2 for each first one.
    let n = 101u64;
    assert_eq!(count(&format!("{n}x{n}/torus Q2")), (n * n * (n * n - 4 * (n - 1) - 1) / 2).into());
}

/// Rotated boards and reversed pieces have equal counts, sides of 1 are supported, and a count can be
/// stopped.
#[test]
fn symmetries_hold_and_a_count_can_be_stopped() {
    for (one, other) in [
        ("17x34 Q3 N", "34x17 Q3 N"),
        ("40x9 X2 B2 X=fRlN", "40x9 X2 B2 X=bRrN"),
        ("70x9 Q3 N", "9x70 Q3 N"),
        ("4x255 X2 B2 X=fRlN", "4x255 X2 B2 X=bRrN"),
        ("50x70/cylinder X2 B X=fRD", "70x50/roll X2 B X=rRD"),
    ] {
        assert_eq!(count(one), count(other), "{one}, {other}");
    }
    // Kings on a line: the number of ways to choose from fewer squares.
    assert_eq!(count("1x64 K5"), (56..=60u64).product::<u64>().checked_div(120).unwrap().into());
    assert_eq!(count("1x255 K4"), (249..=252u64).product::<u64>().checked_div(24).unwrap().into());
    assert_eq!(count("64x1 R0"), 1u32.into());
    assert_eq!(count("50x60 N"), 3000u32.into());
    for text in ["40x40 Q4", "40x40 Q3"] {
        let problem = text.parse::<Problem>().unwrap();
        let no_instance =
            Instance::without_maps(Vec::new(), crate::conflict::Conflicts::empty(0, 0), 1u32.into());
        let ready = LeafInstance::from_problem(&problem, &no_instance, Demand::Nothing);
        let kernel = Kernel::Portable;
        let tuning = Tuning::single_threaded(kernel, false);
        let counter = (&FewEngine as &dyn Technique).placements(&ready, tuning).unwrap();
        assert!(!count_unit(&*counter, 0, &|| true).complete);
    }
}

/// Problems with more than pieces in conflict are rejected.
#[test]
fn what_is_not_read_is_refused() {
    for refused in [
        "256x256 Q4",
        "40x40/torus Q4",
        "40x40-a1 Q4",
        "40x40 Q2/Q2",
        "40x40 Q9",
        "40x40 G4",
        "40x40 X3 K X=nD",
        "40x40 X2 X=nD",
        "40x40 Q3 #1",
        "40x40 Q4@a1",
        "40x40 Q* N2",
        "40x40 Qmax",
        "4x4x4 K4",
        "4x4x4 K2",
        "hexagon:5 K3",
        "20x20/klein K3",
        "20x20 Q N2/R blocked",
        "20x20~a1 Q3",
        "20x20 Q3 each=1",
        "20x20 Q3 rank=..2",
    ] {
        assert!(found(&refused.parse().expect(refused), Kernel::best()).is_none(), "{refused}");
    }
}
