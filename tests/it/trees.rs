//! Trees of several engines, forced at random, against the oracle and single engines.
//!
//! The trees place few pieces first, sum over numbers of pieces, count few leapers from small boards, or
//! multiply independent parts.

use crate::common::armies::{ArmiesShape, random_armies};
use crate::common::runs::Notes;
use crate::common::{
    BUILT_IN, Random, Shape, count_with, fewest, first_seed, oracle, random_open_parts, random_parts, sample,
    seeds, square, ways, with_engine,
};
use armistice::engines::{Engine, Kernel};
use armistice::plan::kept::{Form, SettledPart, Target, UnitCounts, Way, plan_again, tree_by};
use armistice::plan::{Plan, PlanError, Settings, Silent, plan, plan as plan_for, plan_double_check};
use armistice::{Named, Objective, Problem, Quantity, Question, UpTo};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The method that a forced tree uses for all placements.
#[derive(Clone)]
enum Forced {
    /// This way of counting for all placements, and engines for everything else.
    All(Way),
    /// Engines for everything, in a form.
    Engines(Form),
}

/// Returns the plan of units with such a tree.
fn in_units(problem: &Problem, forced: &Forced) -> Result<Plan, PlanError> {
    answering(&problem.into(), forced)
}

/// Returns the plan with such a tree for any question.
fn answering(question: &Question, forced: &Forced) -> Result<Plan, PlanError> {
    let forms = match forced {
        Forced::Engines(form) => vec![*form],
        Forced::All(_) if question.up_to == UpTo::Nothing => vec![Form::Leaf],
        // Some leaders do not support placements fixed by symmetries.
        Forced::All(_) => vec![Form::Classes, Form::Fixed],
    };
    let mut by = |target: &Target| match (target, forced) {
        (Target::All | Target::Classes, Forced::All(way)) => way.clone(),
        (Target::Fixed { .. }, _) => Way::Quotient,
        _ => Way::from_engine(Engine::BEST),
    };
    let settings = Settings::default();
    let mut plans = forms.into_iter().map(|form| {
        let tree = tree_by(question, &settings, (form, Kernel::best()), &mut by)?;
        plan_again(question, &settings, &tree)
    });
    let first = plans.next().unwrap();
    first.or_else(|error| plans.next().unwrap_or(Err(error)))
}

/// Returns the way in which these kinds are placed first, with this property settled.
fn leading(kinds: Vec<usize>, settled: SettledPart) -> Forced {
    Forced::All(Way::Leaders { kinds, settled })
}

/// Returns the plan in which these kinds are placed first; `None` if they cannot.
fn led_by(problem: &Problem, leaders: Vec<usize>) -> Option<Plan> {
    settled_by(problem, leaders, SettledPart::Squares)
}

/// Like [`led_by`], but with the property that is settled for the leaders.
fn settled_by(problem: &Problem, leaders: Vec<usize>, settled: SettledPart) -> Option<Plan> {
    in_units(problem, &leading(leaders, settled)).ok()
}

/// Picks some of the kinds that have pieces to place, but not all of them.
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

/// Every tree with leaders agrees with the definition, for mixed problems of every shape and for armies.
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
    let (mut led, mut above_zero) = ([0; 3], 0);
    for seed in seeds(600) {
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
        // Lines may be single squares, and are not considered for armies.
        let settled = match problem.armies().len() {
            1 => [SettledPart::Squares, SettledPart::Files, SettledPart::Ranks][random.between(0, 2)],
            _ => SettledPart::Squares,
        };
        let Some(plan) = settled_by(&problem, leaders.clone(), settled) else { continue };
        let (found, expected) = (plan.run(&Silent).unwrap(), oracle(&problem));
        assert!(found.complete);
        assert_eq!(
            found.count,
            expected,
            "seed {seed}: {problem}, leaders {leaders:?} by {}",
            settled.name()
        );
        led[SettledPart::ALL.iter().position(|other| *other == settled).unwrap()] += 1;
        above_zero += u32::from(expected > BigUint::ZERO);
    }
    assert!(
        led.iter().all(|&led| led >= fewest(100)) && above_zero >= fewest(150),
        "{led:?}, {above_zero} with placements"
    );
}

/// Leaders agree with the definition for any number of other pieces, and with single engines up to symmetry.
#[test]
fn leaders_know_symmetries_and_open_numbers() {
    const SMALL: Shape =
        Shape { sides: &[(3, 3), (3, 4), (4, 4), (2, 6), (5, 3)], most_kinds: 3, most_ways: 5e4 };
    let (mut led, mut symmetric, mut open) = (0, 0, 0);
    for seed in seeds(1_300) {
        let mut random = Random::new(seed ^ 0x5199);
        let problem = match random.chance(2) {
            true => random_open_parts(&mut random, &SMALL).problem(),
            false => random_parts(&mut random, &SMALL).problem(),
        };
        let leaders = random_leaders(&problem, &mut random);
        if problem.objective() == Objective::Maximum || leaders.is_empty() {
            continue;
        }
        let settled = [SettledPart::Squares, SettledPart::Files, SettledPart::Ranks][random.between(0, 2)];
        let up_to = if random.chance(3) { UpTo::Nothing } else { UpTo::Symmetry };
        let question = Question::from(problem).with_up_to(up_to);
        // A problem without a placement has no such plan.
        let Ok(plan) = answering(&question, &leading(leaders.clone(), settled)) else { continue };
        let told =
            || format!("seed {seed}: {}, {up_to:?}, {leaders:?} by {}", question.problem, settled.name());
        let engine = if up_to == UpTo::Nothing { "naive" } else { "best" };
        let expected = plan_for(&question, &with_engine(engine)).unwrap().run(&Silent).unwrap();
        let found = plan.run(&Silent).unwrap();
        assert_eq!((&found.count, &found.placements), (&expected.count, &expected.placements), "{}", told());
        led += 1;
        symmetric += u32::from(plan.summary().symmetries.len() > 1 && expected.count > BigUint::ZERO);
        open += u32::from(question.problem.objective() == Objective::AnyNumber);
    }
    assert!(
        led >= fewest(500) && symmetric >= fewest(120) && open >= fewest(40),
        "{led}, {symmetric} symmetric, {open} open"
    );
}

/// Leaders agree with single engines on larger problems.
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

/// On larger problems, leaders whose lines are settled first agree with single engines. Boards have every
/// topology, holes and pre-placed pieces.
#[test]
fn lines_of_leaders_agree_with_single_engines() {
    for (text, leaders, settled, other) in [
        ("8x8 R4 K4", vec![1], SettledPart::Files, "cells"),
        ("8x8 R4 K4", vec![1], SettledPart::Ranks, "frontier"),
        ("7x9 R3 N6", vec![0], SettledPart::Ranks, "frontier"),
        ("8x8 Q2 R2 N4", vec![0, 1], SettledPart::Files, "cells"),
        ("7x7/torus R3 N3", vec![0], SettledPart::Files, "cells"),
        ("8x6-c3,d4 R3 K3", vec![1], SettledPart::Files, "cells"),
        ("8x8 R3@b2 N4@e5", vec![0], SettledPart::Ranks, "cells"),
    ] {
        let problem: Problem = text.parse().unwrap();
        let plan = settled_by(&problem, leaders, settled).expect(text);
        let expected = count_with(&problem, &with_engine(other));
        assert_eq!(plan.run(&Silent).unwrap().count, expected, "{text} by {}", settled.name());
    }
}

/// The files of rooks among many other pieces are settled first if that is fastest.
#[test]
fn files_of_rooks_are_settled_first() {
    let question: Question = "12x12 R6 K6".parse().unwrap();
    let plan = plan(&question, &Settings::default().with_threads(1)).unwrap();
    assert_eq!((plan.summary().engine.0, plan.summary().units), ("leaders", 472));
    assert!(plan.outline().what.contains("the files of R6 first"), "{}", plan.outline().what);
}

/// Any number of one or several kinds, with and without others, is counted as a sum over numbers.
#[test]
fn any_number_is_the_sum_over_numbers() {
    const SMALL: Shape =
        Shape { sides: &[(2, 2), (3, 2), (3, 3), (2, 4), (4, 3)], most_kinds: 3, most_ways: 1e5 };
    let (mut sums, mut large) = (0, 0);
    for seed in seeds(500) {
        let mut random = Random::new(seed ^ 0x5a5a);
        let problem = random_open_parts(&mut random, &SMALL).problem();
        if problem.objective() != Objective::AnyNumber {
            continue;
        }
        let Ok(plan) = in_units(&problem, &Forced::Engines(Form::Numbers)) else { continue };
        let (found, expected) = (plan.run(&Silent).unwrap(), oracle(&problem));
        assert_eq!(found.count, expected, "seed {seed}: {problem}");
        sums += 1;
        large += u32::from(expected > BigUint::from(20u32));
    }
    assert!(sums >= fewest(150) && large >= fewest(50), "{sums} sums, {large} of more than 20 placements");
}

/// On larger problems, sums over numbers agree with sweeps and with the best plan.
#[test]
fn sums_over_numbers_agree_with_sweeps() {
    for text in ["8x8 Q*", "7x9/cylinder R*", "6x6 Q* R*", "8x8-d4 A* N2", "6x7/torus Q* B1"] {
        let problem: Problem = text.parse().unwrap();
        let plan = in_units(&problem, &Forced::Engines(Form::Numbers)).unwrap();
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

/// Two boards of eight by eight with a wall of holes that no knight leaps over. The count is a sum of
/// products of counts on a single board.
const APART: &str = "8x18-i1,j1,i2,j2,i3,j3,i4,j4,i5,j5,i6,j6,i7,j7,i8,j8 R6 N6";

/// A problem with independent parts is planned in parts, and the plan fits on one screen.
#[test]
fn a_board_that_is_cut_in_two_is_counted_once() {
    let question: Question = APART.parse().unwrap();
    let settings = Settings::default().with_threads(1).with_shared(true);
    let plan = plan(&question, &settings).unwrap();
    assert_eq!((plan.summary().engine.0, plan.summary().terms), ("parts", 48));
    let outline = plan.outline();
    let lines: Vec<&str> = outline.lines().into_iter().map(|(_, node)| node.what.as_str()).collect();
    assert!(lines.len() < 12 && lines[1] == "2 x 64 squares, 48 counts", "{lines:?}");
    assert_eq!(plan.run(&Silent).unwrap().count.to_string(), "1314750621298104");
    let polynomial = |rooks: u32, knights: u32| {
        let kinds = [("R", rooks), ("N", knights)].into_iter().filter(|&(_, number)| number > 0);
        let text: Vec<String> = kinds.map(|(letter, number)| format!("{letter}{number}")).collect();
        match text[..] {
            [] => BigUint::from(1u32),
            _ => count_with(
                format!("8x8 {}", text.join(" ")).parse::<Problem>().unwrap(),
                &with_engine("cells"),
            ),
        }
    };
    let all = (0..=6).flat_map(|rooks| (0..=6).map(move |knights| (rooks, knights)));
    let sum: BigUint =
        all.map(|(rooks, knights)| polynomial(rooks, knights) * polynomial(6 - rooks, 6 - knights)).sum();
    assert_eq!(sum.to_string(), "1314750621298104");
}

/// A problem that would take a single engine years is planned with leaders, and the plan says so.
#[test]
fn a_queen_among_knights_goes_first() {
    for (text, leader, units) in [("10x10 N20 R", "R first", [5, 15]), ("12x12 N30 Q", "Q first", [21, 21])] {
        let question: Question = text.parse().unwrap();
        let plan = plan(&question, &Settings::default().with_threads(1)).unwrap();
        // The units are orbits of files, or of squares.
        assert_eq!(plan.summary().engine.0, "leaders", "{text}");
        assert!(units.contains(&plan.summary().units), "{text}: {}", plan.summary().units);
        assert!(plan.outline().what.contains(leader), "{}", plan.outline().what);
    }
}

/// Few leapers are counted from small boards, and agree with single engines.
#[test]
fn few_leapers_follow_from_small_boards() {
    for (text, other) in [("16x16 N4", "frontier"), ("20x14 K3 N1", "cells"), ("24x6 F4", "frontier")] {
        let question: Question = text.parse().unwrap();
        let plan = in_units(&question.problem, &Forced::All(Way::Clusters)).unwrap();
        assert_eq!(plan.summary().engine.0, "clusters", "{text}");
        assert_eq!(plan.run(&Silent).unwrap().count, count_with(question, &with_engine(other)), "{text}");
    }
}

/// Returns the plan in independent parts; `None` if there is only one part.
///
/// `are_planned` decides for each part whether it has a plan of its own.
fn in_parts(problem: &Problem, are_planned: &mut dyn FnMut() -> bool, settings: &Settings) -> Option<Plan> {
    let mut by = |_: &Target| if are_planned() { Way::Planned } else { Way::from_engine(Engine::BEST) };
    let tree = tree_by(&problem.into(), settings, (Form::Parts, Kernel::best()), &mut by).ok()?;
    Some(plan_again(&problem.into(), settings, &tree).unwrap())
}

/// Makes a problem that probably has independent parts: one or two armies of kinds that stay on squares of
/// one colour, or a wall of holes.
fn random_apart(random: &mut Random) -> String {
    let (rows, cols) = random.pick(&[(3, 4), (4, 4), (2, 6), (5, 4), (3, 6), (4, 3), (3, 7), (5, 5), (6, 4)]);
    let topology = random.pick(&["plane", "plane", "cylinder", "torus"]);
    let mut holes: Vec<(usize, usize)> = Vec::new();
    let has_wall = random.chance(2);
    if has_wall {
        let wall = random.between(1, cols - 2);
        let width = if random.chance(2) { 2 } else { 1 };
        holes.extend((0..rows).flat_map(|row| (wall..cols.min(wall + width)).map(move |col| (row, col))));
    }
    if random.chance(3) {
        holes.push((random.between(0, rows - 1), 0));
    }
    let bound = ['B', 'F', 'D', 'E', 'L', 'X', 'Y'];
    let letters: &[char] = if has_wall { BUILT_IN } else { &bound };
    let mut text = format!("{rows}x{cols}/{topology}");
    if !holes.is_empty() {
        text += &format!("-{}", holes.iter().map(square).collect::<Vec<_>>().join(","));
    }
    let (mut army, mut all) = (Vec::new(), Vec::new());
    for kind in 0..random.between(1, 4) {
        if kind == 2 && random.chance(2) {
            text += "/";
            army.clear();
        } else {
            text += " ";
        }
        let letter = random.pick(letters);
        if army.contains(&letter) {
            continue;
        }
        text += &format!("{letter}{}", random.between(1, 4));
        if random.chance(6) {
            text += &format!("@{}", square(&(random.between(0, rows - 1), random.between(0, cols - 1))));
        }
        army.push(letter);
        all.push(letter);
    }
    for (letter, moves) in [('X', random.pick(&["AA", "DD", "CC", "fFbA"])), ('Y', "flBrD")] {
        if all.contains(&letter) {
            text += &format!(" {letter}={moves}");
        }
    }
    text
}

/// Products of parts agree with the definition, whether a part is counted by an engine or has a plan of its
/// own. That also holds if no part represents another.
#[test]
fn parts_multiply() {
    let (mut apart, mut above_zero, mut armies) = (0, 0, 0);
    for seed in seeds(3000) {
        let mut random = Random::new(seed ^ 0xa9a7);
        let text = random_apart(&mut random);
        // Two pieces may be on the same square.
        let Ok(problem) = text.parse::<Problem>() else { continue };
        let squares = problem.board().open_area();
        let all: f64 = problem.pieces().map(|pieces| ways(squares, pieces.free_pieces() as usize)).product();
        if problem.is_blocked() || all > 1e5 {
            continue;
        }
        let settings = Settings::default().with_finest_units(random.chance(3));
        let Some(plan) = in_parts(&problem, &mut || random.chance(3), &settings) else { continue };
        let (found, expected) = (plan.run(&Silent).unwrap(), oracle(&problem));
        assert!(found.complete);
        assert_eq!(found.count, expected, "seed {seed}: {problem}");
        apart += 1;
        above_zero += u32::from(expected > BigUint::ZERO);
        armies += u32::from(problem.armies().len() > 1);
    }
    assert!(
        apart >= fewest(400) && above_zero >= fewest(300) && armies >= fewest(50),
        "{apart} in parts, {above_zero} with placements, {armies} with armies"
    );
}

/// On larger problems, parts agree with single engines: colours, walls between equal or different boards,
/// armies, pre-placed pieces.
#[test]
fn parts_agree_with_single_engines() {
    for (text, other) in [
        ("10x10 B4 L3", "frontier"),
        ("8x8 B3 E3", "cells"),
        ("9x9 B4 F3", "frontier"),
        ("8x8 B4/B4", "armies"),
        ("9x8 B2 D2/L3", "armies"),
        ("6x13-g1,g2,g3,g4,g5,g6 Q5 R2", "cells"),
        ("5x11-e1,e2,e3,e4,e5 Q4 B2", "frontier"),
        ("8x8/torus B4 L3", "cells"),
        ("8x8 B4@a1 E2", "frontier"),
    ] {
        let problem: Problem = text.parse().unwrap();
        let expected = count_with(&problem, &with_engine(other));
        for is_planned in [false, true] {
            let plan = in_parts(&problem, &mut || is_planned, &Settings::default()).expect(text);
            assert_eq!(plan.run(&Silent).unwrap().count, expected, "{text}");
        }
    }
}

/// A recount of a tree uses another tree, and agrees.
#[test]
fn trees_are_counted_a_second_time() {
    for (text, is_independent) in [("11x11 Q*", true), ("10x10 N20 R", false), (APART, true)] {
        let question: Question = text.parse().unwrap();
        let settings = Settings::default();
        let first = plan(&question, &settings).unwrap();
        let second = plan_double_check(&question, &settings, first.summary()).unwrap();
        assert_eq!(second.difference().is_independent(), is_independent, "{text}");
        assert_eq!(second.run(&Silent).unwrap().count, first.run(&Silent).unwrap().count, "{text}");
    }
}

/// Units of parts are the same in a plan that is made again, whatever was timed before, and can be counted
/// anywhere. The product is unknown until all are counted.
#[test]
fn units_of_parts_are_like_others() {
    let problem: Problem = "8x8 B3 E3".parse().unwrap();
    for planned in [0, 2] {
        let mut number = 0;
        let mut is_planned = || {
            number += 1;
            (2..2 + planned).contains(&number)
        };
        let plan = in_parts(&problem, &mut is_planned, &Settings::default()).unwrap();
        let units = plan.units().unwrap();
        let tree = plan.tree().unwrap();
        let again = plan_again(&Question::from(&problem), &Settings::default(), &tree).unwrap();
        let same = again.units().unwrap();
        assert_eq!((units.units(), units.digest()), (same.units(), same.digest()));
        let notes = Notes(Mutex::new(UnitCounts::empty(units.units())));
        let parts = units.share_out(3);
        for (place, part) in parts.iter().enumerate() {
            same.count_units(part, &notes).unwrap();
            let added = units.add_up(&notes.0.lock().unwrap()).unwrap();
            let all = count_with(&problem, &with_engine("cells"));
            assert!(if place == 2 { added.complete && added.count == all } else { added.count <= all });
        }
    }
}

/// Units are the same in a plan that is made again, and the sums of parts agree with the count.
#[test]
fn orbits_are_units_like_others() {
    let problem: Problem = "8x8 N7 Q".parse().unwrap();
    let (plan, again) = (led_by(&problem, vec![0]).unwrap(), led_by(&problem, vec![0]).unwrap());
    let (units, same) = (plan.units().unwrap(), again.units().unwrap());
    assert_eq!((units.units(), units.digest()), (10, same.digest()));
    let notes = Notes(Mutex::new(UnitCounts::empty(10)));
    for part in units.share_out(3) {
        same.count_units(&part, &notes).unwrap();
    }
    let added = units.add_up(&notes.0.into_inner().unwrap()).unwrap();
    assert!(added.complete);
    assert_eq!(added.count, count_with(&problem, &with_engine("cells")));
}

/// The armies engine places pieces on squares out of reach of all others in one step, and is then faster.
/// Planning finds that out by descents. Plans of old journals, which lack this step, keep their engine.
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
    // The best plan here depends on the present speed of the beginnings of sweeps.
    let shared = with_engine("armies").with_shared(true);
    let chosen = plan(&(&problem).into(), &shared).unwrap();
    assert_eq!(chosen.summary().engine.0, "armies");
    let (units, tree) = (chosen.units().unwrap(), chosen.tree().unwrap());
    let again = plan_again(&(&problem).into(), &shared, &tree).unwrap();
    assert_eq!(again.units().unwrap().digest(), units.digest());
    assert_eq!(in_units(&problem, &Forced::Engines(Form::Leaf)).unwrap().summary().engine.0, "cells");
}

/// Draws a tree or an engine for a problem; `None` if it does not support the problem.
fn random_tree(problem: &Problem, random: &mut Random) -> Option<Plan> {
    let forced = match random.between(0, 5) {
        0 => return plan(&Question::from(problem), &with_engine(random.pick(&["frontier", "cells"]))).ok(),
        1 => Forced::All(Way::Clusters),
        2 => Forced::Engines(Form::Parts),
        settled => {
            let leaders = random_leaders(problem, random);
            let led = (!leaders.is_empty()).then_some(leaders)?;
            leading(led, SettledPart::ALL[(settled - 3) % SettledPart::ALL.len()])
        }
    };
    in_units(problem, &forced).ok()
}

/// On random problems that are too large for the definition, the best plan agrees with another random tree or
/// engine.
#[test]
fn larger_problems_agree_with_another_tree() {
    const LARGER: Shape = Shape {
        sides: &[(6, 6), (6, 7), (7, 7), (8, 8), (5, 9), (4, 12), (9, 9), (12, 12), (2, 200)],
        most_kinds: 5,
        most_ways: 1e13,
    };
    /// The most expected seconds of either plan.
    const PATIENCE: f64 = 0.03;
    const MOST_UNITS: usize = 60;
    let (mut compared, mut above_zero) = (0, 0);
    let mut trees: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in first_seed()..first_seed() + 4_000 {
        let mut random = Random::new(seed ^ 0x1a49e);
        let parts = match random.chance(4) {
            true => random_open_parts(&mut random, &LARGER),
            false => random_parts(&mut random, &LARGER),
        };
        let problem = parts.problem();
        if problem.is_blocked() || problem.objective() == Objective::Maximum {
            continue;
        }
        let Ok(best) = plan(&Question::from(&problem), &Settings::default()) else { continue };
        if best.summary().seconds() > PATIENCE {
            continue;
        }
        let Some(tree) = random_tree(&problem, &mut random) else { continue };
        // Leaders with pre-placed pieces have no expected time, but each of their units is planned.
        if tree.summary().seconds() > PATIENCE || tree.summary().units > MOST_UNITS {
            continue;
        }
        let engines = (best.summary().engine.0, tree.summary().engine.0);
        if engines.0 == engines.1 && engines.1 != "leaders" {
            continue;
        }
        let (found, other) = (best.run(&Silent).unwrap(), tree.run(&Silent).unwrap());
        assert!(found.complete && other.complete, "seed {seed}: {problem}, {engines:?}");
        assert_eq!(found.count, other.count, "seed {seed}: {problem}, {engines:?}");
        compared += 1;
        above_zero += u64::from(found.count > BigUint::ZERO);
        *trees.entry(engines.1).or_default() += 1;
        if compared == sample(100) {
            break;
        }
    }
    assert!(
        compared == sample(100) && above_zero >= fewest(60),
        "{compared} compared, {above_zero} with placements, {trees:?}"
    );
}
