//! The counts that tests compare: by the engines, by the oracle, by the definition.

use armistice::board::{PointMap, Square};
use armistice::engines::{Engine, naive};
use armistice::plan::{self, NumberCount, Observer, Plan, PlanError, Settings, Silent};
use armistice::{Feature, Named, Placement, Problem, Quantity, Question, UpTo};
use num_bigint::BigUint;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Returns the engine with this name.
pub fn engine(name: &str) -> Engine {
    Engine::from_name(name).unwrap_or_else(|| panic!("no engine is called {name}"))
}

/// Returns the settings that select the engine with this name.
pub fn with_engine(name: &str) -> Settings {
    Settings::default().with_engine(engine(name))
}

/// Returns the question for the number of placements up to symmetry.
pub fn up_to_symmetry(problem: &Problem) -> Question {
    Question::from(problem).with_up_to(UpTo::Symmetry)
}

/// Returns a plan for a question, or for the number of placements of a problem.
pub fn plan(question: impl Into<Question>, settings: &Settings) -> Result<Plan, PlanError> {
    plan::plan(&question.into(), settings)
}

/// Returns whether a question was rejected because of this feature.
#[allow(clippy::needless_pass_by_value, reason = "callers have no other use for the error")]
pub fn is_together(error: Option<PlanError>, its: Feature) -> bool {
    matches!(error, Some(PlanError::Together { feature, .. }) if feature == its)
}

/// Returns whether the engine with this name has rejected the shape of a problem.
pub fn is_misfit(error: &PlanError, name: &str) -> bool {
    let PlanError::Refused { engine, why, .. } = error else { return false };
    *engine == name && why.starts_with(&format!("the {name} engine counts "))
}

/// Counts with these settings on one thread.
pub fn count_with(question: impl Into<Question>, settings: &Settings) -> BigUint {
    let question = question.into();
    answer(question.clone(), settings).unwrap_or_else(|error| panic!("{}: {error}", question.problem)).0
}

/// The count, the maximum, and the counts by number.
pub type Answer = (BigUint, Option<u32>, Option<Vec<NumberCount>>);

/// Returns the answer with these settings on one thread.
pub fn answer(question: impl Into<Question>, settings: &Settings) -> Result<Answer, PlanError> {
    let settings = settings.clone().with_threads(1);
    let plan = plan(question, &settings)?;
    let problem = &plan.question().problem;
    let outcome = plan.run(&Silent).unwrap_or_else(|error| panic!("{problem}: {error}"));
    assert!(outcome.complete, "{problem}");
    Ok((outcome.count, outcome.maximum, outcome.by_number))
}

pub fn count(problem: &Problem) -> BigUint {
    count_with(problem, &Settings::default())
}

pub fn classes(problem: &Problem) -> BigUint {
    count_with(up_to_symmetry(problem), &Settings::default())
}

pub fn oracle(problem: &Problem) -> BigUint {
    count_with(problem, &with_engine("naive"))
}

/// An observer that stops a run after this number of requests. With 0, it stops before the first unit.
pub struct Patience(AtomicU32);

impl Patience {
    pub fn new(times: u32) -> Self {
        Self(times.into())
    }
}

impl Observer for Patience {
    fn should_stop(&self) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

/// Returns a placement of the oracle as one of the library.
pub fn placement(placed: &[(usize, (i64, i64))]) -> Placement {
    let square = |(row, col)| Square { row: row as usize, col: col as usize };
    Placement::new(placed.iter().map(|&(kind, place)| (kind, square(place))).collect())
}

/// The classes of placements up to symmetry, by definition.
#[derive(Debug, Default)]
pub struct Classes {
    /// The number of classes. For a problem with `max`, only placements that attain the maximum count.
    pub count: u64,
    /// The number of placements in these classes.
    pub placements: u64,
    pub maximum: Option<u32>,
    /// The numbers of classes by the numbers of pieces of kinds without an exact number.
    pub by_number: Vec<NumberCount>,
}

/// Lists all placements, or the maximal ones, and keeps one of each class; `None` if stopped.
pub fn classes_by_definition(
    problem: &Problem,
    maximal: bool,
    should_stop: &dyn Fn() -> bool,
) -> Option<Classes> {
    let board = problem.board();
    let (rows, cols) = (board.rows() as i64, board.cols() as i64);
    // The maps of the rectangle follow their definition: transform the coordinates, then look up the square.
    let image = |point: PointMap, (row, col): (i64, i64)| {
        let (row, col) = if point.transpose { (col, row) } else { (row, col) };
        (
            if point.flip_rows { rows - 1 - row } else { row },
            if point.flip_cols { cols - 1 - col } else { col },
        )
    };
    let place = |square: &Square| (square.row as i64, square.col as i64);
    let same_wrap = board.topology().rows_wrap() == board.topology().cols_wrap();
    // For maximal placements, the oracle also needs the kinds without pieces, which must not fit.
    let asked = |quantity: Quantity| maximal || quantity != Quantity::Exactly(0);
    let keeps = |point: &PointMap| {
        let same_set = |squares: &[Square]| {
            squares
                .iter()
                .all(|square| squares.iter().any(|other| place(other) == image(*point, place(square))))
        };
        (!point.transpose || (rows == cols && same_wrap))
            && same_set(board.holes())
            && problem.pieces().filter(|pieces| asked(pieces.quantity)).all(|pieces| {
                same_set(&pieces.fixed) && pieces.kind.moves().map(*point) == *pieces.kind.moves()
            })
    };
    let maps: Vec<PointMap> = PointMap::all().into_iter().filter(keeps).collect();
    let quantities: Vec<Quantity> = problem.pieces().map(|pieces| pieces.quantity).collect();
    let mut seen = HashSet::new();
    // The numbers of classes and placements are kept by the total of the kinds written `max`, and classes
    // also by number.
    let mut totals: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    let mut by_number: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
    let complete = naive::visit_placements(problem, should_stop, &mut |placement| {
        if maximal && !naive::is_maximal(problem, placement) {
            return;
        }
        let number = |kind: usize| placement.iter().filter(|piece| piece.0 == kind).count() as u32;
        let numbers_of = |wanted: &dyn Fn(Quantity) -> bool| -> Vec<u32> {
            (0..quantities.len()).filter(|&kind| wanted(quantities[kind])).map(number).collect()
        };
        let most: u32 = numbers_of(&|quantity| quantity == Quantity::Max).iter().sum();
        let (classes, placements) = totals.entry(most).or_default();
        *placements += 1;
        let mut own = placement.to_vec();
        own.sort_unstable();
        if seen.contains(&own) {
            return;
        }
        *classes += 1;
        *by_number.entry(numbers_of(&|quantity| !matches!(quantity, Quantity::Exactly(_)))).or_default() += 1;
        for &map in &maps {
            let mut mapped: Vec<_> =
                placement.iter().map(|&(kind, place)| (kind, image(map, place))).collect();
            mapped.sort_unstable();
            seen.insert(mapped);
        }
    });
    let by_number: Vec<NumberCount> =
        (by_number.into_iter()).map(|(pieces, count)| NumberCount { pieces, count: count.into() }).collect();
    let Some((most, (count, placements))) = totals.pop_last() else {
        return complete.then(Classes::default);
    };
    let maximum = quantities.contains(&Quantity::Max).then_some(most);
    complete.then_some(Classes { count, placements, maximum, by_number })
}
