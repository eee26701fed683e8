//! A double-check: the same number counted again, in a way as different as possible.
//!
//! Two ways to count that share little code rarely make the same mistake. The most independent check is the
//! oracle, if the problem is small enough. The next is another engine. Then comes the same engine on the
//! reflected board, where every square has another number and pieces come in another order. If the problem is
//! its own mirror image, only other instructions and other units remain.

use super::cases::Split;
use super::check::engines_that_count;
use super::make::plan_by;
use super::observer::Observer;
use super::outcome::{Outcome, RunError};
use super::parts;
use super::{Plan, PlanError, Settings, Summary, plan};
use crate::board::{Board, Lattice, PointMap, Square};
use crate::engines::Engine;
use crate::engines::kernel::Kernel;
use crate::engines::tally::NumberCount;
use crate::named::Named;
use crate::piece::{Kind, built_in};
use crate::problem::{Objective, Pieces, Problem, Quantity};
use crate::question::Question;
use crate::up_to::UpTo;
use std::fmt;

/// The maximum number of ways to put the pieces on squares for which the oracle checks a problem.
const MAX_WAYS: f64 = 20_000.0;
/// The maximum ratio of the time of another engine to that of the first count.
const MAX_RATIO: f64 = 30.0;
/// The maximum ratio if the first count is a sum over numbers, which only a sweep can check, or counts
/// placements fixed by maps.
const MAX_RATIO_OF_A_SUM: f64 = 1000.0;
/// The time that another engine may always take, in seconds.
const MAX_SECONDS: f64 = 2.0;

/// The difference between a double-check and the first count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// Another engine.
    Engine,
    /// Another board, with rows and columns exchanged.
    Transposed,
    /// Another board, with its rows in reverse order.
    Flipped,
    /// Only other instructions and units. Such a count could share most errors with the first.
    KernelAndUnits,
}

impl Difference {
    /// Returns the name of the difference in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Engine => "another engine",
            Self::Transposed => "rows and columns exchanged",
            Self::Flipped => "the board upside down",
            Self::KernelAndUnits => "other instructions and units",
        }
    }

    /// Returns true if the double-check is independent: by another engine, or of another board.
    #[must_use]
    pub fn is_independent(self) -> bool {
        self != Self::KernelAndUnits
    }
}

/// The plan of a double-check.
#[non_exhaustive]
pub struct DoubleCheck {
    difference: Difference,
    plan: Plan,
    /// For each kind of the first problem without an exact number, its place among such kinds in the second
    /// problem.
    places: Vec<usize>,
}

/// Plans the double-check of a problem whose first count has the summary `first`.
///
/// # Errors
/// The problem cannot be counted at all.
pub fn plan_double_check(
    question: &Question,
    settings: &Settings,
    first: &Summary,
) -> Result<DoubleCheck, PlanError> {
    let problem = &question.problem;
    let same_places: Vec<usize> = (0..problem.open_pieces().count()).collect();
    if let Some(plan) = other_engine(question, settings, first) {
        return Ok(DoubleCheck { difference: Difference::Engine, plan, places: same_places });
    }
    // On the reflected board, a map of the same name is another map.
    let is_named = matches!(question.up_to, UpTo::Maps(_)) || !question.fixed_by.is_identity();
    let turned = [
        (Difference::Transposed, PointMap::TRANSPOSE),
        (Difference::Flipped, PointMap { flip_rows: true, ..PointMap::IDENTITY }),
    ];
    for (difference, map) in turned {
        let image = if is_named { None } else { reflected_problem(problem, map) };
        let Some((image, places)) = image.filter(|(image, _)| image != problem) else {
            continue;
        };
        // A board of another shape may need another engine.
        let engines = [settings.engine, Engine::BEST];
        let plans = engines.into_iter().map(|engine| {
            plan(&question.with_problem(image.clone()), &Settings { engine, ..settings.clone() })
        });
        if let Some(plan) = plans.flatten().next() {
            return Ok(DoubleCheck { difference, plan, places });
        }
    }
    // A tree of several engines is planned without naming an engine, as before.
    let alone = Engine::from_name(first.engine.0).filter(|_| !is_sum_over_numbers(question, first));
    let again =
        |engine, kernel| plan(question, &Settings { engine, kernel, finest_units: true, ..settings.clone() });
    // An engine that counts a leaf of a plan need not support the whole question.
    let by_same = alone.and_then(|engine| again(engine, first.kernel.map(other_kernel)).ok());
    let plan = by_same.map_or_else(|| again(settings.engine, None), Ok)?;
    Ok(DoubleCheck { difference: Difference::KernelAndUnits, plan, places: same_places })
}

/// Returns the plan of the oracle, or of the fastest of the other engines, if it is fast enough.
fn other_engine(question: &Question, settings: &Settings, first: &Summary) -> Option<Plan> {
    if question.up_to.group().on_torus().is_some() {
        // There is only one way to find these classes, whichever engine counts all placements.
        return None;
    }
    let stake = MAX_SECONDS.max(MAX_RATIO * first.estimate.seconds);
    let plan_with = |engine: Engine, kernel| {
        plan_by(question, &Settings { kernel, ..settings.clone() }, engine, stake).ok()
    };
    let is_plain = question.up_to == UpTo::Nothing
        && question.fixed_by.is_identity()
        && !question.maximal
        && !question.by_number;
    if is_plain
        && ways(&question.problem) <= MAX_WAYS
        && Engine::ORACLE.name() != first.engine.0
        && let Some(plan) = plan_with(Engine::ORACLE, None)
    {
        return Some(plan);
    }
    let others = engines_that_count().filter(|engine| engine.name() != first.engine.0);
    let plans = others.filter_map(|engine| plan_with(engine, settings.kernel));
    // A sweep of a problem in parts may take far longer than its forecast.
    let is_known = |plan: &Plan| first.engine.0 != parts::NAME || !plan.is_in_doubt();
    // If cases come first, the plans differ by the engine of the rest.
    let usual = Split::needed_split(&question.problem).and_then(|_| plan(question, settings).ok());
    let is_other = |other: &Plan| match &usual {
        Some(usual) => node_descriptions(usual) != node_descriptions(other),
        None => other.summary().engine.0 != first.engine.0,
    };
    let others = plans.filter(|plan| is_other(plan) && is_known(plan));
    let best = others.min_by(|a, b| a.summary().estimate.seconds.total_cmp(&b.summary().estimate.seconds));
    // Few placements are fixed by maps, and the best suited engine counts them fast. So other engines may
    // take longer.
    let is_long = is_sum_over_numbers(question, first) || !question.fixed_by.is_identity();
    let ratio = if is_long { MAX_RATIO_OF_A_SUM } else { MAX_RATIO };
    let longest = (ratio * first.estimate.seconds).max(MAX_SECONDS);
    best.filter(|plan| plan.summary().estimate.seconds <= longest)
}

/// Returns the descriptions of a plan's nodes.
fn node_descriptions(plan: &Plan) -> Vec<String> {
    plan.outline().lines().into_iter().map(|(_, node)| node.what.clone()).collect()
}

/// Returns true if kinds in any number were counted number by number.
fn is_sum_over_numbers(question: &Question, first: &Summary) -> bool {
    question.problem.objective() == Objective::AnyNumber && first.kernel.is_some()
}

/// Returns the number of ways to put the pieces on squares, regardless of attacks; infinite unless all
/// numbers are exact.
fn ways(problem: &Problem) -> f64 {
    if problem.objective() != Objective::Exactly {
        return f64::INFINITY;
    }
    let squares = problem.board().squares() as f64;
    let of_kind = |pieces: &Pieces| match pieces.quantity {
        Quantity::Exactly(number) => {
            (0..number).map(|piece| ((squares - f64::from(piece)) / f64::from(piece + 1)).max(1.0)).product()
        }
        Quantity::Within(_) | Quantity::Any | Quantity::Max => f64::INFINITY,
    };
    problem.pieces().map(of_kind).product()
}

/// Returns the best available kernel other than this one.
fn other_kernel(kernel: Kernel) -> Kernel {
    Kernel::available().rev().find(|&other| other != kernel).unwrap_or(kernel)
}

impl DoubleCheck {
    /// Returns the difference from the first count.
    #[must_use]
    pub fn difference(&self) -> Difference {
        self.difference
    }

    /// Returns a summary of the plan.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        self.plan.summary()
    }

    /// Returns the plan itself. For a reflected board, its counts by number are in the order of the reflected
    /// problem.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Runs the double-check. Its counts by number are in the order of the first problem.
    ///
    /// # Errors
    /// The errors of [`Plan::run`].
    pub fn run(&self, observer: &dyn Observer) -> Result<Outcome, RunError> {
        let mut outcome = self.plan.run(observer)?;
        if let Some(by_number) = &mut outcome.by_number {
            for NumberCount { pieces, .. } in by_number.iter_mut() {
                *pieces = self.places.iter().map(|&place| pieces[place]).collect();
            }
            by_number.sort_by(|a, b| a.pieces.cmp(&b.pieces));
        }
        Ok(outcome)
    }
}

impl fmt::Display for DoubleCheck {
    /// Prints the engine, as in `rows 1 on avx512`, and the difference if it is not the engine.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { engine: (name, version), kernel, .. } = self.summary();
        write!(f, "{name} {version}")?;
        if let Some(kernel) = kernel {
            write!(f, " on {kernel}")?;
        }
        match self.difference {
            Difference::Engine => Ok(()),
            difference => write!(f, ", {}", difference.name()),
        }
    }
}

/// Returns true if two complete outcomes of one problem agree.
#[must_use]
pub fn agree(first: &Outcome, second: &Outcome) -> bool {
    let said = |outcome: &Outcome| {
        let Outcome { count, maximum, by_number, placements, .. } = outcome.clone();
        (count, maximum, by_number, placements)
    };
    said(first) == said(second)
}

/// Returns the problem on the board reflected by `map`, and for each kind without an exact number its place
/// among such kinds there. `None` if the edges are then joined in another way, or if a kind cannot be
/// written.
fn reflected_problem(problem: &Problem, map: PointMap) -> Option<(Problem, Vec<usize>)> {
    let board = problem.board();
    let topology = board.topology();
    let is_turned = map.transpose && topology.rows_wrap() != topology.cols_wrap();
    // Blocked lines would also be reflected, and regions would have to be drawn again.
    if is_turned || !board.is_straight() || board.lattice() != Lattice::Square || !problem.quotas().is_empty()
    {
        return None;
    }
    let (rows, cols) =
        if map.transpose { (board.cols(), board.rows()) } else { (board.rows(), board.cols()) };
    let image = |square: &Square| map.apply_to_square(*square, (rows, cols));
    let mut image_board = Board::new(rows, cols, topology).ok()?;
    for hole in board.holes() {
        image_board = image_board.with_hole(image(hole)).ok()?;
    }
    let mut letters: Vec<char> = problem.kinds().iter().map(|kind| kind.letter()).collect();
    let mut kinds: Vec<(&Kind, Kind)> = Vec::new();
    for kind in problem.kinds() {
        let mapped = mapped_kind(kind, map, &letters)?;
        letters.push(mapped.letter());
        kinds.push((kind, mapped));
    }
    let mapped_kind = |kind: &Kind| kinds.iter().find(|(other, _)| *other == kind).map(|(_, mapped)| mapped);
    let image_of = |pieces: &Pieces, kind: Kind| Pieces {
        kind,
        quantity: pieces.quantity,
        fixed: pieces.fixed.iter().map(image).collect(),
        closed: pieces.closed.iter().map(image).collect(),
    };
    let mut image_problem =
        Problem::new(image_board).with_lines(problem.lines()).with_treaty(problem.treaty());
    image_problem.reserve(problem.reserved_squares().iter().map(image)).ok()?;
    for army in problem.armies() {
        image_problem.begin_army();
        for pieces in army.pieces() {
            let kind = mapped_kind(&pieces.kind)?.clone();
            image_problem.add(image_of(pieces, kind)).ok()?;
        }
    }
    if let Some(walls) = problem.walls() {
        image_problem.add(image_of(walls, walls.kind.clone())).ok()?;
    }
    image_problem.ask_degrees(problem.degrees()).ok()?;
    // An army has each kind only once.
    let open = |problem: &Problem| -> Vec<(usize, Kind)> {
        let pieces = problem.army_of().into_iter().zip(problem.pieces());
        let open = pieces.filter(|(_, pieces)| !matches!(pieces.quantity, Quantity::Exactly(_)));
        open.map(|(army, pieces)| (army, pieces.kind.clone())).collect()
    };
    let image_places = open(&image_problem);
    let places = open(problem).into_iter().map(|(army, kind)| {
        let kind = mapped_kind(&kind)?;
        image_places.iter().position(|other| (other.0, other.1.letter()) == (army, kind.letter()))
    });
    let places: Option<Vec<usize>> = places.collect();
    Some((image_problem, places?))
}

/// Returns the kind with reflected moves. It keeps its letter unless the letter has a built-in meaning.
fn mapped_kind(kind: &Kind, map: PointMap, letters: &[char]) -> Option<Kind> {
    let moves = kind.moves().map(map);
    if moves == *kind.moves() {
        return Some(kind.clone());
    }
    // The letters of single steps, and `v` and `s` for both directions along a column or a row.
    let turned = |letter: char| {
        let step = match letter {
            'f' => (1, 0),
            'b' => (-1, 0),
            'r' => (0, 1),
            'l' => (0, -1),
            'v' if map.transpose => return 's',
            's' if map.transpose => return 'v',
            _ => return letter,
        };
        match map.apply_to_step(step) {
            (1, 0) => 'f',
            (-1, 0) => 'b',
            (0, 1) => 'r',
            _ => 'l',
        }
    };
    let betza: String = kind.betza().chars().map(turned).collect();
    let letter = if built_in(kind.letter()).is_none() {
        kind.letter()
    } else {
        ('A'..='Z').find(|letter| built_in(*letter).is_none() && !letters.contains(letter))?
    };
    Kind::from_betza(letter, &betza).ok().filter(|kind| *kind.moves() == moves)
}

#[cfg(test)]
mod tests {
    use crate::engines::naive;
    use crate::plan::observer::Silent;
    use crate::plan::second::*;

    fn engine(name: &str) -> Engine {
        Engine::from_name(name).unwrap()
    }

    fn problem(text: &str) -> Problem {
        text.parse().unwrap()
    }

    const TRANSPOSE: PointMap = PointMap::TRANSPOSE;
    const FLIP: PointMap = PointMap { transpose: false, flip_rows: true, flip_cols: false };

    #[test]
    fn the_ways_are_those_without_attacks() {
        for (text, expected) in [("4x4 K4", 1820.0), ("4x4 K2 N", 120.0 * 16.0), ("1x1 K", 1.0)] {
            let found = ways(&problem(text));
            assert!((found - expected).abs() < 1e-6 * expected, "{text}: {found}");
        }
        assert_eq!(ways(&problem("4x4 K*")), f64::INFINITY);
    }

    #[test]
    fn problems_are_turned_over() {
        let image =
            |text: &str, map| reflected_problem(&problem(text), map).map(|(image, _)| image.to_string());
        for (text, transposed, flipped) in [
            ("8x8 Q8", Some("8x8 Q8"), "8x8 Q8"),
            ("3x5 R2", Some("5x3 R2"), "3x5 R2"),
            ("3x5-b1 K2@e3", Some("5x3-a2 K2@c5"), "3x5-b3 K2@e1"),
            ("4x4 P2", Some("4x4 I2 I=rcF"), "4x4 I2 I=bcF"),
            ("4x4/torus X2 X=flNvR", Some("4x4/torus X2 X=rbNsR"), "4x4/torus X2 X=blNvR"),
            ("4x4/cylinder Q2@a1", None, "4x4/cylinder Q2@a4"),
            ("4x4 Q2/N2", Some("4x4 Q2/N2"), "4x4 Q2/N2"),
        ] {
            assert_eq!(image(text, TRANSPOSE).as_deref(), transposed, "{text}");
            assert_eq!(image(text, FLIP).as_deref(), Some(flipped), "{text}");
        }
    }

    /// The pawn has its place among the built-in kinds, but its mirror image comes after them.
    #[test]
    fn counts_by_number_find_their_kind() {
        let (image, places) = reflected_problem(&problem("3x4 N1 P* X* X=fW"), TRANSPOSE).unwrap();
        assert_eq!((image.to_string().as_str(), places), ("4x3 N I* X* I=rcF X=rW", vec![0, 1]));
        let (image, places) = reflected_problem(&problem("3x4 P* A* Bmax"), TRANSPOSE).unwrap();
        let letters: Vec<char> = image.pieces().map(|pieces| pieces.kind.letter()).collect();
        let original: Vec<char> = problem("3x4 P* A* Bmax").pieces().map(|p| p.kind.letter()).collect();
        for (place, letter) in places.into_iter().zip(original) {
            assert_eq!(letters[place], if letter == 'P' { 'I' } else { letter });
        }
    }

    #[test]
    fn problems_turned_over_have_as_many_placements() {
        for text in ["3x4 P3", "3x3-a2 X2 Y1 X=fhNbW Y=flB", "2x5/torus X2 X=frN", "3x3 P* X* X=rF"] {
            for map in [TRANSPOSE, FLIP] {
                let (image, _) = reflected_problem(&problem(text), map).unwrap();
                let count = |problem: &Problem| naive::count(problem, &|| false).0;
                assert_eq!(count(&image), count(&problem(text)), "{text}, {map:?}");
            }
        }
    }

    #[test]
    fn a_second_count_differs_and_agrees() {
        for (text, engine, difference) in [
            ("5x5 Q3", Engine::BEST, Difference::Engine),
            ("8x8 Q8", Engine::BEST, Difference::Engine),
            ("8x8 Q8", engine("cells"), Difference::Engine),
            ("9x9 Q9", engine("rows"), Difference::Engine),
        ] {
            let (question, settings) =
                (Question::new(problem(text)), Settings { engine, ..Settings::default() });
            let first = plan(&question, &settings).unwrap();
            let second = plan_double_check(&question, &settings, first.summary()).unwrap();
            assert_eq!(second.difference(), difference, "{text}");
            assert_ne!(second.summary().engine.0, first.summary().engine.0, "{text}");
            assert!(agree(&first.run(&Silent).unwrap(), &second.run(&Silent).unwrap()), "{text}");
        }
    }

    /// Problems that only one engine supports.
    #[test]
    fn a_board_is_turned_over_or_split_otherwise() {
        for text in ["5x6 N4 K2", "6x6/cylinder N3 K2@a1,b5", "6x6 N4 K2", "7x6 P4 K1"] {
            let (question, settings) = (Question::new(problem(text)), Settings::default());
            let first = plan(&question, &settings).unwrap();
            let second = plan_double_check(&question, &settings, first.summary()).unwrap();
            let is_other_engine = second.summary().engine.0 != first.summary().engine.0;
            assert_eq!(second.difference() == Difference::Engine, is_other_engine, "{text}");
            assert!(agree(&first.run(&Silent).unwrap(), &second.run(&Silent).unwrap()), "{text}");
        }
    }
}
