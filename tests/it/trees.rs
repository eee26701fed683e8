//! Trees of several engines, forced at random, against the oracle and single engines: few pieces first, any number of
//! pieces as a sum over numbers, few leapers from small boards.

use crate::common::armies::{ArmiesShape, random_armies};
use crate::common::runs::Notes;
use crate::common::{
    Random, Shape, count_with, first_seed, oracle, random_open_parts, random_parts, with_engine,
};
use armistice::engines::Kernel;
use armistice::plan::kept::{Counted, Recipe, Tree, UnitRecipe, plan_again};
use armistice::plan::{Plan, PlanError, Settings, Silent, plan, second};
use armistice::{Objective, Problem, Quantity, Question};
use num_bigint::BigUint;
use std::sync::Mutex;

/// The plan of units that is such a tree.
fn in_units(problem: &Problem, tree: Tree) -> Result<Plan, PlanError> {
    let recipe = UnitRecipe { kernel: Kernel::best(), by_lines: Vec::new(), tree, calibration: Vec::new() };
    plan_again(&problem.into(), &Settings::default(), &Recipe::Units(recipe))
}

/// The plan in which these kinds go first; `None` if they cannot.
fn led_by(problem: &Problem, leaders: Vec<usize>) -> Option<Plan> {
    let plan = in_units(problem, Tree::Leaders(leaders)).unwrap();
    (plan.summary().engine.0 == "leaders").then_some(plan)
}

/// Some of the kinds that have pieces to place, and not all of them.
fn random_leaders(problem: &Problem, random: &mut Random) -> Vec<usize> {
    let is_placed = |(_, pieces): &(usize, &armistice::Pieces)| {
        matches!(pieces.quantity, Quantity::Exactly(_)) && pieces.free_pieces() > 0
    };
    let mut kinds: Vec<usize> =
        problem.pieces().enumerate().filter(is_placed).map(|(kind, _)| kind).collect();
    while kinds.len() > 1 {
        let out = random.between(0, kinds.len() - 1);
        kinds.remove(out);
        if random.chance(2) {
            break;
        }
    }
    kinds
}

/// Every tree with leaders gives what the definition gives: mixed problems of every shape, and armies.
#[test]
fn whoever_goes_first_the_count_is_the_same() {
    const SMALL: Shape =
        Shape { sides: &[(3, 3), (3, 4), (4, 4), (2, 6), (5, 4), (5, 5)], most_kinds: 4, most_ways: 2e5 };
    const ARMIES: ArmiesShape = ArmiesShape {
        sides: &[(3, 3), (4, 3), (2, 5)],
        topologies: &["plane", "cylinder", "torus"],
        most_armies: 3,
        most_kinds: 2,
        most_ways: 1e5,
    };
    let (mut led, mut above_zero) = (0, 0);
    for seed in first_seed()..first_seed() + 600 {
        let mut random = Random::new(seed ^ 0x1ead);
        let problem = match random.chance(4) {
            true => random_armies(&mut random, &ARMIES).problem(),
            false => random_parts(&mut random, &SMALL).problem(),
        };
        if problem.is_blocked() {
            continue;
        }
        let leaders = random_leaders(&problem, &mut random);
        if leaders.is_empty() {
            continue;
        }
        let Some(plan) = led_by(&problem, leaders.clone()) else { continue };
        let (found, expected) = (plan.run(&Silent).unwrap(), oracle(&problem));
        assert!(found.complete);
        assert_eq!(found.count, expected, "seed {seed}: {problem}, leaders {leaders:?}");
        led += 1;
        above_zero += u32::from(expected > BigUint::ZERO);
    }
    assert!(led > 300 && above_zero > 150, "{led} with leaders, {above_zero} with placements");
}

/// Larger problems by leaders and by the engines alone.
#[test]
fn leaders_agree_with_single_engines() {
    for (text, leaders, other) in [
        ("8x8 N9 Q", vec![0], "frontier"),
        ("8x8 R6 B2", vec![1], "cells"),
        ("7x7/torus N5 R2", vec![0], "cells"),
        ("8x8-d4,e5 K5 Q2", vec![1], "cells"),
        ("6x9 N8 Q B", vec![0, 1], "frontier"),
    ] {
        let problem: Problem = text.parse().unwrap();
        let plan = led_by(&problem, leaders).unwrap();
        let expected = count_with(&problem, &with_engine(other));
        assert_eq!(plan.run(&Silent).unwrap().count, expected, "{text}");
    }
}

/// Any number of one kind or of several, with and without others, as sums over numbers.
#[test]
fn any_number_is_the_sum_over_numbers() {
    const SMALL: Shape =
        Shape { sides: &[(2, 2), (3, 2), (3, 3), (2, 4), (4, 3)], most_kinds: 3, most_ways: 1e5 };
    let (mut sums, mut large) = (0, 0);
    for seed in first_seed()..first_seed() + 500 {
        let mut random = Random::new(seed ^ 0x5a5a);
        let problem = random_open_parts(&mut random, &SMALL).problem();
        if problem.objective() != Objective::AnyNumber {
            continue;
        }
        let Ok(plan) = in_units(&problem, Tree::Engines) else { continue };
        let (found, expected) = (plan.run(&Silent).unwrap(), oracle(&problem));
        assert_eq!(found.count, expected, "seed {seed}: {problem}");
        sums += 1;
        large += u32::from(expected > BigUint::from(20u32));
    }
    assert!(sums > 150 && large > 50, "{sums} sums, {large} of more than 20 placements");
}

/// Larger ones by sweeps, and by the plan that is made for them.
#[test]
fn sums_over_numbers_agree_with_sweeps() {
    for text in ["8x8 Q*", "7x9/cylinder R*", "6x6 Q* R*", "8x8-d4 A* N2", "6x7/torus Q* B1"] {
        let problem: Problem = text.parse().unwrap();
        let plan = in_units(&problem, Tree::Engines).unwrap();
        assert_eq!(
            plan.run(&Silent).unwrap().count,
            count_with(&problem, &with_engine("frontier")),
            "{text}"
        );
    }
    let question: Question = "12x12 Q*".parse().unwrap();
    let plan = plan(&question, &Settings::default().with_threads(2)).unwrap();
    assert_eq!(
        (plan.summary().terms, plan.run(&Silent).unwrap().count.to_string()),
        (13, "633443407".into())
    );
}

/// What no engine counts by itself in years is planned with leaders, and the plan says so.
#[test]
fn a_queen_among_knights_goes_first() {
    let question: Question = "10x10 N20 R".parse().unwrap();
    let plan = plan(&question, &Settings::default().with_threads(1)).unwrap();
    assert_eq!((plan.summary().engine.0, plan.summary().units), ("leaders", 15));
    assert!(plan.outline().what.contains("R first"), "{}", plan.outline().what);
}

/// Few leapers from small boards, and by single engines.
#[test]
fn few_leapers_follow_from_small_boards() {
    for (text, other) in [("16x16 N4", "frontier"), ("20x14 K3 N1", "cells"), ("24x6 F4", "frontier")] {
        let question: Question = text.parse().unwrap();
        let plan = in_units(&question.problem, Tree::Clusters).unwrap();
        assert_eq!(plan.summary().engine.0, "clusters", "{text}");
        assert_eq!(plan.run(&Silent).unwrap().count, count_with(question, &with_engine(other)), "{text}");
    }
}

/// A second count of a tree is another one, and agrees.
#[test]
fn trees_are_counted_a_second_time() {
    for (text, is_independent) in [("11x11 Q*", true), ("10x10 N20 R", false)] {
        let question: Question = text.parse().unwrap();
        let settings = Settings::default();
        let first = plan(&question, &settings).unwrap();
        let second = second(&question, &settings, first.summary()).unwrap();
        assert_eq!(second.difference().is_independent(), is_independent, "{text}");
        assert_eq!(second.run(&Silent).unwrap().count, first.run(&Silent).unwrap().count, "{text}");
    }
}

/// Units are the same in a plan that is made again, and parts of them add up.
#[test]
fn orbits_are_units_like_others() {
    let problem: Problem = "8x8 N7 Q".parse().unwrap();
    let (plan, again) = (led_by(&problem, vec![0]).unwrap(), led_by(&problem, vec![0]).unwrap());
    let (units, same) = (plan.units().unwrap(), again.units().unwrap());
    assert_eq!((units.units(), units.digest()), (10, same.digest()));
    let notes = Notes(Mutex::new(Counted::none(10)));
    for part in units.share_out(3) {
        same.count_units(&part, &notes).unwrap();
    }
    let added = units.add_up(&notes.0.into_inner().unwrap()).unwrap();
    assert!(added.complete);
    assert_eq!(added.count, count_with(&problem, &with_engine("cells")));
}

/// Pieces out of everyone's reach are chosen all at once by the engine for armies, which is quicker then, and planning finds
/// out by descents. Plans of old journals, which know nothing of that, stay with the engine that they had.
#[test]
fn armies_count_mixes_that_leave_squares_out_of_reach() {
    for text in ["7x7 R2 N6", "6x6 Q2 N5 K1", "7x6-c3 B2 N5", "6x6/torus R2 K3"] {
        let problem: Problem = text.parse().unwrap();
        assert_eq!(
            count_with(&problem, &with_engine("armies")),
            count_with(&problem, &with_engine("cells")),
            "{text}"
        );
    }
    let problem: Problem = "9x9 R3 N12".parse().unwrap();
    let shared = Settings::default().with_shared(true);
    let chosen = plan(&(&problem).into(), &shared).unwrap();
    assert_eq!(chosen.summary().engine.0, "armies");
    let (units, recipe) = (chosen.units().unwrap(), Recipe::Units(chosen.units().unwrap().recipe().clone()));
    let again = plan_again(&(&problem).into(), &shared, &recipe).unwrap();
    assert_eq!(again.units().unwrap().digest(), units.digest());
    assert_eq!(in_units(&problem, Tree::Engines).unwrap().summary().engine.0, "cells");
}
